//! The answer of `compare --json`: one object on one line, with keys in a fixed order. Values of
//! both sides are an array of two, in the order of the rule sets.

use std::io::{self, Write};

use serde::Serialize;

use crate::games::{switch_text, switches_apart};
use crate::library::summary::{self, InOrder, WrittenRules};
use crate::session::{
    Both, Comparison, Difference, DifferenceKind, Names, Rated, aligned_moves, what_differs,
};
use crate::tree::Vertex;

/// Writes the object and a line break.
pub fn write(rated: Both<&Rated>, found: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let names = Names::new(rated);
    let root = Vertex::ROOT;
    let apart = switches_apart(&rated[0].game, [&rated[0].rules, &rated[1].rules]);
    let told = |difference: &Difference| told(rated, &names, difference);
    let kinds = DifferenceKind::ALL
        .into_iter()
        .filter(|kind| *kind != DifferenceKind::Rating);
    let answer = WrittenComparison {
        position: rated.map(|rated| rated.graph.position_text(root)),
        rules: rated.map(|rated| summary::rules(&rated.rules)),
        switches: InOrder::new(apart.into_iter().map(|(name, values)| {
            let values = values.map(|value| value.as_ref().map(switch_text));
            (name.to_owned(), values)
        })),
        max_plies: rated[0].limits.max_plies,
        game: rated[0].game.clone(),
        agrees: found.differences.is_empty(),
        complete: found.is_complete(),
        cyclic: rated.map(|rated| rated.graph.graph().is_cyclic()),
        positions: rated.map(|rated| rated.graph.distinct().positions),
        tree_nodes: rated.map(|rated| summary::count(rated.analysis.nodes.of(root))),
        tree_ends: rated.map(|rated| summary::count(rated.analysis.ends.of(root))),
        rating: rated.map(|rated| ratings(rated, root)),
        pairs: found.pairs,
        agreeing: found.agreeing,
        unknown: found.unknown,
        differences: InOrder::new(
            kinds
                .clone()
                .map(|kind| (kind.name().to_owned(), found.count(kind))),
        ),
        first: found.headline().map(told),
        first_of_kind: InOrder::new(
            kinds.filter_map(|kind| Some((kind.name().to_owned(), told(found.first(kind)?)))),
        ),
        first_rating: found.rating.as_ref().map(told),
        stopped: rated.into_iter().find_map(summary::stopped).or_else(|| {
            let pairs = found.pairs;
            found.stopped.then(|| format!("max-nodes {pairs}"))
        }),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct WrittenComparison {
    position: Both<String>,
    rules: Both<Option<WrittenRules>>,
    switches: InOrder<Both<Option<String>>>,
    max_plies: Option<u32>,
    game: String,
    agrees: bool,
    complete: bool,
    cyclic: Both<bool>,
    positions: Both<u64>,
    tree_nodes: Both<Option<String>>,
    tree_ends: Both<Option<String>>,
    rating: Both<InOrder<String>>,
    pairs: u64,
    agreeing: u64,
    unknown: u64,
    differences: InOrder<u64>,
    first: Option<WrittenDifference>,
    first_of_kind: InOrder<WrittenDifference>,
    first_rating: Option<WrittenDifference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// One difference.
#[derive(Serialize)]
struct WrittenDifference {
    kind: &'static str,
    ply: u32,
    line: String,
    position: Both<String>,
    text: String,
    rating: Both<InOrder<String>>,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    mv: String,
    rating: Both<Option<InOrder<String>>>,
    tree_nodes: Both<Option<String>>,
}

fn ratings(rated: &Rated, vertex: Vertex) -> InOrder<String> {
    summary::by_player(rated, |player| {
        summary::number(&rated.analysis.ratings.rating(vertex, player))
    })
}

fn told(rated: Both<&Rated>, names: &Names, difference: &Difference) -> WrittenDifference {
    let vertices = difference.vertices;
    let graph = &rated[0].graph;
    let moves = aligned_moves(rated, vertices).into_iter().map(|mv| {
        let targets = [0, 1].map(|side| {
            let edge = mv.edges[side]?;
            Some(rated[side].graph.graph().target(edge))
        });
        Move {
            rating: [0, 1].map(|side| Some(ratings(rated[side], targets[side]?))),
            tree_nodes: [0, 1]
                .map(|side| summary::count(rated[side].analysis.nodes.of(targets[side]?))),
            mv: mv.text,
        }
    });
    WrittenDifference {
        kind: difference.kind.name(),
        ply: difference.ply,
        line: graph.line_text(Vertex::ROOT, &difference.lines[0]),
        position: [0, 1].map(|side| rated[side].graph.position_text(vertices[side])),
        text: what_differs(rated, names, difference),
        rating: [0, 1].map(|side| ratings(rated[side], vertices[side])),
        moves: moves.collect(),
    }
}
