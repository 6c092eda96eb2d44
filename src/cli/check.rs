//! `doomtree check`: compares an external program's output about a board with the rules.

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
use super::words::{counted, grouped};
use crate::save::Theirs;
use crate::session::Rated;
use crate::session::check::{self, Coverage, Disagreement, Report};

/// A finished check, with its results.
pub struct Checked {
    /// The graph of the rules.
    pub rated: Rated,
    /// The results.
    pub report: Report,
    /// The source of the output: a file, or a command.
    pub from: String,
}

/// The results for the board, and for a smaller one.
pub struct CheckAnswer {
    /// The board.
    pub board: Checked,
    /// The smallest board that shows a disagreement, where others were tried.
    pub smaller: Option<Checked>,
    /// The number of other boards tried.
    pub tried: u64,
    /// What was compared on all boards.
    pub coverage: Coverage,
}

/// The board's graph takes 1/`PARTS` of the memory limit. A cause's graph takes as much, and so do
/// its ratings; memory freed between two causes isn't returned at once.
pub const PARTS: u64 = 4;

/// The board's graph is built in 1/`PARTS_OF_TIME` of the time; rating it takes about as much.
pub const PARTS_OF_TIME: u32 = 3;

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
    let mut opened = input::open(&args.board, &asked)?;
    let watch = Watch::unless(args.build.quiet);
    let (answer, stopped) = match (&args.command, &args.theirs) {
        (Some(command), _) => check_command::run(args, command, &mut opened, &asked, watch)?,
        (None, Some(theirs)) => check_text_of(theirs, &mut opened, &asked, watch)?,
        (None, None) => {
            return Err(Fault::Usage(
                "there is nothing to check: give a file, or --command".to_owned(),
            ));
        }
    };
    // A board where only the order differs matters less than one with other differences.
    let all = [Some(&answer.board), answer.smaller.as_ref()];
    let wrong = all.into_iter().flatten();
    let wrong = wrong.filter_map(|checked| Some((checked, checked.report.first()?)));
    let wrong = wrong.min_by_key(|(checked, _)| checked.report.only_order_differs());
    let ends = match wrong {
        Some((checked, first)) => {
            if let Some(stopped) = &stopped {
                say(stopped);
            }
            Err(Fault::Wrong(sentence(checked, first)))
        }
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
    opened: &mut Opened,
    asked: &Asked,
    watch: Watch,
) -> Result<(CheckAnswer, Option<String>), Fault> {
    let (theirs, from) = input::theirs(theirs, asked)?;
    for notice in &theirs.notices {
        say(&format!("{from}: {notice}"));
    }
    let parts = asked.clone().part_of_memory(PARTS);
    let mut limits = parts.limits()?;
    // A tree that was made to a limit is compared with one.
    limits.max_plies = limits.max_plies.or(theirs.max_plies);
    let built = build::built_in_part(opened, limits, &parts, watch, PARTS_OF_TIME)?;
    let drive = Drive::new(asked, watch).measured();
    let (checked, limit) = checked(theirs, built.rated, from, &drive)?;
    let answer = CheckAnswer {
        board: checked,
        smaller: None,
        tried: 0,
        coverage: Coverage::default(),
    };
    Ok((answer, both(built.stopped, limit)))
}

/// The messages of a graph that a limit stopped, and of a check that a limit ended.
pub fn both(graph: Option<String>, check: Option<String>) -> Option<String> {
    match (graph, check) {
        (Some(graph), Some(check)) => Some(format!("{graph}; {check}")),
        (graph, check) => graph.or(check),
    }
}

/// Compares, and searches for causes.
fn checked(
    theirs: Theirs,
    rated: Rated,
    from: String,
    drive: &Drive<'_>,
) -> Result<(Checked, Option<String>), Fault> {
    let own = rated.clone();
    let (report, limit) =
        drive.follow(async |ctl, show| Report::find(theirs, own, ctl, show).await)?;
    let limit = limit.map(|limit| stopped(&limit, &report));
    Ok((told(rated, report, from)?, limit))
}

/// The results, unless nothing can be compared.
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

/// The message when a limit was reached: the progress of the check.
fn stopped(limit: &str, report: &Report) -> String {
    let done = report.compared + report.unchecked;
    if done < report.nodes {
        let compared = grouped(report.compared);
        let nodes = counted(report.nodes, "node");
        return format!(
            "{limit} reached after comparing {compared} of {nodes}, before any cause was tried: raise it"
        );
    }
    if report.tried + report.pairs == 0 {
        return format!("{limit} reached before any cause was tried: raise it");
    }
    let tried = counted(report.tried, "cause");
    let pairs = counted(report.pairs, "pair");
    format!("{limit} reached after trying {tried} and {pairs} of causes: raise it to try them all")
}
