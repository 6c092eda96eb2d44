//! `doomtree check`: compares an external program's output about a board with the rules, and prints
//! the result as text. With `--command` it asks a program about positions, one per line, then about
//! other boards, to find the smallest with a disagreement.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;
use std::{fs, thread};

use super::answers;
use super::args::CheckArgs;
use super::asked::GivenOptions;
use super::build::{self, LimitedRun};
use super::compare::drawn;
use super::fault::{self, CommandError, Done, Style, print, print_notice};
use super::input::{self, OpenedBoard};
use super::progress::{self, InterruptPoller, ProgressLine, ProgressTarget};
use super::words::{TextTable, counted, grouped, wrapped};
use crate::game::visible;
use crate::games::rules_name;
use crate::programs::{AnswerTimeout, ExternalProgram, NoAnswer};
use crate::save::ProgramOutput;
use crate::session::check::{
    self, Asking, CheckReport, Coverage, Disagreement, Next, place_in, shown,
};
use crate::session::{Progress, Rated};
use crate::tree::Vertex;

/// A finished check, with its results.
pub struct CheckedBoard {
    /// The graph of the rules.
    pub rated: Rated,
    /// The results.
    pub report: CheckReport,
    /// The source of the output: a file, or a command.
    pub from: String,
}

/// The results for the board, and for a smaller one.
pub struct CheckAnswer {
    /// The board.
    pub board: CheckedBoard,
    /// The smallest board that shows a disagreement, where others were tried.
    pub smaller: Option<CheckedBoard>,
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

/// The time between two looks at watched files.
const PAUSE: Duration = Duration::from_millis(200);

/// Runs the command.
pub fn run(args: &CheckArgs) -> Result<Done, CommandError> {
    if !args.watch {
        return run_once(args);
    }
    let source = args.command.as_deref().or(args.theirs.as_deref());
    let words = source.unwrap_or_default().split_whitespace();
    let words = words.map(|word| word.trim_matches(['\'', '"']));
    let files: Vec<&str> = match &args.command {
        Some(_) => words.filter(|word| Path::new(word).is_file()).collect(),
        None => source.filter(|name| *name != "-").into_iter().collect(),
    };
    if files.is_empty() {
        return Err(CommandError::Usage(
            "--watch finds no file that could change: name the program's file in --command, or its \
             output's file"
                .to_owned(),
        ));
    }
    let changed = || {
        files
            .iter()
            .map(|name| fs::metadata(name).and_then(|found| found.modified()).ok())
    };
    let changed = || changed().collect::<Vec<_>>();
    for checks in 1_u64.. {
        let before = changed();
        let ended = run_once(args);
        if let Err(CommandError::Interrupted(_) | CommandError::ClosedPipe) = ended {
            return ended;
        }
        fault::conclude(ended);
        print_notice(&format!(
            "watching {}: Ctrl-C ends it",
            visible(&files.join(", "))
        ));
        progress::reached(format!("{} done", counted(checks, "check")));
        while changed() == before || changed().contains(&None) {
            thread::sleep(PAUSE);
        }
    }
    Ok(Done::Complete)
}

/// Checks once.
fn run_once(args: &CheckArgs) -> Result<Done, CommandError> {
    let asked = GivenOptions::of(&args.graph);
    if args.board == "-" && args.theirs.as_deref() == Some("-") {
        return Err(CommandError::Usage(
            "the board and the answer can't both be read from standard input: write one of them as a \
             file or in notation"
                .to_owned(),
        ));
    }
    let mut opened = input::open(&args.board, &asked)?;
    let watch = ProgressTarget::unless(args.graph.build.quiet);
    let (answer, stopped) = match (&args.command, &args.theirs) {
        (Some(command), _) => ask_program(args, command, &mut opened, &asked, watch)?,
        (None, Some(theirs)) => check_text_of(theirs, &mut opened, &asked, watch)?,
        (None, None) => {
            return Err(CommandError::Usage(
                "there is nothing to check: give a file with your program's output, '-', or --command \
                 'YOUR PROGRAM'"
                    .to_owned(),
            ));
        }
    };
    // A board where only the order differs matters less than one with other differences.
    let all = [Some(&answer.board), answer.smaller.as_ref()];
    let wrong = all.into_iter().flatten();
    let wrong = wrong.filter_map(|checked| Some((checked, checked.report.first()?)));
    let wrong = wrong.min_by_key(|(checked, _)| checked.report.only_order_differs());
    let is_own = |checked: &CheckedBoard| std::ptr::eq(checked, &answer.board);
    let ends = match wrong {
        Some((checked, first)) => {
            if let Some(stopped) = &stopped {
                print_notice(stopped);
            }
            Err(CommandError::Wrong(sentence(
                checked,
                first,
                is_own(checked),
            )))
        }
        None => Ok(Done::of(stopped)),
    };
    print(ends, |out| match args.json {
        true => Ok(answers::write_check(&answer, out)?),
        false => Ok(write(&answer, out)?),
    })
}

/// The first disagreement, in one sentence.
fn sentence(checked: &CheckedBoard, first: &Disagreement, is_own: bool) -> String {
    let board = match is_own {
        true => String::new(),
        false => format!(" about the smaller board {}", position_of(checked)),
    };
    format!(
        "{} shows {} in {} {}{board} ({}): correct the program, or choose its rules",
        checked.from,
        first.kind.label(),
        checked.report.unit(),
        grouped(first.text_line),
        first.text
    )
}

/// The board that was checked.
fn position_of(checked: &CheckedBoard) -> String {
    let text = checked.rated.graph.position_text(Vertex::ROOT);
    visible(&text).into_owned()
}

/// Checks a file, or standard input.
fn check_text_of(
    theirs: &str,
    opened: &mut OpenedBoard,
    asked: &GivenOptions,
    watch: ProgressTarget,
) -> Result<(CheckAnswer, Option<String>), CommandError> {
    let (theirs, from) = input::theirs(theirs, asked)?;
    for notice in &theirs.notices {
        print_notice(&format!("{from}: {notice}"));
    }
    let parts = asked.clone().part_of_memory(PARTS);
    let mut limits = parts.limits()?;
    // A tree that was made to a limit is compared with one.
    limits.max_plies = limits.max_plies.or(theirs.max_plies);
    let built = build::built_in_part(opened, limits, &parts, watch, PARTS_OF_TIME)?;
    let drive = LimitedRun::new(asked, watch).measured();
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
    theirs: ProgramOutput,
    rated: Rated,
    from: String,
    drive: &LimitedRun<'_>,
) -> Result<(CheckedBoard, Option<String>), CommandError> {
    let own = rated.clone();
    let (report, limit) =
        drive.follow(async |ctl, show| CheckReport::find(theirs, own, ctl, show).await)?;
    let limit = limit.map(|limit| stopped(&limit, &report));
    Ok((finish_check(rated, report, from)?, limit))
}

/// The results, unless nothing can be compared.
pub fn finish_check(
    rated: Rated,
    report: CheckReport,
    from: String,
) -> Result<CheckedBoard, CommandError> {
    match check::fault(&report, &rated, &from) {
        Some(fault) => Err(CommandError::Usage(fault)),
        None => Ok(CheckedBoard {
            rated,
            report,
            from,
        }),
    }
}

/// The message when a limit was reached: the progress of the check.
fn stopped(limit: &str, report: &CheckReport) -> String {
    let done = report.tally.compared + report.tally.unchecked;
    if done < report.nodes {
        let compared = grouped(report.tally.compared);
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

/// Asks about the board, then about others, to the end or to the limit that is returned.
fn ask_all(
    rated: Rated,
    filter: &mut ExternalProgram,
    drive: &LimitedRun<'_>,
    watch: ProgressTarget,
) -> Result<(Asking, Option<String>), CommandError> {
    let _poller = InterruptPoller::new();
    let mut line = ProgressLine::new(watch, "starting the program");
    let mut asking = Asking::new(rated);
    loop {
        let mut question = None;
        let limit = drive.run(|turn| {
            let done = Progress {
                done: true,
                ..Progress::default()
            };
            match asking.step(turn) {
                Next::Work(progress) => {
                    line.show(progress);
                    progress
                }
                Next::Done => done,
                Next::Ask(text) => {
                    question = Some(text);
                    done
                }
            }
        })?;
        let Some(question) = question else {
            return Ok((asking, limit));
        };
        line.print_progress(|_| {
            let (board, index, of) = asking.reached().unwrap_or_default();
            let [index, of] = [index + 1, of].map(grouped);
            format!("waiting for the program's answer about {board}: {index} of {of} positions")
        });
        let given_up = || progress::asked() || drive.limit().is_some();
        let answer = match filter.ask(&question, &given_up) {
            Ok(answer) => answer,
            Err(NoAnswer::Fault(fault)) => return Err(fault.into()),
            Err(NoAnswer::GivenUp) if progress::asked() => {
                return Err(CommandError::Interrupted(format!(
                    "interrupted after {}",
                    counted(filter.questions(), "question")
                )));
            }
            Err(NoAnswer::GivenUp) => return Ok((asking, drive.limit())),
        };
        let taken = asking.answer(&answer);
        taken.map_err(|why| filter.garbage(&question, why))?;
    }
}

/// Asks about the board, then about others, and says what was found.
pub fn ask_program(
    args: &CheckArgs,
    command: &str,
    opened: &mut OpenedBoard,
    asked: &GivenOptions,
    watch: ProgressTarget,
) -> Result<(CheckAnswer, Option<String>), CommandError> {
    let parts = asked.clone().part_of_memory(PARTS);
    let built = build::built_in_part(opened, parts.limits()?, &parts, watch, PARTS_OF_TIME)?;
    // One progress line covers the questions and the work between them.
    let drive = LimitedRun::new(asked, ProgressTarget::Nobody).measured();
    let timeout = AnswerTimeout {
        length: args.answer_time.length,
        text: args.answer_time.with_unit(),
        remedy: "give --answer-time more",
    };
    let mut filter = ExternalProgram::start(command, timeout)?;
    let (asking, limit) = ask_all(built.rated.clone(), &mut filter, &drive, watch)?;
    let questions = counted(filter.questions(), "question");
    match &limit {
        // It has no time to end by itself.
        Some(_) => drop(filter),
        None => filter.finish()?,
    }
    let answers = asking.stop();
    let limit = limit.map(|limit| {
        format!(
            "{limit} reached after {questions}, before all boards were asked about and every cause \
             tried: raise it"
        )
    });
    let from = || "the program".to_owned();
    let smaller = answers.smaller;
    if answers.board.nodes == 0 {
        let plies = || "limit reached before the first question: raise --max-plies".to_owned();
        let stopped = both(built.stopped, limit);
        return Err(CommandError::Stopped(stopped.unwrap_or_else(plies)));
    }
    let answer = CheckAnswer {
        board: finish_check(built.rated, answers.board, from())?,
        smaller: smaller
            .map(|(rated, report)| finish_check(rated, report, from()))
            .transpose()?,
        tried: answers.tried,
        coverage: answers.coverage,
    };
    Ok((answer, both(built.stopped, limit)))
}

/// Writes all that was found.
pub fn write(answer: &CheckAnswer, out: &mut impl Write) -> io::Result<()> {
    checked_text(&answer.board, out)?;
    if answer.tried > 0 {
        let boards = counted(answer.tried, "other board");
        match &answer.smaller {
            None => writeln!(out, "\n{boards} checked: all agree.")?,
            Some(smaller) => {
                writeln!(out, "\n{boards} checked. Smallest board that disagrees:\n")?;
                checked_text(smaller, out)?;
                writeln!(out, "\nAll boards together:")?;
            }
        }
        for sentence in check::covered(&answer.coverage) {
            writeln!(out, "{}", wrapped(&sentence, 0))?;
        }
    }
    Ok(())
}

fn checked_text(checked: &CheckedBoard, out: &mut impl Write) -> io::Result<()> {
    let CheckedBoard {
        rated,
        report,
        from,
    } = checked;
    let record = report.form.record();
    writeln!(
        out,
        "{}   {}",
        position_of(checked),
        rules_name(&rated.game, &rated.rules)
    )?;
    let nodes = counted(report.nodes, record);
    writeln!(out, "{from}: {}, {nodes}\n", report.form.name())?;
    let verdict = match report.first() {
        Some(_) => Style::Worse,
        None => Style::Plain,
    };
    let text = wrapped(&check::verdict(report), 0);
    writeln!(out, "{}", verdict.paint(text))?;
    let notes = check::notes(report, rated.graph.graph().stopped().is_some());
    for note in notes.into_iter().chain(check::covered(&report.coverage)) {
        writeln!(out, "{}", wrapped(&note, 0))?;
    }
    let Some(first) = report.first() else {
        return Ok(());
    };
    let place = |found| place_in(report.unit(), found);
    let words = format!("First disagreement, {}:", place(first));
    writeln!(out, "\n{}", wrapped(&words, 0))?;
    disagreement(first, out)?;
    if let Some(smallest) = report.smallest() {
        let words = smallest.kind.label();
        if smallest == first {
            writeln!(out, "\nNo smaller position has {words}.")?;
        } else {
            let phrase = format!("Smallest position with {words}, {}:", place(smallest));
            writeln!(out, "\n{}", wrapped(&phrase, 0))?;
            disagreement(smallest, out)?;
        }
    }
    others(report, out)?;
    causes(report, out)
}

fn disagreement(found: &Disagreement, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "  {}\n", wrapped(&visible(&found.text), 2))?;
    let mut table = TextTable::indented();
    table.row(["", "yours", "rules"].map(str::to_owned));
    for fact in check::facts(found) {
        let [theirs, ours] = fact.sides;
        table.row([fact.name.to_owned(), theirs, ours]);
    }
    table.write(out)?;
    boards(found, out)?;
    moves(found, out)
}

/// Both boards side by side, with differences in brackets.
fn boards(found: &Disagreement, out: &mut impl Write) -> io::Result<()> {
    let (Some(theirs), Some(ours)) = (&found.theirs.picture, &found.ours.picture) else {
        return Ok(());
    };
    let lines = [drawn(theirs, ours), drawn(ours, theirs)];
    let mut table = TextTable::indented();
    table.gap();
    // What the board doesn't show, such as captured dice, is shown below it.
    let states = [theirs, ours].map(|picture| picture.state.clone());
    let alike = states[0] == states[1];
    if theirs.cells == ours.cells && alike {
        lines[0].iter().for_each(|line| table.row([line.clone()]));
        return table.write(out);
    }
    let after = match &found.mv {
        Some(mv) if theirs.text != found.theirs.position.clone().unwrap_or_default() => {
            format!("after {}", visible(mv))
        }
        _ => String::new(),
    };
    table.row([after, "yours".to_owned(), "rules".to_owned()]);
    for row in 0..lines[0].len().max(lines[1].len()) {
        let [a, b] = [0, 1].map(|side: usize| lines[side].get(row).cloned().unwrap_or_default());
        table.row([String::new(), a, b]);
    }
    if !alike {
        let [a, b] = states.map(|state| format!("[{}]", visible(&state)));
        table.row([String::new(), a, b]);
    }
    table.write(out)
}

/// The moves of both sides.
fn moves(found: &Disagreement, out: &mut impl Write) -> io::Result<()> {
    let both = check::moves(found);
    if both.is_empty() {
        return Ok(());
    }
    let mut table = TextTable::indented();
    table.gap();
    table.row(["move", "leads to, yours", "rules", "rating, yours", "rules"].map(str::to_owned));
    for mv in both {
        let sides = [mv.theirs, mv.ours];
        let position = sides.map(|side| shown(side.and_then(|side| side.position.as_ref())));
        let rating = sides.map(|side| shown(side.and_then(|side| side.rating.as_ref())));
        let mut row = vec![mv.name()];
        row.extend(position);
        row.extend(rating);
        match sides {
            [Some(_), None] => row.push("only in yours".to_owned()),
            [None, Some(_)] if found.theirs.moves.is_some() => {
                row.push("only in the rules".to_owned());
            }
            _ => {}
        }
        table.row(row);
    }
    table.write(out)
}

/// The first disagreement of every other kind.
fn others(report: &CheckReport, out: &mut impl Write) -> io::Result<()> {
    for (index, found) in report.kinds.iter().skip(1).enumerate() {
        if index == 0 {
            writeln!(out, "\nFirst of each other kind:")?;
        }
        let kind = found.kind.name().replace('-', " ");
        let location = place_in(report.unit(), &found.first);
        let phrase = visible(&found.first.text);
        let text = wrapped(&format!("{location}: {phrase}"), 16);
        writeln!(out, "  {kind:<14}{text}")?;
    }
    Ok(())
}

fn causes(report: &CheckReport, out: &mut impl Write) -> io::Result<()> {
    for (index, sentence) in check::own_ratings_words(report).iter().enumerate() {
        let gap = if index == 0 { "\n" } else { "" };
        writeln!(out, "{gap}{}", wrapped(sentence, 0))?;
    }
    let (lead, causes) = check::causes(report);
    match causes.as_slice() {
        [] if lead.is_empty() => Ok(()),
        [] => writeln!(out, "\n{}", wrapped(&lead, 0)),
        [only] => writeln!(out, "\n{}", wrapped(&format!("{lead}: {only}."), 0)),
        several => {
            writeln!(out, "\n{}:", wrapped(&lead, 0))?;
            several
                .iter()
                .try_for_each(|cause| writeln!(out, "  {}", wrapped(cause, 4)))
        }
    }
}
