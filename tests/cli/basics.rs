//! The command line as somebody meets it: the real program, its output, its errors and its exit
//! codes.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use support::cli::{Answer, LARGE, chain, doomtree, fed, program};
use support::outside::{Signal, send, skip};

const BOOK: &str = "b2b2/a2b1 a";
/// A file with it.
const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/saved_trees/book-2x2.board.json"
);

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
        assert_eq!(random(&["--seed", &seed, "--choice"]).output, with.output);
        let board = with.expect(0).to_owned();
        let tree = doomtree(&["tree", board.trim()]);
        assert!(tree.expect(0).lines().count() > 3, "{board}");
        let again = match with.errors.split_whitespace().nth(2) {
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

#[test]
fn exports_go_to_a_file_or_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.dot");
    let path = path.to_str().expect("a name");
    let printed = doomtree(&["export", BOOK, "--format", "dot"]);
    doomtree(&["export", BOOK, "--format", "dot", "-o", path]).expect(0);
    let written = std::fs::read_to_string(path).expect("the file");
    assert_eq!(written, printed.expect(0));
    let partial = doomtree(&["export", BOOK, "--format", "text", "--max-nodes", "4"]);
    assert!(
        partial.expect(3).contains("10 nodes left out below"),
        "{}",
        partial.output
    );
    partial.sentence("partial tree: --max-nodes 4 reached after 3 nodes");
    let top = doomtree(&["export", LARGE, "--format", "dot", "--to-ply", "1"]);
    assert!(top.expect(0).contains("left out below"));
    let folder_name = folder.path().to_str().expect("a name");
    doomtree(&["export", BOOK, "--format", "text", "-o", folder_name]).refused("is a folder");
    doomtree(&["export", BOOK, "--format", "text", "-o", "/dev/null"])
        .refused("a regular file: name a file");
    let nowhere = folder.path().join("none/x.dot");
    let nowhere = nowhere.to_str().expect("a name");
    doomtree(&["export", BOOK, "--format", "dot", "-o", nowhere])
        .refused("doesn't exist: create it");
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .collect();
    assert_eq!(names.len(), 1, "{names:?}");
}

#[test]
fn an_exported_tree_is_verified_shown_and_rated_like_its_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.tree.json");
    let name = path.to_str().expect("a name");
    doomtree(&["export", BOOK, "--format", "json", "-o", name]).expect(0);
    let verified = doomtree(&["verify", name]);
    assert!(
        verified.expect(0).contains("13 nodes and 12 moves"),
        "{}",
        verified.output
    );
    for command in [&["tree"][..], &["rate", "--json"], &["count"]] {
        let of = |board: &str| doomtree(&[command, &[board]].concat());
        assert_eq!(of(name).expect(0), of(BOOK).expect(0), "{command:?}");
    }
    let below = doomtree(&["rate", name, "--at", "2>3", "--json"]);
    assert!(
        below.expect(0).contains("\"tree_nodes\":\"12\""),
        "{}",
        below.output
    );
    let limited = doomtree(&["rate", name, "--max-plies", "1", "--json"]);
    assert!(
        limited.expect(0).contains("\"max_plies\":1"),
        "{}",
        limited.output
    );
    let positions = folder.path().join("book.positions.json");
    let positions = positions.to_str().expect("a name");
    doomtree(&["export", name, "--format", "positions", "-o", positions]).expect(0);
    doomtree(&["verify", positions]).expect(0);
    let partial = folder.path().join("partial.tree.json");
    let partial = partial.to_str().expect("a name");
    doomtree(&[
        "export",
        BOOK,
        "--format",
        "json",
        "--max-nodes",
        "4",
        "-o",
        partial,
    ])
    .expect(3);
    doomtree(&["verify", partial]).expect(0);
}

#[test]
fn what_a_user_added_to_a_tree_is_exported_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.tree.json");
    let name = path.to_str().expect("a name");
    doomtree(&["export", BOOK, "--format", "json", "-o", name]).expect(0);
    let text = std::fs::read_to_string(&path).expect("the file");
    let added = text
        .replacen("\"title\":null", "\"title\":\"Mine\"", 1)
        .replacen("\"counts\"", "\"bookmarks\":[\"2>3\"],\"counts\"", 1)
        .replacen(
            "\"distance\":4},\n",
            "\"distance\":4,\"note\":\"look\",\"x\":[1]},\n",
            1,
        );
    std::fs::write(&path, added).expect("the file");
    let again = doomtree(&["export", name, "--format", "json"]);
    for kept in [
        "\"title\":\"Mine\"",
        // A list of bookmarks is written with their names.
        "\"bookmarks\":{\"2>3\":\"\"}",
        "\"note\":\"look\",\"x\":[1]",
    ] {
        assert!(again.expect(0).contains(kept), "{kept}: {}", again.output);
    }
    doomtree(&["rate", name, "--max-dice", "4"]).refused("omit --game, rule options and --columns");
    doomtree(&["rate", "--game", "trilobite", BOOK]).refused("invalid cell '2' (column 2)");
}

#[test]
fn a_tampered_tree_is_found_wrong_with_its_line_and_shown_as_it_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.tree.json");
    let name = path.to_str().expect("a name");
    doomtree(&["export", BOOK, "--format", "json", "-o", name]).expect(0);
    let text = std::fs::read_to_string(&path).expect("the file");
    let wrong = text.replacen(
        "\"rating\":{\"a\":\"0\",\"b\":\"1\"}",
        "\"rating\":{\"a\":\"1\",\"b\":\"0\"}",
        1,
    );
    std::fs::write(&path, wrong).expect("the file");
    let verified = doomtree(&["verify", name]);
    verified.expect(1);
    assert!(
        verified.errors.contains("edited or damaged"),
        "{}",
        verified.errors
    );
    assert!(verified.output.contains("line 6"), "{}", verified.output);
    let shown = doomtree(&["tree", name]);
    shown.expect(0);
    assert!(
        shown.errors.contains("Shown as written"),
        "{}",
        shown.errors
    );
    std::fs::write(&path, &text[..text.len() / 2]).expect("the file");
    doomtree(&["verify", name]).expect(1);
    doomtree(&["tree", name]).expect(2);
}

/// The system refuses to let the file grow: what a full disk does, without filling one.
#[test]
fn a_disk_that_fills_up_leaves_the_old_file_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.tree.json");
    std::fs::write(&path, "what was there").expect("a file");
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\""]);
    shell.arg(program().get_program());
    shell.args([
        "export",
        LARGE,
        "--format",
        "json",
        "--max-nodes",
        "20000",
        "-o",
    ]);
    let full = Answer::of(shell.arg(&path));
    full.expect(2);
    full.sentence("large.tree.json");
    let kept = std::fs::read_to_string(&path).expect("the old file");
    assert_eq!(kept, "what was there");
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .collect();
    assert_eq!(names.len(), 1, "{names:?}");
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
fn an_id_of_a_request_is_in_its_answer_whatever_becomes_of_it() {
    let input = "{\"id\":\"q7\",\"position\":\"b2b2/a2b1 a\"}\n\
                 {\"id\":[1,null],\"position\":\"nonsense\"}\n\
                 {\"id\":null,\"position\":\"b2b2/a2b1 b\"}\n\
                 {\"id\":4,\"max_pliers\":2}\n";
    let answer = fed(&["rate", "-"], input.as_bytes());
    let lines: Vec<&str> = answer.expect(1).lines().collect();
    assert!(
        lines[0].starts_with("{\"id\":\"q7\",\"position\":"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].starts_with("{\"id\":[1,null],\"error\":"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].starts_with("{\"id\":null,\"position\":"),
        "{}",
        lines[2]
    );
    assert!(lines[3].starts_with("{\"id\":4,\"error\":"), "{}", lines[3]);
    for line in lines {
        serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    }
}

#[test]
fn board_files_are_lines_of_rate_too() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("saved_trees");
    let files = ["book-2x2.board.json", "trilobite-4x4.board.json"];
    let mut input = files.map(|name| std::fs::read(folder.join(name)).expect("a board"));
    input[0].extend_from_slice(b"b2b2/a2b1 b\n");
    let answer = fed(&["rate", "-"], &input.concat());
    let lines: Vec<serde_json::Value> = answer
        .expect(0)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["tree_nodes"], "13");
    assert_eq!(lines[2]["game"], "trilobite");
}

#[test]
fn every_line_of_rate_gets_one_line_in_order() {
    let input = "b2b2/a2b1 a\n\
                 {\"position\":\"b2b2/a2b1 a\",\"max_plies\":3,\"at\":\"2>3\"}\n\
                 nonsense\n\
                 \n\
                 {\"position\":\"b2b2/a2b1 a\",\"max_pliers\":3}\n\
                 {\"position\":\"b2b2/a2b1 a\",\"max_nodes\":3}\n\
                 {\"position\":\"b2b2/a2b1 a\"\n\
                 {\"position\":\"b2b2/a2b4 a\",\"max_dice\":4}\n\
                 {\"game\":\"scripted\",\"position\":\"x a: m -> y; y end: 1 0\"}\n\
                 \u{fffd}\n\
                 b2b2/a2b1 b";
    let answer = fed(&["rate", "-"], input.as_bytes());
    let lines: Vec<serde_json::Value> = answer
        .expect(1)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 11, "{}", answer.output);
    assert_eq!(lines[0]["tree_nodes"], "13");
    assert_eq!(lines[1]["position"], "b2b2/a1a1 a +1");
    for (index, words) in [
        (2, "unknown player 'n'"),
        (3, "empty"),
        (4, "max_pliers"),
        (6, "EOF"),
        (9, "expected a hex's owner"),
    ] {
        let error = lines[index]["error"].as_str().expect("an error");
        assert!(error.contains(words), "{error}");
        assert_eq!(lines[index]["line"], index + 1);
    }
    assert_eq!(lines[5]["stopped"], "max-nodes 3");
    assert_eq!(lines[7]["position"], "b2b2/a2b4 a");
    assert_eq!(lines[8]["rating"]["a"], "1");
    assert_eq!(lines[10]["tree_nodes"], "1");
    let plies = fed(&["rate", "-", "--max-plies", "1"], b"b2b2/a2b1 a\n\xff\n");
    assert!(plies.expect(1).contains("\"max_plies\":1"));
    plies.sentence("1 of 2 lines failed");
    assert!(plies.output.contains("send UTF-8"));
}

#[test]
fn an_answer_comes_before_the_next_line_is_sent() {
    let mut child = program()
        .args(["rate", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    for board in [BOOK, "b2b2/a2b1 b"] {
        writeln!(input, "{board}").expect("a line");
        let mut line = String::new();
        std::io::BufRead::read_line(&mut output, &mut line).expect("a line");
        assert!(line.contains(board), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [
        &["tree", LARGE, "--max-lines", "1000000"][..],
        &["export", LARGE, "--format", "dot", "--to-ply", "9"],
        &["export", LARGE, "--format", "png", "--to-ply", "5"],
        &["completions", "bash"],
    ] {
        let mut child = program()
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut output = child.stdout.take().expect("a pipe");
        let mut first = [0; 1];
        output.read_exact(&mut first).expect("some output");
        drop(output);
        let ended = child.wait_with_output().expect("an end");
        let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(
            (ended.status.code(), errors.as_str()),
            (Some(0), ""),
            "{args:?}"
        );
    }
}

#[test]
fn without_a_window_the_tree_is_printed_instead() {
    let tree = doomtree(&["tree", BOOK]);
    for args in [
        &[][..],
        &["open"],
        &["open", BOOK],
        // A file manager passes a path, and a user what it is about.
        &[BOOK],
        &[FILE],
        &["--theme", "dark", FILE],
        &["#b2b2/a2b1%20a&line=2%3E3&rules=land-of-lisp"],
        &["open", "#b2b2/a2b1%20a&line=2%3E3&rules=land-of-lisp"],
        &["--theme", "light", "--size", "1024x700"],
    ] {
        let mut command = program();
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command.env_remove("WAYLAND_SOCKET");
        let answer = Answer::of(command.args(args));
        assert_eq!(answer.expect(0), tree.output);
        answer.sentence("no window can be opened (");
        assert!(
            answer.errors.ends_with("); here is the tree instead\n"),
            "{}",
            answer.errors
        );
    }
    doomtree(&["open", "b9 a"]).refused("hex has 9 dice");
    doomtree(&["b9 a"]).refused("hex has 9 dice");
    doomtree(&["gone.tree.json"]).refused("gone.tree.json");
    doomtree(&["open", "#b9 a"]).refused("hex has 9 dice");
    doomtree(&["open", "#b1 a&speed=3"]).refused("a link has no 'speed'");
}

#[test]
fn interrupted_work_says_what_it_reached() {
    if !std::path::Path::new("/proc/self/statm").exists() {
        skip("no /proc tells here when the work has begun");
        return;
    }
    let board = format!("{} a", ["a3b2a3b2a3b2a3b2"; 8].join("/"));
    let mut child = program()
        // A search would rate it before it is interrupted.
        .args(["rate", &board, "--max-memory", "4GB"])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program");
    let statm = format!("/proc/{}/statm", child.id());
    // 20,000 pages are more than the program has before it builds.
    loop {
        let text = std::fs::read_to_string(&statm).expect("the program runs");
        let resident = text
            .split_whitespace()
            .nth(1)
            .and_then(|word| word.parse::<u64>().ok());
        if resident.is_some_and(|pages| pages > 20_000) {
            break;
        }
        assert_ne!(resident, Some(0), "it has ended");
        std::thread::yield_now();
    }
    send(Signal::INT, &child);
    let mut errors = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut errors).expect("text");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(
        errors.starts_with("doomtree: interrupted after ") && errors.contains("positions and"),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1);
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

#[test]
fn an_exercise_is_printed_with_blanks_and_with_answers_and_its_line_gives_it_again() {
    let blank = doomtree(&["exercise", "--seed", "7", "--task", "cuts"])
        .expect(0)
        .to_owned();
    assert!(blank.contains(": ____") && !blank.contains(": not cut"));
    let line = blank.lines().nth(2).expect("a line");
    assert_eq!(doomtree(&["exercise", line]).expect(0), blank);
    let answers = doomtree(&["exercise", line, "--answers"])
        .expect(0)
        .to_owned();
    assert!(answers.contains(": cut") && answers.contains("doesn't matter"));
    let json = doomtree(&["exercise", line, "--json"]).expect(0).to_owned();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["line"], line);
    assert!(json["blanks"][0].get("answer").is_none());
}

#[test]
fn sheets_and_files_of_exercises_are_written_and_what_was_handed_in_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let exercise = [
        "exercise",
        "b2b2/a2b1 a",
        "--max-plies",
        "3",
        "--quiet",
        "-o",
    ];
    for (name, begin) in [("s.html", "<!DOCTYPE html>"), ("s.pdf", "%PDF")] {
        doomtree(&[&exercise[..], &[&path(name)]].concat()).expect(0);
        let bytes = std::fs::read(path(name)).expect("the sheet");
        assert!(bytes.starts_with(begin.as_bytes()), "{name}");
    }
    let file = path("e.exercise.json");
    doomtree(&[&exercise[..], &[&file]].concat()).expect(0);
    let text = std::fs::read_to_string(&file).expect("the file");
    let open = doomtree(&["exercise", "--check", &file]);
    assert!(open.expect(1).contains("0 of"));
    // All ratings of the book's board are 0.
    let answers = text.replace(
        "\"answers\":[]",
        "\"answers\":[{\"line\":\"\",\"answer\":\"0\"},{\"line\":\"2>3\",\"answer\":\"1\"}]",
    );
    std::fs::write(&file, answers).expect("a file");
    let handed_in = doomtree(&["exercise", "--check", &file]);
    let told = handed_in.expect(1);
    assert!(told.contains("right  the root: 0"), "{told}");
    assert!(told.contains("wrong  the node after 2>3: 1"), "{told}");
    let unclear = text.replace(
        "\"answers\":[]",
        "\"answers\":[{\"line\":\"2>3\",\"answer\":\"a half\"}]",
    );
    std::fs::write(&file, unclear).expect("a file");
    let handed_in = doomtree(&["exercise", "--check", &file]);
    assert!(handed_in.errors.contains("can't be read") && handed_in.errors.contains("a half"));
    doomtree(&["exercise", "--check", &file, "--seed", "1"]).expect(1);
    doomtree(&["exercise", "--task", "bounds", "--chance", "--seed", "1"]).expect(2);
    doomtree(&["exercise", "a2a2b2/a3b1a3/a3a3b3 a"]).expect(2);
}
