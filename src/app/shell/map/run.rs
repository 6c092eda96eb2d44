//! The commands of the map.

use std::sync::Arc;

use eframe::egui;

use crate::app::base::wake::waker;
use crate::app::intent::places::Middle;
use crate::app::shell::explorer::Explorer;
use crate::app::views::map::{Aim, MapSeen, Wish};
use crate::tree::Leaves;

impl Explorer {
    /// Counts the leaves of the open graph as long as the map is shown, and throws away those of
    /// another one.
    pub(crate) fn keep_map(&mut self, ctx: &egui::Context) {
        let shown = self.middle == Middle::Map && self.comparing.is_none();
        if !shown || self.document.is_building() {
            return;
        }
        let graph = Arc::clone(&self.document.session.rated().graph);
        let plies = self.map.plies;
        if self.map.state.keep(&graph, plies, || waker(ctx)) {
            self.map.generation += 1;
            self.map.view = None;
            self.map.aim = Aim::Whole;
            self.map.wishes.push(Wish::Reveal);
            ctx.request_repaint();
        }
    }

    /// The leaves of the open graph, once they are counted.
    pub(crate) fn map_leaves(&self) -> Option<Arc<Leaves>> {
        if self.document.is_building() {
            return None;
        }
        self.map.state.leaves(&self.document.session.rated().graph)
    }

    /// What the last frame has shown of the map.
    pub fn map_seen(&self) -> MapSeen {
        self.map.seen()
    }
}
