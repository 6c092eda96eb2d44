//! The tree as a picture in plain text, in the manner of the Haskell port of *Dice of Doom*: moves
//! beside a rule, and an arrow to the position after each.

use std::io::{self, Write};

use super::{partial, rating_text};
use crate::diagram::end_text;
use crate::game::Player;
use crate::game::visible;
use crate::session::Rated;
use crate::tree::{Count, Unfolding, UnfoldingNode, Vertex, VertexKind};

/// How many levels are indented; beyond them the ply is printed.
const MOST_LEVELS: usize = 40;

/// A rule that goes on past the node, and the empty space below the last one.
const RULE: &str = "|     ";
const SPACE: &str = "      ";

/// Writes the shown nodes of an unfolding.
///
/// # Errors
/// What the writer gives.
pub fn write(out: &mut dyn Write, rated: &Rated, unfolding: &Unfolding) -> io::Result<()> {
    let graph = rated.graph.graph();
    // The rules in front of a line, `MOST_LEVELS` at most, each of one width.
    let mut front = String::new();
    let mut stack = vec![(UnfoldingNode::ROOT, 0_usize, true)];
    while let Some((node, level, last)) = stack.pop() {
        let vertex = unfolding.vertex(node);
        let parent = unfolding.parent(node).zip(unfolding.edge(node));
        if let Some((parent, edge)) = parent {
            let source = unfolding.vertex(parent);
            front.truncate((level - 1).min(MOST_LEVELS) * RULE.len());
            let mv = visible(&rated.graph.move_text(source, edge)).into_owned();
            let mover = match graph.kind(source) {
                VertexKind::Chance(_) => {
                    let probability = graph.probability(edge);
                    let never = match *probability.numer() {
                        0 => ", never",
                        _ => "",
                    };
                    format!("chance, {probability}{never}")
                }
                kind => kind.player().map_or_else(String::new, |player| {
                    visible(&rated.graph.player_name(player)).into_owned()
                }),
            };
            writeln!(out, "{front}|  {mover}: {mv}")?;
            write!(out, "{front}+---> ")?;
            if level > MOST_LEVELS {
                write!(out, "(ply {}) ", unfolding.ply(node))?;
            } else {
                front.push_str(if last { SPACE } else { RULE });
            }
        }
        writeln!(
            out,
            "{}   ({})",
            visible(&rated.graph.position_text(vertex)),
            ratings(rated, vertex)
        )?;
        if let Some(note) = note(rated, unfolding, node) {
            writeln!(out, "{front}{note}")?;
        }
        let children = unfolding.children(node);
        let most = children.len();
        let children = children.enumerate().rev();
        stack.extend(children.map(|(index, child)| (child, level + 1, index + 1 == most)));
    }
    match partial(rated) {
        Some(partial) => writeln!(out, "({partial})"),
        None => Ok(()),
    }
}

fn ratings(rated: &Rated, vertex: Vertex) -> String {
    let players = Player::all(rated.graph.graph().players());
    players
        .map(|player| {
            let name = rated.graph.player_name(player);
            let rating = rating_text(&rated.analysis.ratings, vertex, player);
            format!("{} {rating}", visible(&name))
        })
        .collect::<Vec<_>>()
        .join(", ")
}

/// Why a node has no children here.
fn note(rated: &Rated, unfolding: &Unfolding, node: UnfoldingNode) -> Option<String> {
    let vertex = unfolding.vertex(node);
    if let Some(winners) = end_text(&*rated.graph, vertex) {
        return Some(format!("   the game ends: {winners}"));
    }
    if matches!(rated.graph.graph().kind(vertex), VertexKind::Horizon(_)) {
        let estimate = rated.limits.estimate.name();
        return Some(format!(
            "   a limit stopped the tree here; estimated by {estimate}"
        ));
    }
    (!unfolding.is_open(node)).then(|| format!("   {} left out below", below(rated, vertex)))
}

/// How many nodes lie below a vertex, in words.
pub(super) fn below(rated: &Rated, vertex: Vertex) -> String {
    match rated.analysis.nodes.of(vertex) {
        Count::Infinite => "infinitely many nodes".to_owned(),
        Count::Beyond => "at least 2^4096 nodes".to_owned(),
        count => {
            let below = count.exact().unwrap_or_default() - 1_u32;
            let below = below.to_string();
            let plural = if below == "1" { "" } else { "s" };
            // What a budget hides has nodes too.
            let least = match rated.graph.graph().stopped() {
                Some(_) => "at least ",
                None => "",
            };
            format!("{least}{below} node{plural}")
        }
    }
}
