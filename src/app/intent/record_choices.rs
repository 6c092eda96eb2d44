//! What is recorded next.

use crate::game::Player;
use crate::search::{Method, Sampling};
use crate::session::Rated;

/// What somebody has chosen to record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordChoices {
    /// The algorithm.
    pub method: Method,
    /// The player whose rating it looks for; one that the game doesn't have stands for the first.
    pub player: Player,
    /// Whether it looks only so many plies deep.
    pub limited: bool,
    /// How many.
    pub plies: u32,
    /// How many games are played at random, and which.
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
    /// What is chosen, as far as a tree offers it.
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

    /// How many plies deep it looks at most.
    pub(crate) fn max_plies(&self) -> Option<u32> {
        self.limited.then_some(self.plies)
    }
}
