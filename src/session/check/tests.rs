//! Tests of checks on small boards and trees, one feature at a time.

use super::faults::RatingFault;
use super::*;
use crate::game::{Player, one, zero};
use crate::games::{Setup, Switches};
use crate::save::read_theirs;
use crate::session::open;
use crate::tree::{Limits, Vertex};

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

fn check(setup: &Setup, text: &str) -> Report {
    let theirs = read_theirs(text.as_bytes(), "test").expect("a good text");
    Report::of(theirs, rated(setup))
}

fn first(report: &Report) -> &Disagreement {
    report.first().expect("a disagreement")
}

const CHOICE: &str = "top a: l -> x, r -> y\nx end: 1 0\ny end: 0 1";

#[test]
fn three_moves_are_seen_and_two_are_no_three() {
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
fn who_tells_the_winners_of_an_end_has_told_that_it_is_one() {
    let setup = scripted(CHOICE);
    for (told, ends) in [("\"winners\":[\"a\"]", 1), ("\"rating\":1", 0)] {
        let report = check(&setup, &format!("{{\"position\":\"x\",{told}}}"));
        assert!(report.agrees());
        assert_eq!(report.coverage.count(ComparedData::Ends), ends, "{told}");
    }
}

#[test]
fn a_tie_that_counts_as_a_win_is_none_for_whoever_has_no_share_of_it() {
    let script = "players a b c\ntop a: l -> e\ne end: 1/2 1/2 0";
    let setup = Setup::of_board("scripted", Switches::default(), script, None);
    let rated = rated(&setup);
    let rules = Rules {
        setup: rated.setup(),
        wanted: rated.wanted(),
        plants: Plants::default(),
        faults: vec![RatingFault::TiesWhole],
        way: Way::default(),
    };
    let whole = Reference::small(rated, &rules).expect("a small graph");
    let payoffs = Player::all(3).map(|player| whole.payoff(Vertex(1), player));
    assert!(payoffs.eq([one(), one(), zero()].map(Some)));
}

#[test]
fn a_fault_in_a_table_is_not_tried_on_a_graph_that_lacks_what_was_asked_about() {
    let rated = rated(&scripted(CHOICE));
    let kept = |vertex| {
        let questions = Arc::new(kept::Questions {
            vertices: vec![Vertex(vertex)],
            ..kept::Questions::default()
        });
        let fault = RatingFault::WithoutTurn;
        kept::Kept::new(&rated, fault, Way::default(), &questions, one()).is_some()
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
        first(&report).words,
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
    let report = |beyond| Report {
        nodes: 3,
        compared: 2,
        beyond,
        ..Report::default()
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
    let names = |report: &Report| -> Vec<String> {
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
    assert_eq!((report.unreached, report.unchecked), (1, 0));
    assert_eq!(names(&report), ["other-players-rating"]);
    assert_eq!(report.untried, 4 + 3);
}
