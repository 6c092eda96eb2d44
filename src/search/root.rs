//! The questions of a walk at the root: the root's rating first, then its moves one by one, and
//! retries for questions without an answer.

use super::back_up::{Interval, Status, Turn, UNBOUNDED, back_up};
use super::frame::{Child, satisfies};
use super::recorder::{NodeEvent, Observer, best_of};
use super::solver::Search;
use super::table::PositionTable;
use crate::game::Game;

/// Maximum number of passes over a walk: the largest number that the table can store.
const LAST_PASS: u8 = 63;

/// The current question of the walk.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The index of a root's move; `None`: the root.
    pub child: Option<usize>,
    /// The search window: a rating outside needn't be known exactly.
    window: Interval,
    /// Whether that move was entered.
    entered: bool,
}

impl<G: Game, O: Observer<G>> Search<G, O> {
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
        let left = self.options.max_plies.unwrap_or(0);
        let mut moves = std::mem::take(&mut self.buffer);
        moves.clear();
        let kind = self.game.moves(&position, &mut moves);
        self.progress.nodes += 1;
        self.observer.enter(&NodeEvent {
            ply: 0,
            mv: None,
            place: 0,
            position: &position,
            kind: Some(kind),
            window: UNBOUNDED,
        });
        if let Some(interval) = self.leaf(&position, kind, left) {
            self.observer.leave(0, interval, None);
            self.buffer = moves;
            self.tasks.add(&[Status::closed(interval)], self.cut);
            self.tasks.next(self.cut);
            return;
        }
        let key = self.key(&position, left);
        self.push(key, kind, &position, &moves, UNBOUNDED, known[0], 0, 0);
        for child in &mut self.children {
            let known = known[child.place + 1];
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
        let root = back_up(turn, self.children.iter().map(Child::backed), known);
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
        self.question = Some(Question {
            child,
            window,
            entered: false,
        });
        let place = child.map(|index| self.children[index].place);
        self.observer.ask(place, window);
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
