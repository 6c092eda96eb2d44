//! A blunder, named: what it cost, and what would have been better.

use super::lists::shortened;
use super::names::move_words;
use super::ratings::{open_text, rating_text};
use crate::game::{Player, Rational, visible};
use crate::rating::{Analysis, Ratings, is_blunder};
use crate::tree::{Edge, Labels, Vertex, VertexKind};

/// As many characters of a move are told.
const MAX_LETTERS: usize = 24;

/// A move that worsened its mover's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blunder {
    /// Whose move it was.
    pub player: Player,
    /// The move: `2→3`.
    pub mv: String,
    /// Its mover's rating before it …
    pub from: String,
    /// … and after it.
    pub to: String,
    /// What would have been better, in words …
    pub better: String,
    /// … and as a move of the same position.
    pub better_edge: Edge,
}

impl Blunder {
    /// What it cost, and what would have been better: `1 → 1/2; best was 4→5`.
    pub fn cost(&self) -> String {
        format!("{} → {}; best was {}", self.from, self.to, self.better)
    }

    /// The blunder in a sentence: `Blunder by a: 2→3 (1 → 1/2; best was 4→5)`.
    pub fn sentence(&self, name: &str) -> String {
        format!("Blunder by {name}: {} ({})", self.mv, self.cost())
    }
}

/// Names a blunder; `None` for any other move.
pub fn named_blunder(
    labels: &dyn Labels,
    analysis: &Analysis,
    source: Vertex,
    edge: Edge,
) -> Option<Blunder> {
    let graph = labels.graph();
    let ratings = &analysis.ratings;
    let VertexKind::Decision(player) = graph.kind(source) else {
        return None;
    };
    if !is_blunder(graph, ratings, source, edge) {
        return None;
    }
    let target = graph.target(edge);
    let (_, most) = ratings.proven(target, player);
    let least = |edge: &Edge| ratings.proven(graph.target(*edge), player).0;
    // What best play takes may be better by an estimate alone.
    let certainly = |edge: &Edge| {
        let least = least(edge);
        least.compare(&most).is_gt() && !least.ties_with(&most)
    };
    let picked = analysis.distances.pick(graph, ratings, source);
    let better_edge = picked.filter(certainly).or_else(|| {
        let edges = graph.edges(source).rev().filter(certainly);
        edges.max_by(|a, b| least(a).compare(&least(b)))
    })?;
    let mv = |edge| move_name(labels, source, edge);
    Some(Blunder {
        player,
        mv: mv(edge),
        from: told(ratings, graph.range(), source, player),
        to: told(ratings, graph.range(), target, player),
        better: mv(better_edge),
        better_edge,
    })
}

/// A move as it stands beside others: `2→3`.
pub fn move_name(labels: &dyn Labels, source: Vertex, edge: Edge) -> String {
    let name = labels.move_text(source, edge);
    let name = move_words(&visible(&name)).replace(" → ", "→");
    shortened(&name, MAX_LETTERS)
}

fn told(ratings: &Ratings, range: (Rational, Rational), vertex: Vertex, player: Player) -> String {
    if ratings.is_proven(vertex, player) {
        return rating_text(&ratings.rating(vertex, player));
    }
    let (low, high) = ratings.proven(vertex, player);
    open_text((&low, &high), range)
}
