//! Reads board files and tree files: the members at the top in order, then one record after
//! another, never the whole file at once.

use std::io::Read;

use super::check::Checker;
use super::exercise::ExerciseFile;
use super::fields::{CORRECT, FieldError, JsonRecord, TopMember, check_version};
use super::file::TreeFile;
use super::header::{BoardFile, FileGraph, Header};
use super::import::{Imported, NodeLink};
use super::input::{Input, Value};
use super::json::{boolean, compact, string, whole_number};
use super::kinds::{FileError, LineColumn, MAX_HEADER_BYTES, MAX_RECORD_BYTES, shown};
use super::lines::Members;
use super::{BOARD_FORMAT, EXERCISE_FORMAT, TREE_FORMAT, TREE_MINOR, UNSAVED, VERSION, kinds};
use crate::rating::Multiplayer;
use crate::work::Control;

/// A file of ours.
pub(super) enum Json {
    Board(Box<BoardFile>),
    Exercise(Box<ExerciseFile>),
    Tree(Box<TreeFile>),
    Imported(Box<Imported>),
}

/// Reads a file that starts with `{`.
pub(super) async fn read_json(ctl: &Control, reader: &mut dyn Read) -> Result<Json, FileError> {
    let mut input = Input::new(reader, MAX_HEADER_BYTES);
    input.begin()?;
    let mut json = read_object(ctl, &mut input).await?;
    input.allow(MAX_RECORD_BYTES);
    input.end()?;
    if let Json::Tree(file) = &mut json {
        let hash = input.hash().map(|hash| format!("{hash:016x}"));
        if hash.as_deref() != Some(&file.hash) {
            file.notices.push(
                "the checksum doesn't match: the file was edited or damaged after it was saved"
                    .to_owned(),
            );
        }
    }
    Ok(json)
}

/// Reads the records of a list.
async fn read_list(
    ctl: &Control,
    input: &mut Input<'_>,
    mut each: impl FnMut(Value<'_>) -> Result<(), FieldError>,
) -> Result<(), FileError> {
    input.begin_list()?;
    input.allow(MAX_RECORD_BYTES);
    let mut is_first = true;
    while let Some(item) = input.item(is_first)? {
        let length = item.text.len();
        each(item)?;
        ctl.tick(length).await;
        input.allow(MAX_RECORD_BYTES);
        is_first = false;
    }
    Ok(())
}

async fn read_object(ctl: &Control, input: &mut Input<'_>) -> Result<Json, FileError> {
    let start = input.line_column();
    let mut board: Vec<TopMember> = Vec::new();
    while let Some(key) = input.name(board.is_empty())? {
        let place = input.line_column();
        if NODE_LINK_MEMBERS.contains(&key.as_str()) && !is_board(&board) {
            return read_node_link(ctl, input, key, &board).await;
        }
        let late = |place| {
            let remedy = format!("write \"format\":\"{TREE_FORMAT}\" first");
            FieldError::new("the file doesn't begin with its format", remedy, place)
        };
        if key != "format" && TREE_MEMBERS[3..].contains(&key.as_str()) && !is_board(&board) {
            return Err(late(place).into());
        }
        let Value {
            line_column: place,
            text,
            ..
        } = input.value()?;
        if key == "format" {
            if string(text).as_deref() == Some(TREE_FORMAT) {
                return match board.first() {
                    Some((_, place, _)) => Err(late(*place).into()),
                    None => TreeReader::default().read(ctl, input).await,
                };
            }
            format_is_board(text, place)?;
        }
        board.push((key, place, text.to_owned()));
    }
    let is_exercise = |(key, _, raw): &TopMember| {
        key == "format" && string(raw).as_deref() == Some(EXERCISE_FORMAT)
    };
    if board.iter().any(is_exercise) {
        let exercise = ExerciseFile::read(&board, start)?;
        return Ok(Json::Exercise(Box::new(exercise)));
    }
    let has = |name: &str| board.iter().any(|(key, ..)| key == name);
    if !has("format")
        && let Some((what, remedy)) = kinds::refused_json(has)
    {
        return Err(FieldError::new(what, remedy, start).into());
    }
    Ok(Json::Board(Box::new(BoardFile::read(&board, start)?)))
}

/// The members that identify a graph of another program.
const NODE_LINK_MEMBERS: [&str; 6] = ["directed", "multigraph", "graph", "nodes", "edges", "links"];

/// Reads a graph of another program, whose first member is called `key`.
async fn read_node_link(
    ctl: &Control,
    input: &mut Input<'_>,
    key: String,
    before: &[TopMember],
) -> Result<Json, FileError> {
    let mut file = NodeLink::default();
    let mut seen: Vec<String> = before.iter().map(|(key, ..)| key.clone()).collect();
    let mut next = Some(key);
    while let Some(key) = next {
        let place = input.line_column();
        let known = NODE_LINK_MEMBERS.contains(&key.as_str());
        // Edges go by two names.
        let name = match key.as_str() {
            "links" => "edges".to_owned(),
            other => other.to_owned(),
        };
        let fault = |what: &str, remedy| Err(FieldError::new(what, remedy, place).into());
        if known && seen.contains(&name) {
            let what = format!("the member '{key}' is given twice");
            return fault(&what, "keep one of them");
        }
        input.allow(MAX_HEADER_BYTES);
        match name.as_str() {
            "nodes" => read_list(ctl, input, |node| file.node(node.text, node.line_column)).await?,
            "edges" => read_list(ctl, input, |edge| file.edge(edge.text, edge.line_column)).await?,
            "graph" => {
                let graph = input.value()?;
                if graph.text.starts_with('{') {
                    file.graph(graph.text, graph.line_column)?;
                }
            }
            "directed" => {
                if boolean(input.value()?.text) == Some(false) {
                    return fault(
                        "the graph isn't directed, so that nobody knows which way moves go",
                        "write it with directed edges, from each node to what its moves lead to",
                    );
                }
            }
            "format" => {
                input.value()?;
                return fault(
                    "the file doesn't begin with its format",
                    "write \"format\" first",
                );
            }
            _ => input.skip_value()?,
        }
        seen.push(name);
        next = input.name(false)?;
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
        return Err(FieldError::new(what, remedy, input.line_column()).into());
    }
    let imported = file.finish().map_err(|error| {
        let (line, column) = error.place.unwrap_or((1, 1));
        error.at(line, column)
    })?;
    Ok(Json::Imported(Box::new(imported)))
}

fn format_is_board(raw: &str, place: LineColumn) -> Result<(), FieldError> {
    let Some(format) = string(raw) else {
        return Err(FieldError::new(
            format!("'format' must be a text, not {}", shown(raw)),
            CORRECT,
            place,
        ));
    };
    if format == BOARD_FORMAT || format == EXERCISE_FORMAT {
        return Ok(());
    }
    Err(FieldError::new(
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

/// The index of the first required member after `index`.
fn next_needed(index: usize) -> usize {
    match index {
        2 | 3 => 4,
        other => other,
    }
}

#[derive(Default)]
struct TreeReader {
    /// The last of [`TREE_MEMBERS`] read so far.
    last: usize,
    notices: Vec<String>,
    multigraph: bool,
    checker: Option<Checker>,
    /// The file's minor version.
    minor: u64,
    top_members: Members,
    counts_members: Members,
    end: Option<(String, Members)>,
}

impl TreeReader {
    /// Reads what follows after the format.
    async fn read(mut self, ctl: &Control, input: &mut Input<'_>) -> Result<Json, FileError> {
        while let Some(key) = input.name(false)? {
            self.in_order(&key, input.line_column())?;
            input.allow(MAX_HEADER_BYTES);
            match (key.as_str(), &mut self.checker) {
                ("nodes", Some(checker)) => {
                    read_list(ctl, input, |node| checker.node(node)).await?;
                    checker.nodes_end(input.line_column())?;
                }
                ("edges", Some(checker)) => {
                    read_list(ctl, input, |edge| checker.edge(edge)).await?;
                    checker.edges_end(input.line_column())?;
                }
                (UNSAVED, _) => input.skip_value()?,
                _ => {
                    let value = input.value()?;
                    self.member(&key, value)?;
                }
            }
        }
        let missing = TREE_MEMBERS[next_needed(self.last + 1).min(9)];
        let (Some(checker), Some((hash, end_members))) = (self.checker, self.end) else {
            let what = format!("the file has no '{missing}'");
            return Err(FieldError::new(what, CORRECT, input.line_column()).into());
        };
        let mut file = checker.file(self.notices);
        file.hash = hash;
        file.top_members = self.top_members;
        file.counts_members = self.counts_members;
        file.end_members = end_members;
        Ok(Json::Tree(Box::new(file)))
    }

    fn in_order(&mut self, key: &str, place: LineColumn) -> Result<(), FieldError> {
        let Some(index) = TREE_MEMBERS.iter().position(|member| *member == key) else {
            return Ok(());
        };
        if index <= self.last {
            return Err(FieldError::new(
                format!("the member '{key}' is given twice, or too late"),
                format!("keep the order {}", TREE_MEMBERS.join(", ")),
                place,
            ));
        }
        let needed = next_needed(self.last + 1);
        if index > needed {
            return Err(FieldError::new(
                format!("'{}' isn't before '{key}'", TREE_MEMBERS[needed]),
                format!("keep the order {}", TREE_MEMBERS.join(", ")),
                place,
            ));
        }
        self.last = index;
        Ok(())
    }

    fn member(&mut self, key: &str, value: Value<'_>) -> Result<(), FieldError> {
        let (raw, place) = (value.text, value.line_column);
        let wrong = |needs: &str| {
            FieldError::new(
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
                let record = JsonRecord::read("'graph'", value)?;
                let (mut header, counts, counts_at) = Header::read(record)?;
                header.minor = self.minor;
                if self.minor == 0 {
                    // Ratings were paranoid then unless the file said otherwise.
                    let way = &mut header.options.multiplayer;
                    way.get_or_insert(Multiplayer::Paranoid);
                }
                let multigraph = header.kind == FileGraph::Positions;
                if multigraph != self.multigraph {
                    return Err(FieldError::new(
                        format!(
                            "'multigraph' must be {multigraph} where the kind is {}",
                            header.kind.name()
                        ),
                        CORRECT,
                        place,
                    ));
                }
                self.counts_members = counts;
                self.checker = Some(Checker::new(header, counts_at));
            }
            "end" => self.read_end(value)?,
            unknown => {
                if self.top_members.get(unknown).is_some() {
                    return Err(FieldError::new(
                        format!("the member {} is given twice", shown(unknown)),
                        CORRECT,
                        place,
                    ));
                }
                let json =
                    compact(raw).map_err(|(what, _)| FieldError::new(what, CORRECT, place))?;
                self.top_members.push_known(unknown, json);
            }
        }
        Ok(())
    }

    fn read_end(&mut self, value: Value<'_>) -> Result<(), FieldError> {
        let mut record = JsonRecord::read("'end'", value)?;
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
