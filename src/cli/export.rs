//! `doomtree export`: a tree or a graph of positions in other programs' formats.

use super::args::{ExportArgs, Format};
use super::asked::Asked;
use super::build::{self, Watch};
use super::fault::{Done, Fault};
use super::input;
use super::output::Output;
use super::words::{self, counted};
use crate::export::{dot, json, text};
use crate::tree::{Limits, Unfolded, Unfolding, UnfoldingNode};

/// Runs the command.
pub fn run(args: &ExportArgs) -> Result<Done, Fault> {
    let asked = Asked::new(&args.rules, &args.build, None);
    let tree = args.format != Format::Positions;
    if !tree && args.to_ply.is_some() {
        return Err(Fault::Usage(
            "--to-ply cuts a tree, and a graph of positions has no plies: use --max-plies"
                .to_owned(),
        ));
    }
    let opened = input::open(&args.board, &asked)?;
    let limits = Limits {
        max_nodes: (!tree).then_some(args.max_nodes),
        ..asked.limits()?
    };
    let watch = Watch::unless(args.build.quiet);
    // Opened before the work begins, so that a file that can't be written is known at once.
    let mut out = Output::to(&args.output)?;
    let rated = build::rated_to(&opened, limits, asked.at(), watch)?;
    if !tree {
        json::write_positions(&mut out, &rated).map_err(unwritten)?;
        out.finish()?;
        return Ok(words::stopped(&rated).map_or(Done::Complete, Done::Stopped));
    }
    let mut unfolding = Unfolding::new();
    let budget = usize::try_from(args.max_nodes).unwrap_or(usize::MAX);
    let unfolded = unfolding.unfold_below(
        rated.graph.graph(),
        UnfoldingNode::ROOT,
        args.to_ply,
        budget.min(Unfolding::MOST_NODES),
    );
    let stopped = (unfolded == Unfolded::Stopped).then_some(args.max_nodes);
    match args.format {
        Format::Text => text::write(&mut out, &rated, &unfolding)?,
        Format::Dot => dot::write(&mut out, &rated, &unfolding)?,
        Format::Json | Format::Positions => {
            json::write_tree(&mut out, &rated, &unfolding, stopped).map_err(unwritten)?;
        }
    }
    out.finish()?;
    Ok(match stopped {
        None => Done::Complete,
        Some(most) => Done::Stopped(format!(
            "stopped by --max-nodes {most} after {}, so that the tree is partial: raise it for \
             all of it",
            counted(&unfolding.len().to_string(), "node")
        )),
    })
}

fn unwritten(error: std::io::Error) -> Fault {
    if error.kind() == std::io::ErrorKind::Unsupported {
        Fault::Usage(error.to_string())
    } else {
        error.into()
    }
}
