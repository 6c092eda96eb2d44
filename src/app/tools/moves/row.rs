//! One row of the moves table.

use eframe::egui::{self, Align, Rect, Role, Sense, Vec2, WidgetInfo};

use super::columns::Columns;
use crate::app::base::{Identified as _, cell, font, ids, size};
use crate::app::parts::{BODY, Cx, SMALL, TableLine};
use crate::diagram::{Ink, MoveColumn, MoveRow, MoveTag, move_tooltip, percent_text};

/// The height of a row.
pub(crate) const ROW_HEIGHT: f32 = 28.0;
/// Between a move and its mark.
pub(crate) const MARK_GAP: f32 = 6.0;

/// The text of a row in a column with numbers.
pub(crate) fn text_of(row: &MoveRow, column: MoveColumn, narrow: bool) -> String {
    match column {
        MoveColumn::Number => row.number.to_string(),
        MoveColumn::Move => row.mv.clone(),
        MoveColumn::Chance => match (&row.chance, &row.odds) {
            (Some(chance), _) => chance.clone(),
            (None, Some(odds)) => percent_text(odds.probability),
            (None, None) => "–".to_owned(),
        },
        MoveColumn::Rating => row.rating.clone(),
        MoveColumn::EndsIn => row.ends_in.clone(),
        MoveColumn::Nodes if narrow => row.narrow_nodes.clone(),
        MoveColumn::Nodes => row.nodes.clone(),
    }
}

/// The gap between the winner and the mark, and the padding of the mark's background.
pub(crate) const PILL_GAP: f32 = 10.0;
pub(crate) const PILL: f32 = 14.0;
/// The height of that background.
const PILL_HEIGHT: f32 = 20.0;

/// The mark of a move beside the text about the winner.
pub(crate) fn pill(tag: MoveTag, narrow: bool) -> &'static str {
    match (tag, narrow) {
        (MoveTag::HoldsLongest, true) => "longest",
        (tag, _) => tag.text(),
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
    let rating = match &row.outcome {
        Some(outcome) => format!(": {}", outcome.words),
        None => format!(", rating {}", row.rating),
    };
    let label = format!("Move {}: {}{odds}{rating}{tag}", row.number, row.mv);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, visited, &label));
    let response = response.identified(&ids::move_row(row.number));
    line.light(&response, visited);
    let lit = visited || response.hovered() || response.has_focus();
    for (name, column) in columns.shown() {
        let place = line.place(column.range);
        match (name, columns.outcome) {
            (MoveColumn::Move, None) => {
                move_cell(cx, &line, place, row, columns.narrow);
                continue;
            }
            (MoveColumn::Move, Some(_)) => {
                line.left(place, BODY.strong(row.best), &row.mv);
                continue;
            }
            (MoveColumn::Rating, Some(wide)) => {
                outcome_cell(cx, &line, (place, wide), row, (columns.narrow, lit));
                continue;
            }
            _ => {}
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
fn move_cell(cx: &Cx<'_>, line: &TableLine<'_>, place: Rect, row: &MoveRow, narrow: bool) {
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

/// The winner in its color, with the same width in all rows, and the mark after it with a
/// background.
fn outcome_cell(
    cx: &Cx<'_>,
    line: &TableLine<'_>,
    (place, wide): (Rect, f32),
    row: &MoveRow,
    (narrow, lit): (bool, bool),
) {
    let (text, soft, panel) = (cx.theme.text, cx.theme.soft, cx.theme.panel);
    let mut words = place;
    words.max.x = words.max.x.min(place.left() + wide);
    let (told, color) = match &row.outcome {
        Some(outcome) => {
            let own = |winner| cx.theme.player_words(winner);
            (outcome.words.as_str(), outcome.winner.map_or(text, own))
        }
        None => (row.rating.as_str(), text),
    };
    let bold = font(size::BODY, row.outcome.is_some());
    cell(&line.painter, words, Align::Min, told, bold, color);
    let Some(tag) = row.tag else {
        return;
    };
    let laid = line.laid_out(SMALL, pill(tag, narrow));
    let size = Vec2::new(laid.size().x + PILL, PILL_HEIGHT);
    let left = place.left() + wide + PILL_GAP;
    let at = egui::pos2(left, place.center().y - size.y / 2.0);
    let ground = Rect::from_min_size(at, size);
    if ground.right() > line.rect.right() {
        // In a slim window there is no room for it; the tooltip has it too.
        return;
    }
    let usual = if lit { panel } else { soft };
    let (fill, ink) = match tag {
        MoveTag::Best => (text, panel),
        MoveTag::Blunder => {
            let blunder = cx.theme.color(Ink::Blunder);
            (cx.theme.color(Ink::BlunderArea), blunder)
        }
        _ => (usual, text),
    };
    line.painter.rect_filled(ground, PILL_HEIGHT / 2.0, fill);
    let at = ground.center() - laid.size() / 2.0;
    line.painter.galley_with_override_text_color(at, laid, ink);
}
