//! The answer of `check --json`: one object on one line, with keys in a fixed order.

use std::io::{self, Write};

use serde::Serialize;

use super::check::{CheckAnswer, Checked};
use crate::library::summary::{self, WrittenRules};
use crate::session::check::{
    Cause, Closest, ComparedData as What, Coverage, Disagreement, Feature, KindFound, OwnRatings,
    RatedPlace, Side, SideMove,
};
use crate::tree::Vertex;

/// Writes the object and a line break.
pub fn write(answer: &CheckAnswer, out: &mut impl Write) -> io::Result<()> {
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
    board: Object<'a>,
    smaller_boards: u64,
    smaller_board: Option<Object<'a>>,
    all_boards: Option<Covered>,
}

#[derive(Serialize)]
struct Object<'a> {
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
    kinds: Vec<Kind<'a>>,
    causes: Vec<Named<'a>>,
    causes_tried: u64,
    causes_untried: u64,
    leaves_at_last_ply: u64,
    pairs_tried: u64,
    closest: Option<Near<'a>>,
    own_ratings: Own<'a>,
    scale: Option<&'a str>,
    captured_given: bool,
    coverage: Covered,
}

fn object(checked: &Checked) -> Object<'_> {
    let Checked { rated, report, .. } = checked;
    Object {
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
        compared: report.compared,
        agreeing: report.agreeing,
        beyond: report.beyond,
        left_out: report.left_out,
        unreached: report.unreached,
        unchecked: report.unchecked,
        repeated: report.repeated,
        silent: report.silent,
        agrees: report.agrees(),
        first: report.first().map(told),
        smallest: report.smallest().map(told),
        kinds: report.kinds.iter().map(kind).collect(),
        causes: report.causes.iter().map(named).collect(),
        causes_tried: report.tried,
        causes_untried: report.untried,
        leaves_at_last_ply: report.last_ply,
        pairs_tried: report.pairs,
        closest: report.closest.as_ref().map(near),
        own_ratings: own(&report.own),
        scale: report.scale.as_deref(),
        captured_given: !report.bare,
        coverage: covered(&report.coverage),
    }
}

#[derive(Serialize)]
struct Kind<'a> {
    kind: &'static str,
    count: u64,
    first: WrittenDifference<'a>,
    smallest: WrittenDifference<'a>,
}

fn kind(found: &KindFound) -> Kind<'_> {
    Kind {
        kind: found.kind.name(),
        count: found.count,
        first: told(&found.first),
        smallest: told(&found.smallest),
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

fn told(found: &Disagreement) -> WrittenDifference<'_> {
    WrittenDifference {
        kind: found.kind.name(),
        ply: found.ply,
        line: found.line.as_deref(),
        mv: found.mv.as_deref(),
        text_line: found.text_line,
        tree_nodes: &found.tree_nodes,
        text: &found.words,
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

fn side(side: &Side) -> OneSide<'_> {
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
struct Own<'a> {
    compared: u64,
    contradicting: u64,
    smallest: Option<Place<'a>>,
    lowest: Vec<Place<'a>>,
    lowest_count: u64,
    lowest_ends: u64,
}

fn own(own: &OwnRatings) -> Own<'_> {
    Own {
        compared: own.compared,
        contradicting: own.contradicting,
        smallest: own.smallest.as_ref().map(placed),
        lowest: own.lowest.iter().map(placed).collect(),
        lowest_count: own.lowest_count,
        lowest_ends: own.lowest_ends,
    }
}

#[derive(Serialize)]
struct Place<'a> {
    position: &'a str,
    ply: u32,
    line: &'a str,
    text_line: u32,
    text: &'a str,
}

fn placed(place: &RatedPlace) -> Place<'_> {
    Place {
        position: &place.position,
        ply: place.ply,
        line: &place.line,
        text_line: place.text_line,
        text: &place.words,
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
        text: &cause.words,
        switch: cause
            .switch
            .as_ref()
            .map(|(switch, value)| [switch.as_str(), value.as_str()]),
    }
}
