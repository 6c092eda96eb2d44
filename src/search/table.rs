//! The transposition table: proven results of positions, in a fixed number of bytes.
//!
//! Entries hold the whole position, so different positions are never confused. They are in buckets
//! of four. If a bucket is full, the entry that cost the fewest nodes is replaced: it is the
//! cheapest to find again. Most entries are cheap, so new entries find room while the costly ones
//! near the root stay.

use std::hash::Hash;

use hashbrown::HashTable;

use super::back_up::PayoffValues;
use super::method::SearchOptions;
use super::slot::{FullEntry, Lean, TableEntry, TableKey, TablePlace, TableSlot};

/// Number of entries in a bucket: four small ones fill a cache line of the processor.
const BUCKET: usize = 4;

/// The initial size in bytes of a larger table, so that short searches needn't wait until all of it
/// is cleared.
const SMALL: usize = 4 << 20;

/// Number of entries cleared with each store, while the table grows.
const CLEARED: usize = 4_096;

/// How much larger a table gets at a time. A table not much larger than what it holds is quicker,
/// since more of it is in the processor's cache.
const GROWTH: usize = 4;

/// Places for entries of one kind.
#[derive(Clone, Debug)]
pub struct Slots<S> {
    slots: Vec<S>,
    used: usize,
    /// The number of entries after growing.
    max: usize,
    /// The memory to move to, cleared a little at a time.
    next: Vec<S>,
}

impl<S> Slots<S> {
    /// Places that take at most this many bytes.
    pub fn new<P>(bytes: usize, position: P) -> Self
    where
        S: TablePlace<P>,
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
        let mut max = small;
        // While it moves, both the old places and the new ones are there.
        while max < bytes - max {
            max = max.saturating_mul(GROWTH).min(bytes - max);
        }
        Self {
            slots: vec![S::empty(position); count(small)],
            used: 0,
            max: count(max),
            next: Vec::new(),
        }
    }

    fn bucket(&self, hash: u64) -> std::ops::Range<usize> {
        let size = self.slots.len().min(BUCKET);
        if size == 0 {
            return 0..0;
        }
        let buckets = (self.slots.len() / size) as u128;
        let first = ((u128::from(hash) * buckets) >> 64) as usize * size;
        first..first + size
    }

    /// The place of an entry.
    fn find<P>(&self, key: &TableKey<P>) -> Option<usize>
    where
        S: TablePlace<P>,
    {
        let bucket = self.bucket(key.hash);
        self.slots[bucket.clone()]
            .iter()
            .position(|slot| slot.is(key) && slot.is_used())
            .map(|index| bucket.start + index)
    }

    /// Loads the places of all these keys into the processor's cache, side by side.
    pub fn load<'a, P: 'a>(&self, keys: impl Iterator<Item = &'a TableKey<P>>)
    where
        S: TablePlace<P>,
    {
        let mut sum = 0_u32;
        for key in keys {
            // A bucket may be in two lines of the cache.
            let bucket = &self.slots[self.bucket(key.hash)];
            let ends = [bucket.first(), bucket.last()].into_iter().flatten();
            sum += ends.map(|slot| u32::from(slot.effort())).sum::<u32>();
        }
        std::hint::black_box(sum);
    }

    /// An entry as it is stored.
    pub fn get<P>(&self, key: &TableKey<P>) -> Option<&S>
    where
        S: TablePlace<P>,
    {
        Some(&self.slots[self.find(key)?])
    }

    /// Stores the entry that `new` makes of the one that is there.
    pub fn put<P>(&mut self, key: &TableKey<P>, new: impl FnOnce(Option<&S>) -> S)
    where
        P: Copy + Hash + Eq,
        S: TablePlace<P>,
    {
        if let Some(slot) = self.find(key) {
            self.slots[slot] = new(Some(&self.slots[slot]));
            return;
        }
        if self.used * 2 > self.slots.len() && self.slots.len() < self.max {
            self.grow();
        }
        if let Some(index) = self.cheapest(key) {
            self.used += usize::from(!self.slots[index].is_used());
            self.slots[index] = new(None);
        }
    }

    /// The place that a new entry takes.
    fn cheapest<P>(&self, key: &TableKey<P>) -> Option<usize>
    where
        S: TablePlace<P>,
    {
        let bucket = self.bucket(key.hash);
        bucket.min_by_key(|index| self.slots[*index].effort())
    }

    fn read<P>(&self, key: &TableKey<P>, pass: u8, values: &PayoffValues) -> Option<TableEntry>
    where
        S: TableSlot<P>,
    {
        let slot = self.get(key)?;
        Some(TableEntry {
            status: slot.state().status(slot.interval(values), pass),
            hint: slot.hint(),
        })
    }

    fn write<P>(
        &mut self,
        key: &TableKey<P>,
        entry: &TableEntry,
        effort: u8,
        pass: u8,
        values: &PayoffValues,
    ) where
        P: Copy + Hash + Eq,
        S: TableSlot<P>,
    {
        self.put(key, |old| {
            let mut entry = *entry;
            if let Some(old) = old {
                let known = old.state().status(old.interval(values), pass);
                entry.status = entry.status.and(known);
                if entry.hint == 0 {
                    entry.hint = old.hint();
                }
            }
            S::new(key, &entry, effort.max(1), pass, values)
        });
    }

    /// Clears a little more of the whole table, and moves to it once all of it is clear.
    fn grow<P>(&mut self)
    where
        P: Copy + Hash + Eq,
        S: TablePlace<P>,
    {
        let Some(first) = self.slots.first() else {
            return;
        };
        let empty = S::empty(first.key().position);
        let larger = (self.slots.len() * GROWTH).min(self.max);
        if self.next.capacity() == 0 && self.next.try_reserve_exact(larger).is_err() {
            // The allocation failed, so it stays as large as it is.
            self.max = self.slots.len();
            return;
        }
        let clear = (self.next.len() + CLEARED).min(larger);
        self.next.resize(clear, empty);
        if clear < larger {
            return;
        }
        let next = std::mem::take(&mut self.next);
        let old = std::mem::replace(&mut self.slots, next);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| slot.is_used()) {
            if let Some(index) = self.cheapest(&slot.key()) {
                self.used += usize::from(!self.slots[index].is_used());
                self.slots[index] = slot;
            }
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.used
    }

    /// The number of entries that fit.
    pub fn capacity(&self) -> usize {
        self.max
    }

    /// The bytes that the entries take now.
    pub fn bytes(&self) -> usize {
        (self.slots.capacity() + self.next.capacity()) * size_of::<S>()
    }
}

/// The table of positions.
#[derive(Clone, Debug)]
pub enum PositionTable<P> {
    Lean(LeanSlots<P>),
    Wide(WideSlots<P>),
    /// The table of a textbook search: it grows as needed, and keeps all entries.
    Memo(HashTable<Remembered<P>>),
}

/// A stored position of such a table.
#[derive(Clone, Copy, Debug)]
pub struct Remembered<P> {
    key: TableKey<P>,
    entry: TableEntry,
}

/// Entries without chance and ply limit.
#[derive(Clone, Debug)]
pub struct LeanSlots<P>(Slots<Lean<P>>);

/// All other entries.
#[derive(Clone, Debug)]
pub struct WideSlots<P>(Slots<FullEntry<P>>);

impl<P: Copy + Hash + Eq> PositionTable<P> {
    /// The table that a search has.
    pub fn of(options: &SearchOptions, values: &PayoffValues, position: P) -> Self {
        match options.textbook {
            Some(textbook) if textbook.memo => Self::Memo(HashTable::new()),
            _ => {
                let limited = options.max_plies.is_some();
                Self::new(options.table_bytes, limited, values, position)
            }
        }
    }

    /// A table of at most this many bytes. Empty slots are filled with `position`, any position of
    /// the game.
    pub fn new(bytes: usize, limited: bool, values: &PayoffValues, position: P) -> Self {
        if limited || values.has_chance() {
            Self::Wide(WideSlots(Slots::new(bytes, position)))
        } else {
            Self::Lean(LeanSlots(Slots::new(bytes, position)))
        }
    }

    /// The stored entry of a position.
    pub fn read(&self, key: &TableKey<P>, pass: u8, values: &PayoffValues) -> Option<TableEntry> {
        match self {
            Self::Lean(slots) => slots.0.read(key, pass, values),
            Self::Wide(slots) => slots.0.read(key, pass, values),
            Self::Memo(all) => {
                let found = all.find(key.hash, |known| known.key.is(key))?;
                Some(found.entry)
            }
        }
    }

    /// Stores the entry of a position that cost about 2^effort nodes.
    pub fn write(
        &mut self,
        key: &TableKey<P>,
        entry: &TableEntry,
        effort: u8,
        pass: u8,
        values: &PayoffValues,
    ) {
        match self {
            Self::Lean(slots) => slots.0.write(key, entry, effort, pass, values),
            Self::Wide(slots) => slots.0.write(key, entry, effort, pass, values),
            Self::Memo(all) => match all.find_mut(key.hash, |known| known.key.is(key)) {
                Some(known) => {
                    known.entry.status = known.entry.status.and(entry.status);
                    if entry.hint != 0 {
                        known.entry.hint = entry.hint;
                    }
                }
                None => {
                    let (key, entry) = (*key, *entry);
                    all.insert_unique(key.hash, Remembered { key, entry }, |known| known.key.hash);
                }
            },
        }
    }

    /// The number of positions stored.
    pub fn len(&self) -> usize {
        match self {
            Self::Lean(slots) => slots.0.len(),
            Self::Wide(slots) => slots.0.len(),
            Self::Memo(all) => all.len(),
        }
    }

    /// The number of positions that fit.
    pub fn capacity(&self) -> usize {
        match self {
            Self::Lean(slots) => slots.0.capacity(),
            Self::Wide(slots) => slots.0.capacity(),
            Self::Memo(_) => usize::MAX,
        }
    }

    /// The bytes that it takes now.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Lean(slots) => slots.0.bytes(),
            Self::Wide(slots) => slots.0.bytes(),
            Self::Memo(all) => all.allocation_size(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::back_up::Interval;
    use super::super::back_up::Status;
    use super::*;
    use crate::game::{one, zero};

    fn values() -> PayoffValues {
        PayoffValues::new((zero(), one()), false)
    }

    fn entry(low: f64, high: f64) -> TableEntry {
        let interval = Interval { low, high };
        TableEntry {
            status: match interval.is_point() {
                true => Status::closed(interval),
                false => Status::open(interval),
            },
            hint: 7,
        }
    }

    #[test]
    fn the_table_finds_exactly_the_positions_that_were_stored() {
        for limited in [false, true] {
            let values = values();
            let mut table = PositionTable::new(1 << 20, limited, &values, 0_u64);
            for position in 0..500 {
                let key = TableKey::new(position, u32::from(limited));
                table.write(&key, &entry(0.0, 0.0), 3, 1, &values);
            }
            let found = |position, plies_left| {
                let entry = table.read(&TableKey::new(position, plies_left), 1, &values);
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
        let mut table = PositionTable::new(1 << 10, false, &values, 0_u64);
        let key = TableKey::new(5, 0);
        table.write(&key, &entry(half, 1.0), 1, 1, &values);
        table.write(&key, &entry(0.0, half), 1, 1, &values);
        let found = table.read(&key, 1, &values).expect("it was kept");
        assert_eq!(found.status, Status::closed(Interval::point(half)));
    }

    #[test]
    fn a_full_bucket_replaces_the_entry_that_took_the_least_work() {
        let values = values();
        let mut table = PositionTable::new(BUCKET * size_of::<Lean<u64>>(), false, &values, 0_u64);
        assert_eq!(table.capacity(), BUCKET);
        for position in 0..100 {
            let effort = if position < 3 { 20 } else { 1 };
            table.write(
                &TableKey::new(position, 0),
                &entry(0.0, 1.0),
                effort,
                1,
                &values,
            );
        }
        let kept = |position| {
            table
                .read(&TableKey::new(position, 0), 1, &values)
                .is_some()
        };
        let kept: Vec<u64> = (0..100).filter(|position| kept(*position)).collect();
        assert_eq!(kept, [0, 1, 2, 99]);
    }

    #[test]
    fn a_table_without_room_for_one_entry_keeps_nothing() {
        let values = values();
        let mut table = PositionTable::new(size_of::<Lean<u64>>() - 1, false, &values, 0_u64);
        table.write(&TableKey::new(1, 0), &entry(0.0, 0.0), 1, 1, &values);
        assert!(table.read(&TableKey::new(1, 0), 1, &values).is_none());
        assert_eq!((table.len(), table.capacity(), table.bytes()), (0, 0, 0));
    }

    #[test]
    fn a_large_table_grows_to_its_size_and_loses_nothing_on_the_way() {
        let values = values();
        for (bytes, max) in [(4 * SMALL, 400_000), (20 * SMALL, 1_500_000)] {
            let mut table = PositionTable::new(bytes, false, &values, 0_u64);
            let before = table.bytes();
            for position in 0..max {
                table.write(&TableKey::new(position, 0), &entry(0.0, 0.0), 1, 1, &values);
                assert!(table.bytes() <= bytes);
            }
            assert!(before <= SMALL && table.bytes() > bytes / 2);
            // While it grows, full buckets lose some; they are few.
            assert!(table.len() as u64 > max * 9 / 10, "{}", table.len());
        }
    }

    #[test]
    fn a_position_left_unproven_by_a_repetition_is_searched_again_in_the_next_pass() {
        let values = values();
        let mut table = PositionTable::new(1 << 10, false, &values, 0_u64);
        let stuck = TableEntry {
            status: Status {
                interval: values.range(),
                closed: true,
                stuck: true,
            },
            hint: 0,
        };
        let key = TableKey::new(1, 0);
        table.write(&key, &stuck, 1, 1, &values);
        let status = |pass| table.read(&key, pass, &values).expect("kept").status;
        assert_eq!(status(1), stuck.status);
        assert_eq!(status(2), Status::open(values.range()));
    }

    #[test]
    fn a_best_move_stays_known_until_another_is_found() {
        let values = values();
        let key = TableKey::new(1, 0);
        for mut table in [
            PositionTable::new(1 << 10, false, &values, 0_u64),
            PositionTable::new(1 << 10, true, &values, 0_u64),
            PositionTable::Memo(HashTable::new()),
        ] {
            let mut hint_after = |hint| {
                let entry = TableEntry {
                    hint,
                    ..entry(0.0, 1.0)
                };
                table.write(&key, &entry, 1, 1, &values);
                table.read(&key, 1, &values).map(|entry| entry.hint)
            };
            assert_eq!([7, 0, 1].map(&mut hint_after), [Some(7), Some(7), Some(1)]);
        }
    }
}
