//! Monte Carlo tree search (UCT): a tree that grows where random games go well.
//!
//! Each round descends the tree, at every node by the move with the best upper confidence bound of
//! its mean (UCB1). It adds one untried move, plays a random game from there, and adds the result
//! to every node on its way (Kocsis and Szepesvári, *Bandit based Monte-Carlo planning*, 2006;
//! Browne et al., *A survey of Monte Carlo tree search methods*, 2012). Its result is always an
//! estimate, for any number of games.

use std::cmp::Ordering;
use std::sync::Arc;

use super::answer::SearchNumber;
use super::back_up::{Interval, UNBOUNDED};
use super::on_graph::OnGraph;
use super::recording::{CutSizes, Event, Recording, SearchStep};
use crate::game::{Estimate, Game, Rational, to_f64};
use crate::tree::{Unfolding, UnfoldingNode, Vertex, VertexKind};

/// The exploration factor of UCB1, for payoffs from 0 to 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// Maximum length of a random game in moves; a longer one counts with its estimate there.
const LONGEST: u32 = 10_000;

/// The source of random numbers.
pub trait Chance {
    /// A uniform choice among this number of moves.
    fn one_of(&mut self, moves: usize) -> usize;

    /// One of the branches with these probabilities.
    fn branch(&mut self, probabilities: &[Rational]) -> usize;
}

/// The number of random games, and their seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sampling {
    /// Number of random games.
    pub playouts: u32,
    /// The same seed plays the same games.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            playouts: 200,
            seed: 0,
        }
    }
}

/// The results of random games at a node.
#[derive(Clone, Copy, Debug, Default)]
struct Sampled {
    visits: u32,
    total: f64,
    /// Whether a limit ended one of the games, so that an estimate is part of the mean.
    estimated: bool,
}

impl Sampled {
    fn mean(self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    fn known(self) -> Interval {
        match self.visits {
            0 => UNBOUNDED,
            _ => Interval {
                low: self.mean(),
                high: self.mean(),
            },
        }
    }
}

/// The natural logarithms of 0 (as 0), 1, 2 and so on, the same to the last bit on every machine.
struct Logarithms(Vec<f64>);

impl Logarithms {
    /// That of a number: ln n = ln (n − 1) + 2 artanh (1 / (2n − 1)).
    fn of(&mut self, number: u32) -> f64 {
        while self.0.len() <= number as usize {
            let next = self.0.len() as f64;
            let ratio = 1.0 / (2.0 * next - 1.0);
            let square = ratio * ratio;
            let (mut sum, mut power, mut odd) = (0.0, ratio, 1.0);
            while power / odd > f64::EPSILON * ratio {
                sum += power / odd;
                power *= square;
                odd += 2.0;
            }
            let before = self.0.last().copied().unwrap_or(0.0);
            self.0.push(before + 2.0 * sum);
        }
        self.0[number as usize]
    }
}

/// A recorded Monte Carlo tree search on a position graph, one round at a time.
pub struct MonteCarlo<D> {
    game: Arc<OnGraph>,
    draws: D,
    max_plies: Option<u32>,
    estimate: Estimate,
    unfolding: Unfolding,
    /// By the numbers of the unfolding.
    sampled: Vec<Sampled>,
    events: Vec<Event>,
    /// The smallest payoff, and the width of the range.
    range: (f64, f64),
    logarithms: Logarithms,
    rounds: u32,
    of: u32,
    moves: Vec<u32>,
    full: bool,
}

impl<D: Chance> MonteCarlo<D> {
    /// A search from a vertex, with this number of rounds.
    pub fn new(game: Arc<OnGraph>, root: Vertex, rounds: u32, draws: D) -> Self {
        let (minimum, max) = game.payoff_range();
        let min = to_f64(&minimum);
        let mut search = Self {
            range: (min, (to_f64(&max) - min).max(f64::MIN_POSITIVE)),
            game,
            draws,
            max_plies: None,
            estimate: Estimate::default(),
            unfolding: Unfolding::at(root),
            sampled: vec![Sampled::default()],
            events: Vec::new(),
            logarithms: Logarithms(vec![0.0, 0.0]),
            rounds: 0,
            of: rounds,
            moves: Vec::new(),
            full: false,
        };
        search.push(SearchStep::Begin(u32::MAX), UnfoldingNode::ROOT);
        search
    }

    /// The same with a limit on the plies from the root; a longer game counts with its estimate
    /// there.
    #[must_use]
    pub fn limited(self, max_plies: Option<u32>, estimate: Estimate) -> Self {
        Self {
            max_plies,
            estimate,
            ..self
        }
    }

    /// The steps so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The tree so far, with the moves that weren't tried.
    pub fn unfolding(&self) -> &Unfolding {
        &self.unfolding
    }

    /// Plays a round, if one is left; returns whether all were played.
    pub fn step(&mut self) -> bool {
        if !self.is_done() {
            self.round();
        }
        self.is_done()
    }

    fn is_done(&self) -> bool {
        self.rounds >= self.of || self.full
    }

    fn push(&mut self, step: SearchStep, node: UnfoldingNode) {
        let known = self.sampled[node.index()].known();
        self.push_known(step, node, known);
    }

    fn push_known(&mut self, step: SearchStep, node: UnfoldingNode, known: Interval) {
        self.events.push(Event {
            step,
            node,
            window: UNBOUNDED,
            known,
            estimated: self.sampled[node.index()].estimated,
            visits: self.sampled[node.index()].visits,
            pruned: 0,
        });
    }

    /// Whether a game is over at a node, by its rules or by the ply limit.
    fn is_over(&self, vertex: Vertex, ply: u32) -> bool {
        let kind = self.game.graph().kind(vertex);
        let limited = self.max_plies.is_some_and(|max| ply >= max);
        match kind {
            VertexKind::End | VertexKind::Horizon(_) => true,
            // An outcome of chance costs no ply: the dice of the last move still fall.
            VertexKind::Chance(_) => false,
            VertexKind::Decision(_) => limited,
        }
    }

    /// The value of a finished game.
    fn worth(&self, vertex: Vertex) -> f64 {
        let player = self.game.player();
        let worth = match self.game.graph().kind(vertex) {
            VertexKind::End | VertexKind::Horizon(_) => self.game.payoff(&vertex, player),
            _ => self.game.estimate(&vertex, self.estimate, player),
        };
        to_f64(&worth)
    }

    /// One of the moves at a vertex by chance: by their probabilities where those decide.
    fn draw(&mut self, vertex: Vertex) -> u32 {
        let graph = self.game.graph();
        let moves = graph.degree(vertex);
        let index = match graph.kind(vertex) {
            VertexKind::Chance(_) => {
                let places = 0..moves as u32;
                let probabilities: Vec<Rational> = places
                    .map(|slot| self.game.probability(&vertex, slot))
                    .collect();
                self.draws.branch(&probabilities)
            }
            _ => self.draws.one_of(moves),
        };
        index.min(moves.saturating_sub(1)) as u32
    }

    fn child(&self, node: UnfoldingNode, index: u32) -> UnfoldingNode {
        let child = self.unfolding.child_at(node, index as usize);
        child.unwrap_or(node)
    }

    fn round(&mut self) {
        self.rounds += 1;
        let mut node = UnfoldingNode::ROOT;
        self.push(SearchStep::Select, node);
        loop {
            let vertex = self.unfolding.vertex(node);
            if self.is_over(vertex, self.unfolding.ply(node)) {
                break;
            }
            if !self.unfolding.unfold(self.game.graph(), node) {
                self.full = true;
                break;
            }
            self.sampled
                .resize(self.unfolding.len(), Sampled::default());
            let index = match self.game.graph().kind(vertex) {
                VertexKind::Chance(_) => self.draw(vertex),
                _ => self.choose(node, vertex),
            };
            let child = self.child(node, index);
            if child == node {
                break;
            }
            node = child;
            if self.sampled[node.index()].visits == 0 {
                self.push(SearchStep::Expand, node);
                break;
            }
            self.push(SearchStep::Select, node);
        }
        let (end, plies) = self.playout(node);
        let worth = self.worth(end);
        let estimated = self.game.graph().kind(end) != VertexKind::End;
        let known = Interval {
            low: worth,
            high: worth,
        };
        self.push_known(SearchStep::Playout(plies), node, known);
        let mut above = Some(node);
        while let Some(node) = above {
            let sampled = &mut self.sampled[node.index()];
            sampled.visits += 1;
            sampled.total += worth;
            sampled.estimated |= estimated;
            self.push(SearchStep::BackUp, node);
            above = self.unfolding.parent(node);
        }
    }

    /// The index of a move: a random one of the untried moves, otherwise the one with the best
    /// upper bound.
    fn choose(&mut self, node: UnfoldingNode, vertex: Vertex) -> u32 {
        let children = self.unfolding.children(node).enumerate();
        let untried = children.filter(|(_, child)| self.sampled[child.index()].visits == 0);
        self.moves.clear();
        self.moves.extend(untried.map(|(place, _)| place as u32));
        if !self.moves.is_empty() {
            let slot = self.draws.one_of(self.moves.len());
            return self.moves.get(slot).copied().unwrap_or(0);
        }
        let larger = self.game.choice(vertex) == Some(Ordering::Greater);
        let visits = self.sampled[node.index()].visits;
        let logarithm = self.logarithms.of(visits);
        let (min, span) = self.range;
        let mut best = (f64::NEG_INFINITY, 0);
        for (index, child) in self.unfolding.children(node).enumerate() {
            let sampled = self.sampled[child.index()];
            let share = (sampled.mean() - min) / span;
            let share = if larger { share } else { 1.0 - share };
            let bound = share + EXPLORATION * (logarithm / f64::from(sampled.visits)).sqrt();
            if bound > best.0 {
                best = (bound, index as u32);
            }
        }
        best.1
    }

    /// Plays a random game from a node to its end: returns the end and its length in plies.
    fn playout(&mut self, node: UnfoldingNode) -> (Vertex, u32) {
        let mut vertex = self.unfolding.vertex(node);
        let begun = self.unfolding.ply(node);
        let mut plies = 0;
        let mut steps = 0;
        while !self.is_over(vertex, begun + plies) && steps < LONGEST {
            let index = self.draw(vertex);
            let graph = self.game.graph();
            let Some(target) = graph.targets(vertex).get(index as usize) else {
                break;
            };
            plies += graph.cost(vertex);
            steps += 1;
            vertex = *target;
        }
        (vertex, plies)
    }

    /// The result: the move with the most games, their mean, and the recording. Without a choice of
    /// moves it is the mean at the root.
    pub fn finish(mut self) -> (Option<SearchNumber>, Recording) {
        let root = UnfoldingNode::ROOT;
        let vertex = self.unfolding.vertex(root);
        let mut chosen = root;
        if let Some(choice) = self.game.choice(vertex) {
            let better = |a: Sampled, b: Sampled| {
                let mean = a.mean().total_cmp(&b.mean());
                let mean = match choice {
                    Ordering::Greater => mean,
                    _ => mean.reverse(),
                };
                a.visits.cmp(&b.visits).then(mean) == Ordering::Greater
            };
            for child in self.unfolding.children(root) {
                let sampled = |node: UnfoldingNode| self.sampled[node.index()];
                if chosen == root || better(sampled(child), sampled(chosen)) {
                    chosen = child;
                }
            }
        }
        let found = self.sampled[chosen.index()];
        let answer = (found.visits > 0).then(|| SearchNumber::Double(found.mean()));
        if answer.is_some() {
            self.push(SearchStep::Choose, chosen);
        }
        let recording =
            Recording::new(self.events, self.unfolding, Vec::new(), CutSizes::default());
        (answer, recording)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_agree_with_the_standard_library_to_twelve_digits() {
        let mut logarithms = Logarithms(vec![0.0, 0.0]);
        for number in [1_u32, 2, 3, 10, 1_000, 100_000] {
            let (own, library) = (logarithms.of(number), f64::from(number).ln());
            assert!((own - library).abs() < 1e-12 * library.max(1.0), "{number}");
        }
    }
}
