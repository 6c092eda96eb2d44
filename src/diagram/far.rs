//! A tree from far away: a node is a mark without text, in the shape and colour of the player who
//! is ahead there.

use super::marks::TreeMarks;
use super::shape::{Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use super::text::end_winners;
use super::tree::Sight;
use super::view::{TreeView, lowest};
use crate::game::Player;
use crate::tree::{UnfoldingNode, Vertex};

/// The size of a mark, in scene units, unless that would be too small to be seen.
const RADIUS: f64 = 22.0;
/// No mark is smaller than this on the screen, in points.
const LEAST: f64 = 2.2;

/// Who is ahead at a vertex: whoever has won an end, else who has more than half of what there is;
/// nobody where ratings are hidden.
pub fn ahead(view: &TreeView<'_>, vertex: Vertex) -> Option<Player> {
    if let Some(winners) = end_winners(view.labels, vertex) {
        let mut players = winners.iter();
        return match (players.next(), players.next()) {
            (Some(player), None) => Some(player),
            _ => None,
        };
    }
    if view.hidden {
        return None;
    }
    let players = || Player::all(view.labels.graph().players());
    let low = lowest(view);
    let share = |player| (view.analysis.ratings.rating(vertex, player).to_f64() - low).max(0.0);
    let sum: f64 = players().map(share).sum();
    players().find(|player| share(*player) > sum / 2.0)
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
    let radius = RADIUS.max(points(LEAST));
    for Sight { node, at, .. } in sights {
        draw_far_mark(
            drawing,
            ahead(view, view.unfolding.vertex(*node)),
            *at,
            radius,
        );
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

/// The mark of a node from far away: the shape of the player who is ahead, else a small bar.
pub(super) fn draw_far_mark(drawing: &mut Drawing, ahead: Option<Player>, at: Point, radius: f64) {
    match ahead {
        Some(player) => {
            let ink = Ink::Player(player, Shade::Full);
            drawing.player_shape(at, radius, player, ink);
        }
        None => drawing.add(Shape::Box {
            rect: Rect::around(at, radius * 1.8, radius * 0.9),
            rounding: 0.0,
            fill: Some(Ink::Dim),
            stroke: None,
        }),
    }
}
