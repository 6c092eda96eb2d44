//! Ratings without chance: indices into the sorted table of all numbers that can occur.

use super::column::Column;
use super::{Columns, Horizons, Rating, leaf};
use crate::game::{Player, Rational};
use crate::tree::{Graph, Vertex, VertexKind};

/// Rates a graph without chance for `players`.
pub(super) fn rate(
    graph: &Graph,
    players: &[Player],
    unproven: bool,
    endless: Rational,
) -> Columns {
    let (low, high) = graph.range();
    let mut table: Vec<Rational> = graph.outcomes().flatten().copied().collect();
    table.extend([low, high, endless]);
    table.sort_unstable();
    table.dedup();
    let columns = |horizons| -> Vec<Column> {
        players
            .iter()
            .map(|player| back_up(graph, *player, &table, horizons, endless))
            .collect()
    };
    let bounds = |horizons| {
        if unproven {
            columns(horizons)
        } else {
            Vec::new()
        }
    };
    Columns {
        sorted: true,
        ratings: columns(Horizons::Estimate),
        low: bounds(Horizons::Low),
        high: bounds(Horizons::High),
        table: table.iter().copied().map(Rating::Exact).collect(),
    }
}

/// The indices of one player's ratings.
fn back_up(
    graph: &Graph,
    player: Player,
    table: &[Rational],
    horizons: Horizons,
    endless: Rational,
) -> Column {
    let index_of = |number: Rational| table.partition_point(|other| *other < number);
    let by_outcome: Vec<usize> = graph
        .outcomes()
        .map(|outcome| index_of(outcome[player.index()]))
        .collect();
    let bounds = [index_of(graph.range().0), index_of(graph.range().1)];
    let leaf_index = |vertex: Vertex| match (graph.kind(vertex), horizons) {
        (VertexKind::Horizon(_), Horizons::Low) => bounds[0],
        (VertexKind::Horizon(_), Horizons::High) => bounds[1],
        _ => graph
            .outcome_index(vertex)
            .map_or_else(|| index_of(endless), |index| by_outcome[index]),
    };
    debug_assert!(
        graph
            .order()
            .filter(|vertex| graph.is_leaf(*vertex))
            .all(|vertex| leaf(graph, vertex, player, horizons) == Some(table[leaf_index(vertex)]))
    );
    let mut column = Column::new(graph.len(), table.len());
    match &mut column {
        Column::Narrow(column) => sweep(graph, player, leaf_index, column),
        Column::Wide(column) => sweep(graph, player, leaf_index, column),
    }
    if graph.is_cyclic() {
        retrograde(graph, player, &mut column, index_of(endless), table.len());
    }
    column
}

/// One sweep from the leaves up over all vertices that can't reach a cycle.
fn sweep<I: Copy + Ord + TryFrom<usize>>(
    graph: &Graph,
    player: Player,
    leaf_index: impl Fn(Vertex) -> usize,
    column: &mut [I],
) {
    for vertex in graph.order() {
        let targets = graph.targets(vertex);
        let ratings = targets.iter().map(|target| column[target.index()]);
        let rating = if graph.kind(vertex) == VertexKind::Decision(player) {
            ratings.max()
        } else {
            ratings.min()
        };
        if let Some(rating) = rating.or_else(|| I::try_from(leaf_index(vertex)).ok()) {
            column[vertex.index()] = rating;
        }
    }
}

/// Rates the vertices that can reach a cycle, as endgame tables do: what `player` can force to be
/// more than a draw, the best first; what the others can force to be less, the worst first; the
/// rest is play without end.
fn retrograde(graph: &Graph, player: Player, column: &mut Column, draw: usize, values: usize) {
    let endless = graph.endless();
    let sources = graph.sources();
    let mut rated: Vec<bool> = endless.iter().map(|endless| !endless).collect();
    let pass = |column: &mut Column,
                rated: &mut Vec<bool>,
                value: &mut dyn Iterator<Item = usize>,
                player_forces: bool| {
        // How many moves of a vertex must still be known to be no better for those who don't force.
        let mut open: Vec<u32> = graph
            .vertices()
            .map(|vertex| graph.degree(vertex) as u32)
            .collect();
        // The moves out of the endless part, by the rating that they lead to.
        let mut known: Vec<Vec<Vertex>> = vec![Vec::new(); values];
        for vertex in graph.vertices().filter(|vertex| endless[vertex.index()]) {
            for target in graph.targets(vertex) {
                if rated[target.index()] && !endless[target.index()] {
                    known[column.get(target.index())].push(vertex);
                }
            }
        }
        for value in value {
            let mut events = std::mem::take(&mut known[value]);
            while let Some(vertex) = events.pop() {
                let index = vertex.index();
                if rated[index] {
                    continue;
                }
                let mover_forces =
                    (graph.kind(vertex) == VertexKind::Decision(player)) == player_forces;
                open[index] -= 1;
                if mover_forces || open[index] == 0 {
                    column.set(index, value);
                    rated[index] = true;
                    events.extend(
                        sources
                            .of(vertex)
                            .iter()
                            .filter(|source| !rated[source.index()]),
                    );
                }
            }
        }
    };
    pass(column, &mut rated, &mut (draw + 1..values).rev(), true);
    pass(column, &mut rated, &mut (0..draw), false);
    for (index, _) in rated.iter().enumerate().filter(|(_, rated)| !**rated) {
        column.set(index, draw);
    }
}
