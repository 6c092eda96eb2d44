//! The house plan as a test: which folder may name which, and who may name what from outside.

#![allow(clippy::disallowed_methods, reason = "a test may read the source")]

mod circles;
mod figures;
mod icons;
mod picture;
mod source_text;
mod straight;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use source_text::{code_of, paths, tokens};

/// Every folder of src, with the folders that it may name. An arrow that isn't here points up.
const ARROWS: [(&str, &[&str]); 17] = [
    ("game", &[]),
    ("games", &["game"]),
    ("work", &[]),
    ("tree", &["game", "work"]),
    ("layout", &[]),
    ("rating", &["game", "tree", "work"]),
    ("search", &["game", "tree", "work"]),
    ("words", &["game", "rating", "search", "tree"]),
    (
        "diagram",
        &["game", "layout", "rating", "search", "tree", "words"],
    ),
    (
        "save",
        &["game", "games", "rating", "search", "tree", "words", "work"],
    ),
    (
        "session",
        &[
            "diagram", "game", "games", "layout", "rating", "save", "search", "tree", "words",
            "work",
        ],
    ),
    (
        "export",
        &[
            "diagram", "game", "games", "layout", "rating", "save", "search", "session", "tree",
            "words", "work",
        ],
    ),
    ("programs", &["game"]),
    (
        "library",
        &[
            "diagram", "export", "game", "games", "rating", "save", "session", "tree", "work",
        ],
    ),
    (
        "app",
        &[
            "diagram", "export", "game", "games", "layout", "programs", "rating", "save", "search",
            "session", "tree", "words", "work",
        ],
    ),
    (
        "cli",
        &[
            "app", "diagram", "export", "game", "games", "layout", "library", "programs", "rating",
            "save", "search", "session", "tree", "words", "work",
        ],
    ),
    ("main", &["app", "cli"]),
];

/// The floors of the window, from the ground up, with the floors that each may name. The face of the
/// window, `app/mod.rs`, names what it shows to the command line.
const FLOORS: [(&str, &[&str]); 9] = [
    ("base", &[]),
    ("intent", &["base"]),
    ("document", &["base", "intent"]),
    ("parts", &["base", "document", "intent"]),
    ("views", &["base", "document", "intent", "parts"]),
    ("tools", &["base", "document", "intent", "parts"]),
    ("dialogs", &["base", "document", "intent", "parts"]),
    (
        "shell",
        &[
            "base", "dialogs", "document", "intent", "parts", "tools", "views",
        ],
    ),
    ("start", &["base", "document", "intent", "shell"]),
];

/// The floors on which no room may name another one.
const APART: [&str; 2] = ["views", "tools"];

/// Crates and modules that only some folders may name.
const OUTSIDE: [(&str, &[&str]); 10] = [
    ("egui", &["app"]),
    ("egui_extras", &["app"]),
    ("eframe", &["app"]),
    ("rfd", &["app"]),
    ("petgraph", &["library", "tree"]),
    ("serde", &["save", "library", "cli", "app"]),
    ("serde_json", &["save", "cli", "app"]),
    ("std::thread", &["app", "cli", "programs", "save"]),
    (
        "std::time",
        &["app", "cli", "library", "programs", "save", "work"],
    ),
    ("std::fs", &["app", "cli", "save"]),
];

/// A source file of the library: where it stands, and what of it is no test.
struct Source {
    folder: String,
    path: String,
    code: String,
    text: String,
}

/// The modules that a file is in, from the crate's root down: its own module.
fn module_of(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    path.split('/').map(str::to_owned).collect()
}

/// A path that stands in a module, from the crate's root down.
fn from_root(path: &[String], module: &[String]) -> Vec<String> {
    let mut here = match path[0].as_str() {
        "crate" | "doomtree" => Vec::new(),
        _ => module.to_vec(),
    };
    for word in path {
        match word.as_str() {
            "crate" | "doomtree" | "self" => {}
            "super" => {
                here.pop();
            }
            word => here.push(word.to_owned()),
        }
    }
    here
}

/// What a file names inside the crate, from the crate's root down.
fn named_paths(source: &Source) -> BTreeSet<Vec<String>> {
    if source.path == "lib.rs" {
        return BTreeSet::new();
    }
    let module = module_of(&source.path);
    paths(&source.code, &["crate", "super", "self", "doomtree"])
        .iter()
        .map(|path| from_root(path, &module))
        .filter(|path| !path.is_empty())
        .collect()
}

/// The faults of one file of the window, which may only name its own room and the floors below.
fn floor_faults(source: &Source) -> Vec<String> {
    let path = &source.path;
    let mut here = path.trim_end_matches(".rs").split('/').skip(1);
    let (floor, room) = (here.next().unwrap_or_default(), here.next());
    if floor == "mod" {
        return Vec::new();
    }
    let Some((_, below)) = FLOORS.iter().find(|(name, _)| *name == floor) else {
        return vec![format!(
            "src/{path} stands on no floor of the window: give it one of those in FLOORS"
        )];
    };
    let mut faults = BTreeSet::new();
    for named in named_paths(source) {
        let [app, other, rest @ ..] = &named[..] else {
            continue;
        };
        if app != "app" {
            continue;
        }
        if !FLOORS.iter().any(|(name, _)| name == other) {
            faults.insert(format!(
                "src/{path} names '{other}' of app/mod.rs, which is for those outside: name its own place"
            ));
        } else if other != floor && !below.contains(&other.as_str()) {
            faults.insert(format!(
                "src/{path} names '{other}', and no arrow leads there from '{floor}': move what it needs down, or ask for it by a command"
            ));
        } else if other == floor
            && APART.contains(&floor)
            && rest.first().map(String::as_str) != room
        {
            let other = rest.first().map_or("", String::as_str);
            faults.insert(format!(
                "src/{path} names the room '{other}' beside it: move what both need to 'parts' or below"
            ));
        }
    }
    faults.into_iter().collect()
}

/// The faults of one file, as sentences.
fn faults(source: &Source, folders: &BTreeSet<String>) -> Vec<String> {
    let Source {
        folder,
        path,
        code,
        text,
    } = source;
    let mut faults = Vec::new();
    if !text.starts_with("//!") {
        faults.push(format!(
            "src/{path} doesn't begin by saying what it is: start it with '//!'"
        ));
    }
    if folder == "lib" {
        return faults;
    }
    let arrows: BTreeMap<&str, &[&str]> = ARROWS.into_iter().collect();
    let Some(allowed) = arrows.get(folder.as_str()) else {
        faults.push(format!(
            "src/{path} is in the folder '{folder}', which the plan doesn't know: give it its arrows in ARROWS"
        ));
        return faults;
    };
    if folder == "app" {
        faults.extend(floor_faults(source));
    }
    let named: BTreeSet<String> = named_paths(source)
        .into_iter()
        .map(|path| path[0].clone())
        .collect();
    for named in named {
        if named == *folder || !(arrows.contains_key(named.as_str()) || folders.contains(&named)) {
            continue;
        }
        if !allowed.contains(&named.as_str()) {
            faults.push(format!(
                "src/{path} names '{named}', and no arrow leads there from '{folder}': move what it needs down"
            ));
        } else if !folders.contains(&named) {
            faults.push(format!(
                "src/{path} names the folder '{named}', which doesn't exist"
            ));
        }
    }
    let words = tokens(code);
    for (outside, allowed) in OUTSIDE {
        let parts: Vec<&str> = outside.split("::").collect();
        let names_it = match parts[..] {
            [single] => words.iter().any(|word| word == single),
            _ => paths(code, &parts[..1]).iter().any(|found| {
                found
                    .iter()
                    .map(String::as_str)
                    .take(parts.len())
                    .eq(parts.iter().copied())
            }),
        };
        if names_it && !allowed.contains(&folder.as_str()) {
            faults.push(format!(
                "src/{path} names '{outside}', which is for {} alone",
                allowed.join(" and ")
            ));
        }
    }
    if path != "games/mod.rs" {
        for name in matched_game_names(text) {
            faults.push(format!(
                "src/{path} branches on the game '{name}': the table of games is src/games/mod.rs"
            ));
        }
    }
    faults
}

/// The games' names that stand in an arm of a `match`, outside tests.
fn matched_game_names(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    for line in code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
    {
        let Some((pattern, _)) = line.split_once("=>") else {
            continue;
        };
        let constant = [
            "dice_of_doom::NAME",
            "scripted::NAME",
            "tic_tac_toe::NAME",
            "trilobite::NAME",
        ];
        let text = [
            "\"dice-of-doom\"",
            "\"scripted\"",
            "\"tic-tac-toe\"",
            "\"trilobite\"",
        ];
        for name in constant
            .iter()
            .chain(&text)
            .filter(|name| pattern.contains(**name))
        {
            names.push((*name).to_owned());
        }
    }
    names
}

fn source(path: &str, text: &str) -> Source {
    let folder = path
        .split('/')
        .next()
        .unwrap_or_default()
        .trim_end_matches(".rs");
    Source {
        folder: folder.to_owned(),
        path: path.to_owned(),
        code: code_of(text),
        text: text.to_owned(),
    }
}

fn sources() -> Vec<Source> {
    sources_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

/// The sources below a folder.
fn sources_of(root: &Path) -> Vec<Source> {
    let mut waiting: Vec<PathBuf> = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            let entries = path.read_dir().expect("a folder of src");
            waiting.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let inside = path.strip_prefix(root).expect("it is below src");
            let name = inside.to_str().expect("an ASCII name").replace('\\', "/");
            let text = std::io::read_to_string(std::fs::File::open(&path).expect("a file"));
            source(&name, &text.expect("UTF-8"))
        })
        .collect()
}

fn folders_of(sources: &[Source]) -> BTreeSet<String> {
    sources.iter().map(|source| source.folder.clone()).collect()
}

#[test]
fn every_arrow_points_down() {
    let sources = sources();
    assert!(
        sources.len() > 20,
        "src has more files than {}",
        sources.len()
    );
    let folders = folders_of(&sources);
    let faults: Vec<String> = sources
        .iter()
        .flat_map(|source| faults(source, &folders))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_table_of_allowed_arrows_has_no_cycle() {
    // Folders come after all that they may name, but for the window that the command line opens.
    for (place, (folder, allowed)) in ARROWS.iter().enumerate() {
        for other in *allowed {
            let found = ARROWS[..place].iter().any(|(before, _)| before == other);
            assert!(found, "{folder} may name {other}, which comes later");
        }
    }
}

/// What is said of a file with this text at this place, everything of the plan being there.
fn said(path: &str, text: &str) -> Vec<String> {
    let folders = ARROWS
        .iter()
        .map(|(folder, _)| (*folder).to_owned())
        .collect();
    faults(&source(path, &format!("//! A file.\n{text}")), &folders)
}

#[test]
fn planted_arrows_that_point_up_are_found() {
    for (path, text, word) in [
        ("game/mod.rs", "use crate::tree::Graph;", "'tree'"),
        (
            "game/picture.rs",
            "fn f() { crate::games::open(); }",
            "'games'",
        ),
        ("layout/mod.rs", "use crate::{rating::Ratings};", "'rating'"),
        ("layout/tidy.rs", "use super::super::tree::Graph;", "'tree'"),
        (
            "tree/graph.rs",
            "use super::super::{game::Kind, rating::{Rating, Ratings}};",
            "'rating'",
        ),
        (
            "tree/graph.rs",
            "use crate::{game::{Kind, Player}, rating};",
            "'rating'",
        ),
        (
            "tree/graph.rs",
            "use crate::{game::{Kind as K, Player}, rating as r};",
            "'rating'",
        ),
        ("tree/mod.rs", "use super::session;", "'session'"),
        (
            "rating/deep/er.rs",
            "use super::super::super::layout::Rect;",
            "'layout'",
        ),
        (
            "rating/mod.rs",
            "pub(in crate::diagram) fn f() {}",
            "'diagram'",
        ),
        ("games/mod.rs", "use crate  ::\n tree :: Graph;", "'tree'"),
        ("save/mod.rs", "use crate::session::Rated;", "'session'"),
        (
            "diagram/mod.rs",
            "fn f<'a>(x: &'a crate::session::Rated) {}",
            "'session'",
        ),
        (
            "session/mod.rs",
            "fn f() -> char { '\"' } use crate::app::App;",
            "'app'",
        ),
        (
            "app/base/job.rs",
            "use crate::app::intent::Command;",
            "'intent'",
        ),
        (
            "app/document/model.rs",
            "use super::super::shell::Explorer;",
            "'shell'",
        ),
        (
            "app/views/map/mod.rs",
            "use crate::app::views::tree::Panel;",
            "'tree'",
        ),
        (
            "app/tools/find/mod.rs",
            "use super::super::line::LinePanel;",
            "'line'",
        ),
        (
            "app/tools/line.rs",
            "use crate::app::views::tree::Panel;",
            "'views'",
        ),
        (
            "app/dialogs/open.rs",
            "use crate::app::tools::setup::Field;",
            "'tools'",
        ),
        (
            "app/views/tree/mod.rs",
            "use crate::app::Explorer;",
            "'Explorer'",
        ),
        ("app/explorer.rs", "", "no floor"),
        ("app/mod.rs", "use crate::cli::run;", "'cli'"),
        ("main.rs", "use doomtree::{cli, tree};", "'tree'"),
        (
            "main.rs",
            "fn main() { doomtree::session::open(); }",
            "'session'",
        ),
        ("tree/mod.rs", "use eframe::Frame;", "'eframe'"),
        ("diagram/mod.rs", "fn f(c: egui::Color32) {}", "'egui'"),
        ("export/mod.rs", "use serde::Serialize;", "'serde'"),
        ("rating/mod.rs", "use petgraph::Graph;", "'petgraph'"),
        (
            "session/mod.rs",
            "fn f() { std::thread::spawn(|| ()); }",
            "'std::thread'",
        ),
        (
            "tree/mod.rs",
            "use std::{fmt, time::Instant};",
            "'std::time'",
        ),
        ("export/mod.rs", "use std::fs::File;", "'std::fs'"),
        (
            "session/mod.rs",
            "match name { \"scripted\" => 1, _ => 2 }",
            "\"scripted\"",
        ),
        (
            "cli/mod.rs",
            "match name { dice_of_doom::NAME => 1, _ => 2 }",
            "dice_of_doom::NAME",
        ),
        ("strange/mod.rs", "", "'strange'"),
    ] {
        let said = said(path, text);
        assert_eq!(said.len(), 1, "{path} {text}: {said:?}");
        assert!(said[0].contains(word), "{path} {text}: {said:?}");
    }
}

#[test]
fn arrows_that_point_down_are_no_faults() {
    for (path, text) in [
        ("tree/graph.rs", "use crate::game::{Player, Rational};"),
        ("tree/graph.rs", "use super::build::Builder;"),
        (
            "tree/graph.rs",
            "// use crate::rating::Rating;\n/* crate::app */",
        ),
        (
            "tree/graph.rs",
            "const X: &str = \"crate::rating \\\" crate::app\";",
        ),
        (
            "tree/graph.rs",
            "const X: &str = r#\"crate::rating \" crate::app\"#;",
        ),
        (
            "tree/graph.rs",
            "#[cfg(test)]\nmod tests { use crate::games::scripted::Scripted; }",
        ),
        ("tree/graph.rs", "use petgraph::graph::DiGraph;"),
        (
            "games/scripted/parse.rs",
            "use crate::games::Setup; use super::super::WithGame;",
        ),
        ("games/scripted/parse.rs", "use super::{Scripted, build};"),
        (
            "cli/mod.rs",
            "fn f() { crate::app::run(); std::fs::metadata(x); }",
        ),
        (
            "app/base/job.rs",
            "use std::{thread, time::Instant}; use eframe::egui;",
        ),
        (
            "app/tools/find/mod.rs",
            "use super::find::work::State; use crate::app::parts::canvas;",
        ),
        (
            "app/tools/find/work.rs",
            "use super::Find; use crate::app::tools::find::panel;",
        ),
        (
            "app/mod.rs",
            "pub use shell::Explorer; use tools::find::Find;",
        ),
        (
            "app/shell/mod.rs",
            "use crate::app::tools::find::Find; use crate::app::views::map::Map;",
        ),
        ("main.rs", "fn main() { doomtree::cli::main() }"),
        ("lib.rs", "pub mod app; pub use crate::tree::Graph;"),
        ("layout/mod.rs", "fn f<'r>(x: &'r str) -> char { 'x' }"),
    ] {
        assert_eq!(said(path, text), [""; 0], "{path} {text}");
    }
}

#[test]
fn a_file_without_its_first_sentence_and_a_folder_that_is_not_there_are_found() {
    let none = BTreeSet::new();
    let said = faults(&source("tree/mod.rs", "use crate::game::Kind;"), &none);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("'//!'"), "{said:?}");
    assert!(said[1].contains("'game', which doesn't exist"), "{said:?}");
}
