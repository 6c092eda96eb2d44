//! The distinct ratings of a graph, each once.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::Rating;
use crate::game::Rational;

/// Number of maps for the exact numbers, so that none takes long to grow.
const SHARDS: usize = 64;

/// The distinct ratings, in the order they came up.
pub(super) struct RatingTable {
    pub ratings: Vec<Rating>,
    exact: Vec<FxHashMap<Rational, u32>>,
    approximate: Vec<FxHashMap<u64, u32>>,
}

impl Default for RatingTable {
    fn default() -> Self {
        Self {
            ratings: Vec::new(),
            exact: vec![FxHashMap::default(); SHARDS],
            approximate: vec![FxHashMap::default(); SHARDS],
        }
    }
}

/// Which of the maps holds a number.
fn shard(number: &impl Hash) -> usize {
    let mut hasher = FxHasher::default();
    number.hash(&mut hasher);
    // The maps themselves use the highest and the lowest bits.
    (hasher.finish() >> 40) as usize % SHARDS
}

impl RatingTable {
    pub fn intern(&mut self, rating: Rating) -> u32 {
        let new = self.ratings.len() as u32;
        let index = match rating {
            Rating::Exact(number) => {
                let map = &mut self.exact[shard(&number)];
                *map.entry(number).or_insert(new)
            }
            Rating::Approximate(number) => {
                let bits = number.to_bits();
                let map = &mut self.approximate[shard(&bits)];
                *map.entry(bits).or_insert(new)
            }
        };
        if index == new {
            self.ratings.push(rating);
        }
        index
    }

    /// Which of two entries is larger.
    pub fn compare(&self, a: u32, b: u32) -> Ordering {
        self.ratings[a as usize].compare(&self.ratings[b as usize])
    }
}
