//! The search itself: depth-first alpha-beta or minimax, with an explicit stack.

use std::sync::Arc;

use hashbrown::HashTable;

use super::answer::{SearchAnswer, Tasks, answer};
use super::back_up::{Interval, PayoffValues, Status, Turn, UNBOUNDED, back_up};
use super::frame::{SearchFrame, SearchMove, ThresholdQuestion, satisfies, window_of};
use super::method::{Algorithm, LimitLeafValue, SearchOptions};
use super::recorder::{NodeEvent, Observer, best_of};
use super::slot::{TableEntry, TableKey};
use super::table::PositionTable;
use crate::game::{Estimate, Game, Kind, Player, Rational};

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SearchProgress {
    /// Nodes visited: positions whose moves were listed, counted each time they are reached.
    pub nodes: u64,
    /// The number of cuts: moves that couldn't change the rating.
    pub cutoffs: u64,
    /// The number of nodes that the table made unnecessary to visit.
    pub table_hits: u64,
    /// The number of positions in the table.
    pub table_positions: usize,
    /// The bytes that the table takes.
    pub table_bytes: usize,
    /// The longest visited line, in plies.
    pub longest_line: usize,
    /// The number of rated moves of the root in the current walk, and the number of all.
    pub moves: (usize, usize),
    /// Whether all is done.
    pub done: bool,
}

/// A search for the ratings of one position and of its moves.
///
/// [`step`](Self::step) does a bounded amount of work; dropping it cancels.
/// [`answer`](Self::answer) returns the proven intervals at any time. They contain the true
/// ratings, and only shrink.
pub struct AlphaBetaSearch<G: Game, O: Observer<G> = ()> {
    pub(super) game: Arc<G>,
    pub(super) root: G::Position,
    pub(super) root_moves: Vec<G::Move>,
    pub(super) options: SearchOptions,
    pub(super) observer: O,
    pub(super) values: PayoffValues,
    pub(super) table: PositionTable<G::Position>,
    pub(super) tasks: Tasks,
    pub(super) player: Player,
    pub(super) horizons: LimitLeafValue,
    pub(super) finest: Option<Estimate>,
    pub(super) frames: Vec<SearchFrame<G>>,
    pub(super) children: Vec<SearchMove<G>>,
    /// The frames of a line on which positions could recur, by their positions.
    pub(super) on_line: HashTable<u32>,
    pub(super) question: Option<ThresholdQuestion>,
    /// The number of the current pass over the walk, counted from 1; repeated since positions
    /// recur.
    pub(super) pass: u8,
    /// Whether moves are searched without null windows, since a question had no answer.
    pub(super) wide: bool,
    /// The statuses when that pass started.
    pub(super) before: Vec<Status>,
    /// Whether this walk has met a horizon.
    pub(super) cut: bool,
    pub(super) buffer: Vec<G::Move>,
    /// The number of visited nodes at which this step ends.
    pub(super) until: u64,
    /// Whether there is another node to visit, and the step is over.
    pub(super) paused: bool,
    /// That node, among all moves of the line, and its window.
    waiting: Option<(usize, Interval)>,
    pub(super) progress: SearchProgress,
}

impl<G: Game> AlphaBetaSearch<G> {
    /// A search without an observer.
    pub fn new(game: Arc<G>, root: G::Position, options: SearchOptions) -> Self {
        Self::observed(game, root, options, ())
    }
}

impl<G: Game, O: Observer<G>> AlphaBetaSearch<G, O> {
    /// A search with an observer.
    pub fn observed(
        game: Arc<G>,
        root: G::Position,
        mut options: SearchOptions,
        observer: O,
    ) -> Self {
        let mut values = PayoffValues::new(game.payoff_range(), game.has_chance());
        if options.textbook.is_some_and(|textbook| !textbook.range) {
            values = values.without_range();
        }
        let mut root_moves = Vec::new();
        let root_kind = game.moves(&root, &mut root_moves);
        if matches!(root_kind, Kind::Decision(_)) {
            if root_moves.is_empty() {
                // The game knows no moves here.
                options.max_plies = Some(0);
            } else if options.max_plies == Some(0) {
                root_moves.clear();
            }
        }
        let tasks = Tasks::new(&*game, &options, values.range(), root_moves.len());
        Self {
            table: PositionTable::of(&options, &values, root),
            finest: game.estimates().last().copied(),
            game,
            root,
            root_moves,
            options,
            observer,
            values,
            tasks,
            player: Player(0),
            horizons: LimitLeafValue::Low,
            frames: Vec::new(),
            children: Vec::new(),
            on_line: HashTable::new(),
            question: None,
            pass: 1,
            wide: false,
            before: Vec::new(),
            cut: false,
            buffer: Vec::new(),
            until: 0,
            paused: false,
            waiting: None,
            progress: SearchProgress::default(),
        }
    }

    /// Visits up to `work` more nodes, and does all that needs no further one.
    pub fn step(&mut self, work: u64) -> SearchProgress {
        self.until = self.progress.nodes.saturating_add(work);
        self.paused = false;
        while !self.progress.done && !self.paused {
            self.advance();
        }
        self.progress()
    }

    /// The progress of the search.
    pub fn progress(&self) -> SearchProgress {
        let root = self.root_children();
        let closed = root.iter().filter(|child| child.status.closed).count();
        SearchProgress {
            table_positions: self.table.len(),
            table_bytes: self.table.bytes(),
            moves: (closed, self.root_moves.len()),
            ..self.progress
        }
    }

    /// The results so far.
    pub fn answer(&self) -> SearchAnswer<G::Move> {
        let mut tasks = self.tasks.clone();
        if !self.frames.is_empty() {
            tasks.add(&self.statuses(), self.cut);
        }
        answer(&tasks, &self.values, &self.root_moves, self.progress.done)
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position that is rated.
    pub fn root(&self) -> &G::Position {
        &self.root
    }

    /// The search options.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// The payoffs and estimates that the search has met, each perhaps more than once, and the ends
    /// of their range; none with chance.
    pub fn payoffs(&self) -> impl Iterator<Item = Rational> {
        self.values.payoffs()
    }

    /// The number of positions that fit in the table.
    pub fn table_capacity(&self) -> usize {
        self.table.capacity()
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// The observer, after the search.
    pub fn into_observer(self) -> O {
        self.observer
    }

    fn root_children(&self) -> &[SearchMove<G>] {
        &self.children[..self.root_moves.len().min(self.children.len())]
    }

    /// The status of the root, then of its moves in the rules' order.
    pub(super) fn statuses(&self) -> Vec<Status> {
        let children = self.root_children();
        let mut all = vec![Status::open(self.values.range()); children.len() + 1];
        if let Some(frame) = self.frames.first() {
            all[0] = back_up(
                frame.turn,
                children.iter().map(SearchMove::backed),
                frame.known,
            );
        }
        for child in children {
            all[child.index + 1] = child.status;
        }
        all
    }

    fn advance(&mut self) {
        if let Some((index, window)) = self.waiting.take() {
            self.enter(index, window);
            return;
        }
        match (self.frames.len(), self.question) {
            (0, _) => self.begin(),
            (_, None) => self.ask(),
            (1, Some(ThresholdQuestion { child: Some(_), .. })) => self.advance_at_root(),
            _ => self.advance_line(),
        }
    }

    /// Continues with the last node of the line: another move, or back.
    fn advance_line(&mut self) {
        let top = self.frames.len() - 1;
        let frame = &self.frames[top];
        let moves = &self.children[frame.first..];
        let status = back_up(
            frame.turn,
            moves.iter().map(SearchMove::backed),
            frame.known,
        );
        let satisfied = satisfies(&status, frame.window);
        let finished = satisfied && self.cuts();
        if !finished && let Some((index, window)) = self.next_move(top, &status) {
            self.enter(index, window);
            return;
        }
        let mut status = status;
        if !satisfied {
            (status.closed, status.stuck) = (true, true);
        }
        if self.cuts() {
            self.note_cutoff(top, &status);
        }
        if top == 0 {
            self.question = None;
            if !satisfied {
                self.give_up(None);
            }
            return;
        }
        self.leave(status);
    }

    /// The next move of a node that must be searched, and its window.
    fn next_move(&mut self, top: usize, status: &Status) -> Option<(usize, Interval)> {
        let cuts = self.cuts();
        loop {
            let frame = &self.frames[top];
            let moves = &self.children[frame.first..];
            let Some(child) = moves.get(frame.next) else {
                if cuts && frame.turn == Turn::Chance && !frame.again {
                    let frame = &mut self.frames[top];
                    (frame.next, frame.again) = (0, true);
                    continue;
                }
                return None;
            };
            let window = match cuts {
                true => window_of(frame, status, moves, frame.next),
                false => (!child.status.closed).then_some(UNBOUNDED),
            };
            let index = frame.first + frame.next;
            self.frames[top].next += 1;
            match window {
                Some(window) => return Some((index, window)),
                None => self.note_looked_up(index),
            }
        }
    }

    /// Searches a move of the last node of the line.
    pub(super) fn enter(&mut self, index: usize, window: Interval) {
        let child = &mut self.children[index];
        child.looked_up = false;
        let (key, position, slot) = (child.key, child.position, child.index);
        let mv = Some(child.mv);
        let ply = self.frames.len();
        let mut event = NodeEvent {
            ply,
            mv,
            index: slot,
            position: &position,
            kind: None,
            window,
        };
        let entry = self.table.read(&key, self.pass, &self.values);
        if let Some(entry) = entry {
            child.status = child.status.and(entry.status);
            let enough = match self.options.algorithm {
                Algorithm::Minimax => child.status.closed,
                _ => satisfies(&child.status, window),
            };
            if enough {
                self.progress.table_hits += 1;
                self.observer.table_hit(&event, child.status.interval);
                return;
            }
        }
        if let Some(known) = self.known_on_line(&key) {
            self.observer.recurs(&event);
            let status = &mut self.children[index].status;
            status.interval = status.interval.and(known);
            (status.closed, status.stuck) = (true, true);
            return;
        }
        if self.progress.nodes >= self.until {
            (self.paused, self.waiting) = (true, Some((index, window)));
            return;
        }
        self.progress.nodes += 1;
        self.progress.longest_line = self.progress.longest_line.max(ply);
        let mut moves = std::mem::take(&mut self.buffer);
        moves.clear();
        let kind = self.game.moves(&position, &mut moves);
        event.kind = Some(kind);
        self.observer.enter(&event);
        if let Some(interval) = self.leaf(&position, kind, key.plies_left) {
            self.buffer = moves;
            let status = Status::closed(interval);
            self.children[index].status = status;
            self.write(&key, status, 0, 1, ply);
            self.observer.leave(ply, interval, None);
            return;
        }
        let known = self.children[index].status.interval;
        let hint = entry.map_or(0, |entry| entry.hint);
        self.push(key, kind, &position, &moves, window, known, index, hint);
        self.buffer = moves;
    }

    pub(super) fn cuts(&self) -> bool {
        self.options.algorithm != Algorithm::Minimax
    }

    /// Removes the last node of the line, and passes its status to the one before.
    fn leave(&mut self, status: Status) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let ply = self.frames.len();
        let index = ply as u32;
        if self.options.max_plies.is_none() {
            let entry = self.on_line.find_entry(frame.key.hash, |at| *at == index);
            if let Ok(entry) = entry {
                entry.remove();
            }
        }
        let best = best_of(&frame, &self.children[frame.first..], self.values.range());
        let (mv, hint) = best.map_or((None, 0), |best| (Some(best.mv), best.key.hint()));
        let cost = self.progress.nodes - frame.entered + 2;
        self.write(&frame.key, status, hint, cost.ilog2() as u8, ply);
        self.observer.leave(ply, status.interval, mv);
        self.children.truncate(frame.first);
        let child = &mut self.children[frame.child];
        child.status = child.status.and(status);
    }

    pub(super) fn write(
        &mut self,
        key: &TableKey<G::Position>,
        status: Status,
        hint: u16,
        effort: u8,
        ply: usize,
    ) {
        let entry = TableEntry { status, hint };
        self.table
            .write(key, &entry, effort, self.pass, &self.values);
        self.observer.table_store(ply, status.interval);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::game::{one, zero};
    use crate::games::scripted::Scripted;
    use crate::search::SearchNumber;

    fn search<O: Observer<Scripted>>(script: &str, observer: O) -> AlphaBetaSearch<Scripted, O> {
        let game = Scripted::new(script).expect("a good script");
        let start = game.start();
        let options = SearchOptions {
            table_bytes: 1 << 10,
            ..SearchOptions::default()
        };
        let mut search = AlphaBetaSearch::observed(Arc::new(game), start, options, observer);
        while !search.step(100).done {}
        search
    }

    #[test]
    fn a_root_without_known_moves_is_rated_like_a_leaf_at_a_limit() {
        let search = search("players a b\ntop a: ?", ());
        let answer = search.answer();
        assert!(answer.cut && answer.moves.is_empty());
        let bounds = (SearchNumber::Exact(zero()), SearchNumber::Exact(one()));
        assert!(answer.root.iter().all(|found| found.proven == bounds));
    }

    /// Counts the positions that were found on their own line.
    #[derive(Default)]
    struct RecurringCounter(Vec<(usize, Option<Kind>)>);

    impl Observer<Scripted> for RecurringCounter {
        fn recurs(&mut self, node: &NodeEvent<'_, Scripted>) {
            self.0.push((node.ply, node.kind));
        }
    }

    #[test]
    fn an_observer_is_told_when_a_position_repeats_on_its_line() {
        let script = "players a b
            top a: on -> next, out -> lost
            next b: back -> top, out -> won
            won end: 1 0
            lost end: 0 1";
        let seen = search(script, RecurringCounter::default())
            .into_observer()
            .0;
        assert!(
            !seen.is_empty() && seen.iter().all(|at| *at == (2, None)),
            "{seen:?}"
        );
        let script = script.replace("back -> top", "back -> lost");
        assert_eq!(
            search(&script, RecurringCounter::default())
                .into_observer()
                .0,
            []
        );
    }
}
