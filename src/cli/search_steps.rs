//! `doomtree search` with a textbook algorithm: its visits, cuts and result, and optionally every
//! step.

use std::io::Write;
use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use super::asked::Asked;
use super::build::{self, Finished};
use super::effort::Time;
use super::fault::{Done, Fault};
use super::input;
use super::output::{print, told, write_to};
use super::progress::{ProgressLine, Watch};
use super::search_args::SearchArgs;
use super::search_events::{self, number};
use super::stop::{self, Looking};
use super::table::fact;
use super::words::{counted, grouped};
use crate::game::{Player, quoted, visible};
use crate::library::summary::{InOrder, WrittenRules, rules};
use crate::search::{Algorithm, Method, Sampling, Step, Tally};
use crate::session::{MAX_EVENTS, Rated, RecordOptions, Recorded, RecordingProgress};
use crate::tree::Vertex;
use crate::words::{AVERAGE, plural};
use crate::work::{Control, Turn, poll};

/// The time between checks for Ctrl-C.
const TURN: Turn = Turn::Time(Duration::from_millis(10));
/// Approximate number of recorded steps per node.
const STEPS: u64 = 4;

/// Runs the command.
pub fn run(args: &SearchArgs, method: Method) -> Result<Done, Fault> {
    if args.json && args.events.as_deref() == Some("-") {
        return Err(Fault::Usage(
            "--json and --events - would both write to standard output: give --events a file"
                .to_owned(),
        ));
    }
    if args.max_memory.is_some() {
        return Err(Fault::Usage(format!(
            "--max-memory bounds the table of {}, and a textbook's algorithm remembers everything or \
             nothing: leave it out, or bound the steps with --max-nodes",
            Algorithm::ALL.map(Algorithm::name).join(" and ")
        )));
    }
    let asked = Asked::new(&args.rules, &args.build(), None);
    let mut opened = input::open(&args.board, &asked)?;
    let watch = Watch::unless(args.quiet);
    let Finished { rated, stopped, .. } = build::rated(&mut opened, &asked, watch)?;
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
    };
    let (recorded, out_of_time) = record(&rated, options, watch, args.max_time.as_ref())?;
    let last = recorded.recording.events().len().saturating_sub(1);
    let tally = recorded.recording.tally(last);
    let cut_short = method.samples() && tally.playouts < u64::from(options.sampling.playouts);
    let ends = match recorded.answer.filter(|_| !cut_short) {
        Some(_) => Done::of(stopped),
        None => {
            let steps = counted(recorded.recording.events().len(), "step");
            Done::Stopped(match args.max_time.as_ref().filter(|_| out_of_time) {
                Some(time) => format!(
                    "--max-time {} reached after {steps}: raise it to get a rating",
                    time.text
                ),
                None => format!("limit reached after {steps}: raise --max-nodes to get a rating"),
            })
        }
    };
    if let Some(file) = &args.events {
        let written = write_to(file, |out| search_events::write(&recorded, out));
        if file == "-" {
            return told(Ok(ends), written);
        }
        written?;
    }
    print(Ok(ends), |out| match args.json {
        true => json(&recorded, &tally, max_plies, out),
        false => summary(&recorded, &tally, max_plies, out),
    })
}

/// The number of random games and their seed.
fn sampling(args: &SearchArgs, method: Method) -> Result<Sampling, Fault> {
    let usual = Sampling::default();
    let given = [
        ("--playouts", args.playouts.is_some()),
        ("--seed", args.seed.is_some()),
    ];
    let given = given.into_iter().find(|(_, given)| *given);
    if let Some((flag, _)) = given.filter(|_| !method.samples()) {
        return Err(Fault::Usage(format!(
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
fn player(args: &SearchArgs, rated: &Rated) -> Result<Player, Fault> {
    let players = rated.graph.graph().players();
    let Some(name) = &args.player else {
        return Ok(Player(0));
    };
    let found = Player::all(players).find(|player| rated.graph.player_name(*player) == *name);
    found.ok_or_else(|| {
        let names = Player::all(players).map(|player| rated.graph.player_name(player));
        Fault::Usage(format!(
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
    watch: Watch,
    time: Option<&Time>,
) -> Result<(Recorded, bool), Fault> {
    let _looking = Looking::new();
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
        if stop::asked() {
            return Err(Fault::Interrupted(
                "interrupted before the algorithm had come to an end".to_owned(),
            ));
        }
        line.say(|_| match progress.sized {
            None => counted(progress.events, "step"),
            Some(done) => format!(
                "counting what was left out: {} of {}",
                grouped(done),
                counted(progress.events, "step")
            ),
        });
    }
}

fn summary(
    recorded: &Recorded,
    tally: &Tally,
    max_plies: Option<u32>,
    out: &mut impl Write,
) -> Result<(), Fault> {
    let rated = &recorded.rated;
    let method = recorded.options.method;
    let position = rated.graph.position_text(Vertex::ROOT);
    writeln!(out, "{}\n", visible(&position))?;
    let name = rated.graph.player_name(recorded.options.player);
    let chance = rated.graph.graph().has_chance();
    let mut fact = |name: &str, text: &str| fact(out, name, text);
    let title = method.title(chance, max_plies.is_some());
    fact("algorithm", &format!("{title} ({})", method.name()))?;
    let answer = recorded.answer_text();
    let answer = match answer {
        // An average of random games is no estimate by the rules.
        Some(mean) if method.samples() => {
            format!(
                "{} on average",
                mean.trim_start_matches(AVERAGE).trim_start()
            )
        }
        answer => answer.unwrap_or_else(|| "not found".to_owned()),
    };
    fact("rating", &format!("{} {answer}", visible(&name)))?;
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
        if let Some((mv, visits)) = chosen(recorded) {
            let of = counted(tally.playouts, "game");
            let visits = grouped(visits);
            fact("move", &format!("{}, {visits} of {of}", visible(&mv)))?;
        }
        fact("tried", &counted(tally.visited, "node"))?;
        let plies = grouped(tally.playout_plies);
        fact("games", &format!("{plies} plies at random"))?;
        return Ok(());
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

/// The chosen move, and the number of games through it.
fn chosen(recorded: &Recorded) -> Option<(String, u32)> {
    let last = recorded.recording.events().last()?;
    let unfolding = recorded.recording.unfolding();
    let edge = unfolding
        .edge(last.node)
        .filter(|_| last.step == Step::Choose)?;
    let source = unfolding.vertex(unfolding.parent(last.node)?);
    let mv = recorded.rated.graph.move_text(source, edge);
    Some((mv, last.visits))
}

#[derive(Serialize)]
struct Object<'a> {
    position: &'a str,
    rules: Option<WrittenRules>,
    algorithm: &'a str,
    max_plies: Option<u32>,
    complete: bool,
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
    move_playouts: Option<u32>,
    rating: InOrder<Option<String>>,
}

fn json(
    recorded: &Recorded,
    tally: &Tally,
    max_plies: Option<u32>,
    out: &mut impl Write,
) -> Result<(), Fault> {
    let rated = &recorded.rated;
    let known = |nodes: &num_bigint::BigUint| recorded.sizes_known.then(|| nodes.to_string());
    let name = rated.graph.player_name(recorded.options.player);
    let answer = recorded.answer.as_ref();
    let samples = recorded.options.method.samples();
    let (mv, move_playouts) = chosen(recorded).unzip();
    let object = Object {
        position: &rated.graph.position_text(Vertex::ROOT),
        rules: rules(&rated.rules),
        algorithm: recorded.options.method.name(),
        max_plies,
        complete: answer.is_some() && !samples && rated.graph.graph().is_complete(),
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
        mv,
        move_playouts,
        rating: InOrder::new([(
            name,
            answer.and_then(|answer| match answer {
                crate::search::Number::Exact(exact) => Some(exact.to_string()),
                crate::search::Number::Double(double) => number(recorded, *double),
            }),
        )]),
    };
    serde_json::to_writer(&mut *out, &object).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}
