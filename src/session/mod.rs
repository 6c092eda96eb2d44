//! What is open, behind object-safe traits: no type parameter above this folder.

mod load;
mod notes;
mod open;
mod walk;

pub use load::{Loaded, Loading, verify};
pub use open::{Build, MOST_POSITIONS, Rated, Wanted, open};
pub use walk::{Action, Change, Session, Steps, UNFOLD_BUDGET};
