//! Random boards that are the same for ever: ChaCha8, with our own draw from its words.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::geometry::check_size;
use super::notation::{Board, Hex};
use super::rules::Rules;
use crate::game::{OpenError, Player};

/// A random board as in *Land of Lisp*'s `gen-board`: for each hex in turn a uniform owner, then
/// uniform dice; a is to move.
///
/// The draws are 32-bit words of ChaCha8 whose key is the seed in little-endian bytes, the other
/// 24 bytes zero; a word at or above the largest multiple of the number of choices is drawn again,
/// the remainder of the division is the choice.
///
/// # Errors
/// A board without hexes or with more than 64.
pub fn random_board(rules: &Rules, rows: u64, columns: u64, seed: u64) -> Result<Board, OpenError> {
    check_size(rows, columns)?;
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut words = ChaCha8Rng::from_seed(key);
    let mut below = |choices: u8| {
        let choices = u32::from(choices);
        let limit = u32::MAX - u32::MAX % choices;
        loop {
            let word = words.next_u32();
            if word < limit {
                return (word % choices) as u8;
            }
        }
    };
    let hexes = (0..rows * columns)
        .map(|_| Hex {
            owner: Player(below(rules.players)),
            dice: below(rules.max_dice) + 1,
        })
        .collect();
    Ok(Board {
        rows: rows as usize,
        columns: columns as usize,
        hexes,
        mover: Player(0),
        captured: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // The boards come from another implementation of ChaCha8, in another language.
    #[test]
    fn the_same_seed_gives_the_same_board_for_ever() {
        let board = |seed| {
            let mut out = String::new();
            random_board(&Rules::LAND_OF_LISP, 3, 3, seed)
                .expect("a small board")
                .write(&mut out);
            out
        };
        assert_eq!(board(0), "a1b1a1/a1a2b2/b2a2a2 a");
        assert_eq!(board(1), "b3a1a2/a3a1a1/a2a3a2 a");
        assert_eq!(board(u64::MAX), "b3a3a3/a2a1b2/b3b2b1 a");
    }

    #[test]
    fn a_board_without_hexes_or_with_too_many_is_refused() {
        for (rows, columns) in [(0, 3), (3, 0), (9, 8), (u64::MAX, u64::MAX)] {
            assert!(random_board(&Rules::LAND_OF_LISP, rows, columns, 0).is_err());
        }
    }
}
