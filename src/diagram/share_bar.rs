//! The rating split: the bar below a rating, divided among the players.

use super::pattern::{corners, draw_pattern};
use super::shape::{Drawing, Ink, Point, Rect, Shade, Shape};
use crate::game::Player;

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
