//! The end of a command (`Done`, `Fault`): one sentence on standard error, one exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};

use super::progress::wiped;
use crate::game::{OpenError, Refusal, quoted, shortened_inside, visible};

/// A command that came to its end.
#[derive(Debug)]
pub enum Done {
    /// The request is complete.
    Complete,
    /// A limit stopped it; the sentence says so.
    Stopped(String),
}

impl Done {
    /// Stopped if there is a message about a limit, otherwise complete.
    pub fn of(stopped: Option<String>) -> Self {
        stopped.map_or(Self::Complete, Self::Stopped)
    }
}

/// A command that didn't.
#[derive(Debug)]
pub enum Fault {
    /// Bad input or usage, or a file that can't be written.
    Usage(String),
    /// The command has found an error in its subject.
    Wrong(String),
    /// The reader of the output is gone.
    ClosedPipe,
    /// A limit ended it before there was anything to show; the sentence says so.
    Stopped(String),
    /// Ctrl-C; the sentence says what was reached.
    Interrupted(String),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ClosedPipe;
        }
        Self::Usage(format!(
            "the output can't be written ({error}): write it elsewhere"
        ))
    }
}

impl From<OpenError> for Fault {
    fn from(error: OpenError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<Refusal> for Fault {
    fn from(error: Refusal) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Maximum characters of a sentence. The middle is left out if a name in it is very long.
const MAX_SAID: usize = 1_000;

/// Says one sentence on standard error.
pub fn say(sentence: &str) {
    let _free = wiped();
    // The error can't be reported if standard error is closed.
    let sentence = shortened_inside(sentence, MAX_SAID);
    let _ = writeln!(io::stderr(), "doomtree: {}", visible(&sentence));
}

/// Prints the final sentence of a command, and returns its exit code.
pub fn conclude(result: Result<Done, Fault>) -> ExitCode {
    let (sentence, code) = match result {
        Ok(Done::Complete) | Err(Fault::ClosedPipe) => return ExitCode::SUCCESS,
        Ok(Done::Stopped(sentence)) | Err(Fault::Stopped(sentence)) => (sentence, 3),
        Err(Fault::Wrong(sentence)) => (sentence, 1),
        Err(Fault::Usage(sentence)) => (sentence, 2),
        Err(Fault::Interrupted(sentence)) => (sentence, 130),
    };
    say(&sentence);
    ExitCode::from(code)
}

/// Prints the parser's error, or the requested help.
pub fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A closed pipe doesn't want the help any more.
        let printed = error.print().and_then(|()| io::stdout().flush());
        return conclude(printed.map(|()| Done::Complete).map_err(Fault::from));
    }
    let message = error.render().to_string();
    let told = |kind| error.get(kind).map(ToString::to_string);
    let unknown = error.kind() == ErrorKind::UnknownArgument;
    let argument = told(ContextKind::InvalidArg).filter(|_| unknown);
    let near = told(ContextKind::SuggestedSubcommand).is_some();
    let command = told(ContextKind::InvalidSubcommand).filter(|_| !near);
    say(&match (argument, command) {
        (Some(argument), _) => unexpected(&argument, told(ContextKind::SuggestedArg), &message),
        (None, Some(command)) => format!(
            "there is no command {}, nor such a file: {}",
            quoted(&command),
            see_help(&message)
        ),
        (None, None) => one_sentence(&message),
    });
    ExitCode::from(2)
}

/// Maximum number of wrong, missing, extra or swapped characters of an option for a suggestion.
const MISSPELT: usize = 2;

/// The error for an unexpected argument. The parser's suggestion is shown only if it differs by a
/// few characters; otherwise it is often unrelated.
fn unexpected(argument: &str, meant: Option<String>, message: &str) -> String {
    let help = see_help(message);
    let near = |meant: &String| strsim::osa_distance(meant, argument) <= MISSPELT;
    let remedy = match meant.filter(near) {
        Some(meant) => format!("did you mean '{meant}'? Otherwise {help}"),
        None if argument.starts_with('-') => help,
        None => format!("quote positions that contain spaces, or {help}"),
    };
    format!("unexpected argument {} found: {remedy}", quoted(argument))
}

/// The reference to the help of the command that the parser's message is about.
fn see_help(message: &str) -> String {
    let usage = message.split("Usage: ").nth(1).unwrap_or_default();
    let command: Vec<&str> = usage
        .split_whitespace()
        .take_while(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
        .collect();
    match command.is_empty() {
        true => "see --help".to_owned(),
        false => format!("see '{} --help'", command.join(" ")),
    }
}

/// Which number to write, where the parser says in its own words that one is wrong.
fn wanted_number(why: &str) -> Option<String> {
    if let Some((_, range)) = why.split_once(" is not in ") {
        let (least, most) = range.split_once("..")?;
        let most = most.trim_start_matches('=');
        let is_open =
            most.is_empty() || [u64::from(u32::MAX), u64::MAX].contains(&most.parse().ok()?);
        return Some(match is_open {
            true => format!("write a whole number from {least} on"),
            false => format!("write a whole number from {least} to {most}"),
        });
    }
    let remedy = match why {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "write a whole number"
        }
        "invalid float literal" | "cannot parse float from empty string" => "write a number",
        "number too large to fit in target type" => "write a smaller number",
        "number too small to fit in target type" => "write a larger number",
        _ => return None,
    };
    Some(remedy.to_owned())
}

/// The parser's message is a few paragraphs: the fault, perhaps a tip, and the usage.
fn one_sentence(message: &str) -> String {
    let joined = |paragraph: &str| {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        words.join(" ")
    };
    let mut paragraphs = message.split("\n\n").map(joined);
    let fault = paragraphs.next().unwrap_or_default();
    let fault = fault.strip_prefix("error: ").unwrap_or(&fault);
    if let Some((value, why)) = fault.rsplit_once(": ")
        && let Some(remedy) = wanted_number(why)
    {
        return format!("{value}: {remedy}");
    }
    let remedy = paragraphs
        .find_map(|paragraph| paragraph.strip_prefix("tip: ").map(str::to_owned))
        .unwrap_or_else(|| see_help(message));
    format!("{fault}: {remedy}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parsers_paragraphs_become_one_sentence() {
        for (message, sentence) in [
            (
                "error: the following required arguments were not provided:\n  <BOARD>\n\nUsage: x rate <BOARD>",
                "the following required arguments were not provided: <BOARD>: see 'x rate --help'",
            ),
            (
                "error: invalid value 'x' for '--n <N>': invalid digit found in string\n\nFor more",
                "invalid value 'x' for '--n <N>': write a whole number",
            ),
            (
                "error: invalid value '-1' for '--n <N>': -1 is not in 0..=4294967295",
                "invalid value '-1' for '--n <N>': write a whole number from 0 on",
            ),
            (
                "error: invalid value '0' for '--n <N>': 0 is not in 1..=1024",
                "invalid value '0' for '--n <N>': write a whole number from 1 to 1024",
            ),
            (
                "error: unexpected argument '--x' found\n\n  tip: a similar argument exists: '--y'\n\nUsage: x",
                "unexpected argument '--x' found: a similar argument exists: '--y'",
            ),
        ] {
            assert_eq!(one_sentence(message), sentence);
        }
    }
}
