//! The JSON answers of every command validate against their schema, and share one vocabulary; files of
//! earlier versions.

use boon::{Compiler, Schemas};
use serde_json::Value;
use support::cli::{doomtree, fed};

const SCHEMA: &str = include_str!("../../docs/schema/doomtree-answers.schema.json");
const NAME: &str = "answers.json";
const BOOK: &str = "b2b2/a2b1 a";
const WRONG: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/saved_trees/literal-ratings-2x2.jsonl"
);

/// Commands with `--json`, each with its exit code.
const COMMANDS: [(&str, &[&str], i32); 19] = [
    ("rate", &[BOOK], 0),
    ("rate", &[BOOK, "--max-plies", "2"], 0),
    ("rate", &[BOOK, "--max-nodes", "3"], 3),
    ("rate", &[BOOK, "--forbid", "2>3 pass 0>2"], 0),
    (
        "rate",
        &[
            "a3b2/c1a2 a",
            "--rules",
            "land-of-lisp-v4",
            "--players",
            "3",
            "--max-plies",
            "3",
        ],
        0,
    ),
    ("rate", &["a2a2b3b1/b3a1a3b2/a1b3b1a3/b2a2b1a3 a"], 0),
    ("count", &[BOOK], 0),
    ("count", &[BOOK, "--max-nodes", "3"], 3),
    ("search", &[BOOK, "--algorithm", "alpha-beta"], 0),
    ("search", &[BOOK, "--algorithm", "proof-number"], 0),
    ("search", &[BOOK, "--algorithm", "star1"], 0),
    ("search", &[BOOK, "--algorithm", "monte-carlo"], 0),
    (
        "search",
        &[BOOK, "--algorithm", "plain-minimax", "--max-nodes", "5"],
        3,
    ),
    (
        "compare",
        &[
            "b2b2/a3b1 a",
            "--rules",
            "land-of-lisp",
            "--rules",
            "haskell",
        ],
        0,
    ),
    (
        "compare",
        &[BOOK, "--rules", "land-of-lisp", "--rules", "land-of-lisp"],
        0,
    ),
    ("exercise", &[BOOK], 0),
    ("exercise", &[BOOK, "--answers", "--task", "best-moves"], 0),
    ("check", &["a1b3/b1a3 a", WRONG], 1),
    ("check", &["a1b3/b1a3 a", WRONG, "--rules", "haskell"], 1),
];

fn faults(answer: &str, command: &str) -> Option<String> {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let (mut all, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource(NAME, schema).expect("a schema");
    let place = format!("{NAME}#/$defs/{command}");
    let this = compiler.compile(&place, &mut all).expect("a good schema");
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    let checked = all.validate(&answer, this);
    checked.err().map(|fault| format!("{fault:#}"))
}

#[test]
fn every_answer_is_as_its_schema_says_and_names_its_game_and_rules() {
    for (command, arguments, code) in COMMANDS {
        let words = [&[command], arguments, &["--json", "--quiet"]].concat();
        let answer = doomtree(&words);
        let text = answer.expect(code);
        // Algorithms of textbooks count other things.
        let ours = ["alpha-beta", "proof-number"];
        let part = match arguments.get(2) {
            Some(name) if command == "search" && !ours.contains(name) => "textbook",
            _ => command,
        };
        assert_eq!(faults(text, part), None, "{words:?}: {text}");
        let members: Value = serde_json::from_str(text).expect("JSON");
        for member in ["game", "rules", "position", "max_plies"] {
            assert!(members.get(member).is_some(), "{words:?}: {member}");
        }
    }
}

#[test]
fn a_score_and_a_bad_line_are_as_their_schemas_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("posed.exercise.json");
    let file = path.to_str().expect("a name");
    doomtree(&["exercise", BOOK, "-o", file]).expect(0);
    let score = doomtree(&["exercise", "--check", file, "--json"]);
    let text = score.expect(1);
    assert_eq!(faults(text, "score"), None, "{text}");
    let answer: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(answer["asked"], answer["open"], "nothing is filled in");
    let lines = fed(&["rate", "-"], b"nonsense\n");
    let text = lines.expect(1);
    assert_eq!(faults(text, "error"), None, "{text}");
}

#[test]
fn files_of_earlier_versions_still_agree_with_their_rules() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/old");
    let files = std::fs::read_dir(folder).expect("files of earlier versions");
    let mut seen = 0;
    for file in files {
        let path = file.expect("a file").path();
        let path = path.to_str().expect("text");
        let command = match path.ends_with(".tree.json") {
            true => "verify",
            false => "rate",
        };
        doomtree(&[command, path]).expect(0);
        seen += 1;
    }
    assert!(seen >= 4);
}
