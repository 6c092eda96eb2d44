//! What looks right in a drawn tree, as assertions on random trees; and that changes and queries
//! agree with the drawing as a whole.

use std::collections::BTreeMap;

use doomtree::layout::{Layout, Packing};
use support::trees::{SPACING, Tree, random_trees};

const EPSILON: f64 = 1e-6;

const BOTH: [Packing; 2] = [Packing::Contours, Packing::Bands];

/// Every random tree in both packings.
fn drawings(mut check: impl FnMut(&str, &Tree, &Layout)) {
    for (seed, tree) in random_trees() {
        for packing in BOTH {
            let layout = Layout::packed(&tree, SPACING, packing);
            check(&format!("seed {seed}, {packing:?}"), &tree, &layout);
        }
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < EPSILON
}

#[test]
fn boxes_of_a_row_stand_in_order_and_keep_their_gaps() {
    drawings(|name, tree, layout| {
        let mut neighbours = 0;
        // Breadth-first, with siblings from left to right: rows come out from left to right.
        for pair in tree.positions(layout).windows(2) {
            let [(a, at_a), (b, at_b)] = [pair[0], pair[1]];
            if at_a.y != at_b.y {
                continue;
            }
            neighbours += 1;
            let gap = if tree.parents[a as usize] == tree.parents[b as usize] {
                SPACING.sibling_gap
            } else {
                SPACING.subtree_gap
            };
            let between = tree.node_box(b, at_b).min.x - tree.node_box(a, at_a).max.x;
            assert!(between > gap - EPSILON, "{name}: {a} and {b}: {between}");
        }
        assert!(neighbours > 0 || tree.parents.len() < 40, "{name}");
    });
}

#[test]
fn a_parent_stands_over_the_middle_of_its_first_and_last_child() {
    drawings(|name, tree, layout| {
        for (node, children) in tree.children.iter().enumerate() {
            if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
                let middle = (layout.offset(first) + layout.offset(last)) / 2.0;
                assert!(close(middle, 0.0), "{name}: {node}: {middle}");
            }
        }
    });
}

#[test]
fn siblings_stand_in_the_order_that_the_caller_gives() {
    for (seed, mut tree) in random_trees() {
        for (packing, mirrored) in [(BOTH[0], false), (BOTH[1], false), (BOTH[0], true)] {
            tree.mirrored = mirrored;
            let layout = Layout::packed(&tree, SPACING, packing);
            for children in &tree.children {
                assert!(
                    children.is_sorted_by(|a, b| {
                        (layout.offset(*a) < layout.offset(*b)) != mirrored
                    }),
                    "seed {seed}, {packing:?}"
                );
            }
        }
    }
}

#[test]
fn a_mirrored_tree_gives_the_mirrored_drawing() {
    for (seed, mut tree) in random_trees() {
        for packing in BOTH {
            tree.mirrored = false;
            let layout = Layout::packed(&tree, SPACING, packing);
            tree.mirrored = true;
            let mirrored = Layout::packed(&tree, SPACING, packing);
            for node in 0..tree.parents.len() as u32 {
                let (a, b) = (layout.offset(node), mirrored.offset(node));
                assert!(close(a, -b), "seed {seed}, {packing:?}: {node}: {a} {b}");
            }
        }
    }
}

#[test]
fn equal_subtrees_are_drawn_equally_wherever_they_stand() {
    drawings(|name, tree, layout| {
        // Subtrees of one kind have equal boxes and, in order, children of equal kinds.
        let mut kinds = BTreeMap::new();
        let mut drawn: Vec<Vec<f64>> = Vec::new();
        let mut kind_of = vec![0; tree.parents.len()];
        for node in (0..tree.parents.len()).rev() {
            let children = &tree.children[node];
            let below: Vec<usize> = children.iter().map(|c| kind_of[*c as usize]).collect();
            let key = (tree.widths[node].to_bits(), below);
            let offsets: Vec<f64> = children.iter().map(|child| layout.offset(*child)).collect();
            let new = drawn.len();
            let kind = *kinds.entry(key).or_insert(new);
            if kind == new {
                drawn.push(offsets);
            } else {
                assert_eq!(drawn[kind], offsets, "{name}: {node}");
            }
            kind_of[node] = kind;
        }
    });
}

#[test]
fn bounds_are_exactly_the_extent_of_the_boxes_below() {
    drawings(|name, tree, layout| {
        let positions: BTreeMap<_, _> = tree.positions(layout).into_iter().collect();
        let mut extents: Vec<_> = (0..tree.parents.len() as u32)
            .map(|node| tree.node_box(node, positions[&node]))
            .collect();
        for node in (1..extents.len()).rev() {
            let parent = tree.parents[node].expect("not the root") as usize;
            let below = extents[node];
            let above = &mut extents[parent];
            above.min.x = above.min.x.min(below.min.x);
            above.max.x = above.max.x.max(below.max.x);
            above.max.y = above.max.y.max(below.max.y);
        }
        for (node, extent) in extents.iter().enumerate() {
            let at = positions[&(node as u32)];
            let bounds = layout.bounds(node as u32);
            assert!(close(at.x + bounds.left, extent.min.x), "{name}: {node}");
            assert!(close(at.x + bounds.right, extent.max.x), "{name}: {node}");
            let rows = (extent.height() - SPACING.node_height) / SPACING.level_height;
            assert_eq!(f64::from(bounds.depth), rows, "{name}: {node}");
        }
        let whole = layout.extent();
        assert!(close(whole.width(), extents[0].width()), "{name}");
        assert!(close(whole.height(), extents[0].height()), "{name}");
        assert_eq!(layout.shown_nodes(), tree.parents.len(), "{name}");
    });
}

#[test]
fn contours_are_never_wider_than_bands_and_often_narrower() {
    let mut narrower = 0;
    // With boxes of equal width: a box wider than what stands below it can hang over on one side.
    for (seed, tree) in random_trees().filter(|(seed, _)| seed % 2 == 0) {
        let [contours, bands] =
            BOTH.map(|packing| Layout::packed(&tree, SPACING, packing).extent().width());
        assert!(contours < bands + EPSILON, "seed {seed}");
        narrower += usize::from(contours < 0.9 * bands);
    }
    assert!(narrower > 30, "{narrower}");
}

#[test]
fn a_row_is_a_ply_and_every_position_adds_up() {
    drawings(|name, tree, layout| {
        for (node, at) in tree.positions(layout) {
            let found = layout.position(node);
            assert!(close(found.x, at.x), "{name}: {node}");
            assert_eq!(found.y, at.y, "{name}: {node}");
            assert_eq!(layout.parent(node), tree.parents[node as usize], "{name}");
            let found = layout.node_box(tree, node);
            assert!(close(found.min.x, tree.node_box(node, at).min.x), "{name}");
        }
    });
}

/// How far the centres of two sibling subtrees must be apart, by looking at every pair of boxes.
fn apart(left: &[(usize, f64, f64)], right: &[(usize, f64, f64)]) -> f64 {
    let mut distance = f64::NEG_INFINITY;
    for (level, _, edge) in left {
        for (other, start, _) in right {
            if level == other {
                let gap = if *level == 0 {
                    SPACING.sibling_gap
                } else {
                    SPACING.subtree_gap
                };
                distance = distance.max(edge + gap - start);
            }
        }
    }
    distance
}

/// The slow, obvious packing: every subtree as far left as every box of every subtree before it
/// lets it; the same from the right; and the middle of both.
#[test]
fn contours_pack_every_family_as_all_pairs_of_boxes_say() {
    for (seed, tree) in random_trees() {
        let layout = Layout::packed(&tree, SPACING, Packing::Contours);
        let mut boxes: Vec<Vec<(usize, f64, f64)>> = vec![Vec::new(); tree.parents.len()];
        for node in (0..tree.parents.len()).rev() {
            let children = &tree.children[node];
            let count = children.len();
            let (mut from_left, mut from_right) = (vec![0.0_f64; count], vec![0.0_f64; count]);
            let between = |a: usize, b: usize| {
                apart(&boxes[children[a] as usize], &boxes[children[b] as usize])
            };
            for i in 1..count {
                let places = (0..i).map(|j| from_left[j] + between(j, i));
                from_left[i] = places.fold(f64::NEG_INFINITY, f64::max);
            }
            for i in (0..count.saturating_sub(1)).rev() {
                let places = (i + 1..count).map(|j| from_right[j] - between(i, j));
                from_right[i] = places.fold(f64::INFINITY, f64::min);
            }
            let mut own = vec![(0, -tree.widths[node] / 2.0, tree.widths[node] / 2.0)];
            for (i, child) in children.iter().enumerate() {
                let left = from_left[i] - from_left[count - 1] / 2.0;
                let right = from_right[i] - from_right[0] / 2.0;
                let offset = layout.offset(*child);
                assert!(
                    close(offset, (left + right) / 2.0),
                    "seed {seed}: child {child} of {node}"
                );
                let below = &boxes[*child as usize];
                own.extend(
                    below
                        .iter()
                        .map(|(l, a, b)| (l + 1, a + offset, b + offset)),
                );
            }
            boxes[node] = own;
        }
    }
}
