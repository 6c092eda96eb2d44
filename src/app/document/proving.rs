//! A document of which no graph fits: its tree grows on demand, and the ratings there are
//! proven on a thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::building::Polled;
use super::model::Document;
use crate::app::base::clock::Instant;
use crate::app::base::{Job, SharedProgress, Wake, page};
use crate::session::{Action, ProofOptions, ProofProgress, Prover, Session};

/// The number of nodes between two looks at whether it is stopped: some milliseconds.
const NODES: u64 = 1_000;
/// The time between two reports of what was proven.
const REPORT_INTERVAL: Duration = Duration::from_millis(if page::IN_BROWSER { 500 } else { 150 });
/// The table grows up to this size in bytes if the budget is raised.
const MAX_TABLE_BYTES: usize = if page::IN_BROWSER { 128 << 20 } else { 1 << 30 };

/// The work on the ratings that a growing tree wants.
#[derive(Default)]
pub(super) struct Proving {
    /// While it works.
    job: Option<Job<Box<dyn Prover>>>,
    /// While it doesn't, with its table.
    resting: Option<Box<dyn Prover>>,
    progress: SharedProgress<ProofProgress>,
    options: ProofOptions,
    stop: Arc<AtomicBool>,
    is_stopped: bool,
    /// When proofs were taken last.
    taken: Option<Instant>,
}

impl Document {
    /// Whether its tree grows on demand.
    pub fn grows(&self) -> bool {
        self.session.rated().growing.is_some()
    }

    /// Continues with a tree that grows on demand, since its graph doesn't fit. Notes and the
    /// selected line stay. `false` if ratings of this game can't be proven one by one.
    pub fn grow(&mut self) -> bool {
        let root = self.root();
        let grown = self.grown.iter().rposition(|(other, _)| *other == root);
        let growing = match grown {
            Some(index) => self.grown.remove(index).1,
            None => match self.session.rated().as_growing(self.limits) {
                Some(growing) => growing,
                None => return false,
            },
        };
        let line = self.line_text(self.session.selected());
        let layer = std::mem::take(&mut self.layer);
        let graph = Arc::clone(&self.session.rated().graph);
        self.layer = layer.by_line(&*graph, self.session.unfolding());
        self.session = Session::new(growing);
        self.ends = None;
        self.took = None;
        self.build = None;
        self.paused = None;
        self.cut_short = false;
        self.proving = Proving::default();
        for noted in self.noted_lines() {
            // A line of another board stays beside the tree.
            let _ = self.session.read_line(&noted);
        }
        self.select_line(&line);
        self.settle_notes();
        true
    }

    /// Selects the node at the end of a line, if that is legal.
    pub fn select_line(&mut self, line: &str) {
        if let Ok(line) = self.session.read_line(line)
            && !line.is_empty()
        {
            self.session.apply(Action::SelectLine(line));
        }
    }

    /// What was done for the ratings that the tree wants.
    pub fn proofs(&self) -> ProofProgress {
        *self.proving.progress.now()
    }

    /// Whether ratings are being proven, or will be in the next frame.
    pub fn is_proving(&self) -> bool {
        let growing = self.session.rated().growing.as_ref();
        let waits = || growing.is_some_and(|growing| growing.is_waiting());
        self.proving.job.is_some() || !self.proving.is_stopped && waits()
    }

    /// Whether the user has stopped that.
    pub fn is_proving_stopped(&self) -> bool {
        self.proving.is_stopped
    }

    /// The maximum number of nodes for the rating of one position.
    pub fn max_proof_nodes(&self) -> u64 {
        self.proving.options.max_nodes
    }

    /// Takes what was proven, and starts to prove what is wanted.
    pub(super) fn poll_proofs(&mut self, wake: &dyn Fn() -> Wake) -> Polled {
        let Some(growing) = self.session.rated().growing.clone() else {
            return Polled::Nothing;
        };
        if let Some(answer) = self.proving.job.as_ref().and_then(Job::poll) {
            self.proving.job = None;
            match answer {
                Ok(prover) => self.proving.resting = Some(prover),
                Err(why) => {
                    self.proving.is_stopped = true;
                    return Polled::Failed(why);
                }
            }
        }
        let proving = &mut self.proving;
        if proving.job.is_none() && !proving.is_stopped && growing.is_waiting() {
            let options = proving.options;
            let resting = proving.resting.take();
            let mut prover = resting.unwrap_or_else(|| growing.prover(options));
            prover.set_options(options);
            match prove(prover, proving, wake) {
                Ok(job) => proving.job = Some(job),
                Err(why) => {
                    proving.is_stopped = true;
                    return Polled::Failed(why);
                }
            }
        }
        let due = |taken: Instant| taken.elapsed() >= REPORT_INTERVAL;
        if (proving.job.is_none() || proving.taken.is_none_or(due)) && self.session.take_proofs() {
            self.proving.taken = Some(Instant::now());
            self.positions = self.session.rated().graph.graph().len() as u64;
            return Polled::More;
        }
        Polled::Nothing
    }

    /// Stops proving. What is proven stays, and so does the table.
    pub(super) fn stop_proving(&mut self) {
        self.proving.is_stopped = true;
        self.proving.stop.store(true, Ordering::Relaxed);
    }

    /// Goes on proving; with four times the budget, if everything was tried with the one before.
    pub(super) fn prove_on(&mut self) {
        let growing = self.session.rated().growing.as_ref();
        let proving = &mut self.proving;
        if growing.is_some_and(|growing| !growing.is_waiting()) {
            proving.options = ProofOptions {
                table_bytes: (4 * proving.options.table_bytes).min(MAX_TABLE_BYTES),
                max_nodes: proving.options.max_nodes.saturating_mul(4),
            };
            if let Some(prover) = &mut proving.resting {
                prover.set_options(proving.options);
            }
        }
        proving.is_stopped = false;
    }
}

/// Starts to prove what is wanted, on a thread.
fn prove(
    mut prover: Box<dyn Prover>,
    proving: &mut Proving,
    wake: &dyn Fn() -> Wake,
) -> Result<Job<Box<dyn Prover>>, crate::game::Refusal> {
    proving.stop = Arc::default();
    let (progress, stop, report) = (proving.progress.clone(), proving.stop.clone(), wake());
    let label = "proving ratings".to_owned();
    Job::spawn("doomtree-proofs", label, wake(), async move |cancelled| {
        let mut reported = Instant::now();
        loop {
            let now = prover.step(NODES);
            *progress.now() = now;
            if now.is_done() || stop.load(Ordering::Relaxed) {
                return prover;
            }
            if reported.elapsed() >= REPORT_INTERVAL {
                reported = Instant::now();
                report();
            }
            cancelled.ctl.tick(crate::work::PIECE).await;
        }
    })
}
