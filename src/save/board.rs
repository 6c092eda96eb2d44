//! Board files: a game, its rules and a position, on one line.

use std::io::{self, Write};

use serde_json::value::RawValue;

use super::error::shown;
use super::fields::{CORRECT, Fault};
use super::format::check_version;
use super::header::{Rules, text_or_null};
use super::json::{compact, push_optional, push_rules, push_string, string};
use super::members::Members;
use super::{BOARD_FORMAT, MINOR, VERSION};
use crate::game::RulesText;
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
    /// What isn't refused and yet should be known: a sentence each.
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

    /// The game and the position in words.
    ///
    /// # Errors
    /// Rules that can't be understood: why, in words.
    pub fn setup(&self) -> Result<Setup, String> {
        self.rules.setup(&self.game, &self.position)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut line = format!(
            "{{\"format\":\"{BOARD_FORMAT}\",\"version\":{VERSION},\"minor\":{MINOR},\"game\":"
        );
        push_string(&mut line, &self.game);
        line.push_str(",\"rules\":");
        line.push_str(&self.rules.json);
        line.push_str(",\"position\":");
        push_string(&mut line, &self.position);
        line.push_str(",\"title\":");
        push_optional(&mut line, self.title.as_deref());
        line.push_str(",\"note\":");
        push_optional(&mut line, self.note.as_deref());
        self.members.push(&mut line);
        line.push_str("}\n");
        out.write_all(line.as_bytes())
    }

    /// Reads the members of the file, in any order.
    pub(super) fn read(
        members: Vec<(String, (usize, usize), Box<RawValue>)>,
        start: (usize, usize),
    ) -> Result<Self, Fault> {
        let mut known: [Option<(&str, (usize, usize))>; 8] = [None; 8];
        let mut unknown = Members::default();
        for (key, place, raw) in &members {
            let slot = MEMBERS.iter().position(|member| member == key);
            let twice = match slot {
                Some(slot) => known[slot].replace((raw.get(), *place)).is_some(),
                None => unknown.get(key).is_some(),
            };
            if twice {
                return Err(Fault::new(
                    format!("the member {} stands here twice", shown(key)),
                    CORRECT,
                    *place,
                ));
            }
            if slot.is_none() {
                let json =
                    compact(raw.get()).map_err(|(what, _)| Fault::new(what, CORRECT, *place))?;
                unknown.push_known(key, json);
            }
        }
        let [format, version, minor, game, rules, position, title, note] = known;
        let needed = |value: Option<(_, _)>, name: &str| {
            value.ok_or_else(|| Fault::new(format!("the file has no '{name}'"), CORRECT, start))
        };
        let text = |(raw, place), name: &str| {
            string(raw)
                .map(std::borrow::Cow::into_owned)
                .ok_or_else(|| {
                    Fault::new(
                        format!("'{name}' must be a text, not {}", shown(raw)),
                        CORRECT,
                        place,
                    )
                })
        };
        let optional = |value: Option<_>, name: &str| {
            let Some((raw, place)) = value else {
                return Ok(None);
            };
            text_or_null(raw).ok_or_else(|| {
                Fault::new(
                    format!("'{name}' must be a text or null, not {}", shown(raw)),
                    CORRECT,
                    place,
                )
            })
        };
        needed(format, "format")?;
        let version = needed(version, "version")?;
        let minor = minor.map(|(raw, _)| raw);
        let notice = check_version(BOARD_FORMAT, version.0, minor, version.1)?;
        let rules = needed(rules, "rules")?;
        Ok(Self {
            game: text(needed(game, "game")?, "game")?,
            rules: Rules::read(rules.0).map_err(|(what, _)| Fault::new(what, CORRECT, rules.1))?,
            position: text(needed(position, "position")?, "position")?,
            title: optional(title, "title")?,
            note: optional(note, "note")?,
            members: unknown,
            notices: notice.into_iter().collect(),
        })
    }
}

/// The members that this version knows, in the order in which they are written.
const MEMBERS: [&str; 8] = [
    "format", "version", "minor", "game", "rules", "position", "title", "note",
];
