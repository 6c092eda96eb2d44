//! Seeded random boards of Dice of Doom, stable across versions.

use super::geometry::check_size;
use super::notation::{Board, Hex, TurnState};
use super::rules::{Geometry, Rules};
use crate::game::{OpenError, Player};
use crate::games::draw::SeededRandom;

/// A random board as the programs make one: in *Land of Lisp*'s `gen-board` each hex in turn has a
/// uniform owner, then uniform dice; in *Realm of Racket*, the rules with offset rows and a pool,
/// owners alternate, only dice are drawn, and a board without a first move is drawn again. a is to
/// move.
///
/// # Errors
/// A board without hexes or with more than 64, or one that must have a first move and can't.
pub fn random_board(rules: &Rules, rows: u64, columns: u64, seed: u64) -> Result<Board, OpenError> {
    check_size(rows, columns)?;
    let mut draws = SeededRandom::new(seed);
    let alternate = rules.geometry == Geometry::OffsetRows && rules.has_pool();
    if alternate && (rows * columns < 2 || rules.max_dice < 2) {
        return Err(OpenError::rules(
            "no board of this size and these dice has a first move",
            "use at least 2 hexes and a maximum of at least 2 dice",
        ));
    }
    loop {
        let hexes = (0..rows * columns).map(|index| Hex {
            owner: Player(if alternate {
                (index % u64::from(rules.players)) as u8
            } else {
                draws.below(rules.players)
            }),
            dice: draws.below(rules.max_dice) + 1,
        });
        let board = Board {
            rows: rows as usize,
            columns: columns as usize,
            hexes: hexes.collect(),
            mover: Player(0),
            turn: TurnState::Fresh,
            pool: rules.has_pool().then_some(rules.pool),
            reversed: false,
            attack: None,
        };
        // The first two hexes touch and have two owners, so that some draw has a first move.
        if !alternate || board.has_attack(rules) {
            return Ok(board);
        }
    }
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
    fn boards_of_the_racket_chapter_alternate_owners_and_have_a_first_move() {
        let rules = Rules::PRESETS[2].1;
        for seed in 0..200 {
            for (rows, columns) in [(1, 2), (2, 1), (3, 3), (8, 8)] {
                let board = random_board(&rules, rows, columns, seed).expect("a board");
                assert!(board.has_attack(&rules));
                for (index, hex) in board.hexes.iter().enumerate() {
                    assert_eq!(usize::from(hex.owner.0), index % 2);
                }
            }
        }
        assert!(random_board(&rules, 1, 1, 0).is_err());
        let dull = Rules {
            max_dice: 1,
            ..rules
        };
        assert!(random_board(&dull, 3, 3, 0).is_err());
    }

    #[test]
    fn a_board_without_hexes_or_with_too_many_is_refused() {
        for (rows, columns) in [(0, 3), (3, 0), (9, 8), (u64::MAX, u64::MAX)] {
            assert!(random_board(&Rules::LAND_OF_LISP, rows, columns, 0).is_err());
        }
    }
}
