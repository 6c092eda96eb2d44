//! `doomtree search` with a textbook algorithm: its visits, cuts and result, and optionally every
//! step as JSON Lines: one object per step, with keys in a fixed order.

use std::io::{self, Write};
use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use super::asked::GivenOptions;
use super::build::{self, FinishedGraph};
use super::common_args::{EffortArgs, SearchArgs};
use super::effort::{Time, stopwatch};
use super::fault::{CommandError, Done, differs, print_notice, write_to};
use super::input;
use super::progress::{self, InterruptPoller, ProgressLine, ProgressTarget};
use super::search::{Found, NOT_FINISHED};
use super::words::{MAX_MOVES, and_more, counted, fact, grouped};
use crate::export::recorded::{RecordedFigure, RecordedPicture};
use crate::export::{Format, MIN_READ};
use crate::game::{Player, line_word, quoted, visible};
use crate::library::summary::{InOrder, WrittenRules, rules};
use crate::search::{Algorithm, Method, Sampling, SearchCounters, SearchStep};
use crate::session::{MAX_EVENTS, Rated, RecordOptions, Recorded, RecordingProgress};
use crate::tree::Vertex;
use crate::words::{AVERAGE, plural};
use crate::work::{Control, TurnLength, poll};

/// The time between checks for Ctrl-C.
const TURN: TurnLength = TurnLength::Time(Duration::from_millis(10));

/// Approximate number of recorded steps per node.
const STEPS: u64 = 4;

/// Refuses options that don't go together.
fn check(args: &SearchArgs) -> Result<(), CommandError> {
    if args.json && args.events.as_deref() == Some("-") {
        return Err(CommandError::Usage(
            "--json and --events - would both write to standard output: give --events a file"
                .to_owned(),
        ));
    }
    if args.max_memory.is_some() {
        return Err(CommandError::Usage(format!(
            "--max-memory bounds the table of {}, and a textbook's algorithm remembers everything or \
             nothing: leave it out, or bound the steps with --max-nodes",
            Algorithm::ALL.map(Algorithm::name).join(" and ")
        )));
    }
    if args.figure.is_some() && args.figure == args.events {
        return Err(CommandError::Usage(
            "--events and --figure name the same file: name another one".to_owned(),
        ));
    }
    let mut files = [&args.figure, &args.events].into_iter().flatten();
    files.try_for_each(|file| differs(&args.board, file))
}

/// What ended the algorithm before its result.
fn stopped_after(steps: &str, args: &SearchArgs, out_of_time: bool) -> String {
    let time = args.max_time.as_ref().filter(|_| out_of_time);
    match (time, args.max_nodes) {
        _ if progress::asked() => format!("interrupted after {steps}"),
        (Some(time), _) => format!(
            "--max-time {} reached after {steps}: raise it to get a rating",
            time.text
        ),
        (None, Some(nodes)) => {
            format!("--max-nodes {nodes} reached after {steps}: raise it to get a rating")
        }
        (None, None) => format!(
            "limit of {} steps reached after {steps}: raise it with --max-nodes N, which \
             allows {STEPS} steps a node",
            grouped(MAX_EVENTS)
        ),
    }
}

/// Runs the algorithm.
pub fn find(args: &SearchArgs, method: Method) -> Result<Found, CommandError> {
    check(args)?;
    let figure = args.figure.as_deref().map(picture).transpose()?;
    let effort = EffortArgs {
        max_time: args.max_time.clone(),
        ..EffortArgs::default()
    };
    let asked = GivenOptions::new(&args.rules, &args.build(), None).taking(&effort);
    let mut opened = input::open(&args.board, &asked)?;
    let watch = ProgressTarget::unless(args.quiet);
    let FinishedGraph { rated, stopped, .. } = build::rated(&mut opened, &asked, watch)?;
    if let (Some(stopped), Some(_)) = (&stopped, rated.graph.graph().stopped()) {
        return Err(CommandError::Stopped(format!(
            "{stopped}; a textbook's algorithm needs all positions"
        )));
    }
    let graph = rated.graph.graph();
    let max_plies = graph.max_plies();
    let most_events = args.max_nodes.map_or(MAX_EVENTS, |nodes| {
        usize::try_from(nodes.saturating_mul(STEPS)).unwrap_or(usize::MAX)
    });
    let options = RecordOptions {
        method,
        player: player(args, &rated)?,
        // The graph ends at the limit; only its walks before are shorter.
        max_plies: max_plies.filter(|_| method == Method::Deepening),
        estimate: graph.estimate(),
        sampling: sampling(args, method)?,
        most_events,
        // It ends at the limit, whatever the tree.
        max_nodes: args.max_nodes.or(Some(u64::MAX)),
    };
    let begun = stopwatch();
    let (recorded, out_of_time) = record(&rated, options, watch, args.max_time.as_ref())?;
    let took = begun.elapsed();
    let last = recorded.recording.events().len().saturating_sub(1);
    let tally = recorded.recording.tally(last);
    let cut_short = method.samples() && tally.playouts < u64::from(options.sampling.playouts);
    let ends = match recorded.answer.filter(|_| !cut_short) {
        Some(_) => Done::of(stopped),
        None => {
            let steps = counted(recorded.recording.events().len(), "step");
            let steps = match cut_short {
                true => format!("{steps} and {}", counted(tally.playouts, "game")),
                false => steps,
            };
            Done::Stopped(stopped_after(&steps, args, out_of_time))
        }
    };
    let mut printed = Vec::new();
    match args.json {
        true => json(&recorded, &tally, max_plies, &mut printed)?,
        false => summary(&recorded, &tally, max_plies, &mut printed)?,
    }
    if let Some(file) = &args.events {
        match write_to(file, |out| write(&recorded, out)) {
            Ok(()) | Err(CommandError::ClosedPipe) if file == "-" => printed.clear(),
            written => written?,
        }
    }
    if let Some(figure) = figure {
        draw(&recorded, figure, args)?;
    }
    let best = moves_of(&recorded).next();
    Ok(Found {
        ends: Ok(ends),
        printed,
        cells: [
            rating_words(&recorded).unwrap_or_else(|| NOT_FINISHED.to_owned()),
            best.map_or_else(String::new, |mv| visible(&mv).into_owned()),
            grouped(tally.visited),
            match method.has_window() {
                true => grouped(tally.cuts),
                false => String::new(),
            },
        ],
        took,
    })
}

/// A picture's file, with the format that its name says.
fn picture(file: &str) -> Result<(&str, &'static Format), CommandError> {
    let format = match Format::of_name(file) {
        // A recording has no tree to edit.
        Some((format, _)) if format.id == "tikz-tree" => Format::of_id("tikz"),
        found => found.map(|(format, _)| format),
    };
    let picture = format.filter(|format| format.picture.is_some());
    picture.map(|format| (file, format)).ok_or_else(|| {
        CommandError::Usage(format!(
            "--figure {}: name the file .svg, .pdf, .png, or .tex",
            quoted(file)
        ))
    })
}

/// Draws the recording after a step, counted from 1, or after the last one.
fn draw(
    recorded: &Recorded,
    (file, format): (&str, &Format),
    args: &SearchArgs,
) -> Result<(), CommandError> {
    let steps = recorded.recording.events().len();
    let step = args.step.unwrap_or(steps);
    let appearance = args.appearance.read(format)?;
    if step == 0 || step > steps {
        return Err(CommandError::Usage(format!(
            "--step {step}: the algorithm takes {}: use 1 to {steps}",
            counted(steps, "step")
        )));
    }
    let figure = RecordedFigure {
        event: step - 1,
        appearance,
        legend: args.hide.is_empty(),
        fragment: args.appearance.fragment,
    };
    let picture = RecordedPicture::new(recorded, format, &figure)?;
    write_to(file, |out| picture.write(out, format))?;
    let points = picture.font_size();
    if appearance.width.is_some() && points < MIN_READ && !args.quiet {
        print_notice(&format!(
            "in this width the names of moves are {points:.1} points high: --density compact or \
             fewer nodes make them larger"
        ));
    }
    Ok(())
}

/// The number of random games and their seed.
fn sampling(args: &SearchArgs, method: Method) -> Result<Sampling, CommandError> {
    let usual = Sampling::default();
    let given = [
        ("--playouts", args.playouts.is_some()),
        ("--seed", args.seed.is_some()),
    ];
    let given = given.into_iter().find(|(_, given)| *given);
    if let Some((flag, _)) = given.filter(|_| !method.samples()) {
        return Err(CommandError::Usage(format!(
            "{flag} belongs to games at random: use --algorithm {}",
            Method::MonteCarlo.name()
        )));
    }
    Ok(Sampling {
        playouts: args.playouts.unwrap_or(usual.playouts),
        seed: args.seed.unwrap_or(usual.seed),
    })
}

/// The player whose rating is searched.
fn player(args: &SearchArgs, rated: &Rated) -> Result<Player, CommandError> {
    let players = rated.graph.graph().players();
    let Some(name) = &args.player else {
        return Ok(Player(0));
    };
    let found = Player::all(players).find(|player| rated.graph.player_name(*player) == *name);
    found.ok_or_else(|| {
        let names = Player::all(players).map(|player| rated.graph.player_name(player));
        CommandError::Usage(format!(
            "--for: no player is called {}: use {}",
            quoted(name),
            names.collect::<Vec<_>>().join(" or ")
        ))
    })
}

/// Records to the end, or as long as there is time; whether that was over first.
fn record(
    rated: &Rated,
    options: RecordOptions,
    watch: ProgressTarget,
    time: Option<&Time>,
) -> Result<(Recorded, bool), CommandError> {
    let _poller = InterruptPoller::unlimited();
    let mut line = ProgressLine::new(watch, "running the algorithm");
    let deadline = time.map(Time::begin);
    let mut out_of_time = false;
    let (ctl, shown) = (Control::default(), Mutex::new(RecordingProgress::default()));
    let held = || shown.lock().unwrap_or_else(PoisonError::into_inner);
    let show = |progress| *held() = progress;
    let mut work = pin!(Recorded::find(rated, &[], options, &ctl, &show));
    loop {
        ctl.begin(TURN);
        if let Some(recorded) = poll(work.as_mut()) {
            return Ok((recorded?, out_of_time));
        }
        let progress = *held();
        let searching = progress.sized.is_none();
        if searching && deadline.as_ref().is_some_and(|deadline| deadline.is_over()) {
            ctl.stop();
            out_of_time = true;
        }
        if progress::asked() {
            if !searching {
                return Err(CommandError::Interrupted(
                    "interrupted before the algorithm had come to an end".to_owned(),
                ));
            }
            // What was visited so far is shown.
            ctl.stop();
        }
        line.print_progress(|_| match progress.sized {
            None => counted(progress.events, "step"),
            Some(done) => format!(
                "counting what was left out: {} of {}",
                grouped(done),
                counted(progress.events, "step")
            ),
        });
    }
}

/// The result, if there is one. An average of random games is no estimate by the rules.
fn rating_words(recorded: &Recorded) -> Option<String> {
    let text = recorded.answer_text()?;
    Some(match text.strip_prefix(AVERAGE) {
        Some(mean) => format!("{} on average", mean.trim_start()),
        None => text,
    })
}

fn summary(
    recorded: &Recorded,
    tally: &SearchCounters,
    max_plies: Option<u32>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let rated = &recorded.rated;
    let method = recorded.options.method;
    let position = rated.graph.position_text(Vertex::ROOT);
    writeln!(out, "{}\n", visible(&position))?;
    let name = rated.graph.player_name(recorded.options.player);
    let chance = rated.graph.graph().has_chance();
    let mut fact = |name: &str, text: &str| fact(out, name, text);
    let title = method.title(chance, max_plies.is_some());
    fact("algorithm", &format!("{title} ({})", method.name()))?;
    let answer = rating_words(recorded).unwrap_or_else(|| "not found".to_owned());
    let label = if method.samples() { "result" } else { "rating" };
    fact(label, &format!("{} {answer}", visible(&name)))?;
    if let Some(plies) = max_plies {
        let estimate = rated.graph.graph().estimate();
        let estimate = estimate.name();
        fact(
            "limit",
            &format!(
                "{plies} {}; estimate beyond: {estimate}",
                plural(plies, "ply", "plies")
            ),
        )?;
    }
    if method.samples() {
        if let Some(mv) = moves_of(recorded).next() {
            let of = counted(tally.playouts, "game");
            let visits = grouped(chosen_visits(recorded).unwrap_or_default());
            fact("move", &format!("{}, {visits} of {of}", visible(&mv)))?;
        }
        fact("tried", &counted(tally.visited, "node"))?;
        let plies = grouped(tally.playout_plies);
        fact("games", &format!("{plies} plies at random"))?;
        return Ok(());
    }
    let line: Vec<String> = moves_of(recorded)
        .take(MAX_MOVES)
        .map(|mv| visible(&line_word(&mv)).into_owned())
        .collect();
    if !line.is_empty() {
        fact("best line", &and_more(&line, recorded.best_line().len()))?;
    }
    fact("visited", &counted(tally.visited, "node"))?;
    let nodes = |nodes: &num_bigint::BigUint| match recorded.sizes_known {
        true => counted(nodes, "node"),
        false => "an unknown number of nodes".to_owned(),
    };
    if method.has_window() {
        let cuts = counted(tally.cuts, "time");
        let moves = counted(tally.cut_moves, "move");
        fact(
            "cut",
            &format!("{cuts}, {moves} with {}", nodes(&tally.cut_nodes)),
        )?;
    }
    if method.keeps_table() {
        let kept = counted(tally.stores, "time");
        let hits = counted(tally.hits, "time");
        let spared = nodes(&tally.hit_nodes);
        fact(
            "table",
            &format!("written {kept}, knew enough {hits}, which spared {spared}"),
        )?;
    }
    if recorded.sizes_known && method != Method::Deepening && recorded.answer.is_some() {
        let all = counted(tally.nodes(), "node");
        fact(
            "of",
            &format!("{all}, {:.1} % not visited", 100.0 * tally.saved()),
        )?;
    }
    Ok(())
}

/// The moves of best play, as far as the algorithm knows it.
fn moves_of(recorded: &Recorded) -> impl Iterator<Item = String> {
    let line = recorded.best_line().into_iter();
    line.map(|(source, edge)| recorded.rated.graph.move_text(source, edge))
}

/// The number of games through the chosen move.
fn chosen_visits(recorded: &Recorded) -> Option<u32> {
    let last = recorded.recording.events().last();
    let chosen = last.filter(|last| last.step == SearchStep::Choose);
    chosen.map(|last| last.visits)
}

#[derive(Serialize)]
struct WrittenSteps<'a> {
    position: &'a str,
    rules: Option<WrittenRules>,
    algorithm: &'a str,
    max_plies: Option<u32>,
    complete: bool,
    game: &'a str,
    cyclic: bool,
    nodes: u64,
    cutoffs: u64,
    cut_moves: u64,
    cut_nodes: Option<String>,
    table_hits: u64,
    table_nodes: Option<String>,
    table_stores: u64,
    steps: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    playouts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    playout_plies: Option<u64>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_playouts: Option<u32>,
    rating: InOrder<Option<String>>,
}

fn json(
    recorded: &Recorded,
    tally: &SearchCounters,
    max_plies: Option<u32>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let rated = &recorded.rated;
    let known = |nodes: &num_bigint::BigUint| recorded.sizes_known.then(|| nodes.to_string());
    let name = rated.graph.player_name(recorded.options.player);
    let answer = recorded.answer.as_ref();
    let samples = recorded.options.method.samples();
    let line: Vec<String> = moves_of(recorded).collect();
    let object = WrittenSteps {
        position: &rated.graph.position_text(Vertex::ROOT),
        rules: rules(&rated.rules),
        algorithm: recorded.options.method.name(),
        max_plies,
        complete: answer.is_some() && !samples && rated.graph.graph().is_complete(),
        game: &rated.game,
        cyclic: rated.graph.graph().is_cyclic(),
        nodes: tally.visited,
        cutoffs: tally.cuts,
        cut_moves: tally.cut_moves,
        cut_nodes: known(&tally.cut_nodes),
        table_hits: tally.hits,
        table_nodes: known(&tally.hit_nodes),
        table_stores: tally.stores,
        steps: recorded.recording.events().len(),
        playouts: samples.then_some(tally.playouts),
        playout_plies: samples.then_some(tally.playout_plies),
        mv: line.first().cloned(),
        best_line: (!samples).then_some(line),
        move_playouts: chosen_visits(recorded),
        rating: InOrder::new([(
            name,
            answer.and_then(|answer| match answer {
                crate::search::SearchNumber::Exact(exact) => Some(exact.to_string()),
                crate::search::SearchNumber::Double(double) => number(recorded, *double),
            }),
        )]),
    };
    serde_json::to_writer(&mut *out, &object).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// A bound or a rating; `None` if nothing is known.
pub fn number(recorded: &Recorded, number: f64) -> Option<String> {
    if number.is_infinite() {
        return None;
    }
    Some(match recorded.numbers.exact(number) {
        Some(exact) => exact.to_string(),
        None => number.to_string(),
    })
}

#[derive(Serialize)]
struct EventObject<'a> {
    step: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    line: &'a str,
    alpha: Option<String>,
    beta: Option<String>,
    low: Option<String>,
    high: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Vec<Cut>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u32>,
}

#[derive(Serialize)]
struct Cut {
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree_nodes: Option<String>,
}

/// Writes every step.
pub fn write(recorded: &Recorded, out: &mut dyn Write) -> io::Result<()> {
    let recording = &recorded.recording;
    let unfolding = recording.unfolding();
    let labels = &recorded.rated.graph;
    let mut line = String::new();
    for (at, event) in recording.events().iter().enumerate() {
        line.clear();
        line.push_str(&labels.line_text(Vertex::ROOT, &unfolding.line(event.node)));
        let cut = (event.step == SearchStep::Cut).then(|| {
            let cut = recording.pruned(at).iter();
            cut.map(|node| Cut {
                mv: unfolding.edge(*node).map_or_else(String::new, |edge| {
                    labels.move_text(unfolding.vertex(event.node), edge)
                }),
                tree_nodes: recording.cut_size(*node, at).map(ToString::to_string),
            })
            .collect()
        });
        let object = EventObject {
            step: event.step.name(),
            plies: match event.step {
                SearchStep::Begin(plies) if plies != u32::MAX => Some(plies),
                SearchStep::Playout(plies) => Some(plies),
                _ => None,
            },
            line: &line,
            alpha: number(recorded, event.window.low),
            beta: number(recorded, event.window.high),
            low: number(recorded, event.known.low),
            high: number(recorded, event.known.high),
            cut,
            visits: recorded.options.method.samples().then_some(event.visits),
        };
        serde_json::to_writer(&mut *out, &object)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
