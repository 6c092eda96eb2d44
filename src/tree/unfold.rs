//! The unfolding: the expanded part of the game tree, as materialized nodes.

use std::collections::VecDeque;

use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::Graph;
use super::labels::{Labels, Line};
use super::vertex::{Edge, Vertex};

/// A node of an unfolding, in the order in which it was unfolded; the root is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnfoldingNode(pub u32);

impl UnfoldingNode {
    /// The root of every unfolding.
    pub const ROOT: Self = Self(0);

    /// The node's index in a column.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct NodeSlot {
    parent: u32,
    edge: u32,
    vertex: u32,
    ply: u32,
    first_child: u32,
    children: u32,
    /// The time stamp of its expansion, 0 if it is folded. An expansion before the last fold of the
    /// whole tree counts as folded.
    opened: u32,
}

/// The result of a request to unfold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfolded {
    /// Everything requested is unfolded.
    All,
    /// The budget of nodes was used up before.
    Stopped,
}

/// An unfolding of everything below a node, breadth-first, that is done in steps.
#[derive(Clone, Debug)]
pub struct StepwiseUnfolding {
    queue: VecDeque<UnfoldingNode>,
    to: Option<u32>,
    max: usize,
}

impl StepwiseUnfolding {
    /// Unfolds everything below `node`, down to the ply `to` of the tree, until `max` nodes have
    /// been made. The children of a node are unfolded all together or not at all.
    pub fn new(node: UnfoldingNode, to: Option<u32>, max: usize) -> Self {
        Self {
            queue: VecDeque::from([node]),
            to,
            max,
        }
    }

    /// Maximum number of nodes made when it ends.
    pub fn max_nodes(&self) -> usize {
        self.max
    }

    /// Continues with about this much `work`, in nodes visited or made. Calls `opened` with every
    /// node whose children become visible. Returns the result once it is done.
    pub fn step(
        &mut self,
        unfolding: &mut Unfolding,
        graph: &Graph,
        work: usize,
        mut opened: impl FnMut(UnfoldingNode),
    ) -> Option<Unfolded> {
        let mut done = 0;
        while done < work {
            let Some(node) = self.queue.pop_front() else {
                return Some(Unfolded::All);
            };
            done += 1;
            let slot = &unfolding.slots[node.index()];
            let vertex = Vertex(slot.vertex);
            let degree = graph.degree(vertex);
            if degree == 0
                || self
                    .to
                    .is_some_and(|to| slot.ply >= to && graph.cost(vertex) > 0)
            {
                continue;
            }
            let (made, open) = (slot.first_child != NONE, slot.opened >= unfolding.since);
            if !made && unfolding.slots.len() + degree > self.max
                || !open && !unfolding.unfold(graph, node)
            {
                self.queue.clear();
                return Some(Unfolded::Stopped);
            }
            if !open {
                opened(node);
            }
            done += degree;
            self.queue.extend(unfolding.children(node));
        }
        None
    }
}

/// The plies down to which an unfolding is shown; its branches may end at different ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownPlies {
    /// Everything is shown down to this ply: that of the highest folded node, or, where nothing is
    /// folded, the last ply there is.
    pub min: u32,
    /// The last ply of which a node is shown.
    pub max: u32,
    /// Whether there is a folded node.
    pub folded: bool,
}

/// A flat arena of tree nodes, made on demand, each knowing its parent, its move and its vertex.
///
/// A node's name is its line, so an unfolding stays valid when the graph that it unfolds grows:
/// vertices and edges of a longer build keep their numbers.
#[derive(Clone, Debug)]
pub struct Unfolding {
    slots: Vec<NodeSlot>,
    /// The number of siblings that a move stands for, where they are merged.
    merged: FxHashMap<Edge, u32>,
    /// The number of times that the whole tree was folded, plus 1.
    since: u32,
}

impl Default for Unfolding {
    fn default() -> Self {
        Self::new()
    }
}

impl Unfolding {
    /// Maximum number of nodes of an unfolding.
    pub const MAX_NODES: usize = NONE as usize - 1;

    /// The root alone.
    pub fn new() -> Self {
        Self::at(Vertex::ROOT)
    }

    /// A node of the graph alone, as the root of the tree below it.
    pub fn at(vertex: Vertex) -> Self {
        Self {
            slots: vec![NodeSlot {
                parent: NONE,
                edge: NONE,
                vertex: vertex.0,
                ply: 0,
                first_child: NONE,
                children: 0,
                opened: 0,
            }],
            merged: FxHashMap::default(),
            since: 1,
        }
    }

    /// The number of nodes made so far, including folded ones.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no node, which is never so.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The position of a node.
    pub fn vertex(&self, node: UnfoldingNode) -> Vertex {
        Vertex(self.slots[node.index()].vertex)
    }

    /// The node above; `None` at the root.
    pub fn parent(&self, node: UnfoldingNode) -> Option<UnfoldingNode> {
        let parent = self.slots[node.index()].parent;
        (parent != NONE).then_some(UnfoldingNode(parent))
    }

    /// The move that led here; `None` at the root.
    pub fn edge(&self, node: UnfoldingNode) -> Option<Edge> {
        let edge = self.slots[node.index()].edge;
        (edge != NONE).then_some(Edge(edge))
    }

    /// The number of plies on the line to a node.
    pub fn ply(&self, node: UnfoldingNode) -> u32 {
        self.slots[node.index()].ply
    }

    /// Whether the node's children are shown.
    pub fn is_open(&self, node: UnfoldingNode) -> bool {
        self.slots[node.index()].opened >= self.since
    }

    /// The children that are shown, in the rules' order; none of a folded node.
    pub fn children(
        &self,
        node: UnfoldingNode,
    ) -> impl DoubleEndedIterator<Item = UnfoldingNode> + ExactSizeIterator + use<> {
        self.child_slots(node).map(UnfoldingNode)
    }

    /// The visible child at an index among its siblings, in the rules' order, in constant time.
    pub fn child_at(&self, node: UnfoldingNode, index: usize) -> Option<UnfoldingNode> {
        self.child_slots(node).nth(index).map(UnfoldingNode)
    }

    fn child_slots(&self, node: UnfoldingNode) -> std::ops::Range<u32> {
        let slot = &self.slots[node.index()];
        if slot.opened >= self.since {
            slot.first_child..slot.first_child + slot.children
        } else {
            0..0
        }
    }

    /// The child that a move leads to, if the node's children have been made, shown or not.
    pub fn child(&self, node: UnfoldingNode, edge: Edge) -> Option<UnfoldingNode> {
        let slot = &self.slots[node.index()];
        (slot.first_child..slot.first_child.saturating_add(slot.children))
            .map(UnfoldingNode)
            .find(|child| self.edge(*child) == Some(edge))
    }

    /// Expands a node: shows its children, making them if they were never made. `false` if there would
    /// be too many nodes.
    pub fn unfold(&mut self, graph: &Graph, node: UnfoldingNode) -> bool {
        let NodeSlot {
            vertex,
            ply,
            first_child,
            ..
        } = self.slots[node.index()];
        if first_child == NONE {
            let vertex = Vertex(vertex);
            let children = graph.degree(vertex);
            if children == 0 {
                return true;
            }
            if self.slots.len() + children > Self::MAX_NODES {
                return false;
            }
            let first_child = self.slots.len() as u32;
            let ply = ply + graph.cost(vertex);
            for edge in graph.edges(vertex) {
                self.slots.push(NodeSlot {
                    parent: node.0,
                    edge: edge.0,
                    vertex: graph.target(edge).0,
                    ply,
                    first_child: NONE,
                    children: 0,
                    opened: 0,
                });
            }
            let slot = &mut self.slots[node.index()];
            slot.first_child = first_child;
            slot.children = children as u32;
        }
        self.slots[node.index()].opened = self.since;
        true
    }

    /// Collapses a node: hides its children. Unfolding it again restores them, with everything that was
    /// unfolded below them.
    pub fn fold(&mut self, node: UnfoldingNode) {
        self.slots[node.index()].opened = 0;
    }

    /// Hides the children of every node, in one step however many there are.
    pub fn fold_all(&mut self) {
        self.since += 1;
    }

    /// Unfolds everything below `node` breadth-first, down to the ply `to` of the tree, as long as
    /// no more than `budget` nodes have been made; a family is unfolded whole or not at all.
    pub fn unfold_below(
        &mut self,
        graph: &Graph,
        node: UnfoldingNode,
        to: Option<u32>,
        budget: usize,
    ) -> Unfolded {
        let mut spread = StepwiseUnfolding::new(node, to, budget);
        loop {
            if let Some(result) = spread.step(self, graph, usize::MAX, |_| {}) {
                return result;
            }
        }
    }

    /// The node at the end of a line below `from`, unfolding the nodes on the way. `None` if there
    /// would be too many nodes.
    pub fn reveal(
        &mut self,
        graph: &Graph,
        from: UnfoldingNode,
        line: &[Edge],
    ) -> Option<UnfoldingNode> {
        let mut node = from;
        for &edge in line {
            if !self.unfold(graph, node) {
                return None;
            }
            node = self.child(node, edge)?;
        }
        Some(node)
    }

    /// The line to a node.
    pub fn line(&self, node: UnfoldingNode) -> Line {
        let mut line = Vec::new();
        let mut node = node;
        while let (Some(edge), Some(parent)) = (self.edge(node), self.parent(node)) {
            line.push(edge);
            node = parent;
        }
        line.reverse();
        line
    }

    /// A copy of what is shown, in which equivalent siblings are one: the first stays.
    /// [`Unfolding::copies`] tells how many it stands for.
    pub fn merged(&self, labels: &dyn Labels) -> Self {
        let mut copy = Self::at(self.vertex(UnfoldingNode::ROOT));
        // The moves that stay at each vertex.
        let mut kept: FxHashMap<Vertex, FxHashSet<Edge>> = FxHashMap::default();
        let mut waiting = vec![(UnfoldingNode::ROOT, UnfoldingNode::ROOT)];
        while let Some((theirs, node)) = waiting.pop() {
            if !self.is_open(theirs) {
                continue;
            }
            let first = copy.slots.len() as u32;
            let merged = &mut copy.merged;
            let vertex = self.vertex(theirs);
            let kept = kept.entry(vertex).or_insert_with(|| {
                let moves = labels.merged_moves(vertex);
                merged.extend(moves.iter().copied());
                moves.into_iter().map(|(edge, _)| edge).collect()
            });
            for child in self.children(theirs) {
                if self.edge(child).is_some_and(|edge| kept.contains(&edge)) {
                    waiting.push((child, UnfoldingNode(copy.slots.len() as u32)));
                    copy.slots.push(NodeSlot {
                        parent: node.0,
                        first_child: NONE,
                        children: 0,
                        opened: 0,
                        ..self.slots[child.index()]
                    });
                }
            }
            let children = copy.slots.len() as u32 - first;
            let slot = &mut copy.slots[node.index()];
            (slot.first_child, slot.children, slot.opened) = (first, children, copy.since);
        }
        copy
    }

    /// The number of siblings that a move stands for, itself included.
    pub fn copies(&self, edge: Edge) -> u32 {
        self.merged.get(&edge).copied().unwrap_or(1)
    }

    /// Whether a move stands for several.
    pub fn is_merged(&self) -> bool {
        self.merged.values().any(|copies| *copies > 1)
    }

    /// The nodes that are shown, depth-first, parents before children, children in the rules'
    /// order.
    pub fn preorder(&self) -> Preorder<'_> {
        Preorder {
            unfolding: self,
            stack: vec![UnfoldingNode::ROOT],
        }
    }

    /// The plies down to which the tree is shown.
    pub fn shown_plies(&self, graph: &Graph) -> ShownPlies {
        let mut plies = ShownPlies {
            min: u32::MAX,
            ..ShownPlies::default()
        };
        for node in self.preorder() {
            let slot = &self.slots[node.index()];
            plies.max = plies.max.max(slot.ply);
            if slot.opened < self.since && !graph.is_leaf(Vertex(slot.vertex)) {
                plies.folded = true;
                plies.min = plies.min.min(slot.ply);
            }
        }
        plies.min = plies.min.min(plies.max);
        plies
    }

    /// The shown nodes as a game tree of petgraph's.
    pub fn game_tree(&self) -> GameTree {
        let mut nodes = DiGraph::with_capacity(self.len(), self.len().saturating_sub(1));
        let mut numbers = vec![NONE; self.len()];
        let order: Vec<UnfoldingNode> = self.preorder().collect();
        for (number, node) in order.iter().enumerate() {
            numbers[node.index()] = number as u32;
            nodes.add_node(self.vertex(*node));
        }
        // petgraph lists a node's edges newest first: added backwards, they come out in order.
        for node in order.iter().rev() {
            if let (Some(parent), Some(edge)) = (self.parent(*node), self.edge(*node)) {
                nodes.add_edge(
                    numbers[parent.index()].into(),
                    numbers[node.index()].into(),
                    edge,
                );
            }
        }
        GameTree { graph: nodes }
    }
}

/// The nodes of an unfolding, depth-first.
#[derive(Clone, Debug)]
pub struct Preorder<'a> {
    unfolding: &'a Unfolding,
    stack: Vec<UnfoldingNode>,
}

impl Iterator for Preorder<'_> {
    type Item = UnfoldingNode;

    fn next(&mut self) -> Option<UnfoldingNode> {
        let node = self.stack.pop()?;
        self.stack.extend(self.unfolding.children(node).rev());
        Some(node)
    }
}

/// A game tree, materialized: one node a line of play.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// Nodes in depth-first preorder, the root first; the weight of a node is its vertex in the
    /// position graph, that of an edge its move there. `edges(n)` lists the moves in the rules'
    /// order.
    pub graph: DiGraph<Vertex, Edge>,
}

impl GameTree {
    /// Unfolds the whole tree of `graph`, and `None` if it has more than `max_nodes` nodes.
    pub fn whole(graph: &Graph, max_nodes: usize) -> Option<Self> {
        let mut unfolding = Unfolding::new();
        let budget = max_nodes.min(Unfolding::MAX_NODES);
        match unfolding.unfold_below(graph, UnfoldingNode::ROOT, None, budget) {
            Unfolded::All if unfolding.len() <= budget => Some(unfolding.game_tree()),
            Unfolded::All | Unfolded::Stopped => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Labels;
    use crate::tree::tests::graph;

    const DIAMOND: &str = "top a: l -> left, r -> right; left b: x -> end, y -> end;
        right b: x -> end; end end: 1 0";

    #[test]
    fn the_whole_tree_has_a_node_for_every_line_in_preorder() {
        let graph = graph(DIAMOND, None);
        let tree = GameTree::whole(graph.graph(), 100).expect("six nodes");
        let names: Vec<_> = tree
            .graph
            .node_weights()
            .map(|vertex| graph.position_text(*vertex))
            .collect();
        assert_eq!(names, ["top", "left", "end", "end", "right", "end"]);
        let children: Vec<_> = tree
            .graph
            .neighbors(0.into())
            .map(|node| node.index())
            .collect();
        assert_eq!(children, [1, 4]);
        assert!(GameTree::whole(graph.graph(), 5).is_none());
    }

    #[test]
    fn a_folded_node_comes_back_as_it_was() {
        let graph = graph(DIAMOND, None);
        let mut unfolding = Unfolding::new();
        unfolding.unfold_below(graph.graph(), UnfoldingNode::ROOT, None, 100);
        assert_eq!(unfolding.preorder().count(), 6);
        unfolding.fold(UnfoldingNode::ROOT);
        assert_eq!(unfolding.preorder().count(), 1);
        unfolding.unfold(graph.graph(), UnfoldingNode::ROOT);
        assert_eq!(unfolding.preorder().count(), 6);
        assert_eq!(unfolding.len(), 6);
    }

    #[test]
    fn the_shown_plies_are_those_of_the_highest_fold_and_of_the_deepest_node() {
        let graph = graph(DIAMOND, None);
        let graph = graph.graph();
        let mut unfolding = Unfolding::new();
        let plies = |unfolding: &Unfolding| {
            let ShownPlies { min, max, folded } = unfolding.shown_plies(graph);
            (min, max, folded)
        };
        assert_eq!(plies(&unfolding), (0, 0, true));
        unfolding.unfold_below(graph, UnfoldingNode::ROOT, Some(1), 100);
        assert_eq!(plies(&unfolding), (1, 1, true));
        unfolding.unfold(graph, UnfoldingNode(2));
        assert_eq!(plies(&unfolding), (1, 2, true));
        unfolding.unfold(graph, UnfoldingNode(1));
        assert_eq!(plies(&unfolding), (2, 2, false));
    }

    #[test]
    fn a_line_names_its_node() {
        let graph = graph(DIAMOND, None);
        let line = graph.read_line(Vertex::ROOT, "l y").expect("a line");
        let mut unfolding = Unfolding::new();
        let node = unfolding
            .reveal(graph.graph(), UnfoldingNode::ROOT, &line)
            .expect("a node");
        assert_eq!(unfolding.line(node), line);
        assert_eq!(graph.line_text(Vertex::ROOT, &line), "l y");
        assert_eq!(unfolding.ply(node), 2);
        let error = graph
            .read_line(Vertex::ROOT, "l z")
            .expect_err("no such move");
        assert_eq!(error.column, 3);
        assert!(error.to_string().contains("use x, y"), "{error}");
    }

    #[test]
    fn unfolding_under_a_budget_keeps_families_whole() {
        let graph = graph(DIAMOND, None);
        let mut unfolding = Unfolding::new();
        let result = unfolding.unfold_below(graph.graph(), UnfoldingNode::ROOT, None, 4);
        assert_eq!(result, Unfolded::Stopped);
        assert_eq!(unfolding.len(), 3);
    }
}
