//! Counts the lines from the root to each position: the number of its nodes in the complete tree.

use super::counts::{Count, Wide};
use super::graph::{Graph, Vertex};
use super::tasks::Task;

/// One count per vertex: the number of lines from the root to it, which is the number of its nodes
/// in the complete tree. The root has one line, the empty one. The count is infinite if a cycle is
/// on the way.
#[derive(Clone, Debug)]
pub struct Lines {
    wide: Wide,
    /// Which counts are infinite; empty unless the graph is cyclic.
    infinite: Vec<bool>,
}

impl Lines {
    /// Counts the lines to every vertex.
    pub fn new(graph: &Graph) -> Self {
        CountingLines::new(graph).finish(graph)
    }

    /// The number of lines to a vertex.
    pub fn to(&self, vertex: Vertex) -> Count<'_> {
        if self.infinite.get(vertex.index()) == Some(&true) {
            Count::Infinite
        } else {
            self.wide.get(vertex.index())
        }
    }

    /// Memory size of the counts in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        self.wide.bytes() + self.infinite.capacity()
    }
}

/// Counts lines step by step: a sweep against the order, parents before children. Dropping it
/// cancels.
#[derive(Debug)]
pub struct CountingLines {
    lines: Lines,
    /// The number of indices of the order still to visit; the sweep goes backwards.
    left: usize,
    /// The component of the next vertex that can reach a cycle, plus 1.
    part: usize,
    /// Whether a count needs more words, so that the sweep must start again.
    overflown: bool,
}

impl CountingLines {
    /// Starts with a sorted graph.
    pub fn new(graph: &Graph) -> Self {
        let flags = if graph.is_cyclic() { graph.len() } else { 0 };
        let mut counting = Self {
            lines: Lines {
                wide: Wide::new(1, graph.len()),
                infinite: vec![false; flags],
            },
            left: 0,
            part: 0,
            overflown: false,
        };
        counting.begin(graph);
        counting
    }

    fn begin(&mut self, graph: &Graph) {
        self.left = graph.len();
        self.part = graph.components().len();
        if !graph.is_empty() {
            self.lines.wide.start(0, 1);
        }
    }

    /// Whether the vertex at an index of the order is on a cycle with others.
    fn recurs(&mut self, graph: &Graph, place: usize) -> bool {
        let Some(place) = place.checked_sub(graph.acyclic_len()) else {
            return false;
        };
        let components = graph.components();
        while self.part > 1 && components.end(self.part - 2) > place {
            self.part -= 1;
        }
        components.part(self.part - 1).len() > 1
    }

    /// Gives the lines of a vertex on to all that its moves lead to.
    fn visit(&mut self, graph: &Graph, place: usize, vertex: Vertex) {
        let targets = graph.targets(vertex);
        let index = vertex.index();
        if !self.lines.infinite.is_empty() {
            let endless = self.lines.infinite[index]
                || self.recurs(graph, place)
                || targets.contains(&vertex);
            if endless {
                self.lines.infinite[index] = true;
                for target in targets {
                    self.lines.infinite[target.index()] = true;
                }
                return;
            }
        }
        for target in targets {
            // If the number of lines is infinite, the sum added here is not used.
            self.overflown |= !self.lines.wide.add_own(target.index(), index);
        }
    }

    /// Completes the count.
    pub fn finish(mut self, graph: &Graph) -> Lines {
        while !self.step(graph, usize::MAX) {}
        self.lines
    }
}

impl Task for CountingLines {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        // Wide counts take longer.
        let mut left = work.div_ceil(self.lines.wide.words).max(1);
        while self.left > 0 && left > 0 {
            let place = self.left - 1;
            let vertex = graph.at(place);
            left = left.saturating_sub(1 + graph.degree(vertex));
            self.visit(graph, place, vertex);
            self.left = place;
            if std::mem::take(&mut self.overflown) {
                let words = 2 * self.lines.wide.words;
                // One after the other, so that both need not have room at once.
                self.lines.wide = Wide::new(0, 0);
                self.lines.wide = Wide::new(words, graph.len());
                self.begin(graph);
                return false;
            }
        }
        self.left == 0
    }

    fn left(&self, graph: &Graph) -> u64 {
        let done = graph.len() - self.left;
        self.lines.wide.words as u64 * graph.sweep_left(done)
    }
}
