//! Figures of `doomtree export`: their size, letters and colors, and boards alone.

use doomtree::export::FORMATS;
use support::cli::{Answer, LARGE, doomtree, program};

use super::export::export;

const BOOK: &str = "b2b2/a2b1 a";

#[test]
fn a_figure_of_a_large_tree_has_as_many_plies_as_can_be_read() {
    let picture = doomtree(&["export", LARGE, "--format", "svg"]);
    assert!(
        picture.expect(0).len() < 1_000_000,
        "{}",
        picture.output.len()
    );
    picture.sentence(
        "the tree has 1,468,919,491 nodes: it is written down to ply 3; --to-ply, --along and --scope \
         write other parts, '--scope whole' all of it",
    );
    let same = doomtree(&["export", LARGE, "--format", "svg", "--to-ply", "3"]);
    assert_eq!(same.expect(0), picture.expect(0));
    // A column has fewer. What isn't drawn by us can have more.
    let column = ["export", LARGE, "--format", "svg", "--width", "84mm"];
    doomtree(&column).sentence("it is written down to ply 1;");
    doomtree(&["export", LARGE, "--format", "dot"]).sentence("it is written down to ply 4;");
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
        (".tex", b"% b2b2/a1a1 a +1"),
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
        .refused("text has no place for a board alone: use one of tikz, svg, pdf, png");
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
fn options_for_the_looks_of_a_figure_are_refused_for_formats_without_a_figure() {
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
fn small_letters_in_a_figure_are_told_with_the_options_that_make_them_larger() {
    let points = |args: &[&str]| {
        let args = [
            &[
                "export", LARGE, "--width", "84mm", "--to-ply", "4", "--format",
            ],
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
    let (down, remedies) = points(&["svg"]);
    assert!(remedies.contains("--grow right"), "{remedies}");
    let (right, remedies) = points(&["svg", "--grow", "right"]);
    assert!(right > down, "{right} {down}");
    assert!(!remedies.contains("--grow"), "{remedies}");
    // Nodes that LaTeX places take more room.
    let (tree, remedies) = points(&["tikz-tree"]);
    assert!(
        tree < down && !remedies.contains("--density"),
        "{tree}: {remedies}"
    );
}

#[test]
fn boards_that_make_moves_too_small_for_a_width_are_left_out_unless_they_are_asked_for() {
    let places = |args: &[&str]| {
        let svg = export(&[&[BOOK, "--format", "svg"], args].concat());
        svg.matches("<use").count()
    };
    let narrow = ["--width", "84mm"];
    assert!(places(&narrow) < places(&["--width", "200mm"]));
    assert!(places(&narrow) < places(&[&narrow[..], &["--show", "boards"]].concat()));
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
