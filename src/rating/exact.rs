//! Ratings without chance: indices into the sorted table of all numbers that can occur.

use rustc_hash::FxHashMap;

use super::Rating;
use super::column::{Column, RatingColumn};
use super::columns::{Columns, Horizons};
use super::retrograde::{self, Recurring, Values};
use crate::game::{Player, Rational};
use crate::tree::{Graph, Vertex, VertexKind};
use crate::work::Control;

/// The approximate work of rating a graph in this many columns.
pub(super) fn work(graph: &Graph, columns: u64) -> u64 {
    let recurring = match graph.is_cyclic() {
        true => Recurring::work(graph) + columns * retrograde::work(graph),
        false => 0,
    };
    columns * acyclic(graph) + recurring
}

fn acyclic(graph: &Graph) -> u64 {
    graph.sweep_size() - graph.sweep_left(graph.acyclic_len())
}

/// Rates a graph without chance.
pub(super) async fn rate(
    graph: &Graph,
    players: &[Player],
    unproven: bool,
    endless: Rational,
    ctl: &Control,
) -> Columns {
    let (low, high) = graph.range();
    let mut table: Vec<Rational> = graph.outcomes().flatten().copied().collect();
    table.extend([low, high, endless]);
    let bounds = players.iter().flat_map(|player| graph.bounds_of(*player));
    table.extend(bounds.flat_map(|(_, (low, high))| [low, high]));
    table.sort_unstable();
    table.dedup();
    let index_of = |number: Rational| table.partition_point(|other| *other < number);
    let draw = index_of(endless);
    // The ratings of every player, then their lower bounds, then the upper ones.
    let mut columns: Vec<(Player, Column)> = Horizons::all(unproven)
        .iter()
        .flat_map(|_| players)
        .map(|player| (*player, Column::new(graph.len(), table.len())))
        .collect();
    let mut recurring = Recurring::default();
    let mut parts = Vec::with_capacity(columns.len() + 1);
    if graph.is_cyclic() {
        let recurring = &mut recurring;
        parts.push(ctl.part(Recurring::work(graph), async move |ctl| {
            *recurring = Recurring::find(graph, &ctl).await;
        }));
    }
    for (index, (player, column)) in columns.iter_mut().enumerate() {
        let of_player = |bounds: (Rational, Rational)| (index_of(bounds.0), index_of(bounds.1));
        let bounds = graph.bounds_of(*player);
        let leaves = Leaves {
            bounds: bounds
                .map(|(vertex, bounds)| (vertex, of_player(bounds)))
                .collect(),
            by_outcome: graph
                .outcomes()
                .map(|outcome| index_of(outcome[player.index()]))
                .collect(),
            horizon: match Horizons::all(unproven)[index / players.len()] {
                Horizons::Estimate => None,
                Horizons::Low => Some(index_of(low)),
                Horizons::High => Some(index_of(high)),
            },
            draw,
        };
        parts.push(ctl.part(acyclic(graph), async move |ctl| {
            sweep(graph, *player, leaves, column, &ctl).await;
        }));
    }
    ctl.all(parts).await;
    if graph.is_cyclic() {
        let values = Values {
            draw,
            number: table.len(),
        };
        let recurring = &recurring;
        let parts = columns.iter_mut().map(|(player, column)| {
            ctl.part(retrograde::work(graph), async move |ctl| {
                retrograde::rate(graph, recurring, *player, values, column, &ctl).await;
            })
        });
        ctl.all(parts.collect()).await;
    }
    let mut columns = columns
        .into_iter()
        .map(|(_, column)| RatingColumn::of_table(column));
    Columns {
        sorted: true,
        ratings: columns.by_ref().take(players.len()).collect(),
        low: columns.by_ref().take(players.len()).collect(),
        high: columns.collect(),
        table: table.into_iter().map(Rating::Exact).collect(),
    }
}

/// The indices of what leaves are worth, and of what is known otherwise.
struct Leaves {
    /// What a search has proven.
    bounds: FxHashMap<Vertex, (usize, usize)>,
    by_outcome: Vec<usize>,
    /// The value of a horizon, unless it is its estimate.
    horizon: Option<usize>,
    /// The value of endless play.
    draw: usize,
}

impl Leaves {
    fn of(&self, graph: &Graph, vertex: Vertex) -> usize {
        match (graph.kind(vertex), self.horizon) {
            (VertexKind::Horizon(_), Some(bound)) => bound,
            _ => graph
                .outcome_index(vertex)
                .map_or(self.draw, |index| self.by_outcome[index]),
        }
    }

    /// What a vertex is worth by its moves, or as a leaf, within what a search has proven.
    fn value<I: Copy + Ord>(
        &self,
        graph: &Graph,
        vertex: Vertex,
        by_moves: Option<I>,
        index: impl Fn(usize) -> I,
    ) -> I {
        let value = by_moves.unwrap_or_else(|| index(self.of(graph, vertex)));
        if self.bounds.is_empty() {
            return value;
        }
        match self.bounds.get(&vertex) {
            Some(&(low, high)) => value.clamp(index(low), index(high)),
            None => value,
        }
    }
}

/// One player's ratings, or bounds of them, of the vertices that can't reach a cycle.
async fn sweep(graph: &Graph, player: Player, leaves: Leaves, column: &mut Column, ctl: &Control) {
    match column {
        Column::Narrow(column) => {
            back_up(
                graph,
                player,
                |vertex, by_moves| leaves.value(graph, vertex, by_moves, |index| index as u8),
                column,
                ctl,
            )
            .await;
        }
        Column::Wide(column) => {
            back_up(
                graph,
                player,
                |vertex, by_moves| leaves.value(graph, vertex, by_moves, |index| index as u32),
                column,
                ctl,
            )
            .await;
        }
    }
}

/// A sweep from the leaves up.
async fn back_up<I: Copy + Ord>(
    graph: &Graph,
    player: Player,
    value: impl Fn(Vertex, Option<I>) -> I,
    column: &mut [I],
    ctl: &Control,
) {
    let visit = |vertex: Vertex| {
        let targets = graph.targets(vertex);
        let ratings = targets.iter().map(|target| column[target.index()]);
        let rating = if graph.kind(vertex) == VertexKind::Decision(player) {
            ratings.max()
        } else {
            ratings.min()
        };
        column[vertex.index()] = value(vertex, rating);
    };
    graph.visit(0..graph.acyclic_len(), ctl, visit).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::half;
    use crate::tree::scripts::tests::graph;
    use crate::work::finished;

    #[test]
    fn ratings_and_bounds_of_every_player_take_a_byte_a_vertex() {
        let graph = graph("start a: l -> x, r -> y; x end: 1 0; y end: 1/2 1/4", None);
        let graph = graph.graph();
        let players = [Player(0), Player(1)];
        let bytes = |unproven| {
            let ctl = Control::default();
            let found = finished(rate(graph, &players, unproven, half(), &ctl));
            let columns = [found.ratings, found.low, found.high];
            let columns = columns.iter().flatten().map(RatingColumn::bytes);
            columns.sum::<usize>()
        };
        assert_eq!(
            (bytes(false), bytes(true)),
            (2 * graph.len(), 6 * graph.len())
        );
    }
}
