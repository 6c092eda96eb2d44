//! Threads, memory and time on the command line: what a limit leaves is usable, says what is
//! certain, and can be made again.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Stdio};

use serde_json::Value;
use support::cli::{Answer, LARGE, chain, doomtree, program};
use support::outside::skip;

/// A board of four million positions.
const HUGE: &str = "a3b2b3/a3b3a3/b2a2b3 a";
/// A board of more than any of these budgets holds.
const ENDLESS: &str = "a2a2b2b3/b1a1b1a3/a3a2a3b3/b1b2a3a1 a";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The number behind `--max-nodes` in what is said at the end.
fn repeats(answer: &Answer) -> String {
    let (_, after) = answer
        .errors
        .split_once("--max-nodes ")
        .unwrap_or_else(|| panic!("{}", answer.errors));
    after.chars().take_while(char::is_ascii_digit).collect()
}

/// That the result is partial, says so, holds the true rating in its intervals, and comes again
/// byte for byte with the number of positions that it names.
#[track_caller]
fn is_partial(answer: &Answer, truth: &Value) {
    let partial = json(answer.expect(3));
    assert_eq!(partial["complete"], false);
    assert!(partial["positions"].as_u64() < truth["positions"].as_u64());
    assert_eq!(partial["stopped"], format!("max-nodes {}", repeats(answer)));
    for player in ["a", "b"] {
        let number = |value: &Value| match value.as_str() {
            Some("0") => 0.0,
            Some("1/2") => 0.5,
            Some("1") => 1.0,
            other => panic!("{other:?}"),
        };
        let [low, high] = [0, 1].map(|end| number(&partial["proven"][player][end]));
        let rating = number(&truth["rating"][player]);
        assert!(low <= rating && rating <= high, "{player}: {partial}");
    }
    for (mv, own) in truth["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .zip(partial["moves"].as_array().expect("moves"))
    {
        assert_eq!(mv["move"], own["move"]);
    }
    let again = doomtree(&["rate", LARGE, "--json", "--max-nodes", &repeats(answer)]);
    assert_eq!(again.expect(3), answer.output);
}

#[test]
fn a_time_limit_leaves_a_partial_result_that_can_be_made_again() {
    let truth = json(doomtree(&["rate", LARGE, "--json"]).expect(0));
    let answer = doomtree(&["rate", LARGE, "--json", "--max-time", "1ms"]);
    answer.sentence("partial result: --max-time 1ms reached after ");
    is_partial(&answer, &truth);
    // A budget that is larger than what the time allows has no part in it.
    let both = ["--max-time", "1ms", "--max-nodes", "200000"];
    let answer = doomtree(&[&["rate", LARGE, "--json"][..], &both].concat());
    answer.sentence("partial result: --max-time 1ms reached after ");
    is_partial(&answer, &truth);
    // Time that is enough changes nothing.
    let answer = doomtree(&["rate", LARGE, "--json", "--max-time", "1h"]);
    assert_eq!(json(answer.expect(0)), truth);
}

#[test]
fn a_memory_limit_leaves_a_partial_result_that_can_be_made_again() {
    let truth = json(doomtree(&["rate", LARGE, "--json"]).expect(0));
    let answer = doomtree(&["rate", LARGE, "--json", "--max-memory", "12MB"]);
    answer.sentence("partial result: --max-memory 12MB reached after ");
    is_partial(&answer, &truth);
    let positions = json(&answer.output)["positions"].as_u64();
    assert!(positions > Some(40_000), "{positions:?}");
    // The same positions whatever the threads, and whatever else was allowed.
    for other in [
        &["--threads", "1"][..],
        &["--threads", "4"],
        &["--max-nodes", "200000", "--max-time", "1h"],
    ] {
        let limits = [&["--max-memory", "12MB"], other].concat();
        let again = doomtree(&[&["rate", LARGE, "--json"][..], &limits].concat());
        assert_eq!(again.expect(3), answer.output, "{other:?}");
        again.sentence("partial result: --max-memory 12MB reached after ");
    }
    let fewer = ["--max-memory", "12MB", "--max-nodes", "1000"];
    let answer = doomtree(&[&["rate", LARGE, "--json"][..], &fewer].concat());
    answer.sentence("partial result: --max-nodes 1000 reached after ");
    is_partial(&answer, &truth);
}

#[test]
fn every_command_that_builds_stops_at_a_limit_and_writes_what_it_has() {
    for limit in [["--max-time", "1ms"], ["--max-memory", "8MB"]] {
        let words = format!("partial result: {} {} reached after ", limit[0], limit[1]);
        let run = |args: &[&str], shown: &str| {
            let answer = doomtree(&[args, &limit].concat());
            assert!(answer.expect(3).contains(shown), "{}", answer.output);
            answer.sentence(&words);
            let repeats = repeats(&answer);
            assert!(repeats.parse::<u64>().is_ok_and(|number| number >= 1));
            answer
        };
        run(&["tree", LARGE, "--max-lines", "20"], "nodes are left");
        run(&["rate", LARGE], "stopped before it was complete");
        run(&["count", LARGE, "--json"], "\"complete\":false");
        let compare = ["compare", LARGE, "--rules", "haskell", "--json"];
        // Two graphs, which no one number repeats unless both were stopped at it.
        let answer = doomtree(&[&compare[..], &limit].concat());
        assert!(answer.expect(3).contains("\"complete\":false"));
        answer.sentence(&words);
        // What there is no time to write is not written.
        if limit[0] == "--max-time" {
            continue;
        }
        run(
            &["export", LARGE, "--format", "positions"],
            "\"complete\":false",
        );
        // Where a tree is written, `--max-nodes` counts its nodes and repeats nothing.
        for (format, shown) in [
            ("dot", ", incomplete: stopped after "),
            ("svg", ", incomplete: stopped after "),
            ("text", "\n(incomplete: stopped after "),
            ("json", "\"complete\":false"),
        ] {
            let export = ["export", LARGE, "--format", format, "--to-ply", "1"];
            let answer = doomtree(&[&export[..], &limit].concat());
            assert!(answer.expect(3).contains(shown), "{}", answer.output);
            answer.sentence(&words);
            assert!(!answer.errors.contains("--max-nodes"), "{}", answer.errors);
        }
    }
}

#[test]
fn a_tree_file_that_time_ends_is_not_shown_in_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.tree.json");
    let path = path.to_str().expect("a name");
    let format = ["--format", "json", "--to-ply", "1", "-o", path];
    doomtree(&[&["export", HUGE][..], &format].concat()).expect(0);
    let answer = doomtree(&["rate", path, "--json", "--max-time", "1ms"]);
    assert_eq!(answer.expect(3), "");
    answer.sentence("--max-time 1ms reached before its graph was rebuilt");
}

#[test]
fn results_are_the_same_for_every_number_of_threads() {
    for args in [
        &["rate", LARGE, "--json"][..],
        &["tree", LARGE, "--max-lines", "500"],
        &["count", LARGE],
        &[
            "compare",
            "b2a1a1/a2b2a3/b3b1b1 a",
            "--rules",
            "haskell",
            "--json",
        ],
        &["export", "b2a1a1/a2b2a3/b3b1b1 a", "--format", "positions"],
    ] {
        let one = doomtree(&[args, &["--threads", "1"]].concat());
        for threads in ["2", "4"] {
            let more = doomtree(&[args, &["--threads", threads]].concat());
            assert!(
                more.expect(0) == one.output,
                "{args:?} with {threads} threads"
            );
        }
    }
}

#[test]
fn limits_that_make_no_sense_are_refused_in_one_sentence() {
    for (flag, value, words) in [
        (
            "--threads",
            "0",
            "there can't be '0' threads: use 1 to 1024",
        ),
        ("--threads", "5000", "there can't be '5000' threads"),
        ("--threads", "-1", "there can't be '-1' threads"),
        ("--max-memory", "0", "less than the 1MB"),
        ("--max-memory", "12 potatoes", "no amount of memory"),
        ("--max-memory", "-1GB", "no amount of memory"),
        ("--max-time", "0s", "invalid duration '0s'"),
        ("--max-time", "soon", "invalid duration 'soon'"),
        ("--max-time", "-5m", "invalid duration '-5m'"),
    ] {
        for command in ["rate", "tree", "count", "open"] {
            doomtree(&[command, LARGE, flag, value]).refused(words);
        }
    }
    doomtree(&["open", LARGE, "--max-time", "1s"]).refused("doesn't apply to a window");
    doomtree(&["play", LARGE, "--threads", "0"]).refused("use 1 to 1024");
    doomtree(&["verify", "no.tree.json", "--threads", "0"]).refused("use 1 to 1024");
}

/// The most memory that a process has had so far, in bytes; `None` where nobody tells.
#[expect(clippy::disallowed_methods, reason = "the system tells in a file")]
fn most_memory(child: &Child) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1_024)
}

/// By how much the program has grown at most while it rates one board within a budget of bytes;
/// `None` where nobody tells.
fn growth(position: &str, switches: &str, budget: u64) -> Option<u64> {
    // The filter stays when it has answered, so that what it took can be read.
    let mut child = program()
        .args(["rate", "-", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut ask = |line: String| {
        writeln!(input, "{line}").expect("a line");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("an answer");
        json(&answer)
    };
    ask("b2b2/a2b1 a".to_owned());
    let before = most_memory(&child);
    let answer = ask(format!(
        "{{\"position\":\"{position}\"{switches},\"max_memory\":{budget}}}"
    ));
    assert_eq!(answer["complete"], false);
    let after = most_memory(&child);
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    let code = child.wait().expect("an end").code();
    assert_eq!((rest.as_str(), code), ("", Some(0)));
    Some(after? - before?)
}

#[test]
fn the_process_grows_by_a_tenth_more_than_its_budget_at_most() {
    let rolled = r#","combat":"dice-roll""#;
    // Positions recur, so that bounds are iterated.
    let cyclic = r#","combat":"dice-roll","reinforcement":"largest-cluster""#;
    for (position, switches, budget) in [
        (HUGE, "", 128_000_000),
        (ENDLESS, "", 200_000_000),
        (ENDLESS, r#","max_plies":40"#, 200_000_000),
        (HUGE, rolled, 128_000_000),
        (HUGE, cyclic, 128_000_000),
    ] {
        let Some(grew) = growth(position, switches, budget) else {
            skip("no /proc tells here how much memory a process takes");
            return;
        };
        let what = format!("{position}{switches}: {grew} bytes for {budget}");
        assert!(grew * 10 <= budget * 11, "{what}");
        assert!(grew * 10 >= budget * 7, "{what}");
    }
}

/// Whether the system tells how much memory a process takes.
fn memory_is_told() -> bool {
    let told = std::path::Path::new("/proc/self/statm").exists();
    if !told {
        skip("no /proc tells here how much memory a process takes");
    }
    told
}

#[test]
fn a_file_that_takes_more_memory_than_allowed_is_not_read() {
    if !memory_is_told() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.txt");
    std::fs::write(&path, chain(300_000)).expect("a file");
    let path = path.to_str().expect("a name");
    let answer = doomtree(&["rate", path, "--json", "--max-memory", "12MB"]);
    assert_eq!(answer.expect(3), "");
    answer.sentence(&format!("{path}: --max-memory 12MB reached after "));
    answer.sentence("raise it, or give a smaller file");
}

#[test]
fn a_time_limit_ends_the_wait_for_standard_input() {
    let mut child = program()
        .args(["tree", "-", "--max-time", "50ms"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    // It may be gone already.
    input.write_all(b"b2b2").ok();
    let code = child.wait().expect("an end").code();
    let mut errors = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut errors).expect("text");
    drop(input);
    assert_eq!(code, Some(3), "{errors}");
    let words = "doomtree: standard input: --max-time 50ms reached after ";
    assert!(errors.starts_with(words), "{errors}");
}

/// The answer of the program that the shell has limited.
fn limited(limit: &str, args: &[&str]) -> Answer {
    let name = program().get_program().to_owned();
    let mut shell = std::process::Command::new("sh");
    let line = format!("{limit}; exec \"$0\" \"$@\"");
    Answer::of(shell.arg("-c").arg(line).arg(name).args(args))
}

#[test]
fn an_export_that_a_limit_ends_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.svg");
    std::fs::write(&path, "old").expect("a file");
    let name = path.to_str().expect("a name");
    let export = ["export", LARGE, "--format", "svg", "--max-nodes", "150000"];
    let export = [&export[..], &["-o", name, "--quiet"]].concat();
    let is_old = || {
        let entries = std::fs::read_dir(folder.path()).expect("a folder");
        assert_eq!(entries.count(), 1);
        assert_eq!(std::fs::read_to_string(&path).expect("text"), "old");
    };
    if memory_is_told() {
        let answer = doomtree(&[&export[..], &["--max-memory", "12MB"]].concat());
        assert_eq!(answer.expect(3), "");
        answer.sentence("--max-memory 12MB reached while writing ");
        answer.sentence("nothing was saved; raise it, or write fewer nodes");
        is_old();
    }
    if cfg!(unix) {
        let answer = limited("ulimit -f 8", &export);
        assert_eq!(answer.expect(2), "");
        answer.sentence("the system doesn't allow a file this large");
        is_old();
    }
}

#[test]
fn a_limit_on_addresses_leaves_a_result_and_no_crash() {
    if cfg!(target_os = "linux") {
        let answer = limited("ulimit -v 400000", &["rate", LARGE, "--json"]);
        assert!(matches!(answer.code, Some(0 | 3)), "{}", answer.errors);
        assert!(json(&answer.output)["positions"].as_u64() > Some(1_000));
    }
}

/// A file whose tree isn't that of its rules shows whether somebody has built it.
#[test]
fn the_board_of_a_tree_file_is_written_without_a_look_at_its_tree() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.tree.json");
    let tree = path.to_str().expect("a name");
    let export = ["export", "b2b2/a2b1 a", "--format"];
    let file = ["json", "--to-ply", "1", "--title", "Book", "-o", tree];
    doomtree(&[&export[..], &file].concat()).expect(0);
    let text = std::fs::read_to_string(&path).expect("text");
    let right = "\"rating\":{\"a\":\"0\",\"b\":\"1\"},\"omitted\"";
    assert!(text.contains(right), "{text}");
    let wrong = "\"rating\":{\"a\":\"1\",\"b\":\"0\"},\"omitted\"";
    std::fs::write(&path, text.replace(right, wrong)).expect("a file");
    let of_board = doomtree(&[&export[..], &["board", "--title", "Book"]].concat());
    let of_file = doomtree(&["export", tree, "--format", "board"]);
    assert_eq!(of_file.expect(0), of_board.expect(0));
}

/// A file's tree is compared with its rules as a whole, so that a limit makes no other tree of it.
#[test]
fn a_limit_makes_a_sound_tree_file_partial_and_not_another_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("some.tree.json");
    let file = file.to_str().expect("a path");
    let board = "b2a1a1/a2b2a3/b3b1b1 a";
    doomtree(&[
        "export",
        board,
        "--format",
        "json",
        "-o",
        file,
        "--max-plies",
        "6",
    ])
    .expect(0);
    let of_file = doomtree(&["rate", file, "--max-nodes", "20", "--json"]);
    let of_board = doomtree(&[
        "rate",
        board,
        "--max-plies",
        "6",
        "--max-nodes",
        "20",
        "--json",
    ]);
    assert_eq!(of_file.expect(3), of_board.expect(3));
    of_file.sentence("partial result: --max-nodes 20 reached after ");
    // A file that was stopped when it was written says so, whatever memory there is.
    let partial = folder.path().join("partial.tree.json");
    let partial = partial.to_str().expect("a path");
    let limits = ["--format", "json", "-o", partial, "--max-memory", "2200KB"];
    doomtree(&[&["export", board][..], &limits].concat()).expect(3);
    let again = doomtree(&["rate", partial, "--max-memory", "5GB"]);
    again.expect(3);
    let told = doomtree(&["rate", partial]);
    told.expect(3);
    told.sentence("the file's own limit was reached after ");
}
