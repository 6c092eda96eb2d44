//! Seeded random numbers that are stable across versions: ChaCha8, with our own uniform sampling.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// Uniform random numbers from a seed, the same on every machine and in every version.
///
/// The source is the sequence of 32-bit words of ChaCha8. The key is the seed in little-endian
/// bytes, followed by the place in eight bytes, and zeros. A word at or above the largest multiple of the number of
/// choices is rejected. Otherwise the remainder of the division is the choice.
#[derive(Debug)]
pub struct SeededRandom(ChaCha8Rng);

impl SeededRandom {
    /// The draws of a seed, from the first.
    pub fn new(seed: u64) -> Self {
        Self::at(seed, 0)
    }

    /// The draws at one of several places that share a seed.
    pub fn at(seed: u64, index: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&index.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// The next word of the source.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number from 0 to `choices` − 1; 0 if there is no choice.
    pub fn below(&mut self, choices: u8) -> u8 {
        self.index(choices.into()) as u8
    }

    /// The same for up to 2^32 − 1 choices.
    pub fn index(&mut self, choices: u32) -> u32 {
        let choices = choices.max(1);
        let limit = u32::MAX - u32::MAX % choices;
        loop {
            let word = self.0.next_u32();
            if word < limit {
                return word % choices;
            }
        }
    }
}
