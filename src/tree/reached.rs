//! The first occurrence of each position: its ply, and a shortest line to it.

use super::graph::{Edge, Graph, Vertex};
use super::labels::Line;
use super::sources::Sources;
use super::tasks::Task;

const UNKNOWN: u32 = u32::MAX;

/// The distance of every vertex from the root.
#[derive(Clone, Debug)]
pub struct Reached {
    /// Moves and outcomes of chance on the shortest way.
    rows: Vec<u32>,
    /// Plies on the shortest line; empty if each row is a ply.
    plies: Vec<u32>,
}

impl Reached {
    /// Finds the distance of every vertex from the root.
    pub fn new(graph: &Graph) -> Self {
        let mut reaching = Reaching::new(graph);
        while !reaching.step(graph, usize::MAX) {}
        reaching.finish()
    }

    /// The moves and outcomes of chance on the shortest way to a vertex.
    pub fn row(&self, vertex: Vertex) -> u32 {
        self.rows[vertex.index()]
    }

    /// The first ply at which a vertex is reached; an outcome of chance stays in its ply.
    pub fn ply(&self, vertex: Vertex) -> u32 {
        let plies = if self.plies.is_empty() {
            &self.rows
        } else {
            &self.plies
        };
        plies[vertex.index()]
    }

    /// The shortest line to a vertex, of several the first in breadth-first order by the rules.
    pub fn line(&self, graph: &Graph, sources: &Sources, vertex: Vertex) -> Line {
        let mut line = Line::new();
        let mut here = vertex;
        while let Some((source, edge)) = self.way(graph, sources, here) {
            line.push(edge);
            here = source;
        }
        line.reverse();
        line
    }

    /// The last step of the shortest line to a vertex; `None` at the root.
    fn way(&self, graph: &Graph, sources: &Sources, vertex: Vertex) -> Option<(Vertex, Edge)> {
        let before = self.row(vertex).checked_sub(1)?;
        let mut nearer = sources.of(vertex).iter().copied();
        // Vertices are numbered in breadth-first order, and listed so.
        let source = nearer.find(|source| self.row(*source) == before)?;
        let edge = graph
            .edges(source)
            .find(|edge| graph.target(*edge) == vertex)?;
        Some((source, edge))
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        4 * (self.rows.capacity() + self.plies.capacity())
    }
}

/// A breadth-first search, of moves alone and then of plies, step by step. Dropping it cancels.
#[derive(Debug)]
pub struct Reaching {
    rows: Searching,
    /// With chance, plies are not rows.
    plies: Option<Searching>,
}

/// A shortest-path search with moves of length 0 or 1.
#[derive(Debug)]
struct Searching {
    lengths: Vec<u32>,
    length: u32,
    here: Vec<Vertex>,
    /// The index of the next vertex of `here` to visit.
    at: usize,
    next: Vec<Vertex>,
    left: u64,
}

impl Searching {
    fn new(graph: &Graph) -> Self {
        Self {
            lengths: vec![UNKNOWN; graph.len()],
            length: 0,
            here: graph.vertices().take(1).collect(),
            at: 0,
            next: Vec::new(),
            left: (graph.len() + graph.edge_count()) as u64,
        }
    }

    fn step(&mut self, graph: &Graph, left: &mut usize, cost: impl Fn(Vertex) -> u32) -> bool {
        while *left > 0 {
            let Some(&vertex) = self.here.get(self.at) else {
                if self.next.is_empty() {
                    self.left = 0;
                    return true;
                }
                std::mem::swap(&mut self.here, &mut self.next);
                self.next.clear();
                self.at = 0;
                self.length += 1;
                continue;
            };
            self.at += 1;
            let known = &mut self.lengths[vertex.index()];
            if *known != UNKNOWN {
                *left -= 1;
                continue;
            }
            *known = self.length;
            let targets = graph.targets(vertex);
            *left = left.saturating_sub(1 + targets.len());
            self.left = self.left.saturating_sub(1 + targets.len() as u64);
            let free = cost(vertex) == 0;
            for &target in targets {
                if self.lengths[target.index()] == UNKNOWN {
                    if free {
                        self.here.push(target);
                    } else {
                        self.next.push(target);
                    }
                }
            }
        }
        false
    }
}

impl Reaching {
    /// Starts at the root.
    pub fn new(graph: &Graph) -> Self {
        Self {
            rows: Searching::new(graph),
            plies: graph.has_chance().then(|| Searching::new(graph)),
        }
    }

    /// The result.
    pub fn finish(self) -> Reached {
        Reached {
            rows: self.rows.lengths,
            plies: self.plies.map_or_else(Vec::new, |plies| plies.lengths),
        }
    }
}

impl Task for Reaching {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work.max(1);
        self.rows.step(graph, &mut left, |_| 1)
            && match &mut self.plies {
                Some(plies) => plies.step(graph, &mut left, |vertex| graph.cost(vertex)),
                None => true,
            }
    }

    fn left(&self, _: &Graph) -> u64 {
        self.rows.left + self.plies.as_ref().map_or(0, |plies| plies.left)
    }
}
