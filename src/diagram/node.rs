//! The nodes of a tree as shapes: mover, rating and share on a decision, the winner on an end, and
//! around the box what else is to be said: the ring, the fold, the badge and the note.

use super::marks::TreeMarks;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, Weight};
use super::text::{at_least, end_winners, player_letter, table_count};
use super::view::{TreeView, shares};
use crate::layout::text::text_width;
use crate::tree::{Count, UnfoldingNode, Vertex, VertexKind};

/// The size of a drawn node, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeSize {
    /// How wide a node is.
    pub width: f64,
    /// How high every node is.
    pub height: f64,
}

/// How high every node is.
pub const NODE_HEIGHT: f64 = 44.0;

/// How far the tips of a chance node reach out at either side.
const CHANCE_TIP: f64 = 11.0;

const RATING_SIZE: f64 = 18.0;
const WINS_SIZE: f64 = 14.0;
const FOLD_SIZE: f64 = 11.0;
const BADGE_SIZE: f64 = 11.0;
/// How high a badge and the mark of a note are.
const BADGE_HEIGHT: f64 = 16.0;
/// How much of a badge the arrow takes that turns back.
const BADGE_ARROW: f64 = 13.0;
/// Between two shares of the bar.
const SHARE_GAP: f64 = 1.5;
/// The least of a share's bar, in scene units.
const SMALLEST_SHARE: f64 = 1.5;

/// One node with what is marked on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeDrawn {
    /// Which node.
    pub node: UnfoldingNode,
    /// Whether it has the ring.
    pub selected: bool,
    /// Whether there is room for small numbers: how many nodes a fold hides, in how many places a
    /// position stands.
    pub counts: bool,
}

/// How large a node is.
pub fn node_size(view: &TreeView<'_>, vertex: Vertex) -> NodeSize {
    let text = view.node_text(vertex);
    let width = if view.labels.graph().kind(vertex) == VertexKind::End {
        text_width(&text, WINS_SIZE) + 26.0
    } else {
        let sides = match view.labels.graph().kind(vertex) {
            VertexKind::Chance(_) => 2.0 * CHANCE_TIP,
            _ => 0.0,
        };
        text_width(&text, RATING_SIZE) + 50.0 + sides
    };
    NodeSize {
        width: width.max(72.0),
        height: NODE_HEIGHT,
    }
}

/// The box of a node whose middle is `at`.
pub fn node_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Rect {
    let size = node_size(view, view.unfolding.vertex(node));
    Rect::around(at, size.width, size.height)
}

/// What the badge of a position says that stands in several places: `×3`.
pub fn badge_text(marks: &TreeMarks, vertex: Vertex) -> Option<String> {
    let places = marks.places(vertex);
    (places > 1).then(|| format!("×{places}"))
}

/// Where the badge of a node lies, if it has one; `at` is the middle of the node.
pub fn badge_rect(
    view: &TreeView<'_>,
    marks: &TreeMarks,
    node: UnfoldingNode,
    at: Point,
) -> Option<Rect> {
    let text = badge_text(marks, view.unfolding.vertex(node))?;
    let arrow = marks.is_seen_before(view, node);
    let corner = node_rect(view, node, at);
    let right = corner.max.x + 10.0;
    let top = corner.min.y - 10.0;
    Some(Rect {
        min: Point::new(right - badge_width(&text, arrow), top),
        max: Point::new(right, top + BADGE_HEIGHT),
    })
}

/// How wide a badge is, with or without the arrow.
pub(super) fn badge_width(text: &str, arrow: bool) -> f64 {
    let arrow = if arrow { BADGE_ARROW } else { 0.0 };
    // The cross is as wide as the sign for a sum.
    let text = text_width(&text.replace('×', "+"), BADGE_SIZE);
    12.0 + arrow + text
}

/// Where the triangle below a folded node lies, with its count, if there is one; `at` is the middle
/// of the node.
pub fn fold_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Option<Rect> {
    let text = fold_text(view, node)?;
    let width = text_width(&text, FOLD_SIZE).max(18.0) + 6.0;
    let top = at.y + NODE_HEIGHT / 2.0 + 2.0;
    Some(Rect {
        min: Point::new(at.x - width / 2.0, top),
        max: Point::new(at.x + width / 2.0, top + 28.0),
    })
}

/// How many nodes a folded node hides, in few characters; `None` where nothing is folded.
pub fn fold_text(view: &TreeView<'_>, node: UnfoldingNode) -> Option<String> {
    let graph = view.labels.graph();
    let vertex = view.unfolding.vertex(node);
    if graph.is_leaf(vertex) || view.unfolding.is_open(node) {
        return None;
    }
    let count = view.analysis.nodes.of(vertex);
    let text = count.to_u64().map_or_else(
        || table_count(count),
        |nodes| table_count(Count::Exact(&[nodes - 1])),
    );
    Some(format!("{}{text}", at_least(graph)))
}

/// Draws a node whose middle is `at`.
pub fn draw_node(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    marks: &TreeMarks,
    drawn: NodeDrawn,
    at: Point,
) {
    let graph = view.labels.graph();
    let node = drawn.node;
    let vertex = view.unfolding.vertex(node);
    let rect = node_rect(view, node, at);
    let again = marks.is_seen_before(view, node);
    let ground = if again { Ink::Soft } else { Ink::Panel };
    if drawn.selected {
        outline(drawing, rect.grown(5.0), 12.0, Stroke::new(2.0, Ink::Text));
    }
    match graph.kind(vertex) {
        VertexKind::End => draw_end(drawing, view, vertex, rect, ground),
        kind => {
            draw_inner(drawing, view, vertex, rect, ground, kind);
            if let Some(text) = fold_text(view, node) {
                let bottom = at.moved(0.0, NODE_HEIGHT / 2.0);
                draw_triangle(drawing, bottom.moved(0.0, 4.0));
                if drawn.counts {
                    draw_fold_count(drawing, bottom.moved(0.0, 22.0), text);
                }
            }
        }
    }
    if let Some(text) = badge_text(marks, vertex)
        && let Some(mut rect) = badge_rect(view, marks, node, at)
    {
        if drawn.counts {
            draw_badge(drawing, rect, &text, again);
        } else if again {
            rect.min.x = rect.max.x - BADGE_ARROW - 11.0;
            draw_badge(drawing, rect, "", again);
        }
    }
    if view.notes.note(node).is_some() {
        draw_note(drawing, rect.min.moved(1.0, -2.0));
    }
}

fn outline(drawing: &mut Drawing, rect: Rect, rounding: f64, stroke: Stroke) {
    drawing.add(Shape::Box {
        rect,
        rounding,
        fill: None,
        stroke: Some(stroke),
    });
}

/// An end has a double border in the winner's colour and says who won.
fn draw_end(drawing: &mut Drawing, view: &TreeView<'_>, vertex: Vertex, rect: Rect, ground: Ink) {
    let winners = end_winners(view.labels, vertex).unwrap_or_default();
    let mut players = winners.iter();
    let ink = match (players.next(), players.next()) {
        (Some(player), None) => Ink::Player(player, Shade::Full),
        _ => Ink::Dim,
    };
    drawing.add(Shape::Box {
        rect,
        rounding: 3.0,
        fill: Some(ground),
        stroke: Some(Stroke::new(2.5, ink)),
    });
    outline(drawing, rect.grown(-4.5), 1.0, Stroke::new(1.0, ink));
    drawing.text(
        rect.centre(),
        Anchor::Middle,
        view.node_text(vertex),
        WINS_SIZE,
        ink,
        Weight::Strong,
    );
}

/// Who moves at the left, the rating at the right, a bar that shares itself between the players.
fn draw_inner(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    vertex: Vertex,
    rect: Rect,
    ground: Ink,
    kind: VertexKind,
) {
    let border = match kind {
        VertexKind::Horizon(_) => Stroke::dashed(1.4, Ink::Dim, 4.0),
        _ => Stroke::new(1.2, Ink::Line),
    };
    let is_chance = matches!(kind, VertexKind::Chance(_));
    if is_chance {
        drawing.add(Shape::Polygon {
            points: chance_outline(rect),
            fill: Some(ground),
            stroke: Some(Stroke::new(1.4, Ink::Dim)),
        });
    } else {
        drawing.add(Shape::Box {
            rect,
            rounding: 9.0,
            fill: Some(ground),
            stroke: Some(border),
        });
    }
    let inset = if is_chance { CHANCE_TIP } else { 0.0 };
    let shares = shares(view, vertex);
    // The bar takes the lower edge; without it mover and rating stand in the middle.
    let middle = rect.centre().y - if shares.is_empty() { 0.0 } else { 4.0 };
    let mark = Point::new(rect.min.x + inset + 20.0, middle);
    match kind {
        VertexKind::Chance(_) => draw_chance(drawing, mark, 10.0),
        _ => {
            if let Some(player) = kind.player() {
                let letter = player_letter(view.labels, player);
                drawing.player_mark(mark, 10.0, player, &letter);
            }
        }
    }
    drawing.text(
        Point::new(rect.max.x - inset - 13.0, middle),
        Anchor::Right,
        view.node_text(vertex),
        RATING_SIZE,
        Ink::Text,
        Weight::Strong,
    );
    let bar = Rect {
        min: Point::new(rect.min.x + inset + 9.0, rect.max.y - 10.0),
        max: Point::new(rect.max.x - inset - 9.0, rect.max.y - 6.0),
    };
    draw_bar(drawing, bar, &shares);
}

/// The outline of a chance node: a box whose left and right sides are tips.
pub(super) fn chance_outline(rect: Rect) -> Vec<Point> {
    let (left, right) = (rect.min.x, rect.max.x);
    let (top, bottom) = (rect.min.y, rect.max.y);
    let tip = CHANCE_TIP * rect.height() / NODE_HEIGHT;
    let middle = rect.centre().y;
    vec![
        Point::new(left, middle),
        Point::new(left + tip, top),
        Point::new(right - tip, top),
        Point::new(right, middle),
        Point::new(right - tip, bottom),
        Point::new(left + tip, bottom),
    ]
}

/// The diamond of a chance node.
pub(super) fn draw_chance(drawing: &mut Drawing, at: Point, radius: f64) {
    drawing.add(Shape::Polygon {
        points: vec![
            at.moved(0.0, -radius),
            at.moved(radius * 0.7, 0.0),
            at.moved(0.0, radius),
            at.moved(-radius * 0.7, 0.0),
        ],
        fill: Some(Ink::Dim),
        stroke: None,
    });
}

/// A bar that the players share, in their order, with gaps between them.
pub(super) fn draw_bar(drawing: &mut Drawing, bar: Rect, shares: &[(crate::game::Player, f64)]) {
    let parts: Vec<_> = shares.iter().filter(|(_, share)| *share > 0.0).collect();
    let gaps = SHARE_GAP * parts.len().saturating_sub(1) as f64;
    // Every part can be seen, however small; what is left is shared as the players share.
    let room = bar.width() - gaps - SMALLEST_SHARE * parts.len() as f64;
    let mut left = bar.min.x;
    for (player, share) in parts {
        let end = left + SMALLEST_SHARE + share * room;
        drawing.add(Shape::Box {
            rect: Rect {
                min: Point::new(left, bar.min.y),
                max: Point::new(end, bar.max.y),
            },
            rounding: ((end - left) / 2.0).min(2.0),
            fill: Some(Ink::Player(*player, Shade::Full)),
            stroke: None,
        });
        left = end + SHARE_GAP;
    }
}

/// The triangle of a fold, whose tip is `top`.
pub(super) fn draw_triangle(drawing: &mut Drawing, top: Point) {
    drawing.add(Shape::Polygon {
        points: vec![top, top.moved(8.0, 9.0), top.moved(-8.0, 9.0)],
        fill: Some(Ink::Dim),
        stroke: None,
    });
}

/// Below the triangle of a folded node: how many nodes it hides.
fn draw_fold_count(drawing: &mut Drawing, at: Point, text: String) {
    // On a ground of its own, since lines to a neighbour's children pass here.
    let width = text_width(&text, FOLD_SIZE) + 6.0;
    drawing.add(Shape::Box {
        rect: Rect::around(at, width, 14.0),
        rounding: 3.0,
        fill: Some(Ink::Ground),
        stroke: None,
    });
    drawing.text(
        at,
        Anchor::Middle,
        text,
        FOLD_SIZE,
        Ink::Dim,
        Weight::Normal,
    );
}

/// The badge of a position that stands in several places: in how many, and in all but the first an
/// arrow that turns back.
pub(super) fn draw_badge(drawing: &mut Drawing, rect: Rect, text: &str, again: bool) {
    drawing.add(Shape::Box {
        rect,
        rounding: BADGE_HEIGHT / 2.0,
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(1.2, Ink::Dim)),
    });
    let middle = rect.centre().y;
    if again {
        draw_arrow(drawing, Point::new(rect.min.x + 11.5, middle));
    }
    if !text.is_empty() {
        drawing.text(
            Point::new(rect.max.x - 6.0, middle),
            Anchor::Right,
            text,
            BADGE_SIZE,
            Ink::Text,
            Weight::Strong,
        );
    }
}

/// A small arrow that turns back to the left.
fn draw_arrow(drawing: &mut Drawing, at: Point) {
    drawing.add(Shape::Curve {
        points: [
            at.moved(-1.0, 4.0),
            at.moved(6.5, 4.0),
            at.moved(6.5, -2.5),
            at.moved(-1.5, -2.0),
        ],
        stroke: Stroke::new(1.4, Ink::Text),
    });
    drawing.add(Shape::Polygon {
        points: vec![
            at.moved(-5.5, -2.0),
            at.moved(-0.5, -5.4),
            at.moved(-0.5, 1.4),
        ],
        fill: Some(Ink::Text),
        stroke: None,
    });
}

/// A small written page, for a note.
pub(super) fn draw_note(drawing: &mut Drawing, at: Point) {
    drawing.add(Shape::Box {
        rect: Rect::around(at, 13.0, BADGE_HEIGHT),
        rounding: 2.0,
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(1.2, Ink::Dim)),
    });
    for (down, width) in [(-3.6, 7.0), (0.0, 7.0), (3.6, 4.0)] {
        let left = at.moved(-3.5, down);
        drawing.add(Shape::Segment {
            points: [left, left.moved(width, 0.0)],
            stroke: Stroke::new(1.3, Ink::Text),
        });
    }
}
