//! `doomtree count`: exact numbers of tree nodes, ends and new positions, ply by ply.

use std::io::Write;

use serde::Serialize;

use super::args::CountArgs;
use super::asked::Asked;
use super::build::{self, Finished};
use super::fault::{Done, Fault, print};
use super::input;
use super::progress::Watch;
use super::words::{TextTable, grouped};
use crate::library::summary::{self, WrittenRules};
use crate::session::Rated;
use crate::tree::{PlyCounts, PlySweep, Vertex};

/// Runs the command.
pub fn run(args: &CountArgs) -> Result<Done, Fault> {
    let asked = Asked::new(&args.rules, &args.build, args.budget.max_nodes)
        .taking(&args.effort)
        // The plies' own counts take the rest.
        .sharing(|bytes| bytes.map(|bytes| bytes / 8 * 7));
    let mut opened = input::open(&args.board, &asked)?;
    let Finished { rated, stopped, .. } =
        build::rated(&mut opened, &asked, Watch::unless(args.build.quiet))?;
    let graph = rated.graph.graph();
    if graph.is_cyclic() {
        return Err(Fault::Usage(
            "the tree has no last ply, since positions recur: give --max-plies".to_owned(),
        ));
    }
    let first = rated.graph.first_with_position();
    let mut plies = PlySweep::new(graph, &rated.analysis.nodes, first.as_deref());
    print(Ok(Done::of(stopped)), |out| match args.json {
        true => json(&rated, &mut plies, out),
        false => table(&rated, &mut plies, out),
    })
}

fn totals(rated: &Rated) -> PlyCounts {
    PlyCounts {
        nodes: rated.analysis.nodes.of(Vertex::ROOT).to_string(),
        ends: rated.analysis.ends.of(Vertex::ROOT).to_string(),
        new_positions: rated.graph.distinct().positions,
    }
}

fn table(rated: &Rated, plies: &mut PlySweep<'_>, out: &mut impl Write) -> Result<(), Fault> {
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
    for number in 0_u64.. {
        let Some(counts) = plies.ply() else {
            break;
        };
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
struct Head {
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
fn json(rated: &Rated, plies: &mut PlySweep<'_>, out: &mut impl Write) -> Result<(), Fault> {
    let text = |value: serde_json::Result<String>| value.map_err(std::io::Error::from);
    let head = text(serde_json::to_string(&Head {
        position: rated.graph.position_text(Vertex::ROOT),
        rules: summary::rules(&rated.rules),
        max_plies: rated.limits.max_plies,
        complete: rated.graph.graph().is_complete(),
        game: rated.game.clone(),
    }))?;
    write!(out, "{},\"plies\":[", &head[..head.len() - 1])?;
    for ply in 0_u64.. {
        let Some(counts) = plies.ply() else {
            break;
        };
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
    let tail = text(serde_json::to_string(&Tail {
        tree_nodes: totals.nodes,
        tree_ends: totals.ends,
        positions: totals.new_positions,
        stopped: summary::stopped(rated),
    }))?;
    writeln!(out, "],{}", &tail[1..])?;
    Ok(())
}
