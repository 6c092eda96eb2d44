//! Pictures and edits of a board of cells.

use super::{Grid, Position};
use crate::game::{Cell, CellEdit, CellShape, Picture, Piece, Player};

/// Text of a cell without a chip.
const EMPTY: &str = "empty";

/// The picture of a position: one square per cell, with its owner's piece.
pub fn picture(
    grid: &Grid,
    position: Position,
    names: [char; 2],
    pieces: [Piece; 2],
    text: String,
) -> Picture {
    let line = position
        .chips
        .iter()
        .fold(0, |cells, chips| cells | grid.line_cells(*chips));
    let places = (0..grid.cells()).map(|cell| {
        let owner = position.owner(cell);
        Cell {
            shape: CellShape::Square,
            x: (cell % grid.width()) as f64 * 2.0,
            y: (cell / grid.width()) as f64 * 2.0,
            owner,
            piece: owner.map(|owner| pieces[owner.index()].clone()),
            label: owner.map_or_else(
                || EMPTY.to_owned(),
                |owner| names[owner.index()].to_string(),
            ),
            number: cell.to_string(),
        }
    });
    let empty = grid.cells() - position.taken().count_ones() as usize;
    Picture {
        cells: places.collect(),
        line: (0..grid.cells())
            .filter(|cell| line >> cell & 1 == 1)
            .collect(),
        text,
        state: match empty {
            1 => "1 empty cell".to_owned(),
            _ => format!("{empty} empty cells"),
        },
        ..Picture::default()
    }
}

/// The possible changes of a cell: empty, or a player's chip, if the chips then fit alternating
/// turns. `free` returns whether the board's rules allow a chip to be placed on an empty cell, or
/// removed from a full one.
pub fn edits(
    grid: &Grid,
    position: Position,
    cell: usize,
    names: [char; 2],
    pieces: [Piece; 2],
    free: impl Fn(Position) -> bool,
) -> Vec<CellEdit<Position>> {
    if cell >= grid.cells() {
        return Vec::new();
    }
    let owners = [None].into_iter().chain(Player::all(2).map(Some));
    let mut edits = Vec::new();
    for owner in owners {
        let mut edited = position.without(cell);
        if let Some(owner) = owner {
            edited.chips[owner.index()] |= 1 << cell;
        }
        if edited == position || (edited.fits() && free(edited)) {
            edits.push(CellEdit {
                words: owner.map_or_else(
                    || EMPTY.to_owned(),
                    |owner| names[owner.index()].to_string(),
                ),
                owner,
                piece: owner.map(|owner| pieces[owner.index()].clone()),
                position: edited,
            });
        }
    }
    edits
}
