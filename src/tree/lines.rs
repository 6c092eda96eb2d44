//! Counts the lines from the root to each position: the number of its nodes in the complete tree.

use super::counts::{Count, Wide};
use super::graph::{Graph, Vertex};
use crate::work::{Control, finished};

/// One count per vertex: the number of lines from the root to it, which is the number of its nodes
/// in the complete tree. The root has one line, the empty one. The count is infinite if a cycle is
/// on the way.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    wide: Wide,
    /// Which counts are infinite; empty unless the graph is cyclic.
    infinite: Vec<bool>,
}

impl Lines {
    /// Counts the lines to every vertex.
    pub fn new(graph: &Graph) -> Self {
        finished(Self::count(graph, &Control::default()))
    }

    /// The same, in turns. Counts that are too large for one word are counted again with twice the
    /// words.
    pub async fn count(graph: &Graph, ctl: &Control) -> Self {
        let flags = if graph.is_cyclic() { graph.len() } else { 0 };
        let mut infinite = vec![false; flags];
        let mut words = 1;
        loop {
            if let Some(wide) = sweep(graph, words, &mut infinite, ctl).await {
                return Self { wide, infinite };
            }
            words *= 2;
        }
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

/// Counts lines in a sweep against the order, parents before children; `None` if the counts need
/// more words.
async fn sweep(graph: &Graph, words: usize, infinite: &mut [bool], ctl: &Control) -> Option<Wide> {
    let vertices = graph.len();
    let mut wide = Wide::new(words, vertices);
    if vertices > 0 {
        wide.start(0, 1);
    }
    let components = graph.components();
    // The component of the next vertex that can reach a cycle, plus 1.
    let mut part = components.len();
    let all = ctl.each_while(0..vertices, |done| {
        let place = vertices - 1 - done;
        let vertex = graph.at(place);
        let targets = graph.targets(vertex);
        let work = words * (1 + targets.len());
        let index = vertex.index();
        if !infinite.is_empty() {
            let mut endless = infinite[index] || targets.contains(&vertex);
            if let Some(place) = place.checked_sub(graph.acyclic_len()) {
                while part > 1 && components.end(part - 2) > place {
                    part -= 1;
                }
                endless |= components.part(part - 1).len() > 1;
            }
            if endless {
                infinite[index] = true;
                for target in targets {
                    infinite[target.index()] = true;
                }
                return Some(work);
            }
        }
        let mut fits = true;
        for target in targets {
            // If the number of lines is infinite, the sum added here is not used.
            fits &= wide.add_own(target.index(), index);
        }
        fits.then_some(work)
    });
    all.await.then_some(wide)
}
