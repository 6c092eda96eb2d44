//! `doomtree search`: runs one search algorithm, and prints its visits, cuts, counts, and answer,
//! as text or as one object on one line.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::asked::GivenOptions;
use super::common_args::SearchArgs;
use super::effort::{Time, stopwatch};
use super::fault::{CommandError, Done, Style, print};
use super::progress::{self, InterruptPoller, ProgressLine, ProgressTarget, megabytes};
use super::words::{self, TextTable, counted, fact, grouped};
use super::{input, search_steps};
use crate::game::{Kind, OpenError, line_word, quoted, use_one_of, visible};
use crate::library::summary::{InOrder, WrittenRules, rules};
use crate::search::{
    Algorithm, Method, MoveAnswer, PlayerResult, SearchNumber, SearchOptions, SearchProgress,
};
use crate::session::{self, Searched, Searching};
use crate::words::{estimate_text, exact_text, plies_text, with_minus};

/// Nodes visited between checks for Ctrl-C.
const STEP: u64 = 4_096;

/// The reason why a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// Nothing is left to be done.
    Done,
    /// The budget of nodes.
    MaxNodes(u64),
    /// The limit of time.
    MaxTime(Time),
    /// Ctrl-C.
    Interrupted,
}

/// What one algorithm found.
pub struct Found {
    pub ends: Result<Done, CommandError>,
    /// What the command prints.
    pub printed: Vec<u8>,
    /// Its cells in a table of several: of [`COLUMNS`] all but the first and the last.
    pub cells: [String; 4],
    /// How long it ran.
    pub took: Duration,
}

/// The rating of an algorithm that a limit ended.
pub const NOT_FINISHED: &str = "not finished";

/// The columns of a table of several algorithms.
const COLUMNS: [&str; 6] = [
    "algorithm",
    "rating",
    "best move",
    "visited",
    "cuts",
    "time",
];

/// Runs the command.
pub fn run(args: &SearchArgs) -> Result<Done, CommandError> {
    let names = &args.algorithm;
    let given = args.appearance.given().filter(|_| args.figure.is_none());
    if let Some(option) = given {
        return Err(CommandError::Usage(format!(
            "{option} is for a figure: name its file with --figure, or leave it out"
        )));
    }
    if names.len() > 1 {
        return compare(args);
    }
    let found = find(args, names.first().map(String::as_str))?;
    print(found.ends, |out| Ok(out.write_all(&found.printed)?))
}

/// Runs several algorithms, one after another.
fn compare(args: &SearchArgs) -> Result<Done, CommandError> {
    let one_each = [
        (
            args.board == "-",
            "the board is read from standard input once",
        ),
        (
            args.events.is_some(),
            "--events writes the steps of one algorithm",
        ),
        (
            args.figure.is_some(),
            "--figure draws the tree of one algorithm",
        ),
    ];
    if let Some((_, why)) = one_each.into_iter().find(|(given, _)| *given) {
        return Err(CommandError::Usage(format!("{why}: give one --algorithm")));
    }
    let mut ends = Ok(Done::Complete);
    let mut table = TextTable::default();
    table.right_from = Some(3);
    table.row(COLUMNS.map(str::to_owned));
    let mut printed = Vec::new();
    for name in args
        .algorithm
        .iter()
        .map(String::as_str)
        .filter(|name| !name.is_empty())
    {
        if progress::asked() {
            break;
        }
        let method = Method::from_name(name);
        // What belongs to another algorithm of the list.
        let samples = method.is_some_and(Method::samples);
        let search_args = SearchArgs {
            playouts: args.playouts.filter(|_| samples),
            seed: args.seed.filter(|_| samples),
            player: args.player.clone().filter(|_| method.is_some()),
            max_memory: args.max_memory.filter(|_| method.is_none()),
            ..args.clone()
        };
        let found = match find(&search_args, Some(name)) {
            Ok(found) => found,
            // The table has the others.
            Err(fault @ (CommandError::Stopped(_) | CommandError::Interrupted(_))) => {
                ends = Err(fault.of(name));
                table.row([name, NOT_FINISHED].map(str::to_owned));
                continue;
            }
            Err(fault) => return Err(fault.of(name)),
        };
        let took = match found.took.as_secs_f64() {
            seconds @ 1.0.. => format!("{seconds:.2} s"),
            seconds => format!("{:.1} ms", 1_000.0 * seconds),
        };
        table.row(
            [name.to_owned()]
                .into_iter()
                .chain(found.cells)
                .chain([took]),
        );
        printed.extend(found.printed);
        ends = match (ends, found.ends) {
            (Ok(Done::Complete), Ok(Done::Stopped(why))) => {
                Ok(Done::Stopped(format!("{name}: {why}")))
            }
            (Ok(Done::Stopped(before)), Ok(Done::Stopped(why))) => {
                Ok(Done::Stopped(format!("{before}; {name}: {why}")))
            }
            (Ok(Done::Complete), ends) => ends.map_err(|fault| fault.of(name)),
            (ends, _) => ends,
        };
    }
    print(ends, |out| match args.json {
        true => Ok(out.write_all(&printed)?),
        false => Ok(table.write(out)?),
    })
}

/// Runs one algorithm.
fn find(args: &SearchArgs, name: Option<&str>) -> Result<Found, CommandError> {
    if let Some(method) = name.and_then(Method::from_name) {
        return search_steps::find(args, method);
    }
    let of_textbooks = [
        // Games at random come first: another algorithm of textbooks would refuse them.
        ("--playouts", args.playouts.is_some(), Method::MonteCarlo),
        ("--seed", args.seed.is_some(), Method::MonteCarlo),
        ("--events", args.events.is_some(), Method::AlphaBeta),
        ("--figure", args.figure.is_some(), Method::AlphaBeta),
        ("--for", args.player.is_some(), Method::AlphaBeta),
    ];
    if let Some((what, _, method)) = of_textbooks.into_iter().find(|(_, given, _)| *given) {
        return Err(CommandError::Usage(format!(
            "{what} belongs to the algorithms of textbooks: use --algorithm {}",
            method.name()
        )));
    }
    let asked = GivenOptions::new(&args.rules, &args.build(), None);
    let opened = input::open(&args.board, &asked)?;
    let mut limits = asked.limits()?;
    if let Some(tree) = &opened.tree {
        let file = opened.file.as_deref().unwrap_or_default();
        let setup = tree.header.setup();
        setup.map_err(|why| why.at(file))?;
        limits.max_plies = limits.max_plies.or(tree.header.limits().max_plies);
    }
    let options = SearchOptions {
        table_bytes: args.max_memory.map_or(SearchOptions::TABLE_BYTES, |bytes| {
            usize::try_from(bytes).unwrap_or(usize::MAX)
        }),
        max_plies: limits.max_plies,
        estimate: limits.estimate,
        ..SearchOptions::default()
    };
    let algorithm = name.map(algorithm).transpose()?;
    let search = session::search(&opened.setup, algorithm, options, asked.at());
    let mut search = search.map_err(|error| match error {
        // The fault is in the position, unless that can be read without the line.
        OpenError::Notation(fault) if !asked.at().is_empty() && opened.check().is_ok() => {
            CommandError::Usage(format!("--at: {fault}"))
        }
        error => opened.fault(error),
    })?;
    let begun = stopwatch();
    let (progress, ended) = drive(&mut *search, args);
    let took = begun.elapsed();
    let searched = search.searched();
    let mut printed = Vec::new();
    match args.json {
        true => write_search(&searched, &progress, &ended, &mut printed)?,
        false => summary(&searched, &progress, &mut printed)?,
    }
    let answer = &searched.answer;
    let best = answer.line.first().cloned();
    let best = best.or_else(|| best_moves(&searched).next().map(|mv| mv.mv.clone()));
    Ok(Found {
        ends: conclude(&searched, &progress, &ended),
        printed,
        cells: [
            answer.root.first().map_or_else(String::new, rating),
            best.as_deref()
                .map_or_else(String::new, |mv| visible(mv).into_owned()),
            grouped(progress.nodes),
            match searched.proves() {
                true => String::new(),
                false => grouped(progress.cutoffs),
            },
        ],
        took,
    })
}

fn algorithm(name: &str) -> Result<Algorithm, CommandError> {
    Algorithm::from_name(name).ok_or_else(|| {
        let names = Algorithm::ALL.iter().map(|one| one.name());
        let names: Vec<&str> = names
            .chain(Method::ALL.iter().map(|one| one.name()))
            .collect();
        CommandError::Usage(format!(
            "there is no search algorithm called {}: {}",
            quoted(name),
            use_one_of(name, &names)
        ))
    })
}

/// Searches until something ends it.
fn drive(search: &mut dyn Searching, args: &SearchArgs) -> (SearchProgress, SearchEnd) {
    let _poller = InterruptPoller::new();
    let mut line = ProgressLine::new(ProgressTarget::unless(args.quiet), "searching");
    let deadline = args.max_time.as_ref().map(Time::begin);
    loop {
        let nodes = search.progress().nodes;
        let remaining = args.max_nodes.map_or(STEP, |max| max - nodes);
        if remaining == 0 {
            return (search.progress(), SearchEnd::MaxNodes(nodes));
        }
        let progress = search.step(remaining.min(STEP));
        if progress.done {
            return (progress, SearchEnd::Done);
        }
        if progress::asked() {
            return (progress, SearchEnd::Interrupted);
        }
        if let Some(over) = deadline.as_ref().filter(|deadline| deadline.is_over()) {
            return (progress, SearchEnd::MaxTime(over.time.clone()));
        }
        line.print_progress(|_| {
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
fn conclude(
    searched: &Searched,
    progress: &SearchProgress,
    ended: &SearchEnd,
) -> Result<Done, CommandError> {
    let nodes = counted(progress.nodes, "node");
    match ended {
        SearchEnd::Interrupted => Err(CommandError::Interrupted(format!(
            "interrupted after {nodes}: proven intervals so far"
        ))),
        SearchEnd::MaxNodes(max) => Ok(Done::Stopped(format!(
            "--max-nodes {max} reached: proven intervals so far; raise it for more"
        ))),
        SearchEnd::MaxTime(time) => Ok(Done::Stopped(format!(
            "--max-time {} reached after {nodes}: proven intervals so far; --max-nodes {} gives \
             them again",
            time.text, progress.nodes
        ))),
        SearchEnd::Done if !searched.answer.complete => Err(CommandError::Usage(
            "positions repeat, so the search may not finish: use --max-plies, or 'rate'".to_owned(),
        )),
        SearchEnd::Done => Ok(Done::Complete),
    }
}

fn summary(
    searched: &Searched,
    progress: &SearchProgress,
    out: &mut impl Write,
) -> Result<(), CommandError> {
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
    let min = if answer.cut { "≥ " } else { "" };
    fact(
        "visited",
        &format!(
            "{}, longest line {min}{}",
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
        let max = u64::from(searched.options.max_plies.unwrap_or_default());
        let estimate = searched.options.estimate.name();
        fact(
            "limit",
            &format!(
                "the tree stops after {}; estimate beyond: {estimate}",
                plies_text(max)
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

/// A short exact number, or `≈` and a rounded decimal.
fn text(number: SearchNumber) -> String {
    let exact = match number {
        SearchNumber::Exact(exact) => exact_text(exact),
        SearchNumber::Double(double) => {
            let shown = number.to_string();
            (shown.parse() == Ok(double)).then(|| with_minus(shown))
        }
    };
    let rounded = || with_minus(format!("≈{}", SearchNumber::Double(number.to_f64())));
    exact.unwrap_or_else(rounded)
}

/// One line per move, in the rules' order; `*` marks those that are rated as high as the root, `~`
/// those of which that isn't proven.
fn moves(searched: &Searched, out: &mut impl Write) -> Result<(), CommandError> {
    let answer = &searched.answer;
    let players = answer.root.iter().map(|found| found.player.index());
    let names = players.map(|player| visible(&searched.players[player]).into_owned());
    let mut table = TextTable::default();
    table.row(["move".to_owned(), String::new()].into_iter().chain(names));
    let mut best = best_moves(searched).map(|mv| &mv.mv).peekable();
    let is_known = answer.root.iter().all(PlayerResult::is_proven);
    for mv in &answer.moves {
        let is_best = best.next_if_eq(&&mv.mv).is_some();
        let proven = mv.found.iter().all(PlayerResult::is_proven);
        let mark = match is_best {
            true if proven && is_known => "*",
            true => "~",
            false => "",
        };
        let style = match (is_best, proven) {
            (_, false) => Style::Unproven,
            (true, true) => Style::Best,
            (false, true) => Style::Worse,
        };
        let ratings = mv.found.iter().map(rating);
        let cells = [visible(&mv.mv).into_owned(), mark.to_owned()];
        table.styled_row(style, cells.into_iter().chain(ratings));
    }
    writeln!(out)?;
    Ok(table.write(out)?)
}

/// The moves that are rated as high as the root for the player to move.
fn best_moves(searched: &Searched) -> impl Iterator<Item = &MoveAnswer<String>> {
    let mover = match searched.kind {
        Kind::Decision(mover) => Some(mover),
        Kind::Chance(_) | Kind::End => None,
    };
    let rating_of = move |found: &[PlayerResult]| {
        let player_result = found.iter().find(|found| Some(found.player) == mover);
        player_result.and_then(|found| found.rating)
    };
    let best = rating_of(&searched.answer.root);
    let ties = move |mv: &&MoveAnswer<String>| {
        let pair = rating_of(&mv.found).zip(best);
        pair.is_some_and(|(own, best)| own.ties_with(&best))
    };
    searched.answer.moves.iter().filter(ties)
}

/// Writes the object and a line break.
pub fn write_search(
    searched: &Searched,
    progress: &SearchProgress,
    ended: &SearchEnd,
    out: &mut impl Write,
) -> io::Result<()> {
    let answer = &searched.answer;
    let object = SearchObject {
        position: &searched.position,
        rules: rules(&searched.rules),
        algorithm: searched.options.algorithm.name(),
        max_plies: searched.options.max_plies,
        complete: answer.complete && !answer.cut,
        game: &searched.game,
        cyclic: answer.recurs,
        nodes: progress.nodes,
        cutoffs: progress.cutoffs,
        longest_line: progress.longest_line,
        table_bytes: progress.table_bytes,
        table_positions: progress.table_positions,
        table_hits: progress.table_hits,
        rating: ratings(searched, &answer.root),
        proven: proven(searched, &answer.root),
        moves: answer
            .moves
            .iter()
            .map(|mv| SearchMoveRecord {
                mv: &mv.mv,
                rating: ratings(searched, &mv.found),
                proven: proven(searched, &mv.found),
            })
            .collect(),
        best_line: searched.proves().then_some(&answer.line),
        wins_within: searched.proves().then_some(answer.wins_within),
        stopped: match ended {
            SearchEnd::Done => None,
            // The same number of nodes ends it there again.
            SearchEnd::MaxNodes(_) | SearchEnd::MaxTime(_) => {
                Some(format!("max-nodes {}", progress.nodes))
            }
            SearchEnd::Interrupted => Some("interrupted".to_owned()),
        },
    };
    serde_json::to_writer(&mut *out, &object)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct SearchObject<'a> {
    position: &'a str,
    rules: Option<WrittenRules>,
    algorithm: &'a str,
    max_plies: Option<u32>,
    complete: bool,
    game: &'a str,
    cyclic: bool,
    nodes: u64,
    cutoffs: u64,
    longest_line: usize,
    table_bytes: usize,
    table_positions: usize,
    table_hits: u64,
    rating: InOrder<Option<String>>,
    proven: InOrder<[String; 2]>,
    moves: Vec<SearchMoveRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_line: Option<&'a Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins_within: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

#[derive(Serialize)]
struct SearchMoveRecord<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    rating: InOrder<Option<String>>,
    proven: InOrder<[String; 2]>,
}

fn ratings(searched: &Searched, found: &[PlayerResult]) -> InOrder<Option<String>> {
    by_player(searched, found, |found| {
        found.rating.map(|rating| rating.digits())
    })
}

fn proven(searched: &Searched, found: &[PlayerResult]) -> InOrder<[String; 2]> {
    by_player(searched, found, |found| {
        let (low, high) = found.proven;
        [low.digits(), high.digits()]
    })
}

fn by_player<V>(
    searched: &Searched,
    found: &[PlayerResult],
    value: impl Fn(&PlayerResult) -> V,
) -> InOrder<V> {
    let name = |found: &PlayerResult| searched.players[found.player.index()].clone();
    InOrder::new(found.iter().map(|found| (name(found), value(found))))
}
