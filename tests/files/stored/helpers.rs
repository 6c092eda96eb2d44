//! Setups, files in memory, and the way there and back.

use doomtree::games::{Setup, Switches};
use doomtree::save::{
    FileError, FileGraph, Layer, Opened, TreeFile, open_reader, write_positions, write_tree,
};
use doomtree::session::{Loaded, Rated};
use doomtree::tree::Unfolding;
pub use support::dialects::{rated, unfolded_up_to as unfolded};

/// Chance, three players, a transposition, parallel edges and a cycle.
pub const SCRIPT: &str = "players a b c
start a: left -> coin, right -> duel
coin chance a: heads 1/3 -> won, tails 2/3 -> start
duel b estimate 0 1 0: fight -> coin, flee -> lost, run -> lost
won end: 1 0 0
lost end: 0 1/2 1/2
";

/// The same without the cycle.
pub const FINITE: &str = "players a b \"c d\"
start a: left -> coin, right -> duel
coin chance a: heads 1/3 -> won, tails 2/3 -> lost
duel b estimate 0 1 0: fight -> coin, flee -> lost, run -> lost
won end: 1 0 0
lost end: 0 1/2 1/2
";

pub fn dice(position: &str) -> Setup {
    Setup {
        game: "dice-of-doom".to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    }
}

pub fn script(text: &str) -> Setup {
    Setup {
        game: "scripted".to_owned(),
        switches: Switches {
            script: Some(text.to_owned()),
            ..Switches::default()
        },
        ..Setup::default()
    }
}

pub fn tree(rated: &Rated, unfolding: &Unfolding, layer: &Layer) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_tree(&mut bytes, &rated.source(), unfolding, None, layer).expect("memory");
    bytes
}

pub fn whole_tree(rated: &Rated) -> Vec<u8> {
    tree(rated, &unfolded(rated, None, 100_000), &Layer::default())
}

pub fn positions(rated: &Rated, layer: &Layer) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_positions(&mut bytes, &rated.source(), layer).expect("memory");
    bytes
}

pub fn read(bytes: &[u8]) -> Result<TreeFile, FileError> {
    match open_reader(bytes, "x.tree.json")? {
        Opened::Tree(file) => Ok(*file),
        Opened::Board(_) => panic!("this is a board"),
        Opened::Exercise(_) => panic!("this is an exercise"),
        Opened::Imported(_) => panic!("this is another program's"),
        Opened::Text(text) => panic!("this is text: {text}"),
    }
}

pub fn load(bytes: &[u8]) -> Loaded {
    let file = read(bytes).unwrap_or_else(|error| panic!("{error}"));
    Loaded::of(file, None).unwrap_or_else(|error| panic!("{error}"))
}

pub fn write_again(loaded: &Loaded) -> Vec<u8> {
    let mut bytes = Vec::new();
    let source = loaded.rated.source();
    match &loaded.unfolding {
        Some(unfolding) => write_tree(
            &mut bytes,
            &source,
            unfolding,
            loaded.max_nodes,
            &loaded.layer,
        ),
        None => write_positions(&mut bytes, &source, &loaded.layer),
    }
    .expect("memory");
    bytes
}

/// Reads and writes a file, which must come back byte for byte, and gives what it says.
pub fn comes_back(bytes: &[u8]) -> String {
    let loaded = load(bytes);
    assert!(!loaded.as_written, "{:?}", loaded.problems);
    assert!(loaded.notices.is_empty(), "{:?}", loaded.notices);
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    let again = String::from_utf8(write_again(&loaded)).expect("text");
    assert_eq!(again, text);
    text
}

pub fn kind(file: &TreeFile) -> &'static str {
    match file.header.kind {
        FileGraph::Tree => "tree",
        FileGraph::Positions => "positions",
    }
}
