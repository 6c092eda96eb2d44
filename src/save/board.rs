//! Board files: a game, its rules and a position, on one line.

use std::io::{self, Write};

use super::fields::{CORRECT, Fault, Top, TopMember};
use super::header::Rules;
use super::json::{push_name, push_rules, push_text, push_text_or_null, text, text_or_null};
use super::members::Members;
use super::{BOARD_FORMAT, MINOR, VERSION};
use crate::game::{Refusal, RulesText};
use crate::games::Setup;

/// A board as a file stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub members: Members,
    /// Warnings about accepted content, one sentence each.
    pub notices: Vec<String>,
}

impl BoardFile {
    /// A board without title and note.
    pub fn new(game: &str, rules: &RulesText, position: &str) -> Self {
        let mut json = String::new();
        push_rules(&mut json, rules);
        Self {
            game: game.to_owned(),
            rules: Rules::read(&json).expect("rules that were just written can be read"),
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
        let mut line =
            format!("{{\"format\":\"{BOARD_FORMAT}\",\"version\":{VERSION},\"minor\":{MINOR}");
        push_text(&mut line, "game", &self.game);
        push_name(&mut line, "rules");
        line.push_str(&self.rules.json);
        push_text(&mut line, "position", &self.position);
        push_text_or_null(&mut line, "title", self.title.as_deref());
        push_text_or_null(&mut line, "note", self.note.as_deref());
        self.members.push(&mut line);
        line.push_str("}\n");
        out.write_all(line.as_bytes())
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
