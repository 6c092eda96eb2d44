//! Tic-tac-toe and Trilobite on the command line, as the real program.

use support::cli::doomtree;

#[test]
fn boards_are_rated_with_their_rules() {
    let empty = ".../.../... x";
    let rate = |args: &[&str]| doomtree(&[&["rate", "--json"], args].concat());
    let json = rate(&[empty, "--game", "tic-tac-toe"]);
    let json = json.expect(0);
    for part in [
        "\"position\":\".../.../... x\",\"rules\":null",
        "\"positions\":5478,",
        "\"tree_nodes\":\"549946\",\"tree_ends\":\"255168\",\"longest_line\":9",
        "\"rating\":{\"x\":\"1/2\",\"o\":\"1/2\"}",
        "{\"move\":\"x@4\",\"rating\":{\"x\":\"1/2\",\"o\":\"1/2\"},\"tree_nodes\":\"55505\",",
    ] {
        assert!(json.contains(part), "{part}: {json}");
    }
    let json = rate(&["..../..../.... a", "--game", "trilobite", "--line", "3"]);
    let json = json.expect(0);
    for part in [
        "\"rules\":{\"width\":4,\"height\":3,\"line\":3}",
        "\"positions\":7157,",
        "\"rating\":{\"a\":\"1\",\"b\":\"0\"}",
        "{\"move\":\"a@col3\",",
    ] {
        assert!(json.contains(part), "{part}: {json}");
    }
}

#[test]
fn where_no_game_is_named_the_one_that_reads_the_position_is_taken() {
    let named = doomtree(&["rate", "x../.o./..x o", "--game", "tic-tac-toe"]);
    let guessed = doomtree(&["rate", "x../.o./..x o"]);
    assert_eq!(named.expect(0), guessed.expect(0));
    let three = doomtree(&["rate", ".../.../... a", "--line", "3"]);
    assert!(
        three
            .expect(0)
            .contains("trilobite, width 3, height 3, line 3")
    );
    // With a game named nothing is guessed, and what nobody can read is told as ever.
    doomtree(&["rate", "... a", "--game", "dice-of-doom"]).refused("expected a hex's owner");
    doomtree(&["rate", "x9 q"]).refused("column");
}

#[test]
fn a_board_that_begins_like_a_path_is_read_where_trilobite_is_named() {
    let narrow = doomtree(&["rate", "../.. a", "--game", "trilobite"]);
    assert!(narrow.expect(0).contains("width 2, height 2, line 2"));
    doomtree(&["rate", "../.. a"]).refused("../.. a");
    doomtree(&["rate", "./nothing.json", "--game", "trilobite"]).refused("no such file");
}

#[test]
fn invalid_positions_of_tic_tac_toe_and_trilobite_are_refused_in_a_sentence() {
    let ttt = |position| doomtree(&["rate", position, "--game", "tic-tac-toe"]);
    ttt("x../.../... x").refused("x can't be to move with 1 x and 0 o (column 13)");
    ttt("xx./.../... o").refused("2 x and 0 o (column 1)");
    ttt("..../.../... x").refused("row 2 has 3 cells, but row 1 has 4");
    ttt(".../... x").refused("use 3 rows of 3 cells");
    ttt("a../.../... x").refused("invalid cell 'a' (column 1)");
    let trilobite = |args: &[&str]| doomtree(&[&["rate", "--game", "trilobite"], args].concat());
    trilobite(&["a../.../... b"]).refused("chip on cell 0 has an empty cell below (column 1)");
    trilobite(&["... a", "--width", "4"]).refused("'width' is 4");
    trilobite(&["... a", "--line", "0"]).refused("invalid value 0 for 'line': use 1–64");
    trilobite(&["... a", "--max-dice", "3"]).refused("Trilobite has no setting 'max_dice'");
    trilobite(&["... a", "--estimate", "share"]).refused("no estimate called 'share'");
    let long = format!("{} a", ".".repeat(65));
    trilobite(&[&long]).refused("more than 64 cells");
}

#[test]
fn the_same_seed_gives_the_same_position_for_ever() {
    let random = |args: &[&str]| doomtree(&[&["random", "--seed", "1", "--any"], args].concat());
    let ttt = random(&["--game", "tic-tac-toe"]);
    assert_eq!(ttt.expect(0), "..o/x../xo. x\n");
    let usual = random(&["--game", "trilobite"]);
    assert_eq!(usual.expect(0), ".b.b/.bba/.aba/abaa a\n");
    let sized = random(&["--game", "trilobite", "--width", "7", "--height", "6"]);
    let rows = random(&["--game", "trilobite", "--columns", "7", "--rows", "6"]);
    let expected = "......./......./...a..a/...bb.a/bbbaaab/abbabaa b\n";
    assert_eq!(sized.expect(0), expected);
    assert_eq!(rows.expect(0), expected);
    random(&["--game", "tic-tac-toe", "--rows", "4"]).refused("can't have 4 rows or columns");
    random(&["--rows", "2"]).refused("give rows and columns");
}

#[test]
fn trees_of_both_games_are_exported_in_every_format() {
    for (game, board, mv) in [
        ("tic-tac-toe", "xo./ox./x.o x", "x@2"),
        ("trilobite", "b.../b..a/aaab/baab b", "b@col3"),
    ] {
        for format in ["json", "positions", "text", "dot", "svg"] {
            let written = doomtree(&["export", board, "--game", game, "--format", format]);
            let written = written.expect(0);
            assert!(written.contains(mv), "{game} {format}");
            assert!(written.contains("win"), "{game} {format}");
        }
    }
}
