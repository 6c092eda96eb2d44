//! Opens a path or a stream: one of our files, another program's tree, a position, or a script.
//! Anything but a regular file is refused before reading. Text is converted to UTF-8 by its byte
//! order mark: a console on Windows writes UTF-16.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::exercise::ExerciseFile;
use super::file::TreeFile;
use super::header::BoardFile;
use super::import::{self, Foreign, Imported};
use super::kinds::{self, FileError, name, reads_as_script};
use super::read::{Json, read_json};
use super::theirs::{ProgramOutput, read_theirs};
use super::{TREE_FORMAT, storage};
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
pub fn read_theirs_path(path: &Path) -> Result<ProgramOutput, FileError> {
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

/// What a text is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
}

/// The byte order marks.
const MARKS: [(&[u8], Encoding); 3] = [
    (b"\xef\xbb\xbf", Encoding::Utf8),
    (b"\xff\xfe", Encoding::Utf16Le),
    (b"\xfe\xff", Encoding::Utf16Be),
];

const BUFFER: usize = 1 << 16;

/// Gives a text as UTF-8 and without its byte order mark.
///
/// What is no valid UTF-16 becomes invalid UTF-8, so that the reader of the text refuses it at its
/// place.
pub struct Utf8<R> {
    inner: R,
    /// `None` until the mark has been read.
    encoding: Option<Encoding>,
    /// Bytes that are ready, and how many of them have been given.
    ready: Vec<u8>,
    given: usize,
    /// UTF-16 that is not decoded yet: half a character.
    rest: Vec<u8>,
    is_done: bool,
}

impl<R: Read> Utf8<R> {
    /// The text of a reader.
    pub fn new(inner: R) -> Self {
        Self {
            inner,
            encoding: None,
            ready: Vec::new(),
            given: 0,
            rest: Vec::new(),
            is_done: false,
        }
    }

    /// Reads the mark byte by byte: a terminal gives no more than a line.
    fn detect(&mut self) -> io::Result<Encoding> {
        loop {
            let begins = |(mark, _): &&(&[u8], Encoding)| mark.starts_with(&self.ready);
            let Some((mark, encoding)) = MARKS.iter().find(begins) else {
                return Ok(Encoding::Utf8);
            };
            if mark.len() == self.ready.len() {
                self.ready.clear();
                return Ok(*encoding);
            }
            let mut byte = [0];
            if self.inner.read(&mut byte)? == 0 {
                return Ok(Encoding::Utf8);
            }
            self.ready.push(byte[0]);
        }
    }

    /// Decodes the next piece of UTF-16.
    fn fill(&mut self, encoding: Encoding) -> io::Result<()> {
        (self.given, self.ready) = (0, Vec::new());
        while self.ready.is_empty() && !self.is_done {
            let before = self.rest.len();
            self.rest.resize(before + BUFFER, 0);
            let read = self.inner.read(&mut self.rest[before..]);
            self.rest.truncate(before + *read.as_ref().unwrap_or(&0));
            self.is_done = read? == 0;
            let unit = |pair: &[u8]| match encoding {
                Encoding::Utf16Be => u16::from_be_bytes([pair[0], pair[1]]),
                _ => u16::from_le_bytes([pair[0], pair[1]]),
            };
            let mut units: Vec<u16> = self.rest.chunks_exact(2).map(unit).collect();
            // The second half of a character may come with the next piece.
            let is_half = |unit: &u16| (0xd800..0xdc00).contains(unit);
            if !self.is_done && units.last().is_some_and(is_half) {
                units.pop();
            }
            self.rest.drain(..2 * units.len());
            for letter in char::decode_utf16(units) {
                match letter {
                    Ok(letter) => {
                        let mut bytes = [0; 4];
                        let text = letter.encode_utf8(&mut bytes);
                        self.ready.extend_from_slice(text.as_bytes());
                    }
                    Err(_) => self.ready.push(0xff),
                }
            }
            if self.is_done && !self.rest.is_empty() {
                self.ready.push(0xff);
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        let encoding = match self.encoding {
            Some(encoding) => encoding,
            None => self.detect()?,
        };
        self.encoding = Some(encoding);
        if self.given == self.ready.len() {
            if encoding == Encoding::Utf8 {
                return self.inner.read(out);
            }
            self.fill(encoding)?;
        }
        let count = out.len().min(self.ready.len() - self.given);
        out[..count].copy_from_slice(&self.ready[self.given..][..count]);
        self.given += count;
        Ok(count)
    }
}

/// Lines of text as UTF-8, from a stream that may be a terminal.
pub fn utf8_lines(reader: impl Read) -> impl BufRead {
    BufReader::new(Utf8::new(reader))
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

    /// Gives one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let count = 1.min(self.0.len());
            out[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn read(bytes: &[u8]) -> Vec<u8> {
        let mut all = [Vec::new(), Vec::new()];
        Utf8::new(bytes).read_to_end(&mut all[0]).expect("memory");
        let slow = Utf8::new(Slow(bytes)).read_to_end(&mut all[1]);
        slow.expect("memory");
        let [fast, slow] = all;
        assert_eq!(fast, slow, "{bytes:?}");
        fast
    }

    #[test]
    fn a_text_is_the_same_in_every_encoding_with_a_mark() {
        for text in ["", "b2b2/a2b1 a\r\n", "é→非\u{1f3b2}\u{feff}x", "\u{1f3b2}"] {
            let units = || text.encode_utf16();
            let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
            for (mark, bytes) in [
                (&b""[..], text.as_bytes()),
                (b"\xef\xbb\xbf", text.as_bytes()),
                (b"\xff\xfe", &little),
                (b"\xfe\xff", &big),
            ] {
                let whole = [mark, bytes].concat();
                assert_eq!(read(&whole), text.as_bytes(), "{mark:?} {text}");
            }
        }
    }

    #[test]
    fn incomplete_byte_order_marks_are_kept_and_broken_utf_16_stays_invalid() {
        for bytes in [&b"\xef"[..], b"\xef\xbb", b"\xfe", b"\xefx", b"x\xff\xfe"] {
            assert_eq!(read(bytes), bytes);
        }
        for (broken, given) in [
            (&b"\xff\xfea\0b"[..], &b"a\xff"[..]),
            (b"\xff\xfe\x3d\xd8", b"\xff"),
            (b"\xff\xfe\x3d\xd8a\0", b"\xffa"),
            (b"\xfe\xff\xdc\x00\0a", b"\xffa"),
        ] {
            assert_eq!(read(broken), given);
        }
    }
}
