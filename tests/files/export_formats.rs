//! Every format of a tree: what people and games write stays text, read back by readers of other
//! people; what a figure hides is told nowhere; and deep trees pass, or are refused in a
//! sentence.

use std::io::{self, Write};

use doomtree::diagram::{EdgeStyle, GrowthDirection, Notes, RatingsFor, SiblingOrder, TreeStyle};
use doomtree::export::{
    Figure, Show, csv as nodes_csv, dot, graphml, html, markdown, mermaid, svg, text, tikz,
};
use doomtree::game::{Kind, Player, Rational, one, ratio, visible, zero};
use doomtree::games::scripted::ScriptWriter;
use doomtree::session::Rated;
use doomtree::tree::{Limits, Unfolding, UnfoldingNode};
use doomtree::work::{Control, finished};
use support::dialects::{rated_script, unfolded};
use support::{Draws, on_a_small_stack};

type Writer = fn(&mut dyn Write, &Rated, &Unfolding, &Figure<'_>) -> io::Result<()>;

/// A writer that is async, run at once.
macro_rules! at_once {
    ($format:ident) => {
        |out, rated, unfolding, figure| {
            let ctl = Control::default();
            finished($format::write(&ctl, out, rated, unfolding, figure))
        }
    };
}

const WRITERS: [(&str, Writer); 8] = [
    ("text", at_once!(text)),
    ("dot", at_once!(dot)),
    ("mermaid", at_once!(mermaid)),
    ("graphml", at_once!(graphml)),
    ("csv", at_once!(nodes_csv)),
    ("markdown", markdown::write),
    ("tikz", tikz::write),
    ("tikz-tree", tikz::tree::write),
];

/// What else must tell nothing that a figure doesn't show. Each has a file of tests for the rest.
const PAGES: [(&str, Writer); 2] = [("svg", svg::write), ("html", html::write)];

fn written(writer: Writer, rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> String {
    let mut out = Vec::new();
    writer(&mut out, rated, unfolding, figure).expect("memory takes everything");
    String::from_utf8(out).expect("text")
}

/// One note, at the root.
struct Noted<'a>(&'a str);

impl Notes for Noted<'_> {
    fn note(&self, node: UnfoldingNode) -> Option<&str> {
        (node == UnfoldingNode::ROOT && !self.0.trim().is_empty()).then_some(self.0)
    }
}

const PIECES: [&str; 70] = [
    "\"",
    "\\",
    "<",
    ">",
    "&",
    "&lt;",
    "&#38;",
    "</script>",
    "<b>",
    "<!--",
    "]]>",
    "-->",
    "`",
    "```",
    "|",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\0",
    "\u{1b}[2J",
    "\u{7f}",
    "\u{85}",
    "\u{202e}",
    "\u{200f}",
    "\u{2028}",
    "\u{feff}",
    "\u{ffff}",
    "😀",
    "漢",
    "é",
    "ß",
    "ﬂ°°60¶ß",
    "#60;",
    "#quot;",
    "%%{init:{}}%%",
    "end",
    "click n0",
    "$x$",
    "\\input{x}",
    "^^41",
    "{",
    "}",
    "[x](y)",
    "![",
    "**b**",
    "~~",
    "_",
    "=1+1",
    "+1",
    "-1",
    "@a",
    "'",
    ",",
    ";",
    " ",
    "    ",
    "--",
    "1.",
    "- ",
    "# ",
    "style a:#b;",
    "---",
    "https://x.y",
    "www.x",
    "\\N",
    "\\n",
    "a",
    "Z",
    "\u{300}",
];

/// 10,000 strings that mean something to somebody.
fn hostile() -> impl Iterator<Item = String> {
    let mut draws = Draws::new(7);
    (0..10_000).map(move |_| {
        let pieces = draws.below(9);
        (0..pieces)
            .map(|_| PIECES[draws.below(PIECES.len())])
            .collect()
    })
}

/// A tree of two nodes whose every name has a text in it.
struct CommandId {
    position: String,
    mv: String,
    player: String,
    rated: Rated,
}

impl CommandId {
    fn new(text: &str) -> Self {
        let word: String = text.split_whitespace().collect();
        let (position, mv) = (format!("{text}p"), format!("{word}m"));
        let player = format!("{text}x");
        let mut writer = ScriptWriter::new(&[player.clone(), "other".to_owned()]);
        writer.node(&position, Kind::Decision(Player(0)), &[]);
        writer.branch(&mv, None, &format!("{text}e"));
        writer.node(&format!("{text}e"), Kind::End, &[one(), zero()]);
        let rated = rated_script(&writer.finish(), Limits::default());
        Self {
            position,
            mv,
            player,
            rated,
        }
    }
}

/// What XML carries of a text: all but some control characters, which are seen.
fn in_xml(text: &str) -> String {
    let forbidden = |it: char| (it < ' ' && !"\t\r\n".contains(it)) || it == '\u{ffff}';
    text.chars()
        .map(|it| match forbidden(it) {
            true => it.escape_unicode().to_string(),
            false => it.to_string(),
        })
        .collect()
}

/// What a table carries of a text.
fn in_csv(text: &str) -> String {
    text.chars()
        .map(|it| match it.is_control() && !"\t\r\n".contains(it) {
            true => it.escape_unicode().to_string(),
            false => it.to_string(),
        })
        .collect()
}

/// The texts of a label of Graphviz, line by line, and what follows it.
fn dot_label(text: &str) -> (Vec<String>, &str) {
    let inside = text.strip_prefix('"').expect("a quote");
    let mut lines = vec![String::new()];
    let mut characters = inside.char_indices();
    while let Some((at, character)) = characters.next() {
        let line = lines.last_mut().expect("a line");
        match character {
            '"' => {
                let lines = lines
                    .iter()
                    .map(|line| line.replace("&amp;", "&"))
                    .collect();
                return (lines, &inside[at + 1..]);
            }
            '\\' => match characters.next().expect("an escaped character").1 {
                'n' => lines.push(String::new()),
                escaped @ ('"' | '\\') => line.push(escaped),
                other => panic!("\\{other} means something else to Graphviz"),
            },
            '\n' => panic!("a line ends in a label"),
            other => line.push(other),
        }
    }
    panic!("a label isn't closed: {text}");
}

/// A label of Mermaid's as it is shown; only entities by numbers and line breaks are markup.
fn mermaid_label(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut out = String::new();
        let mut rest = line;
        while let Some(at) = rest.find('#') {
            out.push_str(&rest[..at]);
            let (number, after) = rest[at + 1..].split_once(';').expect("an entity");
            let number: u32 = number.parse().expect("a number");
            out.push(char::from_u32(number).expect("a character"));
            rest = after;
        }
        out.push_str(rest);
        let plain = |it: char| it.is_alphanumeric() && !"ﬂ°¶ß".contains(it) || " ,/()".contains(it);
        let raw = line
            .split('#')
            .flat_map(|part| part.split_once(';').map_or(part, |it| it.1).chars());
        assert!(raw.clone().all(plain), "{line}");
        out
    };
    text.split("<br/>").map(line).collect()
}

/// As many characters as a label shows.
fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

#[test]
fn ten_thousand_hostile_texts_come_back_from_every_format_and_none_gets_out() {
    let large = "<&\"\\\n`|漢'#{".repeat(1 << 16);
    assert!(large.len() > 1 << 19);
    for text in hostile().chain([large]) {
        let named = CommandId::new(&text);
        let unfolding = unfolded(&named.rated, None);
        let notes = Noted(&text);
        let title = format!("{text}t");
        let figure = Figure {
            title: Some(&title),
            notes: &notes,
            ratings_for: RatingsFor::Player(Player(0)),
            ..Figure::default()
        };
        let note = notes.note(UnfoldingNode::ROOT);
        let of = |writer| written(writer, &named.rated, &unfolding, &figure);
        read_graphml(&of(at_once!(graphml)), &named, &title, note);
        read_csv(&of(at_once!(nodes_csv)), &named, note);
        read_dot(&of(at_once!(dot)), &named, &title, note);
        read_mermaid(&of(at_once!(mermaid)), &named, &title);
        read_markdown(&of(markdown::write), &named, &title, note);
        read_text(&of(at_once!(text)), &named, &title, note);
        read_tikz(&of(tikz::write));
    }
}

fn read_graphml(xml: &str, named: &CommandId, title: &str, note: Option<&str>) {
    let document = roxmltree::Document::parse(xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let elements = |name: &'static str| {
        let all = document.descendants();
        all.filter(move |node| node.has_tag_name(("http://graphml.graphdrawing.org/xmlns", name)))
    };
    assert_eq!((elements("node").count(), elements("edge").count()), (2, 1));
    let datum = |key: &str| {
        let mut data = elements("data").filter(|node| node.attribute("key") == Some(key));
        data.next()
            .map(|node| node.text().unwrap_or_default().to_owned())
    };
    assert_eq!(datum("title"), Some(in_xml(title)));
    assert_eq!(datum("position"), Some(in_xml(&named.position)));
    assert_eq!(datum("player"), Some(in_xml(&named.player)));
    assert_eq!(datum("move"), Some(in_xml(&named.mv)));
    assert_eq!(datum("note"), note.map(in_xml));
    let key = elements("key").find(|node| node.attribute("id") == Some("rating0"));
    let name = key
        .and_then(|key| key.attribute("attr.name"))
        .expect("a name");
    assert_eq!(name, format!("rating_{}", in_xml(&named.player)));
}

fn read_csv(table: &str, named: &CommandId, note: Option<&str>) {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(true)
        .from_reader(table.as_bytes());
    let heads = reader.headers().expect("heads").clone();
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect(table);
    assert_eq!(rows.len(), 2);
    let field = |row: usize, head: &str| {
        let place = heads.iter().position(|it| it == head);
        rows[row][place.unwrap_or_else(|| panic!("{head}: {heads:?}"))].to_owned()
    };
    // Texts lose the apostrophe that keeps a spreadsheet from reckoning.
    let text = |row, head: &str| {
        let field = field(row, head);
        let begins = field.trim_start_matches(|it: char| it.is_whitespace());
        assert!(!begins.starts_with(['=', '+', '-', '@']), "{field:?}");
        field.strip_prefix('\'').unwrap_or(&field).to_owned()
    };
    assert_eq!(text(0, "position"), in_csv(&named.position));
    assert_eq!(text(0, "player"), in_csv(&named.player));
    assert_eq!(text(1, "move"), in_csv(&named.mv));
    let winners = doomtree::game::line_word(&named.player);
    assert_eq!(text(1, "winners"), in_csv(&winners));
    assert_eq!(text(0, "note"), in_csv(note.unwrap_or_default()));
    assert_eq!(field(1, &format!("rating_{}", in_csv(&named.player))), "1");
}

fn read_dot(dot: &str, named: &CommandId, title: &str, note: Option<&str>) {
    let mut lines = dot.lines().map(str::trim_start);
    let mut after = |begins: &str| {
        let mut found = lines.by_ref().filter_map(|line| line.strip_prefix(begins));
        found
            .next()
            .unwrap_or_else(|| panic!("{begins} in {dot}"))
            .to_owned()
    };
    // Where the text has an entity of its own, it reads as what Graphviz would show.
    let shown = |text: &str| visible(text).replace("&amp;", "&");
    let whole = after("label=");
    let (label, rest) = dot_label(&whole);
    assert_eq!((label[0].as_str(), rest), (&*shown(title), ";"));
    let root = after("n0 [label=");
    let (label, rest) = dot_label(&root);
    assert_eq!(label[1], shown(&named.position));
    let (tooltip, _) = dot_label(rest.strip_prefix(", tooltip=").expect("a tooltip"));
    let note: Vec<String> = note.unwrap_or_default().lines().map(shown).collect();
    let note = if note.is_empty() {
        vec![String::new()]
    } else {
        note
    };
    assert_eq!(tooltip, note);
    let _ = after("n1 [");
    let edge = after("n0 -> n1 [label=");
    assert_eq!(dot_label(&edge).0, [shown(&named.mv)]);
    assert_eq!(lines.next(), Some("}"));
    assert_eq!(lines.next(), None);
}

fn read_mermaid(flowchart: &str, named: &CommandId, title: &str) {
    let (front, chart) = flowchart
        .split_once("\n---\nflowchart TD\n")
        .expect("a front");
    let quoted = front
        .lines()
        .nth(1)
        .and_then(|line| line.strip_prefix("title: "));
    let read: String = serde_json::from_str(quoted.expect("a title")).expect("JSON");
    let heading = cut(&visible(title), 200);
    assert_eq!(read, heading);
    let mut lines = chart.lines().map(str::trim_start);
    let inside = |line: &str, begins: &str, ends: &str| {
        let inside = line
            .strip_prefix(begins)
            .and_then(|line| line.strip_suffix(ends));
        mermaid_label(inside.unwrap_or_else(|| panic!("{line}")))
    };
    let root = inside(lines.next().expect("a node"), "n0[\"", "\"]");
    assert_eq!(root[1], cut(&visible(&named.position), 140));
    inside(lines.next().expect("a node"), "n1([\"", "\"])");
    let edge = inside(lines.next().expect("an edge"), "n0 ==>|\"", "\"| n1");
    assert_eq!(edge, [cut(&visible(&named.mv), 140)]);
    for line in lines {
        let begins = ["accDescr: In this tree ", "classDef ", "class n"];
        assert!(
            begins.iter().any(|begins| line.starts_with(begins)),
            "{line}"
        );
    }
}

fn read_markdown(report: &str, named: &CommandId, title: &str, note: Option<&str>) {
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_GFM;
    let (mut heading, mut quoted, mut codes) = (String::new(), vec![String::new()], Vec::new());
    let (mut in_heading, mut in_quote) = (false, false);
    for event in Parser::new_ext(report, options) {
        match event {
            Event::Start(Tag::Heading { .. }) => in_heading = heading.is_empty(),
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Start(Tag::BlockQuote(_)) => in_quote = true,
            Event::End(TagEnd::BlockQuote(_)) => in_quote = false,
            Event::HardBreak | Event::End(TagEnd::Paragraph) if in_quote => {
                quoted.push(String::new());
            }
            Event::Text(text) if in_heading => heading.push_str(&text),
            Event::Text(text) if in_quote => {
                quoted.last_mut().expect("a line").push_str(&text);
            }
            Event::Code(code) => codes.push(code.to_string()),
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::Start(
                Tag::Link { .. }
                | Tag::Image { .. }
                | Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::HtmlBlock
                | Tag::CodeBlock(_),
            ) => panic!("{event:?} in {report}"),
            _ => {}
        }
    }
    assert_eq!(heading, visible(title));
    assert_eq!(codes[0], visible(&named.position));
    quoted.pop_if(|line| line.is_empty());
    let lines = note
        .unwrap_or_default()
        .lines()
        .filter(|line| !line.trim().is_empty());
    let lines: Vec<String> = lines.map(|line| visible(line).into_owned()).collect();
    assert_eq!(quoted, lines, "{report}");
}

fn read_text(picture: &str, named: &CommandId, title: &str, note: Option<&str>) {
    let mut lines = picture.lines();
    assert_eq!(lines.next(), Some(&*visible(title)));
    assert_eq!(lines.next(), Some(""));
    let root = lines.next().expect("the root");
    assert!(root.starts_with(&*visible(&named.position)), "{root}");
    for line in note.unwrap_or_default().lines() {
        assert!(lines.next().expect("a note").ends_with(&*visible(line)));
    }
    let mv = lines.next().expect("a move");
    assert_eq!(
        mv,
        format!("|  {}: {}", visible(&named.player), visible(&named.mv))
    );
    assert!(!picture.contains(|it: char| it.is_control() && it != '\n'));
    assert!(!picture.contains(['\u{202e}', '\u{200f}', '\u{2028}']));
}

/// Every word is closed, and TeX is ordered nothing but what signs are called.
fn read_tikz(drawing: &str) {
    const ORDERS: [&str; 12] = [
        "bfseries",
        "textbackslash",
        "textasciicircum",
        "sim",
        "rightarrow",
        "approx",
        "geq",
        "times",
        "cdot",
        "dots",
        "circ",
        "sffamily",
    ];
    let body = drawing
        .split_once("\\begin{tikzpicture}")
        .expect("a picture")
        .1;
    let mut words = 0;
    for line in body.lines() {
        let Some(word) = line.strip_prefix("  \\doomwords{") else {
            let known = ["[", "  \\", "  % ", "\\end{"];
            assert!(
                known.iter().any(|begins| line.starts_with(begins)),
                "{line}"
            );
            continue;
        };
        words += 1;
        let mut depth = 1_i32;
        let mut rest = word.chars().peekable();
        while let Some(character) = rest.next() {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                '%' | '#' | '&' | '~' | '_' => panic!("{line}"),
                '^' => assert_ne!(rest.peek(), Some(&'^'), "{line}"),
                '\\' => {
                    let mut order = String::new();
                    while let Some(letter) = rest.next_if(char::is_ascii_alphabetic) {
                        order.push(letter);
                    }
                    if order.is_empty() {
                        let sign = rest.next().expect("a sign");
                        assert!("{}$&#%_ ".contains(sign), "{line}");
                    } else {
                        assert!(ORDERS.contains(&&*order), "{line}");
                    }
                }
                other => assert!(!other.is_control(), "{line}"),
            }
            assert!(depth >= 0, "{line}");
        }
        assert_eq!(depth, 0, "{line}");
    }
    assert!(words > 3);
}

/// A tree whose best line, ratings and winners hang on two payoffs. The players' names are equally
/// wide, since the box of an end has room for its winner.
fn choice(left: Rational, right: Rational) -> Rated {
    let mut writer = ScriptWriter::new(&["ann".to_owned(), "nan".to_owned()]);
    writer.node("start", Kind::Decision(Player(0)), &[]);
    writer.branch("leftwards", None, "linger");
    writer.branch("rightwards", None, "done");
    writer.node("linger", Kind::Decision(Player(1)), &[]);
    writer.branch("onwards", None, "over");
    writer.node("over", Kind::End, &[left, one() - left]);
    writer.node("done", Kind::End, &[right, one() - right]);
    rated_script(&writer.finish(), Limits::default())
}

/// What a figure shows less one thing.
fn without(change: impl FnOnce(&mut Show)) -> Show {
    let mut show = Show::default();
    change(&mut show);
    show
}

#[test]
fn hidden_ratings_and_untold_ends_leave_nothing_of_payoffs_in_any_format() {
    let games = [
        choice(ratio(1, 7), ratio(6, 7)),
        choice(ratio(5, 7), ratio(2, 7)),
    ];
    for order in [SiblingOrder::Rules, SiblingOrder::BestFirst] {
        let figure = Figure {
            hidden: true,
            style: TreeStyle {
                order,
                ..TreeStyle::default()
            },
            show: without(|show| show.ends = false),
            ..Figure::default()
        };
        let shown = Figure {
            style: figure.style,
            ..Figure::default()
        };
        for (name, writer) in WRITERS.into_iter().chain(PAGES) {
            let of = |figure| {
                games
                    .each_ref()
                    .map(|game| written(writer, game, &unfolded(game, None), figure))
            };
            let [one, other] = of(&figure);
            assert_eq!(one, other, "{name}");
            let [one, other] = of(&shown);
            assert_ne!(one, other, "{name}");
        }
    }
}

#[test]
fn what_a_figure_does_not_show_stands_nowhere() {
    let game = choice(ratio(1, 7), ratio(6, 7));
    let unfolding = unfolded(&game, None);
    let notes = Noted("remember this");
    let figure = |show| Figure {
        title: Some("title"),
        notes: &notes,
        show,
        ..Figure::default()
    };
    for (name, writer) in WRITERS.into_iter().chain(PAGES) {
        let of = |show| written(writer, &game, &unfolding, &figure(show));
        let all = of(Show::default());
        for (word, show, formats) in [
            // A drawing has a sign for a note; its words stand in formats with room for them.
            (
                "remember this",
                without(|show| show.notes = false),
                "text dot mermaid graphml csv markdown html",
            ),
            (
                "linger",
                without(|show| show.positions = false),
                "text dot mermaid graphml csv markdown tikz svg html",
            ),
            (
                "leftwards",
                without(|show| show.moves = false),
                "text dot mermaid graphml csv markdown tikz svg html",
            ),
            // The best move: it is in the description of a picture.
            (
                "rightwards",
                without(|show| show.moves = false),
                "text dot mermaid graphml csv markdown tikz svg html",
            ),
        ] {
            if formats.contains(name) && !(name == "markdown" && word == "linger") {
                assert!(all.contains(word), "{word} in {name}: {all}");
            }
            let less = of(show);
            assert!(!less.contains(word), "{word} in {name}: {less}");
            assert_ne!(less, all, "{name}");
        }
        let less = of(without(|show| show.best_line = false));
        assert_ne!(less, all, "{name}");
        assert_eq!(of(Show::default()), all, "the same bytes again");
    }
}

#[test]
fn trees_grow_to_the_right_and_list_the_best_first_where_that_is_asked_for() {
    let game = choice(ratio(1, 7), ratio(6, 7));
    let unfolding = unfolded(&game, None);
    let figure = Figure {
        style: TreeStyle {
            flow: GrowthDirection::Right,
            edges: EdgeStyle::Straight,
            order: SiblingOrder::BestFirst,
        },
        ratings_for: RatingsFor::Player(Player(1)),
        ..Figure::default()
    };
    for (name, writer) in WRITERS {
        let of = written(writer, &game, &unfolding, &figure);
        if name != "markdown" {
            let place = |word| {
                of.find(word)
                    .unwrap_or_else(|| panic!("{word} in {name}: {of}"))
            };
            assert!(
                place("rightwards") < place("leftwards") || name == "tikz",
                "{name}: {of}"
            );
        }
        match name {
            "dot" => assert!(of.contains("rankdir=LR, splines=line") && of.contains("nan 1/7")),
            "mermaid" => assert!(of.contains("flowchart LR") && of.contains("curve: linear")),
            "text" => assert!(of.contains("(nan 1/7)") && !of.contains("(ann")),
            _ => {}
        }
    }
    let mover = Figure {
        ratings_for: RatingsFor::Mover,
        ..Figure::default()
    };
    let text = written(at_once!(text), &game, &unfolding, &mover);
    assert!(
        text.contains("start   (ann 6/7)") && text.contains("linger   (nan 6/7)"),
        "{text}"
    );
}

#[test]
fn what_is_left_out_is_counted_exactly_in_every_table() {
    let game = choice(ratio(1, 7), ratio(6, 7));
    let unfolding = unfolded(&game, Some(0));
    let of = |writer| written(writer, &game, &unfolding, &Figure::default());
    assert!(of(at_once!(graphml)).contains("<data key=\"omitted\">3</data>"));
    let table = of(at_once!(nodes_csv));
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let place = reader
        .headers()
        .expect("heads")
        .iter()
        .position(|it| it == "omitted");
    let row = reader.records().next().expect("a row").expect("a row");
    assert_eq!(&row[place.expect("a column")], "3");
    for writer in [at_once!(text) as Writer, at_once!(dot), at_once!(mermaid)] {
        assert!(of(writer).contains("3 nodes left out below"));
    }
    assert!(of(markdown::write).contains("| Nodes shown | 1 |"));
}

/// Counts what is written, and keeps none of it.
#[derive(Default)]
struct Counted {
    lines: usize,
    bytes: usize,
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines += bytes.iter().filter(|byte| **byte == b'\n').count();
        self.bytes += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_hundred_thousand_plies_pass_on_a_small_stack_or_are_refused_in_a_sentence() {
    const PLIES: usize = 100_000;
    on_a_small_stack(|| {
        let game = rated_script(&support::cli::chain(PLIES as u32), Limits::default());
        let unfolding = unfolded(&game, None);
        let notes = Noted("a note");
        let figure = Figure {
            notes: &notes,
            ..Figure::default()
        };
        let refused = tikz::fault(&game, &unfolding, &figure).expect("too many for LaTeX");
        let refused = refused.to_string();
        assert!(refused.contains("choose a smaller part"), "{refused}");
        for (name, writer) in WRITERS {
            let mut out = Counted::default();
            match name {
                "tikz" | "tikz-tree" => continue,
                _ => writer(&mut out, &game, &unfolding, &figure).expect("room"),
            }
            match name {
                "markdown" => assert!(out.lines < 200, "{}", out.lines),
                _ => assert!(out.lines > PLIES, "{name}: {}", out.lines),
            }
            assert!(out.bytes < 1 << 27, "{name}: {}", out.bytes);
        }
    });
}

#[test]
fn ends_that_nobody_wins_show_all_payoffs_in_every_format_whatever_their_range_is() {
    let ends = |scale: &str| match scale {
        "0..1" => ["1/4 3/4", "2/5 3/5", "0 1"],
        "zero-sum" => ["2 -2", "-1 1", "0 0"],
        _ => ["5 5", "8 2", "0 0"],
    };
    for scale in ["0..1", "zero-sum", "general"] {
        let [x, y, z] = ends(scale);
        let script =
            format!("start a: x -> e1, y -> e2, z -> e3; e1 end: {x}; e2 end: {y}; e3 end: {z}");
        let rated = rated_script(&script.replace("; ", "\n"), Limits::default());
        let unfolding = unfolded(&rated, None);
        for (name, writer) in WRITERS {
            let text = written(writer, &rated, &unfolding, &Figure::default())
                .replace("#183;", "·")
                .replace("#8722;", "−");
            for word in ["wins", "tie"] {
                assert!(!text.contains(word), "{scale}, {name}: {text}");
            }
            if ["text", "dot", "mermaid"].contains(&name) {
                for payoffs in [x, y, z] {
                    let payoffs = payoffs.replace(' ', " · ").replace('-', "−");
                    assert!(text.contains(&payoffs), "{payoffs} in {name}: {text}");
                }
            }
        }
    }
}
