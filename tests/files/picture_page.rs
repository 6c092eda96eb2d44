//! docs/picture-files.md says what the program does: its sentences with a name or a number are listed
//! here, each with how it is tried, and none is left over.

use std::collections::BTreeSet;

use doomtree::diagram::{LEVEL_HEIGHT, NODE_HEIGHT};
use doomtree::export::{Figure, pdf, png};
use doomtree::tree::Limits;
use support::cli::{Answer, LARGE, chain, doomtree, program};
use support::dialects::{rated_script, unfolded};

const PAGE: &str = include_str!("../../docs/picture-files.md");
const BOOK: &str = "b2b2/a2b1 a";
/// A CSS pixel's part of an inch.
const INCH: f64 = 96.0;

/// A part of the page as it stands there, and what fails where it isn't so.
type Claim = (&'static str, fn());

const CLAIMS: &[Claim] = &[
    (
        "a page has at most 14,400 points per side; a larger picture is made smaller, down to a \
         fiftieth, and refused beyond",
        pages_have_a_longest_side,
    ),
    (
        "32,000 pixels per side, 67 million in total",
        pixels_have_limits,
    ),
    (
        "A unit of the drawing is 1/96 inch: 1 CSS pixel of the SVG, 0.75 points of the PDF. The \
         scale of a PNG is its number of pixels per unit (default: 2).",
        units_are_pixels_and_points,
    ),
    (
        "`--width 84mm` (or `cm`, `in`, `pt`, `px`) makes the whole figure that wide",
        widths_are_kept,
    ),
    (
        "`--aspect 16:9` gives the whole figure the shape of a slide",
        shapes_are_kept,
    ),
    (
        "`--figure-width` does the same where Trilobite's `--width` is a number of columns.",
        a_width_beside_columns,
    ),
    (
        "`--font-size 8` sets the names of moves to 8 points and scales the rest with them. If that \
         doesn't fit the width, the error names the size that does.",
        letters_are_as_large_as_asked,
    ),
    (
        "`--density compact` brings everything closer; `roomy` leaves room for remarks.",
        densities_differ,
    ),
    (
        "`--palette gray` and `high-contrast` are for print and for eyes that need them. `--theme \
         dark` is for slides.",
        palettes_differ,
    ),
    (
        "and in trees of up to 32 nodes boards beside the ratings, with the costs of blunders. A \
         figure of at most 32 nodes of a larger tree has them below the ratings, in larger nodes; \
         other figures have boards on request (`--show boards`).",
        pictures_show_what_the_window_draws,
    ),
    (
        "`--show reach` writes the probability that best play reaches a node into each node.",
        nodes_say_how_probable_they_are,
    ),
    (
        "`--show estimates` shows its estimate: `~3/4`. Below both signs is the proven \
         interval; `--hide intervals` leaves that out.",
        estimates_make_the_figure_of_a_textbook,
    ),
    (
        "`--ratings MAX --hide payoffs` writes one number at each end.",
        ends_have_one_number_on_request,
    ),
    (
        "With `--width`, boards that weren't asked for are left out if moves would be smaller than \
         5 points, or letters on the boards smaller than 3.5.",
        narrow_figures_have_no_boards,
    ),
    (
        "PNG's `--scale` changes the pixels, not the size.",
        scales_keep_the_size,
    ),
    (
        "are in the metadata: `title` and `desc` (SVG), title and subject (PDF), `Title` and \
         `Description` (PNG). A PDF names its language, English, and has the description as the \
         figure's alternative text.",
        words_stand_in_the_metadata,
    ),
    (
        "A rating that isn't proven is `?`, or its proven interval.",
        what_is_open_looks_so,
    ),
    (
        "With `--palette gray`, the parts of the rating split and of a collapsed node's triangle also \
         differ in pattern: a's are filled, b's hollow, the others' hatched. The legend says so.",
        patterns_are_explained,
    ),
    (
        "`rect`, `circle`, `polygon`, `path` and `text`, in groups (`g`)",
        no_other_element_occurs,
    ),
    (
        "is defined once (`defs`) and used (`use`).",
        no_other_element_occurs,
    ),
    (
        "In a tree of some thousand nodes, a node takes about two thirds of a kilobyte of SVG and \
         half a kilobyte of PDF. The letters and legend of a small figure take some 25 kilobytes. Beyond 50 MB, the \
         command line says how large a file will be before it writes it",
        files_are_as_large_as_said,
    ),
    (
        "A node is 44 units high. It is higher with a line for its position, for what is proven, or \
         with a board. Levels are 112 units apart",
        nodes_and_levels_are_as_high_as_said,
    ),
    (
        "Names longer than 28 characters are cut.",
        long_names_are_cut,
    ),
    (
        "Control characters, and those that turn the direction of a text, are written as escapes \
         such as `\\u{202e}`.",
        what_turns_text_is_escaped,
    ),
    (
        "`doomtree export BOARD --scope board --along '2>3' -o board.svg`",
        a_board_alone_is_exported,
    ),
];

/// Words and lines as they are read.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_name_and_number_of_the_page_is_in_a_claim_that_is_tried() {
    let mut rest = in_one_line(PAGE);
    for (words, _) in CLAIMS {
        assert!(rest.contains(words), "the page doesn't say: {words}");
        rest = rest.replace(words, "");
    }
    let left = rest.find(|letter: char| letter.is_ascii_digit() || letter == '`');
    let left = left.map(|at| rest[at..].chars().take(60).collect::<String>());
    assert_eq!(left, None, "nobody tries this");
}

#[test]
fn every_claim_of_the_page_holds() {
    for (_, holds) in CLAIMS {
        holds();
    }
}

/// A figure of the book as the command line prints it.
fn figure(format: &str, options: &str) -> Vec<u8> {
    let mut command = program();
    command.args(["export", BOOK, "--format", format]);
    let output = command.args(options.split_whitespace()).output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{options}");
    output.stdout
}

fn svg(options: &str) -> String {
    String::from_utf8(figure("svg", options)).expect("text")
}

/// Width and height of a picture, and those of its drawing.
fn sizes(svg: &str) -> [f64; 4] {
    let value = |name: &str| {
        let (_, after) = svg.split_once(&format!(" {name}=\"")).expect(name);
        after.split('"').next().unwrap_or_default().to_owned()
    };
    let sides = value("viewBox");
    let mut sides = sides.split(' ').skip(2);
    let mut next = || sides.next().unwrap_or_default().to_owned();
    [value("width"), value("height"), next(), next()]
        .map(|number| number.parse().expect("a number"))
}

/// How wide and high the pixels of a picture are, and how many there are in a metre.
fn pixels(options: &str) -> [f64; 3] {
    let bytes = figure("png", options);
    let reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info();
    let reader = reader.expect("a picture");
    let info = reader.info();
    let dense = info.pixel_dims.expect("how dense it is").xppu;
    [info.width, info.height, dense].map(f64::from)
}

fn near(a: f64, b: f64, by: f64) -> bool {
    (a - b).abs() <= by
}

fn pages_have_a_longest_side() {
    assert!(near(pdf::MAX_POINTS, 14_400.0, 0.0));
    let fault = |plies: u32| {
        let rated = rated_script(&chain(plies), Limits::default());
        let unfolding = unfolded(&rated, None);
        pdf::fault(&rated, &unfolding, &Figure::default())
    };
    // A ply is 126 units of 0.75 points high.
    assert_eq!(fault(14_400 * 50 / 95 - 100), None);
    assert!(fault(14_400 * 50 / 94 + 100).is_some());
}

fn pixels_have_limits() {
    assert_eq!(png::MAX_SIDE, 32_000);
    assert_eq!(png::MAX_PIXELS / 1_000_000, 67);
}

fn units_are_pixels_and_points() {
    let [wide, high, drawn_wide, drawn_high] = sizes(&svg(""));
    assert!(near(wide, drawn_wide, 0.01) && near(high, drawn_high, 0.01));
    let page = String::from_utf8_lossy(&figure("pdf", "")).into_owned();
    let (_, page) = page.split_once("/MediaBox[0 0 ").expect("a page");
    let (page, _) = page.split_once(']').expect("its size");
    let page: Vec<f64> = page
        .split(' ')
        .map(|side| side.parse().expect("a number"))
        .collect();
    assert!(near(page[0], 0.75 * wide, 0.01) && near(page[1], 0.75 * high, 0.01));
    for (options, scale) in [("", 2.0), ("--scale 3", 3.0)] {
        let [across, down, dense] = pixels(options);
        assert!(near(across, scale * wide, 1.0) && near(down, scale * high, 1.0));
        assert!(near(dense * 0.0254, scale * INCH, 0.05));
    }
}

fn widths_are_kept() {
    let natural = sizes(&svg(""))[0];
    for (asked, inches) in [
        ("84mm", 84.0 / 25.4),
        ("8.4cm", 84.0 / 25.4),
        ("3in", 3.0),
        ("240pt", 240.0 / 72.0),
        ("300px", 300.0 / INCH),
    ] {
        let [wide, _, drawn, _] = sizes(&svg(&format!("--width {asked}")));
        assert!(near(wide, inches * INCH, 0.02), "{asked}: {wide}");
        // What is wider is drawn smaller …
        assert!(drawn > wide && natural > wide);
    }
    // … and what is narrower is as large as before, with the legend in one line.
    let wide = svg("--width 40cm");
    let [width, height, drawn, _] = sizes(&wide);
    assert!(near(width, 400.0 / 25.4 * INCH, 0.02) && near(width, drawn, 0.02));
    assert!(height < sizes(&svg(""))[1]);
}

fn shapes_are_kept() {
    // In the middle …
    let [wide, high, drawn, _] = sizes(&svg("--aspect 16:9"));
    assert!(near(wide / high, 16.0 / 9.0, 0.01) && near(wide, drawn, 0.02));
    // … and larger in a width.
    let [wide, high, drawn, _] = sizes(&svg("--aspect 16:9 --width 400cm"));
    assert!(near(wide / high, 16.0 / 9.0, 0.01));
    assert!(near(wide / drawn, 3.0, 0.02), "{wide} {drawn}");
}

fn a_width_beside_columns() {
    assert_eq!(svg("--figure-width 84mm"), svg("--width 84mm"));
    let board = "..../.... a";
    let words = format!(
        "export|{board}|--game|trilobite|--width|4|--height|2|--figure-width|84mm|--max-plies|1|--format|svg"
    );
    let words: Vec<&str> = words.split('|').collect();
    let answer = doomtree(&words);
    let wide = sizes(answer.expect(0))[0];
    assert!(near(wide, 84.0 / 25.4 * INCH, 0.02), "{wide}");
}

fn letters_are_as_large_as_asked() {
    let picture = svg("--font-size 8");
    let [wide, _, drawn, _] = sizes(&picture);
    let (_, name) = picture.split_once(" font-size=\"").expect("a text");
    // The first texts are the names of moves.
    let size: f64 = name
        .split('"')
        .next()
        .unwrap_or_default()
        .parse()
        .expect("a number");
    assert!(near(size * wide / drawn * 72.0 / INCH, 8.0, 0.01), "{size}");
    let both = doomtree(&[
        "export",
        BOOK,
        "--format",
        "svg",
        "--font-size",
        "8",
        "--width",
        "84mm",
        "--show",
        "boards",
    ]);
    both.refused("choose letters of 4.6 points");
    assert!(near(
        sizes(&svg("--font-size 4.6 --width 84mm"))[0],
        84.0 / 25.4 * INCH,
        0.02
    ));
}

fn densities_differ() {
    let area = |density: &str| {
        let [_, _, wide, high] = sizes(&svg(&format!("--density {density} --hide legend")));
        [wide, high]
    };
    let [compact, normal, roomy] = ["compact", "normal", "roomy"].map(area);
    assert!((0..2).all(|side| compact[side] < normal[side] && normal[side] < roomy[side]));
}

/// The colors of a picture.
fn colors(svg: &str) -> BTreeSet<&str> {
    let of = |name: &'static str| svg.split(name).skip(1).filter_map(|part| part.get(..6));
    of(" fill=\"#").chain(of(" stroke=\"#")).collect()
}

fn palettes_differ() {
    let is_gray = |color: &&str| color[..2] == color[2..4] && color[2..4] == color[4..6];
    let [plain, gray, contrast, dark] = [
        "",
        "--palette gray",
        "--palette high-contrast",
        "--theme dark",
    ]
    .map(svg);
    assert!(!colors(&plain).iter().all(is_gray));
    assert!(colors(&gray).iter().all(is_gray), "{:?}", colors(&gray));
    assert!(
        colors(&contrast).contains("000000"),
        "{:?}",
        colors(&contrast)
    );
    let ground = |svg: &str| {
        let (_, fill) = svg.split_once(" fill=\"#").expect("a ground");
        u32::from_str_radix(&fill[..2], 16).expect("a color")
    };
    assert!(ground(&plain) > 0xf0 && ground(&dark) < 0x40);
}

fn scales_keep_the_size() {
    let sizes = ["--scale 1", "--scale 4"].map(|options| {
        let [wide, _, dense] = pixels(options);
        wide / dense
    });
    assert!(near(sizes[0], sizes[1], 0.001), "{sizes:?}");
    assert!(pixels("--scale 4")[0] > 3.9 * pixels("--scale 1")[0]);
}

fn words_stand_in_the_metadata() {
    let told = "A game tree of 13 nodes below b2b2/a2b1 a. Rating for a: 0.";
    let picture = svg("");
    let heading = "b2b2/a2b1 a, dice-of-doom, land-of-lisp";
    assert!(picture.contains(&format!("<title>{heading}</title>")));
    assert!(picture.contains(&format!("<desc>{told}")));
    let page = String::from_utf8_lossy(&figure("pdf", "")).into_owned();
    for words in [
        format!("/Title({heading}"),
        format!("/Subject({told}"),
        format!("/Alt({told}"),
        "/Lang(en)".to_owned(),
    ] {
        assert!(page.contains(&words), "{words}");
    }
    let bytes = figure("png", "");
    let reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info();
    let reader = reader.expect("a picture");
    let info = reader.info();
    let latin = info
        .uncompressed_latin1_text
        .iter()
        .map(|it| it.keyword.clone());
    let any = info.utf8_text.iter().map(|it| it.keyword.clone());
    let keys: Vec<String> = latin.chain(any).collect();
    assert!(
        ["Title", "Description"]
            .iter()
            .all(|key| keys.iter().any(|it| it == key)),
        "{keys:?}"
    );
}

fn pictures_show_what_the_window_draws() {
    let picture = |board, more: &[&str]| {
        let answer = doomtree(&[&["export", board, "--format", "svg"], more].concat());
        answer.expect(0).to_owned()
    };
    let small = "a1b1a3b2b3 a";
    assert!(picture(small, &[]).contains(">blunder 1 → 0</text>"));
    assert_ne!(picture(small, &[]), picture(small, &["--hide", "boards"]));
    let part = |plies, more: &[&str]| picture(LARGE, &[&["--to-ply", plies], more].concat());
    let height = |picture: &str| sizes(picture)[3];
    assert!(height(&part("1", &[])) > height(&part("1", &["--hide", "boards"])));
    assert_eq!(part("4", &[]), part("4", &["--hide", "boards"]));
    assert!(height(&part("4", &["--show", "boards"])) > height(&part("4", &[])));
}

fn nodes_say_how_probable_they_are() {
    let picture = |more: &[&str]| {
        let answer = doomtree(&[&["export", BOOK, "--format", "svg"], more].concat());
        answer.expect(0).to_owned()
    };
    let (without, with) = (picture(&[]), picture(&["--show", "reach"]));
    assert!(!without.contains("reached"));
    assert_eq!(with.matches(">reached 1</text>").count(), 5);
    assert_eq!(with.matches(">never reached</text>").count(), 8);
}

fn estimates_make_the_figure_of_a_textbook() {
    let args = [
        "export",
        "b3a3/b1b2 a",
        "--max-plies",
        "3",
        "--estimate",
        "share",
    ];
    let figure = |shown: &[&str]| {
        let answer = doomtree(&[&args[..], &["--format", "svg"], shown].concat());
        answer.expect(0).to_owned()
    };
    let estimates = figure(&["--show", "estimates", "--hide", "intervals"]);
    assert!(estimates.contains(">~3/4</text>") && estimates.contains(">~1/4</text>"));
    assert!(!estimates.contains("[0, 1]"));
    assert!(figure(&["--show", "estimates"]).contains("[0, 1]"));
    assert!(figure(&[]).contains(">?</text>") && figure(&[]).contains("[0, 1]"));
}

fn ends_have_one_number_on_request() {
    let script = "players MAX MIN; r MAX: x -> e, y -> f; e end: 3 -3; f end: 12 -12";
    let ends = |shown: &[&str]| {
        let args = ["export", script, "--format", "svg", "--ratings", "MAX"];
        let picture = doomtree(&[&args[..], &["--hide", "blunders"], shown].concat());
        let picture = picture.expect(0);
        ["12", "−12"].map(|payoff| picture.contains(&format!(">{payoff}</text>")))
    };
    assert_eq!(ends(&[]), [true, true]);
    assert_eq!(ends(&["--hide", "payoffs"]), [true, false]);
    let mover = ["--format", "svg", "--ratings", "mover", "--hide", "payoffs"];
    let refused = doomtree(&[&["export", script][..], &mover].concat());
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.errors.contains("add --ratings PLAYER"),
        "{}",
        refused.errors
    );
}

fn narrow_figures_have_no_boards() {
    let boards = |options: &str| svg(options).matches("<use").count();
    for (width, small) in [
        ("84mm", "names of moves are 4."),
        ("110mm", "smallest letters are 2."),
    ] {
        let narrow = format!("--width {width}");
        assert!(boards(&narrow) < boards(&format!("{narrow} --show boards")));
        let words = doomtree(&[
            "export", BOOK, "--format", "svg", "--width", width, "--show", "boards",
        ]);
        assert!(words.errors.contains(small), "{}", words.errors);
    }
    assert_eq!(
        boards("--width 200mm"),
        boards("--width 200mm --show boards")
    );
}

fn what_is_open_looks_so() {
    let board = "a1b3/b1a3 a";
    let answer = doomtree(&["export", board, "--max-plies", "2", "--format", "svg"]);
    let open = answer.expect(0);
    assert!(open.contains(">?</text>") && open.contains(">[0, 1]</text>"));
    assert!(!open.contains('~'));
}

fn patterns_are_explained() {
    let (gray, plain) = (svg("--palette gray"), svg(""));
    let hollow = |svg: &str| svg.matches("<polygon").count();
    assert!(gray.contains(">whose part</text>") && !plain.contains("whose part"));
    assert!(hollow(&gray) > hollow(&plain));
}

fn no_other_element_occurs() {
    let known = [
        "svg", "title", "desc", "rect", "circle", "polygon", "path", "text", "g", "defs", "use",
    ];
    for options in [
        "--show boards",
        "--palette gray --lines straight",
        "--scope board",
    ] {
        let picture = svg(options);
        let names = picture.split('<').skip(1);
        let names = names.map(|part| part.trim_start_matches('/'));
        let names = names.map(|part| part.split([' ', '>', '/']).next().unwrap_or_default());
        let names: BTreeSet<&str> = names.collect();
        let others: Vec<&&str> = names.iter().filter(|name| !known.contains(name)).collect();
        assert!(others.is_empty(), "{options}: {others:?}");
        assert!(names.contains("use") && names.contains("defs"));
    }
}

fn files_are_as_large_as_said() {
    let small = svg("--hide boards --show positions").len() - 13_000;
    assert!((20_000..=30_000).contains(&small), "{small}");
    let nodes = 4_000.0;
    for (format, least, most) in [("svg", 500.0, 850.0), ("pdf", 350.0, 650.0)] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tree").with_extension(format);
        let mut command = program();
        command
            .args(["export", LARGE, "--max-nodes", "4000", "-o"])
            .arg(&path);
        Answer::of(&mut command).expect(3);
        let bytes = std::fs::metadata(&path).expect("a file").len() as f64 / nodes;
        assert!((least..=most).contains(&bytes), "{format}: {bytes}");
    }
    let said = |nodes: &str| {
        let answer = doomtree(&[
            "export",
            LARGE,
            "--max-nodes",
            nodes,
            "--format",
            "svg",
            "-o",
            "-",
        ]);
        answer.errors.contains("will be written")
    };
    assert!(!said("70000") && said("76000"));
}

fn nodes_and_levels_are_as_high_as_said() {
    assert!(near(NODE_HEIGHT, 44.0, 0.0) && near(LEVEL_HEIGHT, 112.0, 0.0));
    let size = |options: &str| sizes(&svg(&format!("--hide legend {options}")));
    let height = |options: &str| size(&format!("--hide boards {options}"))[3];
    let plain = height("");
    // Six levels, and as much around them as there is around anything.
    assert!(near(plain, 5.0 * 112.0 + 44.0, 60.0), "{plain}");
    assert!(height("--show positions") > plain && size("")[2] > size("--hide boards")[2]);
    assert!(height("--hide moves") < plain);
}

fn long_names_are_cut() {
    let name = "m".repeat(40);
    let script = format!("s a: {name} -> e; e end: 1 0");
    let answer = doomtree(&["export", "--game", "scripted", &script, "--format", "svg"]);
    let picture = answer.expect(0);
    let cut = picture
        .split("</text>")
        .filter_map(|part| part.rsplit('>').next());
    let cut = cut
        .filter(|text| text.starts_with("mmm"))
        .map(|text| text.chars().count())
        .max();
    assert_eq!(cut, Some(28));
}

fn what_turns_text_is_escaped() {
    let script = "players a b; s a: \"x\u{202e}y\u{7}\" -> e; e end: 1 0";
    let answer = doomtree(&["export", "--game", "scripted", script, "--format", "svg"]);
    let picture = answer.expect(0);
    assert!(picture.contains("\\u{202e}") && !picture.contains('\u{202e}'));
    assert!(!picture.contains('\u{7}'));
}

fn a_board_alone_is_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = program();
    command.current_dir(folder.path());
    command.args([
        "export",
        BOOK,
        "--scope",
        "board",
        "--along",
        "2>3",
        "-o",
        "board.svg",
    ]);
    Answer::of(&mut command).expect(0);
    let board = std::fs::read_to_string(folder.path().join("board.svg")).expect("a file");
    assert!(board.contains("b2b2/a1a1 a +1"), "{board}");
}
