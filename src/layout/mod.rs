//! Shapes without ratings: where the nodes of a tree lie, and how wide a text is. It knows neither
//! games nor screens: nodes are plain numbers and lengths are scene units.
//!
//! Trees grow downwards: `x` runs to the right, `y` down, the root's center is at (0, 0), and all
//! nodes of one depth lie in one row. A tree of at most [`MAX_TIDY_NODES`] shown nodes is packed
//! tidily by its contours; in a larger one every subtree owns its columns, so that a fold or an
//! unfold touches only the line up to the root.
//!
//! Graphs whose nodes have several parents are laid out in layers: see [`Layered`].
//!
//! There are tidy trees (contours for small trees, bands that own their columns for large ones),
//! graphs in rows (`Layered`), and the map, which places the nodes of trees that nobody could
//! build: an anchor on the screen, sums of widths from there, doubles with exponents of their own,
//! so that nothing near the screen is reckoned from an edge far away. It names nobody. Its points
//! and rectangles are those of all drawings.

mod bands;
mod contours;
mod crossings;
mod framing;
mod layered;
pub mod map;
mod rect;
mod rows;
mod shape;
pub mod text;
mod tidy;
mod visit;

pub use framing::{Camera, Family, Scales};
pub use layered::{Layered, LayeredGraph, LayeredSpacing};
pub use rect::{Point, Rect};
pub use rows::RowOffsets;
pub use shape::{Shape, Spacing, Tally};
pub use tidy::{Bounds, Layout, MAX_TIDY_NODES, Packing};
pub use visit::Visit;
