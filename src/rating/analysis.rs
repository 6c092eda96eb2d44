//! All that is known of a position graph, computed once.

use super::{Distances, Options, Ratings};
use crate::tree::{Counts, Graph, LongestLines};

/// Ratings, distances and sizes of every vertex of a graph.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Ratings and proven intervals.
    pub ratings: Ratings,
    /// Plies to the end under best play.
    pub distances: Distances,
    /// Nodes of the tree below, the vertex included.
    pub nodes: Counts,
    /// Ends of the tree below; horizons are not among them.
    pub ends: Counts,
    /// Plies of the longest line below.
    pub longest: LongestLines,
}

impl Analysis {
    /// Analyses a graph, rated as `options` say.
    pub fn new(graph: &Graph, options: &Options) -> Self {
        let ratings = Ratings::new(graph, options);
        Self {
            distances: Distances::new(graph, &ratings),
            ratings,
            nodes: Counts::nodes(graph),
            ends: Counts::ends(graph),
            longest: LongestLines::new(graph),
        }
    }

    /// The bytes that all of it takes, by capacity.
    pub fn bytes(&self) -> usize {
        self.ratings.bytes()
            + self.distances.bytes()
            + self.nodes.bytes()
            + self.ends.bytes()
            + self.longest.bytes()
    }
}
