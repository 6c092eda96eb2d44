//! Strongly connected components of a directed graph in flat columns, children before parents.

use std::ops::Range;

use crate::work::{Control, finished};

/// A directed graph. Nodes and arrows are numbered from 0, the arrows in the order of their
/// sources.
pub trait Directed {
    /// The arrows of a node.
    fn arrows(&self, node: u32) -> Range<u32>;

    /// The target of an arrow.
    fn target_of(&self, arrow: u32) -> u32;
}

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

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The range of a node's arrows among all arrows.
    pub fn range(&self, node: usize) -> Range<usize> {
        self.first[node] as usize..self.first[node + 1] as usize
    }

    /// The targets of a node's arrows.
    pub fn of(&self, node: usize) -> &[u32] {
        &self.targets[self.range(node)]
    }

    /// Arrows as columns: where those of each node start, the end of the last included, and where
    /// they lead.
    pub fn of_columns(first: Vec<u32>, targets: Vec<u32>) -> Self {
        Self { first, targets }
    }

    /// The strongly connected parts, children before parents, however long the arrows' ways are.
    pub fn components(&self) -> Components {
        finished(Components::find(self, self.len(), &Control::default()))
    }
}

impl Directed for Arrows {
    fn arrows(&self, node: u32) -> Range<u32> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    fn target_of(&self, arrow: u32) -> u32 {
        self.targets[arrow as usize]
    }
}

/// The strongly connected parts of a graph, children before parents, the nodes of each from the
/// largest number to the smallest.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Components {
    ends: Vec<u32>,
    nodes: Vec<u32>,
}

impl Components {
    /// The number of components.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes of each part.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        (0..self.len()).map(|part| self.part(part))
    }

    /// The nodes of a part.
    pub fn part(&self, part: usize) -> &[u32] {
        let first = part.checked_sub(1).map_or(0, |before| self.end(before));
        &self.nodes[first..self.end(part)]
    }

    /// The nodes of all parts.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The number of nodes in a component and all before it.
    pub fn end(&self, part: usize) -> usize {
        self.ends[part] as usize
    }

    /// A node of the next part, which [`close`](Self::close) ends.
    pub(super) fn push(&mut self, node: u32) {
        self.nodes.push(node);
    }

    /// Ends the nodes of a part.
    pub(super) fn close(&mut self) {
        self.ends.push(self.nodes.len() as u32);
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        4 * (self.ends.capacity() + self.nodes.capacity())
    }

    pub(super) fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.nodes.shrink_to_fit();
    }
}

/// A node that is searched.
#[derive(Clone, Copy, Debug)]
struct PathNode {
    node: u32,
    /// The next arrow to visit.
    next: u32,
    /// The node's own rank.
    rank: u32,
}

/// A search for strongly connected components by Pearce's form of Tarjan's algorithm (*A
/// space-efficient algorithm for finding strongly connected components*, 2016), without recursion.
struct ComponentSearch {
    /// One per node: 0 before it is met. While its part isn't known the smallest rank that is met
    /// from it; ranks count from 1 among such nodes. Then the number of its part, counted down from
    /// the number of nodes, which is larger than every rank.
    rank: Vec<u32>,
    next_rank: u32,
    frames: Vec<PathNode>,
    /// Visited nodes whose component isn't known yet.
    waiting: Vec<u32>,
    /// All nodes from here on were met.
    from: u32,
    /// The number of nodes in known components.
    known: u32,
    /// The ends of the parts.
    ends: Vec<u32>,
}

impl ComponentSearch {
    /// Visits the arrows of the node that was entered last, up to one that leads to a new node, or
    /// enters another node; returns the work, and `None` when all nodes are in components.
    fn advance(&mut self, graph: &impl Directed) -> Option<usize> {
        let Some(frame) = self.frames.last_mut() else {
            self.from = self.from.checked_sub(1)?;
            if self.rank[self.from as usize] == 0 {
                self.enter(graph, self.from);
            }
            return Some(1);
        };
        let PathNode { node, next, rank } = *frame;
        let end = graph.arrows(node).end;
        let mut min = self.rank[node as usize];
        for arrow in next..end {
            let target = graph.target_of(arrow);
            match self.rank[target as usize] {
                // It is visited again when the target is done.
                0 => {
                    frame.next = arrow;
                    self.rank[node as usize] = min;
                    self.enter(graph, target);
                    return Some(1 + (arrow - next) as usize);
                }
                rank => min = min.min(rank),
            }
        }
        self.rank[node as usize] = min;
        self.frames.pop();
        self.waiting.push(node);
        let closed = if min == rank { self.close(rank) } else { 0 };
        Some(1 + (end - next) as usize + closed)
    }

    fn enter(&mut self, graph: &impl Directed, node: u32) {
        self.rank[node as usize] = self.next_rank;
        self.frames.push(PathNode {
            node,
            next: graph.arrows(node).start,
            rank: self.next_rank,
        });
        self.next_rank += 1;
    }

    /// Takes the nodes of a part from those that wait, and returns their number.
    fn close(&mut self, rank: u32) -> usize {
        let part = self.rank.len() as u32 - self.ends.len() as u32;
        let mut nodes = 0;
        while let Some(node) = self
            .waiting
            .pop_if(|node| self.rank[*node as usize] >= rank)
        {
            self.rank[node as usize] = part;
            nodes += 1;
        }
        self.next_rank -= nodes;
        self.known += nodes;
        self.ends.push(self.known);
        nodes as usize
    }
}

impl Components {
    /// Finds the strongly connected components of a graph with `len` nodes, in turns.
    pub async fn find(graph: &impl Directed, len: usize, ctl: &Control) -> Self {
        let mut search = ComponentSearch {
            rank: vec![0; len],
            next_rank: 1,
            frames: Vec::new(),
            waiting: Vec::new(),
            from: len as u32,
            known: 0,
            ends: Vec::new(),
        };
        ctl.repeat(|| search.advance(graph)).await;
        let ComponentSearch { rank, mut ends, .. } = search;
        // The start of each component, and then its end, once all its nodes are there.
        if let Some(last) = ends.last_mut() {
            *last = 0;
        }
        ends.rotate_right(1);
        let mut nodes = vec![0; len];
        ctl.each(0..len, |done| {
            let node = len - 1 - done;
            let index = &mut ends[len - rank[node] as usize];
            nodes[*index as usize] = node as u32;
            *index += 1;
            1
        })
        .await;
        Self { ends, nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{TurnLength, by_turns};

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

    /// A number below `choices`, the same forever.
    fn draw(state: &mut u64, choices: u32) -> u32 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((*state >> 33) % u64::from(choices)) as u32
    }

    #[test]
    fn parts_of_random_graphs_are_those_that_petgraph_finds_whatever_the_steps() {
        let mut state = 7;
        let mut sizes = std::collections::BTreeSet::new();
        for _ in 0..2_000 {
            let nodes = draw(&mut state, 40) + 1;
            let per_node = draw(&mut state, 4) + 1;
            let mut arrows = Arrows::default();
            let mut theirs = petgraph::graph::DiGraph::<(), ()>::new();
            for _ in 0..nodes {
                theirs.add_node(());
            }
            for node in 0..nodes {
                for _ in 0..draw(&mut state, per_node + 1) {
                    let target = draw(&mut state, nodes);
                    arrows.push(target);
                    theirs.add_edge(node.into(), target.into(), ());
                }
                arrows.close();
            }
            let turn = TurnLength::Work(draw(&mut state, 5) as usize);
            let find = async |ctl: &Control| Components::find(&arrows, arrows.len(), ctl).await;
            let parts = by_turns(turn, find).0;
            assert_eq!(parts, arrows.components());
            assert!(parts.iter().all(|part| part.is_sorted_by(|a, b| a > b)));
            let mut part_of = vec![0; nodes as usize];
            for (index, part) in parts.iter().enumerate() {
                for node in part {
                    part_of[*node as usize] = index;
                }
            }
            for (node, part) in part_of.iter().enumerate() {
                let targets = arrows.of(node).iter();
                let above = targets.filter(|target| part_of[**target as usize] > *part);
                assert_eq!(above.count(), 0, "children come before parents");
            }
            let sorted = |mut parts: Vec<Vec<u32>>| {
                parts.iter_mut().for_each(|part| part.sort_unstable());
                parts.sort_unstable();
                parts
            };
            let theirs = petgraph::algo::kosaraju_scc(&theirs).into_iter();
            let theirs = theirs.map(|part| part.iter().map(|node| node.index() as u32).collect());
            let ours = sorted(parts.iter().map(<[u32]>::to_vec).collect());
            assert_eq!(ours, sorted(theirs.collect()));
            sizes.extend(ours.iter().map(Vec::len));
        }
        assert!(sizes.len() > 20, "{sizes:?}");
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
