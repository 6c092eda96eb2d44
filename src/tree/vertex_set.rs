//! A set of vertices, for walks that meet each vertex once.

use super::vertex::Vertex;

/// A set of vertices: one bit each, so that it stays near the processor.
#[derive(Clone, Debug, Default)]
pub struct VertexSet(Vec<u64>);

impl VertexSet {
    /// None of `vertices` vertices.
    pub fn none(vertices: usize) -> Self {
        Self(vec![0; vertices.div_ceil(64)])
    }

    /// All of `vertices` vertices from a number on.
    pub fn all_from(from: u32, vertices: usize) -> Self {
        let mut set = Self::none(vertices);
        let first = from as usize / 64;
        if let Some(words) = set.0.get_mut(first..) {
            words.fill(u64::MAX);
        }
        if let Some(word) = set.0.get_mut(first) {
            *word <<= from % 64;
        }
        set
    }

    /// Whether a vertex is in it.
    pub fn contains(&self, vertex: u32) -> bool {
        self.0[vertex as usize / 64] >> (vertex % 64) & 1 == 1
    }

    /// Puts a vertex in.
    pub fn insert(&mut self, vertex: u32) {
        self.0[vertex as usize / 64] |= 1 << (vertex % 64);
    }

    /// Puts a vertex in, and says whether it was new.
    pub fn visit(&mut self, vertex: Vertex) -> bool {
        let new = !self.contains(vertex.0);
        self.insert(vertex.0);
        new
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        8 * self.0.capacity()
    }

    /// Takes a vertex out.
    pub fn remove(&mut self, vertex: u32) {
        self.0[vertex as usize / 64] &= !(1 << (vertex % 64));
    }
}
