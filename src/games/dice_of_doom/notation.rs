//! The notation of Dice of Doom's positions and moves, both ways.
//!
//! It is read into plain hexes first, since the board's size decides how positions are packed.

use std::fmt::Write as _;

use super::geometry::{MOST_HEXES, Neighbours};
use super::rules::{Combat, Rules};
use crate::game::{NotationError, Player, quoted};

/// The largest number of captured dice, and of dice in the pool.
pub const MOST_CAPTURED: u16 = 999;

/// One hex: its owner and its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex {
    /// Whose it is.
    pub owner: Player,
    /// 1 to the rules' maximum.
    pub dice: u8,
}

/// What the mover has done in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nothing yet.
    Fresh,
    /// It has attacked; with the dice that count as captured, where the rules count them.
    MidTurn(Option<u16>),
}

/// A position, unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// How many rows there are.
    pub rows: usize,
    /// How many hexes a row has.
    pub columns: usize,
    /// The hexes, row by row.
    pub hexes: Vec<Hex>,
    /// Who is to move.
    pub mover: Player,
    /// What the mover has done in this turn.
    pub turn: Turn,
    /// What is left of the pool, where the rules have one.
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
            Turn::Fresh => {}
            Turn::MidTurn(None) => word(format_args!(" +")),
            Turn::MidTurn(Some(captured)) => word(format_args!(" +{captured}")),
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
        let mut reader = Reader { text, at: 0, rules };
        reader.skip_space();
        let (rows, columns, hexes) = if reader.rest().starts_with("#(") {
            reader.lisp_array(columns)?
        } else {
            reader.rows(columns)?
        };
        let mover = reader.mover()?;
        let mut board = Self {
            rows,
            columns,
            hexes,
            mover,
            turn: Turn::Fresh,
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
    out.push(char::from(b'0' + hex.dice.min(9)));
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    rules: &'a Rules,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Between hexes spaces are allowed; a line break would hide that a row ends there.
    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|c| c.is_whitespace() && c != '\n') {
            self.next();
        }
    }

    fn error(&self, what: impl Into<String>, remedy: impl Into<String>) -> NotationError {
        NotationError::new(self.text, self.at, what, remedy)
    }

    /// What stands at the reader, in words.
    fn found(&self) -> String {
        match self.peek() {
            None => "the text ends".to_owned(),
            Some(first) => {
                let word: String = self
                    .rest()
                    .chars()
                    .take_while(|c| !c.is_whitespace() && *c != '/')
                    .collect();
                if word.is_empty() {
                    format!("there is {}", quoted(first.encode_utf8(&mut [0; 4])))
                } else {
                    format!("there is {}", quoted(&word))
                }
            }
        }
    }

    fn rows(&mut self, columns: Option<u64>) -> Result<(usize, usize, Vec<Hex>), NotationError> {
        let mut hexes = Vec::new();
        let mut width = None;
        let mut rows = 0;
        let mut row_start = 0;
        loop {
            self.skip_space();
            let row_at = self.at;
            loop {
                if hexes.len() == MOST_HEXES {
                    return Err(self.error(
                        format!("the board has more than {MOST_HEXES} hexes"),
                        format!("use a board of at most {MOST_HEXES} hexes"),
                    ));
                }
                hexes.push(self.hex()?);
                let before = self.at;
                self.skip_blanks();
                if self.peek() == Some('\n') && self.more_hexes() {
                    return Err(self.error(
                        "a line ends in the middle of the board",
                        "separate rows by '/', on one line",
                    ));
                }
                if self.peek() == Some('/') || !self.at_hex() {
                    if self.peek() != Some('/') {
                        self.at = before;
                    }
                    break;
                }
            }
            let length = hexes.len() - row_start;
            match width {
                None => width = Some(length),
                Some(width) if width != length => {
                    return Err(NotationError::new(
                        self.text,
                        row_at,
                        format!("row {} has {length} hexes, the first row {width}", rows + 1),
                        "give every row as many hexes as the first",
                    ));
                }
                Some(_) => {}
            }
            rows += 1;
            row_start = hexes.len();
            if self.peek() == Some('/') {
                self.next();
            } else {
                break;
            }
        }
        let width = width.expect("a row was read before the loop ended");
        if let Some(columns) = columns
            && columns != width as u64
        {
            return Err(NotationError::new(
                self.text,
                0,
                format!("the board has {width} columns, and {columns} were asked for"),
                "leave the number of columns out where rows are marked with '/'",
            ));
        }
        Ok((rows, width, hexes))
    }

    /// Whether a hex follows after white space.
    fn more_hexes(&self) -> bool {
        let mut ahead = Reader {
            at: self.at,
            ..*self
        };
        ahead.skip_space();
        ahead.at_hex()
    }

    /// Whether a hex stands here: a letter with a digit, perhaps with a hyphen between them. A
    /// letter alone is the mover.
    fn at_hex(&self) -> bool {
        let mut characters = self.rest().chars();
        let letter = characters.next().is_some_and(char::is_alphabetic);
        let second = characters.next();
        letter && second.is_some_and(|c| c == '-' || c.is_alphanumeric())
    }

    fn hex(&mut self) -> Result<Hex, NotationError> {
        let owner = self.player("a hex's owner")?;
        if self.peek() == Some('-') {
            self.next();
        }
        let Some(dice) = self.peek().and_then(|c| c.to_digit(10)) else {
            return Err(self.error(
                format!("a hex needs its number of dice, but {}", self.found()),
                "write each hex as its owner's letter and its dice, as in b2",
            ));
        };
        self.dice(u64::from(dice))?;
        self.next();
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.error(
                "a hex has more dice than one digit can say",
                format!("use 1 to {} dice", self.rules.max_dice),
            ));
        }
        Ok(Hex {
            owner,
            dice: dice as u8,
        })
    }

    fn dice(&self, dice: u64) -> Result<(), NotationError> {
        if (1..=u64::from(self.rules.max_dice)).contains(&dice) {
            return Ok(());
        }
        Err(self.error(
            format!("a hex can't have {dice} dice"),
            format!("use 1 to {}, or set --max-dice", self.rules.max_dice),
        ))
    }

    fn player(&mut self, role: &str) -> Result<Player, NotationError> {
        let last = Player(self.rules.players - 1).letter();
        let Some(player) = self.peek().and_then(Player::from_letter) else {
            return Err(self.error(
                format!("{role} is missing: {}", self.found()),
                format!("write a letter from a to {last}"),
            ));
        };
        if player.0 >= self.rules.players {
            return Err(self.error(
                format!("{role} can't be '{}'", player.letter()),
                format!("use a to {last}, or set --players"),
            ));
        }
        self.next();
        Ok(player)
    }

    /// `#((1 2) (0 3) …)`, as the Lisp programs print a board.
    fn lisp_array(
        &mut self,
        columns: Option<u64>,
    ) -> Result<(usize, usize, Vec<Hex>), NotationError> {
        let Some(columns) = columns else {
            return Err(self.error(
                "a Lisp array doesn't say how long a row is",
                "give it with --columns",
            ));
        };
        self.at += 2;
        let mut hexes = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(')') => break,
                Some('(') => {}
                _ => {
                    return Err(self.error(
                        format!(
                            "the array needs another hex or its end, but {}",
                            self.found()
                        ),
                        "write each hex as (owner dice), and ) at the end",
                    ));
                }
            }
            if hexes.len() == MOST_HEXES {
                return Err(self.error(
                    format!("the board has more than {MOST_HEXES} hexes"),
                    format!("use a board of at most {MOST_HEXES} hexes"),
                ));
            }
            self.next();
            let at = self.at;
            let owner = self.number("a hex's owner")?;
            if owner >= u64::from(self.rules.players) {
                self.at = at;
                return Err(self.error(
                    format!("a hex's owner can't be {owner}"),
                    format!("use 0 to {}, or set --players", self.rules.players - 1),
                ));
            }
            let at = self.at;
            let dice = self.number("a hex's number of dice")?;
            let after = std::mem::replace(&mut self.at, at);
            self.dice(dice)?;
            self.at = after;
            self.skip_space();
            if self.next() != Some(')') {
                return Err(self.error("a hex isn't closed", "write each hex as (owner dice)"));
            }
            hexes.push(Hex {
                owner: Player(owner as u8),
                dice: dice as u8,
            });
        }
        self.next();
        let whole_rows = columns > 0 && (hexes.len() as u64).is_multiple_of(columns);
        if hexes.is_empty() || !whole_rows {
            return Err(self.error(
                format!(
                    "an array of {} hexes doesn't make rows of {columns}",
                    hexes.len()
                ),
                "give the number of columns with --columns",
            ));
        }
        let columns = columns as usize;
        Ok((hexes.len() / columns, columns, hexes))
    }

    fn number(&mut self, role: &str) -> Result<u64, NotationError> {
        self.skip_space();
        let digits: String = self
            .rest()
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        let Ok(number) = digits.parse() else {
            return Err(self.error(
                format!("{role} must be a number, but {}", self.found()),
                "write digits",
            ));
        };
        self.at += digits.len();
        Ok(number)
    }

    fn mover(&mut self) -> Result<Player, NotationError> {
        let before = self.at;
        self.skip_space();
        if self.peek().is_none() || (before == self.at && !self.text[..before].ends_with(')')) {
            return Err(self.error(
                format!("the mover is missing: {}", self.found()),
                "write a space and a letter after the board, as in 'b2b2/a2b1 a'",
            ));
        }
        self.player("the mover")
    }

    /// What follows the mover: each part once, in the order in which it is written.
    fn state(&mut self, board: &mut Board) -> Result<(), NotationError> {
        let mut last = Part::Mover;
        loop {
            let before = self.at;
            self.skip_space();
            if self.peek().is_none() {
                return Ok(());
            }
            let part = Part::ALL
                .into_iter()
                .find(|part| before < self.at && self.rest().starts_with(part.sign()))
                .filter(|part| *part > last && part.is_part_of(self.rules));
            let Some(part) = part else {
                return Err(self.error(
                    format!("the position should end here, but {}", self.found()),
                    may_follow(self.rules),
                ));
            };
            last = part;
            self.at += part.sign().len();
            match part {
                Part::Mover => {}
                Part::Turn => board.turn = Turn::MidTurn(self.captured()?),
                Part::Pool => board.pool = Some(self.pool()?),
                Part::Reversed => board.reversed = true,
                Part::Attack => board.attack = Some(self.attack(board)?),
            }
        }
    }

    /// The dice behind a `+`, where the rules count them.
    fn captured(&mut self) -> Result<Option<u16>, NotationError> {
        let some = self.peek().is_some_and(|c| c.is_ascii_digit());
        if !self.rules.counts_captured() {
            if some {
                return Err(self.error(
                    "captured dice are no part of a position under these rules",
                    "write '+' alone in the middle of a turn",
                ));
            }
            return Ok(None);
        }
        if !some {
            return Err(self.error(
                "these rules need the number of captured dice",
                "write it after the '+', as in +2",
            ));
        }
        let at = self.at;
        let number = self.digits();
        let least = u64::from(self.rules.combat == Combat::StrongerWins);
        let fault = if number > u64::from(MOST_CAPTURED) {
            Some((
                "more dice are captured than a position can hold",
                format!("use {least} to {MOST_CAPTURED}"),
            ))
        } else if number < least {
            Some((
                "no turn has 0 dice captured where the stronger always wins",
                "leave the '+0' out for a fresh position".to_owned(),
            ))
        } else {
            None
        };
        if let Some((what, remedy)) = fault {
            self.at = at;
            return Err(self.error(what, remedy));
        }
        Ok(Some(number as u16))
    }

    fn pool(&mut self) -> Result<u16, NotationError> {
        let at = self.at;
        let some = self.peek().is_some_and(|c| c.is_ascii_digit());
        let number = self.digits();
        if some && number <= u64::from(MOST_CAPTURED) {
            return Ok(number as u16);
        }
        self.at = at;
        Err(self.error(
            "the pool needs its number of dice",
            format!("write 0 to {MOST_CAPTURED} after 'pool='"),
        ))
    }

    /// The attack behind a `?`.
    fn attack(&mut self, board: &Board) -> Result<(u8, u8), NotationError> {
        let at = self.at;
        let source = self.digits();
        let arrow = self.peek() == Some('>');
        if arrow {
            self.next();
        }
        let target = self.digits();
        let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        if arrow && board.can_attack(self.rules, index(source), index(target)) {
            return Ok((source as u8, target as u8));
        }
        self.at = at;
        Err(self.error(
            format!("no such attack can be rolled for: {}", self.found()),
            "write the source and the target of an attack of the mover, as in ?2>3",
        ))
    }

    /// A number of digits, which may be none: too large a one is too large for everything.
    fn digits(&mut self) -> u64 {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest()[..digits].parse().unwrap_or(u64::MAX);
        self.at += digits;
        number
    }
}

/// A part of a position, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Mover,
    Turn,
    Pool,
    Reversed,
    Attack,
}

impl Part {
    const ALL: [Self; 4] = [Self::Turn, Self::Pool, Self::Reversed, Self::Attack];

    /// What it begins with.
    fn sign(self) -> &'static str {
        match self {
            Self::Mover => "",
            Self::Turn => "+",
            Self::Pool => "pool=",
            Self::Reversed => "reversed",
            Self::Attack => "?",
        }
    }

    fn is_part_of(self, rules: &Rules) -> bool {
        match self {
            Self::Mover | Self::Turn => true,
            Self::Pool | Self::Reversed => rules.has_pool(),
            Self::Attack => rules.combat == Combat::DiceRoll,
        }
    }
}

/// What may follow the mover, as a remedy.
fn may_follow(rules: &Rules) -> String {
    let turn = if rules.counts_captured() {
        "'+' and the captured dice in the middle of a turn"
    } else {
        "'+' in the middle of a turn"
    };
    let mut parts = vec![turn];
    if rules.has_pool() {
        parts.extend(["'pool=' and its dice", "'reversed'"]);
    }
    if rules.combat == Combat::DiceRoll {
        parts.push("'?' and the attack that is rolled for");
    }
    let order = if parts.len() > 1 {
        ", in this order"
    } else {
        ""
    };
    format!("write nothing more, or {}{order}", parts.join(", "))
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
        for (text, column, words) in [
            ("", 1, "owner is missing: the text ends"),
            ("b0b2 a", 2, "can't have 0 dice"),
            ("b4b2 a", 2, "can't have 4 dice (column 2): use 1 to 3"),
            ("b12 a", 3, "more dice than one digit"),
            ("c1a1 a", 1, "can't be 'c'"),
            ("b1a1 c", 6, "the mover can't be 'c'"),
            ("b1a1", 5, "the mover is missing"),
            ("b1a1/a1 a", 6, "row 2 has 1 hexes, the first row 2"),
            ("b1a1/ a", 8, "needs its number of dice"),
            ("b1a1 a x", 8, "should end here"),
            ("b1a1 a +", 9, "need the number of captured dice"),
            ("b1a1 a +0", 9, "leave the '+0' out"),
            ("b1a1 a +1000", 9, "more dice are captured"),
            ("b1a1 a +1 +1", 11, "should end here"),
            ("b1a1 a pool=3", 8, "should end here"),
            ("b1a1 a reversed", 8, "should end here"),
            ("b1a1 a ?0>1", 8, "should end here"),
            ("b2b2\na2b1 a", 5, "a line ends in the middle"),
            ("é1 a", 1, "owner is missing"),
            ("bé a", 2, "needs its number of dice"),
            ("b\u{3000} a", 2, "there is '\u{3000}'"),
            ("#((1 2)) a", 1, "--columns"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
            assert!(error.to_string().contains(words), "{text}: {error}");
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
