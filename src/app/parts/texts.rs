//! Texts and rows that panels repeat.

use eframe::egui::{self, Response, RichText};

use super::cx::Cx;
use crate::app::base::theme::size;

impl Cx<'_> {
    /// Words that matter less.
    pub fn dim(&self, words: impl Into<String>) -> RichText {
        RichText::new(words).color(self.theme.dim)
    }

    /// Small print.
    pub fn small(&self, words: impl Into<String>) -> RichText {
        self.dim(words).size(size::SMALL)
    }

    /// Small print about what is wrong.
    pub fn wrong(&self, words: impl Into<String>) -> RichText {
        let text = RichText::new(words).size(size::SMALL);
        text.color(self.theme.error)
    }

    /// What is wrong, in as many lines of small print as it takes.
    pub fn wrong_ui(&self, ui: &mut egui::Ui, words: impl Into<String>) -> Response {
        ui.add(egui::Label::new(self.wrong(words)).wrap())
    }

    /// A line of small print, or several where it has no room in one.
    pub fn small_ui(&self, ui: &mut egui::Ui, words: impl Into<String>) -> Response {
        ui.add(egui::Label::new(self.small(words)).wrap())
    }
}
