//! Proof-number search: rates positions of games whose graph doesn't fit.
//!
//! It asks yes-or-no questions, "is the rating at least this much?", and answers each by df-pn, the
//! depth-first form of proof-number search (Nagai, *Df-pn algorithm for searching AND/OR trees and
//! its applications*, 2002; Kishimoto, Winands, Müller and Saito, *Game-tree search using proof
//! numbers: the first twenty years*, 2012).

mod numbers;
mod search;

use std::sync::Arc;

use super::back_up::{Interval, PayoffValues};
use super::slot::{TableKey, TablePlace};
use super::solver::SearchProgress;
use super::table::Slots;
use crate::game::{Estimate, Game, Kind, Player, near_f64};

pub use self::numbers::ProvenBounds;
use self::numbers::{ProofEntry, back_up};
use numbers::{INFINITE, MoveNumbers, ProofNumbers};
pub use search::{ProofSearch, check_provable};

/// The first number of a position that is quite lost, by its estimate. (Measured on eight hard 4×4
/// boards of Dice of Doom: 32 takes a tenth more nodes, 100 a quarter more.)
const GUESSED: u32 = 48;

/// A node on the current line.
struct LineNode {
    /// Whether the rated player chooses.
    max: bool,
    /// The index of its first move among all children.
    first: usize,
    /// The index of the node itself among all children.
    child: usize,
    /// Work on it ends once one of its numbers reaches these: of the side that chooses, and the other's.
    limits: (u32, u32),
    /// What was known when it was entered.
    known: ProvenBounds,
    /// The number of visited nodes when it was entered.
    entered: u64,
}

/// A move of such a node.
struct Child<G: Game> {
    key: TableKey<G::Position>,
    position: G::Position,
    bounds: ProvenBounds,
    numbers: ProofNumbers,
}

/// Proves bounds of one player's ratings, of any position of a game. What was proven once is
/// remembered.
pub struct BoundProver<G: Game> {
    game: Arc<G>,
    player: Player,
    values: PayoffValues,
    table: Slots<ProofEntry<G::Position>>,
    symmetry: bool,
    /// The estimate that gives positions their first numbers.
    finest: Option<Estimate>,
    frames: Vec<LineNode>,
    /// The moves of all nodes on the line. The first is the position that is asked for.
    children: Vec<Child<G>>,
    buffer: Vec<G::Move>,
    threshold: f64,
    question: u8,
    asked: Vec<f64>,
    progress: SearchProgress,
}

impl<G: Game> BoundProver<G> {
    /// Starts with an empty table of at most this many bytes. `position` is any position, and
    /// `symmetry` whether equivalent positions share an entry.
    pub fn new(
        game: Arc<G>,
        player: Player,
        position: G::Position,
        bytes: usize,
        symmetry: bool,
    ) -> Self {
        let values = PayoffValues::new(game.payoff_range(), false);
        // A game's only estimate is mostly the middle of the payoffs, which says nothing.
        let finest = match game.estimates() {
            [] | [_] => None,
            [.., finest] => Some(*finest),
        };
        Self {
            table: Slots::new(bytes, position),
            player,
            values,
            symmetry,
            finest,
            frames: Vec::new(),
            children: Vec::new(),
            buffer: Vec::new(),
            threshold: 0.0,
            question: 1,
            asked: Vec::new(),
            progress: SearchProgress::default(),
            game,
        }
    }

    /// The range of payoffs.
    pub fn values(&self) -> &PayoffValues {
        &self.values
    }

    /// The number of positions that fit in the table.
    pub fn table_capacity(&self) -> usize {
        self.table.capacity()
    }

    /// The same for another player, with an empty table.
    #[must_use]
    pub fn for_player(&self, player: Player, position: G::Position, bytes: usize) -> Self {
        Self {
            progress: self.progress,
            values: self.values.clone(),
            ..Self::new(
                Arc::clone(&self.game),
                player,
                position,
                bytes,
                self.symmetry,
            )
        }
    }

    /// The number of nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.progress.nodes
    }

    /// What was done so far.
    pub fn progress(&self) -> SearchProgress {
        SearchProgress {
            table_positions: self.table.len(),
            table_bytes: self.table.bytes(),
            ..self.progress
        }
    }

    /// What is proven about a position.
    pub fn bounds(&self, position: &G::Position) -> ProvenBounds {
        let key = self.key(position);
        let open = ProvenBounds::open(self.values.range());
        match self.table.get(&key) {
            Some(stored) => open.and(stored.bounds(&self.values)),
            None => open,
        }
    }

    /// Asks whether the rating of a position is at least `threshold`.
    pub fn ask(&mut self, position: G::Position, known: ProvenBounds, threshold: f64) {
        self.threshold = threshold;
        let asked = self.asked.iter().position(|one| *one == threshold);
        let index = asked.unwrap_or_else(|| {
            self.asked.push(threshold);
            self.asked.len() - 1
        });
        // The numbers of another question with the same name are a guess, as all of them are.
        self.question = (index % usize::from(u8::MAX)) as u8 + 1;
        self.frames.clear();
        self.children.clear();
        let mut root = self.child(self.key(&position), position);
        root.bounds = root.bounds.and(known);
        self.children.push(root);
    }

    /// The bounds of the position that was asked for.
    pub fn answer(&self) -> ProvenBounds {
        self.children[0].bounds
    }

    /// Whether the question is answered.
    pub fn is_answered(&self) -> bool {
        self.frames.is_empty()
            && ProofNumbers::of(self.children[0].bounds.interval, self.threshold).is_some()
    }

    /// Visits up to `work` more nodes.
    pub fn step(&mut self, work: u64) {
        let until = self.progress.nodes.saturating_add(work);
        while !self.is_answered() {
            let next = match self.frames.len().checked_sub(1) {
                None => Some((0, (INFINITE, INFINITE))),
                Some(top) => self.next(top),
            };
            match next {
                Some(_) if self.progress.nodes >= until => break,
                Some((child, limits)) => self.enter(child, limits),
                None => {}
            }
        }
    }

    /// The best move of the last node of the line, and its limits; `None` if the node was left.
    fn next(&mut self, top: usize) -> Option<(usize, (u32, u32))> {
        let frame = &self.frames[top];
        let (first, max) = (frame.first, frame.max);
        loop {
            let moves = &self.children[first..];
            let sum = MoveNumbers::of(moves.iter().map(|child| child.numbers.seen_by(max)));
            let limits = self.frames[top].limits;
            // One move answers for the side that chooses, all of them for the other.
            let is_answered = sum.own == 0 || sum.other == 0;
            if is_answered || sum.own >= limits.0 || sum.other >= limits.1 {
                let bounds = back_up(max, moves.iter().map(|child| child.bounds));
                let bounds = bounds.and(self.frames[top].known);
                let answer = ProofNumbers::of(bounds.interval, self.threshold);
                let open = || ProofNumbers::as_seen_by(max, sum.own, sum.other);
                self.leave(bounds, answer.unwrap_or_else(open));
                return None;
            }
            // Other lines may have found more about it.
            if !self.look_up(first + sum.best) {
                return Some((first + sum.best, sum.limits(limits)));
            }
        }
    }

    /// Reads what the table knows of a child; returns whether that is news.
    fn look_up(&mut self, index: usize) -> bool {
        let child = &mut self.children[index];
        let Some(stored) = self.table.get(&child.key) else {
            return false;
        };
        let before = (child.bounds, child.numbers);
        child.bounds = child.bounds.and(stored.bounds(&self.values));
        let answer = ProofNumbers::of(child.bounds.interval, self.threshold);
        if let Some(numbers) = answer.or_else(|| stored.numbers(self.question)) {
            child.numbers = numbers;
        }
        (child.bounds, child.numbers) != before
    }

    /// Visits a child.
    fn enter(&mut self, index: usize, limits: (u32, u32)) {
        let child = &self.children[index];
        let (position, known) = (child.position, child.bounds);
        self.progress.nodes += 1;
        self.progress.longest_line = self.progress.longest_line.max(self.frames.len());
        let mut moves = std::mem::take(&mut self.buffer);
        moves.clear();
        let max = match self.game.moves(&position, &mut moves) {
            Kind::Decision(mover) => mover == self.player,
            Kind::End | Kind::Chance(_) => {
                self.buffer = moves;
                let payoff = self.values.of(self.game.payoff(&position, self.player));
                self.note(index, ProvenBounds::end(payoff), 1);
                return;
            }
        };
        let first = self.children.len();
        for mv in &moves {
            let after = self.game.play(&position, *mv);
            let key = self.key(&after);
            self.children.push(Child {
                key,
                position: after,
                bounds: known,
                numbers: ProofNumbers::default(),
            });
        }
        self.buffer = moves;
        self.table
            .load(self.children[first..].iter().map(|child| &child.key));
        for index in first..self.children.len() {
            let Child { key, position, .. } = self.children[index];
            self.children[index] = self.child(key, position);
        }
        // Seen by the side that chooses here.
        let parent = self.frames.last().is_none_or(|frame| frame.max);
        let limits = match parent == max {
            true => limits,
            false => (limits.1, limits.0),
        };
        self.frames.push(LineNode {
            max,
            first,
            child: index,
            limits,
            known,
            entered: self.progress.nodes,
        });
    }

    /// Removes the last node of the line.
    fn leave(&mut self, bounds: ProvenBounds, numbers: ProofNumbers) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.children.truncate(frame.first);
        self.children[frame.child].numbers = numbers;
        let cost = self.progress.nodes - frame.entered + 1;
        self.note(frame.child, bounds, cost);
    }

    /// Stores what was found of a child, at a cost in nodes.
    fn note(&mut self, index: usize, bounds: ProvenBounds, cost: u64) {
        let child = &mut self.children[index];
        child.bounds = child.bounds.and(bounds);
        if let Some(numbers) = ProofNumbers::of(child.bounds.interval, self.threshold) {
            child.numbers = numbers;
        }
        let (key, bounds, numbers) = (child.key, child.bounds, child.numbers);
        let (question, values) = (self.question, &self.values);
        self.table.put(&key, |old| {
            let (bounds, cost) = match old {
                Some(old) => (bounds.and(old.bounds(values)), cost + (1 << old.effort())),
                None => (bounds, cost),
            };
            ProofEntry::new(&key, bounds, numbers, question, cost.ilog2() as u8, values)
        });
    }

    fn child(&mut self, key: TableKey<G::Position>, position: G::Position) -> Child<G> {
        let open = ProvenBounds::open(self.values.range());
        let (bounds, numbers) = match self.table.get(&key) {
            Some(stored) => {
                self.progress.table_hits += 1;
                (
                    open.and(stored.bounds(&self.values)),
                    stored.numbers(self.question),
                )
            }
            None => (open, None),
        };
        let numbers = ProofNumbers::of(bounds.interval, self.threshold)
            .or(numbers)
            .unwrap_or_else(|| self.guess(&position));
        Child {
            key,
            position,
            bounds,
            numbers,
        }
    }

    /// The first numbers of a position: who is ahead has less to show.
    fn guess(&self, position: &G::Position) -> ProofNumbers {
        let Interval { low, high } = self.values.range();
        let Some(estimate) = self.finest.filter(|_| low < high) else {
            return ProofNumbers {
                proof: 1,
                disproof: 1,
            };
        };
        let estimate = self.game.estimate(position, estimate, self.player);
        let share = ((near_f64(&estimate) - low) / (high - low)).clamp(0.0, 1.0);
        let ahead = (share * f64::from(GUESSED)).round() as u32;
        ProofNumbers {
            proof: 1 + GUESSED - ahead,
            disproof: 1 + ahead,
        }
    }

    fn key(&self, position: &G::Position) -> TableKey<G::Position> {
        let class = match self.symmetry {
            true => self.game.canonical(position),
            false => *position,
        };
        TableKey::new(class, 0)
    }
}
