//! Tests that the names and limits in docs/check.md are those of the check.

use std::collections::BTreeSet;

use super::asking::{MAX_ASKED, MAX_QUESTIONS, MAX_REFUTING};
use super::causes::PAIRED;
use super::faults::{DEEPEST, RatingFault};
use super::smaller::{MAX_BOARDS, MAX_OF_OTHER, MAX_OF_SIZE};
use super::walk::MAX_ASIDE;
use super::{ComparedData, DisagreementKind, Feature};
use crate::games;
use crate::save::{MAX_THEIR_BYTES, MAX_THEIR_NODES};
use crate::words::grouped;

const PAGE: &str = include_str!("../../../docs/check.md");

/// The text between a heading and the next.
fn section(heading: &str) -> &'static str {
    let (_, after) = PAGE
        .split_once(&format!("\n## {heading}\n"))
        .unwrap_or_else(|| panic!("no section {heading}"));
    after.split("\n## ").next().unwrap_or_default()
}

/// The same on one line.
fn in_one_line(heading: &str) -> String {
    let words: Vec<&str> = section(heading).split_whitespace().collect();
    words.join(" ")
}

/// The texts in backticks.
fn coded(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_cause_has_its_name_on_the_page_and_no_other_name_stands_there() {
    let dice = games::plants("dice-of-doom");
    let cells = games::plants("trilobite");
    let plants = dice.iter().chain(cells).map(|plant| plant.name());
    let ratings = RatingFault::all().into_iter().map(|fault| match fault {
        RatingFault::Depth(_) => "depth-limit-N".to_owned(),
        fault => fault.name(),
    });
    let switches = ["geometry", "combat", "odds", "reinforcement", "pass_listed"];
    let also = ["reinforcement=last-capture-minus-one"];
    let others = plants.chain(switches).chain(also).map(str::to_owned);
    let ours: BTreeSet<String> = others.chain(ratings).collect();
    let (_, table) = section("Likely causes")
        .split_once("| --- |")
        .expect("a table");
    let named: BTreeSet<String> = coded(table)
        .filter(|name| !name.contains(' '))
        .flat_map(|name| match name.rsplit_once('-') {
            // Only the ends of a row of numbers are written.
            Some((of, "6")) => (1..=6).map(|number| format!("{of}-{number}")).collect(),
            _ => vec![name.to_owned()],
        })
        .collect();
    assert_eq!(named, ours);
}

#[test]
fn every_kind_of_disagreement_and_all_that_is_counted_stands_on_the_page() {
    let compared = section("What is compared");
    let rows = compared.lines().filter(|line| line.starts_with("| `"));
    let kinds: Vec<&str> = rows
        .flat_map(|row| coded(row.split('|').nth(1).unwrap_or_default()))
        .collect();
    let ours: Vec<&str> = DisagreementKind::ALL.map(DisagreementKind::name).to_vec();
    let known = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let (kinds, ours): (BTreeSet<String>, BTreeSet<String>) = (known(&kinds), known(&ours));
    assert_eq!(kinds, ours);
    for told in ComparedData::ALL {
        let (_, several) = told.words();
        assert!(compared.contains(several), "{several}");
    }
    for feature in Feature::ALL {
        let words = feature.words().replace("position with ", "");
        assert!(compared.contains(&words), "{words}");
        let name = format!("`{}`", feature.name());
        assert!(section("`--json`").contains(&name), "{name}");
    }
}

#[test]
fn the_limits_on_the_page_are_those_that_hold() {
    for (heading, words) in [
        (
            "Asking a program",
            vec![
                format!("(the first {}, breadth first)", grouped(MAX_ASKED)),
                format!("up to {MAX_OF_SIZE} seeded random boards"),
                format!("at most some {MAX_BOARDS} boards"),
                format!("{MAX_OF_OTHER} positions of each"),
                format!("{} questions", grouped(MAX_QUESTIONS)),
                format!("at most {MAX_REFUTING} boards more"),
            ],
        ),
        (
            "What can be read",
            vec![
                format!("{} MiB", MAX_THEIR_BYTES >> 20),
                format!("{} nodes", grouped(MAX_THEIR_NODES)),
            ],
        ),
        (
            "What is compared",
            vec![format!("at most {MAX_ASIDE} of them")],
        ),
        (
            "Likely causes",
            vec![
                String::from("the twelve that explain most"),
                format!("(1 to {DEEPEST} plies;"),
            ],
        ),
    ] {
        let said = in_one_line(heading);
        for words in words {
            assert!(said.contains(&words), "{words}");
        }
    }
    assert_eq!(PAIRED, 12);
}
