//! Tests of checks on small boards and trees, one feature at a time; and that the names and limits
//! in docs/check.md are those of the check.

use std::collections::BTreeSet;

use super::super::open;
use super::asking::{MAX_ASKED, MAX_QUESTIONS, MAX_REFUTING};
use super::causes::PAIRED;
use super::faults::{DEEPEST, RatingFault};
use super::kept::{MAX_BOARDS, MAX_OF_OTHER, MAX_OF_SIZE};
use super::walk::MAX_ASIDE;
use super::{ComparedData, DisagreementKind, Feature, *};
use crate::game::{Player, one, zero};
use crate::games::{self, Setup, Switches};
use crate::save::{MAX_THEIR_BYTES, MAX_THEIR_NODES, read_theirs};
use crate::tree::{Limits, Vertex};
use crate::words::grouped;

fn scripted(script: &str) -> Setup {
    let script = format!("players a b\n{script}");
    Setup::of_board("scripted", Switches::default(), &script, None)
}

fn dice(position: &str) -> Setup {
    let switches = Switches {
        preset: Some("land-of-lisp".to_owned()),
        ..Switches::default()
    };
    Setup::of_board("dice-of-doom", switches, position, None)
}

fn rated(setup: &Setup) -> Rated {
    let build = open(setup, Limits::default(), "").expect("a good setup");
    build.finish()
}

fn check(setup: &Setup, text: &str) -> CheckReport {
    let theirs = read_theirs(text.as_bytes(), "test").expect("a good text");
    CheckReport::of(theirs, rated(setup))
}

fn first(report: &CheckReport) -> &Disagreement {
    report.first().expect("a disagreement")
}

const CHOICE: &str = "top a: l -> x, r -> y\nx end: 1 0\ny end: 0 1";

#[test]
fn a_check_says_so_if_no_position_had_three_moves() {
    let three = "top a: l -> x, m -> x, r -> y\nx end: 1 0\ny end: 0 1";
    for (script, moves, missing) in [
        (CHOICE, r#"["l","r"]"#, true),
        (three, r#"["l","m","r"]"#, false),
    ] {
        let line = format!("{{\"position\":\"top\",\"moves\":{moves}}}");
        let report = check(&scripted(script), &line);
        assert!(report.agrees());
        let mut unseen = report.coverage.not_exercised();
        assert_eq!(unseen.any(|it| it == Feature::ThreeMoves), missing);
    }
}

#[test]
fn a_second_attack_and_dice_at_a_pass_are_seen_only_where_there_are_any() {
    let features = [
        Feature::SecondAttack,
        Feature::Reinforcement,
        Feature::FullHex,
    ];
    // After an attack: with another or not, and with a captured die to spare or not.
    for (board, position, moves, seen) in [
        ("a2b1b2 a", "a1a1b2 a +1", r#"["pass"]"#, [false; 3]),
        (
            "a3b1b1b3 a",
            "a1a2b1b3 a +1",
            r#"["pass","1>2"]"#,
            [true, false, false],
        ),
        (
            "a3b1b1b3 a",
            "a1a1a1b3 a +2",
            r#"["pass"]"#,
            [false, true, false],
        ),
    ] {
        let line = format!("{{\"position\":\"{position}\",\"moves\":{moves}}}");
        let report = check(&dice(board), &line);
        assert!(report.agrees(), "{:?}", report.first());
        let unseen: Vec<Feature> = report.coverage.not_exercised().collect();
        assert_eq!(features.map(|it| !unseen.contains(&it)), seen, "{position}");
    }
}

#[test]
fn sorting_moves_by_notation_is_named_as_the_cause_of_a_different_order() {
    let text = r#"{"position":"b1a3/b2b1 a","moves":["1>0","1>3"]}"#;
    let report = check(&dice("b1a3/b2b1 a"), text);
    assert!(report.only_order_differs());
    let names: Vec<&str> = report.causes.iter().map(|cause| &*cause.name).collect();
    assert_eq!(names, ["moves-sorted"]);
}

#[test]
fn a_position_with_winners_counts_as_a_compared_end() {
    let setup = scripted(CHOICE);
    for (message, ends) in [("\"winners\":[\"a\"]", 1), ("\"rating\":1", 0)] {
        let report = check(&setup, &format!("{{\"position\":\"x\",{message}}}"));
        assert!(report.agrees());
        assert_eq!(report.coverage.count(ComparedData::Ends), ends, "{message}");
    }
}

#[test]
fn a_planted_tie_as_full_win_pays_only_the_players_who_share_it() {
    let script = "players a b c\ntop a: l -> e\ne end: 1/2 1/2 0";
    let setup = Setup::of_board("scripted", Switches::default(), script, None);
    let rated = rated(&setup);
    let rules = CheckRules {
        setup: rated.setup(),
        wanted: rated.wanted(),
        plants: PlantedFaults::default(),
        faults: vec![RatingFault::TiesWhole],
        way: FaultWay::default(),
    };
    let whole = Reference::small(rated, &rules).expect("a small graph");
    let payoffs = Player::all(3).map(|player| whole.payoff(Vertex(1), player));
    assert!(payoffs.eq([one(), one(), zero()].map(Some)));
}

#[test]
fn a_fault_in_a_table_is_not_tried_on_a_graph_that_lacks_what_was_asked_about() {
    let rated = rated(&scripted(CHOICE));
    let kept = |vertex| {
        let questions = Arc::new(kept::AskedPositions {
            vertices: vec![Vertex(vertex)],
            ..kept::AskedPositions::default()
        });
        let fault = RatingFault::WithoutTurn;
        kept::Kept::new(&rated, fault, FaultWay::default(), &questions, one()).is_some()
    };
    assert_eq!([0, 2, 3].map(kept), [true, true, false]);
}

#[test]
fn an_empty_list_of_moves_tells_that_the_game_is_over() {
    let setup = scripted(CHOICE);
    let report = check(&setup, "{\"position\":\"top\",\"moves\":[]}");
    let end = first(&report);
    assert_eq!(end.kind, DisagreementKind::End);
    assert_eq!((end.theirs.over, end.ours.over), (Some(true), Some(false)));
    let report = check(&setup, "{\"position\":\"x\",\"moves\":[\"l\"]}");
    let end = first(&report);
    assert_eq!((end.theirs.over, end.ours.over), (Some(false), Some(true)));
}

#[test]
fn a_move_that_leads_elsewhere_is_told_with_both_positions() {
    let line =
        r#"{"position":"top","moves":[{"move":"l","position":"x"},{"move":"r","position":"x"}]}"#;
    let report = check(&scripted(CHOICE), line);
    assert_eq!(
        first(&report).text,
        "the move 'r' leads to: yours x, rules y"
    );
}

#[test]
fn another_start_is_shown_in_rows_only_where_the_board_has_several() {
    for (board, theirs, shown) in [
        ("a2b1 a", "a2b1a1b1 a", "a2b1a1b1 a"),
        ("a2/b1 a", "a1b1 a", "a1/b1 a"),
        ("b2b2/a2b1 a", "b2b2a2b2 a", "b2b2/a2b2 a"),
    ] {
        let text = format!("{{\"nodes\":[{{\"id\":0,\"position\":\"{theirs}\"}}],\"edges\":[]}}");
        let report = check(&dice(board), &text);
        let start = first(&report);
        assert_eq!(start.kind, DisagreementKind::Position);
        assert_eq!(start.theirs.position.as_deref(), Some(shown));
    }
}

#[test]
fn a_limit_is_named_as_a_reason_only_where_one_was_met() {
    let report = |beyond| CheckReport {
        nodes: 3,
        tally: Tally {
            compared: 2,
            beyond,
            ..Tally::default()
        },
        ..CheckReport::default()
    };
    assert_eq!(
        notes(&report(0), false),
        ["1 node not compared: below a disagreement, or unreachable."]
    );
    assert_eq!(
        notes(&report(1), false),
        [
            "1 node not compared: beyond a limit, or below a disagreement.",
            "1 node: the rules' tree ends here at a limit, so nothing below was compared."
        ]
    );
}

#[test]
fn faults_that_can_not_be_tried_are_counted_beside_the_one_that_explains_all() {
    // The board doesn't lead to p, from where the game may go on forever.
    let setup = scripted(&format!(
        "{CHOICE}\np a: on -> q, out -> x\nq b: back -> p, out -> y"
    ));
    let names = |report: &CheckReport| -> Vec<String> {
        let causes = report.causes.iter();
        causes.map(|cause| cause.name.clone()).collect()
    };
    let swapped = "{\"position\":\"top\",\"rating\":{\"a\":0,\"b\":1}}\n";
    let report = check(&setup, swapped);
    assert_eq!(names(&report), ["min-max-swapped", "other-players-rating"]);
    // A script has neither dice nor a mover at its ends.
    assert_eq!(report.untried, 4);
    // If positions recur, ratings aren't computed with a fault, so the three that explain those of
    // the top (swapped, always the minimum, by ply) aren't reported.
    let report = check(
        &setup,
        &format!("{swapped}{{\"position\":\"p\",\"moves\":[\"on\",\"out\"]}}"),
    );
    assert_eq!((report.tally.unreached, report.tally.unchecked), (1, 0));
    assert_eq!(names(&report), ["other-players-rating"]);
    assert_eq!(report.untried, 4 + 3);
}

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
    for compared_data in ComparedData::ALL {
        let (_, several) = compared_data.label();
        assert!(compared.contains(several), "{several}");
    }
    for feature in Feature::ALL {
        let text = feature.label().replace("position with ", "");
        assert!(compared.contains(&text), "{text}");
        let name = format!("`{}`", feature.name());
        assert!(section("`--json`").contains(&name), "{name}");
    }
}

#[test]
fn the_limits_on_the_page_are_those_that_hold() {
    for (heading, texts) in [
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
        for text in texts {
            assert!(said.contains(&text), "{text}");
        }
    }
    assert_eq!(PAIRED, 12);
}
