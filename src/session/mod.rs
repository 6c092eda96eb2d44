//! What is open, behind object-safe traits: no type parameter above this folder.

mod load;
mod open;

pub use load::{Loaded, Loading, verify};
pub use open::{Build, Rated, open};
