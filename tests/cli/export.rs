//! `doomtree export`: formats, what of the tree, and how it is seen.

use doomtree::export::{FORMATS, Show, Subject};
use support::cli::{Answer, LARGE, doomtree, program};

const BOOK: &str = "b2b2/a2b1 a";

fn export(args: &[&str]) -> String {
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
    for format in FORMATS.iter().filter(|it| it.subject != Subject::Tree) {
        doomtree(&["export", BOOK, "--format", format.id, "--to-ply", "1"]).refused("--to-ply");
    }
}

#[test]
fn a_figure_of_a_large_tree_has_as_many_plies_as_can_be_read() {
    let picture = doomtree(&["export", LARGE, "--format", "svg"]);
    assert!(
        picture.expect(0).len() < 1_000_000,
        "{}",
        picture.output.len()
    );
    picture.sentence(
        "the tree has 1,468,919,491 nodes: it is written down to ply 4; --to-ply, --along and --scope \
         write other parts, '--scope whole' all of it",
    );
    let same = doomtree(&["export", LARGE, "--format", "svg", "--to-ply", "4"]);
    assert_eq!(same.expect(0), picture.expect(0));
    // Whoever asks for all, or for a number of nodes, gets that; and programs get everything.
    let all = ["export", LARGE, "--max-nodes", "400", "--format"];
    doomtree(&[&all[..], &["svg"]].concat()).expect(3);
    let table = doomtree(&["export", LARGE, "--format", "csv", "--max-plies", "5"]);
    assert!(table.expect(0).lines().count() > 80);
    // A graph that doesn't fit is no reason for minutes of work.
    let huge = "a2b3a1b2/b3a2b2a3/a1b1a3b2/b2a3b1a1 a";
    let grown = doomtree(&["export", huge, "--format", "svg", "--max-time", "60s"]);
    assert!(
        grown.output.starts_with("<svg") || grown.output.starts_with("<?xml"),
        "{}",
        grown.errors
    );
    assert!(
        grown.errors.contains("is too large for a graph"),
        "{}",
        grown.errors
    );
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
    assert!(!hidden.contains("best line"), "{hidden}");
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
fn every_format_is_written_alike_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in FORMATS {
        let name = folder.path().join("twice");
        let name = name.to_str().expect("a name");
        let mut written = Vec::new();
        for _ in 0..2 {
            export(&[BOOK, "--format", format.id, "-o", name]);
            written.push(std::fs::read(name).expect("a file"));
        }
        assert_eq!(written[0], written[1], "{}", format.id);
    }
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
        export(&args)
            .replace("\\raisebox{-0.6ex}{\\textasciitilde}", "~")
            .replace("\\~", "~")
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
fn a_board_alone_is_a_picture_of_a_node_with_the_move_that_led_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |ending: &str| {
        let path = folder.path().join(format!("board{ending}"));
        path.to_str().expect("a name").to_owned()
    };
    for (ending, begins) in [
        (".svg", "<svg ".as_bytes()),
        (".pdf", b"%PDF-"),
        (".png", b"\x89PNG"),
    ] {
        let file = name(ending);
        export(&[BOOK, "--scope", "board", "--along", "2>3", "-o", &file]);
        let written = std::fs::read(&file).expect("a file");
        assert!(written.starts_with(begins), "{ending}");
    }
    let after = std::fs::read_to_string(name(".svg")).expect("a file");
    assert!(after.contains("b2b2/a1a1 a +1") && after.contains("last move"));
    let start = export(&[BOOK, "--scope", "board", "--format", "svg"]);
    assert!(start.contains(BOOK) && !start.contains("last move"));
    let fault = |args: &[&str]| doomtree(&[&["export", BOOK], args].concat());
    fault(&["--scope", "board", "--format", "text"])
        .refused("text has no place for a board alone: use one of svg, pdf, png");
    fault(&["--scope", "board", "--along", "0>1", "--format", "svg"]).refused("--along: ");
    fault(&["--scope", "best-line", "--along", "2>3", "--format", "svg"])
        .refused("leave out --scope");
}

#[test]
fn pixels_can_be_chosen_for_a_picture_that_has_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("book.png");
    let file = file.to_str().expect("a name");
    let size = |args: &[&str]| {
        export(&[&[BOOK, "-o", file], args].concat());
        let bytes = std::fs::read(file).expect("a file");
        let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info();
        reader.expect("a PNG").info().size()
    };
    let (usual, four) = (size(&[]), size(&["--scale", "4"]));
    assert!(four.0.abs_diff(2 * usual.0) <= 2 && four.1.abs_diff(2 * usual.1) <= 2);
    for (scale, words) in [
        ("0", "--scale 0: use a number from 0.05 to 20"),
        ("-1", "--scale -1: use a number"),
        ("nan", "--scale NaN: use a number"),
    ] {
        doomtree(&["export", BOOK, "-o", file, "--scale", scale]).refused(words);
    }
    doomtree(&["export", BOOK, "--format", "svg", "--scale", "2"]).refused("svg has no pixels");
    doomtree(&["export", LARGE, "--to-ply", "6", "-o", file]).refused("a PNG has at most");
}

#[test]
fn nothing_is_written_that_tells_hidden_ratings() {
    let fault = |args: &[&str]| doomtree(&[&["export", BOOK, "--ratings", "none"], args].concat());
    fault(&["--format", "json"]).refused("json holds every rating exactly, or none");
    fault(&["--format", "positions"]).refused("leave out --ratings");
    fault(&["--format", "svg", "--scope", "best-line"])
        .refused("--scope best-line would reveal hidden ratings");
}

/// The value of an attribute of a picture's root.
fn attribute<'a>(svg: &'a str, name: &str) -> &'a str {
    let from = svg.find(&format!(" {name}=\"")).expect("an attribute") + name.len() + 3;
    let length = svg[from..].find('"').expect("a closed value");
    &svg[from..from + length]
}

#[test]
fn a_figure_is_as_wide_as_the_column_that_it_goes_to_in_every_format() {
    // 84 mm in 96ths of an inch.
    for width in ["84mm", "8.4 cm", "3.3070866in", "238.11pt", "317.48px"] {
        for options in [
            &["--density", "compact", "--hide", "positions"] as &[&str],
            &["--density", "roomy", "--grow", "right"],
            // A small tree stands in the middle.
            &["--to-ply", "1", "--hide", "positions", "--quiet"],
            &["--scope", "board"],
        ] {
            let args = [&[BOOK, "--format", "svg", "--width", width], options].concat();
            let svg = export(&args);
            let wide: f64 = attribute(&svg, "width").parse().expect("a number");
            assert!((wide - 317.48).abs() < 0.02, "{width}: {wide}");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let written = |name: &str, args: &[&str]| {
        let path = folder.path().join(name);
        let name = path.to_str().expect("a name");
        export(&[&[BOOK, "--width=84mm", "-o", name], args].concat());
        std::fs::read(path).expect("a file")
    };
    // Two pixels for each of them.
    let png = written("book.png", &[]);
    let wide = u32::from_be_bytes(png[16..20].try_into().expect("four bytes"));
    assert!((635..=636).contains(&wide), "{wide}");
    let pdf = written("book.pdf", &[]);
    let pdf = String::from_utf8_lossy(&pdf);
    let page = pdf.split("/MediaBox").nth(1).expect("a page");
    let page = page.split(['[', ']']).nth(1).expect("its sides");
    let wide: f64 = page
        .split_whitespace()
        .nth(2)
        .expect("four")
        .parse()
        .expect("a number");
    assert!((wide - 238.11).abs() < 0.1, "{wide}");
    // A point of TeX is a little smaller.
    let tikz = String::from_utf8(written("book.tex", &[])).expect("text");
    assert!(tikz.contains("papersize={239pt,"), "{tikz}");
}

#[test]
fn a_box_is_drawn_for_what_no_font_of_the_system_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("fonts.conf");
    std::fs::write(&empty, "<?xml version=\"1.0\"?><fontconfig></fontconfig>").expect("a file");
    let script = "s a: 漢 -> e, x -> f; e end: 1 0; f end: 0 1";
    for ending in ["png", "pdf"] {
        let file = folder.path().join(format!("tree.{ending}"));
        let mut command = program();
        command.args(["export", "--game", "scripted", script, "-o"]);
        command.arg(&file).env("FONTCONFIG_FILE", &empty);
        Answer::of(&mut command).expect(0);
        let bytes = std::fs::metadata(&file).expect("a picture").len();
        assert!(bytes > 2_000, "{ending}: {bytes}");
    }
}

#[test]
fn a_figure_for_a_slide_has_its_shape_and_fills_it() {
    let side = |svg: &str, name: &str| -> f64 { attribute(svg, name).parse().expect("a number") };
    for options in [
        &["--to-ply", "1"] as &[&str],
        &["--grow", "right", "--ratings", "none"],
        &["--scope", "board"],
        &["--to-ply", "2", "--quiet"],
    ] {
        let shaped = |more: &[&str]| {
            export(
                &[
                    &[BOOK, "--format", "svg", "--aspect", "16:9"],
                    options,
                    more,
                ]
                .concat(),
            )
        };
        let free = shaped(&[]);
        let (wide, high) = (side(&free, "width"), side(&free, "height"));
        assert!((wide / high - 16.0 / 9.0).abs() < 0.01, "{wide} × {high}");
        // As wide as is asked for, and so much larger than by itself, up to three times.
        let slide = shaped(&["--width", "254mm"]);
        assert!((side(&slide, "width") - 960.0).abs() < 0.1, "{options:?}");
        assert!((side(&slide, "height") - 540.0).abs() < 0.1, "{options:?}");
        let units = |svg: &str| -> f64 {
            let view: Vec<&str> = attribute(svg, "viewBox").split(' ').collect();
            view[2].parse().expect("a number")
        };
        let is_small = options[0] != "--grow";
        assert_eq!(units(&slide) < 900.0, is_small, "{options:?}");
    }
    let aspect = |text: &str, format: &str| {
        doomtree(&["export", BOOK, "--format", format, "--aspect", text])
    };
    for text in ["16", "0:9", "9:0", "a:b", "1:11"] {
        aspect(text, "svg").refused("such as 16:9");
    }
    aspect("16:9", "csv").refused("--aspect is for");
}

#[test]
fn a_width_without_its_unit_is_told_with_one() {
    doomtree(&["export", BOOK, "--format", "svg", "--width", "3"]).refused("--width 3mm");
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/saved_trees/book-2x2.board.json"
    );
    doomtree(&["export", file, "--format", "svg", "--width", "3"]).refused("--width 3mm");
}

#[test]
fn letters_have_the_size_that_is_asked_for_or_it_is_said_which_would_fit() {
    let svg = export(&[BOOK, "--format", "svg", "--font-size", "8"]);
    let wide: f64 = attribute(&svg, "width").parse().expect("a number");
    let view: Vec<&str> = attribute(&svg, "viewBox").split(' ').collect();
    let units: f64 = view[2].parse().expect("a number");
    // The names of moves are 14.5 units high, and a unit is a 96th of an inch.
    let points = wide / units * 14.5 * 72.0 / 96.0;
    assert!((points - 8.0).abs() < 0.01, "{points}");
    let narrow = [
        "export",
        BOOK,
        "--format",
        "svg",
        "--width",
        "40mm",
        "--font-size",
        "9",
    ];
    doomtree(&narrow).refused("choose letters of");
    for size in ["2", "73", "-1"] {
        doomtree(&["export", BOOK, "--format", "svg", "--font-size", size])
            .refused("use 3 to 72 points");
    }
    for width in ["9mm", "5.1px", "1e9in"] {
        doomtree(&["export", BOOK, "--format", "svg", "--width", width]).refused("10 to 5000 mm");
    }
    doomtree(&["export", BOOK, "--format", "svg", "--figure-width", "84"]).refused("such as 84mm");
}

#[test]
fn gray_figures_have_no_color_and_dark_ones_a_dark_ground() {
    let colors = |args: &[&str]| -> Vec<String> {
        let svg = export(&[&[LARGE, "--scope", "best-line", "--format", "svg"], args].concat());
        let colors = svg.split("=\"#").skip(1).map(|rest| rest[..6].to_owned());
        // Names begin with a sign for numbers too.
        colors.filter(|color| !color.starts_with('d')).collect()
    };
    let is_gray = |color: &String| color[..2] == color[2..4] && color[2..4] == color[4..];
    for name in ["gray", "grey"] {
        for theme in ["light", "dark"] {
            let gray = colors(&["--palette", name, "--theme", theme]);
            assert!(gray.len() > 100 && gray.iter().all(is_gray), "{gray:?}");
        }
    }
    assert!(!colors(&["--palette", "colour"]).iter().all(is_gray));
    // The ground comes first.
    assert_eq!(colors(&[])[0], "ffffff");
    assert_eq!(colors(&["--theme", "dark"])[0], "17181a");
    assert_eq!(
        colors(&["--theme", "dark", "--palette", "high-contrast"])[0],
        "000000"
    );
}

#[test]
fn what_draws_no_figure_has_no_place_for_its_looks() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().join("figure");
    let name = name.to_str().expect("a name");
    for (flag, value) in [
        ("--width", "84mm"),
        ("--font-size", "8"),
        ("--density", "compact"),
        ("--palette", "gray"),
        ("--theme", "dark"),
    ] {
        for format in FORMATS {
            let args = [
                "export", BOOK, "--format", format.id, "-o", name, flag, value,
            ];
            let asked = doomtree(&args);
            match format.has_appearance() {
                true => _ = asked.expect(0),
                false => asked.refused("is for tikz, tikz-tree, svg, pdf and png: leave it out"),
            }
        }
    }
    // A number without a unit is of a board's columns.
    let cells = [
        "export",
        "--game",
        "trilobite",
        ".../... a",
        "--format",
        "board",
        "--width",
        "3",
    ];
    doomtree(&cells).expect(0);
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

#[test]
fn small_letters_in_a_figure_are_told_with_the_options_that_make_them_larger() {
    let points = |args: &[&str]| {
        let args = [
            &["export", LARGE, "--format", "svg", "--width", "84mm"],
            args,
        ]
        .concat();
        let told = doomtree(&args).errors;
        let (_, points) = told.split_once("of moves are ").expect("they are small");
        let (points, remedies) = points.split_once(' ').expect("points");
        (
            points.parse::<f64>().expect("a number"),
            remedies.to_owned(),
        )
    };
    let (down, remedies) = points(&[]);
    assert!(remedies.contains("--grow right"), "{remedies}");
    let (right, remedies) = points(&["--grow", "right"]);
    assert!(right > down, "{right} {down}");
    assert!(!remedies.contains("--grow"), "{remedies}");
}

#[test]
fn a_figure_of_few_nodes_has_boards_though_its_tree_is_large() {
    let places = |args: &[&str]| {
        let svg = export(&[&[LARGE, "--format", "svg"], args].concat());
        svg.matches("<use").count()
    };
    let few = places(&["--to-ply", "1"]);
    assert!(
        few >= places(&["--to-ply", "1", "--hide", "boards"]) + 2 * 9,
        "{few}"
    );
    let all = places(&["--to-ply", "4"]);
    assert!(
        all < places(&["--to-ply", "4", "--show", "boards"]),
        "{all}"
    );
}
