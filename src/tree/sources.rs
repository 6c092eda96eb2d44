//! The moves of a graph by target: the sources of the moves to each vertex.

use super::graph::{Graph, Vertex};
use crate::work::Control;

/// The edges of a graph by target.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    first: Vec<u32>,
    sources: Vec<Vertex>,
}

impl Sources {
    /// Groups the edges of any graph by target.
    pub async fn find(graph: &Graph, ctl: &Control) -> Self {
        let vertices = graph.len();
        // Shifted by two: after the sums, a vertex's entry is where its sources start once they are
        // placed.
        let mut first = vec![0_u32; vertices + 2];
        ctl.each(0..vertices, |index| {
            let targets = graph.targets(Vertex(index as u32));
            for target in targets {
                first[target.index() + 2] += 1;
            }
            1 + targets.len()
        })
        .await;
        ctl.each(1..vertices + 2, |index| {
            first[index] += first[index - 1];
            1
        })
        .await;
        let mut sources = vec![Vertex::ROOT; graph.edge_count()];
        ctl.each(0..vertices, |index| {
            let vertex = Vertex(index as u32);
            let targets = graph.targets(vertex);
            for target in targets {
                let place = &mut first[target.index() + 1];
                sources[*place as usize] = vertex;
                *place += 1;
            }
            1 + targets.len()
        })
        .await;
        first.pop();
        Self { first, sources }
    }

    /// The sources of the moves to a vertex, one entry per move, in the order of the vertices.
    pub fn of(&self, vertex: Vertex) -> &[Vertex] {
        &self.sources[self.first[vertex.index()] as usize..self.first[vertex.index() + 1] as usize]
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        4 * (self.first.capacity() + self.sources.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::scripts::tests::graph;
    use crate::work::{Turn, by_turns};

    #[test]
    fn sources_are_the_same_in_turns_of_any_size() {
        let script = "top a: l -> left, r -> right, m -> left; left b: x -> one, y -> two;
            right b: x -> one; one end: 1 0; two end: 0 1";
        let graph = graph(script, None);
        let graph = graph.graph();
        let once = graph.sources();
        for work in 1..9 {
            let find = async |ctl: &Control| Sources::find(graph, ctl).await;
            let (sources, turns) = by_turns(Turn::Work(work), find);
            assert!(turns * work >= graph.len(), "{turns} of {work}");
            for vertex in graph.vertices() {
                assert_eq!(sources.of(vertex), once.of(vertex), "{work}");
            }
        }
        // The sources of five vertices, where they start, and where they are put.
        assert_eq!(once.bytes(), 4 * (graph.edge_count() + graph.len() + 2));
    }
}
