//! How the positions of a graph are reached: predecessors, first occurrence, and number of lines.

use super::graph::{Edge, Graph, Vertex};
use super::labels::Line;
use super::lines::Lines;
use super::reached::Reached;
use super::sources::Sources;
use crate::work::{Control, finished};

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
        finished(Self::find(graph, &Control::default()))
    }

    /// The same, in turns.
    pub async fn find(graph: &Graph, ctl: &Control) -> Self {
        let sweep = graph.sweep_size();
        let searches = if graph.has_chance() { 2 } else { 1 };
        let mut sources = Sources::default();
        let mut reached = Reached::default();
        let mut lines = Lines::default();
        ctl.all(vec![
            ctl.part(2 * sweep, async |ctl| {
                sources = Sources::find(graph, &ctl).await
            }),
            ctl.part(searches * sweep, async |ctl| {
                reached = Reached::find(graph, &ctl).await
            }),
            ctl.part(sweep, async |ctl| lines = Lines::count(graph, &ctl).await),
        ])
        .await;
        let mut parts = Vec::new();
        if graph.is_cyclic() {
            parts = vec![NO_PART; graph.len()];
            for (number, part) in graph.components().iter().enumerate() {
                for vertex in part {
                    parts[*vertex as usize] = number as u32;
                }
            }
        }
        Self {
            sources,
            reached,
            lines,
            parts,
        }
    }

    /// The work of [`find`](Self::find), roughly: counts that need more words start again.
    pub fn size(graph: &Graph) -> u64 {
        let searches = if graph.has_chance() { 2 } else { 1 };
        (3 + searches) * graph.sweep_size()
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
