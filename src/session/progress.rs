//! How far long work has come.

use crate::tree;

/// What a build is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Stage {
    /// It lists the moves of positions.
    #[default]
    Exploring,
    /// It puts positions into an order in which children come before parents.
    Sorting,
    /// It rates and counts them.
    Rating,
}

impl Stage {
    /// Every stage, in the order in which they come.
    pub const ALL: [Self; 3] = [Self::Exploring, Self::Sorting, Self::Rating];

    /// What it is doing, in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exploring => "building",
            Self::Sorting => "sorting",
            Self::Rating => "rating",
        }
    }
}

/// How far long work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// How much of that is done, and how much there is of it, as far as is known.
    pub within: (u64, u64),
    /// Positions discovered so far.
    pub positions: usize,
    /// Positions whose moves have been listed.
    pub expanded: usize,
    /// Moves found so far.
    pub moves: usize,
    /// The bytes that all of it takes, by capacity.
    pub bytes: usize,
    /// Whether all is done.
    pub done: bool,
}

impl Progress {
    /// How far the build of a graph has come, before anything is rated.
    pub fn exploring(progress: tree::Progress) -> Self {
        let tree::Progress {
            positions,
            expanded,
            moves,
            bytes,
            done,
        } = progress;
        Self {
            stage: Stage::Exploring,
            within: (expanded as u64, positions as u64),
            positions,
            expanded,
            moves,
            bytes,
            done,
        }
    }

    /// Whether the moves of all positions are known that there will be.
    pub fn is_explored(&self) -> bool {
        self.done || self.stage != Stage::Exploring
    }

    /// How much of the stage is done, from 0 to 1.
    pub fn share(&self) -> f32 {
        let (done, of) = self.within;
        if of == 0 {
            1.0
        } else {
            done as f32 / of as f32
        }
    }
}
