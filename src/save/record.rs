//! The records of nodes and edges as our writer formats them, for writing and for comparing.

use std::fmt::Write as _;

use super::file::FileKind;
use super::json::{push_decimal, push_double, push_exact, push_string};
use super::{Members, WriterInput};
use crate::game::{Player, Rational, winners_of};
use crate::rating::{Rating, best_edges};
use crate::tree::{Count, Edge, Vertex, VertexKind};

/// One node as text. Absent texts are empty; those of ratings are JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NodeRecord {
    pub kind: Option<FileKind>,
    pub player: Option<Player>,
    pub position: String,
    pub ply: Option<u32>,
    pub plies_left: Option<u32>,
    pub rating: String,
    pub payoffs: String,
    pub winners: String,
    pub proven: String,
    pub omitted: String,
    /// The proven best moves, as JSON.
    pub best: String,
    /// Whether it is on the proven best line of the tree.
    pub best_line: bool,
    /// The plies to the end under best play, where that is proven.
    pub distance: Option<u32>,
}

/// Formats a graph's vertices and edges.
pub(super) struct Describer<'a> {
    source: WriterInput<'a>,
    /// The players' names as JSON.
    names: Vec<String>,
    /// Whether ratings are doubles rather than texts.
    doubles: bool,
}

fn push(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments)
        .expect("writing to a string can't fail");
}

impl<'a> Describer<'a> {
    pub fn new(source: WriterInput<'a>) -> Self {
        let graph = source.labels.graph();
        Self {
            source,
            names: Player::all(graph.players())
                .map(|player| {
                    let mut name = String::new();
                    push_string(&mut name, &source.labels.player_name(player));
                    name
                })
                .collect(),
            doubles: false,
        }
    }

    /// The same as a file of this minor version has it.
    #[must_use]
    pub fn of_minor(self, minor: u64) -> Self {
        let doubles = minor < 2 && self.source.labels.graph().is_chance_game();
        Self { doubles, ..self }
    }

    /// The players' names, as JSON.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Describes a vertex; `ply` is given in a tree, `omitted` says that its children are left
    /// out.
    pub fn node(&self, vertex: Vertex, ply: Option<u32>, omitted: bool, record: &mut NodeRecord) {
        let graph = self.source.labels.graph();
        let ratings = &self.source.analysis.ratings;
        let kind = graph.kind(vertex);
        record.kind = Some(kind.into());
        record.player = kind.player();
        record.position.clear();
        self.source
            .labels
            .write_position(vertex, &mut record.position);
        record.ply = ply;
        record.plies_left = if ply.is_none() {
            graph.plies_left(vertex)
        } else {
            None
        };
        self.object(&mut record.rating, |player, out| {
            self.rating(ratings.rating(vertex, player), out);
        });
        record.payoffs.clear();
        record.winners.clear();
        if kind == VertexKind::End {
            self.ends(vertex, record);
        }
        record.proven.clear();
        let horizon = matches!(kind, VertexKind::Horizon(_));
        if horizon || !ratings.all_proven(vertex) {
            self.object(&mut record.proven, |player, out| {
                let (low, high) = ratings.proven(vertex, player);
                out.push('[');
                self.rating(low, out);
                out.push(',');
                self.rating(high, out);
                out.push(']');
            });
        }
        record.omitted.clear();
        if omitted && !graph.is_leaf(vertex) {
            match self.source.analysis.nodes.of(vertex) {
                count @ Count::Exact(_) => match count.to_u64() {
                    Some(nodes) => push(&mut record.omitted, format_args!("{}", nodes - 1)),
                    None => {
                        let nodes = count.exact().expect("this count is exact");
                        push(&mut record.omitted, format_args!("{}", nodes - 1_u32));
                    }
                },
                other => push(&mut record.omitted, format_args!("{other}")),
            }
        }
    }

    /// Adds what follows from ratings, for other programs. It isn't read again.
    pub fn play(&self, vertex: Vertex, best_line: bool, record: &mut NodeRecord) {
        let graph = self.source.labels.graph();
        record.best.clear();
        for edge in best_edges(graph, &self.source.analysis.ratings, vertex) {
            record
                .best
                .push(if record.best.is_empty() { '[' } else { ',' });
            push_string(
                &mut record.best,
                &self.source.labels.move_text(vertex, edge),
            );
        }
        if !record.best.is_empty() {
            record.best.push(']');
        }
        record.best_line = best_line;
        record.distance = self.source.analysis.proven_distance(vertex);
    }

    fn ends(&self, vertex: Vertex, record: &mut NodeRecord) {
        let graph = self.source.labels.graph();
        let payoffs = graph
            .payoffs(vertex)
            .expect("an end has a payoff for every player");
        self.object(&mut record.payoffs, |player, out| {
            push_exact(out, &payoffs[player.index()]);
        });
        record.winners.push('[');
        for player in winners_of(payoffs).iter() {
            if record.winners.len() > 1 {
                record.winners.push(',');
            }
            record.winners.push_str(&self.names[player.index()]);
        }
        record.winners.push(']');
    }

    fn object(&self, out: &mut String, write: impl Fn(Player, &mut String)) {
        out.clear();
        for (player, name) in Player::all(self.names.len()).zip(&self.names) {
            out.push(if out.is_empty() { '{' } else { ',' });
            out.push_str(name);
            out.push(':');
            write(player, out);
        }
        out.push('}');
    }

    fn rating(&self, rating: Rating, out: &mut String) {
        match rating {
            rating if self.doubles => push_double(out, rating.to_f64()),
            Rating::Exact(number) => push_exact(out, &number),
            Rating::Approximate(number) => push_decimal(out, number),
        }
    }

    /// Appends a node's record, without a line break.
    pub fn push_node(
        &self,
        id: usize,
        record: &NodeRecord,
        note: Option<&str>,
        members: Option<&Members>,
        out: &mut String,
    ) {
        let kind = record.kind.map_or("", FileKind::name);
        push(out, format_args!("{{\"id\":{id},\"kind\":\"{kind}\""));
        if let Some(player) = record.player {
            push(
                out,
                format_args!(",\"player\":{}", self.names[player.index()]),
            );
        }
        out.push_str(",\"position\":");
        push_string(out, &record.position);
        if let Some(ply) = record.ply {
            push(out, format_args!(",\"ply\":{ply}"));
        }
        if let Some(remaining) = record.plies_left {
            push(out, format_args!(",\"plies_left\":{remaining}"));
        }
        push(out, format_args!(",\"rating\":{}", record.rating));
        if record.kind == Some(FileKind::Horizon) {
            out.push_str(",\"estimate\":true");
        }
        for (name, json) in [
            ("payoffs", &record.payoffs),
            ("winners", &record.winners),
            ("proven", &record.proven),
        ] {
            if !json.is_empty() {
                push(out, format_args!(",\"{name}\":{json}"));
            }
        }
        if !record.omitted.is_empty() {
            push(out, format_args!(",\"omitted\":\"{}\"", record.omitted));
        }
        if !record.best.is_empty() {
            push(out, format_args!(",\"best\":{}", record.best));
        }
        if record.best_line {
            out.push_str(",\"best_line\":true");
        }
        if let Some(plies) = record.distance {
            push(out, format_args!(",\"distance\":{plies}"));
        }
        if let Some(note) = note {
            out.push_str(",\"note\":");
            push_string(out, note);
        }
        if let Some(members) = members {
            members.push(out);
        }
        out.push('}');
    }

    /// The probability that an edge's record gives.
    pub fn probability(&self, source: Vertex, edge: Edge) -> Option<Rational> {
        let graph = self.source.labels.graph();
        matches!(graph.kind(source), VertexKind::Chance(_)).then(|| graph.probability(edge))
    }

    /// Appends an edge's record, without a line break. `ends` are the numbers of its source and
    /// target in the file.
    pub fn push_edge(
        &self,
        ends: (usize, usize),
        key: Option<usize>,
        (source, edge): (Vertex, Edge),
        members: Option<&Members>,
        out: &mut String,
    ) {
        push(
            out,
            format_args!("{{\"source\":{},\"target\":{}", ends.0, ends.1),
        );
        if let Some(key) = key {
            push(out, format_args!(",\"key\":{key}"));
        }
        out.push_str(",\"move\":");
        push_string(out, &self.source.labels.move_text(source, edge));
        if let Some(probability) = self.probability(source, edge) {
            out.push_str(",\"probability\":");
            push_exact(out, &probability);
        }
        if let Some(members) = members {
            members.push(out);
        }
        out.push('}');
    }
}
