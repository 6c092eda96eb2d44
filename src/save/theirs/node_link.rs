//! Reads trees and graphs for a check: node-link JSON, including our own files, with `nodes`, and
//! `edges` or `links` between them; and trees as a Lisp program prints them, `(player board
//! moves)`, as they are, without adding missing parts.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::parse::{self, Alone};
use super::{Ends, MAX_THEIR_NODES, ProgramOutput, TheirForm, TheirMove, TheirNode, TheirPosition};
use crate::save::fields::FieldError;
use crate::save::import::{Attributes, LineColumn, LispHex, LispSink, fault, read_lisp};
use crate::save::json::{offset, string};
use crate::save::kinds::{FileError, json_fault, shown};
use crate::work::{Control, finished};

/// The top-level members that are used.
#[derive(Deserialize)]
struct Top<'a> {
    #[serde(borrow)]
    graph: Option<&'a RawValue>,
    #[serde(borrow)]
    nodes: Vec<&'a RawValue>,
    #[serde(borrow, alias = "links")]
    edges: Option<Vec<&'a RawValue>>,
}

/// Whether a text is one JSON object that lists nodes, or the beginning of one. Lines are objects
/// too, but each is whole.
pub(super) fn is_graph(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    match serde_json::from_str::<&RawValue>(first) {
        Ok(_) => super::super::json::object(first.trim())
            .is_ok_and(|members| members.iter().any(|member| member.key == "nodes")),
        // A truncated line, or a file over many lines.
        Err(error) => error.is_eof() && has_nodes(text),
    }
}

fn has_nodes(text: &str) -> bool {
    text.contains("\"nodes\"") || !text.contains("\"position\"")
}

/// The line numbers of the parts of a text.
struct LineNumbers {
    starts: Vec<usize>,
}

impl LineNumbers {
    fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self {
            starts: std::iter::once(0)
                .chain(ends.map(|(at, _)| at + 1))
                .collect(),
        }
    }

    fn line_column(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= at).max(1);
        (line, at - self.starts[line - 1] + 1)
    }
}

/// Reads a whole file.
pub(super) fn read(text: &str) -> Result<ProgramOutput, FileError> {
    let top: Top<'_> = serde_json::from_str(text).map_err(|error| {
        FileError::new(
            format!("this JSON can't be read ({})", json_fault(&error)),
            "give a whole file with 'nodes' and 'edges', or 'links'",
        )
        .at(error.line().max(1), error.column().max(1))
    })?;
    let lines = LineNumbers::new(text);
    let place = |raw: &str| lines.line_column(offset(text, raw));
    let mut theirs = ProgramOutput {
        form: TheirForm::NodeLink,
        nodes: Vec::with_capacity(top.nodes.len()),
        root: 0,
        max_plies: None,
        notices: Vec::new(),
        is_bare: true,
    };
    if top.nodes.is_empty() {
        return Err(FileError::new(
            "the graph has no nodes",
            "list them under 'nodes', each with an 'id'",
        ));
    }
    if top.nodes.len() > MAX_THEIR_NODES {
        return Err(FileError::new(
            format!("there are more than {MAX_THEIR_NODES} nodes"),
            "give a part of the tree",
        ));
    }
    let mut ids: FxHashMap<String, u32> = FxHashMap::default();
    for raw in &top.nodes {
        let (id, node) = read_node(raw.get(), place(raw.get()))?;
        if ids.insert(id.clone(), theirs.nodes.len() as u32).is_some() {
            return Err(FileError::new(
                format!("there are two nodes with the identifier {}", shown(&id)),
                "give every node its own",
            )
            .at(node.line as usize, 1));
        }
        theirs.is_bare &= node.is_bare();
        theirs.nodes.push(node);
    }
    let edges = top.edges.unwrap_or_default();
    let mut entered = vec![false; theirs.nodes.len()];
    for raw in &edges {
        read_edge(raw.get(), place(raw.get()), &ids, &mut theirs, &mut entered)?;
    }
    for node in &mut theirs.nodes {
        sort_moves(node);
    }
    let graph = top.graph.map(RawValue::get).filter(|raw| *raw != "null");
    let graph = graph.map(|raw| Attributes::read(raw, place(raw)));
    let graph = graph.transpose()?;
    theirs.root = root(graph.as_ref(), &ids, &theirs, &entered)?;
    if let Some(graph) = graph
        && let Some(raw) = graph.first(&["max_plies"])
    {
        theirs.max_plies = Some(raw.parse().map_err(|_| {
            let what = format!("'max_plies' must be a whole number, not {}", shown(raw));
            graph.fault(raw, what)
        })?);
    }
    Ok(theirs)
}

fn read_node(text: &str, place: (usize, usize)) -> Result<(String, TheirNode), FieldError> {
    let record = Attributes::read(text, place)?;
    let id = record.identifier("id")?;
    let mut node = TheirNode::new(place.0);
    if let Some(raw) = record.first(&["position"]) {
        let text = string(raw).ok_or_else(|| record.fault(raw, "'position' must be a text"))?;
        node.position = Some(TheirPosition::Notation(text.into_owned()));
    }
    node.player = record.word(&["player"])?.map(|name| name.into_owned());
    node.rating = parse::rating(&record, &["rating"], Alone::Firsts)?;
    node.payoffs = parse::rating(&record, &["payoffs", "payoff"], Alone::Firsts)?;
    node.winners = parse::winners(&record)?;
    let kind = record.word(&["kind"])?.map(|kind| kind.to_lowercase());
    let over = node.payoffs.is_some() || node.winners.is_some();
    node.ends = match kind.as_deref() {
        Some("horizon") => Ends::LeftOut,
        Some("terminal" | "end" | "leaf") => Ends::Yes,
        Some("decision" | "chance") | None if record.first(&["omitted"]).is_some() => Ends::LeftOut,
        Some("decision" | "chance") => Ends::No,
        Some(_) => {
            let raw = record.first(&["kind"]).unwrap_or_default();
            return Err(record.fault(
                raw,
                format!(
                    "'kind' is decision, chance, end, terminal, leaf or horizon, not {}",
                    shown(raw)
                ),
            ));
        }
        None if over => Ends::Yes,
        None => Ends::Unsaid,
    };
    // Chance isn't a player.
    if node
        .player
        .as_deref()
        .is_some_and(|name| matches!(name, "chance" | "nature"))
    {
        node.player = None;
    }
    Ok((id, node))
}

fn read_edge(
    text: &str,
    place: (usize, usize),
    ids: &FxHashMap<String, u32>,
    theirs: &mut ProgramOutput,
    entered: &mut [bool],
) -> Result<(), FileError> {
    let record = Attributes::read(text, place)?;
    let mut ends = [0; 2];
    for (end, name) in ends.iter_mut().zip(["source", "target"]) {
        let id = record.identifier(name)?;
        *end = *ids.get(&id).ok_or_else(|| {
            FileError::new(
                format!("there is no node with the identifier {}", shown(&id)),
                "list it under 'nodes', or correct the edge",
            )
            .at(place.0, place.1)
        })?;
    }
    let text = record
        .word(&["move", "label"])?
        .map(|text| text.into_owned());
    let probability = match record.first(&["probability"]) {
        None => None,
        Some(raw) => Some(parse::number(raw).ok_or_else(|| {
            record.fault(raw, format!("'probability' is no number: {}", shown(raw)))
        })?),
    };
    entered[ends[1] as usize] = true;
    let moves = &mut theirs.nodes[ends[0] as usize].moves;
    moves.get_or_insert_default().push(TheirMove {
        text,
        to: Some(ends[1]),
        position: None,
        rating: None,
        probability,
        line: place.0 as u32,
    });
    Ok(())
}

/// Completes a node without moves, now that all edges are known.
fn sort_moves(node: &mut TheirNode) {
    match (&node.moves, node.ends) {
        // A decision without moves: they were left out.
        (None, Ends::No) => node.ends = Ends::LeftOut,
        (None, Ends::Yes | Ends::Unsaid) => node.moves = Some(Vec::new()),
        (None, Ends::LeftOut) | (Some(_), _) => {}
    }
}

/// The root that the file names, or the one node that no edge leads to, or the first.
fn root(
    graph: Option<&Attributes<'_>>,
    ids: &FxHashMap<String, u32>,
    theirs: &ProgramOutput,
    entered: &[bool],
) -> Result<u32, FileError> {
    if let Some(graph) = graph
        && let Some(raw) = graph.first(&["root"])
    {
        let id = graph.identifier("root")?;
        return ids.get(&id).copied().ok_or_else(|| {
            graph
                .fault(raw, format!("the root {} is none of the nodes", shown(&id)))
                .into()
        });
    }
    let mut roots = (0..theirs.nodes.len()).filter(|node| !entered[*node]);
    match (roots.next(), roots.next()) {
        (Some(root), None) => Ok(root as u32),
        (Some(first), Some(second)) => Err(FileError::new(
            format!(
                "no edge leads to the node of line {} nor to this one",
                theirs.nodes[first].line
            ),
            "say which of them the game starts at, as 'root' of 'graph'",
        )
        .at(theirs.nodes[second].line as usize, 1)),
        (None, _) => Ok(0),
    }
}

/// Reads a whole text.
pub(super) fn read_lisp_tree(text: &str) -> Result<ProgramOutput, FileError> {
    let (ctl, mut bytes) = (Control::default(), text.as_bytes());
    let read = finished(read_lisp(&ctl, &mut bytes, LispNodes(Vec::new())));
    Ok(ProgramOutput {
        form: TheirForm::Lisp,
        nodes: read?.0,
        root: 0,
        max_plies: None,
        notices: Vec::new(),
        is_bare: true,
    })
}

struct LispNodes(Vec<TheirNode>);

impl LispSink for LispNodes {
    type Node = u32;
    /// The node whose last move it is.
    type Move = u32;

    const STRICT: bool = false;

    fn node(
        &mut self,
        player: u32,
        board: Vec<LispHex>,
        place: LineColumn,
    ) -> Result<u32, FileError> {
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

impl LispNodes {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_with_its_column_in_the_first_line_as_in_others() {
        let node = r#"{"id":0,"kind":"odd"}"#;
        for (text, place) in [
            (format!("{{\"nodes\":[{node}]}}"), (1, 26)),
            (format!("{{\"nodes\":[\n{node}]}}"), (2, 16)),
        ] {
            let error = read(&text).expect_err("there is no such kind");
            assert_eq!(error.place, Some(place), "{error}");
        }
    }
}
