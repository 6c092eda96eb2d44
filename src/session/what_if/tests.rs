//! Tests of what-ifs in words, on the book's board and others.

use super::*;
use crate::game::{Player, half};
use crate::games::Setup;
use crate::session::{GraphRequest, open};
use crate::tree::Limits;

fn rated(position: &str, wanted: GraphRequest) -> Rated {
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    };
    open(&setup, wanted, "").expect("a board").finish()
}

fn book() -> Rated {
    rated("b2b2/a2b1 a", GraphRequest::default())
}

fn assume(line: &str, what: Assumes) -> Assumption {
    Assumption {
        line: line.to_owned(),
        what,
        off: false,
    }
}

#[test]
fn a_pinned_rating_is_summarized_from_its_node_up_to_the_root() {
    let rated = book();
    let pins = read_pin(&rated, "1/2", Player(0)).expect("a rating");
    assert_eq!(pins.len(), 2, "the other player's follows");
    let all = [assume("2>3", Assumes::Pin(pins))];
    let what_if = WhatIf::new(&rated, &all, &ChangedGraphs::new());
    let (head, rows) = summary(&rated, &what_if, Player(0));
    assert_eq!(head, "The root's rating for a rises from 0 to 1/2.");
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["2 → 3", "start"]);
    assert_eq!(rows[1].after, "1/2");
    let off = [Assumption {
        off: true,
        ..all[0].clone()
    }];
    let what_if = WhatIf::new(&rated, &off, &ChangedGraphs::new());
    assert!(what_if.assumed.is_empty());
    assert_eq!(what_if.in_force, [InForce::Off]);
}

#[test]
fn a_pin_that_changes_only_what_is_proven_says_that_the_rating_stays() {
    let limits = Limits {
        max_plies: Some(3),
        ..Limits::default()
    };
    let rated = rated("b2b2/a2b1 a", limits.into());
    let pins = read_pin(&rated, "0", Player(0)).expect("a rating");
    let all = [assume("2>3 pass 0>2", Assumes::Pin(pins))];
    let what_if = WhatIf::new(&rated, &all, &ChangedGraphs::new());
    let (_, rows) = summary(&rated, &what_if, Player(0));
    let above = rows.iter().find(|row| row.name == "2 → 3, pass");
    let above = above.expect("the node above the pin");
    assert!(above.altered);
    assert_eq!(
        above.why,
        "The rating stays; only what is certain of it has changed."
    );
}

#[test]
fn an_assumption_that_cannot_apply_says_why_in_a_sentence() {
    let rated = book();
    let all = [
        assume("2>3", Assumes::Forbid),
        assume("7>8", Assumes::Forbid),
        assume("", Assumes::Forbid),
        assume(
            "2>3",
            Assumes::Pin(vec![("a".to_owned(), half() + half() + half())]),
        ),
    ];
    let what_if = WhatIf::new(&rated, &all, &ChangedGraphs::new());
    let texts: Vec<String> = what_if
        .in_force
        .iter()
        .filter_map(InForce::status_text)
        .collect();
    for (said, expected) in texts.iter().zip([
        "must stay legal",
        "no such line",
        "no move to forbid",
        "0 to 1",
    ]) {
        assert!(said.contains(expected), "{said}");
    }
    assert_eq!(texts.len(), 4);
}

#[test]
fn ratings_are_read_alone_in_order_and_by_name() {
    let rated = book();
    let read = |text| read_pin(&rated, text, Player(1));
    let b_wins = read("1").expect("a rating");
    assert_eq!(read("0, 1"), Ok(b_wins.clone()));
    assert_eq!(read("b 1"), Ok(b_wins.clone()));
    assert_eq!(read("a=0 b=1"), Ok(b_wins));
    for (text, why) in [
        ("", "write a rating"),
        ("much", "no rating"),
        ("2", "0 to 1"),
        ("1 1", "don't add up"),
        ("1 0 0", "3 ratings for 2 players"),
        ("a 1 a 0", "two ratings"),
        ("a", "no rating follows"),
        ("a 1 c 0", "no player is called 'c'"),
    ] {
        let said = read(text).expect_err(text).to_string();
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn a_changed_position_is_worth_what_its_own_tree_is_to_the_plies_that_are_left() {
    for max_plies in [None, Some(2)] {
        let mut wanted = GraphRequest::default();
        wanted.limits.max_plies = max_plies;
        let rated = rated("b2b2/a2b1 a", wanted);
        let position = read_position(&rated, "a2a2/a1a1 b").expect("a position");
        let all = [assume("2>3", Assumes::Change(position.clone()))];
        let what_if = WhatIf::new(&rated, &all, &ChangedGraphs::new());
        assert_eq!(what_if.in_force, [InForce::Waiting]);
        let build = open_change(&rated, &all[0], &position, rated.limits).expect("a build");
        let other = build.finish();
        let remaining = other.graph.graph().max_plies();
        assert_eq!(remaining, max_plies.map(|plies| plies - 1));
        let graphs = ChangedGraphs::from([(("2>3".to_owned(), position), other)]);
        let what_if = WhatIf::new(&rated, &all, &graphs);
        let (head, _) = summary(&rated, &what_if, Player(0));
        assert!(head.contains("rises from"), "{head}");
        assert!(head.ends_with("to 1."), "{head}");
    }
    assert!(read_position(&book(), "a9/b2 a").is_err());
}
