//! How the positions of a graph are reached: predecessors, the first occurrence (its ply, and a
//! shortest line to it), and the number of lines from the root to each, which is the number of its
//! nodes in the complete tree.

use super::counts::{Count, WideCounts};
use super::graph::Graph;
use super::labels::Line;
use super::sorting::Sources;
use super::vertex::{Edge, Vertex};
use crate::work::{Control, finished};

const UNKNOWN: u32 = u32::MAX;

/// The distance of every vertex from the root.
#[derive(Clone, Debug, Default)]
pub struct RootDistances {
    /// Moves and outcomes of chance on the shortest way.
    rows: Vec<u32>,
    /// Plies on the shortest line; empty if each row is a ply.
    plies: Vec<u32>,
}

impl RootDistances {
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

/// How every vertex of a graph is reached from the root. It takes about as much memory as the graph
/// itself, so it is computed on first use.
#[derive(Clone, Debug)]
pub struct LinesToPositions {
    /// The sources of the moves to each vertex.
    pub sources: Sources,
    /// When each is first reached.
    pub reached: RootDistances,
    /// The number of lines to each vertex.
    pub lines: LineCounts,
    /// The strongly connected part of each vertex that can reach a cycle; empty unless the graph is
    /// cyclic.
    parts: Vec<u32>,
}

const NO_PART: u32 = u32::MAX;

impl LinesToPositions {
    /// Computes how every vertex is reached.
    pub fn new(graph: &Graph) -> Self {
        finished(Self::find(graph, &Control::default()))
    }

    /// The same, in turns.
    pub async fn find(graph: &Graph, ctl: &Control) -> Self {
        let sweep = graph.sweep_size();
        let searches = if graph.has_chance() { 2 } else { 1 };
        let mut sources = Sources::default();
        let mut reached = RootDistances::default();
        let mut lines = LineCounts::default();
        ctl.all(vec![
            ctl.part(2 * sweep, async |ctl| {
                sources = Sources::find(graph, &ctl).await
            }),
            ctl.part(searches * sweep, async |ctl| {
                reached = RootDistances::find(graph, &ctl).await
            }),
            ctl.part(sweep, async |ctl| {
                lines = LineCounts::count(graph, &ctl).await
            }),
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

/// One count per vertex: the number of lines from the root to it, which is the number of its nodes
/// in the complete tree. The root has one line, the empty one. The count is infinite if a cycle is
/// on the way.
#[derive(Clone, Debug, Default)]
pub struct LineCounts {
    wide: WideCounts,
    /// Which counts are infinite; empty unless the graph is cyclic.
    infinite: Vec<bool>,
}

impl LineCounts {
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
async fn sweep(
    graph: &Graph,
    words: usize,
    infinite: &mut [bool],
    ctl: &Control,
) -> Option<WideCounts> {
    let vertices = graph.len();
    let mut wide = WideCounts::new(words, vertices);
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
            if let Some(slot) = place.checked_sub(graph.acyclic_len()) {
                while part > 1 && components.end(part - 2) > slot {
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

#[cfg(test)]
mod tests {
    use super::super::tests::graph;
    use super::*;

    #[test]
    fn the_memory_of_all_lines_to_positions_includes_every_part() {
        let script = "top a: on -> left, out -> one; left b: back -> top, out -> one; one end: 1 0";
        let graph = graph(script, None);
        let ways = LinesToPositions::new(graph.graph());
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
