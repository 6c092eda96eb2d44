//! Draws a laid-out tree, or its visible part, as shapes in painting order.

use super::blundered::{self, BELOW_END};
use super::moves::{draw_move, draw_move_name};
use super::node::{BADGE_BEYOND, Detail, NodeDrawn, draw_node};
use super::shape::{Drawing, Point, Rect};
use super::shown::MeasuredTree;
use super::style::Flow;
use super::together::draw_sets;
use crate::layout::{Layout, Shape as _, Visit};
use crate::tree::UnfoldingNode;

/// The distance that a fold's count reaches below its node.
const BELOW: f64 = 36.0;
/// The distance that the ring and a note reach around a node.
const AROUND: f64 = 11.0;

/// A visible node, or one with a visible move from its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Which node.
    pub node: UnfoldingNode,
    /// The middle of its box.
    pub at: Point,
    /// The middle of the box above it; `None` at the root.
    pub above: Option<Point>,
}

/// The bounding rectangle of everything drawn.
pub fn tree_bounds(layout: &Layout, tree: &MeasuredTree<'_>) -> Rect {
    let MeasuredTree { view, looks, marks } = *tree;
    let flow = view.style.flow;
    let mut bounds = flow.rect(&layout.extent()).grown(AROUND);
    if marks.occurring().again {
        bounds.max.x += BADGE_BEYOND - AROUND;
    }
    if flow == Flow::Right {
        // The layout knows of columns as high as nodes are.
        let half = view.elements.node_height() / 2.0;
        bounds.min.x -= looks.node_width(view, UnfoldingNode::ROOT) / 2.0 - half;
        let last = layout.bounds(layout.root()).depth;
        bounds.max.x += looks.column_at(last).after - half;
    } else if marks.occurring().folds {
        bounds.max.y += BELOW - AROUND;
    } else if view.elements.beside.is_some() && marks.occurring().blunders {
        bounds.max.y += BELOW_END;
    }
    bounds
}

/// The same without the space that the layout leaves after the last cost of a blunder, which keeps
/// nodes in the middle of their subtrees.
pub fn close_bounds(layout: &Layout, tree: &MeasuredTree<'_>) -> Rect {
    let mut bounds = tree_bounds(layout, tree);
    if tree.view.style.flow == Flow::Down {
        let right = |sight: &Sight| {
            let free = blundered::room(tree.view, sight.node) / 2.0;
            sight.at.x + tree.width(sight.node.0) / 2.0 - free
        };
        let all = in_sight(layout, tree, bounds);
        let last = all.iter().map(right).fold(bounds.min.x, f64::max);
        bounds.max.x = bounds.max.x.min(last + AROUND + BADGE_BEYOND);
    }
    bounds
}

/// The nodes in a part of the scene, parents before children, siblings from left to right.
pub fn in_sight(layout: &Layout, tree: &MeasuredTree<'_>, scene: Rect) -> Vec<Sight> {
    let view = tree.view;
    let flow = view.style.flow;
    let rect = flow.layout_rect(scene);
    let mut sights = Vec::new();
    layout.visit(tree, &rect, &mut |number, across, along| {
        let sight = sight(layout, flow, number, across, along);
        // All ancestors of visible nodes are visited, but those outside are skipped.
        if reach(tree, &sight).meets(scene) {
            sights.push(sight);
        }
        Visit::Descend
    });
    sights
}

/// A node at a place of the layout.
pub(super) fn sight(layout: &Layout, flow: Flow, number: u32, across: f64, along: f64) -> Sight {
    // The layout keeps offsets, so that no way up to the root is walked for each node.
    let above = layout.parent(number).map(|_| {
        let above = layout.rows().middle(layout.level(number) - 1);
        flow.place(across - layout.offset(number), above)
    });
    Sight {
        node: UnfoldingNode(number),
        at: flow.place(across, along),
        above,
    }
}

/// The bounds of a node, its triangle, and the move from its parent.
fn reach(tree: &MeasuredTree<'_>, sight: &Sight) -> Rect {
    let width = tree.looks.node_width(tree.view, sight.node);
    let mut reach = Rect::around(sight.at, width, tree.view.elements.node_height()).grown(AROUND);
    reach.max.x = reach.max.x.max(sight.at.x + width / 2.0 + BADGE_BEYOND);
    match tree.view.style.flow {
        Flow::Down => reach.max.y += BELOW,
        Flow::Right => {
            reach.max.x = reach
                .max
                .x
                .max(sight.at.x + tree.looks.column(tree.view, sight.node).after)
        }
    }
    if let Some(above) = sight.above {
        reach.min.x = reach.min.x.min(above.x);
        reach.max.x = reach.max.x.max(above.x);
        reach.min.y = reach.min.y.min(above.y);
        reach.max.y = reach.max.y.max(above.y);
    }
    reach
}

/// The parts of a tree drawn besides its nodes and their moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeDrawn {
    /// The node that has the ring.
    pub selected: Option<UnfoldingNode>,
    /// Whether moves have names.
    pub names: bool,
    /// Whether there is room for small numbers around nodes.
    pub counts: bool,
    /// The content of nodes.
    pub detail: Detail,
}

/// Draws nodes and moves. `each` is called after every node's part of each layer, so that a writer
/// can take the shapes out as they come and need not hold them all.
pub fn draw_tree(
    drawing: &mut Drawing,
    tree: &MeasuredTree<'_>,
    sights: &[Sight],
    drawn: TreeDrawn,
    mut each: impl FnMut(&mut Drawing),
) {
    let MeasuredTree { view, marks, .. } = *tree;
    let moves = || {
        sights
            .iter()
            .filter_map(|sight| Some((sight.node, sight.above?, sight.at)))
    };
    // Thin lines first, the best line last, so that it is never cut.
    for heavy in [false, true] {
        for (node, from, to) in moves() {
            if marks.on_best_line(node) == heavy {
                draw_move(drawing, tree, node, from, to);
                each(drawing);
            }
        }
    }
    draw_sets(drawing, view, sights);
    if drawn.names {
        for (node, from, to) in moves() {
            draw_move_name(drawing, tree, node, from, to);
            each(drawing);
        }
    }
    for Sight { node, at, .. } in sights {
        let selected = drawn.selected == Some(*node);
        let node = NodeDrawn {
            node: *node,
            selected,
            counts: drawn.counts,
            detail: drawn.detail,
        };
        draw_node(drawing, view, marks, node, *at);
        each(drawing);
    }
}
