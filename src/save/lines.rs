//! The user's additions to a tree: notes, bookmarks, assumptions, and unknown members of files,
//! which are kept unchanged and written back after the known ones. Additions to nodes that a file
//! doesn't show are keyed by line: the moves from the root.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, Serializer};

use super::assumptions::Assumption;
use super::json::{
    Json, Member, compact, entries, object, offset, push_json, push_object, push_string, string,
};
use super::kinds::shown;
use super::signposts::BookmarksAndTours;
use crate::game::line_words;
use crate::tree::{Edge, Labels, Unfolding, UnfoldingNode, Vertex};

/// The members of `graph` that hold it.
pub(super) const NOTES: &str = "notes";
pub(super) const NODE_MEMBERS: &str = "node_members";
pub(super) const EDGE_MEMBERS: &str = "edge_members";

/// The known members of a node's record; no unknown member has such a name.
const OF_NODES: [&str; 13] = [
    "id",
    "kind",
    "player",
    "position",
    "ply",
    "plies_left",
    "rating",
    "estimate",
    "payoffs",
    "winners",
    "proven",
    "omitted",
    "note",
];

/// The known members of an edge's record.
const OF_EDGES: [&str; 5] = ["source", "target", "key", "move", "probability"];

/// Maximum bytes of a note in a node's record. A longer one is stored by its line, since readers
/// limit the length of a record.
pub(super) const LONG_NOTE: usize = 1 << 19;

/// Whether a note is too long for the record of its node.
pub(super) fn is_long(note: &str) -> bool {
    // A control character takes six bytes.
    note.len() > LONG_NOTE
        || note.len() > LONG_NOTE / 6 && {
            let mut json = String::new();
            push_string(&mut json, note);
            json.len() > LONG_NOTE
        }
}

impl NodeLayer {
    /// Whether nothing is added.
    pub fn is_empty(&self) -> bool {
        self.note.is_none() && self.members.is_empty() && self.edge.is_empty()
    }
}

impl Layer {
    /// The same with the additions to the nodes and edges of `unfolding` keyed by line: for a graph
    /// with another numbering.
    #[must_use]
    pub fn by_line(mut self, labels: &dyn Labels, unfolding: &Unfolding) -> Self {
        let nodes = std::mem::take(&mut self.nodes);
        let edges = std::mem::take(&mut self.edges);
        self.bookmarked.clear();
        let line = |number| line_of(labels, unfolding, number);
        for (number, layer) in nodes {
            if let Some(line) = line(number) {
                add(&mut self.elsewhere, line, layer);
            }
        }
        for (number, edge) in edges {
            if let Some(line) = line(number) {
                self.elsewhere.entry(line).or_default().edge = edge;
            }
        }
        self
    }

    /// Moves everything keyed by a line, and by lines that continue it, to another line.
    pub fn rename_line(&mut self, from: &str, to: &str) {
        let renamed = |line: &str| -> Option<String> {
            let rest = line.strip_prefix(from)?;
            (rest.is_empty() || rest.starts_with(' ')).then(|| format!("{to}{rest}"))
        };
        let elsewhere = std::mem::take(&mut self.elsewhere);
        for (line, layer) in elsewhere {
            let line = renamed(&line).unwrap_or(line);
            self.elsewhere.insert(line, layer);
        }
        let signposts = &mut self.signposts;
        let steps = signposts.tours.iter_mut().flat_map(|tour| &mut tour.steps);
        let bookmarks = signposts.bookmarks.iter_mut();
        let lines = steps
            .map(|step| &mut step.line)
            .chain(bookmarks.map(|bookmark| &mut bookmark.line))
            .chain(
                self.assumptions
                    .iter_mut()
                    .map(|assumption| &mut assumption.line),
            );
        for line in lines {
            if let Some(other) = renamed(line) {
                *line = other;
            }
        }
    }

    /// The same with the additions to the nodes and edges of a positions graph keyed by the first
    /// line that leads to each.
    #[must_use]
    pub fn by_first_line(mut self, labels: &dyn Labels) -> Self {
        let nodes = std::mem::take(&mut self.nodes);
        let edges = std::mem::take(&mut self.edges);
        if nodes.is_empty() && edges.is_empty() {
            return self;
        }
        let graph = labels.graph();
        // The vertices are in breadth-first order, so the first edge comes by a shortest line.
        let mut from: Vec<Option<(Vertex, Edge)>> = vec![None; graph.len()];
        let mut sources = BTreeMap::new();
        for vertex in graph.vertices() {
            for edge in graph.edges(vertex) {
                let target = graph.target(edge);
                if target != Vertex::ROOT && from[target.index()].is_none() {
                    from[target.index()] = Some((vertex, edge));
                }
                if edges.contains_key(&edge.0) {
                    sources.insert(edge.0, vertex);
                }
            }
        }
        let line = |vertex: Vertex| {
            let mut line = Vec::new();
            let mut at = vertex;
            while let Some((source, edge)) = from[at.index()] {
                line.push(edge);
                at = source;
            }
            line.reverse();
            line
        };
        for (number, layer) in nodes {
            if (number as usize) < graph.len() {
                let line = labels.line_text(Vertex::ROOT, &line(Vertex(number)));
                add(&mut self.elsewhere, line, layer);
            }
        }
        for (number, members) in edges {
            if let Some(source) = sources.get(&number) {
                let mut line = line(*source);
                line.push(Edge(number));
                let line = labels.line_text(Vertex::ROOT, &line);
                self.elsewhere.entry(line).or_default().edge = members;
            }
        }
        self
    }

    /// Moves additions keyed by line to the nodes of `unfolding` at the end of the lines, if those
    /// exist and have no additions. The rest stays.
    pub fn resolve(&mut self, labels: &dyn Labels, unfolding: &Unfolding) {
        let bookmarks = self.signposts.bookmarks.iter();
        let marked = bookmarks.filter_map(|bookmark| node_at(labels, unfolding, &bookmark.line));
        self.bookmarked = marked.map(|node| node.0).collect();
        for (text, layer) in std::mem::take(&mut self.elsewhere) {
            let node = node_at(labels, unfolding, &text);
            let free = node.filter(|node| {
                let taken = self.nodes.get(&node.0);
                taken.is_none_or(|taken| {
                    (taken.note.is_none() || layer.note.is_none())
                        && (taken.members.is_empty() || layer.members.is_empty())
                }) && (layer.edge.is_empty() || !self.edges.contains_key(&node.0))
            });
            let Some(node) = free else {
                self.elsewhere.insert(text, layer);
                continue;
            };
            let NodeLayer {
                note,
                members,
                edge,
            } = layer;
            if note.is_some() || !members.is_empty() {
                let there = self.nodes.entry(node.0).or_default();
                there.note = there.note.take().or(note);
                if there.members.is_empty() {
                    there.members = members;
                }
            }
            if !edge.is_empty() {
                self.edges.insert(node.0, edge);
            }
        }
    }

    /// The additions to nodes that aren't `shown`, and those too long for a node's record, by line.
    pub(super) fn hidden(
        &self,
        labels: &dyn Labels,
        unfolding: &Unfolding,
        shown: impl Fn(u32) -> bool,
    ) -> ByLine {
        let mut hidden: ByLine = self
            .elsewhere
            .iter()
            .filter(|(_, own)| !own.is_empty())
            .map(|(line, own)| (line.clone(), own.clone()))
            .collect();
        for (&number, node_layer) in &self.nodes {
            let long = node_layer.note.as_deref().is_some_and(is_long);
            if shown(number) && !long {
                continue;
            }
            let Some(line) = line_of(labels, unfolding, number) else {
                continue;
            };
            let mut layer = node_layer.clone();
            if shown(number) {
                layer.members = Members::default();
            }
            add(&mut hidden, line, layer);
        }
        for (&number, edge) in &self.edges {
            if !shown(number)
                && let Some(line) = line_of(labels, unfolding, number)
            {
                hidden.entry(line).or_default().edge = edge.clone();
            }
        }
        hidden
    }
}

/// Adds to the additions of a line; existing ones are kept.
fn add(lines: &mut ByLine, line: String, layer: NodeLayer) {
    let there = lines.entry(line).or_default();
    there.note = there.note.take().or(layer.note);
    if there.members.is_empty() {
        there.members = layer.members;
    }
}

fn line_of(labels: &dyn Labels, unfolding: &Unfolding, number: u32) -> Option<String> {
    let node = UnfoldingNode(number);
    (node.index() < unfolding.len()).then(|| labels.line_text(Vertex::ROOT, &unfolding.line(node)))
}

/// The node at the end of a line, if all nodes on it exist.
fn node_at(labels: &dyn Labels, unfolding: &Unfolding, text: &str) -> Option<UnfoldingNode> {
    let graph = labels.graph();
    let mut node = UnfoldingNode::ROOT;
    let mut mv = String::new();
    for (_, word) in line_words(text).ok()? {
        let vertex = unfolding.vertex(node);
        let first = unfolding.child(node, graph.edge(vertex, 0)?)?;
        let index = graph.edges(vertex).position(|edge| {
            mv.clear();
            labels.write_move(vertex, edge, &mut mv);
            mv == word
        })?;
        // Children have consecutive numbers.
        node = UnfoldingNode(first.0 + index as u32);
    }
    Some(node)
}

/// Appends the members of `graph` that hold additions by line, a comma before each.
pub(super) fn push(lines: &ByLine, out: &mut String) {
    let notes = lines
        .iter()
        .filter_map(|(line, own)| Some((line, own.note.as_deref()?)));
    push_object(out, NOTES, notes);
    let members = |of: fn(&NodeLayer) -> &Members| {
        let each = lines.iter().map(move |(line, layer)| (line, of(layer)));
        each.filter(|(_, members)| !members.is_empty())
    };
    push_object(out, NODE_MEMBERS, members(|node_layer| &node_layer.members));
    push_object(out, EDGE_MEMBERS, members(|layer| &layer.edge));
}

/// Reads one of the members of `graph` into the additions by line.
///
/// # Errors
/// The problem, and its byte offset in `raw`.
pub(super) fn read(lines: &mut ByLine, name: &str, raw: &str) -> Result<(), (String, usize)> {
    for Member {
        key, raw: value, ..
    } in entries(raw)?
    {
        let at = offset(raw, value);
        let layer = lines.entry(key.into_owned()).or_default();
        match name {
            NOTES => {
                let Some(note) = string(value) else {
                    return Err((format!("a note must be a text, not {}", shown(value)), at));
                };
                layer.note = Some(note.into_owned());
            }
            NODE_MEMBERS => layer.members = members(value, at, &OF_NODES)?,
            _ => layer.edge = members(value, at, &OF_EDGES)?,
        }
    }
    Ok(())
}

fn members(raw: &str, at: usize, known: &[&str]) -> Result<Members, (String, usize)> {
    let mut members = Members::default();
    let inside = |(what, byte): (String, usize)| (what, at + byte);
    for member in object(raw).map_err(inside)? {
        if known.contains(&member.key.as_ref()) {
            let what = format!(
                "the member {} isn't allowed here, since its record already has it",
                shown(&member.key)
            );
            return Err((what, at + offset(raw, member.raw)));
        }
        members.keep(raw, &member).map_err(inside)?;
    }
    Ok(members)
}

/// The user's additions to a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeLayer {
    /// A note.
    pub note: Option<String>,
    /// Members that this version doesn't know.
    pub members: Members,
    /// Such members of the edge that leads to the node, where all of this is kept by line.
    pub edge: Members,
}

/// The user's additions to a tree, and the members of its file that this version doesn't know.
///
/// Nodes are keyed by their number in the unfolding, or by their vertex in a positions graph. Edges
/// are keyed by their target's number in the unfolding, or by their own number in the positions
/// graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The title.
    pub title: Option<String>,
    /// The assumptions about nodes, by line.
    pub assumptions: Vec<Assumption>,
    /// Bookmarks and tours.
    pub signposts: BookmarksAndTours,
    /// Folds, view and all other members of `graph`.
    pub graph: Members,
    /// Unknown members at the top.
    pub top: Members,
    /// Unknown members of `counts`.
    pub counts: Members,
    /// Unknown members of `end`.
    pub end: Members,
    /// The additions to nodes.
    pub nodes: BTreeMap<u32, NodeLayer>,
    /// The additions to edges.
    pub edges: BTreeMap<u32, Members>,
    /// The additions to hidden nodes, by line.
    pub elsewhere: ByLine,
    /// The nodes of the unfolding that have a bookmark, as far as they exist; derived from the
    /// bookmarks' lines.
    pub bookmarked: BTreeSet<u32>,
}

impl Layer {
    /// The same without the additions to numbered nodes and edges: for a graph with another
    /// numbering.
    #[must_use]
    pub fn without_nodes(self) -> Self {
        Self {
            nodes: BTreeMap::new(),
            edges: BTreeMap::new(),
            bookmarked: BTreeSet::new(),
            ..self
        }
    }
}

/// The additions to nodes, keyed by line.
pub type ByLine = BTreeMap<String, NodeLayer>;

/// Members of a JSON object in the order of the file, without white space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members(Vec<(String, String)>);

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter().map(|(name, json)| (name, Json(json))))
    }
}

impl Members {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names and values, in the order they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, json)| (name.as_str(), json.as_str()))
    }

    /// The JSON text of a member.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(key, _)| *key == name)
            .map(|(_, json)| json)
    }

    /// Sets a member to a JSON text. `false`, and nothing is changed, if that isn't JSON, is
    /// nested too deeply or has a member twice.
    pub fn set(&mut self, name: &str, json: &str) -> bool {
        if serde_json::from_str::<&serde_json::value::RawValue>(json).is_err() {
            return false;
        }
        let Ok(json) = compact(json) else {
            return false;
        };
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = json,
            None => self.0.push((name.to_owned(), json)),
        }
        true
    }

    /// The bytes of names and values.
    pub(super) fn bytes(&self) -> usize {
        self.0
            .iter()
            .map(|(name, json)| name.len() + json.len())
            .sum()
    }

    /// Appends the members, a comma before each.
    pub(super) fn push(&self, out: &mut String) {
        for (name, json) in self.iter() {
            out.push(',');
            push_string(out, name);
            out.push(':');
            out.push_str(json);
        }
    }

    /// The members as the text of an object.
    pub fn to_object(&self) -> String {
        let mut out = String::new();
        push_json(&mut out, self);
        out
    }

    /// The members of the object that a text is; `None` if it is none, or has a member twice.
    pub fn of_object(json: &str) -> Option<Self> {
        let mut members = Self::default();
        for member in object(json).ok()? {
            members.keep(json, &member).ok()?;
        }
        Some(members)
    }

    /// Renames members that have one of these names: `distance` is `old_distance` then.
    pub(super) fn rename(&mut self, names: &[&str]) {
        for (name, _) in &mut self.0 {
            if names.contains(&name.as_str()) {
                *name = format!("old_{name}");
            }
        }
    }

    /// Keeps one more member, whose text is already compact.
    pub(super) fn push_known(&mut self, name: &str, json: String) {
        self.0.push((name.to_owned(), json));
    }

    /// Keeps one more member of `whole`; `Err` has the problem and its byte offset in `whole`.
    pub(super) fn keep(&mut self, whole: &str, member: &Member<'_>) -> Result<(), (String, usize)> {
        let json =
            compact(member.raw).map_err(|(what, at)| (what, at + offset(whole, member.raw)))?;
        self.0.push((member.key.clone().into_owned(), json));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_adds_something_only_with_a_note_or_a_member() {
        let members = || Members::of_object(r#"{"x":1}"#).expect("an object");
        let note = NodeLayer {
            note: Some("a good move".to_owned()),
            ..NodeLayer::default()
        };
        let member = NodeLayer {
            members: members(),
            ..NodeLayer::default()
        };
        let of_edge = NodeLayer {
            edge: members(),
            ..NodeLayer::default()
        };
        assert!(NodeLayer::default().is_empty());
        assert!(
            [note, member, of_edge]
                .iter()
                .all(|layer| !layer.is_empty())
        );
    }
}
