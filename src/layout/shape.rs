//! What a layout asks of a tree: its shown children in drawing order and how wide its nodes are.

/// A tree to be laid out. Nodes are numbers; only what is shown is listed.
///
/// A node has at most one parent, always the same one; which of its children are shown, and in
/// which order, may change between two calls of a layout, never during one.
pub trait Shape {
    /// The node at the top.
    fn root(&self) -> u32;

    /// A bound on the numbers: every node's is less. Hidden nodes count.
    fn numbers(&self) -> usize;

    /// How many children of a node are shown: 0 at a leaf and at a folded node.
    fn degree(&self, node: u32) -> usize;

    /// The shown child at a place, from left to right; `index` is less than the degree.
    fn child(&self, node: u32, index: usize) -> u32;

    /// How wide a node's box is, in scene units: finite and not negative.
    fn width(&self, node: u32) -> f64;

    /// How wide what hangs below a node is, which has no children there: it has a place of its own in
    /// the next row, as a child has. 0 where nothing does.
    fn below(&self, _node: u32) -> f64 {
        0.0
    }

    /// What the tree's owner wants to be told of whole subtrees, of this node alone. It must not
    /// change but with the node's shown children.
    fn tally(&self, _node: u32) -> Tally {
        Tally::default()
    }
}

/// What is told of a subtree beside its place: a layout adds it up over the shown nodes, and doesn't
/// know what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// One bit each of what is so of any node.
    pub any: u64,
    /// The least number of any node.
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
    /// The least gap between the boxes of two neighbors with one parent.
    pub sibling_gap: f64,
    /// The least gap between the boxes of two neighbors in a row with different parents.
    pub subtree_gap: f64,
    /// From the middle of one row to the middle of the next, unless a layout is told the place of
    /// each row.
    pub level_height: f64,
    /// How high a box is: at most `level_height`, or boxes of neighboring rows would overlap.
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
    /// The gap in a row that lies `level` rows below two neighboring siblings.
    pub(super) fn gap(&self, level: usize) -> f64 {
        if level == 0 {
            self.sibling_gap
        } else {
            self.subtree_gap
        }
    }
}
