//! Files of kinds that can't be opened are called by their names, by what is in them.

use doomtree::export::FORMATS;
use support::cli::{Answer, doomtree, fed, program};

const BOOK: &str = "b2b2/a2b1 a";

/// Contents, and what is said of them.
const KINDS: &[(&str, &str)] = &[
    (
        "NFG 1 R \"pd\" { \"A\" \"B\" } { 2 2 }\n\n1 1 0 2",
        "a strategic game (.nfg) has no tree",
    ),
    (
        "nfg 1 D \"pd\" { \"A\" }",
        "a strategic game (.nfg) has no tree",
    ),
    ("#AGG\n2\n", "an action graph game"),
    (
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gambit:document xmlns:gambit=\"x\">\n</gambit:document>",
        "a workbook of Gambit (.gbt) can't be opened",
    ),
    (
        "<?xml version=\"1.0\"?>\n<!-- made -->\n<gte version=\"0.1\"><players/></gte>",
        "Game Theory Explorer",
    ),
    (
        "<extensiveForm><node/></extensiveForm>",
        "Game Theory Explorer",
    ),
    (
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"/>",
        "a GraphML export can't be opened",
    ),
    ("<gexf/>", "GEXF"),
    ("<svg width=\"1\"/>", "a picture (SVG)"),
    ("<!DOCTYPE html>\n<html></html>", "an HTML page"),
    ("<HTML>", "an HTML page"),
    ("<a b=\"x:y\">", "an XML file"),
    (
        "strict digraph \"a b\" { a -> b }",
        "a Graphviz graph (DOT)",
    ),
    (
        "// made\ngraph {\n a -- b [label=\"x: y\"]\n}",
        "a Graphviz graph (DOT)",
    ),
    (
        "digraph { label=\"x: y\"; a -> b }",
        "a Graphviz graph (DOT)",
    ),
    ("graph TD\n A --> B", "a Mermaid diagram"),
    (
        "```mermaid\nflowchart LR\n A --> B\n```",
        "a Mermaid diagram",
    ),
    ("%%{init: {}}%%\nflowchart TD", "a Mermaid diagram"),
    ("\\begin{tikzpicture}\n\\end{tikzpicture}", "a TikZ picture"),
    ("% paper\n\\documentclass{article}\n", "a LaTeX document"),
    ("graph [\n node [ id 1 ]\n]", "a GML graph"),
    ("*Vertices 3\n1 \"a\"", "Pajek"),
    (
        "[Event \"Casual\"]\n[Site \"?\"]\n\n1. e4 e5",
        "a record of chess games (PGN)",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "a position of chess (FEN)",
    ),
    ("(;GM[1]FF[4];B[aa])", "a record of games (SGF)"),
    ("[{\"id\":1}]", "a list in JSON"),
    ("[1, 2]", "a list in JSON"),
    (
        "{\"name\":\"root\",\"children\":[{\"name\":\"x\",\"value\":3}]}",
        "a tree as D3 reads it",
    ),
    (
        "{\"id\":1,\"children\":[]}",
        "a tree with children in children",
    ),
    ("{\"data\":{},\"elements\":{\"nodes\":[]}}", "Cytoscape"),
    (
        "{\"directed\":true,\"elements\":{\"nodes\":[]}}",
        "Cytoscape",
    ),
    (
        "{\"directed\":true,\"multigraph\":false,\"graph\":[],\"nodes\":[{\"id\":1},{\"id\":2}],\"adjacency\":[[],[]]}",
        "lists of neighbors",
    ),
    (
        "{\"cells\":[],\"metadata\":{},\"nbformat\":4}",
        "a notebook",
    ),
    (
        "{\"position\":\"b2b2/a2b1 a\",\"rating\":\"0\"}\n{\"position\":\"b2b2/a1a1 a +1\",\"rating\":\"0\"}\n",
        "'doomtree check BOARD FILE'",
    ),
    (
        "#!/usr/bin/env python3\nprint(1)\n",
        "the text of a program",
    ),
    ("#lang racket\n(define x 1)", "the text of a program"),
    ("(defun add (a b) (+ a b))", "the text of a program"),
    ("import sys\n\nprint(sys.argv)", "the text of a program"),
    ("id,parent,move\n0,,\n1,0,left\n", "a table (CSV)"),
    ("a;b\n1;2\n", "a table (CSV)"),
    ("a\tb\n1\t2\n", "a table (CSV)"),
    (
        "[package]\nname = \"x\"\n",
        "no position, no script and no tree",
    ),
    (
        "Dear reader,\n\nthis is a letter.\n",
        "no position, no script and no tree",
    ),
];

#[test]
fn files_that_cannot_be_opened_are_called_by_their_kinds() {
    let folder = tempfile::tempdir().expect("a folder");
    for (index, (content, words)) in KINDS.iter().enumerate() {
        // The name says nothing, or the wrong thing.
        let name = ["file", "file.efg", "file.tree.json"][index % 3];
        let path = folder.path().join(name);
        std::fs::write(&path, content).expect("a file");
        let path = path.to_string_lossy();
        for command in ["rate", "tree"] {
            doomtree(&[command, &path]).refused(words);
        }
        fed(&["tree", "-"], content.as_bytes()).refused(words);
    }
    for (bytes, words) in [
        (&b"%PDF-1.7\n"[..], "a PDF can't be opened"),
        (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
        (b"\xff\xd8\xff\xe0", "a picture"),
        (b"PK\x03\x04\x14\0", "an archive"),
        (b"\x1f\x8b\x08\0", "a compressed file"),
        (b"\x7fELF\x02", "a program"),
        (b"\x80\x04\x95", "a pickle"),
        (
            b"b\x002\0/\0a\x001\0 \0a\0",
            "UTF-16 without a byte order mark",
        ),
    ] {
        fed(&["tree", "-"], bytes).refused(words);
    }
}

#[test]
fn our_own_exports_are_opened_or_called_by_their_kinds() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in FORMATS {
        let path = folder.path().join(format!("book.{}", format.id));
        let path = path.to_string_lossy();
        let export = [
            "export", BOOK, "--format", format.id, "-o", &path, "--quiet",
        ];
        doomtree(&export).expect(0);
        let answer = doomtree(&["tree", &path]);
        match format.id {
            "json" | "positions" | "board" | "efg" => {
                answer.expect(0);
            }
            _ => answer.refused("can't be opened"),
        }
    }
    // What `tree` and `rate` print holds no tree either.
    let json = doomtree(&["rate", BOOK, "--json"]);
    fed(&["tree", "-"], json.expect(0).as_bytes()).refused("holds no tree");
    let printed = doomtree(&["tree", BOOK]);
    fed(&["tree", "-"], printed.expect(0).as_bytes()).refused("can't be opened");
}

#[test]
fn what_a_console_of_windows_writes_is_read_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = doomtree(&["export", BOOK, "--format", "json"])
        .expect(0)
        .to_owned();
    let efg = doomtree(&["export", BOOK, "--format", "efg"])
        .expect(0)
        .to_owned();
    let script = "players ä 非\r\ns ä: \"go → on\" -> e\r\ne end: 1 0\r\n";
    let answers = "{\"position\":\"b2b2/a2b1 a\",\"rating\":\"0\"}\r\n";
    for (encoding, units) in [("little", [0xff, 0xfe]), ("big", [0xfe, 0xff])] {
        let encode = |text: &str| {
            let bytes = |unit: u16| match encoding {
                "little" => unit.to_le_bytes(),
                _ => unit.to_be_bytes(),
            };
            let mut all = units.to_vec();
            all.extend(text.encode_utf16().flat_map(bytes));
            all
        };
        for text in [&tree, &efg, "b2b2/a2b1 a\r\n", script] {
            let path = folder.path().join("file");
            std::fs::write(&path, encode(text)).expect("a file");
            let plain = fed(&["tree", "-"], text.as_bytes());
            let file = doomtree(&["tree", &path.to_string_lossy()]);
            assert_eq!(file.expect(0), plain.expect(0), "{encoding} {text}");
            assert_eq!(fed(&["tree", "-"], &encode(text)).expect(0), plain.output);
        }
        let plain = fed(&["check", BOOK, "-"], answers.as_bytes());
        let wide = fed(&["check", BOOK, "-"], &encode(answers));
        assert_eq!(wide.output, plain.output, "{encoding}");
        let wide = fed(&["rate", "-"], &encode("b2b2/a2b1 a\r\n"));
        assert_eq!(
            wide.expect(0),
            doomtree(&["rate", BOOK, "--json"]).expect(0)
        );
        let broken = [&encode("a1b1 a\n")[..], b"x"].concat();
        fed(&["tree", "-"], &broken).refused("(line 2, column 1");
    }
}

#[test]
fn places_are_those_of_the_value_that_is_wrong_also_in_one_line() {
    let nodes = "{\"nodes\":[{\"id\":\"k\",\"player\":\"a\"},{\"id\":\"l\",\"payoffs\":[1,0]}],";
    for (text, words) in [
        (
            format!("{nodes}\"links\":[{{\"source\":\"k\",\"target\":\"l\"}},{{\"source\":\"k\",\"target\":\"zz\"}}]}}"),
            "no node with the identifier 'zz' (line 1, column 123",
        ),
        (
            format!("{nodes}\"links\":[{{\"source\":\"yy\",\"target\":\"l\"}}]}}"),
            "no node with the identifier 'yy' (line 1, column 82",
        ),
        (format!("{nodes}\"graph\":{{}}}}"), "the graph has no 'edges'"),
        (
            "{\"nodes\":[{\"id\":1,\"player\":\"a\"},{\"id\":2,\"payoffs\":[1,\"x\"]}],\"edges\":[{\"source\":1,\"target\":2}]}".to_owned(),
            "'x' is no number (line 1, column 54",
        ),
        (
            "{\"nodes\":[{\"id\":1,\"player\":\"a\"},{\"id\":2,\"payoffs\":[1,2,3]},{\"id\":3,\"payoffs\":[1,2]}],\n\"edges\":[{\"source\":1,\"target\":2},{\"source\":1,\"target\":3}]}".to_owned(),
            "needs 3 payoffs, one per player; you gave 2 (line 1, column 78",
        ),
        (
            "{\"graph\":{\"players\":[\"a\"],\"root\":9},\"nodes\":[{\"id\":1,\"payoffs\":[1]}],\"edges\":[]}".to_owned(),
            "the root '9' is none of the nodes (line 1, column 34",
        ),
        (
            "{\"graph\":{\"players\":[\"a\"]},\"nodes\":[{\"id\":1,\"player\":\"q\"},{\"id\":2,\"payoffs\":[1]}],\"edges\":[{\"source\":1,\"target\":2}]}".to_owned(),
            "'q' is none of the players (line 1, column 54",
        ),
        (
            "{\"nodes\":[{\"id\":1},{\"id\":1}],\"edges\":[]}".to_owned(),
            "two nodes with the identifier '1' (line 1, column 26",
        ),
    ] {
        fed(&["tree", "-"], text.as_bytes()).refused(words);
    }
}

#[test]
fn a_name_that_is_no_utf_8_is_named_with_what_to_do() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for args in [
        &[&b"rate"[..], b"b\xe4um.efg"][..],
        &[b"export", b"b2b2/a2b1 a", b"-o", b"b\xe4um.svg"],
        &[b"b\xe4um.efg"],
    ] {
        let args = args.iter().map(|arg| OsStr::from_bytes(arg));
        let answer = Answer::of(program().args(args));
        answer.refused("b\u{fffd}um.");
        answer.refused("rename the file");
    }
}
