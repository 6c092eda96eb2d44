//! The list of first differences: a click goes to the node in both trees.

use eframe::egui::text::LayoutJob;
use eframe::egui::{self, Align, Rect, Role, Sense, Vec2};

use super::found::{DifferenceRow, FoundDifferences};
use super::go_to;
use super::side::Sides;
use crate::app::base::{Identified as _, font, ids, size, strong};
use crate::app::intent::{Command, Named, key_text};
use crate::app::parts::{BODY, Cx, SMALL};
use crate::session::{DifferenceKind, MAX_KEPT};

/// The height of a row; in a narrow list its sentence takes two lines.
const ROW: f32 = 40.0;
const HIGH_ROW: f32 = 57.0;
const LITTLE_ROOM: f32 = 640.0;
/// The height of a line of text.
const LINE: f32 = 17.0;

impl FoundDifferences {
    pub fn differences_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, sides: &Sides<'_>) {
        let hidden = sides.views[0].hidden;
        // The difference of hidden ratings isn't shown.
        let rows: Vec<&DifferenceRow> = self
            .rows
            .iter()
            .filter(|row| !(hidden && row.difference.kind == DifferenceKind::Rating))
            .collect();
        if rows.is_empty() {
            return;
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let words = strong("First differences").size(size::HEADING);
            ui.label(words.color(cx.theme.dim));
            let cut = |kind: &DifferenceKind| {
                *kind != DifferenceKind::Rating && self.comparison.count(*kind) > MAX_KEPT
            };
            if DifferenceKind::ALL.iter().any(cut) {
                let words = format!("first {MAX_KEPT} of each kind");
                ui.label(cx.small(words));
            }
            ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                let next = Named::NextDifference;
                let keys = next.shortcuts().first();
                let keys = keys.map(|keys| format!(" ({})", key_text(ui.ctx(), keys)));
                let words = format!("{}{}", next.tooltip(), keys.unwrap_or_default());
                let button = ui.add(cx.small_button(next.text()));
                let button = button.identified(next.id()).on_hover_text(words);
                cx.asks(&button, || Command::Named(next));
            });
        });
        let line = sides.document.session.line();
        let height = match ui.available_width() < LITTLE_ROOM {
            true => HIGH_ROW,
            false => ROW,
        };
        ui.spacing_mut().item_spacing.y = 0.0;
        egui::ScrollArea::vertical()
            .id_salt("differences")
            .auto_shrink([false, false])
            .show_rows(ui, height, rows.len(), |ui, shown| {
                for row in &rows[shown] {
                    let here = row.difference.lines[0] == line;
                    row.ui(ui, cx, here, height);
                }
            });
    }
}

impl DifferenceRow {
    fn ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, here: bool, height: f32) {
        let (row, response) = cx.line(ui, height, Sense::click());
        let kind = self.difference.kind.name();
        let words = format!("{kind}, {}: {}", self.place, self.words);
        let response = response
            .chosen(Role::Button, here, &words)
            .identified(ids::DIFFERENCE);
        row.ground(here || response.hovered() || response.has_focus(), 4.0);
        row.ring(&response, 4.0);
        let inner = row.rect.shrink2(Vec2::new(8.0, 3.0));
        let column = 78.0_f32.min(inner.width() * 0.25);
        let line = |left: f32, top: f32, width: f32| {
            let at = inner.min + Vec2::new(left, top);
            Rect::from_min_size(at, Vec2::new(width, LINE))
        };
        let room = inner.width() - column;
        let lines = ((height - 6.0) / LINE).floor() as usize - 1;
        let body = font(size::BODY, false);
        let mut job = LayoutJob::simple(self.words.clone(), body, cx.theme.text, room);
        job.wrap.max_rows = lines;
        let galley = row.painter.layout_job(job);
        // In one line, the place is directly below.
        let below = galley.rows.len().clamp(1, lines) as f32 * LINE;
        let first = galley.rows.first().map_or(LINE, |row| row.height());
        let at = inner.min + Vec2::new(column, (LINE - first) / 2.0);
        row.painter.galley(at, galley, cx.theme.text);
        row.left(line(0.0, 0.0, column), BODY.strong(true), kind);
        let ply = format!("ply {}", self.difference.ply);
        row.left(line(0.0, LINE, column), SMALL, &ply);
        row.left(line(column, below, room), SMALL, &self.place);
        cx.asks(&response, || go_to(&self.difference));
        response.on_hover_text(words);
    }
}
