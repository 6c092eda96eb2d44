//! `doomtree search` as somebody meets it: what it rates, and what it has proven at a limit.

use std::process::Stdio;

use serde_json::Value;
use support::cli::{Answer, LARGE, chain, doomtree, program};
use support::outside::{Signal, computed, send};

const BOOK: &str = "b2b2/a2b1 a";
/// A board of 220,228,222,172,925 tree nodes.
const HARD: &str = "a3b2b3/a3b3a3/b2a2b3 a";
const CYCLE: &str = "top a: on -> next, out -> lost\nnext b: back -> top, out -> won\n\
                     won end: 1 0\nlost end: 0 1";
const COIN: &str = "start a: toss -> coin, stop -> half\n\
                    coin chance a: heads 21/25 -> won, tails 4/25 -> lost\n\
                    half end: 1/2 1/2\nwon end: 1 0\nlost end: 0 1";

fn json(args: &[&str], code: i32) -> (Value, Answer) {
    let answer = doomtree(&[&["search", "--json"], args].concat());
    let output = answer.expect(code);
    assert_eq!(output.lines().count(), 1, "{output}");
    (serde_json::from_str(output).expect("JSON"), answer)
}

#[test]
fn a_limit_of_time_ends_a_search_and_tells_the_number_that_repeats_it() {
    let board = "a3b1a3a1/a3a1b3a2/b2b1b3a3/b3a3b3a1 a";
    let (found, answer) = json(&[board, "--max-time", "50ms"], 3);
    assert!(
        answer.errors.contains("--max-time 50ms reached after "),
        "{}",
        answer.errors
    );
    let stopped = found["stopped"].as_str().expect("a number");
    let number = stopped.strip_prefix("max-nodes ").expect("a number");
    assert!(answer.errors.contains(&format!("--max-nodes {number} ")));
    let (again, _) = json(&[board, "--max-nodes", number], 3);
    assert_eq!(again, found);
}

#[test]
fn the_books_board_is_searched_and_the_object_has_its_keys_in_order() {
    let (_, answer) = json(&[BOOK, "--max-memory", "1M"], 0);
    let keys = [
        "position",
        "rules",
        "algorithm",
        "max_plies",
        "complete",
        "game",
        "cyclic",
        "nodes",
        "cutoffs",
        "longest_line",
        "table_bytes",
        "table_positions",
        "table_hits",
        "rating",
        "proven",
        "moves",
        "best_line",
        "wins_within",
    ];
    let places: Vec<_> = keys
        .iter()
        .map(|key| answer.output.find(&format!("\"{key}\":")).expect(key))
        .collect();
    assert!(places.is_sorted(), "{}", answer.output);
    assert!(answer.output.contains(
        r#""rating":{"a":"0","b":"1"},"proven":{"a":["0","0"],"b":["1","1"]},"moves":[{"move":"2>3","rating":{"a":"0","b":"1"},"proven":{"a":["0","0"],"b":["1","1"]}}],"best_line":["2>3","pass","0>2","1>3","pass"],"wins_within":5}"#
    ), "{}", answer.output);
    assert_eq!(answer.errors, "");
}

#[test]
fn minimax_without_a_table_visits_the_whole_tree_and_alpha_beta_less() {
    let nodes = |args: &[&str]| json(args, 0).0["nodes"].as_u64().expect("a number");
    let minimax = ["--algorithm", "minimax"];
    assert_eq!(
        nodes(&[&[BOOK, "--max-memory", "0"], &minimax[..]].concat()),
        13
    );
    assert_eq!(nodes(&[&[BOOK], &minimax[..]].concat()), 11);
    assert!(nodes(&[BOOK]) < 11);
}

#[test]
fn search_and_rate_say_the_same() {
    for args in [
        &["a1b2a1/b1b2a1/a1a1a3 b"][..],
        &[
            "a1b2a1/b1b2a1/a1a1a3 a",
            "--max-plies",
            "4",
            "--estimate",
            "share",
        ],
        &["a2b1/b2a1 a", "--rules", "realm-of-racket", "--pool", "2"],
        &["a2b1/c2a1 a", "--players", "3"],
        &["a2b1/b2a1 a", "--combat", "dice-roll", "--max-plies", "3"],
        &["--game", "tic-tac-toe", "x../.o./... x"],
        &["--game", "scripted", COIN],
    ] {
        let rate = doomtree(&[&["rate", "--json"], args].concat());
        let rate: Value = serde_json::from_str(rate.expect(0)).expect("JSON");
        let (search, _) = json(args, 0);
        for key in ["position", "rules", "max_plies", "complete"] {
            assert_eq!(search[key], rate[key], "{args:?} {key}");
        }
        // A search over chance finds doubles.
        let number = |rating: &Value| {
            let text = rating.as_str()?;
            let fraction = doomtree::game::parse_rational(text)?;
            Some(doomtree::game::to_f64(&fraction))
        };
        let near = |a: &Value, b: &Value| match (number(a), number(b)) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-9,
            _ => a == b,
        };
        let ratings = |object: &Value| -> Vec<Value> {
            let moves = object["moves"].as_array().expect("moves").iter();
            let all = std::iter::once(object).chain(moves);
            all.flat_map(|entry| {
                let ratings = entry["rating"].as_object().expect("ratings");
                ratings.values().cloned().collect::<Vec<_>>()
            })
            .collect()
        };
        let (ours, theirs) = (ratings(&search), ratings(&rate));
        assert_eq!(ours.len(), theirs.len(), "{args:?}");
        let all_near = ours.iter().zip(&theirs).all(|(a, b)| near(a, b));
        assert!(all_near, "{args:?}: {ours:?}, not {theirs:?}");
    }
}

#[test]
fn a_board_of_a_billion_and_a_half_nodes_is_searched_in_a_few_thousand() {
    let (search, _) = json(&[LARGE], 0);
    assert_eq!(search["rating"]["a"], "1");
    assert!(
        search["nodes"].as_u64().expect("a number") < 10_000,
        "{search}"
    );
}

#[test]
fn the_budget_of_nodes_ends_the_search_and_what_is_proven_is_printed() {
    let (search, answer) = json(&[HARD, "--max-nodes", "50"], 3);
    answer.sentence("--max-nodes 50 reached");
    assert_eq!(search["nodes"], 50);
    assert_eq!(search["stopped"], "max-nodes 50");
    assert_eq!(search["complete"], false);
    assert_eq!(search["rating"]["a"], Value::Null);
    assert_eq!(search["proven"]["a"], serde_json::json!(["0", "1"]));
    let text = doomtree(&["search", HARD, "--max-nodes", "50"]);
    assert!(text.expect(3).contains("a ? [0, 1]"), "{}", text.output);
    // A budget that is just enough is no limit.
    let nodes = json(&[BOOK], 0).0["nodes"].to_string();
    json(&[BOOK, "--max-nodes", &nodes], 0);
}

#[test]
fn where_positions_recur_the_remedy_is_named_and_only_what_is_proven_is_told() {
    let (search, answer) = json(&["--game", "scripted", CYCLE], 2);
    answer.sentence("use --max-plies");
    assert_eq!(search["cyclic"], true);
    assert_eq!(search["rating"]["a"], Value::Null);
    assert_eq!(search["proven"]["a"], serde_json::json!(["0", "1"]));
    // One move leads straight to an end.
    assert_eq!(search["moves"][1]["rating"]["a"], "0");
    let (limited, _) = json(&["--game", "scripted", CYCLE, "--max-plies", "5"], 0);
    assert_eq!(limited["complete"], false);
    assert_eq!(limited["rating"]["a"], "1/2");
}

#[test]
fn people_read_a_table_of_moves_and_what_was_counted() {
    let answer = doomtree(&["search", BOOK]);
    let output = answer.expect(0);
    for words in [
        "b2b2/a2b1 a\ndice-of-doom, land-of-lisp, a to move\n",
        "rating       a 0  b 1   (proven)",
        "best line    2>3 pass 0>2 1>3 pass\n",
        "distance     at most 5 plies\n",
        "algorithm    proof-number, with a table of ",
        "visited      ",
        "answered",
        "2>3   *  0  1",
    ] {
        assert!(output.contains(words), "{words}: {output}");
    }
    let cut = doomtree(&["search", BOOK, "--algorithm", "alpha-beta"]);
    for words in ["algorithm    alpha-beta, with a table of ", "cut          "] {
        assert!(cut.expect(0).contains(words), "{words}: {}", cut.output);
    }
    let none = doomtree(&["search", BOOK, "--max-memory", "0", "--max-plies", "2"]);
    for words in [
        "without a table",
        "the tree stops after 2 plies",
        "a ~1/2 [0, 1]",
    ] {
        assert!(none.expect(0).contains(words), "{words}: {}", none.output);
    }
}

#[test]
fn bad_flags_are_refused_in_one_sentence() {
    doomtree(&["search", BOOK, "--algorithm", "mcts"]).refused(
        "there is no search algorithm called 'mcts': use proof-number, alpha-beta, minimax",
    );
    doomtree(&[
        "search",
        BOOK,
        "--algorithm",
        "proof-number",
        "--max-plies",
        "3",
    ])
    .refused("proof numbers know no ply limit");
    doomtree(&["search", BOOK, "--max-memory", "much"]).refused("such as 512MB");
    doomtree(&["search", BOOK, "--max-nodes", "0"]).refused("--max-nodes");
    doomtree(&["search", "b9b2/a2b1 a"]).refused("9 dice");
    doomtree(&["search", BOOK, "--at", "1>2"]).refused("--at");
    doomtree(&[
        "search",
        "--game",
        "tic-tac-toe",
        ".../.../... x",
        "--estimate",
        "share",
    ])
    .refused("no estimate called 'share'");
}

#[test]
fn a_node_below_the_board_is_searched_with_at() {
    let (search, _) = json(&[BOOK, "--at", "2>3"], 0);
    assert_eq!(search["position"], "b2b2/a1a1 a +1");
}

#[test]
fn a_tree_file_is_searched_from_its_root() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("book.tree.json");
    let name = file.to_str().expect("a name");
    doomtree(&["export", BOOK, "--format", "json", "-o", name]).expect(0);
    let (search, _) = json(&[name], 0);
    assert_eq!(search["position"], BOOK);
    assert_eq!(search["rating"]["b"], "1");
}

#[test]
fn a_line_of_a_hundred_thousand_plies_is_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("chain.txt");
    let script = chain(100_000);
    #[expect(
        clippy::disallowed_methods,
        reason = "a test makes the file that is read"
    )]
    std::fs::write(&file, script).expect("a file");
    let name = file.to_str().expect("a name");
    let (search, _) = json(&["--game", "scripted", name], 0);
    assert_eq!(search["longest_line"], 100_000);
    assert_eq!(search["rating"]["a"], "1");
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_what_is_proven_so_far() {
    // Minimax over this board's tree takes longer than anybody waits.
    let child = program()
        .args([
            "search",
            HARD,
            "--algorithm",
            "minimax",
            "--max-memory",
            "0",
            "--json",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    // What it takes to start is a tenth of that.
    while computed(&child).is_some_and(|hundredths| hundredths < 30) {
        std::thread::yield_now();
    }
    send(Signal::INT, &child);
    let answer = Answer::from(child.wait_with_output().expect("an end"));
    let search: Value = serde_json::from_str(answer.expect(130)).expect("JSON");
    assert_eq!(search["stopped"], "interrupted");
    assert_eq!(search["proven"]["a"], serde_json::json!(["0", "1"]));
    answer.sentence("interrupted after ");
}

#[test]
fn a_move_that_only_looks_best_is_marked_as_an_estimate_is() {
    let open = doomtree(&["search", "b3a3/b1b2 a", "--at", "1>3", "--max-plies", "7"]);
    let line = |answer: &Answer, start: &str| {
        let mut lines = answer.output.lines();
        let line = lines.find(|line| line.starts_with(start));
        line.expect(start).to_owned()
    };
    assert!(line(&open, "3>2").contains(" ~  ~1/2 [0, 1/2]"));
    let proven = doomtree(&["search", BOOK]);
    assert!(line(&proven, "2>3").contains(" * "));
}

/// A board of 4 × 4 hexes, whose graph has more positions than are built before a search is tried.
const FOUR_BY_FOUR: &str = "a2a2b3b1/b3a1a3b2/a1b3b1a3/b2a2b1a3 a";

#[test]
fn a_board_whose_graph_is_too_large_is_rated_by_a_search_and_rate_says_so() {
    let (searched, _) = json(&[FOUR_BY_FOUR], 0);
    let answer = doomtree(&["rate", FOUR_BY_FOUR, "--json", "--quiet"]);
    let rated: Value = serde_json::from_str(answer.expect(0)).expect("JSON");
    assert_eq!(rated["searched"]["algorithm"], "proof-number");
    for key in ["rating", "proven", "best_line"] {
        assert_eq!(rated[key], searched[key], "{key}");
    }
    assert_eq!(rated["searched"]["wins_within"], searched["wins_within"]);
    assert_eq!(rated["max_plies"], Value::Null);
    assert_eq!(rated["winners"], serde_json::json!(["a"]));
    let moves = |answer: &Value| -> Vec<(Value, Value)> {
        let moves = answer["moves"].as_array().expect("moves");
        let pair = |mv: &Value| (mv["move"].clone(), mv["rating"].clone());
        moves.iter().map(pair).collect()
    };
    assert_eq!(moves(&rated), moves(&searched));
    assert_eq!(
        rated["best_moves"],
        serde_json::json!(["6>7", "11>7", "13>14"])
    );
}

#[test]
fn a_part_of_a_board_whose_graph_is_too_large_is_exported_with_proven_ratings() {
    for (part, nodes) in [
        (["--to-ply", "1"], Some(8)),
        (["--along", "6>7"], None),
        (["--scope", "best-line"], None),
    ] {
        let asked = ["export", FOUR_BY_FOUR, "--format", "json", "--quiet"];
        let answer = doomtree(&[&asked[..], &part].concat());
        let file: Value = serde_json::from_str(answer.expect(0)).expect("JSON");
        let written = file["nodes"].as_array().expect("nodes");
        assert!(nodes.is_none_or(|nodes| nodes == written.len()), "{part:?}");
        assert!(written.len() > 7, "{part:?}");
        for node in written {
            for ends in node["proven"].as_object().into_iter().flatten() {
                assert_eq!(ends.1[0], ends.1[1], "{part:?}: {node}");
            }
        }
        assert_eq!(written[0]["rating"]["a"], "1");
        if part[1] == "best-line" {
            let ends = written.iter().filter(|node| node["kind"] == "terminal");
            assert!(ends.count() > 0, "the best line leads to an end");
        }
    }
    let asked = ["export", FOUR_BY_FOUR, "--format", "json", "--to-ply"];
    let answer = doomtree(&[&asked[..], &["9", "--max-time", "2s"]].concat());
    answer.expect(3);
    // While it is proven, or while it is written.
    let errors = answer.errors;
    assert!(errors.contains("--max-time 2s reached"), "{errors}");
    let answer = doomtree(&[
        "export",
        FOUR_BY_FOUR,
        "--along",
        "6>99",
        "--format",
        "json",
    ]);
    answer.expect(2);
}
