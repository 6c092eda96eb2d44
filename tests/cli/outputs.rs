//! What the program prints of every board and tree that comes with it, as hashes in one file: what
//! isn't meant to change doesn't.

use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;

use doomtree::export::FORMATS;
use sha2::{Digest as _, Sha256};
use support::cli::program;
use support::golden;

/// So many nodes of a tree are written.
const NODES: &str = "--max-nodes 300";

/// Boards that would take long, and how they are bounded.
const LARGE: [(&str, &str); 3] = [
    ("large-5x5.board.json", "--max-plies 3"),
    ("billion-3x3.board.json", "--max-plies 7"),
    ("trillions-3x3.board.json", "--max-plies 5"),
];

/// Everything that is run, but for the program's name and the file's folder.
fn calls() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saved_trees");
    let files = std::fs::read_dir(folder).expect("boards and trees");
    let mut names: Vec<String> = files
        .map(|file| file.expect("a file").file_name())
        .map(|name| name.into_string().expect("a plain name"))
        .filter(|name| name.contains(".json"))
        .collect();
    names.sort();
    let mut calls = Vec::new();
    for name in &names {
        let bound = LARGE.iter().find(|(large, _)| large == name);
        let bound = bound.map_or(String::new(), |(_, bound)| format!(" {bound}"));
        for command in ["rate", "rate --json", "tree", "count", "search"] {
            calls.push(format!("{name}  {command}{bound}"));
        }
        for format in FORMATS {
            let scale = if format.id == "png" {
                " --scale 0.5"
            } else {
                ""
            };
            let id = format.id;
            calls.push(format!(
                "{name}  export --format {id} {NODES}{scale}{bound}"
            ));
        }
    }
    calls
}

/// What the program writes to its standard output, as a hash, and its exit code.
fn outcome(call: &str) -> String {
    let (name, words) = call.split_once("  ").expect("a file and a command");
    let mut words = words.split(' ');
    let output = program()
        .arg(words.next().expect("a command"))
        .arg(format!("saved_trees/{name}"))
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .expect("the program");
    let printed = without_version(&output.stdout);
    let hash: String = Sha256::digest(printed)[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let code = output.status.code();
    let code = code.map_or("none".to_owned(), |code| code.to_string());
    format!("{call}  {hash} exit {code}")
}

/// Files that can be opened again say which version has written them.
fn without_version(printed: &[u8]) -> Vec<u8> {
    let version = concat!("\"doomtree ", env!("CARGO_PKG_VERSION"), "\"").as_bytes();
    let found = printed
        .windows(version.len())
        .position(|bytes| bytes == version);
    match found {
        Some(at) => [&printed[..at], &printed[at + version.len()..]].concat(),
        None => printed.to_vec(),
    }
}

#[test]
fn what_is_printed_of_the_saved_boards_and_trees_stays_as_it_is() {
    let calls = calls();
    // The large ones first, so that both threads are done at about the same time.
    let mut left: Vec<usize> = (0..calls.len()).collect();
    left.sort_by_key(|&call| LARGE.iter().any(|(name, _)| calls[call].starts_with(name)));
    let left = Mutex::new(left);
    let lines = Mutex::new(vec![String::new(); calls.len()]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = left.lock().expect("a list").pop();
                    let Some(call) = next else {
                        return;
                    };
                    let line = outcome(&calls[call]);
                    lines.lock().expect("a list")[call] = line;
                }
            });
        }
    });
    let mut text = lines.into_inner().expect("a list").join("\n");
    text.push('\n');
    let test = "--test cli what_is_printed";
    golden::expect([golden::compare("outputs.txt", test, &text)]);
}
