//! The buttons that cancel and resume a build.

use eframe::egui;

use super::cx::Cx;
use crate::app::base::{Identified as _, font, ids, size};
use crate::app::intent::Command;

/// A user action on a build, or on the search in a tree that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuildStep {
    /// Cancel it, and rate its results.
    Cancel,
    /// Go on with it.
    Resume,
}

impl BuildStep {
    /// The button; emphasized if it resumes, since that is the only thing to do then.
    pub fn button_ui(self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let theme = cx.theme;
        let (grows, given_up) = (cx.document.grows(), cx.document.proofs().given_up > 0);
        let (text, id, tooltip, fill, ink) = match self {
            Self::Cancel => (
                "Cancel",
                ids::CANCEL_BUILD,
                match grows {
                    false => "Stop the build and rate what was found so far",
                    true => "Stop the search; what is proven stays",
                },
                theme.panel,
                theme.text,
            ),
            Self::Resume => (
                "Resume",
                ids::RESUME,
                match (grows, given_up) {
                    (false, _) => "Continue the build where it stopped",
                    (true, false) => "Continue the search",
                    (true, true) => "Search again, with four times as many nodes for each rating",
                },
                theme.text,
                theme.panel,
            ),
        };
        let words = egui::RichText::new(text)
            .font(font(size::SMALL, true))
            .color(ink);
        let button = egui::Button::new(words)
            .fill(fill)
            .stroke(egui::Stroke::new(1.0, theme.line))
            .min_size(egui::Vec2::new(72.0, 20.0));
        let response = ui.add(button).identified(id).on_hover_text(tooltip);
        cx.asks_once(&response, || match self {
            Self::Cancel => Command::CancelBuild,
            Self::Resume => Command::Resume,
        });
    }
}
