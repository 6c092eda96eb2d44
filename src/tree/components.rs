//! Strongly connected parts of a directed graph in flat columns, children before parents. They are
//! found by petgraph's Kosaraju, which doesn't recurse.

use petgraph::Direction;
use petgraph::algo::kosaraju_scc;
use petgraph::visit::{
    GraphBase, GraphRef, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, VisitMap,
    Visitable,
};

/// A directed graph as two columns: where the arrows of each node start in the list of targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrows {
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Default for Arrows {
    fn default() -> Self {
        Self {
            first: vec![0],
            targets: Vec::new(),
        }
    }
}

impl Arrows {
    /// An arrow of the next node, which [`close`](Self::close) ends.
    pub fn push(&mut self, target: u32) {
        self.targets.push(target);
    }

    /// Ends the arrows of a node.
    pub fn close(&mut self) {
        self.first.push(self.targets.len() as u32);
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The places of a node's arrows among all.
    pub fn range(&self, node: usize) -> std::ops::Range<usize> {
        self.first[node] as usize..self.first[node + 1] as usize
    }

    /// Where the arrows of a node lead.
    pub fn of(&self, node: usize) -> &[u32] {
        &self.targets[self.range(node)]
    }

    /// The same arrows turned round, those that lead beyond the nodes left out.
    #[must_use]
    pub fn turned(&self) -> Self {
        let inner = |target: &&u32| (**target as usize) < self.len();
        let mut first = vec![0_u32; self.len() + 1];
        for target in self.targets.iter().filter(inner) {
            first[*target as usize + 1] += 1;
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut next = first.clone();
        let mut targets = vec![0; next.last().map_or(0, |last| *last as usize)];
        for node in 0..self.len() {
            for target in self.of(node).iter().filter(inner) {
                let slot = &mut next[*target as usize];
                targets[*slot as usize] = node as u32;
                *slot += 1;
            }
        }
        Self { first, targets }
    }

    /// The strongly connected parts, children before parents, however long the arrows' ways are.
    pub fn components(&self) -> Components {
        let turned = self.turned();
        let view = View {
            arrows: self,
            turned: &turned,
        };
        let mut components = Components::default();
        for part in kosaraju_scc(view) {
            components.nodes.extend_from_slice(&part);
            components.first.push(components.nodes.len() as u32);
        }
        components
    }
}

/// The strongly connected parts of a graph, children before parents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    first: Vec<u32>,
    nodes: Vec<u32>,
}

impl Default for Components {
    fn default() -> Self {
        Self {
            first: vec![0],
            nodes: Vec::new(),
        }
    }
}

impl Components {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes of each part.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        self.first
            .windows(2)
            .map(|ends| &self.nodes[ends[0] as usize..ends[1] as usize])
    }

    /// Gives every node another number.
    pub(super) fn renumber(&mut self, number: &[u32]) {
        for node in &mut self.nodes {
            *node = number[*node as usize];
        }
    }

    /// The bytes that it takes, by capacity.
    pub fn bytes(&self) -> usize {
        4 * (self.first.capacity() + self.nodes.capacity())
    }

    pub(super) fn shrink(&mut self) {
        self.first.shrink_to_fit();
        self.nodes.shrink_to_fit();
    }
}

/// Arrows in both directions, as petgraph sees them.
#[derive(Clone, Copy)]
struct View<'a> {
    arrows: &'a Arrows,
    turned: &'a Arrows,
}

impl GraphBase for View<'_> {
    type EdgeId = usize;
    type NodeId = u32;
}

impl GraphRef for View<'_> {}

impl<'a> IntoNeighbors for View<'a> {
    type Neighbors = std::iter::Copied<std::slice::Iter<'a, u32>>;

    fn neighbors(self, node: u32) -> Self::Neighbors {
        self.arrows.of(node as usize).iter().copied()
    }
}

impl<'a> IntoNeighborsDirected for View<'a> {
    type NeighborsDirected = std::iter::Copied<std::slice::Iter<'a, u32>>;

    fn neighbors_directed(self, node: u32, direction: Direction) -> Self::NeighborsDirected {
        let arrows = match direction {
            Direction::Outgoing => self.arrows,
            Direction::Incoming => self.turned,
        };
        arrows.of(node as usize).iter().copied()
    }
}

impl IntoNodeIdentifiers for View<'_> {
    type NodeIdentifiers = std::ops::Range<u32>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        0..self.arrows.len() as u32
    }
}

impl Visitable for View<'_> {
    type Map = Visited;

    fn visit_map(&self) -> Visited {
        Visited(vec![false; self.arrows.len()])
    }

    fn reset_map(&self, map: &mut Visited) {
        map.0.clear();
        map.0.resize(self.arrows.len(), false);
    }
}

/// Which nodes were visited.
#[derive(Default)]
struct Visited(Vec<bool>);

impl VisitMap<u32> for Visited {
    fn visit(&mut self, node: u32) -> bool {
        !std::mem::replace(&mut self.0[node as usize], true)
    }

    fn is_visited(&self, node: &u32) -> bool {
        self.0[*node as usize]
    }

    fn unvisit(&mut self, node: u32) -> bool {
        std::mem::replace(&mut self.0[node as usize], false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrows(nodes: &[&[u32]]) -> Arrows {
        let mut arrows = Arrows::default();
        for targets in nodes {
            for target in *targets {
                arrows.push(*target);
            }
            arrows.close();
        }
        arrows
    }

    #[test]
    fn parts_come_children_before_parents() {
        // 0 → 1 ⇄ 2 → 3 → 4 ⇄ 5, 3 → 3
        let arrows = arrows(&[&[1], &[2], &[1, 3], &[3, 4], &[5], &[4]]);
        let parts: Vec<Vec<u32>> = arrows
            .components()
            .iter()
            .map(|part| {
                let mut part = part.to_vec();
                part.sort_unstable();
                part
            })
            .collect();
        assert_eq!(parts, [vec![4, 5], vec![3], vec![1, 2], vec![0]]);
    }

    #[test]
    fn a_ring_of_a_million_nodes_is_one_part_on_a_small_stack() {
        let small = std::thread::Builder::new().stack_size(128 << 10);
        let parts = small.spawn(|| {
            let mut ring = Arrows::default();
            for node in 0..1_000_000 {
                ring.push((node + 1) % 1_000_000);
                ring.close();
            }
            ring.components().len()
        });
        assert_eq!(parts.expect("a thread").join().expect("no overflow"), 1);
    }
}
