//! A laid-out tree, or the part of it that is in sight, as shapes in the order in which they are
//! painted.

use super::marks::TreeMarks;
use super::moves::{draw_move, draw_move_name};
use super::node::{NodeDrawn, draw_node, node_rect};
use super::shape::{Drawing, Point, Rect};
use super::shown::ShownTree;
use super::view::TreeView;
use crate::layout::{Layout, Visit};
use crate::tree::UnfoldingNode;

/// From one level to the next, middle to middle.
pub const LEVEL_HEIGHT: f64 = 112.0;
/// Between two siblings.
pub const SIBLING_GAP: f64 = 30.0;
/// Between two neighbours with different parents.
pub const SUBTREE_GAP: f64 = 44.0;

/// How far a fold's count reaches below its node.
const BELOW: f64 = 30.0;
/// How far the ring, the badge and a note reach around a node.
const AROUND: f64 = 11.0;

/// A node that is in sight, or whose move from above is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Which node.
    pub node: UnfoldingNode,
    /// The middle of its box.
    pub at: Point,
    /// The middle of the box above it; `None` at the root.
    pub above: Option<Point>,
}

/// The rectangle that everything drawn lies in.
pub fn tree_bounds(layout: &Layout, marks: &TreeMarks) -> Rect {
    let extent = layout.extent();
    let mut bounds = Rect {
        min: Point::new(extent.left, extent.top),
        max: Point::new(extent.right, extent.bottom),
    }
    .grown(AROUND);
    if marks.occurring().folds {
        bounds.max.y = extent.bottom + BELOW;
    }
    bounds
}

/// The nodes in a part of the scene, parents before children, siblings from left to right.
pub fn in_sight(layout: &Layout, view: &TreeView<'_>, scene: Rect) -> Vec<Sight> {
    let rect = crate::layout::Rect {
        left: scene.min.x,
        right: scene.max.x,
        top: scene.min.y,
        bottom: scene.max.y,
    };
    let mut sights = Vec::new();
    layout.visit(&ShownTree(view), &rect, &mut |number, x, y| {
        let node = UnfoldingNode(number);
        let at = Point::new(x, y);
        // The layout keeps offsets, so that no way up to the root is walked for each node.
        let above = layout
            .parent(number)
            .map(|_| Point::new(x - layout.offset(number), y - LEVEL_HEIGHT));
        // On the way down to what is in sight lie all its ancestors, which are not.
        if reach(view, node, at, above).meets(scene) {
            sights.push(Sight { node, at, above });
        }
        Visit::Descend
    });
    sights
}

/// The rectangle that a node, what hangs below it, and the move from above take.
fn reach(view: &TreeView<'_>, node: UnfoldingNode, at: Point, above: Option<Point>) -> Rect {
    let mut reach = node_rect(view, node, at).grown(AROUND);
    reach.max.y += BELOW;
    if let Some(above) = above {
        reach.min.x = reach.min.x.min(above.x);
        reach.max.x = reach.max.x.max(above.x);
        reach.min.y = reach.min.y.min(above.y);
    }
    reach
}

/// What is drawn of a tree beside its nodes and their moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeDrawn {
    /// The node that has the ring.
    pub selected: Option<UnfoldingNode>,
    /// Whether moves have names.
    pub names: bool,
    /// Whether there is room for small numbers around nodes.
    pub counts: bool,
}

/// Draws nodes and moves. `each` is called after every node's part of each layer, so that a writer
/// can take the shapes out as they come and need not hold them all.
pub fn draw_tree(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    marks: &TreeMarks,
    sights: &[Sight],
    drawn: TreeDrawn,
    mut each: impl FnMut(&mut Drawing),
) {
    let moves = || {
        sights
            .iter()
            .filter_map(|sight| Some((sight.node, sight.above?, sight.at)))
    };
    // Thin lines first, the best line last, so that it is never cut.
    for heavy in [false, true] {
        for (node, from, to) in moves() {
            if marks.on_best_line(node) == heavy {
                draw_move(drawing, view, marks, node, from, to);
                each(drawing);
            }
        }
    }
    if drawn.names {
        for (node, from, to) in moves() {
            draw_move_name(drawing, view, marks, node, from, to);
            each(drawing);
        }
    }
    for Sight { node, at, .. } in sights {
        let selected = drawn.selected == Some(*node);
        let node = NodeDrawn {
            node: *node,
            selected,
            counts: drawn.counts,
        };
        draw_node(drawing, view, marks, node, *at);
        each(drawing);
    }
}
