//! The position graph, the game tree and its expanded part (the unfolding), and the counts on them.
//! Folders above this one don't name petgraph.
//!
//! Only building and unfolding are generic over the game. All algorithms on a graph are ordinary
//! functions on vertex numbers, compiled once. `Builder::step` does a bounded amount of work, and
//! `snapshot` returns the graph found so far. Vertices and edges keep their numbers in later
//! snapshots, since both are numbered in the rules' breadth-first order. So a walk on a partial
//! graph continues when the whole graph arrives. The columns are a graph of petgraph's by its
//! traits; a `DiGraph` of their own is filled for small graphs, and for others when it is asked for.
//!
//! A memory limit can't be converted to a position limit before the build, since the number of
//! moves per position isn't known. It is checked at each new position, and depends on the numbers
//! of positions and moves alone (`Reckoning`). So the build stops at the same position on every
//! machine, with any number of threads and any step sizes. `stopped` returns the position limit
//! that gives the same graph.
//!
//! # Sweeps
//! Counts are in one flat array of 64-bit words, one word per position as long as that is enough. A
//! sweep that overflows starts again with twice the words. From 4,096 bits on a count is "at least
//! 2^4096". Nodes, ends and longest lines share one sweep. `Lines`, `Ways`, `Leaves` and
//! `PlyCounting` are sweeps too. Each runs when its result is first shown, on a named thread of the
//! window.
//!
//! `Hits` are the nodes that match a filter. They are one bit per move, and one sweep counts the
//! hits below every vertex. The total, the next and previous hit, and the marks are found by
//! descending along these counts, in trees of any size. The ply isn't a property of a position. If
//! a filter depends on it, counts are stored by ply and vertex, within a budget. `HitsByPly`
//! carries the number of lines from ply to ply, as `PlyCounting` does, and returns the number of
//! hits of each ply. A long expansion is a `Spread`, which a session continues for some
//! milliseconds per frame.

mod batch;
mod build;
mod components;
mod counting;
mod counts;
mod graph;
mod hits;
mod information;
mod intern;
mod labels;
mod leaves;
mod listing;
mod memory;
mod order;
mod position_graph;
mod reached;
mod sorting;
mod unfold;
mod vertex;
mod visit;

pub use self::counting::{Ply, PlyCounting};
pub use self::counts::Total;
pub use self::labels::DistinctPositions;
pub use self::memory::Limits;
pub use self::position_graph::{Neighbourhood, Side};
pub use self::reached::Lines;
pub use self::reached::Ways;
pub use self::sorting::Sources;
pub use build::{Builder, Progress};
pub use components::{Arrows, Components, Directed};
pub use counting::Sizes;
pub use counts::{Count, Counts, EndsByWinners, LongestLines, PlyCounts, PlySweep};
pub use graph::{Graph, Proven, Stopped};
pub use hits::{EdgeSet, FoundHit, Hits, HitsByPly, Marked, Plies, TooLarge};
pub use labels::{Labels, Line, Pictures};
pub use leaves::{LeafClass, Leaves};
pub use memory::Reckoning;
pub use position_graph::PositionGraph;
pub use reached::Reached;
pub use unfold::{GameTree, ShownPlies, Spread, Unfolded, Unfolding, UnfoldingNode};
pub use vertex::{Edge, Vertex, VertexKind};
pub use visit::{Arrow, ArrowsOf, BothWays, VertexSet};

#[cfg(test)]
pub(crate) use graph::looks;
#[cfg(test)]
pub(crate) mod scripts;
