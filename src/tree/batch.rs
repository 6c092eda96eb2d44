//! Adds the listed moves of a batch to a graph. One part is numbers and moves, the other is the
//! kinds of vertices. They are independent, so both can be added in parallel.

use std::sync::atomic::{AtomicU32, Ordering};

use super::graph::{Graph, NO_OUTCOME, Vertex, VertexKind, is_win};
use super::listing::{Listing, Numbered};
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
            for ((mv, position), (number, place)) in after.zip(found.by_ref()) {
                let number = number.load(Ordering::Relaxed);
                let number = if number < base {
                    number
                } else if number == base + place {
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
