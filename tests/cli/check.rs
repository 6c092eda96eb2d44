//! `doomtree check` of files: what others have printed, SBCL's among them where there is one; where
//! there is none its test says loudly that it is skipped, and with `DOOMTREE_SKIP_NOTHING=1`, as the
//! continuous integration sets it, it fails.

use std::path::PathBuf;

use support::cli::{Answer, doomtree, fed, program};
use support::outside::{has, tool};

const BOARD: &str = "a1b1a3b2b3 a";

/// A file that is gone when the test is.
pub(super) struct File(PathBuf);

impl File {
    pub(super) fn new(name: &str, text: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("doomtree-check-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        Self(path)
    }

    pub(super) fn path(&self) -> &str {
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
fn the_pages_on_checking_show_what_is_printed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (page, board, file, code) in [
        (
            "docs/check.md",
            "a1b3/b1a3 a",
            "saved_trees/literal-ratings-2x2.jsonl",
            1,
        ),
        (
            "docs/guide/check.md",
            "b2b2/a2b1 a",
            "saved_trees/book-2x2.tree.json",
            0,
        ),
    ] {
        let page = std::fs::read_to_string(folder.join(page)).expect("the page");
        let answer = Answer::of(program().args(["check", board, file]).current_dir(folder));
        assert!(page.contains(answer.expect(code)), "{}", answer.output);
    }
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
