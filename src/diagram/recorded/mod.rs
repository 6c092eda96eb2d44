//! A recorded search on its tree: the current node, the known bounds of each node, and the cuts.

mod draw;
mod legend;

use super::elements::NODE_HEIGHT;
use super::far::{Block, far_in_sight};
use super::looks::Looks;
use super::marks::TreeMarks;
use super::measure::node_size;
use super::shape::{Point, Rect};
use super::shown::{MeasuredTree, ShownTree};
use super::tree::Sight;
use super::view::TreeView;
use crate::layout::{Layout, Shape};
use crate::search::Recording;
use crate::tree::{UnfoldingNode, Vertex, VertexKind};
use crate::words::Numbers;

pub use draw::{RecordedDrawn, RecordedSight, draw_far_recorded, draw_recorded};
pub use legend::recording_legend;

/// Minimum width of a node, so that bounds fit …
const NODE_WIDTH: f64 = 88.0;
/// … and of a chance node with its tips.
const CHANCE_WIDTH: f64 = 104.0;

/// The width of a vertex's node.
fn width(view: &TreeView<'_>, vertex: Vertex) -> f64 {
    let least = match view.labels.graph().kind(vertex) {
        VertexKind::Chance(_) => CHANCE_WIDTH,
        VertexKind::End => 0.0,
        VertexKind::Decision(_) | VertexKind::Horizon(_) => NODE_WIDTH,
    };
    node_size(view, vertex).width.max(least)
}

/// The box of a recording's node centered at `at`.
pub fn recorded_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Rect {
    Rect::around(at, width(view, view.unfolding.vertex(node)), NODE_HEIGHT)
}

/// The tree of a recording as a layout sees it.
struct RecordedTree<'a>(ShownTree<'a>);

impl Shape for RecordedTree<'_> {
    fn root(&self) -> u32 {
        self.0.root()
    }

    fn numbers(&self) -> usize {
        self.0.numbers()
    }

    fn degree(&self, node: u32) -> usize {
        self.0.degree(node)
    }

    fn child(&self, node: u32, index: usize) -> u32 {
        self.0.child(node, index)
    }

    fn width(&self, node: u32) -> f64 {
        let view = self.0.0;
        let vertex = view.unfolding.vertex(UnfoldingNode(node));
        self.0.width(node).max(width(view, vertex))
    }
}

/// Lays out the part of the tree that a recording is about. `view` shows that part with ratings
/// hidden, since nodes show the search's bounds instead.
pub fn lay_out_recording(view: &TreeView<'_>) -> Layout {
    Layout::new(
        &RecordedTree(ShownTree(view)),
        ShownTree::spacing(&view.elements),
    )
}

/// Follows nodes that show their children now, or hide them.
pub fn follow_recording(layout: &mut Layout, view: &TreeView<'_>, nodes: &[u32]) {
    layout.update_all(&RecordedTree(ShownTree(view)), nodes);
}

/// The view of a recording.
#[derive(Clone, Copy)]
pub struct RecordedView<'a> {
    /// The part of the tree that it is about, with ratings hidden.
    pub tree: TreeView<'a>,
    /// The steps.
    pub recording: &'a Recording,
    /// The step after which it is shown.
    pub event: usize,
    /// The text form of its numbers.
    pub numbers: &'a Numbers,
    /// Whether nodes have a search window, as in alpha-beta.
    pub has_window: bool,
}

/// The nodes of a recording in a part of the scene at a scale (points per unit). Subtrees where a
/// child has less than `least` points are drawn as blocks.
pub fn far_in_recording(
    layout: &Layout,
    view: &TreeView<'_>,
    scene: Rect,
    scale: f64,
    least: f64,
) -> (Vec<Sight>, Vec<Block>) {
    let (looks, marks) = (Looks::default(), TreeMarks::default());
    let tree = MeasuredTree {
        view,
        looks: &looks,
        marks: &marks,
    };
    let far = far_in_sight(layout, &tree, scene, scale, least);
    (far.nodes, far.blocks)
}
