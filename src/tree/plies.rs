//! Counts the tree ply by ply, to any depth: the number of lines to each vertex is carried from ply
//! to ply.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use petgraph::visit::VisitMap;

use super::counts::{Count, PlyCounts, Wide};
use super::graph::{Edge, Graph, Vertex, VertexKind};
use super::total::Total;
use super::visit::VertexSet;
use crate::work::Control;

/// The counts of one ply of a tree.
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
    /// The average number of moves at a decision; `None` if the ply has no decisions.
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

/// The number of lines to each vertex, carried from ply to ply.
#[derive(Debug)]
pub(super) struct Carrying {
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
    /// One per vertex: a rank above that of every chance node that leads to it by chance alone.
    /// Empty in a graph without chance.
    rank: Vec<u32>,
    /// The lines to the vertex that is visited.
    amount: Vec<u64>,
}

/// Receives every vertex of a ply once, with the number of lines to it.
pub(super) trait Carried {
    /// Takes a vertex with the number of lines to it.
    fn visit(&mut self, graph: &Graph, vertex: Vertex, lines: Count<'_>);

    /// Whether lines go on by a move of a vertex.
    fn leads(&self, _graph: &Graph, _from: Vertex, _edge: Edge) -> bool {
        true
    }
}

impl Carrying {
    /// Starts at the root. Counts have this many words at first, and grow if needed.
    pub fn new(graph: &Graph, words: usize) -> Self {
        let mut here = Wide::new(words, graph.len());
        here.start(0, 1);
        let mut carrying = Self {
            here,
            next: Wide::new(words, graph.len()),
            waiting: Vec::new(),
            ranked: BinaryHeap::new(),
            is_waiting: VertexSet::none(graph.len()),
            following: Vec::new(),
            is_following: VertexSet::none(graph.len()),
            rank: chance_ranks(graph),
            amount: Vec::new(),
        };
        carrying.wait(Vertex::ROOT);
        carrying
    }

    /// A vertex of this ply that is still to come.
    fn wait(&mut self, vertex: Vertex) {
        match self.rank.get(vertex.index()) {
            Some(rank) => self.ranked.push(Reverse((*rank, vertex))),
            None => self.waiting.push(vertex),
        }
    }

    /// Whether the ply is complete. Before its first vertex, that means that no line is this long.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty() && self.ranked.is_empty()
    }

    /// Carries the lines through the ply, in turns. It stops when the work of `max`, which is
    /// counted down, is used up; returns whether the ply has come to its end.
    pub async fn ply(
        &mut self,
        graph: &Graph,
        to: &mut impl Carried,
        max: &mut usize,
        ctl: &Control,
    ) -> bool {
        // An outcome of chance stays in the ply. Its target is visited after all vertices that lead
        // to it, so every vertex is visited once, with all its lines.
        ctl.repeat(|| {
            let vertex = if *max == 0 { None } else { self.pop() }?;
            self.visit(graph, to, vertex);
            let work = (1 + graph.degree(vertex)) * self.here.words;
            *max = max.saturating_sub(work);
            Some(work)
        })
        .await;
        if !self.is_done() {
            return false;
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
        true
    }

    fn pop(&mut self) -> Option<Vertex> {
        let ranked = || self.ranked.pop().map(|Reverse((_, vertex))| vertex);
        self.waiting.pop().or_else(ranked)
    }

    fn visit(&mut self, graph: &Graph, to: &mut impl Carried, vertex: Vertex) {
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
        to.visit(graph, vertex, amount);
        let chance = matches!(graph.kind(vertex), VertexKind::Chance(_));
        for edge in graph.edges(vertex) {
            if !to.leads(graph, vertex, edge) {
                continue;
            }
            let target = graph.target(edge);
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

/// Counts the tree ply by ply. A cyclic graph never ends, so the caller sets the limit.
#[derive(Debug)]
pub struct PlyCounting {
    carrying: Carrying,
    seen: VertexSet,
}

/// Numbers the vertices so that every outcome of chance leads to a larger number (Kahn's order of
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
    /// Starts at the root. Counts have this many words at first, and grow if needed.
    pub fn new(graph: &Graph, words: usize) -> Self {
        Self {
            carrying: Carrying::new(graph, words),
            seen: VertexSet::none(graph.len()),
        }
    }

    /// The next ply, counted in turns; `None` if no line is longer than the last.
    /// `first_with_position` maps each vertex to the first one with the same position.
    pub async fn ply(
        &mut self,
        graph: &Graph,
        first_with_position: Option<&[Vertex]>,
        ctl: &Control,
    ) -> Option<Ply> {
        if self.carrying.is_done() {
            return None;
        }
        let mut tally = Tally {
            seen: &mut self.seen,
            ply: Ply::default(),
            first_with_position,
        };
        self.carrying
            .ply(graph, &mut tally, &mut usize::MAX.clone(), ctl)
            .await;
        Some(tally.ply)
    }
}

/// The counts of the vertices of a ply.
struct Tally<'a> {
    seen: &'a mut VertexSet,
    ply: Ply,
    first_with_position: Option<&'a [Vertex]>,
}

impl Carried for Tally<'_> {
    fn visit(&mut self, graph: &Graph, vertex: Vertex, lines: Count<'_>) {
        self.ply.nodes.add(lines);
        match graph.kind(vertex) {
            VertexKind::End => self.ply.ends.add(lines),
            VertexKind::Decision(_) => {
                self.ply.decisions.add(lines);
                let moves = graph.degree(vertex) as u64;
                self.ply.moves.add_times(lines, moves);
            }
            VertexKind::Horizon(_) => self.ply.horizons.add(lines),
            VertexKind::Chance(_) => {}
        }
        let first = self
            .first_with_position
            .map_or(vertex, |first| first[vertex.index()]);
        if !graph.is_chance(vertex) && self.seen.visit(first) {
            self.ply.new_positions += 1;
        }
    }
}
