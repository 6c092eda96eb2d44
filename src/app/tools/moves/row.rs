//! One row of the moves table.

use eframe::egui::{self, Rect, Role, Sense, WidgetInfo};

use super::columns::Columns;
use crate::app::base::{Identified as _, ids};
use crate::app::parts::{BODY, Cx, Line, SMALL};
use crate::diagram::{Ink, MoveColumn, MoveRow, MoveTag, chance_text, move_tooltip, percent_text};

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

/// The mark of a move with a tag.
pub(crate) fn mark(tag: MoveTag, narrow: bool) -> &'static str {
    match (tag, narrow) {
        (MoveTag::Best, true) => "★",
        (MoveTag::Blunder, true) => "?",
        (_, true) => "",
        (tag, false) => tag.text(),
    }
}

/// One row; whether it was clicked.
pub(crate) fn row_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    row: &MoveRow,
    columns: &Columns,
    visited: bool,
) -> bool {
    let (line, response) = cx.line(ui, ROW_HEIGHT, Sense::click());
    let tag = row.tag.map_or("", MoveTag::text);
    let tag = if tag.is_empty() {
        String::new()
    } else {
        format!(", {tag}")
    };
    let odds = match (row.probability, &row.odds) {
        (Some(probability), _) => format!(" {}", percent_text(probability)),
        (None, Some(odds)) => format!(", {} {}", odds.branch, percent_text(odds.probability)),
        (None, None) => String::new(),
    };
    let label = format!(
        "Move {}: {}{odds}, rating {}{tag}",
        row.number, row.mv, row.rating
    );
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, visited, &label));
    let response = response.identified(&ids::move_row(row.number));
    line.light(&response, visited);
    for (name, column) in columns.shown() {
        if name == MoveColumn::Move {
            move_cell(cx, &line, line.place(column.range), row, columns.narrow);
            continue;
        }
        let strong = row.best && name == MoveColumn::Rating;
        let print = BODY.strong(strong).dim_if(name == MoveColumn::Number);
        line.write(column, print, &text_of(row, name, columns.narrow));
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
        let words = move_tooltip(cx.view, cx.document.session.vertex(), row);
        ui.label(words).identified(ids::TIP)
    });
    clicked
}

/// The move with its mark, in bold where it is one of the best.
fn move_cell(cx: &Cx<'_>, line: &Line<'_>, place: Rect, row: &MoveRow, narrow: bool) {
    let Some(tag) = row.tag else {
        line.left(place, BODY, &row.mv);
        return;
    };
    let laid = line.laid_out(SMALL, mark(tag, narrow));
    let mut words = place;
    words.max.x -= laid.size().x + MARK_GAP;
    let used = line.left(words, BODY.strong(tag == MoveTag::Best), &row.mv);
    let at = egui::pos2(
        used.right() + MARK_GAP,
        place.center().y - laid.size().y / 2.0,
    );
    match tag {
        MoveTag::Blunder => {
            let color = cx.theme.color(Ink::Blunder);
            line.painter
                .galley_with_override_text_color(at, laid, color);
        }
        _ => {
            line.painter.galley(at, laid, egui::Color32::PLACEHOLDER);
        }
    }
}
