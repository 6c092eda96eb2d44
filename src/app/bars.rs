//! The bar of buttons above the tree and the status line below it.

use eframe::egui::{self, Vec2};

use super::command::{Command, Named};
use super::dialog;
use super::explorer::Explorer;
use super::files;
use super::theme::{Theme, size};
use crate::diagram::short_count;
use crate::tree::Count;

impl Explorer {
    pub(super) fn toolbar_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        ui.horizontal_centered(|ui| {
            ui.add_space(4.0);
            ui.label(egui::RichText::new("doomtree").size(16.0).strong());
            ui.add_space(8.0);
            for named in [Named::Open, Named::Export] {
                self.button(ui, named);
            }
            ui.add_space(12.0);
            for named in [Named::Back, Named::Forward] {
                self.button(ui, named);
            }
            ui.add_space(12.0);
            for named in [Named::UnfoldPly, Named::FoldPly, Named::Fit] {
                self.button(ui, named);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_space(4.0);
                self.button(ui, Named::Keys);
                self.button(ui, Named::Theme);
                let name = self
                    .document
                    .session
                    .rated()
                    .graph
                    .player_name(self.viewpoint);
                let text = format!("{} {name}", Named::Viewpoint.text());
                self.button_with(ui, Named::Viewpoint, &text);
                ui.add_space(8.0);
                // What is left belongs to the name of the document, shortened if it must be.
                let rest = ui.available_width();
                let name = egui::RichText::new(&self.document.words.name).color(theme.dim);
                ui.add_sized(
                    Vec2::new(rest.max(0.0), 20.0),
                    egui::Label::new(name).truncate(),
                );
            });
        });
    }

    fn button(&mut self, ui: &mut egui::Ui, named: Named) {
        self.button_with(ui, named, named.text());
    }

    fn button_with(&mut self, ui: &mut egui::Ui, named: Named, text: &str) {
        let keys = named
            .shortcuts()
            .first()
            .map(|keys| format!(" ({})", dialog::key_text(ui.ctx(), keys)))
            .unwrap_or_default();
        let response = ui
            .button(text)
            .on_hover_text(format!("{}{keys}", named.tooltip()));
        if response.clicked() {
            // A button that was clicked doesn't keep the keyboard: keys walk the tree.
            response.surrender_focus();
            self.commands.push(Command::Named(named));
        }
    }

    pub(super) fn status_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let small = |text: String| egui::RichText::new(text).size(size::SMALL).color(theme.dim);
        ui.horizontal_centered(|ui| {
            ui.add_space(6.0);
            if let Some(notice) = &self.notice {
                let color = if notice.is_error {
                    ui.visuals().error_fg_color
                } else {
                    theme.text
                };
                let text = egui::RichText::new(&notice.text)
                    .size(size::SMALL)
                    .color(color);
                ui.add(egui::Label::new(text).truncate())
                    .on_hover_text(&notice.text);
                return;
            }
            let opening = self.opening.as_ref().map(|job| &job.label);
            let exporting = self.exporting.as_ref().map(|job| &job.label);
            if let Some(label) = opening.or(exporting) {
                ui.add(egui::Spinner::new().size(12.0));
                ui.label(small(label.clone()));
                if opening.is_some() {
                    self.cancel_button(ui);
                }
                return;
            }
            ui.label(small(files::describe_setup(&self.document)));
            ui.separator();
            if let Some((progress, rating)) = self.document.progress() {
                ui.add(egui::Spinner::new().size(12.0));
                let found = short_count(Count::Exact(&[progress.positions as u64]));
                ui.label(small(if rating {
                    format!("rating {found} positions …")
                } else {
                    format!("building: {found} positions so far")
                }));
                self.cancel_button(ui);
                return;
            }
            for (index, text) in files::describe_size(&self.document).into_iter().enumerate() {
                if index > 0 {
                    ui.separator();
                }
                ui.label(small(text));
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_space(6.0);
                ui.add(egui::Label::new(small(files::describe_cost(&self.document))).truncate());
            });
        });
    }

    fn cancel_button(&mut self, ui: &mut egui::Ui) {
        let cancel = ui.small_button(Named::CancelBuild.text());
        if cancel.on_hover_text(Named::CancelBuild.tooltip()).clicked() {
            self.commands.push(Command::Named(Named::CancelBuild));
        }
    }
}
