//! Opens the board argument of a command: notation, a script, a file, or standard input. Only
//! regular files are opened, so that nothing blocks.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;

use super::asked::GivenOptions;
use super::bounds::GuardedRead;
use super::fault::{CommandError, print_notice};
use crate::game::{NotationError, OpenError, quoted, shortened_inside, visible};
use crate::games::scripted::WrittenTree;
use crate::games::{self, Setup, takes_script};
use crate::rating::RatingOptions;
use crate::save::{self, BoardFile, FileError, ProgramOutput, TreeFile, WHAT_OPENS};
use crate::session;

/// Maximum characters of a file name in a sentence.
const MAX_NAME: usize = 240;

/// An opened board, and its source.
#[derive(Clone)]
pub struct OpenedBoard {
    /// The game, its rules and the position.
    pub setup: Setup,
    /// The file; `None` for text on the command line.
    pub file: Option<String>,
    /// The title that the file gives.
    pub title: Option<String>,
    /// The note of the root that another program's tree gives.
    pub note: Option<String>,
    /// The board file that was opened.
    pub board: Option<Box<BoardFile>>,
    /// The tree that the file holds, where it holds one.
    pub tree: Option<Box<TreeFile>>,
    /// The default rating options.
    pub options: RatingOptions,
    /// What should be known of another program's tree: a sentence each, said when it was opened.
    #[cfg_attr(
        not(feature = "gui"),
        expect(dead_code, reason = "the window says them again")
    )]
    pub notices: Vec<String>,
    /// The line of the file with the position, if it isn't the first.
    line: Option<usize>,
}

impl OpenedBoard {
    pub fn new(setup: Setup) -> Self {
        Self {
            setup,
            file: None,
            title: None,
            note: None,
            board: None,
            tree: None,
            options: RatingOptions::default(),
            notices: Vec::new(),
            line: None,
        }
    }

    /// The board alone, even of a tree file, without checking its tree.
    #[must_use]
    pub fn root_alone(self) -> Self {
        let setup = self.tree.as_ref().map(|tree| tree.header.setup());
        let (Some(tree), Some(Ok(setup))) = (&self.tree, setup) else {
            return self;
        };
        for notice in &tree.notices {
            let file = self.file.as_deref().unwrap_or_default();
            print_notice(&format!("{file}: {notice}"));
        }
        let root = tree.root_board();
        Self {
            options: tree.header.options,
            board: Some(Box::new(root)),
            setup,
            tree: None,
            ..self
        }
    }

    /// An error in the setup, with its location.
    pub fn fault(&self, error: OpenError) -> CommandError {
        let error = match (error, self.line) {
            (OpenError::Notation(error @ NotationError { line: None, .. }), Some(line)) => {
                OpenError::Notation(error.in_line(line))
            }
            (error, _) => error,
        };
        match &self.file {
            Some(file) => CommandError::Usage(format!("{file}: {error}")),
            None => error.into(),
        }
    }

    /// Whether game, rules and position can be read at all.
    pub fn check(&self) -> Result<(), OpenError> {
        if self.tree.is_some() {
            // A tree that its game can't hold is shown as it is written.
            return Ok(());
        }
        session::setup_position(&self.setup).map(|_| ())
    }
}

/// Opens a board. A text that parses as notation is notation, any other is a file name, and `-` is
/// standard input.
pub fn open(board: &str, asked: &GivenOptions) -> Result<OpenedBoard, CommandError> {
    if board == "-" {
        let (read, _reading) = from_stdin(asked);
        return from_content(read.map_err(refused)?, STANDARD_INPUT.to_owned(), asked);
    }
    match text(board, asked)? {
        Some(opened) => Ok(opened),
        None => from_file(Path::new(board), asked),
    }
}

/// The name of standard input in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// What standard input holds, and the guard of its limits, which what is read needs too.
pub fn from_stdin(asked: &GivenOptions) -> (Result<save::Opened, FileError>, GuardedRead) {
    let reading = GuardedRead::new(asked.bounds(), STANDARD_INPUT, None);
    let read = save::open_reader(reading.of(io::stdin().lock()), STANDARD_INPUT);
    (read, reading)
}

/// The board that a text is; `None` if it is the name of a file.
pub fn text(board: &str, asked: &GivenOptions) -> Result<Option<OpenedBoard>, CommandError> {
    let opened = from_argument(board, asked);
    if save::starts_as_path(board) && (takes_script(asked.game()) || opened.check().is_err()) {
        return Ok(None);
    }
    match opened.check() {
        Ok(()) => Ok(Some(opened)),
        Err(_) if let Some(other) = other_game(&opened.setup, asked) => {
            Ok(Some(OpenedBoard::new(other)))
        }
        Err(OpenError::Notation(error)) => match fs::metadata(board) {
            Ok(_) => Ok(None),
            Err(_) if let Some(fault) = look_alike(&opened.setup, asked) => Err(fault),
            Err(_) if reads_as_name(board) => Ok(None),
            Err(_) => Err(opened.fault(error.into())),
        },
        Err(error) => Err(opened.fault(error)),
    }
}

/// Opens a board under one of several rule sets: a text that parses as notation under any of them
/// is notation. A file is opened under its own rules.
pub fn open_under(
    board: &str,
    rules: &[GivenOptions],
    own: &GivenOptions,
) -> Result<OpenedBoard, CommandError> {
    let notation = rules
        .iter()
        .map(|asked| from_argument(board, asked))
        .find(|opened| opened.check().is_ok());
    match notation {
        Some(opened) => Ok(opened),
        None if board == "-" || fs::metadata(board).is_ok() || reads_as_name(board) => {
            open(board, own)
        }
        None => match rules.first() {
            Some(asked) => open(board, asked),
            None => open(board, own),
        },
    }
}

/// The same board in the game that it is of, where none was named.
fn other_game(setup: &Setup, asked: &GivenOptions) -> Option<Setup> {
    asked
        .named_game()
        .is_none()
        .then(|| session::that_reads(setup))
        .flatten()
}

/// Why a board of another game can't be read, if a text looks like one and no game was named.
fn look_alike(setup: &Setup, asked: &GivenOptions) -> Option<CommandError> {
    let other = asked
        .named_game()
        .is_none()
        .then(|| games::looks_like(&setup.position))??;
    let setup = Setup {
        game: other.to_owned(),
        ..setup.clone()
    };
    let opened = OpenedBoard::new(setup);
    opened.check().err().map(|why| opened.fault(why))
}

/// The setup of a text that can't be a file's name.
pub fn from_argument(board: &str, asked: &GivenOptions) -> OpenedBoard {
    OpenedBoard::new(setup(board, asked))
}

/// The same, but in the game that it is of, where none was named and the usual one can't read it.
pub fn from_notation(board: &str, asked: &GivenOptions) -> OpenedBoard {
    let opened = from_argument(board, asked);
    match opened.check() {
        Ok(()) => opened,
        Err(_) => other_game(&opened.setup, asked).map_or(opened, OpenedBoard::new),
    }
}

/// The content of a file.
pub fn from_file(path: &Path, asked: &GivenOptions) -> Result<OpenedBoard, CommandError> {
    let (file, size) = save::open_file(path).map_err(refused)?;
    let reading = GuardedRead::new(asked.bounds(), &shown(path), Some(size));
    let name = path.display().to_string();
    let read = save::open_reader(reading.of(file), &name).map_err(refused)?;
    from_content(read, shown(path), asked)
}

/// The output of an external program, from a file or, for `-`, standard input; and the name of its
/// source.
pub fn theirs(
    location: &str,
    asked: &GivenOptions,
) -> Result<(ProgramOutput, String), CommandError> {
    if location == "-" {
        let reading = GuardedRead::new(asked.bounds(), STANDARD_INPUT, None);
        let theirs = save::read_theirs(reading.of(io::stdin().lock()), STANDARD_INPUT);
        return Ok((theirs.map_err(refused)?, STANDARD_INPUT.to_owned()));
    }
    let (file, size) = save::open_file(Path::new(location)).map_err(refused)?;
    let what = visible(location).into_owned();
    let reading = GuardedRead::new(asked.bounds(), &what, Some(size));
    let theirs = save::read_theirs(reading.of(file), location).map_err(refused)?;
    Ok((theirs, what))
}

/// A file that can't be opened or understood is bad input.
pub fn refused(error: FileError) -> CommandError {
    CommandError::Usage(error.to_string())
}

/// The content of a file or a stream; flags override those of a board file.
pub fn from_content(
    content: save::Opened,
    file: String,
    asked: &GivenOptions,
) -> Result<OpenedBoard, CommandError> {
    match content {
        save::Opened::Text(text) => from_text(&text, file, asked),
        save::Opened::Board(board) => {
            for notice in &board.notices {
                print_notice(&format!("{file}: {notice}"));
            }
            let mut setup = board.setup().map_err(|why| why.at(&file))?;
            setup.switches = setup.switches.with(asked.switches().clone());
            Ok(OpenedBoard {
                file: Some(file),
                title: board.title.clone(),
                board: Some(board),
                ..OpenedBoard::new(setup)
            })
        }
        save::Opened::Exercise(exercise) => {
            let mut setup = exercise.setup().map_err(|why| why.at(&file))?;
            setup.switches = setup.switches.with(asked.switches().clone());
            Ok(OpenedBoard {
                file: Some(file),
                title: exercise.title.clone(),
                ..OpenedBoard::new(setup)
            })
        }
        save::Opened::Imported(imported) if asked.names_rules(&imported.setup.game) => {
            Err(CommandError::Usage(format!(
                "{file} already defines its game and rules: omit --game, rule options and \
                 --columns"
            )))
        }
        save::Opened::Imported(imported) => {
            for notice in &imported.notices {
                print_notice(&format!("{file}: {notice}"));
            }
            Ok(OpenedBoard {
                file: Some(file),
                title: imported.title,
                note: imported.note,
                notices: imported.notices,
                ..OpenedBoard::new(imported.setup)
            })
        }
        save::Opened::Tree(tree) if asked.names_rules(&tree.header.game) => {
            Err(CommandError::Usage(format!(
                "{file} already defines its game and rules: omit --game, rule options and \
                 --columns"
            )))
        }
        save::Opened::Tree(tree) => Ok(OpenedBoard {
            file: Some(file),
            title: tree.header.title.clone(),
            setup: tree.header.setup().unwrap_or_default(),
            tree: Some(tree),
            ..OpenedBoard::new(Setup::default())
        }),
    }
}

fn setup(board: &str, asked: &GivenOptions) -> Setup {
    let script = save::setup_of_text(board, asked.named_game());
    if let Some(text) = &script.switches.script {
        tell_unfinished(text);
        return script;
    }
    Setup::of_board(
        asked.game(),
        asked.switches().clone(),
        board,
        asked.columns(),
    )
}

/// A single word with a dot or without a digit is more likely a misspelled file name than a
/// misspelled board.
fn reads_as_name(text: &str) -> bool {
    let named = text.contains('.') || !text.bytes().any(|byte| byte.is_ascii_digit());
    named && !text.is_empty() && !text.contains(char::is_whitespace) && text.len() < 4_096
}

/// Prints the nodes of a script that are left out because they aren't finished.
fn tell_unfinished(script: &str) {
    // An unreadable script is reported where it is opened.
    let written = WrittenTree::read(script).ok();
    if let Some(open) = written.and_then(|written| written.unfinished()) {
        print_notice(&format!("left out: {open}"));
    }
}

/// A script is the whole text, a position its one line that isn't empty.
fn from_text(text: &str, file: String, asked: &GivenOptions) -> Result<OpenedBoard, CommandError> {
    let script = save::setup_of_text(text, asked.named_game());
    if let Some(text) = &script.switches.script {
        tell_unfinished(text);
        return Ok(OpenedBoard {
            file: Some(file),
            ..OpenedBoard::new(script)
        });
    }
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let (index, line) = lines.next().unwrap_or((0, ""));
    if let Some((second, _)) = lines.next() {
        let is_position = from_notation(line.trim_end(), asked).check().is_ok();
        return Err(CommandError::Usage(match is_position {
            true => format!(
                "{file}: a second position begins in line {}: keep one",
                second + 1
            ),
            false => format!(
                "{file} is no position, no script and no tree that can be read: {WHAT_OPENS}"
            ),
        }));
    }
    Ok(OpenedBoard {
        file: Some(file),
        line: (index > 0).then_some(index + 1),
        ..OpenedBoard::new(setup(line.trim_end(), asked))
    })
}

/// A file's name in a sentence; a very long one keeps its beginning and its end.
pub fn shown(path: &Path) -> String {
    let name: Cow<'_, str> = path.to_string_lossy();
    if name.is_empty() {
        quoted("")
    } else {
        visible(&shortened_inside(&name, MAX_NAME)).into_owned()
    }
}
