//! The position graph, the game tree and the unfolding, and what is counted on them. petgraph is
//! named here and nowhere above.

mod build;
mod components;
mod counts;
mod estimate;
mod fill;
mod graph;
mod labels;
mod position_graph;
mod unfold;

pub use build::{Builder, Limits, Progress};
pub use components::{Arrows, Components};
pub use counts::{Count, Counts, EndsByWinners, LongestLines, PlyCounts, PlySweep};
pub use fill::Filling;
pub use graph::{Edge, Graph, Sources, Stopped, Vertex, VertexKind};
pub use labels::{DistinctPositions, Labels, Line, Pictures};
pub use position_graph::PositionGraph;
pub use unfold::{GameTree, ShownPlies, Unfolded, Unfolding, UnfoldingNode};
