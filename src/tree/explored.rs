//! A graph whose moves are all known, while it is sorted.

use std::sync::{Arc, OnceLock};

use super::graph::Graph;
use super::limits::Limits;
use super::position_graph::PositionGraph;
use super::sorting::Sorting;
use super::tasks::Task;
use crate::game::Game;

/// Number of moves up to which petgraph's graph is filled at once rather than when it is first
/// asked for.
const MAX_FILLED: usize = 1_000_000;

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
        let graph = PositionGraph {
            game: self.game,
            limits: self.limits,
            positions: self.positions,
            moves: self.moves,
            digraph: OnceLock::new(),
            graph: self.graph,
            distinct: None,
        };
        if graph.moves.len() <= MAX_FILLED {
            graph.digraph();
        }
        graph
    }
}
