//! Work off the UI thread: a build on a named thread, with progress, that can be cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use super::Wake;
use crate::session::{Build, Rated};
use crate::tree::{EndsByWinners, Progress};

/// How many positions are expanded between two looks at the clock and at the cancel flag.
const STEP: usize = 2_048;
/// How often progress is reported.
const REPORT: Duration = Duration::from_millis(60);

/// What the worker has to say.
pub enum Message {
    /// How far the build has come.
    Progress(Progress),
    /// The graph is built; it is being rated.
    Rating,
    /// All is done.
    Done(Box<Finished>),
}

/// A finished build.
pub struct Finished {
    /// The rated graph.
    pub rated: Rated,
    /// Its ends by winners.
    pub ends: EndsByWinners,
    /// Its distinct positions.
    pub positions: u64,
    /// How long the worker took.
    pub took: Duration,
}

/// A build that runs on a thread of its own. Dropping it cancels.
pub struct Worker {
    messages: Receiver<Message>,
    cancel: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Worker {
    /// Starts the thread. `wake` is called whenever there is something to receive.
    ///
    /// # Errors
    /// The system has no thread to spare.
    pub fn spawn(mut build: Box<dyn Build>, started: Instant, wake: Wake) -> std::io::Result<Self> {
        let (sender, messages) = sync_channel(64);
        let cancel = Arc::new(AtomicBool::new(false));
        let cancelled = Arc::clone(&cancel);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        std::thread::Builder::new()
            .name("doomtree-build".to_owned())
            .spawn(move || {
                let mut reported = Instant::now();
                loop {
                    let progress = build.step(STEP);
                    if cancelled.load(Ordering::Relaxed) {
                        return;
                    }
                    if progress.done || stopped.load(Ordering::Relaxed) {
                        break;
                    }
                    if reported.elapsed() >= REPORT {
                        reported = Instant::now();
                        if sender.send(Message::Progress(progress)).is_err() {
                            return;
                        }
                        wake();
                    }
                }
                if sender.send(Message::Rating).is_err() {
                    return;
                }
                wake();
                // What was found is kept where it shall not go on.
                let rated = if stopped.load(Ordering::Relaxed) {
                    build.snapshot()
                } else {
                    build.finish()
                };
                let ends = EndsByWinners::new(rated.graph.graph());
                let positions = rated.graph.distinct().positions;
                let took = started.elapsed();
                if !cancelled.load(Ordering::Relaxed) {
                    // Nobody listens any more where the window has gone on to another board.
                    let finished = Finished {
                        rated,
                        ends,
                        positions,
                        took,
                    };
                    if sender.send(Message::Done(Box::new(finished))).is_ok() {
                        wake();
                    }
                }
            })?;
        Ok(Self {
            messages,
            cancel,
            stop,
        })
    }

    /// Stops the build where it is: what was found is rated, and comes as the whole would.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The next message; `Err` when the worker has gone without an answer.
    pub fn receive(&self) -> Result<Option<Message>, ()> {
        match self.messages.try_recv() {
            Ok(message) => Ok(Some(message)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(()),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// Frees something large on a thread of its own, so that the window doesn't wait for it.
pub fn free<T: Send + 'static>(value: T) {
    let thread = std::thread::Builder::new().name("doomtree-free".to_owned());
    if thread.spawn(move || drop(value)).is_err() {
        // No thread to spare: the value was freed here instead.
    }
}
