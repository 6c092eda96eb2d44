//! Random boards that are the same for ever.

use super::geometry::check_size;
use super::notation::{Board, Hex};
use super::rules::Rules;
use crate::game::{OpenError, Player};
use crate::games::draw::Draws;

/// A random board as in *Land of Lisp*'s `gen-board`: for each hex in turn a uniform owner, then
/// uniform dice; a is to move.
///
/// # Errors
/// A board without hexes or with more than 64.
pub fn random_board(rules: &Rules, rows: u64, columns: u64, seed: u64) -> Result<Board, OpenError> {
    check_size(rows, columns)?;
    let mut draws = Draws::new(seed);
    let hexes = (0..rows * columns)
        .map(|_| Hex {
            owner: Player(draws.below(rules.players)),
            dice: draws.below(rules.max_dice) + 1,
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
