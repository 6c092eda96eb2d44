//! The command line: reads what was asked, drives the work step by step, and prints the answer.
//! It knows no game and no screen.

mod args;
mod asked;
mod build;
mod compare;
mod compare_json;
mod compare_text;
mod count;
mod export;
mod fault;
mod input;
mod lines;
mod open;
mod output;
mod random;
mod rate;
mod rate_json;
mod stop;
mod tree;
mod verify;
mod words;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Arguments, Command};
use fault::{Done, Fault};

/// Runs the program on the arguments of this process, and gives its exit code: 0 done, 1 a file
/// was found to be wrong, 2 bad input or usage, 3 stopped by a limit, 130 interrupted.
pub fn run() -> ExitCode {
    stop::listen();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return fault::refuse(&error),
    };
    let result = match &arguments.command {
        None => open::run(&args::OpenArgs::default()),
        Some(Command::Tree(args)) => tree::run(args),
        Some(Command::Rate(args)) => rate::run(args),
        Some(Command::Count(args)) => count::run(args),
        Some(Command::Compare(args)) => compare::run(args),
        Some(Command::Random(args)) => random::run(args),
        Some(Command::Export(args)) => export::run(args),
        Some(Command::Verify(args)) => verify::run(args),
        Some(Command::Open(args)) => open::run(args),
        Some(Command::Completions { shell }) => completions(*shell),
    };
    fault::conclude(result)
}

fn completions(shell: clap_complete::Shell) -> Result<Done, Fault> {
    // Made in memory first: the generator panics where its output is closed.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "doomtree", &mut script);
    let mut out = output::Output::standard();
    std::io::Write::write_all(&mut out, &script)?;
    out.finish()
}
