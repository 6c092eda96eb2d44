//! The playback bar below the recordings: playback buttons, the present step, and its text in each
//! recording.

use eframe::egui::{self, Align, Role, Vec2, WidgetInfo};
use egui_material_icons::icons::{ICON_PAUSE, ICON_PLAY_ARROW};

use super::RecordingPanel;
use crate::app::base::{Identified as _, ids, size};
use crate::app::intent::{Command, Named, tooltip::tooltip};
use crate::app::parts::Cx;
use crate::words::short_number;

/// The height of the bar.
pub(crate) const HEIGHT: f32 = 86.0;

impl RecordingPanel {
    /// The bar.
    pub(super) fn transport_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, rect: egui::Rect) {
        ui.painter().rect_filled(rect, 0.0, cx.theme.panel);
        let stroke = egui::Stroke::new(1.0, cx.theme.line);
        ui.painter().hline(rect.x_range(), rect.top(), stroke);
        let builder = egui::UiBuilder::new()
            .max_rect(rect.shrink2(Vec2::new(12.0, 6.0)))
            .id_salt("bar");
        ui.scope_builder(builder, |ui| {
            let (at, all) = self.place().unwrap_or_default();
            ui.horizontal(|ui| {
                ui.set_min_height(26.0);
                ui.spacing_mut().item_spacing.x = 2.0;
                self.buttons_ui(ui, cx);
                ui.add_space(8.0);
                self.speed_ui(ui, cx);
                ui.add_space(8.0);
                let words = format!("{} / {}", short_number(at + 1), short_number(all));
                ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                    ui.label(cx.small(words));
                });
            });
            self.slider_ui(ui, cx);
            ui.columns(self.players.len(), |columns| {
                for (index, (ui, player)) in columns.iter_mut().zip(&self.players).enumerate() {
                    let color = cx.theme.words(index == self.active);
                    let label = egui::RichText::new(player.step_text()).size(size::BODY);
                    ui.add(egui::Label::new(label.color(color)).truncate())
                        .identified(ids::STEP);
                }
            });
        });
    }

    /// The buttons for playback and single steps.
    fn buttons_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let (at, all) = self.place().unwrap_or_default();
        let (before, after) = (at > 0, at + 1 < all);
        let buttons = [
            (Named::RecordingStart, before),
            (Named::PreviousCut, self.cut(false).is_some()),
            (Named::StepBack, before),
            (Named::PlayRecording, all > 1),
            (Named::StepForward, after),
            (Named::NextCut, self.cut(true).is_some()),
            (Named::RecordingEnd, after),
        ];
        for (named, enabled) in buttons {
            let (icon, words) = match (named, self.playback.is_playing()) {
                (Named::PlayRecording, true) => (ICON_PAUSE.codepoint, "Pause"),
                (Named::PlayRecording, false) => (ICON_PLAY_ARROW.codepoint, named.text()),
                _ => (named.icon(), named.text()),
            };
            let text = egui::RichText::new(icon).size(18.0);
            let button = egui::Button::new(text).min_size(Vec2::splat(26.0));
            button_ui(ui, cx, (named, words), button, enabled);
        }
    }

    /// The speed.
    fn speed_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let speed = match self.speed() {
            speed if speed < 1.0 => format!("{speed}/s"),
            speed => format!("{}/s", short_number(speed as usize)),
        };
        let button = |sign| egui::Button::new(sign).min_size(Vec2::splat(22.0));
        let slower = (Named::Slower, Named::Slower.text());
        let faster = (Named::Faster, Named::Faster.text());
        button_ui(ui, cx, slower, button("−"), true);
        ui.add_sized([44.0, 22.0], egui::Label::new(cx.small(&speed)))
            .on_hover_text("Steps per second");
        button_ui(ui, cx, faster, button("+"), true);
    }

    /// A line along which the recording is scrubbed, with a mark where something was cut.
    fn slider_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let (at, all) = self.place().unwrap_or_default();
        let last = all.saturating_sub(1).max(1);
        let wide = Vec2::new(ui.available_width(), 14.0);
        let (rect, response) = ui.allocate_exact_size(wide, egui::Sense::click_and_drag());
        let name = "Step of the recording";
        response.widget_info(|| WidgetInfo::slider(true, at as f64, name));
        let line = egui::Rect::from_center_size(rect.center(), Vec2::new(rect.width() - 12.0, 4.0));
        let painter = ui.painter_at(rect.expand(2.0));
        painter.rect_filled(line, 2.0, cx.theme.line);
        let share = at as f32 / last as f32;
        let here = egui::pos2(line.left() + share * line.width(), line.center().y);
        let done = egui::Rect::from_min_max(line.min, egui::pos2(here.x, line.bottom()));
        painter.rect_filled(done, 2.0, cx.theme.dim);
        painter.circle_filled(here, 6.0, cx.theme.text);
        if response.has_focus() {
            let stroke = egui::Stroke::new(2.0, cx.theme.player(crate::game::Player(0)));
            painter.circle_stroke(here, 8.0, stroke);
        }
        let pressed = response.dragged() || response.clicked();
        if pressed && let Some(pointer) = response.interact_pointer_pos() {
            let share = ((pointer.x - line.left()) / line.width()).clamp(0.0, 1.0);
            let step = (f64::from(share) * last as f64).round() as usize;
            cx.push(Command::GoToStep(step));
        }
    }
}

/// A button of a command, and its name.
fn button_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    (named, words): (Named, &str),
    button: egui::Button<'_>,
    enabled: bool,
) {
    let response = ui
        .add_enabled(enabled, button)
        .called(Role::Button, words)
        .identified(named.id());
    if response.clicked() {
        cx.run(named);
    }
    response.on_hover_text(tooltip(ui.ctx(), named));
}
