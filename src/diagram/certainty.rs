//! What may be said of a rating that isn't proven: what is certain, and what is a guess.

use super::view::TreeView;
use crate::game::Player;
use crate::rating::Rating;
use crate::tree::Vertex;
use crate::words::{rating_text, shortened, unrounded};

/// As many characters of a player's name stand in a guess.
const MAX_NAME: usize = 16;

impl TreeView<'_> {
    /// Between which ratings the one of a vertex certainly lies: `between 0 and 1`.
    pub fn open_words(&self, vertex: Vertex, player: Player) -> String {
        let (low, high) = self.proven(vertex, player);
        format!("between {} and {}", rating_text(&low), rating_text(&high))
    }

    /// What is guessed of a rating that isn't proven: `a wins`, or a number; `None` where it is proven,
    /// and where ratings are hidden.
    pub fn guess(&self, vertex: Vertex, player: Player) -> Option<String> {
        if self.hidden || self.is_proven(vertex, player) {
            return None;
        }
        let rating = self.rating(vertex, player);
        let name = |player| shortened(&self.name(player), MAX_NAME);
        let (least, most) = self.labels.graph().range();
        let is = |end| least < most && rating.ties_with(&Rating::Exact(end));
        let ratings = &self.analysis.ratings;
        Some(match () {
            () if ratings.has_constant_sum() && is(most) => format!("{} wins", name(player)),
            () if ratings.has_constant_sum() && is(least) => {
                format!("{} wins", name(Player(1 - player.0.min(1))))
            }
            () => {
                let about = rating_text(&rating);
                format!("about {} for {}", unrounded(&about), name(player))
            }
        })
    }

    /// Whether some rating of the graph may be open, so that what is proven has to stand out. Bounds
    /// that are iterated are kept where they have met, too.
    pub fn is_partly_open(&self) -> bool {
        let ratings = &self.analysis.ratings;
        let complete = || self.labels.graph().is_complete();
        ratings.has_intervals() && (!complete() || !ratings.all_proven(Vertex::ROOT))
    }

    /// The plies to the end under best play, where that is proven.
    pub fn distance(&self, vertex: Vertex) -> Option<u32> {
        let plies = self.analysis.distances.of(vertex)?;
        self.analysis.ratings.all_proven(vertex).then_some(plies)
    }
}
