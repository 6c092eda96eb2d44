//! The end of a command (`Done`, `CommandError`): one sentence on standard error, one exit code. Output is
//! here too: to standard output, or into a file that is written atomically. Colors on a terminal
//! show what is best, what is worse, what isn't proven.

use std::ffi::OsString;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use clap::error::{ContextKind, ErrorKind};

use super::progress::{self, wiped};
use crate::game::{OpenError, Refusal, quoted, shortened_inside, visible};
use crate::save;

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
pub enum CommandError {
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

impl CommandError {
    /// The same with the name of what it is about before the sentence.
    pub fn of(self, name: &str) -> Self {
        let named = |sentence| format!("{}: {sentence}", visible(name));
        match self {
            Self::Usage(sentence) => Self::Usage(named(sentence)),
            Self::Wrong(sentence) => Self::Wrong(named(sentence)),
            Self::ClosedPipe => Self::ClosedPipe,
            Self::Stopped(sentence) => Self::Stopped(named(sentence)),
            Self::Interrupted(sentence) => Self::Interrupted(named(sentence)),
        }
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        // An encoder may have its writer's error inside.
        let inner = error
            .get_ref()
            .and_then(|inner| inner.downcast_ref::<io::Error>());
        if [Some(&error), inner]
            .into_iter()
            .flatten()
            .any(|it| it.kind() == io::ErrorKind::BrokenPipe)
        {
            return Self::ClosedPipe;
        }
        Self::Usage(format!(
            "the output can't be written ({error}): write it elsewhere"
        ))
    }
}

impl From<OpenError> for CommandError {
    fn from(error: OpenError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<Refusal> for CommandError {
    fn from(error: Refusal) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Maximum characters of a sentence. The middle is left out if a name in it is very long.
const MAX_SAID: usize = 1_000;

/// Says one sentence on standard error.
pub fn print_notice(sentence: &str) {
    let _free = wiped();
    // The error can't be reported if standard error is closed.
    let sentence = shortened_inside(sentence, MAX_SAID);
    let _ = writeln!(io::stderr(), "doomtree: {}", visible(&sentence));
}

/// Prints the final sentence of a command, and returns its exit code.
pub fn conclude(result: Result<Done, CommandError>) -> ExitCode {
    let (sentence, code) = match result {
        Ok(Done::Complete) | Err(CommandError::ClosedPipe) => return ExitCode::SUCCESS,
        Ok(Done::Stopped(sentence)) if progress::asked() => (sentence, 130),
        Ok(Done::Stopped(sentence)) | Err(CommandError::Stopped(sentence)) => (sentence, 3),
        Err(CommandError::Wrong(sentence)) => (sentence, 1),
        Err(CommandError::Usage(sentence)) => (sentence, 2),
        Err(CommandError::Interrupted(sentence)) => (sentence, 130),
    };
    print_notice(&sentence);
    ExitCode::from(code)
}

/// Prints the parser's error, or the requested help.
pub fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A closed pipe doesn't want the help any more.
        let printed = error.print().and_then(|()| io::stdout().flush());
        return conclude(printed.map(|()| Done::Complete).map_err(CommandError::from));
    }
    let message = error.render().to_string();
    let describe = |kind| error.get(kind).map(ToString::to_string);
    let unknown = error.kind() == ErrorKind::UnknownArgument;
    let argument = describe(ContextKind::InvalidArg).filter(|_| unknown);
    let near = |of, meant| {
        describe(of)
            .zip(describe(meant))
            .is_some_and(|(a, b)| is_near(&a, &b))
    };
    let value = near(ContextKind::InvalidValue, ContextKind::SuggestedValue);
    let near = near(
        ContextKind::InvalidSubcommand,
        ContextKind::SuggestedSubcommand,
    );
    let command = describe(ContextKind::InvalidSubcommand).filter(|_| !near);
    print_notice(&match (argument, command) {
        (Some(argument), _) => unexpected(&argument, describe(ContextKind::SuggestedArg), &message),
        (None, Some(command)) => format!(
            "there is no command {}, nor such a file: {}",
            quoted(&command),
            see_help(&message)
        ),
        (None, None) => one_sentence(&message, near || value),
    });
    ExitCode::from(2)
}

/// Maximum number of wrong, missing, extra or swapped characters of an option for a suggestion.
const MISSPELT: usize = 2;

/// Whether a name was probably meant: few of its characters differ.
pub fn is_near(wrong: &str, meant: &str) -> bool {
    let differ = strsim::osa_distance(meant, wrong);
    differ <= MISSPELT && 3 * differ <= meant.chars().count()
}

/// The error for an unexpected argument. The parser's suggestion is shown only if it differs by a
/// few characters; otherwise it is often unrelated.
fn unexpected(argument: &str, meant: Option<String>, message: &str) -> String {
    let help = see_help(message);
    let remedy = match meant.filter(|meant| is_near(argument, meant)) {
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
        let (min, most) = range.split_once("..")?;
        let max = most.trim_start_matches('=');
        let is_open =
            max.is_empty() || [u64::from(u32::MAX), u64::MAX].contains(&max.parse().ok()?);
        return Some(match is_open {
            true => format!("write a whole number from {min} on"),
            false => format!("write a whole number from {min} to {max}"),
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

/// A fault in our own words, which name the value and the remedy: after the option.
fn own_words(fault: &str) -> Option<String> {
    let (value, rest) = fault.strip_prefix("invalid value ")?.split_once(" for '")?;
    let (option, why) = rest.split_once("': ")?;
    let option = option.split(' ').next()?;
    (why.contains(value) && why.contains(": ")).then(|| format!("{option}: {why}"))
}

/// The parser's message is a few paragraphs: the fault, perhaps a tip, and the usage. A tip of a name
/// that isn't `near` is left out.
fn one_sentence(message: &str, near: bool) -> String {
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
    if let Some(own) = own_words(fault) {
        return own;
    }
    let remedy = paragraphs
        .find_map(|paragraph| paragraph.strip_prefix("tip: ").map(str::to_owned))
        .filter(|tip| near || !tip.contains("similar"))
        .unwrap_or_else(|| see_help(message));
    format!("{fault}: {remedy}")
}

/// Standard output, buffered.
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    /// Standard output.
    pub fn standard() -> Self {
        Self(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// Writes the rest.
    pub fn finish(mut self) -> Result<Done, CommandError> {
        self.0.flush()?;
        Ok(Done::Complete)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints to standard output, and returns how the command ends. If the reader is gone, a limit or
/// an error is reported anyway.
pub fn print(
    ends: Result<Done, CommandError>,
    write: impl FnOnce(&mut Output) -> Result<(), CommandError>,
) -> Result<Done, CommandError> {
    let mut out = Output::standard();
    let printed = write(&mut out).and_then(|()| out.finish().map(drop));
    ended(ends, printed)
}

/// The end of a command that has written its answer, or whose reader is gone.
pub fn ended(
    ends: Result<Done, CommandError>,
    written: Result<(), CommandError>,
) -> Result<Done, CommandError> {
    match written {
        Ok(()) | Err(CommandError::ClosedPipe) => ends,
        Err(fault) => Err(fault),
    }
}

/// Checks that a file which is written isn't the one that is read.
///
/// # Errors
/// It is.
pub fn differs(read: &str, written: &str) -> Result<(), CommandError> {
    let both = [read, written].map(|name| std::fs::canonicalize(name).ok());
    match both[0].is_some() && both[0] == both[1] {
        true => Err(CommandError::Usage(format!(
            "{} is the file that is read: name another one",
            visible(written)
        ))),
        false => Ok(()),
    }
}

/// Lets `fill` write the file of that name, or standard output for `-`. The program may end at any
/// moment meanwhile: then the file is as it was.
pub fn write_to(
    name: &str,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CommandError> {
    if name == "-" {
        let mut out = Output::standard();
        fill(&mut out)?;
        out.finish()?;
        return Ok(());
    }
    let notices = save::write_file(Path::new(name), fill);
    for notice in notices.map_err(|error| CommandError::Usage(error.to_string()))? {
        print_notice(&notice);
    }
    Ok(())
}

/// Whether standard output is in color.
static IS_COLORED: AtomicBool = AtomicBool::new(false);

/// When the output is in color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorName {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Also into a pipe or a file
    Always,
    Never,
}

/// How a line or a part of it looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    #[default]
    Plain,
    /// What is beside the matter.
    Dim,
    /// Part of best play.
    Best,
    /// A move that lowers its mover's rating.
    Worse,
    /// Not proven.
    Unproven,
}

/// Decides for this process whether there are colors.
pub fn choose(name: ColorName) {
    match name {
        ColorName::Auto => ColorChoice::Auto,
        ColorName::Always => ColorChoice::AlwaysAnsi,
        ColorName::Never => ColorChoice::Never,
    }
    .write_global();
    let choice = AutoStream::choice(&io::stdout());
    IS_COLORED.store(choice != ColorChoice::Never, Ordering::Relaxed);
}

/// The colors of help and errors, which the parser prints.
pub fn of_help(words: &[OsString]) -> clap::ColorChoice {
    let words = words.iter().filter_map(|word| word.to_str());
    let pairs: Vec<&str> = words.flat_map(|word| word.splitn(2, '=')).collect();
    let asked = pairs.windows(2).find(|pair| pair[0] == "--color");
    match asked.map(|pair| pair[1]) {
        Some("never") => clap::ColorChoice::Never,
        Some("always") => clap::ColorChoice::Always,
        _ => clap::ColorChoice::Auto,
    }
}

/// Whether styles are seen.
pub fn is_colored() -> bool {
    IS_COLORED.load(Ordering::Relaxed)
}

impl Style {
    /// A text in this style, where there are colors.
    pub fn paint(self, text: String) -> String {
        let code = match self {
            Self::Plain => return text,
            Self::Dim => "2",
            Self::Best => "1;32",
            Self::Worse => "31",
            Self::Unproven => "33",
        };
        match is_colored() {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text,
        }
    }
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
            assert_eq!(one_sentence(message, true), sentence);
        }
    }
}
