//! Iterates over the shown nodes of an unfolding, depth-first, each with the data to link it to its
//! parent.

use super::Figure;
use crate::diagram::Order;
use crate::rating::{Ratings, best_line, proven_line};
use crate::session::Rated;
use crate::tree::{Edge, Graph, Line, Unfolding, UnfoldingNode, Vertex, VertexKind};

/// About the bytes of a node in a file.
pub(super) const RECORD: usize = 1 << 7;

/// The node above another one, and the move from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Above {
    /// Its number.
    pub number: u64,
    /// Its position.
    pub vertex: Vertex,
    /// The move.
    pub edge: Edge,
}

/// A node that is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Its number: the root has 0, and none is left out.
    pub number: u64,
    /// Which node of the unfolding.
    pub node: UnfoldingNode,
    /// Its position.
    pub vertex: Vertex,
    /// Its parent and move; `None` for the root.
    pub above: Option<Above>,
    /// Whether it is on the best line of the unfolding's root, and the line is shown.
    pub best: bool,
    /// The number of moves above it, including outcomes of chance.
    pub level: usize,
    /// Whether it comes last among its siblings.
    pub last: bool,
}

/// Parents before children, children in the figure's order.
pub(super) struct Nodes<'a> {
    unfolding: &'a Unfolding,
    /// The data for sorting siblings; `None` leaves them in the rules' order.
    sorted: Option<(&'a Graph, &'a Ratings)>,
    best: Option<Line>,
    children: Vec<UnfoldingNode>,
    /// Those that come next, the next one last; their numbers aren't known yet.
    waiting: Vec<Node>,
    number: u64,
}

impl<'a> Nodes<'a> {
    /// Those of an unfolding of a rated graph, as a figure shows them.
    pub fn new(rated: &'a Rated, unfolding: &'a Unfolding, figure: &Figure<'_>) -> Self {
        let analysis = &rated.analysis;
        let graph = rated.graph.graph();
        let root = unfolding.vertex(UnfoldingNode::ROOT);
        let best = (figure.show.best_line && !figure.hidden)
            .then(|| best_line(graph, &analysis.ratings, &analysis.distances, root).line);
        let sorted = (figure.style.order == Order::BestFirst && !figure.hidden)
            .then_some((graph, &analysis.ratings));
        Self {
            unfolding,
            sorted,
            waiting: vec![Node {
                number: 0,
                node: UnfoldingNode::ROOT,
                vertex: root,
                above: None,
                best: leads(graph, best.as_ref()),
                level: 0,
                last: true,
            }],
            best,
            children: Vec::new(),
            number: 0,
        }
    }

    /// The same with the best line only as far as all ratings on it are proven, for formats that
    /// programs read.
    pub fn proven(self, rated: &Rated) -> Self {
        let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
        let root = self.unfolding.vertex(UnfoldingNode::ROOT);
        let line = || proven_line(graph, &analysis.ratings, &analysis.distances, root).line;
        let best = self.best.as_ref().map(|_| line());
        let mut nodes = Self { best, ..self };
        let proven = analysis.ratings.all_proven(root);
        for first in &mut nodes.waiting {
            first.best = proven && leads(graph, nodes.best.as_ref());
        }
        nodes
    }

    /// The shown children of a node, in the figure's order.
    fn list_children(&mut self, node: &Node) {
        let Self {
            unfolding,
            children,
            ..
        } = self;
        children.clear();
        children.extend(unfolding.children(node.node));
        if let Some((graph, ratings)) = self.sorted
            && let VertexKind::Decision(mover) = graph.kind(node.vertex)
        {
            // Stable, so that ties stay in the rules' order.
            children
                .sort_by(|a, b| ratings.compare(unfolding.vertex(*b), unfolding.vertex(*a), mover));
        }
    }
}

/// Whether a best line starts at the root; at an end it has no moves.
fn leads(graph: &Graph, best: Option<&Line>) -> bool {
    let over = graph.edge_count() == 0;
    best.is_some_and(|line| over || !line.is_empty())
}

impl Iterator for Nodes<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        let node = Node {
            number: self.number,
            ..self.waiting.pop()?
        };
        self.number += 1;
        self.list_children(&node);
        let Self {
            unfolding,
            best,
            children,
            waiting,
            ..
        } = self;
        let next = best.as_ref().and_then(|line| line.get(node.level).copied());
        let most = children.len();
        waiting.extend(children.iter().enumerate().rev().map(|(index, child)| {
            let edge = unfolding.edge(*child);
            Node {
                number: 0,
                node: *child,
                vertex: unfolding.vertex(*child),
                above: edge.map(|edge| Above {
                    number: node.number,
                    vertex: node.vertex,
                    edge,
                }),
                best: node.best && next.is_some() && next == edge,
                level: node.level + 1,
                last: index + 1 == most,
            }
        }));
        Some(node)
    }
}
