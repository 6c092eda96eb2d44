//! The table of positions: what was proven before, in a fixed number of bytes.
//!
//! Entries hold the whole position, so that no two positions are ever taken for each other. They lie
//! in buckets of four. Where a bucket is full, the entry that cost the fewest nodes gives way: it is
//! the cheapest to find again, and most entries are cheap, so that what is new finds room while the
//! costly ones near the root stay.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::back_up::Status;
use super::values::{Interval, Values};

/// How many entries a bucket has: four of the small ones fill a line of the processor's cache.
const BUCKET: usize = 4;

/// A table of more bytes than this begins with a small part of it, so that short searches needn't
/// wait until all of it is cleared.
const SMALL: usize = 4 << 20;

/// How many entries of the whole table are cleared with each entry that is kept meanwhile.
const CLEARED: usize = 4_096;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its interval.
    pub status: Status,
    /// Bits of the hash of the position after the move that was best; 0: none.
    pub hint: u16,
}

/// Which position is looked up: the plies that it has left belong to it where they are limited.
#[derive(Clone, Copy, Debug)]
pub struct Key<P> {
    /// The position, or the one that stands for its class.
    pub position: P,
    /// The plies left; 0 without a limit.
    pub plies_left: u32,
    /// The hash of both.
    pub hash: u64,
}

impl<P: Copy + Hash + Eq> Key<P> {
    /// The key of a position.
    pub fn new(position: P, plies_left: u32) -> Self {
        let mut hasher = FxHasher::default();
        position.hash(&mut hasher);
        plies_left.hash(&mut hasher);
        let hash = hasher.finish();
        // The hasher mixes upwards: fold what it leaves in the high bits down, and up again.
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
struct State(u8);

impl State {
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

    fn is_used(self) -> bool {
        self.0 & Self::USED != 0
    }

    fn status(self, interval: Interval, pass: u8) -> Status {
        let closed = self.0 & Self::CLOSED != 0;
        let stuck = self.0 >> 2 != 0 && self.0 >> 2 == pass;
        Status {
            interval,
            closed: closed || stuck,
            stuck,
        }
    }
}

trait Slot<P>: Copy {
    fn empty(position: P) -> Self;
    fn state(&self) -> State;
    fn effort(&self) -> u8;
    fn hint(&self) -> u16;
    fn is(&self, key: &Key<P>) -> bool;
    fn key(&self) -> Key<P>;
    fn interval(&self, values: &Values) -> Interval;
    fn new(key: &Key<P>, entry: &Entry, effort: u8, pass: u8, values: &Values) -> Self;
}

/// An entry of a game without chance and ply limit: 8 bytes beside the position.
#[derive(Clone, Copy, Debug)]
struct Lean<P> {
    position: P,
    low: u16,
    high: u16,
    hint: u16,
    effort: u8,
    state: State,
}

/// Any other entry.
#[derive(Clone, Copy, Debug)]
struct Wide<P> {
    position: P,
    low: f64,
    high: f64,
    plies_left: u32,
    hint: u16,
    effort: u8,
    state: State,
}

impl<P: Copy + Hash + Eq> Slot<P> for Lean<P> {
    fn empty(position: P) -> Self {
        Self {
            position,
            low: 0,
            high: 1,
            hint: 0,
            effort: 0,
            state: State::EMPTY,
        }
    }

    fn state(&self) -> State {
        self.state
    }

    fn effort(&self) -> u8 {
        self.effort
    }

    fn hint(&self) -> u16 {
        self.hint
    }

    fn is(&self, key: &Key<P>) -> bool {
        self.position == key.position
    }

    fn key(&self) -> Key<P> {
        Key::new(self.position, 0)
    }

    fn interval(&self, values: &Values) -> Interval {
        Interval {
            low: values.decode(self.low),
            high: values.decode(self.high),
        }
    }

    fn new(key: &Key<P>, entry: &Entry, effort: u8, pass: u8, values: &Values) -> Self {
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
            state: State::new(&status, pass),
        }
    }
}

impl<P: Copy + Hash + Eq> Slot<P> for Wide<P> {
    fn empty(position: P) -> Self {
        Self {
            position,
            low: 0.0,
            high: 0.0,
            plies_left: 0,
            hint: 0,
            effort: 0,
            state: State::EMPTY,
        }
    }

    fn state(&self) -> State {
        self.state
    }

    fn effort(&self) -> u8 {
        self.effort
    }

    fn hint(&self) -> u16 {
        self.hint
    }

    fn is(&self, key: &Key<P>) -> bool {
        self.position == key.position && self.plies_left == key.plies_left
    }

    fn key(&self) -> Key<P> {
        Key::new(self.position, self.plies_left)
    }

    fn interval(&self, _values: &Values) -> Interval {
        Interval {
            low: self.low,
            high: self.high,
        }
    }

    fn new(key: &Key<P>, entry: &Entry, effort: u8, pass: u8, _values: &Values) -> Self {
        Self {
            position: key.position,
            low: entry.status.interval.low,
            high: entry.status.interval.high,
            plies_left: key.plies_left,
            hint: entry.hint,
            effort,
            state: State::new(&entry.status, pass),
        }
    }
}

/// Entries of one kind.
#[derive(Clone, Debug)]
struct Slots<S> {
    slots: Vec<S>,
    used: usize,
    /// How many entries there will be once the first ones are in use.
    most: usize,
    /// What the entries will move to, cleared a little at a time.
    next: Vec<S>,
}

impl<S> Slots<S> {
    fn new<P>(bytes: usize, position: P) -> Self
    where
        S: Slot<P>,
    {
        let small = if bytes > 2 * SMALL { SMALL } else { bytes };
        let count = |bytes: usize| {
            let slots = bytes / size_of::<S>();
            // Below one bucket every entry counts.
            if slots < BUCKET {
                slots
            } else {
                slots - slots % BUCKET
            }
        };
        let most = count(if small < bytes { bytes - small } else { bytes });
        Self {
            slots: vec![S::empty(position); count(small)],
            used: 0,
            most,
            next: Vec::new(),
        }
    }

    fn bucket(&self, hash: u64) -> std::ops::Range<usize> {
        let size = self.slots.len().min(BUCKET);
        if size == 0 {
            return 0..0;
        }
        let buckets = (self.slots.len() / size) as u128;
        let first = (u128::from(hash) * buckets >> 64) as usize * size;
        first..first + size
    }

    fn find<P>(&self, key: &Key<P>) -> Option<usize>
    where
        S: Slot<P>,
    {
        let bucket = self.bucket(key.hash);
        self.slots[bucket.clone()]
            .iter()
            .position(|slot| slot.is(key) && slot.state().is_used())
            .map(|index| bucket.start + index)
    }

    fn read<P>(&self, key: &Key<P>, pass: u8, values: &Values) -> Option<Entry>
    where
        S: Slot<P>,
    {
        let slot = &self.slots[self.find(key)?];
        Some(Entry {
            status: slot.state().status(slot.interval(values), pass),
            hint: slot.hint(),
        })
    }

    fn write<P>(&mut self, key: &Key<P>, entry: &Entry, effort: u8, pass: u8, values: &Values)
    where
        P: Copy + Hash + Eq,
        S: Slot<P>,
    {
        let mut entry = *entry;
        let place = match self.find(key) {
            Some(place) => {
                let old = &self.slots[place];
                let known = old.state().status(old.interval(values), pass);
                entry.status = entry.status.and(known);
                if entry.hint == 0 {
                    entry.hint = old.hint();
                }
                place
            }
            None => {
                if self.used * 2 > self.slots.len() && self.slots.len() < self.most {
                    self.grow();
                }
                let bucket = self.bucket(key.hash);
                let cheapest = bucket.min_by_key(|place| self.slots[*place].effort());
                let Some(place) = cheapest else { return };
                self.used += usize::from(!self.slots[place].state().is_used());
                place
            }
        };
        let effort = effort.max(1);
        self.slots[place] = S::new(key, &entry, effort, pass, values);
    }

    /// Clears a little more of the whole table, and moves to it once all of it is clear.
    fn grow<P>(&mut self)
    where
        P: Copy + Hash + Eq,
        S: Slot<P>,
    {
        let Some(first) = self.slots.first() else {
            return;
        };
        let empty = S::empty(first.key().position);
        while self.next.capacity() == 0 {
            if self.next.try_reserve_exact(self.most).is_err() {
                // There isn't so much memory: what there is must do.
                self.most = (self.most / 2).next_multiple_of(BUCKET);
                if self.most <= self.slots.len() {
                    self.most = self.slots.len();
                    return;
                }
            }
        }
        let clear = (self.next.len() + CLEARED).min(self.most);
        self.next.resize(clear, empty);
        if clear < self.most {
            return;
        }
        let next = std::mem::take(&mut self.next);
        let old = std::mem::replace(&mut self.slots, next);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| slot.state().is_used()) {
            let bucket = self.bucket(slot.key().hash);
            let cheapest = bucket.min_by_key(|place| self.slots[*place].effort());
            if let Some(place) = cheapest {
                self.used += usize::from(!self.slots[place].state().is_used());
                self.slots[place] = slot;
            }
        }
    }

    /// The bytes that the entries take now.
    fn bytes(&self) -> usize {
        (self.slots.capacity() + self.next.capacity()) * size_of::<S>()
    }
}

/// The table of positions.
#[derive(Clone, Debug)]
pub enum Table<P> {
    Lean(LeanSlots<P>),
    Wide(WideSlots<P>),
}

/// Entries without chance and ply limit.
#[derive(Clone, Debug)]
pub struct LeanSlots<P>(Slots<Lean<P>>);

/// All other entries.
#[derive(Clone, Debug)]
pub struct WideSlots<P>(Slots<Wide<P>>);

impl<P: Copy + Hash + Eq> Table<P> {
    /// A table of at most so many bytes. Any position of the game fills what is empty.
    pub fn new(bytes: usize, limited: bool, values: &Values, position: P) -> Self {
        if limited || values.has_chance() {
            Self::Wide(WideSlots(Slots::new(bytes, position)))
        } else {
            Self::Lean(LeanSlots(Slots::new(bytes, position)))
        }
    }

    /// What is known of a position.
    pub fn read(&self, key: &Key<P>, pass: u8, values: &Values) -> Option<Entry> {
        match self {
            Self::Lean(slots) => slots.0.read(key, pass, values),
            Self::Wide(slots) => slots.0.read(key, pass, values),
        }
    }

    /// Keeps what is known of a position that cost about 2^effort nodes.
    pub fn write(&mut self, key: &Key<P>, entry: &Entry, effort: u8, pass: u8, values: &Values) {
        match self {
            Self::Lean(slots) => slots.0.write(key, entry, effort, pass, values),
            Self::Wide(slots) => slots.0.write(key, entry, effort, pass, values),
        }
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        match self {
            Self::Lean(slots) => slots.0.used,
            Self::Wide(slots) => slots.0.used,
        }
    }

    /// How many positions it has room for.
    pub fn capacity(&self) -> usize {
        match self {
            Self::Lean(slots) => slots.0.most,
            Self::Wide(slots) => slots.0.most,
        }
    }

    /// The bytes that it takes now.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Lean(slots) => slots.0.bytes(),
            Self::Wide(slots) => slots.0.bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{one, zero};

    fn values() -> Values {
        Values::new((zero(), one()), false)
    }

    fn entry(low: f64, high: f64) -> Entry {
        let interval = Interval { low, high };
        Entry {
            status: match interval.is_point() {
                true => Status::closed(interval),
                false => Status::open(interval),
            },
            hint: 7,
        }
    }

    #[test]
    fn what_was_kept_is_found_and_what_was_not_is_not() {
        for limited in [false, true] {
            let values = values();
            let mut table = Table::new(1 << 16, limited, &values, 0_u64);
            for position in 0..500 {
                let key = Key::new(position, u32::from(limited));
                table.write(&key, &entry(0.0, 0.0), 3, 1, &values);
            }
            let found = |position, plies_left| {
                let entry = table.read(&Key::new(position, plies_left), 1, &values);
                entry.map(|entry| (entry.status.interval, entry.status.closed, entry.hint))
            };
            let known = Some((Interval::point(0.0), true, 7));
            assert!((0..500).all(|position| found(position, u32::from(limited)) == known));
            assert!((500..900).all(|position| found(position, u32::from(limited)).is_none()));
            if limited {
                assert_eq!(found(3, 2), None);
            }
            assert_eq!(table.len(), 500);
        }
    }

    #[test]
    fn bounds_of_the_same_position_are_put_together() {
        let mut values = values();
        let half = values.of(crate::game::half()).low;
        let mut table = Table::new(1 << 10, false, &values, 0_u64);
        let key = Key::new(5, 0);
        table.write(&key, &entry(half, 1.0), 1, 1, &values);
        table.write(&key, &entry(0.0, half), 1, 1, &values);
        let found = table.read(&key, 1, &values).expect("it was kept");
        assert_eq!(found.status, Status::closed(Interval::point(half)));
    }

    #[test]
    fn in_a_full_bucket_what_cost_least_gives_way() {
        let values = values();
        let mut table = Table::new(BUCKET * size_of::<Lean<u64>>(), false, &values, 0_u64);
        assert_eq!(table.capacity(), BUCKET);
        for position in 0..100 {
            let effort = if position < 3 { 20 } else { 1 };
            table.write(&Key::new(position, 0), &entry(0.0, 1.0), effort, 1, &values);
        }
        let kept = |position| table.read(&Key::new(position, 0), 1, &values).is_some();
        let kept: Vec<u64> = (0..100).filter(|position| kept(*position)).collect();
        assert_eq!(kept, [0, 1, 2, 99]);
    }

    #[test]
    fn a_table_without_room_for_one_entry_keeps_nothing() {
        let values = values();
        let mut table = Table::new(size_of::<Lean<u64>>() - 1, false, &values, 0_u64);
        table.write(&Key::new(1, 0), &entry(0.0, 0.0), 1, 1, &values);
        assert!(table.read(&Key::new(1, 0), 1, &values).is_none());
        assert_eq!((table.len(), table.capacity(), table.bytes()), (0, 0, 0));
    }

    #[test]
    fn a_large_table_grows_to_its_size_and_loses_nothing_on_the_way() {
        let values = values();
        let bytes = 4 * SMALL;
        let mut table = Table::new(bytes, false, &values, 0_u64);
        let before = table.bytes();
        let most = 400_000;
        for position in 0..most {
            table.write(&Key::new(position, 0), &entry(0.0, 0.0), 1, 1, &values);
            assert!(table.bytes() <= bytes);
        }
        assert!(before <= SMALL && table.bytes() > 2 * SMALL);
        // While it grows, full buckets lose some; they are few.
        assert!(table.len() as u64 > most * 9 / 10, "{}", table.len());
    }

    #[test]
    fn a_position_that_got_stuck_is_open_again_in_the_next_pass() {
        let values = values();
        let mut table = Table::new(1 << 10, false, &values, 0_u64);
        let stuck = Entry {
            status: Status {
                interval: values.range(),
                closed: true,
                stuck: true,
            },
            hint: 0,
        };
        let key = Key::new(1, 0);
        table.write(&key, &stuck, 1, 1, &values);
        let status = |pass| table.read(&key, pass, &values).expect("kept").status;
        assert_eq!(status(1), stuck.status);
        assert_eq!(status(2), Status::open(values.range()));
    }
}
