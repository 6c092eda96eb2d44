//! Draws positions and their moves as shapes, in detail and zoomed out.

use super::edges::EdgeDrawn;
use super::names::{NAME_SIZE, name_rect, turn_rect, turn_width};
use super::scene::{PositionDrawn, PositionScene};
use crate::diagram::elements::NODE_HEIGHT;
use crate::diagram::far::draw_far_mark;
use crate::diagram::hits::{self, draw_hit};
use crate::diagram::measure::node_size;
use crate::diagram::moves::draw_dotted;
use crate::diagram::node::{Detail, badge_width, draw_badge, draw_end, draw_inner, outline};
use crate::diagram::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use crate::diagram::view::{TreeView, ahead};
use crate::tree::{Hits, Side, Vertex, VertexKind};

/// The stroke below the moves of the walked line.
pub(super) const WALKED: Stroke = Stroke::new(11.0, Ink::Line);

/// The size of a mark from far away, in scene units, unless that would be too small to be seen …
const FAR_RADIUS: f64 = 22.0;
/// … which it is below this, in points.
const MIN: f64 = 2.2;

const BADGE_HEIGHT: f64 = 16.0;

/// The box of a position.
pub fn position_rect(view: &TreeView<'_>, position: &PositionDrawn) -> Rect {
    let size = node_size(view, position.vertex);
    Rect::around(position.at, size.width, size.height)
}

/// The bounds of the badge with the number of lines to a position, if it has one.
pub fn position_badge_rect(view: &TreeView<'_>, position: &PositionDrawn) -> Option<Rect> {
    let text = position.badge.as_ref()?;
    let corner = position_rect(view, position);
    let width = badge_width(text, false);
    // Moves arrive in the middle.
    let left = (corner.max.x + 12.0 - width).max(position.at.x + 9.0);
    let top = corner.min.y - 13.5;
    Some(Rect {
        min: Point::new(left, top),
        max: Point::new(left + width, top + BADGE_HEIGHT),
    })
}

/// The bounds of the button that shows hidden neighbors of a position on one side, if there are
/// any.
pub fn position_more_rect(
    view: &TreeView<'_>,
    position: &PositionDrawn,
    side: Side,
) -> Option<Rect> {
    let text = more_text(position, side)?;
    let rect = position_rect(view, position);
    let width = badge_width(&text, false);
    // At the corners: moves arrive and leave in the middle, and the badge has the upper right one.
    let middle = match side {
        Side::Above => Point::new(rect.min.x + 12.0 - width / 2.0, rect.min.y - 4.0),
        Side::Below => Point::new(rect.max.x - 12.0 + width / 2.0, rect.max.y + 4.0),
    };
    Some(Rect::around(middle, width, BADGE_HEIGHT))
}

fn more_text(position: &PositionDrawn, side: Side) -> Option<String> {
    let more = match side {
        Side::Above => position.above,
        Side::Below => position.below,
    };
    (more > 0).then(|| format!("+{more}"))
}

/// The parts drawn besides the positions' boxes and lines.
#[derive(Clone, Copy, Debug)]
pub struct PositionsShown<'a> {
    /// The position that has the ring.
    pub selected: Vertex,
    /// Whether moves have names.
    pub names: bool,
    /// Whether there is room for small numbers around positions.
    pub counts: bool,
    /// The content of the boxes.
    pub detail: Detail,
    /// The filter's matches.
    pub hits: Option<&'a Hits>,
}

/// Draws the part of a scene in `sight`: moves, their names, and positions.
pub fn draw_positions(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    scene: &PositionScene,
    sight: Rect,
    shown: &PositionsShown<'_>,
) {
    let seen = || {
        let edges = scene.edges.iter();
        edges.filter(|edge| edge.bounds.grown(16.0).meets(sight))
    };
    for edge in seen().filter(|edge| edge.walked) {
        draw_line(drawing, edge, WALKED);
    }
    // Thin lines first, so that best play is never cut.
    let weight = |edge: &EdgeDrawn| match edge.stroke(view.hidden).width {
        width if width > 3.0 => 2,
        width if width > 2.0 => 1,
        _ => 0,
    };
    for heavy in 0..3 {
        for edge in seen().filter(|edge| weight(edge) == heavy) {
            let stroke = edge.stroke(view.hidden);
            draw_line(drawing, edge, stroke);
            if edge.has_arrow() {
                draw_head(drawing, edge, stroke.ink);
            }
        }
    }
    if shown.names {
        seen().for_each(|edge| draw_name(drawing, view, edge));
    }
    for at in seen().filter_map(|edge| edge.turn_at) {
        draw_badge(drawing, turn_rect(at), "", true);
    }
    for position in &scene.positions {
        if position_rect(view, position).grown(40.0).meets(sight) {
            draw_position(drawing, view, position, shown);
        }
    }
}

fn draw_line(drawing: &mut Drawing, edge: &EdgeDrawn, stroke: Stroke) {
    for (place, curve) in edge.curves.iter().enumerate() {
        if edge.never {
            draw_dotted(drawing, *curve, stroke);
        } else {
            drawing.add(Shape::Curve {
                points: *curve,
                stroke,
            });
        }
        if let Some(next) = edge.curves.get(place + 1) {
            drawing.add(Shape::Segment {
                points: [curve[3], next[0]],
                stroke,
            });
        }
    }
}

/// The head of an arrow where a move arrives that doesn't go down.
fn draw_head(drawing: &mut Drawing, edge: &EdgeDrawn, ink: Ink) {
    let Some(&[_, _, before, tip]) = edge.curves.last() else {
        return;
    };
    let (x, y) = (tip.x - before.x, tip.y - before.y);
    let length = x.hypot(y).max(0.1);
    let (x, y) = (x / length, y / length);
    let back = tip.moved(-10.0 * x, -10.0 * y);
    drawing.add(Shape::Polygon {
        points: vec![
            tip,
            back.moved(-5.0 * y, 5.0 * x),
            back.moved(5.0 * y, -5.0 * x),
        ],
        fill: Some(ink),
        stroke: None,
    });
}

fn draw_name(drawing: &mut Drawing, view: &TreeView<'_>, edge: &EdgeDrawn) {
    let Some(at) = edge.name_at else {
        return;
    };
    let text = edge.text();
    drawing.add(Shape::Box {
        rect: name_rect(edge, at),
        rounding: 4.0,
        fill: Some(Ink::Ground),
        stroke: None,
    });
    let best = edge.best_line && !view.hidden;
    let (ink, weight) = if best {
        (Ink::Text, Weight::Strong)
    } else {
        (Ink::Dim, Weight::Normal)
    };
    let at = at.moved(turn_width(edge) / 2.0, 0.0);
    drawing.text(at, Anchor::Middle, text, NAME_SIZE, ink, weight);
}

fn draw_position(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    position: &PositionDrawn,
    shown: &PositionsShown<'_>,
) {
    let rect = position_rect(view, position);
    if shown.selected == position.vertex {
        outline(drawing, rect.grown(5.0), 12.0, Stroke::new(2.0, Ink::Text));
    }
    match view.labels.graph().kind(position.vertex) {
        VertexKind::End => draw_end(
            drawing,
            view,
            position.vertex,
            rect,
            Ink::Panel,
            Detail::Rating,
        ),
        kind => {
            let what = (position.vertex, kind);
            draw_inner(drawing, view, what, rect, Ink::Panel, shown.detail);
        }
    }
    let hits = shown.hits;
    if hits.is_some_and(|hits| hits.is_hit_position(position.vertex)) {
        let corner = Point::new(rect.min.x, rect.max.y - 2.0);
        draw_hit(drawing, corner, hits::RADIUS);
    }
    if !shown.counts {
        return;
    }
    if let (Some(text), Some(rect)) = (&position.badge, position_badge_rect(view, position)) {
        draw_badge(drawing, rect, text, false);
    }
    for side in [Side::Above, Side::Below] {
        let text = more_text(position, side);
        if let (Some(text), Some(rect)) = (text, position_more_rect(view, position, side)) {
            drawing.add(Shape::Box {
                rect,
                rounding: 5.0,
                fill: Some(Ink::Soft),
                stroke: Some(Stroke::new(1.0, Ink::Dim)),
            });
            let size = 11.0;
            let middle = rect.centre();
            drawing.text(
                middle,
                Anchor::Middle,
                text,
                size,
                Ink::Text,
                Weight::Strong,
            );
        }
    }
}

/// Draws a scene at a scale (points of the screen for one scene unit) at which texts can't be read.
pub fn draw_far_positions(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    scene: &PositionScene,
    sight: Rect,
    selected: Vertex,
    hits: Option<&Hits>,
    scale: f64,
) {
    let points = |points: f64| points / scale;
    let seen = || scene.edges.iter().filter(|edge| edge.bounds.meets(sight));
    for edge in seen().filter(|edge| edge.walked) {
        draw_line(drawing, edge, Stroke::new(points(5.0), Ink::Line));
    }
    for heavy in [false, true] {
        let stroke = if heavy {
            Stroke::new(points(1.8), Ink::Text)
        } else {
            Stroke::new(points(0.7), Ink::Dim)
        };
        let those = seen().filter(|edge| (edge.best_line && !view.hidden) == heavy);
        those.for_each(|edge| draw_line(drawing, edge, stroke));
    }
    let radius = FAR_RADIUS.max(points(MIN)).min(NODE_HEIGHT);
    for position in &scene.positions {
        if !position_rect(view, position).grown(8.0).meets(sight) {
            continue;
        }
        let end = view.labels.graph().kind(position.vertex) == VertexKind::End;
        let ahead = ahead(view, position.vertex);
        draw_far_mark(drawing, ahead, end, position.at, radius);
        if hits.is_some_and(|hits| hits.is_hit_position(position.vertex)) {
            let size = (1.2 * hits::RADIUS).max(points(hits::MIN));
            draw_hit(drawing, position.at, size);
        }
        if position.vertex == selected {
            let rect = Rect::around(position.at, 2.0 * radius, 2.0 * radius);
            let stroke = Stroke::new(points(2.0), Ink::Text);
            outline(drawing, rect.grown(points(4.0)), points(4.0), stroke);
        }
    }
}
