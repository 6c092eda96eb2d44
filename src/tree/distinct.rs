//! Groups the vertices that hold the same position with different plies left, step by step.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::graph::Vertex;
use super::position_graph::PositionGraph;
use super::visit::VertexSet;
use crate::game::Game;

/// Number of positions per part in which equal ones are searched …
const IN_PART: usize = 1 << 18;
/// … and the maximum number of parts. Each part reads all positions.
const MAX_PARTS: usize = 32;

/// Positions that a graph holds, each once however many plies it has left; chance nodes are not
/// among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistinctPositions {
    /// The number of distinct positions.
    pub positions: u64,
    /// The moves between them; an attack with dice is one.
    pub moves: u64,
}

/// The first vertex with each position, while it is sought. A part of the positions at a time: a
/// table of all would take as much as the graph.
struct First<P> {
    of: Vec<Vertex>,
    parts: u64,
    part: u64,
    next: usize,
    table: FxHashMap<P, Vertex>,
}

impl<P: Copy + Eq + std::hash::Hash> First<P> {
    fn new(positions: usize) -> Self {
        Self {
            of: vec![Vertex::ROOT; positions],
            parts: (positions / IN_PART).clamp(1, MAX_PARTS) as u64,
            part: 0,
            next: 0,
            table: FxHashMap::default(),
        }
    }

    /// Visits up to `left` more positions; returns `true` when done.
    fn step(&mut self, positions: &[P], left: &mut usize) -> bool {
        // The bits that choose a part are not those that choose a slot of the table.
        let part_of = |position: &P| (FxBuildHasher.hash_one(position) >> 32 & 0xffff) % self.parts;
        while self.part < self.parts && *left > 0 {
            let end = positions.len().min(self.next.saturating_add(*left));
            for (index, position) in positions[..end].iter().enumerate().skip(self.next) {
                if part_of(position) == self.part {
                    let own = Vertex(index as u32);
                    self.of[index] = *self.table.entry(*position).or_insert(own);
                }
            }
            *left -= end - self.next;
            self.next = end;
            if end == positions.len() {
                (self.part, self.next) = (self.part + 1, 0);
                self.table.clear();
            }
        }
        self.part == self.parts
    }
}

/// Counts distinct positions step by step. Dropping it cancels.
pub struct CountingDistinct<G: Game> {
    /// `None` without a ply limit: then every vertex has a different position.
    first: Option<First<G::Position>>,
    counted: VertexSet,
    moved: VertexSet,
    next: usize,
    distinct: DistinctPositions,
}

impl<G: Game> CountingDistinct<G> {
    /// Starts counting the distinct positions of a graph.
    pub fn new(graph: &PositionGraph<G>) -> Self {
        let vertices = graph.graph().len();
        let limited = graph.limits().max_plies.is_some();
        let flags = if limited { vertices } else { 0 };
        Self {
            first: limited.then(|| First::new(vertices)),
            counted: VertexSet::none(flags),
            moved: VertexSet::none(flags),
            next: 0,
            distinct: DistinctPositions::default(),
        }
    }

    /// Visits up to `work` more vertices; returns `true` when done.
    pub fn step(&mut self, graph: &PositionGraph<G>, work: usize) -> bool {
        let mut left = work;
        let first = match &mut self.first {
            None => None,
            Some(first) => {
                if !first.step(graph.positions(), &mut left) {
                    return false;
                }
                Some(&first.of)
            }
        };
        let graph = graph.graph();
        let end = graph.len().min(self.next.saturating_add(left));
        for vertex in (self.next as u32..end as u32).map(Vertex) {
            if graph.is_chance(vertex) {
                continue;
            }
            // Of the vertices that share a position, the first counts as a position, and the first
            // that is expanded counts for the moves.
            let is_new = |set: &mut VertexSet| match first {
                None => true,
                Some(first) => {
                    let first = first[vertex.index()].0;
                    let is_new = !set.contains(first);
                    set.insert(first);
                    is_new
                }
            };
            self.distinct.positions += u64::from(is_new(&mut self.counted));
            if !graph.is_leaf(vertex) && is_new(&mut self.moved) {
                self.distinct.moves += graph.degree(vertex) as u64;
            }
        }
        self.next = end;
        end == graph.len()
    }

    /// The counts.
    pub fn finish(mut self, graph: &PositionGraph<G>) -> DistinctPositions {
        while !self.step(graph, usize::MAX) {}
        self.distinct
    }
}

/// One entry per vertex: the first vertex with the same position.
pub(super) fn first_with_position<P: Copy + Eq + std::hash::Hash>(positions: &[P]) -> Vec<Vertex> {
    let mut first = First::new(positions.len());
    while !first.step(positions, &mut usize::MAX.clone()) {}
    first.of
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::scripted::Scripted;
    use crate::tree::{Labels, Limits};

    #[test]
    fn steps_of_any_size_tell_the_same_positions_apart() {
        let script = "start a: l -> x, r -> y; x b: back -> start, on -> y; y a: roll -> dice; \
                      dice chance a: win 1/2 -> start, lose 1/2 -> z; z end: 1 0";
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        for max_plies in [None, Some(0), Some(1), Some(7)] {
            let limits = Limits {
                max_plies,
                ..Limits::default()
            };
            let graph = PositionGraph::new(Arc::clone(&game), game.start(), limits);
            let whole = CountingDistinct::new(&graph).finish(&graph);
            let mut pieces = CountingDistinct::new(&graph);
            let mut steps = 1;
            while !pieces.step(&graph, 1) {
                steps += 1;
            }
            assert!(steps >= graph.graph().len(), "{steps} steps");
            assert_eq!(pieces.finish(&graph), whole);
            let mut texts: Vec<String> = graph
                .graph()
                .vertices()
                .filter(|vertex| !graph.graph().is_chance(*vertex))
                .map(|vertex| graph.position_text(vertex))
                .collect();
            texts.sort();
            texts.dedup();
            assert_eq!(whole.positions, texts.len() as u64, "{max_plies:?}");
        }
    }
}
