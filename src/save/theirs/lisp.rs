//! Trees as a Lisp program prints them, `(player board moves)`: the same text that is opened as a
//! tree, but as it stands, with nothing made up for what it doesn't say.

use std::fmt::Write as _;
use std::io::Read;

use super::super::error::FileError;
use super::super::import::{Word, Words};
use super::{Ends, MOST_THEIR_NODES, TheirForm, TheirMove, TheirNode, TheirPosition, Theirs};

type Place = (usize, usize);

/// Reads a whole text.
pub(super) fn read(reader: impl Read) -> Result<Theirs, FileError> {
    let mut reading = Reading {
        words: Words::new(reader),
        nodes: Vec::new(),
        open: Vec::new(),
    };
    reading.tree()?;
    while let Some(open) = reading.open.pop() {
        reading.go_on(open)?;
    }
    match reading.words.next()? {
        (Word::End, _) => Ok(Theirs {
            form: TheirForm::Lisp,
            nodes: reading.nodes,
            root: 0,
            max_plies: None,
            notices: Vec::new(),
        }),
        (other, place) => Err(FileError::new(
            format!("the tree is complete, and then there is {}", other.shown()),
            "keep one tree, from its first parenthesis to its last",
        )
        .at(place.0, place.1)),
    }
}

/// A list that isn't closed yet.
enum Open {
    /// The moves of a node.
    Moves(u32),
    /// The move of a node whose first tree is read.
    Move(u32),
    /// A move whose second tree is read.
    Last,
}

struct Reading<R> {
    words: Words<R>,
    nodes: Vec<TheirNode>,
    open: Vec<Open>,
}

impl<R: Read> Reading<R> {
    fn tree(&mut self) -> Result<(), FileError> {
        match self.words.next()? {
            (Word::Open, place) => self.opened_tree(place),
            (other, place) => Err(expected("a tree '(player board moves)'", &other, place)),
        }
    }

    /// Reads a tree behind its parenthesis up to its moves; what comes next is left open.
    fn opened_tree(&mut self, place: Place) -> Result<(), FileError> {
        let player = self.number("the player's number")?;
        let mut board = self.board()?;
        write!(board, " {}", letter(player)).map_err(|_| full(place))?;
        let mut node = TheirNode::new(place.0);
        node.position = Some(TheirPosition::Board(board));
        node.moves = Some(Vec::new());
        let index = self.add(node, place)?;
        match self.words.next()? {
            (Word::Nil, _) => self.close("the tree"),
            (Word::Open, _) => {
                self.open.push(Open::Moves(index));
                Ok(())
            }
            (other, place) => Err(expected("the list of moves, or NIL", &other, place)),
        }
    }

    fn go_on(&mut self, open: Open) -> Result<(), FileError> {
        match open {
            Open::Moves(node) => match self.words.next()? {
                (Word::Close, _) => self.close("the tree"),
                (Word::Open, place) => {
                    let text = self.mv()?;
                    let to = self.nodes.len() as u32;
                    self.nodes[node as usize].ends = Ends::No;
                    let moves = self.nodes[node as usize].moves.get_or_insert_default();
                    moves.push(named(text, to, place));
                    self.open.push(Open::Moves(node));
                    self.open.push(Open::Move(node));
                    self.tree()
                }
                (other, place) => Err(expected("a move '(move tree)'", &other, place)),
            },
            Open::Move(node) => match self.words.next()? {
                (Word::Close, _) => Ok(()),
                (Word::Open, place) => self.second_tree(node, place),
                (other, place) => Err(expected("')' after the move", &other, place)),
            },
            Open::Last => self.close("the move"),
        }
    }

    /// The tree of an attack that fails: its move leads to a chance node with both.
    fn second_tree(&mut self, node: u32, place: Place) -> Result<(), FileError> {
        let mut chance = TheirNode::new(place.0);
        let index = self.nodes.len() as u32;
        let moves = self.nodes[node as usize].moves.as_mut();
        let Some(mv) = moves.and_then(|moves| moves.last_mut()) else {
            return Ok(());
        };
        let wins = mv.to.replace(index).unwrap_or(index);
        chance.ends = Ends::No;
        chance.moves = Some(vec![
            named("wins".to_owned(), wins, place),
            named("fails".to_owned(), index + 1, place),
        ]);
        self.add(chance, place)?;
        self.open.push(Open::Last);
        self.opened_tree(place)
    }

    /// What a move is: two hexes, or a pass.
    fn mv(&mut self) -> Result<String, FileError> {
        match self.words.next()? {
            (Word::Nil, _) => Ok("pass".to_owned()),
            (Word::Open, _) => {
                let source = self.number("a hex's number")?;
                let target = self.number("a hex's number")?;
                self.close("the move's hexes")?;
                Ok(format!("{source}>{target}"))
            }
            (other, at) => Err(expected("a move '(source target)', or NIL", &other, at)),
        }
    }

    fn board(&mut self) -> Result<String, FileError> {
        let (word, place) = self.words.next()?;
        if !matches!(word, Word::Array | Word::Open) {
            return Err(expected("a board '#((owner dice) …)'", &word, place));
        }
        let mut board = String::new();
        loop {
            let (word, at) = self.words.next()?;
            match word {
                Word::Close if !board.is_empty() => return Ok(board),
                Word::Open if board.len() < MOST_BOARD_BYTES => {}
                Word::Open => return Err(full(at)),
                other => return Err(expected("a hex '(owner dice)'", &other, at)),
            }
            let owner = self.number("an owner")?;
            let dice = self.number("a number of dice")?;
            self.close("the hex")?;
            write!(board, "{}{dice}", letter(owner)).map_err(|_| full(at))?;
        }
    }

    fn number(&mut self, what: &str) -> Result<u32, FileError> {
        match self.words.next()? {
            (Word::Number(number), _) => Ok(number),
            (other, at) => Err(expected(what, &other, at)),
        }
    }

    fn close(&mut self, what: &str) -> Result<(), FileError> {
        match self.words.next()? {
            (Word::Close, _) => Ok(()),
            (other, place) => Err(expected(&format!("')' after {what}"), &other, place)),
        }
    }

    fn add(&mut self, node: TheirNode, place: Place) -> Result<u32, FileError> {
        if self.nodes.len() == MOST_THEIR_NODES {
            return Err(FileError::new(
                format!("the tree has more than {MOST_THEIR_NODES} nodes"),
                "print it to fewer plies",
            )
            .at(place.0, place.1));
        }
        self.nodes.push(node);
        Ok(self.nodes.len() as u32 - 1)
    }
}

const MOST_BOARD_BYTES: usize = 1 << 14;

fn named(text: String, to: u32, place: Place) -> TheirMove {
    TheirMove {
        text: Some(text),
        to: Some(to),
        position: None,
        rating: None,
        probability: None,
        line: place.0 as u32,
    }
}

/// The letter of a player; one that has none gets a sign that no position has.
fn letter(player: u32) -> char {
    match u8::try_from(player) {
        Ok(player @ 0..26) => char::from(b'a' + player),
        _ => '?',
    }
}

fn full(place: Place) -> FileError {
    FileError::new("the board has too many hexes", "use a smaller board").at(place.0, place.1)
}

fn expected(what: &str, found: &Word, place: Place) -> FileError {
    FileError::new(
        format!("{what} should stand here, not {}", found.shown()),
        "print the whole tree, as (player board moves)",
    )
    .at(place.0, place.1)
}
