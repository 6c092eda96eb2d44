//! Compares a tree file with the graph of its own rules: every node and every move.

use rustc_hash::FxHashMap;

use super::file::{KeptText, TreeFile};
use super::header::{FileGraph, FileStopped};
use super::kinds::shown;
use super::record::{Describer, NodeRecord};
use super::{Layer, NodeLayer, WriterInput};
use crate::game::{Rational, parse_rational, repeated};
use crate::tree::{Edge, Graph, Labels, Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::work::Control;

/// Maximum number of reported differences.
const MAX_PROBLEMS: usize = 20;
/// The work of comparing a record.
const NODE: usize = 64;

/// The result of a comparison.
#[derive(Clone, Debug, Default)]
pub struct FileComparison {
    /// The first differences, one sentence each, with the line of the file.
    pub problems: Vec<String>,
    /// The number of differences.
    pub differences: u64,
}

impl FileComparison {
    /// Whether file and rules agree.
    pub fn agrees(&self) -> bool {
        self.differences == 0
    }

    fn differ(&mut self, line: usize, what: impl FnOnce() -> String) {
        self.differences += 1;
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(format!("line {line}: {}", what()));
        }
    }

    fn same(&mut self, line: usize, what: &str, id: usize, file: &str, rules: &str) {
        if file != rules {
            self.differ(line, || {
                let said = |text: &str| match text {
                    "" => "nothing".to_owned(),
                    text => super::kinds::shown(text),
                };
                format!(
                    "the {what} of node {id} is {} here and {} by the rules",
                    said(file),
                    said(rules)
                )
            });
        }
    }
}

/// Compares a file with a graph that was built from it, in turns.
pub async fn compare(file: &TreeFile, source: &WriterInput<'_>, ctl: &Control) -> FileComparison {
    let mut comparison = FileComparison::default();
    let describer = Describer::new(*source).of_minor(file.header.minor);
    let names: Vec<String> = crate::game::Player::all(source.labels.graph().players())
        .map(|player| source.labels.player_name(player))
        .collect();
    if names != file.header.players {
        comparison.differ(file.header.line, || {
            format!(
                "the players are {} here and {} by the rules",
                repeated(&file.header.players.join(", ")),
                repeated(&names.join(", "))
            )
        });
        return comparison;
    }
    match file.header.kind {
        FileGraph::Tree => {
            compare_tree(file, source, &describer, ctl, &mut comparison).await;
        }
        FileGraph::Positions => {
            compare_positions(file, source, &describer, ctl, &mut comparison).await;
        }
    }
    comparison
}

async fn compare_tree(
    file: &TreeFile,
    source: &WriterInput<'_>,
    describer: &Describer<'_>,
    ctl: &Control,
    comparison: &mut FileComparison,
) {
    let graph = source.labels.graph();
    let shape = TreeStructure::new(file);
    // The vertex at the end of each node's line; `None` if the rules don't have its move.
    let mut vertices: Vec<Option<Vertex>> = vec![None; file.nodes.len()];
    vertices[0] = Some(Vertex::ROOT);
    let mut record = NodeRecord::default();
    let mut complete = true;
    // Most positions and moves occur many times: what agrees is formatted once.
    let mut agreed_nodes: FxHashMap<(Vertex, bool), usize> = FxHashMap::default();
    let mut agreed_moves: FxHashMap<Edge, (KeptText, Option<KeptText>)> = FxHashMap::default();
    for id in 0..file.nodes.len() {
        ctl.tick(NODE).await;
        if let Some(edge) = id.checked_sub(1).map(|edge| &file.edges[edge])
            && let Some(from) = vertices[edge.source as usize]
        {
            let found = graph.edge(from, shape.key[id] as usize);
            let here = (edge.mv, edge.probability);
            let known = found.is_some_and(|found| agreed_moves.get(&found) == Some(&here));
            let mv = match found {
                Some(found) if !known => source.labels.move_text(from, found),
                _ => String::new(),
            };
            let written = file.texts.get(edge.mv);
            if known || mv == written {
                vertices[id] = found.map(|found| graph.target(found));
                let rules = || found.and_then(|found| describer.probability(from, found));
                if known || file.probability(edge) == rules() {
                    agreed_moves.extend(found.filter(|_| !known).map(|found| (found, here)));
                } else {
                    comparison.differ(edge.line as usize, || {
                        format!(
                            "the probability of the move {} is not the rules'",
                            shown(written)
                        )
                    });
                }
            } else {
                comparison.differ(edge.line as usize, || other_move(id, written, &mv));
            }
        }
        let Some(vertex) = vertices[id] else {
            continue;
        };
        let node = &file.nodes[id];
        let children = shape.children[id] as usize;
        let omitted = children == 0;
        complete &= graph.is_leaf(vertex) || !omitted;
        complete &= !matches!(graph.kind(vertex), VertexKind::Horizon(_));
        let agreed = agreed_nodes.get(&(vertex, omitted));
        if !agreed.is_some_and(|other| file.nodes[*other].says_the_same(node)) {
            let before = comparison.differences;
            describer.node(vertex, Some(node.plies), omitted, &mut record);
            compare_node(file, id, &record, comparison);
            if comparison.differences == before {
                agreed_nodes.insert((vertex, omitted), id);
            }
        }
        if !omitted && children < graph.degree(vertex) {
            comparison.differ(node.line as usize, || {
                format!(
                    "node {id} has {children} moves here and {} by the rules",
                    graph.degree(vertex)
                )
            });
        }
    }
    compare_complete(file, complete, comparison);
    if file.is_partial() && file.header.stopped.is_none() {
        comparison.differ(file.header.line, || {
            "'stopped' must be \"scope\" where children are left out".to_owned()
        });
    }
}

/// That the move to a node has another name by the rules, or is none of theirs.
fn other_move(id: usize, written: &str, rules: &str) -> String {
    let here = shown(written);
    let rules = match rules {
        "" => "none".to_owned(),
        mv => shown(mv),
    };
    format!("the move to node {id} is {here} here and {rules} by the rules")
}

fn compare_complete(file: &TreeFile, complete: bool, comparison: &mut FileComparison) {
    if file.header.complete != complete {
        comparison.differ(file.header.line, || {
            format!(
                "'complete' is {} here, and must be {complete}",
                file.header.complete
            )
        });
    }
}

async fn compare_positions(
    file: &TreeFile,
    source: &WriterInput<'_>,
    describer: &Describer<'_>,
    ctl: &Control,
    comparison: &mut FileComparison,
) {
    let graph = source.labels.graph();
    for (what, here, rules) in [
        ("nodes", file.nodes.len(), graph.len()),
        ("edges", file.edges.len(), graph.edge_count()),
    ] {
        if here != rules {
            comparison.differ(file.header.line, || {
                format!("there are {here} {what} here and {rules} by the rules")
            });
        }
    }
    compare_complete(file, graph.is_complete(), comparison);
    let stopped = graph.stopped().map(FileStopped::from);
    if file.header.stopped != stopped {
        comparison.differ(file.header.line, || {
            "'stopped' is not what the rules give".to_owned()
        });
    }
    let mut record = NodeRecord::default();
    for (id, vertex) in graph.vertices().enumerate().take(file.nodes.len()) {
        ctl.tick(NODE).await;
        describer.node(vertex, None, false, &mut record);
        compare_node(file, id, &record, comparison);
    }
    let mut edges = file.edges.iter();
    'all: for vertex in graph.vertices() {
        ctl.tick(NODE).await;
        for edge in graph.edges(vertex) {
            let Some(here) = edges.next() else {
                break 'all;
            };
            let mv = source.labels.move_text(vertex, edge);
            let same = here.source == vertex.0
                && here.target == graph.target(edge).0
                && file.texts.get(here.mv) == mv
                && file.probability(here) == describer.probability(vertex, edge);
            if !same {
                comparison.differ(here.line as usize, || {
                    format!(
                        "the edge from {} to {} is not the rules', which have {} from {} to {}",
                        here.source,
                        here.target,
                        shown(&mv),
                        vertex.0,
                        graph.target(edge).0
                    )
                });
                // The following records are shifted against the rules.
                break 'all;
            }
        }
    }
}

fn compare_node(file: &TreeFile, id: usize, rules: &NodeRecord, comparison: &mut FileComparison) {
    let node = &file.nodes[id];
    let line = node.line as usize;
    let kind = rules.kind.map_or("", super::FileKind::name);
    comparison.same(line, "kind", id, node.kind.name(), kind);
    let name = |player: Option<crate::game::Player>| {
        player.map_or("", |player| file.header.players[player.index()].as_str())
    };
    comparison.same(line, "player", id, name(node.player), name(rules.player));
    let position = file.texts.get(node.position);
    comparison.same(line, "position", id, position, &rules.position);
    if let Some(remaining) = rules.plies_left
        && remaining != node.plies
    {
        comparison.differ(line, || {
            format!(
                "node {id} has {} plies left here and {remaining} by the rules",
                node.plies
            )
        });
    }
    let rating = file.texts.get(node.rating);
    comparison.same(line, "rating", id, rating, &rules.rating);
    for (what, text, rules) in [
        ("payoffs", node.payoffs, &rules.payoffs),
        ("winners", node.winners, &rules.winners),
        ("proven interval", node.proven, &rules.proven),
        ("omitted number", node.omitted, &rules.omitted),
    ] {
        comparison.same(line, what, id, file.text(text), rules);
    }
}

/// The tree structure of a file's nodes.
struct TreeStructure {
    /// The index of each node among its siblings.
    key: Vec<u32>,
    /// The number of children of each node.
    children: Vec<u32>,
}

impl TreeStructure {
    fn new(file: &TreeFile) -> Self {
        let mut shape = Self {
            key: vec![0; file.nodes.len()],
            children: vec![0; file.nodes.len()],
        };
        for edge in &file.edges {
            let children = &mut shape.children[edge.source as usize];
            shape.key[edge.target as usize] = *children;
            *children += 1;
        }
        shape
    }
}

/// What a node of a tree file says of a vertex.
pub(crate) struct FileClaim {
    pub vertex: Vertex,
    /// Whether the file has its moves.
    pub has_moves: bool,
    /// The interval of the first player's rating that is said to be proven; `None` if it can't be one,
    /// and at an end, whose payoffs are the rules'.
    pub interval: Option<(Rational, Rational)>,
}

/// What the nodes of a tree file say of the vertices of a graph, as far as the graph has them.
pub(crate) fn claims(file: &TreeFile, graph: &Graph) -> Vec<FileClaim> {
    let shape = TreeStructure::new(file);
    let mut vertices: Vec<Option<Vertex>> = vec![None; file.nodes.len()];
    vertices[0] = Some(Vertex::ROOT);
    let of_first = |text: &str| -> Option<serde_json::Value> {
        let mut values: serde_json::Value = serde_json::from_str(text).ok()?;
        Some(values.get_mut(file.header.players.first()?)?.take())
    };
    let number = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => parse_rational(text),
        value => parse_rational(&value.to_string()),
    };
    let mut claims = Vec::new();
    for (id, node) in file.nodes.iter().enumerate() {
        if let Some(edge) = id.checked_sub(1).map(|edge| &file.edges[edge]) {
            let source = vertices[edge.source as usize];
            let found = source.and_then(|source| graph.edge(source, shape.key[id] as usize));
            vertices[id] = found.map(|found| graph.target(found));
        }
        let Some(vertex) = vertices[id] else { continue };
        let read = || match node.proven {
            Some(proven) => of_first(file.texts.get(proven))
                .and_then(|ends| Some((number(ends.get(0)?)?, number(ends.get(1)?)?))),
            None => of_first(file.texts.get(node.rating)).and_then(|rating| {
                let rating = number(&rating)?;
                Some((rating, rating))
            }),
        };
        let (min, max) = graph.range();
        let can_be =
            |(low, high): &(Rational, Rational)| min <= *low && low <= high && *high <= max;
        let interval = match graph.kind(vertex) {
            VertexKind::End => None,
            _ => read().filter(can_be),
        };
        claims.push(FileClaim {
            vertex,
            has_moves: shape.children[id] > 0,
            interval,
        });
    }
    claims
}

/// The user's additions in a file that agrees with its graph and, for a tree, the unfolding that
/// the file shows.
pub(crate) fn layer_of(file: TreeFile, labels: &dyn Labels) -> (Layer, Option<Unfolding>) {
    let (unfolding, numbers) = match file.header.kind {
        FileGraph::Tree => {
            let (unfolding, numbers) = unfold(&file, labels.graph());
            (Some(unfolding), Some(numbers))
        }
        FileGraph::Positions => (None, None),
    };
    let node = |id: u32| {
        numbers
            .as_ref()
            .map_or(id, |numbers| numbers[id as usize].0)
    };
    // Edge n of a tree leads to node n + 1.
    let edge = |id: u32| {
        numbers
            .as_ref()
            .map_or(id, |numbers| numbers[id as usize + 1].0)
    };
    let mut layer = Layer {
        title: file.header.title,
        signposts: file.header.signposts,
        graph: file.header.members,
        top: file.top_members,
        counts: file.counts_members,
        end: file.end_members,
        elsewhere: file.header.by_line,
        assumptions: file.header.assumptions,
        ..Layer::default()
    };
    for (id, note) in file.notes {
        let node_layer: &mut NodeLayer = layer.nodes.entry(node(id)).or_default();
        node_layer.note = Some(note);
    }
    for (id, members) in file.node_members {
        layer.nodes.entry(node(id)).or_default().members = members;
    }
    for (id, members) in file.edge_members {
        layer.edges.insert(edge(id), members);
    }
    if let Some(unfolding) = &unfolding {
        layer.resolve(labels, unfolding);
    }
    (layer, unfolding)
}

/// Unfolds the nodes of the file; returns the unfolding's number of every node.
fn unfold(file: &TreeFile, graph: &Graph) -> (Unfolding, Vec<UnfoldingNode>) {
    let shape = TreeStructure::new(file);
    let mut unfolding = Unfolding::new();
    let mut numbers = vec![UnfoldingNode::ROOT; file.nodes.len()];
    for id in 0..file.nodes.len() {
        if let Some(edge) = id.checked_sub(1).map(|edge| &file.edges[edge]) {
            let parent = numbers[edge.source as usize];
            // Children have consecutive numbers.
            if let Some(first) = unfolding.children(parent).next() {
                numbers[id] = UnfoldingNode(first.0 + shape.key[id]);
            }
        }
        if shape.children[id] > 0 {
            unfolding.unfold(graph, numbers[id]);
        }
    }
    (unfolding, numbers)
}
