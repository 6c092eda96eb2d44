//! What must hold of every build: in pieces, under budgets and twice, on random boards and scripts.
//! What must hold of every game is in `games.rs`.

use std::sync::Arc;

use doomtree::game::{Kind, Player, Shown, one, ratio, zero};
use doomtree::games::scripted::{ScriptWriter, Scripted};
use doomtree::rating::{Analysis, Rating, RatingOptions};
use doomtree::tree::{Builder, Graph, Limits, PositionGraph, Vertex, VertexKind};
use proptest::prelude::*;
use support::Draws;

fn kinds(graph: &Graph) -> Vec<VertexKind> {
    graph.vertices().map(|vertex| graph.kind(vertex)).collect()
}

fn moves_of(graph: &Graph) -> Vec<Vec<Vertex>> {
    graph
        .vertices()
        .map(|vertex| graph.targets(vertex).to_vec())
        .collect()
}

/// A stopped graph is the beginning of the whole one, and what it calls proven holds there.
fn is_prefix<G: Shown>(part: &PositionGraph<G>, whole: &PositionGraph<G>) {
    let (few, all) = (part.graph(), whole.graph());
    let mut edges = 0;
    let mut cut = false;
    for vertex in few.vertices() {
        assert_eq!(part.position(vertex), whole.position(vertex));
        assert_eq!(few.plies_left(vertex), all.plies_left(vertex));
        let stops = matches!(few.kind(vertex), VertexKind::Horizon(_))
            && !matches!(all.kind(vertex), VertexKind::Horizon(_));
        if stops {
            cut = true;
            assert!(few.is_leaf(vertex));
        } else {
            assert_eq!(few.kind(vertex), all.kind(vertex));
            assert_eq!(few.targets(vertex), all.targets(vertex));
            edges += few.degree(vertex);
            // All that have moves come before all that were stopped.
            assert!(!cut || few.is_leaf(vertex));
        }
    }
    assert_eq!(few.edge_count(), edges);
    assert_eq!(cut, few.stopped().is_some());
    let (some, every) = (
        Analysis::new(few, &RatingOptions::default()),
        Analysis::new(all, &RatingOptions::default()),
    );
    // Max^n isn't defined where positions recur: a part that doesn't know it yet is rated otherwise.
    if some.ratings.multiplayer() != every.ratings.multiplayer() {
        assert!(all.is_cyclic() && !few.is_cyclic());
        return;
    }
    for vertex in few.vertices() {
        for player in Player::all(few.players()) {
            let (low, high) = some.ratings.proven(vertex, player);
            let (least, most) = every.ratings.proven(vertex, player);
            if !(all.is_cyclic() && all.has_chance()) {
                assert!(low.compare(&least).is_le() && most.compare(&high).is_le());
            } else if every.ratings.is_proven(vertex, player) {
                // Bounds that were iterated are doubles, and may be apart by more in the whole
                // graph than in a part of it in which no chance is known yet.
                let rating = every.ratings.rating(vertex, player).to_f64();
                assert!(low.to_f64() - 1e-9 <= rating && rating <= high.to_f64() + 1e-9);
            }
        }
    }
}

/// The same graph in every respect.
fn assert_same<G: Shown>(one: &PositionGraph<G>, other: &PositionGraph<G>) {
    let (first, second) = (one.graph(), other.graph());
    assert_eq!(first.stopped(), second.stopped());
    assert_eq!(kinds(first), kinds(second));
    assert_eq!(moves_of(first), moves_of(second));
    for vertex in first.vertices() {
        assert_eq!(one.position(vertex), other.position(vertex));
        assert_eq!(first.plies_left(vertex), second.plies_left(vertex));
        for player in Player::all(first.players()) {
            assert_eq!(
                first.outcome(vertex, player),
                second.outcome(vertex, player)
            );
        }
        for (edge, twin) in first.edges(vertex).zip(second.edges(vertex)) {
            assert_eq!(one.mv(edge), other.mv(twin));
            assert_eq!(first.probability(edge), second.probability(twin));
        }
    }
}

/// Budgets, odd chunks and snapshots against the graph that is built in one go.
fn budgets_chunks_and_snapshots<G: Shown>(
    game: Arc<G>,
    root: G::Position,
    max_plies: Option<u32>,
    budget: u64,
    chunk: usize,
) {
    let limits = |max_nodes| Limits {
        max_plies,
        max_nodes,
        ..Limits::default()
    };
    let build = |max_nodes| PositionGraph::new(Arc::clone(&game), root, limits(max_nodes));
    let whole = build(None);
    let size = whole.graph().len() as u64;
    assert_eq!(whole.graph().stopped(), None);
    assert_same(&build(Some(size)), &whole);
    let budget = budget % size + 1;
    let part = build(Some(budget));
    assert!(part.graph().len() as u64 <= budget);
    is_prefix(&part, &whole);
    if let Some(doomtree::tree::Stopped::MaxNodes(nodes)) = part.graph().stopped() {
        assert_eq!(nodes, part.graph().len() as u64);
        assert_same(&build(Some(nodes)), &part);
    }
    let mut builder = Builder::new(Arc::clone(&game), root, limits(None));
    let mut snapshots = 0;
    loop {
        let progress = builder.step(chunk);
        if snapshots < 5 {
            snapshots += 1;
            let snapshot = builder.snapshot();
            assert_eq!(snapshot.limits(), limits(None));
            assert_eq!(snapshot.graph().len(), progress.positions);
            is_prefix(&snapshot, &whole);
            assert_same(&snapshot, &build(Some(progress.positions as u64)));
        }
        if progress.done {
            break;
        }
    }
    assert_same(&builder.finish(), &whole);
}

/// A random script of up to `inner` decisions and chance nodes and two ends, three players.
fn any_script(inner: usize, seed: u64) -> String {
    let mut draws = Draws::new(seed);
    let players = ["a", "b", "c"].map(str::to_owned);
    let mut writer = ScriptWriter::new(&players);
    let mut chance_before = false;
    for node in 0..inner {
        let chance = draws.below(4) == 0 && !chance_before;
        let mover = Player(draws.below(3) as u8);
        let kind = if chance {
            Kind::Chance(mover)
        } else {
            Kind::Decision(mover)
        };
        writer.node(&format!("n{node}"), kind, &[]);
        let branches = draws.below(3) + 1;
        for branch in 0..branches {
            // Chance leads to ends, so that no line runs through chance alone forever.
            let target = if chance {
                inner + draws.below(2)
            } else {
                draws.below(inner + 2)
            };
            let probability = chance.then(|| ratio(1, branches as i128));
            writer.branch(&format!("m{branch}"), probability, &format!("n{target}"));
        }
        chance_before = chance;
    }
    writer.node(&format!("n{inner}"), Kind::End, &[one(), zero(), zero()]);
    writer.node(
        &format!("n{}", inner + 1),
        Kind::End,
        &[zero(), ratio(1, 2), ratio(1, 2)],
    );
    writer.finish()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_boards_are_built_alike_in_pieces_and_under_budgets(
        seed in any::<u64>(), max_plies in prop::option::of(0_u32..9), budget in any::<u64>(),
        chunk in 1_usize..50,
    ) {
        let mut draws = Draws::new(seed);
        let hexes: Vec<String> = (0..6)
            .map(|_| format!("{}{}", ["a", "b"][draws.below(2)], draws.below(3) + 1))
            .collect();
        let text = format!("{}/{} a", hexes[..3].concat(), hexes[3..].concat());
        let (game, root) = support::small(&text);
        budgets_chunks_and_snapshots(game, root, max_plies, budget, chunk);
    }

    #[test]
    fn scripts_with_cycles_and_chance_are_built_alike_in_pieces_and_under_budgets(
        seed in any::<u64>(), inner in 1_usize..12, max_plies in prop::option::of(0_u32..5),
        budget in any::<u64>(), chunk in 1_usize..5,
    ) {
        let game = Arc::new(Scripted::new(&any_script(inner, seed)).expect("a good script"));
        let start = game.start();
        budgets_chunks_and_snapshots(game, start, max_plies, budget, chunk);
    }

    #[test]
    fn the_same_graph_comes_from_the_same_input(seed in any::<u64>(), inner in 1_usize..12) {
        let build = || support::scripted_graph(&any_script(inner, seed), Limits::default());
        let (first, second) = (build(), build());
        assert_same(&first, &second);
        let ratings = |graph: &Graph| -> Vec<(Rating, Rating, Rating)> {
            let analysis = Analysis::new(graph, &RatingOptions::default());
            graph.vertices().flat_map(|vertex| Player::all(3).map(move |player| (vertex, player)))
                .map(|(vertex, player)| {
                    let (low, high) = analysis.ratings.proven(vertex, player);
                    (low, analysis.ratings.rating(vertex, player), high)
                })
                .collect()
        };
        prop_assert_eq!(ratings(first.graph()), ratings(second.graph()));
    }
}
