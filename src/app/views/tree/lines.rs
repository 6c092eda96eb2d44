//! Draws the best line and the line to the selected node through a zoomed-out tree, at any zoom;
//! and a hint when nothing is visible.

use eframe::egui::{self, Align2, Painter, Pos2, Vec2};

use super::mesh::Triangles;
use super::panel::TreePanel;
use crate::app::base::{font, size};
use crate::app::parts::Cx;
use crate::diagram::{TreeStyle, TreeView};
use crate::session::Session;
use crate::tree::UnfoldingNode;

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
                .screen_from_scene(flow.place(across, along));
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
        let words = "Nothing here. Press F to fit the tree or A for the selected node.";
        let (align, strong) = (Align2::CENTER_CENTER, font(size::BODY, true));
        painter.text(middle, align, words, strong, cx.theme.dim);
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
