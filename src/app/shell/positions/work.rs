//! The position graph counted.

use std::sync::Arc;

use eframe::egui;

use crate::app::intent::places::Middle;
use crate::app::shell::explorer::Explorer;
use crate::app::views::positions::work::{State, begin};

impl Explorer {
    /// Begins what the view of the positions needs once it is shown, and takes what is done.
    pub(crate) fn keep_positions(&mut self, ctx: &egui::Context) {
        if let State::Running(job, _) = &self.positions.state
            && let Some(answer) = job.poll()
        {
            self.positions.state = match answer {
                Ok(Some(ways)) => State::Known(ways),
                Ok(None) => State::Cancelled,
                Err(why) => State::Fault(why),
            };
        }
        let graph = &self.document.session.rated().graph;
        let panel = &mut self.positions;
        if panel.is_of(graph) {
            return;
        }
        if self.middle != Middle::Positions {
            // Another graph is open: what was known of the last one only takes memory.
            panel.settle(State::Unknown);
            panel.of = None;
            panel.made = None;
            return;
        }
        panel.of = Some(Arc::downgrade(graph));
        let state = begin(graph, ctx);
        panel.settle(state);
        panel.forget_scene(&self.document.session);
    }
}
