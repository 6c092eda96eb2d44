//! The statistics in the middle of the window.

use std::sync::PoisonError;

use eframe::egui::{self, Role, Vec2, WidgetInfo};

use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::{Theme, size};
use crate::app::document::view::view;
use crate::app::intent::command::{Command, Named};
use crate::app::intent::tooltip::tooltip;
use crate::app::parts::bar::{above, bar};
use crate::app::shell::explorer::Explorer;
use crate::app::views::statistics::State;
use crate::app::views::statistics::page::page_ui;

impl Explorer {
    /// The statistics with their controls.
    pub(crate) fn statistics_area_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let screen = ui.available_rect_before_wrap();
        let mut commands = Vec::new();
        let top = above(screen.width(), self.over(), 1);
        self.above_ui(
            ui.ctx(),
            theme,
            screen,
            &mut commands,
            |explorer, ui, commands| {
                bar(ui, theme, |ui| explorer.copy_ui(ui, theme, commands));
            },
        );
        let inner = egui::Rect::from_min_max(screen.min + Vec2::new(0.0, top), screen.max);
        let mut again = false;
        ui.scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| {
            ui.set_clip_rect(inner);
            again = self.statistics_ui(ui, theme, &mut commands);
        });
        if again {
            self.statistics.of = None;
            ui.ctx().request_repaint();
        }
        self.commands.append(&mut commands);
    }

    fn copy_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        let named = Named::CopyStatistics;
        let enabled = self.is_enabled(named);
        let color = if enabled { theme.text } else { theme.dim };
        let icon = egui::RichText::new(named.icon()).size(16.0).color(color);
        let words = egui::RichText::new("Copy as CSV").color(color);
        let button = egui::Button::new((icon, words)).min_size(Vec2::new(0.0, 26.0));
        let response = ui.add_enabled(enabled, button);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, "Copy as CSV"));
        let response = response.identified(named.id());
        if response.clicked() {
            response.surrender_focus();
            commands.push(Command::Named(named));
        }
        response.on_hover_text(tooltip(ui.ctx(), named));
    }

    /// All sections, or why there are none; whether somebody wants to have it counted again.
    fn statistics_ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        commands: &mut Vec<Command>,
    ) -> bool {
        let building = self.document.is_building();
        let panel = &mut self.statistics;
        let (words, running) = match &panel.state {
            State::Known(statistics) => {
                let seen = view(&self.document, self.ratings_for, self.hidden);
                let all = &mut panel.all_plies;
                panel.page.ui(ui, theme, |ui| {
                    page_ui(ui, theme, &seen, statistics, all);
                });
                return false;
            }
            State::Running(_, words) => {
                let words = words.lock().unwrap_or_else(PoisonError::into_inner);
                (words.clone(), true)
            }
            State::Cancelled => ("The tree was not counted".to_owned(), false),
            State::Fault(why) => (why.clone(), false),
            State::Unknown if building => ("The tree is still being built".to_owned(), true),
            State::Unknown => return false,
        };
        let mut again = false;
        ui.add_space((ui.available_height() / 2.0 - 40.0).max(0.0));
        ui.vertical_centered(|ui| {
            if running {
                ui.add(egui::Spinner::new().size(16.0));
            }
            ui.label(egui::RichText::new(words).size(size::BODY).color(theme.dim));
            if running && !building {
                let cancel = ui.button(Named::CancelWork.text());
                if cancel.identified(Named::CancelWork.id()).clicked() {
                    commands.push(Command::Named(Named::CancelWork));
                }
            } else if !running {
                let count = ui.button("Count it");
                again = count.identified(ids::STATISTICS_COUNT).clicked();
            }
        });
        again
    }
}
