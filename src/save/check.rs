//! Validates the records of a tree file one by one, as far as possible without its game, and stores
//! them in columns.

use std::collections::BTreeMap;
use std::fmt;

use num_traits::CheckedAdd;
use rustc_hash::{FxHashMap, FxHashSet};

use super::fields::{CORRECT, Fault, PlayerNames, Record, Values};
use super::file::{FileEdge, FileKind, FileNode, Text, Texts, TreeFile};
use super::header::{FileGraph, Header};
use super::input::Value;
use super::json::{boolean, exact, string, whole_number};
use super::kinds::{MAX_EDGES, MAX_NODES, shown};
use super::lines::Members;
use crate::game::{Rational, one, zero};

/// Maximum bytes of notes and unknown members together.
const MAX_KEPT_BYTES: usize = 1 << 28;

type LineColumn = (usize, usize);

/// Takes what follows from ratings out of a node's record. It is written for other programs.
fn skip_play(record: &mut Record<'_>) -> Result<(), Fault> {
    record.optional("best", "an array of moves", |raw| {
        raw.starts_with('[').then_some(())
    })?;
    record.optional("best_line", "true", |raw| boolean(raw)?.then_some(()))?;
    record.optional("distance", "a whole number", |raw| {
        whole_number(raw).map(drop)
    })?;
    Ok(())
}

/// A tree file that is being read.
pub(super) struct Checker {
    header: Header,
    /// Where the header says how many nodes and edges there are.
    counts_at: [LineColumn; 2],
    players: PlayerNames,
    texts: Texts,
    /// Texts that are values of all players as our writer writes them: most occur many times.
    known_values: FxHashSet<(Values, Text)>,
    nodes: Vec<FileNode>,
    edges: Vec<FileEdge>,
    notes: BTreeMap<u32, String>,
    node_members: BTreeMap<u32, Members>,
    edge_members: BTreeMap<u32, Members>,
    kept_bytes: usize,
    /// One flag per node: whether an edge starts there.
    has_children: Vec<bool>,
    /// The moves of every source, to detect duplicates.
    moves: FxHashSet<(u32, Text)>,
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
            players: PlayerNames::new(&header.players),
            header,
            counts_at,
            texts: Texts::default(),
            known_values: FxHashSet::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            notes: BTreeMap::new(),
            node_members: BTreeMap::new(),
            edge_members: BTreeMap::new(),
            kept_bytes: 0,
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
            texts: self.texts,
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

    /// Compares the given numbers of nodes and edges with the actual ones.
    pub fn counts(
        &self,
        name: &str,
        given: [u64; 2],
        places: [LineColumn; 2],
    ) -> Result<(), Fault> {
        let found = [("nodes", self.nodes.len()), ("edges", self.edges.len())];
        for (((what, found), given), place) in found.into_iter().zip(given).zip(places) {
            if given != found as u64 {
                return Err(Fault::new(
                    format!("{name} counts {given} {what}, and there are {found}"),
                    "get the whole file, or correct the number",
                    place,
                ));
            }
        }
        Ok(())
    }

    fn keep(&mut self, text: &str, record: &Record<'_>) -> Result<Text, Fault> {
        self.texts.keep(text).ok_or_else(|| {
            record.fault(
                format!("the file has more than {} bytes of texts", Texts::MAX_BYTES),
                "save a smaller part of the tree",
            )
        })
    }

    /// The values of all players in a text: what is known, or what is to be kept.
    fn values(&self, values: Values, raw: &str) -> Option<(Values, Result<Text, String>)> {
        let known = |text: &Text| self.known_values.contains(&(values, *text));
        let read = match self.texts.find(raw).filter(known) {
            Some(text) => Ok(text),
            None => Err(self.players.values(values, raw)?),
        };
        Some((values, read))
    }

    fn keep_values(
        &mut self,
        (values, read): (Values, Result<Text, String>),
        record: &Record<'_>,
    ) -> Result<Text, Fault> {
        read.or_else(|text| {
            let text = self.keep(&text, record)?;
            if self.known_values.len() < Values::MAX_KNOWN {
                self.known_values.insert((values, text));
            }
            Ok(text)
        })
    }

    fn keep_bytes(&mut self, bytes: usize, place: LineColumn) -> Result<(), Fault> {
        self.kept_bytes += bytes;
        if self.kept_bytes > MAX_KEPT_BYTES {
            return Err(Fault::new(
                format!(
                    "the file has more than {MAX_KEPT_BYTES} bytes of notes and unknown members"
                ),
                "shorten them",
                place,
            ));
        }
        Ok(())
    }

    /// Takes one node.
    pub fn node(&mut self, value: Value<'_>) -> Result<(), Fault> {
        let place = value.place;
        let mut record = Record::read("this node", value)?;
        let id = self.nodes.len();
        if id as u64 == MAX_NODES {
            return Err(record.fault(
                format!("the file has more than {MAX_NODES} nodes"),
                "save a smaller part of the tree",
            ));
        }
        record.required("id", format_args!("{id}, the next number"), |raw| {
            (whole_number(raw)? == id as u64).then_some(())
        })?;
        let kind = record.required("kind", "decision, chance, terminal or horizon", |raw| {
            let name = string(raw)?;
            let found = FileKind::ALL.iter().find(|(_, known)| *known == name)?;
            Some(found.0)
        })?;
        let players = self.header.players.len();
        let player = if kind == FileKind::Terminal {
            record.forbidden("player", "nobody chooses at a terminal node")?;
            None
        } else {
            Some(record.required("player", "a player of the header", |raw| {
                self.players.find(&string(raw)?)
            })?)
        };
        let position = record.required("position", "a text", string)?;
        let position = self.keep(&position, &record)?;
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
        let rating = record.required("rating", needs, |raw| self.values(Values::Ratings, raw))?;
        let rating = self.keep_values(rating, &record)?;
        let (mut payoffs, mut winners) = (None, None);
        if kind == FileKind::Terminal {
            let text = record.required("payoffs", each("a fraction in quotes"), |raw| {
                self.values(Values::Payoffs, raw)
            })?;
            payoffs = Some(self.keep_values(text, &record)?);
            let text = record.required("winners", "an array of players in their order", |raw| {
                self.values(Values::Winners, raw)
            })?;
            winners = Some(self.keep_values(text, &record)?);
        } else {
            let why = "only a terminal node has them";
            record.forbidden("payoffs", why)?;
            record.forbidden("winners", why)?;
        }
        let intervals = |raw: &str| self.values(Values::Intervals, raw);
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
            .map(|text| self.keep_values(text, &record))
            .transpose()?;
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
        let omitted = omitted.map(|text| self.keep(&text, &record)).transpose()?;
        if let Some(note) = record.optional("note", "a text", string)? {
            self.keep_bytes(note.len(), place)?;
            self.notes.insert(id as u32, note.into_owned());
        }
        if self.header.minor > 0 {
            skip_play(&mut record)?;
        }
        let mut members = record.rest()?;
        // In a file from before these were written they are its author's.
        members.rename(&["best", "best_line", "distance"]);
        if !members.is_empty() {
            self.keep_bytes(members.bytes(), place)?;
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

    /// Plies from the root in a tree, plies left in a positions graph with a limit, otherwise 0.
    fn plies(&self, id: usize, record: &mut Record<'_>) -> Result<u32, Fault> {
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
                        |raw| small(raw).filter(|left| *left == limit || id > 0 && *left < limit),
                    ),
                }
            }
        }
    }

    /// Checks that are possible after the last node.
    pub fn nodes_end(&mut self, place: LineColumn) -> Result<(), Fault> {
        if self.nodes.is_empty() {
            return Err(Fault::new(
                "the file has no node",
                "write its root at least",
                place,
            ));
        }
        self.has_children = vec![false; self.nodes.len()];
        let (given, found) = (self.header.nodes, self.nodes.len());
        if given == found as u64 {
            return Ok(());
        }
        Err(Fault::new(
            format!("the header counts {given} nodes, and there are {found}"),
            "get the whole file, or correct the number",
            self.counts_at[0],
        ))
    }

    /// Takes one edge.
    pub fn edge(&mut self, value: Value<'_>) -> Result<(), Fault> {
        let place = value.place;
        let mut record = Record::read("this edge", value)?;
        let id = self.edges.len();
        if id as u64 == MAX_EDGES {
            return Err(record.fault(
                format!("the file has more than {MAX_EDGES} edges"),
                "save a smaller part of the tree",
            ));
        }
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
            let why = if from.omitted.is_some() {
                "its children are left out"
            } else {
                from.kind.name()
            };
            return Err(record.fault_at(
                "source",
                format!(
                    "node {source} has a move, and yet it says '{why}' (line {})",
                    from.line
                ),
                CORRECT,
            ));
        }
        let mv = record.required("move", "a text that isn't empty", |raw| {
            string(raw).filter(|text| !text.is_empty())
        })?;
        let mv = self.keep(&mv, &record)?;
        if !self.moves.insert((source, mv)) {
            return Err(record.fault_at(
                "move",
                format!(
                    "node {source} has the move {} twice",
                    shown(self.texts.get(mv))
                ),
                "give every move of a node a name of its own",
            ));
        }
        let mut probability = None;
        if from.kind == FileKind::Chance {
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
            probability = Some(self.keep(&text, &record)?);
        } else {
            record.forbidden("probability", "its source is no chance node")?;
        }
        let members = record.rest()?;
        if !members.is_empty() {
            self.keep_bytes(members.bytes(), place)?;
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

    /// Nodes in depth-first preorder, edges by their targets: edge n leads to node n + 1, from a
    /// node on the line to node n.
    fn tree_order(
        &mut self,
        id: usize,
        source: u32,
        target: u32,
        record: &Record<'_>,
    ) -> Result<(), Fault> {
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
            return Err(Fault::new(
                format!(
                    "node {target} has ply {}, and the line to it has {ply}",
                    child.plies
                ),
                CORRECT,
                child.place(),
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
        record: &Record<'_>,
    ) -> Result<(), Fault> {
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
            let left = (parent.plies + u32::from(parent.kind == FileKind::Chance)).checked_sub(1);
            if left != Some(child.plies) {
                return Err(Fault::new(
                    format!(
                        "node {target} has {} plies left, which doesn't fit node {source}",
                        child.plies
                    ),
                    CORRECT,
                    child.place(),
                ));
            }
        }
        Ok(())
    }

    /// Checks that are possible after the last edge.
    pub fn edges_end(&mut self, place: LineColumn) -> Result<(), Fault> {
        let given = [self.header.nodes, self.header.edges];
        self.counts("the header", given, self.counts_at)?;
        let reached = match self.header.kind {
            FileGraph::Tree => self.edges.len() + 1,
            FileGraph::Positions => self.discovered as usize,
        };
        if reached != self.nodes.len() {
            return Err(Fault::new(
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
                return Err(Fault::new(
                    format!("node {id} is a {} and has no moves", node.kind.name()),
                    "write them, or say what is omitted",
                    node.place(),
                ));
            }
            if open
                && node.kind == FileKind::Chance
                && self.sums.get(&(id as u32)) != Some(&Some(one()))
            {
                let sum = self.sums.get(&(id as u32)).copied().flatten();
                let sum = sum.map_or_else(
                    || "a number beyond 128 bits".to_owned(),
                    |sum| sum.to_string(),
                );
                return Err(Fault::new(
                    format!("the probabilities of node {id} sum to {sum}"),
                    "make them sum to exactly 1",
                    node.place(),
                ));
            }
        }
        Ok(())
    }
}
