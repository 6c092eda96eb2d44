//! Fills petgraph's graph from the flat arrays of a build, once, with exact capacity.

use std::sync::Arc;

use petgraph::graph::DiGraph;

use super::build::Limits;
use super::graph::{Graph, Vertex, VertexKind};
use super::position_graph::PositionGraph;
use crate::game::Game;

/// A position graph whose moves are all known, while they are put into petgraph's graph too.
///
/// petgraph lists a node's edges newest first, so they are added from the last to the first, and
/// come out in the rules' order.
pub struct Filling<G: Game> {
    game: Arc<G>,
    limits: Limits,
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    graph: Graph,
    digraph: DiGraph<VertexKind, G::Move>,
    /// The vertices whose edges are still to be added.
    open: usize,
}

impl<G: Game> Filling<G> {
    pub(super) fn new(
        game: Arc<G>,
        limits: Limits,
        mut positions: Vec<G::Position>,
        moves: Vec<G::Move>,
        mut graph: Graph,
    ) -> Self {
        positions.shrink_to_fit();
        graph.shrink();
        graph.sort();
        let mut digraph = DiGraph::with_capacity(graph.len(), graph.edge_count());
        for vertex in graph.vertices() {
            digraph.add_node(graph.kind(vertex));
        }
        Self {
            game,
            limits,
            positions,
            moves,
            open: graph.len(),
            graph,
            digraph,
        }
    }

    /// The columns.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Adds the edges of up to `work` more vertices; `true` when all are there.
    pub fn step(&mut self, work: usize) -> bool {
        let open = self.open.saturating_sub(work);
        for vertex in (open as u32..self.open as u32).rev().map(Vertex) {
            for edge in self.graph.edges(vertex).rev() {
                let target = self.graph.target(edge);
                let mv = self.moves[edge.index()];
                self.digraph.add_edge(vertex.0.into(), target.0.into(), mv);
            }
        }
        self.open = open;
        open == 0
    }

    /// Fills what is left, and gives the graph.
    pub fn finish(mut self) -> PositionGraph<G> {
        self.step(usize::MAX);
        let Self {
            game,
            limits,
            positions,
            graph,
            digraph,
            ..
        } = self;
        PositionGraph {
            game,
            limits,
            positions,
            digraph,
            graph,
        }
    }
}
