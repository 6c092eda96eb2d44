//! The input of a layout (`Shape`): the visible children of nodes in drawing order, and the widths
//! of nodes.

/// A tree to be laid out. Nodes are numbers; only visible ones are listed.
///
/// A node has at most one parent, always the same one. Its visible children and their order may
/// change between two calls of a layout, never during one.
pub trait Shape {
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
    fn tally(&self, _node: u32) -> Tally {
        Tally::default()
    }
}

/// Values of a subtree. A layout adds them up over the visible nodes without knowing their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Flags: the bitwise OR over all nodes.
    pub any: u64,
    /// The minimum over all nodes.
    pub least: u32,
    /// The greatest number of any node.
    pub most: u32,
}

impl Default for Tally {
    /// That of no node.
    fn default() -> Self {
        Self {
            any: 0,
            least: u32::MAX,
            most: 0,
        }
    }
}

impl Tally {
    /// That of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            any: self.any | other.any,
            least: self.least.min(other.least),
            most: self.most.max(other.most),
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
