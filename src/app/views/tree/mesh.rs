//! Thousands of nodes from far away as one mesh of triangles, built anew each frame: what a painter's
//! shapes would cost many times as much.

use eframe::egui::epaint::{Vertex, WHITE_UV};
use eframe::egui::{Color32, Mesh, Pos2, Vec2, pos2};

/// A mesh that grows.
#[derive(Default)]
pub(crate) struct Triangles {
    mesh: Mesh,
}

impl Triangles {
    /// The mesh.
    pub(crate) fn into_mesh(self) -> Mesh {
        self.mesh
    }

    fn corner(&mut self, pos: Pos2, color: Color32) -> u32 {
        let index = self.mesh.vertices.len() as u32;
        self.mesh.vertices.push(Vertex {
            pos,
            uv: WHITE_UV,
            color,
        });
        index
    }

    /// A convex polygon.
    pub(crate) fn polygon(&mut self, points: &[Pos2], color: Color32) {
        let first = self.mesh.vertices.len() as u32;
        for point in points {
            self.corner(*point, color);
        }
        for index in 2..points.len() as u32 {
            let corners = [first, first + index - 1, first + index];
            self.mesh.indices.extend(corners);
        }
    }

    /// An upright rectangle.
    pub(crate) fn rect(&mut self, min: Pos2, max: Pos2, color: Color32) {
        let points = [min, pos2(max.x, min.y), max, pos2(min.x, max.y)];
        self.polygon(&points, color);
    }

    /// A straight line.
    pub(crate) fn line(&mut self, from: Pos2, to: Pos2, width: f32, color: Color32) {
        let way = to - from;
        let length = way.length();
        if length <= 0.0 {
            return;
        }
        let aside = Vec2::new(-way.y, way.x) * (width / 2.0 / length);
        let points = [from + aside, to + aside, to - aside, from - aside];
        self.polygon(&points, color);
    }

    /// A regular polygon, its first corner `turn` of a full turn from the top.
    pub(crate) fn regular(
        &mut self,
        centre: Pos2,
        radius: f32,
        (corners, turn): (usize, f32),
        color: Color32,
    ) {
        let mut points = [Pos2::ZERO; 10];
        let points = &mut points[..corners.min(10)];
        for (corner, point) in points.iter_mut().enumerate() {
            let angle = (corner as f32 / corners as f32 + turn) * std::f32::consts::TAU;
            *point = centre + Vec2::new(angle.sin(), -angle.cos()) * radius;
        }
        self.polygon(points, color);
    }
}
