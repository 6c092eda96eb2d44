//! The position graph, the game tree and its expanded part (the unfolding), and the counts on them.
//! Folders above this one don't name petgraph.
//!
//! Only building and unfolding are generic over the game. All algorithms on a graph are ordinary
//! functions on vertex numbers, compiled once. `Builder::step` does a bounded amount of work, and
//! `snapshot` returns the graph found so far. Vertices and edges keep their numbers in later
//! snapshots, since both are numbered in the rules' breadth-first order. So a walk on a partial
//! graph continues when the whole graph arrives. A `DiGraph` of petgraph's
//! is filled for small graphs, and for others when it is asked for.
//!
//! A memory limit can't be converted to a position limit before the build, since the number of
//! moves per position isn't known. It is checked at each new position, and depends on the numbers
//! of positions and moves alone (`MemoryEstimate`). So the build stops at the same position on every
//! machine, with any number of threads and any step sizes. `stopped` returns the position limit
//! that gives the same graph.
//!
//! # Sweeps
//! Counts are in one flat array of 64-bit words, one word per position as long as that is enough. A
//! sweep that overflows starts again with twice the words. From 4,096 bits on a count is "at least
//! 2^4096". Nodes, ends and longest lines share one sweep. `LineCounts`, `LinesToPositions`, `Leaves` and
//! `PlyCounting` are sweeps too. Each runs when its result is first shown, on a named thread of the
//! window.
//!
//! `Hits` are the nodes that match a filter. They are one bit per move, and one sweep counts the
//! hits below every vertex. The total, the next and previous hit, and the marks are found by
//! descending along these counts, in trees of any size. The ply isn't a property of a position. If
//! a filter depends on it, counts are stored by ply and vertex, within a budget. `HitsByPly`
//! carries the number of lines from ply to ply, as `PlyCounting` does, and returns the number of
//! hits of each ply. A long expansion is a `StepwiseUnfolding`, which a session continues for some
//! milliseconds per frame.

mod batch;
mod build;
mod components;
mod counting;
mod counts;
mod graph;
mod hits;
mod intern;
mod labels;
mod leaves;
mod listing;
mod memory;
mod position_graph;
mod reached;
mod sorting;
mod unfold;
mod vertex;
mod vertex_set;

pub use build::{BuildProgress, Builder};
pub use components::{Arrows, Components, Directed};
pub use counting::{PlyCount, PlyCounting, TreeSizes};
pub use counts::{Count, Counts, EndsByWinners, LongestLines, PlyCounts, PlySweep, Total};
#[cfg(test)]
pub(crate) use graph::visits;
pub use graph::{Graph, Proven, Stopped};
pub use hits::{EdgeSet, FoundHit, Hits, HitsByPly, Marked, Plies, TooLarge};
pub use labels::{DistinctPositions, Labels, Line, Pictures};
pub use leaves::{LeafClass, Leaves};
pub use memory::{Limits, MemoryEstimate};
pub use position_graph::{Neighbourhood, PositionGraph, Side};
pub use reached::{LineCounts, LinesToPositions, RootDistances};
pub use sorting::Sources;
pub use unfold::{GameTree, ShownPlies, StepwiseUnfolding, Unfolded, Unfolding, UnfoldingNode};
pub use vertex::{Edge, Vertex, VertexKind};
pub use vertex_set::VertexSet;

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use crate::games::scripted::Scripted;
    use crate::tree::{Limits, PositionGraph};

    /// The graph of a script, perhaps with a ply limit.
    pub fn graph(script: &str, max_plies: Option<u32>) -> PositionGraph<Scripted> {
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        let start = game.start();
        let limits = Limits {
            max_plies,
            ..Limits::default()
        };
        PositionGraph::new(game, start, limits)
    }
}
