//! Opens the window with what the command line asks for.

use std::path::Path;
use std::time::Duration;

use super::args::{OpenArgs, ThemeName, WindowArgs};
use super::asked::GivenOptions;
use super::build;
use super::fault::CommandError;
use super::input::OpenedBoard;
use super::progress::{self, ProgressTarget};
use crate::app::{self, CommandId, Document, DocumentNames, WindowOptions};
use crate::game::{Refusal, quoted};
use crate::session::exercise::is_line;
use crate::session::{GraphRequest, is_link};

/// Timeout for the window to store unsaved work when the program is terminated.
const STORE_TIMEOUT: Duration = Duration::from_secs(3);

/// Shows the explorer until it is closed; the inner error says why there is no window.
pub fn window(
    opened: &OpenedBoard,
    file: Option<&Path>,
    asked: &GivenOptions,
    args: &OpenArgs,
) -> Result<Result<(), Refusal>, CommandError> {
    let WindowArgs {
        select,
        theme,
        size,
        tour,
        screenshot,
        ..
    } = args.window.clone();
    let tour = tour.map(|tour| tour_of(opened, &tour)).transpose()?;
    let commands = commands_at_start(&args.window)?;
    let limits = asked.limits()?;
    let options = asked.options(opened.options)?;
    let wanted = GraphRequest { limits, options };
    let setup = opened.setup.clone();
    let at = asked.at().to_owned();
    let notices = opened.notices.clone();
    let exercise = exercise_of(opened, args);
    let words = document_names(opened, args, at.is_empty() && exercise.is_none());
    let ending = app::ExitQuestion::default();
    let asked_to_end = ending.clone();
    progress::ask_first(move || asked_to_end.ask(STORE_TIMEOUT));
    let watch = ProgressTarget::unless(args.show.graph.build.quiet);
    let loaded = match &opened.tree {
        Some(tree) if app::display_is_there().is_ok() => {
            let (tree, drive) = (tree.clone(), build::LimitedRun::new(asked, watch));
            Some(build::loaded(opened, tree, limits.max_nodes, &drive)?)
        }
        _ => None,
    };
    // A screenshot doesn't depend on the user's settings.
    let lasts = screenshot.is_none();
    Ok(app::run(WindowOptions {
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
            let message =
                (!notices.is_empty()).then(|| crate::words::capitalised(&notices.join("; ")));
            Ok((document, notice.or(message)))
        }),
        greets: args.board.is_none() && lasts,
        file: file.map(Path::to_owned),
        select,
        tour,
        exercise,
        commands,
        usual_bytes: asked.usual_bytes(),
        size,
        dark: theme.map(|theme| theme == ThemeName::Dark),
        settings: lasts.then(app::Settings::usual_path).flatten(),
        recovery: lasts.then(app::recovery_folder).flatten(),
        reports: app::panics::usual_folder(),
        ending,
        screenshot,
    }))
}

/// The commands that the window does at once.
fn commands_at_start(args: &WindowArgs) -> Result<Vec<CommandId>, CommandError> {
    let named = |text: &String| {
        CommandId::of_text(text).ok_or_else(|| {
            CommandError::Usage(format!(
                "--do: no command of the window is called {}: use a name from its menus",
                quoted(text)
            ))
        })
    };
    let present = args.present.then_some(Ok(CommandId::Present));
    let named = args.commands.iter().map(named);
    present.into_iter().chain(named).collect()
}

/// The exercise or link that the window opens: a line, a link, or a file's absolute path.
fn exercise_of(opened: &OpenedBoard, args: &OpenArgs) -> Option<String> {
    let text = args.board.clone()?;
    if is_line(&text) || is_link(&text) {
        return Some(text);
    }
    let is_file = opened.file.is_some() && text.ends_with(".exercise.json");
    // A name alone is a path, too.
    is_file.then(|| {
        std::path::absolute(&text).map_or(text, |path| path.to_string_lossy().into_owned())
    })
}

/// The names of the document. It is not `whole` if it is an exercise, whose file isn't the board's, or
/// a part of a file's tree.
fn document_names(opened: &OpenedBoard, args: &OpenArgs, whole: bool) -> DocumentNames {
    // Standard input is not a writable file.
    let board = args.board.as_ref();
    let board = board.filter(|board| whole && opened.file.is_some() && *board != "-");
    DocumentNames {
        name: match (&opened.title, &opened.file) {
            (Some(title), Some(file)) => format!("{title} ({file})"),
            (_, file) => file.clone().unwrap_or_default(),
        },
        path: board.map(std::path::PathBuf::from),
        board: opened.board.clone(),
        ..DocumentNames::default()
    }
}

/// The index of the requested tour, by its number from 1 or by its title.
fn tour_of(opened: &OpenedBoard, wanted: &str) -> Result<usize, CommandError> {
    let tree = opened.tree.as_ref();
    let tours = tree.map_or(&[][..], |tree| &tree.header.signposts.tours);
    let by_title = tours.iter().position(|tour| tour.title == wanted);
    let number = wanted.parse::<usize>().ok();
    let by_number = number.and_then(|number| number.checked_sub(1));
    let found = by_title.or(by_number.filter(|index| *index < tours.len()));
    found.ok_or_else(|| {
        let there = match tours {
            [] => "it has none; a tree file may have some".to_owned(),
            tours => {
                let titles = tours.iter().map(|tour| quoted(&tour.title));
                let titles = titles.collect::<Vec<_>>().join(", ");
                format!("it has {titles}")
            }
        };
        CommandError::Usage(format!(
            "--tour: the file has no tour {}: {there}",
            quoted(wanted)
        ))
    })
}
