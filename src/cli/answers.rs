//! The answers of `check`, `rate` and `compare` with `--json`: one object on one line, with keys in
//! a fixed order. Values of both sides are an array of two.

use std::io::{self, Write};

use serde::Serialize;

use super::check::{CheckAnswer, CheckedBoard};
use super::what_if::{RatedWhatIf, WrittenWhatIf};
use crate::games::{switch_text, switches_apart};
use crate::library::summary::{self, InOrder, Summary, WrittenRules};
use crate::session::check::{
    AnswerSide, Cause, Closest, ComparedData as What, Coverage, Disagreement, Feature, KindFound,
    OwnRatings, RatedPlace, SideMove,
};
use crate::session::{
    Both, Difference, DifferenceKind, Rated, RulesComparison, RulesNames, Searched, aligned_moves,
    what_differs,
};
use crate::tree::Vertex;

/// Writes the object and a line break.
pub fn write_check(answer: &CheckAnswer, out: &mut impl Write) -> io::Result<()> {
    let smaller = answer.smaller.as_ref().map(object);
    let whole = Whole {
        board: object(&answer.board),
        smaller_boards: answer.tried,
        smaller_board: smaller,
        all_boards: (answer.tried > 0).then(|| covered(&answer.coverage)),
    };
    serde_json::to_writer(&mut *out, &whole)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    board: WrittenCheck<'a>,
    smaller_boards: u64,
    smaller_board: Option<WrittenCheck<'a>>,
    all_boards: Option<Covered>,
}

#[derive(Serialize)]
struct WrittenCheck<'a> {
    position: String,
    game: &'a str,
    rules: Option<WrittenRules>,
    max_plies: Option<u32>,
    form: &'static str,
    nodes: u64,
    compared: u64,
    agreeing: u64,
    beyond: u64,
    left_out: u64,
    unreached: u64,
    unchecked: u64,
    repeated: u64,
    silent: u64,
    agrees: bool,
    first: Option<WrittenDifference<'a>>,
    smallest: Option<WrittenDifference<'a>>,
    kinds: Vec<WrittenKind<'a>>,
    causes: Vec<Named<'a>>,
    causes_tried: u64,
    causes_untried: u64,
    leaves_at_last_ply: u64,
    pairs_tried: u64,
    closest: Option<Near<'a>>,
    own_ratings: WrittenOwnRatings<'a>,
    scale: Option<&'a str>,
    captured_given: bool,
    coverage: Covered,
}

fn object(checked: &CheckedBoard) -> WrittenCheck<'_> {
    let CheckedBoard { rated, report, .. } = checked;
    let tally = &report.tally;
    WrittenCheck {
        position: rated.graph.position_text(Vertex::ROOT),
        game: &rated.game,
        rules: summary::rules(&rated.rules),
        max_plies: rated.limits.max_plies,
        form: match report.form {
            crate::save::TheirForm::NodeLink => "node-link",
            crate::save::TheirForm::Lisp => "lisp",
            crate::save::TheirForm::Lines => "lines",
        },
        nodes: report.nodes,
        compared: tally.compared,
        agreeing: tally.agreeing,
        beyond: tally.beyond,
        left_out: tally.left_out,
        unreached: tally.unreached,
        unchecked: tally.unchecked,
        repeated: tally.repeated,
        silent: report.silent,
        agrees: report.agrees(),
        first: report.first().map(written_difference),
        smallest: report.smallest().map(written_difference),
        kinds: report.kinds.iter().map(kind).collect(),
        causes: report.causes.iter().map(named).collect(),
        causes_tried: report.tried,
        causes_untried: report.untried,
        leaves_at_last_ply: tally.last_ply,
        pairs_tried: report.pairs,
        closest: report.closest.as_ref().map(near),
        own_ratings: written_own_ratings(&report.own),
        scale: report.scale.as_deref(),
        captured_given: !report.bare,
        coverage: covered(&report.coverage),
    }
}

#[derive(Serialize)]
struct WrittenKind<'a> {
    kind: &'static str,
    count: u64,
    first: WrittenDifference<'a>,
    smallest: WrittenDifference<'a>,
}

fn kind(found: &KindFound) -> WrittenKind<'_> {
    WrittenKind {
        kind: found.kind.name(),
        count: found.count,
        first: written_difference(&found.first),
        smallest: written_difference(&found.smallest),
    }
}

#[derive(Serialize)]
struct WrittenDifference<'a> {
    kind: &'static str,
    ply: Option<u32>,
    line: Option<&'a str>,
    #[serde(rename = "move")]
    mv: Option<&'a str>,
    text_line: u32,
    tree_nodes: &'a str,
    text: &'a str,
    theirs: OneSide<'a>,
    ours: OneSide<'a>,
}

fn written_difference(found: &Disagreement) -> WrittenDifference<'_> {
    WrittenDifference {
        kind: found.kind.name(),
        ply: found.ply,
        line: found.line.as_deref(),
        mv: found.mv.as_deref(),
        text_line: found.text_line,
        tree_nodes: &found.tree_nodes,
        text: &found.text,
        theirs: side(&found.theirs),
        ours: side(&found.ours),
    }
}

#[derive(Serialize)]
struct OneSide<'a> {
    position: Option<&'a str>,
    mover: Option<&'a str>,
    over: Option<bool>,
    winners: Option<&'a str>,
    payoffs: Option<&'a str>,
    rating: Option<&'a str>,
    moves: Option<Vec<OneMove<'a>>>,
}

fn side(side: &AnswerSide) -> OneSide<'_> {
    OneSide {
        position: side.position.as_deref(),
        mover: side.mover.as_deref(),
        over: side.over,
        winners: side.winners.as_deref(),
        payoffs: side.payoffs.as_deref(),
        rating: side.rating.as_deref(),
        moves: side
            .moves
            .as_ref()
            .map(|moves| moves.iter().map(one_move).collect()),
    }
}

#[derive(Serialize)]
struct OneMove<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    position: Option<&'a str>,
    rating: Option<&'a str>,
}

fn one_move(mv: &SideMove) -> OneMove<'_> {
    OneMove {
        mv: &mv.mv,
        position: mv.position.as_deref(),
        rating: mv.rating.as_deref(),
    }
}

/// What was compared, and what wasn't exercised.
#[derive(Serialize)]
struct Covered {
    compared: serde_json::Map<String, serde_json::Value>,
    not_exercised: Vec<&'static str>,
}

fn covered(coverage: &Coverage) -> Covered {
    let counts = What::ALL.map(|what| (what.name().to_owned(), coverage.count(what).into()));
    Covered {
        compared: counts.into_iter().collect(),
        not_exercised: coverage.not_exercised().map(Feature::name).collect(),
    }
}

#[derive(Serialize)]
struct WrittenOwnRatings<'a> {
    compared: u64,
    contradicting: u64,
    smallest: Option<WrittenRatedPlace<'a>>,
    lowest: Vec<WrittenRatedPlace<'a>>,
    lowest_count: u64,
    lowest_ends: u64,
}

fn written_own_ratings(ratings: &OwnRatings) -> WrittenOwnRatings<'_> {
    WrittenOwnRatings {
        compared: ratings.compared,
        contradicting: ratings.contradicting,
        smallest: ratings.smallest.as_ref().map(placed),
        lowest: ratings.lowest.iter().map(placed).collect(),
        lowest_count: ratings.lowest_count,
        lowest_ends: ratings.lowest_ends,
    }
}

#[derive(Serialize)]
struct WrittenRatedPlace<'a> {
    position: &'a str,
    ply: u32,
    line: &'a str,
    text_line: u32,
    text: &'a str,
}

fn placed(rated_place: &RatedPlace) -> WrittenRatedPlace<'_> {
    WrittenRatedPlace {
        position: &rated_place.position,
        ply: rated_place.ply,
        line: &rated_place.line,
        text_line: rated_place.text_line,
        text: &rated_place.text,
    }
}

#[derive(Serialize)]
struct Near<'a> {
    #[serde(flatten)]
    cause: Named<'a>,
    explained: u64,
    of: u64,
    refuted_by: Option<&'a str>,
}

fn near(closest: &Closest) -> Near<'_> {
    Near {
        cause: named(&closest.cause),
        explained: closest.explained,
        of: closest.of,
        refuted_by: closest.refuted_by.as_deref(),
    }
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    text: &'a str,
    switch: Option<[&'a str; 2]>,
}

fn named(cause: &Cause) -> Named<'_> {
    Named {
        name: &cause.name,
        text: &cause.text,
        switch: cause
            .switch
            .as_ref()
            .map(|(switch, value)| [switch.as_str(), value.as_str()]),
    }
}

/// Writes the object and a line break: with what a search found, if the graph is too large, and
/// with the changes that assumptions make, if there are any.
pub fn write_rate(
    rated: &Rated,
    searched: Option<&Searched>,
    supposed: Option<&RatedWhatIf>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut summary = Summary::new(rated);
    if let Some(searched) = searched {
        // The graph of the root and its moves stands for a tree without a limit.
        summary.max_plies = None;
        summary.best_line.clone_from(&searched.answer.line);
        summary.winners.clone_from(&searched.winners);
    }
    let answer = WrittenAnswer {
        summary,
        searched: searched.map(|searched| WrittenSearch {
            algorithm: searched.options.algorithm.name(),
            wins_within: searched.answer.wins_within,
        }),
        what_if: supposed.map(|supposed| supposed.json(rated)),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct WrittenAnswer {
    #[serde(flatten)]
    summary: Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    searched: Option<WrittenSearch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    what_if: Option<WrittenWhatIf>,
}

/// How a search rated what has too large a graph.
#[derive(Serialize)]
struct WrittenSearch {
    algorithm: &'static str,
    wins_within: Option<u32>,
}

/// Writes the object and a line break.
pub fn write_compare(
    rated: Both<&Rated>,
    found: &RulesComparison,
    out: &mut impl Write,
) -> io::Result<()> {
    let names = RulesNames::new(rated);
    let root = Vertex::ROOT;
    let apart = switches_apart(&rated[0].game, [&rated[0].rules, &rated[1].rules]);
    let told = |difference: &Difference| compared(rated, &names, difference);
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
        rating: rated.map(|rated| compared_ratings(rated, root)),
        proven: rated.map(|rated| summary::proven(rated, root)),
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
    proven: Both<InOrder<[String; 2]>>,
    pairs: u64,
    agreeing: u64,
    unknown: u64,
    differences: InOrder<u64>,
    first: Option<ComparedDifference>,
    first_of_kind: InOrder<ComparedDifference>,
    first_rating: Option<ComparedDifference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// One difference.
#[derive(Serialize)]
struct ComparedDifference {
    kind: &'static str,
    ply: u32,
    line: String,
    position: Both<String>,
    text: String,
    rating: Both<InOrder<String>>,
    proven: Both<InOrder<[String; 2]>>,
    moves: Vec<ComparedMove>,
}

#[derive(Serialize)]
struct ComparedMove {
    #[serde(rename = "move")]
    mv: String,
    rating: Both<Option<InOrder<String>>>,
    proven: Both<Option<InOrder<[String; 2]>>>,
    tree_nodes: Both<Option<String>>,
}

fn compared_ratings(rated: &Rated, vertex: Vertex) -> InOrder<String> {
    summary::by_player(rated, |player| {
        summary::number(&rated.analysis.ratings.rating(vertex, player))
    })
}

fn compared(
    rated: Both<&Rated>,
    names: &RulesNames,
    difference: &Difference,
) -> ComparedDifference {
    let vertices = difference.vertices;
    let graph = &rated[0].graph;
    let moves = aligned_moves(rated, vertices).into_iter().map(|mv| {
        let targets = [0, 1].map(|side| {
            let edge = mv.edges[side]?;
            Some(rated[side].graph.graph().target(edge))
        });
        ComparedMove {
            rating: [0, 1].map(|side| Some(compared_ratings(rated[side], targets[side]?))),
            proven: [0, 1].map(|side| Some(summary::proven(rated[side], targets[side]?))),
            tree_nodes: [0, 1]
                .map(|side| summary::count(rated[side].analysis.nodes.of(targets[side]?))),
            mv: mv.text,
        }
    });
    ComparedDifference {
        kind: difference.kind.name(),
        ply: difference.ply,
        line: graph.line_text(Vertex::ROOT, &difference.lines[0]),
        position: [0, 1].map(|side| rated[side].graph.position_text(vertices[side])),
        text: what_differs(rated, names, difference),
        rating: [0, 1].map(|side| compared_ratings(rated[side], vertices[side])),
        proven: [0, 1].map(|side| summary::proven(rated[side], vertices[side])),
        moves: moves.collect(),
    }
}
