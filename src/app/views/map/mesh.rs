//! The rectangles of the map in one mesh: areas, the stripes that show who is ahead, hatching, and
//! outlines.

use eframe::egui::{Color32, Mesh, Pos2, Rect};

/// The distance between two lines of the hatching, in points.
const HATCH: f32 = 6.0;
/// Their width.
const HATCH_LINE: f32 = 1.4;

/// The length of a dash, in points …
const DASH: f32 = 5.0;
/// … and the gap after it.
const DASH_GAP: f32 = 3.0;

/// A mesh that grows by rectangles.
#[derive(Default)]
pub(super) struct Rects {
    pub mesh: Mesh,
    /// The number of areas added.
    pub count: usize,
    /// Rectangles to draw over them in the end.
    pub later: Vec<(Rect, Color32)>,
}

impl Rects {
    /// With capacity for this many rectangles.
    pub fn with_room(rects: usize) -> Self {
        let mut own = Self::default();
        own.mesh.reserve_vertices(4 * rects);
        own.mesh.reserve_triangles(2 * rects);
        own
    }

    /// An area.
    pub fn area(&mut self, rect: Rect, color: Color32) {
        if rect.is_positive() {
            self.mesh.add_colored_rect(rect, color);
            self.count += 1;
        }
    }

    /// A part of an area: a stripe or a line.
    pub fn line(&mut self, rect: Rect, color: Color32) {
        if rect.is_positive() {
            self.mesh.add_colored_rect(rect, color);
        }
    }

    /// The four sides of a rectangle, inside it.
    pub fn outline(&mut self, rect: Rect, width: f32, color: Color32) {
        let Rect { min, max } = rect;
        let down = (min.y + width).min(max.y);
        let up = (max.y - width).max(down);
        let sides = [
            Rect::from_min_max(min, Pos2::new(max.x, down)),
            Rect::from_min_max(Pos2::new(min.x, up), max),
            Rect::from_min_max(Pos2::new(min.x, down), Pos2::new(min.x + width, up)),
            Rect::from_min_max(Pos2::new(max.x - width, down), Pos2::new(max.x, up)),
        ];
        for side in sides {
            self.line(side, color);
        }
    }

    /// A dashed line, starting with a dash at its left end; one shorter than a dash is solid.
    pub fn dashed(&mut self, rect: Rect, color: Color32) {
        let mut left = rect.left();
        while left < rect.right() {
            let right = (left + DASH).min(rect.right());
            self.line(Rect::from_x_y_ranges(left..=right, rect.y_range()), color);
            left = right + DASH_GAP;
        }
    }

    /// A diamond that is higher than wide.
    pub fn diamond(&mut self, at: Pos2, radius: f32, color: Color32) {
        let first = self.mesh.vertices.len() as u32;
        for (x, y) in [(0.0, -1.0), (0.7, 0.0), (0.0, 1.0), (-0.7, 0.0)] {
            let corner = Pos2::new(at.x + x * radius, at.y + y * radius);
            self.mesh.colored_vertex(corner, color);
        }
        self.mesh.add_triangle(first, first + 1, first + 2);
        self.mesh.add_triangle(first, first + 2, first + 3);
    }

    /// Slanted lines, aligned with those of the other rectangles in the same row.
    pub fn hatch(&mut self, rect: Rect, color: Color32) {
        let height = rect.height();
        if !rect.is_positive() {
            return;
        }
        let mut foot = ((rect.left() - height) / HATCH).floor() * HATCH;
        while foot < rect.right() {
            // From (foot, bottom) up to (foot + height, top), clipped to the rectangle.
            let from = (rect.left() - foot).clamp(0.0, height);
            let to = (rect.right() - foot).clamp(0.0, height);
            if to > from {
                let at = |along: f32| Pos2::new(foot + along, rect.bottom() - along);
                self.slant(at(from), at(to), rect, color);
            }
            foot += HATCH;
        }
    }

    fn slant(&mut self, from: Pos2, to: Pos2, within: Rect, color: Color32) {
        let half = HATCH_LINE * 0.7;
        let first = self.mesh.vertices.len() as u32;
        for (pos, side) in [(from, -half), (from, half), (to, half), (to, -half)] {
            let x = (pos.x + side).clamp(within.left(), within.right());
            self.mesh.colored_vertex(Pos2::new(x, pos.y), color);
        }
        self.mesh.add_triangle(first, first + 1, first + 2);
        self.mesh.add_triangle(first, first + 2, first + 3);
    }
}
