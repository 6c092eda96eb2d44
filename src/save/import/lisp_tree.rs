//! Parses trees as Lisp programs print them, `(player board moves)`, from tokens: parentheses,
//! arrays, symbols and numbers. The board is an array of `(owner dice)`, the moves are a list of
//! `(move tree)`, a move is `(source target)`, or `NIL` for a pass. With dice rolls a move has two
//! trees: that of a successful attack, and that of a failed one. A [`Sink`] receives the parts.

use std::io::Read;

use super::scan::{LineColumn, Scan, fault};
use crate::game::MAX_PLAYERS;
use crate::save::kinds::{FileError, shown};
use crate::work::Control;

/// Maximum number of hexes of a board.
const MAX_HEXES: usize = 1_024;

/// Maximum bytes of a board's hexes in notation.
const MAX_BOARD_BYTES: usize = 1 << 14;

/// A hex: its owner, and its dice.
pub(in crate::save) type LispHex = (u32, u32);

/// Receives the parts of a tree in order.
pub(in crate::save) trait Sink {
    /// A node whose moves are being read.
    type Node;
    /// A move whose trees are being read.
    type Move;

    /// Whether owners, and hexes that moves name, must be such as there can be.
    const STRICT: bool;

    /// A tree of that player: its moves follow.
    fn node(
        &mut self,
        player: u32,
        board: Vec<LispHex>,
        place: LineColumn,
    ) -> Result<Self::Node, FileError>;

    /// A move, its source and its target, or a pass: its tree follows.
    fn mv(
        &mut self,
        node: &mut Self::Node,
        hexes: Option<(u32, u32)>,
        place: LineColumn,
    ) -> Result<Self::Move, FileError>;

    /// The move has a second tree, which follows.
    fn second(&mut self, mv: Self::Move, place: LineColumn) -> Result<(), FileError>;

    /// All moves of the node were read.
    fn end(&mut self, _node: Self::Node) {}
}

/// About the bytes of a move with its tree's board.
const RECORD: usize = 1 << 6;

/// Reads a whole text.
pub(in crate::save) async fn read<S: Sink>(
    ctl: &Control,
    reader: &mut dyn Read,
    sink: S,
) -> Result<S, FileError> {
    let mut reading = LispTreeReading {
        words: LispTokens::new(reader),
        sink,
        open: Vec::new(),
    };
    reading.tree()?;
    while let Some(open) = reading.open.pop() {
        reading.advance(open)?;
        ctl.tick(RECORD).await;
    }
    match reading.words.next()? {
        (LispToken::End, _) => Ok(reading.sink),
        (other, place) => Err(fault(
            format!("the tree is complete, but {} follows", other.shown()),
            "keep one tree, from its first parenthesis to its last",
            place,
        )),
    }
}

/// A list that isn't closed yet.
enum OpenList<S: Sink> {
    /// The moves of a node.
    Moves { node: S::Node, hexes: usize },
    /// A move whose first tree is being read.
    Move(S::Move),
    /// A move whose second tree is being read.
    Last,
}

struct LispTreeReading<'r, S: Sink> {
    words: LispTokens<'r>,
    sink: S,
    open: Vec<OpenList<S>>,
}

impl<S: Sink> LispTreeReading<'_, S> {
    /// Reads a tree up to its moves, which remain open.
    fn tree(&mut self) -> Result<(), FileError> {
        match self.words.next()? {
            (LispToken::Open, place) => self.opened_tree(place),
            (other, place) => Err(expected("a tree '(player board moves)'", &other, place)),
        }
    }

    /// The same after its opening parenthesis.
    fn opened_tree(&mut self, place: LineColumn) -> Result<(), FileError> {
        let (player, at) = self.number("the player's number")?;
        check_player::<S>(player, at)?;
        let board = self.board()?;
        let hexes = board.len();
        let node = self.sink.node(player, board, place)?;
        match self.words.next()? {
            (LispToken::Nil, _) => {
                self.sink.end(node);
                self.close("the tree")
            }
            (LispToken::Open, _) => {
                self.open.push(OpenList::Moves { node, hexes });
                Ok(())
            }
            (other, place) => Err(expected("the list of moves, or NIL", &other, place)),
        }
    }

    /// Reads the next part of the innermost open list.
    fn advance(&mut self, open: OpenList<S>) -> Result<(), FileError> {
        match open {
            OpenList::Moves { mut node, hexes } => match self.words.next()? {
                (LispToken::Close, _) => {
                    self.sink.end(node);
                    self.close("the tree")
                }
                (LispToken::Open, place) => {
                    let named = self.mv(hexes)?;
                    let mv = self.sink.mv(&mut node, named, place)?;
                    self.open
                        .extend([OpenList::Moves { node, hexes }, OpenList::Move(mv)]);
                    self.tree()
                }
                (other, place) => Err(expected("a move '(move tree)'", &other, place)),
            },
            OpenList::Move(mv) => match self.words.next()? {
                (LispToken::Close, _) => Ok(()),
                (LispToken::Open, place) => {
                    self.sink.second(mv, place)?;
                    self.open.push(OpenList::Last);
                    self.opened_tree(place)
                }
                (other, place) => Err(expected("')' after the move", &other, place)),
            },
            OpenList::Last => self.close("the move"),
        }
    }

    /// Reads a move on a board of `hexes` hexes: two of them, or a pass.
    fn mv(&mut self, hexes: usize) -> Result<Option<(u32, u32)>, FileError> {
        match self.words.next()? {
            (LispToken::Nil, _) => Ok(None),
            (LispToken::Open, _) => {
                let named = (self.hex_number(hexes)?, self.hex_number(hexes)?);
                self.close("the move's hexes")?;
                Ok(Some(named))
            }
            (other, at) => Err(expected("a move '(source target)', or NIL", &other, at)),
        }
    }

    fn hex_number(&mut self, hexes: usize) -> Result<u32, FileError> {
        match self.words.next()? {
            (LispToken::Number(number), _) if !S::STRICT || (number as usize) < hexes => Ok(number),
            (other, at) if S::STRICT => {
                let role = format!("a hex from 0 to {}", hexes - 1);
                Err(expected(&role, &other, at))
            }
            (other, at) => Err(expected("a hex's number", &other, at)),
        }
    }

    fn board(&mut self) -> Result<Vec<LispHex>, FileError> {
        let (word, place) = self.words.next()?;
        if !matches!(word, LispToken::Array | LispToken::Open) {
            return Err(expected("a board '#((owner dice) …)'", &word, place));
        }
        let [of_owner, of_dice] = match S::STRICT {
            true => ["an owner and a number of dice"; 2],
            false => ["an owner", "a number of dice"],
        };
        let mut board = Vec::new();
        let mut bytes = 0;
        loop {
            let (word, at) = self.words.next()?;
            match word {
                LispToken::Close if !board.is_empty() => return Ok(board),
                LispToken::Open => {}
                other => return Err(expected("a hex '(owner dice)'", &other, at)),
            }
            let full = match S::STRICT {
                true if board.len() == MAX_HEXES => {
                    format!("the board has more than {MAX_HEXES} hexes")
                }
                false if bytes >= MAX_BOARD_BYTES => "the board has too many hexes".to_owned(),
                _ => String::new(),
            };
            if !full.is_empty() {
                return Err(fault(full, "use a smaller board", at));
            }
            let (owner, dice) = (self.number(of_owner)?.0, self.number(of_dice)?.0);
            self.close("the hex")?;
            check_player::<S>(owner, at)?;
            bytes += 2 + dice.checked_ilog10().unwrap_or(0) as usize;
            board.push((owner, dice));
        }
    }

    fn number(&mut self, what: &str) -> Result<(u32, LineColumn), FileError> {
        match self.words.next()? {
            (LispToken::Number(number), place) => Ok((number, place)),
            (other, at) => Err(expected(what, &other, at)),
        }
    }

    fn close(&mut self, what: &str) -> Result<(), FileError> {
        match self.words.next()? {
            (LispToken::Close, _) => Ok(()),
            (other, place) => Err(expected(&format!("')' after {what}"), &other, place)),
        }
    }
}

/// Refuses an unsupported player number.
fn check_player<S: Sink>(player: u32, place: LineColumn) -> Result<(), FileError> {
    if !S::STRICT || (player as usize) < MAX_PLAYERS {
        return Ok(());
    }
    Err(fault(
        format!("there is a player {player}"),
        format!("number the players from 0 to {}", MAX_PLAYERS - 1),
        place,
    ))
}

fn expected(what: &str, found: &LispToken, place: LineColumn) -> FileError {
    fault(
        format!("expected {what}, found {}", found.shown()),
        "print the whole tree, as (player board moves)",
        place,
    )
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LispToken {
    /// `(`
    Open,
    /// `#(`
    Array,
    /// `)`
    Close,
    /// `NIL`, in any case, or `()`.
    Nil,
    Number(u32),
    /// There are no more.
    End,
}

impl LispToken {
    pub fn shown(&self) -> String {
        match self {
            Self::Open => "'('".to_owned(),
            Self::Array => "'#('".to_owned(),
            Self::Close => "')'".to_owned(),
            Self::Nil => "NIL".to_owned(),
            Self::Number(number) => number.to_string(),
            Self::End => "the end of the text".to_owned(),
        }
    }
}

/// Takes a text apart.
pub(super) struct LispTokens<'r> {
    scan: Scan<'r>,
}

impl<'r> LispTokens<'r> {
    pub fn new(reader: &'r mut dyn Read) -> Self {
        Self {
            scan: Scan::new(reader),
        }
    }

    /// The next token, with its location.
    pub fn next(&mut self) -> Result<(LispToken, LineColumn), FileError> {
        loop {
            self.scan.pass_while(is_space)?;
            let place = self.scan.line_column();
            let word = match self.scan.peek()? {
                None => LispToken::End,
                Some(b';') => {
                    self.scan.pass_while(|byte| byte != b'\n')?;
                    continue;
                }
                Some(b'(') => {
                    self.scan.pass();
                    self.scan.pass_while(is_space)?;
                    if self.scan.peek()? == Some(b')') {
                        self.scan.pass();
                        LispToken::Nil
                    } else {
                        LispToken::Open
                    }
                }
                Some(b')') => {
                    self.scan.pass();
                    LispToken::Close
                }
                Some(b'#') => {
                    self.scan.pass();
                    match self.scan.peek()? {
                        Some(b'(') => {
                            self.scan.pass();
                            LispToken::Array
                        }
                        Some(b'|') => {
                            self.comment(place)?;
                            continue;
                        }
                        other => return Err(unreadable(other, place)),
                    }
                }
                Some(_) => self.atom(place)?,
            };
            return Ok((word, place));
        }
    }

    /// Passes over `#| … |#`, with others inside.
    fn comment(&mut self, place: LineColumn) -> Result<(), FileError> {
        let mut depth = 0_u64;
        let mut before = b'#';
        loop {
            let Some(byte) = self.scan.next()? else {
                return Err(fault(
                    "this comment isn't closed",
                    "write |# at its end",
                    place,
                ));
            };
            match (before, byte) {
                (b'#', b'|') => depth += 1,
                (b'|', b'#') => depth -= 1,
                _ => {
                    before = byte;
                    continue;
                }
            }
            // A parenthesis can't be part of the next token.
            before = b' ';
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn atom(&mut self, place: LineColumn) -> Result<LispToken, FileError> {
        let text = self
            .scan
            .take_while(|byte| !is_space(byte) && !b"();#".contains(&byte))?;
        if text.eq_ignore_ascii_case("nil") || text.eq_ignore_ascii_case("common-lisp:nil") {
            return Ok(LispToken::Nil);
        }
        if text.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(number) = text.parse()
        {
            return Ok(LispToken::Number(number));
        }
        if text == "..." {
            return Err(cut_off(place));
        }
        Err(fault(
            format!("{} stands in the tree", shown(&text)),
            "a tree is made of whole numbers, NIL, lists and boards, such as \
             (0 #((0 2) (1 1)) NIL)",
            place,
        ))
    }
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

fn cut_off(place: LineColumn) -> FileError {
    fault(
        "the tree was cut off where it was printed",
        "set *print-length* and *print-level* to nil, and print it again",
        place,
    )
}

/// The kind of object that `#` and this character print, and why it can't be read.
fn unreadable(letter: Option<u8>, place: LineColumn) -> FileError {
    match letter {
        Some(b'<') => fault(
            "a part of the tree was printed as something that can't be read, such as a lazy list",
            "force all of it into lists, and print it again",
            place,
        ),
        Some(byte) if byte.is_ascii_digit() => fault(
            "the tree was printed with its shared parts marked",
            "set *print-circle* to nil, and print it again",
            place,
        ),
        _ => cut_off(place),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_is_only_compared_may_have_as_many_hexes_as_its_notation_has_room_for() {
        let read = |hexes: usize| {
            let text = format!("(0 #({}) NIL)", "(0 1)".repeat(hexes));
            crate::save::read_theirs(text.as_bytes(), "test")
        };
        // A letter and a digit each.
        let max = MAX_BOARD_BYTES / 2;
        assert!(read(max).is_ok());
        let error = read(max + 1).expect_err("one too many");
        assert_eq!(error.what, "the board has too many hexes");
    }
}
