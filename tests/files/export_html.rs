//! The tree as a page: what the file holds and what it must not hold, and how it behaves in a real
//! browser.
//!
//! Needs Chromium with its driver, and Python. Without them the test of the behaviour says loudly
//! that it is skipped; with `DOOMTREE_SKIP_NOTHING=1`, as the continuous integration sets it, it
//! fails.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use doomtree::diagram::{
    GrowthDirection, MeasuredTree, NodeMeasures, Notes, RatingsFor, ShownTree, SiblingOrder,
    TreeMarks, TreeStyle, TreeView,
};
use doomtree::export::Figure;
use doomtree::export::html::write;
use doomtree::game::{Kind, Player, one, zero};
use doomtree::games::scripted::ScriptWriter;
use doomtree::layout::Layout;
use doomtree::rating::best_line;
use doomtree::save::{Layer, NodeLayer, Tour, TourStep};
use doomtree::session::Rated;
use doomtree::tree::{Limits, Unfolding, UnfoldingNode};
use serde_json::Value;
use sha2::{Digest, Sha256};
use support::cli::{Answer, LARGE, program};
use support::dialects::{rated_board, unfolded_up_to as unfolded};
use support::on_a_small_stack;
use support::outside::{has, python, tool};

const BOOK: &str = "b2b2/a2b1 a";

/// What must never get out of a text.
const HOSTILE: &str = "</script><script>window.caught=1</script><!-- <img src=x onerror=\"window.caught=2\"> \
    \u{2028}\u{2029}\u{202e}txet\u{202c} \u{200f}\u{0}\u{7}\r\n\t\\ \"'`${window.caught=3}&lt;&#60; 🎲é漢";

fn page(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> String {
    let mut out = Vec::new();
    write(&mut out, rated, unfolding, figure).expect("memory takes everything");
    String::from_utf8(out).expect("text")
}

/// What stands between two marks, of which the first must occur once.
fn between<'a>(page: &'a str, begin: &str, end: &str) -> &'a str {
    assert_eq!(page.matches(begin).count(), 1, "{begin}");
    let (_, rest) = page.split_once(begin).expect("the beginning");
    rest.split_once(end).expect("the end").0
}

/// The data of a page, read as a browser does: up to the first end of a script.
fn data(page: &str) -> Value {
    let text = between(
        page,
        "<script type=\"application/json\" id=\"data\">",
        "</script>",
    );
    serde_json::from_str(text).expect("JSON")
}

fn hostile() -> (Rated, Layer) {
    let names = [format!("a{HOSTILE}"), "b\u{202e}<b>".to_owned()];
    let mut writer = ScriptWriter::new(&names);
    writer.node(HOSTILE, Kind::Decision(Player(0)), &[]);
    let mv: String = HOSTILE.split_whitespace().collect();
    writer.branch(&mv, None, "won");
    writer.branch("<b>+%41#", None, "lost");
    writer.node("won", Kind::End, &[one(), zero()]);
    writer.node("lost", Kind::End, &[zero(), one()]);
    let mut layer = Layer {
        title: Some(HOSTILE.to_owned()),
        ..Layer::default()
    };
    let note = |note: String| NodeLayer {
        note: Some(note),
        ..NodeLayer::default()
    };
    layer.signposts.tours.push(Tour {
        title: HOSTILE.to_owned(),
        steps: vec![TourStep {
            line: HOSTILE.to_owned(),
            text: format!("{HOSTILE}\n\n[a link](javascript:window.caught=4)"),
            ..TourStep::default()
        }],
        ..Tour::default()
    });
    layer.nodes.insert(0, note(HOSTILE.to_owned()));
    layer
        .nodes
        .insert(1, note(HOSTILE.repeat(1_048_576 / HOSTILE.len())));
    (
        rated_board("scripted", &writer.finish(), Limits::default()),
        layer,
    )
}

fn figure(layer: &Layer) -> Figure<'_> {
    Figure {
        title: layer.title.as_deref(),
        notes: layer,
        tours: &layer.signposts.tours,
        ..Figure::default()
    }
}

#[test]
fn a_page_holds_every_position_once_and_every_node_by_its_number() {
    let rated = rated_board("dice-of-doom", BOOK, Limits::default());
    let unfolding = unfolded(&rated, None, 100);
    let written = page(&rated, &unfolding, &Figure::default());
    let data = data(&written);
    let positions = data["positions"].as_array().expect("positions");
    assert_eq!(positions.len(), 11);
    let nodes: Vec<i64> = data["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .map(|node| node.as_i64().expect("a number"))
        .collect();
    let expected: Vec<String> = unfolding
        .preorder()
        .map(|node| rated.graph.position_text(unfolding.vertex(node)))
        .collect();
    let texts: Vec<&str> = nodes
        .iter()
        .map(|node| {
            positions[*node as usize - 1]["t"]
                .as_str()
                .expect("notation")
        })
        .collect();
    assert_eq!(texts, expected);
    assert_eq!(data["title"], format!("{BOOK}, dice-of-doom, land-of-lisp"));
    assert_eq!(positions[0]["r"], serde_json::json!(["0", "1"]));
    assert_eq!(positions[0]["n"], "13");
    // Without a script the tree is there as text.
    let plain = between(&written, "<noscript>", "</noscript>");
    assert!(
        plain.contains("Best line: 2&gt;3 pass 0&gt;2 pass"),
        "{plain}"
    );
    assert_eq!(plain.matches("(b wins)").count(), 5);
}

#[test]
fn what_is_left_out_is_counted_and_has_no_moves() {
    let rated = rated_board("dice-of-doom", LARGE, Limits::default());
    let data = data(&page(
        &rated,
        &unfolded(&rated, Some(1), 100),
        &Figure::default(),
    ));
    let nodes = data["nodes"].as_array().expect("nodes");
    assert_eq!(nodes.len(), 7);
    assert!(nodes[1..].iter().all(|node| node.as_i64() < Some(0)));
    assert_eq!(data["positions"][0]["n"], "1468919491");
    assert_eq!(data["positions"][3]["n"], "922172606");
    assert!(data["positions"][3].get("m").is_none());
}

#[test]
fn nothing_may_run_but_the_script_and_the_style_of_the_page() {
    let (rated, layer) = hostile();
    let written = page(&rated, &unfolded(&rated, None, 100), &figure(&layer));
    let policy = between(&written, "Content-Security-Policy\" content=\"", "\"");
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let script = between(&written, "<script>", "</script>");
    let style = between(&written, "<style>", "</style>");
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
            hash(script),
            hash(style)
        )
    );
    for address in [
        "http://",
        "https://",
        "url(",
        "@import",
        "innerHTML",
        "eval(",
    ] {
        let own = written.replace("http://www.w3.org/2000/svg", "");
        assert!(!own.contains(address), "{address}");
    }
    for palette in ["#f6f6f4", "#17181a", "#d55e00", "#f08a3c"] {
        assert!(style.contains(palette), "the colours are the window's");
    }
}

#[test]
fn no_text_gets_out_of_the_data_and_every_one_comes_back() {
    let (rated, layer) = hostile();
    let written = page(&rated, &unfolded(&rated, None, 100), &figure(&layer));
    assert_eq!(written.matches("<script").count(), 2);
    assert_eq!(written.matches("<!--").count(), 0);
    assert!(!written.contains("<img"));
    assert!(!written.contains(['\u{202e}', '\u{2028}', '\u{0}']));
    let data = data(&written);
    assert_eq!(data["title"], HOSTILE);
    assert_eq!(data["positions"][0]["t"], HOSTILE);
    assert_eq!(data["players"][0], format!("a{HOSTILE}"));
    assert_eq!(data["notes"][0][0], 0);
    assert_eq!(data["notes"][0][1], HOSTILE);
    let tour = &data["tours"][0];
    assert_eq!(tour["title"], HOSTILE);
    assert_eq!(tour["steps"][0]["line"], HOSTILE);
    let text = tour["steps"][0]["text"].to_string();
    assert!(text.contains("window.caught=1") && text.contains("a link"));
    assert!(!text.contains("javascript:"), "no link leads there: {text}");
    let long = data["notes"][1][1].as_str().expect("a note");
    assert_eq!(Some(long), layer.note(UnfoldingNode(1)));
    assert!(long.len() > 1_000_000);
}

#[test]
fn ratings_that_are_hidden_are_not_in_the_file() {
    let limits = Limits {
        max_plies: Some(3),
        ..Limits::default()
    };
    for board in [BOOK, "b2a1a1/a2b2a3/b3b1b1 a"] {
        let rated = rated_board("dice-of-doom", board, limits);
        let hidden = Figure {
            hidden: true,
            style: TreeStyle {
                order: SiblingOrder::BestFirst,
                ..TreeStyle::default()
            },
            ..Figure::default()
        };
        let written = page(&rated, &unfolded(&rated, None, 1_000), &hidden);
        let data = data(&written);
        let mut moves = 0;
        for position in data["positions"].as_array().expect("positions") {
            for member in ["r", "u", "h", "a", "d", "w", "x", "o"] {
                assert!(position.get(member).is_none(), "{member}: {position}");
            }
            for mv in position["m"].as_array().into_iter().flatten() {
                assert_eq!(mv[1], 0, "neither best nor a blunder");
                moves += 1;
            }
        }
        assert!(moves > 2);
        let legends = data["legends"].as_object().expect("legends");
        assert_eq!(legends.keys().collect::<Vec<_>>(), ["hidden"]);
        assert!(!between(&written, "<noscript>", "</noscript>").contains("Best line"));
        let shown = page(&rated, &unfolded(&rated, None, 1_000), &Figure::default());
        let proven = rated
            .analysis
            .ratings
            .all_proven(doomtree::tree::Vertex::ROOT);
        let outline = between(&shown, "<noscript>", "</noscript>");
        assert!(shown.contains("\"r\":") && outline.contains("Best line: ") == proven);
    }
}

#[test]
fn two_hundred_thousand_plies_are_written_on_a_small_stack() {
    on_a_small_stack(|| {
        let plies = 200_000;
        let mut writer = ScriptWriter::new(&["a".to_owned(), "b".to_owned()]);
        for ply in 0..plies {
            writer.node(&format!("n{ply}"), Kind::Decision(Player(0)), &[]);
            writer.branch("on", None, &format!("n{}", ply + 1));
        }
        writer.node(&format!("n{plies}"), Kind::End, &[one(), zero()]);
        let rated = rated_board("scripted", &writer.finish(), Limits::default());
        let unfolding = unfolded(&rated, None, usize::MAX);
        let mut counted = Counting::default();
        write(&mut counted, &rated, &unfolding, &Figure::default()).expect("a sink");
        assert!(counted.lines > plies, "{}", counted.lines);
        assert!(counted.largest < 1_000_000, "{}", counted.largest);
    });
}

/// Counts what is written to it.
#[derive(Default)]
struct Counting {
    lines: usize,
    largest: usize,
}

impl std::io::Write for Counting {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.lines += bytes.iter().filter(|byte| **byte == b'\n').count();
        self.largest = self.largest.max(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Where the window's layout puts every node, in the order of the file.
fn places(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> Vec<[f64; 2]> {
    let view = TreeView {
        labels: &*rated.graph,
        analysis: &rated.analysis,
        unfolding,
        notes: figure.notes,
        what_if: None,
        ratings_for: figure.ratings_for,
        hidden: figure.hidden,
        ends: None,
        style: figure.style,
        elements: Default::default(),
    };
    let root = unfolding.vertex(UnfoldingNode::ROOT);
    let (ratings, distances) = (&rated.analysis.ratings, &rated.analysis.distances);
    let best = best_line(rated.graph.graph(), ratings, distances, root).line;
    let marks = TreeMarks::new(&view, &best);
    let looks = NodeMeasures::default();
    let shape = MeasuredTree {
        view: &view,
        looks: &looks,
        marks: &marks,
    };
    let mut layout = Layout::new(&shape, ShownTree::SPACING);
    layout.set_rows(looks.rows(&view));
    let flow = figure.style.flow;
    unfolding
        .preorder()
        .map(|node| {
            let at = layout.position(node.0);
            let at = flow.point(at.x, at.y);
            [at.x, at.y]
        })
        .collect()
}

#[test]
fn a_browser_opens_the_pages_walks_folds_and_prints_them_without_a_request_or_a_complaint() {
    let words = "the page is not tested in a browser, since Chromium, its driver or Python is not \
                 there (apt-get install chromium chromium-driver)";
    let needed = [tool("chromium"), tool("chromedriver"), python()];
    let mut needed = needed.into_iter();
    if !needed.all(|mut program| has(program.arg("--version"), words)) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let export = |name: &str, words: &[&str], code| {
        let mut command = program();
        command
            .arg("export")
            .args(words)
            .args(["--format", "html", "-o"]);
        Answer::of(command.arg(folder.join(format!("{name}.html")))).expect(code);
    };
    export("book", &[BOOK], 0);
    let tour = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/saved_trees/tour-book-2x2.tree.json"
    );
    export("tour", &[tour], 0);
    let ultimatum = folder.join("ultimatum.txt");
    let script = "players a b\nfirst a: fair -> even, unfair -> uneven\neven b: accept -> e1, \
                  reject -> e2\nuneven b: accept -> u1, reject -> u2\ne1 end: 5 5\ne2 end: 0 0\n\
                  u1 end: 8 2\nu2 end: 0 0\n";
    std::fs::write(&ultimatum, script).expect("a script");
    let ultimatum = ultimatum.to_str().expect("a name in letters");
    export("ultimatum", &[ultimatum, "--ratings", "all"], 0);
    export("large", &[LARGE, "--max-nodes", "5000"], 3);
    let full = [".../.../... x", "--game", "tic-tac-toe"];
    export("full", &[&full[..], &["--max-nodes", "9000"]].concat(), 3);
    export(
        "cells",
        &[".../.../... x", "--game", "tic-tac-toe", "--to-ply", "2"],
        0,
    );
    let dice = "--rules land-of-lisp-v4 --players 4 --max-plies 4";
    let mut words = vec!["a3b2c1/d2a1b3 a"];
    words.extend(dice.split(' '));
    export("dice", &words, 0);
    let mut expected = BTreeMap::new();
    let mut save = |name: &str, rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>| {
        let path = folder.join(format!("{name}.html"));
        let mut out = BufWriter::new(File::create(path).expect("a file"));
        write(&mut out, rated, unfolding, figure).expect("a file takes it");
        let places = places(rated, unfolding, figure);
        if places.len() < 5_000 {
            expected.insert(name.to_owned(), places);
        }
    };
    let (book, session) = (
        rated_board("dice-of-doom", BOOK, Limits::default()),
        rated_board("dice-of-doom", "b2a1a1/a2b2a3/b3b1b1 a", Limits::default()),
    );
    let whole = unfolded(&book, None, 100);
    let hidden = Figure {
        hidden: true,
        ..Figure::default()
    };
    save("hidden", &book, &whole, &hidden);
    save(
        "packed",
        &session,
        &unfolded(&session, None, 3_000),
        &Figure::default(),
    );
    let right = Figure {
        ratings_for: RatingsFor::Mover,
        style: TreeStyle {
            flow: GrowthDirection::Right,
            order: SiblingOrder::BestFirst,
            ..TreeStyle::default()
        },
        ..Figure::default()
    };
    // The page writes the counts of folds with a plus, and has other room for them.
    let port = rated_board("dice-of-doom", "a1b2a1/b1b2a1/a1a1a3 a", Limits::default());
    save("right", &port, &unfolded(&port, None, 3_000), &right);
    let (hostile, layer) = hostile();
    save(
        "hostile",
        &hostile,
        &unfolded(&hostile, None, 10),
        &figure(&layer),
    );
    let mut writer = ScriptWriter::new(&["a".to_owned(), "b".to_owned()]);
    for ply in 0..30_000 {
        writer.node(&format!("n{ply}"), Kind::Decision(Player(0)), &[]);
        writer.branch("on", None, &format!("n{}", ply + 1));
    }
    writer.node("n30000", Kind::End, &[one(), zero()]);
    let chain = rated_board("scripted", &writer.finish(), Limits::default());
    save(
        "chain",
        &chain,
        &unfolded(&chain, None, 100_000),
        &Figure::default(),
    );
    let text = serde_json::to_string(&expected).expect("numbers");
    std::fs::write(folder.join("places.json"), text).expect("a file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page.py");
    let answer = Answer::of(python().arg(script).arg(folder));
    print!("{}", answer.output);
    assert_eq!(answer.code, Some(0), "{}{}", answer.output, answer.errors);
}
