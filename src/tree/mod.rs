//! The position graph, the game tree and the unfolding, and what is counted on them. petgraph is
//! named here and nowhere above.
//!
//! Only building and unfolding are generic over the game. Everything that is computed on a graph is
//! an ordinary function on vertex numbers, compiled once. `Builder::step` does a bounded amount of
//! work, and `snapshot` gives the graph as far as it is known. Vertices and edges keep their
//! numbers from snapshot to snapshot, since both are numbered in the rules' breadth-first order, so
//! that a walk begun on a part of the graph goes on when the whole arrives. petgraph's graph holds
//! the moves, and the flat columns don't: a move is stored once.
//!
//! A budget of bytes is no number of positions before the build, since nobody knows then how many
//! moves a position will have. It is reckoned at each new position from the numbers of positions
//! and moves alone (`Reckoning`), so that it stops at the same position on every machine, with any
//! number of threads and in any steps; `stopped` tells the number that repeats it.
//!
//! # Sweeps
//! Counts lie in one flat array of 64-bit words, one word a position as long as that is enough; a
//! sweep that overflows starts again with twice the words. From 4,096 bits on a count is "at least
//! 2^4096". Nodes, ends and longest lines share one sweep. `Lines`, `Ways`, `Leaves` and
//! `PlyCounting` are sweeps too, each made when it is first shown, on a named thread of the window.
//!
//! `Hits` answer a filter: they are a bit a move, and one sweep counts the hits below every vertex,
//! so that total, next, previous and marks come by going down, in trees that nobody could unfold.
//! The ply is no property of a position: where it is asked for, counts are kept by ply and vertex,
//! within a budget. `HitsByPly` carries lines from ply to ply, as `PlyCounting` does, and tells how many
//! hits each has. What takes long to unfold is a `Spread`, with which a session goes on for some
//! milliseconds a frame.

mod batch;
mod build;
mod components;
mod counting;
mod counts;
mod distinct;
mod estimate;
mod fill;
mod graph;
mod hits;
mod intern;
mod labels;
mod leaves;
mod limits;
mod lines;
mod listing;
mod memory;
mod neighbourhood;
mod order;
mod plies;
mod position_graph;
mod reached;
mod resume;
mod runs;
mod sorting;
mod sources;
mod tasks;
mod total;
mod unfold;
mod visit;
mod ways;

pub use build::{Builder, Progress};
pub use components::{Arrows, Components, Directed, Parting};
pub use counting::{Counting, CountingWinners, Sizing};
pub use counts::{Count, Counts, EndsByWinners, LongestLines, PlyCounts, PlySweep};
pub use distinct::{CountingDistinct, DistinctPositions};
pub use fill::Filling;
pub use graph::{Edge, Graph, Stopped, Vertex, VertexKind};
pub use hits::{
    CountingByPly, EdgeSet, Found, HitCounting, Hits, HitsByPly, Marked, Plies, TooLarge,
};
pub use labels::{Labels, Line, Pictures};
pub use leaves::{CountingLeaves, LeafClass, Leaves};
pub use limits::Limits;
pub use lines::{CountingLines, Lines};
pub use memory::Reckoning;
pub use neighbourhood::{Neighbourhood, Side};
pub use plies::{Ply, PlyCounting, PlyStep};
pub use position_graph::PositionGraph;
pub use reached::{Reached, Reaching};
pub use sorting::Sorting;
pub use sources::{Sources, Sourcing};
pub use tasks::{Task, side_by_side};
pub use total::Total;
pub use unfold::{GameTree, ShownPlies, Spread, Unfolded, Unfolding, UnfoldingNode};
pub use visit::{Arrow, ArrowsOf, BothWays, VertexSet};
pub use ways::{FindingWays, Ways};

#[cfg(test)]
pub(crate) use graph::looks;
