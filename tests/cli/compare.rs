//! `doomtree compare`, as the real program.

use serde_json::Value;
use support::cli::{Answer, doomtree, fed};

const BOTH: [&str; 4] = ["--rules", "haskell", "--rules", "land-of-lisp"];

fn compare(args: &[&str]) -> Answer {
    doomtree(&[&["compare"], args].concat())
}

fn json(args: &[&str]) -> Value {
    let answer = compare(&[args, &["--json"]].concat());
    let text = answer.expect(0);
    assert_eq!(text.lines().count(), 1, "one object on one line");
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_comparison_tells_what_differs_where_and_what_comes_of_it() {
    let answer = compare(&[&["b2b2/a3b1 a"], &BOTH[..]].concat());
    let expected = "\
b2b2/a3b1 a

                 haskell                 land-of-lisp
  reinforcement  last-capture-minus-one  captured-minus-one
  pass_listed    last                    first

  tree nodes     23                      31
  ends           6                       9
  positions      23                      29
  rating for a   1/2                     1
  rating for b   1/2                     0

19 pairs of positions compared: 17 agree; differences by kind: board 1, order 1.

First difference that changes the game, at ply 3, after 2>0 0>3 pass:
  hex 0 has 1 die under haskell, 2 under land-of-lisp; 1 more hex differs

  haskell      land-of-lisp
    [a1] b2      [a2] b2
  [a1] a1      [a2] a1
  a1b2/a1a1 b  a2b2/a2a1 b
";
    let text = answer.expect(0);
    assert!(text.starts_with(expected), "{text}");
    for line in [
        "  1>0   1/2           2           –             –           only under haskell",
        "The first of the other kinds:",
        "  order       at ply 1, after 2>0: the moves are the same in another order: 0>3 is number 1 \
         under haskell, 2 under land-of-lisp",
        "  rating      at ply 0, at the root: the rating for a is 1/2 under haskell, 1 under \
         land-of-lisp",
    ] {
        // Long ones are broken at 80 columns.
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(text).contains(&words(line)), "{line}\n{text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
}

#[test]
fn trees_that_agree_are_told_to_and_the_exit_code_says_nothing_of_it() {
    let rules = ["--rules", "land-of-lisp", "--rules", "land-of-lisp"];
    let text = compare(&[&["b2b2/a2b1 a"], &rules[..]].concat());
    assert!(
        text.expect(0)
            .ends_with("\nThe trees agree: 11 pairs of positions compared.\n")
    );
    let limited = compare(&[&["b2b2/a2b1 a", "--max-plies", "2"], &rules[..]].concat());
    assert!(limited.expect(0).contains("beyond it wasn't compared"));
}

#[test]
fn json_has_both_sides_of_everything() {
    let found = json(&[&["b2b2/a3b1 a"], &BOTH[..]].concat());
    assert_eq!(
        found["rules"],
        serde_json::json!(["haskell", "land-of-lisp"])
    );
    assert_eq!(found["tree_nodes"], serde_json::json!(["23", "31"]));
    assert_eq!(
        found["switches"]["pass_listed"],
        serde_json::json!(["last", "first"])
    );
    assert_eq!(
        (&found["agrees"], &found["complete"]),
        (&Value::Bool(false), &Value::Bool(true))
    );
    let first = &found["first"];
    assert_eq!(first["kind"], "board");
    assert_eq!(first["line"], "2>0 0>3 pass");
    assert_eq!(
        first["position"],
        serde_json::json!(["a1b2/a1a1 b", "a2b2/a2a1 b"])
    );
    let only = first["moves"].as_array().expect("moves");
    let only = only.iter().find(|mv| mv["tree_nodes"][1].is_null());
    assert!(only.is_some_and(|mv| mv["rating"][1].is_null() && !mv["rating"][0].is_null()));
    assert_eq!(found["first_rating"]["ply"], 0);
    assert_eq!(found["first_of_kind"]["order"]["ply"], 1);
    assert!(found.get("stopped").is_none());
}

#[test]
fn rules_are_presets_switches_or_both_and_flags_hold_for_both_sides() {
    let found = json(&[
        "b2b2/a3b1 a",
        "--rules",
        "land-of-lisp,pass-listed=last",
        "--rules",
        "max_dice=4",
        "--max-dice",
        "5",
    ]);
    assert_eq!(found["switches"]["max_dice"], serde_json::json!(["5", "4"]));
    assert_eq!(
        found["switches"]["pass_listed"],
        serde_json::json!(["last", "first"])
    );
    let alone = json(&["b2b2/a3b1 a", "--rules", "haskell"]);
    assert_eq!(
        alone["rules"],
        serde_json::json!(["land-of-lisp", "haskell"])
    );
    for (rules, words) in [
        ("lisp", "there are no rules called 'lisp'"),
        ("haskell,colour=red", "no switch called 'colour'"),
        ("haskell,max_dice=x", "give it a whole number"),
        ("haskell,pool=3", "needs"),
    ] {
        compare(&["b2b2/a2b1 a", "--rules", rules]).refused(words);
    }
    compare(&["b2b2/a2b1 a"]).refused("--rules");
    compare(&[
        "b2b2/a2b1 a",
        "--rules",
        "haskell",
        "--rules",
        "haskell",
        "--rules",
        "haskell",
    ])
    .refused("3 times: give it twice");
}

#[test]
fn a_board_is_read_under_the_rules_that_can_read_it_and_written_for_the_others() {
    let racket = ["--rules", "land-of-lisp", "--rules", "realm-of-racket"];
    let found = json(&[&["b2b2/a2b1 a pool=3"], &racket[..]].concat());
    assert_eq!(
        found["position"],
        serde_json::json!(["b2b2/a2b1 a", "b2b2/a2b1 a pool=3"])
    );
    let mid_turn = compare(&[&["b2b2/a1a1 a + pool=3"], &racket[..]].concat());
    mid_turn.refused("what was captured in it isn't known");
    let at = json(&[&["b2b2/a2b1 a", "--at", "2>3 pass"], &BOTH[..]].concat());
    assert_eq!(
        at["position"],
        serde_json::json!(["b2b2/a1a1 b", "b2b2/a1a1 b"])
    );
    compare(&[&["b2b2/a2b1 a", "--at", "0>1"], &BOTH[..]].concat()).refused("--at: '0>1'");
    compare(&[&["b2b2/a2b9 a"], &BOTH[..]].concat()).refused("hex");
}

#[test]
fn files_and_standard_input_have_rules_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.board.json");
    let board = r#"{"format":"doomtree-board","version":1,"minor":0,"game":"dice-of-doom","rules":"haskell","position":"b2b2/a3b1 a"}"#;
    std::fs::write(&path, board).expect("a file");
    let path = path.to_str().expect("a name");
    let found = json(&[path, "--rules", "land-of-lisp"]);
    assert_eq!(
        found["rules"],
        serde_json::json!(["haskell", "land-of-lisp"])
    );
    let switched = json(&[path, "--rules", "pass_listed=first"]);
    assert_eq!(
        switched["switches"].as_object().map(serde_json::Map::len),
        Some(1)
    );
    let text = fed(&["compare", "-", "--rules", "haskell"], b"b2b2/a3b1 a\n");
    assert!(
        text.expect(0)
            .contains("hex 0 has 2 dice under land-of-lisp, 1 under haskell")
    );
}

#[test]
fn a_limit_that_ends_the_work_is_told() {
    let large = "b2a1a1/a2b2a3/b3b1b1 a";
    let answer = compare(&[&[large, "--max-nodes", "200"], &BOTH[..]].concat());
    let text = answer.expect(3);
    assert!(
        text.contains("a limit hides what follows") || text.contains("as far as"),
        "{text}"
    );
    answer.sentence("partial result: --max-nodes 200 reached");
    let found = compare(&[&[large, "--max-nodes", "200", "--json"], &BOTH[..]].concat());
    let found: Value = serde_json::from_str(found.expect(3)).expect("JSON");
    assert_eq!(found["stopped"], "max-nodes 200");
    assert_eq!(found["complete"], false);
}

#[test]
fn counts_of_a_tree_that_a_limit_cut_are_lower_bounds() {
    let answer = compare(&[&["a2a2b2/a3b1a3/a3a3b3 a", "--max-plies", "3"], &BOTH[..]].concat());
    let text = answer.expect(0);
    let counts = |name: &str| {
        let line = text
            .lines()
            .find(|line| line.trim_start().starts_with(name));
        line.expect(name).matches("≥ ").count()
    };
    assert_eq!(
        [counts("tree nodes"), counts("ends"), counts("positions")],
        [2, 2, 2]
    );
    let whole = compare(&[&["b2b2/a3b1 a"], &BOTH[..]].concat());
    assert!(!whole.expect(0).contains('≥'));
}

#[test]
fn a_script_has_no_rules_to_compare() {
    let script = "top a: l -> x; x end: 1 0";
    compare(&[script, "--game", "scripted", "--rules", "haskell"]).refused("script");
}
