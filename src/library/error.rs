//! The error type of the public API.

use std::io;

use crate::game::{NotationError, OpenError, Refusal};
use crate::save::FileError;

/// Why a tree can't be built or read, or a part of it can't be written: one sentence with location,
/// problem and fix.
///
/// ```
/// use doomtree::{Error, Tree};
///
/// match Tree::open("b2b2/a2c1 a") {
///     Err(Error::Open(why)) => assert!(why.to_string().contains("(column 8)")),
///     other => panic!("{other:?}"),
/// }
/// ```
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
