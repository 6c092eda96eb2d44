//! The input of the map (`MapShape`), and the steps that name its nodes.

use super::Magnitude;

/// A tree to be mapped, as it is unfolded nowhere: several lines may lead to the same number.
pub trait MapShape {
    /// The node at the top.
    fn root(&self) -> u64;

    /// The number of children of a node.
    fn degree(&self, node: u64) -> usize;

    /// The child at an index, from left to right; `index` is less than the degree.
    fn child(&self, node: u64, index: usize) -> u64;

    /// The number of leaves below a node; 1 at a leaf.
    fn leaves(&self, node: u64) -> Magnitude;
}

/// A step on the path from the root to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the node.
    pub node: u64,
    /// Its index among its siblings.
    pub index: u32,
    /// A hash of its line, which distinguishes nodes.
    pub line: u64,
}

impl Step {
    /// The root.
    pub fn root(shape: &impl MapShape) -> Self {
        Self {
            node: shape.root(),
            index: 0,
            line: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// The child at an index below this node.
    #[must_use]
    #[inline]
    pub fn down(self, shape: &impl MapShape, index: usize) -> Self {
        Self {
            node: shape.child(self.node, index),
            index: index as u32,
            line: (self.line ^ (index as u64 + 1))
                .wrapping_mul(0xff51_afd7_ed55_8ccd)
                .rotate_left(29),
        }
    }
}

/// A horizontal extent, in pixels from the left end of the screen; infinite if it is too far away
/// to be represented.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Its left edge.
    pub left: f64,
    /// Its right edge.
    pub right: f64,
}

impl Span {
    /// An extent that reaches beyond both ends of every screen.
    pub const EVERYWHERE: Self = Self {
        left: f64::NEG_INFINITY,
        right: f64::INFINITY,
    };

    /// Its width.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Whether some of it is between 0 and `width`.
    pub fn is_seen(&self, width: f64) -> bool {
        self.right > 0.0 && self.left < width
    }

    /// Whether it reaches from 0 to `width`.
    pub fn covers(&self, width: f64) -> bool {
        self.left <= 0.0 && self.right >= width
    }
}
