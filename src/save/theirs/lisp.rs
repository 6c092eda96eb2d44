//! Reads trees as a Lisp program prints them, `(player board moves)`, for a check: as they are,
//! without adding missing parts.

use std::fmt::Write as _;

use super::super::error::FileError;
use super::super::import::{Hex, LineColumn, LispSink, fault, read_lisp};
use super::{Ends, MAX_THEIR_NODES, TheirForm, TheirMove, TheirNode, TheirPosition, Theirs};
use crate::work::{Control, finished};

/// Reads a whole text.
pub(super) fn read(text: &str) -> Result<Theirs, FileError> {
    let (ctl, mut bytes) = (Control::default(), text.as_bytes());
    let read = finished(read_lisp(&ctl, &mut bytes, Nodes(Vec::new())));
    Ok(Theirs {
        form: TheirForm::Lisp,
        nodes: read?.0,
        root: 0,
        max_plies: None,
        notices: Vec::new(),
        is_bare: true,
    })
}

struct Nodes(Vec<TheirNode>);

impl LispSink for Nodes {
    type Node = u32;
    /// The node whose last move it is.
    type Move = u32;

    const STRICT: bool = false;

    fn node(&mut self, player: u32, board: Vec<Hex>, place: LineColumn) -> Result<u32, FileError> {
        let mut text = String::new();
        for (owner, dice) in board {
            write!(text, "{}{dice}", letter(owner)).expect("a text can be written");
        }
        text.push(' ');
        text.push(letter(player));
        let mut node = TheirNode::new(place.0);
        node.position = Some(TheirPosition::Board(text));
        node.moves = Some(Vec::new());
        self.add(node, place)
    }

    fn mv(
        &mut self,
        node: &mut u32,
        hexes: Option<(u32, u32)>,
        place: LineColumn,
    ) -> Result<u32, FileError> {
        let text = match hexes {
            None => "pass".to_owned(),
            Some((source, target)) => format!("{source}>{target}"),
        };
        let to = self.0.len() as u32;
        let above = &mut self.0[*node as usize];
        above.ends = Ends::No;
        let moves = above.moves.get_or_insert_default();
        moves.push(named(text, to, place));
        Ok(*node)
    }

    /// The tree of an attack that fails: its move leads to a chance node with both.
    fn second(&mut self, node: u32, place: LineColumn) -> Result<(), FileError> {
        let mut chance = TheirNode::new(place.0);
        let index = self.0.len() as u32;
        let moves = self.0[node as usize].moves.as_mut();
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
        Ok(())
    }
}

impl Nodes {
    fn add(&mut self, node: TheirNode, place: LineColumn) -> Result<u32, FileError> {
        if self.0.len() == MAX_THEIR_NODES {
            let what = format!("the tree has more than {MAX_THEIR_NODES} nodes");
            return Err(fault(what, "print it to fewer plies", place));
        }
        self.0.push(node);
        Ok(self.0.len() as u32 - 1)
    }
}

fn named(text: String, to: u32, place: LineColumn) -> TheirMove {
    TheirMove {
        text: Some(text),
        to: Some(to),
        position: None,
        rating: None,
        probability: None,
        line: place.0 as u32,
    }
}

/// The letter of a player; a player without one gets a character that no position contains.
fn letter(player: u32) -> char {
    match u8::try_from(player) {
        Ok(player @ 0..26) => char::from(b'a' + player),
        _ => '?',
    }
}
