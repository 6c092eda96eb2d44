//! The ratings of the open tree under assumptions, and the proofs of a document whose graph doesn't
//! fit: its tree grows on demand, and a thread proves the ratings there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use eframe::egui;
use rustc_hash::FxHashMap;

use super::building::Polled;
use super::model::Document;
use super::worker::Worker;
use crate::app::base::machine::Instant;
use crate::app::base::{Job, SharedProgress, Wake, page};
use crate::diagram::DrawnWhatIf;
use crate::game::Refusal;
use crate::save::{Assumes, Assumption};
use crate::session::what_if::{ChangedGraphs, InForce, WhatIf};
use crate::session::{Action, Progress, ProofOptions, ProofProgress, Prover, Rated, Session};
use crate::tree::{Unfolding, UnfoldingNode};

/// Duration of the animation of a change per ply, in seconds.
const STEP: f64 = 0.16;

/// It takes no longer than this up to the root, in seconds.
const LONGEST: f64 = 2.0;

/// A replaced position whose graph is being built.
pub(crate) struct Changing {
    pub(crate) key: (String, String),
    pub(crate) worker: Worker,
    pub(crate) progress: Progress,
}

/// A change on its way up the tree.
#[derive(Clone, Copy)]
pub(crate) struct Wave {
    /// The number of moves to its start.
    from: usize,
    begun: f64,
}

/// The assumptions about the open tree, with their ratings.
#[derive(Default)]
pub struct WhatIfRatings {
    pub(crate) what_if: WhatIf,
    pub(crate) nodes: FxHashMap<UnfoldingNode, usize>,
    /// The number of visited nodes of the unfolding.
    pub(crate) settled: usize,
    pub(crate) changed: ChangedGraphs,
    pub(crate) changing: Option<Changing>,
    /// The changed positions that can't be rated, and why.
    pub(crate) faults: Vec<((String, String), Refusal)>,
    /// Whether there are nodes that can't be reached.
    pub(crate) cuts: bool,
    /// Whether the ratings without any assumption are shown all the same.
    pub(crate) truth: bool,
    pub(crate) reached: Option<usize>,
    pub(crate) wave: Option<Wave>,
    pub(crate) wave_asked: bool,
    /// The version of the display, so that texts are made again.
    pub(crate) version: u64,
    /// The version of the input: when it changes, the tree is rated again.
    pub(crate) asked: u64,
}

impl WhatIfRatings {
    /// Rates the tree under the assumptions.
    pub(crate) fn rate(&mut self, rated: &Rated, assumptions: &[Assumption]) {
        let wanted = |key: &(String, String)| {
            let mut assumptions = assumptions.iter();
            assumptions.any(|own| key_of(own).as_ref() == Some(key))
        };
        self.changed.retain(|key, _| wanted(key));
        self.faults.retain(|(key, _)| wanted(key));
        if self
            .changing
            .as_ref()
            .is_some_and(|changing| !wanted(&changing.key))
        {
            self.changing = None;
        }
        let before = std::mem::take(&mut self.what_if);
        self.what_if = WhatIf::new(rated, assumptions, &self.changed);
        for (state, assumption) in self.what_if.in_force.iter_mut().zip(assumptions) {
            let key = key_of(assumption);
            let fault = self
                .faults
                .iter()
                .find(|(other, _)| key.as_ref() == Some(other));
            if let (InForce::Waiting, Some((_, why))) = (&state, fault) {
                *state = InForce::No(why.clone());
            }
        }
        if before.assumed != self.what_if.assumed {
            self.wave_asked = !self.what_if.assumed.is_empty();
            self.reached = None;
            self.wave = None;
        }
        let mut nodes = self.what_if.assumed.nodes().iter();
        self.cuts = nodes.any(|node| node.forbids.is_some() || node.changed.is_some());
        self.nodes.clear();
        self.settled = 0;
        self.version += 1;
    }

    /// Finds out which nodes of the unfolding are meant, those that have been made since among
    /// them.
    pub(crate) fn resolve(&mut self, unfolding: &Unfolding) {
        if self.settled == unfolding.len() || self.what_if.assumed.is_empty() {
            return;
        }
        self.settled = unfolding.len();
        self.nodes.insert(UnfoldingNode::ROOT, 0);
        // Parents come before their children.
        let mut places = vec![Some(UnfoldingNode::ROOT)];
        for node in self.what_if.assumed.nodes().iter().skip(1) {
            let parent = node.parent.and_then(|parent| *places.get(parent)?);
            let unfolding_node = parent.and_then(|parent| unfolding.child(parent, node.edge?));
            if let Some(place) = unfolding_node {
                self.nodes.insert(place, places.len());
            }
            places.push(unfolding_node);
        }
    }

    /// The assumptions for drawing; `None` if there are none, or if true ratings are shown.
    pub fn shown(&self) -> Option<DrawnWhatIf<'_>> {
        if self.truth || self.what_if.assumed.is_empty() {
            return None;
        }
        Some(DrawnWhatIf {
            assumed: &self.what_if.assumed,
            nodes: &self.nodes,
            best_line: &self.what_if.best_line,
            cuts: self.cuts,
            reached: self.reached,
            here: None,
        })
    }

    /// The number of a node among those that are touched.
    pub(crate) fn number(&self, node: UnfoldingNode) -> Option<usize> {
        self.nodes.get(&node).copied()
    }

    /// The graph of a node's replaced position.
    pub(crate) fn changed_at(
        &self,
        node: UnfoldingNode,
        assumptions: &[Assumption],
    ) -> Option<&Rated> {
        if self.truth {
            return None;
        }
        let node = self.what_if.assumed.node(self.number(node)?)?;
        let assumption = assumptions.get(self.what_if.assumption(node.changed)?)?;
        self.changed.get(&key_of(assumption)?)
    }

    /// Whether true ratings are shown despite the assumptions.
    pub fn shows_truth(&self) -> bool {
        self.truth
    }

    /// Switches between true ratings and ratings under assumptions; returns whether true ones are
    /// shown.
    pub(crate) fn toggle_truth(&mut self) -> bool {
        self.truth = !self.truth;
        self.wave = None;
        self.reached = None;
        self.version += 1;
        self.ask();
        self.truth
    }

    /// Marks the assumptions, or the data about them, as changed.
    pub(crate) fn ask(&mut self) {
        self.asked += 1;
    }

    /// The version of the input.
    pub(crate) fn asked(&self) -> u64 {
        self.asked
    }

    /// The version of the display.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Whether a changed position is being rated.
    pub fn is_busy(&self) -> bool {
        self.changing.is_some()
    }

    /// Whether a change is on its way up.
    pub(crate) fn is_moving(&self) -> bool {
        self.wave.is_some() || self.wave_asked
    }

    /// Lets a change run up the tree, a ply at a time; `true` while it does.
    pub(crate) fn run_up(&mut self, ctx: &egui::Context, enabled: bool) -> bool {
        let time = ctx.input(|input| input.time);
        if std::mem::take(&mut self.wave_asked) && enabled && !self.truth {
            let altered = self.what_if.assumed.altered();
            let first = altered
                .first()
                .and_then(|it| self.what_if.assumed.node(*it));
            self.wave = first.filter(|first| first.depth > 0).map(|first| Wave {
                from: first.depth,
                begun: time,
            });
            self.reached = self.wave.map(|wave| wave.from);
            self.version += u64::from(self.wave.is_some());
        }
        let Some(wave) = self.wave else {
            return false;
        };
        let step = STEP.min(LONGEST / wave.from as f64);
        let plies = ((time - wave.begun) / step).max(0.0) as usize;
        let reached = wave.from.saturating_sub(plies);
        if reached == 0 || !enabled {
            self.wave = None;
            self.reached = None;
            self.version += 1;
        } else {
            if self.reached != Some(reached) {
                self.version += 1;
            }
            self.reached = Some(reached);
            ctx.request_repaint_after(std::time::Duration::from_millis(30));
        }
        true
    }
}

/// Approximate maximum positions of a graph that is built before the next frame.
pub(crate) const AT_ONCE: usize = 40;

/// Positions expanded between limit checks.
pub(crate) const FEW: usize = 64;

/// The key of a replaced position's graph.
pub(crate) fn key_of(assumption: &Assumption) -> Option<(String, String)> {
    match &assumption.what {
        Assumes::Change(position) => Some((assumption.line.clone(), position.clone())),
        _ => None,
    }
}

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
