//! The notation of a board of cells, reading and writing: `x.o/.../... x`.

use super::{MAX_CELLS, Position};
use crate::game::{NotationError, Player, quoted};

/// A position that was read, with the size of its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The number of cells in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The chips.
    pub position: Position,
    /// The byte offset of each cell in the text.
    pub at: Vec<usize>,
    /// The byte offset of the player to move.
    pub mover_at: usize,
}

impl Read {
    /// The first cell with a chip above an empty cell.
    pub fn floating(&self) -> Option<usize> {
        let taken = self.position.taken();
        let below = |cell: usize| cell + self.width;
        (0..self.at.len().saturating_sub(self.width))
            .find(|cell| taken >> cell & 1 == 1 && taken >> below(*cell) & 1 == 0)
    }
}

/// Appends the notation of a position. `names` are the letters of the players.
pub fn write(position: Position, width: usize, height: usize, names: [char; 2], out: &mut String) {
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

/// Reads a position: the rows from the top, with `.` for an empty cell and otherwise the letter of
/// the chip's owner, then a space and the player to move. White space between cells is skipped.
///
/// # Errors
/// The first error from the left; otherwise chips or a player to move that contradict alternating
/// turns.
pub fn read(text: &str, names: [char; 2]) -> Result<Read, NotationError> {
    let error = |at, what: String, remedy: String| Err(NotationError::new(text, at, what, remedy));
    let [first, second] = names;
    // Some programs write the letters as capitals.
    let named = |sign: char| {
        names
            .iter()
            .position(|name| sign.eq_ignore_ascii_case(name))
    };
    let whole = text.trim_end();
    let begin = whole.len() - whole.trim_start().len();
    let board_end = whole.rfind(char::is_whitespace).unwrap_or(begin).max(begin);
    let mover_at = board_end
        + whole[board_end..]
            .chars()
            .next()
            .filter(|space| space.is_whitespace())
            .map_or(0, char::len_utf8);
    // Without white space there is no player to move, and all of the text is the board.
    let (board, mover) = if mover_at > board_end {
        (&whole[..board_end], &whole[mover_at..])
    } else {
        (whole, "")
    };
    let mut read = Read {
        width: 0,
        height: 0,
        position: Position::default(),
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
                return error(
                    at,
                    format!("row {row} is empty"),
                    format!("use '.', '{first}', or '{second}'"),
                );
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
                format!("use '.', '{first}', or '{second}'"),
            );
        }
        read.at.push(at);
    }
    let mut letters = mover.chars();
    let first_letter = letters.next().filter(|_| letters.next().is_none());
    let Some(mover_index) = first_letter.and_then(named) else {
        return error(
            if mover.is_empty() {
                whole.len()
            } else {
                mover_at
            },
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
    read: &Read,
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

    const XO: [char; 2] = ['x', 'o'];

    fn said(text: &str) -> String {
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
        for (text, words) in [
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
            assert!(said(text).contains(words), "{text:?}: {}", said(text));
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
