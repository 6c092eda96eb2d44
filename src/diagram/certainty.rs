//! Texts about unproven ratings: the proven interval, and the estimate.

use super::view::TreeView;
use crate::game::Player;
use crate::rating::Rating;
use crate::tree::Vertex;
use crate::words::{plies_text, rating_text, shortened, unrounded};

/// Maximum characters of a player's name in an estimate.
const MAX_NAME: usize = 16;

impl TreeView<'_> {
    /// The proven interval of a vertex's rating: `between 0 and 1`.
    pub fn open_words(&self, vertex: Vertex, player: Player) -> String {
        let (low, high) = self.proven(vertex, player);
        format!("between {} and {}", rating_text(&low), rating_text(&high))
    }

    /// The estimate of an unproven rating: `a wins`, or a number; `None` if the rating is proven,
    /// or if ratings are hidden.
    pub fn guess(&self, vertex: Vertex, player: Player) -> Option<String> {
        let has_estimates = self.analysis.ratings.has_estimates();
        if self.hidden || !has_estimates || self.is_proven(vertex, player) {
            return None;
        }
        let rating = self.rating(vertex, player);
        let name = |player| shortened(&self.name(player), MAX_NAME);
        let (least, most) = self.labels.graph().range();
        let is_win = self.analysis.ratings.has_constant_sum() && self.labels.graph().has_winners();
        let is = |end| is_win && least < most && rating.ties_with(&Rating::Exact(end));
        Some(match () {
            () if is(most) => format!("{} wins", name(player)),
            () if is(least) => {
                format!("{} wins", name(Player(1 - player.0.min(1))))
            }
            () => {
                let about = rating_text(&rating);
                format!("about {} for {}", unrounded(&about), name(player))
            }
        })
    }

    /// Whether some rating of the graph may be unproven, so that proven ones need a mark. Iterated
    /// bounds are kept even if they have met.
    pub fn is_partly_open(&self) -> bool {
        let ratings = &self.analysis.ratings;
        let complete = || self.labels.graph().is_complete();
        ratings.has_intervals() && (!complete() || !ratings.all_proven(Vertex::ROOT))
    }

    /// Who wins within how many plies, where a search has proven that: `a wins within 22 plies`.
    pub fn wins_within(&self, vertex: Vertex) -> Option<String> {
        let plies = self
            .labels
            .graph()
            .wins_within(vertex)
            .filter(|_| !self.hidden)?;
        let (_, most) = self.labels.graph().range();
        let first = self
            .rating(vertex, Player(0))
            .ties_with(&Rating::Exact(most));
        let winner = shortened(&self.name(Player(u8::from(!first))), MAX_NAME);
        Some(format!("{winner} wins within {}", plies_text(plies)))
    }

    /// The plies to the end under best play, where that is proven.
    pub fn distance(&self, vertex: Vertex) -> Option<u32> {
        self.analysis.proven_distance(vertex)
    }
}
