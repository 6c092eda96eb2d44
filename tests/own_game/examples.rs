//! The short examples: made of the library's public names alone, and each prints what its head says.

use std::path::Path;
use std::process::Command;

use support::outside::skip;

/// The names and the texts of the examples that are one file.
fn short_examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let entries = folder.read_dir().expect("the examples");
    let mut found: Vec<(String, String)> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("an example");
            (name.into_owned(), text)
        })
        .collect();
    found.sort();
    found
}

#[test]
fn a_short_example_has_at_most_60_lines_and_knows_the_front_door_alone() {
    let examples = short_examples();
    let names: Vec<&str> = examples.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["cram", "figure", "nim", "race", "rate"]);
    for (name, text) in &examples {
        let lines = text.lines().count();
        assert!(lines <= 60, "{name} has {lines} lines");
        for (_, named) in text
            .match_indices("doomtree::")
            .map(|(at, name)| (name, &text[at..]))
        {
            let rest = named.trim_start_matches("doomtree::");
            let module = rest.starts_with(|letter: char| letter.is_lowercase());
            let given = rest.starts_with("petgraph::");
            assert!(
                !module || given,
                "{name} names {}",
                rest.lines().next().unwrap_or(rest)
            );
        }
    }
}

#[test]
fn a_short_example_prints_what_its_head_says() {
    let tests = std::env::current_exe().expect("this program");
    let built = tests.ancestors().nth(2).expect("a folder").join("examples");
    for (name, text) in short_examples() {
        let program = built.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        if !program.exists() {
            skip("the examples aren't built: run cargo build --examples");
            return;
        }
        let head = text.lines().take_while(|line| line.starts_with("//!"));
        let mut head = head.map(|line| line.trim_start_matches("//!").trim_start());
        assert!(head.any(|line| line == "```text"), "{name} shows no output");
        let said: Vec<&str> = head.take_while(|line| *line != "```").collect();
        let folder = tempfile::tempdir().expect("a folder");
        let output = Command::new(&program).current_dir(&folder).output();
        let output = output.expect("an example");
        assert!(output.status.success(), "{name}");
        let printed = String::from_utf8(output.stdout).expect("text");
        assert!(
            !said.is_empty() && printed.lines().eq(said),
            "{name} prints:\n{printed}"
        );
    }
}
