//! Texts and rows that panels repeat.

use std::ops::Range;

use eframe::egui::text::{CCursor, CCursorRange, LayoutJob, TextFormat};
use eframe::egui::{
    self, Align, Color32, FontId, Layout, Response, RichText, Stroke, StrokeKind, Vec2,
};

use super::cx::Cx;
use crate::app::base::{Theme, size, strong};

/// A text of which a part is wrong, and underlined.
pub(crate) fn marked(text: &str, wrong: Range<usize>, font: &FontId, theme: &Theme) -> LayoutJob {
    let plain = TextFormat::simple(font.clone(), theme.text);
    let fault = TextFormat {
        underline: Stroke::new(2.0, theme.error),
        color: theme.error,
        ..plain.clone()
    };
    let mut job = LayoutJob::default();
    for (part, format) in [
        (&text[..wrong.start], &plain),
        (&text[wrong.clone()], &fault),
        (&text[wrong.end..], &plain),
    ] {
        if !part.is_empty() {
            job.append(part, 0.0, format.clone());
        }
    }
    if text.is_empty() {
        // It has the height of a line too.
        job.append("", 0.0, plain);
    }
    job
}

impl Cx<'_> {
    /// A heading, with widgets at its right.
    pub fn headed_ui(&self, ui: &mut egui::Ui, words: &str, add: impl FnOnce(&mut egui::Ui)) {
        let row = Vec2::new(ui.available_width(), 20.0);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
            ui.label(strong(words).size(size::HEADING).color(self.theme.dim));
            ui.with_layout(Layout::right_to_left(Align::Center), add);
        });
    }

    /// The color of a text, dim unless it matters.
    pub fn text_or_dim(&self, matters: bool) -> Color32 {
        if matters {
            self.theme.text
        } else {
            self.theme.dim
        }
    }

    /// The color of a text, or only that of a line.
    pub fn text_or_line(&self, matters: bool) -> Color32 {
        if matters {
            self.theme.text
        } else {
            self.theme.line
        }
    }

    /// Frames a focused link in a text.
    pub fn link_ring(&self, ui: &egui::Ui, link: &Response) {
        if link.has_focus() {
            let stroke = Stroke::new(1.5, self.theme.text);
            let (rect, outside) = (link.rect.expand(2.0), StrokeKind::Outside);
            ui.painter().rect_stroke(rect, 3.0, stroke, outside);
        }
    }

    /// Less important text.
    pub fn dim(&self, words: impl Into<String>) -> RichText {
        RichText::new(words).color(self.theme.dim)
    }

    /// Small print.
    pub fn small(&self, words: impl Into<String>) -> RichText {
        self.dim(words).size(size::SMALL)
    }

    /// An error in small print.
    pub fn wrong(&self, words: impl Into<String>) -> RichText {
        let text = RichText::new(words).size(size::SMALL);
        text.color(self.theme.error)
    }

    /// An error in small print, over several lines if needed.
    pub fn wrong_ui(&self, ui: &mut egui::Ui, words: impl Into<String>) -> Response {
        ui.add(egui::Label::new(self.wrong(words)).wrap())
    }

    /// A line of small print, or several where it has no room in one.
    pub fn small_ui(&self, ui: &mut egui::Ui, words: impl Into<String>) -> Response {
        ui.add(egui::Label::new(self.small(words)).wrap())
    }
}

/// Selects a range of characters in a text field.
pub(crate) fn select(ctx: &egui::Context, id: egui::Id, from: usize, to: usize) {
    let mut state = egui::TextEdit::load_state(ctx, id).unwrap_or_default();
    let range = CCursorRange::two(CCursor::new(from), CCursor::new(to));
    state.cursor.set_char_range(Some(range));
    egui::TextEdit::store_state(ctx, id, state);
}

/// Selects all text of a field, so that typing replaces it.
pub(crate) fn select_all(ctx: &egui::Context, id: egui::Id, text: &str) {
    select(ctx, id, 0, text.chars().count());
}
