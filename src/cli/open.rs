//! `doomtree open`, and `doomtree` without a command: the explorer, or the tree in the terminal if
//! there is no window.

use std::ffi::OsString;
use std::path::Path;
#[cfg(feature = "gui")]
use std::time::Duration;

use clap::CommandFactory as _;

use super::args::{Arguments, OpenArgs};
#[cfg(feature = "gui")]
use super::args::{ThemeName, WindowArgs};
use super::asked::{Asked, Instead};
#[cfg(feature = "gui")]
use super::build;
use super::fault::{Done, Fault, say};
use super::input::{self, Opened};
#[cfg(feature = "gui")]
use super::progress;
#[cfg(feature = "gui")]
use super::progress::Watch;
use super::tree;
use crate::game::Refusal;
#[cfg(feature = "gui")]
use crate::game::quoted;
#[cfg(feature = "gui")]
use crate::session::Wanted;
use crate::session::exercise::is_line;
use crate::session::{MAX_POSITIONS, first_setup, is_link, read_link};

/// Timeout for the window to store unsaved work when the program is terminated.
#[cfg(feature = "gui")]
const STORE_TIMEOUT: Duration = Duration::from_secs(3);

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
pub fn run(args: &OpenArgs) -> Result<Done, Fault> {
    if args.show.effort.max_time.is_some() {
        return Err(Fault::Usage(
            "--max-time doesn't apply to a window: leave it out, or use 'doomtree tree'".to_owned(),
        ));
    }
    // A board whose graph would fill the memory is opened as far as a window can hold it.
    let asked = tree::asked(&args.show);
    let file = read_in_window(args, &asked)?;
    let asked = asked.within(MAX_POSITIONS);
    let mut opened = match args.board.as_ref().filter(|_| file.is_none()) {
        // The window opens the exercise itself; a terminal prints its board.
        Some(line) if is_line(line) => exercise_board(line)?,
        Some(link) if is_link(link) => Opened::new(read_link(link, asked.limits()?)?.setup),
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
        return Err(Fault::Usage(format!(
            "no picture was made ({reason}): fix that and try again"
        )));
    }
    say(&format!(
        "no window can be opened ({reason}); here is the tree instead"
    ));
    if let Some(file) = file {
        opened = input::from_file(file, &asked)?;
    }
    tree::print(&mut opened, &asked.or(Instead::Grow), &args.show)
}

/// The file that the window reads by itself, so that it is there at once: one that is large or
/// holds a tree. With other requests than the window has it is read first.
#[cfg(feature = "gui")]
fn read_in_window<'a>(args: &'a OpenArgs, asked: &Asked) -> Result<Option<&'a Path>, Fault> {
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
fn read_in_window<'a>(_: &'a OpenArgs, _: &Asked) -> Result<Option<&'a Path>, Fault> {
    Ok(None)
}

/// The default board of the window, if the requested rules allow it; a terminal prints the game's
/// start position.
fn shown_first(asked: &Asked) -> Result<Option<Opened>, Fault> {
    let first = input::from_argument(&crate::session::shown_first(asked.game())?.position, asked);
    Ok(first.check().is_ok().then_some(first))
}

/// The board of an exercise's line.
fn exercise_board(line: &str) -> Result<Opened, Fault> {
    let posed = super::exercise::of_line(line)?;
    Ok(Opened::new(posed.exercise().setup.clone()))
}

/// Shows the explorer until it is closed; the inner error says why there is no window.
#[cfg(feature = "gui")]
fn window(
    opened: &Opened,
    file: Option<&Path>,
    asked: &Asked,
    args: &OpenArgs,
) -> Result<Result<(), Refusal>, Fault> {
    use crate::app::{self, Document, Options, Words};

    let WindowArgs {
        select,
        theme,
        size,
        tour,
        present,
        commands,
        screenshot,
    } = args.window.clone();
    let tour = tour.map(|tour| tour_of(opened, &tour)).transpose()?;
    let named = |text: &String| {
        app::CommandId::of_text(text).ok_or_else(|| {
            Fault::Usage(format!(
                "--do: no command of the window is called {}: use a name from its menus",
                quoted(text)
            ))
        })
    };
    let mut commands: Vec<_> = commands.iter().map(named).collect::<Result<_, _>>()?;
    if present {
        commands.insert(0, app::CommandId::Present);
    }
    let limits = asked.limits()?;
    let options = asked.options(opened.options)?;
    let wanted = Wanted { limits, options };
    let setup = opened.setup.clone();
    let at = asked.at().to_owned();
    let notices = opened.notices.clone();
    // Its file is the exercise's, not the board's. A link's line is read by the window.
    let exercise = args.board.clone().filter(|board| {
        is_line(board)
            || is_link(board)
            || (opened.file.is_some() && board.ends_with(".exercise.json"))
    });
    let words = Words {
        name: match (&opened.title, &opened.file) {
            (Some(title), Some(file)) => format!("{title} ({file})"),
            (_, file) => file.clone().unwrap_or_default(),
        },
        // Standard input is not a writable file, and a part of a file's tree is another document.
        path: match &args.board {
            Some(board)
                if opened.file.is_some() && board != "-" && at.is_empty() && exercise.is_none() =>
            {
                Some(std::path::PathBuf::from(board))
            }
            _ => None,
        },
        board: opened.board.clone(),
        ..Words::default()
    };
    let ending = app::Ending::default();
    let asked_to_end = ending.clone();
    progress::ask_first(move || asked_to_end.ask(STORE_TIMEOUT));
    let watch = Watch::unless(args.show.build.quiet);
    let loaded = match &opened.tree {
        Some(tree) if app::display_is_there().is_ok() => Some(build::loaded(
            opened,
            tree.clone(),
            limits.max_nodes,
            &build::Drive::new(asked, watch),
        )?),
        _ => None,
    };
    Ok(app::run(Options {
        open: Box::new(move |wake| {
            if let Some(mut loaded) = loaded {
                // The file's tree is loaded; its edits may take this much memory.
                loaded.rated.limits.max_bytes = limits.max_bytes;
                let refused = loaded.rated.analysis.ratings.refused();
                let notice = loaded.notices.first().cloned();
                let notice = notice.or_else(|| refused.map(str::to_owned));
                return Ok((Document::loaded(loaded, words), notice));
            }
            let document = Document::open(setup, wanted, &at, words, wake)?;
            let refused = document.session.rated().analysis.ratings.refused();
            let notice = refused.map(str::to_owned);
            let told =
                (!notices.is_empty()).then(|| crate::words::capitalised(&notices.join("; ")));
            Ok((document, notice.or(told)))
        }),
        greets: args.board.is_none() && screenshot.is_none(),
        file: file.map(Path::to_owned),
        select,
        tour,
        exercise: exercise.map(|text| match is_line(&text) {
            true => text,
            // A name alone is a path, too.
            false => {
                std::path::absolute(&text).map_or(text, |path| path.to_string_lossy().into_owned())
            }
        }),
        commands,
        usual_bytes: asked.usual_bytes(),
        size,
        dark: theme.map(|theme| theme == ThemeName::Dark),
        // A screenshot doesn't depend on the user's settings.
        settings: screenshot
            .is_none()
            .then(app::Settings::usual_path)
            .flatten(),
        recovery: screenshot.is_none().then(app::recovery_folder).flatten(),
        reports: app::panics::usual_folder(),
        ending,
        screenshot,
    }))
}

/// The index of the requested tour, by its number from 1 or by its title.
#[cfg(feature = "gui")]
fn tour_of(opened: &Opened, wanted: &str) -> Result<usize, Fault> {
    let tree = opened.tree.as_ref();
    let tours = tree.map_or(&[][..], |tree| &tree.header.signposts.tours);
    let by_title = tours.iter().position(|tour| tour.title == wanted);
    let number = wanted.parse::<usize>().ok();
    let by_number = number.and_then(|number| number.checked_sub(1));
    let found = by_title.or(by_number.filter(|place| *place < tours.len()));
    found.ok_or_else(|| {
        let there = match tours {
            [] => "it has none; a tree file may have some".to_owned(),
            tours => {
                let titles = tours.iter().map(|tour| quoted(&tour.title));
                let titles = titles.collect::<Vec<_>>().join(", ");
                format!("it has {titles}")
            }
        };
        Fault::Usage(format!(
            "--tour: the file has no tour {}: {there}",
            quoted(wanted)
        ))
    })
}

/// Without the window there is none.
#[cfg(not(feature = "gui"))]
fn window(
    _: &Opened,
    _: Option<&Path>,
    _: &Asked,
    _: &OpenArgs,
) -> Result<Result<(), Refusal>, Fault> {
    Ok(Err(Refusal::new("this build has no window", "")))
}
