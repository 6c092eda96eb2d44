//! The questions about one position: its rating, those of its moves, and a best line.

use std::sync::Arc;

use super::super::answer::{SearchAnswer, Tasks, answer, check_searchable, needs_known_positions};
use super::super::back_up::{Interval, PayoffValues, Status};
use super::super::method::SearchOptions;
use super::super::solver::SearchProgress;
use super::numbers::UNKNOWN;
use super::{BoundProver, ProvenBounds};
use crate::game::{Game, Kind, Player, Refusal};

/// A search for the ratings of one position and of its moves, and for a best line, by proof
/// numbers.
///
/// [`step`](Self::step) does a bounded amount of work; dropping it cancels.
/// [`answer`](Self::answer) returns what is proven at any time.
pub struct ProofSearch<G: Game> {
    game: Arc<G>,
    options: SearchOptions,
    tasks: Tasks,
    prover: BoundProver<G>,
    root: ProofNode<G>,
    /// The moves of the best line so far, and the node where it goes on.
    line: Vec<G::Move>,
    at: ProofNode<G>,
    /// The place among them that is asked for.
    asked: Option<ProofTarget>,
    done: bool,
}

/// A position with its moves, and what is proven of each.
struct ProofNode<G: Game> {
    position: G::Position,
    bounds: ProvenBounds,
    /// Whether the rated player chooses.
    max: bool,
    moves: Vec<(G::Move, G::Position, ProvenBounds)>,
}

/// What a question is about.
#[derive(Clone, Copy, Debug)]
enum ProofTarget {
    Root,
    /// A move of the root.
    Move(usize),
    /// A move at the end of the best line.
    Line(usize),
}

/// Checks that positions of a game can be rated by proof numbers.
///
/// # Errors
/// Chance, positions that repeat, a ply limit, players each for itself, or a position of which the
/// game knows no moves.
pub fn check_provable<G: Game>(
    game: &G,
    root: &G::Position,
    options: &SearchOptions,
) -> Result<(), Refusal> {
    if game.hides_positions() {
        return Err(needs_known_positions());
    }
    let remedy = "leave out --algorithm, or use alpha-beta";
    let what = if game.has_chance() {
        "proof numbers know no chance"
    } else if game.may_recur() {
        "proof numbers need a game in which no position repeats"
    } else if options.max_plies.is_some() {
        "proof numbers know no ply limit"
    } else if is_unknown(game, root) {
        "nothing is known about this position"
    } else {
        return check_searchable(game);
    };
    Err(Refusal::new(what, remedy))
}

/// Whether the game knows no moves of a position, though it isn't an end.
fn is_unknown<G: Game>(game: &G, position: &G::Position) -> bool {
    let mut moves = Vec::new();
    let kind = game.moves(position, &mut moves);
    kind != Kind::End && moves.is_empty()
}

impl<G: Game> ProofSearch<G> {
    /// A search that has not begun, of a game that [`check_provable`] accepts.
    pub fn new(game: Arc<G>, root: G::Position, options: SearchOptions) -> Self {
        let range = PayoffValues::new(game.payoff_range(), false).range();
        let mut moves = Vec::new();
        game.moves(&root, &mut moves);
        let tasks = Tasks::new(&*game, &options, range, moves.len());
        let player = tasks.current().map_or(Player(0), |(player, ..)| player);
        let (bytes, symmetry) = (options.table_bytes, options.symmetry);
        let prover = BoundProver::new(Arc::clone(&game), player, root, bytes, symmetry);
        Self {
            root: ProofNode::new(&prover, root, ProvenBounds::open(range)),
            at: ProofNode::new(&prover, root, ProvenBounds::open(range)),
            line: Vec::new(),
            prover,
            game,
            options,
            tasks,
            asked: None,
            done: false,
        }
    }

    /// Visits up to `work` more nodes.
    pub fn step(&mut self, work: u64) -> SearchProgress {
        let until = self.prover.nodes().saturating_add(work);
        while !self.done {
            if self.asked.is_none() || self.prover.is_answered() {
                self.ask();
            }
            let nodes = self.prover.nodes();
            if nodes >= until {
                break;
            }
            if self.asked.is_some() {
                self.prover.step(until - nodes);
            }
        }
        self.progress()
    }

    /// Takes the last answer, and asks the next question.
    fn ask(&mut self) {
        if let Some(place) = self.asked.take() {
            let found = self.prover.answer();
            let bounds = match place {
                ProofTarget::Root => &mut self.root.bounds,
                ProofTarget::Move(index) => &mut self.root.moves[index].2,
                ProofTarget::Line(index) => &mut self.at.moves[index].2,
            };
            *bounds = bounds.and(found);
        }
        self.root.look_up(&self.prover);
        let open = |bounds: &ProvenBounds| !bounds.interval.is_point();
        if open(&self.root.bounds) {
            return self.ask_about(ProofTarget::Root, self.root.position, self.root.bounds);
        }
        let index = self.root.moves.iter().position(|(.., bounds)| open(bounds));
        if let Some(index) = index {
            let (_, position, bounds) = self.root.moves[index];
            return self.ask_about(ProofTarget::Move(index), position, bounds);
        }
        self.at.bounds = self.at.bounds.and(self.prover.bounds(&self.at.position));
        if self.line.is_empty() {
            self.at.bounds = self.root.bounds;
            for (known, found) in self.at.moves.iter_mut().zip(&self.root.moves) {
                known.2 = found.2;
            }
        }
        while self.tasks.found.len() == 1 && !self.at.moves.is_empty() {
            self.at.look_up(&self.prover);
            if let Some(index) = self.at.best(self.prover.values().range()) {
                let (mv, position, bounds) = self.at.moves[index];
                self.line.push(mv);
                self.at = ProofNode::new(&self.prover, position, bounds);
                continue;
            }
            let Some(index) = self.at.first_open() else {
                break;
            };
            let (_, position, bounds) = self.at.moves[index];
            return self.ask_about(ProofTarget::Line(index), position, bounds);
        }
        self.finish();
    }

    /// Ends the search for one player, and begins it for the next, if there is one.
    fn finish(&mut self) {
        self.tasks.add(&self.statuses(), false);
        self.tasks.next(false);
        let Some((player, ..)) = self.tasks.current() else {
            self.done = true;
            return;
        };
        let open = ProvenBounds::open(self.prover.values().range());
        let position = self.root.position;
        self.prover = self
            .prover
            .for_player(player, position, self.options.table_bytes);
        self.root = ProofNode::new(&self.prover, position, open);
    }

    /// Asks which half of its interval the rating of a position is in.
    fn ask_about(&mut self, place: ProofTarget, position: G::Position, bounds: ProvenBounds) {
        let Interval { low, high } = bounds.interval;
        let middle = f64::midpoint(low, high);
        let threshold = if middle > low { middle } else { high };
        self.prover.ask(position, bounds, threshold);
        self.asked = Some(place);
    }

    /// The statuses of the root and of its moves.
    fn statuses(&self) -> Vec<Status> {
        let moves = self.root.moves.iter().map(|(.., bounds)| bounds);
        std::iter::once(&self.root.bounds)
            .chain(moves)
            .map(|bounds| match bounds.interval.is_point() {
                true => Status::closed(bounds.interval),
                false => Status::open(bounds.interval),
            })
            .collect()
    }

    /// The progress of the search.
    pub fn progress(&self) -> SearchProgress {
        let moves = self.root.moves.iter();
        let closed = moves.filter(|(.., bounds)| bounds.interval.is_point());
        SearchProgress {
            moves: (closed.count(), self.root.moves.len()),
            done: self.done,
            ..self.prover.progress()
        }
    }

    /// The results so far.
    pub fn answer(&self) -> SearchAnswer<G::Move> {
        let mut tasks = self.tasks.clone();
        if !self.done {
            tasks.add(&self.statuses(), false);
        }
        let moves: Vec<G::Move> = self.root.moves.iter().map(|(mv, ..)| *mv).collect();
        let range = self.prover.values().range();
        let plies = self.root.bounds.wins_within(range);
        SearchAnswer {
            line: match self.done {
                true => self.line.clone(),
                false => Vec::new(),
            },
            wins_within: plies
                .filter(|_| self.done && self.tasks.found.len() == 1)
                // A full table may have lost the quickest line.
                .map(|plies| plies.max(self.line.len() as u32)),
            ..answer(&tasks, self.prover.values(), &moves, self.done)
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position that is rated.
    pub fn root(&self) -> &G::Position {
        &self.root.position
    }

    /// The search options.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// The number of positions that fit in the table.
    pub fn table_capacity(&self) -> usize {
        self.prover.table_capacity()
    }
}

impl<G: Game> ProofNode<G> {
    fn new(prover: &BoundProver<G>, position: G::Position, bounds: ProvenBounds) -> Self {
        let mut moves = Vec::new();
        let kind = prover.game.moves(&position, &mut moves);
        let open = ProvenBounds::open(prover.values().range());
        Self {
            position,
            bounds,
            max: kind == Kind::Decision(prover.player),
            moves: moves
                .into_iter()
                .map(|mv| (mv, prover.game.play(&position, mv), open))
                .collect(),
        }
    }

    /// Reads what the table knows of it, and what follows from the one for the others.
    fn look_up(&mut self, prover: &BoundProver<G>) {
        self.bounds = self.bounds.and(prover.bounds(&self.position));
        let Interval { low, high } = self.bounds.interval;
        for (_, position, bounds) in &mut self.moves {
            *bounds = bounds.and(prover.bounds(position));
            // No move is better for the side that chooses than the position.
            let known = match self.max {
                true => Interval {
                    high,
                    ..bounds.interval
                },
                false => Interval {
                    low,
                    ..bounds.interval
                },
            };
            *bounds = bounds.and(ProvenBounds::open(known));
        }
    }

    /// The move to play at a node whose rating is known: the soonest of those that keep it, or the
    /// one that holds out longest where nothing can be lost any more.
    fn best(&self, range: Interval) -> Option<usize> {
        let rating = self.bounds.interval.low;
        let lost = match self.max {
            true => rating == range.low,
            false => rating == range.high,
        };
        let plies = |index: &usize| {
            let bounds = &self.moves[*index].2;
            let plies = match self.max != lost {
                true => bounds.plies_to_low,
                false => bounds.plies_to_high,
            };
            match lost {
                false => i16::from(plies),
                true => -i16::from(plies % UNKNOWN),
            }
        };
        let keeps = |index: &usize| self.moves[*index].2.interval == Interval::point(rating);
        (0..self.moves.len()).filter(keeps).min_by_key(plies)
    }

    fn first_open(&self) -> Option<usize> {
        let open = |(.., bounds): &(_, _, ProvenBounds)| !bounds.interval.is_point();
        self.moves.iter().position(open)
    }
}
