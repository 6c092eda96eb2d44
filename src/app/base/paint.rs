//! Paints a drawing: from the scene to the screen, inks to colors, shapes to egui's.

use eframe::egui::epaint::tessellator::path::rounded_rectangle;
use eframe::egui::epaint::{CubicBezierShape, PathShape, PathStroke, RoundedRect};
use eframe::egui::{
    self, Align2, Color32, CornerRadius, FontFamily, FontId, Painter, Pos2, Stroke, StrokeKind,
    Vec2,
};

use super::theme::{STRONG, Theme};
use crate::diagram::{Anchor, Drawing, Ink, Point, Rect, Shape, Weight};

/// Texts smaller than this on the screen can't be read, and are left out.
const SMALLEST_TEXT: f32 = 6.0;

/// The transform from scene coordinates to the screen. A large tree is millions of units wide, so
/// coordinates are computed in doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Screen points per scene unit, for sizes.
    pub scale: f64,
    /// Screen points per scene unit across and down, for positions: in a wide zoomed-out tree, rows
    /// are further apart, so that they can be distinguished.
    pub axes: [f64; 2],
    /// The place of the scene's origin on the screen.
    pub offset: Point,
}

impl Transform {
    /// The identity: one scene unit per point.
    pub const IDENTITY: Self = Self {
        scale: 1.0,
        axes: [1.0; 2],
        offset: Point { x: 0.0, y: 0.0 },
    };

    /// The scene, a unit for a point, with its origin at `offset`.
    pub fn moved(offset: Vec2) -> Self {
        Self {
            offset: Point::new(offset.x.into(), offset.y.into()),
            ..Self::IDENTITY
        }
    }

    /// The largest scale at which `bounds` fits in `screen`.
    pub fn fitting(bounds: Rect, screen: egui::Rect) -> f64 {
        let across = f64::from(screen.width()) / bounds.width().max(1.0);
        across.min(f64::from(screen.height()) / bounds.height().max(1.0))
    }

    /// The transform that centers `bounds` in `screen`, with a scale of at most `most`.
    pub fn fit(bounds: Rect, screen: egui::Rect, most: f64) -> Self {
        let mut fitted = Self::IDENTITY;
        fitted.set_scale(Self::fitting(bounds, screen).min(most).max(0.001));
        fitted.put(bounds.centre(), screen.center());
        fitted
    }

    /// The screen position of a scene point.
    pub fn screen_from_scene(&self, point: Point) -> Pos2 {
        Pos2::new(
            (point.x * self.axes[0] + self.offset.x) as f32,
            (point.y * self.axes[1] + self.offset.y) as f32,
        )
    }

    /// The scene point at a screen position.
    pub fn scene_from_screen(&self, pos: Pos2) -> Point {
        Point::new(
            (f64::from(pos.x) - self.offset.x) / self.axes[0],
            (f64::from(pos.y) - self.offset.y) / self.axes[1],
        )
    }

    /// The screen rectangle of a scene rectangle.
    pub fn screen_rect(&self, rect: Rect) -> egui::Rect {
        egui::Rect::from_min_max(
            self.screen_from_scene(rect.min),
            self.screen_from_scene(rect.max),
        )
    }

    /// The part of the scene that a rectangle of the screen shows.
    pub fn scene_rect(&self, rect: egui::Rect) -> Rect {
        Rect {
            min: self.scene_from_screen(rect.min),
            max: self.scene_from_screen(rect.max),
        }
    }

    /// Moves the scene by some points.
    pub fn shift(&mut self, by: Vec2) {
        self.offset = self.offset.moved(by.x.into(), by.y.into());
    }

    /// Draws everything at this scale; its origin stays where it is.
    pub fn set_scale(&mut self, scale: f64) {
        (self.scale, self.axes) = (scale, [scale; 2]);
    }

    /// Moves the scene so that a point of it is at a screen position.
    pub fn put(&mut self, point: Point, at: Pos2) {
        self.offset = Point::new(
            f64::from(at.x) - point.x * self.axes[0],
            f64::from(at.y) - point.y * self.axes[1],
        );
    }
}

/// Paints every shape of a drawing, in order; returns the number of readable texts painted.
pub fn paint(painter: &Painter, transform: &Transform, theme: &Theme, drawing: &Drawing) -> usize {
    let brush = Brush {
        painter,
        transform,
        theme,
    };
    // If everything is larger, so is the smallest text.
    let smallest = SMALLEST_TEXT / painter.ctx().zoom_factor().max(1.0);
    let mut texts = 0;
    for shape in &drawing.shapes {
        match shape {
            Shape::Text {
                at,
                anchor,
                text,
                size,
                ink,
                weight,
            } => {
                let size = (*size * transform.scale) as f32;
                if size >= smallest {
                    texts += 1;
                    let (at, color) = (transform.screen_from_scene(*at), theme.color(*ink));
                    paint_text(painter, at, *anchor, text, size, color, *weight);
                }
            }
            Shape::Box {
                rect,
                rounding,
                fill,
                stroke,
            } => brush.rect(*rect, *rounding, *fill, stroke.as_ref()),
            shape => brush.shape(shape),
        }
    }
    texts
}

/// The context for painting shapes.
struct Brush<'a> {
    painter: &'a Painter,
    transform: &'a Transform,
    theme: &'a Theme,
}

impl Brush<'_> {
    fn stroke(&self, stroke: &crate::diagram::Stroke) -> Stroke {
        let width = (stroke.width * self.transform.scale).max(0.5);
        Stroke::new(width as f32, self.theme.color(stroke.ink))
    }

    fn area(&self, ink: Option<Ink>) -> Color32 {
        ink.map_or(Color32::TRANSPARENT, |ink| self.theme.color(ink))
    }

    fn rect(
        &self,
        rect: Rect,
        rounding: f64,
        fill: Option<Ink>,
        outline: Option<&crate::diagram::Stroke>,
    ) {
        let rounding = (rounding * self.transform.scale).round().clamp(0.0, 255.0);
        let rect = self.transform.screen_rect(rect);
        let corners = CornerRadius::same(rounding as u8);
        let dash = outline.and_then(|outline| outline.dash);
        let whole = outline.filter(|_| dash.is_none());
        let stroke = whole.map_or(Stroke::NONE, |outline| self.stroke(outline));
        self.painter
            .rect(rect, corners, self.area(fill), stroke, StrokeKind::Middle);
        if let (Some(outline), Some(dash)) = (outline, dash) {
            let dash = (dash * self.transform.scale).max(2.0) as f32;
            let stroke = self.stroke(outline);
            paint_dashed(self.painter, rect, corners, stroke, dash);
        }
    }

    /// Paints any other shape.
    fn shape(&self, shape: &Shape) {
        let at = |point: Point| self.transform.screen_from_scene(point);
        match shape {
            Shape::Polygon {
                points,
                fill,
                stroke,
            } => {
                let outline = stroke.as_ref().map_or(PathStroke::NONE, |outline| {
                    PathStroke::from(self.stroke(outline))
                });
                let points = points.iter().map(|point| at(*point)).collect();
                let fill = self.area(*fill);
                self.painter
                    .add(PathShape::convex_polygon(points, fill, outline));
            }
            Shape::Disc {
                centre,
                radius,
                fill,
            } => {
                let radius = (*radius * self.transform.scale) as f32;
                let color = self.theme.color(*fill);
                self.painter.circle_filled(at(*centre), radius, color);
            }
            Shape::Curve { points, stroke } => {
                self.painter.add(CubicBezierShape::from_points_stroke(
                    points.map(at),
                    false,
                    Color32::TRANSPARENT,
                    self.stroke(stroke),
                ));
            }
            Shape::Segment { points, stroke } => {
                self.painter
                    .line_segment(points.map(at), self.stroke(stroke));
            }
            Shape::Box { .. } | Shape::Text { .. } => {}
        }
    }
}

/// Paints the outline of a rectangle in dashes.
fn paint_dashed(
    painter: &Painter,
    rect: egui::Rect,
    corners: CornerRadius,
    stroke: Stroke,
    dash: f32,
) {
    let mut outline = Vec::new();
    rounded_rectangle(&mut outline, RoundedRect::new(rect, corners));
    outline.extend(outline.first().copied());
    painter.extend(egui::Shape::dashed_line(&outline, stroke, dash, dash));
}

/// The fonts' sizes go up in steps, so that zooming doesn't fill the atlas with every size.
fn stepped(size: f32) -> f32 {
    if size < 24.0 {
        (size * 2.0).round() / 2.0
    } else {
        (size / 2.0).round() * 2.0
    }
}

/// Paints one line of text.
pub fn paint_text(
    painter: &Painter,
    at: Pos2,
    anchor: Anchor,
    text: &str,
    size: f32,
    color: Color32,
    weight: Weight,
) {
    let align = match anchor {
        Anchor::Left => Align2::LEFT_CENTER,
        Anchor::Middle => Align2::CENTER_CENTER,
        Anchor::Right => Align2::RIGHT_CENTER,
    };
    let family = match weight {
        Weight::Normal => FontFamily::Proportional,
        Weight::Strong => FontFamily::Name(STRONG.into()),
    };
    painter.text(at, align, text, FontId::new(stepped(size), family), color);
}
