//! The tree with its controls above and the legend below.

use std::time::Duration;

use eframe::egui::{self, Key, Role, WidgetInfo};
use egui_material_icons::icons::ICON_ARROW_DROP_DOWN;

use super::panel::TreePanel;
use crate::app::base::{Identified as _, ids, text_field};
use crate::app::intent::{Command, CommandId};
use crate::app::parts::bar::{above, bar};
use crate::app::parts::{
    Cx, FreeArea, above_ui, clipped_ui, legend_ui, measured, percent_text, zoom_ui,
};
use crate::diagram::{block_hits_legend, blocks_legend, far_legend, hits_legend, legend};
use crate::session::Action;
use crate::tree::ShownPlies;

impl TreePanel {
    /// Requests the frames that the view waits for.
    pub(crate) fn ask_again(&mut self, ui: &egui::Ui) {
        let left = self.follow_click(ui.input(|input| input.time));
        if self.wish.is_some() || self.canvas.is_asked() || self.is_laying_out() {
            ui.ctx().request_repaint();
        } else if let Some(left) = left {
            ui.ctx()
                .request_repaint_after(Duration::from_secs_f64(left));
        }
    }

    /// The tree with all that belongs to it.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let seen = cx.desk.tree_view();
        let cx = &cx.with_view(&seen);
        let mut near = legend(&seen, &self.marks);
        let mut far = far_legend(&seen, &self.marks);
        self.hits = cx.desk.hits.clone();
        if let Some(hits) = &self.hits {
            near.extend(hits_legend(&self.marks, hits, false));
            far.extend(hits_legend(&self.marks, hits, true));
        }
        let mut dense = far.clone();
        dense.extend(blocks_legend(&seen));
        dense.extend(self.hits.as_deref().and_then(block_hits_legend));
        // Room for the higher of the two, so that the tree's size doesn't depend on itself.
        let below = if cx.desk.shows_legend() {
            let height = |entries: &[_]| measured(entries, screen.width()).1;
            let large = self.is_large();
            height(&near).max(height(if large { &dense } else { &far }))
        } else {
            8.0
        };
        let top = above(screen.width(), cx.desk.over(), rows(cx, screen.width()));
        let room = FreeArea::between(screen, top, below);
        let session = &cx.document.session;
        self.canvas.is_close = cx.desk.is_slim;
        self.prepare(&seen, session, &room);
        self.ask_again(ui);
        // The controls come first in keyboard order, but are drawn over the tree.
        controls_ui(self, ui.ctx(), cx, screen);
        self.scene_ui(ui, cx, &room);
        if cx.desk.shows_legend() {
            let entries = match self.is_far() {
                true if self.painted.blocks > 0 || self.is_laying_out() => dense,
                true => far,
                false => near,
            };
            legend_ui(ui.ctx(), screen, cx, &entries);
        }
    }

    /// The tree alone, in its room.
    pub(crate) fn scene_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, room: &FreeArea) {
        let session = &cx.document.session;
        self.motion.enabled = cx.desk.settings.motion;
        clipped_ui(ui, room.screen, |ui| {
            let (canvas, sight) = self.canvas_ui(ui, cx, session);
            self.pointer_ui(ui, cx, (&canvas, &sight), session);
        });
    }
}

/// Below this width some texts are left out.
const NARROW: f32 = 440.0;
/// Below this width the controls have two rows: for a pointer, and with the list of views.
const TWO_ROWS: [f32; 2] = [310.0, 384.0];

/// The number of rows of the controls.
fn rows(cx: &Cx<'_>, width: f32) -> usize {
    if width < TWO_ROWS[usize::from(cx.desk.is_slim)] {
        2
    } else {
        1
    }
}

/// A range of plies in few characters: `5`, or `2–7` where branches end at different ones.
fn plies_text(plies: ShownPlies) -> String {
    if plies.min == plies.max {
        plies.max.to_string()
    } else {
        format!("{}–{}", plies.min, plies.max)
    }
}

/// The tree's controls.
pub(super) fn controls_ui(
    panel: &mut TreePanel,
    ctx: &egui::Context,
    cx: &Cx<'_>,
    screen: egui::Rect,
) {
    let width = screen.width();
    above_ui(ctx, cx, screen, |ui| {
        let narrow = width < NARROW;
        if rows(cx, width) == 2 {
            ui.vertical(|ui| {
                bar(ui, cx, |ui| panel.ply_ui(ui, cx, narrow));
                bar(ui, cx, |ui| panel.view_ui(ui, cx, narrow));
            });
        } else {
            bar(ui, cx, |ui| {
                panel.ply_ui(ui, cx, narrow);
                ui.separator();
                panel.view_ui(ui, cx, narrow);
            });
        }
    });
}

impl TreePanel {
    /// The zoom, and the parts to show.
    fn view_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, narrow: bool) {
        zoom_ui(ui, cx, |ui| {
            if !narrow {
                sizes_ui(ui, cx, self.scale());
            }
        });
        ui.separator();
        show_ui(ui, cx);
    }

    /// Down to which ply the tree is unfolded: less, a number to be typed, more.
    fn ply_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, narrow: bool) {
        let words = cx.small("Ply");
        ui.add_space(4.0);
        let label = (!narrow).then(|| ui.label(words));
        cx.icon_button(ui, CommandId::FoldPly);
        let plies = self.plies();
        let shown = plies_text(plies);
        let mut text = self.typed_ply.clone().unwrap_or(shown);
        let usual = match plies.max > 9 && plies.min != plies.max {
            true => 50.0,
            false => 38.0,
        };
        // Long numbers are shown whole.
        let whole = 6.0 + 7.5 * text.chars().count() as f32;
        let field = text_field(&mut text)
            .id_salt("ply")
            .char_limit(9)
            .desired_width(whole.max(usual))
            .margin(egui::Margin::symmetric(3, 3))
            .align(egui::Align2::CENTER_CENTER)
            .background_color(cx.theme.soft);
        let mut output = field.show(ui);
        let response = &output.response.response;
        let stroke = match response.has_focus() {
            true => egui::Stroke::new(1.5, cx.theme.text),
            false => egui::Stroke::new(1.0, cx.theme.dim),
        };
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(response.rect, 3.0, stroke, inside);
        if label.is_none() {
            response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Ply"));
        }
        if response.gained_focus() {
            let all = egui::text::CCursorRange::two(
                egui::text::CCursor::new(0),
                egui::text::CCursor::new(text.chars().count()),
            );
            output.state.cursor.set_char_range(Some(all));
            output.state.store(ui.ctx(), response.id);
        }
        if response.changed() {
            text.retain(|letter| letter.is_ascii_digit());
            self.typed_ply = Some(text);
        }
        if response.lost_focus() {
            let done = |key| ui.input(|input| input.key_pressed(key));
            let typed = self.typed_ply.take();
            if let Some(ply) = typed.and_then(|text| text.parse().ok())
                && (done(Key::Enter) || done(Key::Tab))
            {
                cx.push(Command::Act(Action::UnfoldToPly(ply)));
            }
        }
        let phrase = if plies.min == plies.max {
            format!("Expanded to ply {}", plies.max)
        } else {
            format!(
                "Expanded to ply {}, some branches to ply {}",
                plies.min, plies.max
            )
        };
        let response = output.response.response;
        let response = match &label {
            Some(label) => response.labelled_by(label.id),
            None => response,
        };
        let response = response.identified(ids::TREE_PLY);
        response.on_hover_text(format!(
            "{phrase}\nType a ply and press Enter to expand the tree to it"
        ));
        cx.icon_button(ui, CommandId::UnfoldPly);
    }
}

/// The zoom levels to choose from, in percent; the one for 100 is a command.
const SIZES: [u32; 5] = [50, 75, 100, 150, 200];

/// The present zoom, and the list of others.
fn sizes_ui(ui: &mut egui::Ui, cx: &Cx<'_>, scale: f32) {
    let percent = percent_text(scale.into());
    let sign = egui::RichText::new(ICON_ARROW_DROP_DOWN.codepoint).size(16.0);
    let menu = ui.menu_button((percent.as_str(), sign), |ui| {
        ui.set_width(120.0);
        let row = |ui: &mut egui::Ui, text: &str| {
            ui.add(egui::Button::new(text).min_size(egui::vec2(120.0, 24.0)))
        };
        cx.run_on_click(row(ui, "Fit"), CommandId::Fit);
        ui.separator();
        for size in SIZES {
            let chosen = row(ui, &format!("{size} %"));
            if size == 100 {
                cx.run_on_click(chosen, CommandId::ActualSize);
            } else {
                cx.push_on_click(&chosen.identified(&ids::zoom(size)), || {
                    Command::ZoomTo(size)
                });
            }
        }
    });
    let label = format!("Zoom, now {percent}");
    menu.response
        .widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let phrase = "Choose how large the tree is drawn";
    menu.response.identified(ids::ZOOM).on_hover_text(phrase);
}

/// The list of parts to show.
fn show_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let sign = egui::RichText::new(ICON_ARROW_DROP_DOWN.codepoint).size(16.0);
    let menu = ui.menu_button(("Show", sign), |ui| {
        ui.set_width(200.0);
        let row = |ui: &mut egui::Ui, text: &str, enabled: bool| {
            let button = egui::Button::new(text).min_size(egui::vec2(200.0, 24.0));
            ui.add_enabled(enabled, button)
        };
        let two = row(ui, "Two plies", true);
        cx.push_on_click(&two, || Command::Act(Action::UnfoldToPly(2)));
        for named in [
            CommandId::FoldWorse,
            CommandId::UnfoldAll,
            CommandId::FoldOthers,
        ] {
            let enabled = cx.desk.states.is_enabled(named);
            cx.run_on_click(row(ui, named.text(), enabled), named);
        }
    });
    let phrase = "Choose how much of the tree is shown";
    menu.response
        .called(Role::Button, "Show")
        .identified(ids::SHOW)
        .on_hover_text(phrase);
}
