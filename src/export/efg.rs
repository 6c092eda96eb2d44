//! The tree as an extensive game (`.efg`), for game theory programs: Gambit, OpenSpiel and others.
//!
//! Only features that all of them read are used: version `EFG 2 R`, printable ASCII, unique node
//! labels, an information set for every decision and every chance node, numbered from 1, names and
//! payoffs restated, and payoffs at terminal nodes only. What was read from such a file is written
//! as it was there, so that a round trip changes nothing. A leaf at a limit is a terminal node that
//! pays its estimate. A node whose children are left out is one that pays its rating. The title
//! says so.

mod names;

use std::collections::HashSet;
use std::io::{self, Write};

use rustc_hash::FxBuildHasher;

use self::names::{CHANCE, LabelNames, OUTCOMES, decimal, payoff, probabilities, unique};
use super::Figure;
use super::record::{Nodes, RECORD, ShownNode};
use super::text::heading;
use crate::diagram::{SiblingOrder, TreeStyle};
use crate::game::{Player, Rational, Refusal, ratio};
use crate::games::scripted::EfgNames;
use crate::rating::Rating;
use crate::session::Rated;
use crate::tree::{Edge, Unfolding, Vertex, VertexKind};
use crate::work::Control;

/// Maximum number of moves from the root to a leaf, including outcomes of chance. OpenSpiel 2 reads
/// files recursively, and its stack overflows between 10,000 and 30,000.
pub const MAX_PLIES: usize = 10_000;

/// Maximum number of nodes for acceptable reading times. pygambit 16.7 and 17 take 4 seconds for
/// 1,400 nodes and 15 for 5,500, since their time is quadratic. OpenSpiel reads 90,000 in a third
/// of a second.
pub const MAX_NODES: usize = 2_000;

/// Why no reader would take the tree; `None` if they do.
pub fn fault(rated: &Rated, unfolding: &Unfolding) -> Option<Refusal> {
    let levels = Nodes::new(rated, unfolding, &Figure::default())
        .map(|node| node.level)
        .max()?;
    (levels > MAX_PLIES).then(|| {
        Refusal::new(
            format!(
                "this tree is {levels} moves deep, and programs that read .efg crash beyond \
                 {MAX_PLIES}"
            ),
            format!("write it to ply {MAX_PLIES}, or as json"),
        )
    })
}

/// Writes the shown nodes of an unfolding.
///
/// A node's label is its number in depth-first order and its position, or its name if the tree was
/// written as text. A tree that was read from such a file keeps the texts and numbers that it had.
/// Ratings aren't written, since readers compute them. If they are hidden from the reader, they
/// also don't replace omitted parts: there all players get an equal share.
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
    // A file's order is the moves' own: children in another one would be below other moves.
    let style = TreeStyle {
        order: SiblingOrder::Rules,
        ..figure.style
    };
    let figure = &Figure { style, ..*figure };
    let mut writer = EfgWriter {
        out,
        rated,
        unfolding,
        figure,
        names: LabelNames::new(rated),
    };
    writer.head()?;
    for node in Nodes::new(rated, unfolding, figure) {
        writer.node(&node)?;
        ctl.tick(RECORD).await;
    }
    Ok(())
}

/// The replacements for omitted parts, and their number.
#[derive(Default)]
struct Replacements {
    horizons: u64,
    left_out: u64,
    /// Whether some number couldn't be written as it is.
    rounded: bool,
}

struct EfgWriter<'a> {
    out: &'a mut dyn Write,
    rated: &'a Rated,
    unfolding: &'a Unfolding,
    figure: &'a Figure<'a>,
    names: LabelNames,
}

impl EfgWriter<'_> {
    fn head(&mut self) -> io::Result<()> {
        let title = match self.figure.title {
            // A file that had no title has none.
            None if self.names.is_told() => String::new(),
            title => heading(self.rated, self.unfolding, title),
        };
        let remarks = self.remarks();
        let title = std::iter::once(title).filter(|title| !title.is_empty());
        let title: Vec<String> = title.chain(remarks).collect();
        let mut seen = HashSet::with_hasher(FxBuildHasher);
        let players: Vec<String> = self
            .players()
            .map(|player| {
                let name = self.rated.graph.player_name(player);
                let name = match self.names.text(&name) {
                    name if name.is_empty() => format!("player {}", player.index() + 1),
                    name => name,
                };
                format!("\"{}\"", unique(name, &mut seen))
            })
            .collect();
        let (title, players) = (self.names.text(&title.join("; ")), players.join(" "));
        writeln!(self.out, "EFG 2 R \"{title}\" {{ {players} }}")?;
        let note = self.figure.notes.note(crate::tree::UnfoldingNode::ROOT);
        let note = note.filter(|_| self.figure.show.notes).unwrap_or_default();
        let note = match self.names.is_told() {
            true => note.to_owned(),
            false => note.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        writeln!(self.out, "\"{}\"\n", self.names.text(&note))
    }

    /// Remarks on what a reader could misunderstand, a clause each.
    fn remarks(&self) -> Vec<String> {
        let missing = self.missing();
        let mut remarks = Vec::new();
        let counted = |number: u64, one: &str, many: &str| match number {
            1 => format!("1 {one}"),
            number => format!("{number} {many}"),
        };
        if missing.horizons > 0 {
            let leaves = counted(
                missing.horizons,
                "leaf was made by a limit and is worth its estimate",
                "leaves were made by a limit and are worth their estimates",
            );
            remarks.push(format!("{leaves} by {}", self.rated.limits.estimate.name()));
        }
        if missing.left_out > 0 {
            let nodes = counted(
                missing.left_out,
                "node has moves that are left out",
                "nodes have moves that are left out",
            );
            let worth = if self.figure.hidden {
                "worth an equal share here, since ratings are hidden"
            } else if self.rated.graph.graph().hides_positions() {
                "worth what they would be if players knew where they are"
            } else if missing.left_out == 1 {
                "worth its rating"
            } else {
                "worth their ratings"
            };
            remarks.push(format!("{nodes}, {worth}"));
        }
        if missing.rounded {
            remarks.push("numbers too long for readers are rounded".to_owned());
        }
        remarks
    }

    fn missing(&self) -> Replacements {
        let graph = self.rated.graph.graph();
        let mut missing = Replacements::default();
        for ShownNode { node, vertex, .. } in Nodes::new(self.rated, self.unfolding, self.figure) {
            match graph.kind(vertex) {
                VertexKind::Horizon(_) => missing.horizons += 1,
                VertexKind::End => {}
                VertexKind::Decision(_) | VertexKind::Chance(_) => {
                    if self.unfolding.is_open(node) {
                        if graph.is_chance(vertex) {
                            missing.rounded |= probabilities(&self.chances(vertex)).1;
                        }
                        continue;
                    }
                    missing.left_out += 1;
                }
            }
            missing.rounded |= self.payoffs(vertex).1;
        }
        missing
    }

    fn players(&self) -> impl Iterator<Item = Player> + use<> {
        Player::all(self.rated.graph.graph().players())
    }

    fn chances(&self, vertex: Vertex) -> Vec<Rational> {
        let graph = self.rated.graph.graph();
        let edges = graph.edges(vertex);
        edges.map(|edge| graph.probability(edge)).collect()
    }

    /// The payoffs of a terminal node, and whether they are rounded.
    fn payoffs(&self, vertex: Vertex) -> (String, bool) {
        let graph = self.rated.graph.graph();
        let known = graph.is_leaf(vertex) || !self.figure.hidden;
        let share = || {
            let (low, high) = graph.range();
            ratio(1, graph.players() as i128).clamp(low, high)
        };
        let mut rounded = false;
        let numbers: Vec<String> = self
            .players()
            .map(|player| match graph.outcome(vertex, player) {
                Some(number) => payoff(&number, &mut rounded),
                None if !known => payoff(&share(), &mut rounded),
                None => match self.rated.analysis.ratings.rating(vertex, player) {
                    Rating::Exact(number) => payoff(&number, &mut rounded),
                    Rating::Approximate(number) => decimal(number),
                },
            })
            .collect();
        (numbers.join(", "), rounded)
    }

    fn node(&mut self, item: &ShownNode) -> io::Result<()> {
        let ShownNode { node, vertex, .. } = *item;
        let kind = self.rated.graph.graph().kind(vertex);
        let is_open = self.unfolding.is_open(node);
        let names = self.names.of(self.rated, self.figure, item, is_open);
        let label = &names.label;
        match kind {
            VertexKind::Decision(player) if is_open => {
                let actions: Vec<String> = self.actions(vertex, &names);
                let actions = actions.join(" ");
                let player = player.index() + 1;
                let set = self.rated.graph.graph().information_set(vertex);
                let set = (set, &*actions);
                let (set, name) = self.names.set_of_player(player, &names, set);
                writeln!(
                    self.out,
                    "p \"{label}\" {player} {set} \"{name}\" {{ {actions} }} 0"
                )
            }
            VertexKind::Chance(_) if is_open => {
                let (numbers, _) = probabilities(&self.chances(vertex));
                let actions = self.actions(vertex, &names);
                let branches = actions.iter().zip(numbers);
                let branches = branches.map(|(action, number)| format!("{action} {number}"));
                let branches = branches.collect::<Vec<_>>().join(" ");
                let report = format!("{} {branches}", names.name);
                let set = self.names.set(CHANCE, names.number, Some(report));
                writeln!(
                    self.out,
                    "c \"{label}\" {set} \"{}\" {{ {branches} }} 0",
                    names.name
                )
            }
            _ => {
                let (payoffs, _) = self.payoffs(vertex);
                let message = format!("{} {payoffs}", names.name);
                let outcome = self.names.set(OUTCOMES, names.number, Some(message));
                writeln!(
                    self.out,
                    "t \"{label}\" {outcome} \"{}\" {{ {payoffs} }}",
                    names.name
                )
            }
        }
    }

    /// The moves of a vertex in quotes, each with a unique label unless a file had others.
    fn actions(&self, vertex: Vertex, names: &EfgNames) -> Vec<String> {
        let edges = self.rated.graph.graph().edges(vertex);
        let mut seen = HashSet::with_hasher(FxBuildHasher);
        let text = |(index, edge): (usize, Edge)| {
            if let Some(own) = names.moves.get(index) {
                return format!("\"{own}\"");
            }
            let shown = self.figure.show.moves;
            let text = shown.then(|| self.rated.graph.move_text(vertex, edge));
            let text = text.map(|text| self.names.text(&text));
            let text = text
                .filter(|text| !text.is_empty())
                .unwrap_or_else(|| (index + 1).to_string());
            format!("\"{}\"", unique(text, &mut seen))
        };
        edges.enumerate().map(text).collect()
    }
}
