//! Parses trees as Lisp programs print them, `(player board moves)`. The board is an array of
//! `(owner dice)`, the moves are a list of `(move tree)`, a move is `(source target)`, or `NIL` for
//! a pass. With dice rolls a move has two trees: that of a successful attack, and that of a failed
//! one. A [`Sink`] receives the parts.

use std::io::Read;

use super::super::error::FileError;
use super::lisp_words::{Word, Words};
use super::scan::{LineColumn, fault};
use crate::game::MAX_PLAYERS;
use crate::work::Control;

/// Maximum number of hexes of a board.
const MAX_HEXES: usize = 1_024;

/// Maximum bytes of a board's hexes in notation.
const MAX_BOARD_BYTES: usize = 1 << 14;

/// A hex: its owner, and its dice.
pub(in crate::save) type Hex = (u32, u32);

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
        board: Vec<Hex>,
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
    let mut reading = Reading {
        words: Words::new(reader),
        sink,
        open: Vec::new(),
    };
    reading.tree()?;
    while let Some(open) = reading.open.pop() {
        reading.go_on(open)?;
        ctl.tick(RECORD).await;
    }
    match reading.words.next()? {
        (Word::End, _) => Ok(reading.sink),
        (other, place) => Err(fault(
            format!("the tree is complete, but {} follows", other.shown()),
            "keep one tree, from its first parenthesis to its last",
            place,
        )),
    }
}

/// A list that isn't closed yet.
enum Open<S: Sink> {
    /// The moves of a node.
    Moves { node: S::Node, hexes: usize },
    /// A move whose first tree is being read.
    Move(S::Move),
    /// A move whose second tree is being read.
    Last,
}

struct Reading<'r, S: Sink> {
    words: Words<'r>,
    sink: S,
    open: Vec<Open<S>>,
}

impl<S: Sink> Reading<'_, S> {
    /// Reads a tree up to its moves, which remain open.
    fn tree(&mut self) -> Result<(), FileError> {
        match self.words.next()? {
            (Word::Open, place) => self.opened_tree(place),
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
            (Word::Nil, _) => {
                self.sink.end(node);
                self.close("the tree")
            }
            (Word::Open, _) => {
                self.open.push(Open::Moves { node, hexes });
                Ok(())
            }
            (other, place) => Err(expected("the list of moves, or NIL", &other, place)),
        }
    }

    /// Reads the next part of the innermost open list.
    fn go_on(&mut self, open: Open<S>) -> Result<(), FileError> {
        match open {
            Open::Moves { mut node, hexes } => match self.words.next()? {
                (Word::Close, _) => {
                    self.sink.end(node);
                    self.close("the tree")
                }
                (Word::Open, place) => {
                    let named = self.mv(hexes)?;
                    let mv = self.sink.mv(&mut node, named, place)?;
                    self.open
                        .extend([Open::Moves { node, hexes }, Open::Move(mv)]);
                    self.tree()
                }
                (other, place) => Err(expected("a move '(move tree)'", &other, place)),
            },
            Open::Move(mv) => match self.words.next()? {
                (Word::Close, _) => Ok(()),
                (Word::Open, place) => {
                    self.sink.second(mv, place)?;
                    self.open.push(Open::Last);
                    self.opened_tree(place)
                }
                (other, place) => Err(expected("')' after the move", &other, place)),
            },
            Open::Last => self.close("the move"),
        }
    }

    /// Reads a move on a board of `hexes` hexes: two of them, or a pass.
    fn mv(&mut self, hexes: usize) -> Result<Option<(u32, u32)>, FileError> {
        match self.words.next()? {
            (Word::Nil, _) => Ok(None),
            (Word::Open, _) => {
                let named = (self.hex_number(hexes)?, self.hex_number(hexes)?);
                self.close("the move's hexes")?;
                Ok(Some(named))
            }
            (other, at) => Err(expected("a move '(source target)', or NIL", &other, at)),
        }
    }

    fn hex_number(&mut self, hexes: usize) -> Result<u32, FileError> {
        match self.words.next()? {
            (Word::Number(number), _) if !S::STRICT || (number as usize) < hexes => Ok(number),
            (other, at) if S::STRICT => {
                let role = format!("a hex from 0 to {}", hexes - 1);
                Err(expected(&role, &other, at))
            }
            (other, at) => Err(expected("a hex's number", &other, at)),
        }
    }

    fn board(&mut self) -> Result<Vec<Hex>, FileError> {
        let (word, place) = self.words.next()?;
        if !matches!(word, Word::Array | Word::Open) {
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
                Word::Close if !board.is_empty() => return Ok(board),
                Word::Open => {}
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
            (Word::Number(number), place) => Ok((number, place)),
            (other, at) => Err(expected(what, &other, at)),
        }
    }

    fn close(&mut self, what: &str) -> Result<(), FileError> {
        match self.words.next()? {
            (Word::Close, _) => Ok(()),
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

fn expected(what: &str, found: &Word, place: LineColumn) -> FileError {
    fault(
        format!("expected {what}, found {}", found.shown()),
        "print the whole tree, as (player board moves)",
        place,
    )
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
        let most = MAX_BOARD_BYTES / 2;
        assert!(read(most).is_ok());
        let error = read(most + 1).expect_err("one too many");
        assert_eq!(error.what, "the board has too many hexes");
    }
}
