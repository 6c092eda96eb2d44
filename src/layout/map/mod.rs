//! The map layout: draws the complete tree without building it. The width of a subtree is its
//! number of leaves, so the place of a node follows from its line alone.
//!
//! [`MapView`] is the part of the map on the screen, and [`MapFrame`] lists what is visible there. It
//! descends from the deepest node that fills the screen, skips subtrees outside, and stops at
//! subtrees narrower than a pixel. The cost depends on what is visible, never on the size of the
//! tree.
//!
//! No edge near the screen is computed from one far away, since the difference of two large numbers
//! would have no correct digit. Every edge is a nearby edge plus a sum of widths, in doubles with
//! unbounded exponents ([`Magnitude`]), and two neighbors share the same number. So a boundary
//! between two subtrees with 2^3000 leaves can be enlarged until a leaf beside it fills the screen.

mod frame;
mod view;

pub use self::frame::Magnitude;
pub use self::frame::{MapShape, PathStep, PixelSpan};
pub use frame::{MapCell, MapFrame, NarrowRun};
pub use view::MapView;
