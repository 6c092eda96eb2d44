//! The answer of `search --json`: one object on one line, with keys in a fixed order.

use std::io::{self, Write};

use serde::Serialize;

use super::search::Ended;
use crate::library::summary::{InOrder, WrittenRules, rules};
use crate::search::{PlayerResult, Progress};
use crate::session::Searched;

/// Writes the object and a line break.
pub fn write(
    searched: &Searched,
    progress: &Progress,
    ended: &Ended,
    out: &mut impl Write,
) -> io::Result<()> {
    let answer = &searched.answer;
    let object = Object {
        position: &searched.position,
        rules: rules(&searched.rules),
        algorithm: searched.options.algorithm.name(),
        max_plies: searched.options.max_plies,
        complete: answer.complete && !answer.cut,
        game: &searched.game,
        cyclic: answer.recurs,
        nodes: progress.nodes,
        cutoffs: progress.cutoffs,
        longest_line: progress.longest_line,
        table_bytes: progress.table_bytes,
        table_positions: progress.table_positions,
        table_hits: progress.table_hits,
        rating: ratings(searched, &answer.root),
        proven: proven(searched, &answer.root),
        moves: answer
            .moves
            .iter()
            .map(|mv| Move {
                mv: &mv.mv,
                rating: ratings(searched, &mv.found),
                proven: proven(searched, &mv.found),
            })
            .collect(),
        best_line: searched.proves().then_some(&answer.line),
        wins_within: searched.proves().then_some(answer.wins_within),
        stopped: match ended {
            Ended::Done => None,
            // The same number of nodes ends it there again.
            Ended::MaxNodes(_) | Ended::MaxTime(_) => Some(format!("max-nodes {}", progress.nodes)),
            Ended::Interrupted => Some("interrupted".to_owned()),
        },
    };
    serde_json::to_writer(&mut *out, &object)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct Object<'a> {
    position: &'a str,
    rules: Option<WrittenRules>,
    algorithm: &'a str,
    max_plies: Option<u32>,
    complete: bool,
    game: &'a str,
    cyclic: bool,
    nodes: u64,
    cutoffs: u64,
    longest_line: usize,
    table_bytes: usize,
    table_positions: usize,
    table_hits: u64,
    rating: InOrder<Option<String>>,
    proven: InOrder<[String; 2]>,
    moves: Vec<Move<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_line: Option<&'a Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins_within: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

#[derive(Serialize)]
struct Move<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    rating: InOrder<Option<String>>,
    proven: InOrder<[String; 2]>,
}

fn ratings(searched: &Searched, found: &[PlayerResult]) -> InOrder<Option<String>> {
    by_player(searched, found, |found| {
        found.rating.map(|rating| rating.digits())
    })
}

fn proven(searched: &Searched, found: &[PlayerResult]) -> InOrder<[String; 2]> {
    by_player(searched, found, |found| {
        let (low, high) = found.proven;
        [low.digits(), high.digits()]
    })
}

fn by_player<V>(
    searched: &Searched,
    found: &[PlayerResult],
    value: impl Fn(&PlayerResult) -> V,
) -> InOrder<V> {
    let name = |found: &PlayerResult| searched.players[found.player.index()].clone();
    InOrder::new(found.iter().map(|found| (name(found), value(found))))
}
