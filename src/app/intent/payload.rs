//! Parameters of single tools' commands.

use std::path::PathBuf;

use crate::app::base::file_name;
use crate::tree::UnfoldingNode;

/// The answer to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptAnswer {
    /// Save the changes, and go on.
    Save,
    /// Go on without the changes.
    Discard,
    /// Change nothing.
    Cancel,
    /// Read the file again.
    ReadAgain,
    /// Keep the open document.
    Keep,
    /// Replace the file.
    Replace,
    /// Save to another file.
    SaveAs,
}

impl PromptAnswer {
    /// Its button, as programs find it.
    pub fn id(self) -> String {
        format!("question.{self:?}")
    }
}

/// A user action on an exercise, besides the named commands.
#[derive(Clone, Debug, PartialEq)]
pub enum Exercising {
    /// Generate one with the chosen level.
    Draw,
    /// Generate the next one of the same kind.
    Another,
    /// Open the exercise of a line.
    Line(String),
    /// Go to the next blank, or the one before.
    Step(bool),
    /// Go to a blank.
    GoTo(usize),
    /// Type a letter into the blank.
    Type(char),
    /// Delete the last character.
    Erase,
    /// Clear the text being typed.
    Clear,
    /// Choose the next move, or the one before.
    Choose(bool),
    /// Mark the chosen move, or unmark it.
    Toggle,
    /// Press a node.
    PressNode(UnfoldingNode),
    /// Press the move to a node.
    PressMove(UnfoldingNode),
    /// Give the typed or marked answer.
    Give,
    /// Check answers as soon as they are given, or at the end.
    AtOnce(bool),
    /// Copy the line.
    CopyLine,
    /// Write to the path that was typed.
    Write(PathBuf),
    /// Ask for no path any more.
    StopAsking,
}

/// The source of output about the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckSource {
    /// In a file.
    File(PathBuf),
    /// In a text that was typed or pasted.
    Text(String),
    /// A program that is asked.
    Program {
        /// The line that the shell runs.
        command: String,
        /// The timeout for an answer, in seconds.
        seconds: u64,
    },
}

impl CheckSource {
    /// Its name in a sentence.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => file_name(path),
            Self::Text(_) => "the text".to_owned(),
            Self::Program { .. } => "the program".to_owned(),
        }
    }
}

/// A user action on what-ifs.
#[derive(Clone, Debug, PartialEq)]
pub enum Assuming {
    /// Pin the rating of the selected node to the one in a text.
    Pin(String),
    /// Replace the selected node's position.
    Change(String),
    /// Switch the assumption of this number off, or on again.
    Switch(usize),
    /// Delete the assumption of this number.
    Delete(usize),
    /// Select the node of the assumption of this number.
    GoTo(usize),
}

/// The first board of a new document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstBoard {
    /// A random board of the usual game.
    Random,
    /// The first board of a game, by the game's name.
    Board(&'static str),
}
