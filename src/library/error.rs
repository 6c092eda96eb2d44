//! What can go wrong.

use std::io;

use crate::game::{NotationError, OpenError, Refusal};
use crate::save::FileError;

/// Why a tree can't be had, or a part of it can't be written: a sentence that names the place, the fault
/// and the remedy.
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
    /// Rules of a file that can't be understood, or a format that can't hold what is to be written.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A writer that failed.
    #[error(transparent)]
    Write(#[from] io::Error),
}
