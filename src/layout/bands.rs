//! Bands: each subtree owns the columns between its leftmost and its rightmost box, so that
//! siblings are placed from their bounds alone.

use super::shape::Spacing;
use super::tidy::Bounds;

/// The offsets of a node's children, from left to right, relative to their parent. The parent is
/// centered over the first and the last of them.
pub(super) fn place(
    children: impl Iterator<Item = Bounds>,
    spacing: &Spacing,
    offsets: &mut Vec<f64>,
) {
    offsets.clear();
    let mut before: Option<Bounds> = None;
    let mut x = 0.0;
    for bounds in children {
        if let Some(before) = before {
            // A leaf beside a subtree keeps the wide gap too: otherwise two subtrees with a narrow
            // leaf between them could come too close below it.
            let gap = if before.depth == 0 && bounds.depth == 0 {
                spacing.sibling_gap
            } else {
                spacing.sibling_gap.max(spacing.subtree_gap)
            };
            x += before.right + gap - bounds.left;
        }
        offsets.push(x);
        before = Some(bounds);
    }
    let centre = x / 2.0;
    for offset in offsets {
        *offset -= centre;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPACING: Spacing = Spacing {
        sibling_gap: 1.0,
        subtree_gap: 4.0,
        level_height: 10.0,
        node_height: 5.0,
    };

    fn check(children: &[(f64, f64, u32)], expected: &[f64]) {
        let mut offsets = Vec::new();
        let bounds = children
            .iter()
            .map(|&(left, right, depth)| Bounds { left, right, depth });
        place(bounds, &SPACING, &mut offsets);
        assert_eq!(offsets, expected);
    }

    #[test]
    fn leaves_keep_the_sibling_gap_and_subtrees_the_wide_one() {
        check(&[], &[]);
        check(&[(-1.0, 1.0, 0)], &[0.0]);
        check(&[(-1.0, 1.0, 0), (-1.0, 1.0, 0)], &[-1.5, 1.5]);
        check(&[(-1.0, 1.0, 0), (-1.0, 1.0, 1)], &[-3.0, 3.0]);
    }

    #[test]
    fn the_parent_stands_over_the_middle_of_the_outer_children_not_of_the_columns() {
        check(&[(-9.0, 1.0, 2), (-1.0, 1.0, 0)], &[-3.0, 3.0]);
    }
}
