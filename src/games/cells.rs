//! Common code for games in which two players place chips on square cells and a line of one
//! player's chips wins: the board, its lines, its picture and edits, its notation (`x.o/.../...
//! x`), and random positions as they arise in play. The first player starts and the players
//! alternate. So the player to move follows from the number of chips, and isn't stored in a packed
//! position.

use super::draw::SeededRandom;
use crate::game::{
    Cell, CellEdit, CellShape, NotationError, OpenError, Picture, Piece, Player, Rational, half,
    one, quoted, zero,
};

/// Maximum number of cells of a board: one bit per cell and player.
pub const MAX_CELLS: usize = 64;

/// The chips of both players, one bit per cell. The order is that of the bits, and has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellPosition {
    /// The cells of each player's chips.
    pub chips: [u64; 2],
}

impl CellPosition {
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
    pub fn is_end(&self, position: CellPosition) -> bool {
        position.taken().count_ones() as usize == self.cells()
            || !self.goes_on && position.chips.iter().any(|chips| self.has_line(*chips))
    }

    /// The payoff for a player if the game is over here: 1 with a line, 0 if the other player has
    /// one, 1/2 if no player has one. If both do, which can't arise in play, it is 1/2 too.
    pub fn payoff(&self, position: CellPosition, player: Player) -> Rational {
        let has = position.chips.map(|chips| self.has_line(chips));
        match (has[player.index()], has[1 - player.index()]) {
            (true, false) => one(),
            (false, true) => zero(),
            _ => half(),
        }
    }
}

/// Text of a cell without a chip.
const EMPTY: &str = "empty";

/// The picture of a position: one square per cell, with its owner's piece.
pub fn picture(
    grid: &Grid,
    position: CellPosition,
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
    position: CellPosition,
    cell: usize,
    names: [char; 2],
    pieces: [Piece; 2],
    free: impl Fn(CellPosition) -> bool,
) -> Vec<CellEdit<CellPosition>> {
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
pub fn random_position(
    grid: &Grid,
    seed: u64,
    moves: impl Fn(CellPosition, &mut Vec<u8>),
) -> CellPosition {
    let mut draws = SeededRandom::new(seed);
    let mut listed = Vec::new();
    for _ in 0..MAX_GAMES {
        let mut position = CellPosition::default();
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
    CellPosition::default()
}

/// A position that was read, with the size of its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCells {
    /// The number of cells in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The chips.
    pub position: CellPosition,
    /// The byte offset of each cell in the text.
    pub at: Vec<usize>,
    /// The byte offset of the player to move.
    pub mover_at: usize,
}

impl ReadCells {
    /// The first cell with a chip above an empty cell.
    pub fn floating(&self) -> Option<usize> {
        let taken = self.position.taken();
        let below = |cell: usize| cell + self.width;
        (0..self.at.len().saturating_sub(self.width))
            .find(|cell| taken >> cell & 1 == 1 && taken >> below(*cell) & 1 == 0)
    }
}

/// Appends the notation of a position. `names` are the letters of the players.
pub fn write(
    position: CellPosition,
    width: usize,
    height: usize,
    names: [char; 2],
    out: &mut String,
) {
    for cell in 0..width * height {
        if cell > 0 && cell.is_multiple_of(width) {
            out.push('/');
        }
        out.push(
            position
                .owner(cell)
                .map_or('.', |owner| names[owner.index()]),
        );
    }
    out.push(' ');
    out.push(names[position.mover().index()]);
}

/// The board, which begins at a byte offset, and the player to move with its byte offset.
fn board_and_mover(text: &str) -> [(usize, &str); 2] {
    let whole = text.trim_end();
    let begin = whole.len() - whole.trim_start().len();
    let board_end = whole.rfind(char::is_whitespace).unwrap_or(begin).max(begin);
    let mover_at = board_end
        + whole[board_end..]
            .chars()
            .next()
            .filter(|space| space.is_whitespace())
            .map_or(0, char::len_utf8);
    match mover_at > board_end {
        true => [(begin, &whole[..board_end]), (mover_at, &whole[mover_at..])],
        // Without white space there is no player to move, and all of the text is the board.
        false => [(begin, whole), (whole.len(), "")],
    }
}

/// Reads a position: the rows from the top, with `.` for an empty cell and otherwise the letter of
/// the chip's owner, then a space and the player to move. White space between cells is skipped.
///
/// # Errors
/// The first error from the left; otherwise chips or a player to move that contradict alternating
/// turns.
pub fn read(text: &str, names: [char; 2]) -> Result<ReadCells, NotationError> {
    let error = |at, what: String, remedy: String| Err(NotationError::new(text, at, what, remedy));
    let [first, second] = names;
    let cells = || format!("use '.', '{first}', or '{second}'");
    // Some programs write the letters as capitals.
    let named = |sign: char| {
        names
            .iter()
            .position(|name| sign.eq_ignore_ascii_case(name))
    };
    let [(begin, board), (mover_at, mover)] = board_and_mover(text);
    let mut read = ReadCells {
        width: 0,
        height: 0,
        position: CellPosition::default(),
        at: Vec::new(),
        mover_at,
    };
    let (mut row_at, mut row_start) = (begin, 0);
    // The end of the board ends its last row.
    let ends = board.char_indices().chain([(board.len(), '/')]);
    for (at, sign) in ends.skip_while(|(at, _)| *at < begin) {
        if sign.is_whitespace() {
            continue;
        }
        if sign == '/' {
            let length = read.at.len() - row_start;
            let row = read.height + 1;
            if length == 0 {
                return error(at, format!("row {row} is empty"), cells());
            }
            if read.height == 0 {
                read.width = length;
            } else if length != read.width {
                return error(
                    row_at,
                    format!("row {row} has {length} cells, but row 1 has {}", read.width),
                    "give every row as many cells as the first".to_owned(),
                );
            }
            (row_at, row_start) = (at + 1, read.at.len());
            read.height += 1;
            continue;
        }
        if read.at.len() == MAX_CELLS {
            return error(
                at,
                format!("the board has more than {MAX_CELLS} cells"),
                format!("use a board of at most {MAX_CELLS} cells"),
            );
        }
        if let Some(owner) = named(sign) {
            read.position.chips[owner] |= 1 << read.at.len();
        } else if sign != '.' {
            return error(
                at,
                format!("invalid cell {}", quoted(sign.encode_utf8(&mut [0; 4]))),
                cells(),
            );
        }
        read.at.push(at);
    }
    let mut letters = mover.chars();
    let first_letter = letters.next().filter(|_| letters.next().is_none());
    let Some(mover_index) = first_letter.and_then(named) else {
        return error(
            mover_at,
            match mover {
                "" => "player to move missing".to_owned(),
                word => format!("invalid player to move {}", quoted(word)),
            },
            format!("add a space and '{first}' or '{second}'"),
        );
    };
    check_turns(text, &read, names, Player(mover_index as u8))?;
    Ok(read)
}

/// Whether the chips and the mover fit turns in which the players alternate.
fn check_turns(
    text: &str,
    read: &ReadCells,
    names: [char; 2],
    mover: Player,
) -> Result<(), NotationError> {
    let [first, second] = names;
    let [of_first, of_second] = read.position.counts();
    let counts = format!("{of_first} {first} and {of_second} {second}");
    if !read.position.fits() {
        let at = read.at.first().copied().unwrap_or(0);
        return Err(NotationError::new(
            text,
            at,
            counts,
            format!("{first} must have the same number or one more"),
        ));
    }
    let next = read.position.mover();
    if next == mover {
        return Ok(());
    }
    let [given, next] = [mover, next].map(|player| names[player.index()]);
    Err(NotationError::new(
        text,
        read.mover_at,
        format!("{given} can't be to move with {counts}"),
        format!("write {next} as the mover"),
    ))
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

    const XO: [char; 2] = ['x', 'o'];

    fn quoted_cell(text: &str) -> String {
        read(text, XO).expect_err(text).to_string()
    }

    #[test]
    fn capitals_are_read_as_the_letters_that_are_written() {
        let capitals = read("X.O/.X./o.. X", XO).expect("capitals");
        let small = read("x.o/.x./o.. x", XO).expect("small letters");
        assert_eq!(capitals.position, small.position);
    }

    #[test]
    fn what_is_written_is_read() {
        for text in ["... x", "x.o/.x./o.. x", "x o", "x/o/. x", "xo/xo/x. o"] {
            let read = read(text, XO).expect(text);
            let mut out = String::new();
            write(read.position, read.width, read.height, XO, &mut out);
            assert_eq!(out, text);
        }
        let spaced = read("  x . o / . x . / o . .   x\n", XO).expect("spaces");
        assert_eq!(
            (spaced.width, spaced.height, spaced.position),
            (3, 3, read("x.o/.x./o.. x", XO).expect("none").position)
        );
    }

    #[test]
    fn what_can_not_be_read_is_told_with_its_place() {
        for (text, phrase) in [
            ("", "row 1 is empty (column 1)"),
            ("x", "player to move missing (column 2)"),
            ("...", "add a space and 'x' or 'o'"),
            ("... a", "invalid player to move 'a' (column 5)"),
            ("... xo", "invalid player to move 'xo'"),
            (".q. x", "invalid cell 'q' (column 2)"),
            (".Z. o", "invalid cell 'Z'"),
            (".../.. x", "row 2 has 2 cells, but row 1 has 3 (column 5)"),
            ("...//... x", "row 2 is empty (column 5)"),
            (".../ x", "row 2 is empty"),
            ("/... x", "row 1 is empty (column 1)"),
            ("xx. o", "2 x and 0 o (column 1)"),
            (".o. x", "0 x and 1 o"),
            ("x.. x", "x can't be to move with 1 x and 0 o"),
            ("xo. o", "write x as the mover"),
            (
                &format!("{} x", ".".repeat(65)),
                "more than 64 cells (column 65)",
            ),
        ] {
            assert!(
                quoted_cell(text).contains(phrase),
                "{text:?}: {}",
                quoted_cell(text)
            );
        }
    }

    #[test]
    fn a_chip_above_an_empty_cell_is_found() {
        let floating = |text| read(text, XO).expect(text).floating();
        assert_eq!(floating("x../..o/... x"), Some(0));
        assert_eq!(floating(".../..o/..x x"), None);
        assert_eq!(floating("..o/..x x"), None);
    }
}
