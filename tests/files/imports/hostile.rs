//! Whatever a file holds, it is read or refused in one sentence, as deep as it likes; `fuzzed` changes
//! their bytes.

use doomtree::save::open_reader;
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

#[test]
fn a_file_of_each_kind_is_read() {
    for text in [EFG, JSON, LISP] {
        build(&read(text).unwrap_or_else(|error| panic!("{error}")));
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
