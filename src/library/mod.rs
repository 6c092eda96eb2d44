//! The public API for other programs: everything that the crate promises, and nothing else.
//!
//! A [`Tree`] wraps the type-erased graph of `session`, so that exports and petgraph graphs come
//! from one place, with or without a type parameter. It adds no state. It knows no list of games,
//! except for positions in notation. [`Error`] is the error type of the API.

mod builder;
mod error;
mod node;
mod part;
pub mod summary;
#[cfg(test)]
mod tests;
mod tree;

pub use builder::{Start, StoppedBy, TreeBuilder};
pub use error::Error;
pub use node::{Move, Node, NodeKind};
#[cfg(feature = "pictures")]
pub use part::Format;
pub use part::TreePart;
pub use tree::Tree;
