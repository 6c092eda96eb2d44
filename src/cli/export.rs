//! `doomtree export`: a tree or a graph of positions in other programs' formats.

use super::args::{ExportArgs, Format};
use super::asked::Asked;
use super::build::{self, Watch};
use super::fault::{Done, Fault};
use super::input;
use super::output;
use super::words::counted;
use crate::export::{Figure, Show, dot, graphml, markdown, mermaid, nodes_csv, svg, text, tikz};
use crate::save;
use crate::tree::{Limits, Unfolded, Unfolding, UnfoldingNode};

/// Runs the command.
pub fn run(args: &ExportArgs) -> Result<Done, Fault> {
    let tree = args.format != Format::Positions;
    let asked = Asked::new(&args.rules, &args.build, None)
        .taking(&args.effort)
        .for_tree(tree);
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
    let built = build::built(&opened, limits, &asked, watch)?;
    let (rated, cut) = (built.rated, built.stopped);
    if !tree {
        // Nodes of a tree file's layer are numbered as the tree is.
        let layer = match built.unfolding {
            Some(_) => built.layer.without_nodes(),
            None => built.layer,
        };
        output::write_to(&args.output, |out| {
            save::write_positions(out, &rated.source(), &layer)
        })?;
        return Ok(cut.map_or(Done::Complete, Done::Stopped));
    }
    // What a tree file shows keeps its numbers, and with them what was added to its nodes.
    let (mut unfolding, layer) = match built.unfolding {
        Some(unfolding) if args.to_ply.is_none() => (unfolding, built.layer),
        Some(_) => (Unfolding::new(), built.layer.without_nodes()),
        // Nothing but the root has a number yet.
        None => (Unfolding::new(), built.layer),
    };
    let budget = usize::try_from(args.max_nodes).unwrap_or(usize::MAX);
    let unfolded = unfolding.unfold_below(
        rated.graph.graph(),
        UnfoldingNode::ROOT,
        args.to_ply,
        budget.min(Unfolding::MOST_NODES),
    );
    let stopped = (unfolded == Unfolded::Stopped).then_some(args.max_nodes);
    if args.format == Format::Tikz
        && let Some(fault) = tikz::fault(&rated, &unfolding)
    {
        return Err(Fault::Usage(fault));
    }
    let figure = Figure {
        title: layer.title.as_deref(),
        notes: &layer,
        show: Show {
            legend: !args.build.quiet,
            ..Show::default()
        },
        ..Figure::default()
    };
    output::write_to(&args.output, |out| match args.format {
        Format::Text => text::write(out, &rated, &unfolding, &figure),
        Format::Dot => dot::write(out, &rated, &unfolding, &figure),
        Format::Svg => svg::write(out, &rated, &unfolding, &figure),
        Format::Tikz => tikz::write(out, &rated, &unfolding, &figure),
        Format::Mermaid => mermaid::write(out, &rated, &unfolding, &figure),
        Format::Graphml => graphml::write(out, &rated, &unfolding, &figure),
        Format::Csv => nodes_csv::write(out, &rated, &unfolding, &figure),
        Format::Md => markdown::write(out, &rated, &unfolding, &figure),
        Format::Json | Format::Positions => {
            save::write_tree(out, &rated.source(), &unfolding, stopped, &layer)
        }
    })?;
    Ok(match stopped {
        None => cut.map_or(Done::Complete, Done::Stopped),
        Some(most) => Done::Stopped(format!(
            "stopped by --max-nodes {most} after {}, so that the tree is partial: raise it for \
             all of it",
            counted(&unfolding.len().to_string(), "node")
        )),
    })
}
