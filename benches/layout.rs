//! Benchmark of layouts: a million nodes from scratch, a fold among them, and a query of a few of
//! them. Each is repeated for a while; the shortest and the median run are printed.

#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

#[path = "engine/times.rs"]
#[allow(dead_code, reason = "another benchmark uses the rest")]
mod times;

use std::hint::black_box;
use std::time::{Duration, Instant};

use doomtree::layout::{Layout, MAX_TIDY_NODES, Packing, Rect, Visit};
use support::trees::{SPACING, Tree};
use times::{Times, timed};

/// Duration of the repetitions of one piece of work, and their minimum and maximum number.
const WHILE: Duration = Duration::from_secs(3);
const MIN_RUNS: usize = 10;
const MAX_RUNS: usize = 10_000;

/// A tree with about a million nodes and families of many sizes, in the order of a breadth-first
/// unfolding.
fn tree(nodes: usize) -> Tree {
    let mut tree = Tree::root(90.0);
    let mut parent = 0;
    while tree.parents.len() < nodes {
        for child in 0..parent % 7 + 1 {
            tree.add(parent, f64::from(60 + 10 * child));
        }
        parent += 1;
    }
    tree
}

fn measure<T>(name: &str, mut work: impl FnMut() -> T) {
    let mut times = Times::default();
    let begun = Instant::now();
    while times.runs() < MIN_RUNS || begun.elapsed() < WHILE && times.runs() < MAX_RUNS {
        let (result, took) = timed(&mut work);
        black_box(result);
        times.push(took);
    }
    let (median, min) = (times.median(), times.min());
    println!("{name:<36} {median:>12.4} ms, at least {min:.4} ms");
}

fn main() {
    if !std::env::args().any(|word| word == "--bench") {
        println!("nothing is measured without --bench: use cargo bench --bench layout");
        return;
    }
    let small = tree(MAX_TIDY_NODES - 10);
    measure("20,000 nodes in contours", || {
        Layout::packed(&small, SPACING, Packing::Contours)
    });
    drop(small);
    let mut large = tree(1_000_000);
    for packing in [Packing::Contours, Packing::Bands] {
        measure(&format!("a million nodes in {packing:?}"), || {
            Layout::packed(&large, SPACING, packing)
        });
    }
    let mut layout = Layout::new(&large, SPACING);
    measure("refresh a million nodes", || layout.refresh(&large));
    for (name, node) in [("near the root", 1), ("far from the root", 200_000)] {
        measure(&format!("fold and unfold {name}"), || {
            for _ in 0..2 {
                large.folded[node as usize] ^= true;
                layout.update(&large, node);
            }
        });
    }
    let at = layout.position(900_000);
    for (width, height) in [(1_400.0, 800.0), (60_000.0, 800.0)] {
        let rect = Rect::around(at, width, height);
        let mut seen = 0;
        let mut look = || {
            seen = 0;
            layout.visit(&large, &rect, &mut |node, _, _| {
                seen += usize::from(black_box(node) > 0);
                Visit::Descend
            });
            seen
        };
        let name = format!("visit {} nodes in view", look());
        measure(&name, look);
    }
    measure("find the node at a point", || {
        layout.node_at(&large, black_box(at))
    });
}
