//! Boards and trees of every dialect: written, valid, and read again byte for byte.

use doomtree::save::{BoardFile, Layer, Opened, open_reader};
use doomtree::tree::{Limits, Vertex};
use serde_json::{Value, json};
use support::dialects::{dice, rated};

use super::helpers::*;
use super::schema::{BOARD, TREE, validator, value};

/// Every preset, and mixes; with chance, with cycles, with every part that a position can have.
const BOARDS: [(&str, &str, Option<u32>); 16] = [
    ("land-of-lisp", "b2b2/a2b1 a", None),
    ("haskell", "b2b2/a2b1 a", None),
    ("haskell", "a1b2a1/b1b2a1/a1a1a3 b +2", Some(3)),
    ("realm-of-racket", "b2b2/a2b1 a pool=10", None),
    ("realm-of-racket pool=0", "b2b2/a2b1 a pool=0", None),
    (
        "realm-of-racket",
        "a3b2a1/b1a2b3 b + pool=2 reversed",
        Some(4),
    ),
    ("land-of-lisp-v4", "a2b1 a", None),
    ("land-of-lisp-v4", "b2b2/a2b1 a", Some(2)),
    ("land-of-lisp-v4", "a3b2c1/d2a1b5 d + ?3>4", Some(1)),
    ("land-of-lisp-v4 odds=exact", "d3b2/c1d2 d", Some(2)),
    (
        "land-of-lisp-v4 players=2 max_dice=9",
        "a9b1 a ?0>1",
        Some(0),
    ),
    (
        "land-of-lisp combat=dice-roll",
        "b2b2/a2b1 a +0 ?2>0",
        Some(2),
    ),
    (
        "haskell combat=dice-roll odds=exact",
        "a3b1b2 a +2",
        Some(3),
    ),
    (
        "realm-of-racket combat=dice-roll players=3 pool=5",
        "a3b2/c1a2 c pool=0 reversed",
        Some(3),
    ),
    (
        "land-of-lisp reinforcement=largest-cluster",
        "b3b3a3/a2b2a3 a",
        Some(3),
    ),
    ("haskell players=6 max_dice=9", "f9e8/d7c6 f", None),
];

fn limits(max_plies: Option<u32>) -> Limits {
    Limits {
        max_plies,
        ..Limits::default()
    }
}

fn valid(schema: &str, bytes: &[u8]) -> Value {
    let file = value(bytes);
    assert_eq!(validator(schema).faults(&file), None, "{file}");
    file
}

#[test]
fn trees_and_graphs_of_every_dialect_validate_and_come_back_byte_for_byte() {
    for (rules, board, max_plies) in BOARDS {
        let rated = rated(&dice(rules, board), limits(max_plies));
        let whole = whole_tree(&rated);
        let tree = valid(TREE, &whole);
        comes_back(&whole);
        let graph = positions(&rated, &Layer::default());
        let graph_file = valid(TREE, &graph);
        comes_back(&graph);
        for file in [&tree, &graph_file] {
            assert_eq!(file["graph"]["position"], json!(board), "{rules}");
            chance_is_written_exactly(file);
        }
    }
}

/// A file as it was before minor version 2: ratings of a game with chance are doubles.
fn with_doubles(file: &str) -> String {
    let file = file.replacen("\"minor\":2", "\"minor\":1", 1);
    let mut before = String::new();
    let mut rest = file.as_str();
    let spans = ["\"rating\":{", "\"proven\":{"];
    while let Some(at) = spans.iter().filter_map(|span| rest.find(span)).min() {
        let (skipped, from) = rest.split_at(at + spans[0].len());
        let (values, after) = from.split_at(from.find('}').expect("an end"));
        before.push_str(skipped);
        // Each second text is a name or a rating, and no name is a number.
        for (place, part) in values.split('"').enumerate() {
            let fraction = doomtree::game::parse_rational(part);
            match fraction.filter(|_| place % 2 == 1) {
                Some(fraction) => {
                    before.push_str(&json!(doomtree::game::to_f64(&fraction)).to_string());
                }
                None if place % 2 == 1 => before.push_str(&json!(part).to_string()),
                None => before.push_str(part),
            }
        }
        rest = after;
    }
    before + rest
}

#[test]
fn a_file_whose_ratings_are_doubles_still_agrees_with_its_rules() {
    let setup = dice("land-of-lisp-v4 odds=exact", "d3b2/c1d2 d");
    let rated = rated(&setup, limits(Some(2)));
    for file in [whole_tree(&rated), positions(&rated, &Layer::default())] {
        let file = String::from_utf8(file).expect("text");
        let before = with_doubles(&file);
        assert!(before != file && before.contains("0."), "{before}");
        valid(TREE, before.as_bytes());
        let loaded = load(before.as_bytes());
        assert!(!loaded.as_written, "{:?}", loaded.problems);
        let wrong = before.replacen("\"rating\":{\"a\":0.", "\"rating\":{\"a\":0.9", 1);
        assert!(wrong != before && load(wrong.as_bytes()).as_written);
    }
}

/// A node of chance is its attacker's, its branches carry fractions that sum to one, and no other
/// edge carries any.
fn chance_is_written_exactly(file: &Value) {
    let nodes = file["nodes"].as_array().expect("nodes");
    let edges = file["edges"].as_array().expect("edges");
    for node in nodes {
        let below: Vec<&Value> = edges
            .iter()
            .filter(|edge| edge["source"] == node["id"])
            .collect();
        let probabilities: Vec<&str> = below
            .iter()
            .filter_map(|edge| edge["probability"].as_str())
            .collect();
        if node["kind"] == json!("chance") {
            assert_eq!(probabilities.len(), 2, "{node}");
            let sum = probabilities
                .iter()
                .map(|text| doomtree::game::parse_rational(text).expect("a fraction"))
                .sum::<doomtree::game::Rational>();
            assert_eq!(sum, doomtree::game::one(), "{node}");
            let mover = node["position"]
                .as_str()
                .and_then(|text| text.split(' ').nth(1));
            assert_eq!(node["player"].as_str(), mover);
        } else {
            assert!(probabilities.is_empty(), "{node}");
        }
    }
    // A rating is a text, in games with chance too.
    let is_text = |node: &Value| node["rating"]["a"].is_string();
    assert!(nodes.iter().all(is_text));
}

#[test]
fn boards_of_every_dialect_validate_and_come_back_with_their_rules() {
    for (rules, board, _) in BOARDS {
        let rated = rated(&dice(rules, board), limits(Some(0)));
        let file = BoardFile::new(&rated.game, &rated.rules, board);
        let mut bytes = Vec::new();
        file.write(&mut bytes).expect("memory");
        let written = valid(BOARD, &bytes);
        let preset = !rules.contains(' ');
        assert_eq!(written["rules"].is_string(), preset, "{rules}");
        if let Some(switches) = written["rules"].as_object() {
            assert_eq!(
                switches.contains_key("odds"),
                switches["combat"] == "dice-roll"
            );
            assert_eq!(
                switches.contains_key("pool"),
                switches["reinforcement"] == "pool"
            );
        }
        let Opened::Board(again) = open_reader(&bytes[..], "x.board.json").expect(rules) else {
            panic!("a board was written");
        };
        assert_eq!(*again, file);
        assert_eq!(rated.graph.position_text(Vertex::ROOT), board);
        let opened = support::dialects::rated(&again.setup().expect(rules), limits(Some(0)));
        assert_eq!(opened.rules, rated.rules);
        assert_eq!(opened.graph.position_text(Vertex::ROOT), board);
    }
}

#[test]
fn stored_rules_need_the_odds_where_dice_roll_and_the_pool_where_there_is_one_and_only_there() {
    let good = json!({"format": "doomtree-board", "version": 1, "game": "dice-of-doom",
        "rules": {"geometry": "parallelogram", "players": 2, "max_dice": 3, "combat": "dice-roll",
            "odds": "exact", "reinforcement": "pool", "pool": 3, "pass_listed": "first"},
        "position": "a2b1 a pool=3"});
    let opened = |file: &Value| {
        let bytes = file.to_string();
        let Ok(Opened::Board(board)) = open_reader(bytes.as_bytes(), "x.board.json") else {
            panic!("this is a board: {file}");
        };
        let setup = board.setup()?;
        doomtree::session::open(&setup, Limits::default(), "")?;
        Ok::<_, doomtree::Refusal>(())
    };
    assert_eq!(opened(&good), Ok(()));
    let schema = validator(BOARD);
    assert!(schema.is_valid(&good));
    for member in ["odds", "pool"] {
        let mut file = good.clone();
        file["rules"]
            .as_object_mut()
            .expect("switches")
            .remove(member);
        let error = opened(&file).expect_err(member).to_string();
        assert!(
            error.contains(&format!("lack the switch '{member}'")),
            "{error}"
        );
        assert!(!schema.is_valid(&file), "{member}");
    }
    for (switch, other, member) in [
        ("combat", "stronger-wins", "odds"),
        ("reinforcement", "largest-cluster", "pool"),
    ] {
        let mut file = good.clone();
        file["rules"][switch] = json!(other);
        let error = opened(&file).expect_err(member).to_string();
        assert!(error.contains(&format!("'{member}' needs")), "{error}");
        assert!(!schema.is_valid(&file), "{member}");
    }
}
