//! One row of the moves table.

use eframe::egui::{self, Align, FontId, Rangef, Rect, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::columns::Columns;
use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::size;
use crate::app::base::widgets::{cell, font};
use crate::app::base::words::{BEST, listed_best};
use crate::app::parts::cx::Cx;
use crate::diagram::{MoveColumn, MoveRow, chance_text, move_tooltip, percent_text};
use crate::tree::Vertex;

/// How high a row is.
pub(crate) const ROW_HEIGHT: f32 = 25.0;
/// Between a move and its mark.
pub(crate) const MARK_GAP: f32 = 6.0;

/// What a row says in a column that holds numbers.
pub(crate) fn text_of(row: &MoveRow, column: MoveColumn, narrow: bool) -> String {
    match column {
        MoveColumn::Number => row.number.to_string(),
        MoveColumn::Move => row.mv.clone(),
        MoveColumn::Chance => match (row.probability, &row.odds) {
            (Some(probability), _) => chance_text(probability),
            (None, Some(odds)) => percent_text(odds.probability),
            (None, None) => "–".to_owned(),
        },
        MoveColumn::Rating => row.rating.clone(),
        MoveColumn::EndsIn => row.ends_in.clone(),
        MoveColumn::Nodes if narrow => row.narrow_nodes.clone(),
        MoveColumn::Nodes => row.nodes.clone(),
    }
}

/// The mark of a best move.
pub(crate) fn best_mark(narrow: bool) -> &'static str {
    if narrow { "★" } else { BEST }
}

/// The part of a row's rectangle that a column takes.
pub(crate) fn shifted(row: Rect, range: Rangef) -> Rect {
    let left = row.left();
    Rect::from_x_y_ranges(left + range.min..=left + range.max, row.y_range())
}

/// One row; whether it was clicked.
pub(crate) fn row_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    vertex: Vertex,
    row: &MoveRow,
    columns: &Columns,
    visited: bool,
) -> bool {
    let (rect, response) =
        ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW_HEIGHT), Sense::click());
    let best = listed_best(row.best);
    let odds = match (row.probability, &row.odds) {
        (Some(probability), _) => format!(" {}", percent_text(probability)),
        (None, Some(odds)) => format!(", {} {}", odds.branch, percent_text(odds.probability)),
        (None, None) => String::new(),
    };
    let label = format!(
        "Move {}: {}{odds}, rating {}{best}",
        row.number, row.mv, row.rating
    );
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, visited, &label));
    let response = response.identified(&ids::move_row(row.number));
    let painter = ui.painter();
    if response.hovered() || response.has_focus() || visited {
        painter.rect_filled(rect, 3.0, cx.theme.soft);
    }
    if response.has_focus() {
        let stroke = Stroke::new(1.5, cx.theme.text);
        painter.rect_stroke(rect, 3.0, stroke, egui::StrokeKind::Inside);
    }
    for column in MoveColumn::ALL {
        let Some(range) = columns.range(column) else {
            continue;
        };
        let place = shifted(rect, range);
        if column == MoveColumn::Move {
            move_cell(painter, cx, place, row, columns.narrow);
            continue;
        }
        let strong = row.best && column == MoveColumn::Rating;
        let color = if column == MoveColumn::Number {
            cx.theme.dim
        } else {
            cx.theme.text
        };
        let text = text_of(row, column, columns.narrow);
        let font: FontId = font(size::BODY, strong);
        cell(painter, place, Align::Max, &text, font, color);
    }
    let clicked = response.clicked();
    // Beside the table, so that it covers no other row.
    let mut tooltip = egui::Tooltip::for_enabled(&response);
    tooltip.popup = tooltip
        .popup
        .anchor(response.rect)
        .align(egui::RectAlign::RIGHT_START)
        .gap(14.0)
        .width(360.0);
    tooltip.show(|ui| {
        ui.label(move_tooltip(cx.view, vertex, row))
            .identified(ids::TIP)
    });
    clicked
}

/// The move, in bold and with its mark where it is one of the best.
fn move_cell(painter: &egui::Painter, cx: &Cx<'_>, place: Rect, row: &MoveRow, narrow: bool) {
    if !row.best {
        let font = font(size::BODY, false);
        cell(painter, place, Align::Min, &row.mv, font, cx.theme.text);
        return;
    }
    let mark = best_mark(narrow).to_owned();
    let mark = painter.layout_no_wrap(mark, font(size::SMALL, false), cx.theme.dim);
    let mut words = place;
    words.max.x -= mark.size().x + MARK_GAP;
    let used = cell(
        painter,
        words,
        Align::Min,
        &row.mv,
        font(size::BODY, true),
        cx.theme.text,
    );
    let at = egui::pos2(
        used.right() + MARK_GAP,
        place.center().y - mark.size().y / 2.0,
    );
    painter.galley(at, mark, cx.theme.dim);
}
