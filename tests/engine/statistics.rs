//! Statistics against the tree unfolded by hand, and read back from comma-separated values.

use std::collections::{BTreeMap, BTreeSet};

use doomtree::game::{Player, winners_of};
use doomtree::games::{Setup, Switches};
use doomtree::rating::{MAX_RATINGS, MixPart};
use doomtree::session::{Rated, Statistics, open};
use doomtree::tree::{Count, Limits, Total, Vertex, VertexKind};
use support::scripted_graph;

fn rated(game: &str, position: &str, switches: Switches, limits: Limits) -> Rated {
    let setup = Setup {
        game: game.to_owned(),
        position: position.to_owned(),
        switches,
        columns: None,
    };
    open(&setup, limits, "").expect(position).finish()
}

fn lisp(position: &str, limits: Limits) -> Rated {
    rated("dice-of-doom", position, Switches::default(), limits)
}

fn dice(position: &str, players: u64, limits: Limits) -> Rated {
    let switches = Switches {
        preset: Some("land-of-lisp-v4".to_owned()),
        players: Some(players),
        ..Switches::default()
    };
    rated("dice-of-doom", position, switches, limits)
}

fn script(text: &str) -> Rated {
    let switches = Switches {
        script: Some(text.to_owned()),
        ..Switches::default()
    };
    rated("scripted", "", switches, Limits::default())
}

fn boards() -> Vec<(&'static str, Rated)> {
    let plies = |max_plies| Limits {
        max_plies: Some(max_plies),
        ..Limits::default()
    };
    let nodes = |max_nodes| Limits {
        max_nodes: Some(max_nodes),
        ..Limits::default()
    };
    vec![
        ("book", lisp("b2b2/a2b1 a", Limits::default())),
        ("3×2", lisp("b2a2/a3b1/a1b2 a", Limits::default())),
        ("to ply 6", lisp("b2a1a1/a2b2a3/b3b1b1 a", plies(6))),
        ("90 positions", lisp("b2a1a1/a2b2a3/b3b1b1 a", nodes(90))),
        ("dice", dice("a4b1 a", 2, Limits::default())),
        ("dice to ply 4", dice("b2b2/a2b1 a", 2, plies(4))),
        ("dice to ply 3", dice("a3b2/b1a3 a", 2, plies(3))),
        ("three players", dice("a2b2c1 a", 3, plies(4))),
    ]
}

/// What is counted by hand, node by node.
#[derive(Default)]
struct ByHand {
    nodes: u64,
    by_ply: Vec<[u64; 4]>,
    first: BTreeMap<Vertex, u32>,
    winners: BTreeMap<u32, u64>,
    ratings: Vec<BTreeMap<String, u64>>,
}

fn by_hand(rated: &Rated) -> ByHand {
    let graph = rated.graph.graph();
    let same = rated.graph.first_with_position();
    let mut hand = ByHand {
        ratings: vec![BTreeMap::new(); graph.players()],
        ..ByHand::default()
    };
    let mut waiting = vec![(Vertex::ROOT, 0_u32)];
    while let Some((vertex, ply)) = waiting.pop() {
        hand.nodes += 1;
        if hand.by_ply.len() <= ply as usize {
            hand.by_ply.resize(ply as usize + 1, [0; 4]);
        }
        let counts = &mut hand.by_ply[ply as usize];
        counts[0] += 1;
        match graph.kind(vertex) {
            VertexKind::End => {
                counts[1] += 1;
                let payoffs: Vec<_> = Player::all(graph.players())
                    .filter_map(|player| graph.outcome(vertex, player))
                    .collect();
                *hand.winners.entry(winners_of(&payoffs).0).or_default() += 1;
            }
            VertexKind::Decision(_) => {
                counts[2] += 1;
                counts[3] += graph.degree(vertex) as u64;
            }
            _ => {}
        }
        if !graph.is_chance(vertex) {
            let position = same.as_ref().map_or(vertex, |same| same[vertex.index()]);
            let first = hand.first.entry(position).or_insert(ply);
            *first = ply.min(*first);
        }
        for player in Player::all(graph.players()) {
            let rating = rated.analysis.ratings.rating(vertex, player).to_string();
            *hand.ratings[player.index()].entry(rating).or_default() += 1;
        }
        let next = graph.targets(vertex).iter();
        waiting.extend(next.map(|target| (*target, ply + graph.cost(vertex))));
    }
    hand
}

fn number(total: &Total) -> u64 {
    total.count().to_u64().expect("a small number")
}

#[test]
fn everything_that_is_counted_is_what_a_tree_unfolded_by_hand_has() {
    let (mut plies, mut kinds, mut told_apart) = (0, 0, 0);
    for (name, rated) in boards() {
        let statistics = Statistics::of(&rated);
        let graph = rated.graph.graph();
        let hand = by_hand(&rated);
        assert_eq!(number(&statistics.all.nodes), hand.nodes, "{name}");
        let root = rated.analysis.nodes.of(Vertex::ROOT).to_u64();
        assert_eq!(root, Some(hand.nodes), "{name}");
        let distinct = rated.graph.distinct().positions;
        assert_eq!(statistics.all.positions, distinct, "{name}");
        assert_eq!(hand.first.len() as u64, distinct, "{name}");
        let same = rated.graph.first_with_position();
        let first = |vertex: Vertex| same.as_ref().map_or(vertex, |same| same[vertex.index()]);
        let no_chance = graph.vertices().filter(|v| !graph.is_chance(*v)).count() as u64;
        let limited = same.is_some().then_some(no_chance);
        assert_eq!(statistics.with_plies_left, limited, "{name}");
        let of_positions = [
            &statistics.decisions,
            &statistics.ends,
            &statistics.horizons,
        ];
        let sum: u64 = of_positions.iter().map(|kind| kind.positions).sum();
        assert_eq!(sum, distinct, "{name}");
        let won: u64 = statistics
            .winners
            .iter()
            .map(|(_, won)| won.positions)
            .sum();
        assert_eq!(won, statistics.ends.positions, "{name}");
        let ratings = &rated.analysis.ratings;
        let certain: BTreeSet<Vertex> = graph
            .vertices()
            .filter(|vertex| !graph.is_chance(*vertex) && ratings.all_proven(*vertex))
            .map(first)
            .collect();
        assert_eq!(statistics.proven.positions, certain.len() as u64, "{name}");
        told_apart += usize::from(no_chance > distinct);
        let of_kinds = [
            &statistics.decisions,
            &statistics.chance,
            &statistics.ends,
            &statistics.horizons,
        ];
        kinds += of_kinds.iter().filter(|kind| kind.positions > 0).count();
        let sum: u64 = of_kinds.iter().map(|kind| number(&kind.nodes)).sum();
        assert_eq!(sum, hand.nodes, "{name}");
        assert_eq!(statistics.plies.len(), hand.by_ply.len(), "{name}");
        for (number_of, (ply, counts)) in statistics.plies.iter().zip(&hand.by_ply).enumerate() {
            let got = [&ply.nodes, &ply.ends, &ply.decisions, &ply.moves].map(number);
            assert_eq!(got, *counts, "{name}, ply {number_of}");
            let new = hand
                .first
                .values()
                .filter(|ply| **ply as usize == number_of);
            assert_eq!(
                ply.new_positions,
                new.count() as u64,
                "{name}, ply {number_of}"
            );
            let mean = (counts[2] > 0).then(|| counts[3] as f64 / counts[2] as f64);
            assert_eq!(ply.branching(), mean, "{name}, ply {number_of}");
            plies += 1;
        }
        let winners: BTreeMap<u32, u64> = statistics
            .winners
            .iter()
            .map(|(winners, counts)| (winners.0, number(&counts.nodes)))
            .collect();
        assert_eq!(winners, hand.winners, "{name}");
        for (mix, by_hand) in statistics.mixes.iter().zip(&hand.ratings) {
            let nodes: u64 = mix.parts.iter().map(|part| number(&part.nodes)).sum();
            assert_eq!(nodes, hand.nodes, "{name}");
            // Each position once at each of its ratings.
            let pairs = |wanted: &dyn Fn(Vertex) -> bool| {
                let those = graph.vertices().filter(|vertex| wanted(*vertex));
                let pair = |v: Vertex| (first(v), ratings.rating(v, mix.player).to_string());
                those.map(pair).collect::<BTreeSet<_>>().len() as u64
            };
            let sum = |number: &dyn Fn(&MixPart) -> u64| mix.parts.iter().map(number).sum::<u64>();
            let positions = pairs(&|vertex| !graph.is_chance(vertex));
            assert_eq!(sum(&|part| part.positions), positions, "{name}");
            let chance = pairs(&|vertex| graph.is_chance(vertex));
            assert_eq!(sum(&|part| part.chance), chance, "{name}");
            let certain = |v| !graph.is_chance(v) && ratings.is_proven(v, mix.player);
            assert_eq!(sum(&|part| part.proven), pairs(&certain), "{name}");
            if !mix.gathered {
                let got: BTreeMap<String, u64> = mix
                    .parts
                    .iter()
                    .map(|part| (part.min.to_string(), number(&part.nodes)))
                    .collect();
                assert_eq!(&got, by_hand, "{name}, {:?}", mix.player);
            }
        }
        assert_eq!(statistics.mixes.len(), graph.players(), "{name}");
        assert_eq!(statistics.at_least, name == "90 positions", "{name}");
    }
    assert!(plies > 40 && kinds > 16, "{plies}, {kinds}");
    assert!(
        told_apart > 0,
        "positions that have several numbers of plies left"
    );
}

#[test]
fn plies_above_where_a_budget_stopped_the_tree_are_exact_and_those_below_at_least() {
    let position = "b2a1a1/a2b2a3/b3b1b1 a";
    let whole = Statistics::of(&lisp(position, Limits::default()));
    let limits = Limits {
        max_nodes: Some(90),
        ..Limits::default()
    };
    let stopped = Statistics::of(&lisp(position, limits));
    let mut exact = 0;
    for (number_of, (ply, all)) in stopped.plies.iter().zip(&whole.plies).enumerate() {
        if stopped.is_least(number_of) {
            assert!(number(&ply.nodes) <= number(&all.nodes));
        } else {
            assert_eq!(number(&ply.nodes), number(&all.nodes), "ply {number_of}");
            exact += 1;
        }
        assert!(!whole.is_least(number_of));
    }
    assert!(exact > 2 && exact < stopped.plies.len(), "{exact}");
}

#[test]
fn many_ratings_are_gathered_in_intervals_that_hold_them_all() {
    let mut text = "s a: ".to_owned();
    let ends = MAX_RATINGS + 30;
    let moves: Vec<String> = (0..ends).map(|end| format!("m{end} -> e{end}")).collect();
    text.push_str(&moves.join(", "));
    for end in 0..ends {
        text.push_str(&format!("\ne{end} end: {end}/{} 0", ends - 1));
    }
    let rated = script(&text);
    let statistics = Statistics::of(&rated);
    let mix = &statistics.mixes[0];
    assert!(mix.gathered);
    let graph = rated.graph.graph();
    for (place, part) in mix.parts.iter().enumerate() {
        let last = place + 1 == mix.parts.len();
        let inside = graph.vertices().filter(|vertex| {
            let rating = rated.analysis.ratings.rating(*vertex, Player(0));
            let below = rating.compare(&part.max);
            rating.compare(&part.min).is_ge() && (below.is_lt() || (last && below.is_eq()))
        });
        assert_eq!(part.positions, inside.count() as u64, "{part:?}");
    }
    let all: u64 = mix.parts.iter().map(|part| part.positions).sum();
    assert_eq!(all, graph.len() as u64);
    assert!(!statistics.mixes[1].gathered);
}

#[test]
fn a_tree_without_end_is_counted_to_a_ply_and_says_so() {
    let rated = script("s a: l -> m, r -> m\nm b: back -> s, on -> e\ne end: 1 0");
    let statistics = Statistics::of(&rated);
    assert!(statistics.goes_on);
    assert_eq!(statistics.all.nodes.count(), Count::Infinite);
    let nodes: Vec<u64> = statistics
        .plies
        .iter()
        .map(|ply| number(&ply.nodes))
        .collect();
    assert_eq!(nodes[..6], [1, 2, 4, 4, 8, 8]);
    let new: u64 = statistics.plies.iter().map(|ply| ply.new_positions).sum();
    assert_eq!(new, 3);
    assert!(statistics.plies.len() < 20);
}

#[test]
fn three_hundred_plies_of_two_moves_grow_to_every_digit() {
    let mut text = String::new();
    for node in 0..300 {
        let next = node + 1;
        text.push_str(&format!("n{node} a: l -> n{next}, r -> n{next}\n"));
    }
    text.push_str("n300 end: 1 0");
    // The same graph two ways: as a script that is opened, and as one that is built here.
    assert_eq!(scripted_graph(&text, Limits::default()).graph().len(), 301);
    let statistics = Statistics::of(&script(&text));
    for (number, ply) in statistics.plies.iter().enumerate() {
        let expected = num_bigint::BigUint::from(1_u32) << number;
        assert_eq!(ply.nodes.count().exact(), Some(expected));
        assert_eq!(
            ply.branching().map(|mean| (mean * 1e6).round()),
            (number < 300).then_some(2e6)
        );
    }
    let log = statistics.all.nodes.log10().expect("a number");
    assert!((log - 301.0 * 2_f64.log10()).abs() < 1e-9);
}
