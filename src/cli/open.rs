//! `doomtree open`, and `doomtree` without a command: the explorer, or the tree in the terminal if
//! there is no window.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory as _;

use super::args::{Arguments, OpenArgs};
use super::asked::{GivenOptions, TooLargeFallback};
use super::fault::{CommandError, Done, print_notice};
use super::input::{self, OpenedBoard};
use super::tree;
#[cfg(feature = "gui")]
use super::window::window;
use crate::session::exercise::is_line;
use crate::session::{MAX_POSITIONS, first_setup, is_link, read_link};

/// Puts the command before a file or board that is given without one, as a file manager gives it, and
/// before the options. A bare word that is no file is taken for a misspelled command.
pub fn with_command(mut words: Vec<OsString>) -> Vec<OsString> {
    let mut command = Arguments::command();
    command.build();
    let takes_value = |word: &OsString| {
        let name = word.to_str().and_then(|word| word.strip_prefix("--"));
        name.is_some_and(|name| {
            let mut options = command.get_arguments();
            let option = options.find(|option| option.get_long() == Some(name));
            option.is_some_and(|option| option.get_action().takes_values())
        })
    };
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-") && word != "-";
    let mut at = 1;
    while words.get(at).is_some_and(is_option) {
        at += 1 + usize::from(takes_value(&words[at]));
    }
    let Some(first) = words.get(at) else {
        return words;
    };
    let is_bare = |text: &str| text.chars().all(|it| it.is_alphanumeric() || it == '_');
    let is_word = first.to_str().is_some_and(is_bare);
    let is_command = command.find_subcommand(first).is_some();
    if !is_word || Path::new(first).is_file() && !is_command {
        words.insert(1, "open".into());
    } else if is_command {
        // Options before a command are the command's.
        words[1..=at].rotate_right(1);
    }
    words
}

/// Runs the command.
pub fn run(args: &OpenArgs) -> Result<Done, CommandError> {
    if args.show.graph.effort.max_time.is_some() {
        return Err(CommandError::Usage(
            "--max-time doesn't apply to a window: leave it out, or use 'doomtree tree'".to_owned(),
        ));
    }
    // A board whose graph would fill the memory is opened as far as a window can hold it.
    let asked = GivenOptions::of(&args.show.graph);
    let file = read_in_window(args, &asked)?;
    let asked = asked.within(MAX_POSITIONS);
    let mut opened = match args.board.as_ref().filter(|_| file.is_none()) {
        // The window opens the exercise itself; a terminal prints its board.
        Some(line) if is_line(line) => exercise_board(line)?,
        Some(link) if is_link(link) => OpenedBoard::new(read_link(link, asked.limits()?)?.setup),
        Some(board) => input::open(board, &asked)?,
        // The game's start position: for Dice of Doom the book's board.
        None => input::from_argument(&first_setup(asked.game())?.position, &asked),
    };
    opened.check().map_err(|error| opened.fault(error))?;
    let shown = match &args.board {
        None => shown_first(&asked)?,
        Some(_) => None,
    };
    let Err(reason) = window(shown.as_ref().unwrap_or(&opened), file, &asked, args)? else {
        return Ok(Done::Complete);
    };
    if args.window.screenshot.is_some() {
        return Err(CommandError::Usage(format!(
            "no picture was made ({reason}): fix that and try again"
        )));
    }
    print_notice(&format!(
        "no window can be opened ({reason}); here is the tree instead"
    ));
    if let Some(file) = file {
        opened = input::from_file(file, &asked)?;
    }
    tree::print(&mut opened, &asked.or(TooLargeFallback::Grow), &args.show)
}

/// The file that the window reads by itself, so that it is there at once: one that is large or
/// holds a tree. With other requests than the window has it is read first.
#[cfg(feature = "gui")]
fn read_in_window<'a>(
    args: &'a OpenArgs,
    asked: &GivenOptions,
) -> Result<Option<&'a Path>, CommandError> {
    let Some(board) = &args.board else {
        return Ok(None);
    };
    let is_other = board == "-" || is_line(board) || is_link(board) || args.window.tour.is_some();
    if is_other
        || !asked.is_plain()
        || crate::app::display_is_there().is_err()
        || input::text(board, asked)?.is_some()
    {
        return Ok(None);
    }
    let path = Path::new(board);
    let takes_long = crate::save::takes_long(path).map_err(input::refused)?;
    Ok(takes_long.then_some(path))
}

#[cfg(not(feature = "gui"))]
fn read_in_window<'a>(_: &'a OpenArgs, _: &GivenOptions) -> Result<Option<&'a Path>, CommandError> {
    Ok(None)
}

/// The default board of the window, if the requested rules allow it; a terminal prints the game's
/// start position.
fn shown_first(asked: &GivenOptions) -> Result<Option<OpenedBoard>, CommandError> {
    let first = input::from_argument(&crate::session::shown_first(asked.game())?.position, asked);
    Ok(first.check().is_ok().then_some(first))
}

/// The board of an exercise's line.
fn exercise_board(line: &str) -> Result<OpenedBoard, CommandError> {
    let posed = super::exercise::of_line(line)?;
    Ok(OpenedBoard::new(posed.exercise().setup.clone()))
}

/// Without the window there is none.
#[cfg(not(feature = "gui"))]
fn window(
    _: &OpenedBoard,
    _: Option<&Path>,
    _: &GivenOptions,
    _: &OpenArgs,
) -> Result<Result<(), crate::game::Refusal>, CommandError> {
    Ok(Err(crate::game::Refusal::new(
        "this build has no window",
        "",
    )))
}
