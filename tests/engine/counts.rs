//! Counts of any size, exact to the last digit, in total and ply by ply.

use std::fmt::Write as _;

use doomtree::game::{Player, ratio};
use doomtree::rating::{Analysis, RatingOptions};
use doomtree::tree::{
    Count, Counts, EndsByWinners, Graph, Labels, Limits, PlySweep, Vertex, VertexKind,
};
use num_bigint::BigUint;
use support::dialects::both_moves_lead_on;
use support::{plies, scripted_graph, small_graph};

fn power_of_two(bits: u32) -> BigUint {
    BigUint::from(1_u32) << bits
}

/// The sums of the nodes and the ends of all plies, and how many plies there are.
fn sum_of_plies(
    graph: &Graph,
    nodes: &Counts,
    first: Option<&[Vertex]>,
) -> (BigUint, BigUint, u32, u64) {
    let mut sweep = PlySweep::new(graph, nodes, first);
    let mut sums = (BigUint::ZERO, BigUint::ZERO, 0, 0);
    while let Some(ply) = sweep.ply() {
        sums.0 += ply.nodes.parse::<BigUint>().expect("digits");
        sums.1 += ply.ends.parse::<BigUint>().expect("digits");
        sums.2 += 1;
        sums.3 += ply.new_positions;
    }
    sums
}

#[test]
fn three_hundred_plies_of_two_moves_have_every_digit() {
    let graph = scripted_graph(&both_moves_lead_on(300), Limits::default());
    let graph = graph.graph();
    let analysis = Analysis::new(graph, &RatingOptions::default());
    let nodes = analysis.nodes.of(Vertex::ROOT);
    // 2^301 − 1, by another program.
    assert_eq!(
        nodes.to_string(),
        "4074071952668972172536891376818756322102936787331872501272280898708762599526673412366794751"
    );
    assert_eq!(nodes.exact(), Some(power_of_two(301) - 1_u32));
    assert_eq!(nodes.to_u64(), None);
    assert_eq!(
        analysis.ends.of(Vertex::ROOT).exact(),
        Some(power_of_two(300))
    );
    assert_eq!(analysis.longest.of(Vertex::ROOT), Some(300));
    for (left, vertex) in graph.vertices().rev().enumerate() {
        let expected = power_of_two(left as u32 + 1) - 1_u32;
        assert_eq!(analysis.nodes.of(vertex).exact(), Some(expected));
    }
    let ends: Vec<_> = EndsByWinners::new(graph)
        .of(Vertex::ROOT)
        .map(|(winners, count)| (winners.len(), count.exact()))
        .collect();
    assert_eq!(ends, [(1, Some(power_of_two(300)))]);
    let (nodes, ends, plies, positions) = sum_of_plies(graph, &analysis.nodes, None);
    assert_eq!(nodes, power_of_two(301) - 1_u32);
    assert_eq!(ends, power_of_two(300));
    assert_eq!((plies, positions), (301, 301));
}

#[test]
fn counts_are_exact_up_to_4096_bits_and_say_so_beyond() {
    let at = |length| {
        let graph = scripted_graph(&both_moves_lead_on(length), Limits::default());
        Counts::nodes(graph.graph())
    };
    // Widths double at 64, 128 … bits: either side of each.
    for bits in [63, 64, 65, 128, 129, 2048, 2049, 4095, 4096] {
        let counts = at(bits - 1);
        assert_eq!(
            counts.of(Vertex::ROOT).exact(),
            Some(power_of_two(bits) - 1_u32),
            "{bits} bits"
        );
    }
    let counts = at(4096);
    assert_eq!(counts.of(Vertex::ROOT), Count::Beyond);
    assert_eq!(counts.of(Vertex::ROOT).to_string(), "at least 2^4096");
    assert_eq!(counts.of(Vertex::ROOT).exact(), None);
    // Below the root everything still fits.
    assert_eq!(
        counts.of(Vertex(1)).exact(),
        Some(power_of_two(4096) - 1_u32)
    );
    assert_eq!(at(5_000).of(Vertex(1)), Count::Beyond);
}

#[test]
fn plies_beyond_4096_bits_say_so_too() {
    let graph = scripted_graph(&both_moves_lead_on(4_100), Limits::default());
    let graph = graph.graph();
    let nodes = Counts::nodes(graph);
    let mut sweep = PlySweep::new(graph, &nodes, None);
    let plies: Vec<_> = std::iter::from_fn(|| sweep.ply()).collect();
    assert_eq!(plies.len(), 4_101);
    assert_eq!(plies[4_095].nodes, power_of_two(4_095).to_string());
    assert_eq!(plies[4_096].nodes, "at least 2^4096");
    assert_eq!(plies[4_100].ends, "at least 2^4096");
}

#[test]
fn the_plies_of_a_board_sum_to_its_tree() {
    for (board, limits) in [
        ("a1a3a1/b2b2b3/a2b1b2 a", Limits::default()),
        ("a1a3a1/b2b2b3/a2b1b2 a", plies(9)),
        ("b2a1a1/a2b2a3/b3b1b1 b", Limits::default()),
        ("b2b2/a2b1 a", plies(3)),
        ("a1 a", Limits::default()),
    ] {
        let labels = small_graph(board, limits);
        let graph = labels.graph();
        let analysis = Analysis::new(graph, &RatingOptions::default());
        let first = labels.first_with_position();
        let (nodes, ends, plies, positions) =
            sum_of_plies(graph, &analysis.nodes, first.as_deref());
        assert_eq!(
            Some(nodes),
            analysis.nodes.of(Vertex::ROOT).exact(),
            "{board}"
        );
        assert_eq!(
            Some(ends),
            analysis.ends.of(Vertex::ROOT).exact(),
            "{board}"
        );
        assert_eq!(
            Some(plies - 1),
            analysis.longest.of(Vertex::ROOT),
            "{board}"
        );
        assert_eq!(positions, labels.distinct().positions, "{board}");
    }
}

/// Chance nodes that lead to chance nodes belong to one ply, however many lines run through them;
/// each is counted once with all that reaches it, though it was discovered before those.
#[test]
fn a_ply_of_many_chance_nodes_is_counted_at_once() {
    const LENGTH: u32 = 200;
    let moves: Vec<String> = (0..=LENGTH)
        .flat_map(|index| ["l", "r"].map(|side| format!("{side}{index} -> {side}{index}")))
        .collect();
    let mut script = format!("start a: {}\nl0 end: 1 0\nr0 end: 0 1\n", moves.join(", "));
    for index in 1..=LENGTH {
        for side in ["l", "r"] {
            let below = index - 1;
            writeln!(
                script,
                "{side}{index} chance: x 1/2 -> l{below}, y 1/2 -> r{below}"
            )
            .expect("a string");
        }
    }
    let labels = scripted_graph(&script, Limits::default());
    let graph = labels.graph();
    let analysis = Analysis::new(graph, &RatingOptions::default());
    let (nodes, ends, plies, positions) = sum_of_plies(graph, &analysis.nodes, None);
    // Below each of the two nodes of a number there are 2^(number + 1) − 1 nodes.
    assert_eq!(nodes, power_of_two(LENGTH + 3) - (2 * LENGTH + 5));
    assert_eq!(ends, power_of_two(LENGTH + 2) - 2_u32);
    assert_eq!((plies, positions), (2, 3));
    assert_eq!(analysis.nodes.of(Vertex::ROOT).exact(), Some(nodes));
}

/// a goes round with b, who can also end the game; before that c can win alone, twice.
#[test]
fn ends_that_no_cycle_leads_to_are_counted_exactly() {
    let script = "players a b c
        start c: one -> won, two -> fork, in -> ring
        fork c: one -> won, two -> tied, in -> ring
        ring a: on -> turn
        turn b: on -> ring, out -> lost
        won end: 0 0 1
        tied end: 0 1/2 1/2
        lost end: 1 0 0";
    let labels = scripted_graph(script, Limits::default());
    let graph = labels.graph();
    let ends = EndsByWinners::new(graph);
    let counts = |vertex: u32| -> Vec<String> {
        let classes = ends.of(Vertex(vertex));
        classes.map(|(_, count)| count.to_string()).collect()
    };
    // a alone, c alone, b and c.
    assert_eq!(counts(0), ["infinite", "2", "1"]);
    let named = |name: &str| {
        let mut vertices = graph.vertices();
        vertices.find(|vertex| labels.position_text(*vertex) == name)
    };
    let ring = named("ring").expect("a ring");
    assert_eq!(counts(ring.0), ["infinite", "0", "0"]);
    assert_eq!(Counts::ends(graph).of(Vertex::ROOT).to_string(), "infinite");
    assert_eq!(Counts::nodes(graph).of(ring).to_string(), "infinite");
}

/// A budget of two positions ends at the coin: its branches are an end and a node with an estimate.
#[test]
fn a_chance_node_that_a_budget_hides_is_estimated_by_its_branches_and_is_no_position() {
    let script = "players a b; start a: toss -> coin; coin chance a: x 1/3 -> won, y 2/3 -> more; \
                  more b estimate 1/2 1/2: m -> won; won end: 1 0";
    let limits = Limits {
        max_nodes: Some(2),
        ..Limits::default()
    };
    let labels = scripted_graph(script, limits);
    let graph = labels.graph();
    let coin = Vertex(1);
    assert!(matches!(graph.kind(coin), VertexKind::Horizon(Player(0))));
    assert!(graph.is_chance(coin) && !graph.is_chance(Vertex::ROOT));
    assert_eq!(graph.outcome(coin, Player(0)), Some(ratio(2, 3)));
    assert_eq!(graph.outcome(coin, Player(1)), Some(ratio(1, 3)));
    assert_eq!(labels.distinct().positions, 1);
    let nodes = Counts::nodes(graph);
    let mut sweep = PlySweep::new(graph, &nodes, None);
    let plies: Vec<_> = std::iter::from_fn(|| sweep.ply())
        .map(|ply| ply.new_positions)
        .collect();
    assert_eq!(plies, [1, 0]);
}
