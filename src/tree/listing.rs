//! Lists the moves of a run of vertices, independent of all others: the part of a build that runs
//! on every core.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::NO_OUTCOME;
use super::intern::{PositionKey, SHARDS, WantedKeys};
use super::memory::{Limits, mean_estimates};
use super::vertex::{HIDES_CHANCE, VertexKind};
use crate::game::{
    Game, Kind, Player, Rational, Refusal, check_kind, check_payoffs, check_probabilities,
};

/// Distinct things in the order they came, each with its number.
#[derive(Clone)]
pub(super) struct Numbered<T> {
    numbers: FxHashMap<T, u32>,
}

impl<T: Eq + std::hash::Hash> Numbered<T> {
    pub fn new() -> Self {
        Self {
            numbers: FxHashMap::default(),
        }
    }

    /// The number of `thing`; `add` is called if it is new.
    pub fn number<Q>(&mut self, thing: &Q, add: impl FnOnce()) -> u32
    where
        T: std::borrow::Borrow<Q>,
        Q: Eq + std::hash::Hash + ToOwned<Owned = T> + ?Sized,
    {
        if let Some(&known) = self.numbers.get(thing) {
            return known;
        }
        let new = self.numbers.len() as u32;
        self.numbers.insert(thing.to_owned(), new);
        add();
        new
    }

    pub fn clear(&mut self) {
        self.numbers.clear();
    }
}

/// The moves of a run of vertices.
pub(super) struct Listing<G: Game> {
    /// One per vertex: its packed kind.
    pub kinds: Vec<u8>,
    /// One per vertex: where its moves end among all.
    pub ends: Vec<u32>,
    /// One per vertex: the number of its outcome here, [`NO_OUTCOME`] where it has none.
    pub outcome: Vec<u32>,
    /// The distinct outcomes, one number per player each.
    pub outcomes: Vec<Rational>,
    pub moves: Vec<G::Move>,
    /// One per move: the position that it leads to.
    pub after: Vec<G::Position>,
    /// One per move: the plies left there; empty without a ply limit.
    pub plies_left: Vec<u32>,
    /// One per move: the number of its probability here; empty if there is no chance node.
    pub probability: Vec<u32>,
    /// The distinct probabilities.
    pub probabilities: Vec<Rational>,
    /// The moves by the shard in which their positions are looked up.
    pub wanted: [Vec<WantedKeys>; SHARDS],
    numbered: Numbered<Vec<Rational>>,
    numbered_probabilities: Numbered<Rational>,
    /// Probabilities of chance nodes that were found to sum to 1, by their numbers here.
    summed: FxHashSet<Vec<u32>>,
    /// The first contradiction to the game's contract.
    pub fault: Option<Refusal>,
    numbers: Vec<Rational>,
    buffer: Vec<G::Move>,
}

impl<G: Game> Listing<G> {
    pub fn new() -> Self {
        Self {
            kinds: Vec::new(),
            ends: Vec::new(),
            outcome: Vec::new(),
            outcomes: Vec::new(),
            moves: Vec::new(),
            after: Vec::new(),
            plies_left: Vec::new(),
            probability: Vec::new(),
            probabilities: Vec::new(),
            wanted: std::array::from_fn(|_| Vec::new()),
            numbered: Numbered::new(),
            numbered_probabilities: Numbered::new(),
            summed: FxHashSet::default(),
            fault: None,
            numbers: Vec::new(),
            buffer: Vec::new(),
        }
    }

    fn clear(&mut self) {
        let Self {
            kinds,
            ends,
            outcome,
            outcomes,
            moves,
            after,
            plies_left,
            probability,
            probabilities,
            wanted,
            numbered,
            numbered_probabilities,
            summed,
            fault,
            numbers: _,
            buffer: _,
        } = self;
        kinds.clear();
        ends.clear();
        outcome.clear();
        outcomes.clear();
        moves.clear();
        after.clear();
        plies_left.clear();
        probability.clear();
        probabilities.clear();
        numbered_probabilities.clear();
        summed.clear();
        *fault = None;
        wanted.iter_mut().for_each(Vec::clear);
        numbered.clear();
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves of the `index`-th vertex of the run.
    pub fn moves_of(&self, index: usize) -> Range<usize> {
        let start = index
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize);
        start..self.ends[index] as usize
    }

    /// The key of the position to which a move leads.
    pub fn key(&self, mv: usize) -> PositionKey<G::Position> {
        PositionKey {
            position: self.after[mv],
            plies_left: self.plies_left.get(mv).copied().unwrap_or(0),
        }
    }

    /// Lists the moves of these positions, each with the plies that it has left; `stopped`: no
    /// vertex gets moves any more.
    pub fn list(
        &mut self,
        game: &G,
        limits: &Limits,
        stopped: bool,
        positions: &[G::Position],
        plies_left: &[u32],
    ) {
        self.clear();
        for (index, position) in positions.iter().enumerate() {
            let remaining = plies_left.get(index).copied();
            // Nobody else can be rated.
            let known = |player: Player| Player(player.0.min(game.players().max(1) as u8 - 1));
            self.buffer.clear();
            let listed = game.moves(position, &mut self.buffer);
            self.check(|moves| check_kind(game, position, listed, moves));
            let listed = match listed {
                Kind::Decision(player) => Kind::Decision(known(player)),
                Kind::Chance(player) => Kind::Chance(known(player)),
                Kind::End => Kind::End,
            };
            let kind = match listed {
                Kind::End => VertexKind::End,
                // A game may know no moves here.
                Kind::Decision(player) if remaining == Some(0) || self.buffer.is_empty() => {
                    VertexKind::Horizon(player)
                }
                Kind::Decision(player) | Kind::Chance(player) if stopped => {
                    VertexKind::Horizon(player)
                }
                Kind::Decision(player) => VertexKind::Decision(player),
                Kind::Chance(player) => VertexKind::Chance(player),
            };
            self.kinds.push(packed(kind, listed));
            match kind {
                VertexKind::End | VertexKind::Horizon(_) => {
                    let outcome = self.outcome(game, limits, position, listed);
                    self.outcome.push(outcome);
                }
                VertexKind::Decision(_) => {
                    self.outcome.push(NO_OUTCOME);
                    self.follow(game, position, remaining.map(|rest| rest - 1));
                }
                VertexKind::Chance(_) => {
                    self.outcome.push(NO_OUTCOME);
                    self.follow(game, position, remaining);
                    let before = self.moves.len() - self.buffer.len();
                    self.certain_up_to(before);
                    for index in 0..self.buffer.len() {
                        let probability = game.probability(position, self.buffer[index]);
                        let number = self.probability_number(probability);
                        self.probability.push(number);
                    }
                    self.check_sum(game, position, before);
                }
            }
            self.ends.push(self.moves.len() as u32);
        }
        if !self.probability.is_empty() {
            self.certain_up_to(self.moves.len());
        }
    }

    /// Notes the first contradiction; `wrong` gets the number of moves.
    fn check(&mut self, wrong: impl FnOnce(usize) -> Result<(), Refusal>) {
        if self.fault.is_none() {
            self.fault = wrong(self.buffer.len()).err();
        }
    }

    /// Checks the probabilities of the last chance node, whose outcomes start at `before`.
    fn check_sum(&mut self, game: &G, position: &G::Position, before: usize) {
        let numbers = &self.probability[before..];
        if self.summed.contains(numbers) {
            return;
        }
        self.summed.insert(numbers.to_vec());
        let all = numbers.iter();
        let all = all.map(|number| self.probabilities[*number as usize]);
        let wrong = check_probabilities(game, position, all).err();
        self.fault = self.fault.take().or(wrong);
    }

    /// Moves of players are certain.
    fn certain_up_to(&mut self, moves: usize) {
        let one = self.probability_number(crate::game::one());
        self.probability.resize(moves, one);
    }

    fn probability_number(&mut self, probability: Rational) -> u32 {
        let probabilities = &mut self.probabilities;
        self.numbered_probabilities
            .number(&probability, || probabilities.push(probability))
    }

    /// Follows the moves in the buffer.
    fn follow(&mut self, game: &G, position: &G::Position, rest: Option<u32>) {
        for &mv in &self.buffer {
            self.after.push(game.play(position, mv));
        }
        if let Some(remaining) = rest {
            self.plies_left.resize(self.after.len(), remaining);
        }
        self.moves.extend_from_slice(&self.buffer);
    }

    /// Sorts the moves by the shard in which their positions are looked up.
    pub fn want(&mut self) {
        for mv in 0..self.after.len() {
            let hash = self.key(mv).hash();
            self.wanted[hash.shard()].push(WantedKeys {
                mv: mv as u32,
                slot_bits: hash.slot_bits(),
            });
        }
    }

    /// The index of the payoffs of an end, or of the estimate at a horizon.
    fn outcome(&mut self, game: &G, limits: &Limits, position: &G::Position, listed: Kind) -> u32 {
        let players = Player::all(game.players());
        let numbers = &mut self.numbers;
        numbers.clear();
        match listed {
            Kind::End => numbers.extend(players.map(|player| game.payoff(position, player))),
            Kind::Decision(_) => numbers
                .extend(players.map(|player| game.estimate(position, limits.estimate, player))),
            Kind::Chance(_) => numbers.extend(mean_estimates(game, position, limits.estimate)),
        }
        let (outcomes, fault) = (&mut self.outcomes, &mut self.fault);
        self.numbered.number(numbers.as_slice(), || {
            let wrong = check_payoffs(game, position, listed == Kind::End, numbers);
            *fault = fault.take().or(wrong.err());
            outcomes.extend_from_slice(numbers);
        })
    }
}

/// The packed kind of a vertex that the game has listed as `listed`.
pub(super) fn packed(kind: VertexKind, listed: Kind) -> u8 {
    match (kind, listed) {
        (VertexKind::Horizon(_), Kind::Chance(_)) => kind.pack() | HIDES_CHANCE,
        _ => kind.pack(),
    }
}
