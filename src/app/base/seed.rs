//! Seeds of what is drawn at random.

use std::hash::{BuildHasher, RandomState};

/// A seed that nobody chose, another one each time.
pub(crate) fn new_seed() -> u64 {
    // The standard library seeds its hash maps from the system's randomness.
    RandomState::new().hash_one(())
}
