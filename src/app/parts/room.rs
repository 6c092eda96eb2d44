//! The area of a tree in the window.

use eframe::egui::{self, Vec2};

/// Left and right of a scene.
const BESIDE: f32 = 16.0;
/// Above and below it.
const ABOVE: f32 = 6.0;

/// The part of the window that the tree has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// The part that nothing covers.
    pub screen: egui::Rect,
}

impl Room {
    /// The area between controls of height `above` at the top and a legend at the bottom.
    pub(crate) fn between(screen: egui::Rect, above: f32, below: f32) -> Self {
        let (mut min, mut max) = (screen.min, screen.max);
        min.y += above;
        max.y = (max.y - below).max(min.y + 1.0);
        Self {
            screen: egui::Rect::from_min_max(min, max),
        }
    }

    /// The area for the important parts.
    pub(crate) fn inner(&self) -> egui::Rect {
        self.screen.shrink2(Vec2::new(BESIDE, ABOVE))
    }
}

/// Draws into a part of the window, and nothing beyond it.
pub(crate) fn clipped_ui(ui: &mut egui::Ui, rect: egui::Rect, add: impl FnOnce(&mut egui::Ui)) {
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| {
        ui.set_clip_rect(rect);
        add(ui);
    });
}
