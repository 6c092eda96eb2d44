//! A recorded search on its tree: the current node, the known bounds of each node, the cuts, and
//! the legend of these.

mod draw;

use super::elements::{NODE_HEIGHT, node_size};
use super::legend_entry::{LegendEntry, boxed, of_rows, row, segments};
use super::looks::{Looks, MeasuredTree, ShownTree};
use super::marks::TreeMarks;
use super::node::draw_chance;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Stroke, Weight};
use super::tree::{Block, PlacedNode, far_in_sight};
use super::view::TreeView;
use crate::layout::{Layout, Shape};
use crate::search::{Method, Recording};
use crate::tree::{UnfoldingNode, Vertex, VertexKind};
use crate::words::{AVERAGE, Numbers};

pub use draw::{RecordedDrawn, RecordedSight, draw_far_recorded, draw_recorded};
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

/// The bounds of a recording's tree with what is around its nodes.
pub fn recorded_bounds(layout: &Layout) -> Rect {
    let mut bounds = layout.extent();
    bounds.max.y += 24.0;
    bounds.grown(12.0)
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
) -> (Vec<PlacedNode>, Vec<Block>) {
    let (looks, marks) = (Looks::default(), TreeMarks::default());
    let tree = MeasuredTree {
        view,
        looks: &looks,
        marks: &marks,
    };
    let far = far_in_sight(layout, &tree, scene, scale, least);
    (far.nodes, far.blocks)
}

fn node(sign: &mut Drawing, fill: Ink, stroke: Stroke) {
    boxed(sign, [22.0, 14.0], 4.0, Some(fill), Some(stroke));
}

fn text(sign: &mut Drawing, at: f64, text: &str) {
    let at = Point::new(at, 0.0);
    sign.text(at, Anchor::Middle, text, 12.0, Ink::Text, Weight::Strong);
}

/// The entries for a recording of a method.
pub fn recording_legend(view: &RecordedView<'_>, method: Method) -> Vec<LegendEntry> {
    let (seen, known, drawn) = match method.samples() {
        true => ("tried: average", AVERAGE, "drawn"),
        false => ("finished", "1", "running sum"),
    };
    let window = method.has_window();
    let chance = view.tree.labels.graph().has_chance();
    of_rows([
        row(true, 22.0, "current node", |sign| {
            node(sign, Ink::Soft, Stroke::new(3.0, Ink::Text));
        }),
        row(true, 22.0, "call stack", |sign| {
            node(sign, Ink::Panel, Stroke::new(2.0, Ink::Text));
        }),
        row(true, 22.0, seen, |sign| {
            node(sign, Ink::Panel, Stroke::new(1.2, Ink::Dim));
            text(sign, 11.0, known);
        }),
        row(true, 22.0, "not visited yet", |sign| {
            node(sign, Ink::Ground, Stroke::new(1.0, Ink::Line));
        }),
        row(window, 30.0, "lower, upper bound", |sign| {
            text(sign, 15.0, "≥ ≤");
        }),
        row(window, 18.0, "search window (α, β)", |sign| {
            text(sign, 9.0, "α β");
        }),
        row(window, 22.0, "cut", |sign| {
            node(sign, Ink::Ground, Stroke::dashed(1.2, Ink::Dim, 3.0));
            let strokes = [8.0, 13.0].map(|x| [(x - 3.0, 4.0), (x + 3.0, -4.0)]);
            segments(sign, Stroke::new(1.6, Ink::Text), strokes);
        }),
        row(method.keeps_table(), 22.0, "table hit", |sign| {
            node(sign, Ink::Soft, Stroke::new(1.2, Ink::Dim));
            text(sign, 11.0, "1");
        }),
        row(chance, 16.0, format!("chance: {drawn}"), |sign| {
            draw_chance(sign, Point::new(8.0, 0.0), 7.0);
        }),
    ])
}
