//! Records how a textbook algorithm rates a node, step by step, with a text for each step; and a finished
//! recording with its tree.

use std::sync::Arc;

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

use super::amount::tick;
use super::play::GameRandom;
use super::{Rated, ShowProgress};
use crate::game::{Estimate, Player, Rational, Refusal};
use crate::search::{
    self, AlphaBetaSearch, Chance, CutSizes, Interval, LimitedSizes, Method, MonteCarlo, MoveOrder,
    NodePhase, OnGraph, Recorder, Sampling, SearchNumber, SearchStep, UNBOUNDED,
};
use crate::tree::{Count, Edge, Line, Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::words::{Numbers, average_text, counted, estimate_text, grouped, step_text};
use crate::work::{Control, PIECE, finished};

/// Default maximum number of steps of a recording.
pub const MAX_EVENTS: usize = 2_000_000;

/// Maximum number of cached subtree sizes for trees with a ply limit; beyond it, sizes aren't
/// shown.
const MAX_SIZES: usize = 3_000_000;

/// Nodes that are visited with [`PIECE`] of work.
const NODES: usize = 256;

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
    /// Maximum number of visited nodes, likewise; random games have no such limit.
    pub max_nodes: Option<u64>,
}

/// The progress of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RecordingProgress {
    /// Steps that were recorded.
    pub events: usize,
    /// The number of steps whose cut sizes are known, once all are recorded.
    pub sized: Option<usize>,
}

impl Recorded {
    /// Records how the node at the end of a line is rated.
    ///
    /// # Errors
    /// Fails if the tree below is too large for the algorithm, or infinite, if the game
    /// doesn't offer the estimate, or if ratings aren't those of one player against all others.
    pub fn of(rated: &Rated, line: &[Edge], options: RecordOptions) -> Result<Self, Refusal> {
        let ctl = Control::default();
        finished(Self::find(rated, line, options, &ctl, &|_| {}))
    }

    /// The same in pieces. A recording that is stopped has the steps so far, without an answer.
    ///
    /// # Errors
    /// Those of [`Recorded::of`], before anything is recorded.
    pub async fn find(
        rated: &Rated,
        line: &[Edge],
        options: RecordOptions,
        ctl: &Control,
        show: &ShowProgress<'_, RecordingProgress>,
    ) -> Result<Self, Refusal> {
        let graph = rated.graph.graph();
        let root = line.last().map_or(Vertex::ROOT, |edge| graph.target(*edge));
        check(rated, root, options)?;
        // Best moves first, by their ratings.
        let worth = (options.method == Method::Ordered).then(|| {
            let ratings = &rated.analysis.ratings;
            let worth = |vertex| ratings.rating(vertex, options.player).to_f64();
            graph.vertices().map(worth).collect()
        });
        let recording = RecordingTask {
            rated,
            line,
            root,
            options,
            worth,
        };
        Ok(match options.method.samples() {
            true => recording.sampled(ctl, show).await,
            false => recording.searched(ctl, show).await,
        })
    }
}

/// Refuses what can't be recorded.
fn check(rated: &Rated, root: Vertex, options: RecordOptions) -> Result<(), Refusal> {
    let graph = rated.graph.graph();
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
    if graph.hides_positions() {
        return Err(crate::search::needs_known_positions());
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
    let max = options.most_events as u64 / 2;
    // With a budget of nodes it ends there.
    let whole = options.max_nodes.is_none() && options.most_events >= MAX_EVENTS;
    let all = method == Method::Minimax && max_plies.is_none() && whole;
    if all && nodes.to_u64().is_none_or(|nodes| nodes > max) {
        let what = format!(
            "minimax would visit {} nodes, and a recording's {} steps hold {}",
            grouped(nodes),
            grouped(options.most_events),
            grouped(max)
        );
        return Err(Refusal::new(what, "use --max-plies or --max-nodes"));
    }
    Ok(())
}

/// A recording to be made.
struct RecordingTask<'a> {
    rated: &'a Rated,
    line: &'a [Edge],
    root: Vertex,
    options: RecordOptions,
    worth: Option<Arc<[f64]>>,
}

impl RecordingTask<'_> {
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

    /// Records a search, or one after another, each deeper.
    async fn searched(self, ctl: &Control, show: &ShowProgress<'_, RecordingProgress>) -> Recorded {
        let RecordOptions {
            method, max_plies, ..
        } = self.options;
        let mut plies = match method {
            Method::Deepening => Some(1),
            _ => max_plies,
        };
        let mut game = self.game(FxHashMap::default());
        let mut recorder = Recorder::new(Arc::clone(&game), self.root, method.keeps_table());
        let mut payoffs = Vec::new();
        let mut remaining = self.options.max_nodes.unwrap_or(u64::MAX);
        let answer = loop {
            recorder.begin_walk(Arc::clone(&game), plies);
            let options = crate::search::SearchOptions {
                max_plies: plies,
                estimate: self.options.estimate,
                ..method.options(self.options.player)
            };
            let mut search = AlphaBetaSearch::observed(game, self.root, options, recorder);
            let (done, stopped) = loop {
                let nodes = remaining.min(NODES as u64);
                remaining -= nodes;
                let done = search.step(nodes).done;
                let events = search.observer().events().len();
                let full = search.observer().is_full() || events >= self.options.most_events;
                let full = full || remaining == 0;
                let stopped = full || ctl.is_stopped();
                if done || stopped {
                    break (done, stopped);
                }
                let sized = None;
                tick(ctl, PIECE, show, || RecordingProgress { events, sized }).await;
            };
            let found = search.answer();
            payoffs.extend(search.payoffs());
            recorder = search.into_observer();
            // It is over when no limit hid anything.
            let deepens = method == Method::Deepening && !stopped && found.cut;
            let deeper = plies.map(|plies| plies + 1).filter(|_| deepens);
            plies = deeper.filter(|plies| max_plies.is_none_or(|max| *plies <= max));
            if plies.is_none() {
                let answer = found.root.first().and_then(|found| found.rating);
                break answer.filter(|_| done);
            }
            game = self.game(recorder.best().clone());
        };
        let sizes = self.sizes(&recorder, ctl, show).await;
        Recorded {
            options: self.options,
            line: self.line.to_vec(),
            rated: self.rated.clone(),
            answer,
            sizes_known: sizes.is_some(),
            numbers: self.numbers(&payoffs, recorder.unfolding()),
            recording: recorder.finish(sizes.unwrap_or_default()),
        }
    }

    /// Records random games.
    async fn sampled(self, ctl: &Control, show: &ShowProgress<'_, RecordingProgress>) -> Recorded {
        let RecordOptions {
            sampling,
            max_plies,
            estimate,
            most_events,
            ..
        } = self.options;
        let game = self.game(FxHashMap::default());
        let draws = GameRandom::new(sampling.seed, 0);
        let search = MonteCarlo::new(game, self.root, sampling.playouts, draws);
        let mut search = search.limited(max_plies, estimate);
        while !ctl.is_stopped() && search.events().len() < most_events && !search.step() {
            let (events, sized) = (search.events().len(), None);
            let work = PIECE / NODES;
            tick(ctl, work, show, || RecordingProgress { events, sized }).await;
        }
        let numbers = self.numbers(&[], search.unfolding());
        let (answer, recording) = search.finish();
        Recorded {
            options: self.options,
            line: self.line.to_vec(),
            rated: self.rated.clone(),
            answer,
            sizes_known: true,
            numbers,
            recording,
        }
    }

    /// Counts the nodes that the search cut; `None` if there are too many to count.
    async fn sizes(
        &self,
        recorder: &Recorder,
        ctl: &Control,
        show: &ShowProgress<'_, RecordingProgress>,
    ) -> Option<CutSizes> {
        let mut known = LimitedSizes::default();
        let mut counted = CutSizes::default();
        // The depth of the walk that the event belongs to.
        let mut plies = None;
        let mut all = true;
        let events = recorder.events();
        for (index, event) in events.iter().enumerate() {
            let spared: &[UnfoldingNode] = match event.step {
                SearchStep::Begin(deep) => {
                    plies = (deep != u32::MAX).then_some(deep);
                    &[]
                }
                SearchStep::Hit => std::slice::from_ref(&event.node),
                SearchStep::Cut => recorder.pruned(index),
                _ => &[],
            };
            let mut sum = BigUint::ZERO;
            for node in spared {
                let unfolding = recorder.unfolding();
                match self.size_of(unfolding, *node, plies, &mut known, ctl).await {
                    Some(nodes) => {
                        sum += &nodes;
                        if event.step == SearchStep::Cut {
                            counted.pruned.push(nodes);
                        }
                    }
                    None => all = false,
                }
            }
            if !spared.is_empty() {
                counted.saved.push((index as u32, sum));
            }
            let (events, sized) = (events.len(), Some(index));
            tick(ctl, 1, show, || RecordingProgress { events, sized }).await;
        }
        all.then_some(counted)
    }

    /// The numbers that can occur in the recording: those that the search met, and the ratings of
    /// visited nodes.
    fn numbers(&self, payoffs: &[Rational], unfolding: &Unfolding) -> Numbers {
        let graph = self.rated.graph.graph();
        let ratings = &self.rated.analysis.ratings;
        let mut known: FxHashSet<Rational> = payoffs.iter().copied().collect();
        let nodes = (0..unfolding.len() as u32).map(UnfoldingNode);
        let vertices: FxHashSet<Vertex> = nodes.map(|node| unfolding.vertex(node)).collect();
        let rating = |vertex: &Vertex| ratings.rating(*vertex, self.options.player).exact();
        known.extend(vertices.iter().filter_map(rating));
        Numbers::new(known.into_iter().collect(), graph.is_chance_game())
    }

    /// The nodes below a node that a search doesn't visit, including the node; `None` if there are
    /// too many.
    async fn size_of(
        &self,
        unfolding: &Unfolding,
        node: UnfoldingNode,
        plies: Option<u32>,
        known: &mut LimitedSizes,
        ctl: &Control,
    ) -> Option<BigUint> {
        let vertex = unfolding.vertex(node);
        let Some(plies) = plies else {
            return self.rated.analysis.nodes.of(vertex).exact();
        };
        let remaining = plies.saturating_sub(unfolding.ply(node));
        let graph = self.rated.graph.graph();
        known.of(graph, vertex, remaining, MAX_SIZES, ctl).await
    }
}

impl Chance for GameRandom {
    fn one_of(&mut self, moves: usize) -> usize {
        GameRandom::one_of(self, moves)
    }

    fn branch(&mut self, probabilities: &[Rational]) -> usize {
        GameRandom::branch(self, probabilities)
    }
}

/// A step of a recording as text: what happened, at which node. Steps are counted from 0.
pub fn step_words(recorded: &Recorded, at: usize) -> String {
    let Some(event) = recorded.recording.events().get(at) else {
        return String::new();
    };
    let name = name(recorded, event.node);
    let known = recorded.numbers.value_text(event.known, event.estimated);
    let known = known.unwrap_or_else(|| "nothing yet".to_owned());
    match event.step {
        SearchStep::Begin(u32::MAX) => "Search starts".to_owned(),
        SearchStep::Begin(1) => "Iteration with depth 1".to_owned(),
        SearchStep::Begin(plies) => format!("Iteration with depth {plies}"),
        SearchStep::Enter => format!("Visit {name}"),
        SearchStep::Hit => format!("Table hit for {name}: {known}"),
        SearchStep::Store => format!("Stored in the table: {name}, {known}"),
        SearchStep::Return => format!("{} {known}", returned(recorded, event.node, &name)),
        SearchStep::Update => format!("{name} so far: {known}"),
        SearchStep::Cut => cut(recorded, at, &name, &known),
        SearchStep::Select if event.node == UnfoldingNode::ROOT => "Start at the root".to_owned(),
        SearchStep::Select => format!("Select {name} (best UCB)"),
        SearchStep::Expand => format!("Expand {name}"),
        SearchStep::Playout(0) => format!("The game is over after {name}: {known}"),
        SearchStep::Playout(1) => format!("Random game from {name}: {known} after 1 ply"),
        SearchStep::Playout(plies) => {
            format!("Random game from {name}: {known} after {plies} plies")
        }
        SearchStep::BackUp => {
            let games = counted(event.visits, "game");
            format!("{}: average {known} over {games}", started(&name))
        }
        SearchStep::Choose => format!(
            "Result: {name} ({} games, average {known})",
            grouped(event.visits)
        ),
    }
}

/// A name at the beginning of a sentence.
fn started(name: &str) -> String {
    match name {
        "the root" => "The root".to_owned(),
        name => name.to_owned(),
    }
}

/// The move to a node, and who makes it.
fn name(recorded: &Recorded, node: UnfoldingNode) -> String {
    let unfolding = recorded.recording.unfolding();
    match (unfolding.parent(node), unfolding.edge(node)) {
        (Some(parent), Some(edge)) => {
            step_text(&*recorded.rated.graph, unfolding.vertex(parent), edge)
        }
        _ => "the root".to_owned(),
    }
}

/// Text of a returned node, without the number.
fn returned(recorded: &Recorded, node: UnfoldingNode, name: &str) -> String {
    let unfolding = recorded.recording.unfolding();
    let kind = recorded.rated.graph.graph().kind(unfolding.vertex(node));
    let looked = unfolding.children(node).len() > 0;
    match kind {
        VertexKind::End => format!("{name} ends the game:"),
        VertexKind::Decision(_) | VertexKind::Horizon(_) if !looked => {
            format!("Depth limit at {name}: estimate")
        }
        _ => format!("{name} returns"),
    }
}

/// Text of a cut and its reason.
fn cut(recorded: &Recorded, at: usize, name: &str, known: &str) -> String {
    let recording = &recorded.recording;
    let numbers = &recorded.numbers;
    let window = recording.events().get(at).map(|event| event.window);
    let window = window.unwrap_or(UNBOUNDED);
    let string = match recording.pruned(at).len() {
        1 => "the other move is".to_owned(),
        moves => format!("the {moves} other moves are"),
    };
    let (alpha, beta) = (numbers.text(window.low), numbers.text(window.high));
    match window.low >= window.high {
        true => format!("After {name}: {known}, α {alpha} ≥ β {beta}, so {string} cut"),
        false => format!("After {name}: {known}, outside the window, so {string} cut"),
    }
}

/// The recording of how an algorithm rated a node.
#[derive(Clone)]
pub struct Recorded {
    /// The options of the recording.
    pub options: RecordOptions,
    /// The moves from the tree's root to the node that was rated.
    pub line: Line,
    /// The tree.
    pub rated: Rated,
    /// The algorithm's result; `None` if the recording ended before it.
    pub answer: Option<SearchNumber>,
    /// Whether the exact sizes of cut subtrees are known.
    pub sizes_known: bool,
    /// The text form of numbers.
    pub numbers: Numbers,
    /// The steps.
    pub recording: search::Recording,
}

impl Recorded {
    /// Whether the algorithm's result may depend on an estimate.
    pub fn is_estimate(&self) -> bool {
        let last = self.recording.events().last();
        last.is_some_and(|event| event.estimated)
    }

    /// Bounds as text, as [`Numbers::value_text`] has them; the average of random games with `Ø`.
    pub fn value_text(&self, known: Interval, estimated: bool) -> Option<String> {
        let message = self.numbers.value_text(known, estimated)?;
        Some(match self.options.method.samples() {
            true => average_text(&message),
            false => message,
        })
    }

    /// The line of best play that the algorithm knows at its end: at each node the first move whose
    /// value is the node's own. It ends where chance decides and where a table answered. Random games
    /// know one move.
    pub fn best_line(&self) -> Vec<(Vertex, Edge)> {
        let (unfolding, graph) = (self.recording.unfolding(), self.rated.graph.graph());
        let Some(last) = self.recording.events().len().checked_sub(1) else {
            return Vec::new();
        };
        let mv = |node| {
            Some((
                unfolding.vertex(unfolding.parent(node)?),
                unfolding.edge(node)?,
            ))
        };
        let end = &self.recording.events()[last];
        if self.options.method.samples() {
            let chosen = (end.step == SearchStep::Choose).then(|| mv(end.node));
            return chosen.flatten().into_iter().collect();
        }
        let value = |node| match self.recording.phase(node, last) {
            NodePhase::Done { known } | NodePhase::Hit { known } => {
                (known.low == known.high).then_some(known.low)
            }
            _ => None,
        };
        let mut node = UnfoldingNode::ROOT;
        let mut line = Vec::new();
        while let (Some(own), VertexKind::Decision(_)) =
            (value(node), graph.kind(unfolding.vertex(node)))
        {
            let mut children = unfolding.children(node);
            let Some(best) = children.find(|child| value(*child) == Some(own)) else {
                break;
            };
            line.extend(mv(best));
            node = best;
        }
        line
    }

    /// The algorithm's result: with `~` if it may depend on an estimate, and with `Ø` before it as the
    /// average of random games.
    pub fn answer_text(&self) -> Option<String> {
        let answer = self.answer.as_ref()?;
        let exact = self.numbers.exact(answer.to_f64());
        let text = exact.map_or_else(|| answer.to_string(), |exact| exact.to_string());
        let text = match self.is_estimate() {
            true => estimate_text(&text),
            false => text,
        };
        Some(match self.options.method.samples() {
            true => average_text(&text),
            false => text,
        })
    }
}
