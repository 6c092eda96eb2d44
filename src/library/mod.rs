//! The front door for other programs: everything that the crate promises, and nothing else.
//!
//! A [`Tree`] is one value over `session`'s erased graph, so that exports and petgraph are had from the
//! same place, with or without a type parameter at the start. It keeps no state of its own and knows no
//! list of games but for positions in notation.

mod builder;
mod error;
mod node;
mod part;
pub mod summary;
#[cfg(test)]
mod tests;
mod tree;

pub use builder::TreeBuilder;
pub use error::Error;
pub use node::{Move, Node, NodeKind};
pub use part::TreePart;
pub use tree::Tree;
