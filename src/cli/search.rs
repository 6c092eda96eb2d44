//! `doomtree search`: runs one search algorithm, and prints its visits, cuts, counts, and answer.

use std::io::Write;

use super::asked::Asked;
use super::effort::Time;
use super::fault::{Done, Fault};
use super::output::print;
use super::progress::{ProgressLine, Watch, megabytes};
use super::search_args::SearchArgs;
use super::stop::{self, Looking};
use super::table::{TextTable, fact};
use super::words::{self, counted};
use super::{input, search_json, search_steps};
use crate::game::{Kind, OpenError, line_word, quoted, use_one_of, visible};
use crate::search::{Algorithm, Method, Number, Options, PlayerResult, Progress};
use crate::session::{self, Searched, Searching};
use crate::words::{estimate_text, plies_text};

/// Nodes visited between checks for Ctrl-C.
const STEP: u64 = 4_096;

/// The reason why a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Nothing is left to be done.
    Done,
    /// The budget of nodes.
    MaxNodes(u64),
    /// The limit of time.
    MaxTime(Time),
    /// Ctrl-C.
    Interrupted,
}

/// Runs the command.
pub fn run(args: &SearchArgs) -> Result<Done, Fault> {
    let name = args.algorithm.as_deref();
    if let Some(method) = name.and_then(Method::from_name) {
        return search_steps::run(args, method);
    }
    let of_textbooks = [
        // Games at random come first: another algorithm of textbooks would refuse them.
        ("--playouts", args.playouts.is_some(), Method::MonteCarlo),
        ("--seed", args.seed.is_some(), Method::MonteCarlo),
        ("--events", args.events.is_some(), Method::AlphaBeta),
        ("--for", args.player.is_some(), Method::AlphaBeta),
    ];
    if let Some((what, _, method)) = of_textbooks.into_iter().find(|(_, given, _)| *given) {
        return Err(Fault::Usage(format!(
            "{what} belongs to the algorithms of textbooks: use --algorithm {}",
            method.name()
        )));
    }
    let asked = Asked::new(&args.rules, &args.build(), None);
    let opened = input::open(&args.board, &asked)?;
    let mut limits = asked.limits()?;
    if let Some(tree) = &opened.tree {
        let file = opened.file.as_deref().unwrap_or_default();
        let setup = tree.header.setup();
        setup.map_err(|why| why.at(file))?;
        limits.max_plies = limits.max_plies.or(tree.header.limits().max_plies);
    }
    let options = Options {
        table_bytes: args.max_memory.map_or(Options::TABLE_BYTES, |bytes| {
            usize::try_from(bytes).unwrap_or(usize::MAX)
        }),
        max_plies: limits.max_plies,
        estimate: limits.estimate,
        ..Options::default()
    };
    let algorithm = name.map(algorithm).transpose()?;
    let search = session::search(&opened.setup, algorithm, options, asked.at());
    let mut search = search.map_err(|error| match error {
        // The fault is in the position, unless that can be read without the line.
        OpenError::Notation(fault) if !asked.at().is_empty() && opened.check().is_ok() => {
            Fault::Usage(format!("--at: {fault}"))
        }
        error => opened.fault(error),
    })?;
    let (progress, ended) = drive(&mut *search, args);
    let searched = search.searched();
    let ends = conclude(&searched, &progress, &ended);
    print(ends, |out| match args.json {
        true => Ok(search_json::write(&searched, &progress, &ended, out)?),
        false => summary(&searched, &progress, out),
    })
}

fn algorithm(name: &str) -> Result<Algorithm, Fault> {
    Algorithm::from_name(name).ok_or_else(|| {
        let names = Algorithm::ALL.iter().map(|one| one.name());
        let names: Vec<&str> = names
            .chain(Method::ALL.iter().map(|one| one.name()))
            .collect();
        Fault::Usage(format!(
            "there is no search algorithm called {}: {}",
            quoted(name),
            use_one_of(name, &names)
        ))
    })
}

/// Searches until something ends it.
fn drive(search: &mut dyn Searching, args: &SearchArgs) -> (Progress, Ended) {
    let _looking = Looking::new();
    let mut line = ProgressLine::new(Watch::unless(args.quiet), "searching");
    let deadline = args.max_time.as_ref().map(Time::begin);
    loop {
        let nodes = search.progress().nodes;
        let left = args.max_nodes.map_or(STEP, |most| most - nodes);
        if left == 0 {
            return (search.progress(), Ended::MaxNodes(nodes));
        }
        let progress = search.step(left.min(STEP));
        if progress.done {
            return (progress, Ended::Done);
        }
        if stop::asked() {
            return (progress, Ended::Interrupted);
        }
        if let Some(over) = deadline.as_ref().filter(|deadline| deadline.is_over()) {
            return (progress, Ended::MaxTime(over.time.clone()));
        }
        line.say(|_| {
            format!(
                "{} visited, {} of {} rated",
                counted(progress.nodes, "node"),
                progress.moves.0,
                counted(progress.moves.1, "move"),
            )
        });
    }
}

/// The sentence about a search that didn't find everything, and the exit code.
fn conclude(searched: &Searched, progress: &Progress, ended: &Ended) -> Result<Done, Fault> {
    let nodes = counted(progress.nodes, "node");
    match ended {
        Ended::Interrupted => Err(Fault::Interrupted(format!(
            "interrupted after {nodes}: proven intervals so far"
        ))),
        Ended::MaxNodes(most) => Ok(Done::Stopped(format!(
            "--max-nodes {most} reached: proven intervals so far; raise it for more"
        ))),
        Ended::MaxTime(time) => Ok(Done::Stopped(format!(
            "--max-time {} reached after {nodes}: proven intervals so far; --max-nodes {} gives \
             them again",
            time.text, progress.nodes
        ))),
        Ended::Done if !searched.answer.complete => Err(Fault::Usage(
            "positions repeat, so the search may not finish: use --max-plies, or 'rate'".to_owned(),
        )),
        Ended::Done => Ok(Done::Complete),
    }
}

fn summary(searched: &Searched, progress: &Progress, out: &mut impl Write) -> Result<(), Fault> {
    writeln!(out, "{}", visible(&searched.position))?;
    writeln!(out, "{}\n", heading(searched))?;
    let answer = &searched.answer;
    let name = |found: &PlayerResult| visible(&searched.players[found.player.index()]).into_owned();
    let ratings: Vec<String> = answer
        .root
        .iter()
        .map(|found| format!("{} {}", name(found), rating(found)))
        .collect();
    let certainty = match answer.root.iter().all(PlayerResult::is_proven) {
        true => "proven",
        false => "not proven, with the proven interval",
    };
    let mut fact = |name: &str, text: &str| fact(out, name, text);
    fact("rating", &format!("{}   ({certainty})", ratings.join("  ")))?;
    if !answer.line.is_empty() {
        let (line, distance) = best_play(searched);
        fact("best line", &line)?;
        fact("distance", &distance)?;
    }
    let table = match searched.table_capacity {
        0 => "without a table of positions".to_owned(),
        room => format!("with a table of {}", counted(room, "position")),
    };
    fact(
        "algorithm",
        &format!("{}, {table}", searched.options.algorithm.name()),
    )?;
    // A line that was cut would go on.
    let least = if answer.cut { "≥ " } else { "" };
    fact(
        "visited",
        &format!(
            "{}, longest line {least}{}",
            counted(progress.nodes, "node"),
            plies_text(progress.longest_line),
        ),
    )?;
    if !searched.proves() {
        fact("cut", &counted(progress.cutoffs, "time"))?;
    }
    if searched.table_capacity > 0 {
        fact(
            "table",
            &format!(
                "{} kept in {}, {} answered",
                counted(progress.table_positions, "position"),
                megabytes(progress.table_bytes as u64),
                counted(progress.table_hits, "visit"),
            ),
        )?;
    }
    if answer.cut {
        let most = u64::from(searched.options.max_plies.unwrap_or_default());
        let estimate = searched.options.estimate.name();
        fact(
            "limit",
            &format!(
                "the tree stops after {}; estimate beyond: {estimate}",
                plies_text(most)
            ),
        )?;
    }
    if !answer.moves.is_empty() {
        moves(searched, out)?;
    }
    Ok(())
}

/// The best line that proof numbers found, and the distance.
pub fn best_play(searched: &Searched) -> (String, String) {
    let answer = &searched.answer;
    let shown = answer.line.iter().take(words::MAX_MOVES);
    let shown: Vec<String> = shown
        .map(|mv| visible(&line_word(mv)).into_owned())
        .collect();
    let distance = match answer.wins_within {
        Some(plies) => format!("at most {}", plies_text(plies)),
        None if !answer.complete => "unknown: not proven".to_owned(),
        None => "unknown: a search doesn't look for it here".to_owned(),
    };
    let line = match shown.is_empty() {
        true if !answer.complete => "unknown: not proven".to_owned(),
        true => "unknown: a search finds one for two players alone".to_owned(),
        false => words::and_more(&shown, answer.line.len()),
    };
    (line, distance)
}

/// The game, its rules, and who is to move.
fn heading(searched: &Searched) -> String {
    let name = |index: usize| visible(&searched.players[index]).into_owned();
    let turn = match searched.kind {
        Kind::Decision(player) => format!("{} to move", name(player.index())),
        Kind::Chance(player) => format!("chance decides {}'s move", name(player.index())),
        Kind::End => "an end".to_owned(),
    };
    words::heading(&searched.game, &searched.rules, turn)
}

/// A rating, with `~` and the proven interval where it isn't proven, and `?` where there is none.
fn rating(found: &PlayerResult) -> String {
    let (low, high) = found.proven;
    match found.rating {
        Some(rating) if found.is_proven() => text(rating),
        Some(rating) => {
            let estimate = estimate_text(&text(rating));
            format!("{estimate} [{}, {}]", text(low), text(high))
        }
        None => format!("? [{}, {}]", text(low), text(high)),
    }
}

/// A short fraction, or `≈` and a rounded decimal.
fn text(number: Number) -> String {
    const MAX: i128 = 9_999;
    match number {
        Number::Exact(exact) if *exact.denom() <= MAX => exact.to_string(),
        Number::Exact(_) => format!("≈{}", Number::Double(number.to_f64())),
        Number::Double(double) => {
            let shown = number.to_string();
            match shown.parse() == Ok(double) {
                true => shown,
                false => format!("≈{shown}"),
            }
        }
    }
}

/// One line per move, in the rules' order; `*` marks those that are rated as high as the root.
fn moves(searched: &Searched, out: &mut impl Write) -> Result<(), Fault> {
    let answer = &searched.answer;
    let players = answer.root.iter().map(|found| found.player.index());
    let names = players.map(|player| visible(&searched.players[player]).into_owned());
    let mut table = TextTable::default();
    table.row(["move".to_owned(), String::new()].into_iter().chain(names));
    let mover = match searched.kind {
        Kind::Decision(mover) => Some(mover),
        Kind::Chance(_) | Kind::End => None,
    };
    let rating_of = |found: &[PlayerResult]| {
        let own = found.iter().find(|found| Some(found.player) == mover);
        own.and_then(|found| found.rating)
    };
    let best = rating_of(&answer.root);
    for mv in &answer.moves {
        let own = rating_of(&mv.found);
        let is_best = own
            .zip(best)
            .is_some_and(|(own, best)| own.ties_with(&best));
        let mark = if is_best { "*" } else { "" };
        let ratings = mv.found.iter().map(rating);
        let cells = [visible(&mv.mv).into_owned(), mark.to_owned()];
        table.row(cells.into_iter().chain(ratings));
    }
    writeln!(out)?;
    Ok(table.write(out)?)
}
