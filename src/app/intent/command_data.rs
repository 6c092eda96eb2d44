//! Parameters of single tools' commands: options for games (remembered between starts) and for the
//! next recording, the choice of a theme, actions on bookmarks and tours, and others.

use std::path::PathBuf;

use eframe::egui;
use egui_material_icons::icons;
use serde::{Deserialize, Serialize};

use crate::app::base::file_name;
use crate::game::{MAX_PLAYERS, Player};
use crate::save::{BookmarksAndTours, TourView};
use crate::search::{Method, Sampling};
use crate::session::play::{Seat, Seats, Skill};
use crate::session::{MAX_POSITIONS, Rated};
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
pub enum ExerciseAction {
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
pub enum WhatIfAction {
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

/// Maximum ply limit of the computer.
pub(crate) const MAX_PLIES: u32 = 99;

/// The seats, the computer's search depth, and how chance decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayChoices {
    /// The names of the players' seats, in the order of play; who has none is the computer's.
    pub seats: Vec<String>,
    /// The computer's ply limit; `None`: as deep as possible.
    pub plies: Option<u32>,
    /// Whether the user chooses the outcomes of chance.
    pub by_hand: bool,
}

impl Default for PlayChoices {
    fn default() -> Self {
        Self {
            seats: names(&Seats::default()),
            plies: None,
            by_hand: false,
        }
    }
}

fn names(seats: &Seats) -> Vec<String> {
    seats.0.iter().map(|seat| seat.name().to_owned()).collect()
}

impl PlayChoices {
    /// The seats.
    pub fn seats(&self) -> Seats {
        let seats = self.seats.iter().take(MAX_PLAYERS);
        Seats(
            seats
                .map(|name| Seat::from_name(name).unwrap_or_default())
                .collect(),
        )
    }

    /// The same with another seat for a player.
    #[must_use]
    pub fn with_seat(&self, player: Player, seat: Seat) -> Self {
        let mut seats = self.seats();
        seats.set(player, seat);
        Self {
            seats: names(&seats),
            ..self.clone()
        }
    }

    /// The computer's search depth.
    pub fn skill(&self) -> Skill {
        match self.plies {
            None => Skill::default(),
            Some(plies) => Skill {
                plies: Some(plies.clamp(1, MAX_PLIES)),
                positions: MAX_POSITIONS as usize,
            },
        }
    }
}

/// The user's recording options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordChoices {
    /// The algorithm.
    pub method: Method,
    /// The player whose rating is searched; the first player if the game doesn't have it.
    pub player: Player,
    /// Whether the depth is limited.
    pub limited: bool,
    /// The ply limit.
    pub plies: u32,
    /// The number of random games and their seed.
    pub sampling: Sampling,
}

impl Default for RecordChoices {
    fn default() -> Self {
        Self {
            method: Method::AlphaBeta,
            player: Player(0),
            limited: false,
            plies: 3,
            sampling: Sampling::default(),
        }
    }
}

impl RecordChoices {
    /// The options as far as a tree supports them.
    pub(crate) fn fitting(&self, rated: &Rated) -> Self {
        let graph = rated.graph.graph();
        let mut choices = self.clone();
        if choices.player.index() >= graph.players() {
            choices.player = Player(0);
        }
        if !choices.method.fits(graph.has_chance()) {
            choices.method = Method::AlphaBeta;
        }
        choices
    }

    /// The search depth in plies, if it is limited.
    pub(crate) fn max_plies(&self) -> Option<u32> {
        self.limited.then_some(self.plies)
    }
}

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// The system's theme.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl ThemeChoice {
    /// The corresponding egui value.
    pub fn preference(self) -> egui::ThemePreference {
        match self {
            Self::System => egui::ThemePreference::System,
            Self::Light => egui::ThemePreference::Light,
            Self::Dark => egui::ThemePreference::Dark,
        }
    }

    /// All of them, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::System];

    /// The text of its button.
    pub fn text(self) -> &'static str {
        match self {
            Self::Light => "Light theme",
            Self::Dark => "Dark theme",
            Self::System => "System theme",
        }
    }

    /// Its icon, a character of the icon font.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Light => icons::ICON_LIGHT_MODE.codepoint,
            Self::Dark => icons::ICON_DARK_MODE.codepoint,
            Self::System => icons::ICON_CONTRAST.codepoint,
        }
    }

    /// Its id for programs.
    pub fn id(self) -> String {
        format!("theme.{self:?}")
    }
}

/// Something that happens to bookmarks and tours, or goes to one of their nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TourCommand {
    /// Change them: an edit that can be undone.
    Change(Box<BookmarksAndTours>),
    /// Keep the typed text, as every command does.
    Keep,
    /// Select the node at the end of a line.
    GoTo(String),
    /// Show a step of the tour that is shown, counted from 0.
    Step(usize),
    /// Show another tour, from its first step.
    Choose(usize),
    /// Make an empty tour.
    NewTour,
    /// Take the tour away that is shown.
    DeleteTour,
    /// Swap a step of the current tour with the one before or after.
    MoveStep(usize, bool),
    /// Take a step away.
    DeleteStep(usize),
    /// Let a step hide ratings, or not.
    HideAt(usize, bool),
    /// Let a step show the present recording, or the tree again.
    RecordingAt(usize, bool),
    /// Let a step show its node in another view.
    ViewAt(usize, TourView),
    /// Take the bookmark of a line away.
    DeleteBookmark(String),
}
