//! Statistics in the middle of the window: what the position graph and the complete tree hold, in
//! tables and as plots.

mod cards;
mod page;
mod plots;
mod table;

use std::sync::{Arc, Mutex, PoisonError, Weak};

use eframe::egui;

use super::explorer::{Explorer, waker};
use super::job::{Cancelled, Job};
use super::middle::Middle;
use super::scrolled::Scrolled;
use super::worker::free;
use crate::export::csv::statistics_csv;
use crate::rating::Analysis;
use crate::session::{Gathering, Rated, Statistics};

/// A graph of at most this many vertices and edges is counted before the next frame.
const AT_ONCE: usize = 3_000;
/// How many vertices and edges are looked at between two looks at the cancel flag.
const STEP: usize = 1 << 17;

/// What the statistics remember.
pub struct StatisticsPanel {
    state: State,
    /// The rated graph that the state is about.
    of: Option<Weak<Analysis>>,
    /// How far the page is scrolled.
    page: Scrolled,
    /// Whether every ply of many is shown.
    all_plies: bool,
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
enum State {
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
fn begin(rated: &Rated, ctx: &egui::Context) -> State {
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
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.state, State::Running(..))
    }

    /// Stops what is being counted; whether there was something.
    pub(super) fn cancel(&mut self) -> bool {
        let running = self.is_busy();
        if running {
            self.state = State::Cancelled;
        }
        running
    }

    fn settle(&mut self, state: State) {
        if let State::Known(statistics) = std::mem::replace(&mut self.state, state) {
            free(statistics);
        }
    }
}

impl Explorer {
    /// Begins to count once the statistics are shown and the graph is built, and takes what is
    /// counted.
    pub(super) fn keep_statistics(&mut self, ctx: &egui::Context) {
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
    pub(super) fn statistics_keys(&mut self, ctx: &egui::Context) {
        if self.middle == Middle::Statistics && self.comparing.is_none() {
            self.statistics.page.keys(ctx);
        }
    }

    /// Copies what was counted, every number to its last digit.
    pub(super) fn copy_statistics(&mut self, ctx: &egui::Context) {
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
