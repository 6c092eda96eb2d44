//! Below a recording: where it stands, what plays it, and what happens there in words.

use eframe::egui::{self, Align, Role, Vec2, WidgetInfo};

use super::player::Player;
use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::size;
use crate::app::intent::command::{Command, Named};
use crate::app::intent::tooltip::tooltip;
use crate::app::parts::cx::Cx;
use crate::words::short_number;

/// How high the bar is.
pub(crate) const HEIGHT: f32 = 86.0;

impl Player {
    /// The bar; whether it was used.
    pub(crate) fn transport_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        is_active: bool,
        name: &str,
    ) -> bool {
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .inner_margin(egui::Margin::symmetric(12, 6));
        let mut used = false;
        frame.show(ui, |ui| {
            let (at, all) = self.place();
            ui.horizontal(|ui| {
                ui.set_min_height(26.0);
                let play = match self.is_playing() {
                    true => egui_material_icons::icons::ICON_PAUSE.codepoint,
                    false => egui_material_icons::icons::ICON_PLAY_ARROW.codepoint,
                };
                let buttons = [
                    (Named::RecordingStart, at > 0, Named::RecordingStart.icon()),
                    (
                        Named::PreviousCut,
                        self.cut(false).is_some(),
                        Named::PreviousCut.icon(),
                    ),
                    (Named::StepBack, at > 0, Named::StepBack.icon()),
                    (Named::PlayRecording, all > 1, play),
                    (Named::StepForward, at + 1 < all, Named::StepForward.icon()),
                    (
                        Named::NextCut,
                        self.cut(true).is_some(),
                        Named::NextCut.icon(),
                    ),
                    (
                        Named::RecordingEnd,
                        at + 1 < all,
                        Named::RecordingEnd.icon(),
                    ),
                ];
                ui.spacing_mut().item_spacing.x = 2.0;
                for (named, enabled, icon) in buttons {
                    let text = egui::RichText::new(icon).size(18.0);
                    let button = egui::Button::new(text).min_size(Vec2::splat(26.0));
                    let response = ui.add_enabled(enabled, button);
                    let words = match (named, self.is_playing()) {
                        (Named::PlayRecording, true) => "Pause",
                        (named, _) => named.text(),
                    };
                    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, words));
                    let response = response.identified(named.id());
                    if response.clicked() {
                        used = true;
                        cx.run(named);
                    }
                    response.on_hover_text(tooltip(ui.ctx(), named));
                }
                ui.add_space(8.0);
                let speed = match self.speed() {
                    speed if speed < 1.0 => format!("{speed}/s"),
                    speed => format!("{}/s", short_number(speed as u64)),
                };
                for (named, sign) in [(Named::Slower, "−"), (Named::Faster, "+")] {
                    let response = ui.add(egui::Button::new(sign).min_size(Vec2::splat(22.0)));
                    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, named.text()));
                    let response = response.identified(named.id());
                    if response.clicked() {
                        used = true;
                        cx.run(named);
                    }
                    response.on_hover_text(tooltip(ui.ctx(), named));
                    if named == Named::Slower {
                        let label = cx.small(&speed);
                        ui.add_sized([44.0, 22.0], egui::Label::new(label))
                            .on_hover_text("Steps a second");
                    }
                }
                ui.add_space(8.0);
                let words = format!("{} / {}", short_number(at + 1), short_number(all));
                ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                    let label = cx.small(words);
                    ui.add(egui::Label::new(label).truncate());
                });
            });
            used |= self.slider_ui(ui, cx, name);
            let text = self.step_text();
            let label = egui::RichText::new(text).size(size::BODY);
            let label = match is_active {
                true => label.color(cx.theme.text),
                false => label.color(cx.theme.dim),
            };
            ui.add(egui::Label::new(label).truncate())
                .identified(ids::STEP);
        });
        used
    }

    /// A line along which the recording is scrubbed, with a mark where something was cut.
    fn slider_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, name: &str) -> bool {
        let (at, all) = self.place();
        let last = all.saturating_sub(1).max(1);
        let wide = Vec2::new(ui.available_width(), 14.0);
        let (rect, response) = ui.allocate_exact_size(wide, egui::Sense::click_and_drag());
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
        pressed
    }
}
