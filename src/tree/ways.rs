//! How the positions of a graph are reached: predecessors, first occurrence, and number of lines.

use super::graph::{Edge, Graph, Vertex};
use super::labels::Line;
use super::lines::{CountingLines, Lines};
use super::reached::{Reached, Reaching};
use super::sources::{Sources, Sourcing};
use super::tasks::{Task, side_by_side};

/// How every vertex of a graph is reached from the root. It takes about as much memory as the graph
/// itself, so it is computed on first use.
#[derive(Clone, Debug)]
pub struct Ways {
    /// The sources of the moves to each vertex.
    pub sources: Sources,
    /// When each is first reached.
    pub reached: Reached,
    /// The number of lines to each vertex.
    pub lines: Lines,
    /// The strongly connected part of each vertex that can reach a cycle; empty unless the graph is
    /// cyclic.
    parts: Vec<u32>,
}

const NO_PART: u32 = u32::MAX;

impl Ways {
    /// Computes how every vertex is reached.
    pub fn new(graph: &Graph) -> Self {
        FindingWays::new(graph).finish(graph)
    }

    /// Whether an edge leads back to a possible predecessor: it is on a cycle.
    pub fn recurs(&self, graph: &Graph, source: Vertex, edge: Edge) -> bool {
        let part = |vertex: Vertex| self.parts.get(vertex.index()).copied();
        let own = part(source).filter(|part| *part != NO_PART);
        own.is_some() && own == part(graph.target(edge))
    }

    /// The shortest line to a vertex, of several the first in breadth-first order by the rules.
    pub fn line(&self, graph: &Graph, vertex: Vertex) -> Line {
        self.reached.line(graph, &self.sources, vertex)
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        self.sources.bytes() + self.reached.bytes() + self.lines.bytes() + 4 * self.parts.capacity()
    }
}

/// Finds ways step by step. Dropping it cancels.
#[derive(Debug)]
pub struct FindingWays {
    sourcing: Sourcing,
    reaching: Reaching,
    counting: CountingLines,
    /// The total work at the start.
    of: u64,
}

impl FindingWays {
    /// Starts with a sorted graph.
    pub fn new(graph: &Graph) -> Self {
        let mut finding = Self {
            sourcing: Sourcing::new(graph),
            reaching: Reaching::new(graph),
            counting: CountingLines::new(graph),
            of: 0,
        };
        finding.of = finding.left(graph);
        finding
    }

    /// Visits up to `work` more vertices and edges; returns `true` when done.
    pub fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let tasks: &mut [&mut dyn Task] =
            &mut [&mut self.sourcing, &mut self.reaching, &mut self.counting];
        side_by_side(graph, tasks, work)
    }

    /// The completed share, roughly: counts that need more words start again.
    pub fn share(&self, graph: &Graph) -> f64 {
        let left = self.left(graph).min(self.of);
        1.0 - left as f64 / self.of.max(1) as f64
    }

    fn left(&self, graph: &Graph) -> u64 {
        self.sourcing.left(graph) + self.reaching.left(graph) + self.counting.left(graph)
    }

    /// Completes the work.
    pub fn finish(mut self, graph: &Graph) -> Ways {
        while !self.step(graph, usize::MAX) {}
        let mut parts = Vec::new();
        if graph.is_cyclic() {
            parts = vec![NO_PART; graph.len()];
            for (number, part) in graph.components().iter().enumerate() {
                for vertex in part {
                    parts[*vertex as usize] = number as u32;
                }
            }
        }
        Ways {
            sources: self.sourcing.finish(graph),
            reached: self.reaching.finish(),
            lines: self.counting.finish(graph),
            parts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::scripts::tests::graph;

    #[test]
    fn the_memory_of_ways_is_that_of_all_their_parts() {
        let script = "top a: on -> left, out -> one; left b: back -> top, out -> one; one end: 1 0";
        let graph = graph(script, None);
        let ways = Ways::new(graph.graph());
        let parts = [
            ways.sources.bytes(),
            ways.reached.bytes(),
            ways.lines.bytes(),
            4 * graph.graph().len(),
        ];
        assert!(parts.iter().all(|part| *part > 0), "{parts:?}");
        assert!(ways.bytes() >= parts.iter().sum(), "{parts:?}");
    }
}
