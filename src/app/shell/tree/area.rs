//! The middle of the window: the tree, the controls above it and the legend below.

use eframe::egui;

use crate::app::base::theme::Theme;
use crate::app::document::view::tree_view;
use crate::app::parts::legend::{legend_ui, measured};
use crate::app::parts::room::Room;
use crate::app::shell::explorer::Explorer;
use crate::diagram::{block_hits_legend, blocks_legend, far_legend, hits_legend, legend};

impl Explorer {
    /// The tree with all that belongs to it.
    pub(crate) fn tree_area_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let screen = ui.available_rect_before_wrap();
        let mut commands = Vec::new();
        let seen = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        let mut near = legend(&seen, &self.tree.marks);
        let mut far = far_legend(&seen, &self.tree.marks);
        self.tree.hits = self.marked_hits();
        if let Some(hits) = &self.tree.hits {
            near.extend(hits_legend(&self.tree.marks, hits, false));
            far.extend(hits_legend(&self.tree.marks, hits, true));
        }
        let mut dense = far.clone();
        dense.extend(blocks_legend(&seen));
        dense.extend(self.tree.hits.as_deref().and_then(block_hits_legend));
        // Room for the higher of the two, so that the tree's size doesn't depend on itself.
        let below = if self.settings.legend {
            let height = |entries: &[_]| measured(entries, screen.width()).1;
            let large = self.tree.is_large();
            height(&near).max(height(if large { &dense } else { &far }))
        } else {
            8.0
        };
        let room = Room {
            screen,
            above: crate::app::parts::bar::height(screen.width(), self.over()),
            below,
        };
        self.tree.prepare(&seen, &self.document.session, &room);
        // The controls come first for the keyboard, and lie over the tree all the same.
        self.controls_ui(ui.ctx(), theme, screen, &mut commands);
        let seen = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        let session = &self.document.session;
        self.tree.motion.enabled = self.settings.motion;
        let (canvas, sight) = self.tree.canvas_ui(ui, theme, &seen, session);
        let canvas = (&canvas, &sight);
        self.tree
            .pointer_ui(ui, theme, canvas, &seen, session, &mut commands);
        if self.settings.legend {
            let entries = match self.tree.is_far() {
                true if self.tree.painted.blocks > 0 => dense,
                true => far,
                false => near,
            };
            legend_ui(ui.ctx(), screen, theme, &entries, &mut commands);
        }
        self.commands.append(&mut commands);
    }
}
