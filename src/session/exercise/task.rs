//! What an exercise is: its tree, and what is filled in.

use super::level::Level;
use crate::game::Estimate;
use crate::games::Setup;

/// What is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Task {
    /// The rating of every node where somebody or chance decides.
    #[default]
    Ratings,
    /// Every best move of every decision.
    BestMoves,
    /// What alpha-beta knows of each node that it looks at.
    Bounds,
    /// The moves that alpha-beta leaves out.
    Cuts,
}

impl Task {
    /// All of them, in the order in which they are taught.
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

    /// What it is called in the window and on paper.
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

/// An exercise: all that makes the same one for somebody else.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Exercise {
    /// The game, its rules and the position at the root.
    pub setup: Setup,
    /// How many plies the tree has.
    pub max_plies: Option<u32>,
    /// What is given where that stops it.
    pub estimate: Estimate,
    /// What is filled in.
    pub task: Task,
    /// What it was drawn from.
    pub drawn: Option<Drawn>,
}

/// What an exercise was drawn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The seed.
    pub seed: u64,
    /// The level.
    pub level: Level,
}
