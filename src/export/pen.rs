//! Shapes as outlines of lines and curves, for all renderers.

use crate::diagram::{Point, Shape, Stroke};

/// Receives the outlines.
pub(super) trait Pen {
    /// Starts a new outline.
    fn move_to(&mut self, to: (f64, f64));
    /// Continues with a straight line.
    fn line_to(&mut self, to: (f64, f64));
    /// Continues with a cubic curve with two control points.
    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64));
    /// Closes the outline.
    fn close(&mut self);
}

/// Hands outlines on to another pen, enlarged and then moved.
pub(super) struct Placed<'a> {
    /// The other pen.
    pub pen: &'a mut dyn Pen,
    /// The place of the origin.
    pub origin: (f64, f64),
    /// The scale factors across and down.
    pub scale: (f64, f64),
}

impl Placed<'_> {
    fn of(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (origin, scale) = (self.origin, self.scale);
        (origin.0 + x * scale.0, origin.1 + y * scale.1)
    }
}

impl Pen for Placed<'_> {
    fn move_to(&mut self, to: (f64, f64)) {
        self.pen.move_to(self.of(to));
    }

    fn line_to(&mut self, to: (f64, f64)) {
        self.pen.line_to(self.of(to));
    }

    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64)) {
        self.pen
            .curve_to(self.of(first), self.of(second), self.of(to));
    }

    fn close(&mut self) {
        self.pen.close();
    }
}

/// The distance of the control points of a quarter circle from its ends, in radii.
const QUARTER: f64 = 0.552_284_749_8;

/// Draws the outline of a shape; a text has none. Returns its stroke.
pub(super) fn trace(shape: &Shape, pen: &mut dyn Pen) -> Option<Stroke> {
    let pair = |point: &Point| (point.x, point.y);
    match shape {
        Shape::Polygon { points, stroke, .. } => {
            for (index, point) in points.iter().enumerate() {
                match index {
                    0 => pen.move_to(pair(point)),
                    _ => pen.line_to(pair(point)),
                }
            }
            pen.close();
            *stroke
        }
        Shape::Box {
            rect,
            rounding,
            stroke,
            ..
        } => {
            let most = rect.width().min(rect.height()) / 2.0;
            round(pen, (pair(&rect.min), pair(&rect.max)), rounding.min(most));
            *stroke
        }
        Shape::Disc { centre, radius, .. } => {
            let corner = |by: f64| (centre.x + by, centre.y + by);
            round(pen, (corner(-radius), corner(*radius)), *radius);
            None
        }
        Shape::Curve { points, stroke } => {
            pen.move_to(pair(&points[0]));
            pen.curve_to(pair(&points[1]), pair(&points[2]), pair(&points[3]));
            Some(*stroke)
        }
        Shape::Segment { points, stroke } => {
            pen.move_to(pair(&points[0]));
            pen.line_to(pair(&points[1]));
            Some(*stroke)
        }
        Shape::Text { .. } => None,
    }
}

/// A rectangle with round corners, clockwise from its upper edge.
fn round(pen: &mut dyn Pen, ((left, top), (right, bottom)): ((f64, f64), (f64, f64)), by: f64) {
    let near = by * (1.0 - QUARTER);
    // Each corner: its start, its two control points, and its end.
    let corners = [
        [
            (right - by, top),
            (right - near, top),
            (right, top + near),
            (right, top + by),
        ],
        [
            (right, bottom - by),
            (right, bottom - near),
            (right - near, bottom),
            (right - by, bottom),
        ],
        [
            (left + by, bottom),
            (left + near, bottom),
            (left, bottom - near),
            (left, bottom - by),
        ],
        [
            (left, top + by),
            (left, top + near),
            (left + near, top),
            (left + by, top),
        ],
    ];
    pen.move_to((left + by, top));
    for [from, first, second, to] in corners {
        pen.line_to(from);
        if by > 0.0 {
            pen.curve_to(first, second, to);
        }
    }
    pen.close();
}
