//! The statistics with their controls in the middle of the window.

use eframe::egui::{self, Role, Vec2};

use super::StatisticsPanel;
use super::page::page_ui;
use crate::app::base::{Identified as _, State, ids};
use crate::app::intent::Named;
use crate::app::parts::{Cx, Waiting, above_ui, bar::above, bar::bar, clipped_ui, waiting_ui};

impl StatisticsPanel {
    /// The statistics with their controls.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let top = above(screen.width(), cx.desk.over(), 1);
        above_ui(ui.ctx(), cx, screen, |ui| bar(ui, cx, |ui| copy_ui(ui, cx)));
        let inner = egui::Rect::from_min_max(screen.min + Vec2::new(0.0, top), screen.max);
        clipped_ui(ui, inner, |ui| self.inner_ui(ui, cx));
    }

    /// All sections, or why there are none.
    fn inner_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let stopped = Waiting::Stopped("Count", ids::STATISTICS_COUNT);
        let (words, waiting) = match self.counted.state() {
            State::Known(statistics) => {
                let all = &mut self.all_plies;
                self.page
                    .ui(ui, cx.theme, |ui| page_ui(ui, cx, statistics, all));
                return;
            }
            State::Running(_, told) => (told.now().clone(), Waiting::Running),
            State::Cancelled => ("Not counted".to_owned(), stopped),
            State::Fault(why) => (why.to_string(), stopped),
            State::Unknown => ("The tree is still being built".to_owned(), Waiting::Later),
        };
        let building = cx.document.is_building();
        let waiting = match waiting {
            Waiting::Later if !building => return,
            Waiting::Running if building => Waiting::Later,
            waiting => waiting,
        };
        ui.add_space((ui.available_height() / 2.0 - 40.0).max(0.0));
        ui.vertical_centered(|ui| {
            if waiting_ui(ui, cx, words, waiting) {
                self.counted.again();
                ui.ctx().request_repaint();
            }
        });
    }
}

fn copy_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let named = Named::CopyStatistics;
    let enabled = cx.desk.states.is_enabled(named);
    let color = cx.theme.words(enabled);
    let icon = egui::RichText::new(named.icon()).size(16.0).color(color);
    let words = egui::RichText::new("Copy as CSV").color(color);
    let button = egui::Button::new((icon, words)).min_size(Vec2::new(0.0, 26.0));
    let response = ui
        .add_enabled(enabled, button)
        .called(Role::Button, "Copy as CSV");
    cx.does(response, named);
}
