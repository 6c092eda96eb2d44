//! The graph of every distinct position, with its positions and moves.

use std::sync::{Arc, OnceLock};

use petgraph::graph::DiGraph;

use super::build::Builder;
use super::distinct::{DistinctPositions, first_with_position};
use super::graph::{Edge, Graph, Proven, Vertex, VertexKind};
use super::limits::Limits;
use super::memory::Reckoning;
use crate::game::Game;
use crate::work::{Control, finished};

/// Number of moves up to which petgraph's graph is filled at once, if the memory limit has room for
/// it, rather than when it is first asked for.
const MAX_FILLED: u64 = 1_000_000;

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

    /// Notes what a search has proven of a vertex.
    pub fn bound(&mut self, vertex: Vertex, proven: Proven) {
        self.graph.bound(vertex, proven);
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

    /// Fills petgraph's graph if this one is small, and the memory limit has room for both.
    pub(super) fn fill_small(&self) {
        let (positions, moves) = (self.positions.len() as u64, self.moves.len() as u64);
        let bytes = Reckoning::of(&*self.game, &self.limits)
            .bytes(positions, moves)
            .saturating_add(digraph_bytes::<G::Move>(positions, moves));
        if moves <= MAX_FILLED && self.limits.max_bytes.is_none_or(|max| bytes <= max) {
            self.digraph();
        }
    }

    /// Counts the distinct positions, so that they are counted only once.
    pub async fn count_distinct(&mut self, ctl: &Control) {
        self.distinct = Some(DistinctPositions::count(self, ctl).await);
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
        Some(finished(first_with_position(
            &self.positions,
            &Control::default(),
        )))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::scripted::Scripted;

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
