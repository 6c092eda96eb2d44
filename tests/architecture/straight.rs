//! Long work is written straight: what pauses is an async function, no machine that is stepped.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::sources_of;

/// Where work is stepped by an amount: the builder, which is resumed and copied; searches, whose
/// answer can be asked at any time; what the window does between two frames; and lists of tries.
const STEPPED: [&str; 11] = [
    "layout/tidy.rs",
    "search/proof/mod.rs",
    "search/proof/search.rs",
    "search/solver.rs",
    "session/exercise/generator.rs",
    "session/walk/action.rs",
    "session/growing.rs",
    "session/searching.rs",
    "session/walk/unfold.rs",
    "tree/build.rs",
    "tree/unfold.rs",
];

/// Whether a function of this code takes an amount of work to do, and is called again for more.
fn is_stepped(code: &str) -> bool {
    let mut rest = code;
    while let Some(at) = rest.find("fn ") {
        rest = &rest[at + 3..];
        let signature = &rest[..rest.find(['{', ';']).unwrap_or(rest.len())];
        let stepped = ["step", "advance", "go_on"];
        let named = stepped.iter().any(|name| rest.starts_with(name));
        let amount = ["work", "left", "budget"].iter().any(|word| {
            ["usize", "u64", "&mut usize", "&mut u64"]
                .iter()
                .any(|number| signature.contains(&format!(" {word}: {number}")))
        });
        if amount && named && signature.contains("&mut self") {
            return true;
        }
    }
    code.contains("mem::replace(&mut self.stage")
}

#[test]
fn work_that_pauses_is_written_straight() {
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let found: BTreeSet<String> = sources_of(&place)
        .into_iter()
        .filter(|source| is_stepped(&source.code))
        .map(|source| source.path)
        .collect();
    let known: BTreeSet<String> = STEPPED.iter().map(|path| (*path).to_owned()).collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(
        new.is_empty(),
        "write it as an async function with a `work::Control`: {new:?}"
    );
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(gone.is_empty(), "written straight now, or moved: {gone:?}");
}

#[test]
fn a_planted_stepped_function_is_found() {
    assert!(is_stepped("fn step(&mut self, work: usize) -> bool {}"));
    assert!(is_stepped(
        "fn advance(&mut self, graph: &Graph, left: &mut usize) {}"
    ));
    assert!(!is_stepped(
        "async fn find(graph: &Graph, ctl: &Control) -> Self {}"
    ));
    assert!(!is_stepped("fn step(&mut self, forward: bool) {}"));
}
