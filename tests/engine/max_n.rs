//! max^n on random small trees of three players: rated once more by its definition, and with
//! horizons by whatever may lie behind them.

use doomtree::game::{Player, Rational, one, ratio, whole, zero};
use doomtree::rating::{Analysis, Multiplayer, RatingOptions, best_edges, best_line};
use doomtree::tree::{Edge, Graph, Limits, Vertex, VertexKind};
use support::{Draws, plies, scripted_graph};

const PAYOFFS: [&str; 5] = ["0", "1/4", "1/2", "1/2", "1"];

fn options() -> RatingOptions {
    RatingOptions {
        multiplayer: Some(Multiplayer::MaxN),
        ..RatingOptions::default()
    }
}

/// Nodes that lead only to later ones; the last three are ends.
fn script(draws: &mut Draws, chance: bool) -> String {
    let inner = 3 + draws.below(7);
    let mut text = "players a b c".to_owned();
    for node in 0..inner {
        let target = |draws: &mut Draws| node + 1 + draws.below(inner + 3 - node - 1);
        if chance && node > 0 && draws.below(4) == 0 {
            let (first, second) = (target(draws), target(draws));
            text.push_str(&format!(
                "\nn{node} chance: x 1/3 -> n{first}, y 2/3 -> n{second}"
            ));
            continue;
        }
        let mover = ["a", "b", "c"][draws.below(3)];
        let moves: Vec<String> = (0..1 + draws.below(3))
            .map(|index| format!("m{index} -> n{}", target(draws)))
            .collect();
        text.push_str(&format!("\nn{node} {mover}: {}", moves.join(", ")));
    }
    for node in inner..inner + 3 {
        text.push_str(&format!("\nn{node} end: {}", payoffs(draws)));
    }
    text
}

fn payoffs(draws: &mut Draws) -> String {
    let numbers: Vec<&str> = (0..3).map(|_| PAYOFFS[draws.below(5)]).collect();
    numbers.join(" ")
}

/// What everybody gets below a vertex, where horizons are worth what `horizon` says.
fn values(graph: &Graph, horizon: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
    let mut values: Vec<Vec<Rational>> = vec![Vec::new(); graph.len()];
    for vertex in graph.order() {
        let own: Vec<Rational> = match graph.kind(vertex) {
            VertexKind::End => Player::all(3)
                .map(|player| graph.outcome(vertex, player).expect("a payoff"))
                .collect(),
            VertexKind::Horizon(_) => horizon[vertex.index()].clone(),
            VertexKind::Chance(_) => {
                let mut sums = vec![zero(); 3];
                for edge in graph.edges(vertex) {
                    let below = &values[graph.target(edge).index()];
                    for (sum, value) in sums.iter_mut().zip(below) {
                        *sum += graph.probability(edge) * value;
                    }
                }
                sums
            }
            VertexKind::Decision(mover) => {
                let mut best: Option<&Vec<Rational>> = None;
                for target in graph.targets(vertex) {
                    let value = &values[target.index()];
                    let own = value[mover.index()];
                    if best.is_none_or(|best| own > best[mover.index()]) {
                        best = Some(value);
                    }
                }
                best.expect("a move").clone()
            }
        };
        values[vertex.index()] = own;
    }
    values
}

#[test]
fn every_mover_takes_the_first_of_the_moves_that_are_best_for_itself() {
    let mut draws = Draws::new(5);
    let mut differ = 0;
    for round in 0..400 {
        let script = script(&mut draws, round % 2 == 1);
        let labels = scripted_graph(&script, Limits::default());
        let graph = labels.graph();
        let analysis = Analysis::new(graph, &options());
        let paranoid = RatingOptions {
            multiplayer: Some(Multiplayer::Paranoid),
            ..RatingOptions::default()
        };
        let paranoid = Analysis::new(graph, &paranoid);
        let expected = values(graph, &[]);
        for vertex in graph.vertices() {
            for player in Player::all(3) {
                let rating = analysis.ratings.rating(vertex, player);
                let expected = expected[vertex.index()][player.index()];
                assert_eq!(
                    rating.exact(),
                    Some(expected),
                    "{vertex:?} {player:?}\n{script}"
                );
                assert!(analysis.ratings.is_proven(vertex, player));
                differ += usize::from(paranoid.ratings.rating(vertex, player) != rating);
            }
            let best = best_edges(graph, &analysis.ratings, vertex);
            let pick = analysis.distances.pick(graph, &analysis.ratings, vertex);
            // Of those that give everybody what the first does, the shortest, and of these the first.
            // Where the sum is constant by chance, whoever has less than its share takes the longest.
            let worth = |edge: &Edge| &expected[graph.target(*edge).index()];
            let alike = best.iter().filter(|edge| worth(edge) == worth(&best[0]));
            let plies = |edge: &&Edge| {
                let below = analysis.distances.of(graph.target(**edge));
                below.unwrap_or(u32::MAX)
            };
            let is_quick = match (graph.kind(vertex), graph.payoff_sum()) {
                (VertexKind::Decision(mover), Some(sum)) => {
                    expected[vertex.index()][mover.index()] >= sum / whole(3)
                }
                _ => true,
            };
            let picked = match is_quick {
                true => alike.min_by_key(plies),
                false => alike.rev().max_by_key(plies),
            };
            assert_eq!(pick, picked.copied(), "{vertex:?}\n{script}");
        }
        let line = best_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT);
        if !line.through_chance {
            let end = line
                .line
                .last()
                .map_or(Vertex::ROOT, |edge| graph.target(*edge));
            assert_eq!(expected[0], expected[end.index()], "{script}");
        }
    }
    assert!(differ > 500, "{differ}");
}

#[test]
fn whatever_lies_behind_horizons_the_rating_is_in_the_proven_interval() {
    let mut draws = Draws::new(7);
    let (mut limited, mut narrow) = (0, 0);
    let numbers = [zero(), ratio(1, 4), ratio(1, 2), ratio(2, 3), one()];
    for round in 0..600 {
        let script = script(&mut draws, round % 2 == 1);
        // The range of payoffs has to be known: from 0 to 1.
        let script = format!("{script}\nlow end: 0 0 0\nhigh end: 1 1 1");
        let labels = scripted_graph(&script, plies(1 + draws.below(3) as u32));
        let graph = labels.graph();
        if graph.is_complete() {
            continue;
        }
        limited += 1;
        let ratings = Analysis::new(graph, &options()).ratings;
        let (low, high) = graph.range();
        assert_eq!((low, high), (zero(), one()), "{script}");
        for _ in 0..20 {
            let horizon: Vec<Vec<Rational>> = graph
                .vertices()
                .map(|_| (0..3).map(|_| numbers[draws.below(5)]).collect())
                .collect();
            let values = values(graph, &horizon);
            for vertex in graph.vertices() {
                for player in Player::all(3) {
                    let (low, high) = ratings.proven(vertex, player);
                    let value = values[vertex.index()][player.index()];
                    let inside = low.exact().is_some_and(|low| low <= value)
                        && high.exact().is_some_and(|high| value <= high);
                    assert!(
                        inside,
                        "{vertex:?} {player:?}: {value}, {low} to {high}\n{script}"
                    );
                }
            }
        }
        let players = Player::all(3);
        narrow += players
            .filter(|player| {
                let (low, high) = ratings.proven(Vertex::ROOT, *player);
                low.to_f64() > 0.0 || high.to_f64() < 1.0
            })
            .count();
    }
    assert!(limited > 200 && narrow > 50, "{limited}, {narrow}");
}
