//! Tree files and positions files, which `save` writes.

use std::io::{self, Write};

use crate::session::Rated;
use crate::tree::Unfolding;

/// Writes the shown nodes of an unfolding as a tree file. `stopped` is the budget of nodes that cut
/// the unfolding short.
///
/// # Errors
/// What the writer gives.
pub fn write_tree(
    _out: &mut dyn Write,
    _rated: &Rated,
    _unfolding: &Unfolding,
    _stopped: Option<u64>,
) -> io::Result<()> {
    Err(not_here())
}

/// Writes the graph of positions as a positions file.
///
/// # Errors
/// What the writer gives.
pub fn write_positions(_out: &mut dyn Write, _rated: &Rated) -> io::Result<()> {
    Err(not_here())
}

fn not_here() -> io::Error {
    io::Error::new(
        io::ErrorKind::Unsupported,
        "JSON isn't written by this version of doomtree yet: use --format text or dot",
    )
}
