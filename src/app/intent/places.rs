//! What can stand in the middle of the window and at its right.

use super::command::Named;

/// What stands in the middle of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Middle {
    /// The tree, as far as it is unfolded.
    #[default]
    Tree,
    /// The map of the whole tree.
    Map,
    /// The position graph around the selected position.
    Positions,
    /// What the graph and the tree hold, in numbers.
    Statistics,
    /// How an algorithm rates a node, step by step.
    Recording,
    /// What somebody's program says of the board, beside the rules.
    Check,
    /// An exercise; nothing else can be chosen meanwhile.
    Exercise,
    /// A tree of one's own while it is drawn, with all that belongs to it.
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

    /// What shows it.
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

/// What the panel at the right shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The selected node.
    #[default]
    Node,
    /// The setup of the board.
    Setup,
    /// How games are played.
    Players,
    /// Recordings of searches.
    Record,
    /// What is assumed of the tree.
    WhatIf,
    /// Tours and bookmarks.
    Tour,
    /// Exercises.
    Exercise,
    /// Where somebody new can begin.
    Start,
}

impl Side {
    /// The name of its tab.
    pub fn text(self) -> &'static str {
        match self {
            Self::Node => "Node",
            Self::Setup => "Setup",
            Self::Players => "Players",
            Self::Record => "Record",
            Self::WhatIf => "What if",
            Self::Tour => "Tour",
            Self::Exercise => "Exercise",
            Self::Start => "Start here",
        }
    }
}
