//! The tree in plain text, in the style of the Haskell port of *Dice of Doom*: moves beside a
//! vertical rule, and an arrow to the position after each.

use std::io::{self, Write};

use super::Figure;
use super::heading::{heading, partial};
use super::nodes::{Above, Node, Nodes, RECORD};
use super::told::NodeTexts;
use crate::game::visible;
use crate::session::Rated;
use crate::tree::{Unfolding, VertexKind};
use crate::words::horizon_name;
use crate::work::Control;

/// Maximum number of indented levels; beyond it the ply is printed.
const MAX_LEVELS: usize = 40;

/// A rule that continues past the node, and the empty space below the last one.
const RULE: &str = "|     ";
const SPACE: &str = "      ";

/// Writes the shown nodes of an unfolding.
///
/// A tree in monospaced text has one style: the direction of growth and the form of moves apply to
/// pictures only. The title is above it if one is given; moves of the best line are followed by
/// `*`.
///
/// # Errors
/// Those of the writer.
pub async fn write(
    ctl: &Control,
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    let told = NodeTexts::new(rated, unfolding, figure);
    if told.title.is_some() {
        writeln!(out, "{}\n", heading(rated, unfolding, told.title))?;
    }
    // The rules at the start of a line, at most `MAX_LEVELS`, each of the same width.
    let mut front = String::new();
    for item in Nodes::new(rated, unfolding, figure) {
        if let Some(above) = &item.above {
            front.truncate((item.level - 1).min(MAX_LEVELS) * RULE.len());
            writeln!(out, "{front}|  {}", step(&told, above))?;
            write!(out, "{front}+---> ")?;
            if item.level > MAX_LEVELS {
                write!(out, "(ply {}) ", unfolding.ply(item.node))?;
            } else {
                front.push_str(if item.last { SPACE } else { RULE });
            }
        }
        write_node(out, &told, &item, &front)?;
        ctl.tick(RECORD).await;
    }
    let best_line = figure.show.best_line && !figure.hidden;
    let best_line = best_line.then(|| "* best line".to_owned());
    let unproven = told.unproven_sign().filter(|_| figure.show.estimates);
    let unproven = unproven.map(|(sign, words)| format!("{sign} {words}"));
    let marks: Vec<String> = best_line.into_iter().chain(unproven).collect();
    if figure.show.legend && !marks.is_empty() {
        writeln!(out, "\n{}", marks.join("   "))?;
    }
    match partial(rated) {
        Some(partial) if told.title.is_none() => writeln!(out, "({partial})"),
        _ => Ok(()),
    }
}

/// A move with its player: `a: 2>3`, `chance, 2/3: tails`.
fn step(told: &NodeTexts<'_>, above: &Above) -> String {
    let who = match told.rated.graph.graph().kind(above.vertex) {
        VertexKind::Chance(_) => match told.probability(above) {
            Some(probability) => format!("chance, {probability}"),
            None => "chance".to_owned(),
        },
        kind => kind
            .player()
            .map_or_else(String::new, |player| told.name(player)),
    };
    let mut step = match told.mv(above) {
        Some(mv) => format!("{who}: {mv}"),
        None => who,
    };
    if let Some(cost) = told.blunder(above) {
        step.push_str(&format!("   (blunder, {cost})"));
    }
    step
}

/// The position with its rating, then why there is nothing below it, and its note.
fn write_node(
    out: &mut dyn Write,
    told: &NodeTexts<'_>,
    item: &Node,
    front: &str,
) -> io::Result<()> {
    let Node { node, vertex, .. } = *item;
    let graph = told.rated.graph.graph();
    let kind = graph.kind(vertex);
    match told.position(vertex) {
        Some(position) => write!(out, "{position}")?,
        None => write!(out, "{}", told.head(vertex))?,
    }
    if let Some(rating) = told.rating(vertex) {
        write!(out, "   ({rating})")?;
    }
    writeln!(out, "{}", if item.best { "  *" } else { "" })?;
    let why = match kind {
        VertexKind::End if told.show.positions => Some(match told.winners(vertex) {
            Some(winners) => format!("the game ends: {winners}"),
            None => "the game ends".to_owned(),
        }),
        VertexKind::Horizon(_) if told.show.positions => Some(match told.hidden {
            _ if graph.grows() => horizon_name(graph).to_owned(),
            true => "Limit reached".to_owned(),
            false => {
                let estimate = told.rated.limits.estimate.name();
                format!("a limit stopped the tree here; estimated by {estimate}")
            }
        }),
        _ => told.left_out(node),
    };
    if let Some(why) = why {
        writeln!(out, "{front}   {why}")?;
    }
    for (index, line) in told.note(node).unwrap_or_default().lines().enumerate() {
        let mark = if index == 0 { "note: " } else { "      " };
        writeln!(out, "{front}   {mark}{}", visible(line))?;
    }
    Ok(())
}
