//! How the positions are reached, found on a thread of its own where the graph is large.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use eframe::egui;

use super::PositionsPanel;
use crate::app::base::job::{Cancelled, Job};
use crate::app::base::wake::waker;
use crate::app::document::worker::free;
use crate::tree::{FindingWays, Pictures, Ways};

/// A graph of at most this many vertices and edges is looked at before the next frame.
const AT_ONCE: usize = 40_000;
/// How many vertices and edges are looked at between two looks at the cancel flag.
const STEP: usize = 1 << 18;

/// How far the ways are known.
#[derive(Default)]
pub(crate) enum State {
    /// Nobody has asked.
    #[default]
    Unknown,
    /// They are being found, so many thousandths of them.
    Running(Job<Option<Box<Ways>>>, Arc<AtomicU32>),
    /// They are known.
    Known(Box<Ways>),
    /// Somebody has stopped that.
    Cancelled,
    /// They can't be had.
    Fault(String),
}

/// Starts to find the ways of a graph.
pub(crate) fn begin(graph: &Arc<dyn Pictures>, ctx: &egui::Context) -> State {
    let columns = graph.graph();
    if columns.len() + columns.edge_count() <= AT_ONCE {
        return State::Known(Box::new(Ways::new(columns)));
    }
    let done = Arc::new(AtomicU32::new(0));
    let told = Arc::clone(&done);
    let graph = Arc::clone(graph);
    let wake = waker(ctx);
    let work = move |cancelled: &Cancelled| {
        let graph = graph.graph();
        let mut finding = FindingWays::new(graph);
        while !finding.step(graph, STEP) {
            if cancelled.is_set() {
                return None;
            }
            let share = (1000.0 * finding.share(graph)) as u32;
            if told.swap(share, Ordering::Relaxed) / 10 != share / 10 {
                wake();
            }
        }
        Some(Box::new(finding.finish(graph)))
    };
    let label = "finding how positions are reached".to_owned();
    match Job::spawn("doomtree-positions", label, waker(ctx), work) {
        Ok(job) => State::Running(job, done),
        Err(why) => State::Fault(why),
    }
}

impl PositionsPanel {
    /// Whether something is being found.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self.state, State::Running(..))
    }

    /// Stops what is being found; whether there was something.
    pub(crate) fn cancel(&mut self) -> bool {
        let running = self.is_busy();
        if running {
            self.state = State::Cancelled;
        }
        running
    }

    /// Looks again, after somebody has stopped it.
    pub(super) fn again(&mut self) {
        self.of = None;
    }

    pub(crate) fn settle(&mut self, state: State) {
        if let State::Known(ways) = std::mem::replace(&mut self.state, state) {
            free(ways);
        }
    }
}
