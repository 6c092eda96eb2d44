//! What is open, behind object-safe traits: no type parameter above this folder.

mod open;

pub use open::{Build, Rated, open};
