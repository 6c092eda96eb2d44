//! The open document: a session, where it came from, and the build that may still run.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::Wake;
use super::worker::{Finished, Message, Worker, free};
use crate::game::OpenError;
use crate::games::Setup;
use crate::session::{Session, open};
use crate::tree::{EndsByWinners, Limits, Progress};

/// A graph of at most this many positions is built before the first frame.
const AT_ONCE: usize = 3_000;

/// The most positions that the window builds unless told otherwise.
pub const MOST_POSITIONS: u64 = 6_000_000;

/// What is open.
pub struct Document {
    /// The walk through the tree.
    pub session: Session,
    /// What the title says: a file's name, or the position.
    pub name: String,
    /// The file that it came from.
    pub path: Option<PathBuf>,
    /// The game, its rules and the root.
    pub setup: Setup,
    /// What the graph is built to.
    pub limits: Limits,
    /// Its ends by winners, once they are counted.
    pub ends: Option<EndsByWinners>,
    /// How long the build took.
    pub took: Option<Duration>,
    build: Option<Running>,
}

struct Running {
    worker: Worker,
    progress: Progress,
    rating: bool,
}

/// What polling the build has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polled {
    /// Nothing new.
    Nothing,
    /// More positions.
    Progress,
    /// The whole graph.
    Done,
}

impl Document {
    /// Opens a setup, or with a line the node at its end: a small graph at once, a large one as far as it is known at once, the rest
    /// on a thread.
    ///
    /// # Errors
    /// What can't be read.
    pub fn open(
        setup: Setup,
        limits: Limits,
        at: &str,
        name: Option<String>,
        wake: Wake,
    ) -> Result<Self, OpenError> {
        let started = Instant::now();
        let mut build = open(&setup, limits, at)?;
        let name = name.unwrap_or_else(|| setup.position.clone());
        let progress = build.step(AT_ONCE);
        let document = |session, ends, took| Self {
            session,
            name: name.clone(),
            path: None,
            setup: setup.clone(),
            limits,
            ends,
            took,
            build: None,
        };
        if progress.done {
            let rated = build.finish();
            let ends = EndsByWinners::new(rated.graph.graph());
            let took = started.elapsed();
            return Ok(document(Session::new(rated), Some(ends), Some(took)));
        }
        let mut document = document(Session::new(build.snapshot()), None, None);
        document.build = match Worker::spawn(build, started, wake) {
            Ok(worker) => Some(Running {
                worker,
                progress,
                rating: false,
            }),
            // Without a thread what is known at once is all there is, and is shown as such.
            Err(_) => None,
        };
        Ok(document)
    }

    /// Whether the graph is still being built.
    pub fn is_building(&self) -> bool {
        self.build.is_some()
    }

    /// How far the build has come, and whether it is already rating.
    pub fn progress(&self) -> Option<(Progress, bool)> {
        self.build
            .as_ref()
            .map(|running| (running.progress, running.rating))
    }

    /// Takes what the worker has to say.
    pub fn poll(&mut self) -> Polled {
        let mut polled = Polled::Nothing;
        while let Some(running) = &mut self.build {
            match running.worker.receive() {
                Ok(None) => break,
                Ok(Some(Message::Progress(progress))) => {
                    running.progress = progress;
                    polled = Polled::Progress;
                }
                Ok(Some(Message::Rating)) => {
                    running.rating = true;
                    polled = Polled::Progress;
                }
                Ok(Some(Message::Done(finished))) => {
                    self.build = None;
                    self.adopt(*finished);
                    return Polled::Done;
                }
                Err(()) => {
                    self.build = None;
                    return Polled::Progress;
                }
            }
        }
        polled
    }

    fn adopt(&mut self, finished: Finished) {
        let Finished { rated, ends, took } = finished;
        self.session.adopt(rated);
        self.ends = Some(ends);
        self.took = Some(took);
    }

    /// Stops the build; what is shown stays.
    pub fn cancel(&mut self) {
        self.build = None;
    }

    /// Frees everything off the UI thread.
    pub fn close(self) {
        free(self.session);
    }
}
