//! Records on a thread of its own, and lays out what was recorded.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::player::{Player, tree_view};
use super::{MOST, RecordingPanel};
use crate::app::base::job::Job;
use crate::app::document::worker::free;
use crate::diagram::lay_out_recording;
use crate::layout::Layout;
use crate::session::{Recorded, Recording};

type Made = Option<(Box<Recorded>, Layout)>;

/// A recording under way.
pub(crate) struct Running {
    pub(crate) job: Job<Made>,
    pub(crate) events: Arc<AtomicUsize>,
    /// Whether it is put beside what there is.
    pub(crate) beside: bool,
}

impl Running {
    /// How many steps were recorded so far.
    pub fn events(&self) -> usize {
        self.events.load(Ordering::Relaxed)
    }
}

impl RecordingPanel {
    pub(crate) fn show(&mut self, player: Player, beside: bool) {
        if !beside {
            free(std::mem::take(&mut self.players));
        }
        self.players.truncate(MOST - 1);
        self.players.push(player);
        self.watched = None;
        self.active = self.players.len() - 1;
    }
}

/// What was recorded, laid out; `None` where it isn't done.
pub(crate) fn laid_out(recording: Recording) -> Made {
    let recorded = Box::new(recording.finish()?);
    let layout = lay_out_recording(&tree_view(&recorded));
    Some((recorded, layout))
}
