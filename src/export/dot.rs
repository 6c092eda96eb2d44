//! The tree for Graphviz: a digraph with one node a node, in depth-first order.

use std::io::{self, Write};

use super::nodes::{Above, Node, Nodes};
use super::text::below;
use super::{heading, rating_text};
use crate::diagram::end_text;
use crate::game::Player;
use crate::game::visible;
use crate::session::Rated;
use crate::tree::{Unfolding, VertexKind};

/// Writes the shown nodes of an unfolding: ends with a double border, chance as ellipses, horizons
/// and nodes whose children are left out dashed, the best line bold.
///
/// # Errors
/// What the writer gives.
pub fn write(out: &mut dyn Write, rated: &Rated, unfolding: &Unfolding) -> io::Result<()> {
    writeln!(out, "digraph doomtree {{")?;
    writeln!(
        out,
        "  label={};",
        quoted(&[heading(rated, unfolding, None)])
    )?;
    writeln!(out, "  node [shape=box, fontname=\"monospace\"];")?;
    writeln!(out, "  edge [fontname=\"monospace\"];")?;
    for item in Nodes::new(rated, unfolding) {
        let bold = if item.best { ", penwidth=3" } else { "" };
        write_node(out, rated, unfolding, &item, bold)?;
        if let Some(above) = item.above {
            write_edge(out, rated, above, item.number, bold)?;
        }
    }
    writeln!(out, "}}")
}

fn write_node(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    &Node {
        number,
        node,
        vertex,
        ..
    }: &Node,
    bold: &str,
) -> io::Result<()> {
    let graph = rated.graph.graph();
    let name = |player| rated.graph.player_name(player);
    let kind = graph.kind(vertex);
    let (head, shape) = match kind {
        VertexKind::Decision(player) => (format!("{} to move", name(player)), ""),
        VertexKind::Chance(player) => (
            format!("chance after {}'s move", name(player)),
            ", shape=ellipse",
        ),
        VertexKind::End => (
            end_text(&*rated.graph, vertex).unwrap_or_default(),
            ", peripheries=2",
        ),
        VertexKind::Horizon(player) => (
            format!(
                "{} to move, horizon, estimated by {}",
                name(player),
                rated.limits.estimate.name()
            ),
            ", style=dashed",
        ),
    };
    let ratings: Vec<String> = Player::all(graph.players())
        .map(|player| {
            let rating = rating_text(&rated.analysis.ratings, vertex, player);
            format!("{} {rating}", name(player))
        })
        .collect();
    let mut lines = vec![head, rated.graph.position_text(vertex), ratings.join("  ")];
    let mut shape = shape.to_owned();
    if !graph.is_leaf(vertex) && !unfolding.is_open(node) {
        lines.push(format!("{} left out below", below(rated, vertex)));
        shape.push_str(", style=dashed");
    }
    writeln!(out, "  n{number} [label={}{shape}{bold}];", quoted(&lines))
}

fn write_edge(
    out: &mut dyn Write,
    rated: &Rated,
    above: Above,
    number: u64,
    bold: &str,
) -> io::Result<()> {
    let graph = rated.graph.graph();
    let Above {
        number: parent,
        vertex: source,
        edge,
    } = above;
    let mut lines = vec![rated.graph.move_text(source, edge)];
    if matches!(graph.kind(source), VertexKind::Chance(_)) {
        let probability = graph.probability(edge);
        lines.push(match *probability.numer() {
            0 => "0, never".to_owned(),
            _ => probability.to_string(),
        });
    }
    let label = quoted(&lines);
    writeln!(out, "  n{parent} -> n{number} [label={label}{bold}];")
}

/// A label of several lines: quotes and backslashes escaped, control characters made visible.
fn quoted(lines: &[String]) -> String {
    let mut out = String::from("\"");
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push_str("\\n");
        }
        for character in visible(line).chars() {
            if matches!(character, '"' | '\\') {
                out.push('\\');
            }
            out.push(character);
        }
    }
    out.push('"');
    out
}
