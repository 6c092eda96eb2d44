//! Folds, queries and large trees: a layout that follows changes agrees with one made at once, what
//! it finds is what a look at every node finds, and nothing about it depends on a tree's depth.

use doomtree::layout::{Layout, MAX_TIDY_NODES, Packing, Point, Rect, TreeShape, Visit};
use support::on_a_small_stack;
use support::trees::{Boxes, SPACING, Tree, Words, random_tree, random_trees};

const BOTH: [Packing; 2] = [Packing::Contours, Packing::Bands];

/// Every number of every shown node agrees with a layout from scratch.
fn agrees(name: &str, tree: &Tree, layout: &Layout, fresh: &Layout) {
    assert_eq!(layout.packing(), fresh.packing(), "{name}");
    assert_eq!(layout.extent(), fresh.extent(), "{name}");
    for (node, _) in tree.positions(fresh) {
        assert_eq!(layout.offset(node), fresh.offset(node), "{name}: {node}");
        assert_eq!(layout.bounds(node), fresh.bounds(node), "{name}: {node}");
        assert_eq!(layout.parent(node), fresh.parent(node), "{name}: {node}");
        let shown = fresh.shown_below(node);
        assert_eq!(layout.shown_below(node), shown, "{name}: {node}");
    }
}

#[test]
fn folds_and_unfolds_in_any_order_give_the_layout_from_scratch() {
    for (seed, mut tree) in random_trees() {
        let mut words = Words::new(1_000 + seed);
        // Some start with much folded, so that much is shown for the first time later.
        for folded in &mut tree.folded {
            *folded = words.below(4) < (seed % 3) as usize;
        }
        let mut layouts = BOTH.map(|packing| Layout::packed(&tree, SPACING, packing));
        for step in 0..30 {
            let changes: Vec<u32> = (0..words.below(3) + 1)
                .map(|_| words.below(tree.parents.len()) as u32)
                .collect();
            for &node in &changes {
                match words.below(6) {
                    0 => tree.widths[node as usize] = (words.below(5) * 20) as f64,
                    1 => _ = tree.add(node, 30.0),
                    _ => tree.folded[node as usize] ^= true,
                }
            }
            for layout in &mut layouts {
                if let [node] = changes[..] {
                    layout.update(&tree, node);
                } else {
                    layout.update_all(&tree, &changes);
                }
                let fresh = Layout::packed(&tree, SPACING, layout.packing());
                agrees(&format!("seed {seed}, step {step}"), &tree, layout, &fresh);
            }
        }
    }
}

#[test]
fn the_packing_follows_from_the_number_of_shown_nodes() {
    let mut tree = random_tree(&mut Words::new(7), 200, Boxes::Varied);
    let part = tree.add(0, 30.0);
    let mut last = part;
    while tree.parents.len() < MAX_TIDY_NODES {
        last = tree.add(part + (last - part) / 3, 30.0);
    }
    let mut layout = Layout::new(&tree, SPACING);
    assert_eq!(layout.packing(), Packing::Contours);
    let one_more = tree.add(last, 30.0);
    layout.update(&tree, last);
    assert_eq!(layout.shown_nodes(), MAX_TIDY_NODES + 1);
    assert_eq!(layout.packing(), Packing::Bands);
    agrees("one more", &tree, &layout, &Layout::new(&tree, SPACING));
    // Hidden while the tree is tidy, changed there, and shown again in bands.
    for node in [last, part] {
        tree.folded[node as usize] = true;
        layout.update(&tree, node);
        assert_eq!(layout.packing(), Packing::Contours);
        agrees("folded", &tree, &layout, &Layout::new(&tree, SPACING));
    }
    tree.folded[last as usize] = false;
    tree.add(one_more, 90.0);
    layout.update_all(&tree, &[last, one_more]);
    tree.folded[part as usize] = false;
    layout.update(&tree, part);
    assert_eq!(layout.packing(), Packing::Bands);
    agrees("unfolded", &tree, &layout, &Layout::new(&tree, SPACING));
}

#[test]
fn a_fold_among_a_million_nodes_asks_only_the_families_up_to_the_root() {
    let mut tree = Tree::full(10, 6);
    let mut layout = Layout::new(&tree, SPACING);
    assert_eq!(layout.shown_nodes(), 1_111_111);
    for node in [3, 5_000, 100_000] {
        for _ in 0..2 {
            tree.folded[node as usize] ^= true;
            tree.asked.set(0);
            layout.update(&tree, node);
            assert!(tree.asked.get() < 250, "{node}: {}", tree.asked.get());
        }
    }
    agrees("back", &tree, &layout, &Layout::new(&tree, SPACING));
    // The root's fold leaves a small tree, and comes back as cheaply.
    for packing in [Packing::Contours, Packing::Bands] {
        tree.folded[0] ^= true;
        tree.asked.set(0);
        layout.update(&tree, 0);
        assert_eq!(layout.packing(), packing);
        assert!(tree.asked.get() < 50, "{}", tree.asked.get());
    }
    agrees("root", &tree, &layout, &Layout::new(&tree, SPACING));
    // A look at a few nodes doesn't ask many.
    tree.asked.set(0);
    let at = layout.position(777_777);
    let mut found = 0;
    layout.visit(&tree, &Rect::around(at, 400.0, 100.0), &mut |_, _, _| {
        found += 1;
        Visit::Descend
    });
    assert!((10..100).contains(&found), "{found}");
    assert_eq!(layout.node_at(&tree, at), Some(777_777));
    assert!(tree.asked.get() < 2_000, "{}", tree.asked.get());
}

#[test]
fn a_look_at_a_few_among_a_million_siblings_asks_only_around_them() {
    let tree = Tree::fan(1_000_000);
    let layout = Layout::new(&tree, SPACING);
    let at = layout.position(777_777);
    // Higher up, edges to far siblings pass by.
    let mut below = Rect::around(at, 60.0, 10.0);
    below.min.y = at.y + 1.0;
    tree.asked.set(0);
    let mut found = Vec::new();
    layout.visit(&tree, &below, &mut |node, _, _| {
        found.push(node);
        Visit::Descend
    });
    assert_eq!(found, [0, 777_776, 777_777, 777_778]);
    assert_eq!(layout.node_at(&tree, at), Some(777_777));
    assert!(tree.asked.get() < 300, "{}", tree.asked.get());
}

#[test]
fn a_layout_made_anew_forgets_what_is_hidden() {
    let mut tree = Tree::full(3, 4);
    let mut layout = Layout::packed(&tree, SPACING, Packing::Bands);
    tree.folded[2] = true;
    layout.update(&tree, 2);
    for width in &mut tree.widths {
        *width += 12.0;
    }
    layout.refresh(&tree);
    tree.folded[2] = false;
    layout.update(&tree, 2);
    let fresh = Layout::packed(&tree, SPACING, Packing::Bands);
    agrees("wider", &tree, &layout, &fresh);
}

#[test]
fn a_layout_made_in_steps_is_the_one_made_at_once() {
    for (seed, tree) in random_trees() {
        let mut layout = Layout::new(&Tree::full(3, 4), SPACING);
        for work in [1, 7, 64] {
            layout.begin(&tree, SPACING);
            let mut steps = 1;
            while !layout.step(&tree, work) {
                steps += 1;
            }
            // Each node is found, and its children are placed.
            assert_eq!(
                steps,
                (2 * tree.parents.len()).div_ceil(work).max(1),
                "{seed}"
            );
            let fresh = Layout::new(&tree, SPACING);
            agrees(
                &format!("seed {seed}, {work} at a time"),
                &tree,
                &layout,
                &fresh,
            );
        }
        // A change before it is done is followed too.
        layout.begin(&tree, SPACING);
        layout.step(&tree, 3);
        layout.update(&tree, 0);
        let fresh = Layout::new(&tree, SPACING);
        agrees(&format!("seed {seed}, changed"), &tree, &layout, &fresh);
    }
}

fn random_rect(words: &mut Words, within: Rect) -> Rect {
    let x = within.min.x - 50.0 + words.part() * (within.width() + 100.0);
    let y = within.min.y - 50.0 + words.part() * (within.height() + 100.0);
    let size = if words.below(2) == 0 { 60.0 } else { 500.0 };
    let centre = Point { x, y };
    Rect::around(centre, words.part() * size, words.part() * size)
}

/// The nodes with something in `rect`, by a look at every node: the rectangle around its subtree,
/// or that around the edge to its parent, meets it.
fn scan(tree: &Tree, layout: &Layout, rect: &Rect) -> Vec<u32> {
    let positions = tree.positions(layout);
    let mut at = vec![Point::default(); tree.parents.len()];
    for &(node, point) in &positions {
        at[node as usize] = point;
    }
    let mut found = vec![false; tree.parents.len()];
    for &(node, point) in positions.iter().rev() {
        let bounds = layout.bounds(node);
        let subtree = Rect {
            min: point.moved(bounds.left, -SPACING.node_height / 2.0),
            max: Point {
                x: point.x + bounds.right,
                y: point.y
                    + f64::from(bounds.depth) * SPACING.level_height
                    + SPACING.node_height / 2.0,
            },
        };
        let edge = tree.parents[node as usize].map(|parent| {
            let above = at[parent as usize];
            Rect {
                min: Point::new(above.x.min(point.x), above.y),
                max: Point::new(above.x.max(point.x), point.y),
            }
        });
        found[node as usize] = subtree.meets(*rect) || edge.is_some_and(|edge| edge.meets(*rect));
    }
    (0..tree.parents.len() as u32)
        .filter(|node| found[*node as usize])
        .collect()
}

#[test]
fn the_nodes_found_in_a_rectangle_are_those_that_meet_it() {
    let (mut most, mut none) = (0, 0);
    for (seed, mut tree) in random_trees() {
        let mut words = Words::new(2_000 + seed);
        for folded in &mut tree.folded {
            *folded = words.below(10) == 0;
        }
        for packing in BOTH {
            let layout = Layout::packed(&tree, SPACING, packing);
            for _ in 0..20 {
                let rect = random_rect(&mut words, layout.extent());
                let mut found = Vec::new();
                layout.visit(&tree, &rect, &mut |node, x, y| {
                    let at = layout.position(node);
                    assert!((at.x - x).abs() < 1e-6 && at.y == y, "seed {seed}: {node}");
                    found.push(node);
                    Visit::Descend
                });
                // Parents come first, siblings in order.
                let order: Vec<u32> = preorder(&tree);
                let place = |node: &u32| order.iter().position(|other| other == node);
                assert!(found.is_sorted_by_key(place), "seed {seed}, {packing:?}");
                found.sort_unstable();
                assert_eq!(
                    found,
                    scan(&tree, &layout, &rect),
                    "seed {seed}, {packing:?}"
                );
                most = most.max(found.len());
                none += usize::from(found.is_empty());
            }
        }
    }
    assert!(most > 50 && none > 50, "{most} {none}");
}

fn preorder(tree: &Tree) -> Vec<u32> {
    let (mut order, mut stack) = (Vec::new(), vec![0]);
    while let Some(node) = stack.pop() {
        order.push(node);
        stack.extend(
            (0..tree.degree(node))
                .rev()
                .map(|index| tree.child(node, index)),
        );
    }
    order
}

#[test]
fn a_visit_leaves_out_what_is_skipped_and_ends_when_told() {
    let tree = Tree::full(3, 4);
    for packing in BOTH {
        let layout = Layout::packed(&tree, SPACING, packing);
        let mut found = 0;
        layout.visit(&tree, &layout.extent(), &mut |_, _, y| {
            found += 1;
            if y < 2.0 * SPACING.level_height {
                Visit::Descend
            } else {
                Visit::Skip
            }
        });
        assert_eq!(found, 1 + 3 + 9);
        let mut found = Vec::new();
        layout.visit(&tree, &layout.extent(), &mut |node, _, _| {
            found.push(node);
            if found.len() < 3 {
                Visit::Descend
            } else {
                Visit::Stop
            }
        });
        assert_eq!(found, [0, 1, 4]);
    }
}

#[test]
fn a_point_hits_the_box_that_holds_it() {
    let (mut hits, mut misses) = (0, 0);
    for (seed, tree) in random_trees() {
        let mut words = Words::new(3_000 + seed);
        for packing in BOTH {
            let layout = Layout::packed(&tree, SPACING, packing);
            let positions = tree.positions(&layout);
            for &(node, at) in &positions {
                assert_eq!(layout.node_at(&tree, at), Some(node), "seed {seed}");
            }
            for _ in 0..50 {
                let rect = random_rect(&mut words, layout.extent());
                let point = rect.min;
                let mut under = positions
                    .iter()
                    .filter(|(node, at)| tree.node_box(*node, *at).contains(point));
                let expected = under.next().map(|(node, _)| *node);
                assert_eq!(layout.node_at(&tree, point), expected, "seed {seed}");
                assert!(under.next().is_none(), "seed {seed}");
                hits += usize::from(expected.is_some());
                misses += usize::from(expected.is_none());
            }
        }
    }
    assert!(hits > 1_000 && misses > 1_000, "{hits} {misses}");
}

#[test]
fn nothing_is_found_outside_the_drawing_or_at_no_place_at_all() {
    let tree = Tree::full(2, 3);
    let layout = Layout::new(&tree, SPACING);
    for (x, y) in [
        (0.0, -9.0),
        (0.0, 1e300),
        (1e300, 0.0),
        (0.0, f64::NAN),
        (f64::NAN, 0.0),
        (f64::NEG_INFINITY, f64::INFINITY),
    ] {
        let point = Point { x, y };
        assert_eq!(layout.node_at(&tree, point), None, "{point:?}");
        layout.visit(&tree, &Rect::around(point, 1.0, 1.0), &mut |node, _, _| {
            panic!("{node} at {point:?}")
        });
    }
}

/// Lays out, asks, folds, unfolds and drops on a stack of 256 KiB.
fn lays_out_on_a_small_stack(tree: Tree, last: u32) {
    on_a_small_stack(move || {
        let mut tree = tree;
        for packing in BOTH {
            let mut layout = Layout::packed(&tree, SPACING, packing);
            assert_eq!(layout.shown_nodes(), 1_000_000);
            let at = layout.position(last);
            assert_eq!(layout.node_at(&tree, at), Some(last));
            let mut found = 0;
            layout.visit(&tree, &layout.extent(), &mut |_, _, _| {
                found += 1;
                Visit::Descend
            });
            assert_eq!(found, 1_000_000);
            let before = layout.extent();
            for node in [last, 0, 0] {
                tree.folded[node as usize] ^= true;
                layout.update(&tree, node);
            }
            assert_eq!(layout.extent(), before);
            tree.folded[last as usize] = false;
            let parent = tree.add(last, 50.0);
            layout.update(&tree, last);
            assert_eq!(layout.shown_nodes(), 1_000_001);
            tree.children[last as usize].clear();
            tree.parents.truncate(parent as usize);
            tree.children.truncate(parent as usize);
            tree.widths.truncate(parent as usize);
            tree.folded.truncate(parent as usize);
        }
    });
}

#[test]
fn a_chain_of_a_million_nodes_needs_no_deep_stack() {
    lays_out_on_a_small_stack(Tree::chain(1_000_000), 999_999);
}

#[test]
fn a_fan_of_a_million_nodes_needs_no_deep_stack() {
    lays_out_on_a_small_stack(Tree::fan(1_000_000), 999_999);
}
