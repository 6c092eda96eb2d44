//! The command line: parses arguments, drives the work step by step, and prints the answer. It
//! knows no game and no screen.

mod answers;
mod args;
mod asked;
mod bounds;
mod build;
mod check;
mod common_args;
mod compare;
mod count;
mod effort;
mod exercise;
mod exercise_args;
mod export;
mod export_args;
mod fault;
mod help;
mod input;
mod lines;
mod open;
mod play;
mod progress;
mod random;
mod rate;
mod search;
mod search_args;
mod search_steps;
mod switch_args;
mod tree;
mod verify;
mod what_if;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches as _;

use crate::game::{Shown, quoted};
use crate::session;
use args::{Arguments, Command};
use fault::{Done, Fault};
#[doc(hidden)]
pub use lines::rate_line;

/// Runs the program on the arguments of this process, and gives its exit code: 0 success,
/// 1 differences or invalid file, 2 usage error, 3 limit reached, 130 interrupted.
pub fn run() -> ExitCode {
    progress::listen();
    let words: Vec<OsString> = std::env::args_os().collect();
    if let Some(word) = words.iter().find(|word| word.to_str().is_none()) {
        return fault::conclude(Err(Fault::Usage(format!(
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
    let threads = arguments.command.as_ref().and_then(Command::threads);
    if let Err(fault) = effort::set_threads(threads) {
        return fault::conclude(Err(fault));
    }
    let result = match &arguments.command {
        None => open::run(&args::OpenArgs {
            window: arguments.window.clone(),
            ..args::OpenArgs::default()
        }),
        Some(Command::Tree(args)) => tree::run(args),
        Some(Command::Rate(args)) => rate::run(args),
        Some(Command::Search(args)) => search::run(args),
        Some(Command::Count(args)) => count::run(args),
        Some(Command::Compare(args)) => compare::run(args),
        Some(Command::Check(args)) => check::run(args),
        Some(Command::Random(args)) => random::run(args),
        Some(Command::Play(args)) => play::run(args),
        Some(Command::Export(args)) => export::run(args),
        Some(Command::Exercise(args)) => exercise::run(args),
        Some(Command::Verify(args)) => verify::run(args),
        Some(Command::Open(args)) => open::run(args),
        Some(Command::Completions { shell }) => completions(*shell),
        Some(Command::Man { command, dir }) => help::man(command.as_deref(), dir.as_deref()),
    };
    fault::conclude(result)
}

/// Runs the program with a game of your own, with `first` as its start position. Without arguments
/// the explorer opens with it, and every command accepts positions of the game. Call it once, at
/// program start; [`session::add_game`] registers a second game.
pub fn run_with<G: Shown + Clone>(game: G, first: &str) -> ExitCode {
    match session::add_game(game, first) {
        Ok(()) => run(),
        Err(error) => fault::conclude(Err(error.into())),
    }
}

fn completions(shell: clap_complete::Shell) -> Result<Done, Fault> {
    // Made in memory first: the generator panics where its output is closed.
    let mut script = Vec::new();
    let mut command = help::with_values();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    let mut out = fault::Output::standard();
    std::io::Write::write_all(&mut out, &script)?;
    out.finish()
}
