//! The graph of every distinct position, with its positions and moves, and the neighborhood of a
//! position in it: its predecessors, and the targets of its moves.
//!
//! A graph that grows on demand has the moves of the positions that were asked for. Every other
//! position is a horizon, about which a search may have proven something. Vertices and edges keep
//! their numbers while it grows, so a walk on it goes on. The moves of a horizon that is expanded
//! are appended, whatever its number. So vertices are in the order in which they were found.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use petgraph::graph::DiGraph;
use rustc_hash::FxHashMap;

use super::batch::{numbered, split};
use super::build::Builder;
use super::graph::{Graph, Payoffs, Proven, Stopped};
use super::labels::{DistinctPositions, first_with_position};
use super::listing::{Listing, Numbered, packed};
use super::memory::{Limits, MemoryEstimate};
use super::sorting::{Sources, sorted};
use super::vertex::{Edge, Vertex, VertexKind};
use crate::game::{Game, Kind, Player, Rational};
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
    /// takes 12 bytes a vertex and some 20 a move.
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
        let bytes = MemoryEstimate::of(&*self.game, &self.limits)
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

/// A part of a graph: the positions around one of them, as far as they are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbourhood {
    vertices: Vec<Vertex>,
    /// Maximum distance from the middle of the vertices found first, in moves either way.
    radius: u32,
    cut: bool,
}

/// Which neighbors of a vertex are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The positions with a move to it.
    Above,
    /// Those that its moves lead to.
    Below,
}

impl Neighbourhood {
    /// The vertices within `radius` moves of `middle`, forwards or backwards, at most `max` of
    /// them: the nearest ones. Of those at the same distance, the ones reached by moves forwards
    /// come first, in the rules' order.
    pub fn around(
        graph: &Graph,
        sources: &Sources,
        middle: Vertex,
        radius: u32,
        max: usize,
    ) -> Self {
        let mut distances = FxHashMap::from_iter([(middle, 0)]);
        let mut vertices = vec![middle];
        let mut waiting = VecDeque::from([(middle, 0)]);
        let mut found = Self::default();
        'search: while let Some((vertex, distance)) = waiting.pop_front() {
            found.radius = distance;
            if distance == radius {
                continue;
            }
            for &near in graph.targets(vertex).iter().chain(sources.of(vertex)) {
                if distances.contains_key(&near) {
                    continue;
                }
                if vertices.len() >= max {
                    found.cut = true;
                    break 'search;
                }
                distances.insert(near, distance + 1);
                vertices.push(near);
                waiting.push_back((near, distance + 1));
            }
        }
        vertices.sort_unstable();
        found.vertices = vertices;
        found
    }

    /// Adds the neighbors of a vertex on one side, as long as the total is at most `max`.
    pub fn grow(&mut self, graph: &Graph, sources: &Sources, of: Vertex, side: Side, max: usize) {
        let near = match side {
            Side::Above => sources.of(of),
            Side::Below => graph.targets(of),
        };
        for &vertex in std::iter::once(&of).chain(near) {
            if let Err(index) = self.vertices.binary_search(&vertex) {
                if self.vertices.len() >= max {
                    self.cut = true;
                    return;
                }
                self.vertices.insert(index, vertex);
            }
        }
    }

    /// The vertices, in their order.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The index of a vertex among them.
    pub fn index_of(&self, vertex: Vertex) -> Option<usize> {
        self.vertices.binary_search(&vertex).ok()
    }

    /// The distance of the farthest vertex around the middle, in moves forwards or backwards.
    pub fn radius(&self) -> u32 {
        self.radius
    }

    /// Whether there were more than could be taken.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The number of distinct neighbors of a vertex on one side that are not included.
    pub fn missing(&self, graph: &Graph, sources: &Sources, of: Vertex, side: Side) -> usize {
        let near = match side {
            Side::Above => sources.of(of),
            Side::Below => graph.targets(of),
        };
        let mut missing: Vec<Vertex> = near
            .iter()
            .copied()
            .filter(|vertex| self.index_of(*vertex).is_none())
            .collect();
        missing.sort_unstable();
        missing.dedup();
        missing.len()
    }
}

impl<G: Game> PositionGraph<G> {
    /// A graph of a root alone, which grows on demand. The game has neither chance nor
    /// positions that repeat.
    pub fn growing(game: Arc<G>, root: G::Position, limits: Limits) -> Self {
        let mut graph = Graph::empty(game.players(), false, Payoffs::of(&*game), None);
        graph.estimate = limits.estimate;
        graph.stopped = Some(Stopped::Frontier);
        let mut growing = Self {
            game,
            limits,
            positions: vec![root],
            moves: Vec::new(),
            digraph: OnceLock::new(),
            graph,
            distinct: None,
        };
        growing.add_leaves();
        growing.sort();
        growing
    }

    /// The same graph with the moves of these horizons. Whatever is known of a position that is
    /// found again comes with it; nothing is known of new ones.
    #[must_use]
    pub fn grown(&self, more: &[Vertex]) -> Self {
        let mut grown = Self {
            game: Arc::clone(&self.game),
            limits: self.limits,
            positions: self.positions.clone(),
            moves: self.moves.clone(),
            digraph: OnceLock::new(),
            graph: self.graph.clone(),
            distinct: None,
        };
        let mut numbers: FxHashMap<G::Position, Vertex> = FxHashMap::default();
        numbers.extend(grown.positions.iter().copied().zip(grown.graph.vertices()));
        let mut listing = Listing::new();
        for &vertex in more {
            let VertexKind::Horizon(_) = grown.graph.kind(vertex) else {
                continue;
            };
            let position = [grown.positions[vertex.index()]];
            listing.list(&*grown.game, &grown.limits, false, &position, &[]);
            let VertexKind::Decision(_) = VertexKind::unpack(listing.kinds[0]) else {
                continue;
            };
            let graph = &mut grown.graph;
            let first = graph.targets.len() as u32;
            for after in &listing.after {
                let next = Vertex(grown.positions.len() as u32);
                let target = *numbers.entry(*after).or_insert(next);
                if target == next {
                    grown.positions.push(*after);
                }
                graph.targets.push(target);
            }
            grown.moves.extend_from_slice(&listing.moves);
            graph.fault = graph.fault.take().or(listing.fault.take());
            graph.kinds[vertex.index()] = listing.kinds[0];
            graph.outcome[vertex.index()] = super::graph::NO_OUTCOME;
            graph.first_edge[vertex.index()] = first;
            graph.end_edge[vertex.index()] = graph.targets.len() as u32;
        }
        grown.add_leaves();
        grown.sort();
        grown
    }

    /// The same graph in which only these vertices have moves; all others are horizons or ends.
    #[must_use]
    pub fn pruned(&self, kept: impl Fn(Vertex) -> bool) -> Self {
        let mut pruned = self.grown(&[]);
        let graph = &mut pruned.graph;
        let decides = |vertex: &Vertex| matches!(graph.kind(*vertex), VertexKind::Decision(_));
        let cut: Vec<Vertex> = graph.vertices().filter(decides).collect();
        let cut: Vec<Vertex> = cut.into_iter().filter(|vertex| !kept(*vertex)).collect();
        let positions: Vec<_> = cut.iter().map(|vertex| *self.position(*vertex)).collect();
        let mut listing = Listing::new();
        listing.list(&*self.game, &self.limits, true, &positions, &[]);
        let players = graph.players;
        let mut outcomes = numbered(graph.outcomes.chunks(players).map(<[_]>::to_vec));
        for (index, vertex) in cut.iter().enumerate() {
            let numbers = &listing.outcomes[listing.outcome[index] as usize * players..][..players];
            let all = &mut graph.outcomes;
            graph.outcome[vertex.index()] =
                outcomes.number(numbers, || all.extend_from_slice(numbers));
            graph.kinds[vertex.index()] = listing.kinds[index];
            graph.first_edge[vertex.index()] = 0;
            graph.end_edge[vertex.index()] = 0;
            graph.complete = false;
        }
        pruned.sort();
        pruned
    }

    /// The same graph in which some ends are leaves at a limit: each with its kind without the limit,
    /// and with the interval of each player's rating.
    #[must_use]
    pub fn without(
        &self,
        leaves: impl Iterator<Item = (Vertex, Kind, Vec<(Rational, Rational)>)>,
    ) -> Self {
        let mut graph = Self {
            game: Arc::clone(&self.game),
            limits: self.limits,
            positions: self.positions.clone(),
            moves: self.moves.clone(),
            digraph: OnceLock::new(),
            graph: self.graph.clone(),
            distinct: self.distinct,
        };
        for (vertex, kind, intervals) in leaves {
            let player = kind.player().unwrap_or(Player(0));
            let rows = &mut graph.graph;
            rows.kinds[vertex.index()] = packed(VertexKind::Horizon(player), kind);
            rows.complete = false;
            let proven = Proven {
                intervals,
                wins_within: None,
            };
            rows.bound_beyond(vertex, proven);
        }
        graph
    }

    /// The vertex of a position.
    pub fn find(&self, position: &G::Position) -> Option<Vertex> {
        let found = self.positions.iter().position(|known| known == position)?;
        Some(Vertex(found as u32))
    }

    /// Closes the positions that have no vertex yet, as ends or horizons.
    fn add_leaves(&mut self) {
        let mut listing = Listing::new();
        let known = self.graph.len();
        let (game, limits) = (&*self.game, &self.limits);
        listing.list(game, limits, true, &self.positions[known..], &[]);
        let outcomes = self.graph.outcomes.chunks(self.graph.players);
        let mut outcomes = numbered(outcomes.map(<[_]>::to_vec));
        let (mut probabilities, mut positions) = (Numbered::new(), Vec::new());
        let (_, mut closing) = split::<G>(
            &mut self.graph,
            &mut positions,
            &mut self.moves,
            &mut outcomes,
            &mut probabilities,
        );
        closing.close_all(std::slice::from_ref(&listing));
        let graph = &mut self.graph;
        graph
            .end_edge
            .extend_from_slice(&graph.first_edge[known..graph.kinds.len()]);
        let mut kinds = graph.kinds.iter().map(|kind| VertexKind::unpack(*kind));
        graph.complete = !kinds.any(|kind| matches!(kind, VertexKind::Horizon(_)));
    }

    fn sort(&mut self) {
        let order = finished(sorted(&self.graph, &Control::default()));
        self.graph.set_order(order);
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::Proven;
    use super::*;
    use crate::game::{Player, one, zero};
    use crate::games::scripted::Scripted;
    use crate::rating::{Analysis, Rating};

    #[test]
    fn petgraphs_graph_is_filled_at_once_only_where_the_memory_limit_has_room_for_it() {
        let script = "start a: l -> x, r -> y; x end: 1 0; y end: 0 1";
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        let needed = MemoryEstimate::of(&*game, &Limits::default()).bytes(3, 2);
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

    const SCRIPT: &str = "start a: l -> x, r -> y; x b: l -> z, r -> w; y b: l -> w;
        z end: 1 0; w end: 0 1";

    fn growing() -> PositionGraph<Scripted> {
        let game = Arc::new(Scripted::new(SCRIPT).expect("a good script"));
        let root = game.start();
        PositionGraph::growing(game, root, Limits::default())
    }

    #[test]
    fn vertices_and_edges_keep_their_numbers_and_moves_are_those_of_the_whole_graph() {
        let mut graph = growing();
        let whole = PositionGraph::new(
            Arc::clone(graph.game()),
            *graph.position(Vertex::ROOT),
            Limits::default(),
        );
        // The second child first.
        for more in [0, 2, 1] {
            let before = graph;
            graph = before.grown(&[Vertex(more)]);
            for vertex in before.graph().vertices() {
                assert_eq!(before.position(vertex), graph.position(vertex));
                for edge in before.graph().edges(vertex) {
                    assert_eq!(before.graph().target(edge), graph.graph().target(edge));
                    assert_eq!(before.mv(edge), graph.mv(edge));
                    assert_eq!(graph.graph().source(edge), vertex);
                }
            }
        }
        let columns = graph.graph();
        assert!(columns.is_complete() && columns.len() == whole.graph().len());
        for vertex in columns.vertices() {
            let of = whole
                .find(graph.position(vertex))
                .expect("a position of the game");
            let moves = |graph: &PositionGraph<Scripted>, vertex| {
                let edges = graph.graph().edges(vertex);
                let after = |edge| *graph.position(graph.graph().target(edge));
                edges
                    .map(|edge| (graph.mv(edge), after(edge)))
                    .collect::<Vec<_>>()
            };
            assert_eq!(moves(&graph, vertex), moves(&whole, of));
        }
    }

    #[test]
    fn what_is_proven_of_a_vertex_holds_whether_or_not_its_moves_are_known() {
        let rating = |graph: &PositionGraph<Scripted>| {
            let analysis = Analysis::new(graph.graph(), &Default::default());
            analysis.ratings.proven(Vertex::ROOT, Player(0))
        };
        let lost = || Proven {
            intervals: vec![(zero(), zero()), (one(), one())],
            wins_within: None,
        };
        let exact = |low, high| (Rating::Exact(low), Rating::Exact(high));
        let whole = exact(zero(), one());
        let mut graph = growing().grown(&[Vertex::ROOT]);
        assert_eq!(rating(&graph), whole);
        // Nothing of its moves: the root alone.
        graph.bound(Vertex::ROOT, lost());
        assert_eq!(rating(&graph), exact(zero(), zero()));
        let mut graph = growing().grown(&[Vertex::ROOT]);
        graph.bound(Vertex(1), lost());
        assert_eq!(rating(&graph), whole);
        graph.bound(Vertex(2), lost());
        assert_eq!(rating(&graph), exact(zero(), zero()));
    }
}
