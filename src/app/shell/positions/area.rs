//! The position graph in the middle of the window.

use eframe::egui::{self, Role, WidgetInfo};

use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::{Theme, size};
use crate::app::document::view::view;
use crate::app::intent::command::{Command, Named};
use crate::app::parts::bar::{above, bar, scale_ui};
use crate::app::parts::legend::{legend_ui, measured};
use crate::app::parts::room::Room;
use crate::app::shell::explorer::Explorer;
use crate::app::views::positions::growing::positions_text;
use crate::diagram::{far_positions_legend, hit_legend, positions_legend};
use crate::words::{grouped, plural, short_number};

/// In less room than this the controls stand in two rows.
const TWO_ROWS: f32 = 330.0;

impl Explorer {
    /// The position graph with all that belongs to it.
    pub(crate) fn positions_area_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let screen = ui.available_rect_before_wrap();
        let mut commands = Vec::new();
        self.positions.hits = self.marked_hits();
        let seen = view(&self.document, self.ratings_for, self.hidden);
        self.positions.make(&self.document, &seen);
        let (mut near, mut far) = match self.positions.scene() {
            Some(scene) => (
                positions_legend(&seen, scene),
                far_positions_legend(&seen, scene),
            ),
            None => Default::default(),
        };
        let hits = self.positions.hits.as_deref();
        if let (Some(entry), true) = (hits.and_then(hit_legend), self.positions.scene().is_some()) {
            near.push(entry.clone());
            far.push(entry);
        }
        let below = if self.settings.legend && !near.is_empty() {
            let height = |entries: &[_]| measured(entries, screen.width()).1;
            height(&near).max(height(&far))
        } else {
            8.0
        };
        let own = if screen.width() < TWO_ROWS { 2 } else { 1 };
        let room = Room {
            screen,
            above: above(screen.width(), self.over(), own),
            below,
        };
        self.positions.prepare(&seen, &room);
        self.above_ui(
            ui.ctx(),
            theme,
            screen,
            &mut commands,
            |explorer, ui, commands| {
                explorer.positions_controls_ui(ui, theme, own == 2, commands);
            },
        );
        let seen = view(&self.document, self.ratings_for, self.hidden);
        let document = &self.document;
        let canvas = self
            .positions
            .canvas_ui(ui, theme, &seen, &document.session, &room);
        if self.positions.made.is_some() {
            self.positions
                .pointer_ui(ui, theme, &canvas, document, &seen, &mut commands);
        } else {
            self.positions.waiting_ui(ui, theme, screen, &mut commands);
        }
        if self.settings.legend && !near.is_empty() {
            let entries = if self.positions.is_far() { far } else { near };
            legend_ui(ui.ctx(), screen, theme, &entries, &mut commands);
        }
        self.tell_positions();
        self.commands.append(&mut commands);
    }

    /// Says what came of what was asked of the view.
    pub(crate) fn tell_positions(&mut self) {
        if let Some(told) = self.positions.take_told() {
            self.tell(told);
        }
    }

    fn positions_controls_ui(
        &self,
        ui: &mut egui::Ui,
        theme: &Theme,
        two_rows: bool,
        commands: &mut Vec<Command>,
    ) {
        let size = |ui: &mut egui::Ui, commands: &mut Vec<Command>| {
            self.icon_button(ui, theme, Named::Fit, commands);
            self.icon_button(ui, theme, Named::ZoomOut, commands);
            scale_ui(ui, theme, self.positions.canvas.scale(), commands);
            self.icon_button(ui, theme, Named::ZoomIn, commands);
        };
        if two_rows {
            ui.vertical(|ui| {
                bar(ui, theme, |ui| self.radius_ui(ui, theme, commands));
                bar(ui, theme, |ui| size(ui, commands));
            });
        } else {
            bar(ui, theme, |ui| {
                self.radius_ui(ui, theme, commands);
                ui.separator();
                size(ui, commands);
            });
        }
    }

    /// How far what is shown reaches: less, the number of moves, more.
    fn radius_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        self.icon_button(ui, theme, Named::NarrowerNeighbourhood, commands);
        let panel = &self.positions;
        let (shown, all) = (
            panel.scene().map_or(0, |scene| scene.positions().len()),
            self.document.session.rated().graph.graph().len(),
        );
        let chance = self.document.session.rated().graph.graph().has_chance();
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
                let plural = plural(radius, "", "s");
                let cut = panel.made.as_ref().is_some_and(|made| made.shown.is_cut());
                let cut = match cut {
                    true => ", the nearest of those that are so near",
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
            false => format!("{words}, and neighbours that were asked for"),
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
            .color(theme.text);
        let response = ui.add(egui::Label::new(label).extend());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        let response = response.identified(ids::POSITIONS_SHOWN);
        response.on_hover_text(about);
        self.icon_button(ui, theme, Named::WiderNeighbourhood, commands);
    }
}
