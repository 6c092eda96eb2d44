//! Ratings, trees, counts and random boards as the real program prints them, its errors and its exit
//! codes.

use std::process::Command;

use support::cli::{Answer, LARGE, chain, doomtree, program};

const BOOK: &str = "b2b2/a2b1 a";

#[test]
fn the_books_board_is_rated_as_the_documents_print_it() {
    let answer = doomtree(&["rate", BOOK, "--json"]);
    assert_eq!(
        answer.expect(0),
        concat!(
            r#"{"position":"b2b2/a2b1 a","rules":"land-of-lisp","max_plies":null,"#,
            r#""complete":true,"cyclic":false,"positions":11,"position_moves":11,"#,
            r#""tree_nodes":"13","tree_ends":"5","longest_line":5,"#,
            r#""rating":{"a":"0","b":"1"},"proven":{"a":["0","0"],"b":["1","1"]},"#,
            r#""moves":[{"move":"2>3","rating":{"a":"0","b":"1"},"tree_nodes":"12","#,
            r#""proven":{"a":["0","0"],"b":["1","1"]},"best":true,"distance":3,"loss":null}],"#,
            r#""best_moves":["2>3"],"best_line":["2>3","pass","0>2","pass"],"#,
            r#""distance":4,"winners":["b"],"game":"dice-of-doom"}"#,
            "\n"
        )
    );
    assert_eq!(answer.errors, "");
}

#[test]
fn a_board_of_a_billion_and_a_half_nodes_is_rated_exactly() {
    let answer = doomtree(&["rate", LARGE, "--json"]);
    let json: serde_json::Value = serde_json::from_str(answer.expect(0)).expect("JSON");
    assert_eq!(json["tree_nodes"], "1468919491");
    assert_eq!(json["positions"], 201_861);
    assert_eq!(json["position_moves"], 472_108);
    assert_eq!(json["longest_line"], 39);
    assert_eq!(answer.output.lines().count(), 1);
}

#[test]
fn a_ply_limit_says_what_is_cut_and_what_is_proven() {
    let rate = |plies: &str| doomtree(&["rate", BOOK, "--json", "--max-plies", plies]);
    assert_eq!(
        rate("0").expect(0),
        concat!(
            r#"{"position":"b2b2/a2b1 a","rules":"land-of-lisp","max_plies":0,"#,
            r#""complete":false,"cyclic":false,"positions":1,"position_moves":0,"#,
            r#""tree_nodes":"1","tree_ends":"0","longest_line":0,"#,
            r#""rating":{"a":"0","b":"1"},"proven":{"a":["0","1"],"b":["0","1"]},"moves":[],"#,
            r#""best_moves":[],"best_line":[],"distance":null,"winners":null,"game":"dice-of-doom"}"#,
            "\n"
        )
    );
    let one = rate("1");
    assert!(
        one.expect(0)
            .contains(r#""positions":2,"position_moves":1,"tree_nodes":"2""#)
    );
    let seven = rate("7");
    assert!(seven.expect(0).contains(r#""max_plies":7,"complete":true"#));
    assert!(seven.output.contains(r#""tree_nodes":"13""#));
}

#[test]
fn rules_that_are_no_preset_are_printed_switch_by_switch() {
    let answer = doomtree(&["rate", BOOK, "--json", "--max-dice", "4"]);
    assert!(
        answer.expect(0).contains(concat!(
            r#""rules":{"geometry":"parallelogram","players":2,"max_dice":4,"#,
            r#""combat":"stronger-wins","reinforcement":"captured-minus-one","#,
            r#""pass_listed":"first"}"#
        )),
        "{}",
        answer.output
    );
}

#[test]
fn a_budget_of_positions_stops_the_work_and_the_result_says_so() {
    let answer = doomtree(&["rate", BOOK, "--json", "--max-nodes", "3"]);
    let output = answer.expect(3);
    assert!(
        output.ends_with(",\"stopped\":\"max-nodes 3\"}\n"),
        "{output}"
    );
    assert!(output.contains(r#""complete":false"#) && output.contains(r#""positions":3"#));
    answer.sentence("partial result: --max-nodes 3 reached after 3 positions");
    for command in ["tree", "count"] {
        doomtree(&[command, BOOK, "--max-nodes", "3"]).expect(3);
    }
    let count = doomtree(&["count", BOOK, "--json", "--max-nodes", "3"]);
    assert!(count.expect(3).ends_with(",\"stopped\":\"max-nodes 3\"}\n"));
}

const CYCLE: &str = "top a: on -> next, out -> won\nnext b: back -> top, out -> lost\n\
                     won end: 1 0\nlost end: 0 1";
const COIN: &str = "start a: toss -> coin, stop -> half\n\
                    coin chance a: heads 21/25 -> won, tails 4/25 -> lost\n\
                    half end: 1/2 1/2\nwon end: 1 0\nlost end: 0 1";

#[test]
fn where_positions_recur_sizes_are_null() {
    let answer = doomtree(&["rate", "--game", "scripted", CYCLE, "--json"]);
    let json: serde_json::Value = serde_json::from_str(answer.expect(0)).expect("JSON");
    assert_eq!(json["cyclic"], true);
    for key in ["tree_nodes", "tree_ends", "longest_line"] {
        assert!(json[key].is_null(), "{key}: {}", json[key]);
    }
    assert!(json["moves"][0]["tree_nodes"].is_null());
    assert_eq!(json["moves"][1]["tree_nodes"], "1");
    doomtree(&["count", "--game", "scripted", CYCLE]).refused("give --max-plies");
    doomtree(&["count", "--game", "scripted", CYCLE, "--max-plies", "4"]).expect(0);
    let tree = doomtree(&["tree", "--game", "scripted", CYCLE]);
    assert!(tree.expect(0).contains("repeats"), "{}", tree.output);
    let cut = doomtree(&["tree", "--game", "scripted", CYCLE, "--max-lines", "2"]);
    assert!(cut.expect(0).contains("infinitely many nodes are left"));
}

#[test]
fn a_game_with_chance_is_rated_in_fractions_too() {
    let answer = doomtree(&["rate", "--game", "scripted", COIN, "--json"]);
    let output = answer.expect(0);
    assert!(
        output
            .contains(r#""rating":{"a":"21/25","b":"4/25"},"proven":{"a":["21/25","21/25"],"b":["4/25","4/25"]}"#),
        "{output}"
    );
    assert!(output.contains(r#"{"move":"stop","rating":{"a":"1/2","b":"1/2"},"tree_nodes":"1","#));
}

#[test]
fn the_tree_of_the_book_is_printed_with_thirteen_lines_and_a_legend() {
    let answer = doomtree(&["tree", BOOK]);
    let expected = "\
b2b2/a2b1 a                  a 0  b 1  *
  2>3  b2b2/a1a1 a +1        a 0  b 1  *
    pass  b2b2/a1a1 b        a 0  b 1  *
      0>2  b1b2/b1a1 b +1    a 0  b 1  *
        pass  b1b2/b1a1 a    a 0  b 1  *  b wins
        1>3  b1b1/b1b1 b +2  a 0  b 1
          pass  b2b1/b1b1 a  a 0  b 1     b wins
      0>3  b1b2/a1b1 b +1    a 0  b 1
        pass  b1b2/a1b1 a    a 0  b 1     b wins
      1>3  b2b1/a1b1 b +1    a 0  b 1
        pass  b2b1/a1b1 a    a 0  b 1     b wins
        0>2  b1b1/b1b1 b +2  a 0  b 1   =
          pass  b2b1/b1b1 a  a 0  b 1   = b wins

13 nodes, 11 positions   * best line, = position printed before
";
    assert_eq!(answer.expect(0), expected);
    let quiet = doomtree(&["tree", BOOK, "--quiet"]);
    let (tree, _) = expected.split_once("\n\n").expect("a legend");
    assert_eq!(quiet.expect(0).trim_end(), tree);
}

#[test]
fn a_tree_that_is_cut_says_how_many_nodes_are_left() {
    let answer = doomtree(&["tree", LARGE, "--max-lines", "5", "--quiet"]);
    let lines: Vec<&str> = answer.expect(0).lines().collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[5], "… 1,468,919,486 nodes are left");
    let all = doomtree(&["tree", LARGE, "--quiet"]);
    assert_eq!(all.expect(0).lines().count(), 10_001);
    let none = doomtree(&["tree", BOOK, "--max-lines", "0", "--quiet"]);
    assert_eq!(none.expect(0), "… 13 nodes are left\n");
    let one = doomtree(&["tree", BOOK, "--max-lines", "12", "--quiet"]);
    assert!(one.expect(0).ends_with("… 1 node is left\n"));
}

#[test]
fn a_horizon_shows_its_estimate_and_what_is_proven() {
    let answer = doomtree(&["tree", BOOK, "--max-plies", "1"]);
    assert!(
        answer
            .expect(0)
            .contains("a ~1/2 [0, 1]  b ~1/2 [0, 1]     horizon"),
        "{}",
        answer.output
    );
    assert!(
        answer.output.contains("~ estimate, not proven"),
        "{}",
        answer.output
    );
}

#[test]
fn every_ply_is_counted() {
    let answer = doomtree(&["count", BOOK, "--json"]);
    let json: serde_json::Value = serde_json::from_str(answer.expect(0)).expect("JSON");
    let column = |key: &str| -> Vec<String> {
        let plies = json["plies"].as_array().expect("plies");
        plies
            .iter()
            .map(|ply| ply[key].to_string().replace('"', ""))
            .collect()
    };
    assert_eq!(column("nodes"), ["1", "1", "1", "3", "5", "2"]);
    assert_eq!(column("ends"), ["0", "0", "0", "0", "3", "2"]);
    assert_eq!(column("new_positions"), ["1", "1", "1", "3", "4", "1"]);
    assert_eq!(json["tree_nodes"], "13");
    assert_eq!(json["tree_ends"], "5");
    assert_eq!(json["positions"], 11);
    let table = doomtree(&["count", LARGE]);
    let last = table.expect(0).lines().last().expect("totals");
    let words: Vec<&str> = last.split_whitespace().collect();
    assert_eq!(words[..2], ["total", "1,468,919,491"]);
    assert_eq!(words[3], "201,861");
}

#[test]
fn a_line_names_the_node_where_the_work_starts() {
    let answer = doomtree(&["rate", BOOK, "--json", "--at", "2>3 pass"]);
    assert!(
        answer
            .expect(0)
            .starts_with(r#"{"position":"b2b2/a1a1 b","#)
    );
    assert!(answer.output.contains(r#""tree_nodes":"11""#));
    doomtree(&["tree", BOOK, "--at", "2>3 2>1"])
        .refused("--at: '2>1' is no move at ply 1 (column 5): use pass");
    doomtree(&["rate", "b2b2/a9b1 a", "--at", "2>3"]).refused("hex has 9 dice");
}

#[test]
fn a_random_board_is_the_same_for_ever() {
    let random = |args: &[&str]| {
        let all = [&["random", "--rows", "3", "--columns", "3"], args].concat();
        doomtree(&all)
    };
    let seven = random(&["--seed", "7", "--any"]);
    assert_eq!(seven.expect(0), "b2b3a1/a1b2a2/b1a1b2 a\n");
    assert_eq!(seven.errors, "");
    let drawn = random(&[]);
    let board = drawn.expect(0).to_owned();
    let seed = drawn.errors.split_whitespace().nth(2).expect("a seed");
    assert_eq!(
        drawn.errors,
        format!("doomtree: --seed {seed} gives this board again\n")
    );
    assert_eq!(random(&["--seed", seed]).expect(0), board);
    random(&["--seed", "7", "--max-dice", "10"]).refused("invalid value 10 for 'max_dice'");
    doomtree(&["random", "--rows", "9", "--columns", "9"]).refused("9 × 9");
}

#[test]
fn a_random_board_with_a_choice_tells_the_seed_that_gives_it() {
    let small = ["random", "--rows", "2", "--columns", "2"];
    let random = |args: &[&str]| doomtree(&[&small[..], args].concat());
    let mut moved = 0;
    for seed in 1..12 {
        let seed = seed.to_string();
        let with = random(&["--seed", &seed]);
        let board = with.expect(0).to_owned();
        let tree = doomtree(&["tree", board.trim()]);
        assert!(tree.expect(0).lines().count() > 3, "{board}");
        let again = match with.errors.split_whitespace().last() {
            Some(other) => random(&["--seed", other]),
            None => random(&["--seed", &seed]),
        };
        assert_eq!(again.expect(0), board);
        moved += u32::from(!with.errors.is_empty());
    }
    assert!(
        moved > 0,
        "every one of these boards has a choice of its own"
    );
}

#[test]
fn several_random_boards_are_drawn_at_once_and_differ() {
    let random = |args: &[&str]| {
        let all = [&["random", "--rows", "2", "--columns", "3"], args].concat();
        doomtree(&all)
    };
    let many = random(&["--seed", "7", "--count", "20"]);
    let boards: Vec<&str> = many.expect(0).lines().collect();
    assert_eq!(boards.len(), 20);
    assert_eq!(random(&["--seed", "7"]).expect(0).trim(), boards[0]);
    let distinct: std::collections::BTreeSet<&&str> = boards.iter().collect();
    assert!(distinct.len() > 15, "{boards:?}");
    let drawn = random(&["--count", "2"]);
    assert!(
        drawn.errors.ends_with(" gives these boards again\n"),
        "{}",
        drawn.errors
    );
    random(&["--count", "0"]).refused("--count");
}

#[test]
fn colors_mark_what_is_best_worse_and_not_proven_and_only_where_they_are_wanted() {
    const BEST: &str = "\u{1b}[1;32m";
    const WORSE: &str = "\u{1b}[31m";
    const OPEN: &str = "\u{1b}[33m";
    let board = "a1b1a3b2b3 a";
    let colored = |args: &[&str]| {
        let answer = doomtree(&[args, &["--color", "always"]].concat());
        answer.expect(0).to_owned()
    };
    let rated = colored(&["rate", board]);
    assert!(rated.contains(BEST) && rated.contains(WORSE), "{rated}");
    let tree = colored(&["tree", board]);
    assert!(tree.contains(BEST) && tree.contains(WORSE), "{tree}");
    let cut = colored(&["rate", "a2a2b2/a3b1a3/a3a3b3 a", "--max-plies", "2"]);
    assert!(cut.contains(OPEN), "{cut}");
    // The same text without them, which is what a pipe gets.
    let plain = doomtree(&["tree", board]);
    assert!(!plain.expect(0).contains('\u{1b}'));
    let mut bare = tree;
    for code in [BEST, WORSE, OPEN, "\u{1b}[2m", "\u{1b}[0m"] {
        bare = bare.replace(code, "");
    }
    assert_eq!(bare, plain.expect(0));
    doomtree(&["rate", board, "--color", "sometimes"]).refused("--color");
}

#[test]
fn mirror_images_are_merged_on_request_and_say_for_how_many_they_stand() {
    let board = [
        "tree",
        ".../.../... x",
        "--max-plies",
        "2",
        "--merge-symmetric",
    ];
    let merged = doomtree(&board);
    let text = merged.expect(0);
    // Corner, side and center; then 5, 5 and 2 answers: the figure of every textbook.
    assert_eq!(
        text.lines().filter(|line| line.starts_with("  x@")).count(),
        3,
        "{text}"
    );
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("    o@"))
            .count(),
        12,
        "{text}"
    );
    assert!(
        text.contains("x@0 ×4") && text.contains("x@4  ") && text.contains("o@1 ×2"),
        "{text}"
    );
    let picture = [
        "export",
        ".../.../... x",
        "--to-ply",
        "2",
        "--merge-symmetric",
        "--format",
    ];
    let with = |format: &str| doomtree(&[&picture[..], &[format]].concat());
    let drawn = with("svg");
    assert_eq!(
        drawn.expect(0).matches(" ×").count(),
        10,
        "{}",
        drawn.output
    );
    with("csv").refused("leave out --merge-symmetric, or use ");
    // Nothing is merged where nothing is equivalent.
    let book = ["tree", "b2b2/a2b1 a"];
    let merged = doomtree(&[&book[..], &["--merge-symmetric"]].concat());
    assert_eq!(merged.expect(0), doomtree(&book).expect(0));
}

/// Runs the program on a stack of 256 KiB.
fn on_a_small_stack(args: &[&str], script: &str) -> Answer {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -s 256 && exec \"$0\" \"$@\""]);
    shell.arg(program().get_program()).args(args);
    Answer::of(shell.args(["--game", "scripted", script]))
}

#[test]
fn a_hundred_thousand_plies_pass_on_a_small_stack() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chain.txt");
    std::fs::write(&path, chain(100_000)).expect("the script");
    let path = path.to_str().expect("a name");
    let rate = on_a_small_stack(&["rate"], path);
    assert!(rate.expect(0).contains("100,001 nodes"), "{}", rate.output);
    assert!(
        rate.output.contains("distance     100,000 plies"),
        "{}",
        rate.output
    );
    let tree = on_a_small_stack(&["tree", "--max-lines", "5", "--quiet"], path);
    assert!(
        tree.expect(0).ends_with("… 99,996 nodes are left\n"),
        "{}",
        tree.output
    );
    let export = on_a_small_stack(
        &["export", "--format", "dot", "--max-nodes", "100000"],
        path,
    );
    assert_eq!(export.expect(3).matches(" -> ").count(), 99_999);
    export.sentence("partial tree: --max-nodes 100000 reached after 100,000 nodes");
}

#[test]
fn a_long_line_is_printed_whole_without_running_off_to_the_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chain.txt");
    std::fs::write(&path, chain(50_000)).expect("the script");
    let path = path.to_str().expect("a name");
    let tree = on_a_small_stack(&["tree", "--max-lines", "60000", "--quiet"], path);
    assert_eq!(tree.expect(0).lines().count(), 50_001);
    assert!(
        tree.output.contains("(ply 50000) m"),
        "{}",
        tree.output.len()
    );
    let text = on_a_small_stack(&["export", "--format", "text"], path);
    assert!(text.expect(0).contains("(ply 50000) n50000"));
    for output in [&tree.output, &text.output] {
        let widest = output.lines().map(|line| line.chars().count()).max();
        assert!(widest < Some(300), "{widest:?}");
    }
    let count = on_a_small_stack(&["count"], path);
    assert_eq!(count.expect(0).lines().count(), 50_003);
    on_a_small_stack(&["verify"], path).expect(0);
    let saved = folder.path().join("chain.tree.json");
    let saved = saved.to_str().expect("a name");
    on_a_small_stack(
        &[
            "export",
            "--format",
            "json",
            "--max-nodes",
            "2000000",
            "-o",
            saved,
        ],
        path,
    )
    .expect(0);
    on_a_small_stack(&["verify"], saved).expect(0);
}

#[test]
fn what_is_assumed_is_told_beside_the_true_ratings() {
    let told = |more: &[&str]| {
        let mut words = vec!["rate", BOOK];
        words.extend(more);
        doomtree(&words)
    };
    let plain = told(&[]);
    let pinned = told(&["--pin", "2>3=1/2"]);
    let text = pinned.expect(0);
    assert!(text.starts_with(plain.expect(0)), "what was printed stays");
    for words in [
        "what if      1 assumption; the ratings above are true",
        "The root's rating for a rises from 0 to 1/2.",
        "The root's rating for b falls from 1 to 1/2.",
        "a 0  b 1 -> a 1/2  b 1/2",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let json = told(&[
        "--json",
        "--forbid",
        "2>3 pass 0>2",
        "--pin",
        "2>3 pass 1>3=a 1",
    ]);
    let json: serde_json::Value = serde_json::from_str(json.expect(0)).expect("JSON");
    assert_eq!(json["rating"]["a"], "0");
    assert_eq!(json["what_if"]["rating"]["a"], "0");
    let nodes = json["what_if"]["nodes"].as_array().expect("nodes");
    assert_eq!(nodes[0]["line"], "2>3 pass 1>3");
    assert_eq!(nodes[0]["after"]["b"], "0");
    let answer = told(&["--json", "--change", "2>3=a2a2/a1a1 b"]);
    let json: serde_json::Value = serde_json::from_str(answer.expect(0)).expect("JSON");
    assert_eq!(json["what_if"]["rating"]["a"], "1");
    let tree = doomtree(&["tree", BOOK, "--pin", "2>3 pass=1"]);
    assert!(tree.expect(0).contains("rises from 0 to 1."));
}

#[test]
fn what_can_not_be_assumed_is_refused_in_one_sentence() {
    for (more, words) in [
        (["--pin", "2>3"], "has no '='"),
        (["--pin", "2>3=much"], "is no rating"),
        (["--pin", "9>9=1"], "no such line"),
        (["--forbid", "2>3"], "must stay legal"),
        (["--change", "2>3=a9 a"], "--change"),
    ] {
        let answer = doomtree(&["rate", BOOK, more[0], more[1]]);
        assert_eq!(answer.code, Some(2), "{more:?}");
        assert!(answer.errors.contains(words), "{}", answer.errors);
        assert_eq!(answer.errors.lines().count(), 1);
    }
    let answer = doomtree(&["rate", "-", "--pin", "=1"]);
    assert_eq!(answer.code, Some(2));
}

#[test]
fn options_before_a_command_are_the_commands() {
    let usual = doomtree(&["rate", "b2b2/a2b1 a", "--color", "never"]);
    let before = doomtree(&["--color", "never", "rate", "b2b2/a2b1 a"]);
    assert_eq!(before.expect(0), usual.expect(0));
    let colored = doomtree(&["--color=always", "rate", "b2b2/a2b1 a"]);
    assert!(colored.expect(0).contains('\u{1b}'));
}
