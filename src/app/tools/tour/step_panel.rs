//! The step of a tour that is shown, as it is changed: its text, how that will look, and its place.

use eframe::egui::{self, Role, Vec2, WidgetInfo};

use super::TourPanel;
use super::panel::text_button;
use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::size;
use crate::app::document::typed::Field;
use crate::app::intent::command::Command;
use crate::app::intent::tour_choices::TourCommand;
use crate::app::parts::cx::Cx;
use crate::app::parts::prose::prose_ui;
use crate::diagram::prose;
use crate::save::TourStep;

impl TourPanel {
    pub(super) fn step_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        (index, all): (usize, usize),
        step: &TourStep,
    ) {
        ui.add_space(4.0);
        let field = Field::Step(self.tour, index);
        let words = (
            "What is said at this step",
            ids::STEP_TEXT,
            "What you say here, in Markdown…",
            5,
        );
        let response = self.field_ui(ui, cx, field.clone(), &step.text, words);
        if std::mem::take(&mut self.focus_step) {
            response.request_focus();
            response.scroll_to_me(Some(egui::Align::Center));
        }
        let typed = cx.desk.typed.get(&field);
        let text = typed.as_deref().unwrap_or(&step.text);
        let blocks = prose(text);
        let plain = blocks.iter().all(|block| {
            block.mark.is_none()
                && block.kind == crate::diagram::ProseKind::Paragraph
                && block
                    .runs
                    .iter()
                    .all(|run| !run.strong && !run.emphasis && run.link.is_none())
        });
        if !plain {
            // How it will look, where that isn't what was typed.
            let frame = egui::Frame::new()
                .fill(cx.theme.ground)
                .corner_radius(5)
                .inner_margin(egui::Margin::symmetric(8, 6));
            frame.show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                prose_ui(ui, cx, &blocks, size::BODY);
            });
        }
        let mut hidden = step.hidden;
        if ui
            .checkbox(&mut hidden, "Hide the ratings here")
            .identified(ids::HIDE_AT_STEP)
            .on_hover_text("In the presentation, H shows them once everybody has guessed")
            .changed()
        {
            cx.push(Command::Tour(TourCommand::HideAt(index, hidden)));
        }
        let mut recorded = step.recording.is_some();
        let told = "Record a search (C), go to the step that you want to show, and tick this";
        if ui
            .checkbox(&mut recorded, "Show the recording as it stands")
            .on_hover_text(told)
            .changed()
        {
            cx.push(Command::Tour(TourCommand::RecordingAt(index, recorded)));
        }
        ui.horizontal_wrapped(|ui| {
            let up = egui_material_icons::icons::ICON_ARROW_UPWARD.codepoint;
            let down = egui_material_icons::icons::ICON_ARROW_DOWNWARD.codepoint;
            for (sign, enabled, words, id, after) in [
                (up, index > 0, "Move the step up", ids::STEP_UP, false),
                (
                    down,
                    index + 1 < all,
                    "Move the step down",
                    ids::STEP_DOWN,
                    true,
                ),
            ] {
                let button = egui::Button::new(egui::RichText::new(sign).size(16.0));
                let response = ui.add_enabled(enabled, button.min_size(Vec2::splat(26.0)));
                response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, words));
                let response = response.identified(id);
                if response.clicked() {
                    cx.push(Command::Tour(TourCommand::MoveStep(index, after)));
                }
                response.on_hover_text(words);
            }
            let delete = text_button(ui, "Delete the step", "Take this step out of the tour");
            if delete.identified(ids::DELETE_STEP).clicked() {
                cx.push(Command::Tour(TourCommand::DeleteStep(index)));
            }
        });
        if text.trim().is_empty() {
            cx.small_ui(
                ui,
                "**bold**, *slanted*, `code`, lists with -, and links to nodes: [after the \
                 pass](line:2>3 pass)",
            );
        }
        ui.add_space(6.0);
    }
}
