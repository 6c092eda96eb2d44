//! The text and the answers of a prompt, and the overlay while a file hovers over the window.

use eframe::egui::{self, Key};

use super::row::on_a_line;
use crate::app::base::{Identified as _, file_name, ids};
use crate::app::intent::PromptAnswer;
use crate::app::parts::Cx;

/// A prompt as text: question, explanation, and answers. The first answer is that of Enter, the
/// last that of Escape.
pub(crate) struct Asked {
    pub(crate) question: String,
    pub(crate) words: String,
    pub(crate) answers: Vec<(PromptAnswer, &'static str, Option<Key>)>,
}

/// Shows the effect of dropping the file that hovers over the window.
pub(crate) fn drop_ui(ctx: &egui::Context, cx: &Cx<'_>) {
    let hovering = ctx.input(|input| input.raw.hovered_files.clone());
    let Some(first) = hovering.first() else {
        return;
    };
    let name = first
        .path
        .as_deref()
        .map_or("the file".to_owned(), file_name);
    let words = match hovering.len() {
        1 => format!("Drop to open {name}"),
        files => format!("Drop to open {name}, the first of {files} files"),
    };
    let screen = ctx.content_rect();
    egui::Area::new(egui::Id::unique("drop"))
        .order(egui::Order::Tooltip)
        .fixed_pos(screen.min)
        .interactable(false)
        .show(ctx, |ui| {
            let painter = ui.painter();
            painter.rect_filled(screen, 0.0, cx.theme.ground.gamma_multiply(0.8));
            let inner = screen.shrink(14.0);
            let stroke = egui::Stroke::new(2.0, cx.theme.text);
            painter.rect_stroke(inner, 10.0, stroke, egui::StrokeKind::Inside);
            let most = (screen.width() - 160.0).max(80.0);
            let words = on_a_line(ui, &words, 20.0, cx.theme.text, most);
            let card = egui::Rect::from_center_size(
                screen.center(),
                words.size() + egui::vec2(56.0, 40.0),
            );
            let line = egui::Stroke::new(1.0, cx.theme.line);
            painter.rect(card, 8.0, cx.theme.panel, line, egui::StrokeKind::Inside);
            let at = card.center() - words.size() / 2.0;
            let label = ui
                .interact(card, ui.scope_id().with("words"), egui::Sense::hover())
                .called(egui::Role::Label, words.text());
            label.identified(ids::DROP);
            ui.painter().galley(at, words, cx.theme.text);
        });
}
