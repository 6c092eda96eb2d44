//! The nodes of a tree as shapes: mover, rating and share on a decision, the winner on an end, and
//! around the box what else is to be said: the ring, the fold, the badge and the note.

use super::marks::TreeMarks;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, Weight};
use super::style::Flow;
use super::text::{at_least, end_winners, player_letter, shortened, table_count};
use super::view::{TreeView, shares};
use crate::game::{Player, visible};
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
const FOLD_SIZE: f64 = 12.5;
const BADGE_SIZE: f64 = 12.5;
/// How high a badge and the mark of a note are.
const BADGE_HEIGHT: f64 = 16.0;
/// How much of a badge the arrow takes that turns back.
const BADGE_ARROW: f64 = 13.0;
/// What mover and rating take of a node's height where its board is drawn.
const BOARD_TOP: f64 = 11.5;
/// The largest letters of a position's notation in a node …
const POSITION_SIZE: f64 = 7.5;
/// … and as many letters of it.
const MOST_POSITION: usize = 40;
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
    /// What stands in its box.
    pub detail: Detail,
}

/// What stands in the box of a node, as there is room.
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

/// Where the board of a node has its room; `at` is the middle of the node.
pub fn board_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Rect {
    board_room(node_rect(view, node, at))
}

/// Where the board has its room in the box of a node.
pub fn board_room(rect: Rect) -> Rect {
    Rect {
        min: rect.min.moved(6.0, BOARD_TOP),
        max: rect.max.moved(-6.0, -2.0),
    }
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
pub fn badge_text(view: &TreeView<'_>, marks: &TreeMarks, vertex: Vertex) -> Option<String> {
    let places = marks.places(view, vertex);
    (places > 1).then(|| format!("×{places}"))
}

/// Where the badge of a node lies, if it has one; `at` is the middle of the node.
pub fn badge_rect(
    view: &TreeView<'_>,
    marks: &TreeMarks,
    node: UnfoldingNode,
    at: Point,
) -> Option<Rect> {
    let text = badge_text(view, marks, view.unfolding.vertex(node))?;
    let arrow = marks.is_seen_before(view, node);
    let corner = node_rect(view, node, at);
    let right = corner.max.x + 10.0;
    // Above the rating, which stands at the top where the board is drawn.
    let top = corner.min.y - 13.5;
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

/// Where the triangle after a folded node lies, with its count, if there is one; `at` is the middle
/// of the node.
pub fn fold_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Option<Rect> {
    let text = fold_text(view, node)?;
    let vertex = view.unfolding.vertex(node);
    let (half, height) = triangle_size(view, vertex);
    let text = text_width(&text, FOLD_SIZE) + 6.0;
    let tip = fold_tip(view, vertex, at);
    Some(match view.style.flow {
        Flow::Down => {
            let half = half.max(text / 2.0).max(12.0);
            Rect {
                min: tip.moved(-half, -2.0),
                max: tip.moved(half, height + 17.0),
            }
        }
        Flow::Right => Rect {
            min: tip.moved(-2.0, -half.max(8.0)),
            max: tip.moved(height + 3.0 + text, half.max(8.0)),
        },
    })
}

/// The tip of the triangle after a folded node.
fn fold_tip(view: &TreeView<'_>, vertex: Vertex, at: Point) -> Point {
    match view.style.flow {
        Flow::Down => at.moved(0.0, NODE_HEIGHT / 2.0 + 4.0),
        Flow::Right => at.moved(node_size(view, vertex).width / 2.0 + 4.0, 0.0),
    }
}

/// Half the width of a fold's triangle and its height: more the more it hides, on a log scale from one
/// node to the whole tree, on which the large ones are further apart.
fn triangle_size(view: &TreeView<'_>, vertex: Vertex) -> (f64, f64) {
    let log = |vertex| log2(view.analysis.nodes.of(vertex));
    let part = match (log(vertex), log(Vertex::ROOT)) {
        (Some(own), Some(all)) => own / all.max(1.0),
        // Beside a tree that can't be counted, some hundred digits are much.
        (Some(own), None) => own / 400.0,
        (None, _) => 1.0,
    };
    let part = part.clamp(0.0, 1.0).powi(3);
    (5.0 + 16.0 * part, 6.0 + 9.0 * part)
}

/// The logarithm of a count; `None` where it is infinite or beyond what is counted.
fn log2(count: Count<'_>) -> Option<f64> {
    let Count::Exact(words) = count else {
        return None;
    };
    let top = words.iter().rposition(|word| *word != 0)?;
    let below = if top > 0 { words[top - 1] as f64 } else { 0.0 };
    let leading = words[top] as f64 + below / 2_f64.powi(64);
    Some(leading.log2() + 64.0 * top as f64)
}

/// The ends below a vertex by winner as shares of 1, players in their order and ties last; none
/// where they aren't counted, or ratings are hidden.
pub fn end_shares(view: &TreeView<'_>, vertex: Vertex) -> Vec<(Option<Player>, f64)> {
    let Some(ends) = view.ends.filter(|_| !view.hidden) else {
        return Vec::new();
    };
    let mut shares: Vec<(Option<Player>, Option<f64>)> = ends
        .of(vertex)
        .filter(|(_, count)| !matches!(count, Count::Exact(words) if words.iter().all(|w| *w == 0)))
        .map(|(winners, count)| {
            let mut players = winners.iter();
            let alone = players.next().filter(|_| players.next().is_none());
            (alone, log2(count))
        })
        .collect();
    // Beside what is infinite nothing else counts.
    if shares.iter().any(|(_, log)| log.is_none()) {
        shares.retain(|(_, log)| log.is_none());
    }
    let most = shares
        .iter()
        .filter_map(|(_, log)| *log)
        .fold(0.0, f64::max);
    let weight = |log: Option<f64>| log.map_or(1.0, |log| (log - most).exp2());
    let sum: f64 = shares.iter().map(|(_, log)| weight(*log)).sum();
    shares.sort_by_key(|(player, _)| player.map_or(u8::MAX, |player| player.0));
    let mut mix: Vec<(Option<Player>, f64)> = Vec::new();
    for (player, log) in shares {
        let share = weight(log) / sum;
        match mix.last_mut() {
            Some((last, before)) if *last == player => *before += share,
            _ => mix.push((player, share)),
        }
    }
    mix
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
        VertexKind::End => draw_end(drawing, view, vertex, rect, ground, drawn.detail),
        kind => {
            draw_inner(drawing, view, (vertex, kind), rect, ground, drawn.detail);
            if let Some(text) = fold_text(view, node) {
                let tip = fold_tip(view, vertex, at);
                let size = triangle_size(view, vertex);
                let mix = end_shares(view, vertex);
                draw_triangle(drawing, tip, size, view.style.flow, &mix);
                if drawn.counts {
                    let half = text_width(&text, FOLD_SIZE) / 2.0 + 3.0;
                    let at = match view.style.flow {
                        Flow::Down => tip.moved(0.0, size.1 + 9.0),
                        Flow::Right => tip.moved(size.1 + 3.0 + half, 0.0),
                    };
                    draw_fold_count(drawing, at, text);
                }
            }
        }
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
    if view.notes.note(node).is_some() {
        draw_note(drawing, rect.min.moved(1.0, -2.0));
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

/// An end has a double border in the winner's colour and says who won, above the room for its board
/// where boards are drawn.
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
    let inner = if detail == Detail::Board { 2.5 } else { 4.5 };
    outline(drawing, rect.grown(-inner), 1.0, Stroke::new(1.0, ink));
    let middle = rect.centre();
    let (at, size) = match detail {
        Detail::Rating => (middle, WINS_SIZE),
        Detail::Position => (middle.moved(0.0, -4.5), WINS_SIZE),
        Detail::Board => (Point::new(middle.x, rect.min.y + 7.5), 7.0),
    };
    let text = view.node_text(vertex);
    drawing.text(at, Anchor::Middle, text, size, ink, Weight::Strong);
    if detail == Detail::Position {
        draw_position(drawing, view, vertex, rect.grown(-3.0), middle.y + 9.5);
    }
}

/// Who moves at the left, the rating at the right, a bar that shares itself between the players.
pub(super) fn draw_inner(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    (vertex, kind): (Vertex, VertexKind),
    rect: Rect,
    ground: Ink,
    detail: Detail,
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
    let mut middle = rect.centre().y - if shares.is_empty() { 0.0 } else { 4.0 };
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
    let (text, ink) = (view.node_text(vertex), Ink::Text);
    drawing.text(at, Anchor::Right, text, 8.5, ink, Weight::Strong);
}

/// The notation of a position in one line, as large as there is room for.
fn draw_position(drawing: &mut Drawing, view: &TreeView<'_>, vertex: Vertex, rect: Rect, y: f64) {
    let text = view.labels.position_text(vertex);
    let text = shortened(&visible(&text), MOST_POSITION);
    let room = rect.width() - 14.0;
    let size = (room / text_width(&text, 1.0).max(0.1)).min(POSITION_SIZE);
    let at = Point::new(rect.centre().x, y);
    drawing.text(at, Anchor::Middle, text, size, Ink::Dim, Weight::Normal);
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

/// Of what a fold hides no part is drawn smaller than this: it could not be seen, and some painters
/// draw the corner of a splinter far outside.
const LEAST_SHARE: f64 = 0.12;

/// Shares of one, each large enough to be seen: none is less than `least`, or than an equal part of
/// most of it where there are many.
pub fn seen_shares<T: Copy>(shares: &[(T, f64)], least: f64) -> Vec<(T, f64)> {
    let number = shares.len().max(1) as f64;
    let least = least.min(0.8 / number);
    let small = |share: f64| share < least;
    let (mut few, mut rest) = (0.0, 0.0);
    for (_, share) in shares {
        if small(*share) {
            few += least;
        } else {
            rest += share;
        }
    }
    let scale = if rest > 0.0 { (1.0 - few) / rest } else { 1.0 };
    let seen = |share: f64| if small(share) { least } else { share * scale };
    shares
        .iter()
        .map(|(what, share)| (*what, seen(*share)))
        .collect()
}

/// The triangle of a fold: its tip, half its width and its height, and the mix of the ends that it
/// hides, where that is known.
pub(super) fn draw_triangle(
    drawing: &mut Drawing,
    tip: Point,
    (half, height): (f64, f64),
    flow: Flow,
    mix: &[(Option<Player>, f64)],
) {
    let (across, along) = (flow.across(tip), flow.along(tip));
    let base = |share: f64| flow.place(across + half * (2.0 * share - 1.0), along + height);
    let alone = [(None, 1.0)];
    let mix = if mix.is_empty() { &alone } else { mix };
    let mut from = 0.0;
    for (player, share) in seen_shares(mix, LEAST_SHARE) {
        let to = from + share;
        drawing.add(Shape::Polygon {
            points: vec![tip, base(to), base(from)],
            fill: Some(player.map_or(Ink::Dim, |player| Ink::Player(player, Shade::Full))),
            stroke: None,
        });
        from = to;
    }
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
        draw_turning_back(drawing, Point::new(rect.min.x + 11.5, middle));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_share_can_be_seen_and_all_are_one() {
        for shares in [
            vec![0.999, 0.001],
            vec![0.5, 0.49, 0.01],
            vec![1.0],
            vec![0.9, 0.05, 0.03, 0.01, 0.005, 0.004, 0.001],
            vec![0.2; 5],
        ] {
            let named: Vec<(usize, f64)> = shares.iter().copied().enumerate().collect();
            let seen = seen_shares(&named, LEAST_SHARE);
            let sum: f64 = seen.iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{shares:?}: {sum}");
            let least = LEAST_SHARE.min(0.8 / shares.len() as f64);
            for ((own, share), (name, before)) in seen.iter().zip(&named) {
                assert_eq!(own, name);
                assert!(*share >= least * 0.99, "{shares:?}: {share}");
                assert!(*before >= least || *share <= least * 1.01);
            }
        }
    }
}
