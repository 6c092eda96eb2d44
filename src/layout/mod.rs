//! Layouts of trees and graphs: the places of nodes, and the widths of texts. It knows no ratings,
//! games or screens. Nodes are plain numbers, lengths are scene units.
//!
//! Trees grow downwards: `x` runs to the right, `y` down, the root's center is at (0, 0), and all
//! nodes of one depth are in one row. A tree of at most [`MAX_TIDY_NODES`] visible nodes is packed
//! tidily by its contours. In a larger one every subtree has its own columns, so that folding or
//! unfolding a node changes only the line up to the root.
//!
//! There are three layouts: tidy trees (contours for small trees, bands of columns for large ones),
//! graphs in rows ([`Layered`], for nodes with several parents), and the map. The map places the
//! nodes of trees too large to build. It starts at an anchor on the screen and sums widths from
//! there, in doubles with extended exponents, so that nothing near the screen is computed from a
//! distant edge. All drawings use its points and rectangles.

mod contours;
mod framing;
mod layered;
pub mod map;
pub mod shape;
mod tidy;

pub use self::framing::Visit;
pub use self::shape::RowOffsets;
pub use self::shape::{Point, Rect};
pub use framing::{Camera, Family, Scales};
pub use layered::{Layered, LayeredGraph, LayeredSpacing};
pub use shape::{Spacing, SubtreeTally, TreeShape};
pub use tidy::{Bounds, Layout, MAX_TIDY_NODES, Packing};
