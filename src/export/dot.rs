//! The tree for Graphviz: a digraph with one node a node, in depth-first order.

use std::io::{self, Write};

use super::text::below;
use super::{rating_text, title};
use crate::diagram::end_text;
use crate::game::Player;
use crate::game::visible;
use crate::rating::best_line;
use crate::session::Rated;
use crate::tree::{Edge, Unfolding, UnfoldingNode, Vertex, VertexKind};

/// Writes the shown nodes of an unfolding: ends with a double border, chance as ellipses, horizons
/// and nodes whose children are left out dashed, the best line bold.
///
/// # Errors
/// What the writer gives.
pub fn write(out: &mut dyn Write, rated: &Rated, unfolding: &Unfolding) -> io::Result<()> {
    let analysis = &rated.analysis;
    let graph = rated.graph.graph();
    let best = best_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT).line;
    writeln!(out, "digraph doomtree {{")?;
    writeln!(out, "  label={};", quoted(&[title(rated)]))?;
    writeln!(out, "  node [shape=box, fontname=\"monospace\"];")?;
    writeln!(out, "  edge [fontname=\"monospace\"];")?;
    let mut stack = vec![Waiting {
        node: UnfoldingNode::ROOT,
        from: None,
        level: 0,
        best: true,
    }];
    let mut number = 0_u64;
    while let Some(Waiting {
        node,
        from,
        level,
        best: on_best,
    }) = stack.pop()
    {
        let bold = if on_best { ", penwidth=3" } else { "" };
        write_node(out, rated, unfolding, node, number, bold)?;
        if let Some((parent, edge)) = from {
            write_edge(out, rated, (parent, edge, number), bold)?;
        }
        let here = (number, unfolding.vertex(node));
        stack.extend(unfolding.children(node).rev().map(|child| {
            let edge = unfolding.edge(child);
            Waiting {
                node: child,
                from: edge.map(|edge| (here, edge)),
                level: level + 1,
                best: on_best && best.get(level) == edge.as_ref(),
            }
        }));
        number += 1;
    }
    writeln!(out, "}}")
}

/// A node that waits to be written.
struct Waiting {
    node: UnfoldingNode,
    from: Option<((u64, Vertex), Edge)>,
    level: usize,
    best: bool,
}

fn write_node(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    node: UnfoldingNode,
    number: u64,
    bold: &str,
) -> io::Result<()> {
    let graph = rated.graph.graph();
    let vertex = unfolding.vertex(node);
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
    ((parent, source), edge, number): ((u64, Vertex), Edge, u64),
    bold: &str,
) -> io::Result<()> {
    let graph = rated.graph.graph();
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
