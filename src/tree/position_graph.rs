//! The graph of every distinct position, with its positions and moves.

use std::sync::{Arc, OnceLock};

use petgraph::graph::DiGraph;

use super::build::Builder;
use super::distinct::{CountingDistinct, DistinctPositions, first_with_position};
use super::graph::{Edge, Graph, Vertex, VertexKind};
use super::limits::Limits;
use crate::game::Game;

/// Every distinct position once, every move an edge: full, or to a limit.
///
/// With a ply limit a vertex is a position *and* the number of plies it has left, since the same
/// position with fewer plies left can have another rating.
pub struct PositionGraph<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) limits: Limits,
    pub(super) positions: Vec<G::Position>,
    /// The moves in the rules' order, one an edge.
    pub(super) moves: Vec<G::Move>,
    /// Once it is filled.
    pub(super) digraph: OnceLock<DiGraph<VertexKind, G::Move>>,
    pub(super) graph: Graph,
    /// Once they are counted.
    pub(super) distinct: Option<DistinctPositions>,
}

impl<G: Game> PositionGraph<G> {
    /// Builds the whole graph that `limits` allow.
    pub fn new(game: Arc<G>, root: G::Position, limits: Limits) -> Self {
        Builder::new(game, root, limits).finish()
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The limits to which the graph was built.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The columns.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The graph as a petgraph graph. Node `n` is the vertex `n`. A node's weight is its kind, an
    /// edge's weight is its move. `edges(n)` lists the moves in the rules' order. A graph of more
    /// than a million moves, or one that fills its memory limit, is filled by the first call, which
    /// takes 12 bytes a vertex and some 20 a move. The algorithms of petgraph also run on [`graph`](Self::graph), without it.
    pub fn digraph(&self) -> &DiGraph<VertexKind, G::Move> {
        self.digraph.get_or_init(|| {
            let graph = &self.graph;
            let mut digraph = DiGraph::with_capacity(graph.len(), graph.edge_count());
            for vertex in graph.vertices() {
                digraph.add_node(graph.kind(vertex));
            }
            // petgraph lists a node's edges newest first: added backwards, they come out in order.
            for vertex in graph.vertices().rev() {
                for edge in graph.edges(vertex).rev() {
                    let target = graph.target(edge);
                    digraph.add_edge(vertex.0.into(), target.0.into(), self.mv(edge));
                }
            }
            digraph
        })
    }

    /// Stores the number of distinct positions, so that they are counted only once.
    pub fn take_distinct(&mut self, counting: CountingDistinct<G>) {
        self.distinct = Some(counting.finish(self));
    }

    /// All positions, one per vertex.
    pub(super) fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The position of a vertex.
    pub fn position(&self, vertex: Vertex) -> &G::Position {
        &self.positions[vertex.index()]
    }

    /// The move of an edge.
    pub fn mv(&self, edge: Edge) -> G::Move {
        self.moves[edge.index()]
    }

    /// One entry per vertex: the first vertex with the same position. `None` without a ply limit,
    /// where every vertex has a different position.
    pub fn first_with_position(&self) -> Option<Vec<Vertex>> {
        self.limits.max_plies?;
        Some(first_with_position(&self.positions))
    }

    /// The bytes that positions, moves, columns and petgraph's graph take, by capacity.
    pub fn bytes(&self) -> usize {
        let (nodes, edges) = self.digraph.get().map_or((0, 0), DiGraph::capacity);
        let digraph = digraph_bytes::<G::Move>(nodes as u64, edges as u64);
        self.positions.capacity() * size_of::<G::Position>()
            + self.moves.capacity() * size_of::<G::Move>()
            + self.graph.bytes()
            + digraph as usize
    }
}

/// The bytes of petgraph's graph with this many nodes and edges.
pub(super) fn digraph_bytes<M>(nodes: u64, edges: u64) -> u64 {
    nodes * size_of::<petgraph::graph::Node<VertexKind>>() as u64
        + edges * size_of::<petgraph::graph::Edge<M>>() as u64
}
