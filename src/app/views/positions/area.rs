//! The position graph with its controls in the middle of the window.

use eframe::egui::{self, Role};

use super::PositionsPanel;
use super::growing::positions_text;
use crate::app::base::{Identified as _, ids, size};
use crate::app::intent::Named;
use crate::app::parts::{
    Cx, Room, above_ui, bar::above, bar::bar, clipped_ui, legend_ui, measured, scale_ui,
};
use crate::diagram::{far_positions_legend, hit_legend, positions_legend};
use crate::words::{grouped, short_number};

/// Below this width the controls have two rows.
const TWO_ROWS: f32 = 330.0;

impl PositionsPanel {
    /// The position graph with all that belongs to it.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        self.hits = cx.desk.hits.clone();
        self.make(cx.document, cx.view);
        let (mut near, mut far) = match self.scene() {
            Some(scene) => (
                positions_legend(cx.view, scene),
                far_positions_legend(cx.view, scene),
            ),
            None => Default::default(),
        };
        let hits = self.hits.as_deref();
        if let (Some(entry), true) = (hits.and_then(hit_legend), self.scene().is_some()) {
            near.push(entry.clone());
            far.push(entry);
        }
        let legend = cx.desk.settings.legend && !near.is_empty();
        let below = if legend {
            let height = |entries: &[_]| measured(entries, screen.width()).1;
            height(&near).max(height(&far))
        } else {
            8.0
        };
        let own = if screen.width() < TWO_ROWS { 2 } else { 1 };
        let room = Room::between(screen, above(screen.width(), cx.desk.over(), own), below);
        self.prepare(cx.view, &room);
        self.make_room(cx.document, cx.view, &room);
        above_ui(ui.ctx(), cx, screen, |ui| {
            self.controls_ui(ui, cx, own == 2)
        });
        clipped_ui(ui, room.screen, |ui| {
            let canvas = self.canvas_ui(ui, cx, &room);
            if self.made.is_some() {
                self.pointer_ui(ui, cx, &canvas);
            }
        });
        if self.made.is_none() {
            self.waiting_ui(ui, cx, screen);
        }
        if legend {
            let entries = if self.is_far() { far } else { near };
            legend_ui(ui.ctx(), screen, cx, &entries);
        }
    }

    fn controls_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, two_rows: bool) {
        let size = |ui: &mut egui::Ui| {
            cx.icon_button(ui, Named::Fit);
            cx.icon_button(ui, Named::ZoomOut);
            scale_ui(ui, cx, self.canvas.scale());
            cx.icon_button(ui, Named::ZoomIn);
        };
        if two_rows {
            ui.vertical(|ui| {
                bar(ui, cx, |ui| self.radius_ui(ui, cx));
                bar(ui, cx, size);
            });
        } else {
            bar(ui, cx, |ui| {
                self.radius_ui(ui, cx);
                ui.separator();
                size(ui);
            });
        }
    }

    /// The radius: less, the number of moves, more.
    fn radius_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        cx.icon_button(ui, Named::NarrowerNeighbourhood);
        let panel = self;
        let (shown, all) = (
            panel.scene().map_or(0, |scene| scene.positions().len()),
            cx.document.session.rated().graph.graph().len(),
        );
        let chance = cx.document.session.rated().graph.graph().has_chance();
        let (text, words) = match panel.radius() {
            None => (
                match chance {
                    true => format!("all {}, chance included", short_number(all)),
                    false => format!("all {}", positions_text(all)),
                },
                match chance {
                    true => format!(
                        "All {} are shown, chance nodes among them",
                        short_number(all)
                    ),
                    false => format!("All {} positions are shown", short_number(all)),
                },
            ),
            Some(radius) => {
                let plural = if radius == 1 { "" } else { "s" };
                let cut = panel.made.as_ref().is_some_and(|made| made.shown.is_cut());
                let cut = match cut {
                    true => ", the nearest ones",
                    false => "",
                };
                (
                    positions_text(shown),
                    format!(
                        "{} of {} positions are shown: at most {} move{plural} from the selected one{cut}",
                        short_number(shown),
                        short_number(all),
                        grouped(radius),
                    ),
                )
            }
        };
        let words = match panel.grown.is_empty() {
            true => words,
            false => format!("{words}, and neighbors that you added"),
        };
        let next = panel.next_step();
        let steps = [
            (Named::PositionsAbove, next.above, "above"),
            (Named::PositionsBelow, next.below, "below"),
            (Named::WiderNeighbourhood, next.wider, "around"),
        ];
        let mut about = words.clone();
        for (named, more, side) in steps.into_iter().filter(|(_, more, _)| *more > 0) {
            let keys = named.shortcuts().first();
            let keys = keys.map(|keys| ui.ctx().format_shortcut(keys));
            let key = keys.unwrap_or_else(|| named.text().to_owned());
            about.push_str(&format!("\n{key}: {} more {side}", positions_text(more)));
        }
        let label = egui::RichText::new(text)
            .size(size::SMALL)
            .color(cx.theme.text);
        let response = ui
            .add(egui::Label::new(label).extend())
            .called(Role::Label, &words)
            .identified(ids::POSITIONS_SHOWN);
        response.on_hover_text(about);
        cx.icon_button(ui, Named::WiderNeighbourhood);
    }
}
