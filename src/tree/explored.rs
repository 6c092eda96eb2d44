//! A graph whose moves are all known, while it is sorted.

use std::sync::{Arc, OnceLock};

use super::graph::Graph;
use super::limits::Limits;
use super::memory::Reckoning;
use super::position_graph::{PositionGraph, digraph_bytes};
use super::sorting::Sorting;
use super::tasks::Task;
use crate::game::Game;

/// Number of moves up to which petgraph's graph is filled at once, if the memory limit has room for
/// it, rather than when it is first asked for.
const MAX_FILLED: u64 = 1_000_000;

/// A position graph whose moves are all known, while it is sorted. Dropping it cancels.
pub struct Explored<G: Game> {
    game: Arc<G>,
    limits: Limits,
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    graph: Graph,
    /// `None` once the graph is sorted.
    sorting: Option<Sorting>,
}

impl<G: Game> Explored<G> {
    pub(super) fn new(
        game: Arc<G>,
        limits: Limits,
        mut positions: Vec<G::Position>,
        mut moves: Vec<G::Move>,
        mut graph: Graph,
    ) -> Self {
        positions.shrink_to_fit();
        moves.shrink_to_fit();
        graph.shrink();
        Self {
            game,
            limits,
            positions,
            moves,
            sorting: Some(Sorting::new(&graph)),
            graph,
        }
    }

    /// The columns.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Whether the columns are in order, so that they can be rated and counted.
    pub fn is_sorted(&self) -> bool {
        self.sorting.is_none()
    }

    /// Sorts `work` vertices and edges more; `true` when all is done.
    pub fn step(&mut self, work: usize) -> bool {
        let sorted = |sorting: &mut Sorting| sorting.step(&self.graph, work);
        if let Some(sorting) = self.sorting.take_if(sorted) {
            let order = sorting.finish(&self.graph);
            self.graph.set_order(order);
        }
        self.is_sorted()
    }

    /// The work left for sorting, in vertices and edges, roughly.
    pub fn left(&self) -> u64 {
        let sorting = self.sorting.as_ref();
        sorting.map_or(0, |sorting| sorting.left(&self.graph))
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        self.positions.capacity() * size_of::<G::Position>()
            + self.moves.capacity() * size_of::<G::Move>()
            + self.graph.bytes()
    }

    /// Completes sorting, and returns the graph.
    pub fn finish(mut self) -> PositionGraph<G> {
        while !self.step(usize::MAX) {}
        let limits = self.limits;
        let graph = PositionGraph {
            game: self.game,
            limits,
            positions: self.positions,
            moves: self.moves,
            digraph: OnceLock::new(),
            graph: self.graph,
            distinct: None,
        };
        let (positions, moves) = (graph.positions.len() as u64, graph.moves.len() as u64);
        let bytes = Reckoning::of(&*graph.game, &limits)
            .bytes(positions, moves)
            .saturating_add(digraph_bytes::<G::Move>(positions, moves));
        if moves <= MAX_FILLED && limits.max_bytes.is_none_or(|max| bytes <= max) {
            graph.digraph();
        }
        graph
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::scripted::Scripted;
    use crate::tree::Builder;

    #[test]
    fn petgraphs_graph_is_filled_at_once_only_where_the_memory_limit_has_room_for_it() {
        let script = "start a: l -> x, r -> y; x end: 1 0; y end: 0 1";
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        let needed = Reckoning::of(&*game, &Limits::default()).bytes(3, 2);
        for (max_bytes, filled) in [
            (None, true),
            (Some(needed), false),
            (
                Some(needed + digraph_bytes::<<Scripted as Game>::Move>(3, 2)),
                true,
            ),
        ] {
            let limits = Limits {
                max_bytes,
                ..Limits::default()
            };
            let graph = Builder::new(Arc::clone(&game), game.start(), limits).finish();
            assert_eq!(graph.digraph.get().is_some(), filled, "{max_bytes:?}");
            assert_eq!(graph.digraph().edge_count(), 2);
        }
    }
}
