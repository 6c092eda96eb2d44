//! Pointer input on the map, and its nodes for screen readers.

use eframe::egui::{self, CursorIcon, Id, Pos2, Rect, Response, Role, Sense, Vec2, WidgetInfo};

use super::facts::{describe, id_of, node_ui};
use super::{MapPanel, Wish, edges};
use crate::app::base::{Gesture, Identified as _};
use crate::app::intent::Command;
use crate::app::parts::{Cx, keep_free, tip_ui};
use crate::diagram::MapTree;
use crate::layout::map::MapShape;
use crate::session::{Action, Session};
use crate::tree::Edge;

/// Maximum nodes exposed by name.
const MAX_NAMED: usize = 100;
/// No narrower node is, in points.
const MIN_NAMED: f64 = 24.0;
/// The size of the area under the pointer for its tooltip, in points.
const UNDER: f32 = 12.0;

/// The response reduced to a small area under the pointer, so that its tooltip is beside that.
fn under(response: Response, pointer: Pos2) -> Response {
    let place = Rect::from_center_size(pointer, Vec2::splat(UNDER));
    let mut response = response.with_new_rect(place);
    response.interact_rect = place;
    response
}

/// A node that is pointed at.
struct Hit {
    node: u64,
    /// Its line, as indices.
    places: Vec<u32>,
    rect: Rect,
}

/// Scroll distance, in points, that zooms by a factor of e.
const WHEEL: f32 = 180.0;

impl MapPanel {
    /// Moves and zooms the map as the pointer says.
    pub(crate) fn move_by_pointer(
        &mut self,
        ui: &egui::Ui,
        (tree, session): (&MapTree<'_>, &Session),
        response: &Response,
    ) {
        let rows = self.rows(tree, session);
        if response.dragged() {
            self.pan(tree, response.drag_delta());
            self.clamp(tree, rows);
        }
        match self.gestures.read(ui, response, WHEEL) {
            Some(Gesture::Zoom(pointer, factor)) => {
                let at = f64::from(pointer.x - self.screen.left()) * self.pixels;
                let at = at.clamp(0.0, f64::from(self.screen.width()) * self.pixels);
                self.leave_all_rows(Some(pointer.y));
                self.zoom_around(tree, at, factor);
            }
            Some(Gesture::Pan(by)) => self.pan(tree, by),
            None => return,
        }
        self.clamp(tree, rows);
        // The controls, drawn earlier, must show the new scale.
        ui.ctx().request_repaint();
    }

    /// The node at a screen position.
    fn hit(&self, tree: &MapTree<'_>, pointer: Pos2) -> Option<Hit> {
        let view = self.view.as_ref()?;
        if !self.screen.contains(pointer) {
            return None;
        }
        let x = f64::from(pointer.x - self.screen.left()) * self.pixels;
        let y = f64::from(pointer.y - self.screen.top()) + self.top;
        let row = (y / f64::from(self.row)).floor() as usize;
        if let Some(at) = self.frame.cell_at(row, x) {
            let cell = &self.frame.cells[at];
            return Some(Hit {
                node: cell.step.node,
                places: self.frame.line(view, at),
                rect: self.rect(cell.row, cell.span),
            });
        }
        let at = self.frame.run_at(row, x)?;
        let run = &self.frame.runs[at];
        let index = self.frame.in_run(tree, view, at, x);
        let parent = run.parent as usize;
        let mut places = self.frame.line(view, parent);
        places.push(index);
        let above = self.frame.cells[parent].step.node;
        Some(Hit {
            node: tree.child(above, index as usize),
            places,
            rect: self.rect(run.row, run.span),
        })
    }

    /// Queues commands of clicks, shows tooltips, and exposes nodes that are wide enough.
    pub(crate) fn pointer_ui(
        &mut self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        canvas: &Response,
        tree: &MapTree<'_>,
    ) {
        // Before any tooltip: the previous frame may have set the areas of another view.
        keep_free(ui.ctx(), self.screen, []);
        self.named_ui(ui, cx, tree);
        let pointer = canvas.hover_pos().or(canvas.interact_pointer_pos());
        let Some(pointer) = pointer.filter(|_| !canvas.dragged()) else {
            return;
        };
        let Some(hit) = self.hit(tree, pointer) else {
            return;
        };
        let line = edges(tree.graph, &hit.places);
        if canvas.clicked() {
            self.select(cx, &line, canvas.double_clicked());
        }
        self.outline(ui, cx, hit.rect, [0.0, 1.0]);
        let response = under(canvas.clone(), pointer);
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        tip_ui(&response, cx, |ui| node_ui(ui, cx, tree, (hit.node, &line)));
    }

    /// Draws a line around a node, inside it, so rounded and so wide.
    fn outline(&self, ui: &egui::Ui, cx: &Cx<'_>, rect: Rect, [rounding, width]: [f32; 2]) {
        let stroke = egui::Stroke::new(width, cx.theme.text);
        let painter = ui.painter_at(self.screen);
        painter.rect_stroke(rect, rounding, stroke, egui::StrokeKind::Inside);
    }

    fn select(&mut self, cx: &Cx<'_>, line: &[Edge], twice: bool) {
        if cx.document.session.line() != line {
            // It stays where it was clicked.
            self.clicked = true;
            cx.push(Command::Act(Action::SelectLine(line.to_vec())));
        }
        if twice {
            self.wishes.push(Wish::ZoomTo);
        }
    }

    /// Names the widest nodes in sight, for a screen reader and for the keyboard.
    fn named_ui(&mut self, ui: &egui::Ui, cx: &Cx<'_>, tree: &MapTree<'_>) {
        let rows = self.rows_in_sight();
        let width = f64::from(self.screen.width()) * self.pixels;
        let seen = |span: crate::layout::map::Span| span.right.min(width) - span.left.max(0.0);
        let mut named: Vec<(usize, f64)> = self
            .frame
            .cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| rows.contains(&(cell.row as usize)))
            .map(|(at, cell)| (at, seen(cell.span)))
            .filter(|(_, wide)| *wide >= MIN_NAMED * self.pixels)
            .collect();
        if named.len() > MAX_NAMED {
            named.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            named.truncate(MAX_NAMED);
            named.sort_unstable_by_key(|(at, _)| *at);
        }
        let selected = cx.document.session.line();
        let mut clicked = None;
        for (at, _) in named {
            let cell = self.frame.cells[at];
            let rect = self.rect(cell.row, cell.span).intersect(self.screen);
            if !rect.is_positive() {
                continue;
            }
            let id = Id::unique("map node").with(cell.step.line);
            let response = ui.interact(rect, id, Sense::click());
            response.widget_info(|| {
                let above = self.above(tree, at);
                let label = describe(cx.view, tree, (above, cell.step.index), cell.step.node);
                let is_selected = selected.len() == cell.row as usize
                    && self.view.as_ref().is_some_and(|map| {
                        edges(tree.graph, &self.frame.line(map, at)) == selected
                    });
                WidgetInfo::selected(Role::TreeItem, true, is_selected, label)
            });
            let response = response.identified(id_of(tree, cell.step.node));
            if response.has_focus() {
                self.outline(ui, cx, rect, [2.0, 2.0]);
            }
            if response.clicked() {
                clicked = Some((at, response.double_clicked()));
            }
            if response.hovered()
                && let Some(map) = &self.view
            {
                let line = edges(tree.graph, &self.frame.line(map, at));
                let node = cell.step.node;
                let pointer = response.hover_pos().unwrap_or(rect.center());
                self.outline(ui, cx, rect, [0.0, 1.0]);
                let response = under(response, pointer);
                let response = response.on_hover_cursor(CursorIcon::PointingHand);
                tip_ui(&response, cx, |ui| node_ui(ui, cx, tree, (node, &line)));
            }
        }
        if let Some((at, twice)) = clicked
            && let Some(map) = &self.view
        {
            let line = edges(tree.graph, &self.frame.line(map, at));
            self.select(cx, &line, twice);
        }
    }

    /// Keeps the rows within the tree.
    fn clamp(&mut self, tree: &MapTree<'_>, rows: u32) {
        self.keep_rows(tree, rows);
        let view = self.view.as_ref();
        self.is_whole = view.is_none_or(|view| view.is_whole(tree));
    }
}
