//! The nodes of a tree as shapes: mover, rating and rating split of a decision, the winner of an
//! end, and around the box the ring, the fold, the badge and the note.

use super::areas::{draw_bar, draw_fold};
use super::assumed::{draw_assumed, draw_old};
use super::blunders::draw_cost;
use super::elements::{
    BESIDE_AT, CHANCE_TIP, Elements, INTERVAL_SIZE, NODE_HEIGHT, POSITION_LINE_SIZE, RATING_SIZE,
    WINS_SIZE, beside_width, end_text_size, interval_text, node_rect, old_width, position_text,
    reach_text,
};
use super::marks::TreeMarks;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use super::view::{TreeView, ahead, shares};
use crate::game::Player;
use crate::layout::shape::text_width;
use crate::tree::{UnfoldingNode, Vertex, VertexKind};
use crate::words::{BETWEEN_PAYOFFS, end_winners, player_letter};

const BADGE_SIZE: f64 = 13.0;

/// The height of a badge: the space between the name of a move and a rating.
const BADGE_HEIGHT: f64 = 14.0;

/// The height of a note's mark.
const MARK_HEIGHT: f64 = 16.0;

/// The distance that a badge reaches beyond its node.
pub(super) const BADGE_BEYOND: f64 = 10.0;

/// The width of a badge's return arrow.
const BADGE_ARROW: f64 = 13.0;

/// The height of mover and rating in a node with its board.
const BOARD_TOP: f64 = 11.5;

/// Maximum font size of a position without a separate line.
const POSITION_SIZE: f64 = 7.5;

/// One node with its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeDrawn {
    /// Which node.
    pub node: UnfoldingNode,
    /// Whether it has the ring.
    pub selected: bool,
    /// Whether there is space for small numbers: the counts of folds and of occurrences.
    pub counts: bool,
    /// The content of its box.
    pub detail: Detail,
}

/// The content of a node's box, depending on the space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Mover, rating and share.
    #[default]
    Rating,
    /// The position's notation too.
    Position,
    /// Mover and rating above the room for the position's board: [`board_rect`].
    Board,
}

/// The place of the board in a node; `at` is the node's center.
pub fn board_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Rect {
    let rect = node_rect(view, node, at);
    if let Some([width, height]) = view.elements.beside {
        let vertex = view.unfolding.vertex(node);
        let tip = match view.labels.graph().kind(vertex) {
            VertexKind::Chance(_) => CHANCE_TIP,
            _ => 0.0,
        };
        let left = rect.min.x + tip + BESIDE_AT;
        let middle = rect.min.y + head_at(view, vertex);
        return Rect {
            min: Point::new(left, middle - height / 2.0),
            max: Point::new(left + width, middle + height / 2.0),
        };
    }
    if let Some([width, height]) = view.elements.board {
        let vertex = view.unfolding.vertex(node);
        let top = rect.min.y + view.elements.board_at(head_at(view, vertex));
        return Rect {
            min: Point::new(at.x - width / 2.0, top),
            max: Point::new(at.x + width / 2.0, top + height),
        };
    }
    board_room(rect)
}

/// The place of the board in the box of a node.
pub fn board_room(rect: Rect) -> Rect {
    Rect {
        min: rect.min.moved(6.0, BOARD_TOP),
        max: rect.max.moved(-6.0, -2.0),
    }
}

/// The distance from a node's top to the middle of mover and rating, or of the winner.
fn head_at(view: &TreeView<'_>, vertex: Vertex) -> f64 {
    let is_end = view.labels.graph().kind(vertex) == VertexKind::End;
    // The bar is at the lower edge; without it mover and rating are in the middle.
    let bar = if is_end || shares(view, vertex).is_empty() {
        0.0
    } else {
        4.0
    };
    let Elements {
        beside,
        board,
        positions,
        reach,
        ..
    } = view.elements;
    // An end has no interval.
    let is_alone = is_end && board.is_none() && !positions && !reach;
    let high = match beside.is_some() || is_alone {
        true => view.elements.node_height(),
        false => NODE_HEIGHT,
    };
    high / 2.0 - bar
}

/// The badge of a position that occurs several times: `×3`.
pub fn badge_text(view: &TreeView<'_>, marks: &TreeMarks, vertex: Vertex) -> Option<String> {
    let places = marks.places(view, vertex);
    (places > 1).then(|| format!("×{places}"))
}

/// The bounds of a node's badge, if it has one; `at` is the node's center.
pub fn badge_rect(
    view: &TreeView<'_>,
    marks: &TreeMarks,
    node: UnfoldingNode,
    at: Point,
) -> Option<Rect> {
    let text = badge_text(view, marks, view.unfolding.vertex(node))?;
    let arrow = marks.is_seen_before(view, node);
    let corner = node_rect(view, node, at);
    // Beside the name of the move that leads here.
    let right = corner.max.x + BADGE_BEYOND;
    // Above the rating, which is at the top if the board is drawn.
    let top = corner.min.y - 11.0;
    Some(Rect {
        min: Point::new(right - badge_width(&text, arrow), top),
        max: Point::new(right, top + BADGE_HEIGHT),
    })
}

/// The width of a badge, with or without the arrow.
pub(super) fn badge_width(text: &str, arrow: bool) -> f64 {
    let arrow = if arrow { BADGE_ARROW } else { 0.0 };
    // The cross is as wide as a plus sign, which the table of widths has.
    let text = text_width(&text.replace('×', "+"), BADGE_SIZE);
    12.0 + arrow + text
}

/// Draws a node centered at `at`.
pub fn draw_node(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    marks: &TreeMarks,
    drawn: NodeDrawn,
    at: Point,
) {
    let graph = view.labels.graph();
    let node = drawn.node;
    let view = &view.at(node);
    let vertex = view.unfolding.vertex(node);
    let rect = node_rect(view, node, at);
    let again = marks.is_seen_before(view, node);
    let ground = if again || view.is_cut_off(node) {
        Ink::Soft
    } else {
        Ink::Panel
    };
    if drawn.selected {
        outline(drawing, rect.grown(5.0), 12.0, Stroke::new(2.0, Ink::Text));
    }
    match graph.kind(vertex) {
        VertexKind::End => draw_end(drawing, view, vertex, rect, ground, drawn.detail),
        kind => {
            draw_inner(drawing, view, (vertex, kind), rect, ground, drawn.detail);
            draw_fold(drawing, view, node, at, drawn.counts);
        }
    }
    if view.elements.reach
        && let Some(text) = reach_text(view, node)
    {
        let down = view.elements.reach_at(head_at(view, vertex));
        let at = Point::new(middle_of(view, rect), rect.min.y + down);
        drawing.text(at, Anchor::Middle, text, INTERVAL_SIZE, Ink::Dim);
    }
    if let Some(text) = badge_text(view, marks, vertex)
        && let Some(mut rect) = badge_rect(view, marks, node, at)
    {
        if drawn.counts {
            draw_badge(drawing, rect, &text, again);
        } else if again {
            rect.min.x = rect.max.x - BADGE_ARROW - 11.0;
            draw_badge(drawing, rect, "", again);
        }
    }
    draw_assumed(drawing, view, node, rect);
    if drawn.counts {
        draw_cost(drawing, view, node, rect);
    }
    if view.notes.note(node).is_some() {
        draw_note(drawing, rect.min.moved(1.0, -2.0));
    }
    if view.notes.is_bookmarked(node) {
        // Beside the note's mark, whether there is one or not.
        draw_bookmark(drawing, rect.min.moved(16.0, -2.0));
    }
}

pub(super) fn outline(drawing: &mut Drawing, rect: Rect, rounding: f64, stroke: Stroke) {
    drawing.add(Shape::Box {
        rect,
        rounding,
        fill: None,
        stroke: Some(stroke),
    });
}

/// An end has a double border. It says who won, in the winner's color, otherwise its payoffs. Where
/// boards are drawn, that is above the room for its board.
pub(super) fn draw_end(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    vertex: Vertex,
    rect: Rect,
    ground: Ink,
    detail: Detail,
) {
    let winners = end_winners(view.labels, vertex).unwrap_or_default();
    let mut players = winners.iter();
    let text = view.node_text(vertex);
    let paid = !text.is_empty() && text == view.payoffs_text(vertex);
    let ink = match (players.next(), players.next()) {
        (Some(player), None) if view.elements.ends && !paid => Ink::Player(player, Shade::Full),
        _ => Ink::Dim,
    };
    drawing.add(Shape::Box {
        rect,
        rounding: 3.0,
        fill: Some(ground),
        stroke: Some(Stroke::new(2.5, ink)),
    });
    let inner = if detail == Detail::Board { 2.5 } else { 4.5 };
    outline(drawing, rect.grown(-inner), 1.0, Stroke::new(1.0, ink));
    let middle = middle_of(view, rect);
    let head = Point::new(middle, rect.min.y + head_at(view, vertex));
    let large = end_text_size(view, vertex);
    let (at, size) = match detail {
        Detail::Rating => (head, large),
        Detail::Position => (head.moved(0.0, -4.5), WINS_SIZE),
        Detail::Board => (Point::new(head.x, rect.min.y + 7.5), 7.0),
    };
    let old = if detail == Detail::Board {
        0.0
    } else {
        old_width(view, vertex)
    };
    if old > 0.0 {
        let point = at.moved(old / 2.0 - text_width(&text, size) / 2.0, 0.0);
        draw_old(drawing, view, vertex, point);
    }
    let at = at.moved(old / 2.0, 0.0);
    if paid {
        draw_payoffs(drawing, &view.payoffs(vertex), at, size);
    } else if !text.is_empty() {
        drawing.strong_text(at, Anchor::Middle, text, size, ink);
    }
    if detail == Detail::Position {
        draw_position(drawing, view, vertex, rect.grown(-3.0), head.y + 9.5);
    }
    draw_lines(drawing, view, vertex, rect);
}

/// The middle of the part of a node that has its texts, beside its board.
fn middle_of(view: &TreeView<'_>, rect: Rect) -> f64 {
    rect.centre().x + beside_width(view) / 2.0
}

/// The payoffs of an end beside each other, each in its player's color.
fn draw_payoffs(drawing: &mut Drawing, payoffs: &[(Player, String)], at: Point, size: f64) {
    let between = text_width(BETWEEN_PAYOFFS, size);
    let widths: Vec<f64> = payoffs
        .iter()
        .map(|(_, text)| text_width(text, size))
        .collect();
    let gaps = between * widths.len().saturating_sub(1) as f64;
    let mut left = at.x - (widths.iter().sum::<f64>() + gaps) / 2.0;
    for (index, ((player, text), width)) in payoffs.iter().zip(widths).enumerate() {
        if index > 0 {
            let dot = Point::new(left + between / 2.0, at.y);
            let (text, ink) = (BETWEEN_PAYOFFS.trim().to_owned(), Ink::Dim);
            drawing.text(dot, Anchor::Middle, text, size, ink);
            left += between;
        }
        let middle = Point::new(left + width / 2.0, at.y);
        let ink = Ink::Player(*player, Shade::Full);
        drawing.strong_text(middle, Anchor::Middle, text.clone(), size, ink);
        left += width;
    }
}

/// The lines below mover and rating, or below the winner: the proven interval, and the position.
fn draw_lines(drawing: &mut Drawing, view: &TreeView<'_>, vertex: Vertex, rect: Rect) {
    let head = head_at(view, vertex);
    let mut line = |text: String, down: f64, size: f64| {
        let at = Point::new(middle_of(view, rect), rect.min.y + down);
        drawing.text(at, Anchor::Middle, text, size, Ink::Dim);
    };
    if view.elements.intervals
        && let Some(text) = interval_text(view, vertex)
    {
        line(text, Elements::interval_at(head), INTERVAL_SIZE);
    }
    if view.elements.positions {
        let text = position_text(view, vertex);
        line(text, view.elements.position_at(head), POSITION_LINE_SIZE);
    }
}

/// The mover at the left, the rating at the right, and the rating split below.
pub(super) fn draw_inner(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    (vertex, kind): (Vertex, VertexKind),
    rect: Rect,
    ground: Ink,
    detail: Detail,
) {
    let border = border_of(view, vertex);
    let is_chance = matches!(kind, VertexKind::Chance(_));
    if is_chance {
        drawing.add(Shape::Polygon {
            points: chance_outline(rect),
            fill: Some(ground),
            stroke: Some(match border.ink {
                Ink::Line => Stroke::new(1.4, Ink::Dim),
                _ => border,
            }),
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
    let mut middle = rect.min.y + head_at(view, vertex);
    match detail {
        Detail::Rating => {}
        Detail::Position => {
            middle -= 4.5;
            draw_position(drawing, view, vertex, rect, middle + 13.5);
        }
        Detail::Board => {
            draw_head(drawing, view, (vertex, kind), rect, inset);
            return;
        }
    }
    let beside = beside_width(view);
    let tighter = view.elements.density.tighter();
    let aside = if beside > 0.0 { 18.0 } else { 20.0 } - tighter;
    let mark = Point::new(rect.min.x + inset + beside + aside, middle);
    match kind {
        VertexKind::Chance(_) => draw_chance(drawing, mark, 10.0),
        _ => {
            if let Some(player) = kind.player() {
                let letter = player_letter(view.labels, player);
                drawing.player_mark(mark, 10.0, player, &letter);
            }
        }
    }
    let text = view.node_text(vertex);
    let right = Point::new(rect.max.x - inset - 13.0 + tighter, middle);
    let left = right.moved(-text_width(&text, RATING_SIZE), 0.0);
    draw_old(drawing, view, vertex, left);
    let ink = rating_ink(view, vertex);
    if !text.is_empty() && text == view.payoffs_text(vertex) {
        let at = right.moved(-text_width(&text, RATING_SIZE) / 2.0, 0.0);
        draw_payoffs(drawing, &view.payoffs(vertex), at, RATING_SIZE);
    } else {
        drawing.strong_text(right, Anchor::Right, text, RATING_SIZE, ink);
    }
    // Patterns need more room to be seen.
    let (top, bottom) = match view.elements.patterns {
        true => (10.5, 4.5),
        false => (10.0, 6.0),
    };
    let bar = Rect {
        min: Point::new(rect.min.x + inset + 9.0, rect.max.y - top),
        max: Point::new(rect.max.x - inset - 9.0, rect.max.y - bottom),
    };
    draw_bar(drawing, bar, &shares, view.elements.patterns);
    draw_lines(drawing, view, vertex, rect);
}

/// Unproven ratings are pale.
fn rating_ink(view: &TreeView<'_>, vertex: Vertex) -> Ink {
    match view.hidden || view.is_proven(vertex, view.chooser(vertex)) {
        true => Ink::Text,
        false => Ink::Dim,
    }
}

/// The border: dashed if the rating isn't proven. If others aren't proven, a proven one has the
/// winner's color, so that it is visible.
fn border_of(view: &TreeView<'_>, vertex: Vertex) -> Stroke {
    let proven = view.hidden || view.is_proven(vertex, view.chooser(vertex));
    match ahead(view, vertex) {
        _ if !proven => Stroke::dashed(1.4, Ink::Dim, 4.0),
        Some(player) if view.is_partly_open() && view.labels.graph().has_winners() => {
            Stroke::new(1.8, Ink::Player(player, Shade::Full))
        }
        _ => Stroke::new(1.2, Ink::Line),
    }
}

/// Mover and rating in one line at the top, above the board.
fn draw_head(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    (vertex, kind): (Vertex, VertexKind),
    rect: Rect,
    inset: f64,
) {
    let middle = rect.min.y + 6.5;
    let mark = Point::new(rect.min.x + inset + 9.0, middle);
    match kind {
        VertexKind::Chance(_) => draw_chance(drawing, mark, 4.5),
        _ => {
            if let Some(player) = kind.player() {
                let letter = player_letter(view.labels, player);
                drawing.player_mark(mark, 4.5, player, &letter);
            }
        }
    }
    let at = Point::new(rect.max.x - inset - 5.0, middle);
    let (text, ink) = (view.node_text(vertex), rating_ink(view, vertex));
    drawing.strong_text(at, Anchor::Right, text, 8.5, ink);
}

/// The notation of a position in one line, as large as there is room for.
fn draw_position(drawing: &mut Drawing, view: &TreeView<'_>, vertex: Vertex, rect: Rect, y: f64) {
    let text = position_text(view, vertex);
    let room = rect.width() - 14.0;
    let size = (room / text_width(&text, 1.0).max(0.1)).min(POSITION_SIZE);
    let at = Point::new(rect.centre().x, y);
    drawing.text(at, Anchor::Middle, text, size, Ink::Dim);
}

/// The outline of a chance node: a box with pointed left and right sides.
pub(super) fn chance_outline(rect: Rect) -> Vec<Point> {
    let (left, right) = (rect.min.x, rect.max.x);
    let (top, bottom) = (rect.min.y, rect.max.y);
    let tip = CHANCE_TIP * (rect.height() / NODE_HEIGHT).min(1.0);
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

/// The badge of a position that occurs several times: the number of occurrences, and for all but
/// the first a return arrow.
pub(super) fn draw_badge(drawing: &mut Drawing, rect: Rect, text: &str, again: bool) {
    drawing.add(Shape::Box {
        rect,
        rounding: BADGE_HEIGHT / 2.0,
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(1.2, Ink::Dim)),
    });
    let middle = rect.centre().y;
    if again {
        draw_turning_back(drawing, Point::new(rect.min.x + 11.5, middle));
    }
    if !text.is_empty() {
        let at = Point::new(rect.max.x - 6.0, middle);
        drawing.strong_text(at, Anchor::Right, text, BADGE_SIZE, Ink::Text);
    }
}

/// A small arrow that turns back to the left: a position that was there before.
pub fn draw_turning_back(drawing: &mut Drawing, at: Point) {
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
pub fn draw_note(drawing: &mut Drawing, at: Point) {
    drawing.add(Shape::Box {
        rect: Rect::around(at, 13.0, MARK_HEIGHT),
        rounding: 2.0,
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(1.2, Ink::Dim)),
    });
    for (down, width) in [(-3.6, 7.0), (0.0, 7.0), (3.6, 4.0)] {
        let point = at.moved(-3.5, down);
        drawing.add(Shape::Segment {
            points: [point, point.moved(width, 0.0)],
            stroke: Stroke::new(1.3, Ink::Text),
        });
    }
}

/// A ribbon with a notch, for a bookmark.
pub(super) fn draw_bookmark(drawing: &mut Drawing, at: Point) {
    let half = MARK_HEIGHT / 2.0;
    let corners = [
        (-4.5, -half),
        (4.5, -half),
        (4.5, half),
        (0.0, half - 4.5),
        (-4.5, half),
    ];
    drawing.add(Shape::Polygon {
        points: corners
            .into_iter()
            .map(|(across, down)| at.moved(across, down))
            .collect(),
        fill: Some(Ink::Text),
        stroke: Some(Stroke::new(1.2, Ink::Panel)),
    });
}
