//! Builds the open document on a thread: progress, cancel and resume.

use std::time::Duration;

use super::model::Document;
use super::worker::{Finished, Message, Worker};
use crate::app::base::Wake;
use crate::app::base::machine::Instant;
use crate::game::Refusal;
use crate::session::{Build, MAX_POSITIONS, Progress, Rated};
use crate::tree::Limits;

/// The limits of a document's graph, including the ends by winners, which are three more counts per
/// position.
pub(super) fn own_limits(limits: Limits) -> Limits {
    Limits {
        max_bytes: limits.max_bytes.map(|bytes| bytes / 6 * 5),
        ..limits
    }
}

pub(super) struct Running {
    worker: Worker,
    progress: Progress,
    started: Instant,
    /// When the last positions were reported.
    told: Instant,
    /// Whether it was asked to stop and rate its results.
    canceled: bool,
    /// Whether more is wanted than it finds, since it was stopped before it was resumed.
    goes_on: bool,
}

/// The result of polling the build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Polled {
    /// Nothing new.
    Nothing,
    /// More positions.
    Progress,
    /// More of the graph, rated as far as it is known.
    More,
    /// The whole graph.
    Done,
    /// The graph doesn't fit: the tree grows on demand now.
    Grows,
    /// The results before a stop are rated, and more is wanted: [`Document::resume`].
    GoesOn,
    /// The build panicked, with this message; the displayed tree stays.
    Failed(Refusal),
}

impl Document {
    /// Gives a build to a thread. If none can be started, the displayed part is all there is.
    pub(super) fn work(
        &mut self,
        begin: impl FnOnce() -> Box<dyn Build> + Send + 'static,
        progress: Progress,
        started: Instant,
        wake: Wake,
    ) {
        let limits = self.limits;
        let usual = limits.max_plies.is_none() && limits.max_nodes == Some(MAX_POSITIONS);
        let may_grow = usual && self.session.rated().as_growing(limits).is_some();
        let worker = Worker::spawn(begin, started, may_grow, wake).ok();
        self.build = worker.map(|worker| Running {
            worker,
            progress,
            started,
            told: Instant::now(),
            canceled: false,
            goes_on: false,
        });
        self.cut_short = self.build.is_none();
    }

    /// Whether the graph is still being built.
    pub fn is_building(&self) -> bool {
        self.build.is_some()
    }

    /// The progress of the build.
    pub fn progress(&self) -> Option<Progress> {
        self.build.as_ref().map(|running| running.progress)
    }

    /// The duration of the search for positions, at the last progress report, or until all were
    /// found.
    pub fn building_for(&self) -> Option<Duration> {
        let running = self.build.as_ref()?;
        Some(running.told.saturating_duration_since(running.started))
    }

    /// Whether the build ended before it reached its limits, since it was canceled.
    pub fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    /// Takes the messages of other threads. `wake` makes what wakes the window from a new one.
    pub fn poll(&mut self, wake: &dyn Fn() -> Wake) -> Polled {
        let mut polled = self.poll_proofs(wake);
        while let Some(running) = &mut self.build {
            match running.worker.receive() {
                Ok(None) => break,
                Ok(Some(Message::Progress(progress))) => {
                    if !running.progress.is_explored() {
                        running.told = Instant::now();
                    }
                    running.progress = progress;
                    polled = Polled::Progress;
                }
                Ok(Some(Message::Partial(rated, positions))) => {
                    self.positions = positions;
                    self.session.adopt(*rated);
                    return Polled::More;
                }
                Ok(Some(Message::Done(finished))) => {
                    let (canceled, goes_on) = (running.canceled, running.goes_on);
                    self.build = None;
                    self.adopt(*finished);
                    self.cut_short = (canceled || goes_on) && self.lacks_more_than_its_limits();
                    return match goes_on && !canceled && self.cut_short {
                        true => Polled::GoesOn,
                        false => Polled::Done,
                    };
                }
                Ok(Some(Message::TooLarge)) => {
                    self.grow();
                    return Polled::Grows;
                }
                Ok(Some(Message::Paused(build))) => {
                    self.paused = Some((build, running.progress));
                    self.build = None;
                    self.cut_short = true;
                    return Polled::Progress;
                }
                Ok(Some(Message::Failed(why))) => {
                    self.build = None;
                    self.cut_short = true;
                    return Polled::Failed(why);
                }
                Err(()) => {
                    self.build = None;
                    self.cut_short = true;
                    return Polled::Progress;
                }
            }
        }
        polled
    }

    fn adopt(&mut self, finished: Finished) {
        let Finished {
            rated,
            ends,
            positions,
            took,
        } = finished;
        self.positions = positions;
        self.session.adopt(rated);
        self.ends = Some(ends);
        self.took = Some(took);
    }

    /// Whether a build that was stopped has left something: positions, or bounds that are still
    /// apart.
    fn lacks_more_than_its_limits(&self) -> bool {
        let Rated {
            graph, analysis, ..
        } = self.session.rated();
        let graph = graph.graph();
        let apart = || graph.is_cyclic() && graph.has_chance();
        graph.stopped().is_some() || apart() && !analysis.ratings.everything_proven()
    }

    /// Cancels the build; its results are rated, and then shown. A second call leaves it as it is:
    /// no result is lost, but the display stays.
    pub fn cancel(&mut self) {
        if self.grows() {
            return self.stop_proving();
        }
        if let Some(running) = &mut self.build {
            match std::mem::replace(&mut running.canceled, true) {
                false => running.worker.stop(),
                true => running.worker.pause(),
            }
        }
    }

    /// Whether the build was canceled, and its results are being rated.
    pub fn is_stopping(&self) -> bool {
        self.build.as_ref().is_some_and(|running| running.canceled)
    }

    /// The number of positions of a canceled build: more than are shown if they aren't rated yet.
    pub fn kept(&self) -> usize {
        match &self.paused {
            Some((_, progress)) => progress.positions,
            None => self.session.rated().graph.graph().len(),
        }
    }

    /// Resumes the canceled build where it was.
    pub fn resume(&mut self, wake: Wake) {
        if self.grows() {
            return self.prove_on();
        }
        if self.is_building() || !self.cut_short {
            return;
        }
        if let Some((build, progress)) = self.paused.take() {
            self.work(move || build, progress, Instant::now(), wake);
            if let Some(running) = &mut self.build {
                running.goes_on = true;
            }
            return;
        }
        let rated = self.session.rated().clone();
        let graph = rated.graph.graph();
        let progress = Progress {
            positions: graph.len(),
            moves: graph.edge_count(),
            bytes: rated.bytes,
            ..Progress::default()
        };
        let limits = own_limits(self.limits);
        self.work(move || rated.resume(limits), progress, Instant::now(), wake);
    }
}
