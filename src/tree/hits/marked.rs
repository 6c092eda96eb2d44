//! The marks of a filter's hits: a bit for every move, one for the root, and the plies in which
//! they count.

use super::super::graph::Graph;
use super::super::vertex::{Edge, Vertex};

/// A set of edges: one bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeSet(Vec<u64>);

impl EdgeSet {
    /// None of a graph's edges.
    pub fn none(graph: &Graph) -> Self {
        Self(vec![0; graph.edge_count().div_ceil(64)])
    }

    /// Whether an edge is in it.
    pub fn contains(&self, edge: Edge) -> bool {
        self.0[edge.index() / 64] >> (edge.0 % 64) & 1 == 1
    }

    /// Puts an edge in.
    pub fn insert(&mut self, edge: Edge) {
        self.0[edge.index() / 64] |= 1 << (edge.0 % 64);
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        8 * self.0.capacity()
    }
}

/// A range of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plies {
    /// The first one.
    pub from: u32,
    /// The last one; `None` if there is no last one.
    pub to: Option<u32>,
}

impl Plies {
    /// Whether a ply is in the range.
    pub fn contains(self, ply: u32) -> bool {
        self.from <= ply && self.to.is_none_or(|to| ply <= to)
    }

    /// Whether every ply is in the range.
    pub fn is_all(self) -> bool {
        self == Self::default()
    }

    /// The intersection of both ranges.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            from: self.from.max(other.from),
            to: match (self.to, other.to) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }
    }
}

/// Determines which nodes of a game tree are hits, by the last move, the ply, and whether all moves
/// of the line are followed.
#[derive(Clone, Debug)]
pub struct Marked {
    /// Whether the root is a hit.
    pub root: bool,
    /// The moves that lead to hits.
    pub edges: EdgeSet,
    /// The moves below which hits count, and which lead to hits themselves; `None` for all moves.
    pub ways: Option<EdgeSet>,
    /// The plies in which hits count.
    pub plies: Plies,
}

impl Marked {
    /// Whether a move leads to a hit in some ply.
    #[inline]
    pub(in crate::tree) fn hits(&self, edge: Edge) -> bool {
        self.edges.contains(edge) && self.leads(edge)
    }

    /// Whether hits below a move count.
    #[inline]
    pub(in crate::tree) fn leads(&self, edge: Edge) -> bool {
        self.ways.as_ref().is_none_or(|ways| ways.contains(edge))
    }

    /// The number of moves of a vertex that lead to hits in some ply.
    pub(in crate::tree) fn moves_of(&self, graph: &Graph, vertex: Vertex) -> u64 {
        graph.edges(vertex).filter(|edge| self.hits(*edge)).count() as u64
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        self.edges.bytes() + self.ways.as_ref().map_or(0, EdgeSet::bytes)
    }
}
