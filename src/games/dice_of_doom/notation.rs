//! The notation of Dice of Doom's positions and moves, reading and writing.
//!
//! It is read into plain hexes first, since the board's size decides how positions are packed.

use std::fmt::Write as _;

use super::geometry::Neighbours;
use super::read::BoardReader;
use super::rules::Rules;
use crate::game::{NotationError, Player};

/// The largest number of captured dice, and of dice in the pool.
pub const MAX_CAPTURED: u16 = 999;

/// One hex: its owner and its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex {
    /// The owner.
    pub owner: Player,
    /// 1 to the rules' maximum.
    pub dice: u8,
}

/// The state of the mover's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnState {
    /// Nothing yet.
    Fresh,
    /// It has attacked; with the dice that count as captured, where the rules count them.
    MidTurn(Option<u16>),
}

/// A position, unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of rows.
    pub rows: usize,
    /// The number of hexes in a row.
    pub columns: usize,
    /// The hexes, row by row.
    pub hexes: Vec<Hex>,
    /// The player to move.
    pub mover: Player,
    /// The state of the mover's turn.
    pub turn: TurnState,
    /// The number of dice left in the pool, if the rules have one.
    pub pool: Option<u16>,
    /// Whether the board order runs from the last hex to the first.
    pub reversed: bool,
    /// The attack for which dice are about to be rolled: its source and its target.
    pub attack: Option<(u8, u8)>,
}

impl Board {
    /// Appends the board alone: `b2b2/a2b1`.
    pub fn write_hexes(&self, out: &mut String) {
        for (index, hex) in self.hexes.iter().enumerate() {
            if index > 0 && index.is_multiple_of(self.columns) {
                out.push('/');
            }
            write_hex(*hex, out);
        }
    }

    /// Appends the notation.
    pub fn write(&self, out: &mut String) {
        self.write_hexes(out);
        out.push(' ');
        out.push(self.mover.letter());
        let mut word = |word: std::fmt::Arguments<'_>| {
            out.write_fmt(word).expect("writing to a string can't fail");
        };
        match self.turn {
            TurnState::Fresh => {}
            TurnState::MidTurn(None) => word(format_args!(" +")),
            TurnState::MidTurn(Some(captured)) => word(format_args!(" +{captured}")),
        }
        if let Some(pool) = self.pool {
            word(format_args!(" pool={pool}"));
        }
        if self.reversed {
            word(format_args!(" reversed"));
        }
        if let Some((source, target)) = self.attack {
            word(format_args!(" ?{source}>{target}"));
        }
    }

    /// Reads a position under `rules`. `columns` is needed for a Lisp array, and checked against
    /// the rows otherwise.
    ///
    /// # Errors
    /// The first fault from the left.
    pub fn read(text: &str, rules: &Rules, columns: Option<u64>) -> Result<Self, NotationError> {
        let mut reader = BoardReader::new(text, rules);
        let (rows, columns, hexes) = reader.hexes(columns)?;
        let mover = reader.mover()?;
        let mut board = Self {
            rows,
            columns,
            hexes,
            mover,
            turn: TurnState::Fresh,
            pool: rules.has_pool().then_some(rules.pool),
            reversed: false,
            attack: None,
        };
        reader.state(&mut board)?;
        Ok(board)
    }

    /// Whether the mover has a legal attack.
    pub fn has_attack(&self, rules: &Rules) -> bool {
        let neighbours = Neighbours::new(rules.geometry, self.rows, self.columns);
        self.hexes.iter().enumerate().any(|(source, from)| {
            let targets = neighbours.of(source).iter();
            from.owner == self.mover
                && targets
                    .map(|target| self.hexes[usize::from(*target)])
                    .any(|to| rules.can_attack(*from, to))
        })
    }

    /// Whether the mover may attack `target` from `source`.
    pub fn can_attack(&self, rules: &Rules, source: usize, target: usize) -> bool {
        let hex = |index: usize| self.hexes.get(index).copied();
        let (Some(from), Some(to)) = (hex(source), hex(target)) else {
            return false;
        };
        let neighbours = Neighbours::new(rules.geometry, self.rows, self.columns);
        from.owner == self.mover
            && rules.can_attack(from, to)
            && neighbours.of(source).contains(&(target as u8))
    }
}

/// Appends one hex: `b2`.
pub fn write_hex(hex: Hex, out: &mut String) {
    out.push(hex.owner.letter());
    if hex.dice > 9 {
        out.push(char::from(b'0' + hex.dice / 10));
    }
    out.push(char::from(b'0' + hex.dice % 10));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Board, NotationError> {
        Board::read(text, &Rules::LAND_OF_LISP, None)
    }

    fn round(text: &str) -> String {
        let mut out = String::new();
        read(text).expect(text).write(&mut out);
        out
    }

    #[test]
    fn notation_is_written_as_it_was_read() {
        for text in [
            "b2b2/a2b1 a",
            "a1b2a1/b1b2a1/a1a1a3 b +2",
            "a1 a",
            "a1a2b3 b",
            "a3b3/b1b2 a +999",
        ] {
            assert_eq!(round(text), text);
        }
    }

    #[test]
    fn more_than_nine_dice_are_written_with_both_digits() {
        let mut out = String::new();
        for dice in [9, 10, 21, 99] {
            let owner = Player(0);
            write_hex(Hex { owner, dice }, &mut out);
        }
        assert_eq!(out, "a9a10a21a99");
    }

    #[test]
    fn spaces_hyphens_and_lisp_arrays_are_read_too() {
        for text in [
            "b-2 b-2/a-2 b-1 a",
            "b2 b2 / a2 b1 a",
            "  b2b2/a2b1   a  ",
            "b2b2/\ta2b1 a",
        ] {
            assert_eq!(round(text), "b2b2/a2b1 a", "{text}");
        }
        let board = Board::read(
            "#((1 2) (1 2) (0 2) (1 1)) a",
            &Rules::LAND_OF_LISP,
            Some(2),
        )
        .expect("the book's board");
        assert_eq!(board, read("b2b2/a2b1 a").expect("the same"));
    }

    #[test]
    fn every_fault_names_its_column_and_a_remedy() {
        for (text, column, phrase) in [
            ("", 1, "expected a hex's owner, found the end"),
            ("b0b2 a", 2, "hex has 0 dice, maximum 3 (column 2): use 1–3"),
            ("b4b2 a", 2, "maximum 3 (column 2): use 1–3 or --max-dice 4"),
            ("b12 a", 3, "more dice than one digit"),
            ("b2b/a2b1 a", 4, "expected the number of dice"),
            ("c1a1 a", 1, "unknown player 'c'"),
            (
                "b1a1 c",
                6,
                "unknown player 'c' (column 6): use a–b or --players N",
            ),
            ("b1a1", 5, "player to move missing"),
            ("b1a1/a1 a", 6, "row 2 has 1 hex, but row 1 has 2"),
            ("b1a1/ a", 8, "expected the number of dice, found the end"),
            ("b1a1 a x", 8, "after the position"),
            ("b1a1 a +", 9, "captured dice missing"),
            ("b1a1 a +0", 9, "'+0' is impossible"),
            ("b1a1 a +1000", 9, "too many captured dice"),
            ("b1a1 a +1 +1", 11, "after the position"),
            ("b1a1 a pool=3", 8, "after the position"),
            ("b1a1 a reversed", 8, "after the position"),
            ("b1a1 a ?0>1", 8, "after the position"),
            ("b2b2\na2b1 a", 5, "line break inside the board"),
            ("é1 a", 1, "expected a hex's owner, found 'é1'"),
            ("bé a", 2, "expected the number of dice"),
            ("b\u{3000} a", 2, "found a space"),
            (
                "b2b2/a2b a",
                9,
                "expected the number of dice, found a space",
            ),
            ("b2b a", 4, "expected the number of dice"),
            (
                "b2b",
                3,
                "expected a space and the player to move, found 'b'",
            ),
            ("#((1 2)) a", 1, "--columns"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
            assert!(error.to_string().contains(phrase), "{text}: {error}");
        }
    }

    #[test]
    fn sixty_four_hexes_are_read_and_one_more_is_refused() {
        let row = "a1".repeat(8);
        let board = vec![row; 8].join("/");
        assert!(read(&format!("{board} a")).is_ok());
        let error = read(&format!("{}/a1 a", "a1".repeat(64))).expect_err("65 hexes");
        assert!(error.what.contains("more than 64"), "{error}");
    }
}
