//! What is open, behind object-safe traits: no type parameter above this folder.

mod open;
mod walk;

pub use open::{Build, Rated, open};
pub use walk::{Action, Change, Session, UNFOLD_BUDGET};
