//! The programs for which trees are written read them: networkx, Graphviz, pdflatex and Mermaid.
//!
//! They need Python with networkx (`DOOMTREE_PYTHON` or `python3`), `dot`, `pdflatex` with TikZ, and
//! node with mermaid and jsdom in the folder `DOOMTREE_NODE`.

use std::path::{Path, PathBuf};
use std::process::Output;

use support::cli::{Answer, program};
use support::outside::{has, python, tool};

/// Every board and tree of the collection, by its name.
fn collection() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/saved_trees");
    let files = std::fs::read_dir(folder).expect("the collection");
    let mut files: Vec<PathBuf> = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    assert!(files.len() > 30);
    files
}

/// Markup of all formats, quotes, backslashes, an entity, letters that turn round, and chance.
const HOSTILE: &str = "players \"</title><b>x\" \"b&lt;${}#%^~\\\\\"
    \"q\\\"u]; --> n9; click n0\" \"</title><b>x\": \"%%{init:{}}%%\" -> coin, \
    \"`**b**`\" -> \"x|y[z](javascript:1)\", \"<img/src=x>&amp;\" -> \"\\\\N &lt; \\\\input{x} ^^41 漢é😀\u{202e}x\"
    coin chance \"</title><b>x\": heads 1/3 -> won, tails 2/3 -> \"x|y[z](javascript:1)\", edge 0 -> won
    won end: 1 0; \"x|y[z](javascript:1)\" end: 1/2 1/2
    \"\\\\N &lt; \\\\input{x} ^^41 漢é😀\u{202e}x\" end: 0 1";

/// Writes the tops of all boards of the collection, and a tree of hostile names, in a format.
fn exported(folder: &Path, format: &str) -> Vec<PathBuf> {
    let script = folder.join("hostile.txt");
    std::fs::write(&script, HOSTILE).expect("room");
    let mut inputs = collection();
    inputs.push(script);
    let mut written = Vec::new();
    for input in inputs {
        let name = input
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name");
        let path = folder.join(format!("{name}.{format}"));
        let mut command = program();
        command
            .arg("export")
            .arg(&input)
            .args(["--format", format, "--to-ply", "2"]);
        command
            .args(["--max-nodes", "120", "--quiet", "-o"])
            .arg(&path);
        if name.ends_with(".board.json") {
            command.args(["--max-plies", "3"]);
        }
        let answer = Answer::of(&mut command);
        assert!(
            matches!(answer.code, Some(0 | 3)),
            "{name}: {}",
            answer.errors
        );
        written.push(path);
    }
    written
}

fn text_of(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// How many nodes a file of GraphML has, as a reader of text sees it.
fn nodes_of(path: &Path) -> usize {
    let xml = std::fs::read_to_string(path).expect("a file");
    xml.matches("<node id=").count()
}

#[test]
fn networkx_reads_graphml_with_equal_counts_and_types() {
    let words = "Python has no networkx (pip install networkx)";
    if !has(python().args(["-c", "import networkx"]), words) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let files = exported(folder.path(), "graphml");
    let script = "import sys, networkx\n\
        for path in sys.argv[1:]:\n    \
            graph = networkx.read_graphml(path)\n    \
            assert networkx.is_arborescence(graph) or len(graph) == 1, path\n    \
            for _, node in graph.nodes(data=True):\n        \
                assert type(node['ply']) is int and type(node['best_line']) is bool, node\n        \
                ratings = [value for key, value in node.items() if key.startswith('rating_')]\n        \
                assert ratings and all(type(rating) is float for rating in ratings), node\n    \
            assert all(edge['move'] for *_, edge in graph.edges(data=True)), path\n    \
            print(graph.number_of_nodes(), graph.number_of_edges(), graph.nodes['n0']['position'])\n";
    let mut command = python();
    let output = command
        .args(["-c", script])
        .args(&files)
        .env("PYTHONUTF8", "1")
        .output();
    let read = text_of(&output.expect("Python"));
    let lines: Vec<&str> = read.lines().collect();
    assert_eq!(lines.len(), files.len());
    for (line, file) in lines.iter().zip(&files) {
        let nodes = nodes_of(file);
        assert!(nodes > 1, "{}", file.display());
        let begins = format!("{nodes} {} ", nodes - 1);
        assert!(line.starts_with(&begins), "{line}: {}", file.display());
    }
    assert!(lines[lines.len() - 1].ends_with("q\"u]; --> n9; click n0"));
}

#[test]
fn graphviz_renders_every_board_of_the_collection() {
    let mut find = tool("dot");
    if !has(
        find.arg("-V"),
        "there is no program called dot (apt-get install graphviz)",
    ) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for file in exported(folder.path(), "dot") {
        let output = tool("dot").arg("-Tsvg").arg(&file).output().expect("dot");
        let svg = text_of(&output);
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "",
            "{}",
            file.display()
        );
        let options = roxmltree::ParsingOptions {
            allow_dtd: true,
            ..roxmltree::ParsingOptions::default()
        };
        let picture = roxmltree::Document::parse_with_options(&svg, options).expect("XML");
        let nodes = picture
            .descendants()
            .filter(|node| node.attribute("class") == Some("node"));
        let dot = std::fs::read_to_string(&file).expect("a file");
        assert_eq!(
            nodes.count(),
            dot.matches(", tooltip=").count(),
            "{}",
            file.display()
        );
        if file.ends_with("hostile.txt.dot") {
            let texts: Vec<&str> = picture
                .descendants()
                .filter(|node| node.tag_name().name() == "text")
                .filter_map(|node| node.text())
                .collect();
            for text in [
                "q\"u]; --> n9; click n0",
                "<img/src=x>&amp;",
                "\\N &lt; \\input{x} ^^41 漢é😀\\u{202e}x",
            ] {
                assert!(texts.contains(&text), "{text} in {texts:?}");
            }
        }
    }
}

#[test]
fn pdflatex_compiles_every_board_of_the_collection() {
    let mut find = tool("kpsewhich");
    let words = "there is no pdflatex with TikZ (apt-get install texlive-pictures)";
    if !has(find.arg("tikz.sty"), words) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let formats = ["tikz", "tikz-tree"];
    let mut files = formats
        .map(|format| exported(folder.path(), format))
        .concat();
    let board = "a1b2a3/b2a1b1 a";
    let steps = [
        "search",
        board,
        "--algorithm",
        "plain-alpha-beta",
        "--figure",
    ];
    for (name, arguments) in [
        (
            "board.tex",
            &["export", board, "--scope", "board", "-o"][..],
        ),
        ("steps.tex", &steps),
    ] {
        let file = folder.path().join(name);
        Answer::of(program().args(arguments).arg(&file)).expect(0);
        files.push(file);
    }
    for file in &files {
        let output = tool("pdflatex")
            .args([
                "-interaction=nonstopmode",
                "-halt-on-error",
                "-no-shell-escape",
            ])
            .arg(file)
            .current_dir(folder.path())
            .output()
            .expect("pdflatex");
        let log = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}: {log}", file.display());
        assert!(log.contains("(1 page,"), "{}: {log}", file.display());
        assert!(!log.contains("Overfull"), "{}: {log}", file.display());
        assert!(
            !log.contains("Missing character"),
            "{}: {log}",
            file.display()
        );
    }
}

#[test]
fn a_latex_fragment_is_input_by_the_document_that_the_docs_show() {
    let mut find = tool("kpsewhich");
    let words = "there is no pdflatex with TikZ (apt-get install texlive-pictures)";
    if !has(find.arg("tikz.sty"), words) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let board = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/saved_trees/trap-1x5.board.json"
    );
    let mut command = program();
    command.args([
        "export",
        board,
        "--fragment",
        "--width",
        "84mm",
        "--hide",
        "legend",
        "--show",
        "boards",
        "-o",
    ]);
    Answer::of(command.arg(folder.path().join("tree.tex"))).expect(0);
    let docs = include_str!("../../docs/tree-formats.md");
    let shown = docs.split("```latex\n").nth(1).expect("a document");
    let shown = shown.split("```").next().expect("its end");
    // Twice, and within a paragraph.
    let twice = "\\noindent\\input{tree.tex}\n\n\\noindent\\input{tree.tex}\n\\end{document}";
    let document = folder.path().join("paper.tex");
    std::fs::write(&document, shown.replace("\\end{document}", twice)).expect("room");
    let output = tool("pdflatex")
        .args([
            "-interaction=nonstopmode",
            "-halt-on-error",
            "-no-shell-escape",
        ])
        .arg(&document)
        .current_dir(folder.path())
        .output()
        .expect("pdflatex");
    let log = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{log}");
    for fault in ["Overfull", "Missing character", "Warning"] {
        assert!(!log.contains(fault), "{log}");
    }
}

#[test]
fn mermaid_reads_every_board_of_the_collection_and_shows_names_as_they_are() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mermaid.mjs");
    let words = "there is no node with mermaid and jsdom in DOOMTREE_NODE (npm install)";
    if !has(tool("node").arg(script), words) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let files = exported(folder.path(), "mermaid");
    let output = tool("node")
        .arg(script)
        .args(&files)
        .output()
        .expect("node");
    let read = text_of(&output);
    let charts: Vec<serde_json::Value> = read
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(charts.len(), files.len());
    for (chart, file) in charts.iter().zip(&files) {
        let nodes = chart["nodes"].as_array().expect("nodes").len();
        let edges = chart["edges"].as_array().expect("edges").len();
        assert!(nodes > 1 && edges == nodes - 1, "{}", file.display());
        let text = std::fs::read_to_string(file).expect("a file");
        let written = text
            .lines()
            .filter(|line| line.contains("[\"") || line.contains("{{\""));
        assert_eq!(nodes, written.count(), "{}", file.display());
    }
    let hostile = &charts[charts.len() - 1];
    let root = hostile["nodes"][0].as_str().expect("a label");
    let lines: Vec<&str> = root
        .split("<br>")
        .flat_map(|it| it.split("<br/>"))
        .collect();
    assert_eq!(lines[1], "q\"u]; --> n9; click n0");
    assert_eq!(hostile["edges"][0], "%%{init:{}}%%");
}

#[test]
fn a_latex_picture_has_boards_in_its_nodes_and_the_width_and_the_colors_that_it_is_given() {
    use doomtree::export::{Appearance, Colors, Figure, Show, tikz};
    use doomtree::games::{Setup, Switches};
    use doomtree::tree::{Limits, Unfolding, UnfoldingNode};
    let folder = tempfile::tempdir().expect("a folder");
    let there = has(
        tool("kpsewhich").arg("tikz.sty"),
        "there is no pdflatex with TikZ (apt-get install texlive-pictures)",
    );
    for (game, position, colors) in [
        ("dice-of-doom", "b2b2/a2b1 a", Colors::Grey),
        ("tic-tac-toe", "xox/.o./..x o", Colors::HighContrast),
    ] {
        let setup = Setup::of_board(game, Switches::default(), position, None);
        let opened = doomtree::session::open(&setup, Limits::default(), "").expect("a board");
        let rated = opened.finish();
        let mut unfolding = Unfolding::new();
        unfolding.unfold_below(rated.graph.graph(), UnfoldingNode::ROOT, Some(2), 60);
        let show = |boards| Figure {
            show: Show {
                boards,
                ..Show::default()
            },
            appearance: Appearance {
                width: Some(84.0),
                colors,
                dark: true,
                ..Appearance::default()
            },
            ..Figure::default()
        };
        let drawn = |boards| {
            let mut out = Vec::new();
            tikz::write(&mut out, &rated, &unfolding, &show(boards)).expect("room");
            String::from_utf8(out).expect("text")
        };
        let (with, without) = (drawn(true), drawn(false));
        let paths = |drawing: &str| drawing.matches("\\path").count();
        // 84 mm in points of TeX.
        assert!(with.contains("papersize={239pt,"), "{game}");
        assert!(
            paths(&with) > paths(&without) + 8,
            "a board is more than the bar that it takes the room of"
        );
        if !there {
            continue;
        }
        let path = folder.path().join(format!("{game}.tex"));
        std::fs::write(&path, &with).expect("room");
        let output = tool("pdflatex")
            .args([
                "-interaction=nonstopmode",
                "-halt-on-error",
                "-no-shell-escape",
            ])
            .arg(&path)
            .current_dir(folder.path())
            .output()
            .expect("pdflatex");
        let log = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && log.contains("(1 page,"), "{log}");
    }
}

#[test]
fn boards_for_which_latex_has_no_memory_are_refused_in_a_sentence() {
    use doomtree::export::{Figure, Show, tikz};
    use doomtree::games::{Setup, Switches};
    use doomtree::tree::{Limits, Unfolding, UnfoldingNode};
    let board = "b2a1a1/a2b2a3/b3b1b1 a";
    let setup = Setup::of_board("dice-of-doom", Switches::default(), board, None);
    let limits = Limits {
        max_plies: Some(5),
        ..Limits::default()
    };
    let rated = doomtree::session::open(&setup, limits, "")
        .expect("a board")
        .finish();
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(rated.graph.graph(), UnfoldingNode::ROOT, None, 450);
    assert_eq!(tikz::fault(&rated, &unfolding, &Figure::default()), None);
    let figure = Figure {
        show: Show {
            boards: true,
            ..Show::default()
        },
        ..Figure::default()
    };
    let fault = tikz::fault(&rated, &unfolding, &figure);
    let written = tikz::write(&mut Vec::new(), &rated, &unfolding, &figure);
    let refused = written.expect_err("too many").to_string();
    assert!(
        refused.ends_with("leave boards out, or choose a smaller part of the tree"),
        "{refused}"
    );
    assert_eq!(fault.map(|fault| fault.to_string()), Some(refused));
}
