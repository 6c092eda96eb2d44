//! What commands of single tools carry.

use std::path::PathBuf;

use crate::app::base::file_name;
use crate::tree::UnfoldingNode;

/// What is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Save the changes, and go on.
    Save,
    /// Go on without the changes.
    Discard,
    /// Let everything be as it is.
    Cancel,
    /// Read the file again.
    ReadAgain,
    /// Keep what is open.
    Keep,
    /// Replace the file.
    Replace,
    /// Save to another file.
    SaveAs,
}

impl Answer {
    /// Its button, as programs find it.
    pub fn id(self) -> String {
        format!("question.{self:?}")
    }
}

/// What somebody does with an exercise, beside the commands with a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Exercising {
    /// Draw one by what is chosen.
    Draw,
    /// Draw the next one of the same kind.
    Another,
    /// Open the exercise of a line.
    Line(String),
    /// Go to the next blank, or the one before.
    Step(bool),
    /// Go to a blank.
    GoTo(usize),
    /// Type a letter into the blank.
    Type(char),
    /// Take the last letter back.
    Erase,
    /// Throw away what is being typed.
    Clear,
    /// Choose the next move, or the one before.
    Choose(bool),
    /// Mark the chosen move, or take the mark away.
    Toggle,
    /// Press a node.
    PressNode(UnfoldingNode),
    /// Press the move to a node.
    PressMove(UnfoldingNode),
    /// Give what was typed or marked as the answer.
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

/// Where somebody says something of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckSource {
    /// In a file.
    File(PathBuf),
    /// In a text that was typed or pasted.
    Text(String),
    /// A program says it that is asked.
    Program {
        /// The line that the shell runs.
        command: String,
        /// How many seconds it may take for an answer.
        seconds: u64,
    },
}

impl CheckSource {
    /// What it is called in a sentence.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => file_name(path),
            Self::Text(_) => "the text".to_owned(),
            Self::Program { .. } => "the program".to_owned(),
        }
    }
}

/// What somebody wants of what-ifs.
#[derive(Clone, Debug, PartialEq)]
pub enum Assuming {
    /// Pin the rating of the selected node to what a text says.
    Pin(String),
    /// Put another position in the place of the selected node's.
    Change(String),
    /// Switch the assumption of this number off, or on again.
    Switch(usize),
    /// Take the assumption of this number away.
    Delete(usize),
    /// Select the node of the assumption of this number.
    GoTo(usize),
}

/// What a new document begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstBoard {
    /// A random board of the usual game.
    Random,
    /// The first board of a game, by the game's name, with its setup open.
    Board(&'static str),
}

/// Where the keyboard's focus is led when the setup is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetupLead {
    /// To the tab, so that the next field is one Tab away.
    Tab,
    /// Into the position.
    Position,
}
