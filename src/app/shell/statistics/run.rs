//! The commands of the statistics.

use std::sync::Arc;

use eframe::egui;

use crate::app::intent::places::Middle;
use crate::app::shell::explorer::Explorer;
use crate::app::views::statistics::{State, begin};
use crate::export::csv::statistics_csv;

impl Explorer {
    /// Begins to count once the statistics are shown and the graph is built, and takes what is
    /// counted.
    pub(crate) fn keep_statistics(&mut self, ctx: &egui::Context) {
        let building = self.document.is_building();
        let panel = &mut self.statistics;
        if let State::Running(job, _) = &panel.state
            && let Some(answer) = job.poll()
        {
            panel.state = match answer {
                Ok(Some(statistics)) => State::Known(statistics),
                Ok(None) => State::Cancelled,
                Err(why) => State::Fault(why),
            };
        }
        let rated = self.document.session.rated();
        let own = Arc::as_ptr(&rated.analysis);
        let current = panel.of.as_ref();
        if current.is_some_and(|of| std::ptr::eq(of.as_ptr(), own)) {
            return;
        }
        panel.settle(State::Unknown);
        panel.of = None;
        panel.all_plies = false;
        if self.middle == Middle::Statistics && !building {
            panel.of = Some(Arc::downgrade(&rated.analysis));
            panel.state = begin(rated, ctx);
        }
    }

    /// Scrolls the statistics by keys, where they are shown.
    pub(crate) fn statistics_keys(&mut self, ctx: &egui::Context) {
        if self.middle == Middle::Statistics && self.comparing.is_none() {
            self.statistics.page.keys(ctx);
        }
    }

    /// Copies what was counted, every number to its last digit.
    pub(crate) fn copy_statistics(&mut self, ctx: &egui::Context) {
        let Some(statistics) = self.statistics.known() else {
            return;
        };
        let rated = self.document.session.rated();
        let text = statistics_csv(rated, statistics, self.hidden);
        let lines = text.lines().count();
        ctx.copy_text(text);
        self.tell(Ok(format!(
            "Copied {lines} lines of comma-separated values"
        )));
    }
}
