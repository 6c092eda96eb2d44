//! From what stands for a board on the command line to a setup: notation, a script, a file, or
//! standard input. Nothing but regular files is opened, so that nothing hangs.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::asked::Asked;
use super::fault::Fault;
use crate::export::visible;
use crate::game::{NotationError, OpenError, Shown, quoted};
use crate::games::{self, Setup, WithGame};

/// The most bytes of a text that is read.
const MOST_BYTES: u64 = 256 << 20;

/// A setup, and where it comes from.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The game, its rules and the position.
    pub setup: Setup,
    /// The file; `None` for what was written on the command line itself.
    pub file: Option<String>,
    /// The line of the file in which the position stands, where it isn't the first.
    line: Option<usize>,
}

impl Opened {
    /// A fault in the setup, with the place where it was read.
    pub fn fault(&self, error: OpenError) -> Fault {
        let error = match (error, self.line) {
            (OpenError::Notation(error @ NotationError { line: None, .. }), Some(line)) => {
                OpenError::Notation(error.in_line(line))
            }
            (error, _) => error,
        };
        match &self.file {
            Some(file) => Fault::Usage(format!("{file}: {error}")),
            None => error.into(),
        }
    }

    /// Whether game, rules and position can be read at all.
    pub fn check(&self) -> Result<(), OpenError> {
        games::open(&self.setup, Check)
    }
}

struct Check;

impl WithGame for Check {
    type Output = ();

    fn with<G: Shown>(self, _game: G, _position: G::Position) {}
}

/// Opens a board: what reads as notation is notation, anything else is a file's name, and `-` is
/// standard input.
pub fn open(board: &str, asked: &Asked) -> Result<Opened, Fault> {
    if board == "-" {
        let what = "standard input".to_owned();
        let text = read_all(&mut io::stdin().lock(), &what)?;
        return from_text(&text, what, asked);
    }
    if ["./", "../", "/"]
        .iter()
        .any(|start| board.starts_with(start))
    {
        return from_file(Path::new(board), asked);
    }
    let opened = from_argument(board, asked);
    match opened.check() {
        Ok(()) => Ok(opened),
        Err(OpenError::Notation(error)) => match fs::metadata(board) {
            Ok(_) => from_file(Path::new(board), asked),
            Err(_) if reads_as_name(board) => from_file(Path::new(board), asked),
            Err(_) => Err(opened.fault(error.into())),
        },
        Err(error) => Err(opened.fault(error)),
    }
}

/// The setup of a text that can't be a file's name.
pub fn from_argument(board: &str, asked: &Asked) -> Opened {
    Opened {
        setup: setup(board, asked),
        file: None,
        line: None,
    }
}

/// The setup that a file holds.
pub fn from_file(path: &Path, asked: &Asked) -> Result<Opened, Fault> {
    let text = read_file(path)?;
    from_text(&text, shown(path), asked)
}

fn setup(board: &str, asked: &Asked) -> Setup {
    Setup::of_board(
        asked.game(),
        asked.switches().clone(),
        board,
        asked.columns(),
    )
}

/// A single word with a dot in it is more likely a misspelt file than a misspelt board.
fn reads_as_name(text: &str) -> bool {
    text.contains('.') && !text.contains(char::is_whitespace) && text.len() < 4_096
}

/// A script is the whole text, a position its one line that isn't empty.
fn from_text(text: &str, file: String, asked: &Asked) -> Result<Opened, Fault> {
    if games::takes_script(asked.game()) {
        return Ok(Opened {
            setup: setup(text, asked),
            file: Some(file),
            line: None,
        });
    }
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let (index, line) = lines.next().unwrap_or((0, ""));
    if let Some((second, _)) = lines.next() {
        return Err(Fault::Usage(format!(
            "{file}: a second position begins in line {}: keep one",
            second + 1
        )));
    }
    Ok(Opened {
        setup: setup(line.trim_end(), asked),
        file: Some(file),
        line: (index > 0).then_some(index + 1),
    })
}

/// The text of a regular file.
fn read_file(path: &Path) -> Result<String, Fault> {
    let refused =
        |what: &str, remedy: &str| Err(Fault::Usage(format!("{} {what}: {remedy}", shown(path))));
    // Looked at before it is opened: opening a FIFO waits for somebody to write into it.
    let opened = fs::metadata(path).and_then(|metadata| {
        Ok(if metadata.is_file() {
            Ok(open_file(path)?)
        } else {
            Err(metadata.is_dir())
        })
    });
    match opened {
        Ok(Ok(mut file)) => read_all(&mut file, &shown(path)),
        Ok(Err(true)) => refused("is a folder", "name a file in it"),
        Ok(Err(false)) => refused(
            "is no regular file",
            "name one, or pipe it into standard input, which is '-'",
        ),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound => refused("doesn't exist", "check the name"),
            io::ErrorKind::PermissionDenied => {
                refused("may not be read", "ask for the permission to read it")
            }
            _ => refused(&format!("can't be read ({error})"), "check the name"),
        },
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "what is opened was seen to be a regular file"
)]
fn open_file(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path)
}

fn read_all(reader: &mut dyn Read, what: &str) -> Result<String, Fault> {
    let mut bytes = Vec::new();
    let read = reader.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| {
        Fault::Usage(format!("{what} can't be read ({error}): try another copy"))
    })?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Fault::Usage(format!(
            "{what} has more than {} MiB: give a smaller one",
            MOST_BYTES >> 20
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        Fault::Usage(format!(
            "{what} is no text (byte {}): save it as UTF-8",
            error.utf8_error().valid_up_to() + 1
        ))
    })
}

/// A file's name in a sentence, whole.
pub fn shown(path: &Path) -> String {
    let name: Cow<'_, str> = path.to_string_lossy();
    if name.is_empty() {
        quoted("")
    } else {
        visible(&name).into_owned()
    }
}
