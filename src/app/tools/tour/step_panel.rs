//! The editor of a tour's step: its text, the preview, and its place.

use eframe::egui;

use super::TourPanel;
use super::panel::{Typing, sign_button, text_button};
use crate::app::base::{Identified as _, ids, size};
use crate::app::document::Field;
use crate::app::intent::{Command, TourCommand};
use crate::app::parts::{Cx, prose_ui};
use crate::diagram::{ProseKind, ProseRun, prose};
use crate::save::{TourStep, TourView};

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
        let said = Typing {
            field: field.clone(),
            now: &step.text,
            label: "Text of this step",
            id: ids::STEP_TEXT,
            hint: "Text for this step (Markdown)",
            rows: 5,
        };
        let response = self.field_ui(ui, cx, said);
        if std::mem::take(&mut self.focus_step) {
            response.request_focus();
            response.scroll_to_me(Some(egui::Align::Center));
        }
        let typed = cx.desk.typed.get(&field);
        let text = typed.as_deref().unwrap_or(&step.text);
        let blocks = prose(text);
        let plain = blocks.iter().all(|block| {
            let is_plain = |run: &ProseRun| !run.strong && !run.emphasis && run.link.is_none();
            block.mark.is_none()
                && block.kind == ProseKind::Paragraph
                && block.runs.iter().all(is_plain)
        });
        if !plain {
            // The preview, if it differs from the typed text.
            let frame = egui::Frame::new()
                .fill(cx.theme.ground)
                .corner_radius(5)
                .inner_margin(egui::Margin::symmetric(8, 6));
            frame.show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                prose_ui(ui, cx, &blocks, size::BODY);
            });
        }
        switches_ui(ui, cx, index, step);
        buttons_ui(ui, cx, index, all);
        if text.trim().is_empty() {
            cx.small_ui(
                ui,
                "**bold**, *italic*, `code`, lists with -, and links to nodes: [after the \
                 pass](line:2>3 pass)",
            );
        }
        ui.add_space(6.0);
    }
}

/// Other options of a step.
fn switches_ui(ui: &mut egui::Ui, cx: &Cx<'_>, index: usize, step: &TourStep) {
    let mut hidden = step.hidden;
    let hide = ui
        .checkbox(&mut hidden, "Hide ratings at this step")
        .identified(ids::HIDE_AT_STEP)
        .on_hover_text("Press H while presenting to reveal them");
    if hide.changed() {
        cx.push(Command::Tour(TourCommand::HideAt(index, hidden)));
    }
    let mut recorded = step.recording.is_some();
    let told = "Record a search, go to the step that you want to show, and tick this";
    let record = ui.checkbox(&mut recorded, "Show the recording at its current step");
    if record.on_hover_text(told).changed() {
        cx.push(Command::Tour(TourCommand::RecordingAt(index, recorded)));
    }
    if step.recording.is_some() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(cx.small("Show it in"));
        for view in TourView::ALL {
            let text = crate::words::capitalised(view.name());
            let choice = ui.selectable_label(step.view == view, text);
            let choice = choice.identified(&ids::step_view(view.name()));
            if choice.clicked() && step.view != view {
                cx.push(Command::Tour(TourCommand::ViewAt(index, view)));
            }
        }
    });
}

/// The buttons that move and delete a step.
fn buttons_ui(ui: &mut egui::Ui, cx: &Cx<'_>, index: usize, all: usize) {
    use egui_material_icons::icons::{ICON_ARROW_DOWNWARD, ICON_ARROW_UPWARD};
    ui.horizontal_wrapped(|ui| {
        let (up, down) = (ICON_ARROW_UPWARD.codepoint, ICON_ARROW_DOWNWARD.codepoint);
        if sign_button(ui, index > 0, up, "Move the step up", ids::STEP_UP) {
            cx.push(Command::Tour(TourCommand::MoveStep(index, false)));
        }
        let can = index + 1 < all;
        if sign_button(ui, can, down, "Move the step down", ids::STEP_DOWN) {
            cx.push(Command::Tour(TourCommand::MoveStep(index, true)));
        }
        let delete = text_button(ui, "Delete the step", "Remove this step");
        let delete = delete.identified(ids::DELETE_STEP);
        cx.asks(&delete, || Command::Tour(TourCommand::DeleteStep(index)));
    });
}
