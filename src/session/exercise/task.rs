//! The definition of an exercise: its tree, and the kind of blanks.

use super::level::Level;
use crate::game::Estimate;
use crate::games::Setup;

/// What the learner fills in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Task {
    /// The rating of every decision and chance node.
    #[default]
    Ratings,
    /// Every best move of every decision.
    BestMoves,
    /// Alpha-beta's bounds of each node that it visits.
    Bounds,
    /// The moves that alpha-beta leaves out.
    Cuts,
}

impl Task {
    /// All of them, in the order they are taught.
    pub const ALL: [Self; 4] = [Self::Ratings, Self::BestMoves, Self::Bounds, Self::Cuts];

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ratings => "ratings",
            Self::BestMoves => "best-moves",
            Self::Bounds => "bounds",
            Self::Cuts => "cuts",
        }
    }

    /// The task of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|task| task.name() == name)
    }

    /// Its title in the window and on paper.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ratings => "Ratings",
            Self::BestMoves => "Best moves",
            Self::Bounds => "Bounds",
            Self::Cuts => "Cuts",
        }
    }

    /// Whether it is about alpha-beta.
    pub fn is_alpha_beta(self) -> bool {
        matches!(self, Self::Bounds | Self::Cuts)
    }
}

/// An exercise: everything needed to reproduce it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Exercise {
    /// The game, its rules and the position at the root.
    pub setup: Setup,
    /// The ply limit of the tree.
    pub max_plies: Option<u32>,
    /// The estimate given at that limit.
    pub estimate: Estimate,
    /// What the learner fills in.
    pub task: Task,
    /// The seed and level, if it was generated.
    pub drawn: Option<Generated>,
}

/// The seed and level of a generated exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The seed.
    pub seed: u64,
    /// The level.
    pub level: Level,
}
