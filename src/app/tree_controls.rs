//! The controls above the tree: to which ply it is unfolded, how large it is drawn, what is folded.

use eframe::egui::{self, Key, Role, Vec2, WidgetInfo};

use super::command::{Command, Named};
use super::explorer::Explorer;
use super::menu::tooltip;
use super::theme::{Theme, size};
use crate::session::Action;
use crate::tree::ShownPlies;

/// Where the controls lie in the tree's part of the window.
const CORNER: Vec2 = Vec2::new(14.0, 10.0);
/// How high a row of them is.
const ROW: f32 = 34.0;
/// Between two rows.
const GAP: f32 = 6.0;
/// In less room than this they stand in two rows …
const TWO_ROWS: f32 = 310.0;
/// … in less than this some words are left out …
const NARROW: f32 = 350.0;
/// … and in less than this the reminder stands below them.
const BESIDE: f32 = 520.0;

/// How much of the tree's part of the window the controls take at the top.
pub(super) fn height(width: f32, hidden: bool) -> f32 {
    let bars = if width < TWO_ROWS { 2.0 } else { 1.0 };
    let reminder = if hidden && width < BESIDE { 1.0 } else { 0.0 };
    CORNER.y + (bars + reminder) * (ROW + GAP)
}

/// A range of plies in few characters: `5`, or `2–7` where branches end at different ones.
fn plies_text(plies: ShownPlies) -> String {
    if plies.least == plies.most {
        plies.most.to_string()
    } else {
        format!("{}–{}", plies.least, plies.most)
    }
}

impl Explorer {
    pub(super) fn controls_ui(
        &mut self,
        ctx: &egui::Context,
        theme: &Theme,
        screen: egui::Rect,
        commands: &mut Vec<Command>,
    ) {
        let width = screen.width();
        let area = egui::Area::new(egui::Id::unique("tree controls"))
            .order(egui::Order::Middle)
            .fixed_pos(screen.min + CORNER)
            .constrain(false)
            .fade_in(false);
        area.show(ctx, |ui| {
            ui.set_clip_rect(screen);
            ui.spacing_mut().item_spacing = Vec2::splat(GAP);
            let all = |ui: &mut egui::Ui| {
                let narrow = width < NARROW;
                if width < TWO_ROWS {
                    bar(ui, theme, |ui| self.ply_ui(ui, theme, narrow, commands));
                    bar(ui, theme, |ui| self.view_ui(ui, theme, narrow, commands));
                } else {
                    bar(ui, theme, |ui| {
                        self.ply_ui(ui, theme, narrow, commands);
                        ui.separator();
                        self.view_ui(ui, theme, narrow, commands);
                    });
                }
                if self.hidden {
                    bar(ui, theme, |ui| self.reminder_ui(ui, commands));
                }
            };
            if width < BESIDE {
                ui.vertical(all);
            } else {
                ui.horizontal(all);
            }
        });
    }

    /// How the tree is seen, and what of it.
    fn view_ui(&self, ui: &mut egui::Ui, theme: &Theme, narrow: bool, commands: &mut Vec<Command>) {
        self.icon_button(ui, theme, Named::Fit, commands);
        self.icon_button(ui, theme, Named::ZoomOut, commands);
        if !narrow {
            self.zoom_ui(ui, theme, commands);
        }
        self.icon_button(ui, theme, Named::ZoomIn, commands);
        ui.separator();
        self.icon_button(ui, theme, Named::FoldOthers, commands);
    }

    /// Down to which ply the tree is unfolded: less, a number to be typed, more.
    fn ply_ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        narrow: bool,
        commands: &mut Vec<Command>,
    ) {
        let words = egui::RichText::new("Ply")
            .size(size::SMALL)
            .color(theme.dim);
        ui.add_space(4.0);
        let label = (!narrow).then(|| ui.label(words));
        self.icon_button(ui, theme, Named::FoldPly, commands);
        let plies = self.tree.plies();
        let shown = plies_text(plies);
        let mut text = self.tree.typed_ply.clone().unwrap_or(shown);
        let field = egui::TextEdit::singleline(&mut text)
            .id_salt("ply")
            .char_limit(9)
            .desired_width(38.0)
            .margin(egui::Margin::symmetric(3, 3))
            .align(egui::Align2::CENTER_CENTER)
            .background_color(theme.soft);
        let mut output = field.show(ui);
        let response = &output.response.response;
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
            self.tree.typed_ply = Some(text);
        }
        if response.lost_focus() {
            let done = |key| ui.input(|input| input.key_pressed(key));
            let typed = self.tree.typed_ply.take();
            if let Some(ply) = typed.and_then(|text| text.parse().ok())
                && (done(Key::Enter) || done(Key::Tab))
            {
                commands.push(Command::Act(Action::UnfoldToPly(ply)));
            }
        }
        let words = if plies.least == plies.most {
            format!("The tree is shown to ply {}.", plies.most)
        } else {
            format!(
                "Everything is shown to ply {}, and some branches to ply {}.",
                plies.least, plies.most
            )
        };
        let response = output.response.response;
        let response = match &label {
            Some(label) => response.labelled_by(label.id),
            None => response,
        };
        response.on_hover_text(format!(
            "{words}\nType a ply and press Enter to unfold to it"
        ));
        self.icon_button(ui, theme, Named::UnfoldPly, commands);
    }

    /// How large the tree is drawn; a click draws it at its own size.
    fn zoom_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        let percent = format!("{:.0} %", self.tree.scale() * 100.0);
        let words = egui::RichText::new(&percent)
            .size(size::SMALL)
            .color(theme.text);
        let button = egui::Button::new(words)
            .min_size(Vec2::new(46.0, 26.0))
            .wrap_mode(egui::TextWrapMode::Extend);
        let response = ui.add(button);
        response.widget_info(|| {
            let label = format!("Actual size, now {percent}");
            WidgetInfo::labeled(Role::Button, true, label)
        });
        if response.clicked() {
            response.surrender_focus();
            commands.push(Command::Named(Named::ActualSize));
        }
        response.on_hover_text(tooltip(ui.ctx(), Named::ActualSize));
    }

    /// A word to whoever wonders where the ratings are.
    fn reminder_ui(&self, ui: &mut egui::Ui, commands: &mut Vec<Command>) {
        let icon = egui::RichText::new(Named::HideRatings.icon()).size(15.0);
        let words = egui::RichText::new("Ratings hidden (H)").size(size::SMALL);
        let button = egui::Button::new((icon, words)).min_size(Vec2::new(0.0, 26.0));
        let response = ui.add(button);
        response
            .widget_info(|| WidgetInfo::labeled(Role::Button, true, "Ratings hidden: show them"));
        if response.clicked() {
            response.surrender_focus();
            commands.push(Command::Named(Named::HideRatings));
        }
        response.on_hover_text("Show the ratings again (H)");
    }
}

/// A row of controls on a ground of its own.
fn bar(ui: &mut egui::Ui, theme: &Theme, controls: impl FnOnce(&mut egui::Ui)) {
    let frame = egui::Frame::new()
        .fill(theme.panel)
        .stroke(egui::Stroke::new(1.0, theme.line))
        .corner_radius(7.0)
        .inner_margin(egui::Margin::symmetric(3, 3));
    frame.show(ui, |ui| {
        ui.set_height(ROW - 8.0);
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 1.0;
            controls(ui);
        });
    });
}
