//! What must hold of every board, every script and every text: checked on random ones.

mod common;

use std::sync::Arc;

use common::Draws;
use doomtree::game::{Kind, Player, Rational, Shown, one, play_line, ratio, zero};
use doomtree::games::scripted::{ScriptWriter, Scripted};
use doomtree::games::{Setup, Switches, WithGame, open, random};
use doomtree::rating::{Analysis, Options, Rating, best_edges};
use doomtree::tree::{
    Builder, Edge, Graph, Labels, Limits, PositionGraph, Unfolding, UnfoldingNode, Vertex,
    VertexKind,
};
use petgraph::visit::EdgeRef;
use proptest::prelude::*;

/// A random position of Dice of Doom under any rules that are built.
fn any_setup() -> impl Strategy<Value = Setup> {
    let size =
        (1_usize..=8, 1_usize..=64).prop_map(|(rows, columns)| (rows, columns.min(64 / rows)));
    (2_u64..=6, 1_u64..=9, size, prop::bool::ANY, any::<u64>()).prop_map(
        |(players, max_dice, (rows, columns), last, seed)| {
            let mut draws = Draws::new(seed);
            let letter = |draws: &mut Draws| {
                let player = draws.below(players as usize) as u8;
                Player(player).letter()
            };
            let rows: Vec<String> = (0..rows)
                .map(|_| {
                    (0..columns)
                        .map(|_| {
                            let owner = letter(&mut draws);
                            format!("{owner}{}", draws.below(max_dice as usize) + 1)
                        })
                        .collect()
                })
                .collect();
            let mut position = format!("{} {}", rows.join("/"), letter(&mut draws));
            if draws.below(4) == 0 {
                position.push_str(&format!(" +{}", draws.below(999) + 1));
            }
            Setup {
                game: "dice-of-doom".to_owned(),
                switches: Switches {
                    players: Some(players),
                    max_dice: Some(max_dice),
                    pass_listed: Some(if last { "last" } else { "first" }.to_owned()),
                    ..Switches::default()
                },
                position,
                columns: None,
            }
        },
    )
}

/// A random position of tic-tac-toe or Trilobite, of any size and line.
fn any_cells() -> impl Strategy<Value = Setup> {
    let size = (1_u64..=9, 1_u64..=64).prop_map(|(width, height)| (width, height.min(64 / width)));
    (prop::bool::ANY, size, 1_u64..=10, any::<u64>()).prop_map(
        |(columns, (width, height), line, seed)| {
            let (game, switches) = if columns {
                let switches = Switches {
                    width: Some(width),
                    height: Some(height),
                    line: Some(line),
                    ..Switches::default()
                };
                ("trilobite", switches)
            } else {
                ("tic-tac-toe", Switches::default())
            };
            let position = random(game, &switches, None, None, seed).expect("a good size");
            Setup {
                game: game.to_owned(),
                switches,
                position,
                columns: None,
            }
        },
    )
}

fn any_limits(most_nodes: u64) -> impl Strategy<Value = Limits> {
    (prop::option::of(0_u32..6), 1..=most_nodes).prop_map(|(max_plies, max_nodes)| Limits {
        max_plies,
        max_nodes: Some(max_nodes),
        ..Limits::default()
    })
}

/// Checks one graph, whatever its game.
struct Laws {
    limits: Limits,
    max_dice: u64,
    position: String,
}

impl WithGame for Laws {
    type Output = ();

    fn with<G: Shown>(self, game: G, position: G::Position) {
        assert_eq!(game.position_text(&position), self.position);
        let labels = PositionGraph::new(Arc::new(game), position, self.limits);
        let graph = labels.graph();
        vertices_and_moves_are_those_of_the_rules(&labels, self.max_dice);
        numbers_are_in_the_order_of_discovery(graph);
        petgraph_has_the_same_order(&labels);
        ratings_sum_to_one_and_lie_in_their_intervals(graph);
        preorder_is_depth_first(graph);
    }
}

fn vertices_and_moves_are_those_of_the_rules<G: Shown>(labels: &PositionGraph<G>, max_dice: u64) {
    let (game, graph) = (labels.game(), labels.graph());
    let mut moves = Vec::new();
    for vertex in graph.vertices() {
        let position = labels.position(vertex);
        let text = game.position_text(position);
        assert_eq!(game.read_position(&text).as_ref(), Ok(position));
        let dice = text.split(' ').next().expect("a board");
        let highest = dice.chars().filter_map(|c| c.to_digit(10)).max();
        assert!(
            highest.is_none_or(|dice| (1..=max_dice).contains(&u64::from(dice))),
            "{text}"
        );
        let kind = game.moves(position, &mut moves);
        assert_eq!(kind, game.kind(position));
        assert_eq!(moves.is_empty(), kind == Kind::End, "{text}");
        let mut words: Vec<_> = moves
            .iter()
            .map(|mv| game.move_text(position, *mv))
            .collect();
        // What is listed can be played, and what is played is listed.
        for (mv, word) in moves.iter().zip(&words) {
            let after = game.play(position, *mv);
            assert_eq!(play_line(&**game, position, word), Ok(after));
            assert_eq!(game.read_position(&game.position_text(&after)), Ok(after));
        }
        match graph.kind(vertex) {
            VertexKind::Horizon(player) => {
                assert_eq!(kind.player(), Some(player));
                assert!(graph.is_leaf(vertex));
            }
            VertexKind::End => assert_eq!(kind, Kind::End),
            VertexKind::Decision(player) => {
                assert_eq!(kind, Kind::Decision(player));
                let edges: Vec<_> = graph.edges(vertex).collect();
                assert_eq!(edges.len(), moves.len());
                for ((edge, mv), word) in edges.into_iter().zip(&moves).zip(&words) {
                    assert_eq!(labels.mv(edge), *mv);
                    assert_eq!(labels.move_text(vertex, edge), *word);
                    let after = labels.position(graph.target(edge));
                    assert_eq!(*after, game.play(position, *mv));
                    let left = graph.plies_left(vertex).map(|left| left - 1);
                    assert_eq!(graph.plies_left(graph.target(edge)), left);
                }
            }
            VertexKind::Chance(_) => panic!("no dice are rolled"),
        }
        let listed = words.len();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), listed, "{text}");
    }
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
    let (graph, digraph) = (labels.graph(), labels.digraph());
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

fn ratings_sum_to_one_and_lie_in_their_intervals(graph: &Graph) {
    let analysis = Analysis::new(graph, &Options::default());
    let ratings = &analysis.ratings;
    for vertex in graph.vertices() {
        let numbers: Vec<[Rational; 3]> = Player::all(graph.players())
            .map(|player| {
                let (low, high) = ratings.proven(vertex, player);
                [low, ratings.rating(vertex, player), high]
                    .map(|number| number.exact().expect("no chance, no doubles"))
            })
            .collect();
        for [low, rating, high] in &numbers {
            assert!(zero() <= *low && low <= rating && rating <= high && *high <= one());
        }
        if let [a, b] = &numbers[..] {
            assert_eq!(a[1] + b[1], one());
            assert_eq!((a[0] + b[2], a[2] + b[0]), (one(), one()));
        } else {
            // Everyone against p: nobody can be promised more than is there.
            assert!(numbers.iter().map(|number| number[1]).sum::<Rational>() <= one());
        }
        let best = best_edges(graph, ratings, vertex);
        assert_eq!(best.is_empty(), graph.is_leaf(vertex));
        if let VertexKind::Decision(mover) = graph.kind(vertex) {
            let rating = ratings.rating(vertex, mover);
            for edge in best {
                assert_eq!(ratings.rating(graph.target(edge), mover), rating);
            }
        }
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
        assert_eq!(unfolding.ply(node) as usize, unfolding.line(node).len());
        if let (Some(parent), Some(edge)) = (unfolding.parent(node), unfolding.edge(node)) {
            assert_eq!(graph.source(edge), unfolding.vertex(parent));
            assert_eq!(graph.target(edge), unfolding.vertex(node));
            assert_eq!(unfolding.child(parent, edge), Some(node));
        }
    }
}

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
        Analysis::new(few, &Options::default()),
        Analysis::new(all, &Options::default()),
    );
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
            // Chance leads to ends, so that no line runs through chance alone for ever.
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
    fn every_board_keeps_every_law(setup in any_setup(), limits in any_limits(150)) {
        let laws = Laws {
            limits,
            max_dice: setup.switches.max_dice.expect("it was set"),
            position: setup.position.clone(),
        };
        open(&setup, laws).expect("a good setup");
    }

    #[test]
    fn every_board_of_cells_keeps_every_law(setup in any_cells(), limits in any_limits(150)) {
        let laws = Laws {
            limits,
            max_dice: 0,
            position: setup.position.clone(),
        };
        open(&setup, laws).expect("a good setup");
    }

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
        let (game, root) = common::small(&text);
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
        let build = || common::scripted_graph(&any_script(inner, seed), Limits::default());
        let (first, second) = (build(), build());
        assert_same(&first, &second);
        let ratings = |graph: &Graph| -> Vec<(Rating, Rating, Rating)> {
            let analysis = Analysis::new(graph, &Options::default());
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
