//! Validates the records of a tree file one by one, as far as possible without its game, and stores
//! them in columns.

use std::collections::BTreeMap;
use std::fmt;

use num_traits::CheckedAdd;
use rustc_hash::{FxHashMap, FxHashSet};

use super::fields::{CORRECT, FieldError, FieldValues, JsonRecord};
use super::file::{FileEdge, FileKind, FileNode, KeptText, TreeFile};
use super::header::{FileGraph, Header};
use super::input::Value;
use super::json::{boolean, exact, string, whole_number};
use super::kinds::{LineColumn, MAX_EDGES, MAX_NODES, shown};
use super::lines::Members;
use super::record_texts::RecordTexts;
use crate::game::{Player, Rational, one, zero};

/// Whether there is room for another record of a kind.
fn few(record: &JsonRecord<'_>, there: usize, max: u64, what: &str) -> Result<(), FieldError> {
    if (there as u64) < max {
        return Ok(());
    }
    let what = format!("the file has more than {max} {what}");
    Err(record.fault(what, "save a smaller part of the tree"))
}

/// A tree file that is being read.
pub(super) struct Checker {
    header: Header,
    /// Where the header says how many nodes and edges there are.
    counts_at: [LineColumn; 2],
    texts: RecordTexts,
    nodes: Vec<FileNode>,
    edges: Vec<FileEdge>,
    notes: BTreeMap<u32, String>,
    node_members: BTreeMap<u32, Members>,
    edge_members: BTreeMap<u32, Members>,
    /// One flag per node: whether an edge starts there.
    has_children: Vec<bool>,
    /// The moves of every source, to detect duplicates.
    moves: FxHashSet<(u32, KeptText)>,
    /// The sum of a chance node's probabilities so far; `None`: more than 128 bits.
    sums: FxHashMap<u32, Option<Rational>>,
    /// The line from the root to the node that was entered last.
    line: Vec<u32>,
    /// The number of nodes of a positions graph reached so far.
    discovered: u32,
    /// The key that the next edge of the same source must have.
    next_key: u64,
}

impl Checker {
    pub fn new(header: Header, counts_at: [LineColumn; 2]) -> Self {
        Self {
            texts: RecordTexts::new(&header.players),
            header,
            counts_at,
            nodes: Vec::new(),
            edges: Vec::new(),
            notes: BTreeMap::new(),
            node_members: BTreeMap::new(),
            edge_members: BTreeMap::new(),
            has_children: Vec::new(),
            moves: FxHashSet::default(),
            sums: FxHashMap::default(),
            line: vec![0],
            discovered: 1,
            next_key: 0,
        }
    }

    /// The file, once all has been read.
    pub fn file(self, notices: Vec<String>) -> TreeFile {
        TreeFile {
            header: self.header,
            notices,
            hash: String::new(),
            texts: self.texts.kept,
            nodes: self.nodes,
            edges: self.edges,
            notes: self.notes,
            node_members: self.node_members,
            edge_members: self.edge_members,
            top_members: Members::default(),
            counts_members: Members::default(),
            end_members: Members::default(),
        }
    }

    /// Compares the given numbers of nodes, and of edges if there is one, with the actual ones.
    pub fn counts<const N: usize>(
        &self,
        name: &str,
        given: [u64; N],
        places: [LineColumn; N],
    ) -> Result<(), FieldError> {
        let found = [("nodes", self.nodes.len()), ("edges", self.edges.len())];
        for (((what, found), given), place) in found.into_iter().zip(given).zip(places) {
            if given != found as u64 {
                return Err(FieldError::new(
                    format!("{name} counts {given} {what}, and there are {found}"),
                    "get the whole file, or correct the number",
                    place,
                ));
            }
        }
        Ok(())
    }

    /// Takes one node.
    pub fn node(&mut self, value: Value<'_>) -> Result<(), FieldError> {
        use FieldValues::{Intervals, Payoffs, Ratings, Winners};
        let place = value.line_column;
        let mut record = JsonRecord::read("this node", value)?;
        let id = self.nodes.len();
        few(&record, id, MAX_NODES, "nodes")?;
        record.required("id", format_args!("{id}, the next number"), |raw| {
            (whole_number(raw)? == id as u64).then_some(())
        })?;
        let (kind, player) = self.kind_and_player(&mut record)?;
        let players = self.header.players.len();
        let position = record.required("position", "a text", string)?;
        let position = self.texts.keep(&position, &record)?;
        let plies = self.plies(id, &mut record)?;
        let each = |value| {
            fmt::from_fn(move |f| {
                write!(
                    f,
                    "an object with {value} for each of the {players} players"
                )
            })
        };
        let needs = each("a rating");
        let needs = format_args!("{needs}: fractions in lowest terms in quotes, or numbers");
        let texts = &mut self.texts;
        let rating = texts.required(&mut record, "rating", needs, Ratings)?;
        let (mut payoffs, mut winners) = (None, None);
        if kind == FileKind::Terminal {
            let needs = each("a fraction in quotes");
            payoffs = Some(texts.required(&mut record, "payoffs", needs, Payoffs)?);
            let needs = "an array of players in their order";
            winners = Some(texts.required(&mut record, "winners", needs, Winners)?);
        } else {
            let why = "only a terminal node has them";
            record.forbidden("payoffs", why)?;
            record.forbidden("winners", why)?;
        }
        let intervals = |raw: &str| self.texts.values(Intervals, raw);
        let proven = if kind == FileKind::Horizon {
            record.required("estimate", "true at a horizon", |raw| {
                boolean(raw)?.then_some(())
            })?;
            Some(record.required("proven", each("an interval"), intervals)?)
        } else {
            record.forbidden("estimate", "only a horizon has one")?;
            record.optional("proven", each("an interval"), intervals)?
        };
        let proven = proven
            .map(|text| self.texts.keep_values(Intervals, text, &record))
            .transpose()?;
        let omitted = self.omitted(kind, &mut record)?;
        if let Some(note) = record.optional("note", "a text", string)? {
            self.texts.keep_bytes(note.len(), place)?;
            self.notes.insert(id as u32, note.into_owned());
        }
        if self.header.minor > 0 {
            record.skip_play()?;
        }
        let mut members = record.rest()?;
        // In a file from before these were written they are its author's.
        members.rename(&["best", "best_line", "distance"]);
        if !members.is_empty() {
            self.texts.keep_bytes(members.bytes(), place)?;
            self.node_members.insert(id as u32, members);
        }
        self.nodes.push(FileNode {
            line: u32::try_from(place.0).unwrap_or(u32::MAX),
            column: u32::try_from(place.1).unwrap_or(u32::MAX),
            kind,
            player,
            position,
            plies,
            rating,
            payoffs,
            winners,
            proven,
            omitted,
        });
        Ok(())
    }

    fn kind_and_player(
        &self,
        record: &mut JsonRecord<'_>,
    ) -> Result<(FileKind, Option<Player>), FieldError> {
        let kind = record.required("kind", "decision, chance, terminal or horizon", |raw| {
            let name = string(raw)?;
            let found = FileKind::ALL.iter().find(|(_, known)| *known == name)?;
            Some(found.0)
        })?;
        let player = if kind == FileKind::Terminal {
            record.forbidden("player", "nobody chooses at a terminal node")?;
            None
        } else {
            Some(record.required("player", "a player of the header", |raw| {
                self.texts.players.find(&string(raw)?)
            })?)
        };
        Ok((kind, player))
    }

    /// The number of nodes that are left out below a node.
    fn omitted(
        &mut self,
        kind: FileKind,
        record: &mut JsonRecord<'_>,
    ) -> Result<Option<KeptText>, FieldError> {
        let omitted = match (kind.is_leaf(), self.header.kind) {
            (false, FileGraph::Tree) => {
                record.optional("omitted", "a whole number in quotes", |raw| {
                    let text = string(raw)?;
                    let digits = !text.is_empty()
                        && text.bytes().all(|byte| byte.is_ascii_digit())
                        && !text.starts_with('0');
                    (digits || *text == *"infinite" || *text == *"at least 2^4096").then_some(text)
                })?
            }
            _ => {
                record.forbidden("omitted", "nothing is left out below this node")?;
                None
            }
        };
        if omitted.is_some() && self.header.complete {
            return Err(record.fault_at(
                "omitted",
                "this node's children are left out, and the header says that the tree is complete",
                "write \"complete\":false and \"stopped\":\"scope\"",
            ));
        }
        if kind == FileKind::Horizon && self.header.complete {
            return Err(record.fault_at(
                "kind",
                "this node is a horizon, and the header says that the tree is complete",
                "write \"complete\":false",
            ));
        }
        omitted
            .map(|text| self.texts.keep(&text, record))
            .transpose()
    }

    /// Plies from the root in a tree, plies left in a positions graph with a limit, otherwise 0.
    fn plies(&self, id: usize, record: &mut JsonRecord<'_>) -> Result<u32, FieldError> {
        let small = |raw: &str| u32::try_from(whole_number(raw)?).ok();
        match (self.header.kind, self.header.max_plies) {
            (FileGraph::Tree, _) => {
                record.forbidden("plies_left", "the file holds a tree")?;
                if id == 0 {
                    return record.required("ply", "0 at the root", |raw| {
                        small(raw).filter(|ply| *ply == 0)
                    });
                }
                record.required("ply", "the number of plies from the root", small)
            }
            (FileGraph::Positions, limit) => {
                record.forbidden("ply", "a position may be reached at several plies")?;
                match limit {
                    None => {
                        record.forbidden("plies_left", "the header gives no ply limit")?;
                        Ok(0)
                    }
                    Some(limit) => record.required(
                        "plies_left",
                        format_args!("a number from 0 to {limit}, and {limit} at the root"),
                        |raw| {
                            small(raw).filter(|remaining| {
                                *remaining == limit || id > 0 && *remaining < limit
                            })
                        },
                    ),
                }
            }
        }
    }

    /// Checks that are possible after the last node.
    pub fn nodes_end(&mut self, place: LineColumn) -> Result<(), FieldError> {
        if self.nodes.is_empty() {
            return Err(FieldError::new(
                "the file has no node",
                "write its root at least",
                place,
            ));
        }
        self.has_children = vec![false; self.nodes.len()];
        self.counts("the header", [self.header.nodes], [self.counts_at[0]])
    }

    /// Takes one edge.
    pub fn edge(&mut self, value: Value<'_>) -> Result<(), FieldError> {
        let place = value.line_column;
        let mut record = JsonRecord::read("this edge", value)?;
        let id = self.edges.len();
        few(&record, id, MAX_EDGES, "edges")?;
        let nodes = self.nodes.len();
        let node = |raw: &str| {
            let number = whole_number(raw)?;
            (number < nodes as u64).then_some(number as u32)
        };
        let needs = fmt::from_fn(|f| write!(f, "a node's number from 0 to {}", nodes - 1));
        let source = record.required("source", &needs, node)?;
        let target = record.required("target", &needs, node)?;
        match self.header.kind {
            FileGraph::Tree => {
                record.forbidden("key", "the file holds a tree")?;
                self.tree_order(id, source, target, &record)?;
            }
            FileGraph::Positions => {
                let key =
                    record.required("key", "the number of the move at its source", whole_number)?;
                self.positions_order(source, target, key, &record)?;
            }
        }
        let from = self.nodes[source as usize];
        if from.kind.is_leaf() || from.omitted.is_some() {
            let (why, line) = match from.omitted {
                Some(_) => ("its children are left out", from.line),
                None => (from.kind.name(), from.line),
            };
            let what = format!("node {source} has a move, and yet it says '{why}' (line {line})");
            return Err(record.fault_at("source", what, CORRECT));
        }
        let mv = record.required("move", "a text that isn't empty", |raw| {
            string(raw).filter(|text| !text.is_empty())
        })?;
        let mv = self.texts.keep(&mv, &record)?;
        if !self.moves.insert((source, mv)) {
            let name = shown(self.texts.kept.get(mv));
            let what = format!("node {source} has the move {name} twice");
            let remedy = "give every move of a node a name of its own";
            return Err(record.fault_at("move", what, remedy));
        }
        let probability = self.probability(source, from.kind, &mut record)?;
        let members = record.rest()?;
        if !members.is_empty() {
            self.texts.keep_bytes(members.bytes(), place)?;
            self.edge_members.insert(id as u32, members);
        }
        self.has_children[source as usize] = true;
        self.edges.push(FileEdge {
            line: u32::try_from(place.0).unwrap_or(u32::MAX),
            source,
            target,
            mv,
            probability,
        });
        Ok(())
    }

    /// The probability of an edge, which is added to those of the same source.
    fn probability(
        &mut self,
        source: u32,
        kind: FileKind,
        record: &mut JsonRecord<'_>,
    ) -> Result<Option<KeptText>, FieldError> {
        if kind != FileKind::Chance {
            record.forbidden("probability", "its source is no chance node")?;
            return Ok(None);
        }
        let (number, text) = record.required(
            "probability",
            "a fraction from 0 to 1 in lowest terms, in quotes",
            |raw| {
                let text = string(raw)?;
                let number = exact(&text)?;
                (number >= zero() && number <= one()).then_some((number, text))
            },
        )?;
        let sum = self.sums.entry(source).or_insert_with(|| Some(zero()));
        *sum = sum.and_then(|sum| sum.checked_add(&number));
        Ok(Some(self.texts.keep(&text, record)?))
    }

    /// Nodes in depth-first preorder, edges by their targets: edge n leads to node n + 1, from a
    /// node on the line to node n.
    fn tree_order(
        &mut self,
        id: usize,
        source: u32,
        target: u32,
        record: &JsonRecord<'_>,
    ) -> Result<(), FieldError> {
        if target as usize != id + 1 {
            return Err(record.fault_at(
                "target",
                format!(
                    "this edge leads to node {target}, and the next must lead to {}",
                    id + 1
                ),
                "sort the edges by target, one for every node but the root",
            ));
        }
        while self.line.last().is_some_and(|node| *node != source) {
            self.line.pop();
        }
        if self.line.is_empty() {
            return Err(record.fault_at(
                "source",
                format!("node {target} stands below {source}, and the nodes are not in depth-first order"),
                "number the nodes depth-first, parents before children",
            ));
        }
        self.line.push(target);
        let parent = self.nodes[source as usize];
        let child = self.nodes[target as usize];
        let ply = parent
            .plies
            .saturating_add(u32::from(parent.kind != FileKind::Chance));
        if child.plies != ply {
            return Err(FieldError::new(
                format!(
                    "node {target} has ply {}, and the line to it has {ply}",
                    child.plies
                ),
                CORRECT,
                child.line_column(),
            ));
        }
        Ok(())
    }

    /// Edges by source and key, nodes in breadth-first order of discovery.
    fn positions_order(
        &mut self,
        source: u32,
        target: u32,
        key: u64,
        record: &JsonRecord<'_>,
    ) -> Result<(), FieldError> {
        let last = self.edges.last().map_or(0, |edge| edge.source);
        if source < last {
            return Err(record.fault_at(
                "source",
                format!("this edge starts at node {source}, and the one before it at {last}"),
                "sort the edges by source",
            ));
        }
        if source > last {
            self.next_key = 0;
        }
        if key != self.next_key {
            return Err(record.fault_at(
                "key",
                format!(
                    "this edge has key {key}, and the next of node {source} must have {}",
                    self.next_key
                ),
                "number the moves of a node from 0 in the rules' order",
            ));
        }
        self.next_key += 1;
        if source >= self.discovered || target > self.discovered {
            return Err(record.fault_at(
                "target",
                format!("the edge from {source} to {target} comes before the nodes below {target} were reached"),
                "number the nodes breadth-first, in the order of discovery",
            ));
        }
        if target == self.discovered {
            self.discovered += 1;
        }
        if self.header.max_plies.is_some() {
            let parent = self.nodes[source as usize];
            let child = self.nodes[target as usize];
            let remaining =
                (parent.plies + u32::from(parent.kind == FileKind::Chance)).checked_sub(1);
            if remaining != Some(child.plies) {
                return Err(FieldError::new(
                    format!(
                        "node {target} has {} plies left, which doesn't fit node {source}",
                        child.plies
                    ),
                    CORRECT,
                    child.line_column(),
                ));
            }
        }
        Ok(())
    }

    /// Checks that are possible after the last edge.
    pub fn edges_end(&mut self, place: LineColumn) -> Result<(), FieldError> {
        let given = [self.header.nodes, self.header.edges];
        self.counts("the header", given, self.counts_at)?;
        let reached = match self.header.kind {
            FileGraph::Tree => self.edges.len() + 1,
            FileGraph::Positions => self.discovered as usize,
        };
        if reached != self.nodes.len() {
            return Err(FieldError::new(
                format!(
                    "no edge leads to node {reached} (line {})",
                    self.nodes[reached].line
                ),
                "leave the node out, or write its edge",
                place,
            ));
        }
        for (id, node) in self.nodes.iter().enumerate() {
            let open = !node.kind.is_leaf() && node.omitted.is_none();
            if open && !self.has_children[id] {
                return Err(FieldError::new(
                    format!("node {id} is a {} and has no moves", node.kind.name()),
                    "write them, or say what is omitted",
                    node.line_column(),
                ));
            }
            if open
                && node.kind == FileKind::Chance
                && self.sums.get(&(id as u32)) != Some(&Some(one()))
            {
                let sum = self.sums.get(&(id as u32)).copied().flatten();
                let sum = sum.map(|sum| sum.to_string());
                let sum = sum.as_deref().unwrap_or("a number beyond 128 bits");
                return Err(FieldError::new(
                    format!("the probabilities of node {id} sum to {sum}"),
                    "make them sum to exactly 1",
                    node.line_column(),
                ));
            }
        }
        Ok(())
    }
}
