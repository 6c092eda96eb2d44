//! What `-o` and standard output lead to, and what is said where they can't be written.
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt as _;
use std::process::Stdio;

use support::cli::{Answer, doomtree, program, program_path};
use support::outside::skip;

const BOOK: &str = "b2b2/a2b1 a";

fn export(file: &str) -> Answer {
    doomtree(&["export", BOOK, "--format", "text", "--quiet", "-o", file])
}

#[test]
fn an_export_goes_through_links_and_tells_what_was_not_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    symlink("there.txt", path("link.txt")).expect("a link");
    let told = export(&path("link.txt"));
    told.expect(0);
    assert_eq!(told.errors, "");
    std::fs::hard_link(path("there.txt"), path("other.txt")).expect("a link");
    let told = export(&path("link.txt"));
    told.expect(0);
    told.sentence("there.txt' is a file of its own now: 1 other name");
    symlink("loop.txt", path("loop.txt")).expect("a link");
    export(&path("loop.txt")).refused("in a loop of links: mend the link");
}

#[test]
fn a_file_that_somebody_may_not_write_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("roots.txt");
    std::fs::write(&file, "root's").expect("a file");
    for (path, mode) in [(folder.path(), 0o777), (&file, 0o644)] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("a mode");
    }
    // The program has to be where everybody may start it.
    let program = folder.path().join("doomtree");
    std::fs::copy(program_path(), &program).expect("a copy");
    let mut other = std::process::Command::new(&program);
    other
        .uid(65_534)
        .gid(65_534)
        .args(["export", BOOK, "--format", "text", "-o"]);
    match other.arg(&file).output() {
        Err(why) => skip(&format!(
            "only root may run a program as somebody else ({why})"
        )),
        Ok(output) => Answer::from(output).refused("roots.txt' may not be written to: choose"),
    }
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "root's");
}

#[test]
fn names_in_sentences_are_shortened_and_what_is_not_seen_in_them_is_shown() {
    export("").refused("the name of the file to write is empty: give one");
    let long = format!("/{}/a.json", "xyz/".repeat(900));
    for args in [["rate", &*long], ["verify", &*long], ["search", &*long]] {
        let told = doomtree(&args);
        told.refused("a.json");
        assert!(told.errors.chars().count() < 400, "{}", told.errors);
    }
    let told = doomtree(&["rate", "\u{feff}\u{202e}q2"]);
    told.refused("\\u{feff}\\u{202e}q2'");
    let told = doomtree(&["rate", BOOK, &"-".repeat(50_000)]);
    told.expect(2);
    assert!(told.errors.chars().count() < 1_100, "{}", told.errors.len());
}

#[test]
fn a_full_output_is_an_error_for_help_too() {
    for args in [&["--help"][..], &["rate", "--help"], &["rate", BOOK]] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let full = full.expect("a device that is full");
        let told = Answer::of(program().args(args).stdout(full));
        told.refused("the output can't be written");
    }
}

#[test]
fn with_a_closed_pipe_only_a_reached_limit_is_reported() {
    let unread = |args: &[&str]| {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = program();
        Answer::of(command.args(args).stdin(Stdio::null()).stdout(writer))
    };
    for command in [
        &["tree", "--quiet"][..],
        &["rate"],
        &["rate", "--json"],
        &["search", "--json"],
        &["export", "--format", "json", "--quiet"],
    ] {
        let all = unread(&[command, &[BOOK]].concat());
        all.expect(0);
        assert_eq!(all.errors, "", "{command:?}");
        let limited = unread(&[command, &[BOOK, "--max-nodes", "5"]].concat());
        limited.expect(3);
        limited.sentence("--max-nodes 5 reached");
    }
}
