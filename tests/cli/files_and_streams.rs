//! Files and streams of the real program: what it writes and reads again, lines on standard input,
//! closed pipes and interrupts.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use support::cli::{Answer, LARGE, doomtree, fed, program};
use support::outside::{Signal, send, skip};

const BOOK: &str = "b2b2/a2b1 a";

/// A file with it.
const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/saved_trees/book-2x2.board.json"
);

#[test]
fn the_file_that_is_read_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |file: &str| folder.path().join(file).display().to_string();
    let (mine, tree) = (name("mine.txt"), name("book.tree.json"));
    let script = "players a b\ns a: go -> e, stay -> f\ne end: 1 0\nf end: 0 1\n";
    std::fs::write(&mine, script).expect("a file");
    for format in [&[][..], &["--format", "json"]] {
        let export = [&["export", &mine, "-o", &mine], format].concat();
        doomtree(&export).refused("is the file that is read");
    }
    let search = ["search", &mine, "--algorithm", "plain-minimax", "--events"];
    doomtree(&[&search[..], &[&mine]].concat()).refused("is the file that is read");
    assert_eq!(std::fs::read_to_string(&mine).expect("it"), script);
    // A tree file that is written as it was is the same.
    doomtree(&["export", BOOK, "-o", &tree]).expect(0);
    doomtree(&["export", &tree, "--title", "A book", "-o", &tree]).expect(0);
    doomtree(&["export", &tree, "--to-ply", "1", "-o", &tree]).refused("name another one");
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
        (6, "the line ends within the object"),
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
fn an_exercise_is_printed_with_blanks_and_with_answers_and_its_line_gives_it_again() {
    let blank = doomtree(&["exercise", "--seed", "7", "--task", "cuts"])
        .expect(0)
        .to_owned();
    assert!(blank.contains(": ____") && !blank.contains(": not cut"));
    let mut lines = blank.lines();
    let line = lines.find(|line| line.starts_with("exercise "));
    let line = line.expect("a line");
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
