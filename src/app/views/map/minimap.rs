//! The minimap of the whole tree below the map: it shows the visible part, and navigates.

use std::sync::Arc;

use eframe::egui::{self, CursorIcon, Mesh, Painter, Pos2, Rect, Role, Sense, Vec2, WidgetInfo};

use super::inks::Inks;
use super::mesh::Rects;
use super::{MapPanel, places};
use crate::app::base::{Identified as _, ids};
use crate::app::parts::Cx;
use crate::diagram::MapTree;
use crate::layout::map::{Frame, MapView, Span};

/// Its height.
const HEIGHT: f32 = 46.0;
/// Between it and the map.
const GAP: f32 = 8.0;
/// It is left out where the map would have less room than this.
const MIN: f32 = 220.0;
/// Maximum number of rows drawn one by one.
const MAX_ROWS: usize = 400;
/// Minimum width of the mark of the visible part, in points.
const MIN_MARK: f32 = 5.0;

/// The cached drawing of the minimap.
#[derive(Default)]
pub(crate) struct Minimap {
    now: DrawnMinimap,
    /// The previous drawing, since users switch between two looks.
    before: DrawnMinimap,
    frame: Frame,
}

/// A drawing of the minimap, and its key: place, look, and leaves.
#[derive(Default)]
struct DrawnMinimap {
    made_for: Option<(Rect, u64, u64)>,
    mesh: Arc<Mesh>,
}

impl Minimap {
    /// The areas of the map and of the minimap.
    pub fn split(&self, inner: Rect) -> (Rect, Option<Rect>) {
        if inner.height() < MIN {
            return (inner, None);
        }
        let (mut map, mut small) = (inner, inner);
        small.min.y = inner.max.y - HEIGHT;
        map.max.y = small.min.y - GAP;
        (map, Some(small))
    }

    fn draw(
        &mut self,
        (place, rows, pixels): (Rect, u32, f64),
        cx: &Cx<'_>,
        tree: &MapTree<'_>,
        inks: &mut Inks,
    ) {
        let width = f64::from(place.width()) * pixels;
        let whole = MapView::whole(tree, width);
        let listed = (rows as usize).min(MAX_ROWS);
        whole.frame(tree, 0..listed, &mut self.frame);
        let row = f64::from(place.height()) / f64::from(rows.max(1));
        let rect = |span: Span, from: f64, to: f64| {
            let across = |x: f64| {
                let x = f64::from(place.left()) * pixels + x.clamp(0.0, width);
                (x.round() / pixels) as f32
            };
            let down = |at: f64| (f64::from(place.top()) + at * row) as f32;
            Rect::from_min_max(
                Pos2::new(across(span.left), down(from)),
                Pos2::new(across(span.right), down(to)),
            )
        };
        let mut rects = Rects::default();
        let ground = cx.theme.ground;
        for run in &self.frame.runs {
            let above = self.frame.cells[run.parent as usize].step.node;
            let (ink, below) = inks.of_run(cx.view, tree, above, run);
            let (from, to) = (f64::from(run.row), f64::from(run.row) + 1.0);
            let color = ink.color.lerp_to_gamma(ground, 0.4);
            rects.area(rect(run.span, from, to + f64::from(below)), color);
            rects.area(rect(run.span, from, to), ink.color);
        }
        for cell in &self.frame.cells {
            let ink = inks.of(cx.view, tree, cell.step.node);
            let (from, mut to) = (f64::from(cell.row), f64::from(cell.row) + 1.0);
            if cell.row as usize + 1 == listed {
                to += f64::from(tree.rows(cell.step.node));
            }
            rects.area(rect(cell.span, from, to), ink.color);
        }
        self.now.mesh = Arc::new(rects.mesh);
    }
}

impl MapPanel {
    /// Draws the minimap, with the visible part and the selected node marked; a click or a drag
    /// moves there.
    pub(super) fn minimap_ui(
        &mut self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        place: Rect,
        tree: &MapTree<'_>,
    ) {
        let rows = self.rows(tree, &cx.document.session);
        let key = Some((place, self.looks, self.generation));
        if self.minimap.now.made_for != key {
            let Minimap { now, before, .. } = &mut self.minimap;
            std::mem::swap(now, before);
        }
        if self.minimap.now.made_for != key {
            self.minimap.now.made_for = key;
            let Self { minimap, inks, .. } = self;
            minimap.draw((place, rows, self.pixels), cx, tree, inks);
        }
        let id = egui::Id::unique("small map");
        let response = ui.interact(place, id, Sense::click_and_drag());
        let Some(map) = &self.view else {
            return;
        };
        let (part, shown) = map.part(tree);
        response.widget_info(|| {
            let label = format!(
                "Visible part: {:.1} % of the width, row {:.0} of {rows}",
                part * 100.0,
                self.seen.top_row
            );
            WidgetInfo::labeled(Role::Button, true, label)
        });
        let response = response.identified(ids::MAP_SMALL);
        let painter = ui.painter_at(place.expand(3.0));
        painter.rect_filled(place, 0.0, cx.theme.panel);
        painter.add(egui::Shape::Mesh(Arc::clone(&self.minimap.now.mesh)));
        let row = place.height() / rows as f32;
        paint_selected(&painter, cx, place, tree, row);
        let shown = shown.to_f64().min(1.0) as f32 * place.width();
        let left = place.left() + part as f32 * place.width();
        let top = place.top() + (self.top / f64::from(self.row)) as f32 * row;
        let high = (self.screen.height() / self.row * row).min(place.height());
        let mark = Rect::from_center_size(
            Pos2::new(left + shown / 2.0, top + high / 2.0),
            Vec2::new(shown.max(MIN_MARK), high.max(MIN_MARK)),
        );
        let mark = mark.intersect(place.expand(1.0));
        let middle = egui::StrokeKind::Middle;
        painter.rect_stroke(mark, 1.0, egui::Stroke::new(3.0, cx.theme.panel), middle);
        painter.rect_stroke(mark, 1.0, egui::Stroke::new(1.5, cx.theme.text), middle);
        if response.has_focus() {
            let stroke = egui::Stroke::new(2.0, cx.theme.text);
            painter.rect_stroke(place, 2.0, stroke, middle);
        }
        let moved = (response.clicked() || response.dragged())
            .then(|| response.interact_pointer_pos())
            .flatten();
        if let Some(pointer) = moved {
            let to = (pointer - place.min) / place.size();
            self.go_to(tree, to, rows, response.dragged());
            ui.ctx().request_repaint();
        }
        response
            .on_hover_cursor(CursorIcon::PointingHand)
            .on_hover_text("Overview. The frame marks the visible part.\nClick to move it");
    }

    /// Goes to a part of the tree's width and height; a row that is in sight stays where it is
    /// unless it is dragged.
    fn go_to(&mut self, tree: &MapTree<'_>, to: Vec2, rows: u32, dragged: bool) {
        if let (Some(map), false) = (&mut self.view, self.is_whole) {
            map.go_to(tree, f64::from(to.x));
        }
        let row = (f64::from(to.y) * f64::from(rows)).floor().max(0.0);
        if dragged || !self.rows_in_sight().contains(&(row as usize)) {
            // Whole rows, so that none is clipped.
            let around = f64::from(self.screen.height()) / f64::from(self.row) / 2.0;
            self.top = (row - around).round().max(0.0) * f64::from(self.row);
        }
    }
}

/// Marks the selected line's end, however deep.
fn paint_selected(painter: &Painter, cx: &Cx<'_>, place: Rect, tree: &MapTree<'_>, row: f32) {
    let line = places(tree.graph, &cx.document.session.line());
    let whole = MapView::whole(tree, f64::from(place.width()));
    let mut x = None;
    whole.trace(tree, &line, |_, span| {
        x = Some(f64::midpoint(span.left, span.right))
    });
    if let Some(x) = x {
        let x = place.left() + x.clamp(0.0, f64::from(place.width())) as f32;
        let y = place.top() + (line.len() as f32 + 0.5) * row;
        let at = Pos2::new(x, y.clamp(place.top() + 4.0, place.bottom() - 4.0));
        let stroke = egui::Stroke::new(1.5, cx.theme.text);
        painter.circle(at, 3.5, cx.theme.panel, stroke);
    }
}
