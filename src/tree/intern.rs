//! Looks up the vertex of a position: a sharded hash map from keys to numbers.
//!
//! The cost of such a map is memory latency. A shard is small enough to stay in the processor's
//! cache while a batch of keys is looked up in it. The slots of several keys are read before any is
//! compared, so that their latencies overlap. A key is stored beside its number. Shards are
//! independent: each batch is looked up on all cores, and one table grows at a time.

use std::hash::{Hash, Hasher};
use std::hint::black_box;

use rustc_hash::FxHasher;

/// The number of shards.
pub(super) const SHARDS: usize = 64;

const SHARD_BITS: u32 = SHARDS.ilog2();
/// The vertex of an empty slot.
const EMPTY: u32 = u32::MAX;
/// The slots of the smallest table.
const MIN: usize = 16;
/// The number of slots read ahead before any is compared.
pub(super) const AHEAD: usize = 16;

/// The key of a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PositionKey<P> {
    pub position: P,
    /// The number of plies left; 0 without a ply limit.
    pub plies_left: u32,
}

/// The hash of a key, its bits mixed well from the highest on: the shard, then the slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyHash(u64);

impl<P: Hash> PositionKey<P> {
    pub fn hash(&self) -> KeyHash {
        let mut hasher = FxHasher::default();
        self.position.hash(&mut hasher);
        hasher.write_u32(self.plies_left);
        let bits = hasher.finish();
        // A product's high bits depend on all bits of the factors; rotations alone would leave
        // keys that differ in few bits in few shards.
        KeyHash((bits ^ bits >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl KeyHash {
    /// The shard of the key.
    pub fn shard(self) -> usize {
        (self.0 >> (u64::BITS - SHARD_BITS)) as usize
    }

    /// The bits that choose the slot.
    pub fn slot_bits(self) -> u32 {
        (self.0 >> (u64::BITS - SHARD_BITS - u32::BITS)) as u32
    }
}

/// A key and its number, side by side without padding.
#[derive(Clone, Copy)]
struct ShardSlot<P> {
    position: P,
    plies_left: u32,
    vertex: u32,
}

impl<P: Copy> ShardSlot<P> {
    fn new(key: PositionKey<P>, vertex: u32) -> Self {
        Self {
            position: key.position,
            plies_left: key.plies_left,
            vertex,
        }
    }

    fn key(&self) -> PositionKey<P> {
        PositionKey {
            position: self.position,
            plies_left: self.plies_left,
        }
    }
}

/// The bytes of a slot.
pub(super) fn slot_bytes<P>() -> usize {
    size_of::<ShardSlot<P>>()
}

/// The total number of slots of all tables with this many keys, evenly distributed.
pub(super) fn slots_for(keys: u64) -> u64 {
    let shards = SHARDS as u64;
    let needed = keys.div_ceil(shards).saturating_mul(8).div_ceil(5);
    let slots = needed.max(MIN as u64).checked_next_power_of_two();
    slots.map_or(u64::MAX, |slots| slots.saturating_mul(shards))
}

/// One shard: open addressing, linear probing, at most five eighths full.
#[derive(Clone)]
pub(super) struct Shard<P> {
    slots: Vec<ShardSlot<P>>,
    /// The number of keys that fit before the table has to grow.
    room: usize,
    /// The slots that the last batch filled, with the index of each key in the batch.
    fresh: Vec<(u32, u32)>,
}

/// A key that is to be looked up: its move in a listing, and the bits that choose its slot.
#[derive(Clone, Copy)]
pub(super) struct WantedKeys {
    pub mv: u32,
    pub slot_bits: u32,
}

/// Maximum number of keys in a table with this many slots.
fn most_of(slots: usize) -> usize {
    slots / 8 * 5
}

impl<P: Copy + Eq + Hash> Shard<P> {
    fn new() -> Self {
        Self {
            slots: Vec::new(),
            room: 0,
            fresh: Vec::new(),
        }
    }

    fn slot_of(&self, slot_bits: u32) -> usize {
        // A table has at least MIN slots and at most 2^32.
        (u64::from(slot_bits) >> (u32::BITS - self.slots.len().ilog2())) as usize
    }

    /// Makes room for `more` keys. Not while a batch is looked up: its slots would be others.
    pub fn reserve(&mut self, more: usize, filler: PositionKey<P>) {
        if more > self.room {
            self.grow(more, filler);
        }
    }

    #[cold]
    fn grow(&mut self, more: usize, filler: PositionKey<P>) {
        let needed = most_of(self.slots.len()) - self.room + more;
        let mut size = self.slots.len().max(MIN);
        while needed > most_of(size) {
            size *= 2;
        }
        self.room = most_of(size) - (needed - more);
        let empty = ShardSlot::new(filler, EMPTY);
        let old = std::mem::replace(&mut self.slots, vec![empty; size]);
        let mask = size - 1;
        for slot in old.into_iter().filter(|slot| slot.vertex != EMPTY) {
            let mut index = self.slot_of(slot.key().hash().slot_bits());
            while self.slots[index].vertex != EMPTY {
                index = (index + 1) & mask;
            }
            self.slots[index] = slot;
        }
    }

    /// The number of a key; one that is new gets the number `new`. There must be room for it.
    #[inline]
    fn number(&mut self, key: PositionKey<P>, slot_bits: u32, new: u32) -> (u32, usize) {
        let mask = self.slots.len() - 1;
        let mut index = self.slot_of(slot_bits);
        loop {
            let slot = &mut self.slots[index];
            if slot.vertex == EMPTY {
                *slot = ShardSlot::new(key, new);
                self.room -= 1;
                return (new, index);
            }
            if slot.key() == key {
                return (slot.vertex, index);
            }
            index = (index + 1) & mask;
        }
    }

    /// Looks up the keys of a listing, in order, and writes the numbers to `found` at the keys'
    /// indices in the batch, where the listing starts at `offset`. A new key gets a temporary
    /// number: `base` plus its index. There must be room for all keys.
    pub fn number_all(
        &mut self,
        listing: &[WantedKeys],
        key: impl Fn(u32) -> PositionKey<P>,
        (base, offset): (u32, u32),
        found: impl Fn(u32, u32),
    ) {
        for some in listing.chunks(AHEAD) {
            let mut touched = 0_u32;
            for wanted in some {
                touched ^= self.slots[self.slot_of(wanted.slot_bits)].vertex;
            }
            black_box(touched);
            for wanted in some {
                let index = offset + wanted.mv;
                let new = base + index;
                let (number, slot) = self.number(key(wanted.mv), wanted.slot_bits, new);
                if number == new {
                    self.fresh.push((slot as u32, index));
                }
                found(index, number);
            }
        }
    }

    /// Sets the final numbers of the keys that were new in the last batch. `numbers` has one per
    /// index of the batch.
    pub fn write_numbers(&mut self, numbers: &[u32]) {
        for (slot, index) in self.fresh.drain(..) {
            self.slots[slot as usize].vertex = numbers[index as usize];
        }
    }
}

/// All shards.
#[derive(Clone)]
pub(super) struct Index<P> {
    pub shards: Vec<Shard<P>>,
}

impl<P: Copy + Eq + Hash> Index<P> {
    pub fn new() -> Self {
        Self {
            shards: (0..SHARDS).map(|_| Shard::new()).collect(),
        }
    }

    /// The number of a key; one that is new gets the number `new`.
    #[inline]
    pub fn number(&mut self, key: PositionKey<P>, hash: KeyHash, new: u32) -> u32 {
        let shard = &mut self.shards[hash.shard()];
        shard.reserve(1, key);
        shard.number(key, hash.slot_bits(), new).0
    }

    /// Reads the slot where a key would be, so that it is in the cache when the key is looked up.
    #[inline]
    pub fn touch(&self, hash: KeyHash) -> u32 {
        let shard = &self.shards[hash.shard()];
        match shard.slots.len() {
            0 => EMPTY,
            _ => shard.slots[shard.slot_of(hash.slot_bits())].vertex,
        }
    }

    /// Memory size of the tables in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        let shards = self.shards.iter();
        shards
            .map(|shard| {
                shard.slots.capacity() * size_of::<ShardSlot<P>>()
                    + shard.fresh.capacity() * size_of::<(u32, u32)>()
            })
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> PositionKey<u64> {
        PositionKey {
            position: number,
            plies_left: (number % 3) as u32,
        }
    }

    fn look_up(index: &mut Index<u64>, key: PositionKey<u64>, new: u32) -> u32 {
        index.number(key, key.hash(), new)
    }

    #[test]
    fn keys_keep_their_numbers_while_the_tables_grow() {
        let mut index = Index::new();
        for number in 0..5_000_u64 {
            assert_eq!(
                look_up(&mut index, key(number * 64), number as u32),
                number as u32
            );
        }
        for number in 0..5_000_u64 {
            assert_eq!(look_up(&mut index, key(number * 64), 9_999), number as u32);
        }
        let other = PositionKey {
            position: 64,
            plies_left: 2,
        };
        assert_eq!(look_up(&mut index, other, 9_999), 9_999);
    }

    #[test]
    fn a_batch_finds_what_one_key_after_the_other_finds() {
        let keys: Vec<u64> = (0..3_000_u64).map(|number| number * number % 701).collect();
        let mut one = Index::new();
        let mut all = Index::new();
        let known: Vec<u64> = keys.iter().copied().step_by(7).collect();
        let mut next = 0;
        for index in [&mut one, &mut all] {
            next = 0;
            for number in &known {
                next += u32::from(look_up(index, key(*number), next) == next);
            }
        }
        let base = next;
        let expected: Vec<u32> = keys
            .iter()
            .map(|number| {
                let found = look_up(&mut one, key(*number), next);
                next += u32::from(found == next);
                found
            })
            .collect();
        let found = std::cell::RefCell::new(vec![0; keys.len()]);
        for (shard, table) in all.shards.iter_mut().enumerate() {
            let batch: Vec<WantedKeys> = (0..keys.len())
                .filter(|place| key(keys[*place]).hash().shard() == shard)
                .map(|place| WantedKeys {
                    mv: place as u32,
                    slot_bits: key(keys[place]).hash().slot_bits(),
                })
                .collect();
            table.reserve(batch.len(), key(0));
            table.number_all(
                &batch,
                |place| key(keys[place as usize]),
                (base, 0),
                |place, number| found.borrow_mut()[place as usize] = number,
            );
        }
        // The numbers for the time being, in order, are the final ones.
        let mut last = base;
        let mut settled = vec![0; keys.len()];
        let numbers = found.into_inner();
        for (slot, &number) in numbers.iter().enumerate() {
            settled[slot] = if number < base {
                number
            } else if number == base + slot as u32 {
                last += 1;
                last - 1
            } else {
                settled[(number - base) as usize]
            };
        }
        assert_eq!(settled, expected);
        for table in &mut all.shards {
            table.write_numbers(&settled);
        }
        for (number, expected) in keys.iter().zip(&expected) {
            assert_eq!(look_up(&mut all, key(*number), u32::MAX - 1), *expected);
        }
    }

    /// Keys that differ in a few bits only, wherever those are, fill all shards evenly.
    #[test]
    fn no_shard_is_much_fuller_than_the_others() {
        for shift in [0, 10, 27, 40, 52] {
            let mut shards = [0_usize; SHARDS];
            for number in 0..4_096_u64 {
                let key = PositionKey {
                    position: number << shift,
                    plies_left: 0,
                };
                shards[key.hash().shard()] += 1;
            }
            let max = shards.iter().max().copied().unwrap_or(0);
            assert!(max < 2 * 4_096 / SHARDS, "{shift}: {shards:?}");
        }
    }

    #[test]
    fn tables_take_at_least_a_slot_for_each_key() {
        let mut index = Index::new();
        assert_eq!(index.bytes(), 0);
        for number in 0..5_000_u64 {
            look_up(&mut index, key(number), number as u32);
        }
        assert!(index.bytes() >= 5_000 * size_of::<ShardSlot<u64>>());
    }
}
