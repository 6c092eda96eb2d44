//! The first occurrence of each position: its ply, and a shortest line to it.

use super::graph::{Edge, Graph, Vertex};
use super::labels::Line;
use super::sources::Sources;
use crate::work::{Control, finished};

const UNKNOWN: u32 = u32::MAX;

/// The distance of every vertex from the root.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// Moves and outcomes of chance on the shortest way.
    rows: Vec<u32>,
    /// Plies on the shortest line; empty if each row is a ply.
    plies: Vec<u32>,
}

impl Reached {
    /// Finds the distance of every vertex from the root.
    pub fn new(graph: &Graph) -> Self {
        finished(Self::find(graph, &Control::default()))
    }

    /// The same, in turns.
    pub async fn find(graph: &Graph, ctl: &Control) -> Self {
        Self {
            rows: lengths(graph, |_| 1, ctl).await,
            plies: match graph.has_chance() {
                true => lengths(graph, |vertex| graph.cost(vertex), ctl).await,
                false => Vec::new(),
            },
        }
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

/// The length of the shortest way from the root to each vertex, by breadth-first search. The moves
/// of a vertex have the length `cost`, 0 or 1.
async fn lengths(graph: &Graph, cost: impl Fn(Vertex) -> u32, ctl: &Control) -> Vec<u32> {
    let mut lengths = vec![UNKNOWN; graph.len()];
    let mut here: Vec<Vertex> = graph.vertices().take(1).collect();
    let mut next = Vec::new();
    let (mut length, mut at) = (0, 0);
    ctl.repeat(|| {
        let Some(&vertex) = here.get(at) else {
            if next.is_empty() {
                return None;
            }
            std::mem::swap(&mut here, &mut next);
            next.clear();
            (length, at) = (length + 1, 0);
            return Some(0);
        };
        at += 1;
        if lengths[vertex.index()] != UNKNOWN {
            return Some(1);
        }
        lengths[vertex.index()] = length;
        let targets = graph.targets(vertex);
        let free = cost(vertex) == 0;
        for &target in targets {
            if lengths[target.index()] == UNKNOWN {
                if free {
                    here.push(target);
                } else {
                    next.push(target);
                }
            }
        }
        Some(1 + targets.len())
    })
    .await;
    lengths
}
