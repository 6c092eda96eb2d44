//! What is open, behind object-safe traits: no type parameter above this folder.

mod load;
mod notes;
mod open;
pub mod play;
mod walk;

pub use load::{Loaded, Loading, verify};
pub use open::{Build, MOST_POSITIONS, Rated, open};
pub use walk::{Action, Change, Session, Steps, UNFOLD_BUDGET};
