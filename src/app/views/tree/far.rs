//! Paints a zoomed-out tree: a node is a mark in the shape and color of the player who is ahead
//! there. Parts that are too narrow are blocks, with node counts below. Thousands of nodes are one
//! mesh of triangles, built in each frame: separate shapes would cost many times as much. The best
//! line and the line to the selected node are drawn through it; a hint appears when nothing is
//! visible.

use eframe::egui::epaint::{Vertex, WHITE_UV};
use eframe::egui::{self, Align2, Color32, Mesh, Painter, Pos2, Vec2, pos2};

use super::panel::TreePanel;
use crate::app::base::{Theme, Transform, font, paint_text, size};
use crate::app::parts::Cx;
use crate::diagram::{
    Anchor, EdgeStyle, FarBlock, FarSight, GrowthDirection, HOLLOW, NodeCount, TreeMarks,
    TreeStyle, TreeView, Weight, ahead, end_shares, seen_shares, shares,
};
use crate::game::Player;
use crate::session::Session;
use crate::tree::{UnfoldingNode, VertexKind};
use crate::words::short_number;

/// Minimum radius for distinguishable shapes; smaller marks are strokes to one side.
const SHAPED: f32 = 2.6;
/// Shares of a narrower block are painted below each other.
const SHARED: f32 = 8.0;
/// A narrower block has no line beside it.
const PARTED: f32 = 3.0;
/// No share of a block is narrower than this.
const MIN_BAND: f32 = 1.5;

/// The context for painting a zoomed-out tree.
pub(crate) struct Far<'a> {
    pub(crate) view: &'a TreeView<'a>,
    pub(crate) marks: &'a TreeMarks,
    pub(crate) selected: UnfoldingNode,
    pub(crate) transform: &'a Transform,
    pub(crate) theme: &'a Theme,
    pub(crate) screen: egui::Rect,
    /// The radius of marks, in points.
    pub(crate) radius: f32,
}

impl Far<'_> {
    /// Paints the visible part; returns the number of painted counts.
    pub(crate) fn paint(&self, painter: &Painter, sight: &FarSight) -> usize {
        let mut triangles = Triangles::default();
        let flow = self.view.style.flow;
        let at = |point| self.transform.screen_from_scene(point);
        for heavy in [false, true] {
            let (width, color) = if heavy && !self.view.hidden {
                (1.8, self.theme.text)
            } else {
                (1.0, self.theme.dim.gamma_multiply(0.45))
            };
            for node in &sight.nodes {
                if let Some(above) = node.above
                    && self.marks.on_best_line(node.node) == heavy
                {
                    let ends = [at(above), at(node.at)];
                    triangles.edge(&self.view.style, ends, width, color);
                }
            }
        }
        for (index, block) in sight.blocks.iter().enumerate() {
            self.block(&mut triangles, block, index % 2 == 1);
        }
        let numbers: Vec<(Bracket, String)> = match sight.blocks.is_empty() {
            true => Vec::new(),
            false => sight
                .numbers
                .iter()
                .filter_map(|number| self.numbered(number))
                .collect(),
        };
        let shaped = self.radius >= SHAPED;
        for node in &sight.nodes {
            let vertex = self.view.unfolding.vertex(node.node);
            let ahead = ahead(self.view, vertex);
            let end = self.view.labels.graph().kind(vertex) == VertexKind::End;
            if shaped {
                self.mark(&mut triangles, at(node.at), ahead, end);
            } else {
                self.stroke(&mut triangles, at(node.at), (ahead, end), flow);
            }
        }
        for (bracket, _) in &numbers {
            for [from, to] in &bracket.sides {
                triangles.line(*from, *to, 1.2, self.theme.text);
            }
        }
        painter.add(triangles.into_mesh());
        for node in &sight.nodes {
            if node.node == self.selected {
                let ring = egui::Rect::from_center_size(
                    at(node.at),
                    Vec2::splat(2.0 * self.radius.max(4.0) + 8.0),
                );
                let stroke = egui::Stroke::new(2.0, self.theme.text);
                painter.rect_stroke(ring, 4.0, stroke, egui::StrokeKind::Middle);
            }
        }
        let written = numbers.len();
        for (Bracket { number: pos, .. }, text) in numbers {
            let galley = painter.layout_no_wrap(
                text.clone(),
                egui::FontId::proportional(NUMBER_SIZE),
                self.theme.text,
            );
            let ground = egui::Rect::from_center_size(pos, galley.size() + Vec2::new(6.0, 1.0));
            painter.rect_filled(ground, 3.0, self.theme.ground);
            let (anchor, ink, weight) = (Anchor::Middle, self.theme.text, Weight::Normal);
            paint_text(painter, pos, anchor, &text, NUMBER_SIZE, ink, weight);
        }
        written
    }

    /// The mark of a node: the shape of the player who is ahead, otherwise a bar; that of an end is
    /// hollow.
    fn mark(&self, triangles: &mut Triangles, at: Pos2, ahead: Option<Player>, end: bool) {
        let color = match ahead {
            Some(player) => self.theme.player(player),
            None => self.theme.dim,
        };
        triangles.mark(at, self.radius, ahead, color);
        if end {
            let hollow = self.radius * HOLLOW as f32;
            triangles.mark(at, hollow, ahead, self.theme.ground);
        }
    }

    /// The mark for indistinguishable shapes: a stroke, whose side and length identify the player;
    /// that of an end is half as long.
    fn stroke(
        &self,
        triangles: &mut Triangles,
        at: Pos2,
        (ahead, end): (Option<Player>, bool),
        flow: GrowthDirection,
    ) {
        let half = self.radius.max(0.6);
        let part = if end { 0.5 } else { 1.0 };
        let (from, to, color) = match ahead {
            None => (-part, part, self.theme.dim),
            Some(player) => {
                let long = (6.0 - f32::from(player.0 / 2 % 3) * 1.5) * part;
                let (from, to) = match player.0 % 2 {
                    0 => (-long, 0.0),
                    _ => (0.0, long),
                };
                (from, to, self.theme.player(player))
            }
        };
        match flow {
            GrowthDirection::Down => {
                triangles.rect(at + Vec2::new(-half, from), at + Vec2::new(half, to), color);
            }
            GrowthDirection::Right => {
                triangles.rect(at + Vec2::new(from, -half), at + Vec2::new(to, half), color);
            }
        }
    }

    /// A subtree as a block, painted by the mix of its ends, otherwise by its rating. A line in the
    /// background color separates it from its neighbor. If there is no space for that, every
    /// `other` one is paler.
    fn block(&self, triangles: &mut Triangles, block: &FarBlock, other: bool) {
        let flow = self.view.style.flow;
        let vertex = self.view.unfolding.vertex(block.node);
        let rect = self.transform.screen_rect(block.rect);
        let top = self.transform.screen_from_scene(block.at);
        let (mut from, mut to, tip, start, mut end) = match flow {
            GrowthDirection::Down => (rect.left(), rect.right(), top, rect.top(), rect.bottom()),
            GrowthDirection::Right => (rect.top(), rect.bottom(), top, rect.left(), rect.right()),
        };
        if to - from < 1.0 {
            let middle = f32::midpoint(from, to);
            (from, to) = (middle - 0.5, middle + 0.5);
        }
        // A last row is as high as a mark.
        end += 6.0;
        let place = |across: f32, along: f32| match flow {
            GrowthDirection::Down => pos2(across, along),
            GrowthDirection::Right => pos2(along, across),
        };
        let mut pale = 0.85;
        if to - from >= PARTED {
            to -= 1.0;
        } else if other {
            pale = 0.6;
        }
        let wide = to - from;
        let mut mix = end_shares(self.view, vertex);
        if mix.is_empty() {
            mix = shares(self.view, vertex);
        }
        if mix.is_empty() {
            mix = vec![(ahead(self.view, vertex), 1.0)];
        }
        // Side by side if there is space, otherwise below each other, the first at the top.
        let across = wide >= SHARED;
        let (room, high) = (if across { wide } else { end - start }, end - start);
        let mut done = 0.0;
        for (player, share) in seen_shares(&mix, f64::from(MIN_BAND / room.max(1.0))) {
            let color = player.map_or(self.theme.dim, |player| self.theme.player(player));
            let color = color.gamma_multiply(pale);
            let before = done;
            done = (done + share as f32).min(1.0);
            let (left, right, top, bottom) = match across {
                true => (from + wide * before, from + wide * done, start, end),
                false => (from, to, start + high * before, start + high * done),
            };
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
            let corners = corners.map(|(across, along)| place(across, along));
            triangles.polygon(&corners, color);
            if across || before == 0.0 {
                triangles.polygon(&[tip, corners[1], corners[0]], color);
            }
        }
    }

    /// The number of a subtree's nodes after its last row, with a bracket over its width, if there
    /// is space.
    fn numbered(&self, number: &NodeCount) -> Option<(Bracket, String)> {
        let text = short_number(number.shown);
        let wide = text.len() as f32 * NUMBER_SIZE * 0.6 + 8.0;
        let at = self.transform.screen_from_scene(number.at);
        let (at, room) = match self.view.style.flow {
            GrowthDirection::Down => (at + Vec2::new(0.0, 16.0), wide),
            GrowthDirection::Right => {
                let last = self.screen.right() - wide / 2.0 - 4.0;
                let x = (at.x + 12.0 + wide / 2.0).min(last.max(at.x));
                (pos2(x, at.y), NUMBER_SIZE * 1.5)
            }
        };
        let half = (number.room as f32 / 2.0 - 2.0).max(1.0);
        let place = |across: f32, before: f32| match self.view.style.flow {
            GrowthDirection::Down => at + Vec2::new(across, before - 6.0),
            GrowthDirection::Right => at + Vec2::new(before - wide / 2.0 - 1.0, across),
        };
        let (first, last) = (place(-half, 0.0), place(half, 0.0));
        let sides = [
            [place(-half, -3.0), first],
            [first, last],
            [last, place(half, -3.0)],
        ];
        let bracket = Bracket { number: at, sides };
        (number.room as f32 >= room && self.screen.contains(at)).then_some((bracket, text))
    }
}

/// A count below the bracket of its nodes.
struct Bracket {
    /// Its middle.
    number: Pos2,
    /// The three sides of the bracket above it.
    sides: [[Pos2; 2]; 3],
}

/// The size of a block's number.
const NUMBER_SIZE: f32 = 11.0;

/// The width of the best line, and its edge.
const BEST: [f32; 2] = [1.8, 3.4];
/// The width of the selected line's light core, and its edge.
const SELECTED: [f32; 2] = [1.6, 4.0];
/// The radius of the ring around the selected node.
const RING: f32 = 14.0;

impl TreePanel {
    /// Draws both lines. The line to the selected node is light between dark edges, and ends in a
    /// ring unless the node is drawn separately.
    pub(crate) fn paint_far_lines(
        &self,
        painter: &Painter,
        cx: &Cx<'_>,
        (session, apart): (&Session, bool),
    ) {
        let screen = painter.clip_rect().expand(8.0);
        if !cx.view.hidden {
            let best = self.best_nodes(cx.view, session);
            let ends = self.line_in_sight(cx.view, best, screen);
            let colors = [cx.theme.text, cx.theme.ground];
            paint_line(painter, &cx.view.style, &ends, BEST, colors);
        }
        let way = std::iter::successors(Some(session.selected()), |node| {
            cx.view.unfolding.parent(*node)
        });
        let mut way: Vec<UnfoldingNode> = way.collect();
        way.reverse();
        let ends = self.line_in_sight(cx.view, way, screen);
        let colors = [cx.theme.panel, cx.theme.text];
        paint_line(painter, &cx.view.style, &ends, SELECTED, colors);
        let end = self.place_of(cx.view, session.selected());
        let end = end.map(|at| self.transform().screen_from_scene(at));
        if let Some(end) = end.filter(|end| !apart && screen.contains(*end)) {
            let ring = egui::Rect::from_center_size(end, Vec2::splat(RING));
            let (inside, edge) = (egui::StrokeKind::Inside, egui::StrokeKind::Outside);
            painter.rect_stroke(ring, 4.0, egui::Stroke::new(2.0, cx.theme.panel), inside);
            painter.rect_stroke(ring, 4.0, egui::Stroke::new(2.0, cx.theme.text), edge);
        }
    }

    /// The nodes of the best line, as far as it is unfolded.
    fn best_nodes(&self, view: &TreeView<'_>, session: &Session) -> Vec<UnfoldingNode> {
        let mut nodes = vec![UnfoldingNode::ROOT];
        let mut node = UnfoldingNode::ROOT;
        for &edge in session.best_line() {
            let below = view.unfolding.is_open(node);
            let Some(child) = view.unfolding.child(node, edge).filter(|_| below) else {
                break;
            };
            nodes.push(child);
            node = child;
        }
        nodes
    }

    /// The pieces of a line from the root that are in sight, in points of the screen.
    fn line_in_sight(
        &self,
        view: &TreeView<'_>,
        nodes: Vec<UnfoldingNode>,
        screen: egui::Rect,
    ) -> Vec<[Pos2; 2]> {
        let Some(layout) = &self.layout else {
            return Vec::new();
        };
        let flow = view.style.flow;
        let mut across = 0.0;
        let mut before: Option<Pos2> = None;
        let mut pieces = Vec::new();
        for (row, node) in (0..).zip(nodes) {
            across += layout.offset(node.0);
            let along = layout.rows().middle(row);
            let at = self
                .transform()
                .screen_from_scene(flow.point(across, along));
            if let Some(from) = before.replace(at)
                && egui::Rect::from_two_pos(from, at).intersects(screen)
            {
                pieces.push([from, at]);
            }
        }
        pieces
    }

    /// If nothing is visible: the shortcut that leads back to the tree, and an arrow to the
    /// selected node.
    pub(crate) fn paint_hint(&self, painter: &Painter, cx: &Cx<'_>, session: &Session) {
        if self.painted.nodes + self.painted.blocks > 0 {
            return;
        }
        let Some(at) = self.place_of(cx.view, session.selected()) else {
            return;
        };
        let middle = painter.clip_rect().center();
        let text = cx.hint("Nothing here. Press F to fit the tree or A for the selected node.");
        let (align, strong) = (Align2::CENTER_CENTER, font(size::BODY, true));
        painter.text(middle, align, text, strong, cx.theme.dim);
        let way = self.transform().screen_from_scene(at) - middle;
        let way = way.normalized();
        let tip = middle + way * 60.0 + Vec2::new(0.0, way.y.signum() * 8.0);
        painter.arrow(
            tip - way * 24.0,
            way * 24.0,
            egui::Stroke::new(2.0, cx.theme.dim),
        );
    }
}

/// Paints the pieces of a line in one color, with an edge in another.
fn paint_line(
    painter: &Painter,
    style: &TreeStyle,
    pieces: &[[Pos2; 2]],
    [width, edge]: [f32; 2],
    [color, around]: [egui::Color32; 2],
) {
    let mut triangles = Triangles::default();
    for (width, color) in [(edge, around), (width, color)] {
        for ends in pieces {
            triangles.edge(style, *ends, width, color);
        }
    }
    painter.add(triangles.into_mesh());
}

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
        if style.edges != EdgeStyle::Elbowed {
            self.line(from, to, width, color);
            return;
        }
        let (a, b) = match style.flow {
            GrowthDirection::Down => {
                let middle = f32::midpoint(from.y, to.y);
                (pos2(from.x, middle), pos2(to.x, middle))
            }
            GrowthDirection::Right => {
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
