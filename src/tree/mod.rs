//! The position graph, the game tree and the unfolding, and what is counted on them. petgraph is
//! named here and nowhere above.

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
pub use hits::{EdgeSet, Found, HitCounting, Hits, Marked, Plies, TooLarge};
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
