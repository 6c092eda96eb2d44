//! The short commands about boards: `doomtree random` makes them from a seed, `count` counts their
//! trees ply by ply, and `verify` checks saved ones, and saved trees, against their rules.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::args::{CountArgs, RandomArgs, VerifyArgs};
use super::asked::GivenOptions;
use super::build::FinishedGraph;
use super::common_args::BuildArgs;
use super::effort::Deadline;
use super::fault::{CommandError, Done, Output, print, print_notice};
use super::input::{OpenedBoard, STANDARD_INPUT};
use super::progress::ProgressTarget;
use super::words::{TextTable, counted, grouped};
use super::{build, input, progress};
use crate::game::visible;
use crate::library::summary::{self, WrittenRules};
use crate::save::{self, FileError, TreeFile};
use crate::session::{self, Loaded, Rated};
use crate::tree::{PlyCounts, PlySweep, Vertex};
use crate::words::plies_text;

/// Runs the command.
pub fn run_random(args: &RandomArgs) -> Result<Done, CommandError> {
    let asked = GivenOptions::new(&args.rules, &BuildArgs::default(), None);
    // The standard library seeds its hash maps from the operating system's randomness.
    let mut seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
    let (rows, columns) = (args.rows, args.columns);
    let (game, switches) = (asked.game(), asked.switches());
    let mut out = Output::standard();
    for number in 1..=args.count {
        let (board, from) = match args.any {
            false => session::random_with_choice(game, switches, rows, columns, seed)?,
            true => (session::random(game, switches, rows, columns, seed)?, seed),
        };
        if number == 1 && args.seed != Some(from) && !args.quiet {
            let (boards, is) = match args.count {
                1 => ("this board", "is"),
                _ => ("these boards", "begins with"),
            };
            print_notice(&match args.seed {
                Some(seed) => format!(
                    "the board of --seed {seed} has nothing to decide: this {is} that of --seed {from}"
                ),
                None => format!("--seed {from} gives {boards} again"),
            });
        }
        writeln!(out, "{board}")?;
        // A reader has each at once.
        out.flush()?;
        progress::reached(format!("{} printed", counted(number, "board")));
        seed = from.wrapping_add(1);
    }
    out.finish()
}

/// Runs the command.
pub fn run_count(args: &CountArgs) -> Result<Done, CommandError> {
    let asked = GivenOptions::of(&args.graph)
        // The plies' own counts take the rest.
        .sharing(|bytes| bytes.map(|bytes| bytes / 8 * 7));
    let mut opened = input::open(&args.board, &asked)?;
    let FinishedGraph { rated, stopped, .. } = build::rated(
        &mut opened,
        &asked,
        ProgressTarget::unless(args.graph.build.quiet),
    )?;
    let graph = rated.graph.graph();
    if graph.is_cyclic() {
        return Err(CommandError::Usage(
            "the tree has no last ply, since positions recur: give --max-plies".to_owned(),
        ));
    }
    let first = rated.graph.first_with_position();
    let mut plies = CountedPlies {
        sweep: PlySweep::new(graph, &rated.analysis.nodes, first.as_deref()),
        deadline: asked.next_deadline(),
        next: 0,
        stopped: None,
    };
    let done = print(Ok(Done::Complete), |out| match args.json {
        true => json(&rated, &mut plies, out),
        false => table(&rated, &mut plies, out),
    })?;
    let stopped: Vec<String> = stopped.into_iter().chain(plies.stopped).collect();
    Ok(match stopped.is_empty() {
        true => done,
        false => Done::Stopped(stopped.join("; ")),
    })
}

/// The plies of a graph, one after the other. They have as much time as the graph had.
struct CountedPlies<'a> {
    sweep: PlySweep<'a>,
    deadline: Option<Deadline>,
    next: u64,
    /// The message if plies are missing.
    stopped: Option<String>,
}

impl Iterator for CountedPlies<'_> {
    type Item = (u64, PlyCounts);

    fn next(&mut self) -> Option<Self::Item> {
        let ply = self.next;
        if let Some(deadline) = self.deadline.as_ref().filter(|deadline| deadline.is_over()) {
            let (by, counted) = (deadline.description(), plies_text(ply));
            // The time may have ended with the last ply.
            self.stopped = self.sweep.ply().map(|_| {
                format!("partial result: {by} reached after {counted}; raise it to get everything")
            });
            return None;
        }
        self.next += 1;
        Some((ply, self.sweep.ply()?))
    }
}

fn totals(rated: &Rated) -> PlyCounts {
    PlyCounts {
        nodes: rated.analysis.nodes.of(Vertex::ROOT).to_string(),
        ends: rated.analysis.ends.of(Vertex::ROOT).to_string(),
        new_positions: rated.graph.distinct().positions,
    }
}

fn table(
    rated: &Rated,
    plies: &mut CountedPlies<'_>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let heads = ["ply", "tree nodes", "ends", "new positions"].map(str::to_owned);
    let cells = |first: String, counts: &PlyCounts| {
        [
            first,
            grouped(&counts.nodes),
            grouped(&counts.ends),
            grouped(counts.new_positions),
        ]
    };
    // No ply has more than all of them together, so that the widths are known beforehand.
    let totals = cells("total".to_owned(), &totals(rated));
    let mut table = TextTable::default();
    table.right_from = Some(0);
    table.widen(&heads);
    table.widen(&totals);
    writeln!(out, "{}", table.line(&heads))?;
    for (number, counts) in plies {
        let row = cells(number.to_string(), &counts);
        writeln!(out, "{}", table.line(&row))?;
    }
    writeln!(out, "{}", table.line(&totals))?;
    if rated.graph.graph().stopped().is_some() {
        writeln!(
            out,
            "The graph was stopped before it was complete: all numbers are lower bounds."
        )?;
    }
    Ok(())
}

#[derive(Serialize)]
struct WrittenHead {
    position: String,
    rules: Option<WrittenRules>,
    max_plies: Option<u32>,
    complete: bool,
    game: String,
}

#[derive(Serialize)]
struct Ply {
    ply: u64,
    nodes: String,
    ends: String,
    new_positions: u64,
}

#[derive(Serialize)]
struct Tail {
    tree_nodes: String,
    tree_ends: String,
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// One object on one line; a million plies pass through it one by one.
fn json(
    rated: &Rated,
    plies: &mut CountedPlies<'_>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let text = |value: serde_json::Result<String>| value.map_err(std::io::Error::from);
    let head = text(serde_json::to_string(&WrittenHead {
        position: rated.graph.position_text(Vertex::ROOT),
        rules: summary::rules(&rated.rules),
        max_plies: rated.limits.max_plies,
        complete: rated.graph.graph().is_complete(),
        game: rated.game.clone(),
    }))?;
    write!(out, "{},\"plies\":[", &head[..head.len() - 1])?;
    for (ply, counts) in plies.by_ref() {
        if ply > 0 {
            out.write_all(b",")?;
        }
        out.write_all(
            text(serde_json::to_string(&Ply {
                ply,
                nodes: counts.nodes,
                ends: counts.ends,
                new_positions: counts.new_positions,
            }))?
            .as_bytes(),
        )?;
    }
    let totals = totals(rated);
    let cut = plies.stopped.as_ref().map(|_| "max-time".to_owned());
    let tail = text(serde_json::to_string(&Tail {
        tree_nodes: totals.nodes,
        tree_ends: totals.ends,
        positions: totals.new_positions,
        stopped: cut.or_else(|| summary::stopped(rated)),
    }))?;
    writeln!(out, "],{}", &tail[1..])?;
    Ok(())
}

/// Runs the command. A file that can't be opened is bad input; an error in its content is a result.
pub fn run_verify(args: &VerifyArgs) -> Result<Done, CommandError> {
    let build = BuildArgs {
        columns: args.columns,
        ..BuildArgs::default()
    };
    let asked = GivenOptions::new(&args.rules, &build, None);
    if let [file] = args.files.as_slice() {
        let valid = verify(file, &asked, args.quiet)?;
        print_valid(args, &valid)?;
        return Ok(Done::Complete);
    }
    let (mut invalid, mut unread) = (0, 0);
    for file in &args.files {
        let (sentence, count) = match verify(file, &asked, args.quiet) {
            Err(CommandError::Wrong(sentence)) => (sentence, &mut invalid),
            Err(CommandError::Usage(sentence)) => (sentence, &mut unread),
            verified => {
                print_valid(args, &verified?)?;
                continue;
            }
        };
        print_notice(&sentence);
        *count += 1;
    }
    let files = counted(args.files.len(), "file");
    match (invalid, unread) {
        (0, 0) => Ok(Done::Complete),
        (_, 0) => Err(CommandError::Wrong(format!(
            "{} of {files} invalid: correct those named above",
            grouped(invalid)
        ))),
        _ => Err(CommandError::Usage(format!(
            "{} of {files} not read, {} invalid: see above",
            grouped(unread),
            grouped(invalid)
        ))),
    }
}

/// Prints the sentence on a valid file.
fn print_valid(args: &VerifyArgs, sentence: &str) -> Result<Done, CommandError> {
    let mut out = Output::standard();
    if !args.quiet {
        writeln!(out, "{sentence}")?;
    }
    out.finish()
}

/// Verifies a file; the sentence says that it is valid.
fn verify(file: &str, asked: &GivenOptions, quiet: bool) -> Result<String, CommandError> {
    let (content, name) = match file {
        "-" => (input::from_stdin(asked).0, STANDARD_INPUT.to_owned()),
        _ => {
            let (content, _) = save::open_file(Path::new(file)).map_err(input::refused)?;
            (save::open_reader(content, file), file.to_owned())
        }
    };
    let opened = input::from_content(content.map_err(found)?, name.clone(), asked);
    // What was asked for may be at fault, too.
    let mut opened = opened.map_err(|fault| match asked.names_rules("") {
        true => fault,
        false => in_content(fault),
    })?;
    let name = input::shown(Path::new(&name));
    let contents = match opened.tree.take() {
        Some(tree) => verify_tree(&name, tree, quiet)?,
        None => verify_board(&opened)?,
    };
    Ok(format!("{name}: {contents}, valid"))
}

/// An error in a file's content.
fn found(error: FileError) -> CommandError {
    CommandError::Wrong(error.to_string())
}

/// The same of an input that can't be read.
fn in_content(fault: CommandError) -> CommandError {
    match fault {
        CommandError::Usage(sentence) => CommandError::Wrong(sentence),
        other => other,
    }
}

/// Rebuilds the tree and compares every node; prints the differences, one per line.
fn verify_tree(name: &str, tree: Box<TreeFile>, quiet: bool) -> Result<String, CommandError> {
    for notice in &tree.notices {
        print_notice(&format!("{name}: {notice}"));
    }
    let nodes = counted(tree.node_count(), "node");
    let edges = counted(tree.edge_count(), "move");
    let loaded = build::follow(ProgressTarget::unless(quiet), async |ctl, show| {
        Loaded::find(*tree, None, ctl, show).await
    })?;
    let problems = loaded.map_err(found)?.problems;
    let Some(first) = problems.first() else {
        return Ok(format!("{nodes} and {edges}"));
    };
    let wrong = CommandError::Wrong(format!(
        "{name} doesn't match its rules ({first}): correct it, or save the tree again"
    ));
    print(Err(wrong), |out| {
        for problem in &problems {
            writeln!(out, "{name}: {problem}")?;
        }
        Ok(())
    })
    .map(|_| String::new())
}

fn verify_board(opened: &OpenedBoard) -> Result<String, CommandError> {
    if let Err(error) = opened.check() {
        return Err(in_content(opened.fault(error)));
    }
    Ok(if opened.setup.position.is_empty() {
        "a script".to_owned()
    } else {
        format!("the position {}", visible(&opened.setup.position))
    })
}
