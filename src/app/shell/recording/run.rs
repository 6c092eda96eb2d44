//! The commands of recordings.

use crate::app::intent::command::Named;
use crate::app::intent::places::{Middle, Side};
use crate::app::shell::explorer::Explorer;
use crate::app::views::recording::RecordingPanel;

impl Explorer {
    /// Recordings, as far as they are shown.
    pub fn recording(&self) -> &RecordingPanel {
        &self.recording
    }

    /// Shows what was recorded, and what can be.
    pub(crate) fn show_recording(&mut self) {
        self.show_middle(Middle::Recording);
        if self.side == Side::Setup {
            self.setup.forget();
        }
        self.side = Side::Record;
        self.settings.node_panel = true;
    }

    /// Does a command of recordings.
    pub(crate) fn run_recording(&mut self, ctx: &eframe::egui::Context, named: Named) {
        self.show_recording();
        match named {
            Named::Record | Named::RecordBeside => self.record(ctx, named == Named::RecordBeside),
            _ => self.recording.run(named),
        }
    }
}
