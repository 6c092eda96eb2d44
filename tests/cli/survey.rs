//! `doomtree rate -` with many lines: all cores, in order, in bounded memory, whatever happens to
//! the pipes.

use std::io::{BufRead as _, BufReader, Read as _, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::thread::JoinHandle;

use support::cli::{Answer, LARGE, program};
use support::outside::{Signal, send, skip};

const BOOK: &str = "b2b2/a2b1 a";

/// The program, with all of its pipes in our hands.
fn started(args: &[&str]) -> Child {
    program()
        .args(["rate", "-"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program")
}

/// Writes from a thread of its own, so that neither pipe can wait for the other. The pipe is given
/// back open.
fn feed(
    child: &mut Child,
    lines: impl Iterator<Item = String> + Send + 'static,
) -> JoinHandle<Option<ChildStdin>> {
    let mut pipe = child.stdin.take().expect("a pipe");
    std::thread::spawn(move || {
        for mut line in lines {
            line.push('\n');
            // The program may have gone.
            pipe.write_all(line.as_bytes()).ok()?;
        }
        Some(pipe)
    })
}

/// All answers to these lines.
fn answered(args: &[&str], lines: impl Iterator<Item = String> + Send + 'static) -> Answer {
    let mut child = started(args);
    let fed = feed(&mut child, lines);
    // The program ends when its input does.
    let fed = std::thread::spawn(move || drop(fed.join().expect("the lines")));
    let answer = child.wait_with_output();
    fed.join().expect("the lines");
    Answer::from(answer.expect("an end"))
}

/// Lines of very different cost, good and bad.
fn mixed(lines: usize) -> impl Iterator<Item = String> + Send + 'static {
    (0..lines).map(|number| match number % 50 {
        3 => LARGE.to_owned(),
        7 | 11 => "b2a1a1/a2b2a3/b3b1b1 a".to_owned(),
        13 => format!("{{\"position\":\"{LARGE}\",\"max_nodes\":3000}}"),
        17 => format!("{{\"position\":\"{BOOK}\",\"max_plies\":2,\"at\":\"2>3\"}}"),
        19 => "nonsense".to_owned(),
        23 => r#"{"position":"a3b2/c1a2 a","rules":"land-of-lisp-v4","players":3}"#.to_owned(),
        _ => BOOK.to_owned(),
    })
}

#[test]
fn answers_are_the_same_bytes_in_the_same_order_for_every_number_of_threads() {
    let one = answered(&["--threads", "1"], mixed(150));
    one.sentence("3 of 150 lines failed");
    let lines: Vec<serde_json::Value> = one
        .expect(1)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 150);
    for (number, line) in lines.iter().enumerate() {
        match number % 50 {
            3 => assert_eq!(line["positions"], 201_861),
            7 | 11 => assert_eq!(line["positions"], 5_631),
            13 => assert_eq!(line["stopped"], "max-nodes 3000"),
            17 => assert_eq!(line["position"], "b2b2/a1a1 a +1"),
            19 => assert_eq!(line["line"], number + 1),
            23 => assert!(line["rating"]["c"].is_string(), "{line}"),
            _ => assert_eq!(line["tree_nodes"], "13"),
        }
    }
    for threads in ["2", "4"] {
        let again = answered(&["--threads", threads], mixed(150));
        assert!(again.expect(1) == one.output, "{threads} threads differ");
    }
}

#[test]
fn ten_thousand_bad_lines_are_answered_and_stop_nothing() {
    let lines = (1..=10_000).map(|number| match number % 4 {
        0 => "{".to_owned(),
        1 => format!("nonsense {number}"),
        2 => String::new(),
        _ => format!("{{\"position\":\"{BOOK}\",\"max_time\":\"-{number}s\"}}"),
    });
    let answer = answered(&[], lines.chain([BOOK.to_owned()]));
    let mut read = 0;
    for (number, line) in (1..).zip(answer.expect(1).lines()) {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        read += 1;
        if number <= 10_000 {
            assert_eq!(line["line"], number);
            assert!(line["error"].is_string());
        } else {
            assert_eq!(line["positions"], 11);
        }
    }
    assert_eq!(read, 10_001);
    answer.sentence("10,000 of 10,001 lines failed");
}

#[test]
fn an_answer_waits_neither_for_the_lines_behind_it_nor_for_the_end_of_the_input() {
    let mut child = started(&["--threads", "2"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    // The second is never done in the time of a test, and isn't searched because of its limit.
    let endless = format!("{} a", ["a3b2a3b2a3b2a3b2"; 8].join("/"));
    writeln!(
        input,
        "{BOOK}\n{{\"position\":\"{endless}\",\"max_nodes\":4000000000,\"max_time\":\"500ms\"}}\n{BOOK}"
    )
    .expect("lines");
    let mut first = String::new();
    output.read_line(&mut first).expect("a line");
    assert!(first.contains("\"tree_nodes\":\"13\""), "{first}");
    let mut second = String::new();
    output.read_line(&mut second).expect("a line");
    assert!(second.contains("\"stopped\":\"max-nodes "), "{second}");
    let mut third = String::new();
    output.read_line(&mut third).expect("a line");
    assert_eq!(third, first);
    drop(input);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn a_reader_that_closes_the_pipe_ends_the_program_without_an_error() {
    let mut child = started(&[]);
    let fed = feed(&mut child, std::iter::repeat(BOOK.to_owned()));
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    drop(output);
    let ended = child.wait_with_output().expect("an end");
    assert!(fed.join().expect("the lines").is_none());
    let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!((ended.status.code(), errors.as_str()), (Some(0), ""));
}

/// The most memory that a process has had so far, in bytes; `None` where nobody tells.
fn most_memory(child: &Child) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1_024)
}

#[test]
fn the_memory_of_a_long_stream_does_not_grow_with_it() {
    let mut child = started(&["--threads", "2"]);
    if most_memory(&child).is_none() {
        skip("no /proc tells here how much memory a process takes");
        child.kill().expect("an end");
        child.wait().expect("an end");
        return;
    }
    // 80 MB of lines, and more of answers.
    let line = format!(
        "{{\"position\":\"{BOOK}\",{}\"quiet\":true}}",
        " ".repeat(2_000)
    );
    let fed = feed(&mut child, std::iter::repeat_n(line, 40_000));
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut most = Vec::new();
    let mut answer = String::new();
    for number in 1..=40_000 {
        answer.clear();
        output.read_line(&mut answer).expect("a line");
        if number % 10_000 == 0 {
            most.push(most_memory(&child).expect("its memory"));
        }
    }
    drop(fed.join().expect("the lines"));
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    assert!(most[3] < most[0] + 8_000_000, "{most:?}");
    // Some 500 lines are read ahead, and the program itself is a few MB.
    assert!(most[3] < 40_000_000, "{most:?}");
}

#[test]
fn an_interrupt_leaves_what_was_answered_and_says_how_much() {
    let mut child = started(&[]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    writeln!(
        input,
        "{BOOK}\nnonsense\n{{\"position\":\"{LARGE}\",\"max_dice\":9}}"
    )
    .expect("lines");
    let mut answers = String::new();
    for _ in 0..2 {
        output.read_line(&mut answers).expect("a line");
    }
    send(Signal::INT, &child);
    output.read_to_string(&mut answers).expect("text");
    let answer = Answer::from(child.wait_with_output().expect("an end"));
    answer.expect(130);
    answer.sentence("interrupted: 2 of the lines were answered");
    assert!(
        answers.lines().count() == 2 && answers.ends_with('\n'),
        "{answers}"
    );
}

#[test]
fn a_line_that_never_ends_is_refused_after_the_answers_before_it() {
    let long = "x".repeat((64 << 20) + 1);
    let answer = answered(&[], [BOOK.to_owned(), long].into_iter());
    assert!(answer.expect(2).contains("\"tree_nodes\":\"13\""));
    assert_eq!(answer.output.lines().count(), 1);
    answer.sentence("line 2 of standard input has more than 64 MiB");
}

#[test]
fn a_line_has_limits_of_its_own_and_no_threads() {
    let lines = [
        format!("{{\"position\":\"{LARGE}\",\"max_time\":\"1ms\"}}"),
        format!("{{\"position\":\"{LARGE}\",\"max_time\":0.001}}"),
        format!("{{\"position\":\"{BOOK}\",\"max_memory\":\"1.5GiB\",\"max_time\":\"1h\"}}"),
        format!("{{\"position\":\"{BOOK}\",\"max_memory\":2000000000}}"),
        format!("{{\"position\":\"{BOOK}\",\"max_memory\":\"much\"}}"),
        format!("{{\"position\":\"{BOOK}\",\"max_time\":[]}}"),
        format!("{{\"position\":\"{BOOK}\",\"threads\":2}}"),
    ];
    let answer = answered(&["--max-memory", "4GB"], lines.into_iter());
    let lines: Vec<serde_json::Value> = answer
        .expect(1)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    for line in &lines[..2] {
        assert_eq!(line["complete"], false);
        let stopped = line["stopped"].as_str().expect("a text");
        assert_eq!(stopped, format!("max-nodes {}", line["positions"]));
    }
    for line in &lines[2..4] {
        assert_eq!(line["positions"], 11, "{line}");
    }
    for (line, words) in lines[4..].iter().zip([
        "'much' is no amount of memory",
        "an amount is a text such as \"512MB\" or \"30s\", or a number",
        "threads hold for all lines together",
    ]) {
        let error = line["error"].as_str().expect("an error");
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_byte_order_mark_before_the_first_line_is_ignored() {
    let lines = ["\u{feff}b2b2/a2b1 a", "b2b2/a2b1 a"].map(str::to_owned);
    let answer = answered(&[], lines.into_iter());
    let answers: Vec<&str> = answer.expect(0).lines().collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].starts_with("{\"position\":\"b2b2/a2b1 a\""));
}
