//! Games in which positions recur: random small scripts, rated once more by trying every pair of
//! positional strategies.

use doomtree::game::{Player, Rational, half, one, ratio, to_f64, zero};
use doomtree::rating::{Analysis, LineEnd, RatingOptions, best_edges, best_line};
use doomtree::tree::{Graph, Limits, Vertex, VertexKind};
use support::{Draws, scripted_graph};

/// A random script: its first nodes are inner, the others are ends.
struct Shape {
    players: usize,
    inner: usize,
    ends: usize,
    /// How many of ten inner nodes are chance nodes.
    chance: usize,
    /// Decisions lead onwards only, and every chance node also to an end: play ends with
    /// probability 1.
    stopping: bool,
}

const PAYOFFS: [&str; 6] = ["0", "1/4", "1/3", "1/2", "3/4", "1"];
const PROBABILITIES: [[&str; 3]; 3] = [
    ["1/2", "1/3", "1/6"],
    ["0", "9/10", "1/10"],
    ["1/4", "1/4", "1/2"],
];

fn script(draws: &mut Draws, shape: &Shape) -> String {
    let Shape {
        players,
        inner,
        ends,
        chance,
        stopping,
    } = *shape;
    let letters: Vec<String> = Player::all(players)
        .map(|player| player.letter().to_string())
        .collect();
    let mut text = format!("players {}", letters.join(" "));
    for node in 0..inner {
        let anywhere = |draws: &mut Draws| draws.below(inner + ends);
        if draws.below(10) < chance {
            let odds = PROBABILITIES[draws.below(3)];
            text.push_str(&format!("\nn{node} chance:"));
            for (branch, odds) in odds.into_iter().enumerate() {
                // A line through chance alone forever is refused, so a branch leads to a decision
                // only by going to a later chance node, or to an end.
                let target = if branch == 2 && stopping {
                    inner + draws.below(ends)
                } else {
                    anywhere(draws)
                };
                let comma = if branch == 0 { "" } else { "," };
                text.push_str(&format!("{comma} m{branch} {odds} -> n{target}"));
            }
        } else {
            let mover = &letters[draws.below(players)];
            text.push_str(&format!("\nn{node} {mover}:"));
            for branch in 0..=draws.below(3) {
                let target = if stopping {
                    node + 1 + draws.below(inner + ends - node - 1)
                } else {
                    anywhere(draws)
                };
                let comma = if branch == 0 { "" } else { "," };
                text.push_str(&format!("{comma} m{branch} -> n{target}"));
            }
        }
    }
    for node in inner..inner + ends {
        let numbers: Vec<_> = (0..players).map(|_| PAYOFFS[draws.below(6)]).collect();
        text.push_str(&format!("\nn{node} end: {}", numbers.join(" ")));
    }
    text
}

/// What every vertex is worth to `player` once all choices are made: a linear system, in which
/// vertices that reach no end are worth `draw`.
fn chosen_values(graph: &Graph, choice: &[usize], player: Player, draw: f64) -> Vec<f64> {
    let n = graph.len();
    let steps = |vertex: Vertex| -> Vec<(usize, f64)> {
        match graph.kind(vertex) {
            VertexKind::Chance(_) => graph
                .edges(vertex)
                .map(|edge| (graph.target(edge).index(), to_f64(&graph.probability(edge))))
                .filter(|(_, probability)| *probability > 0.0)
                .collect(),
            VertexKind::Decision(_) => {
                vec![(graph.targets(vertex)[choice[vertex.index()]].index(), 1.0)]
            }
            _ => Vec::new(),
        }
    };
    let mut ends: Vec<bool> = graph
        .vertices()
        .map(|vertex| graph.is_leaf(vertex))
        .collect();
    for _ in 0..n {
        for vertex in graph.vertices() {
            if steps(vertex).iter().any(|(target, _)| ends[*target]) {
                ends[vertex.index()] = true;
            }
        }
    }
    // Gauss-Jordan on rows of n coefficients and the right side.
    let mut rows: Vec<Vec<f64>> = graph
        .vertices()
        .map(|vertex| {
            let index = vertex.index();
            let mut row = vec![0.0; n + 1];
            row[index] = 1.0;
            if let Some(payoff) = graph.outcome(vertex, player) {
                row[n] = to_f64(&payoff);
            } else if !ends[index] {
                row[n] = draw;
            } else {
                for (target, probability) in steps(vertex) {
                    row[target] -= probability;
                }
            }
            row
        })
        .collect();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))
            .expect("a row");
        rows.swap(column, pivot);
        let scale = rows[column][column];
        rows[column].iter_mut().for_each(|number| *number /= scale);
        let pivot = rows[column].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if index != column && factor != 0.0 {
                for (number, pivot) in row.iter_mut().zip(&pivot) {
                    *number -= factor * pivot;
                }
            }
        }
    }
    rows.iter().map(|row| row[n]).collect()
}

/// Every way to choose at the vertices of `deciders`, written over `choice` and handed to `then`.
fn every_choice(
    graph: &Graph,
    deciders: &[Vertex],
    choice: &mut Vec<usize>,
    then: &mut dyn FnMut(&mut Vec<usize>),
) {
    let Some((first, rest)) = deciders.split_first() else {
        then(choice);
        return;
    };
    for move_index in 0..graph.degree(*first) {
        choice[first.index()] = move_index;
        every_choice(graph, rest, choice, then);
    }
}

/// The largest over the player's positional strategies of the smallest over the others'.
fn brute_force(graph: &Graph, player: Player, draw: f64) -> Vec<f64> {
    let decides = |vertex: &Vertex, own: bool| match graph.kind(*vertex) {
        VertexKind::Decision(mover) => (mover == player) == own,
        _ => false,
    };
    let own: Vec<Vertex> = graph
        .vertices()
        .filter(|vertex| decides(vertex, true))
        .collect();
    let others: Vec<Vertex> = graph
        .vertices()
        .filter(|vertex| decides(vertex, false))
        .collect();
    let mut best = vec![f64::NEG_INFINITY; graph.len()];
    every_choice(graph, &own, &mut vec![0; graph.len()], &mut |choice| {
        let mut worst = vec![f64::INFINITY; graph.len()];
        every_choice(graph, &others, choice, &mut |choice| {
            let values = chosen_values(graph, choice, player, draw);
            for (worst, value) in worst.iter_mut().zip(values) {
                *worst = worst.min(value);
            }
        });
        for (best, worst) in best.iter_mut().zip(worst) {
            *best = best.max(worst);
        }
    });
    best
}

/// The distances, by repeating their definition from "no end known" until nothing changes.
fn slow_distances(graph: &Graph, analysis: &Analysis) -> Vec<Option<u32>> {
    let mut distances = vec![None; graph.len()];
    loop {
        let next: Vec<Option<u32>> = graph
            .vertices()
            .map(|vertex| match graph.kind(vertex) {
                VertexKind::End => Some(0),
                VertexKind::Chance(_) | VertexKind::Horizon(_) => None,
                VertexKind::Decision(mover) => {
                    let best = best_edges(graph, &analysis.ratings, vertex);
                    let lengths: Vec<Option<u32>> = best
                        .iter()
                        .map(|edge| distances[graph.target(*edge).index()])
                        .collect();
                    let rating = analysis.ratings.rating(vertex, mover).to_f64();
                    let quick = fair_share(graph).is_none_or(|share| rating >= share - 1e-12);
                    let length = if quick {
                        lengths.iter().flatten().min().copied()
                    } else if lengths.contains(&None) {
                        None
                    } else {
                        lengths.iter().flatten().max().copied()
                    };
                    length.map(|plies| plies + 1)
                }
            })
            .collect();
        if next == distances {
            return distances;
        }
        distances = next;
    }
}

fn best_lines_end_as_they_say(graph: &Graph, analysis: &Analysis) {
    for vertex in graph.vertices() {
        let line = best_line(graph, &analysis.ratings, &analysis.distances, vertex);
        let mut seen = vec![vertex];
        let mut here = vertex;
        for (index, edge) in line.line.iter().enumerate() {
            assert_eq!(graph.source(*edge), here);
            here = graph.target(*edge);
            let last = index + 1 == line.line.len();
            assert_eq!(
                seen.contains(&here),
                last && line.ended == LineEnd::Repetition
            );
            seen.push(here);
        }
        match line.ended {
            LineEnd::End => assert_eq!(graph.kind(here), VertexKind::End),
            LineEnd::Horizon => assert!(matches!(graph.kind(here), VertexKind::Horizon(_))),
            LineEnd::Repetition => assert!(seen[..seen.len() - 1].contains(&here)),
            LineEnd::Open => {
                assert!(best_edges(graph, &analysis.ratings, here).is_empty());
                continue;
            }
        }
        if let Some(plies) = analysis.distances.of(vertex)
            && !line.through_chance
        {
            assert_eq!(line.line.len(), plies as usize);
        }
    }
}

/// Play without end is worth a draw, or any number of some that payoffs lie around.
fn any_options(draws: &mut Draws) -> RatingOptions {
    let endless = [
        None,
        Some(zero()),
        Some(half()),
        Some(one()),
        Some(ratio(1, 3)),
    ];
    RatingOptions {
        endless: endless[draws.below(5)],
        ..RatingOptions::default()
    }
}

/// The constant sum of the payoffs divided by the players.
fn fair_share(graph: &Graph) -> Option<f64> {
    let sum = |outcome: &[Rational]| outcome.iter().sum::<Rational>();
    let mut sums = graph.outcomes().map(sum);
    let first = sums.next()?;
    let constant = sums.all(|sum| sum == first);
    constant.then(|| to_f64(&first) / graph.players() as f64)
}

fn worth(options: &RatingOptions, graph: &Graph) -> f64 {
    let (low, high) = graph.range();
    let draw = || match graph.players() {
        // Going round in circles solves no puzzle.
        1 => to_f64(&low),
        players => fair_share(graph).unwrap_or(1.0 / players as f64),
    };
    let worth = options.endless.map_or_else(draw, |worth| to_f64(&worth));
    worth.clamp(to_f64(&low), to_f64(&high))
}

#[test]
fn without_chance_cycles_are_rated_as_by_all_positional_strategies() {
    let mut draws = Draws::new(17);
    let (mut cyclic, mut draw_ratings, mut wins) = (0, 0, 0);
    while cyclic < 400 {
        let shape = Shape {
            players: 1 + draws.below(3),
            inner: 1 + draws.below(5),
            ends: 1 + draws.below(3),
            chance: 0,
            stopping: false,
        };
        let script = script(&mut draws, &shape);
        let graph = scripted_graph(&script, Limits::default());
        let graph = graph.graph();
        if !graph.is_cyclic() {
            continue;
        }
        cyclic += 1;
        let options = any_options(&mut draws);
        let draw = worth(&options, graph);
        let analysis = Analysis::new(graph, &options);
        let endless = graph.endless();
        for player in Player::all(shape.players) {
            let expected = brute_force(graph, player, draw);
            for vertex in graph.vertices() {
                let rating = analysis.ratings.rating(vertex, player);
                let rating = to_f64(&rating.exact().expect("exact without chance"));
                let expected = expected[vertex.index()];
                assert!(
                    (rating - expected).abs() < 1e-9,
                    "{player:?} {vertex:?}: {rating}, not {expected}\n{script}"
                );
                if endless[vertex.index()] {
                    draw_ratings += usize::from((rating - draw).abs() < 1e-9);
                    wins += usize::from(rating > draw + 1e-9);
                }
            }
        }
        let distances: Vec<_> = graph
            .vertices()
            .map(|vertex| analysis.distances.of(vertex))
            .collect();
        assert_eq!(distances, slow_distances(graph, &analysis), "{script}");
        best_lines_end_as_they_say(graph, &analysis);
    }
    assert!(
        draw_ratings > 300 && wins > 100,
        "{draw_ratings} draws, {wins} wins"
    );
}

/// The bounds meet, whatever end components there are, at the true value.
fn check_bounds(seed: u64, stopping: bool, games: usize) {
    let mut draws = Draws::new(seed);
    let (mut cyclic, mut met, mut endless_ratings) = (0, 0, 0);
    while cyclic < games {
        let shape = Shape {
            players: 1 + draws.below(3),
            inner: 2 + draws.below(5),
            ends: 1 + draws.below(2),
            chance: 5,
            stopping,
        };
        let script = script(&mut draws, &shape);
        let Ok(_) = doomtree::games::scripted::Scripted::new(&script) else {
            // Chance alone for ever.
            continue;
        };
        let graph = scripted_graph(&script, Limits::default());
        let graph = graph.graph();
        if !graph.is_cyclic() || !graph.has_chance() {
            continue;
        }
        cyclic += 1;
        let options = any_options(&mut draws);
        let draw = worth(&options, graph);
        let analysis = Analysis::new(graph, &options);
        for player in Player::all(shape.players) {
            let expected = brute_force(graph, player, draw);
            for vertex in graph.vertices() {
                let value = expected[vertex.index()];
                let (low, high) = analysis.ratings.proven(vertex, player);
                let (low, high) = (low.to_f64(), high.to_f64());
                let rating = analysis.ratings.rating(vertex, player).to_f64();
                assert!(
                    low <= value + 1e-9 && value <= high + 1e-9,
                    "{player:?} {vertex:?}: {value} isn't in {low} to {high}\n{script}"
                );
                assert!(low - 1e-12 <= rating && rating <= high + 1e-12, "{script}");
                assert!(high - low <= 1e-12, "{low} to {high}\n{script}");
                assert!(analysis.ratings.is_proven(vertex, player));
                let wrong = format!("{rating}, not {value}\n{script}");
                assert!((rating - value).abs() < 1e-9, "{wrong}");
                endless_ratings += usize::from(options.endless.is_some() && value == draw);
                met += 1;
            }
        }
        let distances: Vec<_> = graph
            .vertices()
            .map(|vertex| analysis.distances.of(vertex))
            .collect();
        assert_eq!(distances, slow_distances(graph, &analysis), "{script}");
        best_lines_end_as_they_say(graph, &analysis);
    }
    assert!(met > games && (stopping || endless_ratings > games / 4));
}

#[test]
fn with_chance_the_bounds_meet_at_the_true_value() {
    check_bounds(23, false, 600);
}

#[test]
fn with_chance_the_bounds_meet_where_play_ends_with_probability_one() {
    check_bounds(29, true, 200);
}
