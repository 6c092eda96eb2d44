//! Seeded random numbers that are stable across versions: ChaCha8, with our own uniform sampling.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// Uniform random numbers from a seed, the same on every machine and in every version.
///
/// The source is the sequence of 32-bit words of ChaCha8. The key is the seed in little-endian
/// bytes, followed by 24 zero bytes. A word at or above the largest multiple of the number of
/// choices is rejected. Otherwise the remainder of the division is the choice.
#[derive(Debug)]
pub struct Draws(ChaCha8Rng);

impl Draws {
    /// The draws of a seed, from the first.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A number from 0 to `choices` − 1; 0 if there is no choice.
    pub fn below(&mut self, choices: u8) -> u8 {
        let choices = u32::from(choices.max(1));
        let limit = u32::MAX - u32::MAX % choices;
        loop {
            let word = self.0.next_u32();
            if word < limit {
                return (word % choices) as u8;
            }
        }
    }
}
