//! What-ifs in tree files: written, read, kept where the tree doesn't have their line, and refused
//! with their place where they are no what-ifs.

use doomtree::game::{half, one, zero};
use doomtree::save::{Assumes, Assumption, Layer};
use doomtree::tree::Unfolding;

use super::helpers::{comes_back, dice, load, positions, rated, read, tree, write_again};
use super::schema::{TREE, validator};

fn assumptions() -> Vec<Assumption> {
    let assume = |line: &str, what, off| Assumption {
        line: line.to_owned(),
        what,
        off,
    };
    let pin = |a, b| Assumes::Pin(vec![("a".to_owned(), a), ("b".to_owned(), b)]);
    vec![
        assume("2>3 pass", pin(half(), half()), false),
        assume("7>9", pin(one(), zero()), true),
        assume("2>3 pass 1>3", Assumes::Forbid, false),
        assume("2>3", Assumes::Change("b2b2/a1b3 b".to_owned()), true),
    ]
}

fn written() -> String {
    let layer = Layer {
        assumptions: assumptions(),
        ..Layer::default()
    };
    let rated = rated(&dice("b2b2/a2b1 a"), doomtree::tree::Limits::default());
    let bytes = tree(&rated, &Unfolding::new(), &layer);
    let graph = positions(&rated, &layer);
    let graph = String::from_utf8(graph).expect("text");
    assert!(graph.contains("\"forbidden\":[\"2>3 pass 1>3\"]"));
    String::from_utf8(bytes).expect("text")
}

#[test]
fn what_is_assumed_comes_back_and_the_ratings_stay_true() {
    let text = written();
    assert!(text.contains(concat!(
        r#""pins":{"2>3 pass":{"a":"1/2","b":"1/2"},"7>9":{"a":"1","b":"0"}},"#,
        r#""forbidden":["2>3 pass 1>3"],"changes":{"2>3":"b2b2/a1b3 b"},"#,
        r#""what_if_off":{"pins":["7>9"],"changes":["2>3"]}"#
    )));
    assert!(text.contains(r#""rating":{"a":"0","b":"1"}"#));
    // The line that the tree doesn't have is kept.
    let loaded = load(text.as_bytes());
    assert_eq!(loaded.layer.assumptions, assumptions());
    assert_eq!(write_again(&loaded), text.as_bytes());
    comes_back(text.as_bytes());
}

#[test]
fn the_schema_knows_what_is_assumed() {
    let schema = validator(TREE);
    let file: serde_json::Value = serde_json::from_str(&written()).expect("JSON");
    assert!(schema.is_valid(&file));
    let wrong = written().replace(r#""a":"1/2""#, r#""a":0.5"#);
    let wrong: serde_json::Value = serde_json::from_str(&wrong).expect("JSON");
    assert!(!schema.is_valid(&wrong));
}

#[test]
fn every_fault_of_a_what_if_is_found_at_its_place() {
    for (from, to, words) in [
        (r#""b":"1/2""#, r#""c":"1/2""#, "no player is called 'c'"),
        (r#""a":"1/2""#, r#""a":"half""#, "a fraction as a text"),
        (r#"["2>3 pass 1>3"]"#, r#"["x",1]"#, "a line must be a text"),
        (r#"["2>3 pass 1>3"]"#, r#"{}"#, "a list of lines"),
        (r#""b2b2/a1b3 b"}"#, "7}", "a text in notation"),
        (
            r#""pins":["7>9"]"#,
            r#""pins":["8>9"]"#,
            "can't be switched off",
        ),
    ] {
        let text = written();
        assert!(text.contains(from), "{from}");
        let Err(fault) = read(text.replacen(from, to, 1).as_bytes()) else {
            panic!("{to} was read");
        };
        let said = fault.to_string();
        assert!(said.contains(words) && said.contains("line 4"), "{said}");
    }
}
