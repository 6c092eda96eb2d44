//! `doomtree check`: what somebody's program says of a board, beside the rules.

use std::io;
use std::path::Path;

use super::args::CheckArgs;
use super::asked::Asked;
use super::build::{self, Drive};
use super::check_command;
use super::check_json;
use super::check_text;
use super::fault::{Done, Fault, say};
use super::input::{self, Opened};
use super::output::print;
use super::progress::Watch;
use super::words::grouped;
use crate::save::{self, Theirs};
use crate::session::Rated;
use crate::session::check::{self, Checking, Coverage, Disagreement, Report};

/// A check that is done, and what of it is told.
pub struct Checked {
    /// The graph of the rules.
    pub rated: Rated,
    /// What was found.
    pub report: Report,
    /// Where it was said: a file, or a command.
    pub from: String,
}

/// What was found of the board, and of a smaller one.
pub struct Answer {
    /// The board.
    pub board: Checked,
    /// The smallest board that shows a disagreement, where others were tried.
    pub smaller: Option<Checked>,
    /// How many other boards were tried.
    pub tried: u64,
    /// What was compared of all boards.
    pub coverage: Coverage,
}

/// Runs the command.
pub fn run(args: &CheckArgs) -> Result<Done, Fault> {
    let asked = Asked::new(&args.rules, &args.build, args.budget.max_nodes).taking(&args.effort);
    if args.board == "-" && args.theirs.as_deref() == Some("-") {
        return Err(Fault::Usage(
            "the board and the answer can't both be read from standard input: write one of them as a \
             file or in notation"
                .to_owned(),
        ));
    }
    let opened = input::open(&args.board, &asked)?;
    let watch = Watch::unless(args.build.quiet);
    let (answer, stopped) = match (&args.command, &args.theirs) {
        (Some(command), _) => check_command::run(args, command, &opened, &asked, watch)?,
        (None, Some(theirs)) => check_text_of(theirs, &opened, &asked, watch)?,
        (None, None) => {
            return Err(Fault::Usage(
                "there is nothing to check: give a file, or --command".to_owned(),
            ));
        }
    };
    // Of a board on which only orders differ less is to be said than of one that shows more.
    let all = [Some(&answer.board), answer.smaller.as_ref()];
    let wrong = all.into_iter().flatten();
    let wrong = wrong.filter_map(|checked| Some((checked, checked.report.first()?)));
    let wrong = wrong.min_by_key(|(checked, _)| checked.report.only_order_differs());
    let ends = match wrong {
        Some((checked, first)) => Err(Fault::Wrong(sentence(checked, first))),
        None => Ok(Done::of(stopped)),
    };
    print(ends, |out| match args.json {
        true => Ok(check_json::write(&answer, out)?),
        false => Ok(check_text::write(&answer, out)?),
    })
}

/// The first disagreement, in one sentence.
fn sentence(checked: &Checked, first: &Disagreement) -> String {
    format!(
        "{} shows {} in line {} ({}): correct the program, or choose its rules",
        checked.from,
        first.kind.words(),
        grouped(first.text_line),
        first.words
    )
}

/// Checks a file, or standard input.
fn check_text_of(
    theirs: &str,
    opened: &Opened,
    asked: &Asked,
    watch: Watch,
) -> Result<(Answer, Option<String>), Fault> {
    let from = match theirs {
        "-" => "standard input".to_owned(),
        path => input::shown(Path::new(path)),
    };
    let read = match theirs {
        "-" => save::read_theirs(io::stdin().lock(), &from),
        path => save::read_theirs_path(Path::new(path)),
    };
    let theirs = read.map_err(|error| Fault::Usage(error.to_string()))?;
    for notice in &theirs.notices {
        say(&format!("{from}: {notice}"));
    }
    let mut limits = asked.limits()?;
    // A tree that was made to a limit is compared with one.
    limits.max_plies = limits.max_plies.or(theirs.max_plies);
    let built = build::built(opened, limits, asked, watch)?;
    let drive = Drive::new(asked, watch);
    let (checked, time) = checked(theirs, built.rated, from, &drive)?;
    let answer = Answer {
        board: checked,
        smaller: None,
        tried: 0,
        coverage: Coverage::default(),
    };
    Ok((answer, built.stopped.or(time)))
}

/// Compares, and searches for causes.
fn checked(
    theirs: Theirs,
    rated: Rated,
    from: String,
    drive: &Drive<'_>,
) -> Result<(Checked, Option<String>), Fault> {
    let mut checking = Checking::new(theirs, rated.clone());
    let time = drive.run(|work| checking.step(work))?;
    let time = time.map(out_of_time);
    let checked = told(rated, checking.stop(), from)?;
    Ok((checked, time))
}

/// What was found, unless nothing can be told of it.
pub fn told(rated: Rated, report: Report, from: String) -> Result<Checked, Fault> {
    match check::fault(&report, &rated, &from) {
        Some(fault) => Err(Fault::Usage(fault)),
        None => Ok(Checked {
            rated,
            report,
            from,
        }),
    }
}

/// What is said where the time was over.
pub fn out_of_time(time: &str) -> String {
    format!("--max-time {time} reached before all was compared and every cause tried: raise it")
}
