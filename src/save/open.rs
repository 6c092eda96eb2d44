//! Opens a path or a stream: one of our files, another program's tree, a position, or a script.
//! Anything but a regular file is refused before reading.

use std::io::{self, Read};
use std::path::Path;

use super::TREE_FORMAT;
use super::board::BoardFile;
use super::encoding::Utf8;
use super::error::{FileError, name};
use super::exercise::ExerciseFile;
use super::file::TreeFile;
use super::import::{self, Foreign, Imported};
use super::kinds;
use super::looks::reads_as_script;
use super::read::{Json, read_json};
use super::storage;
use super::theirs::{Theirs, read_theirs};
use crate::games::{NAMES, Setup, Switches, scripted};
use crate::work::{Control, finished};

/// Maximum bytes of a position or a script.
pub const MAX_TEXT_BYTES: u64 = 1 << 28;

/// Maximum bytes of a file that takes no noticeable time.
const AT_ONCE: u64 = 1 << 20;

/// What can be opened.
pub const WHAT_OPENS: &str =
    "open a position, a script, a file that doomtree saved, or another program's tree";

/// The content of a file.
pub enum Opened {
    /// A board.
    Board(Box<BoardFile>),
    /// An exercise.
    Exercise(Box<ExerciseFile>),
    /// A tree or a position graph.
    Tree(Box<TreeFile>),
    /// Another program's tree.
    Imported(Box<Imported>),
    /// A position in notation, a Lisp array or a script: see [`setup_of_text`].
    Text(String),
}

/// Opens a regular file.
///
/// # Errors
/// There is none, it may not be read, it is a folder or a device, or its content is faulty.
pub fn open_path(path: &Path) -> Result<Opened, FileError> {
    let shown = path.display().to_string();
    open_reader(regular_file(path, &shown)?, &shown)
}

/// Reads the output of an external program from a regular file.
///
/// # Errors
/// The file doesn't exist, may not be read, is a folder or a device, or its content is invalid.
pub fn read_theirs_path(path: &Path) -> Result<Theirs, FileError> {
    let shown = path.display().to_string();
    read_theirs(regular_file(path, &shown)?, &shown)
}

/// Opens a regular file, for callers that report progress, with its size in bytes.
///
/// # Errors
/// The file doesn't exist, may not be read, or is a folder or a device.
pub fn open_file(path: &Path) -> Result<(storage::File, u64), FileError> {
    let shown = path.display().to_string();
    let file = regular_file(path, &shown)?;
    let size = file
        .metadata()
        .map_err(|error| explain(&error, &shown))?
        .len();
    Ok((file, size))
}

/// Whether a regular file may take long to open: one that is large, or a tree, whose graph is
/// rebuilt.
///
/// # Errors
/// It doesn't exist, may not be read, is a folder or a device, or is of a kind that can't be opened.
pub fn takes_long(path: &Path) -> Result<bool, FileError> {
    let shown = path.display().to_string();
    let (file, size) = open_file(path)?;
    let head = head(&mut Utf8::new(file)).map_err(|error| explain(&error, &shown))?;
    if let Some(refused) = refused(&head) {
        return Err(refused.in_file(&shown));
    }
    Ok(size > AT_ONCE || String::from_utf8_lossy(&head).contains(TREE_FORMAT))
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the opener that refuses what isn't a regular file"
)]
fn regular_file(path: &Path, shown: &str) -> Result<storage::File, FileError> {
    let metadata = storage::metadata(path).map_err(|error| explain(&error, shown))?;
    refuse_special(&metadata, shown)?;
    let file = storage::File::open(path).map_err(|error| explain(&error, shown))?;
    let metadata = file.metadata().map_err(|error| explain(&error, shown))?;
    refuse_special(&metadata, shown)?;
    Ok(file)
}

fn refuse_special(metadata: &storage::Metadata, path: &str) -> Result<(), FileError> {
    if metadata.is_file() {
        return Ok(());
    }
    let path = name(path);
    if metadata.is_dir() {
        return Err(FileError::new(
            format!("{path} is a folder"),
            "name a file in it",
        ));
    }
    Err(FileError::new(
        format!("{path} is {}, not a regular file", special(metadata)),
        "name a file, or pipe it in and write - for standard input",
    ))
}

/// Whether a text begins as paths do and positions don't.
pub fn starts_as_path(text: &str) -> bool {
    let any = |starts: &[&str]| starts.iter().any(|start| text.starts_with(start));
    any(&["./", "../", "/"])
        || cfg!(windows) && (any(&[r".\", r"..\", r"\"]) || Path::new(text).is_absolute())
}

#[cfg(unix)]
fn special(metadata: &storage::Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn special(_metadata: &storage::Metadata) -> &'static str {
    "something else"
}

fn explain(error: &io::Error, path: &str) -> FileError {
    let path = name(path);
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            FileError::new(format!("no such file: {path}"), "correct its name")
        }
        io::ErrorKind::PermissionDenied => FileError::new(
            format!("permission denied: {path}"),
            "change its permissions, or copy it",
        ),
        _ => FileError::new(
            format!("{path} can't be read ({error})"),
            "try again, or copy it to another disk",
        ),
    }
}

/// Opens the content of a stream; `name` is used in errors.
///
/// # Errors
/// The stream fails, is empty or too long, or its content is invalid.
pub fn open_reader(mut reader: impl Read, name: &str) -> Result<Opened, FileError> {
    finished(open_by(&Control::default(), &mut reader, name))
}

/// Opens the content of a stream by turns; `name` is used in errors.
///
/// # Errors
/// The stream fails, is empty or too long, or its content is invalid.
pub async fn open_by(
    ctl: &Control,
    reader: &mut dyn Read,
    name: &str,
) -> Result<Opened, FileError> {
    let mut reader = Utf8::new(reader);
    let head = &*head(&mut reader).map_err(|error| explain(&error, name))?;
    if let Some(refused) = refused(head) {
        return Err(refused.in_file(name));
    }
    let foreign = Foreign::of_head(head);
    if head.trim_ascii_start().first() == Some(&b'{') {
        let json = read_json(ctl, &mut head.chain(reader)).await;
        return Ok(match json.map_err(|error| error.in_file(name))? {
            Json::Board(board) => Opened::Board(board),
            Json::Exercise(exercise) => Opened::Exercise(exercise),
            Json::Tree(tree) => Opened::Tree(tree),
            Json::Imported(imported) => Opened::Imported(imported),
        });
    }
    if let Some(foreign) = foreign {
        let imported = import::read(ctl, foreign, &mut head.chain(reader)).await;
        let imported = imported.map_err(|error| error.in_file(name))?;
        return Ok(Opened::Imported(Box::new(imported)));
    }
    text(head, reader, name).map(Opened::Text)
}

/// Why a file that begins so can't be opened.
fn refused(head: &[u8]) -> Option<FileError> {
    let is_efg = Foreign::of_head(head) == Some(Foreign::Efg);
    (!is_efg).then(|| kinds::refused(head)).flatten()
}

/// The beginning, up to the first byte that isn't white space and a little more.
fn head(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    const CHUNK: usize = 512;
    let mut head = Vec::new();
    loop {
        let before = head.len();
        let read = reader.take(CHUNK as u64).read_to_end(&mut head)?;
        let blank = head[before..].trim_ascii_start().is_empty();
        if read < CHUNK || !blank || head.len() as u64 > MAX_TEXT_BYTES {
            return Ok(head);
        }
    }
}

fn text(head: &[u8], reader: impl Read, name: &str) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    head.chain(reader)
        .take(MAX_TEXT_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| explain(&error, name))?;
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(FileError::new(
            format!("this text has more than {} MiB", MAX_TEXT_BYTES >> 20),
            WHAT_OPENS,
        )
        .in_file(name));
    }
    if bytes.trim_ascii().is_empty() {
        return Err(FileError::new(
            "it is empty",
            "write a position such as 'b2b2/a2b1 a', or open a file that doomtree saved",
        )
        .in_file(name));
    }
    let fault = |what: &str, at: usize| {
        let before = &bytes[..at];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let column = 1 + before
            .iter()
            .rev()
            .take_while(|byte| **byte != b'\n')
            .count();
        FileError::new(what, WHAT_OPENS)
            .at(line, column)
            .in_file(name)
    };
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(fault("not a text", at));
    }
    match std::str::from_utf8(&bytes) {
        Err(error) => Err(fault("this is not UTF-8 text", error.valid_up_to())),
        Ok(text) => Ok(text.to_owned()),
    }
}

/// Why a text can't be opened, if it is of a kind that is known; see [`open_reader`].
pub fn refused_text(text: &str) -> Option<FileError> {
    const HEAD: usize = 512;
    kinds::refused(&text.as_bytes()[..text.len().min(HEAD)])
}

/// Whether a text is that of a file rather than a position or a script: a board, a tree, or another
/// program's tree.
pub fn is_file(text: &str) -> bool {
    let head = text.trim_start();
    head.starts_with('{') || Foreign::of_head(head.as_bytes()).is_some()
}

/// The setup of a text. It is a script if `game` is `scripted`, or if no game is given and it looks
/// like one. Otherwise it is a position, in notation or as a Lisp array.
pub fn setup_of_text(text: &str, game: Option<&str>) -> Setup {
    let script = match game {
        Some(game) => game == scripted::NAME,
        None => reads_as_script(text),
    };
    if script {
        return Setup {
            game: scripted::NAME.to_owned(),
            switches: Switches {
                script: Some(text.to_owned()),
                ..Switches::default()
            },
            ..Setup::default()
        };
    }
    Setup {
        game: game.unwrap_or(NAMES[0]).to_owned(),
        position: text.trim().to_owned(),
        ..Setup::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_starts_as_a_path_is_no_position() {
        for path in ["./a2", "../b", "/a b"] {
            assert!(starts_as_path(path), "{path}");
        }
        for path in [r".\a2", r"..\b", r"\a", r"C:\a b", "C:/a"] {
            assert_eq!(starts_as_path(path), cfg!(windows), "{path}");
        }
        for text in ["a2/b1 a", "C:a", ""] {
            assert!(!starts_as_path(text), "{text}");
        }
    }
}
