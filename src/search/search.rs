//! The search itself: alpha-beta or minimax, depth first, on a stack of its own.

use std::sync::Arc;

use hashbrown::HashTable;

use super::answer::{Answer, answer};
use super::back_up::{Status, Turn, back_up};
use super::frame::{Child, Frame, UNBOUNDED, satisfies, window_of};
use super::observer::{Cutoff, NodeEvent, Observer, Reason};
use super::options::{Algorithm, Horizons, Options, Order};
use super::table::{Entry, Key, Table};
use super::tasks::Tasks;
use super::values::{Interval, Values};
use crate::game::{Estimate, Game, Kind, Player, to_f64};

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Progress {
    /// Nodes visited: positions whose moves were listed, each as often as it was reached.
    pub nodes: u64,
    /// How often moves were left out, since they couldn't change the rating.
    pub cutoffs: u64,
    /// How often the table made it unnecessary to visit a node.
    pub table_hits: u64,
    /// How many positions the table holds.
    pub table_positions: usize,
    /// The bytes that the table takes.
    pub table_bytes: usize,
    /// The longest line that was looked at, in plies.
    pub longest_line: usize,
    /// How many moves of the root are rated in the walk that is under way, and how many there are.
    pub moves: (usize, usize),
    /// Whether all is done.
    pub done: bool,
}

/// How often a walk is gone through at most: what the table can count.
const LAST_PASS: u8 = 63;

/// What the walk that is under way was asked for last.
#[derive(Clone, Copy, Debug)]
struct Question {
    /// The place of a root's move among its children; `None`: the root.
    child: Option<usize>,
    window: Interval,
    /// Whether that move was entered.
    entered: bool,
}

/// A search for the ratings of one position and of its moves.
///
/// [`step`](Self::step) does a bounded amount of work; dropping it cancels. At every moment
/// [`answer`](Self::answer) tells what is proven so far: intervals that only shrink, and hold the
/// true ratings.
pub struct Search<G: Game, O: Observer<G> = ()> {
    game: Arc<G>,
    root: G::Position,
    root_moves: Vec<G::Move>,
    options: Options,
    observer: O,
    values: Values,
    table: Table<G::Position>,
    tasks: Tasks,
    player: Player,
    horizons: Horizons,
    finest: Option<Estimate>,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G>>,
    /// The frames of a line on which positions could recur, by their positions.
    on_line: HashTable<u32>,
    question: Option<Question>,
    /// How often the walk was begun again, since positions recur; counted from 1.
    pass: u8,
    /// Whether moves are asked for without null windows, since some question found no answer.
    wide: bool,
    /// What was known when that pass began.
    before: Vec<Status>,
    /// Whether this walk has met a horizon.
    cut: bool,
    buffer: Vec<G::Move>,
    progress: Progress,
}

impl<G: Game> Search<G> {
    /// A search that nobody watches.
    pub fn new(game: Arc<G>, root: G::Position, options: Options) -> Self {
        Self::observed(game, root, options, ())
    }
}

impl<G: Game, O: Observer<G>> Search<G, O> {
    /// A search that somebody watches.
    pub fn observed(game: Arc<G>, root: G::Position, options: Options, observer: O) -> Self {
        let values = Values::new(game.payoff_range(), game.has_chance());
        let mut root_moves = Vec::new();
        let root_kind = game.moves(&root, &mut root_moves);
        if options.max_plies == Some(0) && matches!(root_kind, Kind::Decision(_)) {
            root_moves.clear();
        }
        let tasks = Tasks::new(&*game, &options, values.range(), root_moves.len());
        let limited = options.max_plies.is_some();
        Self {
            table: Table::new(options.table_bytes, limited, &values, root),
            finest: game.estimates().last().copied(),
            game,
            root,
            root_moves,
            options,
            observer,
            values,
            tasks,
            player: Player(0),
            horizons: Horizons::Low,
            frames: Vec::new(),
            children: Vec::new(),
            on_line: HashTable::new(),
            question: None,
            pass: 1,
            wide: false,
            before: Vec::new(),
            cut: false,
            buffer: Vec::new(),
            progress: Progress::default(),
        }
    }

    /// Visits up to `work` more nodes.
    pub fn step(&mut self, work: u64) -> Progress {
        let until = self.progress.nodes.saturating_add(work);
        while !self.progress.done && self.progress.nodes < until {
            self.advance();
        }
        self.progress()
    }

    /// How far the search has come.
    pub fn progress(&self) -> Progress {
        let root = self.root_children();
        let closed = root.iter().filter(|child| child.status.closed).count();
        Progress {
            table_positions: self.table.len(),
            table_bytes: self.table.bytes(),
            moves: (closed, self.root_moves.len()),
            ..self.progress
        }
    }

    /// What is found so far.
    pub fn answer(&self) -> Answer<G::Move> {
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

    /// How the search goes.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many positions the table has room for.
    pub fn table_capacity(&self) -> usize {
        self.table.capacity()
    }

    /// Who watches.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// Who watched, once that is over.
    pub fn into_observer(self) -> O {
        self.observer
    }

    fn root_children(&self) -> &[Child<G>] {
        &self.children[..self.root_moves.len().min(self.children.len())]
    }

    /// What is known of the root, then of its moves in the rules' order.
    fn statuses(&self) -> Vec<Status> {
        let children = self.root_children();
        let mut all = vec![Status::open(self.values.range()); children.len() + 1];
        if let Some(frame) = self.frames.first() {
            all[0] = back_up(frame.turn, children.iter().map(Child::backed), frame.known);
        }
        for child in children {
            all[child.place + 1] = child.status;
        }
        all
    }

    fn advance(&mut self) {
        match (self.frames.len(), self.question) {
            (0, _) => self.begin(),
            (_, None) => self.ask(),
            (1, Some(Question { child: Some(_), .. })) => self.go_on_at_root(),
            _ => self.go_on(),
        }
    }

    /// Begins the next walk.
    fn begin(&mut self) {
        let Some((player, horizons, known)) = self.tasks.current() else {
            self.progress.done = true;
            return;
        };
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

    /// Chooses what is asked for next: the root's rating, then those of its moves.
    fn ask(&mut self) {
        let (turn, known) = (self.frames[0].turn, self.frames[0].known);
        // What is best so far goes first.
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
    fn window(&self, interval: Interval) -> Interval {
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
    fn end_pass(&mut self) {
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
        self.observer.leave(0, statuses[0].interval, None);
        self.frames.clear();
        self.children.clear();
        self.on_line.clear();
    }

    /// Opens again what got stuck, unless that was done often enough: since more is known now, more
    /// may be proved.
    fn begin_pass(&mut self) -> bool {
        if self.pass == LAST_PASS {
            return false;
        }
        self.pass += 1;
        self.before = self.statuses();
        for child in self.children.iter_mut().filter(|child| child.status.stuck) {
            child.status = Status::open(child.status.interval);
        }
        true
    }

    /// A question of the root's finds no answer, since positions recur: it is asked again without
    /// its window, and if that was done, given up for this pass.
    fn give_up(&mut self, child: Option<usize>) {
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

    /// One move of the root is asked for.
    fn go_on_at_root(&mut self) {
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

    /// Goes on with the last node of the line: another move, or back.
    fn go_on(&mut self) {
        let top = self.frames.len() - 1;
        let frame = &self.frames[top];
        let moves = &self.children[frame.first..];
        let status = back_up(frame.turn, moves.iter().map(Child::backed), frame.known);
        let satisfied = satisfies(&status, frame.window);
        if !(satisfied && self.cuts()) {
            if let Some((index, window)) = self.next_move(top, &status) {
                self.enter(index, window);
                return;
            }
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
    fn enter(&mut self, index: usize, window: Interval) {
        let child = &mut self.children[index];
        child.looked_up = false;
        let (key, position, place) = (child.key, child.position, child.place);
        let mv = Some(child.mv);
        let ply = self.frames.len();
        let mut event = NodeEvent {
            ply,
            mv,
            place,
            position: &position,
            kind: None,
            window,
        };
        let entry = self.table.read(&key, self.pass, &self.values);
        if let Some(entry) = entry {
            child.status = child.status.and(entry.status);
            let enough = match self.options.algorithm {
                Algorithm::AlphaBeta => satisfies(&child.status, window),
                Algorithm::Minimax => child.status.closed,
            };
            if enough {
                self.progress.table_hits += 1;
                self.observer.table_hit(&event, child.status.interval);
                return;
            }
        }
        if self.is_on_line(&key) {
            self.observer.recurs(&event);
            let status = &mut self.children[index].status;
            (status.closed, status.stuck) = (true, true);
            return;
        }
        self.progress.nodes += 1;
        self.progress.longest_line = self.progress.longest_line.max(ply);
        let mut moves = std::mem::take(&mut self.buffer);
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

    /// What a leaf is worth; `None` for anything else.
    fn leaf(&mut self, position: &G::Position, kind: Kind, plies_left: u32) -> Option<Interval> {
        let range = self.values.range();
        match kind {
            Kind::End => {
                let payoff = self.game.payoff(position, self.player);
                Some(self.values.of(payoff))
            }
            Kind::Decision(_) if self.options.max_plies.is_some() && plies_left == 0 => {
                self.cut = true;
                Some(match self.horizons {
                    Horizons::Low => Interval::point(range.low),
                    Horizons::High => Interval::point(range.high),
                    Horizons::Estimate => {
                        let estimate = self.options.estimate;
                        let number = self.game.estimate(position, estimate, self.player);
                        self.values.of(number)
                    }
                })
            }
            Kind::Decision(_) | Kind::Chance(_) => None,
        }
    }

    /// An empty table: what is known of one walk is wrong in another.
    fn fresh_table(&self) -> Table<G::Position> {
        let limited = self.options.max_plies.is_some();
        Table::new(self.options.table_bytes, limited, &self.values, self.root)
    }

    fn cuts(&self) -> bool {
        self.options.algorithm == Algorithm::AlphaBeta
    }

    fn key(&self, position: &G::Position, plies_left: u32) -> Key<G::Position> {
        let class = match self.options.symmetry {
            true => self.game.canonical(position),
            false => *position,
        };
        Key::new(class, plies_left)
    }

    fn is_on_line(&self, key: &Key<G::Position>) -> bool {
        let same = |frame: &u32| self.frames[*frame as usize].key.is(key);
        self.options.max_plies.is_none() && self.on_line.find(key.hash, same).is_some()
    }

    /// Puts a node on the line, with all its moves.
    #[expect(clippy::too_many_arguments, reason = "a frame has that many parts")]
    fn push(
        &mut self,
        key: Key<G::Position>,
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
        let left = match (self.options.max_plies, turn) {
            (None, _) => 0,
            (Some(_), Turn::Chance) => key.plies_left,
            (Some(_), Turn::Max | Turn::Min) => key.plies_left - 1,
        };
        let ply = self.frames.len();
        let first = self.children.len();
        let range = self.values.range();
        for (place, mv) in moves.iter().enumerate() {
            let after = self.game.play(position, *mv);
            let key = self.key(&after, left);
            let mut status = Status::open(range);
            let mut looked_up = false;
            if self.options.look_ahead && self.cuts() {
                if let Some(entry) = self.table.read(&key, self.pass, &self.values) {
                    status = entry.status;
                    looked_up = true;
                }
            }
            let probability = match turn {
                Turn::Chance => to_f64(&self.game.probability(position, *mv)),
                Turn::Max | Turn::Min => 1.0,
            };
            let promise = self.promise(turn, &after, &key, hint);
            self.children.push(Child {
                mv: *mv,
                place,
                position: after,
                key,
                probability,
                status,
                looked_up,
                promise,
            });
        }
        if self.options.order == Order::Promising {
            self.children[first..].sort_by(|a, b| b.promise.total_cmp(&a.promise));
        }
        if self.options.max_plies.is_none() {
            let frames = &self.frames;
            let hash = |frame: &u32| frames[*frame as usize].key.hash;
            self.on_line.insert_unique(key.hash, ply as u32, hash);
        }
        self.frames.push(Frame {
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

    /// How early a move is searched: what was best when the position was met before, then where
    /// the estimate is good for the mover. (Moves that cut elsewhere at the same ply, which chess
    /// programs search early, were measured to cost more nodes than they spare.)
    fn promise(&self, turn: Turn, after: &G::Position, key: &Key<G::Position>, hint: u16) -> f64 {
        if self.options.order == Order::Rules || turn == Turn::Chance {
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
            // Near enough, and quicker than the nearest double.
            let estimate = *estimate.numer() as f64 / *estimate.denom() as f64;
            let share = (estimate - range.low) / width;
            promise += if turn == Turn::Max {
                share
            } else {
                1.0 - share
            };
        }
        promise
    }

    /// Takes the last node off the line, and tells the one before what is known of it.
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

    fn write(&mut self, key: &Key<G::Position>, status: Status, hint: u16, effort: u8, ply: usize) {
        let entry = Entry { status, hint };
        self.table
            .write(key, &entry, effort, self.pass, &self.values);
        self.observer.table_store(ply, status.interval);
    }

    /// Tells of moves that are left out.
    fn note_cutoff(&mut self, top: usize, status: &Status) {
        let frame = &self.frames[top];
        let moves = &self.children[frame.first..];
        let left = moves[frame.next.min(moves.len())..]
            .iter()
            .filter(|child| !child.status.closed)
            .count();
        if left == 0 || status.stuck || frame.again {
            return;
        }
        let Interval { low, high } = status.interval;
        let reason = if low >= frame.window.high {
            Reason::Beta
        } else if high <= frame.window.low {
            Reason::Alpha
        } else {
            Reason::Range
        };
        let mv = frame.next.checked_sub(1).map(|last| moves[last].mv);
        self.progress.cutoffs += 1;
        self.observer.cutoff(&Cutoff {
            ply: top,
            mv,
            reason,
            left,
            interval: status.interval,
        });
    }

    /// Tells of a move that the table makes it unnecessary to search.
    fn note_looked_up(&mut self, index: usize) {
        let child = &mut self.children[index];
        if !std::mem::take(&mut child.looked_up) {
            return;
        }
        self.progress.table_hits += 1;
        self.observer.table_hit(
            &NodeEvent {
                ply: self.frames.len(),
                mv: Some(child.mv),
                place: child.place,
                position: &child.position,
                kind: None,
                window: UNBOUNDED,
            },
            child.status.interval,
        );
    }
}

/// The move that proves most of what the mover wants; `None` where none proves anything.
fn best_of<'a, G: Game>(
    frame: &Frame<G>,
    moves: &'a [Child<G>],
    range: Interval,
) -> Option<&'a Child<G>> {
    let interval = |child: &&Child<G>| child.status.interval;
    match frame.turn {
        Turn::Max => moves
            .iter()
            .filter(|child| interval(child).low > range.low)
            .reduce(
                |best, child| match interval(&child).low > interval(&best).low {
                    true => child,
                    false => best,
                },
            ),
        Turn::Min => moves
            .iter()
            .filter(|child| interval(child).high < range.high)
            .reduce(
                |best, child| match interval(&child).high < interval(&best).high {
                    true => child,
                    false => best,
                },
            ),
        Turn::Chance => None,
    }
}
