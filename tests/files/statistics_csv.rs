//! Statistics as comma-separated values.

use std::collections::BTreeMap;

use doomtree::export::csv::{HEADS, statistics_csv};
use doomtree::rating::MAX_RATINGS;
use doomtree::session::{Rated, Statistics};
use doomtree::tree::{Limits, Vertex};
use support::dialects::{dice, rated, rated_script};
use support::plies;

fn boards() -> Vec<(&'static str, Rated)> {
    let nodes = Limits {
        max_nodes: Some(90),
        ..Limits::default()
    };
    let (lisp, v4) = ("land-of-lisp", "land-of-lisp-v4");
    let three = "land-of-lisp-v4 players=3";
    [
        ("book", lisp, "b2b2/a2b1 a", Limits::default()),
        ("3×2", lisp, "b2a2/a3b1/a1b2 a", Limits::default()),
        ("to ply 6", lisp, "b2a1a1/a2b2a3/b3b1b1 a", plies(6)),
        ("90 positions", lisp, "b2a1a1/a2b2a3/b3b1b1 a", nodes),
        ("dice", v4, "a4b1 a", Limits::default()),
        ("dice to ply 4", v4, "b2b2/a2b1 a", plies(4)),
        ("dice to ply 3", v4, "a3b2/b1a3 a", plies(3)),
        ("three players", three, "a2b2c1 a", plies(4)),
    ]
    .map(|(name, rules, board, limits)| (name, rated(&dice(rules, board), limits)))
    .into()
}

fn numbers(rated: &Rated, statistics: &Statistics, hidden: bool) -> BTreeMap<[String; 3], String> {
    let text = statistics_csv(rated, statistics, hidden);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut lines = reader.records().map(|line| line.expect("a line"));
    assert!(lines.next().is_some_and(|line| line == HEADS.to_vec()));
    let mut numbers = BTreeMap::new();
    for line in lines {
        let line: Vec<String> = line.iter().map(str::to_owned).collect();
        let [table, item, measure, value] = <[String; 4]>::try_from(line).expect("four columns");
        let before = numbers.insert([table, item, measure], value);
        assert_eq!(before, None, "every number stands there once");
    }
    numbers
}

#[test]
fn comma_separated_values_are_read_back_to_the_last_digit() {
    for (name, rated) in boards() {
        let statistics = Statistics::of(&rated);
        let numbers = numbers(&rated, &statistics, false);
        let value = |table: &str, item: &str, measure: &str| {
            let key = [table, item, measure].map(str::to_owned);
            numbers.get(&key).cloned().unwrap_or_default()
        };
        let all = rated.analysis.nodes.of(Vertex::ROOT).to_string();
        assert_eq!(value("tree", "all", "nodes"), all, "{name}");
        for (number, ply) in statistics.plies.iter().enumerate() {
            let nodes = ply.nodes.count().to_string();
            assert_eq!(
                value("plies", &number.to_string(), "nodes"),
                nodes,
                "{name}"
            );
        }
        let ratings: u64 = numbers
            .iter()
            .filter(|([table, _, measure], _)| table == "ratings of a" && measure == "positions")
            .map(|(_, value)| value.parse::<u64>().expect("a number"))
            .sum();
        let parts = statistics.mixes[0].parts.iter();
        assert_eq!(ratings, parts.map(|part| part.positions).sum::<u64>());
        let least = if name == "90 positions" { "yes" } else { "no" };
        assert_eq!(value("tree", "all", "stopped by a budget"), least, "{name}");
    }
}

#[test]
fn names_are_quoted_and_hidden_ratings_are_left_out() {
    let rated = rated(&dice("land-of-lisp-v4 players=3", "a2b2c1 a"), plies(4));
    let statistics = Statistics::of(&rated);
    let text = statistics_csv(&rated, &statistics, false);
    assert!(text.contains("ratings of c,"), "{text}");
    let hidden = numbers(&rated, &statistics, true);
    let told = hidden
        .keys()
        .any(|[table, item, _]| table.starts_with("ratings") || item == "proven");
    assert!(!told);
    let many = rated_script("s a: x -> e\ne end: 1/2 1/2", Limits::default());
    let statistics = Statistics::of(&many);
    let numbers = numbers(&many, &statistics, false);
    let tie = ["winners", "a and b tie", "nodes"].map(str::to_owned);
    assert_eq!(numbers.get(&tie).map(String::as_str), Some("1"));
}

#[test]
fn the_names_of_intervals_hold_a_comma() {
    let ends = MAX_RATINGS + 30;
    let moves: Vec<String> = (0..ends).map(|end| format!("m{end} -> e{end}")).collect();
    let mut text = format!("s a: {}", moves.join(", "));
    for end in 0..ends {
        text.push_str(&format!("\ne{end} end: {end}/{} 0", ends - 1));
    }
    let rated = rated_script(&text, Limits::default());
    let statistics = Statistics::of(&rated);
    let numbers = numbers(&rated, &statistics, false);
    let key = ["ratings of a", "[19/20, 1]", "positions"].map(str::to_owned);
    let last = statistics.mixes[0].parts.last();
    let last = last.map(|part| part.positions.to_string());
    assert_eq!(numbers.get(&key), last.as_ref());
}
