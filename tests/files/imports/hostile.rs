//! Whatever a file holds, it is read or refused in one sentence: random bytes, changed files, and
//! files that are as deep as they like.

use proptest::prelude::*;

use doomtree::save::{Imported, Opened, open_reader};
use doomtree::session::{Wanted, open};
use doomtree::tree::Limits;

use support::on_a_small_stack;

use super::{build, read};

const EFG: &str = "EFG 2 R \"x\" { \"a\" \"b\" } \"c\"\np \"n\" 1 1 \"s\" { \"l\" \"r\" } 1 \"o\" { 1/2, -1 }\n\
    c \"m\" 1 \"\" { \"h\" .25 \"t\" 3/4 } 0\nt \"\" 2 \"p\" { 1e1, 0 }\nt \"\" 2\n\
    p \"\" 2 1 { \"g\" } 0 t \"\" 3 \"\" { 0 0 }\n";
const JSON: &str = r#"{"directed":true,"graph":{"players":["a","b"],"root":0},"nodes":[{"id":0,"player":"a"},
{"id":"x","kind":"chance"},{"id":2,"payoffs":[1,"1/2"]},{"id":[3],"winners":["b"]}],"links":[{"source":0,"target":"x","move":"m"},
{"source":0,"target":2},{"source":"x","target":2,"probability":0.5},{"source":"x","target":[3],"probability":"1/2"}]}"#;
const LISP: &str = "(0 #((0 3) (1 2)) (((0 1) (0 #((0 1) (0 2)) ((NIL (1 #((0 1) (0 2)) NIL))))\n\
    (0 #((0 1) (1 2)) ((NIL (1 #((0 1) (1 2)) NIL)))))))";

/// Reads bytes; what can be read can be built, what can't is refused in one line.
fn try_out(bytes: &[u8]) -> Option<Box<Imported>> {
    match open_reader(bytes, "x") {
        Ok(Opened::Imported(imported)) => {
            let wanted = Wanted {
                limits: Limits {
                    max_nodes: Some(1_000),
                    ..Limits::default()
                },
                ..Wanted::default()
            };
            open(&imported.setup, wanted, "")
                .expect("what was imported is a game")
                .finish();
            Some(imported)
        }
        Ok(_) => None,
        Err(error) => {
            let error = error.to_string();
            assert!(!error.contains('\n') && error.len() < 1_000, "{error}");
            None
        }
    }
}

#[test]
fn the_files_that_are_changed_below_are_good() {
    for text in [EFG, JSON, LISP] {
        build(&read(text).unwrap_or_else(|error| panic!("{error}")));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn random_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for head in ["EFG 2 R ", "EFG 2 R \"\" { \"a\" } ", "(", "(0 #((0 1)) (", "{\"nodes\":[", "{\"links\":"] {
            try_out(&[head.as_bytes(), &bytes].concat());
        }
    }

    #[test]
    fn random_words_are_read_or_refused(words in proptest::collection::vec(0..20_usize, 0..60), which in 0..3_usize) {
        const WORDS: [[&str; 20]; 3] = [
            ["p", "c", "t", "\"\"", "\"x\"", "1", "2", "0", "{", "}", ",", "1/2", ".5", "-3", "/*", "*/", "//", "\n", "1e9", "{ \"m\" }"],
            ["(", ")", "#(", "NIL", "0", "1", "(0 1)", "#((0 1) (1 2))", "(0 #((0 1)) NIL)", "()", "\n", ";", "#|", "|#", "...", "2", "(0 1)", "((", "))", "25"],
            ["{\"id\":0}", "{\"id\":1,\"winner\":\"a\"}", "{\"id\":2,\"player\":\"a\"}", ",", "]", "[", "}", "\"links\":[", "{\"source\":0,\"target\":1}", "\n", "{\"id\":0,\"payoffs\":[1,0]}", "null", "{", "\"graph\":{\"root\":0}", ":", "\"x\"", "1", "{\"source\":2,\"target\":2}", "{\"source\":2,\"target\":1,\"probability\":1}", "-1"],
        ];
        const HEADS: [&str; 3] = ["EFG 2 R \"\" { \"a\" \"b\" }", "(0 #((0 2) (1 1))", "{\"nodes\":["];
        let words: Vec<&str> = words.into_iter().map(|word| WORDS[which][word]).collect();
        try_out(format!("{} {}", HEADS[which], words.join(" ")).as_bytes());
    }

    #[test]
    fn changed_files_are_read_or_refused(changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..4)) {
        for text in [EFG, JSON, LISP] {
            let mut bytes = text.as_bytes().to_vec();
            for (at, byte) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            try_out(&bytes);
        }
    }

    #[test]
    fn files_with_parts_cut_or_doubled_are_read_or_refused(from in any::<proptest::sample::Index>(), length in 0..120_usize, double in any::<bool>()) {
        for text in [EFG, JSON, LISP] {
            let from = from.index(text.len());
            let to = (from + length).min(text.len());
            let bytes = text.as_bytes();
            let mut changed = bytes[..if double { to } else { from }].to_vec();
            changed.extend(&bytes[if double { from } else { to }..]);
            try_out(&changed);
        }
    }
}

const PLIES: usize = 200_000;

#[test]
fn two_hundred_thousand_parentheses_are_read_or_refused() {
    on_a_small_stack(|| {
        assert!(read(&"(".repeat(PLIES)).is_err());
        let board = "#((0 1) (1 1))";
        let text = format!(
            "{}(0 {board} NIL){}",
            format!("(0 {board} ((NIL ").repeat(PLIES),
            ")))".repeat(PLIES)
        );
        let imported = read(&text).expect("a deep tree");
        assert_eq!(imported.nodes, PLIES + 1);
        assert!(read(&text[..text.len() - 1]).is_err());
        let rated = build(&imported);
        assert_eq!(rated.graph.graph().len(), PLIES + 1);
    });
}

#[test]
fn two_hundred_thousand_plies_of_an_extensive_game_are_read() {
    on_a_small_stack(|| {
        let mut text = String::from("EFG 2 R \"deep\" { \"a\" \"b\" }\n");
        for ply in 1..=PLIES {
            text.push_str(&format!("p \"\" 1 {ply} \"\" {{ \"m\" }} 0\n"));
        }
        assert!(read(&text).is_err());
        text.push_str("t \"\" 1 \"\" { 1, 0 }\n");
        let imported = read(&text).expect("a deep tree");
        assert_eq!(imported.nodes, PLIES + 1);
    });
}

#[test]
fn two_hundred_thousand_plies_of_a_graph_are_read() {
    on_a_small_stack(|| {
        let mut text = String::from("{\"nodes\":[");
        for ply in 0..PLIES {
            text.push_str(&format!("{{\"id\":{ply},\"player\":\"a\"}},\n"));
        }
        text.push_str(&format!(
            "{{\"id\":{PLIES},\"winner\":\"a\"}}],\"edges\":[\n"
        ));
        for ply in 0..PLIES {
            let comma = if ply == 0 { "" } else { "," };
            text.push_str(&format!(
                "{comma}{{\"source\":{ply},\"target\":{}}}\n",
                ply + 1
            ));
        }
        text.push_str("]}");
        assert_eq!(read(&text).expect("a deep graph").nodes, PLIES + 1);
        let deep = format!(
            "{{\"nodes\":[{{\"id\":{}1{}}}]}}",
            "[".repeat(PLIES),
            "]".repeat(PLIES)
        );
        assert!(read(&deep).is_err());
        let deep = format!(
            "{{\"nodes\":[],\"x\":{}1{}}}",
            "[".repeat(PLIES),
            "]".repeat(PLIES)
        );
        assert!(read(&deep).is_err());
    });
}

#[test]
fn words_that_never_end_are_refused_without_taking_the_memory() {
    use std::io::Read;
    for head in ["EFG 2 R \"", "EFG 2 R \"\" { \"a\" } p", "(0", "(0 #((0 "] {
        let endless = head.as_bytes().chain(std::io::repeat(b'1'));
        let Err(error) = open_reader(endless, "x") else {
            panic!("{head} never ends");
        };
        assert!(error.to_string().contains("longer than"), "{head}: {error}");
    }
    let endless = "{\"nodes\":[\"".as_bytes().chain(std::io::repeat(b'1'));
    assert!(open_reader(endless, "x").is_err());
}
