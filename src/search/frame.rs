//! The stack of a search: one frame per node of the current line. A node is expanded to its value
//! if it is a leaf, and otherwise to its moves in search order. At the root a walk has questions: the
//! root's rating first, then its moves one by one, and retries for questions without an answer.

use super::back_up::{Interval, Status, Turn, UNBOUNDED, back_up};
use super::method::{LimitLeafValue, SearchOrder};
use super::recorder::{NodeEvent, Observer, best_of};
use super::slot::TableKey;
use super::solver::AlphaBetaSearch;
use super::table::PositionTable;
use crate::game::{Game, Kind, near_f64, to_f64};

/// A node on the current line.
pub struct SearchFrame<G: Game> {
    /// Its name in the table.
    pub key: TableKey<G::Position>,
    /// Who decides.
    pub turn: Turn,
    /// The search window: a rating outside needn't be known exactly.
    pub window: Interval,
    /// The interval known when it was entered.
    pub known: Interval,
    /// The start of its moves among all; those of the last frame run to the end.
    pub first: usize,
    /// The next move to visit, counted from `first`.
    pub next: usize,
    /// Whether its moves were all searched with narrow windows once, and are searched again
    /// without.
    pub again: bool,
    /// The number of nodes entered before it.
    pub entered: u64,
    /// The move that leads here, among all moves of the line.
    pub child: usize,
}

/// A move of a node on the current line.
pub struct SearchMove<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// Its index in the rules' order.
    pub index: usize,
    /// The position after the move.
    pub position: G::Position,
    /// The name of that in the table.
    pub key: TableKey<G::Position>,
    /// Its probability if chance decides, otherwise 1.
    pub probability: f64,
    /// Its known status.
    pub status: Status,
    /// Whether that came from the table before a search.
    pub looked_up: bool,
    /// Search priority; the largest is searched first.
    pub promise: f64,
}

impl<G: Game> SearchMove<G> {
    /// The input of [`back_up`](super::back_up::back_up).
    pub fn backed(&self) -> (Status, f64) {
        (self.status, self.probability)
    }
}

/// Whether enough is known for a window.
pub fn satisfies(status: &Status, window: Interval) -> bool {
    status.closed || status.interval.low >= window.high || status.interval.high <= window.low
}

/// The window (alpha to beta) in which a move must be searched; `None` if it needn't be. `status` is that of the
/// node.
pub fn window_of<G: Game>(
    frame: &SearchFrame<G>,
    status: &Status,
    moves: &[SearchMove<G>],
    index: usize,
) -> Option<Interval> {
    let child = &moves[index];
    if child.status.closed {
        return None;
    }
    let (window, known) = (frame.window, frame.known);
    match frame.turn {
        Turn::Max => {
            let low = window.low.max(status.interval.low);
            let high = window.high.min(known.high);
            (child.status.interval.high > low).then_some(Interval { low, high })
        }
        Turn::Min => {
            let high = window.high.min(status.interval.high);
            let low = window.low.max(known.low);
            (child.status.interval.low < high).then_some(Interval { low, high })
        }
        Turn::Chance if child.probability <= 0.0 => None,
        Turn::Chance if frame.again => Some(UNBOUNDED),
        Turn::Chance => Some(chance_window(window, moves, index)),
    }
}

/// The window of one outcome outside of which the mean leaves the node's window, given the ranges
/// of the other outcomes (Ballard's Star1). Rounding is harmless: if a window is too narrow, the
/// outcome is searched again without one.
fn chance_window<G: Game>(window: Interval, moves: &[SearchMove<G>], index: usize) -> Interval {
    let mut others = Interval::point(0.0);
    for (slot, other) in moves.iter().enumerate() {
        if slot != index && other.probability > 0.0 {
            others.low += other.probability * other.status.interval.low;
            others.high += other.probability * other.status.interval.high;
        }
    }
    let probability = moves[index].probability;
    Interval {
        low: (window.low - others.high) / probability,
        high: (window.high - others.low) / probability,
    }
}

impl<G: Game, O: Observer<G>> AlphaBetaSearch<G, O> {
    /// The value of a leaf; `None` for any other node.
    pub(super) fn leaf(
        &mut self,
        position: &G::Position,
        kind: Kind,
        plies_left: u32,
    ) -> Option<Interval> {
        let range = self.values.range();
        match kind {
            Kind::End => {
                let payoff = self.game.payoff(position, self.player);
                Some(self.values.of(payoff))
            }
            Kind::Decision(_) if self.options.max_plies.is_some() && plies_left == 0 => {
                self.cut = true;
                Some(match self.horizons {
                    LimitLeafValue::Low => Interval::point(range.low),
                    LimitLeafValue::High => Interval::point(range.high),
                    LimitLeafValue::Estimate => {
                        let estimate = self.options.estimate;
                        let number = self.game.estimate(position, estimate, self.player);
                        self.values.of(number)
                    }
                })
            }
            Kind::Decision(_) | Kind::Chance(_) => None,
        }
    }

    pub(super) fn key(&self, position: &G::Position, plies_left: u32) -> TableKey<G::Position> {
        let class = match self.options.symmetry {
            true => self.game.canonical(position),
            false => *position,
        };
        TableKey::new(class, plies_left)
    }

    /// The interval known when the position was entered, if it is on the current line already.
    pub(super) fn known_on_line(&self, key: &TableKey<G::Position>) -> Option<Interval> {
        if self.options.max_plies.is_some() {
            return None;
        }
        let same = |frame: &u32| self.frames[*frame as usize].key.is(key);
        let frame = self.on_line.find(key.hash, same)?;
        Some(self.frames[*frame as usize].known)
    }

    /// Puts a node on the line, with all its moves.
    #[expect(clippy::too_many_arguments, reason = "a frame has that many parts")]
    pub(super) fn push(
        &mut self,
        key: TableKey<G::Position>,
        kind: Kind,
        position: &G::Position,
        moves: &[G::Move],
        window: Interval,
        known: Interval,
        child: usize,
        hint: u16,
    ) {
        let turn = match kind {
            Kind::Decision(mover) if mover == self.player => Turn::Max,
            Kind::Decision(_) | Kind::End => Turn::Min,
            Kind::Chance(_) => Turn::Chance,
        };
        let remaining = match (self.options.max_plies, turn) {
            (None, _) => 0,
            (Some(_), Turn::Chance) => key.plies_left,
            (Some(_), Turn::Max | Turn::Min) => key.plies_left - 1,
        };
        let ply = self.frames.len();
        let first = self.children.len();
        let range = self.values.range();
        let looks = self.options.look_ahead && self.cuts();
        for (index, mv) in moves.iter().enumerate() {
            let after = self.game.play(position, *mv);
            let key = self.key(&after, remaining);
            let mut status = Status::open(range);
            let mut looked_up = false;
            if looks && let Some(entry) = self.table.read(&key, self.pass, &self.values) {
                status = entry.status;
                looked_up = true;
            }
            let probability = match turn {
                Turn::Chance => to_f64(&self.game.probability(position, *mv)),
                Turn::Max | Turn::Min => 1.0,
            };
            let promise = self.promise(turn, &after, &key, hint);
            self.children.push(SearchMove {
                mv: *mv,
                index,
                position: after,
                key,
                probability,
                status,
                looked_up,
                promise,
            });
        }
        if self.options.order == SearchOrder::Promising {
            self.children[first..].sort_by(|a, b| b.promise.total_cmp(&a.promise));
        }
        if self.options.max_plies.is_none() {
            let frames = &self.frames;
            let hash = |frame: &u32| frames[*frame as usize].key.hash;
            self.on_line.insert_unique(key.hash, ply as u32, hash);
        }
        self.frames.push(SearchFrame {
            key,
            turn,
            window,
            known,
            first,
            next: 0,
            again: false,
            entered: self.progress.nodes,
            child,
        });
    }

    /// The search priority of a move: first the best move from an earlier visit, then by the
    /// estimate for the mover. (Killer moves, which cut elsewhere at the same ply, were measured to
    /// cost more nodes than they save.)
    pub(super) fn promise(
        &self,
        turn: Turn,
        after: &G::Position,
        key: &TableKey<G::Position>,
        hint: u16,
    ) -> f64 {
        if self.options.order == SearchOrder::Rules || turn == Turn::Chance {
            return 0.0;
        }
        let mut promise = 0.0;
        if hint != 0 && key.hint() == hint {
            promise += 8.0;
        }
        let range = self.values.range();
        let width = range.high - range.low;
        if let Some(estimate) = self.finest.filter(|_| width > 0.0) {
            let estimate = self.game.estimate(after, estimate, self.player);
            let share = (near_f64(&estimate) - range.low) / width;
            promise += if turn == Turn::Max {
                share
            } else {
                1.0 - share
            };
        }
        promise
    }
}

/// Maximum number of passes over a walk: the largest number that the table can store.
const LAST_PASS: u8 = 63;

/// The current question of the walk.
#[derive(Clone, Copy, Debug)]
pub struct ThresholdQuestion {
    /// The index of a root's move; `None`: the root.
    pub child: Option<usize>,
    /// The search window: a rating outside needn't be known exactly.
    window: Interval,
    /// Whether that move was entered.
    entered: bool,
}

impl<G: Game, O: Observer<G>> AlphaBetaSearch<G, O> {
    /// Starts the next walk.
    pub(super) fn begin(&mut self) {
        let Some((player, horizons, known)) = self.tasks.current() else {
            self.progress.done = true;
            return;
        };
        if self.progress.nodes >= self.until {
            self.paused = true;
            return;
        }
        let known = known.to_vec();
        (self.player, self.horizons, self.cut) = (player, horizons, false);
        (self.pass, self.wide) = (1, false);
        self.observer.begin(player, horizons);
        if self.table.len() > 0 {
            self.table = self.fresh_table();
        }
        let position = self.root;
        let remaining = self.options.max_plies.unwrap_or(0);
        let mut moves = std::mem::take(&mut self.buffer);
        moves.clear();
        let kind = self.game.moves(&position, &mut moves);
        self.progress.nodes += 1;
        self.observer.enter(&NodeEvent {
            ply: 0,
            mv: None,
            index: 0,
            position: &position,
            kind: Some(kind),
            window: UNBOUNDED,
        });
        if let Some(interval) = self.leaf(&position, kind, remaining) {
            self.observer.leave(0, interval, None);
            self.buffer = moves;
            self.tasks.add(&[Status::closed(interval)], self.cut);
            self.tasks.next(self.cut);
            return;
        }
        let key = self.key(&position, remaining);
        self.push(key, kind, &position, &moves, UNBOUNDED, known[0], 0, 0);
        for child in &mut self.children {
            let known = known[child.index + 1];
            child.status = child.status.and(Status::open(known));
        }
        self.buffer = moves;
        self.before = self.statuses();
    }

    /// Chooses the next question: the root's rating, then those of its moves.
    pub(super) fn ask(&mut self) {
        let (turn, known) = (self.frames[0].turn, self.frames[0].known);
        // The best move so far comes first.
        match turn {
            Turn::Max => self.children.sort_by(|a, b| {
                let (a, b) = (a.status.interval, b.status.interval);
                b.low.total_cmp(&a.low).then(b.high.total_cmp(&a.high))
            }),
            Turn::Min => self.children.sort_by(|a, b| {
                let (a, b) = (a.status.interval, b.status.interval);
                a.high.total_cmp(&b.high).then(a.low.total_cmp(&b.low))
            }),
            Turn::Chance => {}
        }
        let root = back_up(turn, self.children.iter().map(SearchMove::backed), known);
        let open = self.children.iter().position(|child| !child.status.closed);
        let (child, interval) = match open {
            Some(_) if !root.closed => (None, root.interval),
            // A textbook search asks for the root only.
            Some(_) if self.options.textbook.is_some() => return self.end_pass(),
            Some(index) => (Some(index), self.children[index].status.interval),
            None => return self.end_pass(),
        };
        let window = self.window(interval);
        let frame = &mut self.frames[0];
        (frame.window, frame.next, frame.again) = (window, 0, false);
        self.question = Some(ThresholdQuestion {
            child,
            window,
            entered: false,
        });
        let slot = child.map(|index| self.children[index].index);
        self.observer.ask(slot, window);
    }

    /// The window that halves an interval, or all of it.
    pub(super) fn window(&self, interval: Interval) -> Interval {
        if !self.options.null_windows || self.wide || !self.cuts() || self.values.has_chance() {
            return UNBOUNDED;
        }
        let middle = f64::midpoint(interval.low, interval.high);
        let low = if middle < interval.high {
            middle
        } else {
            interval.low
        };
        Interval {
            low,
            high: low.next_up(),
        }
    }

    /// The walk is over, unless positions recur and another pass may prove more.
    pub(super) fn end_pass(&mut self) {
        let statuses = self.statuses();
        let stuck = self.children.iter().any(|child| child.status.stuck);
        let intervals = |statuses: &[Status]| -> Vec<Interval> {
            statuses.iter().map(|status| status.interval).collect()
        };
        let more = intervals(&statuses) != intervals(&self.before);
        let wider = stuck && !std::mem::replace(&mut self.wide, true);
        if stuck && (more || wider) && self.begin_pass() {
            return;
        }
        self.tasks.add(&statuses, self.cut);
        self.tasks.next(self.cut);
        if let Some(frame) = self
            .frames
            .first()
            .filter(|_| self.options.textbook.is_some())
        {
            // A textbook's table keeps the root as any other node.
            let (key, status) = (frame.key, statuses[0]);
            self.write(&key, status, 0, 1, 0);
        }
        let best = self.frames.first().and_then(|frame| {
            let best = best_of(frame, &self.children[frame.first..], self.values.range());
            best.map(|best| best.mv)
        });
        self.observer.leave(0, statuses[0].interval, best);
        self.frames.clear();
        self.children.clear();
        self.on_line.clear();
    }

    /// Reopens stuck questions, up to the maximum number of passes: with more known now, more may
    /// be proven.
    pub(super) fn begin_pass(&mut self) -> bool {
        if self.pass == LAST_PASS {
            return false;
        }
        self.pass += 1;
        self.before = self.statuses();
        self.frames[0].known = self.before[0].interval;
        for child in self.children.iter_mut().filter(|child| child.status.stuck) {
            child.status = Status::open(child.status.interval);
        }
        true
    }

    /// A question at the root has no answer, since positions recur. It is asked again without its
    /// window, and after that given up for this pass.
    pub(super) fn give_up(&mut self, child: Option<usize>) {
        let wider = !std::mem::replace(&mut self.wide, true);
        if wider && self.begin_pass() {
            return;
        }
        let children = match child {
            Some(index) => &mut self.children[index..=index],
            None => &mut self.children[..],
        };
        for child in children.iter_mut().filter(|child| !child.status.closed) {
            (child.status.closed, child.status.stuck) = (true, true);
        }
    }

    /// Starts one move of the root.
    pub(super) fn advance_at_root(&mut self) {
        let Some(question) = &mut self.question else {
            return;
        };
        let (Some(index), window) = (question.child, question.window) else {
            return;
        };
        let entered = std::mem::replace(&mut question.entered, true);
        let status = &mut self.children[index].status;
        if satisfies(status, window) {
            self.question = None;
        } else if entered {
            self.question = None;
            self.give_up(Some(index));
        } else {
            self.enter(index, window);
        }
    }

    /// An empty table: entries of one walk are wrong in another.
    pub(super) fn fresh_table(&self) -> PositionTable<G::Position> {
        PositionTable::of(&self.options, &self.values, self.root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::search::OnGraph;
    use crate::tree::Vertex;

    #[test]
    fn a_move_that_cannot_improve_on_a_proven_bound_is_not_searched() {
        let range = Interval {
            low: 0.0,
            high: 1.0,
        };
        let window = |turn, node: (f64, f64), child: (f64, f64)| {
            let open = |(low, high)| Status::open(Interval { low, high });
            let key = TableKey::new(Vertex::ROOT, 0);
            let frame = SearchFrame::<OnGraph> {
                key,
                turn,
                window: UNBOUNDED,
                known: range,
                first: 0,
                next: 0,
                again: false,
                entered: 0,
                child: 0,
            };
            let child = SearchMove {
                mv: 0,
                index: 0,
                position: Vertex::ROOT,
                key,
                probability: 1.0,
                status: open(child),
                looked_up: false,
                promise: 0.0,
            };
            let window = window_of(&frame, &open(node), &[child], 0)?;
            Some((window.low, window.high))
        };
        assert_eq!(window(Turn::Max, (0.5, 1.0), (0.0, 0.5)), None);
        assert_eq!(window(Turn::Max, (0.5, 1.0), (0.0, 0.75)), Some((0.5, 1.0)));
        assert_eq!(window(Turn::Min, (0.0, 0.5), (0.5, 1.0)), None);
        assert_eq!(window(Turn::Min, (0.0, 0.5), (0.25, 1.0)), Some((0.0, 0.5)));
    }
}
