//! The JSON Schemas of the project: every file that is written validates, and broken ones don't.

use boon::{Compiler, SchemaIndex, Schemas};
use doomtree::save::{BoardFile, Layer, NodeLayer};
use doomtree::tree::Limits;
use serde_json::{Value, json};

use super::helpers::*;

pub const BOARD: &str = include_str!("../../../docs/schema/doomtree-board.schema.json");
pub const TREE: &str = include_str!("../../../docs/schema/doomtree-tree.schema.json");

/// A schema that files are held to.
pub struct Schema {
    all: Schemas,
    this: SchemaIndex,
}

impl Schema {
    /// What is wrong with a file; nothing where it is valid.
    pub fn faults(&self, file: &Value) -> Option<String> {
        let checked = self.all.validate(file, self.this);
        checked.err().map(|fault| format!("{fault:#}"))
    }

    /// Whether a file is valid.
    pub fn is_valid(&self, file: &Value) -> bool {
        self.faults(file).is_none()
    }
}

/// A schema of the project by its text. That it is a good schema is checked on the way.
pub fn validator(text: &str) -> Schema {
    const NAME: &str = "schema.json";
    let text: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(
        text["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    let (mut all, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource(NAME, text).expect("a schema");
    let this = compiler.compile(NAME, &mut all);
    let this = this.unwrap_or_else(|fault| panic!("{fault:#}"));
    Schema { all, this }
}

pub fn value(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("JSON")
}

fn files() -> Vec<Value> {
    let mut files = Vec::new();
    for setup in [
        dice("b2b2/a2b1 a"),
        dice("b3a3/b1b2 a"),
        script(FINITE),
        script(SCRIPT),
    ] {
        for max_plies in [None, Some(0), Some(3)] {
            let limits = Limits {
                max_plies,
                ..Limits::default()
            };
            let rated = rated(&setup, limits);
            files.push(value(&tree(
                &rated,
                &unfolded(&rated, Some(2), 100),
                &Layer::default(),
            )));
            files.push(value(&positions(&rated, &Layer::default())));
        }
    }
    files.push(with_notes_by_line());
    files
}

/// A tree with all that can be kept by line.
fn with_notes_by_line() -> Value {
    let mut layer = Layer::default();
    let mut own = NodeLayer {
        note: Some("hidden".to_owned()),
        ..NodeLayer::default()
    };
    assert!(own.members.set("colour", "\"red\"") && own.edge.set("weight", "1"));
    layer.elsewhere.insert("2>3 pass 0>3".to_owned(), own);
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    let file = value(&tree(&rated, &unfolded(&rated, Some(1), 100), &layer));
    assert_eq!(file["graph"]["notes"]["2>3 pass 0>3"], json!("hidden"));
    file
}

#[test]
fn every_tree_and_every_graph_that_is_written_validates() {
    let schema = validator(TREE);
    for file in files() {
        assert_eq!(schema.faults(&file), None, "{file}");
    }
}

#[test]
fn a_broken_tree_does_not_validate() {
    let schema = validator(TREE);
    let file = files().remove(0);
    for (pointer, broken) in [
        ("/format", json!("other")),
        ("/version", json!(2)),
        ("/directed", json!(false)),
        ("/multigraph", json!(true)),
        ("/graph/kind", json!("positions")),
        ("/graph/stopped", json!("tired")),
        ("/graph/root", json!(1)),
        ("/nodes", json!([])),
        ("/nodes/0/kind", json!("terminal")),
        ("/nodes/0/kind", json!("horizon")),
        ("/nodes/0/rating", json!({"a": "half"})),
        ("/nodes/0/player", json!(1)),
        ("/nodes/0/ply", json!(-1)),
        ("/edges/0/move", json!("")),
        ("/edges/0/source", json!("0")),
        ("/end/hash", json!("00")),
    ] {
        let mut copy = file.clone();
        *copy.pointer_mut(pointer).expect(pointer) = broken;
        assert!(!schema.is_valid(&copy), "{pointer}");
    }
    for member in ["format", "version", "graph", "nodes", "edges", "end"] {
        let mut copy = file.clone();
        copy.as_object_mut().expect("an object").remove(member);
        assert!(!schema.is_valid(&copy), "{member}");
    }
}

#[test]
fn broken_notes_by_line_do_not_validate() {
    let schema = validator(TREE);
    for (pointer, broken) in [
        ("/graph/notes", json!(["2>3"])),
        ("/graph/notes/2>3 pass 0>3", json!(7)),
        ("/graph/node_members/2>3 pass 0>3", json!({"note": "x"})),
        ("/graph/edge_members/2>3 pass 0>3", json!({"move": "x"})),
        ("/graph/edge_members/2>3 pass 0>3", json!("x")),
    ] {
        let mut copy = with_notes_by_line();
        *copy.pointer_mut(pointer).expect(pointer) = broken;
        assert!(!schema.is_valid(&copy), "{pointer}");
    }
}

#[test]
fn boards_validate_and_broken_ones_do_not() {
    let schema = validator(BOARD);
    let scripted = rated(&script(FINITE), Limits::default());
    for rated in [rated(&dice("b2b2/a2b1 a"), Limits::default()), scripted] {
        let board = BoardFile::new(&rated.game, &rated.rules, "here");
        let mut bytes = Vec::new();
        board.write(&mut bytes).expect("memory");
        let file = value(&bytes);
        assert!(schema.is_valid(&file), "{file}");
        for (pointer, broken) in [
            ("/format", json!("doomtree-tree")),
            ("/version", json!("1")),
            ("/rules", json!({"max_dice": 3})),
            ("/rules", json!(7)),
            ("/position", json!(null)),
            ("/title", json!(1)),
        ] {
            let mut copy = file.clone();
            *copy.pointer_mut(pointer).expect(pointer) = broken;
            assert!(!schema.is_valid(&copy), "{pointer}");
        }
    }
}
