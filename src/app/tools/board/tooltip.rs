//! The tooltips of the board, beside it: text, and the position after a move.

use eframe::egui::{self, RectAlign, Response, Sense, Tooltip, Vec2};

use super::{Shown, words};
use crate::app::base::{Transform, ids, paint::paint, part, strong};
use crate::app::parts::Cx;
use crate::diagram::{BoardMarks, board, board_radius, changed_places};
use crate::tree::Edge;

/// Maximum width of a tooltip, in points.
const TOOLTIP_WIDTH: f32 = 360.0;
/// Maximum radius of a place on the small board in a tooltip, in points.
const PREVIEW: f64 = 30.0;

/// A tooltip at the right of the board, so that it covers none of it.
pub(super) fn tooltip_beside(response: &Response, board: egui::Rect) -> Tooltip<'_> {
    let mut tooltip = Tooltip::for_enabled(response);
    let beside = egui::Rect::from_x_y_ranges(board.x_range(), response.rect.y_range());
    tooltip.popup = tooltip
        .popup
        .anchor(beside)
        .align(RectAlign::RIGHT_START)
        .gap(10.0)
        .width(TOOLTIP_WIDTH);
    tooltip
}

pub(super) fn place_tooltip(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &Shown<'_>, index: usize) {
    part(ui, ids::TIP);
    let [first, rest @ ..] = &words::place_tooltip(shown, index)[..] else {
        return;
    };
    ui.label(strong(first));
    for line in rest {
        ui.label(line);
    }
    if let Some(edge) = shown.offered(index) {
        preview(ui, cx, shown, edge);
    }
}

pub(super) fn move_tooltip(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &Shown<'_>, edge: Edge) {
    part(ui, ids::TIP);
    ui.label(words::result(shown, edge));
    preview(ui, cx, shown, edge);
}

/// The position that a move leads to, drawn small.
fn preview(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &Shown<'_>, edge: Edge) {
    let graph = &shown.document.session.rated().graph;
    let after = graph.picture(graph.graph().target(edge));
    if after.cells.is_empty() {
        return;
    }
    let radius = board_radius(&after, 200.0, 130.0).min(PREVIEW);
    let marks = BoardMarks {
        touched: changed_places(&shown.picture, &after),
        ..BoardMarks::default()
    };
    let diagram = board(&after, &[], &marks, radius);
    let extent = Vec2::new(
        diagram.bounds.width() as f32,
        diagram.bounds.height() as f32,
    );
    let (rect, _) = ui.allocate_exact_size(extent, Sense::hover());
    let transform = Transform::fit(diagram.bounds, rect, 1.0);
    paint(&ui.painter_at(rect), &transform, cx.theme, &diagram.drawing);
}
