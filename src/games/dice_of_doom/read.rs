//! Parses a position of Dice of Doom: its hexes, the player to move, and the state after it: the
//! turn, the pool, the board order, and the attack whose dice are about to be rolled.

use super::geometry::MAX_HEXES;
use super::notation::{Board, Hex, MAX_CAPTURED, TurnState};
use super::rules::{Combat, MAX_PLAYERS, Rules};
use crate::game::{NotationError, Player, quoted};

/// A text and the current offset in it.
pub(super) struct BoardReader<'a> {
    text: &'a str,
    pub(super) at: usize,
    pub(super) rules: &'a Rules,
}

impl<'a> BoardReader<'a> {
    pub(super) fn new(text: &'a str, rules: &'a Rules) -> Self {
        Self { text, at: 0, rules }
    }

    /// The hexes, as rows or as a Lisp array: the numbers of rows and columns, and all hexes.
    pub(super) fn hexes(
        &mut self,
        columns: Option<u64>,
    ) -> Result<(usize, usize, Vec<Hex>), NotationError> {
        self.skip_space();
        if self.rest().starts_with("#(") {
            self.lisp_array(columns)
        } else {
            self.rows(columns)
        }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn skip_space(&mut self) {
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

    pub(super) fn error(
        &self,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> NotationError {
        NotationError::new(self.text, self.at, what, remedy)
    }

    /// The text at the current offset, for an error.
    pub(super) fn found(&self) -> String {
        match self.peek() {
            None => "the end of the text".to_owned(),
            Some(space) if space.is_whitespace() => "a space".to_owned(),
            Some(first) => {
                let word: String = self
                    .rest()
                    .chars()
                    .take_while(|c| !c.is_whitespace() && *c != '/')
                    .collect();
                match word.is_empty() {
                    true => quoted(first.encode_utf8(&mut [0; 4])),
                    false => quoted(&word),
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
                if hexes.len() == MAX_HEXES {
                    return Err(self.error(
                        format!("the board has more than {MAX_HEXES} hexes"),
                        format!("use a board of at most {MAX_HEXES} hexes"),
                    ));
                }
                hexes.push(self.hex()?);
                let before = self.at;
                self.skip_blanks();
                if self.peek() == Some('\n') && self.more_hexes() {
                    return Err(self.error("line break inside the board", "separate rows with '/'"));
                }
                if self.peek() == Some('/') || !self.at_hex() {
                    if self.peek() != Some('/') {
                        self.at = before;
                        if self.lacks_dice(width.unwrap_or(0), hexes.len() - row_start) {
                            self.hex()?;
                        }
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
                        format!(
                            "row {} has {}, but row 1 has {width}",
                            rows + 1,
                            plural_hexes(length)
                        ),
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
                format!("the board has {width} columns, not {columns}"),
                "leave out --columns",
            ));
        }
        Ok((rows, width, hexes))
    }

    /// Whether a hex follows after white space.
    fn more_hexes(&self) -> bool {
        let mut ahead = BoardReader {
            at: self.at,
            ..*self
        };
        ahead.skip_space();
        ahead.at_hex()
    }

    /// Whether the letter here is the owner of a hex without dice rather than the player to move.
    /// It is if the row is shorter than the first one, which has `width` hexes, or if more of the
    /// board or a letter follows.
    fn lacks_dice(&self, width: usize, length: usize) -> bool {
        let mut ahead = self.rest().chars();
        let letter = ahead.next().is_some_and(char::is_alphabetic);
        let mut after = ahead.skip_while(|c| c.is_whitespace());
        let goes_on = after.next().is_some_and(|c| c == '/' || c.is_alphabetic());
        letter && (length < width || goes_on)
    }

    /// Whether a hex starts here: a letter with a digit, perhaps with a hyphen between them. A
    /// letter alone is the player to move.
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
                format!("expected the number of dice, found {}", self.found()),
                "write owner and dice, as in b2",
            ));
        };
        self.dice(u64::from(dice))?;
        self.next();
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.error(
                "a hex has more dice than one digit can say",
                format!("use 1–{} dice", self.rules.max_dice),
            ));
        }
        Ok(Hex {
            owner,
            dice: dice as u8,
        })
    }

    fn dice(&self, dice: u64) -> Result<(), NotationError> {
        let max = self.rules.max_dice;
        if (1..=u64::from(max)).contains(&dice) {
            return Ok(());
        }
        let usual = match max {
            1 => "1".to_owned(),
            _ => format!("1–{max}"),
        };
        Err(self.error(
            format!("hex has {dice} dice, maximum {max}"),
            match (1..=9).contains(&dice) {
                true => format!("use {usual} or --max-dice {dice}"),
                false => format!("use {usual}"),
            },
        ))
    }

    /// The flag that allows more players, if there can be more.
    fn or_more_players(&self) -> &'static str {
        match self.rules.players < MAX_PLAYERS {
            true => " or --players N",
            false => "",
        }
    }

    fn player(&mut self, role: &str) -> Result<Player, NotationError> {
        let last = Player(self.rules.players - 1).letter();
        // Some programs write owners as capitals.
        let letter = self.peek().map(|letter| letter.to_ascii_lowercase());
        let Some(player) = letter.and_then(Player::from_letter) else {
            return Err(self.error(
                format!("expected {role}, found {}", self.found()),
                format!("use a letter, a–{last}"),
            ));
        };
        if player.0 >= self.rules.players {
            return Err(self.error(
                format!("unknown player '{}'", player.letter()),
                format!("use a–{last}{}", self.or_more_players()),
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
            return Err(self.error("number of columns missing", "use --columns N"));
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
                            "expected another hex or the end of the array, found {}",
                            self.found()
                        ),
                        "write each hex as (owner dice), and ) at the end",
                    ));
                }
            }
            if hexes.len() == MAX_HEXES {
                return Err(self.error(
                    format!("the board has more than {MAX_HEXES} hexes"),
                    format!("use a board of at most {MAX_HEXES} hexes"),
                ));
            }
            self.next();
            let at = self.at;
            let owner = self.number("a hex's owner")?;
            if owner >= u64::from(self.rules.players) {
                self.at = at;
                return Err(self.error(
                    format!("unknown player {owner}"),
                    format!("use 0–{}{}", self.rules.players - 1, self.or_more_players()),
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
                    "{} can't be split into rows of {columns}",
                    plural_hexes(hexes.len())
                ),
                "check the number of columns",
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
                format!("expected {role}, found {}", self.found()),
                "use digits",
            ));
        };
        self.at += digits.len();
        Ok(number)
    }

    pub(super) fn mover(&mut self) -> Result<Player, NotationError> {
        let before = self.at;
        self.skip_space();
        if self.peek().is_none() || (before == self.at && !self.text[..before].ends_with(')')) {
            return Err(self.error(
                match self.peek() {
                    None => "player to move missing".to_owned(),
                    Some(_) => format!(
                        "expected a space and the player to move, found {}",
                        self.found()
                    ),
                },
                "add a space and a letter, as in 'b2b2/a2b1 a'",
            ));
        }
        self.player("the player to move")
    }
}

fn plural_hexes(count: usize) -> String {
    format!("{count} {}", if count == 1 { "hex" } else { "hexes" })
}

impl BoardReader<'_> {
    /// The state after the player to move: each part once, in the order in which it is written.
    pub(super) fn state(&mut self, board: &mut Board) -> Result<(), NotationError> {
        let mut last = PositionPart::Mover;
        loop {
            let before = self.at;
            self.skip_space();
            if self.peek().is_none() {
                return Ok(());
            }
            let part = PositionPart::ALL
                .into_iter()
                .find(|part| before < self.at && self.rest().starts_with(part.sign()))
                .filter(|part| *part > last && part.is_part_of(self.rules));
            let Some(part) = part else {
                return Err(self.error(
                    format!("unexpected {} after the position", self.found()),
                    may_follow(self.rules),
                ));
            };
            last = part;
            self.at += part.sign().len();
            match part {
                PositionPart::Mover => {}
                PositionPart::Turn => board.turn = TurnState::MidTurn(self.captured()?),
                PositionPart::Pool => board.pool = Some(self.pool()?),
                PositionPart::Reversed => board.reversed = true,
                PositionPart::Attack => board.attack = Some(self.attack(board)?),
            }
        }
    }

    /// The dice after a `+`, if the rules count them.
    fn captured(&mut self) -> Result<Option<u16>, NotationError> {
        let some = self.peek().is_some_and(|c| c.is_ascii_digit());
        if !self.rules.counts_captured() {
            if some {
                return Err(self.error(
                    "these rules don't count captured dice",
                    "write '+' alone for mid-turn",
                ));
            }
            return Ok(None);
        }
        if !some {
            return Err(self.error(
                "captured dice missing after '+'",
                "write their number, as in +2",
            ));
        }
        let at = self.at;
        let number = self.digits();
        let min = u64::from(self.rules.combat == Combat::StrongerWins);
        let fault = if number > u64::from(MAX_CAPTURED) {
            Some((
                "too many captured dice",
                format!("use {min}–{MAX_CAPTURED}"),
            ))
        } else if number < min {
            Some((
                "'+0' is impossible here",
                "leave it out for the start of a turn".to_owned(),
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
        if some && number <= u64::from(MAX_CAPTURED) {
            return Ok(number as u16);
        }
        self.at = at;
        Err(self.error(
            match some {
                true => "too many dice in the pool",
                false => "dice missing after 'pool='",
            },
            format!("write their number, 0–{MAX_CAPTURED}"),
        ))
    }

    /// The attack after a `?`.
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
            format!("no such attack: {}", self.found()),
            "write source and target of an attack of the player to move, as in ?2>3",
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

/// A part of a position, in the order they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PositionPart {
    Mover,
    Turn,
    Pool,
    Reversed,
    Attack,
}

impl PositionPart {
    const ALL: [Self; 4] = [Self::Turn, Self::Pool, Self::Reversed, Self::Attack];

    /// Its first character.
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

/// The parts that may follow the player to move, as the fix of an error.
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
