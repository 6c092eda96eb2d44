//! The neighborhood of a position in the graph: its predecessors, and the targets of its moves.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::graph::{Graph, Vertex};
use super::sources::Sources;

/// A part of a graph: the positions around one of them, as far as they are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbourhood {
    vertices: Vec<Vertex>,
    /// Maximum distance from the middle of the vertices found first, in moves either way.
    radius: u32,
    cut: bool,
}

/// Which neighbors of a vertex are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The positions with a move to it.
    Above,
    /// Those that its moves lead to.
    Below,
}

impl Neighbourhood {
    /// The vertices within `radius` moves of `middle`, forwards or backwards, at most `most` of
    /// them: the nearest ones. Of those at the same distance, the ones reached by moves forwards
    /// come first, in the rules' order.
    pub fn around(
        graph: &Graph,
        sources: &Sources,
        middle: Vertex,
        radius: u32,
        most: usize,
    ) -> Self {
        let mut distances = FxHashMap::from_iter([(middle, 0)]);
        let mut vertices = vec![middle];
        let mut waiting = VecDeque::from([(middle, 0)]);
        let mut found = Self::default();
        'search: while let Some((vertex, distance)) = waiting.pop_front() {
            found.radius = distance;
            if distance == radius {
                continue;
            }
            for &near in graph.targets(vertex).iter().chain(sources.of(vertex)) {
                if distances.contains_key(&near) {
                    continue;
                }
                if vertices.len() >= most {
                    found.cut = true;
                    break 'search;
                }
                distances.insert(near, distance + 1);
                vertices.push(near);
                waiting.push_back((near, distance + 1));
            }
        }
        vertices.sort_unstable();
        found.vertices = vertices;
        found
    }

    /// Adds the neighbors of a vertex on one side, as long as the total is at most `most`.
    pub fn grow(&mut self, graph: &Graph, sources: &Sources, of: Vertex, side: Side, most: usize) {
        let near = match side {
            Side::Above => sources.of(of),
            Side::Below => graph.targets(of),
        };
        for &vertex in std::iter::once(&of).chain(near) {
            if let Err(place) = self.vertices.binary_search(&vertex) {
                if self.vertices.len() >= most {
                    self.cut = true;
                    return;
                }
                self.vertices.insert(place, vertex);
            }
        }
    }

    /// The vertices, in their order.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The index of a vertex among them.
    pub fn place(&self, vertex: Vertex) -> Option<usize> {
        self.vertices.binary_search(&vertex).ok()
    }

    /// The distance of the farthest vertex around the middle, in moves forwards or backwards.
    pub fn radius(&self) -> u32 {
        self.radius
    }

    /// Whether there were more than could be taken.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The number of distinct neighbors of a vertex on one side that are not included.
    pub fn missing(&self, graph: &Graph, sources: &Sources, of: Vertex, side: Side) -> usize {
        let near = match side {
            Side::Above => sources.of(of),
            Side::Below => graph.targets(of),
        };
        let mut missing: Vec<Vertex> = near
            .iter()
            .copied()
            .filter(|vertex| self.place(*vertex).is_none())
            .collect();
        missing.sort_unstable();
        missing.dedup();
        missing.len()
    }
}
