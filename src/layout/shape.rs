//! The input of a layout (`TreeShape`): the visible children of nodes in drawing order, and the widths
//! of nodes, by the width of text in the window's proportional font. The y coordinates of a tree's rows
//! are at equal distances, or at distances that depend on their content. Points and rectangles are in
//! scene units.

/// A tree to be laid out. Nodes are numbers; only visible ones are listed.
///
/// A node has at most one parent, always the same one. Its visible children and their order may
/// change between two calls of a layout, never during one.
pub trait TreeShape {
    /// The node at the top.
    fn root(&self) -> u32;

    /// A bound on the numbers: every node's is less. Hidden nodes count.
    fn numbers(&self) -> usize;

    /// The number of visible children of a node: 0 at a leaf and at a folded node.
    fn degree(&self, node: u32) -> usize;

    /// The visible child at an index, from left to right; `index` is less than the degree.
    fn child(&self, node: u32, index: usize) -> u32;

    /// The width of a node's box, in scene units: finite and not negative.
    fn width(&self, node: u32) -> f64;

    /// The width of the shape that hangs below a node without visible children, such as a fold's
    /// triangle. It takes space in the next row, as a child does. 0 if there is none.
    fn below(&self, _node: u32) -> f64 {
        0.0
    }

    /// Values of this node that the layout adds up over subtrees. They may change only together
    /// with the node's visible children.
    fn tally(&self, _node: u32) -> SubtreeTally {
        SubtreeTally::default()
    }
}

/// Values of a subtree. A layout adds them up over the visible nodes without knowing their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubtreeTally {
    /// Flags: the bitwise OR over all nodes.
    pub any: u64,
    /// The minimum over all nodes.
    pub min: u32,
    /// The greatest number of any node.
    pub max: u32,
}

impl Default for SubtreeTally {
    /// That of no node.
    fn default() -> Self {
        Self {
            any: 0,
            min: u32::MAX,
            max: 0,
        }
    }
}

impl SubtreeTally {
    /// That of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            any: self.any | other.any,
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

/// The distances of a layout, in scene units, none of them negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    /// Minimum gap between the boxes of two neighbors with the same parent.
    pub sibling_gap: f64,
    /// Minimum gap between the boxes of two neighbors in a row with different parents.
    pub subtree_gap: f64,
    /// The distance between the centers of two rows, unless a layout is given the place of each
    /// row.
    pub level_height: f64,
    /// The height of a box: at most `level_height`, or boxes of neighboring rows would overlap.
    pub node_height: f64,
}

impl Default for Spacing {
    /// Gaps that suit one line of text at 14 units in a box.
    fn default() -> Self {
        Self {
            sibling_gap: 8.0,
            subtree_gap: 20.0,
            level_height: 64.0,
            node_height: 28.0,
        }
    }
}

impl Spacing {
    /// The gap in a row that is `level` rows below two neighboring siblings.
    pub(super) fn gap(&self, level: usize) -> f64 {
        if level == 0 {
            self.sibling_gap
        } else {
            self.subtree_gap
        }
    }
}

/// The middles of a tree's rows, in scene units along its growth. The first is at 0.
#[derive(Clone, Debug, PartialEq)]
pub struct RowOffsets {
    /// The center of each row with a known distance; never empty.
    middles: Vec<f64>,
    /// The distance between rows after those.
    beyond: f64,
}

impl RowOffsets {
    /// Rows that are equally far apart.
    pub fn evenly(distance: f64) -> Self {
        Self::apart([], distance)
    }

    /// Rows with these distances from one to the next, none of them negative, and `beyond` after
    /// those.
    pub fn apart(distances: impl IntoIterator<Item = f64>, beyond: f64) -> Self {
        let mut middles = vec![0.0];
        let mut middle = 0.0;
        middles.extend(distances.into_iter().map(|distance| {
            middle += distance;
            middle
        }));
        Self { middles, beyond }
    }

    /// The middle of a row.
    pub fn middle(&self, row: u32) -> f64 {
        let last = self.middles.len() - 1;
        match self.middles.get(row as usize) {
            Some(middle) => *middle,
            None => self.middles[last] + f64::from(row - last as u32) * self.beyond,
        }
    }

    /// The distance from a row to the next.
    pub fn distance(&self, row: u32) -> f64 {
        self.middle(row + 1) - self.middle(row)
    }

    /// The row whose center is nearest to a coordinate. `None` if that is more than half a distance
    /// above the first row, or if no row can be there.
    pub fn nearest(&self, at: f64) -> Option<u32> {
        let last = self.middles.len() - 1;
        let after = self.middles.partition_point(|middle| *middle <= at);
        let row = if after > last {
            let rows = (at - self.middles[last]) / self.beyond;
            let row = last as f64 + rows.round();
            (row < f64::from(u32::MAX)).then_some(row as u32)?
        } else {
            let row = after.saturating_sub(1) as u32;
            let is_nearer = at - self.middle(row) < self.middle(row + 1) - at;
            if is_nearer { row } else { row + 1 }
        };
        (at >= -self.distance(0) / 2.0).then_some(row)
    }

    /// The largest distance from a row to the next, among those above `rows` and the one after.
    pub fn widest(&self, rows: u32) -> f64 {
        let known = rows.min(self.middles.len() as u32);
        let distances = (0..=known).map(|row| self.distance(row));
        distances.fold(0.0, f64::max)
    }
}

/// A point of the scene, in scene units.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The point `(x, y)`.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point moved by `dx` to the right and by `dy` down.
    #[must_use]
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Self::new(self.x + dx, self.y + dy)
    }
}

/// An upright rectangle of the scene, its edges included.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Rect {
    /// The corner at the top left.
    pub min: Point,
    /// The corner at the bottom right.
    pub max: Point,
}

impl Rect {
    /// The rectangle of this size around `centre`.
    pub fn around(centre: Point, width: f64, height: f64) -> Self {
        Self {
            min: centre.moved(-width / 2.0, -height / 2.0),
            max: centre.moved(width / 2.0, height / 2.0),
        }
    }

    /// The same rectangle, larger by `by` on every side.
    #[must_use]
    pub fn grown(self, by: f64) -> Self {
        Self {
            min: self.min.moved(-by, -by),
            max: self.max.moved(by, by),
        }
    }

    /// The smallest rectangle that holds both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// Its width.
    pub fn width(&self) -> f64 {
        self.max.x - self.min.x
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        self.max.y - self.min.y
    }

    /// Its middle.
    pub fn centre(&self) -> Point {
        Point::new(
            f64::midpoint(self.min.x, self.max.x),
            f64::midpoint(self.min.y, self.max.y),
        )
    }

    /// Whether the two have a point in common; touching edges are enough.
    pub fn meets(&self, other: Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// Whether it contains another rectangle.
    pub fn holds(&self, other: &Self) -> bool {
        self.contains(other.min) && self.contains(other.max)
    }

    /// Whether another rectangle covers a part of it.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.x < other.max.x
            && other.min.x < self.max.x
            && self.min.y < other.max.y
            && other.min.y < self.max.y
    }

    /// Whether it contains the point.
    pub fn contains(&self, point: Point) -> bool {
        (self.min.x..=self.max.x).contains(&point.x) && (self.min.y..=self.max.y).contains(&point.y)
    }
}

/// The advance widths of Inter 4.0, in thousandths of the font size, from the space (U+0020) to the
/// tilde (U+007E). Each is the wider of the regular and the semi-bold font, so that a box fits
/// both. They come from the fonts' `hmtx` and `cmap` tables; the fonts are in `src/export/fonts`.
#[rustfmt::skip]
const ADVANCES: [u16; 95] = [
    // Space, then ! " # $ % & ' ( ) * + , - . /
    282, 309, 404, 644, 650, 844, 663, 222, 394, 394, 544, 673, 296, 466, 291, 379,
    // Digits, then : ; < = > ?
    671, 671, 671, 671, 670, 671, 671, 671, 671, 671, 291, 296, 673, 673, 673, 545,
    // @ and A to O
    1000, 724, 658, 744, 725, 608, 587, 755, 744, 275, 561, 677, 567, 907, 753, 775,
    // P to Z, then [ \ ] ^ _
    644, 776, 651, 650, 660, 742, 724, 1007, 691, 705, 653, 394, 379, 394, 482, 469,
    // ` and a to o
    498, 575, 631, 578, 631, 593, 378, 626, 613, 261, 261, 569, 261, 898, 610, 608,
    // p to z, then { | } ~
    625, 625, 397, 550, 380, 609, 576, 838, 563, 576, 562, 394, 358, 394, 673,
];

/// The advance widths of the characters of large numbers: `3.9×10¹²`.
const SIGNS: [(char, u16); 11] = [
    ('×', 673),
    ('⁰', 456),
    ('¹', 319),
    ('²', 423),
    ('³', 439),
    ('⁴', 451),
    ('⁵', 428),
    ('⁶', 438),
    ('⁷', 396),
    ('⁸', 437),
    ('⁹', 438),
];

/// The advance width assumed for every other character: a little more than one em, wider than any
/// character of the font, so that a box always fits its text.
const OTHER: u16 = 1_100;

/// The width of one line of text at a font size, in the unit of `size`. Kerning is ignored; it
/// makes texts a little narrower.
pub fn text_width(text: &str, size: f64) -> f64 {
    let units: u64 = text.chars().map(|letter| u64::from(advance(letter))).sum();
    units as f64 * size / 1_000.0
}

fn advance(letter: char) -> u16 {
    (letter as usize)
        .checked_sub(0x20)
        .and_then(|index| ADVANCES.get(index).copied())
        .or_else(|| {
            let sign = SIGNS.iter().find(|(sign, _)| *sign == letter);
            sign.map(|(_, advance)| *advance)
        })
        .unwrap_or(OTHER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_are_equally_far_apart_lie_at_multiples_of_their_distance() {
        let rows = RowOffsets::evenly(64.0);
        for row in [0, 1, 7, 1_000_000] {
            let middle = f64::from(row) * 64.0;
            assert_eq!(rows.middle(row), middle);
            assert_eq!(rows.nearest(middle + 31.0), Some(row));
            assert_eq!(rows.nearest(middle - 31.0), Some(row));
        }
        assert_eq!(rows.widest(5), 64.0);
    }

    #[test]
    fn rows_with_distances_of_their_own_follow_each_other_and_are_found_again() {
        let rows = RowOffsets::apart([10.0, 50.0, 30.0], 20.0);
        let middles: Vec<f64> = (0..6).map(|row| rows.middle(row)).collect();
        assert_eq!(middles, [0.0, 10.0, 60.0, 90.0, 110.0, 130.0]);
        for (row, middle) in (0..).zip(middles) {
            assert_eq!(rows.nearest(middle), Some(row));
            assert_eq!(rows.nearest(middle - 4.0), Some(row));
            assert_eq!(rows.nearest(middle + 4.0), Some(row));
        }
        assert_eq!(rows.nearest(34.0), Some(1));
        assert_eq!(rows.nearest(36.0), Some(2));
        assert_eq!(rows.widest(0), 10.0);
        assert_eq!(rows.widest(1), 50.0);
        assert_eq!(rows.widest(9), 50.0);
    }

    #[test]
    fn a_place_without_a_row_has_none() {
        let rows = RowOffsets::evenly(10.0);
        for at in [-6.0, -f64::INFINITY, f64::INFINITY, f64::NAN] {
            assert_eq!(rows.nearest(at), None, "{at}");
        }
        assert_eq!(RowOffsets::evenly(0.0).nearest(1.0), None);
    }

    #[test]
    fn widths_grow_with_the_text_and_the_size() {
        assert_eq!(text_width("", 14.0), 0.0);
        assert_eq!(text_width("0", 1_000.0), 671.0);
        assert_eq!(text_width("Wi", 1_000.0), 1007.0 + 261.0);
        assert_eq!(text_width("~", 10.0), 6.73);
        assert_eq!(
            text_width("×10¹²", 1_000.0),
            673.0 + 1_342.0 + 319.0 + 423.0
        );
        assert_eq!(
            text_width("b2b2/a2b1 a", 28.0),
            2.0 * text_width("b2b2/a2b1 a", 14.0)
        );
    }

    #[test]
    fn other_characters_are_no_narrower_than_any_letter() {
        for other in ['\t', '\u{7f}', 'é', '½', '→', '漢'] {
            assert_eq!(advance(other), OTHER, "{other:?}");
        }
        assert!(ADVANCES.iter().all(|advance| *advance < OTHER));
    }
}
