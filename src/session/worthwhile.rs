//! Random boards with a real choice: half of all small ones are games that are over at the start.

use super::known::random;
use super::open::open;
use super::rated::Wanted;
use crate::game::OpenError;
use crate::games::{Setup, Switches};
use crate::rating::worse_moves;
use crate::tree::Limits;

/// Maximum number of boards tried …
const MAX_BOARDS: u64 = 100;
/// … and the position limit for each.
const MAX_POSITIONS: u64 = 3_000;

/// A random board of the game of that name on which some move is worse than another, and the seed
/// that gives it: the given one or one of those that follow. Where none of them has such a move, it
/// is the board of the given seed.
///
/// # Errors
/// A game without random boards, rules that it can't have, or a board that it can't have.
pub fn random_with_choice(
    game: &str,
    switches: &Switches,
    rows: Option<u64>,
    columns: Option<u64>,
    seed: u64,
) -> Result<(String, u64), OpenError> {
    let first = random(game, switches, rows, columns, seed)?;
    let mut board = first.clone();
    for next in 1..=MAX_BOARDS {
        let setup = Setup {
            game: game.to_owned(),
            position: board.clone(),
            switches: switches.clone(),
            ..Setup::default()
        };
        if has_choice(&setup)? {
            return Ok((board, seed.wrapping_add(next - 1)));
        }
        board = random(game, switches, rows, columns, seed.wrapping_add(next))?;
    }
    Ok((first, seed))
}

/// Whether some move is worse than another. If a board is too large to find out quickly, whether
/// there is a choice of moves at all.
fn has_choice(setup: &Setup) -> Result<bool, OpenError> {
    let limits = Limits {
        max_nodes: Some(MAX_POSITIONS),
        ..Limits::default()
    };
    let rated = open(setup, Wanted::from(limits), "")?.finish();
    let graph = rated.graph.graph();
    let ratings = &rated.analysis.ratings;
    let is_small = graph.stopped().is_none();
    Ok(graph.vertices().any(|vertex| match is_small {
        true => !worse_moves(graph, ratings, vertex).is_empty(),
        false => graph.degree(vertex) > 1,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_every_seed_comes_a_board_with_a_choice_and_the_seed_that_gives_it() {
        let switches = Switches::default();
        let mut moved = 0;
        for seed in 0..40 {
            let size = Some(2);
            let drawn = random_with_choice("dice-of-doom", &switches, size, size, seed);
            let (board, from) = drawn.expect("a board");
            let same = random("dice-of-doom", &switches, size, size, from);
            assert_eq!(same.expect("a board"), board);
            let setup = Setup {
                game: "dice-of-doom".to_owned(),
                position: board,
                ..Setup::default()
            };
            assert!(has_choice(&setup).expect("a board"), "{seed}");
            moved += u32::from(from != seed);
        }
        assert!(moved > 10, "a board without a choice is rare: {moved}");
    }

    #[test]
    fn where_no_board_has_a_choice_it_is_that_of_the_seed() {
        let (board, seed) =
            random_with_choice("dice-of-doom", &Switches::default(), Some(1), Some(1), 7)
                .expect("a board");
        let same = random("dice-of-doom", &Switches::default(), Some(1), Some(1), 7);
        assert_eq!((same.expect("a board"), 7), (board, seed));
    }

    #[test]
    fn a_large_board_is_not_built_to_its_end() {
        let drawn = random_with_choice("dice-of-doom", &Switches::default(), Some(6), Some(6), 1);
        assert_eq!(drawn.expect("a board").1, 1);
    }
}
