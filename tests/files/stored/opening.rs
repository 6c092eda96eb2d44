//! What is opened, and what is refused before it can do harm.

use std::io::Read as _;
use std::path::Path;

use doomtree::save::{Opened, open_path, open_reader, setup_of_text, takes_long};

use support::on_a_small_stack;

use super::faults::{book, one_sentence, refused};

#[test]
fn deep_json_is_an_error_also_on_a_small_stack() {
    on_a_small_stack(|| {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            for depth in [100, 200_000] {
                let deep = format!("{}1{}", open.repeat(depth), close.repeat(depth));
                let unclosed = open.repeat(depth);
                for value in [&deep, &unclosed] {
                    refused(format!("{{\"format\":{value}").as_bytes());
                    refused(format!("{{\"x\":{value},\"format\":\"doomtree-board\"}}").as_bytes());
                    refused(
                        book()
                            .replacen("\"id\":3,", &format!("\"id\":3,\"x\":{value},"), 1)
                            .as_bytes(),
                    );
                    refused(
                        book()
                            .replacen("\"id\":3,", &format!("\"id\":{value},"), 1)
                            .as_bytes(),
                    );
                    refused(
                        book()
                            .replacen(
                                "\"rules\":\"land-of-lisp\"",
                                &format!("\"rules\":{value}"),
                                1,
                            )
                            .as_bytes(),
                    );
                }
            }
        }
    });
}

#[test]
fn a_record_that_is_too_long_is_refused_before_it_takes_the_memory() {
    let head = book();
    let head = &head[..head.find("{\"id\":1,").expect("a node")];
    let endless = head.as_bytes().chain(std::io::repeat(b' '));
    let Err(error) = open_reader(endless, "dir/x.tree.json") else {
        panic!("white space without end")
    };
    one_sentence(&error);
    assert!(
        error.to_string().contains("longer than 1048576 bytes"),
        "{error}"
    );
    let Err(error) = open_reader(
        format!("{head}{{\"id\":\"")
            .as_bytes()
            .chain(std::io::repeat(b'x')),
        "dir/x.tree.json",
    ) else {
        panic!("a text without end")
    };
    assert_eq!(error.place.map(|place| place.0), Some(7), "{error}");
}

#[test]
fn what_is_no_file_of_ours_is_told_from_positions_and_scripts() {
    for bytes in [&b""[..], b" \n\t ", b"\xef\xbb\xbf"] {
        let error = refused(bytes);
        one_sentence(&error);
        assert!(error.what.contains("empty"), "{error}");
    }
    for bytes in [&b"b2b2/\xff a"[..], b"\x00\x01"] {
        one_sentence(&refused(bytes));
    }
    for (text, game, script) in [
        ("b2b2/a2b1 a\n", None, false),
        ("#((1 2) (0 1)) a", None, false),
        ("# a tree\nplayers a b\nx end: 1 0", None, true),
        ("x end: 1 0", Some("scripted"), true),
        ("players a b\nx end: 1 0", Some("dice-of-doom"), false),
    ] {
        let Ok(Opened::Text(read)) = open_reader(text.as_bytes(), "-") else {
            panic!("{text} is text");
        };
        assert_eq!(read, text);
        let setup = setup_of_text(&read, game);
        assert_eq!(setup.switches.script.is_some(), script, "{text}");
        assert_eq!(setup.position.is_empty(), script, "{text}");
    }
}

#[test]
fn what_is_no_regular_file_is_refused_in_one_sentence_without_a_wait() {
    let folder = tempfile::tempdir().expect("a folder");
    let fifo = folder.path().join("fifo");
    let made = std::process::Command::new("mkfifo")
        .arg(&fifo)
        .status()
        .expect("mkfifo");
    assert!(made.success());
    for (path, words) in [
        (folder.path().to_owned(), "is a folder"),
        (fifo, "a named pipe"),
        ("/dev/zero".into(), "a device"),
        (folder.path().join("none"), "no such file"),
        (folder.path().join("none\nsecond"), "no such file"),
    ] {
        let Err(error) = open_path(&path) else {
            panic!("{path:?} must be refused");
        };
        let text = error.to_string();
        assert!(text.contains(words), "{text}");
        assert!(!text.contains('\n') && text.contains(": "), "{text}");
    }
}

#[test]
fn a_tree_may_take_long_to_open_and_a_small_board_does_not() {
    let saved = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/saved_trees"));
    let takes_long = |name: &str| takes_long(&saved.join(name));
    assert_eq!(takes_long("tour-reading.tree.json"), Ok(true));
    assert_eq!(takes_long("haskell-3x3.board.json"), Ok(false));
    let missing = takes_long("none.tree.json").expect_err("there is none");
    assert!(missing.what.starts_with("no such file"), "{missing}");
    let folder = tempfile::tempdir().expect("a folder");
    let (large, pdf) = (folder.path().join("a.txt"), folder.path().join("a.pdf"));
    std::fs::write(&large, "(0 #((0 1)) NIL) ".repeat(1 << 16)).expect("a file");
    std::fs::write(&pdf, "%PDF-1.7").expect("a file");
    assert_eq!(doomtree::save::takes_long(&large), Ok(true));
    let refused = doomtree::save::takes_long(&pdf).expect_err("a PDF");
    assert_eq!(refused.what, "a PDF can't be opened");
}
