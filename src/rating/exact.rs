//! Ratings without chance: indices into the sorted table of all numbers that can occur.

use std::sync::Arc;

use super::Rating;
use super::column::{Column, RatingColumn};
use super::columns::{Columns, Horizons};
use super::retrograde::{Retrograde, TurningRound, Ways};
use crate::game::{Player, Rational};
use crate::tree::{Graph, Task, Vertex, VertexKind};

/// Rates a graph without chance step by step, one column after the other.
pub(super) struct Exact {
    table: Vec<Rational>,
    /// The ratings of every player, then their lower bounds, then the upper ones.
    columns: Vec<ExactColumn>,
    players: usize,
    /// In a cyclic graph, until all columns have it.
    turning: Option<TurningRound>,
}

impl Exact {
    pub fn new(graph: &Graph, players: &[Player], unproven: bool, endless: Rational) -> Self {
        let (low, high) = graph.range();
        let mut table: Vec<Rational> = graph.outcomes().flatten().copied().collect();
        table.extend([low, high, endless]);
        table.sort_unstable();
        table.dedup();
        let horizons: &[Horizons] = match unproven {
            true => &[Horizons::Estimate, Horizons::Low, Horizons::High],
            false => &[Horizons::Estimate],
        };
        let mut columns = Vec::new();
        for horizons in horizons {
            for player in players {
                columns.push(ExactColumn::new(graph, *player, &table, *horizons, endless));
            }
        }
        Self {
            table,
            columns,
            players: players.len(),
            turning: graph.is_cyclic().then(|| TurningRound::new(graph)),
        }
    }

    pub fn tasks(&mut self) -> Vec<&mut dyn Task> {
        let turning = self
            .turning
            .as_mut()
            .map(|turning| turning as &mut dyn Task);
        let columns = self
            .columns
            .iter_mut()
            .map(|column| column as &mut dyn Task);
        turning.into_iter().chain(columns).collect()
    }

    /// Passes the prepared data on to the columns.
    pub fn settle(&mut self, graph: &Graph) {
        if let Some(turning) = self.turning.take_if(|turning| turning.is_done()) {
            let ways = turning.finish();
            let values = self.table.len();
            for column in &mut self.columns {
                column.begin_cycles(graph, Arc::clone(&ways), values);
            }
        }
    }

    pub fn finish(self) -> Columns {
        let mut columns = self
            .columns
            .into_iter()
            .map(|column| RatingColumn::of_table(column.column));
        let players = self.players;
        Columns {
            sorted: true,
            ratings: columns.by_ref().take(players).collect(),
            low: columns.by_ref().take(players).collect(),
            high: columns.collect(),
            table: self.table.into_iter().map(Rating::Exact).collect(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.columns.iter().map(ExactColumn::bytes).sum()
    }
}

/// One player's ratings, or a bound of them.
struct ExactColumn {
    player: Player,
    /// The indices of the outcomes …
    by_outcome: Vec<usize>,
    /// … of the value of a horizon, unless it is its estimate …
    horizon: Option<usize>,
    /// … and of endless play.
    draw: usize,
    column: Column,
    next: usize,
    retrograde: Option<Retrograde>,
}

impl ExactColumn {
    fn new(
        graph: &Graph,
        player: Player,
        table: &[Rational],
        horizons: Horizons,
        endless: Rational,
    ) -> Self {
        let index_of = |number: Rational| table.partition_point(|other| *other < number);
        let (low, high) = graph.range();
        Self {
            player,
            by_outcome: graph
                .outcomes()
                .map(|outcome| index_of(outcome[player.index()]))
                .collect(),
            horizon: match horizons {
                Horizons::Estimate => None,
                Horizons::Low => Some(index_of(low)),
                Horizons::High => Some(index_of(high)),
            },
            draw: index_of(endless),
            column: Column::new(graph.len(), table.len()),
            next: 0,
            retrograde: None,
        }
    }

    fn begin_cycles(&mut self, graph: &Graph, ways: Arc<Ways>, values: usize) {
        let retrograde = Retrograde::new(graph, ways, self.player, self.draw, values);
        self.retrograde = Some(retrograde);
    }

    /// Rates vertices that can't reach a cycle.
    fn sweep(&mut self, graph: &Graph, left: &mut usize) -> bool {
        let Self {
            player,
            by_outcome,
            horizon,
            draw,
            column,
            next,
            ..
        } = self;
        let leaf = |vertex: Vertex| match (graph.kind(vertex), *horizon) {
            (VertexKind::Horizon(_), Some(bound)) => bound,
            _ => graph
                .outcome_index(vertex)
                .map_or(*draw, |index| by_outcome[index]),
        };
        match column {
            Column::Narrow(column) => back_up(
                graph,
                *player,
                next,
                left,
                |vertex| leaf(vertex) as u8,
                column,
            ),
            Column::Wide(column) => back_up(
                graph,
                *player,
                next,
                left,
                |vertex| leaf(vertex) as u32,
                column,
            ),
        }
    }

    fn bytes(&self) -> usize {
        self.column.bytes() + self.retrograde.as_ref().map_or(0, Retrograde::bytes)
    }
}

impl Task for ExactColumn {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work;
        if !self.sweep(graph, &mut left) {
            return false;
        }
        match &mut self.retrograde {
            Some(retrograde) => {
                let done = retrograde.advance(graph, &mut self.column, &mut left);
                done && self.left(graph) == 0
            }
            None => true,
        }
    }

    fn left(&self, graph: &Graph) -> u64 {
        let acyclic = graph.sweep_left(self.next) - graph.sweep_left(graph.acyclic_len());
        let cyclic = self.retrograde.as_ref();
        acyclic + cyclic.map_or(0, |retrograde| retrograde.left(graph))
    }
}

/// One piece of a sweep from the leaves up.
fn back_up<I: Copy + Ord>(
    graph: &Graph,
    player: Player,
    next: &mut usize,
    left: &mut usize,
    leaf: impl Fn(Vertex) -> I,
    column: &mut [I],
) -> bool {
    graph.sweep(next, graph.acyclic_len(), left, |vertex| {
        let targets = graph.targets(vertex);
        let ratings = targets.iter().map(|target| column[target.index()]);
        let rating = if graph.kind(vertex) == VertexKind::Decision(player) {
            ratings.max()
        } else {
            ratings.min()
        };
        column[vertex.index()] = rating.unwrap_or_else(|| leaf(vertex));
        true
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::half;
    use crate::tree::scripts::tests::graph;

    #[test]
    fn ratings_and_bounds_of_every_player_take_a_byte_a_vertex() {
        let graph = graph("start a: l -> x, r -> y; x end: 1 0; y end: 1/2 1/4", None);
        let graph = graph.graph();
        let players = [Player(0), Player(1)];
        let bytes = |unproven| Exact::new(graph, &players, unproven, half()).bytes();
        assert_eq!(
            (bytes(false), bytes(true)),
            (2 * graph.len(), 6 * graph.len())
        );
    }
}
