//! What rating a graph gives, and what its leaves are worth.

use super::column::RatingColumn;
use super::value::Rating;
use crate::game::{Player, Rational};
use crate::tree::{Graph, Vertex, VertexKind};

/// What a leaf that a limit made counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Horizons {
    /// Its estimate.
    Estimate,
    /// The least that any end is worth.
    Low,
    /// The most that any end is worth.
    High,
}

/// What rating a graph gives: the numbers that occur, and for each player that was asked for one
/// column of indices, and two of bounds where something isn't proven.
pub(super) struct Columns {
    pub(super) table: Vec<Rating>,
    pub(super) sorted: bool,
    pub(super) ratings: Vec<RatingColumn>,
    pub(super) low: Vec<RatingColumn>,
    pub(super) high: Vec<RatingColumn>,
}

/// What a leaf is worth to a player.
pub(super) fn leaf(
    graph: &Graph,
    vertex: Vertex,
    player: Player,
    horizons: Horizons,
) -> Option<Rational> {
    let (low, high) = graph.range();
    match (graph.kind(vertex), horizons) {
        (VertexKind::Horizon(_), Horizons::Low) => Some(low),
        (VertexKind::Horizon(_), Horizons::High) => Some(high),
        _ => graph.outcome(vertex, player),
    }
}
