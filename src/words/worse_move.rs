//! Text of a move that lowers its mover's rating: what it cost, and the best move.

use super::lists::shortened;
use super::names::move_words;
use super::ratings::{open_text, rating_text};
use crate::game::{Player, Rational, visible};
use crate::rating::{Analysis, Loss, Ratings, loss};
use crate::tree::{Edge, Labels, Vertex, VertexKind};

/// Maximum characters of a move's name.
const MAX_LETTERS: usize = 24;

/// A move that lowered its mover's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorseMove {
    /// How much it cost.
    pub loss: Loss,
    /// The player who made the move.
    pub player: Player,
    /// The move: `2→3`.
    pub mv: String,
    /// Its mover's rating before it …
    pub from: String,
    /// … and after it.
    pub to: String,
    /// The best move, as text …
    pub better: String,
    /// … and as a move of the same position.
    pub better_edge: Edge,
}

impl WorseMove {
    /// What it cost, and the best move: `1 → 1/2; best was 4→5`.
    pub fn cost(&self) -> String {
        format!("{} → {}; best was {}", self.from, self.to, self.better)
    }

    /// What it is, by whom: `Blunder by a`.
    pub fn head(&self, name: &str) -> String {
        let what = match self.loss {
            Loss::Slight => "Slightly worse move",
            Loss::Inaccuracy => "Inaccuracy",
            Loss::Blunder => "Blunder",
        };
        format!("{what} by {name}")
    }

    /// The same in a sentence: `Blunder by a: 2→3 (1 → 1/2; best was 4→5)`.
    pub fn sentence(&self, name: &str) -> String {
        format!("{}: {} ({})", self.head(name), self.mv, self.cost())
    }
}

/// The text of a move that is proven to lower its mover's rating; `None` for any other.
pub fn worse_move(
    labels: &dyn Labels,
    analysis: &Analysis,
    source: Vertex,
    edge: Edge,
) -> Option<WorseMove> {
    let graph = labels.graph();
    let ratings = &analysis.ratings;
    let VertexKind::Decision(player) = graph.kind(source) else {
        return None;
    };
    let loss = loss(graph, ratings, source, edge)?;
    let target = graph.target(edge);
    let (_, most) = ratings.proven(target, player);
    let least = |edge: &Edge| ratings.proven(graph.target(*edge), player).0;
    // A move on the best line may be better by an estimate alone.
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
    Some(WorseMove {
        loss,
        player,
        mv: mv(edge),
        from: told(ratings, graph.range(), source, player),
        to: told(ratings, graph.range(), target, player),
        better: mv(better_edge),
        better_edge,
    })
}

/// A move's name in a list: `2→3`.
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
