//! Parses board files and tree files: the members at the top in order, then one record after
//! another, never the whole file at once.

use std::fmt;
use std::io::Read;
use std::rc::Rc;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::board::BoardFile;
use super::check::Checker;
use super::error::{FileError, json_fault, shown};
use super::exercise::ExerciseFile;
use super::fields::{CORRECT, Fault, Record, TopMember, check_version};
use super::file::TreeFile;
use super::header::{FileGraph, Header};
use super::import::{Imported, NodeLink};
use super::input::{Input, Shared};
use super::json::{boolean, compact, string, whole_number};
use super::kinds;
use super::limits::{MAX_HEADER_BYTES, MAX_RECORD_BYTES};
use super::members::Members;
use super::{BOARD_FORMAT, EXERCISE_FORMAT, TREE_FORMAT, TREE_MINOR, VERSION};
use crate::rating::Multiplayer;

/// A file of ours.
pub(super) enum Json {
    Board(Box<BoardFile>),
    Exercise(Box<ExerciseFile>),
    Tree(Box<TreeFile>),
    Imported(Box<Imported>),
}

/// Reads a file that starts with `{`.
pub(super) fn read_json(reader: impl Read) -> Result<Json, FileError> {
    let shared = Shared::new(MAX_HEADER_BYTES);
    let input = Input::new(reader, Rc::clone(&shared));
    let mut deserializer = serde_json::Deserializer::from_reader(input);
    let top = Top { shared: &shared };
    let read = deserializer.deserialize_map(top).and_then(|json| {
        shared.allow(MAX_RECORD_BYTES);
        deserializer.end().map(|()| json)
    });
    let mut json = match read {
        Ok(json) => json,
        Err(error) => return Err(explain(&shared, &error)),
    };
    if let Json::Tree(file) = &mut json {
        let hash = shared.hash().map(|hash| format!("{hash:016x}"));
        if hash.as_deref() != Some(&file.hash) {
            file.notices.push(
                "the checksum doesn't match: the file was edited or damaged after it was saved"
                    .to_owned(),
            );
        }
    }
    Ok(json)
}

fn explain(shared: &Shared, error: &serde_json::Error) -> FileError {
    if let Some(fault) = shared.take_fault() {
        return fault.into();
    }
    let (line, column) = (error.line().max(1), error.column().max(1));
    match error.classify() {
        serde_json::error::Category::Eof => {
            FileError::new("the file is truncated", "get it whole, or save it again")
                .at(line, column)
        }
        serde_json::error::Category::Io => FileError::new(
            format!("the file can't be read on ({error})"),
            "try again, or copy it to another disk",
        ),
        _ => FileError::new(
            format!("this is not valid JSON: {}", json_fault(error)),
            CORRECT,
        )
        .at(line, column),
    }
}

type LineColumn = (usize, usize);

/// Reads one raw value, and returns the location where it starts.
struct Raw<'a>(&'a Shared);

impl<'de> DeserializeSeed<'de> for Raw<'_> {
    type Value = (LineColumn, Box<RawValue>);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.begin_value();
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Ok((self.0.value_place(), raw))
    }
}

/// Reads an array, one record after another.
struct Records<'a, F> {
    shared: &'a Shared,
    each: F,
}

impl<'de, F: FnMut(&str, LineColumn) -> Result<(), Fault>> DeserializeSeed<'de> for Records<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(&str, LineColumn) -> Result<(), Fault>> Visitor<'de> for Records<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        self.shared.allow(MAX_RECORD_BYTES);
        while let Some((place, raw)) = seq.next_element_seed(Raw(self.shared))? {
            (self.each)(raw.get(), place).map_err(|fault| self.shared.fail(fault))?;
            self.shared.allow(MAX_RECORD_BYTES);
        }
        Ok(())
    }
}

struct Top<'a> {
    shared: &'a Shared,
}

impl<'de> Visitor<'de> for Top<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object in braces")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let start = self.shared.place();
        let mut board: Vec<TopMember> = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let place = self.shared.place();
            if NODE_LINK_MEMBERS.contains(&key.as_str()) && !is_board(&board) {
                return read_node_link(self.shared, map, key, &board);
            }
            if key != "format" && TREE_MEMBERS[3..].contains(&key.as_str()) && !is_board(&board) {
                return Err(self.shared.fail(Fault::new(
                    "the file doesn't begin with its format",
                    format!("write \"format\":\"{TREE_FORMAT}\" first"),
                    place,
                )));
            }
            let (value, raw) = map.next_value_seed(Raw(self.shared))?;
            if key == "format" && string(raw.get()).as_deref() == Some(TREE_FORMAT) {
                if let Some((_, place, _)) = board.first() {
                    return Err(self.shared.fail(Fault::new(
                        "the file doesn't begin with its format",
                        format!("write \"format\":\"{TREE_FORMAT}\" first"),
                        *place,
                    )));
                }
                return TreeReader::new(self.shared).read(map);
            }
            if key == "format" {
                format_is_board(raw.get(), value).map_err(|fault| self.shared.fail(fault))?;
            }
            board.push((key, value, raw));
        }
        let is_exercise = |(key, _, raw): &TopMember| {
            key == "format" && string(raw.get()).as_deref() == Some(EXERCISE_FORMAT)
        };
        if board.iter().any(is_exercise) {
            return ExerciseFile::read(&board, start)
                .map(|exercise| Json::Exercise(Box::new(exercise)))
                .map_err(|fault| self.shared.fail(fault));
        }
        let has = |name: &str| board.iter().any(|(key, ..)| key == name);
        if !has("format")
            && let Some((what, remedy)) = kinds::refused_json(has)
        {
            return Err(self.shared.fail(Fault::new(what, remedy, start)));
        }
        BoardFile::read(&board, start)
            .map(|board| Json::Board(Box::new(board)))
            .map_err(|fault| self.shared.fail(fault))
    }
}

/// The members that identify a graph of another program.
const NODE_LINK_MEMBERS: [&str; 6] = ["directed", "multigraph", "graph", "nodes", "edges", "links"];

/// Reads a graph of another program, whose first member is called `key`.
fn read_node_link<'de, A: MapAccess<'de>>(
    shared: &Shared,
    mut map: A,
    key: String,
    before: &[TopMember],
) -> Result<Json, A::Error> {
    let mut file = NodeLink::default();
    let mut seen: Vec<String> = before.iter().map(|(key, ..)| key.clone()).collect();
    let mut next = Some(key);
    while let Some(key) = next {
        let place = shared.place();
        let known = NODE_LINK_MEMBERS.contains(&key.as_str());
        // Edges go by two names.
        let name = match key.as_str() {
            "links" => "edges".to_owned(),
            other => other.to_owned(),
        };
        if known && seen.contains(&name) {
            return Err(shared.fail(Fault::new(
                format!("the member '{key}' is given twice"),
                "keep one of them",
                place,
            )));
        }
        shared.allow(MAX_HEADER_BYTES);
        match name.as_str() {
            "nodes" => {
                let each = |text: &str, place: LineColumn| file.node(text, place);
                map.next_value_seed(Records { shared, each })?;
            }
            "edges" => {
                let each = |text: &str, place: LineColumn| file.edge(text, place);
                map.next_value_seed(Records { shared, each })?;
            }
            "graph" | "directed" | "format" => {
                let (at, raw) = map.next_value_seed(Raw(shared))?;
                let read = match name.as_str() {
                    "graph" if raw.get().starts_with('{') => file.graph(raw.get(), at),
                    "graph" => Ok(()),
                    "directed" if boolean(raw.get()) == Some(false) => Err(Fault::new(
                        "the graph isn't directed, so that nobody knows which way moves go",
                        "write it with directed edges, from each node to what its moves lead to",
                        place,
                    )),
                    "directed" => Ok(()),
                    _ => Err(Fault::new(
                        "the file doesn't begin with its format",
                        "write \"format\" first",
                        place,
                    )),
                };
                read.map_err(|fault| shared.fail(fault))?;
            }
            _ => {
                map.next_value::<serde::de::IgnoredAny>()?;
            }
        }
        seen.push(name);
        next = map.next_key::<String>()?;
    }
    let has = |name: &str| seen.iter().any(|key| key == name);
    if !has("nodes") || !has("edges") && file.needs_edges() {
        let missing = if has("nodes") { "edges" } else { "nodes" };
        let (what, remedy) = match kinds::refused_json(has) {
            Some((what, remedy)) => (what.to_owned(), remedy),
            None => (
                format!("the graph has no '{missing}'"),
                "list its 'nodes', each with an 'id', and its 'edges', each with 'source' and \
                 'target'",
            ),
        };
        return Err(shared.fail(Fault::new(what, remedy, shared.place())));
    }
    let imported = file.finish().map_err(|error| {
        let place = error.place.unwrap_or((1, 1));
        shared.fail(Fault::new(error.what, error.remedy, place))
    })?;
    Ok(Json::Imported(Box::new(imported)))
}

fn format_is_board(raw: &str, place: LineColumn) -> Result<(), Fault> {
    let Some(format) = string(raw) else {
        return Err(Fault::new(
            format!("'format' must be a text, not {}", shown(raw)),
            CORRECT,
            place,
        ));
    };
    if format == BOARD_FORMAT || format == EXERCISE_FORMAT {
        return Ok(());
    }
    Err(Fault::new(
        format!("the format {} is unknown", shown(&format)),
        "open a board, an exercise or a tree of doomtree's",
        place,
    ))
}

fn is_board(members: &[TopMember]) -> bool {
    members.iter().any(|(key, _, _)| key == "format")
}

/// The members at the top of a tree file, in their order.
const TREE_MEMBERS: [&str; 10] = [
    "format",
    "version",
    "minor",
    "generator",
    "directed",
    "multigraph",
    "graph",
    "nodes",
    "edges",
    "end",
];

/// The index of the first required member after `place`.
fn next_needed(place: usize) -> usize {
    match place {
        2 | 3 => 4,
        other => other,
    }
}

struct TreeReader<'a> {
    shared: &'a Shared,
    /// The number of members of [`TREE_MEMBERS`] read so far.
    next: usize,
    notices: Vec<String>,
    multigraph: bool,
    checker: Option<Checker>,
    /// The file's minor version.
    minor: u64,
    top_members: Members,
    counts_members: Members,
    end: Option<(String, Members)>,
}

impl<'a> TreeReader<'a> {
    fn new(shared: &'a Shared) -> Self {
        Self {
            shared,
            next: 1,
            notices: Vec::new(),
            multigraph: false,
            checker: None,
            minor: 0,
            top_members: Members::default(),
            counts_members: Members::default(),
            end: None,
        }
    }

    fn read<'de, A: MapAccess<'de>>(mut self, mut map: A) -> Result<Json, A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let place = self.shared.place();
            self.in_order(&key, place)
                .map_err(|fault| self.shared.fail(fault))?;
            self.shared.allow(MAX_HEADER_BYTES);
            let Self {
                shared, checker, ..
            } = &mut self;
            match (key.as_str(), checker) {
                ("nodes", Some(checker)) => {
                    let each = |text: &str, place: LineColumn| checker.node(text, place);
                    map.next_value_seed(Records { shared, each })?;
                    checker
                        .nodes_end(shared.place())
                        .map_err(|fault| shared.fail(fault))?;
                }
                ("edges", Some(checker)) => {
                    let each = |text: &str, place: LineColumn| checker.edge(text, place);
                    map.next_value_seed(Records { shared, each })?;
                    checker
                        .edges_end(shared.place())
                        .map_err(|fault| shared.fail(fault))?;
                }
                _ => {
                    let (at, raw) = map.next_value_seed(Raw(shared))?;
                    self.member(&key, raw.get(), at)
                        .map_err(|fault| self.shared.fail(fault))?;
                }
            }
        }
        let missing = TREE_MEMBERS[next_needed(self.next).min(9)];
        let (Some(checker), Some((hash, end_members))) = (self.checker, self.end) else {
            return Err(self.shared.fail(Fault::new(
                format!("the file has no '{missing}'"),
                CORRECT,
                self.shared.place(),
            )));
        };
        let mut file = checker.file(self.notices);
        file.hash = hash;
        file.top_members = self.top_members;
        file.counts_members = self.counts_members;
        file.end_members = end_members;
        Ok(Json::Tree(Box::new(file)))
    }

    fn in_order(&mut self, key: &str, place: LineColumn) -> Result<(), Fault> {
        let Some(index) = TREE_MEMBERS.iter().position(|member| *member == key) else {
            return Ok(());
        };
        if index < self.next {
            return Err(Fault::new(
                format!("the member '{key}' is given twice, or too late"),
                format!("keep the order {}", TREE_MEMBERS.join(", ")),
                place,
            ));
        }
        let needed = next_needed(self.next);
        if index > needed {
            return Err(Fault::new(
                format!("'{}' doesn't stand before '{key}'", TREE_MEMBERS[needed]),
                format!("keep the order {}", TREE_MEMBERS.join(", ")),
                place,
            ));
        }
        self.next = index + 1;
        Ok(())
    }

    fn member(&mut self, key: &str, raw: &str, place: LineColumn) -> Result<(), Fault> {
        let wrong = |needs: &str| {
            Fault::new(
                format!("'{key}' must be {needs}, not {}", shown(raw)),
                CORRECT,
                place,
            )
        };
        match key {
            "version" => {
                check_version(TREE_FORMAT, raw, None, TREE_MINOR, place)?;
            }
            "minor" => {
                let version = VERSION.to_string();
                let notice = check_version(TREE_FORMAT, &version, Some(raw), TREE_MINOR, place)?;
                self.notices.extend(notice);
                self.minor = whole_number(raw).unwrap_or_default();
            }
            "generator" => {
                string(raw).ok_or_else(|| wrong("a text"))?;
            }
            "directed" => {
                if boolean(raw) != Some(true) {
                    return Err(wrong("true"));
                }
            }
            "multigraph" => {
                self.multigraph = boolean(raw).ok_or_else(|| wrong("true or false"))?;
            }
            "graph" => {
                let record = Record::read("'graph'", raw, place)?;
                let (mut header, counts, counts_at) = Header::read(record)?;
                if self.minor == 0 {
                    // Ratings were paranoid then unless the file said otherwise.
                    let way = &mut header.options.multiplayer;
                    way.get_or_insert(Multiplayer::Paranoid);
                }
                let multigraph = header.kind == FileGraph::Positions;
                if multigraph != self.multigraph {
                    return Err(Fault::new(
                        format!(
                            "'multigraph' must be {multigraph} where the kind is {}",
                            header.kind.name()
                        ),
                        CORRECT,
                        place,
                    ));
                }
                self.counts_members = counts;
                self.checker = Some(Checker::new(header, counts_at, self.minor));
            }
            "end" => self.read_end(raw, place)?,
            unknown => {
                if self.top_members.get(unknown).is_some() {
                    return Err(Fault::new(
                        format!("the member {} is given twice", shown(unknown)),
                        CORRECT,
                        place,
                    ));
                }
                let json = compact(raw).map_err(|(what, _)| Fault::new(what, CORRECT, place))?;
                self.top_members.push_known(unknown, json);
            }
        }
        Ok(())
    }

    fn read_end(&mut self, raw: &str, place: LineColumn) -> Result<(), Fault> {
        let mut record = Record::read("'end'", raw, place)?;
        let nodes = record.required("nodes", "a whole number", whole_number)?;
        let edges = record.required("edges", "a whole number", whole_number)?;
        let hash = record.required("hash", "16 hexadecimal digits", |raw| {
            let text = string(raw)?;
            let digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
            (text.len() == 16 && digits).then(|| text.into_owned())
        })?;
        if let Some(checker) = &self.checker {
            let places = ["nodes", "edges"].map(|key| record.place_of(key));
            checker.counts("'end'", [nodes, edges], places)?;
        }
        self.end = Some((hash, record.rest()?));
        Ok(())
    }
}
