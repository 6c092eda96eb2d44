//! A hash map from positions to their numbers: open addressing, linear probing.

/// The number of an empty slot.
const EMPTY: u32 = u32::MAX;

/// Numbers by position.
pub struct Map {
    /// A power of two of slots, at most half of them used.
    places: Vec<(u64, u32)>,
    taken: usize,
    /// The shift of a hash that gives a slot.
    shift: u32,
}

impl Map {
    /// An empty map.
    pub fn new() -> Self {
        Self::with_bits(10)
    }

    fn with_bits(bits: u32) -> Self {
        Self {
            places: vec![(0, EMPTY); 1 << bits],
            taken: 0,
            shift: u64::BITS - bits,
        }
    }

    /// The number of `key`, which is `new` if the key is.
    pub fn number(&mut self, key: u64, new: u32) -> u32 {
        let place = self.find(key);
        let (_, number) = self.places[place];
        if number != EMPTY {
            return number;
        }
        self.places[place] = (key, new);
        self.taken += 1;
        if 2 * self.taken > self.places.len() {
            self.grow();
        }
        new
    }

    /// The slot of `key`, or the empty slot where it belongs.
    fn find(&self, key: u64) -> usize {
        // 2^64 over the golden ratio: the upper bits of the product are well mixed.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut place = (hash >> self.shift) as usize;
        loop {
            let (found, number) = self.places[place];
            if found == key || number == EMPTY {
                // An empty slot has the key 0, which is also a position.
                return place;
            }
            place = (place + 1) & (self.places.len() - 1);
        }
    }

    fn grow(&mut self) {
        let mut larger = Self::with_bits(u64::BITS - self.shift + 1);
        for &(key, number) in &self.places {
            if number != EMPTY {
                let place = larger.find(key);
                larger.places[place] = (key, number);
            }
        }
        larger.taken = self.taken;
        *self = larger;
    }
}
