//! Shares of the players as areas: fill patterns, so that they are distinguishable without colors, in
//! figures in gray and for high contrast; the bar of the rating split; and the triangle after a collapsed
//! (folded) node, which grows with the number of hidden nodes and has the colors of the ends below.

use super::elements::node_size;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use super::style::GrowthDirection;
use super::view::TreeView;
use crate::game::Player;
use crate::layout::shape::text_width;
use crate::tree::{Count, UnfoldingNode, Vertex};
use crate::words::{at_least_sign, table_count};

/// The width of a pattern's lines, and their distance, in scene units.
const LINE: f64 = 0.9;

const STEP: f64 = 2.6;

/// The directions of the lines that fill the areas of a player: none in a's, which are filled, and
/// in b's, which are hollow.
fn directions(player: Player) -> &'static [[f64; 2]] {
    match player.0 % 6 {
        2 => &[[1.0, 1.0]],
        3 => &[[0.0, 1.0]],
        4 => &[[1.0, 1.0], [1.0, -1.0]],
        5 => &[[1.0, 0.0]],
        _ => &[],
    }
}

/// Draws a convex area in the pattern of its owner; without an owner it is pale.
fn draw_pattern(drawing: &mut Drawing, corners: Vec<Point>, player: Option<Player>) {
    let polygon = |points: Vec<Point>, fill: Ink, stroke: Option<Ink>| Shape::Polygon {
        points,
        fill: Some(fill),
        stroke: stroke.map(|ink| Stroke::new(LINE, ink)),
    };
    let Some(player) = player else {
        drawing.add(polygon(corners, Ink::Line, None));
        return;
    };
    let ink = Ink::Player(player, Shade::Full);
    if player.0.is_multiple_of(6) {
        drawing.add(polygon(corners, ink, None));
        return;
    }
    // The outline is inside the area, so that neighbors don't cover it.
    let corners = shrunk(&corners, LINE / 2.0);
    drawing.add(polygon(corners.clone(), Ink::Panel, Some(ink)));
    for direction in directions(player) {
        for points in lines(&corners, *direction) {
            drawing.add(Shape::Segment {
                points,
                stroke: Stroke::new(LINE, ink),
            });
        }
    }
}

/// The corners of a rectangle.
pub(super) fn corners(rect: Rect) -> Vec<Point> {
    let Rect { min, max } = rect;
    vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)]
}

/// A polygon with its corners moved towards its center by `by`, across and down.
fn shrunk(corners: &[Point], by: f64) -> Vec<Point> {
    let number = corners.len().max(1) as f64;
    let sum = |of: fn(&Point) -> f64| corners.iter().map(of).sum::<f64>() / number;
    let (x, y) = (sum(|corner| corner.x), sum(|corner| corner.y));
    let closer = |from: f64, to: f64| from + (to - from).clamp(-by, by);
    corners
        .iter()
        .map(|corner| Point::new(closer(corner.x, x), closer(corner.y, y)))
        .collect()
}

/// The lines of one direction that fill a convex polygon.
fn lines(corners: &[Point], [across, down]: [f64; 2]) -> Vec<[Point; 2]> {
    let long = across.hypot(down);
    let (across, down) = (across / long, down / long);
    let beside = |point: Point| point.y * across - point.x * down;
    let min = corners
        .iter()
        .map(|at| beside(*at))
        .fold(f64::MAX, f64::min);
    let max = corners
        .iter()
        .map(|at| beside(*at))
        .fold(f64::MIN, f64::max);
    let number = ((max - min) / STEP).floor().clamp(0.0, 1_000.0) as u32;
    // The margins before the first and after the last are equal.
    let first = min + (max - min - f64::from(number.saturating_sub(1)) * STEP) / 2.0;
    let mut found = Vec::new();
    for line in 0..number {
        let at = first + f64::from(line) * STEP;
        let ends = corners.iter().zip(corners.iter().cycle().skip(1));
        let mut ends = ends.filter_map(|(from, to)| {
            let (before, after) = (beside(*from) - at, beside(*to) - at);
            let crosses = (before < 0.0) != (after < 0.0);
            let share = before / (before - after);
            crosses.then(|| from.moved(share * (to.x - from.x), share * (to.y - from.y)))
        });
        if let (Some(from), Some(to)) = (ends.next(), ends.next()) {
            found.push([from, to]);
        }
    }
    found
}

/// Between two shares of the bar.
const SHARE_GAP: f64 = 1.5;

/// Minimum width of a part of the bar, in scene units.
const SMALLEST_SHARE: f64 = 1.5;

/// A bar divided among the players, in their order, with gaps between the parts. The unproven part
/// is hatched.
pub(super) fn draw_bar(
    drawing: &mut Drawing,
    bar: Rect,
    shares: &[(Option<Player>, f64)],
    patterns: bool,
) {
    let parts: Vec<_> = shares.iter().filter(|(_, share)| *share > 0.0).collect();
    let gaps = SHARE_GAP * parts.len().saturating_sub(1) as f64;
    // Every part is visible, however small; the rest is divided by the shares.
    let room = bar.width() - gaps - SMALLEST_SHARE * parts.len() as f64;
    let mut left = bar.min.x;
    for (player, share) in parts {
        let end = left + SMALLEST_SHARE + share * room;
        let rect = Rect {
            min: Point::new(left, bar.min.y),
            max: Point::new(end, bar.max.y),
        };
        match player {
            Some(_) if patterns => draw_pattern(drawing, corners(rect), *player),
            Some(player) => drawing.add(Shape::Box {
                rect,
                rounding: ((end - left) / 2.0).min(2.0),
                fill: Some(Ink::Player(*player, Shade::Full)),
                stroke: None,
            }),
            None => draw_hatched(drawing, rect),
        }
        left = end + SHARE_GAP;
    }
}

/// Hatches a part of a bar.
pub(super) fn draw_hatched(drawing: &mut Drawing, rect: Rect) {
    /// The width of a stripe, and the distance between stripes.
    const STRIPE: f64 = 3.0;
    const STEP: f64 = 6.0;
    drawing.add(Shape::Box {
        rect,
        rounding: 0.0,
        fill: Some(Ink::Line),
        stroke: None,
    });
    let (right, bottom) = (rect.max.x, rect.max.y);
    let mut left = rect.min.x;
    while left < right {
        // At 45° up to the right, clipped at the end.
        let up = |from: f64| {
            Point::new(
                right.min(from + rect.height()),
                rect.min.y.max(bottom - (right - from)),
            )
        };
        let beside = (left + STRIPE).min(right);
        let mut points = vec![
            Point::new(left, bottom),
            Point::new(beside, bottom),
            up(beside),
        ];
        if up(left).x < right && up(beside).x >= right {
            points.push(Point::new(right, rect.min.y));
        }
        points.push(up(left));
        points.dedup();
        drawing.add(Shape::Polygon {
            points,
            fill: Some(Ink::Dim),
            stroke: None,
        });
        left += STEP;
    }
}

const FOLD_SIZE: f64 = 14.5;

/// The part of the gap between subtrees that a count must not use.
const COUNTS_GAP: f64 = 8.0;

/// The bounds of the triangle after a folded node, with its count, if there is one; `at` is the
/// node's center.
pub fn fold_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Option<Rect> {
    let text = fold_text(view, node)?;
    let view = &view.at(node);
    let vertex = view.unfolding.vertex(node);
    let (half, height) = triangle_size(view, vertex);
    let text = text_width(&text, FOLD_SIZE) + 6.0;
    let tip = fold_tip(view, vertex, at);
    Some(match view.style.flow {
        GrowthDirection::Down => {
            let half = half.max(text / 2.0).max(12.0);
            Rect {
                min: tip.moved(-half, -2.0),
                max: tip.moved(half, height + 17.0),
            }
        }
        GrowthDirection::Right => Rect {
            min: tip.moved(-2.0, -half.max(8.0)),
            max: tip.moved(height + 3.0 + text, half.max(8.0)),
        },
    })
}

/// The space that a fold's triangle and count need: between neighbors if the tree grows down,
/// otherwise after the node; 0 if the node isn't folded.
pub(super) fn fold_width(view: &TreeView<'_>, node: UnfoldingNode) -> f64 {
    fold_rect(view, node, Point::default()).map_or(0.0, |rect| match view.style.flow {
        GrowthDirection::Right => rect.width() + 2.0,
        GrowthDirection::Down => {
            let gap = view.elements.density.subtree_gap() - COUNTS_GAP;
            (rect.width() - gap).max(1.0)
        }
    })
}

/// The tip of the triangle after a folded node.
fn fold_tip(view: &TreeView<'_>, vertex: Vertex, at: Point) -> Point {
    match view.style.flow {
        GrowthDirection::Down => at.moved(0.0, view.elements.node_height() / 2.0 + 4.0),
        GrowthDirection::Right => at.moved(node_size(view, vertex).width / 2.0 + 4.0, 0.0),
    }
}

/// Half the width of a fold's triangle and its height: more the more it hides, on a log scale from
/// one node to the whole tree, on which the large ones are further apart.
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

/// The logarithm of a count; `None` if it is infinite or beyond the counted range.
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
    let Some(ends) = view.ends.filter(|_| !view.hidden && view.elements.ends) else {
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
    // Beside an infinite share the others don't count.
    if shares.iter().any(|(_, log)| log.is_none()) {
        shares.retain(|(_, log)| log.is_none());
    }
    let max = shares
        .iter()
        .filter_map(|(_, log)| *log)
        .fold(0.0, f64::max);
    let weight = |log: Option<f64>| log.map_or(1.0, |log| (log - max).exp2());
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

/// The number of nodes in a folded node's subtree, including itself, as short text; `None` if it
/// isn't folded.
pub fn fold_text(view: &TreeView<'_>, node: UnfoldingNode) -> Option<String> {
    let graph = view.labels.graph();
    let vertex = view.unfolding.vertex(node);
    if graph.is_leaf(vertex) || view.unfolding.is_open(node) {
        return None;
    }
    let text = table_count(view.analysis.nodes.of(vertex));
    Some(format!("{}{text}", at_least_sign(graph)))
}

/// Draws the triangle after a node centered at `at`, with its count if there is space for it;
/// nothing if it isn't folded.
pub(super) fn draw_fold(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    node: UnfoldingNode,
    at: Point,
    counts: bool,
) {
    let Some(text) = fold_text(view, node) else {
        return;
    };
    let vertex = view.unfolding.vertex(node);
    let tip = fold_tip(view, vertex, at);
    let size = triangle_size(view, vertex);
    let mix = end_shares(view, vertex);
    let patterns = view.elements.patterns;
    draw_triangle(drawing, tip, size, view.style.flow, &mix, patterns);
    if counts {
        let half = text_width(&text, FOLD_SIZE) / 2.0 + 3.0;
        let at = match view.style.flow {
            GrowthDirection::Down => tip.moved(0.0, size.1 + 9.0),
            GrowthDirection::Right => tip.moved(size.1 + 3.0 + half, 0.0),
        };
        draw_fold_count(drawing, at, text);
    }
}

/// Minimum share of a triangle's part: a smaller one would be invisible, and some renderers draw
/// the corner of a splinter far outside.
const MIN_SHARE: f64 = 0.12;

/// Shares with sum 1, each large enough to be visible: at least `minimum`, or an equal part of 0.8 if
/// there are many.
pub fn seen_shares<T: Copy>(shares: &[(T, f64)], minimum: f64) -> Vec<(T, f64)> {
    let number = shares.len().max(1) as f64;
    let min = minimum.min(0.8 / number);
    let small = |share: f64| share < min;
    let (mut few, mut rest) = (0.0, 0.0);
    for (_, share) in shares {
        if small(*share) {
            few += min;
        } else {
            rest += share;
        }
    }
    let scale = if rest > 0.0 { (1.0 - few) / rest } else { 1.0 };
    let seen = |share: f64| if small(share) { min } else { share * scale };
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
    flow: GrowthDirection,
    mix: &[(Option<Player>, f64)],
    patterns: bool,
) {
    let (across, along) = (flow.across(tip), flow.along(tip));
    let base = |share: f64| flow.point(across + half * (2.0 * share - 1.0), along + height);
    let alone = [(None, 1.0)];
    // If the winners below are unknown, the triangle has no player's color, and is dark.
    let patterns = patterns && !mix.is_empty();
    let mix = if mix.is_empty() { &alone } else { mix };
    let mut from = 0.0;
    for (player, share) in seen_shares(mix, MIN_SHARE) {
        let to = from + share;
        let points = vec![tip, base(to), base(from)];
        if patterns {
            draw_pattern(drawing, points, player);
        } else {
            drawing.add(Shape::Polygon {
                points,
                fill: Some(player.map_or(Ink::Dim, |player| Ink::Player(player, Shade::Full))),
                stroke: None,
            });
        }
        from = to;
    }
}

/// The count below the triangle of a folded node.
fn draw_fold_count(drawing: &mut Drawing, at: Point, text: String) {
    // With a background, since lines to a neighbor's children pass here.
    let width = text_width(&text, FOLD_SIZE) + 6.0;
    drawing.add(Shape::Box {
        rect: Rect::around(at, width, 14.0),
        rounding: 3.0,
        fill: Some(Ink::Ground),
        stroke: None,
    });
    drawing.text(at, Anchor::Middle, text, FOLD_SIZE, Ink::Dim);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_has_a_pattern_of_their_own_and_no_line_leaves_its_area() {
        let rect = Rect::around(Point::new(20.0, 10.0), 30.0, 12.0);
        let mut seen: Vec<Drawing> = Vec::new();
        for player in Player::all(6) {
            let mut drawing = Drawing::default();
            draw_pattern(&mut drawing, corners(rect), Some(player));
            for shape in &mut drawing.shapes {
                if let Shape::Segment { points, stroke } = shape {
                    for point in points.iter() {
                        assert!(rect.grown(1e-9).contains(*point), "{point:?}");
                    }
                    stroke.ink = Ink::Text;
                }
                // Patterns differ, not only colors.
                if let Shape::Polygon { fill, stroke, .. } = shape {
                    *fill = fill.map(|fill| match fill {
                        Ink::Panel => Ink::Panel,
                        _ => Ink::Text,
                    });
                    *stroke = stroke.map(|stroke| Stroke {
                        ink: Ink::Text,
                        ..stroke
                    });
                }
            }
            assert!(!seen.contains(&drawing), "{player:?}");
            seen.push(drawing);
        }
    }

    #[test]
    fn every_share_of_a_fold_is_wide_enough_to_see_and_all_add_up_to_one() {
        for shares in [
            vec![0.999, 0.001],
            vec![0.5, 0.49, 0.01],
            vec![1.0],
            vec![0.9, 0.05, 0.03, 0.01, 0.005, 0.004, 0.001],
            vec![0.2; 5],
        ] {
            let named: Vec<(usize, f64)> = shares.iter().copied().enumerate().collect();
            let seen = seen_shares(&named, MIN_SHARE);
            let sum: f64 = seen.iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{shares:?}: {sum}");
            let min = MIN_SHARE.min(0.8 / shares.len() as f64);
            for ((own, share), (name, before)) in seen.iter().zip(&named) {
                assert_eq!(own, name);
                assert!(*share >= min * 0.99, "{shares:?}: {share}");
                assert!(*before >= min || *share <= min * 1.01);
            }
        }
    }
}
