//! Parses a position of Dice of Doom: its hexes, and the player to move.

use super::geometry::MAX_HEXES;
use super::notation::Hex;
use super::rules::Rules;
use crate::game::{NotationError, Player, quoted};

/// A text and the current offset in it.
pub(super) struct Reader<'a> {
    text: &'a str,
    pub(super) at: usize,
    pub(super) rules: &'a Rules,
}

impl<'a> Reader<'a> {
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
        let mut ahead = Reader {
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
        let most = self.rules.max_dice;
        if (1..=u64::from(most)).contains(&dice) {
            return Ok(());
        }
        Err(self.error(
            format!("hex has {dice} dice, maximum {most}"),
            match (1..=9).contains(&dice) {
                true => format!("use 1–{most} or --max-dice {dice}"),
                false => format!("use 1–{most}"),
            },
        ))
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
                format!("use a–{last} or --players N"),
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
                    format!("use 0–{} or --players N", self.rules.players - 1),
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
