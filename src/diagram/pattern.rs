//! Fill patterns of players, so that areas are distinguishable without colors: for figures in gray
//! and for high contrast. The rating split, the bar below a rating, is divided among the players.

use super::shape::{Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use crate::game::Player;

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
pub(super) fn draw_pattern(drawing: &mut Drawing, corners: Vec<Point>, player: Option<Player>) {
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
    let least = corners
        .iter()
        .map(|at| beside(*at))
        .fold(f64::MAX, f64::min);
    let most = corners
        .iter()
        .map(|at| beside(*at))
        .fold(f64::MIN, f64::max);
    let number = ((most - least) / STEP).floor().clamp(0.0, 1_000.0) as u32;
    // The margins before the first and after the last are equal.
    let first = least + (most - least - f64::from(number.saturating_sub(1)) * STEP) / 2.0;
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
}
