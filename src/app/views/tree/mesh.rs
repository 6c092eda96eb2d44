//! Thousands of nodes of a zoomed-out tree as one mesh of triangles, built in each frame: separate
//! shapes would cost many times as much.

use eframe::egui::epaint::{Vertex, WHITE_UV};
use eframe::egui::{Color32, Mesh, Pos2, Vec2, pos2};

use crate::diagram::{Edges, Flow, TreeStyle};
use crate::game::Player;

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

    /// A move from a node to one below it.
    pub(crate) fn edge(
        &mut self,
        style: &TreeStyle,
        [from, to]: [Pos2; 2],
        width: f32,
        color: Color32,
    ) {
        if style.edges != Edges::Elbowed {
            self.line(from, to, width, color);
            return;
        }
        let (a, b) = match style.flow {
            Flow::Down => {
                let middle = f32::midpoint(from.y, to.y);
                (pos2(from.x, middle), pos2(to.x, middle))
            }
            Flow::Right => {
                let middle = f32::midpoint(from.x, to.x);
                (pos2(middle, from.y), pos2(middle, to.y))
            }
        };
        for [from, to] in [[from, a], [a, b], [b, to]] {
            self.line(from, to, width, color);
        }
    }

    /// The shape of a player; without one, a bar.
    pub(crate) fn mark(&mut self, at: Pos2, radius: f32, player: Option<Player>, color: Color32) {
        let Some(player) = player else {
            let half = Vec2::new(radius * 0.9, radius * 0.45);
            self.rect(at - half, at + half, color);
            return;
        };
        match player.0 % 6 {
            0 => self.regular(at, radius, (10, 0.0), color),
            1 => {
                let half = Vec2::splat(radius * 0.9);
                self.rect(at - half, at + half, color);
            }
            2 => self.regular(at, radius * 1.3, (3, 0.0), color),
            3 => self.regular(at, radius * 1.1, (6, 0.0), color),
            4 => {
                self.regular(at, radius * 1.2, (3, 0.0), color);
                self.regular(at, radius * 1.2, (3, 0.5), color);
            }
            _ => self.regular(at, radius * 1.25, (4, 0.0), color),
        }
    }

    /// A regular polygon, its first corner `turn` of a full turn from the top.
    fn regular(
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
