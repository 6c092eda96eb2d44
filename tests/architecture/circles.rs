//! Files that name each other in a circle.

use std::collections::BTreeMap;

use crate::source_text::{passed_on, paths};
use crate::{Source, from_root, module_of, named_paths, source, sources};

/// As many files may name each other in a circle.
const CIRCLE: usize = 4;

/// The circles of files that name each other, the largest first. What a face passes on is its own file's.
pub fn circles(sources: &[Source]) -> Vec<Vec<&str>> {
    let modules: BTreeMap<Vec<String>, usize> = sources
        .iter()
        .enumerate()
        .map(|(index, source)| (module_of(&source.path), index))
        .collect();
    let mut passed: BTreeMap<(usize, String), Vec<String>> = BTreeMap::new();
    for (index, source) in sources.iter().enumerate() {
        for path in passed_on(&source.code) {
            let name = path.last().expect("a path has words").clone();
            let path = from_root(&path, &module_of(&source.path));
            passed.insert((index, name), path);
        }
    }
    let file = |path: Vec<String>| -> Option<usize> {
        let mut path = path;
        // A name may be passed on by one face after the other.
        for _ in 0..8 {
            let deepest = (1..=path.len()).rev();
            let (len, index) = deepest
                .filter_map(|len| Some((len, *modules.get(&path[..len])?)))
                .next()?;
            let next = path
                .get(len)
                .and_then(|name| passed.get(&(index, name.clone())));
            match next {
                Some(next) => path = next.iter().chain(&path[len + 1..]).cloned().collect(),
                None => return Some(index),
            }
        }
        None
    };
    let mut graph = petgraph::graph::DiGraph::<usize, ()>::new();
    let nodes: Vec<_> = (0..sources.len()).map(|it| graph.add_node(it)).collect();
    for (index, source) in sources.iter().enumerate() {
        let here = module_of(&source.path);
        let mut named = named_paths(source);
        // The folders that it lies in are named by `pub(super)` and `pub(in …)` alone.
        named.retain(|path| !here.starts_with(path));
        // Its own children are named without a word before them; a word alone may be a variable.
        let children: Vec<&str> = modules
            .keys()
            .filter(|path| path.len() == here.len() + 1 && path.starts_with(&here))
            .filter_map(|path| path.last().map(String::as_str))
            .collect();
        let of_children = paths(&source.code, &children);
        let of_children = of_children.iter().filter(|path| path.len() > 1);
        named.extend(of_children.map(|path| from_root(path, &here)));
        for other in named.into_iter().filter_map(file) {
            if other != index {
                graph.update_edge(nodes[index], nodes[other], ());
            }
        }
    }
    let parts = petgraph::algo::tarjan_scc(&graph).into_iter();
    let mut circles: Vec<Vec<&str>> = parts
        .filter(|part| part.len() > 1)
        .map(|part| {
            let files = part.iter().map(|node| sources[graph[*node]].path.as_str());
            let mut files: Vec<&str> = files.collect();
            files.sort_unstable();
            files
        })
        .collect();
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

#[test]
fn few_files_name_each_other_in_a_circle() {
    let sources = sources();
    let faults: Vec<String> = circles(&sources)
        .into_iter()
        .filter(|circle| circle.len() > CIRCLE)
        .map(|circle| {
            format!(
                "{} files name each other in a circle: move what they share down. {}",
                circle.len(),
                circle.join(", ")
            )
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn planted_circles_are_found() {
    let sources = [
        source(
            "tree/mod.rs",
            "mod graph; mod order; pub use graph::Graph; pub struct Limits;",
        ),
        // By the face, to a file beside it; `super` alone only says who may name it.
        source(
            "tree/graph.rs",
            "use crate::tree::order::sort; pub(super) fn f() {}",
        ),
        source("tree/order.rs", "use super::{Graph, graph::Vertex};"),
        // To the face itself, which names none but the graph.
        source("tree/fill.rs", "use super::Limits;"),
        source("game/mod.rs", "fn f(graph: u8) { crate::tree::Limits; }"),
    ];
    assert_eq!(circles(&sources), [["tree/graph.rs", "tree/order.rs"]]);
    let sources = [
        source("tree/mod.rs", "mod graph; fn f() { graph::fill(); }"),
        source("tree/graph.rs", "use super::Limits;"),
    ];
    assert_eq!(circles(&sources), [["tree/graph.rs", "tree/mod.rs"]]);
}
