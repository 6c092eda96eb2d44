//! Random positions of games on cells, as they arise in play.

use super::{Grid, MAX_CELLS, Position};
use crate::game::OpenError;
use crate::games::draw::Draws;

/// Maximum number of random games before the empty board is returned. It is needed only on a board
/// where nearly every game ends at once.
const MAX_GAMES: usize = 1_000;

/// Whether a board can have that size.
///
/// # Errors
/// That it would have no cell or more than [`MAX_CELLS`].
pub fn check_size(width: u64, height: u64) -> Result<(), OpenError> {
    if (1..=MAX_CELLS as u64).contains(&width.saturating_mul(height)) {
        return Ok(());
    }
    Err(OpenError::rules(
        format!("a board can't have {width} × {height} cells"),
        format!("use at least 1 and at most {MAX_CELLS} cells"),
    ))
}

/// A random position that arises in play and isn't an end. First a uniform number of plies, from 0
/// to the number of cells minus 1, is sampled, then that many uniform moves. If the game is over by
/// then, both are sampled again.
pub fn random_position(grid: &Grid, seed: u64, moves: impl Fn(Position, &mut Vec<u8>)) -> Position {
    let mut draws = Draws::new(seed);
    let mut listed = Vec::new();
    for _ in 0..MAX_GAMES {
        let mut position = Position::default();
        for _ in 0..draws.below(grid.cells() as u8) {
            if grid.is_end(position) {
                break;
            }
            moves(position, &mut listed);
            let choice = draws.below(listed.len() as u8);
            position = position.with_chip(usize::from(listed[usize::from(choice)]));
        }
        if !grid.is_end(position) {
            return position;
        }
    }
    Position::default()
}
