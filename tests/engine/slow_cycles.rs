//! Cycles that chance leaves slowly, by scripts: against closed forms, and against an oracle that
//! tries every pair of strategies in fractions.

use doomtree::game::{Player, Rational, half, ratio, zero};
use doomtree::rating::RatingOptions;
use doomtree::session::{GraphRequest, Rated};
use doomtree::tree::{Graph, Limits, Vertex, VertexKind};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use support::Draws;
use support::dialects::rated_script;

const NEAR: f64 = 1e-12;

fn rated(script: &str, endless: Option<Rational>) -> Rated {
    let wanted = GraphRequest {
        limits: Limits::default(),
        options: RatingOptions {
            endless,
            ..RatingOptions::default()
        },
    };
    rated_script(script, wanted)
}

/// What a vertex is worth to the first player, which has to be proven.
fn proven(rated: &Rated, vertex: Vertex, what: &str) -> f64 {
    let ratings = &rated.analysis.ratings;
    let (low, high) = ratings.proven(vertex, Player(0));
    let rating = ratings.rating(vertex, Player(0)).to_f64();
    let (low, high) = (low.to_f64(), high.to_f64());
    assert!(
        ratings.is_proven(vertex, Player(0)),
        "{low} to {high}: {what}"
    );
    assert!(low <= rating && rating <= high, "{what}");
    rating
}

#[test]
fn however_slowly_chance_leaves_a_cycle_its_rating_is_proven() {
    for zeros in [3, 6, 9, 12, 15] {
        let of = 10_u64.pow(zeros);
        let script = format!(
            "players a b; s a: go -> c, stop -> m
             c chance a: w 2/{of} -> w, l 1/{of} -> l, again {}/{of} -> s
             w end: 1 0; l end: 0 1; m end: 0.6 0.4",
            of - 3
        );
        let rated = rated(&script, None);
        let rating = proven(&rated, Vertex::ROOT, &script);
        assert!((rating - 2.0 / 3.0).abs() <= NEAR, "{rating} by {script}");
    }
}

/// Two ways round that differ by less than a double can tell of the mean, but not in the long run.
#[test]
fn the_slow_way_that_is_better_in_the_long_run_is_found() {
    let of = 10_u64.pow(15);
    let script = format!(
        "players a b; s b: one -> c, other -> d
         c chance b: w 2/{of} -> w, l 1/{of} -> l, again {}/{of} -> s
         d chance b: w 2/{of} -> w, l 2/{of} -> l, again {}/{of} -> s
         w end: 1 0; l end: 0 1",
        of - 3,
        of - 4
    );
    let rating = proven(&rated(&script, None), Vertex::ROOT, &script);
    assert!((rating - 0.5).abs() <= NEAR, "{rating}");
}

/// So many positions that their ratings are guessed first; and no double shows that the guess, which
/// is what endless play is worth, is wrong.
#[test]
fn a_guess_is_not_proven_by_rounding() {
    let long = 700;
    let of = 10_u64.pow(17);
    let mut script = String::from("players a b\n");
    for step in 0..long {
        let mover = ["a", "b"][step % 2];
        script.push_str(&format!("s{step} {mover}: on -> s{}\n", step + 1));
    }
    script.push_str(&format!(
        "s{long} chance a: w 2/{of} -> w, l 1/{of} -> l, again {}/{of} -> s0
         w end: 1 0; l end: 0 1",
        of - 3
    ));
    let rated = rated(&script, None);
    for vertex in rated.graph.graph().vertices().take(long) {
        let rating = proven(&rated, vertex, "the ring");
        assert!((rating - 2.0 / 3.0).abs() <= NEAR, "{rating}");
    }
}

/// Play goes up and down by one until it is at either end.
fn ruin(states: u32, up: Rational) -> String {
    let down = ratio(1, 1) - up;
    let mut script = format!("players a b\nstart a: go -> s{}\n", states / 2);
    let name = |state: u32| match state {
        0 => "lost".to_owned(),
        _ if state == states => "won".to_owned(),
        _ => format!("s{state}"),
    };
    for state in 1..states {
        // No line may run through chance alone for ever.
        script.push_str(&format!(
            "s{state} a: bet -> c{state}\nc{state} chance a: up {up} -> {}, down {down} -> {}\n",
            name(state + 1),
            name(state - 1)
        ));
    }
    script + "won end: 1 0\nlost end: 0 1"
}

#[test]
fn a_gambler_is_ruined_as_often_as_the_closed_form_says() {
    for (states, up) in [
        (10, half()),
        (300, half()),
        (3_000, half()),
        (7, ratio(18, 38)),
        (150, ratio(18, 38)),
        (700, ratio(18, 38)),
        (150, ratio(1001, 2001)),
    ] {
        let script = ruin(states, up);
        let rated = rated(&script, None);
        let graph = rated.graph.graph();
        let of = to_big(ratio(1, 1) - up) / to_big(up);
        let won = |state: u32| {
            if up == half() {
                return f64::from(state) / f64::from(states);
            }
            let one = BigRational::one;
            let power = |by: u32| of.pow(by as i32);
            let share = (one() - power(state)) / (one() - power(states));
            share.to_f64().expect("a number")
        };
        for vertex in graph.vertices() {
            let text = rated.graph.position_text(vertex);
            let Some(state) = text.strip_prefix('s').and_then(|it| it.parse().ok()) else {
                continue;
            };
            let what = format!("{text} of {states} with {up}");
            let rating = proven(&rated, vertex, &what);
            assert!((rating - won(state)).abs() <= NEAR, "{rating}: {what}");
        }
    }
}

fn to_big(number: Rational) -> BigRational {
    BigRational::new(BigInt::from(*number.numer()), BigInt::from(*number.denom()))
}

/// A game of a few positions: moves lead anywhere, and chance often leaves a cycle slowly.
fn random_game(draws: &mut Draws) -> String {
    let inner = 2 + draws.below(5);
    let ends = 2 + draws.below(2);
    // Where chance decides; from there moves lead to somebody's choice or to an end.
    let chances: Vec<bool> = (0..inner)
        .map(|place| place > 0 && draws.below(5) < 2)
        .collect();
    let target = |draws: &mut Draws, by_chance: bool| loop {
        match draws.below(inner + ends) {
            place if place >= inner => return format!("e{}", place - inner),
            place if !(by_chance && chances[place]) => return format!("n{place}"),
            _ => {}
        }
    };
    // Whoever throws the game away here gains nothing; all payoffs from 0 to 1 are there.
    let mut script =
        String::from("players a b\nroot a: on -> next, lose -> e1\nnext b: on -> n0, lose -> e0\n");
    for (place, by_chance) in chances.iter().enumerate() {
        if *by_chance {
            let of = [2, 3, 10, 1_000_000_000_000_u64][draws.below(4)];
            let first = target(draws, true);
            let mut second = target(draws, true);
            while second == first {
                second = target(draws, true);
            }
            script.push_str(&format!(
                "n{place} chance a: x 1/{of} -> {first}, y {}/{of} -> {second}\n",
                of - 1
            ));
        } else {
            let mover = ["a", "b"][draws.below(2)];
            let wanted = 1 + draws.below(3);
            let mut targets: Vec<String> = (0..wanted).map(|_| target(draws, false)).collect();
            targets.sort_unstable();
            targets.dedup();
            let moves: Vec<String> = targets.iter().map(|it| format!("m{it} -> {it}")).collect();
            script.push_str(&format!("n{place} {mover}: {}\n", moves.join(", ")));
        }
    }
    for end in 0..ends {
        let share = match end {
            0 => 4,
            1 => 0,
            _ => draws.below(5),
        };
        script.push_str(&format!("e{end} end: {share}/4 {}/4\n", 4 - share));
    }
    script
}

/// What all vertices are worth to the first player by one pair of strategies: `moves` has the move of
/// each decision.
fn worth(graph: &Graph, moves: &[usize], endless: &BigRational) -> Vec<BigRational> {
    let zero = BigRational::zero;
    let ways: Vec<Vec<(BigRational, usize)>> = graph
        .vertices()
        .map(|vertex| {
            let chance = graph.is_chance(vertex);
            let all = graph.edges(vertex).enumerate();
            let taken = all.filter(|(index, _)| chance || moves[vertex.index()] == *index);
            taken
                .map(|(_, edge)| {
                    let odds = match chance {
                        true => to_big(graph.probability(edge)),
                        false => BigRational::one(),
                    };
                    (odds, graph.target(edge).index())
                })
                .filter(|(odds, _)| !odds.is_zero())
                .collect()
        })
        .collect();
    // Who can't reach an end plays for ever.
    let mut ends: Vec<bool> = ways.iter().map(Vec::is_empty).collect();
    for _ in 0..ways.len() {
        for place in 0..ways.len() {
            ends[place] |= ways[place].iter().any(|(_, target)| ends[*target]);
        }
    }
    // x = outside + ways x, a dense matrix.
    let all = ways.len();
    let mut rows = vec![vec![zero(); all + 1]; all];
    for (place, row) in rows.iter_mut().enumerate() {
        row[place] = BigRational::one();
        if !ends[place] {
            row[all] = endless.clone();
        } else if ways[place].is_empty() {
            let outcome = graph.outcome(Vertex(place as u32), Player(0));
            row[all] = to_big(outcome.expect("an end"));
        } else {
            for (odds, target) in &ways[place] {
                row[*target] -= odds;
            }
        }
    }
    for column in 0..all {
        let pivot = (column..all).find(|row| !rows[*row][column].is_zero());
        rows.swap(column, pivot.expect("one solution"));
        let by = rows[column][column].clone();
        rows[column].iter_mut().for_each(|number| *number /= &by);
        let own = rows[column].clone();
        for (_, row) in rows
            .iter_mut()
            .enumerate()
            .filter(|(row, _)| *row != column)
        {
            let times = row[column].clone();
            if !times.is_zero() {
                for (number, own) in row.iter_mut().zip(&own) {
                    *number -= &times * own;
                }
            }
        }
    }
    rows.into_iter().map(|mut row| row.remove(all)).collect()
}

/// All ways to choose a move at each of these vertices.
fn strategies(graph: &Graph, vertices: &[Vertex]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for vertex in vertices {
        let longer = all.iter().flat_map(|moves: &Vec<usize>| {
            (0..graph.degree(*vertex)).map(|own| [moves.clone(), vec![own]].concat())
        });
        all = longer.collect();
    }
    all
}

/// What the root is worth to the first player: the best of its strategies against the best answer.
fn by_all_strategies(graph: &Graph, endless: &BigRational) -> Option<BigRational> {
    let of = |player: u8| -> Vec<Vertex> {
        let kind = VertexKind::Decision(Player(player));
        graph
            .vertices()
            .filter(|it| graph.kind(*it) == kind)
            .collect()
    };
    let (own, other) = (of(0), of(1));
    let (owns, others) = (strategies(graph, &own), strategies(graph, &other));
    if owns.len() * others.len() > 100 {
        return None;
    }
    let mut moves = vec![0; graph.len()];
    let least = owns.iter().map(|chosen| {
        own.iter()
            .zip(chosen)
            .for_each(|(vertex, index)| moves[vertex.index()] = *index);
        let answers = others.iter().map(|chosen| {
            other
                .iter()
                .zip(chosen)
                .for_each(|(vertex, index)| moves[vertex.index()] = *index);
            worth(graph, &moves, endless)[0].clone()
        });
        answers.min().expect("a strategy")
    });
    least.max()
}

#[test]
fn random_games_are_rated_as_by_the_best_of_all_strategies() {
    let mut draws = Draws::new(28);
    let (mut compared, mut between) = (0, 0);
    for turn in 0..1_500 {
        let script = random_game(&mut draws);
        let worths = [half(), zero(), ratio(1, 1), ratio(1, 3)];
        let endless = worths[turn % worths.len()];
        let rated = rated(&script, Some(endless));
        let graph = rated.graph.graph();
        let Some(expected) = by_all_strategies(graph, &to_big(endless)) else {
            continue;
        };
        let expected = expected.to_f64().expect("a number");
        let what = format!("{script} with {endless}");
        let rating = proven(&rated, Vertex::ROOT, &what);
        assert!(
            (rating - expected).abs() <= NEAR,
            "{rating}, not {expected}: {what}"
        );
        compared += 1;
        between += usize::from(graph.is_cyclic() && (0.001..0.999).contains(&expected));
    }
    assert!(compared > 1_000 && between > 200, "{compared}, {between}");
}
