//! Random seeds.

use std::hash::{BuildHasher, RandomState};

/// A new random seed.
pub(crate) fn new_seed() -> u64 {
    // The standard library seeds its hash maps from the system's randomness.
    RandomState::new().hash_one(())
}
