//! The recordings with their controls in the middle of the window.

use eframe::egui::{self, Vec2};

use super::RecordingPanel;
use super::player::Player;
use super::transport::HEIGHT;
use crate::app::base::{Identified as _, State, ids, size};
use crate::app::intent::Named;
use crate::app::parts::{
    Cx, Room, Waiting, above_ui, bar::above, bar::bar, legend_ui, measured, waiting_ui,
};
use crate::diagram::{LegendEntry, recording_legend};
use crate::words::short_number;

/// The height of a recording's name when there are two.
const NAME: f32 = 24.0;

impl RecordingPanel {
    /// The recordings with all that belongs to them.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let top = above(screen.width(), cx.desk.over(), 1);
        let shown = match cx.desk.hidden {
            true => 0,
            false => self.players.len(),
        };
        above_ui(ui.ctx(), cx, screen, |ui| {
            if shown > 0 {
                bar(ui, cx, |ui| {
                    cx.icon_button(ui, Named::Fit);
                    cx.icon_button(ui, Named::ZoomOut);
                    cx.icon_button(ui, Named::ZoomIn);
                    ui.separator();
                    cx.icon_button(ui, Named::RecordBeside);
                    cx.icon_button(ui, Named::CloseRecording);
                });
            }
        });
        if shown == 0 {
            self.nothing_ui(ui, cx, screen);
        }
        let entries = match cx.desk.settings.legend {
            true => self.entries(shown),
            false => Vec::new(),
        };
        let legend = match entries.is_empty() {
            true => 0.0,
            false => measured(&entries, screen.width()).1,
        };
        let mut lower = screen;
        lower.max.y -= legend;
        if shown > 0 {
            let bar = lower.with_min_y((lower.max.y - HEIGHT).max(lower.min.y));
            lower.max.y = bar.min.y;
            self.transport_ui(ui, cx, bar);
        }
        let (width, active) = (screen.width() / shown.max(1) as f32, self.active);
        for (index, player) in self.players.iter_mut().take(shown).enumerate() {
            let left = screen.left() + index as f32 * width;
            let mut own = egui::Rect::from_min_size(
                egui::pos2(left, screen.top()),
                Vec2::new(width, lower.height()),
            );
            if index > 0 {
                let stroke = egui::Stroke::new(1.0, cx.theme.line);
                ui.painter().vline(left, own.y_range(), stroke);
                own.min.x += 1.0;
            }
            let place = RecordingArea {
                index,
                own,
                top,
                is_active: index == active,
                alone: shown == 1,
            };
            if player.ui(ui, cx, &place) {
                self.active = index;
            }
        }
        if !entries.is_empty() {
            legend_ui(ui.ctx(), screen, cx, &entries);
        }
    }

    /// The common legend of all recordings, which starts with the active one's.
    fn entries(&self, shown: usize) -> Vec<LegendEntry> {
        let mut entries: Vec<LegendEntry> = Vec::new();
        let players = &self.players[..shown];
        let first = players.get(self.active).into_iter();
        for player in first.chain(players) {
            for entry in recording_legend(&player.view(), player.recorded.options.method) {
                if !entries.iter().any(|known| known.words == entry.words) {
                    entries.push(entry);
                }
            }
        }
        entries
    }

    /// The placeholder before anything is recorded.
    fn nothing_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, screen: egui::Rect) {
        let size = Vec2::new(screen.width().min(430.0) - 24.0, 150.0);
        let rect = egui::Rect::from_center_size(screen.center(), size);
        let layout = egui::Layout::top_down(egui::Align::Center);
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect).layout(layout), |ui| {
            if let State::Running(_, events) = self.running.state() {
                let words = format!("Recording: {} steps", short_number(*events.now()));
                waiting_ui(ui, cx, words, Waiting::Running);
                return;
            }
            if cx.desk.hidden {
                let words =
                    "Ratings are hidden, and a recording would reveal them: press H to show them";
                ui.label(cx.dim(words)).identified(ids::RECORDING_HIDDEN);
                return;
            }
            let words = "Record an algorithm and step through it: which nodes it visits, what \
                 it knows, and what it cuts.";
            ui.label(cx.dim(words)).identified(ids::RECORDING_NONE);
            ui.add_space(8.0);
            let button = egui::Button::new(Named::Record.text()).fill(cx.theme.soft);
            if ui.add(button).identified(Named::Record.id()).clicked() {
                cx.run(Named::Record);
            }
        });
    }
}

/// The place of a recording.
struct RecordingArea {
    /// Which one it is, from left to right.
    index: usize,
    /// Its part of the window.
    own: egui::Rect,
    /// The height of the controls at the top.
    top: f32,
    /// Whether the panel is about it.
    is_active: bool,
    /// Whether no other one is shown.
    alone: bool,
}

impl Player {
    /// The recording's tree, with its name if there are two; whether it was used.
    fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, place: &RecordingArea) -> bool {
        let RecordingArea { index, own, .. } = *place;
        let title = self.title();
        let name = format!("Recording {}: {title}", index + 1);
        let above = place.top + if place.alone { 0.0 } else { NAME };
        let tree = Room::between(own, above, 0.0);
        ui.painter().rect_filled(own, 0.0, cx.theme.ground);
        let (tree, inner) = (tree.screen, tree.inner());
        let builder = egui::UiBuilder::new()
            .max_rect(tree)
            .id_salt(("tree", index));
        let before = cx.commands.len();
        let drawn = ui.scope_builder(builder, |ui| self.canvas_ui(ui, cx, inner, &name));
        if !place.alone {
            let color = cx.theme.words(place.is_active);
            let (at, all) = self.place();
            let title = match at + 1 == all {
                true => format!("{title}: done in {}", short_number(all)),
                false => format!("{title}: {} / {}", short_number(at + 1), short_number(all)),
            };
            let at = egui::pos2(own.left() + 16.0, own.top() + place.top + 4.0);
            let font = egui::FontId::proportional(size::BODY);
            ui.painter()
                .text(at, egui::Align2::LEFT_TOP, title, font, color);
        }
        drawn.inner || cx.commands.len() > before
    }
}
