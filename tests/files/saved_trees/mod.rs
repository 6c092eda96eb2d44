//! Every board and tree that comes with doomtree opens, is described, and is what its note says.

mod boards;
mod cells;
mod dialects;
mod lesson;
mod lessons;
mod told;
mod tours;

use std::path::{Path, PathBuf};

use doomtree::save::{Opened, open_path, write_tree};
use doomtree::session::{Loaded, open, verify};
use doomtree::tree::{Limits, Vertex};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("saved_trees")
}

/// The names of all files, in their order.
fn names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a name"))
        .filter(|name| name.ends_with(".json"))
        .collect();
    names.sort();
    assert!(names.len() >= 12, "{names:?}");
    names
}

#[test]
fn every_saved_board_and_tree_opens_and_the_readme_tells_what_it_shows() {
    let readme = std::fs::read_to_string(folder().join("README.md")).expect("the README");
    for name in names() {
        let row = format!("\n| `{name}` | ");
        assert!(readme.contains(&row), "the README doesn't tell of {name}");
        match open_path(&folder().join(&name)).expect(&name) {
            Opened::Board(board) => {
                assert!(board.title.is_some() && board.note.is_some(), "{name}");
                // A budget, so that the largest board doesn't take the test's time.
                let limits = Limits {
                    max_nodes: Some(50_000),
                    ..Limits::default()
                };
                let setup = board.setup().expect(&name);
                let rated = open(&setup, limits, "").expect(&name).finish();
                assert_eq!(rated.graph.position_text(Vertex::ROOT), board.position);
            }
            Opened::Tree(tree) => {
                assert!(tree.header.title.is_some(), "{name}");
                let problems = verify(*tree, None).expect(&name);
                assert!(problems.is_empty(), "{name}: {problems:?}");
            }
            Opened::Text(_) | Opened::Imported(_) | Opened::Exercise(_) => {
                panic!("{name} is no JSON file")
            }
        }
    }
    let rows = readme
        .lines()
        .filter(|line| line.starts_with("| `") && line.contains(".json` |"));
    assert_eq!(rows.count(), names().len(), "the README tells of others");
}

#[test]
fn every_saved_board_and_tree_is_written_as_doomtree_writes_it() {
    for name in names() {
        let path = folder().join(&name);
        let mut written = Vec::new();
        match open_path(&path).expect(&name) {
            Opened::Board(board) => board.write(&mut written).expect(&name),
            Opened::Tree(tree) => {
                let loaded = Loaded::of(*tree, None).expect(&name);
                assert_eq!(loaded.notices, Vec::<String>::new(), "{name}");
                let unfolding = loaded.unfolding.expect(&name);
                let source = loaded.rated.source();
                write_tree(&mut written, &source, &unfolding, None, &loaded.layer).expect(&name);
            }
            Opened::Text(_) | Opened::Imported(_) | Opened::Exercise(_) => {
                panic!("{name} is no JSON file")
            }
        }
        let written = String::from_utf8(written).expect("text");
        assert_eq!(
            written,
            std::fs::read_to_string(path).expect(&name),
            "{name}"
        );
    }
}

#[test]
fn every_saved_board_and_tree_has_a_test_of_its_note() {
    let mut proved = [
        &boards::PROVED[..],
        &cells::PROVED[..],
        &dialects::PROVED[..],
        &lessons::PROVED[..],
        &tours::PROVED[..],
    ]
    .concat();
    proved.sort_unstable();
    assert_eq!(proved, names());
}
