//! Sorts the graph of a build, and fills petgraph's graph from its flat columns, once, with exact
//! capacity. Both run step by step and in parallel.

use std::sync::Arc;

use petgraph::graph::DiGraph;

use super::graph::{Graph, Vertex, VertexKind};
use super::limits::Limits;
use super::position_graph::PositionGraph;
use super::sorting::Sorting;
use super::tasks::{Task, side_by_side};
use crate::game::Game;

/// A position graph whose moves are all known, while it is sorted and its moves are copied into
/// petgraph's graph. Dropping it cancels.
pub struct Filling<G: Game> {
    game: Arc<G>,
    limits: Limits,
    positions: Vec<G::Position>,
    graph: Graph,
    /// `None` once the graph is sorted.
    sorting: Option<Sorting>,
    linking: Linking<G::Move>,
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
        Self {
            game,
            limits,
            positions,
            sorting: Some(Sorting::new(&graph)),
            linking: Linking {
                moves,
                digraph: DiGraph::with_capacity(graph.len(), graph.edge_count()),
                open: graph.len(),
            },
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

    /// Sorts and fills, `work` vertices and edges more; `true` when all is done.
    pub fn step(&mut self, work: usize) -> bool {
        let (graph, mut tasks) = self.tasks();
        let done = side_by_side(graph, &mut tasks, work);
        self.settle();
        done
    }

    /// The columns, and the remaining tasks on them. They can run in parallel with other tasks on a
    /// [sorted](Self::is_sorted) graph. Call [`settle`](Self::settle) after them.
    pub fn tasks(&mut self) -> (&Graph, Vec<&mut dyn Task>) {
        let mut tasks: Vec<&mut dyn Task> = vec![&mut self.linking];
        if let Some(sorting) = &mut self.sorting {
            tasks.push(sorting);
        }
        (&self.graph, tasks)
    }

    /// Stores the results of the tasks.
    pub fn settle(&mut self) {
        let sorted = |sorting: &mut Sorting| sorting.left(&self.graph) == 0;
        if let Some(sorting) = self.sorting.take_if(sorted) {
            let order = sorting.finish(&self.graph);
            self.graph.set_order(order);
        }
    }

    /// The work left for sorting and for filling, in vertices and edges, roughly.
    pub fn left(&self) -> (u64, u64) {
        let sorting = self.sorting.as_ref();
        (
            sorting.map_or(0, |sorting| sorting.left(&self.graph)),
            self.linking.left(&self.graph),
        )
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        let (nodes, edges) = self.linking.digraph.capacity();
        self.positions.capacity() * size_of::<G::Position>()
            + self.graph.bytes()
            + self.linking.moves.capacity() * size_of::<G::Move>()
            + nodes * size_of::<petgraph::graph::Node<VertexKind>>()
            + edges * size_of::<petgraph::graph::Edge<G::Move>>()
    }

    /// Completes sorting and filling, and returns the graph.
    pub fn finish(mut self) -> PositionGraph<G> {
        while !self.step(usize::MAX) {}
        PositionGraph {
            game: self.game,
            limits: self.limits,
            positions: self.positions,
            digraph: self.linking.digraph,
            graph: self.graph,
            distinct: None,
        }
    }
}

/// petgraph's graph while it is filled.
///
/// petgraph lists a node's edges newest first, so they are added from the last to the first, and
/// come out in the rules' order.
struct Linking<M> {
    moves: Vec<M>,
    digraph: DiGraph<VertexKind, M>,
    /// The number of vertices whose edges are still to be added.
    open: usize,
}

impl<M: Copy + Send> Task for Linking<M> {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work;
        let nodes = self.digraph.node_count();
        let all = graph.len();
        let more = left.min(all - nodes);
        for vertex in (nodes as u32..(nodes + more) as u32).map(Vertex) {
            self.digraph.add_node(graph.kind(vertex));
        }
        left -= more;
        while self.open > 0 && left > 0 {
            let vertex = Vertex(self.open as u32 - 1);
            left = left.saturating_sub(1 + graph.degree(vertex));
            for edge in graph.edges(vertex).rev() {
                let target = graph.target(edge);
                let mv = self.moves[edge.index()];
                self.digraph.add_edge(vertex.0.into(), target.0.into(), mv);
            }
            self.open -= 1;
        }
        self.open == 0
    }

    fn left(&self, graph: &Graph) -> u64 {
        let nodes = graph.len() - self.digraph.node_count();
        (nodes + self.open + graph.edge_count() - self.digraph.edge_count()) as u64
    }
}
