//! Writes tree files and positions files, one record at a time, from a rated graph with its game,
//! rules and options.

use std::io::{self, Write};

use xxhash_rust::xxh3::Xxh3;

use super::header::{FileGraph, FileStopped};
use super::json::{push_json, push_string, rules_json};
use super::lines::{self, ByLine, Layer, Members, is_long};
use super::record::{Describer, NodeRecord};
use super::{TREE_FORMAT, TREE_MINOR, VERSION, assumptions};
use crate::game::{Estimate, RulesText};
use crate::rating::{Analysis, LineEnd, Multiplayer, RatingOptions, proven_line};
use crate::tree::{Labels, Stopped, Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::work::{Control, finished};

/// Writes the unfolded nodes as a tree file.
///
/// `max_nodes` is the limit that kept the unfolding from being larger, if there was one.
///
/// # Errors
/// Those of `out`.
pub fn write_tree(
    out: &mut dyn Write,
    source: &WriterInput<'_>,
    unfolding: &Unfolding,
    max_nodes: Option<u64>,
    layer: &Layer,
) -> io::Result<()> {
    let ctl = Control::default();
    finished(write_tree_by(
        &ctl, out, source, unfolding, max_nodes, layer,
    ))
}

/// The same by turns.
///
/// # Errors
/// Those of `out`.
pub async fn write_tree_by(
    ctl: &Control,
    out: &mut dyn Write,
    source: &WriterInput<'_>,
    unfolding: &Unfolding,
    max_nodes: Option<u64>,
    layer: &Layer,
) -> io::Result<()> {
    let graph = source.labels.graph();
    let mut numbers = vec![u32::MAX; unfolding.len()];
    let mut nodes: usize = 0;
    let mut partial = false;
    let mut complete = true;
    for node in unfolding.preorder() {
        numbers[node.index()] = nodes as u32;
        nodes += 1;
        let vertex = unfolding.vertex(node);
        partial |= !unfolding.is_open(node) && !graph.is_leaf(vertex);
        complete &= !matches!(graph.kind(vertex), VertexKind::Horizon(_));
    }
    let stopped = match (max_nodes, graph.stopped()) {
        (_, Some(Stopped::Frontier)) => Some(FileStopped::Frontier),
        (Some(budget), _) if partial => Some(FileStopped::MaxNodes(budget)),
        (_, Some(stopped)) => Some(stopped.into()),
        _ if partial => Some(FileStopped::Scope),
        _ => None,
    };
    let shown = |number: u32| {
        let id = numbers.get(number as usize);
        id.is_some_and(|id| *id != u32::MAX)
    };
    let hidden = layer.hidden(source.labels, unfolding, shown);
    let describer = Describer::new(*source);
    let mut file = FileWriter::new(out);
    file.header(&HeaderText {
        kind: FileGraph::Tree,
        source,
        names: describer.names(),
        complete: complete && !partial,
        stopped,
        nodes,
        edges: nodes - 1,
        layer,
        by_line: &hidden,
        root: unfolding.vertex(UnfoldingNode::ROOT),
    })?;
    let mut record = NodeRecord::default();
    let mut line = on_best_line(source, unfolding).into_iter().peekable();
    for (id, node) in unfolding.preorder().enumerate() {
        let omitted = !unfolding.is_open(node);
        let ply = Some(unfolding.ply(node));
        let best_line = line.next_if_eq(&node).is_some();
        describer.node(unfolding.vertex(node), ply, omitted, &mut record);
        describer.play(unfolding.vertex(node), best_line, &mut record);
        let own = layer.nodes.get(&node.0);
        file.record(|line| {
            let note = own.and_then(|own| own.note.as_deref());
            let note = note.filter(|note| !is_long(note));
            let members = own.map(|node_layer| &node_layer.members);
            describer.push_node(id, &record, note, members, line);
        })?;
        ctl.tick(file.line.len()).await;
    }
    file.between()?;
    for (id, node) in unfolding.preorder().enumerate() {
        let (Some(parent), Some(edge)) = (unfolding.parent(node), unfolding.edge(node)) else {
            continue;
        };
        let members = layer.edges.get(&node.0);
        file.record(|line| {
            let ends = (numbers[parent.index()] as usize, id);
            let mv = (unfolding.vertex(parent), edge);
            describer.push_edge(ends, None, mv, members, line);
        })?;
        ctl.tick(file.line.len()).await;
    }
    file.end(nodes, nodes - 1, &layer.end)
}

/// The nodes on the best line of a tree, as far as it is proven, from the root down.
fn on_best_line(source: &WriterInput<'_>, unfolding: &Unfolding) -> Vec<UnfoldingNode> {
    let (graph, analysis) = (source.labels.graph(), source.analysis);
    let root = unfolding.vertex(UnfoldingNode::ROOT);
    let best = proven_line(graph, &analysis.ratings, &analysis.distances, root);
    if best.line.is_empty() && best.ended != LineEnd::End {
        return Vec::new();
    }
    let mut nodes = vec![UnfoldingNode::ROOT];
    let mut node = UnfoldingNode::ROOT;
    for edge in best.line {
        let shown = unfolding.is_open(node).then(|| unfolding.child(node, edge));
        let Some(child) = shown.flatten() else {
            break;
        };
        node = child;
        nodes.push(node);
    }
    nodes
}

/// Writes the whole position graph.
///
/// # Errors
/// Those of `out`.
pub fn write_positions(
    out: &mut dyn Write,
    source: &WriterInput<'_>,
    layer: &Layer,
) -> io::Result<()> {
    finished(write_positions_by(&Control::default(), out, source, layer))
}

/// The same by turns.
///
/// # Errors
/// Those of `out`.
pub async fn write_positions_by(
    ctl: &Control,
    out: &mut dyn Write,
    source: &WriterInput<'_>,
    layer: &Layer,
) -> io::Result<()> {
    let graph = source.labels.graph();
    let describer = Describer::new(*source);
    let mut file = FileWriter::new(out);
    file.header(&HeaderText {
        kind: FileGraph::Positions,
        source,
        names: describer.names(),
        complete: graph.is_complete(),
        stopped: graph.stopped().map(FileStopped::from),
        nodes: graph.len(),
        edges: graph.edge_count(),
        layer,
        by_line: &layer.elsewhere,
        root: Vertex::ROOT,
    })?;
    let mut record = NodeRecord::default();
    for vertex in graph.vertices() {
        describer.node(vertex, None, false, &mut record);
        describer.play(vertex, false, &mut record);
        let own = layer.nodes.get(&vertex.0);
        file.record(|line| {
            let note = own.and_then(|own| own.note.as_deref());
            let members = own.map(|node_layer| &node_layer.members);
            describer.push_node(vertex.index(), &record, note, members, line);
        })?;
        ctl.tick(file.line.len()).await;
    }
    file.between()?;
    for vertex in graph.vertices() {
        for (key, edge) in graph.edges(vertex).enumerate() {
            let members = layer.edges.get(&edge.0);
            file.record(|line| {
                let ends = (vertex.index(), graph.target(edge).index());
                describer.push_edge(ends, Some(key), (vertex, edge), members, line);
            })?;
            ctl.tick(file.line.len()).await;
        }
    }
    file.end(graph.len(), graph.edge_count(), &layer.end)
}

/// The content of the header.
struct HeaderText<'a> {
    kind: FileGraph,
    source: &'a WriterInput<'a>,
    names: &'a [String],
    complete: bool,
    stopped: Option<FileStopped>,
    nodes: usize,
    edges: usize,
    layer: &'a Layer,
    /// The additions stored by line, since no written node has them.
    by_line: &'a ByLine,
    /// The root of the tree.
    root: Vertex,
}

impl HeaderText<'_> {
    fn text(&self) -> String {
        let Self {
            kind,
            source,
            names,
            complete,
            stopped,
            nodes,
            edges,
            layer,
            by_line,
            root,
        } = self;
        let graph = source.labels.graph();
        let multigraph = *kind == FileGraph::Positions;
        let mut out = format!(
            "{{\"format\":\"{TREE_FORMAT}\",\"version\":{VERSION},\"minor\":{TREE_MINOR},\
             \"generator\":\"doomtree {}\",\n \"directed\":true,\"multigraph\":{multigraph},\n \
             \"graph\":{{\"kind\":\"{}\",\"title\":",
            env!("CARGO_PKG_VERSION"),
            kind.name(),
        );
        push_json(&mut out, &layer.title);
        out.push_str(",\"game\":");
        push_string(&mut out, source.game);
        out.push_str(",\"rules\":");
        out.push_str(&rules_json(source.rules));
        out.push_str(",\"position\":");
        push_string(&mut out, &source.labels.position_text(*root));
        let max_plies = graph
            .max_plies()
            .map(|plies| graph.plies_left(*root).unwrap_or(plies))
            .map_or_else(|| "null".to_owned(), |plies| plies.to_string());
        let stopped_text =
            stopped.map_or_else(|| "null".to_owned(), |stopped| format!("\"{stopped}\""));
        out.push_str(&format!(
            ",\"players\":[{}],\n          \"root\":0,\"max_plies\":{max_plies},\
             \"complete\":{complete},\"stopped\":{stopped_text},\
             \"counts\":{{\"nodes\":{nodes},\"edges\":{edges}",
            names.join(",")
        ));
        layer.counts.push(&mut out);
        out.push('}');
        if source.estimate != Estimate::default() {
            out.push_str(&format!(",\"estimate\":\"{}\"", source.estimate.name()));
        }
        // What it is by default depends on the payoffs, which an edit may change.
        let by_default = source
            .analysis
            .ratings
            .is_max_n()
            .then_some(Multiplayer::MaxN);
        if let Some(way) = source.options.multiplayer.or(by_default) {
            let name = way.name();
            out.push_str(&format!(",\"multiplayer\":\"{name}\""));
        }
        if let Some(endless) = source.options.endless {
            out.push_str(&format!(",\"endless\":\"{endless}\""));
        }
        // A tree's own limit may be in `stopped`; the graph below it had another.
        if let (FileGraph::Tree, Some(Stopped::MaxNodes(budget))) = (kind, graph.stopped()) {
            out.push_str(&format!(",\"max_positions\":{budget}"));
        }
        lines::push(by_line, &mut out);
        assumptions::push(&layer.assumptions, &mut out);
        layer.signposts.push(&mut out);
        layer.graph.push(&mut out);
        out.push('}');
        for (name, json) in layer.top.iter() {
            out.push_str(",\n ");
            push_string(&mut out, name);
            out.push(':');
            out.push_str(json);
        }
        out.push_str(",\n \"nodes\":[\n");
        out
    }
}

/// Hashes the output as it passes, and puts the commas between records.
struct FileWriter<'a> {
    out: &'a mut dyn Write,
    hash: Box<Xxh3>,
    line: String,
    records: usize,
}

impl<'a> FileWriter<'a> {
    fn new(out: &'a mut dyn Write) -> Self {
        Self {
            out,
            hash: Box::default(),
            line: String::new(),
            records: 0,
        }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.hash.update(text.as_bytes());
        self.out.write_all(text.as_bytes())
    }

    fn header(&mut self, header: &HeaderText<'_>) -> io::Result<()> {
        self.write(&header.text())
    }

    fn record(&mut self, fill: impl FnOnce(&mut String)) -> io::Result<()> {
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        if self.records > 0 {
            line.push_str(",\n");
        }
        self.records += 1;
        fill(&mut line);
        let result = self.write(&line);
        self.line = line;
        result
    }

    fn close(&mut self) -> io::Result<()> {
        let text = if self.records > 0 { "\n ],\n" } else { " ],\n" };
        self.records = 0;
        self.write(text)
    }

    fn between(&mut self) -> io::Result<()> {
        self.close()?;
        self.write(" \"edges\":[\n")
    }

    fn end(mut self, nodes: usize, edges: usize, members: &Members) -> io::Result<()> {
        self.close()?;
        let hash = self.hash.digest();
        let mut line =
            format!(" \"end\":{{\"nodes\":{nodes},\"edges\":{edges},\"hash\":\"{hash:016x}\"");
        members.push(&mut line);
        line.push_str("}}\n");
        self.out.write_all(line.as_bytes())
    }
}

/// All that a writer needs to know of a rated graph.
#[derive(Clone, Copy)]
pub struct WriterInput<'a> {
    /// The game's name.
    pub game: &'a str,
    /// Its rules, as files store them.
    pub rules: &'a RulesText,
    /// The estimate that replaces a rating at a horizon.
    pub estimate: Estimate,
    /// The rating options.
    pub options: RatingOptions,
    /// The graph and its texts.
    pub labels: &'a dyn Labels,
    /// Its ratings and sizes.
    pub analysis: &'a Analysis,
}
