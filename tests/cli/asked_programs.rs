//! `doomtree check --command`: programs of others are asked, the ones to copy among them. Without
//! their interpreters the tests say loudly that they are skipped, and with `DOOMTREE_SKIP_NOTHING=1`
//! they fail.

use std::sync::atomic::{AtomicU64, Ordering};

use support::cli::{Answer, doomtree, program};
use support::outside::{has, tool};

use super::check::{File, causes, json};

const BOARD: &str = "a1b1a3b2b3 a";

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
    // A preset with that switch gives the same answers on this board, but not on others.
    assert_eq!(causes(&found), ["pass_listed=last"]);
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

/// On a board of one row it only has the pass last.
const BY_TARGET: (&str, &str) = (
    "    return found\n\n\ndef winners",
    "    return sorted(found, key=lambda it: (it[0] == 'pass', it[0][::-1]))\n\n\ndef winners",
);

#[test]
fn an_order_alone_is_told_to_be_harmless_and_the_asked_board_refutes_its_cause() {
    let Some((_file, command)) = altered(PYTHON, &[BY_TARGET]) else {
        return;
    };
    let answer = asked_for("a3b1/b1a2 a", &command, &[]);
    let words: Vec<&str> = answer.expect(1).split_whitespace().collect();
    let words = words.join(" ");
    for said in [
        "Only the order of moves differs; no rating follows from it.",
        "explains this board, but not a3b1/b1a2 a: the pass is listed last",
    ] {
        assert!(words.contains(said), "{}", answer.output);
    }
    assert!(!words.contains("Likely cause"), "{}", answer.output);
    assert!(answer.errors.contains("in question "), "{}", answer.errors);
}

#[test]
fn a_wrong_answer_about_a_smaller_board_is_told_with_that_board() {
    let Some((_file, command)) = altered(PYTHON, &[WASTE]) else {
        return;
    };
    let answer = asked_for("b2b2/a2b1 a", &command, &[]);
    answer.expect(1);
    answer.sentence("about the smaller board ");
}

#[test]
fn a_limit_before_the_first_question_is_no_fault_of_the_program() {
    for (limit, words) in [
        (
            ["--max-plies", "0"],
            "before the first question: raise --max-plies",
        ),
        (["--max-nodes", "1"], "--max-nodes 1 reached"),
    ] {
        let answer = asked_for("b2b2/a2b1 a", "cat", &limit);
        assert_eq!(answer.expect(3), "");
        answer.sentence(words);
    }
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
    // Renamed, as editors do: a file that is written in two steps changes twice.
    let other = File::new(
        "rate-again.sh",
        "while read l; do echo '{\"rating\":\"x\"}'; done\n",
    );
    std::fs::rename(other.path(), file.path()).expect("a file");
    until("is of no use");
    until("watching ");
    support::outside::send(support::outside::Signal::INT, &child);
    until("interrupted: 2 checks done");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    doomtree(&["check", BOARD, "--watch", "--command", "true"])
        .refused("finds no file that could change");
}
