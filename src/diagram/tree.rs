//! Draws a laid-out tree, or its visible part, as shapes in painting order: nodes, moves, the
//! dashed lines of information sets, and, zoomed out, a mark for each node in the shape and color
//! of the player who is ahead there.

use super::blunders::{self, BELOW_END};
use super::marks::TreeMarks;
use super::measured_nodes::MeasuredTree;
use super::moves::{SetNode, draw_information_sets, draw_move, draw_move_name};
use super::node::{BADGE_BEYOND, Detail, NodeDrawn, draw_node};
use super::shape::{Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use super::style::GrowthDirection;
use super::view::{TreeView, ahead};
use crate::game::Player;
use crate::layout::{Layout, TreeShape as _, Visit};
use crate::tree::{UnfoldingNode, VertexKind};

/// The distance that a fold's count reaches below its node.
const BELOW: f64 = 36.0;

/// The distance that the ring and a note reach around a node.
const AROUND: f64 = 11.0;

/// A visible node, or one with a visible move from its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedNode {
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
    if flow == GrowthDirection::Right {
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
    if tree.view.style.flow == GrowthDirection::Down {
        let right = |sight: &PlacedNode| {
            let free = blunders::room(tree.view, sight.node) / 2.0;
            sight.at.x + tree.width(sight.node.0) / 2.0 - free
        };
        let all = in_sight(layout, tree, bounds);
        let last = all.iter().map(right).fold(bounds.min.x, f64::max);
        bounds.max.x = bounds.max.x.min(last + AROUND + BADGE_BEYOND);
    }
    bounds
}

/// The nodes in a part of the scene, parents before children, siblings from left to right.
pub fn in_sight(layout: &Layout, tree: &MeasuredTree<'_>, scene: Rect) -> Vec<PlacedNode> {
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
pub(super) fn sight(
    layout: &Layout,
    flow: GrowthDirection,
    number: u32,
    across: f64,
    along: f64,
) -> PlacedNode {
    // The layout keeps offsets, so that no way up to the root is walked for each node.
    let above = layout.parent(number).map(|_| {
        let above = layout.rows().middle(layout.level(number) - 1);
        flow.point(across - layout.offset(number), above)
    });
    PlacedNode {
        node: UnfoldingNode(number),
        at: flow.point(across, along),
        above,
    }
}

/// The bounds of a node, its triangle, and the move from its parent.
fn reach(tree: &MeasuredTree<'_>, sight: &PlacedNode) -> Rect {
    let width = tree.looks.node_width(tree.view, sight.node);
    let mut reach = Rect::around(sight.at, width, tree.view.elements.node_height()).grown(AROUND);
    reach.max.x = reach.max.x.max(sight.at.x + width / 2.0 + BADGE_BEYOND);
    match tree.view.style.flow {
        GrowthDirection::Down => reach.max.y += BELOW,
        GrowthDirection::Right => {
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
    sights: &[PlacedNode],
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
    draw_sets_of(drawing, tree, sights);
    if drawn.names {
        for (node, from, to) in moves() {
            draw_move_name(drawing, tree, node, from, to);
            each(drawing);
        }
    }
    for PlacedNode { node, at, .. } in sights {
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

/// The lines of the information sets of visible nodes.
pub(super) fn draw_sets_of(drawing: &mut Drawing, tree: &MeasuredTree<'_>, sights: &[PlacedNode]) {
    let view = tree.view;
    let graph = view.labels.graph();
    if !graph.hides_positions() {
        return;
    }
    let nodes = sights.iter().map(|sight| SetNode {
        at: sight.at,
        half: match view.style.flow {
            GrowthDirection::Down => view.elements.node_height() / 2.0,
            GrowthDirection::Right => tree.looks.node_width(view, sight.node) / 2.0,
        },
        set: graph.information_set(view.unfolding.vertex(sight.node)),
    });
    draw_information_sets(drawing, nodes.collect(), view.style.flow);
}

/// The size of a mark, in scene units, unless that would be too small to be seen.
const RADIUS: f64 = 22.0;

/// No mark is smaller than this on the screen, in points.
const MIN: f64 = 2.2;

/// A subtree whose nodes are too narrow to draw separately: it is drawn as one block.
#[derive(Clone, Debug, PartialEq)]
pub struct FarBlock {
    /// The node that it hangs from.
    pub node: UnfoldingNode,
    /// The middle of that node.
    pub at: Point,
    /// The columns that the subtree owns, from the row below the node to its last.
    pub rect: Rect,
    /// The number of visible nodes in it.
    pub shown: usize,
}

/// The visible part of a zoomed-out tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FarSight {
    /// The nodes that are drawn separately.
    pub nodes: Vec<PlacedNode>,
    /// The subtrees that are drawn as blocks.
    pub blocks: Vec<FarBlock>,
    /// Subtrees with blocks in them that are as wide as their number needs.
    pub numbers: Vec<NodeCount>,
}

/// The number of the nodes of a subtree that is too dense to be counted by eye: those that are
/// unfolded there, its first one included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeCount {
    /// The middle of its last row.
    pub at: Point,
    /// Its width, in points of the screen.
    pub room: f64,
    /// The number of visible nodes in it.
    pub shown: usize,
}

/// Maximum width in points of a subtree whose node count is shown; its parent is wider.
const NUMBERED: f64 = 96.0;

/// Minimum number of nodes whose count is shown; fewer can be counted by eye.
const MANY: usize = 100;

/// The nodes in a part of the scene at a scale (points per unit across). Children with less than
/// `min` points each are one block.
pub fn far_in_sight(
    layout: &Layout,
    tree: &MeasuredTree<'_>,
    scene: Rect,
    scale: f64,
    min: f64,
) -> FarSight {
    let flow = tree.view.style.flow;
    let rect = flow.layout_rect(scene);
    let mut far = FarSight::default();
    let rows = layout.rows();
    layout.visit(tree, &rect, &mut |number, across, along| {
        let bounds = layout.bounds(number);
        let seen = across + bounds.left <= rect.max.x && rect.min.x <= across + bounds.right;
        let level = layout.level(number);
        let (before, next) = (level.saturating_sub(1), rows.middle(level + 1));
        let own = next >= rect.min.y && along - rows.distance(before) <= rect.max.y;
        if own {
            far.nodes.push(sight(layout, flow, number, across, along));
        }
        let degree = tree.degree(number);
        let room_of = |number| {
            let bounds = layout.bounds(number);
            (bounds.right - bounds.left) * scale
        };
        let room = room_of(number);
        let shown = layout.shown_below(number);
        if room < NUMBERED
            && shown >= MANY
            && layout
                .parent(number)
                .is_none_or(|above| room_of(above) >= NUMBERED)
        {
            let last = rows.middle(level + bounds.depth);
            far.numbers.push(NodeCount {
                at: flow.point(across + f64::midpoint(bounds.left, bounds.right), last),
                room,
                shown,
            });
        }
        if degree == 0 || room >= min * degree as f64 {
            return Visit::Descend;
        }
        let deepest = level + bounds.depth;
        let last = rows.middle(deepest);
        if seen && rows.middle(deepest + 1) >= rect.min.y && along <= rect.max.y {
            far.blocks.push(FarBlock {
                node: UnfoldingNode(number),
                at: flow.point(across, along),
                rect: flow.rect(&Rect {
                    min: Point::new(across + bounds.left, next),
                    max: Point::new(across + bounds.right, last),
                }),
                shown: shown - 1,
            });
        }
        Visit::Skip
    });
    far
}

/// Draws nodes and moves at a scale (points of the screen for one scene unit) at which texts can't
/// be read.
pub fn draw_far(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    marks: &TreeMarks,
    sights: &[PlacedNode],
    selected: UnfoldingNode,
    scale: f64,
) {
    let points = |points: f64| points / scale;
    for heavy in [false, true] {
        let stroke = if heavy && !view.hidden {
            Stroke::new(points(1.8), Ink::Text)
        } else {
            Stroke::new(points(0.7), Ink::Dim)
        };
        for PlacedNode { node, at, above } in sights {
            if let Some(above) = above
                && marks.on_best_line(*node) == heavy
            {
                drawing.add(Shape::Segment {
                    points: [*above, *at],
                    stroke,
                });
            }
        }
    }
    let radius = RADIUS.max(points(MIN));
    for PlacedNode { node, at, .. } in sights {
        let vertex = view.unfolding.vertex(*node);
        let end = view.labels.graph().kind(vertex) == VertexKind::End;
        draw_far_mark(drawing, ahead(&view.at(*node), vertex), end, *at, radius);
        if *node == selected {
            drawing.add(Shape::Box {
                rect: Rect::around(*at, 2.0 * radius, 2.0 * radius).grown(points(4.0)),
                rounding: points(4.0),
                fill: None,
                stroke: Some(Stroke::new(points(2.0), Ink::Text)),
            });
        }
    }
}

/// The hollow part of an end's mark, as a fraction.
pub const HOLLOW: f64 = 0.5;

/// The mark of a node when zoomed out: the shape of the player who is ahead, otherwise a small bar;
/// that of an end is hollow.
pub(super) fn draw_far_mark(
    drawing: &mut Drawing,
    ahead: Option<Player>,
    end: bool,
    at: Point,
    radius: f64,
) {
    match ahead {
        Some(player) => {
            let ink = Ink::Player(player, Shade::Full);
            drawing.player_shape(at, radius, player, ink);
            if end {
                drawing.player_shape(at, radius * HOLLOW, player, Ink::Ground);
            }
        }
        None => {
            let inks = [(1.0, Ink::Dim), (HOLLOW, Ink::Ground)];
            for (part, ink) in inks.into_iter().take(1 + usize::from(end)) {
                drawing.add(Shape::Box {
                    rect: Rect::around(at, radius * 1.8 * part, radius * 0.9 * part),
                    rounding: 0.0,
                    fill: Some(ink),
                    stroke: None,
                });
            }
        }
    }
}
