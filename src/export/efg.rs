//! The tree as an extensive game (`.efg`), for game theory programs: Gambit, OpenSpiel and others.
//!
//! Only features that all of them read are used: version `EFG 2 R`, printable ASCII, unique node
//! labels, an information set for every decision and every chance node, numbered from 1, names and
//! payoffs restated, and payoffs at terminal nodes only. A leaf at a limit is a terminal node that
//! pays its estimate. A node whose children are left out is one that pays its rating. The title
//! says so.

mod label;
mod number;

use std::collections::HashSet;
use std::io::{self, Write};

use rustc_hash::FxBuildHasher;

use self::label::{clean, unique};
use self::number::{decimal, payoff, probabilities};
use super::Figure;
use super::heading::heading;
use super::nodes::{Node, Nodes};
use super::told::below;
use crate::game::{Player, Rational, Refusal, ratio};
use crate::rating::Rating;
use crate::session::Rated;
use crate::tree::{Edge, Unfolding, Vertex, VertexKind};
use crate::words::end_text;

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
/// A node's label is its number in depth-first order and its position. Ratings aren't written,
/// since readers compute them. If they are hidden from the reader, they also don't replace omitted
/// parts: there all players get an equal share.
///
/// # Errors
/// Those of the writer.
pub fn write(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    let mut writer = Writer {
        out,
        rated,
        unfolding,
        figure,
        infosets: vec![0; rated.graph.graph().players() + 1],
        outcomes: 0,
    };
    writer.head()?;
    Nodes::new(rated, unfolding, figure).try_for_each(|node| writer.node(&node))
}

/// The replacements for omitted parts, and their number.
#[derive(Default)]
struct Missing {
    horizons: u64,
    left_out: u64,
    /// Whether some number couldn't be written as it is.
    rounded: bool,
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    rated: &'a Rated,
    unfolding: &'a Unfolding,
    figure: &'a Figure<'a>,
    /// The number of information sets of chance and of each player.
    infosets: Vec<u32>,
    outcomes: u32,
}

impl Writer<'_> {
    fn head(&mut self) -> io::Result<()> {
        let title = heading(self.rated, self.unfolding, self.figure.title);
        let mut title = vec![title];
        title.extend(self.remarks());
        let mut seen = HashSet::with_hasher(FxBuildHasher);
        let players: Vec<String> = self
            .players()
            .map(|player| {
                let name = self.rated.graph.player_name(player);
                let name = match clean(&name) {
                    name if name.is_empty() => format!("player {}", player.index() + 1),
                    name => name,
                };
                format!("\"{}\"", unique(name, &mut seen))
            })
            .collect();
        let (title, players) = (clean(&title.join("; ")), players.join(" "));
        writeln!(self.out, "EFG 2 R \"{title}\" {{ {players} }}")?;
        let note = self.figure.notes.note(crate::tree::UnfoldingNode::ROOT);
        let note = note.filter(|_| self.figure.show.notes).unwrap_or_default();
        let lines: Vec<&str> = note.split_whitespace().collect();
        writeln!(self.out, "\"{}\"\n", clean(&lines.join(" ")))
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

    fn missing(&self) -> Missing {
        let graph = self.rated.graph.graph();
        let mut missing = Missing::default();
        for Node { node, vertex, .. } in Nodes::new(self.rated, self.unfolding, self.figure) {
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

    fn node(&mut self, item: &Node) -> io::Result<()> {
        let Node { node, vertex, .. } = *item;
        let label = self.label(item.number, self.rated.graph.position_text(vertex));
        let kind = self.rated.graph.graph().kind(vertex);
        match kind {
            VertexKind::Decision(player) if self.unfolding.is_open(node) => {
                let (set, actions) = (self.next_set(player.index() + 1), self.actions(vertex));
                let player = player.index() + 1;
                let actions: Vec<String> = actions
                    .iter()
                    .map(|action| format!("\"{action}\""))
                    .collect();
                let actions = actions.join(" ");
                writeln!(
                    self.out,
                    "p \"{label}\" {player} {set} \"{label}\" {{ {actions} }} 0"
                )
            }
            VertexKind::Chance(_) if self.unfolding.is_open(node) => {
                let (set, actions) = (self.next_set(0), self.actions(vertex));
                let (numbers, _) = probabilities(&self.chances(vertex));
                let branches: Vec<String> = actions
                    .iter()
                    .zip(numbers)
                    .map(|(action, number)| format!("\"{action}\" {number}"))
                    .collect();
                let branches = branches.join(" ");
                writeln!(
                    self.out,
                    "c \"{label}\" {set} \"{label}\" {{ {branches} }} 0"
                )
            }
            kind => {
                let outcome = self.label(item.number, self.outcome(vertex, kind));
                self.outcomes += 1;
                let (payoffs, _) = self.payoffs(vertex);
                writeln!(
                    self.out,
                    "t \"{label}\" {} \"{outcome}\" {{ {payoffs} }}",
                    self.outcomes
                )
            }
        }
    }

    fn next_set(&mut self, owner: usize) -> u32 {
        self.infosets[owner] += 1;
        self.infosets[owner]
    }

    /// A label that no other node has, since no other has its number.
    fn label(&self, number: u64, text: String) -> String {
        if !self.figure.show.positions {
            return number.to_string();
        }
        clean(&format!("{number} {text}"))
    }

    /// The origin of a terminal node's payoffs.
    fn outcome(&self, vertex: Vertex, kind: VertexKind) -> String {
        match kind {
            VertexKind::End if self.figure.show.ends => {
                end_text(&*self.rated.graph, vertex).unwrap_or_default()
            }
            VertexKind::End => String::new(),
            VertexKind::Horizon(_) => "estimated".to_owned(),
            VertexKind::Decision(_) | VertexKind::Chance(_) => {
                format!("{} left out", below(self.rated, vertex))
            }
        }
    }

    /// The moves of a vertex, each with a unique label.
    fn actions(&self, vertex: Vertex) -> Vec<String> {
        let edges = self.rated.graph.graph().edges(vertex);
        let mut seen = HashSet::with_hasher(FxBuildHasher);
        let text = |(index, edge): (usize, Edge)| {
            let shown = self.figure.show.moves;
            let text = shown.then(|| clean(&self.rated.graph.move_text(vertex, edge)));
            text.filter(|text| !text.is_empty())
                .unwrap_or_else(|| (index + 1).to_string())
        };
        edges
            .enumerate()
            .map(|edge| unique(text(edge), &mut seen))
            .collect()
    }
}
