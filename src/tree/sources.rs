//! The moves of a graph by target: the sources of the moves to each vertex.

use super::graph::{Graph, Vertex};
use super::tasks::Task;

/// The edges of a graph by target.
#[derive(Clone, Debug)]
pub struct Sources {
    first: Vec<u32>,
    sources: Vec<Vertex>,
}

impl Sources {
    /// The sources of the moves to a vertex, one entry per move, in the order of the vertices.
    pub fn of(&self, vertex: Vertex) -> &[Vertex] {
        &self.sources[self.first[vertex.index()] as usize..self.first[vertex.index() + 1] as usize]
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        4 * (self.first.capacity() + self.sources.capacity())
    }
}

/// Sorts sources step by step. Dropping it cancels.
#[derive(Debug)]
pub struct Sourcing {
    /// While edges are counted: the number of moves to the previous vertex. Later the index for the
    /// next source of each vertex.
    first: Vec<u32>,
    sources: Vec<Vertex>,
    /// The edge, the vertex, or the source that comes next.
    next: usize,
    stage: SourcesStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SourcesStage {
    Counting,
    Summing,
    Placing,
    Done,
}

impl Sourcing {
    /// Starts with any graph.
    pub fn new(graph: &Graph) -> Self {
        Self {
            first: vec![0; graph.len() + 2],
            sources: vec![Vertex::ROOT; graph.edge_count()],
            next: 0,
            stage: SourcesStage::Counting,
        }
    }

    fn turn(&mut self, stage: SourcesStage) {
        self.stage = stage;
        self.next = 0;
    }

    /// Completes sorting.
    pub fn finish(mut self, graph: &Graph) -> Sources {
        while !self.step(graph, usize::MAX) {}
        self.first.pop();
        Sources {
            first: self.first,
            sources: self.sources,
        }
    }
}

impl Task for Sourcing {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work.max(1);
        while left > 0 && self.stage != SourcesStage::Done {
            match self.stage {
                // Shifted by two: after the sums, a vertex's entry is where its sources start once
                // they are placed.
                SourcesStage::Counting | SourcesStage::Placing if self.next == graph.len() => {
                    self.turn(match self.stage {
                        SourcesStage::Counting => SourcesStage::Summing,
                        _ => SourcesStage::Done,
                    });
                }
                SourcesStage::Counting => {
                    let vertex = Vertex(self.next as u32);
                    for target in graph.targets(vertex) {
                        self.first[target.index() + 2] += 1;
                    }
                    left = left.saturating_sub(1 + graph.degree(vertex));
                    self.next += 1;
                }
                SourcesStage::Summing => {
                    let end = self.first.len().min(self.next.saturating_add(left));
                    left -= end - self.next;
                    for place in self.next.max(1)..end {
                        self.first[place] += self.first[place - 1];
                    }
                    self.next = end;
                    if end == self.first.len() {
                        self.turn(SourcesStage::Placing);
                    }
                }
                SourcesStage::Placing => {
                    let vertex = Vertex(self.next as u32);
                    for target in graph.targets(vertex) {
                        let place = &mut self.first[target.index() + 1];
                        self.sources[*place as usize] = vertex;
                        *place += 1;
                    }
                    left = left.saturating_sub(1 + graph.degree(vertex));
                    self.next += 1;
                }
                SourcesStage::Done => {}
            }
        }
        self.stage == SourcesStage::Done
    }

    fn left(&self, graph: &Graph) -> u64 {
        let all = (graph.len() + graph.edge_count()) as u64;
        let done = |next: usize| all * next as u64 / graph.len().max(1) as u64;
        match self.stage {
            SourcesStage::Counting => 2 * all + graph.len() as u64 + 2 - done(self.next),
            SourcesStage::Summing => all + (graph.len() + 2 - self.next) as u64,
            SourcesStage::Placing => all - done(self.next),
            SourcesStage::Done => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::looks;
    use crate::tree::scripts::tests::graph;

    #[test]
    fn sources_are_the_same_in_steps_of_any_size_and_what_is_left_only_falls() {
        let script = "top a: l -> left, r -> right, m -> left; left b: x -> one, y -> two;
            right b: x -> one; one end: 1 0; two end: 0 1";
        let graph = graph(script, None);
        let graph = graph.graph();
        let once = Sourcing::new(graph).finish(graph);
        for work in 1..9 {
            let mut sourcing = Sourcing::new(graph);
            let mut left = sourcing.left(graph);
            for _ in 0..100 {
                looks::take();
                let done = sourcing.step(graph, work);
                assert!(looks::take() <= 2 * work + 8, "{work}");
                let now = sourcing.left(graph);
                assert!(now <= left, "{now} after {left}");
                left = now;
                if done {
                    break;
                }
            }
            assert_eq!(left, 0, "{work} at a time it never ends");
            let sources = sourcing.finish(graph);
            for vertex in graph.vertices() {
                assert_eq!(sources.of(vertex), once.of(vertex), "{work}");
            }
        }
        // The sources of five vertices, where they start, and where they are put.
        assert_eq!(once.bytes(), 4 * (graph.edge_count() + graph.len() + 2));
    }
}
