//! The position graph, the game tree and the unfolding, and what is counted on them. petgraph is
//! named here and nowhere above.

mod batch;
mod build;
mod components;
mod counting;
mod counts;
mod estimate;
mod fill;
mod graph;
mod intern;
mod labels;
mod listing;
mod memory;
mod order;
mod position_graph;
mod runs;
mod tasks;
mod unfold;
mod visit;

pub use build::{Builder, Limits, Progress};
pub use components::{Arrows, Components, Directed, Parting};
pub use counting::{Counting, CountingWinners, Sizing};
pub use counts::{Count, Counts, EndsByWinners, LongestLines, PlyCounts, PlySweep};
pub use fill::Filling;
#[cfg(test)]
pub(crate) use graph::looks;
pub use graph::{Edge, Graph, Sources, Stopped, Vertex, VertexKind};
pub use labels::{DistinctPositions, Labels, Line, Pictures};
pub use memory::Reckoning;
pub use order::Sorting;
pub use position_graph::PositionGraph;
pub use tasks::{Task, side_by_side};
pub use unfold::{GameTree, ShownPlies, Unfolded, Unfolding, UnfoldingNode};
pub use visit::{Arrow, ArrowsOf, BothWays, VertexSet};
