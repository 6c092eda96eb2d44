//! A tree of which no graph fits: it grows on demand, and its ratings are proven there.
//!
//! Its graph has the moves of the positions that were looked at. Everything below them is a horizon.
//! What a search proves of a position is kept for all later graphs of the same tree. A [`Prover`]
//! does that work, in steps. It and the tree share what is wanted and what was found.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::amount::{Progress, Stage};
use super::rated::{GraphRequest, Rated};
use crate::game::{NotationError, Player, Rational, Shown, positions_on_line};
use crate::rating::Analysis;
use crate::search::{self, ProvenBounds, check_provable};
use crate::tree::{PositionGraph, Proven, Vertex, VertexKind};

/// The number of nodes after which a search for one position lets the next ones have their turn.
/// It has four times as many when it comes to it again.
const FIRST_ROUND: u64 = 50_000;
/// The default number of nodes after which a position is given up.
const MAX_PROOF_NODES: u64 = 40_000_000;
/// The default number of bytes of the table that all positions share.
const PROOF_TABLE_BYTES: usize = 64 << 20;

/// A tree that grows on demand.
pub trait Growing: Send + Sync {
    /// The same tree with the moves of these positions, and with what was proven since.
    fn grown(&self, more: &[Vertex]) -> Rated;

    /// The same tree with the moves of every position on a line from the root.
    ///
    /// # Errors
    /// A word that is no legal move.
    fn along(&self, line: &str) -> Result<Rated, NotationError>;

    /// The same tree with these intervals of the first player's rating instead of what was proven, to
    /// be compared with a file that says so.
    fn claimed(&self, claims: &[(Vertex, (Rational, Rational))]) -> Rated;

    /// The same tree with the moves of these positions alone. Vertices and edges keep their numbers.
    fn pruned(&self, kept: &[Vertex]) -> Rated;

    /// Sets the positions whose ratings are wanted, the most wanted first.
    fn want(&self, vertices: &[Vertex]);

    /// Increases with everything that is proven.
    fn news(&self) -> u64;

    /// Starts to prove what is wanted.
    fn prover(&self, options: ProofOptions) -> Box<dyn Prover>;

    /// Whether something is wanted that isn't proven, and wasn't given up.
    fn is_waiting(&self) -> bool;
}

/// The budget of a prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofOptions {
    /// Maximum number of bytes of its table.
    pub table_bytes: usize,
    /// Maximum number of nodes for one position.
    pub max_nodes: u64,
}

impl Default for ProofOptions {
    fn default() -> Self {
        Self {
            table_bytes: PROOF_TABLE_BYTES,
            max_nodes: MAX_PROOF_NODES,
        }
    }
}

/// What a prover has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofProgress {
    /// The number of positions that are wanted …
    pub wanted: usize,
    /// … and of those that are proven …
    pub proven: usize,
    /// … or were given up, since they took more than the budget.
    pub given_up: usize,
    /// Nodes visited so far.
    pub nodes: u64,
    /// The bytes of the table.
    pub bytes: usize,
}

impl From<ProofProgress> for Progress {
    fn from(proofs: ProofProgress) -> Self {
        Self {
            stage: Stage::Proving,
            within: (proofs.proven as u64, proofs.wanted as u64),
            positions: usize::try_from(proofs.nodes).unwrap_or(usize::MAX),
            bytes: proofs.bytes,
            done: proofs.is_done(),
            ..Self::default()
        }
    }
}

impl ProofProgress {
    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.proven + self.given_up >= self.wanted
    }
}

/// Proves the ratings that a growing tree wants, one after the other. Its table is kept from each to
/// the next. Dropping it cancels.
pub trait Prover: Send {
    /// Visits up to `work` more nodes.
    fn step(&mut self, work: u64) -> ProofProgress;

    /// Changes the budget. What was given up is tried again. A table of another size starts empty.
    fn set_options(&mut self, options: ProofOptions);
}

/// What is known of one position.
#[derive(Clone, Copy)]
struct KnownPosition {
    bounds: ProvenBounds,
    /// The same interval as exact numbers.
    exact: (Rational, Rational),
    wins_within: Option<u32>,
}

/// What a tree and its prover share, for the first of two players.
struct Proofs<P> {
    known: FxHashMap<P, KnownPosition>,
    wanted: Vec<P>,
    /// The nodes that were spent on positions that aren't proven.
    spent: FxHashMap<P, u64>,
    /// Maximum number of nodes for one position.
    max_nodes: u64,
    news: u64,
}

type SharedProofs<P> = Arc<Mutex<Proofs<P>>>;

fn lock<P>(proofs: &SharedProofs<P>) -> MutexGuard<'_, Proofs<P>> {
    proofs.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Copy + Eq + std::hash::Hash> Proofs<P> {
    fn is_proven(&self, position: &P) -> bool {
        let known = self.known.get(position);
        known.is_some_and(|known| known.exact.0 == known.exact.1)
    }

    fn spent(&self, position: &P) -> u64 {
        self.spent.get(position).copied().unwrap_or(0)
    }

    /// The position whose turn it is, and the number of nodes that it may have. All of them have a
    /// short turn before any has a long one.
    fn next(&self) -> Option<(P, u64)> {
        let open = self
            .wanted
            .iter()
            .filter(|position| !self.is_proven(position));
        let turns = open.enumerate().filter_map(|(index, position)| {
            let spent = self.spent(position);
            let mut round = FIRST_ROUND;
            while round <= spent {
                round *= 4;
            }
            // The most wanted one is two rounds ahead of the others.
            let turn = if index == 0 { round / 16 } else { round };
            (spent < self.max_nodes).then_some((turn, round, *position))
        });
        let (_, round, position) = turns.min_by_key(|(turn, ..)| *turn)?;
        let spent = self.spent(&position);
        Some((position, round.min(self.max_nodes) - spent))
    }
}

/// A growing tree of one game.
struct GrowingGameTree<G: Shown> {
    graph: Arc<PositionGraph<G>>,
    proofs: SharedProofs<G::Position>,
    wanted: GraphRequest,
}

/// The graph of the root of another graph, with its moves, as a tree that grows; `None` where
/// ratings can't be proven: with chance, positions that repeat, other than two players with a constant
/// sum of payoffs, or a ply limit.
pub(super) fn growing<G: Shown>(graph: &PositionGraph<G>, wanted: GraphRequest) -> Option<Rated> {
    let (game, root) = (graph.game(), *graph.position(Vertex::ROOT));
    let options = search::SearchOptions {
        max_plies: wanted.limits.max_plies,
        ..Default::default()
    };
    check_provable(&**game, &root, &options).ok()?;
    game.payoff_sum().filter(|_| game.players() == 2)?;
    let proofs = Proofs {
        known: FxHashMap::default(),
        wanted: Vec::new(),
        spent: FxHashMap::default(),
        max_nodes: MAX_PROOF_NODES,
        news: 0,
    };
    let tree = GrowingGameTree {
        graph: Arc::new(PositionGraph::growing(
            Arc::clone(game),
            root,
            wanted.limits,
        )),
        proofs: Arc::new(Mutex::new(proofs)),
        wanted,
    };
    Some(tree.grown(&[Vertex::ROOT]))
}

impl<G: Shown> GrowingGameTree<G> {
    /// A graph with all that is known of its positions, rated.
    fn rated(&self, graph: PositionGraph<G>) -> Rated {
        let proofs = lock(&self.proofs);
        let vertices = graph.graph().vertices();
        let known = vertices.filter_map(|vertex| {
            let known = proofs.known.get(graph.position(vertex))?;
            Some((vertex, known.exact, known.wins_within))
        });
        let known: Vec<_> = known.collect();
        drop(proofs);
        self.rated_with(graph, &known)
    }

    /// A graph with these intervals of the first player's rating, rated.
    fn rated_with(
        &self,
        mut graph: PositionGraph<G>,
        known: &[(Vertex, (Rational, Rational), Option<u32>)],
    ) -> Rated {
        let sum = graph.game().payoff_sum().unwrap_or_else(crate::game::one);
        for &(vertex, (low, high), wins_within) in known {
            let intervals = vec![(low, high), (sum - high, sum - low)];
            let proven = Proven {
                intervals,
                wins_within,
            };
            graph.bound(vertex, proven);
        }
        let GraphRequest { limits, options } = self.wanted;
        let analysis = Analysis::new(graph.graph(), &options);
        let graph = Arc::new(graph);
        let growing = Arc::new(Self {
            graph: Arc::clone(&graph),
            proofs: Arc::clone(&self.proofs),
            wanted: self.wanted,
        });
        let mut rated = Rated::new(graph, limits, options, analysis);
        rated.growing = Some(growing);
        rated
    }

    fn position(&self, vertex: Vertex) -> G::Position {
        *self.graph.position(vertex)
    }
}

impl<G: Shown> Growing for GrowingGameTree<G> {
    fn grown(&self, more: &[Vertex]) -> Rated {
        self.rated(self.graph.grown(more))
    }

    fn along(&self, line: &str) -> Result<Rated, NotationError> {
        let root = self.position(Vertex::ROOT);
        let positions = positions_on_line(&**self.graph.game(), &root, line)?;
        let mut graph = self.graph.grown(&[Vertex::ROOT]);
        for position in positions {
            let vertex = graph.find(&position);
            graph = graph.grown(vertex.as_slice());
        }
        Ok(self.rated(graph))
    }

    fn claimed(&self, claims: &[(Vertex, (Rational, Rational))]) -> Rated {
        let claims = claims.iter();
        let claims: Vec<_> = claims
            .map(|(vertex, claim)| (*vertex, *claim, None))
            .collect();
        self.rated_with(self.graph.grown(&[]), &claims)
    }

    fn pruned(&self, kept: &[Vertex]) -> Rated {
        let kept: FxHashSet<Vertex> = kept.iter().copied().collect();
        self.rated(self.graph.pruned(|vertex| kept.contains(&vertex)))
    }

    fn want(&self, vertices: &[Vertex]) {
        let graph = self.graph.graph();
        let mut seen = FxHashSet::default();
        let open = vertices.iter().copied();
        let open = open.filter(|vertex| graph.kind(*vertex) != VertexKind::End);
        let open = open.filter(|vertex| seen.insert(*vertex));
        lock(&self.proofs).wanted = open.map(|vertex| self.position(vertex)).collect();
    }

    fn news(&self) -> u64 {
        lock(&self.proofs).news
    }

    fn prover(&self, options: ProofOptions) -> Box<dyn Prover> {
        let root = self.position(Vertex::ROOT);
        let game = Arc::clone(self.graph.game());
        let mut worker = ProofWorker {
            prover: search::BoundProver::new(game, Player(0), root, options.table_bytes, true),
            root,
            proofs: Arc::clone(&self.proofs),
            asked: None,
            options,
        };
        worker.set_options(options);
        Box::new(worker)
    }

    fn is_waiting(&self) -> bool {
        lock(&self.proofs).next().is_some()
    }
}

/// The prover of one game.
struct ProofWorker<G: Shown> {
    prover: search::BoundProver<G>,
    root: G::Position,
    proofs: SharedProofs<G::Position>,
    /// The position that is asked for.
    asked: Option<G::Position>,
    options: ProofOptions,
}

impl<G: Shown> ProofWorker<G> {
    /// Asks which half of its interval the rating of a position is in; `false` if it is known.
    fn ask(&mut self, position: G::Position) -> bool {
        let bounds = self.prover.bounds(&position);
        self.note(position, bounds);
        let (low, high) = (bounds.interval.low, bounds.interval.high);
        if bounds.interval.is_point() {
            return false;
        }
        let middle = f64::midpoint(low, high);
        let threshold = if middle > low { middle } else { high };
        self.prover.ask(position, bounds, threshold);
        self.asked = Some(position);
        true
    }

    fn note(&mut self, position: G::Position, found: ProvenBounds) {
        let Some(exact) = self.prover.values().exact(found.interval) else {
            return;
        };
        let mut proofs = lock(&self.proofs);
        let before = proofs.known.get(&position).map(|known| known.exact);
        let bounds = match proofs.known.get(&position) {
            Some(known) => known.bounds.and(found),
            None => found,
        };
        let exact = before.map_or(exact, |(low, high)| (low.max(exact.0), high.min(exact.1)));
        if before != Some(exact) {
            proofs.news += 1;
        }
        let known = KnownPosition {
            bounds,
            exact,
            wins_within: bounds.wins_within(self.prover.values().range()),
        };
        proofs.known.insert(position, known);
    }

    fn progress(&self) -> ProofProgress {
        let proofs = lock(&self.proofs);
        let open = proofs.wanted.iter();
        let open: Vec<_> = open
            .filter(|position| !proofs.is_proven(position))
            .collect();
        let given_up = open
            .iter()
            .filter(|position| proofs.spent(position) >= proofs.max_nodes);
        let progress = self.prover.progress();
        ProofProgress {
            wanted: proofs.wanted.len(),
            proven: proofs.wanted.len() - open.len(),
            given_up: given_up.count(),
            nodes: progress.nodes,
            bytes: progress.table_bytes,
        }
    }
}

impl<G: Shown> Prover for ProofWorker<G> {
    fn step(&mut self, work: u64) -> ProofProgress {
        let until = self.prover.nodes().saturating_add(work);
        while self.prover.nodes() < until {
            let Some((position, max)) = lock(&self.proofs).next() else {
                break;
            };
            if self.asked != Some(position) && !self.ask(position) {
                continue;
            }
            let before = self.prover.nodes();
            self.prover.step(max.min(until - before));
            let spent = self.prover.nodes() - before;
            *lock(&self.proofs).spent.entry(position).or_default() += spent;
            if self.prover.is_answered() {
                self.asked = None;
                self.note(position, self.prover.answer());
            }
        }
        self.progress()
    }

    fn set_options(&mut self, options: ProofOptions) {
        if options.table_bytes != self.options.table_bytes {
            let player = Player(0);
            self.prover = self
                .prover
                .for_player(player, self.root, options.table_bytes);
            self.asked = None;
        }
        self.options = options;
        lock(&self.proofs).max_nodes = options.max_nodes;
    }
}
