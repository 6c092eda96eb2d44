//! Records how a textbook algorithm rates a node, step by step.

mod recorded;
mod words;

use std::sync::Arc;

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Rated;
use super::play::Draws;
use crate::game::{Estimate, Player, Rational, Refusal};
use crate::search::{
    Chance, LimitedSizes, Method, MonteCarlo, MoveOrder, Number, OnGraph, Recorder, Sampling,
    Search, Sizes, Step,
};
use crate::tree::{Count, Line, Unfolding, UnfoldingNode, Vertex};
use crate::words::{Numbers, grouped};

pub use recorded::Recorded;
pub use words::step_words;

/// Default maximum number of steps of a recording.
pub const MAX_EVENTS: usize = 2_000_000;

/// Maximum number of cached subtree sizes for trees with a ply limit; beyond it, sizes aren't
/// shown.
const MAX_SIZES: usize = 3_000_000;

/// The options of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordOptions {
    /// Which algorithm.
    pub method: Method,
    /// The player whose rating is searched.
    pub player: Player,
    /// The search depth in plies; iterative deepening ends there.
    pub max_plies: Option<u32>,
    /// The estimate that replaces a rating at that depth.
    pub estimate: Estimate,
    /// The number of random games and their seed, for algorithms that play them.
    pub sampling: Sampling,
    /// Maximum number of steps; the recording ends there, complete or not.
    pub most_events: usize,
}

/// A recording in the making; dropping it cancels.
pub struct Recording {
    rated: Rated,
    line: Line,
    root: Vertex,
    options: RecordOptions,
    /// Best moves first, by their ratings.
    worth: Option<Arc<[f64]>>,
    /// The payoffs and estimates that were met.
    payoffs: Vec<Rational>,
    /// Whether an early end was requested.
    stopped: bool,
    work: RecordingWork,
}

enum RecordingWork {
    Searching {
        search: Box<Search<OnGraph, Recorder>>,
        /// The depth of this walk.
        plies: Option<u32>,
    },
    Sampling(Box<MonteCarlo<Draws>>),
    Sizing {
        recorder: Box<Recorder>,
        answer: Option<Number>,
        sizes: LimitedSizes,
        counted: Sizes,
        /// The current event, and the index among its cut nodes.
        at: (usize, usize),
        /// The sum of its counted nodes.
        sum: BigUint,
        /// The depth of the walk that the event belongs to.
        plies: Option<u32>,
        told: bool,
    },
    Done(Box<Recorded>),
    /// Only while one gives way to the next.
    Between,
}

/// The progress of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RecordingProgress {
    /// Steps that were recorded.
    pub events: usize,
    /// The number of steps whose cut sizes are known, once all are recorded.
    pub sized: Option<usize>,
    /// Whether all is done.
    pub done: bool,
}

impl Recording {
    /// Starts recording how the node at the end of a line is rated.
    ///
    /// # Errors
    /// Fails if the tree below is too large for the algorithm, or infinite, if the game
    /// doesn't offer the estimate, or if ratings aren't those of one player against all others.
    pub fn new(
        rated: &Rated,
        line: &[crate::tree::Edge],
        options: RecordOptions,
    ) -> Result<Self, Refusal> {
        let graph = rated.graph.graph();
        let root = line.last().map_or(Vertex::ROOT, |edge| graph.target(*edge));
        let RecordOptions {
            method,
            player,
            max_plies,
            ..
        } = options;
        if player.index() >= graph.players() {
            let what = format!("there are only {} players", graph.players());
            return Err(Refusal::new(what, "choose one of them"));
        }
        if !rated.graph.estimates().contains(&options.estimate) {
            let estimate = options.estimate.name();
            let what = format!("this game has no estimate called '{estimate}'");
            return Err(Refusal::new(what, "choose another one"));
        }
        if rated.analysis.ratings.is_max_n() {
            return Err(crate::search::needs_constant_sum());
        }
        let nodes = rated.analysis.nodes.of(root);
        if max_plies.is_none() && nodes == Count::Infinite {
            let what = "The search would never end: positions repeat. Set a ply limit.";
            return Err(Refusal::new(what, ""));
        }
        if method.samples() && options.sampling.playouts == 0 {
            return Err(Refusal::new("Set at least 1 random game.", ""));
        }
        if method == Method::Deepening && max_plies == Some(0) {
            let what = "iterative deepening begins with one ply";
            return Err(Refusal::new(what, "give a ply limit of 1 or more"));
        }
        // Each node is at least entered and left.
        let most = options.most_events as u64 / 2;
        let all = method == Method::Minimax && max_plies.is_none();
        if all && nodes.to_u64().is_none_or(|nodes| nodes > most) {
            let what = format!(
                "Minimax would visit {} nodes; a recording holds {} steps. Set a ply limit or \
                 select a lower node.",
                grouped(nodes),
                grouped(most)
            );
            return Err(Refusal::new(what, ""));
        }
        let mut recording = Self {
            rated: rated.clone(),
            line: line.to_vec(),
            root,
            options,
            worth: None,
            payoffs: Vec::new(),
            stopped: false,
            work: RecordingWork::Between,
        };
        if method == Method::Ordered {
            let ratings = &rated.analysis.ratings;
            let worth = |vertex| ratings.rating(vertex, player).to_f64();
            recording.worth = Some(graph.vertices().map(worth).collect());
        }
        if method.samples() {
            let game = recording.game(FxHashMap::default());
            let draws = Draws::new(options.sampling.seed, 0);
            let search = MonteCarlo::new(game, root, options.sampling.playouts, draws);
            let search = search.limited(max_plies, options.estimate);
            recording.work = RecordingWork::Sampling(Box::new(search));
            return Ok(recording);
        }
        let first = match method {
            Method::Deepening => Some(1),
            _ => max_plies,
        };
        let game = recording.game(FxHashMap::default());
        let recorder = Recorder::new(Arc::clone(&game), root, method.keeps_table());
        recording.begin(game, recorder, first);
        Ok(recording)
    }

    /// The tree as a game, with the moves in the algorithm's order.
    fn game(&self, first: FxHashMap<Vertex, u32>) -> Arc<OnGraph> {
        let order = match (&self.worth, self.options.method) {
            (Some(worth), _) => MoveOrder::Best(Arc::clone(worth)),
            (None, Method::Deepening) => MoveOrder::First(first),
            (None, _) => MoveOrder::Rules,
        };
        let graph = Arc::clone(&self.rated.graph);
        Arc::new(OnGraph::new(graph, self.options.player, order))
    }

    fn begin(&mut self, game: Arc<OnGraph>, mut recorder: Recorder, plies: Option<u32>) {
        recorder.begin_walk(Arc::clone(&game), plies);
        let options = crate::search::Options {
            max_plies: plies,
            estimate: self.options.estimate,
            ..self.options.method.options(self.options.player)
        };
        let search = Box::new(Search::observed(game, self.root, options, recorder));
        self.work = RecordingWork::Searching { search, plies };
    }

    /// Visits up to `work` more nodes, or counts as much.
    pub fn step(&mut self, work: usize) -> RecordingProgress {
        match std::mem::replace(&mut self.work, RecordingWork::Between) {
            RecordingWork::Searching { search, plies } => self.search(search, plies, work),
            RecordingWork::Sampling(search) => self.sample(search, work),
            sizing @ RecordingWork::Sizing { .. } => self.size(sizing, work),
            other => self.work = other,
        }
        self.progress()
    }

    /// Ends the search where it is; the recorded steps are kept, without an answer. Steps continue
    /// to the end.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// The progress of the recording.
    pub fn progress(&self) -> RecordingProgress {
        match &self.work {
            RecordingWork::Searching { search, .. } => RecordingProgress {
                events: search.observer().events().len(),
                ..RecordingProgress::default()
            },
            RecordingWork::Sampling(search) => RecordingProgress {
                events: search.events().len(),
                ..RecordingProgress::default()
            },
            RecordingWork::Sizing { recorder, at, .. } => RecordingProgress {
                events: recorder.events().len(),
                sized: Some(at.0),
                done: false,
            },
            RecordingWork::Done(recorded) => RecordingProgress {
                events: recorded.recording.events().len(),
                sized: None,
                done: true,
            },
            RecordingWork::Between => RecordingProgress::default(),
        }
    }

    /// The recording, once it is done.
    pub fn finish(self) -> Option<Recorded> {
        match self.work {
            RecordingWork::Done(recorded) => Some(*recorded),
            _ => None,
        }
    }

    fn search(
        &mut self,
        mut search: Box<Search<OnGraph, Recorder>>,
        plies: Option<u32>,
        work: usize,
    ) {
        let progress = search.step(work.max(1) as u64);
        let observer = search.observer();
        let full = observer.is_full() || observer.events().len() >= self.options.most_events;
        let stopped = full || self.stopped;
        if !progress.done && !stopped {
            self.work = RecordingWork::Searching { search, plies };
            return;
        }
        let found = search.answer();
        self.payoffs.extend(search.payoffs());
        let answer = found.root.first().and_then(|found| found.rating);
        let deeper = plies.map(|plies| plies + 1).filter(|_| {
            // It is over when no limit hid anything.
            self.options.method == Method::Deepening && !stopped && found.cut
        });
        let deeper =
            deeper.filter(|plies| self.options.max_plies.is_none_or(|most| *plies <= most));
        let recorder = search.into_observer();
        if let Some(deeper) = deeper {
            let game = self.game(recorder.best().clone());
            self.begin(game, recorder, Some(deeper));
            return;
        }
        self.work = RecordingWork::Sizing {
            recorder: Box::new(recorder),
            answer: answer.filter(|_| progress.done),
            sizes: LimitedSizes::default(),
            counted: Sizes::default(),
            at: (0, 0),
            sum: BigUint::ZERO,
            plies: None,
            told: true,
        };
    }

    /// Plays random games with about `work` steps in total.
    fn sample(&mut self, mut search: Box<MonteCarlo<Draws>>, work: usize) {
        let most = search.events().len() + work.max(1);
        let full = |search: &MonteCarlo<Draws>| search.events().len() >= self.options.most_events;
        let mut done = self.stopped || full(&search);
        while !done && search.events().len() < most {
            done = search.step(1) || full(&search);
        }
        if !done {
            self.work = RecordingWork::Sampling(search);
            return;
        }
        let numbers = self.numbers(search.unfolding());
        let (answer, recording) = search.finish();
        self.work = RecordingWork::Done(Box::new(Recorded {
            options: self.options,
            line: self.line.clone(),
            rated: self.rated.clone(),
            answer,
            sizes_known: true,
            numbers,
            recording,
        }));
    }

    /// Counts the nodes that the search cut.
    fn size(&mut self, work: RecordingWork, budget: usize) {
        let RecordingWork::Sizing {
            recorder,
            answer,
            mut sizes,
            mut counted,
            mut at,
            mut sum,
            mut plies,
            mut told,
        } = work
        else {
            return;
        };
        let mut left = budget.max(1);
        let events = recorder.events();
        while let Some(event) = events.get(at.0).filter(|_| left > 0) {
            left -= 1;
            let spared: &[UnfoldingNode] = match event.step {
                Step::Begin(deep) => {
                    plies = (deep != u32::MAX).then_some(deep);
                    &[]
                }
                Step::Hit => std::slice::from_ref(&event.node),
                Step::Cut => recorder.pruned(at.0),
                _ => &[],
            };
            let mut waits = false;
            while let Some(node) = spared.get(at.1) {
                match self.size_of(recorder.unfolding(), *node, plies, &mut sizes, &mut left) {
                    Sized::Of(nodes) => {
                        sum += &nodes;
                        if event.step == Step::Cut {
                            counted.pruned.push(nodes);
                        }
                    }
                    Sized::Unknown => told = false,
                    Sized::Waits => {
                        waits = true;
                        break;
                    }
                }
                at.1 += 1;
            }
            if waits {
                break;
            }
            if !spared.is_empty() {
                let nodes = std::mem::take(&mut sum);
                counted.saved.push((at.0 as u32, nodes));
            }
            at = (at.0 + 1, 0);
        }
        if at.0 < events.len() {
            self.work = RecordingWork::Sizing {
                recorder,
                answer,
                sizes,
                counted,
                at,
                sum,
                plies,
                told,
            };
            return;
        }
        let recorded = Recorded {
            options: self.options,
            line: self.line.clone(),
            rated: self.rated.clone(),
            answer,
            sizes_known: told,
            numbers: self.numbers(recorder.unfolding()),
            recording: recorder.finish(if told { counted } else { Sizes::default() }),
        };
        self.work = RecordingWork::Done(Box::new(recorded));
    }

    /// The numbers that can occur in the recording: those that the search met, and the ratings of
    /// visited nodes.
    fn numbers(&self, unfolding: &Unfolding) -> Numbers {
        let graph = self.rated.graph.graph();
        let ratings = &self.rated.analysis.ratings;
        let mut known: FxHashSet<Rational> = self.payoffs.iter().copied().collect();
        let nodes = (0..unfolding.len() as u32).map(UnfoldingNode);
        let vertices: FxHashSet<Vertex> = nodes.map(|node| unfolding.vertex(node)).collect();
        let rating = |vertex: &Vertex| ratings.rating(*vertex, self.options.player).exact();
        known.extend(vertices.iter().filter_map(rating));
        Numbers::new(known.into_iter().collect(), graph.is_chance_game())
    }

    /// The nodes below a node that a search doesn't visit, including the node.
    fn size_of(
        &self,
        unfolding: &Unfolding,
        node: UnfoldingNode,
        plies: Option<u32>,
        sizes: &mut LimitedSizes,
        work: &mut usize,
    ) -> Sized {
        let vertex = unfolding.vertex(node);
        let Some(plies) = plies else {
            let nodes = self.rated.analysis.nodes.of(vertex).exact();
            return nodes.map_or(Sized::Unknown, Sized::Of);
        };
        if sizes.len() > MAX_SIZES {
            return Sized::Unknown;
        }
        let left = plies.saturating_sub(unfolding.ply(node));
        let graph = self.rated.graph.graph();
        match sizes.of(graph, vertex, left, work) {
            Some(nodes) => Sized::Of(nodes),
            None if sizes.len() > MAX_SIZES => Sized::Unknown,
            None => Sized::Waits,
        }
    }
}

impl Chance for Draws {
    fn one_of(&mut self, moves: usize) -> usize {
        Draws::one_of(self, moves)
    }

    fn branch(&mut self, probabilities: &[Rational]) -> usize {
        Draws::branch(self, probabilities)
    }
}

enum Sized {
    Of(BigUint),
    Unknown,
    Waits,
}
