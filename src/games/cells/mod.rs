//! Common code for games in which two players place chips on square cells and a line of one
//! player's chips wins: the board, its lines, its notation, its picture, and random positions.
//!
//! The first player starts and the players alternate. So the player to move follows from the number
//! of chips, and isn't stored in a packed position.

mod notation;
mod random;
mod shown;

pub use notation::{Read, read, write};
pub use random::{check_size, random_position};
pub use shown::{edits, picture};

use crate::game::{Player, Rational, half, one, zero};

/// Maximum number of cells of a board: one bit per cell and player.
pub const MAX_CELLS: usize = 64;

/// The chips of both players, one bit per cell. The order is that of the bits, and has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// The cells of each player's chips.
    pub chips: [u64; 2],
}

impl Position {
    /// The cells that aren't empty.
    pub fn taken(self) -> u64 {
        self.chips[0] | self.chips[1]
    }

    /// The number of chips of each player.
    pub fn counts(self) -> [u32; 2] {
        self.chips.map(u64::count_ones)
    }

    /// The player to move: the first player if both have the same number of chips.
    pub fn mover(self) -> Player {
        let [first, second] = self.counts();
        Player(u8::from(first > second))
    }

    /// The owner of the chip on a cell.
    pub fn owner(self, cell: usize) -> Option<Player> {
        let on = |player: Player| self.chips[player.index()] >> cell & 1 == 1;
        Player::all(2).find(|player| on(*player))
    }

    /// The position after the mover's chip on an empty cell.
    #[must_use]
    pub fn with_chip(mut self, cell: usize) -> Self {
        let mover = self.mover();
        self.chips[mover.index()] |= 1 << cell;
        self
    }

    /// The position without the chip of a cell.
    #[must_use]
    pub fn without(mut self, cell: usize) -> Self {
        self.chips = self.chips.map(|chips| chips & !(1 << cell));
        self
    }

    /// The position with the chip of each cell taken from the cell that is given for it.
    #[must_use]
    pub fn rearranged(self, from: &[u8]) -> Self {
        let chips = self.chips.map(|chips| {
            let bits = from.iter().enumerate();
            bits.fold(0, |moved, (cell, from)| moved | (chips >> from & 1) << cell)
        });
        Self { chips }
    }

    /// Whether its chips fit alternating turns: both players have the same number, or the first has
    /// one more.
    pub fn fits(self) -> bool {
        let [first, second] = self.counts();
        first == second || first == second + 1
    }
}

/// A board's size and all lines that win on it.
#[derive(Clone, Debug)]
pub struct Grid {
    width: usize,
    height: usize,
    /// The lines of exactly the winning length. A longer line contains some of them.
    lines: Vec<u64>,
    /// Whether the game goes on after a win until no cell is empty: a planted fault.
    pub goes_on: bool,
}

impl Grid {
    /// A board of at most [`MAX_CELLS`] cells, where `line` or more in a row, a column or a
    /// diagonal win. A line that doesn't fit on the board can't win.
    pub fn new(width: usize, height: usize, line: usize) -> Self {
        let mut lines = Vec::new();
        for row in 0..height {
            for column in 0..width {
                for (down, across) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let mut cells = 0;
                    let fits = (0..line as isize).all(|step| {
                        let row = row as isize + down * step;
                        let column = column as isize + across * step;
                        let on_board = (0..height as isize).contains(&row)
                            && (0..width as isize).contains(&column);
                        if on_board {
                            cells |= 1 << (row as usize * width + column as usize);
                        }
                        on_board
                    });
                    // A line of one cell runs in every direction.
                    if fits && lines.last() != Some(&cells) {
                        lines.push(cells);
                    }
                }
            }
        }
        Self {
            width,
            height,
            lines,
            goes_on: false,
        }
    }

    /// The number of cells in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// Whether chips on these cells make a line that wins.
    pub fn has_line(&self, chips: u64) -> bool {
        self.lines.iter().any(|line| chips & line == *line)
    }

    /// The cells of all lines that win with these chips.
    pub fn line_cells(&self, chips: u64) -> u64 {
        let made = self.lines.iter().filter(|line| chips & **line == **line);
        made.fold(0, |cells, line| cells | line)
    }

    /// Whether the game is over: a player has a line, or no cell is empty.
    pub fn is_end(&self, position: Position) -> bool {
        position.taken().count_ones() as usize == self.cells()
            || !self.goes_on && position.chips.iter().any(|chips| self.has_line(*chips))
    }

    /// The payoff for a player if the game is over here: 1 with a line, 0 if the other player has
    /// one, 1/2 if no player has one. If both do, which can't arise in play, it is 1/2 too.
    pub fn payoff(&self, position: Position, player: Player) -> Rational {
        let has = position.chips.map(|chips| self.has_line(chips));
        match (has[player.index()], has[1 - player.index()]) {
            (true, false) => one(),
            (false, true) => zero(),
            _ => half(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_its_rows_columns_and_diagonals_as_lines() {
        assert_eq!(Grid::new(3, 3, 3).lines.len(), 8);
        assert_eq!(Grid::new(4, 4, 4).lines.len(), 10);
        assert_eq!(Grid::new(7, 6, 4).lines.len(), 69);
        assert_eq!(Grid::new(3, 2, 1).lines.len(), 6);
        assert_eq!(Grid::new(3, 2, 4).lines.len(), 0);
        assert_eq!(Grid::new(1, 64, 64).lines, [u64::MAX]);
    }

    #[test]
    fn a_line_may_be_longer_than_needed_and_does_not_go_round_the_edge() {
        let grid = Grid::new(5, 2, 3);
        assert!(grid.has_line(0b01111));
        assert_eq!(grid.line_cells(0b01111), 0b01111);
        assert!(!grid.has_line(0b00001_11000));
        assert!(!grid.has_line(0b00000_11011));
    }
}
