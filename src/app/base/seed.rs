//! Random seeds.

use std::hash::{BuildHasher, RandomState};

/// A new random seed.
pub(crate) fn new_seed() -> u64 {
    // The standard library seeds its hash maps from the system's randomness.
    RandomState::new().hash_one(())
}

/// A number that no other window has: that of its process, or in a browser a random one.
pub(crate) fn window_number() -> u64 {
    #[cfg(not(target_arch = "wasm32"))]
    {
        std::process::id().into()
    }
    #[cfg(target_arch = "wasm32")]
    new_seed()
}
