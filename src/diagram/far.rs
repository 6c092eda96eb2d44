//! A zoomed-out tree: a node is a mark without text, in the shape and color of the player who is
//! ahead there.

use super::marks::TreeMarks;
use super::shape::{Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use super::shown::MeasuredTree;
use super::tree::{Sight, sight};
use super::view::{TreeView, ahead};
use crate::game::Player;
use crate::layout::{Layout, Shape as _, Visit};
use crate::tree::{UnfoldingNode, VertexKind};

/// The size of a mark, in scene units, unless that would be too small to be seen.
const RADIUS: f64 = 22.0;
/// No mark is smaller than this on the screen, in points.
const MIN: f64 = 2.2;

/// A subtree whose nodes are too narrow to draw separately: it is drawn as one block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
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
    pub nodes: Vec<Sight>,
    /// The subtrees that are drawn as blocks.
    pub blocks: Vec<Block>,
    /// Subtrees with blocks in them that are as wide as their number needs.
    pub numbers: Vec<Number>,
}

/// The number of the nodes of a subtree that is too dense to be counted by eye: those that are
/// unfolded there, its first one included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
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
/// `least` points each are one block.
pub fn far_in_sight(
    layout: &Layout,
    tree: &MeasuredTree<'_>,
    scene: Rect,
    scale: f64,
    least: f64,
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
            far.numbers.push(Number {
                at: flow.place(across + f64::midpoint(bounds.left, bounds.right), last),
                room,
                shown,
            });
        }
        if degree == 0 || room >= least * degree as f64 {
            return Visit::Descend;
        }
        let deepest = level + bounds.depth;
        let last = rows.middle(deepest);
        if seen && rows.middle(deepest + 1) >= rect.min.y && along <= rect.max.y {
            far.blocks.push(Block {
                node: UnfoldingNode(number),
                at: flow.place(across, along),
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
    sights: &[Sight],
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
        for Sight { node, at, above } in sights {
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
    for Sight { node, at, .. } in sights {
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
