//! `doomtree export`: formats, what of the tree is written, and what is left out.

use doomtree::export::{FORMATS, FormatSubject, Show};
use support::cli::{LARGE, doomtree};

const BOOK: &str = "b2b2/a2b1 a";

pub(super) fn export(args: &[&str]) -> String {
    doomtree(&[&["export"], args].concat()).expect(0).to_owned()
}

/// How many nodes a tree has that is exported so.
fn nodes(args: &[&str]) -> u64 {
    let json = export(&[args, &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    json["graph"]["counts"]["nodes"].as_u64().expect("a number")
}

#[test]
fn the_ending_of_the_file_tells_the_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in FORMATS {
        let name = folder.path().join(format!("book{}", format.ending()));
        let name = name.to_str().expect("a name");
        export(&[BOOK, "-o", name]);
        let told = std::fs::read(name).expect("a file");
        export(&[BOOK, "--format", format.id, "-o", name]);
        assert_eq!(told, std::fs::read(name).expect("a file"), "{}", format.id);
        assert!(!told.is_empty());
    }
    doomtree(&["export", BOOK]).refused("use --format, or -o with a known extension");
    let odd = folder.path().join("book.xyz");
    doomtree(&["export", BOOK, "-o", odd.to_str().expect("a name")])
        .refused("unknown extension in");
}

#[test]
fn a_scope_is_whole_or_down_to_a_ply_or_best_play_or_a_line() {
    assert_eq!(nodes(&[BOOK]), 13);
    assert_eq!(nodes(&[BOOK, "--to-ply", "1"]), 2);
    assert_eq!(nodes(&[BOOK, "--scope", "unfolded"]), 1);
    let line = nodes(&[BOOK, "--along", "2>3 pass 0>2"]);
    assert!(line > 3 && line < 13, "{line}");
    let best = nodes(&[BOOK, "--scope", "best-line"]);
    assert!(best > 2 && best < 13, "{best}");
    assert_eq!(nodes(&[BOOK, "--at", "2>3"]), 12);
    doomtree(&["export", BOOK, "--format", "text", "--along", "2>1"]).refused("--along");
    doomtree(&[
        "export",
        BOOK,
        "--format",
        "text",
        "--scope",
        "best-line",
        "--to-ply",
        "1",
    ])
    .refused("--to-ply");
    for format in FORMATS
        .iter()
        .filter(|it| it.subject != FormatSubject::Tree)
    {
        doomtree(&["export", BOOK, "--format", format.id, "--to-ply", "1"]).refused("--to-ply");
    }
}

#[test]
fn the_best_line_of_a_tree_of_a_billion_nodes_is_a_small_figure() {
    let best = export(&[LARGE, "--scope", "best-line", "--format", "json"]);
    let best: serde_json::Value = serde_json::from_str(&best).expect("JSON");
    let nodes = best["nodes"].as_array().expect("nodes");
    let deepest = nodes.iter().map(|node| node["ply"].as_u64()).max();
    // Six plies end it; the moves that were not made are left out with their exact sizes.
    assert_eq!(deepest.flatten(), Some(6));
    assert!(nodes.len() < 40, "{}", nodes.len());
    let sizes: u64 = nodes
        .iter()
        .filter_map(|node| node["omitted"].as_str()?.parse::<u64>().ok())
        .sum();
    assert_eq!(sizes + nodes.len() as u64, 1_468_919_491);
}

#[test]
fn what_a_tree_file_shows_is_exported_as_it_is_unfolded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("part.tree.json");
    let file = file.to_str().expect("a name");
    export(&[BOOK, "--to-ply", "2", "-o", file]);
    let part = nodes(&[BOOK, "--to-ply", "2"]);
    assert_eq!(nodes(&[file, "--scope", "unfolded"]), part);
    assert_eq!(nodes(&[file]), 13);
    assert_eq!(
        export(&[file, "--scope", "unfolded", "--format", "json"]),
        std::fs::read_to_string(file).expect("the file")
    );
}

#[test]
fn parts_are_left_out_and_ratings_hidden() {
    let svg = |more: &[&str]| export(&[&[BOOK, "--format", "svg"], more].concat());
    let all = svg(&[]);
    assert!(all.contains("best line") && all.contains("2→3"), "{all}");
    let hidden = svg(&["--ratings", "none"]);
    assert!(hidden.contains("Ratings are hidden.") && !hidden.contains("best line"));
    assert_ne!(svg(&["--ratings", "b"]), all);
    assert_ne!(svg(&["--ratings", "mover"]), all);
    assert_ne!(svg(&["--grow", "right"]), all);
    assert_ne!(svg(&["--lines", "straight"]), all);
    assert!(svg(&["--title", "The <book>"]).contains("The &lt;book&gt;"));
    assert!(svg(&["--hide", "legend"]).len() < all.len());
    doomtree(&["export", BOOK, "--format", "svg", "--ratings", "z"]).refused("use a, b, mover");
    doomtree(&["export", BOOK, "--format", "svg", "--hide", "boats"]).refused("'boats'");
}

#[test]
fn what_is_left_out_changes_every_format_that_has_a_place_for_it_and_is_refused_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = folder.path().join("noted.board.json");
    let text = concat!(
        r#"{"format":"doomtree-board","version":1,"minor":0,"game":"dice-of-doom","#,
        r#""rules":"land-of-lisp","position":"b2b2/a2b1 a","title":null,"note":"look here"}"#
    );
    std::fs::write(&board, text).expect("a file");
    let board = board.to_str().expect("a name");
    let mut idle = Vec::new();
    for format in FORMATS {
        let Show {
            boards,
            positions,
            moves,
            ends,
            best_line,
            intervals,
            notes,
            legend,
            ..
        } = format.shows;
        for (what, has) in [
            ("boards", boards),
            ("positions", positions),
            ("moves", moves),
            ("ends", ends),
            ("best-line", best_line),
            ("intervals", intervals),
            ("notes", notes),
            ("legend", legend),
        ] {
            let flag = match what {
                "positions" if format.has_appearance() => "--show",
                // A page draws the board of the selected node beside the tree.
                "boards" if format.id == "html" => "--show",
                _ => "--hide",
            };
            // Ends and horizons: ratings that aren't proven among them.
            let tree = [board, "--format", format.id, "--max-plies", "4"];
            let changed = [&["export"], &tree[..], &[flag, what]].concat();
            if has {
                let name = folder.path().join("one");
                let file = ["-o", name.to_str().expect("a name")];
                let written = |args: &[&str]| {
                    doomtree(&[args, &file].concat()).expect(0);
                    std::fs::read(&name).expect("a file")
                };
                let with = written(&[&["export"], &tree[..]].concat());
                if with == written(&changed) {
                    idle.push(format!("{} {flag} {what}", format.id));
                }
            } else {
                doomtree(&changed).refused("has no place for");
            }
        }
    }
    assert!(idle.is_empty(), "they do nothing: {idle:?}");
}

/// The first of two moves is a blunder; and one whose ratings to 3 plies are estimates alone.
const BLUNDER: &str = "a1b1a3b2b3 a";
const OPEN: [&str; 5] = ["b3a3/b1b2 a", "--max-plies", "3", "--estimate", "share"];

#[test]
fn every_drawing_shows_blunders_and_boards_as_the_window_does() {
    for format in FORMATS.iter().filter(|format| format.shows.blunders) {
        let folder = tempfile::tempdir().expect("a folder");
        let written = |args: &[&str]| {
            let name = folder.path().join("one");
            let file = ["--format", format.id, "-o", name.to_str().expect("a name")];
            export(&[args, &file].concat());
            std::fs::read(&name).expect("a file")
        };
        let usual = written(&[BLUNDER]);
        // A page draws the board of the selected node beside the tree.
        let has_boards = format.shows.boards && format.id != "html";
        let asked = match has_boards {
            true => written(&[BLUNDER, "--show", "blunders,boards"]),
            false => written(&[BLUNDER, "--show", "blunders"]),
        };
        assert_eq!(usual, asked, "{}", format.id);
        assert_ne!(
            usual,
            written(&[BLUNDER, "--hide", "blunders"]),
            "{}",
            format.id
        );
        if has_boards {
            assert_ne!(
                usual,
                written(&[BLUNDER, "--hide", "boards"]),
                "{}",
                format.id
            );
        }
    }
    let svg = export(&[BLUNDER, "--format", "svg"]);
    assert!(svg.contains("blunder 1 → 0"), "what it costs is beside it");
    let large = ["b2a1a1/a2b2a3/b3b1b1 a", "--format", "svg", "--to-ply", "6"];
    let with = [&large[..], &["--show", "boards"]].concat();
    assert_ne!(
        export(&large),
        export(&with),
        "a figure of many nodes has boards on request"
    );
    for format in ["dot", "mermaid", "text"] {
        let drawn = export(&[BLUNDER, "--format", format]);
        assert!(drawn.contains("blunder"), "{format}: {drawn}");
    }
}

#[test]
fn estimates_are_shown_where_they_are_asked_for() {
    let of = |format, more: &[&str]| {
        let args = [&OPEN[..], &["--format", format], more].concat();
        export(&args).replace("$\\sim$", "~").replace("\\~", "~")
    };
    for format in ["svg", "html", "dot", "mermaid", "tikz", "text", "md"] {
        let estimate = if format == "mermaid" {
            "#126;3/4"
        } else {
            "~3/4"
        };
        assert!(!of(format, &[]).contains(estimate), "{format}");
        let shown = of(format, &["--show", "estimates"]);
        assert!(shown.contains(estimate), "{format}: {shown}");
        let proven = export(&[BOOK, "--format", format, "--show", "estimates"]);
        assert_eq!(
            proven,
            export(&[BOOK, "--format", format]),
            "{format}: nothing is estimated"
        );
    }
    doomtree(&["export", BOOK, "--format", "csv", "--show", "estimates"]).refused("has no place");
}

#[test]
fn no_table_calls_a_line_best_that_is_not_proven() {
    let table = export(&[&OPEN[..], &["--format", "csv"]].concat());
    let column = |name: &str, line: &str| {
        let place = table
            .lines()
            .next()
            .expect("heads")
            .split(',')
            .position(|head| head == name);
        line.split(',')
            .rev()
            .nth(22 - place.expect(name))
            .expect("a field")
            .to_owned()
    };
    for line in table.lines().skip(1) {
        assert_eq!(column("best_line", line), "false", "{line}");
        assert_eq!(column("proven", line), "false", "{line}");
        assert_eq!(column("distance", line), "", "{line}");
    }
    let table = export(&[BLUNDER, "--format", "graphml"]);
    let first = table
        .lines()
        .find(|line| line.starts_with("<node id=\"n0\""))
        .expect("a root");
    for fact in ["best_line\">true", "proven\">true", "distance\">"] {
        assert!(first.contains(fact), "{fact} in {first}");
    }
    let json = export(&[BOOK, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["nodes"][0]["best"], serde_json::json!(["2>3"]));
    assert_eq!(json["nodes"][0]["distance"], 4);
    assert_eq!(json["nodes"][1]["best_line"], true);
    let json = export(&[&OPEN[..], &["--format", "json"]].concat());
    assert!(!json.contains("best"), "{json}");
}

#[test]
fn a_fragment_is_latex_alone() {
    let fragment = export(&[BOOK, "--format", "tikz", "--fragment"]);
    for absent in ["\\documentclass", "{document}", "U+"] {
        assert!(!fragment.replace("% \\", "").contains(absent), "{absent}");
    }
    doomtree(&["export", BOOK, "--format", "svg", "--fragment"]).refused("--fragment is for tikz");
    for (option, value) in [("--grow", "right"), ("--lines", "straight")] {
        doomtree(&["export", BOOK, "--format", "csv", option, value])
            .refused("is for formats that draw the tree: leave it out for csv");
    }
}

#[test]
fn a_board_file_of_a_huge_tree_is_written_at_once() {
    let begun = std::time::Instant::now();
    let board = "a2a2b2/a3b1a3/a3a3b3 a";
    assert!(export(&[board, "--format", "board"]).contains(board));
    assert!(begun.elapsed().as_secs_f64() < 0.5, "{:?}", begun.elapsed());
}

#[test]
fn the_probabilities_of_a_chance_node_have_one_format() {
    let coin =
        "start chance a: x 1/10 -> won, y 7/10 -> lost, z 1/5 -> won; won end: 1 0; lost end: 0 1";
    let svg = export(&["--game", "scripted", coin, "--format", "svg"]);
    assert!(svg.contains("z 20 %") && !svg.contains("1/5"), "{svg}");
    let coin = "start chance a: x 1/3 -> won, y 2/3 -> lost; won end: 1 0; lost end: 0 1";
    let svg = export(&["--game", "scripted", coin, "--format", "svg"]);
    assert!(svg.contains("x 1/3"), "{svg}");
}

#[test]
fn an_export_that_would_reveal_hidden_ratings_is_refused() {
    let fault = |args: &[&str]| doomtree(&[&["export", BOOK, "--ratings", "none"], args].concat());
    fault(&["--format", "json"]).refused("json holds every rating exactly, or none");
    fault(&["--format", "positions"]).refused("leave out --ratings");
    fault(&["--format", "svg", "--scope", "best-line"])
        .refused("--scope best-line would reveal hidden ratings");
    doomtree(&[
        "export",
        BOOK,
        "--ratings",
        "none",
        "--show",
        "best-line",
        "--format",
        "svg",
    ])
    .refused("hides the best line too");
}

#[test]
fn what_will_be_large_is_said_before_it_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.svg");
    let name = path.to_str().expect("a name");
    let args = ["export", LARGE, "-o", name, "--max-nodes", "80000"];
    let asked = doomtree(&args);
    asked.expect(3);
    let words = "doomtree: about 53 MB will be written\n";
    assert!(asked.errors.starts_with(words), "{}", asked.errors);
    let written = std::fs::metadata(&path).expect("a file").len() as f64;
    assert!((written / 53e6 - 1.0).abs() < 0.15, "{written}");
    assert_eq!(
        doomtree(&[&args as &[&str], &["--quiet"]].concat())
            .errors
            .lines()
            .count(),
        1
    );
}
