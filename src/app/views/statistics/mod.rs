//! Statistics in the middle of the window: what the position graph and the complete tree hold, in
//! tables and as plots.

mod cards;
pub(crate) mod page;
mod plots;
mod table;

use std::sync::{Arc, Mutex, PoisonError, Weak};

use eframe::egui;

use crate::app::base::job::{Cancelled, Job};
use crate::app::base::scrolled::Scrolled;
use crate::app::base::wake::waker;
use crate::app::document::worker::free;
use crate::rating::Analysis;
use crate::session::{Gathering, Rated, Statistics};

/// A graph of at most this many vertices and edges is counted before the next frame.
const AT_ONCE: usize = 3_000;
/// How many vertices and edges are looked at between two looks at the cancel flag.
const STEP: usize = 1 << 17;

/// What the statistics remember.
pub struct StatisticsPanel {
    pub(crate) state: State,
    /// The rated graph that the state is about.
    pub(crate) of: Option<Weak<Analysis>>,
    /// How far the page is scrolled.
    pub(crate) page: Scrolled,
    /// Whether every ply of many is shown.
    pub(crate) all_plies: bool,
}

impl Default for StatisticsPanel {
    fn default() -> Self {
        Self {
            state: State::default(),
            of: None,
            page: Scrolled::new("Statistics"),
            all_plies: false,
        }
    }
}

/// How far the statistics are known.
#[derive(Default)]
pub(crate) enum State {
    /// Nobody has asked.
    #[default]
    Unknown,
    /// They are being counted; what, in words.
    Running(Job<Option<Box<Statistics>>>, Arc<Mutex<String>>),
    /// They are known.
    Known(Box<Statistics>),
    /// Somebody has stopped that.
    Cancelled,
    /// They can't be had.
    Fault(String),
}

/// Starts to count.
pub(crate) fn begin(rated: &Rated, ctx: &egui::Context) -> State {
    let graph = rated.graph.graph();
    let mut gathering = Gathering::new(rated.clone());
    if graph.len() + graph.edge_count() <= AT_ONCE {
        return State::Known(Box::new(gathering.finish()));
    }
    let words = Arc::new(Mutex::new(gathering.words()));
    let told = Arc::clone(&words);
    let wake = waker(ctx);
    let work = move |cancelled: &Cancelled| {
        while !gathering.step(STEP) {
            if cancelled.is_set() {
                return None;
            }
            let words = gathering.words();
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            if *told != words {
                *told = words;
                wake();
            }
        }
        Some(Box::new(gathering.finish()))
    };
    let label = "counting the tree".to_owned();
    match Job::spawn("doomtree-statistics", label, waker(ctx), work) {
        Ok(job) => State::Running(job, words),
        Err(why) => State::Fault(why),
    }
}

impl StatisticsPanel {
    /// What was counted, once it is.
    pub fn known(&self) -> Option<&Statistics> {
        match &self.state {
            State::Known(statistics) => Some(statistics),
            _ => None,
        }
    }

    /// How far the page is scrolled, in points.
    pub fn scrolled(&self) -> f32 {
        self.page.offset()
    }

    /// Whether something is being counted.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self.state, State::Running(..))
    }

    /// Stops what is being counted; whether there was something.
    pub(crate) fn cancel(&mut self) -> bool {
        let running = self.is_busy();
        if running {
            self.state = State::Cancelled;
        }
        running
    }

    pub(crate) fn settle(&mut self, state: State) {
        if let State::Known(statistics) = std::mem::replace(&mut self.state, state) {
            free(statistics);
        }
    }
}
