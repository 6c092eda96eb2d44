//! Bad input and bad usage on the command line: one sentence with the remedy, exit code 2, and
//! nothing that hangs.

use std::process::Command;

use support::cli::{Answer, doomtree, fed, program};
use support::outside::skip;

const BOOK: &str = "b2b2/a2b1 a";

#[test]
fn every_fault_in_a_notation_is_refused_in_one_sentence() {
    for (board, words) in [
        (
            "b0b2/a2b1 a",
            "hex has 0 dice, maximum 3 (column 2): use 1–3",
        ),
        (
            "b2b2/a2b4 a",
            "hex has 4 dice, maximum 3 (column 9): use 1–3 or --max-dice 4",
        ),
        (
            "b2b2/a2c1 a",
            "unknown player 'c' (column 8): use a–b or --players N",
        ),
        ("b2b2/a2b1 c", "unknown player 'c' (column 11)"),
        ("b2b2/a2 a", "row 2 has 1 hex, but row 1 has 2"),
        ("b2b2/a2b1 a +", "captured dice missing"),
        ("b2b2/a2b1 a +0", "'+0' is impossible here"),
        ("b2b2/a2b1 a +1000", "too many captured dice"),
        ("b2b2/a2b1 a pool=3", "after the position"),
        ("b2b2/a2b1 a reversed", "after the position"),
        ("b2b2/a2b1 a ?2>3", "after the position"),
        ("b2b2/a2b1", "player to move missing"),
        ("", "expected a hex's owner, found the end of the text"),
        (
            "#((1 2) (1 2) (0 2) (1 1)) a",
            "number of columns missing (column 1): use --columns N",
        ),
    ] {
        for command in ["tree", "rate", "count", "open"] {
            doomtree(&[command, board]).refused(words);
        }
        doomtree(&["export", board, "--format", "dot"]).refused(words);
    }
    let large = format!("{} a", "a1".repeat(65));
    doomtree(&["rate", &large]).refused("more than 64 hexes");
}

#[test]
fn the_best_move_is_named_also_where_it_is_the_only_one_or_an_estimate() {
    for (board, words) in [
        ("b3a3/b1b2 a", "best moves   1>3   (the only move)"),
        (
            "a2a2b2/a3b1a3/a3a3b3 a",
            "(by estimate: none is proven to be best)",
        ),
    ] {
        let args = ["rate", board, "--max-plies", "3", "--estimate", "share"];
        let rated = doomtree(&args);
        assert!(rated.expect(0).contains(words), "{}", rated.output);
    }
}

#[test]
fn the_other_ways_to_write_a_board_are_read() {
    let book = doomtree(&["rate", BOOK, "--json"]);
    let lisp = "#((1 2) (1 2) (0 2) (1 1)) a";
    let again = doomtree(&["rate", lisp, "--columns", "2", "--json"]);
    assert_eq!(again.expect(0), book.expect(0));
    let spaced = doomtree(&["rate", "b-2 b-2 / a-2 b-1 a", "--json"]);
    assert_eq!(spaced.expect(0), book.output);
}

#[test]
fn what_is_not_played_or_not_known_is_refused() {
    for (args, words) in [
        (&["--game", "chess"][..], "unknown game 'chess'"),
        (&["--game", "trilobite"], "invalid cell '2'"),
        (&["--rules", "mine"], "no rules called 'mine'"),
        (&["--max-dice", "10"], "invalid value 10"),
        (&["--players", "7"], "invalid value 7"),
        (
            &["--geometry", "round"],
            "invalid value 'round' for 'geometry'",
        ),
        (&["--width", "3"], "no setting 'width'"),
        (&["--pool", "3"], "'pool' needs"),
        (
            &["--estimate", "guess"],
            "no estimate called 'guess': use winners or share or territory",
        ),
        (&["--endless", "x"], "use draw or a fraction"),
        (&["--endless", "3/2"], "use draw or a number from 0 to 1"),
        (&["--endless", "-1"], "can't be worth -1"),
        (&["--multiplayer", "x"], "no way of rating called 'x'"),
        (&["--max-nodes", "0"], "--max-nodes"),
        (&["--max-plies", "-1"], "--max-plies"),
        (&["--max-plies", "x"], "invalid value 'x'"),
        (
            &["--max-ply", "1"],
            "unexpected argument '--max-ply' found: see 'doomtree rate --help'",
        ),
        (
            &["--max-pliess", "1"],
            "unexpected argument '--max-pliess' found: did you mean '--max-plies'? Otherwise see 'doomtree rate --help'",
        ),
        (&["--threads", "0"], "use 1 to 1024"),
        (&["more"], "unexpected argument 'more'"),
    ] {
        doomtree(&[&["rate", BOOK], args].concat()).refused(words);
    }
    doomtree(&["rate"]).refused("<BOARD>: see 'doomtree rate --help'");
    doomtree(&["rank", BOOK]).refused("there is no command 'rank'");
    doomtree(&["export", BOOK, "--format", "xml"]).refused("invalid value 'xml'");
    doomtree(&["export", BOOK, "--format", "positions", "--to-ply", "2"])
        .refused("use --max-plies");
    doomtree(&["rate", "--game", "scripted", "x y z"]).refused("'y' is neither a player");
    doomtree(&["rate", "--game", "scripted", "x a: m -> y"]).refused("undefined node 'y'");
}

#[test]
fn a_file_is_read_and_its_faults_name_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("book"), "\n b2b2/a2b1 a \n\n").expect("a file");
    std::fs::write(at("bad"), "\nb2b2/a2b9 a\n").expect("a file");
    std::fs::write(at("two"), "b2b2/a2b1 a\nb2b2/a2b1 b\n").expect("a file");
    std::fs::write(at("bytes"), b"b2b2/a2b1 \xff").expect("a file");
    let run = |args: &[&str]| {
        let mut command = program();
        Answer::of(command.current_dir(folder.path()).args(args))
    };
    let book = doomtree(&["rate", BOOK, "--json"]);
    for name in ["book", "./book"] {
        assert_eq!(run(&["rate", name, "--json"]).expect(0), book.expect(0));
    }
    run(&["tree", "bad"]).refused("bad: hex has 9 dice, maximum 3 (column 9 of line 2)");
    run(&["tree", "two"]).refused("two: a second position begins in line 2");
    run(&["tree", "bytes"]).refused("not UTF-8 text (line 1, column 11 of 'bytes')");
    run(&["tree", "./none"]).refused("./none");
    run(&["tree", "none.json"]).refused("none.json");
    run(&["tree", "."]).refused("'.' is a folder");
    run(&["verify", "none"]).refused("none");
    assert!(run(&["verify", "book"]).expect(0).contains(", valid"));
    let wrong = run(&["verify", "bad"]);
    wrong.expect(1);
    wrong.sentence("bad: hex has 9 dice");
    std::fs::write(at("empty"), "").expect("a file");
    run(&["verify", "empty"]).expect(1);
    let both = run(&["verify", "bad", "book"]);
    assert!(both.expect(1).contains("book: the position"));
    assert!(
        both.errors.contains("1 of 2 files invalid"),
        "{}",
        both.errors
    );
    let all = run(&["verify", "none", "bad", "book"]);
    assert!(all.expect(2).contains("book: the position"));
    let summed = "1 of 3 files not read, 1 invalid";
    assert!(all.errors.contains(summed), "{}", all.errors);
    assert_eq!(run(&["verify", "--quiet", "book"]).expect(0), "");
    // What reads as notation is notation, whatever files there are.
    std::fs::create_dir(at("a1b1 a")).expect("a folder");
    run(&["rate", "a1b1 a"]).expect(0);
    run(&["rate", "./a1b1 a"]).refused("is a folder");
}

#[test]
fn devices_and_fifos_are_refused_and_endless_input_is_limited() {
    doomtree(&["tree", "/dev/zero"])
        .refused("'/dev/zero' is a device, not a regular file: name a file");
    let folder = tempfile::tempdir().expect("a folder");
    let fifo = folder.path().join("fifo");
    match Command::new("mkfifo").arg(&fifo).status() {
        Ok(status) if status.success() => {
            let fifo = fifo.to_str().expect("a name");
            for command in ["tree", "verify", "open"] {
                doomtree(&[command, fifo]).refused("not a regular file");
            }
            doomtree(&["export", BOOK, "--format", "dot", "-o", fifo])
                .refused("a regular file: name a file");
        }
        _ => skip("mkfifo makes no FIFO here"),
    }
    for command in ["tree", "rate"] {
        let zero = std::fs::File::open("/dev/zero").expect("a device");
        let mut command_line = program();
        let answer = Answer::of(command_line.args([command, "-"]).stdin(zero));
        answer.refused("MiB");
    }
}

#[test]
fn a_file_without_permission_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("secret");
    std::fs::write(&path, BOOK).expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("a mode");
    let mut command = program();
    command.args(["tree", path.to_str().expect("a name")]);
    if std::fs::read(&path).is_ok() {
        // This user may read everything: nobody may not.
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(), open).expect("a mode");
        std::os::unix::process::CommandExt::uid(&mut command, 65_534);
    }
    match command.output() {
        Ok(output) => Answer::from(output).refused("permission denied"),
        Err(error) => skip(&format!("the program can't be started as nobody ({error})")),
    }
}

#[test]
fn standard_input_stands_for_a_board() {
    let book = doomtree(&["tree", BOOK]);
    let piped = fed(&["tree", "-"], b"b2b2/a2b1 a\n");
    assert_eq!(piped.expect(0), book.expect(0));
    fed(&["tree", "-"], b"b2b2/a2b9 a\n").refused("standard input: hex has 9 dice");
    fed(&["count", "-"], b"").refused("it is empty ('standard input')");
    let script = fed(
        &["tree", "--game", "scripted", "-"],
        b"x a: m -> y\ny end: 1 0\n",
    );
    assert!(script.expect(0).contains("a wins"), "{}", script.output);
}

#[test]
fn control_characters_never_reach_a_terminal() {
    let script = "\"x\u{1b}[2J\" a: m -> \"y\\nz\"; \"y\\nz\" end: 1 0";
    for args in [
        &["tree"][..],
        &["rate"],
        &["export", "--format", "text"],
        &["export", "--format", "dot"],
    ] {
        let answer = doomtree(&[args, &["--game", "scripted", script]].concat());
        assert!(!answer.expect(0).contains('\u{1b}'), "{}", answer.output);
        assert!(answer.output.contains("u{1b}"), "{}", answer.output);
    }
    doomtree(&["tree", "b2\u{1b}[2J"]).refused("u{1b}");
    doomtree(&["rate", BOOK, "--at", "\u{3164}"]).refused("'\\u{3164}'");
}

#[test]
fn the_note_of_a_board_file_is_that_of_the_trees_root() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = folder.path().join("mine.board.json");
    let text = "{\"format\":\"doomtree-board\",\"version\":1,\"minor\":0,\
        \"game\":\"dice-of-doom\",\"rules\":\"land-of-lisp\",\
        \"position\":\"b2b2/a2b1 a\",\"title\":\"Mine\",\"note\":\"look\"}\n";
    std::fs::write(&board, text).expect("a file");
    let board = board.to_string_lossy();
    let export = |board: &str, name: &str, more: &[&str]| {
        let file = folder.path().join(name);
        let file = file.to_string_lossy().into_owned();
        doomtree(&[&["export", board, "--format", "json", "-o", &file], more].concat()).expect(0);
        (std::fs::read_to_string(&file).expect("a tree"), file)
    };
    let (tree, file) = export(&board, "mine.tree.json", &[]);
    assert!(tree.contains("\"note\":\"look\"") && tree.contains("\"title\":\"Mine\""));
    let (limited, _) = export(&file, "limited.tree.json", &["--max-plies", "2"]);
    assert!(limited.contains("\"note\":\"look\""), "{limited}");
    let (below, _) = export(&board, "below.tree.json", &["--at", "2>3"]);
    assert!(!below.contains("look"), "{below}");
}

/// Three players: b is indifferent, and where everybody plays for itself takes the first listed.
const THREE: &str = "players a b c; start a: l -> bs, r -> mean; bs b: x -> p, y -> q; \
                     mean end: 1/3 1/3 1/3; p end: 1 0 0; q end: 0 0 1";

#[test]
fn more_than_two_players_are_rated_by_max_n_unless_paranoid_is_asked_for() {
    let root = |args: &[&str]| {
        let args = [&["rate", THREE, "--game", "scripted", "--json"], args].concat();
        doomtree(&args).expect(0).to_owned()
    };
    let paranoid = root(&["--multiplayer", "paranoid"]);
    assert!(
        paranoid.contains("\"rating\":{\"a\":\"1/3\",\"b\":\"0\",\"c\":\"0\"}"),
        "{paranoid}"
    );
    let max_n = root(&[]);
    assert_eq!(root(&["--multiplayer", "max-n"]), max_n);
    assert!(
        max_n.contains("\"rating\":{\"a\":\"1\",\"b\":\"0\",\"c\":\"0\"}"),
        "{max_n}"
    );
}

#[test]
fn max_n_is_not_offered_where_positions_recur_without_a_ply_limit() {
    let round = "players a b c; s a: on -> t, out -> e; t b: back -> s, out -> f; e end: 0 1 0; \
                 f end: 1 0 0";
    let args = [
        "rate",
        round,
        "--game",
        "scripted",
        "--multiplayer",
        "max-n",
    ];
    doomtree(&args).refused("positions repeat");
    doomtree(&[&args[..], &["--max-plies", "4"]].concat()).expect(0);
}

#[test]
fn play_without_end_is_worth_what_was_asked_for() {
    let round = "players a b; s a: on -> t, out -> e; t b: back -> s, out -> f; e end: 0 1; \
                 f end: 1 0";
    for (endless, a, b) in [
        ("draw", "1/2", "1/2"),
        ("0", "0", "0"),
        ("1", "1", "1"),
        ("1/4", "1/4", "1/4"),
    ] {
        let args = [
            "rate",
            round,
            "--game",
            "scripted",
            "--json",
            "--endless",
            endless,
        ];
        let answer = doomtree(&args).expect(0).to_owned();
        let rating = format!("\"rating\":{{\"a\":\"{a}\",\"b\":\"{b}\"}}");
        assert!(answer.contains(&rating), "{endless}: {answer}");
    }
}

#[test]
fn a_script_is_known_by_its_looks_and_what_is_left_out_of_it_is_told() {
    let script = "r a: x -> e, y -> f; e end: 1 0; f end: ?";
    let rated = doomtree(&["rate", script]);
    assert!(rated.expect(0).contains("(without what isn't finished)"));
    rated.sentence("left out: 1 node isn't finished: y");
    let json = doomtree(&["rate", script, "--json"]);
    for member in [
        "\"complete\":false",
        "\"unfinished\":\"1 node isn't finished",
    ] {
        assert!(json.expect(0).contains(member), "{}", json.output);
    }
    // Nothing of it can be rated, and nothing is claimed.
    let open = doomtree(&["rate", "r a: x -> f; f end: ?", "--json"]);
    assert!(open.expect(0).contains("\"complete\":false"));
    doomtree(&["rate", "r a: x -> e, y -> f; e end: 1 0"]).refused("undefined node 'f'");
}

#[test]
fn moves_of_any_words_are_named_on_the_command_line_and_come_back() {
    let script = "players \"Player 1\" \"Ли\"\n\
        start \"Player 1\": \"Fair offer\" -> f, \"非 \\\"x\\\"\" -> u, 2>3 -> e\n\
        f \"Ли\": \"say yes\" -> yes, no -> n\nu end: 1 0\ne end: 0 1\nyes end: 1/2 1/2\nn end: 0 1";
    let at = |line: &str| doomtree(&["rate", script, "--at", line, "--json"]);
    for (line, node) in [
        ("\"Fair offer\"", "f"),
        ("\"Fair offer\" \"say yes\"", "yes"),
        (" \"Fair offer\"   no ", "n"),
        ("\"非 \\\"x\\\"\"", "u"),
        ("2>3", "e"),
        ("2→3", "e"),
    ] {
        let found = at(line);
        let position = format!("\"position\":\"{node}\"");
        assert!(
            found.expect(0).contains(&position),
            "{line}: {}",
            found.output
        );
    }
    at("Fair offer").refused("'Fair' is no move at ply 0");
    at("Fair offer").refused("use \"Fair offer\", \"非 \\\"x\\\"\", 2>3");
    at("\"Fair offer").refused("doesn't end with a quote");
    let rated = doomtree(&["rate", script]);
    assert!(
        rated.expect(0).contains("\"非 \\\"x\\\"\""),
        "{}",
        rated.output
    );
    // Every line of a table leads back to its node.
    let table = doomtree(&["export", script, "--format", "csv"]);
    assert!(
        table
            .expect(0)
            .contains("\"\"Fair offer\"\" \"\"say yes\"\""),
        "{}",
        table.output
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a b.tree.json");
    let file = file.to_string_lossy();
    doomtree(&["export", script, "--format", "json", "-o", &file]).expect(0);
    doomtree(&["verify", &file]).expect(0);
    let again = doomtree(&["export", &file, "--format", "csv"]);
    assert_eq!(again.expect(0), table.output);
    let forbid = doomtree(&["rate", script, "--forbid", "  \"Fair offer\"  no"]);
    forbid.expect(0);
}

#[test]
fn the_arrow_of_pictures_is_read_as_that_of_notation() {
    let arrow = doomtree(&["rate", BOOK, "--at", "2→3 pass 0→2", "--json"]);
    let plain = doomtree(&["rate", BOOK, "--at", "2>3 pass 0>2", "--json"]);
    assert_eq!(arrow.expect(0), plain.expect(0));
}

#[test]
fn capitals_are_read_as_small_letters_and_boards_of_other_games_are_known_by_their_looks() {
    for (capital, small) in [
        ("A3A3/B3B1 A", "a3a3/b3b1 a"),
        ("B-2 B-2 / A-2 B-1 A", BOOK),
        ("X.O/.X./... O", "x.o/.x./... o"),
    ] {
        let [capital, small] = [capital, small].map(|board| doomtree(&["rate", board, "--json"]));
        assert_eq!(capital.expect(0), small.expect(0));
    }
    for (board, words) in [
        ("xx./.../... o", "2 x and 0 o"),
        ("x../.../...", "player to move missing"),
        (".../.../...", "player to move missing"),
        ("X.O/.X./... x", "write o as the mover"),
        ("x.o/.x./..q o", "invalid cell 'q'"),
        ("x.o/.x./.. o", "row 3 has 2 cells"),
        ("docs/fox.ox", "no such file"),
        ("./a", "no such file"),
        ("nothing", "no such file"),
    ] {
        doomtree(&["rate", board]).refused(words);
    }
}

#[test]
fn a_wrong_name_or_number_is_told_with_what_was_meant() {
    for (args, words) in [
        (
            &["rate", BOOK, "--rules", "landoflisp"][..],
            "did you mean land-of-lisp?",
        ),
        (
            &["rate", BOOK, "--rules", "land-of-lsip"],
            "did you mean land-of-lisp?",
        ),
        (
            &["rate", BOOK, "--game", "tictactoe"],
            "did you mean tic-tac-toe?",
        ),
        (
            &["rate", BOOK, "--game", "Dice of Doom"],
            "did you mean dice-of-doom?",
        ),
        (
            &["search", BOOK, "--algorithm", "alphabeta"],
            "did you mean alpha-beta?",
        ),
        (
            &["search", BOOK, "--algorithm", "minmax"],
            "did you mean minimax?",
        ),
        (&["rate", BOOK, "--max-plies", "x"], "write a whole number"),
        (
            &["rate", BOOK, "--max-time", "5x"],
            "doomtree: --max-time: invalid duration '5x': use",
        ),
        (&["rate", "b2x2/a2b1 a", "--players", "6"], "use a–f\n"),
        (
            &["rate", ".../.../... x", "--rules", "haskell"],
            "tic-tac-toe has no setting 'rules'",
        ),
        (&["explode"], "there is no command 'explode'"),
        (&["completions", "tcsh"], "zsh]: see --help"),
        (&["completions", "bsh"], "exists: 'bash'"),
        (
            &[
                "export", BOOK, "-o", "x.svg", "--show", "boards", "--hide", "boards",
            ],
            "both name 'boards'",
        ),
        (
            &["rate", BOOK, "--max-plies=-1"],
            "write a whole number from 0 on",
        ),
        (
            &["search", BOOK, "--playouts", "5"],
            "use --algorithm monte-carlo",
        ),
        (
            &["search", BOOK, "--seed", "5"],
            "use --algorithm monte-carlo",
        ),
    ] {
        doomtree(args).refused(words);
    }
    for (line, words) in [
        ("\"max_plys\":3}", "did you mean 'max_plies'?"),
        ("\"max_\":3}", "there is no member 'max_' (column "),
        ("\"max_plies\":", "the line ends within the object"),
    ] {
        let answer = fed(
            &["rate", "-"],
            format!("{{\"position\":\"{BOOK}\",{line}\n").as_bytes(),
        );
        let said = answer.expect(1);
        assert!(said.contains(words) && !said.contains("threads"), "{said}");
    }
}

#[test]
fn no_line_for_people_is_wider_than_eighty_columns() {
    for args in [
        &["rate", BOOK, "--pin", "2>3 pass 0>2 pass=1/2"][..],
        &[
            "exercise",
            "--seed",
            "7",
            "--task",
            "best-moves",
            "--answers",
        ],
        &[
            "compare",
            "b2b2/a3b1 a",
            "--rules",
            "land-of-lisp",
            "--rules",
            "haskell",
        ],
    ] {
        let answer = doomtree(args);
        // The line of an exercise can be copied.
        let mut lines = answer
            .expect(0)
            .lines()
            .filter(|line| !line.starts_with("exercise "));
        assert!(
            lines.all(|line| line.chars().count() <= 80),
            "{}",
            answer.output
        );
        assert!(!answer.output.contains('→'), "{}", answer.output);
    }
}

#[test]
fn the_number_of_payoffs_is_told() {
    for (payoffs, given) in [("1", 1), ("1 0 3", 3), ("? ? ? ?", 4)] {
        let script = format!("a1 a: m -> e; e end: {payoffs}");
        let words = format!("needs 2 payoffs, one per player; you gave {given}");
        doomtree(&["rate", &script, "--game", "scripted"]).refused(&words);
    }
}
