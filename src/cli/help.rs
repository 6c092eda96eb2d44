//! The help of the command line. It is that of `args`, shortened for '-h', and in the words of the
//! game for a program with a game of its own. The man pages have the same text.

use std::io::Write as _;
use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory as _};

use super::args::Arguments;
use super::fault::{CommandError, Done, Output, write_to};
use crate::game::{Values, quoted};
use crate::games;
use crate::rating::Multiplayer;
use crate::search::{Algorithm, Method};
use crate::session::exercise::{RatingSpread, Task, Ties, TreeSize};
use crate::session::{example_of, game_names, usual_game};

/// What '-h' shows, so that it fits on a screen: '--help' shows all. A name with a command before it is
/// for that command only.
const SHORT: [&str; 28] = [
    "board",
    "at",
    "max_plies",
    "rate max_time",
    "search max_time",
    "check max_time",
    "game",
    "rules",
    "json",
    "output",
    "format",
    "export scope",
    "search algorithm",
    "check theirs",
    "check command",
    "random rows",
    "random columns",
    "random seed",
    "random count",
    "play a",
    "play b",
    "play ai_plies",
    "exercise task",
    "exercise seed",
    "exercise answers",
    "verify files",
    "completions shell",
    "man command",
];

/// What every command ends with.
const EXIT_CODES: &str =
    "0 success, 1 differences or invalid file, 2 usage error, 3 limit reached, 130 interrupted";

/// All that can be written on the command line.
pub fn command() -> Command {
    // One screen has no room for the window's options.
    let command = complete().mut_args(|arg| arg.hide_short_help(true));
    examples_in_long(command).mut_subcommands(shortened)
}

/// The same with the values of options that are known by name, for completions.
pub fn with_values() -> Command {
    command().mut_subcommands(|command| {
        command.mut_args(|arg| match values(arg.get_id().as_str()) {
            values if values.is_empty() => arg,
            values => arg.value_parser(PossibleValuesParser::new(values)),
        })
    })
}

/// The names that an option takes; none where they aren't a list.
fn values(option: &str) -> Vec<&'static str> {
    match option {
        "game" => game_names().collect(),
        "rules" => {
            let presets = games::NAMES.into_iter().flat_map(games::presets);
            presets.map(|(name, _)| name).collect()
        }
        "algorithm" => {
            let ours = Algorithm::ALL.map(Algorithm::name).into_iter();
            ours.chain(Method::ALL.map(Method::name)).collect()
        }
        "estimate" => vec!["winners", "share", "territory"],
        "multiplayer" => Multiplayer::ALL.map(Multiplayer::name).to_vec(),
        "task" => Task::ALL.map(Task::name).to_vec(),
        "size" => TreeSize::ALL.map(TreeSize::name).to_vec(),
        "spread" => RatingSpread::ALL.map(RatingSpread::name).to_vec(),
        "ties" => Ties::ALL.map(Ties::name).to_vec(),
        _ => games::known_switches()
            .into_iter()
            .filter(|switch| switch.name == option)
            .flat_map(|switch| match switch.values {
                Values::Among(names) => names.to_vec(),
                _ => Vec::new(),
            })
            .collect(),
    }
}

/// The same with everything in every help.
fn complete() -> Command {
    let command = Arguments::command();
    let usual = usual_game();
    let command = match usual == games::NAMES[0] {
        true => command,
        false => for_game(command, usual),
    };
    let usage = format!("{} [OPTIONS] [COMMAND]", command.get_name());
    command.override_usage(usage)
}

/// Examples and their notes are in '--help' only.
fn examples_in_long(command: Command) -> Command {
    match command.get_after_help().cloned() {
        Some(long) => command.after_help(None).after_long_help(long),
        None => command,
    }
}

/// The help in the words of the program's game.
fn for_game(command: Command, usual: &'static str) -> Command {
    let first = example_of(usual);
    let names: Vec<_> = game_names().collect();
    let game = format!("The game: {} [default: {usual}]", names.join(", "));
    command
        .name(usual)
        .version(concat!("with doomtree ", env!("CARGO_PKG_VERSION")))
        .about(format!(
            "Explore game trees of {usual}: every position rated exactly, the complete tree on demand"
        ))
        .long_about(format!(
            "Explore game trees of {usual}: every position rated exactly, the complete tree on \
             demand. Without a command, opens {first}."
        ))
        .after_help(format!(
            "A position of {usual} is written like {first}, so that '{usual} rate \"{first}\"' \
             shows who wins from there.\n\nExit codes: {EXIT_CODES}"
        ))
        .mut_subcommands(|command| {
            let opens = command.get_name() == "open";
            // Its examples are of another game.
            command.after_help(None).mut_args(|arg| match arg.get_id().as_str() {
                "game" => arg.help(game.clone()).long_help(None),
                "board" if opens => arg.help(format!(
                    "Position, or file (./NAME if it looks like a position) \
                     [default: {first}]"
                )),
                _ => arg,
            })
        })
}

/// A command whose '-h' shows common options, and whose '--help' shows all.
fn shortened(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let hidden = move |arg: &Arg| {
        let id = arg.get_id().as_str();
        id != "help"
            && !SHORT.iter().any(|entry| match entry.split_once(' ') {
                Some((command, option)) => command == name && option == id,
                None => *entry == id,
            })
    };
    examples_in_long(command).mut_args(|arg| match hidden(&arg) {
        true => arg.hide_short_help(true),
        false => arg,
    })
}

/// Writes the manual page of the program, or of one of its commands; with a folder, all of them as
/// files in it.
pub fn man(name: Option<&str>, folder: Option<&Path>) -> Result<Done, CommandError> {
    // The pages name no page of "help": there is none.
    let mut program = complete().disable_help_subcommand(true);
    // Named as their pages are: "doomtree-rate".
    program.build();
    let failed = |error: std::io::Error| CommandError::from(error);
    if let Some(folder) = folder {
        let pages = std::iter::once(&program).chain(shown(&program));
        for page in pages {
            let file = folder.join(format!("{}.1", title(page)));
            let text = rendered(page).map_err(failed)?;
            write_to(&file.to_string_lossy(), |out| out.write_all(&text))?;
        }
        return Ok(Done::Complete);
    }
    let page = match name {
        None => &program,
        Some(name) => shown(&program)
            .find(|command| command.get_name() == name)
            .ok_or_else(|| {
                let names: Vec<_> = shown(&program).map(Command::get_name).collect();
                CommandError::Usage(format!(
                    "there is no command {}: use {}",
                    quoted(name),
                    names.join(", ")
                ))
            })?,
    };
    let text = rendered(page).map_err(failed)?;
    let mut out = Output::standard();
    out.write_all(&text)?;
    out.finish()
}

/// The commands that have a page.
fn shown(program: &Command) -> impl Iterator<Item = &Command> {
    let commands = program.get_subcommands();
    commands.filter(|command| command.get_name() != "help")
}

/// The title of a page, without its section.
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// The page of a command in the language of manual pages.
fn rendered(command: &Command) -> std::io::Result<Vec<u8>> {
    // Examples keep their lines, which the generator would run together.
    let long = command.get_after_help().map(ToString::to_string);
    let page = clap_mangen::Man::new(command.clone().after_help(None))
        .title(title(command).to_uppercase())
        .manual("doomtree");
    let mut text = Vec::new();
    page.render(&mut text)?;
    if let Some(long) = long {
        text.extend_from_slice(extra(&long).as_bytes());
    }
    text.extend_from_slice(format!(".SH \"EXIT STATUS\"\n{EXIT_CODES}\n").as_bytes());
    Ok(text)
}

/// Paragraphs below the examples, as roff text: indented lines are preformatted.
fn extra(text: &str) -> String {
    let mut page = String::from(".SH EXAMPLES\n");
    for paragraph in text.split("\n\n") {
        let (mut verbatim, mut begun) = (false, false);
        for line in paragraph.lines() {
            if line.trim_end_matches(['s', ':']) == "Example" {
                continue;
            }
            if !begun {
                page.push_str(".PP\n");
                begun = true;
            }
            let indented = line.starts_with("  ");
            if indented != verbatim {
                page.push_str(if indented { ".nf\n" } else { ".fi\n" });
                verbatim = indented;
            }
            // A full stop or an apostrophe at the beginning would be a request, a backslash an
            // escape.
            let line = line
                .replace('\\', "\\e")
                .replace('-', "\\-")
                .replace('\'', "\\(aq");
            page.push_str("\\&");
            page.push_str(&line);
            page.push('\n');
        }
        if verbatim {
            page.push_str(".fi\n");
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_in_the_list_for_the_short_help_exists() {
        let program = complete();
        for entry in SHORT {
            let (command, id) = match entry.split_once(' ') {
                Some((command, id)) => (Some(command), id),
                None => (None, entry),
            };
            let mut of = program
                .get_subcommands()
                .filter(|known| command.is_none_or(|name| known.get_name() == name));
            assert!(
                of.any(|known| known.get_arguments().any(|arg| arg.get_id() == id)),
                "{entry}"
            );
        }
    }

    #[test]
    fn examples_keep_their_lines_in_a_manual_page() {
        assert_eq!(
            extra("Examples:\n  x 'a'\n  x -b\n\nText \\ more."),
            ".SH EXAMPLES\n.PP\n.nf\n\\&  x \\(aqa\\(aq\n\\&  x \\-b\n.fi\n.PP\n\\&Text \\e more.\n"
        );
    }
}
