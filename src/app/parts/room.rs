//! The room that a tree has in the window.

use eframe::egui::{self, Vec2};

/// The part of the window that the tree has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// All of it.
    pub screen: egui::Rect,
    /// How much of it the controls take at the top.
    pub above: f32,
    /// How much of it the legend takes at the bottom.
    pub below: f32,
}

impl Room {
    /// Where nothing lies over the tree.
    pub(crate) fn inner(&self) -> egui::Rect {
        egui::Rect::from_min_max(
            self.screen.min + Vec2::new(16.0, self.above + 6.0),
            self.screen.max - Vec2::new(16.0, self.below + 6.0),
        )
    }
}
