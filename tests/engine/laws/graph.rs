//! What must hold of the graph of any game: its numbers, its order, its ratings, its unfolding.

use doomtree::game::{Player, Shown};
use doomtree::rating::{Analysis, Rating, RatingOptions, likely_best};
use doomtree::tree::{Edge, Graph, Labels, PositionGraph, Unfolding, UnfoldingNode, VertexKind};
use petgraph::visit::EdgeRef;

/// Checks a graph and its ratings.
pub fn hold<G: Shown>(labels: &PositionGraph<G>, constant_sum: bool) {
    let graph = Labels::graph(labels);
    numbers_are_in_the_order_of_discovery(graph);
    petgraph_has_the_same_order(labels);
    preorder_is_depth_first(graph);
    ratings_lie_in_their_intervals_and_sum_to_what_ends_do(graph, constant_sum);
}

/// Ids as in files: breadth-first by discovery, edges by source and then by move, nothing twice.
fn numbers_are_in_the_order_of_discovery(graph: &Graph) {
    let mut next = 1;
    let mut edges = 0;
    for vertex in graph.vertices() {
        for (key, edge) in graph.edges(vertex).enumerate() {
            assert_eq!(edge, Edge(edges));
            assert_eq!((graph.source(edge), graph.key(vertex, edge)), (vertex, key));
            assert_eq!(graph.edge(vertex, key), Some(edge));
            edges += 1;
            let target = graph.target(edge).0;
            assert!(target <= next, "{target} is found before {next}");
            next = next.max(target + 1);
        }
        assert_eq!(graph.edge(vertex, graph.degree(vertex)), None);
    }
    assert_eq!(
        (next as usize, edges as usize),
        (graph.len(), graph.edge_count())
    );
}

fn petgraph_has_the_same_order<G: Shown>(labels: &PositionGraph<G>) {
    let (graph, digraph) = (Labels::graph(labels), labels.digraph());
    assert_eq!(digraph.node_count(), graph.len());
    assert_eq!(digraph.edge_count(), graph.edge_count());
    for vertex in graph.vertices() {
        assert_eq!(
            digraph[petgraph::graph::NodeIndex::from(vertex.0)],
            graph.kind(vertex)
        );
        let listed: Vec<_> = digraph
            .edges(vertex.0.into())
            .map(|edge| (*edge.weight(), edge.target().index()))
            .collect();
        let expected: Vec<_> = graph
            .edges(vertex)
            .map(|edge| (labels.mv(edge), graph.target(edge).index()))
            .collect();
        assert_eq!(listed, expected);
    }
}

/// How far apart two sums of doubles may be.
const NEAR: f64 = 1e-9;

fn ratings_lie_in_their_intervals_and_sum_to_what_ends_do(graph: &Graph, constant_sum: bool) {
    let analysis = Analysis::new(graph, &RatingOptions::default());
    let ratings = &analysis.ratings;
    let range = [graph.range().0, graph.range().1].map(Rating::Exact);
    for vertex in graph.vertices() {
        let numbers: Vec<[Rating; 3]> = Player::all(graph.players())
            .map(|player| {
                let (low, high) = ratings.proven(vertex, player);
                [low, ratings.rating(vertex, player), high]
            })
            .collect();
        for [low, rating, high] in &numbers {
            let ascending = [&range[0], low, rating, high, &range[1]];
            for pair in ascending.windows(2) {
                let in_order = pair[0].compare(pair[1]).is_le();
                assert!(in_order || pair[0].ties_with(pair[1]), "{ascending:?}");
            }
        }
        if constant_sum {
            sums_are_those_of_the_ends(&numbers);
        }
        let best = likely_best(graph, ratings, vertex);
        let decision = matches!(graph.kind(vertex), VertexKind::Decision(_));
        assert_eq!(best.is_empty(), !decision);
        if let VertexKind::Decision(mover) = graph.kind(vertex) {
            let rating = ratings.rating(vertex, mover);
            let bounds = ratings.is_proven(vertex, mover) || !graph.is_cyclic();
            for edge in best.iter().filter(|_| bounds) {
                assert!(
                    ratings
                        .rating(graph.target(*edge), mover)
                        .ties_with(&rating)
                );
            }
        }
    }
}

/// The payoffs of every end sum to one: of two players each has what the other leaves, and of
/// more nobody can be promised more than is there.
fn sums_are_those_of_the_ends(numbers: &[[Rating; 3]]) {
    let sum = |a: &Rating, b: &Rating| a.to_f64() + b.to_f64();
    if let [a, b] = numbers {
        for (a, b) in [(&a[1], &b[1]), (&a[0], &b[2]), (&a[2], &b[0])] {
            match a.exact().zip(b.exact()) {
                Some((a, b)) => assert_eq!(a + b, doomtree::game::one()),
                None => assert!((sum(a, b) - 1.0).abs() <= NEAR, "{a} {b}"),
            }
        }
    } else {
        let all: f64 = numbers.iter().map(|number| number[1].to_f64()).sum();
        assert!(all <= 1.0 + NEAR, "{numbers:?}");
    }
}

fn preorder_is_depth_first(graph: &Graph) {
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(graph, UnfoldingNode::ROOT, None, 200);
    let order: Vec<_> = unfolding.preorder().collect();
    let mut lines: Vec<Vec<Edge>> = order.iter().map(|node| unfolding.line(*node)).collect();
    assert_eq!(lines.len(), unfolding.len());
    // Depth-first in the rules' order is the order of lines, since moves of one vertex are
    // numbered in that order, and a line comes before all that begin with it.
    assert!(lines.is_sorted());
    lines.dedup();
    assert_eq!(lines.len(), unfolding.len());
    for node in order {
        // A branch of chance stays in the ply of the attack.
        let moved =
            |edge: &&Edge| !matches!(graph.kind(graph.source(**edge)), VertexKind::Chance(_));
        let plies = unfolding.line(node).iter().filter(moved).count();
        assert_eq!(unfolding.ply(node) as usize, plies);
        if let (Some(parent), Some(edge)) = (unfolding.parent(node), unfolding.edge(node)) {
            assert_eq!(graph.source(edge), unfolding.vertex(parent));
            assert_eq!(graph.target(edge), unfolding.vertex(node));
            assert_eq!(unfolding.child(parent, edge), Some(node));
        }
    }
}
