//! The buttons that cancel a build, and go on with it.

use eframe::egui;

use super::cx::Cx;
use crate::app::base::{Identified as _, font, ids, size};
use crate::app::intent::Command;

/// What somebody can do about a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuildStep {
    /// Stop it, and rate what was found.
    Cancel,
    /// Go on with it.
    Resume,
}

impl BuildStep {
    /// The button: black where it goes on, since there is nothing else to do then.
    pub fn button_ui(self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let theme = cx.theme;
        let (text, id, tooltip, fill, ink) = match self {
            Self::Cancel => (
                "Cancel",
                ids::CANCEL_BUILD,
                "Stop the build and rate what was found so far",
                theme.panel,
                theme.text,
            ),
            Self::Resume => (
                "Resume",
                ids::RESUME,
                "Continue the build where it stopped",
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
