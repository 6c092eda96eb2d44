//! Progress of long work: stage, amounts, memory.

use crate::tree;
use crate::work::{Control, pause};

/// Default position limit when opening a board. Every 3×3 board of two players and three dice has
/// fewer.
pub const MAX_POSITIONS: u64 = 6_000_000;

/// The stage of a build.
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
    /// A search proves ratings. The amounts are ratings, and positions are nodes that it has visited.
    Proving,
}

impl Stage {
    /// Every stage, in the order they come.
    pub const ALL: [Self; 4] = [Self::Exploring, Self::Sorting, Self::Rating, Self::Proving];

    /// The stage in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exploring => "building",
            Self::Sorting => "sorting",
            Self::Rating => "rating",
            Self::Proving => "proving",
        }
    }
}

/// Progress of long work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// The work done in the stage and its total, as far as known.
    pub within: (u64, u64),
    /// Positions discovered so far.
    pub positions: usize,
    /// The number of positions whose moves have been listed.
    pub expanded: usize,
    /// Moves found so far.
    pub moves: usize,
    /// The bytes in use, by capacity.
    pub bytes: usize,
    /// Whether all is done.
    pub done: bool,
}

impl Progress {
    /// The progress of building a graph, before rating.
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

    /// Whether a graph in the making has become too large, or grows so quickly that it will be. (Measured
    /// at 320,000 positions of Dice of Doom: boards with more than 10,000,000 have 2.2 to 3.1 times as
    /// many as were expanded; one of 4,071,139 has 1.84 times as many.)
    pub fn is_too_large(&self) -> bool {
        const SEEN_FROM: usize = 300_000;
        let grows = self.positions >= SEEN_FROM && self.positions > 2 * self.expanded;
        !self.is_explored() && grows || self.positions as u64 >= MAX_POSITIONS
    }

    /// Whether the moves of all positions are known that there will be.
    pub fn is_explored(&self) -> bool {
        self.done || self.stage != Stage::Exploring
    }

    /// The completed share of the stage, from 0 to 1.
    pub fn share(&self) -> f32 {
        let (done, of) = self.within;
        if of == 0 {
            1.0
        } else {
            done as f32 / of as f32
        }
    }
}

/// Receives the progress of long work when it pauses.
pub type Show<'a, P = Progress> = dyn Fn(P) + Sync + 'a;

/// Counts work that is done; if the turn is over, shows the progress and pauses.
pub(crate) async fn tick<P>(
    ctl: &Control,
    work: usize,
    show: &Show<'_, P>,
    progress: impl FnOnce() -> P,
) {
    if !ctl.spend(work) {
        show(progress());
        pause().await;
    }
}
