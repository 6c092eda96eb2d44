//! The open document: a session, where it came from, and the build that may still run.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::Wake;
use super::worker::{Finished, Message, Worker, free};
use crate::game::OpenError;
use crate::games::Setup;
use crate::save::{BoardFile, Layer};
use crate::session::{Build, Loaded, Session, open};
use crate::tree::{EndsByWinners, Limits, Progress, UnfoldingNode, Vertex};

/// A graph of at most this many positions is built before the first frame.
const AT_ONCE: usize = 3_000;

/// The words that go with a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// What the title says: a title, a file's name, or the position.
    pub name: String,
    /// What the author of the file wants to say.
    pub note: Option<String>,
    /// The file that it came from.
    pub path: Option<PathBuf>,
    /// The board file that it came from, with what that says beside the position.
    pub board: Option<Box<BoardFile>>,
}

/// What is open.
pub struct Document {
    /// The walk through the tree.
    pub session: Session,
    /// Its title, note and file.
    pub words: Words,
    /// The game, its rules and the root.
    pub setup: Setup,
    /// What the graph is built to.
    pub limits: Limits,
    /// What a user has added to a tree file.
    pub layer: Layer,
    /// Its ends by winners, once they are counted.
    pub ends: Option<EndsByWinners>,
    /// Its distinct positions, chance nodes left out, each once however many plies it has left.
    pub positions: u64,
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

/// A graph that was begun: what opening a board gives.
pub struct Begun {
    build: Box<dyn Build>,
    progress: Progress,
    started: Instant,
    setup: Setup,
    limits: Limits,
}

impl Begun {
    /// Begins the graph of a setup, or with a line that of the node at its end, as far as can be
    /// done at once.
    ///
    /// # Errors
    /// What can't be read.
    pub fn new(setup: Setup, limits: Limits, at: &str) -> Result<Self, OpenError> {
        let started = Instant::now();
        let mut build = open(&setup, limits, at)?;
        let progress = build.step(AT_ONCE);
        Ok(Self {
            build,
            progress,
            started,
            setup,
            limits,
        })
    }
}

impl Document {
    /// Opens a graph that was begun: a small one at once, a large one as far as it is known, the
    /// rest on a thread.
    pub fn begun(begun: Begun, words: Words, wake: Wake) -> Self {
        let Begun {
            build,
            progress,
            started,
            setup,
            limits,
        } = begun;
        let named = |session: Session, ends, took| Self {
            words: Words {
                name: if words.name.is_empty() {
                    session.rated().graph.position_text(Vertex::ROOT)
                } else {
                    words.name.clone()
                },
                ..words.clone()
            },
            positions: session.rated().graph.distinct().positions,
            session,
            setup: setup.clone(),
            limits,
            layer: Layer::default(),
            ends,
            took,
            build: None,
        };
        if progress.done {
            let rated = build.finish();
            let ends = EndsByWinners::new(rated.graph.graph());
            let took = started.elapsed();
            return named(Session::new(rated), Some(ends), Some(took));
        }
        let mut document = named(Session::new(build.snapshot()), None, None);
        // Without a thread what is known at once is all there is, and is shown as such.
        document.build = Worker::spawn(build, started, wake)
            .ok()
            .map(|worker| Running {
                worker,
                progress,
                rating: false,
            });
        document
    }

    /// Opens a setup.
    ///
    /// # Errors
    /// What can't be read.
    pub fn open(
        setup: Setup,
        limits: Limits,
        at: &str,
        words: Words,
        wake: Wake,
    ) -> Result<Self, OpenError> {
        Ok(Self::begun(Begun::new(setup, limits, at)?, words, wake))
    }

    /// Opens a tree file that was read and rated. What is noted at its root is said of the tree.
    pub fn loaded(loaded: Loaded, mut words: Words) -> Self {
        let Loaded {
            rated,
            unfolding,
            layer,
            ..
        } = loaded;
        let root = layer.nodes.get(&UnfoldingNode::ROOT.0);
        words.note = words
            .note
            .or_else(|| root.and_then(|root| root.note.clone()));
        let ends = EndsByWinners::new(rated.graph.graph());
        let positions = rated.graph.distinct().positions;
        let setup = rated.setup();
        let limits = rated.limits;
        let session = match unfolding {
            Some(unfolding) => Session::restore(rated, unfolding),
            None => Session::new(rated),
        };
        Self {
            session,
            words,
            setup,
            limits,
            layer,
            ends: Some(ends),
            positions,
            took: None,
            build: None,
        }
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

    /// Stops the build; what is shown stays.
    pub fn cancel(&mut self) {
        self.build = None;
    }

    /// Frees everything off the UI thread.
    pub fn close(self) {
        free(self.session);
    }
}
