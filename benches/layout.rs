//! How long layouts take: a million nodes from scratch, a fold among them, a look at a few of them.

#[path = "../tests/common/trees.rs"]
mod trees;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use doomtree::layout::{Layout, MOST_TIDY_NODES, Packing, Rect, Visit};
use trees::{SPACING, Tree};

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

fn layouts(criterion: &mut Criterion) {
    let small = tree(MOST_TIDY_NODES - 10);
    let mut group = criterion.benchmark_group("layout");
    group.sample_size(10);
    group.bench_function("20,000 nodes in contours", |bencher| {
        bencher.iter(|| Layout::packed(&small, SPACING, Packing::Contours));
    });
    drop(small);
    let mut large = tree(1_000_000);
    for packing in [Packing::Contours, Packing::Bands] {
        group.bench_function(format!("a million nodes in {packing:?}"), |bencher| {
            bencher.iter(|| Layout::packed(&large, SPACING, packing));
        });
    }
    let mut layout = Layout::new(&large, SPACING);
    group.bench_function("refresh a million nodes", |bencher| {
        bencher.iter(|| layout.refresh(&large));
    });
    for (name, node) in [("near the root", 1), ("far from the root", 200_000)] {
        group.bench_function(format!("fold and unfold {name}"), |bencher| {
            bencher.iter(|| {
                for _ in 0..2 {
                    large.folded[node as usize] ^= true;
                    layout.update(&large, node);
                }
            });
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
        group.bench_function(name, |bencher| bencher.iter(&mut look));
    }
    group.bench_function("find the node at a point", |bencher| {
        bencher.iter(|| layout.node_at(&large, black_box(at)));
    });
    group.finish();
}

criterion_group!(benches, layouts);
criterion_main!(benches);
