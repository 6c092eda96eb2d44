//! The views in the middle of the window, and the panels at its right.

use super::command::Named;

/// A view in the middle of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Middle {
    /// The tree, as far as it is unfolded.
    #[default]
    Tree,
    /// The map of the whole tree.
    Map,
    /// The position graph around the selected position.
    Positions,
    /// The counts of the graph and the tree.
    Statistics,
    /// The recording of an algorithm.
    Recording,
    /// The check of an external program.
    Check,
    /// An exercise; nothing else can be chosen meanwhile.
    Exercise,
    /// The editor of an own tree, with its panels.
    Editor,
}

impl Middle {
    /// All that can be chosen, from left to right.
    pub const ALL: &'static [Self] = &[
        Self::Tree,
        Self::Map,
        Self::Positions,
        Self::Statistics,
        Self::Recording,
        Self::Check,
    ];

    /// Its name.
    pub fn text(self) -> &'static str {
        match self {
            Self::Tree => "Tree",
            Self::Map => "Map",
            Self::Positions => "Positions",
            Self::Statistics => "Statistics",
            Self::Recording => "Recording",
            Self::Check => "Check",
            Self::Exercise => "Exercise",
            Self::Editor => "Own tree",
        }
    }

    /// The command that shows it.
    pub fn command(self) -> Named {
        match self {
            Self::Tree => Named::ShowTree,
            Self::Map => Named::ShowMap,
            Self::Positions => Named::ShowPositions,
            Self::Statistics => Named::ShowStatistics,
            Self::Recording => Named::ShowRecording,
            Self::Check => Named::ShowCheck,
            Self::Exercise => Named::NewExercise,
            Self::Editor => Named::EditTree,
        }
    }
}

/// A panel at the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The selected node.
    #[default]
    Node,
    /// The moves and the line, where they have no panel of their own.
    Moves,
    /// The setup of the board.
    Setup,
    /// The options for games.
    Players,
    /// Recordings of searches.
    Record,
    /// The assumptions about the tree.
    WhatIf,
    /// Tours and bookmarks.
    Tour,
    /// Exercises.
    Exercise,
    /// The start card for new users.
    Start,
}

impl Side {
    /// Whether its tab is there whatever is shown, rather than opened and closed as a tool.
    pub fn stays(self) -> bool {
        matches!(self, Self::Node | Self::Moves | Self::Setup)
    }

    /// The name of its tab.
    pub fn text(self) -> &'static str {
        match self {
            Self::Node => "Node",
            Self::Moves => "Moves",
            Self::Setup => "Setup",
            Self::Players => "Players",
            Self::Record => "Algorithm",
            Self::WhatIf => "What if",
            Self::Tour => "Tour",
            Self::Exercise => "Exercise",
            Self::Start => "Start here",
        }
    }
}
