//! The tree ply by ply, to any depth: the number of lines to each vertex is carried from ply to ply.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use petgraph::visit::VisitMap;

use super::counts::{Count, PlyCounts, Wide};
use super::graph::{Graph, Vertex, VertexKind};
use super::total::Total;
use super::visit::VertexSet;

/// What one ply of a tree holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// Tree nodes, chance nodes included.
    pub nodes: Total,
    /// The ends among them.
    pub ends: Total,
    /// Those at which a limit stopped the tree.
    pub horizons: Total,
    /// Those at which a player chooses.
    pub decisions: Total,
    /// The moves of all those together.
    pub moves: Total,
    /// Positions that no earlier ply has; chance nodes left out.
    pub new_positions: u64,
}

impl Ply {
    /// How many moves there are at a decision, on the average; `None` where nobody chooses.
    pub fn branching(&self) -> Option<f64> {
        self.moves.over(&self.decisions)
    }

    /// The counts as text.
    pub(super) fn counts(&self) -> PlyCounts {
        PlyCounts {
            nodes: self.nodes.count().to_string(),
            ends: self.ends.count().to_string(),
            new_positions: self.new_positions,
        }
    }
}

/// What a step of a [`PlyCounting`] has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlyStep {
    /// The ply isn't done yet.
    Going,
    /// The next ply.
    Ply(Ply),
    /// No line is longer than the last ply.
    Done,
}

/// Counts the tree ply by ply, in steps. A cyclic graph never ends, so that whoever steps sets the
/// limit. Dropping it cancels.
#[derive(Debug)]
pub struct PlyCounting {
    here: Wide,
    next: Wide,
    /// The vertices of this ply that are to come, each once: without chance in any order …
    waiting: Vec<Vertex>,
    /// … and with it by rank.
    ranked: BinaryHeap<Reverse<(u32, Vertex)>>,
    is_waiting: VertexSet,
    /// Those of the next ply.
    following: Vec<Vertex>,
    is_following: VertexSet,
    seen: VertexSet,
    /// One a vertex: behind every chance node from which chance alone leads there. Empty in a
    /// graph without chance.
    rank: Vec<u32>,
    /// The lines to the vertex that is visited.
    amount: Vec<u64>,
    ply: Ply,
}

/// Numbers the vertices so that every branch of chance leads to a larger number (Kahn's order of
/// the branches alone, which never form a cycle).
pub(super) fn chance_ranks(graph: &Graph) -> Vec<u32> {
    if !graph.has_chance() {
        return Vec::new();
    }
    let branches = |vertex: Vertex| match graph.kind(vertex) {
        VertexKind::Chance(_) => graph.targets(vertex),
        _ => &[],
    };
    let mut entering = vec![0_u32; graph.len()];
    for vertex in graph.vertices() {
        for target in branches(vertex) {
            entering[target.index()] += 1;
        }
    }
    let mut order: Vec<Vertex> = graph
        .vertices()
        .filter(|vertex| entering[vertex.index()] == 0)
        .collect();
    let mut rank = vec![0; graph.len()];
    let mut next = 0;
    while let Some(&vertex) = order.get(next) {
        rank[vertex.index()] = next as u32;
        next += 1;
        for target in branches(vertex) {
            let entering = &mut entering[target.index()];
            *entering -= 1;
            if *entering == 0 {
                order.push(*target);
            }
        }
    }
    rank
}

impl PlyCounting {
    /// Starts at the root, with counts of so many words at first: they grow as they have to.
    pub fn new(graph: &Graph, words: usize) -> Self {
        let mut here = Wide::new(words, graph.len());
        here.start(0, 1);
        let mut counting = Self {
            here,
            next: Wide::new(words, graph.len()),
            waiting: Vec::new(),
            ranked: BinaryHeap::new(),
            is_waiting: VertexSet::none(graph.len()),
            following: Vec::new(),
            is_following: VertexSet::none(graph.len()),
            seen: VertexSet::none(graph.len()),
            rank: chance_ranks(graph),
            amount: Vec::new(),
            ply: Ply::default(),
        };
        counting.wait(Vertex::ROOT);
        counting
    }

    /// A vertex of this ply that is still to come.
    fn wait(&mut self, vertex: Vertex) {
        match self.rank.get(vertex.index()) {
            Some(rank) => self.ranked.push(Reverse((*rank, vertex))),
            None => self.waiting.push(vertex),
        }
    }

    fn is_done(&self) -> bool {
        self.waiting.is_empty() && self.ranked.is_empty()
    }

    /// Looks at up to `work` more vertices and edges, or a few more, up to the end of the ply.
    /// `first_with_position` says which vertices share a position.
    pub fn step(
        &mut self,
        graph: &Graph,
        first_with_position: Option<&[Vertex]>,
        work: usize,
    ) -> PlyStep {
        let mut left = work.max(1);
        if self.is_done() {
            return PlyStep::Done;
        }
        // A branch of chance stays in the ply: what it leads to comes after all that lead there,
        // so that every vertex comes up once, with all that reaches it.
        while let Some(vertex) = self.pop() {
            self.visit(graph, first_with_position, vertex);
            left = left.saturating_sub((1 + graph.degree(vertex)) * self.here.words);
            if left == 0 && !self.is_done() {
                return PlyStep::Going;
            }
        }
        std::mem::swap(&mut self.is_waiting, &mut self.is_following);
        let mut following = std::mem::take(&mut self.following);
        following
            .drain(..)
            .rev()
            .for_each(|vertex| self.wait(vertex));
        // Its memory serves again.
        self.following = following;
        std::mem::swap(&mut self.here, &mut self.next);
        PlyStep::Ply(std::mem::take(&mut self.ply))
    }

    fn pop(&mut self) -> Option<Vertex> {
        let ranked = || self.ranked.pop().map(|Reverse((_, vertex))| vertex);
        self.waiting.pop().or_else(ranked)
    }

    fn visit(&mut self, graph: &Graph, first_with_position: Option<&[Vertex]>, vertex: Vertex) {
        let index = vertex.index();
        self.is_waiting.unvisit(vertex);
        let mut words = std::mem::take(&mut self.amount);
        words.clear();
        let amount = match self.here.get(index) {
            Count::Exact(exact) => {
                words.extend_from_slice(exact);
                Count::Exact(&words)
            }
            Count::Beyond | Count::Infinite => Count::Beyond,
        };
        self.here.clear(index);
        self.ply.nodes.add(amount);
        match graph.kind(vertex) {
            VertexKind::End => self.ply.ends.add(amount),
            VertexKind::Decision(_) => {
                self.ply.decisions.add(amount);
                let moves = graph.degree(vertex) as u64;
                self.ply.moves.add_times(amount, moves);
            }
            VertexKind::Horizon(_) => self.ply.horizons.add(amount),
            VertexKind::Chance(_) => {}
        }
        let first = first_with_position.map_or(vertex, |first| first[index]);
        if !graph.is_chance(vertex) && self.seen.visit(first) {
            self.ply.new_positions += 1;
        }
        let chance = matches!(graph.kind(vertex), VertexKind::Chance(_));
        for &target in graph.targets(vertex) {
            let into = if chance {
                &mut self.here
            } else {
                &mut self.next
            };
            into.add_and_grow(target.index(), amount);
            if !chance {
                if self.is_following.visit(target) {
                    self.following.push(target);
                }
            } else if self.is_waiting.visit(target) {
                self.wait(target);
            }
        }
        self.amount = words;
    }
}
