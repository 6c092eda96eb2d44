//! Draws that are the same forever: ChaCha8, with our own draw from its words.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Uniform draws that a seed decides, on every machine and in every version.
///
/// The draws are 32-bit words of ChaCha8 whose key is the seed in little-endian bytes, the other
/// 24 bytes zero; a word at or above the largest multiple of the number of choices is drawn again,
/// the remainder of the division is the choice.
#[derive(Clone, Debug)]
pub struct Draws(ChaCha8Rng);

impl Draws {
    /// The draws of a seed, from the first.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A number from 0 to `choices` − 1; 0 where there is no choice.
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
