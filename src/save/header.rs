//! The header of a tree file: kind of graph, game, rules, limits and counts, before the nodes; and board
//! files: a game, its rules and a position, on one line.

use std::fmt;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::assumptions::{self, Assumption};
use super::fields::{CORRECT, FieldError, JsonRecord, TopMember, TopMembers};
use super::json::{
    Json, array, boolean, object, or_null, rules_json, small_number, string, text, text_or_null,
    whole_number, write_document,
};
use super::kinds::{LineColumn, shown};
use super::lines::{ByLine, Members};
use super::signposts::BookmarksAndTours;
use super::{BOARD_FORMAT, lines};
use crate::game::{Estimate, Refusal, RulesText, SwitchValue, parse_rational};
use crate::games::{self, Setup, Switches};
use crate::rating::{Multiplayer, RatingOptions};
use crate::tree::{Limits, Stopped};

/// Which graph a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileGraph {
    /// The game tree, or an unfolded part of it.
    Tree,
    /// The position graph.
    Positions,
}

impl FileGraph {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Positions => "positions",
        }
    }
}

/// Why a file doesn't hold everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileStopped {
    /// Only the unfolded or requested part was written.
    Scope,
    /// A budget of nodes was used up.
    MaxNodes(u64),
    /// The tree grows on demand.
    Frontier,
}

impl From<Stopped> for FileStopped {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::MaxNodes(budget) => Self::MaxNodes(budget),
            Stopped::Frontier => Self::Frontier,
        }
    }
}

impl fmt::Display for FileStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scope => f.write_str("scope"),
            Self::MaxNodes(budget) => write!(f, "max-nodes {budget}"),
            Self::Frontier => f.write_str("frontier"),
        }
    }
}

impl FileStopped {
    fn read(text: &str) -> Option<Self> {
        match text.strip_prefix("max-nodes ") {
            Some(budget) => budget.parse().ok().map(Self::MaxNodes),
            None => match text {
                "scope" => Some(Self::Scope),
                "frontier" => Some(Self::Frontier),
                _ => None,
            },
        }
    }
}

/// Rules as a file stores them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRules {
    /// The JSON text, without white space.
    pub json: String,
    /// The settings of these rules, or why they are invalid, as text.
    pub switches: Result<Switches, Refusal>,
}

impl FileRules {
    /// Rules of a game.
    pub(super) fn of(rules: &RulesText) -> Self {
        let json = rules_json(rules);
        Self {
            switches: switches(&json),
            json,
        }
    }

    pub(super) fn read(raw: &str) -> Result<Self, (String, usize)> {
        let json = super::json::compact(raw)?;
        let switches = switches(raw);
        Ok(Self { json, switches })
    }

    /// A game and a position under these rules.
    ///
    /// # Errors
    /// Invalid rules: why, as text.
    pub(super) fn setup(&self, game: &str, position: &str) -> Result<Setup, Refusal> {
        let switches = self.switches.clone()?;
        games::check_stored(game, &switches)?;
        Ok(Setup {
            game: game.to_owned(),
            switches,
            position: position.to_owned(),
            columns: None,
        })
    }
}

impl Serialize for FileRules {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Json(&self.json).serialize(to)
    }
}

fn switches(raw: &str) -> Result<Switches, Refusal> {
    let mut switches = Switches::default();
    if raw == "null" {
        return Ok(switches);
    }
    if let Some(preset) = string(raw) {
        switches.preset = Some(preset.into_owned());
        return Ok(switches);
    }
    let Ok(members) = object(raw) else {
        let what = "the rules are neither a name nor switches nor null";
        return Err(Refusal::new(what, ""));
    };
    for member in members {
        let name = member.key.as_ref();
        let Some(switch) = games::switch(name) else {
            let what = format!("there is no switch {}", shown(name));
            return Err(Refusal::new(what, ""));
        };
        let value = match switch.is_number() {
            false => string(member.raw).map(|text| SwitchValue::Text(text.into_owned())),
            true => whole_number(member.raw).map(SwitchValue::Number),
        };
        let Some(value) = value else {
            let kind = match switch.is_number() {
                false => "text",
                true => "whole number",
            };
            let what = format!("the switch '{name}' must be a {kind}");
            return Err(Refusal::new(what, ""));
        };
        switches.set(switch.name, value);
    }
    Ok(switches)
}

/// The content before the nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The line where `graph` starts.
    pub line: usize,
    /// The minor version of the file.
    pub minor: u64,
    /// Which graph the file holds.
    pub kind: FileGraph,
    /// The title.
    pub title: Option<String>,
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub rules: FileRules,
    /// The position of the root, in notation.
    pub position: String,
    /// The players' names.
    pub players: Vec<String>,
    /// The ply limit.
    pub max_plies: Option<u32>,
    /// Whether nothing was cut off or left out.
    pub complete: bool,
    /// Why not everything is there.
    pub stopped: Option<FileStopped>,
    /// The number of nodes, as the file gives it.
    pub nodes: u64,
    /// The number of edges, as the file gives it.
    pub edges: u64,
    /// The estimate that replaces ratings at horizons.
    pub estimate: Estimate,
    /// The rating options: more than two players, and endless play.
    pub options: RatingOptions,
    /// The maximum number of positions of the graph that a tree was unfolded from.
    pub max_positions: Option<u64>,
    /// The user's additions to nodes that the file doesn't show, by line.
    pub by_line: ByLine,
    /// The assumptions about nodes.
    pub assumptions: Vec<Assumption>,
    /// Bookmarks and tours.
    pub signposts: BookmarksAndTours,
    /// Folds, view and unknown members.
    pub members: Members,
}

impl Header {
    /// The game and the position as text.
    ///
    /// # Errors
    /// Invalid rules: why, as text.
    pub fn setup(&self) -> Result<Setup, Refusal> {
        self.rules.setup(&self.game, &self.position)
    }

    /// The limits to which the graph was built.
    pub fn limits(&self) -> Limits {
        Limits {
            max_plies: self.max_plies,
            max_nodes: match (self.kind, self.stopped) {
                (FileGraph::Tree, _) => self.max_positions,
                (FileGraph::Positions, Some(FileStopped::MaxNodes(budget))) => Some(budget),
                (FileGraph::Positions, _) => None,
            },
            max_bytes: None,
            estimate: self.estimate,
        }
    }

    /// Reads the object `graph`, and the unknown members of its `counts` with the places of the
    /// numbers of nodes and edges.
    pub(super) fn read(
        mut record: JsonRecord<'_>,
    ) -> Result<(Self, Members, [LineColumn; 2]), FieldError> {
        let line = record.line();
        let kind = record.required("kind", "\"tree\" or \"positions\"", |raw| {
            match string(raw)?.as_ref() {
                "tree" => Some(FileGraph::Tree),
                "positions" => Some(FileGraph::Positions),
                _ => None,
            }
        })?;
        let title = record.optional("title", "a text or null", text_or_null)?;
        let game = record.required("game", "the game's name", text)?;
        let rules = record.needed("rules")?;
        let rules = FileRules::read(rules).map_err(|fault| record.inside(rules, fault))?;
        let position = record.required("position", "a position in notation", text)?;
        let players = record.required("players", "1 to 26 different names", players)?;
        record.required("root", "0", |raw| (whole_number(raw)? == 0).then_some(()))?;
        let max_plies = record.required("max_plies", "a whole number or null", |raw| {
            or_null(raw, small_number)
        })?;
        let complete = record.required("complete", "true or false", boolean)?;
        let stopped = record.required(
            "stopped",
            "null, \"scope\", \"frontier\" or \"max-nodes N\"",
            |raw| or_null(raw, |raw| FileStopped::read(&string(raw)?)),
        )?;
        let counts = record.needed("counts")?;
        let mut counts = record.nested(counts)?;
        let nodes = counts.required("nodes", "a whole number", whole_number)?;
        let edges = counts.required("edges", "a whole number", whole_number)?;
        let counts_at = ["nodes", "edges"].map(|key| counts.place_of(key));
        let counts = counts.rest()?;
        let estimate = record.optional("estimate", "the name of an estimate", |raw| {
            Estimate::from_name(&string(raw)?)
        })?;
        let multiplayer = record.optional("multiplayer", "paranoid or max-n", |raw| {
            Multiplayer::from_name(&string(raw)?)
        })?;
        let endless = record.optional("endless", "a fraction as a text", |raw| {
            parse_rational(&string(raw)?)
        })?;
        let max_positions = record.optional("max_positions", "a whole number", whole_number)?;
        let by_line = by_line(&mut record)?;
        let assumptions = assumed(&mut record, &players)?;
        let signposts = BookmarksAndTours::read(&mut record)?;
        let header = Self {
            line,
            minor: 0,
            kind,
            title: title.flatten(),
            game,
            rules,
            position,
            players,
            max_plies,
            complete,
            stopped,
            nodes,
            edges,
            estimate: estimate.unwrap_or_default(),
            options: RatingOptions {
                multiplayer,
                endless,
            },
            max_positions,
            by_line,
            assumptions,
            signposts,
            members: record.rest()?,
        };
        Ok((header, counts, counts_at))
    }
}

fn by_line(record: &mut JsonRecord<'_>) -> Result<ByLine, FieldError> {
    let mut by_line = ByLine::new();
    for name in [lines::NOTES, lines::NODE_MEMBERS, lines::EDGE_MEMBERS] {
        if let Some(raw) = record.optional(name, "an object", Some)? {
            lines::read(&mut by_line, name, raw).map_err(|fault| record.inside(raw, fault))?;
        }
    }
    Ok(by_line)
}

fn assumed(record: &mut JsonRecord<'_>, players: &[String]) -> Result<Vec<Assumption>, FieldError> {
    use assumptions::{CHANGES, FORBIDDEN, OFF, PINS};
    let mut assumed = Vec::new();
    for name in [PINS, FORBIDDEN, CHANGES, OFF] {
        if let Some(raw) = record.optional(name, "what is assumed", Some)? {
            assumptions::read(&mut assumed, name, raw, players)
                .map_err(|fault| record.inside(raw, fault))?;
        }
    }
    Ok(assumed)
}

fn players(raw: &str) -> Option<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for item in array(raw)? {
        let name = string(item)?.into_owned();
        if name.is_empty() || names.contains(&name) {
            return None;
        }
        names.push(name);
    }
    (1..=crate::game::MAX_PLAYERS)
        .contains(&names.len())
        .then_some(names)
}

/// A board as a file stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardFile {
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub rules: FileRules,
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
            rules: FileRules::of(rules),
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
    pub(super) fn read(all: &[TopMember], start: (usize, usize)) -> Result<Self, FieldError> {
        let (top, members) = TopMembers::read(all, &MEMBERS, start)?;
        top.needed("format")?;
        let notices = top.version(BOARD_FORMAT)?;
        let rules = top.needed("rules")?;
        Ok(Self {
            game: top.required("game", "a text", text)?,
            rules: FileRules::read(rules.0)
                .map_err(|(what, _)| FieldError::new(what, CORRECT, rules.1))?,
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
