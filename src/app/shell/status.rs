//! The status line.

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::ids::{self, Identified as _, part};
use crate::app::base::theme::{Theme, size};
use crate::app::document::files::{self, percent};
use crate::app::document::saving::Writing;
use crate::app::intent::command::{Command, Named};
use crate::session::Stage;
use crate::words::short_number;

impl Explorer {
    pub(crate) fn status_ui(&self, ui: &mut egui::Ui, theme: &Theme) {
        part(ui, ids::STATUS);
        let small = |text: String| egui::RichText::new(text).size(size::SMALL).color(theme.dim);
        ui.horizontal_centered(|ui| {
            ui.add_space(6.0);
            if let Some(notice) = &self.desk.notice {
                let color = if notice.is_error {
                    ui.visuals().error_fg_color
                } else {
                    theme.text
                };
                if notice.is_error {
                    let sign = egui_material_icons::icons::ICON_ERROR.codepoint;
                    ui.label(egui::RichText::new(sign).size(16.0).color(color));
                }
                let text = egui::RichText::new(&notice.text)
                    .size(size::SMALL)
                    .color(color);
                let id = if notice.is_error {
                    ids::TROUBLE
                } else {
                    ids::NOTICE
                };
                ui.add(egui::Label::new(text).truncate())
                    .identified(id)
                    .on_hover_text(&notice.text);
                return;
            }
            let opening = self.opening.as_ref().map(|job| job.label.clone());
            let export = self.writing.as_ref().is_some_and(Writing::is_export);
            let can_cancel = opening.is_some() || export;
            if let Some(label) = opening.or(self.writing.as_ref().map(Writing::label)) {
                ui.add(egui::Spinner::new().size(12.0));
                ui.label(small(label));
                if can_cancel {
                    self.cancel_button(ui);
                }
                return;
            }
            ui.label(small(files::describe_setup(&self.desk.document)));
            ui.separator();
            if let Some(progress) = self.desk.document.progress() {
                ui.add(egui::Spinner::new().size(12.0));
                let found = short_number(progress.positions);
                ui.label(small(match progress.stage {
                    Stage::Exploring => format!("building: {found} positions so far"),
                    Stage::Sorting | Stage::Rating => format!(
                        "{} {found} positions: {}",
                        progress.stage.name(),
                        percent(progress.share())
                    ),
                }));
                self.cancel_button(ui);
                return;
            }
            if self.desk.document.session.is_unfolding() {
                ui.add(egui::Spinner::new().size(12.0));
                let text = match self.desk.document.session.unfolding_progress() {
                    Some((made, most)) => format!(
                        "unfolding: {} of at most {} nodes",
                        short_number(made),
                        short_number(most),
                    ),
                    None => "folding".to_owned(),
                };
                ui.label(small(text));
                self.cancel_button(ui);
                return;
            }
            for (index, text) in files::describe_size(&self.desk.document)
                .into_iter()
                .enumerate()
            {
                if index > 0 {
                    ui.separator();
                }
                let id = [ids::SIZE, ids::COMPLETE][index.min(1)];
                ui.label(small(text)).identified(id);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_space(6.0);
                ui.add(
                    egui::Label::new(small(files::describe_cost(&self.desk.document))).truncate(),
                );
            });
        });
    }

    fn cancel_button(&self, ui: &mut egui::Ui) {
        let cancel = ui.small_button(Named::CancelWork.text());
        let cancel = cancel.identified(Named::CancelWork.id());
        if cancel.on_hover_text(Named::CancelWork.tooltip()).clicked() {
            self.desk.commands.push(Command::Named(Named::CancelWork));
        }
    }
}
