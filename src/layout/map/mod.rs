//! The map: the complete tree drawn without ever being built. A subtree is as wide as it has leaves,
//! so that where a node lies follows from its line alone.
//!
//! [`MapView`] says what of it is on a screen, [`Frame`] lists what is seen there: it descends from
//! the deepest node that fills the screen, leaves out what is beside it, and stops where a subtree is
//! narrower than a pixel. Its cost depends on what is seen, never on how large the tree is.
//!
//! No edge near the screen is reckoned from one far away: a difference of two large numbers would
//! leave no digit right. Every edge is an edge nearby and a sum of widths, in doubles whose exponents
//! have no end ([`Magnitude`]), and two neighbors share one and the same number. So a boundary
//! between two subtrees with 2^3000 leaves can be enlarged until a leaf beside it fills the screen.

mod frame;
mod magnitude;
mod shape;
mod view;

pub use frame::{Cell, Frame, Run};
pub use magnitude::Magnitude;
pub use shape::{MapShape, Span, Step};
pub use view::MapView;
