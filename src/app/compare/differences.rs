//! The list of first differences: a click walks both trees there.

use eframe::egui::{self, Align, Rect, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::found::{Found, Row};
use super::go_to;
use super::side::Sides;
use crate::app::command::{Command, Named};
use crate::app::theme::{Theme, size};
use crate::app::widgets::{cell, font, heading};
use crate::session::DifferenceKind;

const ROW: f32 = 40.0;

impl Found {
    pub fn differences_ui(
        &self,
        ui: &mut egui::Ui,
        theme: &Theme,
        sides: &Sides<'_>,
        commands: &mut Vec<Command>,
    ) {
        let hidden = sides.views[0].hidden;
        // A rating that is hidden isn't told by its difference.
        let rows: Vec<&Row> = self
            .rows
            .iter()
            .filter(|row| !(hidden && row.difference.kind == DifferenceKind::Rating))
            .collect();
        if rows.is_empty() {
            return;
        }
        ui.horizontal(|ui| {
            heading(ui, theme, "First differences");
            ui.with_layout(egui::Layout::right_to_left(Align::Max), |ui| {
                let next = Named::NextDifference;
                let button = egui::Button::new(egui::RichText::new(next.text()).size(size::SMALL))
                    .stroke(Stroke::new(1.0, theme.line));
                let words = format!("{} (N)", next.tooltip());
                if ui.add(button).on_hover_text(words).clicked() {
                    commands.push(Command::Named(next));
                }
            });
        });
        let line = sides.document.session.line();
        ui.spacing_mut().item_spacing.y = 0.0;
        egui::ScrollArea::vertical()
            .id_salt("differences")
            .auto_shrink([false, false])
            .show_rows(ui, ROW, rows.len(), |ui, shown| {
                for row in &rows[shown] {
                    let here = row.difference.lines[0] == line;
                    row.ui(ui, theme, here, commands);
                }
            });
    }
}

impl Row {
    fn ui(&self, ui: &mut egui::Ui, theme: &Theme, here: bool, commands: &mut Vec<Command>) {
        let (rect, response) =
            ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW), Sense::click());
        let kind = self.difference.kind.name();
        let words = format!("{kind}, {}: {}", self.place, self.words);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, &words));
        let painter = ui.painter();
        if here || response.hovered() || response.has_focus() {
            painter.rect_filled(rect, 4.0, theme.soft);
        }
        if response.has_focus() {
            let stroke = Stroke::new(1.5, theme.text);
            painter.rect_stroke(rect, 4.0, stroke, egui::StrokeKind::Inside);
        }
        let inner = rect.shrink2(Vec2::new(8.0, 3.0));
        let column = 78.0_f32.min(inner.width() * 0.25);
        let upper = Rect::from_min_size(inner.min, Vec2::new(inner.width(), ROW / 2.0 - 3.0));
        let lower = upper.translate(Vec2::new(0.0, ROW / 2.0 - 3.0));
        let mut left = upper;
        left.max.x = left.min.x + column;
        let mut right = upper;
        right.min.x += column;
        let mut under = lower;
        under.min.x += column;
        let ply = format!("ply {}", self.difference.ply);
        let mut ply_place = lower;
        ply_place.max.x = left.max.x;
        let strong = font(size::BODY, true);
        cell(painter, left, Align::Min, kind, strong, theme.text);
        let small = || font(size::SMALL, false);
        cell(painter, ply_place, Align::Min, &ply, small(), theme.dim);
        cell(
            painter,
            right,
            Align::Min,
            &self.words,
            font(size::BODY, false),
            theme.text,
        );
        cell(painter, under, Align::Min, &self.place, small(), theme.dim);
        if response.clicked() {
            commands.push(go_to(&self.difference));
        }
        response.on_hover_text(words);
    }
}
