//! The status line.

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::{Identified as _, Theme, ids, part};
use crate::app::document::{Document, Writing, files, percent};
use crate::app::intent::Named;
use crate::app::parts::{Cx, Notice};
use crate::session::Stage;
use crate::words::short_number;

impl Explorer {
    pub(crate) fn status_ui(&self, ui: &mut egui::Ui, theme: &Theme) {
        part(ui, ids::STATUS);
        let view = self.desk.view();
        let cx = &Cx::new(theme, &self.desk, &view);
        ui.horizontal_centered(|ui| {
            ui.add_space(6.0);
            if let Some(notice) = &self.desk.notice {
                notice_ui(ui, cx, notice);
                return;
            }
            let opening = self.opening.as_ref().map(|job| job.label.clone());
            let export = self.writing.as_ref().is_some_and(Writing::is_export);
            let can_cancel = opening.is_some() || export;
            if let Some(label) = opening.or(self.writing.as_ref().map(Writing::label)) {
                working_ui(ui, cx, label, can_cancel);
                return;
            }
            ui.label(cx.small(files::describe_setup(cx.document)));
            ui.separator();
            match under_way(cx.document) {
                Some(words) => working_ui(ui, cx, words, true),
                None => size_ui(ui, cx),
            }
        });
    }
}

/// What somebody is told.
fn notice_ui(ui: &mut egui::Ui, cx: &Cx<'_>, notice: &Notice) {
    let (color, id) = match notice.is_error {
        true => (ui.visuals().error_fg_color, ids::TROUBLE),
        false => (cx.theme.text, ids::NOTICE),
    };
    if notice.is_error {
        let sign = egui_material_icons::icons::ICON_ERROR.codepoint;
        ui.label(egui::RichText::new(sign).size(16.0).color(color));
    }
    let text = cx.small(&notice.text).color(color);
    ui.add(egui::Label::new(text).truncate())
        .identified(id)
        .on_hover_text(&notice.text);
}

/// What is under way, with what cancels it.
fn working_ui(ui: &mut egui::Ui, cx: &Cx<'_>, words: String, can_cancel: bool) {
    ui.add(egui::Spinner::new().size(12.0));
    ui.label(cx.small(words));
    if can_cancel {
        let cancel = ui.small_button(Named::CancelWork.text());
        let cancel = cancel.identified(Named::CancelWork.id());
        if cancel.on_hover_text(Named::CancelWork.tooltip()).clicked() {
            cx.run(Named::CancelWork);
        }
    }
}

/// What is done to the open tree just now: it is built, or unfolded.
fn under_way(document: &Document) -> Option<String> {
    if let Some(progress) = document.progress() {
        let found = short_number(progress.positions);
        return Some(match progress.stage {
            Stage::Exploring => format!("building: {found} positions so far"),
            Stage::Sorting | Stage::Rating => format!(
                "{} {found} positions: {}",
                progress.stage.name(),
                percent(progress.share())
            ),
        });
    }
    let session = &document.session;
    session
        .is_unfolding()
        .then(|| match session.unfolding_progress() {
            Some((made, most)) => format!(
                "unfolding: {} of at most {} nodes",
                short_number(made),
                short_number(most),
            ),
            None => "folding".to_owned(),
        })
}

/// How large the tree is, and what it has cost.
fn size_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let sizes = files::describe_size(cx.document).into_iter();
    for (index, text) in sizes.enumerate() {
        if index > 0 {
            ui.separator();
        }
        let id = [ids::SIZE, ids::COMPLETE][index.min(1)];
        ui.label(cx.small(text)).identified(id);
    }
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.add_space(6.0);
        ui.add(egui::Label::new(cx.small(files::describe_cost(cx.document))).truncate());
    });
}
