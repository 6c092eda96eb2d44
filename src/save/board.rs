//! Board files: a game, its rules and a position, on one line.

use std::io::{self, Write};

use serde::Serialize;

use super::BOARD_FORMAT;
use super::fields::{CORRECT, Fault, Top, TopMember};
use super::header::Rules;
use super::json::{text, text_or_null, write_document};
use super::lines::Members;
use crate::game::{Refusal, RulesText};
use crate::games::Setup;

/// A board as a file stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardFile {
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub rules: Rules,
    /// The position, in notation.
    pub position: String,
    /// The title.
    pub title: Option<String>,
    /// The note.
    pub note: Option<String>,
    /// Members that this version doesn't know.
    #[serde(flatten)]
    pub members: Members,
    /// Warnings about accepted content, one sentence each.
    #[serde(skip)]
    pub notices: Vec<String>,
}

impl BoardFile {
    /// A board without title and note.
    pub fn new(game: &str, rules: &RulesText, position: &str) -> Self {
        Self {
            game: game.to_owned(),
            rules: Rules::of(rules),
            position: position.to_owned(),
            title: None,
            note: None,
            members: Members::default(),
            notices: Vec::new(),
        }
    }

    /// The game and the position as text.
    ///
    /// # Errors
    /// Invalid rules: why, as text.
    pub fn setup(&self) -> Result<Setup, Refusal> {
        self.rules.setup(&self.game, &self.position)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_document(BOARD_FORMAT, self, out)
    }

    /// Reads the members of the file, in any order.
    pub(super) fn read(all: &[TopMember], start: (usize, usize)) -> Result<Self, Fault> {
        let (top, members) = Top::read(all, &MEMBERS, start)?;
        top.needed("format")?;
        let notices = top.version(BOARD_FORMAT)?;
        let rules = top.needed("rules")?;
        Ok(Self {
            game: top.required("game", "a text", text)?,
            rules: Rules::read(rules.0).map_err(|(what, _)| Fault::new(what, CORRECT, rules.1))?,
            position: top.required("position", "a text", text)?,
            title: top
                .optional("title", "a text or null", text_or_null)?
                .flatten(),
            note: top
                .optional("note", "a text or null", text_or_null)?
                .flatten(),
            members,
            notices,
        })
    }
}

/// The members that this version knows, in the order they are written.
const MEMBERS: [&str; 8] = [
    "format", "version", "minor", "game", "rules", "position", "title", "note",
];
