//! What has to hold of a graph in rows, on random graphs: nothing overlaps, edges pass row by row, the
//! order is the same each time, and every node has one place.

use doomtree::layout::{Layered, LayeredGraph, LayeredSpacing};
use support::Draws;

const SPACING: LayeredSpacing = LayeredSpacing {
    node_gap: 20.0,
    edge_gap: 11.0,
};
const EPSILON: f64 = 1e-6;

/// A graph with edges of every kind: down, up, over several rows, within a row, and from a node to
/// itself.
fn random_graph(seed: u64) -> LayeredGraph {
    let mut draws = Draws::new(seed);
    let nodes = 1 + draws.below(60);
    let height = 1 + draws.below(9);
    let edges = draws.below(3 * nodes + 1);
    LayeredGraph {
        widths: (0..nodes).map(|_| 20.0 + draws.below(90) as f64).collect(),
        layers: (0..nodes).map(|_| draws.below(height) as u32).collect(),
        edges: (0..edges)
            .map(|_| (draws.below(nodes) as u32, draws.below(nodes) as u32))
            .collect(),
    }
}

fn graphs(mut check: impl FnMut(&str, &LayeredGraph, &Layered)) {
    for seed in 0..200 {
        let graph = random_graph(seed);
        check(
            &format!("seed {seed}"),
            &graph,
            &Layered::new(&graph, SPACING),
        );
    }
}

#[test]
fn every_node_has_one_place_and_neighbours_keep_their_gaps() {
    let mut neighbours = 0;
    graphs(|name, graph, layout| {
        let mut seen = vec![false; graph.widths.len()];
        for (number, row) in layout.rows().iter().enumerate() {
            for node in row {
                assert_eq!(graph.layers[*node as usize] as usize, number, "{name}");
                assert!(
                    !std::mem::replace(&mut seen[*node as usize], true),
                    "{name}"
                );
            }
            for pair in row.windows(2) {
                let [left, right] = [pair[0] as usize, pair[1] as usize];
                let between = layout.x(right) - layout.x(left);
                let gap = between - (graph.widths[left] + graph.widths[right]) / 2.0;
                assert!(
                    gap > SPACING.node_gap - EPSILON,
                    "{name}: {left}, {right}: {gap}"
                );
                neighbours += 1;
            }
        }
        assert!(seen.iter().all(|seen| *seen), "{name}");
    });
    assert!(neighbours > 1_000);
}

#[test]
fn an_edge_passes_every_row_between_its_ends_once_and_no_box() {
    let mut passed = 0;
    graphs(|name, graph, layout| {
        for (edge, (from, to)) in graph.edges.iter().enumerate() {
            let (start, end) = (graph.layers[*from as usize], graph.layers[*to as usize]);
            let way = layout.way(edge);
            let rows: Vec<u32> = way.iter().map(|(row, _)| *row).collect();
            let expected: Vec<u32> = if start < end {
                (start + 1..end).collect()
            } else {
                (end + 1..start).rev().collect()
            };
            assert_eq!(rows, expected, "{name}: {from} to {to}");
            for (row, x) in way {
                passed += 1;
                for node in &layout.rows()[*row as usize] {
                    let node = *node as usize;
                    let beside = (layout.x(node) - x).abs() - graph.widths[node] / 2.0;
                    assert!(beside > SPACING.edge_gap - EPSILON, "{name}: {beside}");
                }
            }
        }
    });
    assert!(passed > 1_000);
}

#[test]
fn the_same_graph_is_drawn_the_same_way() {
    graphs(|name, graph, layout| {
        assert_eq!(&Layered::new(graph, SPACING), layout, "{name}");
    });
}

#[test]
fn a_chain_is_straight_and_a_tree_keeps_the_order_of_its_nodes() {
    let chain = LayeredGraph {
        widths: vec![50.0, 80.0, 20.0, 64.0],
        layers: vec![0, 1, 2, 3],
        edges: vec![(0, 1), (1, 2), (2, 3)],
    };
    let layout = Layered::new(&chain, SPACING);
    let straight = (1..4).all(|node| (layout.x(node) - layout.x(0)).abs() < EPSILON);
    assert!(straight, "{layout:?}");
    // Each node has two children: rows of 1, 2, 4 and 8.
    let nodes = 15_u32;
    let tree = LayeredGraph {
        widths: vec![40.0; nodes as usize],
        layers: (0..nodes).map(|node| (node + 1).ilog2()).collect(),
        edges: (1..nodes).map(|node| ((node - 1) / 2, node)).collect(),
    };
    let layout = Layered::new(&tree, SPACING);
    let rows: Vec<u32> = layout.rows().concat();
    assert_eq!(rows, (0..nodes).collect::<Vec<_>>());
    for node in 0..7 {
        // Between its children, pulled a little towards its own parent.
        let (left, right) = (layout.x(2 * node + 1), layout.x(2 * node + 2));
        let between = left < layout.x(node) && layout.x(node) < right;
        assert!(between, "{node}: {layout:?}");
    }
}

#[test]
fn wide_and_long_graphs_are_laid_out_in_bounded_work() {
    // Every node of 200 rows has an edge back to the first: far more rows to pass than are kept.
    let nodes = 200_u32;
    let long = LayeredGraph {
        widths: vec![60.0; nodes as usize],
        layers: (0..nodes).collect(),
        edges: (1..nodes)
            .flat_map(|node| [(node - 1, node), (node, 0)])
            .collect(),
    };
    let layout = Layered::new(&long, SPACING);
    let points: usize = (0..long.edges.len())
        .map(|edge| layout.way(edge).len())
        .sum();
    assert!((3_000..=4_000).contains(&points), "{points}");
    assert_eq!(
        Layered::new(&LayeredGraph::default(), SPACING).rows().len(),
        0
    );
}
