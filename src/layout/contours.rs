//! Tidy packing by contours (subtrees move together until their outlines touch, row by row), and
//! bands (each subtree owns the columns between its leftmost and its rightmost box, so that
//! siblings are placed from their bounds alone).
//!
//! The aesthetics are those of Reingold and Tilford (1981), with n-ary trees as in Kennedy (1996).
//! One packing pushes every subtree as far left as possible, one as far right. The middle of both
//! is as narrow as either, and is its own mirror image. Walker's (1990) spreading of small subtrees
//! between large ones is left out, since it depends on the reading direction. As in Buchheim,
//! Jünger and Leipert (2002) and van der Ploeg (2014), the algorithm is linear: joining sibling
//! subtrees costs the sum of their depths without the deepest.

use super::shape::Spacing;
use super::tidy::Bounds;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Extents {
    left: f64,
    right: f64,
}

/// The outline of a laid subtree: the extent of every row, relative to the subtree's root.
#[derive(Debug, Default)]
struct Contour {
    /// Added to every row, so that a whole contour moves at once.
    shift: f64,
    /// The deepest row first, so that a new root is pushed.
    rows: Vec<Extents>,
}

impl Contour {
    fn levels(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, level: usize) -> Extents {
        let row = self.rows[self.rows.len() - 1 - level];
        Extents {
            left: row.left + self.shift,
            right: row.right + self.shift,
        }
    }
}

/// Packs families from the leaves up: a node comes after all of its children, and among siblings
/// the last comes first.
#[derive(Debug, Default)]
pub(super) struct Packer {
    /// The contours that no parent has taken yet; a family's first child is on top.
    waiting: Vec<Contour>,
    leftmost: Vec<f64>,
    rightmost: Vec<f64>,
    outer: Vec<usize>,
}

impl Packer {
    /// The offsets of the `count` children of the next node. Their contours are joined, with the
    /// node's own box of this width on top. If it has no children, its contour includes a hanging
    /// shape of this width below.
    pub(super) fn place(
        &mut self,
        count: usize,
        [width, below]: [f64; 2],
        spacing: &Spacing,
        offsets: &mut Vec<f64>,
    ) {
        offsets.clear();
        let first = self.waiting.len() - count;
        // From left to right.
        let family = &mut self.waiting[first..];
        family.reverse();
        pack_left(family, spacing, &mut self.leftmost, &mut self.outer);
        pack_right(family, spacing, &mut self.rightmost, &mut self.outer);
        offsets.extend(
            self.leftmost
                .iter()
                .zip(&self.rightmost)
                .map(|(left, right)| (left + right) / 2.0),
        );
        let mut joined = join(family, offsets);
        self.waiting.truncate(first);
        if count == 0 && below > 0.0 {
            joined.rows.push(Extents {
                left: -below / 2.0,
                right: below / 2.0,
            });
        }
        joined.rows.push(Extents {
            left: -width / 2.0 - joined.shift,
            right: width / 2.0 - joined.shift,
        });
        self.waiting.push(joined);
    }
}

/// Moves the middle between the first and the last to 0.
fn centre(places: &mut [f64]) {
    if let (Some(first), Some(last)) = (places.first(), places.last()) {
        let middle = (first + last) / 2.0;
        for at in places {
            *at -= middle;
        }
    }
}

/// Every subtree as far left as those before it let it.
fn pack_left(family: &[Contour], spacing: &Spacing, places: &mut Vec<f64>, outer: &mut Vec<usize>) {
    places.clear();
    // The subtrees that are seen from the right, the nearest (and shallowest) last: which of them
    // shows its right side at a level is a matter of depth alone.
    outer.clear();
    for subtree in family {
        let mut at: f64 = if places.is_empty() {
            0.0
        } else {
            f64::NEG_INFINITY
        };
        let mut level = 0;
        for &other in outer.iter().rev() {
            let seen = family[other].levels().min(subtree.levels());
            while level < seen {
                let right = places[other] + family[other].row(level).right;
                at = at.max(right + spacing.gap(level) - subtree.row(level).left);
                level += 1;
            }
        }
        while let Some(&other) = outer.last()
            && family[other].levels() <= subtree.levels()
        {
            outer.pop();
        }
        outer.push(places.len());
        places.push(at);
    }
    centre(places);
}

/// The mirror image of [`pack_left`].
fn pack_right(
    family: &[Contour],
    spacing: &Spacing,
    places: &mut Vec<f64>,
    outer: &mut Vec<usize>,
) {
    places.clear();
    places.resize(family.len(), 0.0);
    outer.clear();
    for (index, subtree) in family.iter().enumerate().rev() {
        let mut at: f64 = if outer.is_empty() { 0.0 } else { f64::INFINITY };
        let mut level = 0;
        for &other in outer.iter().rev() {
            let seen = family[other].levels().min(subtree.levels());
            while level < seen {
                let left = places[other] + family[other].row(level).left;
                at = at.min(left - spacing.gap(level) - subtree.row(level).right);
                level += 1;
            }
        }
        while let Some(&other) = outer.last()
            && family[other].levels() <= subtree.levels()
        {
            outer.pop();
        }
        outer.push(index);
        places[index] = at;
    }
    centre(places);
}

/// The joined contour of placed siblings. The rows of the deepest are reused, and only the rows
/// that others share are written.
fn join(family: &mut [Contour], offsets: &[f64]) -> Contour {
    let Some(deepest) = (0..family.len()).max_by_key(|&index| family[index].levels()) else {
        return Contour::default();
    };
    let mut joined = std::mem::take(&mut family[deepest]);
    joined.shift += offsets[deepest];
    let last = joined.levels();
    // From the inside out, so that the outer ones overwrite the inner.
    for index in (0..deepest).rev() {
        for level in 0..family[index].levels() {
            let left = family[index].row(level).left + offsets[index];
            joined.rows[last - 1 - level].left = left - joined.shift;
        }
    }
    for index in deepest + 1..family.len() {
        for level in 0..family[index].levels() {
            let right = family[index].row(level).right + offsets[index];
            joined.rows[last - 1 - level].right = right - joined.shift;
        }
    }
    joined
}

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

    /// Places subtrees given from the leaves up, each by its number of children; boxes are 2 wide.
    fn check(families: &[usize], expected: &[f64]) {
        let mut packer = Packer::default();
        let mut offsets = Vec::new();
        for count in families {
            packer.place(*count, [2.0, 0.0], &SPACING, &mut offsets);
        }
        assert_eq!(offsets, expected);
        assert_eq!(packer.waiting.len(), 1);
    }

    #[test]
    fn leaves_stand_a_gap_apart() {
        check(&[0], &[]);
        check(&[0, 1], &[0.0]);
        check(&[0, 0, 2], &[-1.5, 1.5]);
        check(&[0, 0, 0, 3], &[-3.0, 0.0, 3.0]);
    }

    #[test]
    fn neighbors_with_different_parents_keep_the_wider_gap() {
        // Two families of two leaves: the inner cousins' centers are 2 + 4 apart.
        check(&[0, 0, 2, 0, 0, 2, 2], &[-4.5, 4.5]);
    }

    #[test]
    fn a_small_subtree_stands_in_the_middle_of_the_room_between_two_large_ones() {
        check(&[0, 0, 2, 0, 0, 0, 2, 3], &[-4.5, 0.0, 4.5]);
    }

    #[test]
    fn a_deep_subtree_is_seen_below_a_shallow_one_between() {
        // Last child first: a chain of 3, a leaf, a family of five leaves under one node.
        let spread = [-6.0, 0.0, 6.0];
        check(&[0, 1, 0, 0, 0, 0, 0, 0, 5, 3], &spread);
    }

    #[test]
    fn the_contour_of_a_family_is_its_outermost_boxes_row_by_row() {
        let mut packer = Packer::default();
        let mut offsets = Vec::new();
        for count in [0, 0, 1, 0, 0, 2, 3] {
            packer.place(count, [2.0, 0.0], &SPACING, &mut offsets);
        }
        // From left to right: a family of two leaves, a chain of two, a leaf.
        assert_eq!(offsets, [-5.25, 2.25, 5.25]);
        let contour = &packer.waiting[0];
        let rows: Vec<_> = (0..contour.levels())
            .map(|level| (contour.row(level).left, contour.row(level).right))
            .collect();
        assert_eq!(rows, [(-1.0, 1.0), (-6.25, 6.25), (-7.75, 3.25)]);
    }
}

#[cfg(test)]
mod bands_tests {
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
