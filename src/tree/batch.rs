//! Lists the moves of consecutive vertices on all cores, and adds such a batch to a graph. One part
//! is numbers and moves, the other is the kinds of vertices. They are independent, so both can be
//! added in parallel. A build that a limit stopped is resumed by restoring the builder's state.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::build::Builder;
use super::graph::{Graph, NO_OUTCOME, is_win};
use super::intern::{Index, PositionKey};
use super::listing::{Listing, Numbered};
use super::memory::{Limits, MemoryEstimate};
use super::position_graph::PositionGraph;
use super::vertex::{Vertex, VertexKind};
use crate::game::{Game, Rational, Refusal};

/// The columns to which moves are added, and positions that are new.
pub(super) struct FoundMoves<'a, G: Game> {
    pub positions: &'a mut Vec<G::Position>,
    pub moves: &'a mut Vec<G::Move>,
    pub targets: &'a mut Vec<Vertex>,
    pub plies_left: &'a mut Vec<u32>,
}

impl<G: Game> FoundMoves<'_, G> {
    /// Adds the moves of a batch, and numbers new positions in the order of the moves that lead to
    /// them. `found` has one number per move. Below `base` it is a vertex. Otherwise it is `base`
    /// plus the index of the first move in the batch that leads to the same position.
    pub fn add(
        &mut self,
        listings: &[Listing<G>],
        base: u32,
        found: &[AtomicU32],
        numbers: &mut Vec<u32>,
    ) {
        numbers.clear();
        numbers.reserve(found.len());
        self.targets.reserve(found.len());
        let mut next = base;
        let mut found = found.iter().zip(0_u32..);
        for listing in listings {
            let after = listing.after.iter().enumerate();
            for ((mv, position), (number, index)) in after.zip(found.by_ref()) {
                let number = number.load(Ordering::Relaxed);
                let number = if number < base {
                    number
                } else if number == base + index {
                    self.positions.push(*position);
                    self.plies_left.extend(listing.plies_left.get(mv));
                    next += 1;
                    next - 1
                } else {
                    numbers[(number - base) as usize]
                };
                numbers.push(number);
                self.targets.push(Vertex(number));
            }
            self.moves.extend_from_slice(&listing.moves);
        }
    }
}

/// The columns with the kinds of vertices.
pub(super) struct Closing<'a> {
    pub players: usize,
    pub kinds: &'a mut Vec<u8>,
    pub complete: &'a mut bool,
    pub has_winners: &'a mut bool,
    pub fault: &'a mut Option<Refusal>,
    pub first_edge: &'a mut Vec<u32>,
    pub outcome: &'a mut Vec<u32>,
    pub outcomes: &'a mut Vec<Rational>,
    pub numbered_outcomes: &'a mut Numbered<Vec<Rational>>,
    pub probability: &'a mut Vec<u32>,
    pub probabilities: &'a mut Vec<Rational>,
    pub numbered_probabilities: &'a mut Numbered<Rational>,
}

impl Closing<'_> {
    /// Adds all vertices of some listings.
    pub fn close_all<G: Game>(&mut self, listings: &[Listing<G>]) {
        for listing in listings {
            if self.fault.is_none() {
                self.fault.clone_from(&listing.fault);
            }
            let mut translation = Translation::of(listing);
            if !listing.probability.is_empty() || !self.probability.is_empty() {
                for index in 0..listing.kinds.len() {
                    self.close(listing, index, &mut translation);
                }
                continue;
            }
            // Without chance whole columns are added.
            for index in 0..listing.kinds.len() {
                let outcome = self.outcome(listing, index, &mut translation);
                self.outcome.push(outcome);
            }
            let edges = self.first_edge[self.kinds.len()];
            self.first_edge
                .extend(listing.ends.iter().map(|end| edges + end));
            let horizon = |kind: &u8| matches!(VertexKind::unpack(*kind), VertexKind::Horizon(_));
            *self.complete &= !listing.kinds.iter().any(horizon);
            self.kinds.extend_from_slice(&listing.kinds);
        }
    }

    /// The index in the graph of a vertex's outcome.
    fn outcome<G: Game>(
        &mut self,
        listing: &Listing<G>,
        index: usize,
        translation: &mut Translation,
    ) -> u32 {
        let number = listing.outcome[index];
        if number == NO_OUTCOME {
            return NO_OUTCOME;
        }
        let all = &mut *self.outcomes;
        let numbers = &listing.outcomes[number as usize * self.players..][..self.players];
        if VertexKind::unpack(listing.kinds[index]) == VertexKind::End
            && !std::mem::replace(&mut translation.ended[number as usize], true)
        {
            *self.has_winners &= is_win(numbers);
        }
        *translation.outcomes[number as usize].get_or_insert_with(|| {
            self.numbered_outcomes
                .number(numbers, || all.extend_from_slice(numbers))
        })
    }

    /// Adds one vertex of a listing.
    pub fn close<G: Game>(
        &mut self,
        listing: &Listing<G>,
        index: usize,
        translation: &mut Translation,
    ) {
        let kind = listing.kinds[index];
        let moves = listing.moves_of(index);
        let outcome = self.outcome(listing, index, translation);
        let unpacked = VertexKind::unpack(kind);
        let edges = self.first_edge[self.kinds.len()];
        let is_chance = matches!(unpacked, VertexKind::Chance(_));
        if is_chance || !self.probability.is_empty() {
            let table = &mut *self.probabilities;
            let mut number = |probability: Rational| {
                self.numbered_probabilities
                    .number(&probability, || table.push(probability))
            };
            let one = number(crate::game::one());
            // The column starts with the first chance node; moves before it are certain.
            self.probability.resize(edges as usize, one);
            if is_chance {
                for mv in &listing.probability[moves.clone()] {
                    let of = &mut translation.probabilities[*mv as usize];
                    let probability = listing.probabilities[*mv as usize];
                    let number = *of.get_or_insert_with(|| number(probability));
                    self.probability.push(number);
                }
            } else {
                self.probability.resize(edges as usize + moves.len(), one);
            }
        }
        self.kinds.push(kind);
        *self.complete &= !matches!(unpacked, VertexKind::Horizon(_));
        self.outcome.push(outcome);
        self.first_edge.push(edges + moves.len() as u32);
    }
}

/// Maps a listing's own indices to those in the graph, as far as they are needed.
pub(super) struct Translation {
    outcomes: Vec<Option<u32>>,
    /// Whether an outcome was seen at an end, not only at a horizon.
    ended: Vec<bool>,
    probabilities: Vec<Option<u32>>,
}

impl Translation {
    pub fn of<G: Game>(listing: &Listing<G>) -> Self {
        Self {
            outcomes: vec![None; listing.outcomes.len()],
            ended: vec![false; listing.outcomes.len()],
            probabilities: vec![None; listing.probabilities.len()],
        }
    }
}

/// Both kinds of columns of a graph in the making.
pub(super) fn split<'a, G: Game>(
    graph: &'a mut Graph,
    positions: &'a mut Vec<G::Position>,
    moves: &'a mut Vec<G::Move>,
    numbered_outcomes: &'a mut Numbered<Vec<Rational>>,
    numbered_probabilities: &'a mut Numbered<Rational>,
) -> (FoundMoves<'a, G>, Closing<'a>) {
    let found = FoundMoves {
        positions,
        moves,
        targets: &mut graph.targets,
        plies_left: &mut graph.plies_left,
    };
    let closing = Closing {
        players: graph.players,
        kinds: &mut graph.kinds,
        complete: &mut graph.complete,
        has_winners: &mut graph.has_winners,
        fault: &mut graph.fault,
        first_edge: &mut graph.first_edge,
        outcome: &mut graph.outcome,
        outcomes: &mut graph.outcomes,
        numbered_outcomes,
        probability: &mut graph.probability,
        probabilities: &mut graph.probabilities,
        numbered_probabilities,
    };
    (found, closing)
}

/// Minimum number of vertices per task.
const MIN_IN_TASK: usize = 512;

/// Positions that follow each other in the graph.
pub(super) struct WaitingPositions<'a, G: Game> {
    /// The number of the first.
    pub first: usize,
    pub positions: &'a [G::Position],
    /// One per position; empty without a ply limit.
    pub plies_left: &'a [u32],
}

/// The parameters for listing the moves of such positions.
pub(super) struct ListedMoves<'a, G: Game> {
    pub game: &'a G,
    pub limits: &'a Limits,
    /// Whether no vertex gets moves any more.
    pub stopped: bool,
    /// Whether the moves are to be sorted by the shards in which their positions are looked up.
    pub sorted: bool,
}

/// The moves of some vertices, in runs that were listed by a task each.
pub(super) struct Runs<G: Game> {
    listings: Vec<Listing<G>>,
    /// The number of its listings.
    tasks: usize,
    /// The number of the first vertex.
    pub first: usize,
    /// The number of vertices.
    pub count: usize,
}

impl<G: Game> Runs<G> {
    pub fn new() -> Self {
        Self {
            listings: Vec::new(),
            tasks: 0,
            first: 0,
            count: 0,
        }
    }

    /// The listings, in the order of their vertices.
    pub fn listings(&self) -> &[Listing<G>] {
        &self.listings[..self.tasks]
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.listings().iter().map(Listing::len).sum()
    }

    /// Lists the moves of all these positions.
    pub fn list(&mut self, waiting: &WaitingPositions<'_, G>, by: &ListedMoves<'_, G>) {
        let count = waiting.positions.len();
        let cores = rayon::current_num_threads();
        // A few tasks a core, so that none waits long for the slowest.
        let tasks = match cores {
            1 => 1,
            _ => (count / MIN_IN_TASK).clamp(1, 4 * cores),
        };
        let run = count.div_ceil(tasks).max(1);
        (self.first, self.count, self.tasks) = (waiting.first, count, count.div_ceil(run));
        while self.listings.len() < self.tasks {
            self.listings.push(Listing::new());
        }
        let list = |(task, listing): (usize, &mut Listing<G>)| {
            let run = task * run..count.min((task + 1) * run);
            let plies_left = waiting.plies_left.get(run.clone()).unwrap_or_default();
            let positions = &waiting.positions[run];
            listing.list(by.game, by.limits, by.stopped, positions, plies_left);
            if by.sorted {
                listing.want();
            }
        };
        let listings = &mut self.listings[..self.tasks];
        match listings.len() {
            1 => listings.iter_mut().enumerate().for_each(list),
            _ => listings.par_iter_mut().enumerate().for_each(list),
        }
    }
}

impl<G: Game> Builder<G> {
    /// Resumes the build of a graph that was stopped. The result is byte for byte the same as
    /// without the stop. All vertices keep their numbers, and only moves of unexpanded vertices are
    /// listed.
    ///
    /// `limits` may be higher than those of the graph. With another ply limit or another estimate,
    /// the build starts again from the root, since it gives a different graph.
    pub fn resume(from: &PositionGraph<G>, limits: Limits) -> Self {
        let game = Arc::clone(&from.game);
        let begun = from.limits;
        if (begun.max_plies, begun.estimate) != (limits.max_plies, limits.estimate) {
            return Self::new(game, from.positions[0], limits);
        }
        let kept = expanded(&from.graph);
        let graph = first_of(&from.graph, kept);
        Self {
            reckoning: MemoryEstimate::of(&*game, &limits),
            out_of_bytes: false,
            limits,
            moves: from.moves[..graph.edge_count()].to_vec(),
            index: index(&from.positions, &graph.plies_left),
            outcomes: numbered(graph.outcomes.chunks(graph.players).map(<[_]>::to_vec)),
            probabilities: numbered(graph.probabilities.iter().copied()),
            positions: from.positions.clone(),
            game,
            graph,
            unsettled: Vec::new(),
            scratch: Default::default(),
        }
    }
}

/// The number of leading vertices that are fully expanded: those before the one at which a limit
/// stopped. A horizon at the last ply counts as expanded.
fn expanded(graph: &Graph) -> usize {
    let by_budget = |vertex: &Vertex| {
        matches!(graph.kind(*vertex), VertexKind::Horizon(_))
            && (graph.is_chance(*vertex) || graph.plies_left(*vertex) != Some(0))
    };
    let first = graph.vertices().find(by_budget);
    match graph.stopped() {
        Some(_) => first.map_or(graph.len(), Vertex::index),
        None => graph.len(),
    }
}

/// The columns of the first vertices, as they were before any other was added.
fn first_of(graph: &Graph, kept: usize) -> Graph {
    let mut first = Graph::empty(
        graph.players,
        graph.chance_game,
        graph.payoffs,
        graph.max_plies,
    );
    let edges = graph.first_edge[kept] as usize;
    first.estimate = graph.estimate;
    first.kinds = graph.kinds[..kept].to_vec();
    first.first_edge = graph.first_edge[..=kept].to_vec();
    first.targets = graph.targets[..edges].to_vec();
    first.outcome = graph.outcome[..kept].to_vec();
    // Those that are waiting have it already.
    first.plies_left = graph.plies_left.clone();
    // Numbers were given in the order vertices needed them.
    let outcomes = (0..kept as u32).filter_map(|vertex| graph.outcome_index(Vertex(vertex)));
    let outcomes = outcomes.max().map_or(0, |last| last + 1);
    first.outcomes = graph.outcomes[..outcomes * graph.players].to_vec();
    first.has_winners = (0..kept as u32).map(Vertex).all(|vertex| {
        graph.kind(vertex) != VertexKind::End || graph.payoffs(vertex).is_none_or(is_win)
    });
    let kinds = || (0..kept as u32).map(|vertex| graph.kind(Vertex(vertex)));
    first.complete = !kinds().any(|kind| matches!(kind, VertexKind::Horizon(_)));
    // The columns of chance start with the first chance node.
    if kinds().any(|kind| matches!(kind, VertexKind::Chance(_))) {
        first.probability = graph.probability[..edges].to_vec();
        let last = first.probability.iter().max();
        let used = last.map_or(0, |last| *last as usize + 1);
        first.probabilities = graph.probabilities[..used].to_vec();
    }
    first
}

pub(super) fn numbered<T: Eq + std::hash::Hash + Clone>(
    things: impl Iterator<Item = T>,
) -> Numbered<T> {
    let mut numbered = Numbered::new();
    for thing in things {
        numbered.number(&thing, || ());
    }
    numbered
}

fn index<P: Copy + Eq + std::hash::Hash>(positions: &[P], plies_left: &[u32]) -> Index<P> {
    let mut index = Index::new();
    for (number, position) in (0..).zip(positions) {
        let key = PositionKey {
            position: *position,
            plies_left: plies_left.get(number as usize).copied().unwrap_or(0),
        };
        index.number(key, key.hash(), number);
    }
    index
}
