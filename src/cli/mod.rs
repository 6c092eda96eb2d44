//! The command line: parses arguments, drives the work step by step, and prints the answer. It
//! knows no game and no screen.

mod answers;
mod args;
mod asked;
mod boards;
mod bounds;
mod build;
mod check;
mod common_args;
mod compare;
mod effort;
mod exercise;
mod export;
mod export_args;
mod fault;
mod help;
mod input;
mod lines;
mod open;
mod play;
mod progress;
mod rate;
mod search;
mod search_steps;
mod tree;
mod what_if;
#[cfg(feature = "gui")]
mod window;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches as _;

use crate::game::{Shown, quoted};
use crate::session;
use args::{Arguments, CliCommand};
use fault::{CommandError, Done};
#[doc(hidden)]
pub use lines::rate_line;

/// Runs the program on the arguments of this process, and gives its exit code: 0 success,
/// 1 differences or invalid file, 2 usage error, 3 limit reached, 130 interrupted.
pub fn run() -> ExitCode {
    progress::listen();
    let words: Vec<OsString> = std::env::args_os().collect();
    if let Some(word) = words.iter().find(|word| word.to_str().is_none()) {
        return fault::conclude(Err(CommandError::Usage(format!(
            "{} is no text (UTF-8): rename the file, or pipe it in and write - for its name",
            quoted(&word.to_string_lossy())
        ))));
    }
    let words = open::with_command(export_args::with_units(words.into_iter()));
    let matches = help::command()
        .color(fault::of_help(&words))
        .try_get_matches_from(words);
    let read = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match read {
        Ok(arguments) => arguments,
        Err(error) => return fault::refuse(&error),
    };
    fault::choose(arguments.color);
    words::fit();
    let threads = arguments.command.as_ref().and_then(CliCommand::threads);
    if let Err(fault) = effort::set_threads(threads) {
        return fault::conclude(Err(fault));
    }
    let result = match &arguments.command {
        None => open::run(&args::OpenArgs {
            window: arguments.window.clone(),
            ..args::OpenArgs::default()
        }),
        Some(CliCommand::Tree(args)) => tree::run(args),
        Some(CliCommand::Rate(args)) => rate::run(args),
        Some(CliCommand::Search(args)) => search::run(args),
        Some(CliCommand::Count(args)) => boards::run_count(args),
        Some(CliCommand::Compare(args)) => compare::run(args),
        Some(CliCommand::Check(args)) => check::run(args),
        Some(CliCommand::Random(args)) => boards::run_random(args),
        Some(CliCommand::Play(args)) => play::run(args),
        Some(CliCommand::Export(args)) => export::run(args),
        Some(CliCommand::Exercise(args)) => exercise::run(args),
        Some(CliCommand::Verify(args)) => boards::run_verify(args),
        Some(CliCommand::Open(args)) => open::run(args),
        Some(CliCommand::Completions { shell }) => completions(*shell),
        Some(CliCommand::Man { command, dir }) => help::man(command.as_deref(), dir.as_deref()),
    };
    fault::conclude(result)
}

/// Runs the program with a game of your own, with `first` as its start position. Without arguments
/// the explorer opens with it, and every command accepts positions of the game. Call it once, at
/// program start; `session::add_game` registers a second game.
pub fn run_with<G: Shown + Clone>(game: G, first: &str) -> ExitCode {
    match session::add_game(game, first) {
        Ok(()) => run(),
        Err(error) => fault::conclude(Err(error.into())),
    }
}

fn completions(shell: clap_complete::Shell) -> Result<Done, CommandError> {
    // Made in memory first: the generator panics where its output is closed.
    let mut script = Vec::new();
    let mut command = help::with_values();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    let mut out = fault::Output::standard();
    std::io::Write::write_all(&mut out, &script)?;
    out.finish()
}
