//! Reads the output of an external program about a game, for a check: positions, moves, ratings and
//! winners, each with its line. The formats are node-link JSON (including our own files), the
//! output of Lisp programs, and JSON Lines. Nothing is judged here; the text only has to be
//! readable.

mod lines;
mod node_link;
mod parse;

use std::io::Read;

use super::kinds;
use super::kinds::FileError;
use super::open::Utf8;

pub use self::parse::{
    Ends, MAX_THEIR_NODES, TheirForm, TheirMove, TheirNode, TheirPosition, Theirs,
};
pub use self::parse::{SaidNumber, SaidRating};
pub use lines::{LinesReader, are_lines, question};

/// Maximum bytes that are read.
pub const MAX_THEIR_BYTES: u64 = 1 << 29;

/// How many bytes tell what kind of file it is.
const HEAD: usize = 512;

const REMEDY: &str = "give a tree as JSON or as Lisp prints it, or JSON Lines of positions: \
                      docs/check.md says what they hold";

/// Reads the output of an external program; `name` is used in errors.
///
/// # Errors
/// The stream fails, is empty or too long, or its content is invalid or in none of the formats.
pub fn read_theirs(mut reader: impl Read, name: &str) -> Result<Theirs, FileError> {
    read_any(&mut reader, name)
}

fn read_any(reader: &mut dyn Read, name: &str) -> Result<Theirs, FileError> {
    let mut bytes = Vec::new();
    Utf8::new(reader)
        .take(MAX_THEIR_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| {
            FileError::new(format!("it can't be read ({error})"), "try again").in_file(name)
        })?;
    if bytes.len() as u64 > MAX_THEIR_BYTES {
        let most = MAX_THEIR_BYTES >> 20;
        return Err(
            FileError::new(format!("it has more than {most} MiB"), "give a part of it")
                .in_file(name),
        );
    }
    if let Some(FileError { what, .. }) = kinds::refused(&bytes[..bytes.len().min(HEAD)]) {
        return Err(FileError::new(what, REMEDY).in_file(name));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        FileError::new("this is not UTF-8 text", REMEDY)
            .at(line, 1)
            .in_file(name)
    })?;
    read_text(&text).map_err(|error| told_here(error).in_file(name))
}

fn read_text(text: &str) -> Result<Theirs, FileError> {
    if super::import::lisp_begins(text.as_bytes()) {
        return node_link::read_lisp_tree(text);
    }
    match text.trim_start().as_bytes().first() {
        None => Err(FileError::new("it is empty", REMEDY)),
        Some(b'{') if node_link::is_graph(text) => node_link::read(text),
        Some(b'{') => lines::read_lines(text),
        Some(_) => Err(
            FileError::new("this is neither JSON nor a tree as Lisp prints it", REMEDY).at(1, 1),
        ),
    }
}

/// The same error, with a reference to the page about these formats.
fn told_here(mut error: FileError) -> FileError {
    if error.remedy == super::import::REMEDY {
        "correct it: doomtree's docs/check.md says what is read".clone_into(&mut error.remedy);
    }
    error
}
