//! The result of rating a graph as columns, and the ratings of its leaves.

use super::column::RatingColumn;
use super::value::Rating;
use crate::game::{Player, Rational};
use crate::tree::{Graph, Vertex, VertexKind};

/// The rating of a leaf at a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Horizons {
    /// Its estimate.
    Estimate,
    /// The smallest payoff of any end.
    Low,
    /// The largest payoff of any end.
    High,
}

impl Horizons {
    /// The ratings wanted of a graph, and the bounds if a limit hides some of it.
    pub fn all(unproven: bool) -> &'static [Self] {
        match unproven {
            true => &[Self::Estimate, Self::Low, Self::High],
            false => &[Self::Estimate],
        }
    }
}

/// The result of rating a graph: the distinct numbers, and for each rated player one column of
/// indices, and two columns of bounds if not everything is proven.
pub(super) struct Columns {
    pub(super) table: Vec<Rating>,
    pub(super) sorted: bool,
    pub(super) ratings: Vec<RatingColumn>,
    pub(super) low: Vec<RatingColumn>,
    pub(super) high: Vec<RatingColumn>,
}

/// The rating of a leaf for a player.
pub(super) fn leaf(
    graph: &Graph,
    vertex: Vertex,
    player: Player,
    horizons: Horizons,
) -> Option<Rational> {
    let (low, high) = graph.bounds(vertex, player).unwrap_or(graph.range());
    match (graph.kind(vertex), horizons) {
        (VertexKind::Horizon(_), Horizons::Low) => Some(low),
        (VertexKind::Horizon(_), Horizons::High) => Some(high),
        _ => graph.outcome(vertex, player),
    }
}
