//! What is written is what formats.md shows, and it comes back byte for byte.

use doomtree::game::{Estimate, one, ratio, zero};
use doomtree::rating::{Multiplayer, RatingOptions};
use doomtree::save::{BoardFile, Layer, Members, NodeLayer, Opened, open_reader};
use doomtree::session::GraphRequest;
use doomtree::tree::{Limits, UnfoldingNode};
use proptest::prelude::*;

use support::on_a_small_stack;

use super::helpers::*;

fn limited(max_plies: u32) -> Limits {
    Limits {
        max_plies: Some(max_plies),
        ..Limits::default()
    }
}

#[test]
fn the_books_tree_is_written_as_the_format_shows_it() {
    let text = comes_back(&whole_tree(&rated(&dice("b2b2/a2b1 a"), Limits::default())));
    let lines: Vec<&str> = text.lines().collect();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        lines[0],
        format!(
            r#"{{"format":"doomtree-tree","version":1,"minor":2,"generator":"doomtree {version}","#
        )
    );
    assert_eq!(lines[1], r#" "directed":true,"multigraph":false,"#);
    assert_eq!(
        lines[2],
        r#" "graph":{"kind":"tree","title":null,"game":"dice-of-doom","rules":"land-of-lisp","position":"b2b2/a2b1 a","players":["a","b"],"#
    );
    assert_eq!(
        lines[3],
        r#"          "root":0,"max_plies":null,"complete":true,"stopped":null,"counts":{"nodes":13,"edges":12}},"#
    );
    assert_eq!(lines[4], r#" "nodes":["#);
    assert_eq!(
        lines[5],
        r#"{"id":0,"kind":"decision","player":"a","position":"b2b2/a2b1 a","ply":0,"rating":{"a":"0","b":"1"},"best":["2>3"],"best_line":true,"distance":4},"#
    );
    assert!(text.contains(
        r#""rating":{"a":"0","b":"1"},"payoffs":{"a":"0","b":"1"},"winners":["b"],"distance":0}"#
    ));
    assert_eq!(lines[18], " ],");
    assert_eq!(lines[19], r#" "edges":["#);
    assert_eq!(lines[20], r#"{"source":0,"target":1,"move":"2>3"},"#);
    assert!(lines[33].starts_with(r#" "end":{"nodes":13,"edges":12,"hash":""#));
    assert!(text.ends_with("\"}}\n"));
}

#[test]
fn the_hash_is_that_of_every_byte_before_the_end() {
    let bytes = whole_tree(&rated(&dice("b2b2/a2b1 a"), Limits::default()));
    let text = String::from_utf8(bytes).expect("text");
    let end = text.find(" \"end\"").expect("an end");
    let hash = xxhash_rust::xxh3::xxh3_64(&text.as_bytes()[..end]);
    assert!(text[end..].contains(&format!("\"hash\":\"{hash:016x}\"")));
}

#[test]
fn trees_and_positions_come_back_with_and_without_limits() {
    for (setup, limits) in [
        (dice("b2b2/a2b1 a"), Limits::default()),
        (dice("b2b2/a2b1 b"), Limits::default()),
        (dice("b3a3/b1b2 a"), limited(7)),
        (dice("b3a3/b1b2 a"), limited(0)),
        (
            dice("b3a3/b1b2 a"),
            Limits {
                estimate: Estimate::SHARE,
                ..limited(4)
            },
        ),
        (
            dice("b3a3/b1b2 a"),
            Limits {
                max_nodes: Some(9),
                ..Limits::default()
            },
        ),
        (script(FINITE), Limits::default()),
        (script(FINITE), limited(1)),
        (script(SCRIPT), limited(3)),
    ] {
        let rated = rated(&setup, limits);
        comes_back(&whole_tree(&rated));
        comes_back(&positions(&rated, &Layer::default()));
    }
}

#[test]
fn a_cyclic_graph_comes_back_whole_and_its_tree_as_far_as_it_is_unfolded() {
    let rated = rated(&script(SCRIPT), Limits::default());
    let text = comes_back(&positions(&rated, &Layer::default()));
    assert!(text.contains(r#""multigraph":true"#));
    assert!(
        text.contains(r#"{"source":2,"target":4,"key":2,"move":"run"}"#),
        "{text}"
    );
    assert!(text.contains(r#""move":"heads","probability":"1/3"}"#));
    let tree = tree(&rated, &unfolded(&rated, Some(2), 100), &Layer::default());
    let text = comes_back(&tree);
    assert!(text.contains(r#""omitted":"infinite""#));
    assert!(text.contains(r#""complete":false,"stopped":"scope""#));
}

#[test]
fn ratings_are_fractions_with_chance_too() {
    let chance = rated(&script(FINITE), Limits::default());
    let text = comes_back(&whole_tree(&chance));
    assert!(
        text.contains(r#""rating":{"a":"1/3","b":"1/3","c d":"1/3"}"#),
        "{text}"
    );
    assert!(text.contains(r#""payoffs":{"a":"0","b":"1/2","c d":"1/2"},"winners":["b","c d"]"#));
}

#[test]
fn a_horizon_says_that_its_rating_is_an_estimate_and_what_is_proven() {
    let text = comes_back(&whole_tree(&rated(&dice("b3a3/b1b2 a"), limited(1))));
    assert!(text.contains(r#""kind":"horizon""#));
    assert!(
        text.contains(r#""estimate":true,"proven":{"a":["0","1"],"b":["0","1"]}"#),
        "{text}"
    );
    assert!(text.contains(r#""max_plies":1,"complete":false,"stopped":null"#));
}

#[test]
fn a_partial_tree_says_exactly_how_many_nodes_are_left_out() {
    let rated = rated(&dice("a2a2b2/a3b1a3/a3a3b3 a"), Limits::default());
    let unfolding = unfolded(&rated, Some(0), 100);
    let bytes = tree(&rated, &unfolding, &Layer::default());
    let text = comes_back(&bytes);
    assert!(text.contains(r#""omitted":"1468919490""#), "{text}");
    let mut bytes = Vec::new();
    let budget = unfolded(&rated, None, 50);
    doomtree::save::write_tree(
        &mut bytes,
        &rated.source(),
        &budget,
        Some(50),
        &Layer::default(),
    )
    .expect("memory");
    let text = comes_back(&bytes);
    assert!(text.contains(r#""complete":false,"stopped":"max-nodes 50""#));
}

#[test]
fn a_folded_node_is_written_as_left_out_and_the_rest_is_renumbered() {
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    let mut unfolding = unfolded(&rated, None, 100);
    let line = rated
        .graph
        .read_line(doomtree::tree::Vertex::ROOT, "2>3")
        .expect("a line");
    let node = unfolding
        .reveal(rated.graph.graph(), UnfoldingNode::ROOT, &line)
        .expect("a node");
    unfolding.fold(node);
    let text = comes_back(&tree(&rated, &unfolding, &Layer::default()));
    assert!(text.contains(r#""omitted":"11""#), "{text}");
}

fn members(pairs: &[(&str, &str)]) -> Members {
    let mut members = Members::default();
    for (name, json) in pairs {
        assert!(members.set(name, json), "{json}");
    }
    members
}

fn layer() -> Layer {
    let mut layer = Layer {
        title: Some("A \"title\" with ü and \n".to_owned()),
        graph: members(&[
            ("bookmarks", r#"{"2>3 pass":"here"}"#),
            ("view", "[1.50,-0]"),
        ]),
        top: members(&[("x", "1e400")]),
        counts: members(&[("leaves", "5")]),
        end: members(&[("signature", "\"\\u00e9\\ud800\"")]),
        ..Layer::default()
    };
    layer.nodes.insert(
        2,
        NodeLayer {
            note: Some("a note".to_owned()),
            members: members(&[("colour", "\"red\""), ("nested", "{\"a\":[{\"a\":{}}]}")]),
            ..NodeLayer::default()
        },
    );
    layer.edges.insert(1, members(&[("weight", "0.10")]));
    layer
}

#[test]
fn notes_and_unknown_members_come_back_where_they_were() {
    for setup in [dice("b2b2/a2b1 a"), script(FINITE)] {
        let rated = rated(&setup, Limits::default());
        let unfolding = unfolded(&rated, None, 100);
        let text = comes_back(&tree(&rated, &unfolding, &layer()));
        for part in [
            r#""counts":{"nodes":"#,
            r#","leaves":5}"#,
            r#","bookmarks":{"2>3 pass":"here"},"view":[1.50,-0]},"#,
            "\n \"x\":1e400,\n \"nodes\":[",
            r#""note":"a note","colour":"red","nested":{"a":[{"a":{}}]}}"#,
            r#","weight":0.10}"#,
            r#","signature":"\u00e9\ud800"}}"#,
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        comes_back(&positions(&rated, &layer()));
    }
}

#[test]
fn white_space_and_the_order_of_members_within_a_record_do_not_matter() {
    let bytes = tree(
        &rated(&dice("b2b2/a2b1 a"), Limits::default()),
        &unfolded(&rated(&dice("b2b2/a2b1 a"), Limits::default()), None, 100),
        &layer(),
    );
    let text = String::from_utf8(bytes.clone()).expect("text");
    let spaced = text
        .replace("{\"id\":", "{ \"id\" :\n\t")
        .replace("\"move\"", "\r\n \"move\"")
        .replace(
            "\"ply\":0,\"rating\":{\"a\":\"0\",\"b\":\"1\"}",
            "\"rating\":{\"b\":\"1\",\"a\":\"0\"},\"ply\":0",
        );
    assert_ne!(spaced, text);
    let loaded = load(spaced.as_bytes());
    assert!(!loaded.as_written, "{:?}", loaded.problems);
    assert_eq!(loaded.notices.len(), 1, "{:?}", loaded.notices);
    assert!(
        loaded.notices[0].contains("checksum"),
        "{:?}",
        loaded.notices
    );
    assert_eq!(write_again(&loaded), bytes);
}

#[test]
fn what_follows_from_ratings_is_written_once_and_an_older_files_own_members_are_kept() {
    let bytes = whole_tree(&rated(&dice("b2b2/a2b1 a"), Limits::default()));
    let text = String::from_utf8(bytes).expect("text");
    let mine = text.replace("\"minor\":2", "\"minor\":0");
    let mine = mine.replacen("\"distance\":4", "\"distance\":\"far\"", 1);
    let again = String::from_utf8(write_again(&load(mine.as_bytes()))).expect("text");
    assert!(again.contains("\"old_distance\":\"far\""), "{again}");
    assert_eq!(
        again.matches("\"distance\"").count(),
        text.matches("\"distance\"").count()
    );
    // In a file of this version, it is no text.
    let wrong = text.replacen("\"distance\":4", "\"distance\":\"far\"", 1);
    let refused = open_reader(wrong.as_bytes(), "wrong").err();
    let words = refused.map(|fault| fault.to_string()).unwrap_or_default();
    assert!(
        words.contains("'distance' must be a whole number"),
        "{words}"
    );
}

#[test]
fn a_board_comes_back_with_its_unknown_members() {
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    let mut board = BoardFile::new(&rated.game, &rated.rules, "b2b2/a2b1 a");
    board.title = Some("The book's board".to_owned());
    board.members = members(&[("tags", "[ \"a b\" , {} ]")]);
    let mut bytes = Vec::new();
    board.write(&mut bytes).expect("memory");
    assert_eq!(
        String::from_utf8_lossy(&bytes),
        "{\"format\":\"doomtree-board\",\"version\":1,\"minor\":0,\"game\":\"dice-of-doom\",\
         \"rules\":\"land-of-lisp\",\"position\":\"b2b2/a2b1 a\",\"title\":\"The book's board\",\
         \"note\":null,\"tags\":[\"a b\",{}]}\n"
    );
    let Opened::Board(again) = open_reader(&bytes[..], "x.board.json").expect("a board") else {
        panic!("a board was written");
    };
    assert_eq!(*again, board);
    assert_eq!(again.setup().expect("rules").position, "b2b2/a2b1 a");
}

#[test]
fn every_switch_of_a_board_is_read() {
    let text = r#"{"position":"p","format":"doomtree-board","version":1,
        "rules":{"geometry":"offset-rows","players":3,"max_dice":4,"combat":"dice-roll","odds":"exact",
        "reinforcement":"pool","pool":7,"pass_listed":"last"},"game":"dice-of-doom"}"#;
    let Opened::Board(board) = open_reader(text.as_bytes(), "b").expect("a board") else {
        panic!("a board");
    };
    let switches = board.setup().expect("rules").switches;
    assert_eq!(switches.geometry.as_deref(), Some("offset-rows"));
    assert_eq!(
        (switches.players, switches.max_dice, switches.pool),
        (Some(3), Some(4), Some(7))
    );
    assert_eq!(switches.odds.as_deref(), Some("exact"));
    assert_eq!(switches.pass_listed.as_deref(), Some("last"));
    let mut bytes = Vec::new();
    board.write(&mut bytes).expect("memory");
    assert!(String::from_utf8_lossy(&bytes).contains(r#""reinforcement":"pool","pool":7,"#));
}

#[test]
fn two_hundred_thousand_plies_are_saved_and_loaded_on_a_small_stack() {
    on_a_small_stack(|| {
        use std::fmt::Write as _;
        let mut text = String::from("players a b\n");
        for node in 0..200_000 {
            writeln!(text, "{node} a: m -> {}", node + 1).expect("memory");
        }
        text.push_str("200000 end: 1 0\n");
        let rated = rated(&script(&text), Limits::default());
        let unfolding = unfolded(&rated, None, 2_000_000);
        let bytes = tree(&rated, &unfolding, &Layer::default());
        let loaded = load(&bytes);
        assert!(!loaded.as_written, "{:?}", loaded.problems);
        assert!(write_again(&loaded) == bytes);
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_small_board_comes_back(hexes in proptest::collection::vec((0..2_u8, 1..=3_u8), 4), mover in 0..2_u8, plies in 0..6_u32) {
        let hex = |at: usize| {
            let (owner, dice) = hexes[at];
            format!("{}{dice}", char::from(b'a' + owner))
        };
        let position = format!("{}{}/{}{} {}", hex(0), hex(1), hex(2), hex(3), char::from(b'a' + mover));
        for limits in [Limits::default(), limited(plies)] {
            let rated = rated(&dice(&position), limits);
            comes_back(&tree(&rated, &unfolded(&rated, None, 300), &Layer::default()));
            comes_back(&positions(&rated, &Layer::default()));
        }
    }

    #[test]
    fn any_note_and_title_come_back(title in any::<String>(), note in any::<String>()) {
        let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
        let mut layer = Layer { title: Some(title), ..Layer::default() };
        layer.nodes.insert(1, NodeLayer { note: Some(note), ..NodeLayer::default() });
        comes_back(&tree(&rated, &unfolded(&rated, None, 100), &layer));
    }
}

#[test]
fn how_a_tree_is_rated_is_written_where_it_is_not_the_usual_way_and_comes_back() {
    let rated_as = |text: &str, multiplayer, endless| {
        let wanted = GraphRequest {
            limits: Limits::default(),
            options: RatingOptions {
                multiplayer,
                endless,
            },
        };
        rated(&script(text), wanted)
    };
    let constant = "players a b; s a: on -> e, out -> f; e end: 0 1; f end: 1 0";
    let usual = rated_as(constant, None, None);
    let text = comes_back(&whole_tree(&usual));
    assert!(!text.contains("multiplayer") && !text.contains("endless"));
    for way in [None, Some(Multiplayer::MaxN), Some(Multiplayer::Paranoid)] {
        let rated = rated_as(FINITE, way, None);
        let is_paranoid = way == Some(Multiplayer::Paranoid);
        assert_eq!(rated.analysis.ratings.is_max_n(), !is_paranoid);
        let text = comes_back(&whole_tree(&rated));
        let name = way.unwrap_or(Multiplayer::MaxN).name();
        let member = format!(r#""multiplayer":"{name}""#);
        assert!(text.contains(&member), "{text}");
    }
    let third = Some(ratio(1, 3));
    for endless in [third, Some(one()), Some(zero())] {
        let round = "players a b; s a: on -> t, out -> e; t b: back -> s, out -> f; \
                     e end: 0 1; f end: 1 0";
        let cyclic = rated_as(round, Some(Multiplayer::Paranoid), endless);
        let text = comes_back(&positions(&cyclic, &Layer::default()));
        let worth = endless.expect("a number");
        assert!(text.contains(&format!(r#""endless":"{worth}""#)), "{text}");
        let rating = format!(r#""rating":{{"a":"{worth}","b":"{worth}"}}"#);
        assert!(text.contains(&rating), "{text}");
    }
}
