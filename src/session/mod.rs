//! What is open, behind object-safe traits: no type parameter above this folder.

mod compare;
mod load;
mod notes;
mod open;
mod walk;

pub use compare::{
    AlignedMove, Both, Comparing, Comparison, Difference, DifferenceKind, MOST_PAIRS, Names,
    aligned_moves, what_differs, where_it_differs,
};
pub use load::{Loaded, Loading, verify};
pub use open::{Build, MOST_POSITIONS, Rated, Wanted, open};
pub use walk::{Action, Change, Session, Steps, UNFOLD_BUDGET};
