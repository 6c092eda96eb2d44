//! Algorithms of textbooks in `doomtree search`: what they visit, their steps, and figures of these.

use serde_json::Value;
use support::cli::doomtree;

const BOOK: &str = "b2b2/a2b1 a";

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
            .all(|row| row.last().is_some_and(|cell| cell.ends_with('s')))
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
    // What isn't there needs no explanation, and it has the size and colors of other figures.
    assert!(!last.contains(">call stack</text>"));
    assert!(drawn(&["--step", "3"]).contains(">call stack</text>"));
    let dark = drawn(&["--theme", "dark", "--width", "84mm"]);
    assert!(dark.contains("width=\"317.48\""), "84 mm: {dark}");
    assert!(dark.contains("fill=\"#17181a\""), "{dark}");
    assert!(!drawn(&["--hide", "legend,legend"]).contains(">cut</text>"));
    for (extension, begin) in [
        ("pdf", &b"%PDF"[..]),
        ("png", &b"\x89PNG"[..]),
        ("tex", &b"% Memoized"[..]),
    ] {
        let file = folder.path().join("steps").with_extension(extension);
        let name = file.to_str().expect("a path");
        let figure = ["--algorithm", "memo-minimax", "--figure", name];
        doomtree(&[&["search", BOOK], &figure[..]].concat()).expect(0);
        assert!(std::fs::read(&file).expect("a picture").starts_with(begin));
    }
    let file = folder.path().join("a.tree.tex");
    let name = file.to_str().expect("a path");
    let figure = ["--algorithm", "plain-alpha-beta", "--figure", name];
    let options = ["--fragment", "--step", "20"];
    doomtree(&[&["search", BOOK], &figure[..], &options].concat()).expect(0);
    let latex = std::fs::read_to_string(&file).expect("a picture");
    assert!(
        latex.contains("$\\alpha$") && !latex.contains("U+"),
        "{latex}"
    );
    assert!(!latex.contains("documentclass") && latex.contains("\\endgroup"));
}

#[test]
fn figures_of_steps_that_cannot_be_are_refused() {
    let refused = |more: &[&str], remedy: &str| {
        let algorithm = ["search", BOOK, "--algorithm", "plain-minimax"];
        doomtree(&[&algorithm[..], more].concat()).refused(remedy);
    };
    refused(&["--figure", "steps.json"], "name the file .svg, ");
    refused(
        &["--figure", "-"],
        "name the file .svg, .pdf, .png, or .tex",
    );
    refused(&["--figure", "a.svg", "--step", "99"], "use 1 to ");
    refused(&["--figure", "a.svg", "--step", "0"], "use 1 to ");
    refused(&["--step", "1"], "--figure");
    refused(&["--figure", "a.svg", "--fragment"], "for tikz");
    refused(
        &["--figure", "a.svg", "--events", "a.svg"],
        "name another one",
    );
    refused(&["--palette", "gray"], "name its file with --figure");
    doomtree(&["search", BOOK, "--figure", "a.svg"]).refused("plain-alpha-beta");
    let large = ["search", "b2a1a1/a2b2a3/b3b1b1 a", "--max-plies", "9"];
    let figure = ["--algorithm", "plain-minimax", "--figure", "a.svg"];
    doomtree(&[&large[..], &figure].concat()).refused("use --max-plies");
    let middling = ["search", "b2a1a1/a2b2a3/b3b1b1 a", "--max-plies", "6"];
    let latex = ["--algorithm", "plain-minimax", "--figure", "a.tex"];
    doomtree(&[&middling[..], &latex].concat()).refused("LaTeX has no memory");
    refused(
        &["--figure", "a.pdf", "--width", "20mm", "--font-size", "9"],
        "mm wide, not 20",
    );
    doomtree(&["search", BOOK, "--fragment"]).refused("name its file with --figure");
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
    // A tree that is too large for all steps doesn't take the place of the other rows.
    let names = "ordered-alpha-beta,plain-minimax,monte-carlo";
    let all = [
        "search",
        board[1],
        "--algorithm",
        names,
        "--playouts",
        "1000000",
    ];
    let table = doomtree(&all);
    let rows: Vec<&str> = table.expect(3).lines().collect();
    assert!(rows[1].starts_with("ordered-alpha-beta  1 "), "{rows:?}");
    assert!(
        rows[2].starts_with("plain-minimax       not finished "),
        "{rows:?}"
    );
    assert_eq!(rows.len(), 4);
    table.sentence("plain-minimax: limit of 2,000,000 steps reached");
    doomtree(&[&all[..3], &["plain-minimax", "--max-nodes", "500000"]].concat())
        .sentence("--max-nodes 500000 reached");
    doomtree(&[&all[..3], &["monte-carlo", "--playouts", "1000000"]].concat())
        .sentence("limit of 2,000,000 steps reached");
}
