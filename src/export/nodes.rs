//! The shown nodes of an unfolding, depth-first, each with what a writer needs to link it.

use crate::rating::best_line;
use crate::session::Rated;
use crate::tree::{Edge, Line, Unfolding, UnfoldingNode, Vertex};

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
    /// Where it hangs; `None` for the root.
    pub above: Option<Above>,
    /// Whether it lies on the root's best line.
    pub best: bool,
    /// How many moves lie above it, those of chance among them.
    pub level: usize,
}

/// Parents before children, children in the rules' order.
pub(super) struct Nodes<'a> {
    unfolding: &'a Unfolding,
    best: Line,
    /// Those that come next, the next one last; their numbers aren't known yet.
    waiting: Vec<Node>,
    number: u64,
}

impl<'a> Nodes<'a> {
    /// Those of an unfolding of a rated graph.
    pub fn new(rated: &Rated, unfolding: &'a Unfolding) -> Self {
        let analysis = &rated.analysis;
        let graph = rated.graph.graph();
        let root = unfolding.vertex(UnfoldingNode::ROOT);
        let best = best_line(graph, &analysis.ratings, &analysis.distances, root);
        Self {
            unfolding,
            best: best.line,
            waiting: vec![Node {
                number: 0,
                node: UnfoldingNode::ROOT,
                vertex: root,
                above: None,
                best: true,
                level: 0,
            }],
            number: 0,
        }
    }
}

impl Iterator for Nodes<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        let node = Node {
            number: self.number,
            ..self.waiting.pop()?
        };
        self.number += 1;
        let Self {
            unfolding,
            best,
            waiting,
            ..
        } = self;
        waiting.extend(unfolding.children(node.node).rev().map(|child| {
            let edge = unfolding.edge(child);
            Node {
                number: 0,
                node: child,
                vertex: unfolding.vertex(child),
                above: edge.map(|edge| Above {
                    number: node.number,
                    vertex: node.vertex,
                    edge,
                }),
                best: node.best && best.get(node.level) == edge.as_ref(),
                level: node.level + 1,
            }
        }));
        Some(node)
    }
}
