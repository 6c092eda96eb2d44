//! The progress line, as a terminal shows it.

use support::cli::{Answer, program};
use support::outside::{has, tool};

const BOOK: &str = "b2b2/a2b1 a";

/// `script` runs a program on a terminal of its own.
#[test]
fn on_a_terminal_the_progress_goes_on_while_a_program_is_waited_for_and_is_wiped_at_the_end() {
    let mut terminal = tool("script");
    if !has(
        tool("script").arg("--version"),
        "script is missing: no terminal can be had",
    ) {
        return;
    }
    let check = format!(
        "stty cols 90; {:?} check '{BOOK}' --command 'while read l; do sleep 2; exit 3; done'",
        program().get_program()
    );
    let shown = Answer::of(terminal.args(["-qec", &check, "/dev/null"]));
    let lines: Vec<&str> = shown.output.split('\r').collect();
    let waiting = |seconds: u32| {
        let words = "waiting for the program's answer about b2b2/a2b1 a: 1 of 11 positions";
        let line = format!("{words}, {seconds} s\u{1b}[K");
        lines.contains(&&*line)
    };
    assert!(waiting(0) && waiting(1), "{lines:?}");
    // What is said at the end begins on an empty line.
    let end = shown.output.split("\u{1b}[K").last().expect("an end");
    assert!(end.starts_with("doomtree: program exited"), "{end:?}");
    assert!(shown.output.contains("\r\u{1b}[Kdoomtree: "), "{lines:?}");
}
