//! The middle of the window: the tree, the controls above it and the legend below.

use eframe::egui;

use super::explorer::{Explorer, view};
use super::legend::{legend_ui, measured};
use super::theme::Theme;
use super::tree_controls;
use super::tree_panel::Room;
use crate::diagram::{far_legend, legend};

impl Explorer {
    /// The tree with all that belongs to it.
    pub(super) fn tree_area_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let screen = ui.available_rect_before_wrap();
        let mut commands = Vec::new();
        let seen = view(&self.document, self.ratings_for, self.hidden);
        let near = legend(&seen, &self.tree.marks);
        let far = far_legend(&seen, &self.tree.marks);
        // Room for the higher of the two, so that the tree's size doesn't depend on itself.
        let below = if self.settings.legend {
            let height = |entries: &[_]| measured(entries, screen.width()).1;
            height(&near).max(height(&far))
        } else {
            8.0
        };
        let room = Room {
            screen,
            above: tree_controls::height(screen.width(), self.hidden),
            below,
        };
        self.tree.prepare(&seen, &self.document.session, &room);
        // The controls come first for the keyboard, and lie over the tree all the same.
        self.controls_ui(ui.ctx(), theme, screen, &mut commands);
        let seen = view(&self.document, self.ratings_for, self.hidden);
        let session = &self.document.session;
        let (canvas, sights) = self.tree.canvas_ui(ui, theme, &seen, session);
        let canvas = (&canvas, sights.as_slice());
        self.tree
            .pointer_ui(ui, theme, canvas, &seen, session, &mut commands);
        if self.settings.legend {
            let entries = if self.tree.is_far() { far } else { near };
            legend_ui(ui.ctx(), screen, theme, &entries, &mut commands);
        }
        self.commands.append(&mut commands);
    }
}
