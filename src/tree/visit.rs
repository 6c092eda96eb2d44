//! The flat columns as a petgraph graph, so that its algorithms run on them without a copy.
//!
//! A node is a [`Vertex`], an edge an [`Edge`]. Neighbors are in the rules' order, with a vertex
//! repeated for each move to it. Algorithms that also follow moves backwards take [`BothWays`].

use petgraph::visit::{
    Data, EdgeCount, EdgeIndexable, EdgeRef, GraphBase, GraphProp, IntoEdgeReferences, IntoEdges,
    IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, IntoNodeReferences,
    NodeCompactIndexable, NodeCount, NodeIndexable, NodeRef, VisitMap, Visitable,
};
use petgraph::{Directed, Direction};

use super::graph::Graph;
use super::sorting::Sources;
use super::vertex::{Edge, Vertex, VertexKind};

/// A set of vertices: one bit each, so that it stays near the processor.
#[derive(Clone, Debug, Default)]
pub struct VertexSet(Vec<u64>);

impl VertexSet {
    /// None of `vertices` vertices.
    pub fn none(vertices: usize) -> Self {
        Self(vec![0; vertices.div_ceil(64)])
    }

    /// All of `vertices` vertices from a number on.
    pub fn all_from(from: u32, vertices: usize) -> Self {
        let mut set = Self::none(vertices);
        let first = from as usize / 64;
        if let Some(words) = set.0.get_mut(first..) {
            words.fill(u64::MAX);
        }
        if let Some(word) = set.0.get_mut(first) {
            *word <<= from % 64;
        }
        set
    }

    /// Whether a vertex is in it.
    pub fn contains(&self, vertex: u32) -> bool {
        self.0[vertex as usize / 64] >> (vertex % 64) & 1 == 1
    }

    /// Puts a vertex in.
    pub fn insert(&mut self, vertex: u32) {
        self.0[vertex as usize / 64] |= 1 << (vertex % 64);
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        8 * self.0.capacity()
    }

    /// Takes a vertex out.
    pub fn remove(&mut self, vertex: u32) {
        self.0[vertex as usize / 64] &= !(1 << (vertex % 64));
    }
}

impl VisitMap<Vertex> for VertexSet {
    fn visit(&mut self, vertex: Vertex) -> bool {
        let new = !self.contains(vertex.0);
        self.insert(vertex.0);
        new
    }

    fn is_visited(&self, vertex: &Vertex) -> bool {
        self.contains(vertex.0)
    }

    fn unvisit(&mut self, vertex: Vertex) -> bool {
        let visited = self.contains(vertex.0);
        self.0[vertex.index() / 64] &= !(1 << (vertex.0 % 64));
        visited
    }
}

/// An edge with its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The source of the move.
    pub source: Vertex,
    /// Its target.
    pub target: Vertex,
    /// The move.
    pub edge: Edge,
}

impl EdgeRef for Arrow {
    type NodeId = Vertex;
    type EdgeId = Edge;
    type Weight = ();

    fn source(&self) -> Vertex {
        self.source
    }

    fn target(&self) -> Vertex {
        self.target
    }

    fn weight(&self) -> &() {
        &()
    }

    fn id(&self) -> Edge {
        self.edge
    }
}

impl GraphBase for Graph {
    type NodeId = Vertex;
    type EdgeId = Edge;
}

impl GraphProp for Graph {
    type EdgeType = Directed;
}

impl Data for Graph {
    type NodeWeight = VertexKind;
    type EdgeWeight = ();
}

impl NodeCount for Graph {
    fn node_count(&self) -> usize {
        self.len()
    }
}

impl EdgeCount for Graph {
    fn edge_count(&self) -> usize {
        Self::edge_count(self)
    }
}

impl NodeIndexable for Graph {
    fn node_bound(&self) -> usize {
        self.len()
    }

    fn to_index(&self, vertex: Vertex) -> usize {
        vertex.index()
    }

    fn from_index(&self, index: usize) -> Vertex {
        Vertex(index as u32)
    }
}

impl NodeCompactIndexable for Graph {}

impl EdgeIndexable for Graph {
    fn edge_bound(&self) -> usize {
        Self::edge_count(self)
    }

    fn to_index(&self, edge: Edge) -> usize {
        edge.index()
    }

    fn from_index(&self, index: usize) -> Edge {
        Edge(index as u32)
    }
}

impl Visitable for Graph {
    type Map = VertexSet;

    fn visit_map(&self) -> VertexSet {
        VertexSet::none(self.len())
    }

    fn reset_map(&self, map: &mut VertexSet) {
        *map = VertexSet::none(self.len());
    }
}

impl<'a> IntoNeighbors for &'a Graph {
    type Neighbors = std::iter::Copied<std::slice::Iter<'a, Vertex>>;

    fn neighbors(self, vertex: Vertex) -> Self::Neighbors {
        self.targets(vertex).iter().copied()
    }
}

impl IntoNodeIdentifiers for &Graph {
    type NodeIdentifiers = std::iter::Map<std::ops::Range<u32>, fn(u32) -> Vertex>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        (0..self.len() as u32).map(Vertex)
    }
}

/// A vertex with its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexOf {
    /// The vertex.
    pub vertex: Vertex,
    /// Its kind.
    pub kind: VertexKind,
}

impl NodeRef for VertexOf {
    type NodeId = Vertex;
    type Weight = VertexKind;

    fn id(&self) -> Vertex {
        self.vertex
    }

    fn weight(&self) -> &VertexKind {
        &self.kind
    }
}

impl<'a> IntoNodeReferences for &'a Graph {
    type NodeRef = VertexOf;
    type NodeReferences = std::iter::Map<
        std::iter::Zip<std::ops::RangeFrom<u32>, std::slice::Iter<'a, u8>>,
        fn((u32, &u8)) -> VertexOf,
    >;

    fn node_references(self) -> Self::NodeReferences {
        (0..).zip(&self.kinds).map(|(vertex, kind)| VertexOf {
            vertex: Vertex(vertex),
            kind: VertexKind::unpack(*kind),
        })
    }
}

/// The edges of one vertex, or of all, with their ends.
#[derive(Clone, Debug)]
pub struct ArrowsOf<'a> {
    graph: &'a Graph,
    source: Vertex,
    edges: std::ops::Range<u32>,
    /// The last vertex whose edges are wanted.
    last: Vertex,
}

impl Iterator for ArrowsOf<'_> {
    type Item = Arrow;

    fn next(&mut self) -> Option<Arrow> {
        while self.edges.is_empty() && self.source < self.last {
            self.source.0 += 1;
            self.edges = self.graph.edge_range(self.source);
        }
        let edge = self.edges.next()?;
        Some(Arrow {
            source: self.source,
            target: self.graph.target(Edge(edge)),
            edge: Edge(edge),
        })
    }
}

impl<'a> IntoEdgeReferences for &'a Graph {
    type EdgeRef = Arrow;
    type EdgeReferences = ArrowsOf<'a>;

    fn edge_references(self) -> ArrowsOf<'a> {
        ArrowsOf {
            graph: self,
            source: Vertex::ROOT,
            edges: self.edge_range(Vertex::ROOT),
            last: Vertex(Graph::len(self) as u32 - 1),
        }
    }
}

impl<'a> IntoEdges for &'a Graph {
    type Edges = ArrowsOf<'a>;

    fn edges(self, vertex: Vertex) -> ArrowsOf<'a> {
        ArrowsOf {
            graph: self,
            source: vertex,
            edges: self.edge_range(vertex),
            last: vertex,
        }
    }
}

/// A graph with the moves that lead to each vertex, for algorithms that walk both ways.
#[derive(Clone, Debug)]
pub struct BothWays<'a> {
    graph: &'a Graph,
    sources: Sources,
}

impl<'a> BothWays<'a> {
    /// Finds where the moves to each vertex start: one number per vertex and one per move.
    pub fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            sources: graph.sources(),
        }
    }
}

impl GraphBase for BothWays<'_> {
    type NodeId = Vertex;
    type EdgeId = Edge;
}

impl NodeCount for BothWays<'_> {
    fn node_count(&self) -> usize {
        self.graph.len()
    }
}

impl NodeIndexable for BothWays<'_> {
    fn node_bound(&self) -> usize {
        self.graph.len()
    }

    fn to_index(&self, vertex: Vertex) -> usize {
        vertex.index()
    }

    fn from_index(&self, index: usize) -> Vertex {
        Vertex(index as u32)
    }
}

impl NodeCompactIndexable for BothWays<'_> {}

impl Visitable for BothWays<'_> {
    type Map = VertexSet;

    fn visit_map(&self) -> VertexSet {
        self.graph.visit_map()
    }

    fn reset_map(&self, map: &mut VertexSet) {
        self.graph.reset_map(map);
    }
}

impl<'a> IntoNeighbors for &'a BothWays<'_> {
    type Neighbors = std::iter::Copied<std::slice::Iter<'a, Vertex>>;

    fn neighbors(self, vertex: Vertex) -> Self::Neighbors {
        self.graph.neighbors(vertex)
    }
}

impl<'a> IntoNeighborsDirected for &'a BothWays<'_> {
    type NeighborsDirected = std::iter::Copied<std::slice::Iter<'a, Vertex>>;

    fn neighbors_directed(self, vertex: Vertex, direction: Direction) -> Self::NeighborsDirected {
        match direction {
            Direction::Outgoing => self.graph.neighbors(vertex),
            Direction::Incoming => self.sources.of(vertex).iter().copied(),
        }
    }
}

impl IntoNodeIdentifiers for &BothWays<'_> {
    type NodeIdentifiers = std::iter::Map<std::ops::Range<u32>, fn(u32) -> Vertex>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        self.graph.node_identifiers()
    }
}

#[cfg(test)]
mod tests {
    use petgraph::algo::{dijkstra, dominators, is_cyclic_directed, kosaraju_scc, toposort};
    use petgraph::dot::{Config, Dot};
    use petgraph::visit::{Bfs, Dfs};

    use super::*;
    use crate::tree::scripts::tests::graph;

    const RING: &str = "start a: l -> x, m -> y, r -> y; x b: back -> start, on -> y; y end: 1 0";
    const LAYERS: &str =
        "start a: l -> x, r -> y; x b: on -> z, over -> y; y b: on -> z; z end: 1 0";

    /// petgraph's algorithms give the same results for the columns as for petgraph's own graph.
    #[test]
    fn algorithms_tell_the_same_of_the_columns_and_of_petgraphs_graph() {
        for script in [RING, LAYERS] {
            let positions = graph(script, None);
            let (columns, own) = (positions.graph(), positions.digraph());
            assert_eq!(is_cyclic_directed(columns), is_cyclic_directed(own));
            let both = BothWays::new(columns);
            let sorted = toposort(&both, None).ok();
            assert_eq!(sorted.is_some(), toposort(own, None).is_ok());
            if let Some(sorted) = sorted {
                let place = |vertex| sorted.iter().position(|other| *other == vertex);
                for arrow in columns.edge_references() {
                    assert!(place(arrow.source) < place(arrow.target));
                }
            }
            let mut parts = kosaraju_scc(&both).len();
            assert_eq!(parts, kosaraju_scc(own).len());
            parts = petgraph::algo::tarjan_scc(columns).len();
            assert_eq!(parts, kosaraju_scc(own).len());
            let plies = dijkstra(columns, Vertex::ROOT, None, |_| 1_u32);
            let theirs = dijkstra(own, 0.into(), None, |_| 1_u32);
            for vertex in columns.vertices() {
                let node = petgraph::graph::NodeIndex::from(vertex.0);
                assert_eq!(plies.get(&vertex), theirs.get(&node));
            }
            let first = dominators::simple_fast(columns, Vertex::ROOT);
            let theirs = dominators::simple_fast(own, 0.into());
            for vertex in columns.vertices() {
                let of = theirs.immediate_dominator(vertex.0.into());
                let of = of.map(|node| Vertex(node.index() as u32));
                assert_eq!(first.immediate_dominator(vertex), of);
            }
            let written = |dot: &str| {
                let mut lines: Vec<String> = dot.lines().map(str::to_owned).collect();
                lines.sort();
                lines
            };
            let config = [Config::EdgeNoLabel];
            let (dot, theirs) = (
                Dot::with_config(columns, &config),
                Dot::with_config(own, &config),
            );
            assert_eq!(
                written(&format!("{dot:?}")),
                written(&format!("{theirs:?}"))
            );
        }
    }

    #[test]
    fn walks_meet_every_vertex_once_and_edges_come_in_the_rules_order() {
        let positions = graph(RING, None);
        let columns = positions.graph();
        let mut dfs = Dfs::new(columns, Vertex::ROOT);
        let mut bfs = Bfs::new(columns, Vertex::ROOT);
        let deep = std::iter::from_fn(|| dfs.next(columns)).count();
        let broad: Vec<Vertex> = std::iter::from_fn(|| bfs.next(columns)).collect();
        assert_eq!(deep, columns.len());
        assert_eq!(broad, columns.vertices().collect::<Vec<_>>());
        let edges: Vec<Edge> = columns.edge_references().map(|arrow| arrow.edge).collect();
        assert_eq!(edges.len(), Graph::edge_count(columns));
        let vertices = columns.vertices();
        let by_vertex: Vec<Arrow> = vertices
            .flat_map(|vertex| IntoEdges::edges(columns, vertex))
            .collect();
        assert!(by_vertex.iter().map(|arrow| arrow.edge).eq(edges));
        for arrow in by_vertex {
            assert_eq!(columns.source(arrow.edge), arrow.source);
            assert_eq!(columns.target(arrow.edge), arrow.target);
        }
    }
}
