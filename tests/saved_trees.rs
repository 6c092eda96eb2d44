//! Every board and tree that comes with doomtree opens, is what its file says, and is described.
#![allow(clippy::disallowed_methods, reason = "tests may look at files")]

use std::path::{Path, PathBuf};

use doomtree::save::{Opened, open_path};
use doomtree::session::{open, verify};
use doomtree::tree::{Limits, Vertex};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("saved_trees")
}

#[test]
fn every_saved_board_and_tree_opens_and_the_readme_tells_what_it_shows() {
    let readme = std::fs::read_to_string(folder().join("README.md")).expect("the README");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    assert!(files.len() >= 6, "{files:?}");
    for path in files {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        assert!(readme.contains(&name), "the README doesn't tell of {name}");
        match open_path(&path).expect(&name) {
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
                let problems = verify(*tree, None).expect(&name);
                assert!(problems.is_empty(), "{name}: {problems:?}");
            }
            Opened::Text(_) => panic!("{name} is no JSON file"),
        }
    }
}
