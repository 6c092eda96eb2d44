//! The position graph, the game tree and the unfolding, and what is counted on them. petgraph is
//! named here and nowhere above.

mod build;
mod components;
mod counts;
mod estimate;
mod graph;
mod labels;
mod unfold;

pub use build::{Builder, Limits, PositionGraph, Progress};
pub use components::{Arrows, Components};
pub use counts::{Count, Counts, EndsByWinners, LongestLines, PlyCounts, PlySweep};
pub use graph::{Edge, Graph, Sources, Stopped, Vertex, VertexKind};
pub use labels::{DistinctPositions, Labels, Line, Pictures};
pub use unfold::{GameTree, ShownPlies, Unfolded, Unfolding, UnfoldingNode};
