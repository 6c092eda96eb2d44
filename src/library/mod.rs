//! The public API for other programs: everything that the crate promises, and nothing else.
//!
//! A [`Tree`] wraps the type-erased graph of `session`, so that exports and petgraph graphs come
//! from one place, with or without a type parameter. It adds no state. It knows no list of games,
//! except for positions in notation. [`Error`] is the error type of the API.

mod builder;
mod node;
mod part;
pub mod summary;
#[cfg(test)]
mod tests;
mod tree;

use std::io;

use crate::game::{NotationError, OpenError, Refusal};
use crate::save::FileError;

pub use builder::{Start, TreeBuilder};
pub use node::{Move, Node, NodeKind};
#[cfg(feature = "pictures")]
pub use part::Format;
pub use part::TreePart;
pub use tree::Tree;

/// Why a tree can't be built or read, or a part of it can't be written: one sentence with location,
/// problem and fix.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A position, a rule or a limit that the game can't have.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A line with a move that isn't legal.
    #[error(transparent)]
    Line(#[from] NotationError),
    /// A file that can't be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Invalid rules in a file, or a format that can't hold the content.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A writer that failed.
    #[error(transparent)]
    Write(#[from] io::Error),
}
