//! The options for the next recording.

use crate::game::Player;
use crate::search::{Method, Sampling};
use crate::session::Rated;

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
