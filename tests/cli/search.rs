//! `doomtree search` as somebody meets it.

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
fn a_textbooks_algorithm_prints_what_it_visited_cut_and_found() {
    let run = doomtree(&[
        "search",
        "b2a1a1/a2b2a3/b3b1b1 a",
        "--algorithm",
        "plain-alpha-beta",
    ]);
    let text = run.expect(0);
    for words in [
        "Alpha-beta (plain-alpha-beta)",
        "rating       a 0",
        "3,641 nodes",
        "548 times",
        "209,316 nodes",
        "212,957 nodes, 98.3 % not visited",
    ] {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
}

#[test]
fn several_algorithms_are_compared_in_a_table_or_in_a_line_of_json_each() {
    let names = "plain-minimax,ordered-alpha-beta,monte-carlo,proof-number";
    let all = ["search", "b2a1a1/a2b2a3/b3b1b1 a", "--algorithm", names];
    let table = doomtree(&[&all[..], &["--playouts", "50"]].concat());
    let rows: Vec<Vec<&str>> = table
        .expect(0)
        .lines()
        .map(|line| {
            line.split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect()
        })
        .collect();
    assert_eq!(
        rows[0],
        [
            "algorithm",
            "rating",
            "best move",
            "visited",
            "cuts",
            "time"
        ]
    );
    assert_eq!(rows.len(), 5, "{rows:?}");
    assert_eq!(&rows[1][..2], ["plain-minimax", "0"]);
    assert_eq!(rows[1][3], "212,957");
    assert_eq!(&rows[2][..2], ["ordered-alpha-beta", "0"]);
    assert!(
        rows.iter()
            .skip(1)
            .all(|row| row.last().is_some_and(|cell| cell.ends_with(" s")))
    );
    let json = doomtree(&[&all[..], &["--json"]].concat());
    let answers: Vec<Value> = json
        .expect(0)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let named: Vec<&Value> = answers.iter().map(|answer| &answer["algorithm"]).collect();
    assert_eq!(named, names.split(',').collect::<Vec<_>>());
    // Each line is what the algorithm alone prints.
    let alone = doomtree(&[&all[..2], &["--algorithm", "ordered-alpha-beta", "--json"]].concat());
    assert_eq!(
        serde_json::from_str::<Value>(alone.expect(0)).expect("JSON"),
        answers[1]
    );
    let bad = |more: &[&str]| doomtree(&[&all[..], more].concat());
    bad(&["--events", "steps.jsonl"]).refused("give one --algorithm");
    doomtree(&["search", BOOK, "--algorithm", "minimax,mcts"]).refused("called 'mcts'");
    doomtree(&["search", BOOK, "--algorithm", "minimax,star1", "--for", "z"])
        .refused("star1: --for");
}

#[test]
fn a_textbooks_algorithm_prints_the_line_of_best_play_that_it_knows() {
    let board = "a1b1a3b2b3 a";
    let run = |algorithm| doomtree(&["search", board, "--algorithm", algorithm, "--json"]);
    let answer =
        |algorithm| -> Value { serde_json::from_str(run(algorithm).expect(0)).expect("JSON") };
    let rated = doomtree(&["rate", board, "--json"]);
    let rated: Value = serde_json::from_str(rated.expect(0)).expect("JSON");
    let best = rated["best_moves"].as_array().expect("moves");
    for algorithm in [
        "plain-minimax",
        "memo-minimax",
        "plain-alpha-beta",
        "ordered-alpha-beta",
        "table-alpha-beta",
        "iterative-deepening",
        "star1",
    ] {
        let found = answer(algorithm);
        assert!(best.contains(&found["move"]), "{algorithm}: {found}");
        let line = found["best_line"].as_array().expect("a line");
        assert_eq!(line[0], found["move"], "{algorithm}");
        // Every move of it keeps the rating.
        let mut words = String::new();
        for mv in line {
            words = format!("{words} {}", mv.as_str().expect("a move"));
            let there = doomtree(&["rate", board, "--at", words.trim(), "--json"]);
            let there: Value = serde_json::from_str(there.expect(0)).expect("JSON");
            assert_eq!(there["rating"], rated["rating"], "{algorithm}: {words}");
        }
    }
    let text = doomtree(&["search", board, "--algorithm", "plain-minimax"]);
    assert!(text.expect(0).contains("best line    "), "{}", text.output);
}

#[test]
fn the_full_tree_of_tic_tac_toe_is_counted_as_books_count_it() {
    let tic_tac_toe = ["search", ".../.../... x", "--game", "tic-tac-toe", "--json"];
    let json = |algorithm| {
        let words = [&tic_tac_toe[..], &["--algorithm", algorithm]].concat();
        serde_json::from_str::<Value>(doomtree(&words).expect(0)).expect("JSON")
    };
    assert_eq!(json("plain-minimax")["nodes"], 549_946);
    assert_eq!(json("expectiminimax")["nodes"], 549_946);
    let plain = json("plain-alpha-beta");
    assert_eq!(plain["nodes"], 18_297);
    assert_eq!(plain["cut_nodes"], (549_946 - 18_297).to_string());
    assert_eq!(plain["rating"]["x"], "1/2");
    assert_eq!(json("memo-minimax")["nodes"], 5_478);
}

#[test]
fn every_step_is_written_as_json_lines_that_tell_what_was_cut() {
    let board = [
        "search",
        "a1b2a3/b2a1b1 a",
        "--algorithm",
        "plain-alpha-beta",
    ];
    let lines = doomtree(&[&board[..], &["--events", "-"]].concat())
        .expect(0)
        .to_owned();
    let json = doomtree(&[&board[..], &["--json"]].concat())
        .expect(0)
        .to_owned();
    let told: Value = serde_json::from_str(&json).expect("JSON");
    let events: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let of = |step: &str| events.iter().filter(|event| event["step"] == step).count() as u64;
    assert_eq!(Some(of("enter")), told["nodes"].as_u64());
    assert_eq!(Some(of("cut")), told["cutoffs"].as_u64());
    assert_eq!(of("enter"), of("return"));
    let mut cut = 0_u64;
    for event in &events {
        for mv in event["cut"].as_array().into_iter().flatten() {
            let nodes = mv["tree_nodes"].as_str().expect("its size");
            cut += nodes.parse::<u64>().expect("a number");
            assert!(!mv["move"].as_str().expect("its move").is_empty());
        }
    }
    assert!(cut > 0);
    assert_eq!(told["cut_nodes"], cut.to_string());
    assert_eq!(Some(events.len() as u64), told["steps"].as_u64());
}

#[test]
fn the_tree_of_an_algorithm_is_drawn_after_any_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = |more: &[&str]| {
        let file = folder.path().join("steps.svg");
        let file = file.to_str().expect("a path");
        let board = ["search", "a1b2a3/b2a1b1 a", "--algorithm"];
        let figure = ["plain-alpha-beta", "--quiet", "--figure", file];
        doomtree(&[&board[..], &figure, more].concat()).expect(0);
        std::fs::read_to_string(file).expect("a picture")
    };
    let last = drawn(&[]);
    assert!(last.contains(">cut</text>"), "the legend explains it");
    assert!(last.contains("<desc") && !drawn(&["--step", "1"]).is_empty());
    assert_ne!(last, drawn(&["--step", "1"]));
    for (extension, begin) in [("pdf", &b"%PDF"[..]), ("png", &b"\x89PNG"[..])] {
        let file = folder.path().join("steps").with_extension(extension);
        let name = file.to_str().expect("a path");
        let figure = ["--algorithm", "memo-minimax", "--figure", name];
        doomtree(&[&["search", BOOK], &figure[..]].concat()).expect(0);
        assert!(std::fs::read(&file).expect("a picture").starts_with(begin));
    }
}

#[test]
fn figures_of_steps_that_cannot_be_are_refused() {
    let refused = |more: &[&str], remedy: &str| {
        let algorithm = ["search", BOOK, "--algorithm", "plain-minimax"];
        doomtree(&[&algorithm[..], more].concat()).refused(remedy);
    };
    refused(
        &["--figure", "steps.json"],
        "name the file .svg, .pdf, or .png",
    );
    refused(&["--figure", "-"], "name the file .svg, .pdf, or .png");
    refused(&["--figure", "a.svg", "--step", "99"], "use 1 to ");
    refused(&["--figure", "a.svg", "--step", "0"], "use 1 to ");
    refused(&["--step", "1"], "--figure");
    doomtree(&["search", BOOK, "--figure", "a.svg"]).refused("plain-alpha-beta");
    let large = ["search", "b2a1a1/a2b2a3/b3b1b1 a", "--max-plies", "9"];
    let figure = ["--algorithm", "plain-minimax", "--figure", "a.svg"];
    doomtree(&[&large[..], &figure].concat()).refused("use --max-plies");
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

#[test]
fn what_belongs_to_textbooks_alone_is_refused_elsewhere() {
    doomtree(&["search", BOOK, "--events", "-"]).refused("plain-alpha-beta");
    doomtree(&["search", BOOK, "--algorithm", "star1", "--for", "c"]).refused("use a or b");
    let memory = ["--algorithm", "memo-minimax", "--max-memory", "1M"];
    doomtree(&[&["search", BOOK], &memory[..]].concat()).refused("--max-nodes");
    let both = ["--algorithm", "star1", "--events", "-", "--json"];
    doomtree(&[&["search", BOOK], &both[..]].concat()).refused("give --events a file");
}

#[test]
fn monte_carlo_plays_the_games_of_a_seed_and_tells_every_step_of_them() {
    let board = ["search", BOOK, "--algorithm", "monte-carlo"];
    let games = ["--playouts", "50", "--seed", "3"];
    let told = doomtree(&[&board[..], &games].concat());
    let told = told.expect(0);
    assert!(
        told.contains("Monte Carlo tree search (monte-carlo)"),
        "{told}"
    );
    assert!(told.contains("move         2>3, 50 of 50 games"), "{told}");
    let json = doomtree(&[&board[..], &games, &["--json"]].concat());
    let json: Value = serde_json::from_str(json.expect(0)).expect("JSON");
    assert_eq!(json["playouts"], 50);
    assert_eq!(
        (&json["move"], &json["move_playouts"]),
        (&"2>3".into(), &50.into())
    );
    // An average of games proves nothing.
    assert_eq!(json["complete"], false);
    let lines = doomtree(&[&board[..], &games, &["--events", "-"]].concat());
    let events: Vec<Value> = lines
        .expect(0)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let of = |step: &'static str| events.iter().filter(move |event| event["step"] == step);
    assert_eq!(of("playout").count(), 50);
    assert_eq!(of("choose").count(), 1);
    let last = of("back-up").next_back().expect("a step");
    assert_eq!((&last["line"], &last["visits"]), (&"".into(), &50.into()));
    let few = ["--playouts", "1000000", "--max-time", "50ms", "--quiet"];
    doomtree(&[&board[..], &few].concat()).sentence("--max-time 50ms reached after");
    doomtree(&["search", BOOK, "--algorithm", "star1", "--seed", "3"]).refused("monte-carlo");
    doomtree(&["search", BOOK, "--playouts", "3"]).refused("algorithms of textbooks");
}

#[test]
fn a_textbooks_algorithm_is_stopped_by_time_and_by_nodes_and_has_no_answer_then() {
    let board = "a2a2b2/a3b1a3/a3a3b3 a";
    let board = ["search", board, "--algorithm", "memo-minimax", "--json"];
    // The graph that it needs isn't there in time.
    let answer = doomtree(&[&board[..], &["--max-time", "1ms"]].concat());
    assert_eq!(answer.expect(3), "");
    answer.sentence("a textbook's algorithm needs all positions");
    let answer = doomtree(&[&board[..], &["--max-nodes", "20000"]].concat());
    let found: Value = serde_json::from_str(answer.expect(3)).expect("JSON");
    assert_eq!(found["rating"]["a"], Value::Null, "{found}");
    assert_eq!(found["complete"], false);
    assert!(found["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    answer.sentence("reached after ");
    // A smaller budget than the tree's own size is a limit too.
    let plain = [
        "search",
        "b2a1a1/a2b2a3/b3b1b1 a",
        "--algorithm",
        "plain-minimax",
        "--max-nodes",
        "1000",
    ];
    doomtree(&plain).expect(3);
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
