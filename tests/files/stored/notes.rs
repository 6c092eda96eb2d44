//! What a user has added to nodes that a file doesn't show is kept by line, and comes back.

use doomtree::save::{Layer, Members, NodeLayer, TreeFile};
use doomtree::session::{Loaded, Rated};
use doomtree::tree::{Limits, Unfolding, UnfoldingNode, Vertex};

use super::helpers::*;

fn members(name: &str, json: &str) -> Members {
    let mut members = Members::default();
    assert!(members.set(name, json), "{json}");
    members
}

fn note(text: &str) -> NodeLayer {
    NodeLayer {
        note: Some(text.to_owned()),
        ..NodeLayer::default()
    }
}

fn book() -> (Rated, Unfolding) {
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    let unfolding = unfolded(&rated, None, 100);
    (rated, unfolding)
}

fn node(rated: &Rated, unfolding: &mut Unfolding, line: &str) -> UnfoldingNode {
    let line = rated.graph.read_line(Vertex::ROOT, line).expect(line);
    unfolding
        .reveal(rated.graph.graph(), UnfoldingNode::ROOT, &line)
        .expect("a node")
}

/// Everything that is noted, by line, wherever it is kept.
fn notes(loaded: &Loaded) -> Vec<(String, String)> {
    let labels = &*loaded.rated.graph;
    let layer = match &loaded.unfolding {
        Some(unfolding) => loaded.layer.clone().by_line(labels, unfolding),
        None => loaded.layer.clone().by_first_line(labels),
    };
    let note = |(line, own): (String, NodeLayer)| Some((line, own.note?));
    layer.elsewhere.into_iter().filter_map(note).collect()
}

fn pair(line: &str, note: &str) -> (String, String) {
    (line.to_owned(), note.to_owned())
}

#[test]
fn a_note_on_a_folded_node_comes_back_with_its_members_and_those_of_its_edge() {
    let (rated, mut unfolding) = book();
    let hidden = node(&rated, &mut unfolding, "2>3 pass 0>3");
    let mut layer = Layer::default();
    let mut own = note("hidden");
    own.members = members("colour", "\"red\"");
    layer.nodes.insert(hidden.0, own);
    layer.edges.insert(hidden.0, members("weight", "0.10"));
    layer.nodes.insert(0, note("shown"));
    let fold = node(&rated, &mut unfolding, "2>3");
    unfolding.fold(fold);
    let text = comes_back(&tree(&rated, &unfolding, &layer));
    for part in [
        r#""notes":{"2>3 pass 0>3":"hidden"}"#,
        r#""node_members":{"2>3 pass 0>3":{"colour":"red"}}"#,
        r#""edge_members":{"2>3 pass 0>3":{"weight":0.10}}"#,
        r#""note":"shown""#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // Unfolded again, the node has it in its own record.
    let mut loaded = load(text.as_bytes());
    let mut open = loaded.unfolding.clone().expect("a tree");
    open.unfold_below(
        loaded.rated.graph.graph(),
        UnfoldingNode::ROOT,
        None,
        100_000,
    );
    loaded.layer.resolve(&*loaded.rated.graph, &open);
    assert!(loaded.layer.elsewhere.is_empty());
    loaded.unfolding = Some(open);
    let whole = String::from_utf8(write_again(&loaded)).expect("text");
    assert!(
        whole.contains(r#""note":"hidden","colour":"red"}"#),
        "{whole}"
    );
    assert!(whole.contains(r#","weight":0.10}"#), "{whole}");
    assert!(!whole.contains("\"notes\""), "{whole}");
}

#[test]
fn a_note_on_a_line_that_the_tree_does_not_have_is_kept() {
    let (rated, unfolding) = book();
    let mut layer = Layer::default();
    layer.elsewhere.insert("7>9 pass".to_owned(), note("lost?"));
    layer
        .elsewhere
        .insert("0>1".to_owned(), NodeLayer::default());
    let text = comes_back(&tree(&rated, &unfolding, &layer));
    assert!(text.contains(r#""notes":{"7>9 pass":"lost?"}"#), "{text}");
    let text = comes_back(&positions(&rated, &layer));
    assert!(text.contains(r#""notes":{"7>9 pass":"lost?"}"#), "{text}");
}

#[test]
fn the_notes_of_a_positions_graph_stand_at_the_first_line_to_each_position() {
    let (rated, _) = book();
    let mut layer = Layer::default();
    let last = rated.graph.graph().len() as u32 - 1;
    layer.nodes.insert(last, note("an end"));
    layer.nodes.insert(0, note("the start"));
    layer.edges.insert(0, members("weight", "1"));
    let loaded = load(&positions(&rated, &layer));
    let by_line = loaded.layer.by_first_line(&*loaded.rated.graph);
    assert!(by_line.nodes.is_empty() && by_line.edges.is_empty());
    let lines: Vec<&str> = by_line.elsewhere.keys().map(String::as_str).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!((lines[0], lines[1]), ("", "2>3"));
    let line = rated
        .graph
        .read_line(Vertex::ROOT, lines[2])
        .expect("a line");
    let end = rated.graph.graph().target(*line.last().expect("a move"));
    assert_eq!(end.0, last);
}

const HOSTILE: [&str; 9] = [
    "\"quotes\" and \\backslashes\\ and \\\"both\\\"",
    "two\nlines\r\n\tand a tab",
    "\u{0}\u{1}\u{1f}\u{7f}\u{85}\u{2028}\u{2029}",
    "\u{202e}right to left\u{202c} \u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{200f}\u{200e}\u{feff}",
    "</script><!-- ]]> {\"nodes\":[",
    "\n \"end\":{\"nodes\":1}",
    "\u{1f3b2}\u{10ffff}e\u{301}",
    "",
    "   ",
];

#[test]
fn hostile_texts_come_back_shown_and_hidden() {
    let (rated, mut unfolding) = book();
    let hidden = node(&rated, &mut unfolding, "2>3 pass 0>3");
    let fold = node(&rated, &mut unfolding, "2>3");
    unfolding.fold(fold);
    for text in HOSTILE {
        let mut layer = Layer {
            title: Some(text.to_owned()),
            ..Layer::default()
        };
        layer.nodes.insert(0, note(text));
        layer.nodes.insert(hidden.0, note(text));
        layer.elsewhere.insert(text.to_owned(), note(text));
        let bytes = tree(&rated, &unfolding, &layer);
        comes_back(&bytes);
        let loaded = load(&bytes);
        assert_eq!(loaded.layer.title.as_deref(), Some(text));
        let notes = notes(&loaded);
        for line in ["", "2>3 pass 0>3"] {
            assert!(notes.contains(&pair(line, text)), "{text:?} at {line:?}");
        }
    }
}

#[test]
fn a_note_of_megabytes_is_written_where_a_reader_has_room_for_it() {
    let (rated, unfolding) = book();
    for text in [
        "x".repeat(3 << 20),
        "\u{1}".repeat(1 << 20),
        "\u{1}".repeat(100_000),
        "é\n".repeat(120_000),
    ] {
        let mut layer = Layer::default();
        let mut own = note(&text);
        own.members = members("colour", "\"red\"");
        layer.nodes.insert(1, own);
        let bytes = tree(&rated, &unfolding, &layer);
        comes_back(&bytes);
        let loaded = load(&bytes);
        assert_eq!(notes(&loaded), [pair("2>3", &text)]);
        let own = &loaded.layer.nodes[&1];
        assert_eq!(own.members.get("colour"), Some("\"red\""));
    }
}

#[test]
fn a_deep_line_with_a_few_notes_is_written_and_read_in_a_moment() {
    use std::fmt::Write as _;
    const PLIES: usize = 20_000;
    let mut text = String::from("players a b\n");
    for node in 0..PLIES {
        writeln!(text, "n{node} a: m{node} -> n{}", node + 1).expect("memory");
    }
    writeln!(text, "n{PLIES} end: 1 0").expect("memory");
    let rated = rated(&script(&text), Limits::default());
    let mut unfolding = unfolded(&rated, None, PLIES + 10);
    let mut layer = Layer::default();
    for number in (1..=PLIES as u32).rev().step_by(1_000) {
        layer.nodes.insert(number, note("deep"));
    }
    let shown = tree(&rated, &unfolding, &layer);
    unfolding.fold(UnfoldingNode::ROOT);
    let bytes = tree(&rated, &unfolding, &layer);
    // Each hidden note costs its line, and nothing else does.
    assert!(bytes.len() < 20 * 8 * PLIES, "{}", bytes.len());
    assert!(shown.len() < 400 * PLIES, "{}", shown.len());
    let loaded = load(&bytes);
    assert_eq!(notes(&loaded).len(), 20);
    assert_eq!(loaded.layer.elsewhere.len(), 20);
    comes_back(&bytes);
}

fn faulty(member: &str) -> String {
    let (rated, unfolding) = book();
    let text = String::from_utf8(tree(&rated, &unfolding, &Layer::default())).expect("text");
    let broken = text.replacen("\"edges\":12}}", &format!("\"edges\":12}},{member}}}"), 1);
    assert_ne!(broken, text);
    let read: Result<TreeFile, _> = read(broken.as_bytes());
    match read {
        Ok(_) => panic!("{member} was read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_fault_in_what_is_kept_by_line_is_found_at_its_place() {
    for (member, words) in [
        (r#""notes":7"#, "must be an object"),
        (r#""notes":["2>3"]"#, "must be an object"),
        (r#""notes":{"2>3":7}"#, "a note must be a text, not '7'"),
        (r#""notes":{"2>3":"x","2\u003e3":"y"}"#, "is given twice"),
        (r#""notes":{},"notes":{}"#, "is given twice"),
        (r#""node_members":{"2>3":"x"}"#, "must be an object"),
        (
            r#""node_members":{"2>3":{"note":"x"}}"#,
            "its record already has it",
        ),
        (
            r#""edge_members":{"2>3":{"move":"x"}}"#,
            "its record already has it",
        ),
        (r#""edge_members":{"2>3":{"a":1,"a":2}}"#, "is given twice"),
    ] {
        let error = faulty(member);
        assert!(error.contains(words), "{member}: {error}");
        assert!(error.contains("(line 4, column "), "{member}: {error}");
    }
}

#[test]
fn two_notes_on_one_node_are_both_kept() {
    let (rated, unfolding) = book();
    let mut layer = Layer::default();
    layer.nodes.insert(1, note("in the node"));
    let text = String::from_utf8(tree(&rated, &unfolding, &layer)).expect("text");
    let both = text.replacen(
        "\"edges\":12}}",
        "\"edges\":12},\"notes\":{\"2>3\":\"by its line\"}}",
        1,
    );
    let loaded = load(both.as_bytes());
    let again = String::from_utf8(write_again(&loaded)).expect("text");
    assert!(again.contains("in the node") && again.contains("by its line"));
}
