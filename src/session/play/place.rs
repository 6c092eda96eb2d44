//! A place in a game, independent of the graph that it is in.

use crate::rating::{best_edges, best_move};
use crate::session::Rated;
use crate::tree::{Edge, Limits, Vertex, VertexKind};

/// A place in a game: a position of a graph that has its moves.
#[derive(Clone)]
pub struct PlayPosition {
    rated: Rated,
    vertex: Vertex,
}

impl PlayPosition {
    /// The position of a vertex. If a limit stopped the graph there, a graph of one ply is built
    /// from it. A graph that grows does so.
    pub fn new(rated: Rated, vertex: Vertex) -> Self {
        if !matches!(rated.graph.graph().kind(vertex), VertexKind::Horizon(_)) {
            return Self { rated, vertex };
        }
        if let Some(growing) = &rated.growing {
            let rated = growing.grown(&[vertex]);
            return Self { rated, vertex };
        }
        let limits = Limits {
            max_plies: Some(1),
            max_nodes: None,
            ..rated.limits
        };
        Self {
            rated: rated.build_from(vertex, limits).finish(),
            vertex: Vertex::ROOT,
        }
    }

    /// The graph.
    pub fn rated(&self) -> &Rated {
        &self.rated
    }

    /// The position in it.
    pub fn vertex(&self) -> Vertex {
        self.vertex
    }

    /// The kind of the position: a decision, chance, or an end.
    pub fn kind(&self) -> VertexKind {
        self.rated.graph.graph().kind(self.vertex)
    }

    /// The position in notation.
    pub fn text(&self) -> String {
        self.rated.graph.position_text(self.vertex)
    }

    /// The moves or branches, in the rules' order.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Edge> + use<> {
        let graph = self.rated.graph.graph();
        let edges: Vec<Edge> = graph.edges(self.vertex).collect();
        edges.into_iter()
    }

    /// A move in notation.
    pub fn move_text(&self, edge: Edge) -> String {
        self.rated.graph.move_text(self.vertex, edge)
    }

    /// The number of the move with this notation.
    pub fn find(&self, text: &str) -> Option<usize> {
        self.moves().position(|edge| self.move_text(edge) == text)
    }

    /// Whether the graph holds all that may follow.
    pub(super) fn is_whole(&self) -> bool {
        self.rated.graph.graph().is_complete()
    }

    /// The move of best play, where a search has proven which moves are best.
    pub(super) fn proven_best(&self) -> Option<Edge> {
        let Rated {
            graph, analysis, ..
        } = &self.rated;
        let graph = graph.graph();
        let (ratings, distances) = (&analysis.ratings, &analysis.distances);
        let edge = best_move(graph, ratings, distances, self.vertex)?;
        let proven = best_edges(graph, ratings, self.vertex);
        (graph.grows() && proven.contains(&edge)).then_some(edge)
    }
}
