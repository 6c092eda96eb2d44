//! Pictures in every format: the programs that read them see what is drawn, without a font of the
//! machine; what isn't to be shown isn't there; and what is too large is refused in a sentence.
//! Poppler and resvg read what is written.
#![allow(clippy::disallowed_methods, reason = "tests may look at files")]

use std::io::{self, Write};
use std::path::Path;
use std::process::Stdio;

use doomtree::diagram::{
    EdgeStyle, GrowthDirection, RatingsFor, SiblingOrder, TreeStyle, board_radius, node_board,
};
use doomtree::export::{Figure, Show, pdf, png, svg};
use doomtree::game::{Kind, Player, one, zero};
use doomtree::games::scripted::ScriptWriter;
use doomtree::session::Rated;
use doomtree::tree::{Limits, Unfolding, UnfoldingNode, Vertex};
use resvg::{tiny_skia, usvg};

use support::cli::chain;
use support::dialects::{rated_board, rated_script, unfolded};
use support::on_a_small_stack;
use support::outside::{skip, tool};

const BOOK: &str = "b2b2/a2b1 a";
/// A board whose first plies are few.
const PORT: &str = "a1b2a1/b1b2a1/a1a1a3 a";

fn book() -> (Rated, Unfolding) {
    let rated = rated_board("dice-of-doom", BOOK, Limits::default());
    let unfolding = unfolded(&rated, None);
    (rated, unfolding)
}

/// One of the writers of trees.
type Writer = fn(&mut dyn Write, &Rated, &Unfolding, &Figure<'_>) -> io::Result<()>;

fn written(write: Writer, (rated, unfolding): &(Rated, Unfolding), figure: &Figure<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out, rated, unfolding, figure).expect("memory takes everything");
    out
}

fn svg_text(tree: &(Rated, Unfolding), figure: &Figure<'_>) -> String {
    String::from_utf8(written(svg::write, tree, figure)).expect("text")
}

/// The texts of a picture, in the order in which they are drawn.
fn texts(svg: &str) -> Vec<String> {
    let document = usvg::roxmltree::Document::parse(svg).expect("well-formed");
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    texts
        .map(|node| node.text().unwrap_or_default().to_owned())
        .collect()
}

fn shown(show: Show) -> Figure<'static> {
    Figure {
        show,
        ..Figure::default()
    }
}

/// Games that differ in what they draw.
fn trees() -> Vec<(Rated, Unfolding)> {
    let open = |game: &str, board: &str, limits: Limits, to| {
        let rated = rated_board(game, board, limits);
        let unfolding = unfolded(&rated, to);
        (rated, unfolding)
    };
    let plies = Limits {
        max_plies: Some(2),
        ..Limits::default()
    };
    vec![
        book(),
        open("dice-of-doom", PORT, Limits::default(), Some(3)),
        open("dice-of-doom", PORT, plies, None),
        open("tic-tac-toe", "xox/ox./.o. x", Limits::default(), None),
        open("trilobite", ".../.../ab. a", Limits::default(), Some(2)),
        open("scripted", HOSTILE, Limits::default(), None),
    ]
}

/// Names with markup, quotes, an accent, an emoji, and a script that no bundled font has.
const HOSTILE: &str = "players \"A&n\" \"b<b>\"
    \"r\" \"A&n\": \"</text>\" -> won, \"\\\"é♥\" -> \"漢字\"
    won end: 1 0; \"漢字\" end: 0 1";

/// What resvg makes of a picture, with no font at all.
fn rendered(svg: &[u8], scale: f32) -> tiny_skia::Pixmap {
    let tree = usvg::Tree::from_data(svg, &usvg::Options::default()).expect("a picture");
    let size = tree.size();
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let mut pixmap =
        tiny_skia::Pixmap::new(pixels(size.width()), pixels(size.height())).expect("pixels");
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    pixmap
}

/// How much two pictures of one size differ: the mean over all parts of all pixels, of 255.
fn difference(ours: &image::RgbImage, theirs: &tiny_skia::Pixmap) -> f64 {
    assert_eq!(
        (ours.width(), ours.height()),
        (theirs.width(), theirs.height())
    );
    let theirs = theirs.data().chunks(4).flat_map(|pixel| &pixel[..3]);
    let sum: u64 = ours
        .as_raw()
        .iter()
        .zip(theirs)
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    sum as f64 / ours.as_raw().len() as f64
}

#[test]
fn another_program_draws_of_the_svg_without_a_font_what_the_png_shows() {
    let everything = Show {
        boards: true,
        ..Show::default()
    };
    let trees = trees();
    for (number, tree) in trees.iter().enumerate() {
        // The last has letters that no bundled font has, which need a font.
        let lacking = number + 1 == trees.len();
        for show in [Show::default(), everything] {
            let figure = shown(show);
            let png = written(png::write, tree, &figure);
            let ours = image::load_from_memory(&png).expect("a PNG").to_rgb8();
            let theirs = rendered(svg_text(tree, &figure).as_bytes(), 2.0);
            let differs = difference(&ours, &theirs);
            let most = if lacking { 2.0 } else { 0.6 };
            assert!(differs < most, "tree {number}: {differs}");
            let ink = ours.pixels().filter(|pixel| pixel.0 != [255; 3]).count();
            assert!(ink * 200 > ours.pixels().len(), "tree {number} is empty");
        }
    }
}

#[test]
fn the_scale_is_of_pixels_and_the_file_says_how_large_the_picture_is() {
    let tree = book();
    let size = |scale| {
        let figure = Figure {
            scale,
            ..Figure::default()
        };
        let png = written(png::write, &tree, &figure);
        let image = image::load_from_memory(&png).expect("a PNG");
        let at = png
            .windows(4)
            .position(|name| name == b"pHYs")
            .expect("pixels in a metre");
        let dense = u32::from_be_bytes(png[at + 4..at + 8].try_into().expect("four"));
        (f64::from(image.width()), f64::from(image.height()), dense)
    };
    let (one, two) = (size(1.0), size(2.0));
    assert!((2.0 * one.0 - two.0).abs() <= 2.0 && (2.0 * one.1 - two.1).abs() <= 2.0);
    assert_eq!((one.2, two.2), (3_780, 7_559));
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
        let figure = Figure {
            scale,
            ..Figure::default()
        };
        let words = png::fault(&tree.0, &tree.1, &figure).expect("no such scale");
        let words = words.to_string();
        assert!(words.contains("choose a scale from 0.05 to 20"), "{words}");
        let error = png::write(&mut io::sink(), &tree.0, &tree.1, &figure).expect_err("refused");
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn what_is_not_shown_takes_no_room() {
    let tree = book();
    let all = Show {
        legend: false,
        ..Show::default()
    };
    let length = |show, name: &str| -> f64 {
        let svg = svg_text(&tree, &shown(show));
        let document = usvg::roxmltree::Document::parse(&svg).expect("well-formed");
        let length = document.root_element().attribute(name);
        length.expect(name).parse().expect("a number")
    };
    for less in [
        Show {
            positions: false,
            ..all
        },
        Show {
            moves: false,
            ..all
        },
    ] {
        assert!(length(less, "height") < length(all, "height"));
    }
    let boards = Show {
        boards: true,
        ..all
    };
    assert!(length(boards, "width") > length(all, "width"));
}

#[test]
fn the_legend_says_what_occurs_and_is_shown_and_nothing_else() {
    let words = |tree: &(Rated, Unfolding), show| texts(&svg_text(tree, &shown(show)));
    let all = Show {
        boards: true,
        ..Show::default()
    };
    let has = |texts: &[String], word: &str| texts.iter().any(|text| text == word);
    let trees = trees();
    let book = words(&trees[0], all);
    for word in [
        "best line",
        "another best move",
        "end",
        "owner and dice of a hex",
    ] {
        assert!(has(&book, word), "{word}");
    }
    assert!(
        !book.iter().any(|text| text.starts_with("collapsed")) && !has(&book, "proven interval")
    );
    let plain = words(
        &trees[0],
        Show {
            boards: false,
            best_line: false,
            ..all
        },
    );
    for word in ["best line", "another best move", "owner and dice of a hex"] {
        assert!(!has(&plain, word), "{word}");
    }
    let folded = "collapsed: node count, winners of its ends";
    assert!(has(&words(&trees[1], all), folded));
    let no_ends = words(&trees[1], Show { ends: false, ..all });
    assert!(has(&no_ends, "collapsed: node count") && !has(&no_ends, folded));
    let limited = words(&trees[2], all);
    assert!(has(&limited, "proven interval") && has(&limited, "[0, 1]"));
    let plain = words(
        &trees[2],
        Show {
            intervals: false,
            ..all
        },
    );
    assert!(!has(&plain, "proven interval") && !has(&plain, "[0, 1]"));
    assert!(
        plain.iter().any(|text| text == "?"),
        "what isn't known is told from a rating"
    );
    assert!(!has(&words(&trees[3], all), "owner and dice of a hex"));
}

#[test]
fn the_legend_has_the_players_names_and_no_split_where_payoffs_are_no_wins() {
    let script = "players Firm Bank\nn Firm: x -> e, y -> f\ne end: 3 -3\nf end: -1 1";
    let rated = rated_script(script, Limits::default());
    let unfolding = unfolded(&rated, None);
    let words = texts(&svg_text(&(rated, unfolding), &shown(Show::default())));
    let has = |word: &str| words.iter().any(|text| text == word);
    // Payoffs have the colors of both, also of the one who never moves.
    assert!(has("player: Firm, Bank"), "{words:?}");
    assert!(!has("rating split"), "{words:?}");
}

#[test]
fn the_ratings_of_all_players_fit_a_node_with_two_decimals() {
    let script = "players a b c d\nstart a: go -> n\n\
                  n chance a: x 1/7 -> e, y 6/7 -> f\n\
                  e end: 289/625 308/625 14/625 14/625\nf end: 1/7 2/7 1/7 3/7";
    let rated = rated_script(script, Limits::default());
    let unfolding = unfolded(&rated, None);
    let figure = Figure {
        ratings_for: RatingsFor::All,
        ..Figure::default()
    };
    let words = texts(&svg_text(&(rated, unfolding), &figure));
    for rating in ["≈0.19", "≈0.32", "≈0.13", "≈0.37"] {
        assert!(words.iter().any(|text| text == rating), "{words:?}");
    }
    assert!(words.iter().any(|text| text == "player"), "all colors");
}

#[test]
fn a_figure_ends_where_its_tree_does_also_beside_a_long_name() {
    let script = "players a b\nn a: short -> e, \"a very long name\" -> f\ne end: 1 0\nf end: 0 1";
    let rated = rated_script(script, Limits::default());
    let unfolding = unfolded(&rated, None);
    let bare = Show {
        legend: false,
        ..Show::default()
    };
    let pixels = png::pixels(&rated, &unfolding, &shown(bare), [4_000, 4_000]);
    let pixels = pixels.expect("a picture");
    let width = pixels.width as usize;
    let ground = &pixels.rgb[..3];
    let drawn = pixels.rgb.chunks(3).enumerate();
    let drawn = drawn.filter(|(_, color)| *color != ground);
    let columns: Vec<usize> = drawn.map(|(at, _)| at % width).collect();
    let left = columns.iter().min().expect("a tree");
    let right = width - columns.iter().max().expect("a tree");
    assert!(left.abs_diff(right) < 24, "{left} {right} of {width}");
}

#[test]
fn a_long_board_in_a_node_is_wider_so_that_its_dice_can_be_read() {
    let room = |board| {
        let rated = rated_board("dice-of-doom", board, Limits::default());
        let picture = rated.graph.picture(Vertex::ROOT);
        let [width, height] = node_board(&picture);
        (width, board_radius(&picture, width, height))
    };
    let (usual, _) = room(BOOK);
    let (wide, radius) = room("a1b1a2b2a1 a");
    assert!(wide > usual && radius >= 6.0, "{wide} {radius}");
    // No room helps where there are too many.
    assert_eq!(room("a1b1a1b1a1b1a1b1a1b1a1b1 a").0, usual);
}

#[test]
fn hidden_ratings_leave_no_bounds_in_a_tree_and_nothing_on_a_board_alone() {
    let hidden = Figure {
        hidden: true,
        ..Figure::default()
    };
    for tree in trees() {
        let bounds = ["0 … 1/2", "1/2 … 1", "[0, 1]"];
        for text in texts(&svg_text(&tree, &hidden)) {
            assert!(!bounds.contains(&text.as_str()), "{text}");
        }
        let mut board = Vec::new();
        let figure = Figure {
            hidden: true,
            alone: Some(UnfoldingNode::ROOT),
            ..Figure::default()
        };
        svg::write(&mut board, &tree.0, &tree.1, &figure).expect("memory");
        let board = String::from_utf8(board).expect("text");
        assert!(!board.contains("rating 0") && !board.contains("rating 1"));
        assert!(
            !texts(&board)
                .iter()
                .any(|text| text.starts_with("best move"))
        );
    }
}

#[test]
fn every_way_of_drawing_a_tree_lies_within_its_frame() {
    for tree in trees() {
        for flow in [GrowthDirection::Down, GrowthDirection::Right] {
            for edges in [EdgeStyle::Curved, EdgeStyle::Straight, EdgeStyle::Elbowed] {
                for boards in [false, true] {
                    let figure = Figure {
                        style: TreeStyle {
                            flow,
                            edges,
                            order: SiblingOrder::BestFirst,
                        },
                        ratings_for: RatingsFor::Mover,
                        show: Show {
                            boards,
                            ..Show::default()
                        },
                        scale: 0.5,
                        ..Figure::default()
                    };
                    let png = written(png::write, &tree, &figure);
                    let image = image::load_from_memory(&png).expect("a PNG").to_rgb8();
                    let (width, height) = image.dimensions();
                    let border = image.enumerate_pixels().filter(|(x, y, _)| {
                        *x == 0 || *y == 0 || x + 1 == width || y + 1 == height
                    });
                    for (x, y, pixel) in border {
                        assert_eq!(pixel.0, [255; 3], "{flow:?} {edges:?} at {x}, {y}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_board_alone_is_the_board_of_its_node() {
    let trees = trees();
    for (number, (rated, unfolding)) in trees.iter().enumerate() {
        let last = unfolding.preorder().last().expect("a node");
        for node in [UnfoldingNode::ROOT, last] {
            let figure = Figure {
                alone: Some(node),
                ..Figure::default()
            };
            let mut out = Vec::new();
            svg::write(&mut out, rated, unfolding, &figure).expect("memory");
            let svg = String::from_utf8(out).expect("text");
            let vertex = unfolding.vertex(node);
            let picture = rated.graph.picture(vertex);
            let polygons = svg.matches("<polygon").count();
            assert!(polygons >= picture.cells.len(), "tree {number}");
            if !picture.cells.is_empty() {
                assert!(texts(&svg).contains(&picture.text), "tree {number}");
            }
            let mut png = Vec::new();
            png::write(&mut png, rated, unfolding, &figure).expect("memory");
            let ours = image::load_from_memory(&png).expect("a PNG").to_rgb8();
            if number + 1 < trees.len() {
                let differs = difference(&ours, &rendered(svg.as_bytes(), 2.0));
                assert!(differs < 0.6, "tree {number}: {differs}");
            }
            let mut pdf = Vec::new();
            pdf::write(&mut pdf, rated, unfolding, &figure).expect("memory");
            assert!(pdf.starts_with(b"%PDF-"));
        }
    }
}

/// The answer of one of poppler's programs to a file, or why there is none.
fn poppler(program: &str, words: &[&str], file: &Path) -> Option<String> {
    let output = tool(program)
        .args(words)
        .arg(file)
        .arg("-")
        .stderr(Stdio::piped())
        .output();
    match output {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success() && errors.is_empty(),
                "{program}: {errors}"
            );
            Some(String::from_utf8(output.stdout).expect("text"))
        }
        Err(error) => {
            skip(&format!(
                "{program}: {error} (apt-get install poppler-utils)"
            ));
            None
        }
    }
}

#[test]
fn poppler_reads_every_text_the_title_and_the_size_of_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tree.pdf");
    let figure = Figure {
        title: Some("A “long” title & (more)"),
        ..Figure::default()
    };
    let trees = trees();
    for (number, tree) in trees.iter().enumerate() {
        std::fs::write(&file, written(pdf::write, tree, &figure)).expect("a file");
        let Some(read) = poppler("pdftotext", &["-raw", "-enc", "UTF-8"], &file) else {
            return;
        };
        let read: String = read.split_whitespace().collect();
        let svg = svg_text(tree, &figure);
        for text in texts(&svg) {
            let text: String = text.split_whitespace().collect();
            assert!(read.contains(&text), "tree {number}: {text} in {read}");
        }
        let info = tool("pdfinfo").arg(&file).output().expect("poppler");
        assert_eq!(
            String::from_utf8_lossy(&info.stderr),
            "",
            "it passes without a word"
        );
        let info = String::from_utf8(info.stdout).expect("text");
        assert!(info.contains("A “long” title & (more)"), "{info}");
        assert!(
            info.contains("Pages:           1") && !info.contains("CreationDate"),
            "{info}"
        );
        let document = usvg::roxmltree::Document::parse(&svg).expect("well-formed");
        let side = |name| -> f64 {
            let side = document.root_element().attribute(name).expect("a side");
            side.parse::<f64>().expect("a number") * 0.75
        };
        let size = info
            .lines()
            .find_map(|line| line.strip_prefix("Page size:"));
        let numbers: Vec<f64> = size
            .expect("a size")
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        assert!((numbers[0] - side("width")).abs() < 0.02, "{info}");
        assert!((numbers[1] - side("height")).abs() < 0.02, "{info}");
    }
}

#[test]
fn poppler_draws_of_the_pdf_what_the_png_shows() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tree.pdf");
    let boards = shown(Show {
        boards: true,
        ..Show::default()
    });
    let trees = trees();
    for (number, tree) in trees.iter().enumerate() {
        std::fs::write(&file, written(pdf::write, tree, &boards)).expect("a file");
        // 192 dots in an inch are 2 pixels for a unit.
        let page = folder.path().join("page");
        let output = tool("pdftoppm")
            .args(["-r", "192", "-png", "-singlefile"])
            .args([&file, &page])
            .output();
        if output.is_err() && poppler("pdftoppm", &[], &file).is_none() {
            return;
        }
        let theirs = image::open(page.with_extension("png"))
            .expect("a page")
            .to_rgb8();
        let ours = written(png::write, tree, &boards);
        let ours = image::load_from_memory(&ours).expect("a PNG").to_rgb8();
        assert!(ours.width().abs_diff(theirs.width()) <= 1);
        assert!(ours.height().abs_diff(theirs.height()) <= 1);
        let mut sum = 0_u64;
        for (x, y, pixel) in ours.enumerate_pixels() {
            if x < theirs.width() && y < theirs.height() {
                let there = theirs.get_pixel(x, y);
                let parts = pixel.0.iter().zip(&there.0);
                sum += parts.map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>();
            }
        }
        let differs = sum as f64 / ours.as_raw().len() as f64;
        assert!(differs < 2.5, "tree {number}: {differs}");
    }
}

/// One move to each of so many ends.
fn fan(ends: u32) -> String {
    let mut writer = ScriptWriter::new(&["a".to_owned(), "b".to_owned()]);
    writer.node("r", Kind::Decision(Player(0)), &[]);
    for end in 0..ends {
        writer.branch(&format!("m{end}"), None, &format!("e{end}"));
    }
    for end in 0..ends {
        writer.node(&format!("e{end}"), Kind::End, &[one(), zero()]);
    }
    writer.finish()
}

fn scripted(script: String) -> (Rated, Unfolding) {
    let rated = rated_script(&script, Limits::default());
    let unfolding = unfolded(&rated, None);
    (rated, unfolding)
}

/// Counts bytes, and keeps none.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_is_too_deep_or_too_wide_is_refused_in_a_sentence_and_streams_as_svg() {
    on_a_small_stack(|| {
        for (tree, nodes) in [
            (scripted(chain(150_000)), 150_001),
            (scripted(fan(100_000)), 100_001),
        ] {
            let figure = Figure::default();
            let mut count = Count(0);
            svg::write(&mut count, &tree.0, &tree.1, &figure).expect("it streams");
            assert!(count.0 > 200 * nodes, "{} bytes", count.0);
            for (write, remedy) in [
                (
                    png::write as Writer,
                    "show fewer nodes, choose a smaller scale, or write an SVG",
                ),
                (pdf::write, "show fewer nodes, or write an SVG"),
            ] {
                let mut count = Count(0);
                let error = write(&mut count, &tree.0, &tree.1, &figure).expect_err("too large");
                assert!(error.to_string().ends_with(remedy), "{error}");
                assert_eq!(count.0, 0);
            }
        }
    });
}

#[test]
fn a_picture_of_many_nodes_is_read_by_another_program_on_a_small_stack() {
    let rated = rated_board("tic-tac-toe", "x../.o./... x", Limits::default());
    let unfolding = unfolded(&rated, Some(5));
    let nodes = unfolding.preorder().count();
    assert!(nodes > 2_000, "{nodes}");
    let svg = svg_text(&(rated, unfolding), &Figure::default());
    on_a_small_stack(move || {
        let options = usvg::Options::default();
        let tree = usvg::Tree::from_str(&svg, &options).expect("a picture");
        let mut waiting = vec![tree.root()];
        let mut shapes = 0;
        while let Some(group) = waiting.pop() {
            for child in group.children() {
                match child {
                    usvg::Node::Group(group) => waiting.push(group),
                    _ => shapes += 1,
                }
            }
        }
        assert!(shapes > nodes, "{shapes} shapes of {nodes} nodes");
    });
}
