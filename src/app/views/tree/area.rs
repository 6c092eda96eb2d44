//! The tree with its controls above and the legend below.

use std::time::Duration;

use eframe::egui;

use super::controls::controls_ui;
use super::panel::TreePanel;
use crate::app::parts::{Cx, Room, clipped_ui, height, legend_ui, measured};
use crate::diagram::{block_hits_legend, blocks_legend, far_legend, hits_legend, legend};

impl TreePanel {
    /// Requests the frames that the view waits for.
    pub(crate) fn ask_again(&mut self, ui: &egui::Ui) {
        let left = self.follow_click(ui.input(|input| input.time));
        if self.wish.is_some() || self.canvas.is_asked() || self.is_laying_out() {
            ui.ctx().request_repaint();
        } else if let Some(left) = left {
            ui.ctx()
                .request_repaint_after(Duration::from_secs_f64(left));
        }
    }

    /// The tree with all that belongs to it.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let seen = cx.desk.tree_view();
        let cx = &cx.with_view(&seen);
        let settings = &cx.desk.settings;
        let mut near = legend(&seen, &self.marks);
        let mut far = far_legend(&seen, &self.marks);
        self.hits = cx.desk.hits.clone();
        if let Some(hits) = &self.hits {
            near.extend(hits_legend(&self.marks, hits, false));
            far.extend(hits_legend(&self.marks, hits, true));
        }
        let mut dense = far.clone();
        dense.extend(blocks_legend(&seen));
        dense.extend(self.hits.as_deref().and_then(block_hits_legend));
        // Room for the higher of the two, so that the tree's size doesn't depend on itself.
        let below = if settings.legend {
            let height = |entries: &[_]| measured(entries, screen.width()).1;
            let large = self.is_large();
            height(&near).max(height(if large { &dense } else { &far }))
        } else {
            8.0
        };
        let room = Room::between(screen, height(screen.width(), cx.desk.over()), below);
        let session = &cx.document.session;
        self.prepare(&seen, session, &room);
        self.ask_again(ui);
        // The controls come first in keyboard order, but are drawn over the tree.
        controls_ui(self, ui.ctx(), cx, screen);
        self.scene_ui(ui, cx, &room);
        if settings.legend {
            let entries = match self.is_far() {
                true if self.painted.blocks > 0 || self.is_laying_out() => dense,
                true => far,
                false => near,
            };
            legend_ui(ui.ctx(), screen, cx, &entries);
        }
    }

    /// The tree alone, in its room.
    pub(crate) fn scene_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, room: &Room) {
        let session = &cx.document.session;
        self.motion.enabled = cx.desk.settings.motion;
        clipped_ui(ui, room.screen, |ui| {
            let (canvas, sight) = self.canvas_ui(ui, cx, session);
            self.pointer_ui(ui, cx, (&canvas, &sight), session);
        });
    }
}
