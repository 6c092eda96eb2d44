//! The controls of the tree.

use eframe::egui::{self, Key, Role, WidgetInfo};
use egui_material_icons::icons::ICON_ARROW_DROP_DOWN;

use super::panel::TreePanel;
use crate::app::base::{Identified as _, ids};
use crate::app::intent::{Command, Named};
use crate::app::parts::{Cx, TWO_ROWS, above_ui, bar::bar, percent_text};
use crate::session::Action;
use crate::tree::ShownPlies;

/// Below this width some texts are left out.
const NARROW: f32 = 440.0;

/// A range of plies in few characters: `5`, or `2–7` where branches end at different ones.
fn plies_text(plies: ShownPlies) -> String {
    if plies.least == plies.most {
        plies.most.to_string()
    } else {
        format!("{}–{}", plies.least, plies.most)
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
        if width < TWO_ROWS {
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
        cx.icon_button(ui, Named::Fit);
        cx.icon_button(ui, Named::ZoomOut);
        if !narrow {
            zoom_ui(ui, cx, self.scale());
        }
        cx.icon_button(ui, Named::ZoomIn);
        ui.separator();
        show_ui(ui, cx);
    }

    /// Down to which ply the tree is unfolded: less, a number to be typed, more.
    fn ply_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, narrow: bool) {
        let words = cx.small("Ply");
        ui.add_space(4.0);
        let label = (!narrow).then(|| ui.label(words));
        cx.icon_button(ui, Named::FoldPly);
        let plies = self.plies();
        let shown = plies_text(plies);
        let mut text = self.typed_ply.clone().unwrap_or(shown);
        let usual = match plies.most > 9 && plies.least != plies.most {
            true => 50.0,
            false => 38.0,
        };
        // Long numbers are shown whole.
        let whole = 6.0 + 7.5 * text.chars().count() as f32;
        let field = egui::TextEdit::singleline(&mut text)
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
        let words = if plies.least == plies.most {
            format!("Expanded to ply {}", plies.most)
        } else {
            format!(
                "Expanded to ply {}, some branches to ply {}",
                plies.least, plies.most
            )
        };
        let response = output.response.response;
        let response = match &label {
            Some(label) => response.labelled_by(label.id),
            None => response,
        };
        let response = response.identified(ids::TREE_PLY);
        response.on_hover_text(format!(
            "{words}\nType a ply and press Enter to expand the tree to it"
        ));
        cx.icon_button(ui, Named::UnfoldPly);
    }
}

/// The zoom levels to choose from, in percent; the one for 100 is a command.
const SIZES: [u32; 5] = [50, 75, 100, 150, 200];

/// The present zoom, and the list of others.
fn zoom_ui(ui: &mut egui::Ui, cx: &Cx<'_>, scale: f32) {
    let percent = percent_text(scale.into());
    let sign = egui::RichText::new(ICON_ARROW_DROP_DOWN.codepoint).size(16.0);
    let menu = ui.menu_button((percent.as_str(), sign), |ui| {
        ui.set_width(120.0);
        let row = |ui: &mut egui::Ui, text: &str| {
            ui.add(egui::Button::new(text).min_size(egui::vec2(120.0, 24.0)))
        };
        cx.does(row(ui, "Fit"), Named::Fit);
        ui.separator();
        for size in SIZES {
            let chosen = row(ui, &format!("{size} %"));
            if size == 100 {
                cx.does(chosen, Named::ActualSize);
            } else {
                cx.asks(&chosen.identified(&ids::zoom(size)), || {
                    Command::ZoomTo(size)
                });
            }
        }
    });
    let label = format!("Zoom, now {percent}");
    menu.response
        .widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let words = "Choose how large the tree is drawn";
    menu.response.identified(ids::ZOOM).on_hover_text(words);
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
        cx.asks(&two, || Command::Act(Action::UnfoldToPly(2)));
        for named in [Named::FoldWorse, Named::UnfoldAll, Named::FoldOthers] {
            let enabled = cx.desk.states.is_enabled(named);
            cx.does(row(ui, named.text(), enabled), named);
        }
    });
    let words = "Choose how much of the tree is shown";
    menu.response
        .called(Role::Button, "Show")
        .identified(ids::SHOW)
        .on_hover_text(words);
}
