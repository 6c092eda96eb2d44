//! `doomtree check`: the real program beside files and programs of others, SBCL's among them where
//! there is one; where there is none its tests say loudly that they are skipped, and with
//! `DOOMTREE_SKIP_NOTHING=1`, as the continuous integration sets it, they fail.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use support::cli::{Answer, doomtree, fed, program};
use support::outside::{has, tool};

const BOARD: &str = "a1b1a3b2b3 a";

/// A file that is gone when the test is.
pub(super) struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("doomtree-check-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

pub(super) fn json(answer: &Answer, code: i32) -> serde_json::Value {
    let output = answer.expect(code);
    assert_eq!(output.lines().count(), 1, "{output}");
    serde_json::from_str(output).expect("JSON")
}

pub(super) fn causes(found: &serde_json::Value) -> Vec<&str> {
    let causes = found["causes"].as_array().expect("a list");
    causes
        .iter()
        .map(|cause| cause["name"].as_str().expect("a name"))
        .collect()
}

#[test]
fn what_doomtree_writes_agrees_and_under_other_rules_does_not() {
    for format in ["json", "positions"] {
        let written = doomtree(&["export", BOARD, "--format", format]);
        let text = written.expect(0).as_bytes().to_vec();
        let answer = fed(&["check", BOARD, "-"], &text);
        assert!(
            answer
                .expect(0)
                .contains("Everything agrees: 13 nodes compared."),
            "{}",
            answer.output
        );
        let found = json(
            &fed(
                &["check", BOARD, "-", "--rules", "haskell", "--json"],
                &text,
            ),
            1,
        );
        assert_eq!(found["first"]["kind"], "successor");
        assert_eq!(found["first"]["line"], "2>3 pass 4>3");
        assert_eq!(found["first"]["move"], "3>2");
        assert_eq!(causes(&found), ["rules=land-of-lisp"]);
    }
    // A part of a tree, and one to a ply limit.
    for flags in [["--to-ply", "2"], ["--max-plies", "2"]] {
        let mut args = vec!["export", BOARD, "--format", "json"];
        args.extend(flags);
        let text = doomtree(&args).expect(0).as_bytes().to_vec();
        let answer = fed(&["check", BOARD, "-"], &text);
        assert!(
            answer.expect(0).contains("Everything agrees"),
            "{}",
            answer.output
        );
    }
    let rated = doomtree(&["rate", BOARD, "--json"]);
    let answer = fed(&["check", BOARD, "-"], rated.expect(0).as_bytes());
    assert!(
        answer
            .expect(0)
            .contains("Everything agrees: 1 position compared.")
    );
    // What isn't given agrees with nothing.
    let text = b"{\"position\":\"a1b1a3b2b3 a\",\"rating\":{\"a\":1,\"b\":0}}\n";
    let answer = fed(&["check", BOARD, "-"], text);
    let words = "Everything agrees: 1 position compared; no moves given.";
    assert!(answer.expect(0).contains(words), "{}", answer.output);
}

#[test]
fn the_example_of_a_wrong_rating_is_found_and_its_cause_named() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/saved_trees/literal-ratings-2x2.jsonl"
    );
    let board = "a1b3/b1a3 a";
    let answer = doomtree(&["check", board, path]);
    let text = answer.expect(1);
    answer.sentence("a wrong rating in line ");
    for words in [
        "First disagreement, at ",
        "Smallest position with a wrong rating, at ply ",
        "Likely cause: minimum and maximum are swapped",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let found = json(&doomtree(&["check", board, path, "--json"]), 1);
    assert_eq!(found["agrees"], false);
    assert_eq!(causes(&found), ["min-max-swapped"]);
    let nodes = |found: &serde_json::Value| {
        let nodes = found["tree_nodes"].as_str().expect("digits");
        nodes.parse::<u64>().expect("a number")
    };
    assert!(nodes(&found["smallest"]) < nodes(&found["first"]));
}

#[test]
fn the_page_on_checking_shows_what_is_printed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(folder.join("docs/check.md")).expect("the page");
    let args = [
        "check",
        "a1b3/b1a3 a",
        "saved_trees/literal-ratings-2x2.jsonl",
    ];
    let answer = Answer::of(program().args(args).current_dir(folder));
    assert!(page.contains(answer.expect(1)), "{}", answer.output);
}

#[test]
fn what_literal_programs_print_is_found_with_its_cause() {
    let words = "there is no sbcl (apt-get install sbcl)";
    if !has(tool("sbcl").arg("--version"), words) {
        return;
    }
    let literal = |what: &str, board: &str| {
        let rows = 1 + board.matches('/').count();
        let hexes = board.split(' ').next().expect("a board").replace('/', "");
        let hexes: Vec<String> = hexes
            .as_bytes()
            .chunks(2)
            .map(|hex| format!("{}{}", hex[0] - b'a', char::from(hex[1])))
            .collect();
        let columns = (hexes.len() / rows).to_string();
        let output = tool("sbcl")
            .arg("--script")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/literal.lisp"))
            .args([what, &columns, "3"])
            .args(&hexes)
            .output()
            .expect("sbcl runs");
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    let wrong = [
        ("ratings", "a1b1b3/b2a2a3 a", "rating", "min-max-swapped"),
        ("ratings", "b2b2/a2b1 a", "", ""),
        ("tree", "b3b2a2/a3b1b3 a", "reinforcement", "beyond-maximum"),
        ("tree", "b2b2/a2b1 a", "", ""),
    ];
    for (what, board, kind, cause) in wrong {
        let text = literal(what, board);
        let answer = fed(&["check", board, "-", "--json"], &text);
        if kind.is_empty() {
            // The fault doesn't show on every board.
            assert_eq!(json(&answer, 0)["agrees"], true, "{board}");
            continue;
        }
        let found = json(&answer, 1);
        assert_eq!(found["first"]["kind"], kind, "{board}");
        assert_eq!(causes(&found), [cause], "{board}");
    }
    // The example that comes with doomtree is such an output.
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/saved_trees/literal-ratings-2x2.jsonl"
    );
    let saved = std::fs::read(path).expect("the example");
    assert_eq!(saved, literal("ratings", "a1b3/b1a3 a"));
}

#[test]
fn a_program_is_asked_and_smaller_boards_are_tried() {
    let path = program().get_program().to_str().expect("a path").to_owned();
    let right = doomtree(&[
        "check",
        BOARD,
        "--command",
        &format!("'{path}' rate -"),
        "--json",
    ]);
    let found = json(&right, 0);
    assert_eq!(
        (&found["agrees"], &found["nodes"]),
        (&true.into(), &13.into())
    );
    assert!(found["smaller_boards"].as_u64() > Some(50), "{found}");
    assert_eq!(found["smaller_board"], serde_json::Value::Null);
    // Who is asked about positions of the rules needn't lead to them: captured dice that aren't added
    // up are found.
    let other =
        format!("'{path}' rate - --rules land-of-lisp --reinforcement last-capture-minus-one");
    let found = json(
        &doomtree(&["check", "a1b3/b1a3 a", "--command", &other, "--json"]),
        1,
    );
    assert_eq!(causes(&found), ["reinforcement=last-capture-minus-one"]);
    // Another dialect shows on a board of two or three hexes already.
    let other = format!("'{path}' rate - --pass-listed last");
    let board = "a1b2a1/b1b2a3 a";
    let found = json(
        &doomtree(&["check", board, "--command", &other, "--json"]),
        1,
    );
    // The simplest is told first; a preset with that switch gives the same answers on this board.
    assert_eq!(causes(&found), ["pass_listed=last", "rules=haskell"]);
    let small = found["smaller_board"]["position"]
        .as_str()
        .expect("a board");
    assert!(
        small.bytes().filter(u8::is_ascii_digit).count() <= 3,
        "{small}"
    );
    assert_eq!(found["smaller_board"]["first"]["kind"], "order");
}

/// A program that anybody may copy, and how it is started; `None` where this machine lacks what runs
/// it.
fn printer(name: &str, interpreter: &str, first: &[&str]) -> Option<String> {
    let words = format!("there is no {interpreter}");
    if !has(tool(interpreter).arg("--version"), &words) {
        return None;
    }
    let path = tool(interpreter).get_program().to_str()?.to_owned();
    let folder = env!("CARGO_MANIFEST_DIR");
    let first = first.join(" ");
    Some(format!("'{path}' {first} '{folder}/examples/check/{name}'"))
}

/// What checks such a program, with the interpreter's own helpers in reach.
pub(super) fn asked_for(board: &str, command: &str, flags: &[&str]) -> Answer {
    let path = tool("sh")
        .get_envs()
        .find_map(|(name, value)| (name == "PATH").then(|| value.expect("folders").to_owned()));
    Answer::of(
        program()
            .env("PATH", path.expect("folders"))
            .args(["check", board, "--command", command, "--answer-time", "60s"])
            .args(flags),
    )
}

#[test]
fn the_programs_to_copy_agree_on_all_boards_in_every_language() {
    for (name, interpreter, first) in [
        ("rate.py", "python3", &[][..]),
        ("rate.lisp", "sbcl", &["--script"]),
        ("rate.rkt", "racket", &[]),
        ("rate.hs", "runghc", &[]),
        ("rate.js", "node", &[]),
    ] {
        let Some(command) = printer(name, interpreter, first) else {
            continue;
        };
        let found = json(&asked_for("b2b2/a2b1 a", &command, &["--json"]), 0);
        assert_eq!(found["agrees"], true, "{name}");
        assert_eq!(found["smaller_board"], serde_json::Value::Null, "{name}");
        let all = &found["all_boards"];
        assert_eq!(all["not_exercised"], serde_json::json!([]), "{name}");
        for what in [
            "positions",
            "moves",
            "successors",
            "winners",
            "orders",
            "ratings",
        ] {
            assert!(all["compared"][what].as_u64() > Some(100), "{name}: {what}");
        }
    }
}

const PYTHON: (&str, &str, &[&str]) = ("rate.py", "python3", &[]);

/// A program to copy with other lines, and how it is started; `None` where this machine lacks what
/// runs it.
pub(super) fn altered(
    (name, interpreter, first): (&str, &str, &[&str]),
    changes: &[(&str, &str)],
) -> Option<(File, String)> {
    let command = printer(name, interpreter, first)?;
    let path = format!("{}/examples/check/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(&path).expect("the printer");
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    // Each has a file of its own.
    static FILES: AtomicU64 = AtomicU64::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let file = File::new(&format!("{number}-{name}"), &text);
    let command = command.replace(&path, file.path());
    Some((file, command))
}

const WASTE: (&str, &str) = (
    "if owner == player and dice < MOST_DICE and supply > 0:\n            dice, supply = dice + 1,",
    "if owner == player and supply > 0:\n            dice, supply = min(dice + 1, MOST_DICE),",
);
const COMBO: (&str, &str) = (
    "else min(below)",
    "else min(below) if len(below) < 3 else max(below)",
);
const PASS_LAST: (&str, &str) = (
    "    return found\n\n\ndef winners",
    "    return found[::-1]\n\n\ndef winners",
);

#[test]
fn faults_that_a_small_board_hides_show_on_others_with_their_cause_whatever_the_order() {
    for (changes, kind, cause) in [
        (&[WASTE][..], "reinforcement", &["full-use-supply"][..]),
        (&[WASTE, PASS_LAST], "reinforcement", &["full-use-supply"]),
        (&[COMBO], "rating", &[]),
    ] {
        let Some((_file, command)) = altered(PYTHON, changes) else {
            return;
        };
        let found = json(&asked_for("b2b2/a2b1 a", &command, &["--json"]), 1);
        let smaller = &found["smaller_board"];
        assert_eq!(smaller["first"]["kind"], kind, "{found}");
        assert_eq!(causes(smaller), cause);
    }
}

#[test]
fn an_order_alone_is_told_to_be_harmless() {
    let Some((_file, command)) = altered(PYTHON, &[PASS_LAST]) else {
        return;
    };
    let answer = asked_for("b2b2/a2b1 a", &command, &[]);
    let words = "Only the order of moves differs; no rating follows from it.";
    assert!(answer.expect(1).contains(words), "{}", answer.output);
}

#[test]
fn a_program_that_dies_hangs_or_talks_nonsense_is_told_so() {
    for (command, words) in [
        (
            "exit 3",
            "exited (exit status: 3) before answering question 1",
        ),
        (
            "no-such-program-here 2>/dev/null",
            "exited (exit status: 127)",
        ),
        ("yes", "is of no use: this line is not valid JSON"),
        (
            "while read l; do echo '{\"rating\":NaN}'; done",
            "is of no use: this line is not valid JSON",
        ),
        (
            "while read l; do echo '{\"position\":\"a1b1 a\"}'; done",
            "answered for a1b1 a",
        ),
        ("while read l; do echo; done", "is of no use"),
        ("cat", "the program says nothing of any position"),
        ("sleep 60", "no answer to question 1 "),
        ("sleep 60 & sleep 60", "within 300ms"),
        (
            "sleep 60 & exit 3",
            "exited (exit status: 3), and what it has started keeps its output open",
        ),
        (
            "while read l; do printf '{\"rating\":1}\\n{\"rating\":1}\\n'; done",
            "more than one line for question 1",
        ),
        ("exec <&-; exec >&-; sleep 60", "before answering"),
        ("head -c 20000000 /dev/zero | tr '\\0' x", "longer than"),
    ] {
        let answer = doomtree(&[
            "check",
            BOARD,
            "--command",
            command,
            "--answer-time",
            "300ms",
        ]);
        assert_eq!(answer.output, "", "{command}");
        assert_eq!(answer.code, Some(2), "{command}: {}", answer.errors);
        assert!(
            answer.errors.contains(words),
            "{command}: {}",
            answer.errors
        );
        assert_eq!(
            answer.errors.lines().count(),
            1,
            "{command}: {}",
            answer.errors
        );
    }
}

#[test]
fn what_a_program_says_on_standard_error_is_passed_on_up_to_a_bound() {
    let few = doomtree(&["check", BOARD, "--command", "echo so it is >&2; exit 3"]);
    assert!(few.errors.starts_with("so it is\n"), "{}", few.errors);
    let many = "head -c 5000000 /dev/zero | tr '\\0' x >&2; exit 3";
    let many = doomtree(&["check", BOARD, "--command", many]);
    assert!(many.errors.len() < 1_100_000, "{}", many.errors.len());
    let end = &many.errors[1 << 20..];
    assert!(end.contains("standard error is left out"), "{end}");
    assert!(end.contains("exited (exit status: 3)"), "{end}");
}

#[test]
fn time_that_is_over_ends_the_wait_for_an_answer_and_what_was_answered_is_told() {
    let asked = |command: &str| {
        let time = ["--max-time", "2s", "--answer-time", "10m"];
        doomtree(&[&["check", BOARD, "--command", command][..], &time].concat())
    };
    let silent = asked("sleep 1000");
    silent.expect(3);
    silent.sentence("--max-time 2s reached after 1 question, before all boards were asked about");
    let wrong = asked("read l; echo '{\"rating\":\"1/3\"}'; sleep 1000");
    assert!(wrong.expect(1).contains("1/3"), "{}", wrong.output);
    let sentences: Vec<&str> = wrong.errors.lines().collect();
    assert!(
        sentences[0].contains("--max-time 2s reached after 2 questions"),
        "{}",
        wrong.errors
    );
    assert!(
        sentences[1].contains("the program shows a wrong rating"),
        "{}",
        wrong.errors
    );
}

#[test]
fn a_watched_program_is_checked_again_when_its_file_changes() {
    let file = File::new(
        "rate.sh",
        "while read l; do echo '{\"rating\":\"1\"}'; done\n",
    );
    let command = format!("sh {}", file.path());
    let mut child = program()
        .args(["check", BOARD, "--watch", "--quiet", "--command", &command])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program");
    let errors = child.stderr.take().expect("a pipe");
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(errors));
    let mut until = |words: &str| {
        let mut seen = lines.by_ref().map(|line| line.expect("text"));
        assert!(
            seen.any(|line| line.contains(words)),
            "{words} is never said"
        );
    };
    until("the program shows a wrong rating");
    until("watching ");
    // A file system may know whole seconds alone.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    std::fs::write(
        file.path(),
        "while read l; do echo '{\"rating\":\"x\"}'; done\n",
    )
    .expect("a file");
    until("is of no use");
    until("watching ");
    support::outside::send(support::outside::Signal::INT, &child);
    until("interrupted: 2 checks done");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    doomtree(&["check", BOARD, "--watch", "--command", "true"])
        .refused("finds no file that could change");
}

#[test]
fn memory_that_is_used_up_ends_the_comparison_and_says_how_far_it_came() {
    if !std::path::Path::new("/proc/self/statm").exists() {
        support::outside::skip("no /proc tells here how much memory a process takes");
        return;
    }
    let board = "{\"position\":\"b2b2/a2b1 a\",\"rating\":\"0\"}\n";
    let file = File::new("many.jsonl", &board.repeat(200_000));
    let answer = doomtree(&["check", BOARD, file.path(), "--max-memory", "30MB"]);
    answer.expect(3);
    assert!(
        answer.errors.contains("--max-memory 30MB reached after "),
        "{}",
        answer.errors
    );
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let file = File::new(
        "nonsense.jsonl",
        "{\"position\":\"nonsense\",\"rating\":1}\n",
    );
    doomtree(&["check", BOARD, file.path()]).refused("line 1: invalid position 'nonsense'");
    let file = File::new("cut.json", "{\"nodes\":[{\"id\":0,\"position\":\"a1");
    doomtree(&["check", BOARD, file.path()]).refused("line 1, column");
    let file = File::new("rating.jsonl", "{\"position\":\"a1\",\"rating\":true}\n");
    doomtree(&["check", BOARD, file.path()]).refused("doomtree's docs/check.md says what is read");
    let file = File::new("silent.jsonl", "{\"position\":\"b2b2/a2b1 a\"}\n");
    doomtree(&["check", BOARD, file.path()]).refused("says nothing of any position: give at least");
    let file = File::new(
        "maybe.jsonl",
        "{\"position\":\"a1\",\"moves\":[],\"complete\":0}\n",
    );
    doomtree(&["check", BOARD, file.path()]).refused("'complete' must be true or false, not '0'");
    let written = doomtree(&["export", BOARD, "--format", "json"]);
    let text = written
        .expect(0)
        .replacen("\"terminal\"", "\"terminus\"", 1);
    let line = 1 + text
        .lines()
        .position(|line| line.contains("terminus"))
        .expect("an end");
    let file = File::new("terminus.json", &text);
    let told = doomtree(&["check", BOARD, file.path()]);
    told.refused("leaf or horizon, not '\"terminus\"' (line");
    told.sentence(&format!("(line {line}, column"));
    doomtree(&["check", BOARD, "/"]).refused("is a folder");
    doomtree(&["check", BOARD, "no-such-file.json"]).refused("no such file");
    doomtree(&["check", "-", "-"]).refused("can't both be read from standard input");
    doomtree(&["check", BOARD]).refused("");
    doomtree(&["check", BOARD, "x.json", "--command", "cat"]).refused("--command");
    fed(&["check", BOARD, "-"], b"").refused("it is empty");
}

#[test]
fn positions_that_the_board_does_not_lead_to_are_said_so() {
    let text = "{\"position\":\"a3b1b1b1b1 a\",\"moves\":[\"0>1\"]}\n";
    let answer = fed(&["check", BOARD, "-"], text.as_bytes());
    let words = "1 position not reachable from this board, checked anyway.";
    assert!(answer.expect(0).contains(words), "{}", answer.output);
}
