//! One entry of the transposition table: its key, its bounds, and its cost.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::back_up::{Interval, PayoffValues, Status};

/// The stored data of a position.
#[derive(Clone, Copy, Debug)]
pub struct TableEntry {
    /// Its interval.
    pub status: Status,
    /// Bits of the hash of the position after the move that was best; 0: none.
    pub hint: u16,
}

/// Which position is looked up: the plies that it has left belong to it where they are limited.
#[derive(Clone, Copy, Debug)]
pub struct TableKey<P> {
    /// The position, or the representative of its class.
    pub position: P,
    /// The plies left; 0 without a limit.
    pub plies_left: u32,
    /// The hash of both.
    pub hash: u64,
}

impl<P: Copy + Hash + Eq> TableKey<P> {
    /// The key of a position.
    pub fn new(position: P, plies_left: u32) -> Self {
        let mut hasher = FxHasher::default();
        position.hash(&mut hasher);
        plies_left.hash(&mut hasher);
        let hash = hasher.finish();
        // The hasher mixes upwards: fold its high bits down, and up again.
        let hash = (hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self {
            position,
            plies_left,
            hash: hash ^ hash >> 29,
        }
    }

    /// The bits by which a best move is remembered: never 0.
    pub fn hint(&self) -> u16 {
        self.hash as u16 | 1
    }

    /// Whether both name the same position.
    pub fn is(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.position == other.position
            && self.plies_left == other.plies_left
    }
}

/// Whether an entry is used, closed, and in which pass it got stuck.
#[derive(Clone, Copy, Debug)]
pub struct EntryState(u8);

impl EntryState {
    const EMPTY: Self = Self(0);
    const USED: u8 = 1;
    const CLOSED: u8 = 2;

    /// Passes are counted from 1 to 63 and then from 1 again.
    fn new(status: &Status, pass: u8) -> Self {
        Self(match (status.closed, status.stuck) {
            (false, _) => Self::USED,
            (true, false) => Self::USED | Self::CLOSED,
            (true, true) => Self::USED | pass << 2,
        })
    }

    /// Whether there is an entry.
    pub fn is_used(self) -> bool {
        self.0 & Self::USED != 0
    }

    /// The status of the entry in a pass.
    pub fn status(self, interval: Interval, pass: u8) -> Status {
        let closed = self.0 & Self::CLOSED != 0;
        let stuck = self.0 >> 2 != 0 && self.0 >> 2 == pass;
        Status {
            interval,
            closed: closed || stuck,
            stuck,
        }
    }
}

/// A place for one entry of a table.
pub trait TablePlace<P>: Copy {
    /// No entry; any position fills it.
    fn empty(position: P) -> Self;
    /// Whether there is an entry.
    fn is_used(&self) -> bool;
    /// Its approximate cost in nodes: 2^effort.
    fn effort(&self) -> u8;
    /// Whether it is of that position, if it is used.
    fn is(&self, key: &TableKey<P>) -> bool;
    /// The key under which it was kept.
    fn key(&self) -> TableKey<P>;
}

/// A place for one entry of alpha-beta's table.
pub trait TableSlot<P>: TablePlace<P> {
    /// The state beside the bounds.
    fn state(&self) -> EntryState;
    /// See [`TableEntry::hint`].
    fn hint(&self) -> u16;
    /// Its bounds.
    fn interval(&self, values: &PayoffValues) -> Interval;
    /// An entry.
    fn new(
        key: &TableKey<P>,
        entry: &TableEntry,
        effort: u8,
        pass: u8,
        values: &PayoffValues,
    ) -> Self;
}

/// An entry of a game without chance and ply limit: 8 bytes beside the position.
#[derive(Clone, Copy, Debug)]
pub struct Lean<P> {
    position: P,
    low: u16,
    high: u16,
    hint: u16,
    effort: u8,
    state: EntryState,
}

/// Any other entry.
#[derive(Clone, Copy, Debug)]
pub struct FullEntry<P> {
    position: P,
    low: f64,
    high: f64,
    plies_left: u32,
    hint: u16,
    effort: u8,
    state: EntryState,
}

impl<P: Copy + Hash + Eq> TablePlace<P> for Lean<P> {
    fn empty(position: P) -> Self {
        Self {
            position,
            low: 0,
            high: 1,
            hint: 0,
            effort: 0,
            state: EntryState::EMPTY,
        }
    }

    fn is_used(&self) -> bool {
        self.state.is_used()
    }

    fn effort(&self) -> u8 {
        self.effort
    }

    fn is(&self, key: &TableKey<P>) -> bool {
        self.position == key.position
    }

    fn key(&self) -> TableKey<P> {
        TableKey::new(self.position, 0)
    }
}

impl<P: Copy + Hash + Eq> TableSlot<P> for Lean<P> {
    fn state(&self) -> EntryState {
        self.state
    }

    fn hint(&self) -> u16 {
        self.hint
    }

    fn interval(&self, values: &PayoffValues) -> Interval {
        Interval {
            low: values.decode(self.low),
            high: values.decode(self.high),
        }
    }

    fn new(
        key: &TableKey<P>,
        entry: &TableEntry,
        effort: u8,
        pass: u8,
        values: &PayoffValues,
    ) -> Self {
        let mut status = entry.status;
        let range = values.range();
        let code = |number: f64, end: f64| values.code(number).or_else(|| values.code(end));
        let low = code(status.interval.low, range.low).unwrap_or(0);
        let high = code(status.interval.high, range.high).unwrap_or(0);
        // A payoff without a short name is written as the end of the range, which proves less.
        let kept = Interval {
            low: values.decode(low),
            high: values.decode(high),
        };
        if kept != status.interval {
            status = Status::open(kept);
        }
        Self {
            position: key.position,
            low,
            high,
            hint: entry.hint,
            effort,
            state: EntryState::new(&status, pass),
        }
    }
}

impl<P: Copy + Hash + Eq> TablePlace<P> for FullEntry<P> {
    fn empty(position: P) -> Self {
        Self {
            position,
            low: 0.0,
            high: 0.0,
            plies_left: 0,
            hint: 0,
            effort: 0,
            state: EntryState::EMPTY,
        }
    }

    fn is_used(&self) -> bool {
        self.state.is_used()
    }

    fn effort(&self) -> u8 {
        self.effort
    }

    fn is(&self, key: &TableKey<P>) -> bool {
        self.position == key.position && self.plies_left == key.plies_left
    }

    fn key(&self) -> TableKey<P> {
        TableKey::new(self.position, self.plies_left)
    }
}

impl<P: Copy + Hash + Eq> TableSlot<P> for FullEntry<P> {
    fn state(&self) -> EntryState {
        self.state
    }

    fn hint(&self) -> u16 {
        self.hint
    }

    fn interval(&self, _values: &PayoffValues) -> Interval {
        Interval {
            low: self.low,
            high: self.high,
        }
    }

    fn new(
        key: &TableKey<P>,
        entry: &TableEntry,
        effort: u8,
        pass: u8,
        _values: &PayoffValues,
    ) -> Self {
        Self {
            position: key.position,
            low: entry.status.interval.low,
            high: entry.status.interval.high,
            plies_left: key.plies_left,
            hint: entry.hint,
            effort,
            state: EntryState::new(&entry.status, pass),
        }
    }
}
