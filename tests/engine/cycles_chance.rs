//! Dice of Doom where positions recur, with dice and without: every position rated once more by
//! the values of ever longer play that is cut off at what play without end is worth.

use doomtree::game::{Player, Rational, half, one, ratio, to_f64, zero};
use doomtree::games::{Setup, Switches};
use doomtree::rating::RatingOptions;
use doomtree::session::{GraphRequest, Rated, open};
use doomtree::tree::{Graph, Limits, Vertex, VertexKind};

fn rated(combat: &str, board: &str, endless: Option<Rational>) -> Rated {
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: board.to_owned(),
        switches: Switches {
            combat: Some(combat.to_owned()),
            reinforcement: Some("largest-cluster".to_owned()),
            ..Switches::default()
        },
        columns: None,
    };
    let wanted = GraphRequest {
        limits: Limits::default(),
        options: RatingOptions {
            endless,
            ..RatingOptions::default()
        },
    };
    open(&setup, wanted, "").expect(board).finish()
}

/// The value for the first player when play is cut off after a number of moves, and everybody gets
/// `draw`; for a number so large that one more changes nothing.
fn long_play(graph: &Graph, draw: f64) -> Vec<f64> {
    let first = Player(0);
    let mut values: Vec<f64> = graph
        .vertices()
        .map(|vertex| graph.outcome(vertex, first).map_or(draw, |it| to_f64(&it)))
        .collect();
    let probability: Vec<f64> = graph
        .vertices()
        .flat_map(|vertex| graph.edges(vertex))
        .map(|edge| to_f64(&graph.probability(edge)))
        .collect();
    for _ in 0..20_000 {
        let next: Vec<f64> = graph
            .vertices()
            .map(|vertex| {
                let edges = graph.edges(vertex);
                let reached = edges.map(|edge| {
                    (
                        probability[edge.index()],
                        values[graph.target(edge).index()],
                    )
                });
                match graph.kind(vertex) {
                    VertexKind::Chance(_) => reached.map(|(odds, value)| odds * value).sum(),
                    VertexKind::Decision(mover) if mover == first => reached
                        .map(|(_, value)| value)
                        .fold(f64::NEG_INFINITY, f64::max),
                    VertexKind::Decision(_) => reached
                        .map(|(_, value)| value)
                        .fold(f64::INFINITY, f64::min),
                    _ => values[vertex.index()],
                }
            })
            .collect();
        let changes = next.iter().zip(&values).map(|(a, b)| (a - b).abs());
        let change = changes.fold(0.0, f64::max);
        values = next;
        if change < 1e-15 {
            return values;
        }
    }
    panic!("the values still move");
}

fn small_board(number: usize) -> String {
    let hex = |place: u32| {
        let hex = number / 6_usize.pow(place) % 6;
        format!("{}{}", ["a", "b"][hex / 3], hex % 3 + 1)
    };
    format!(
        "{}{}/{}{} {}",
        hex(0),
        hex(1),
        hex(2),
        hex(3),
        ["a", "b"][number % 2]
    )
}

/// Compares every position, and gives how many boards recur and how many are undecided.
fn compare(combat: &str, stride: usize) -> (usize, usize) {
    let (mut cyclic, mut between) = (0, 0);
    let worths = [
        None,
        Some(zero()),
        Some(half()),
        Some(one()),
        Some(ratio(1, 3)),
    ];
    for (turn, number) in (0..1296).step_by(stride).enumerate() {
        let board = small_board(number);
        let endless = worths[turn % worths.len()];
        let rated = rated(combat, &board, endless);
        let graph = rated.graph.graph();
        let ratings = &rated.analysis.ratings;
        let draw = endless.map_or(0.5, |worth| to_f64(&worth));
        let expected = long_play(graph, draw);
        cyclic += usize::from(graph.is_cyclic());
        for vertex in graph.vertices() {
            let rating = ratings.rating(vertex, Player(0));
            let expected = expected[vertex.index()];
            assert!(
                (rating.to_f64() - expected).abs() < 1e-9,
                "{board} {vertex:?} with {endless:?}: {rating}, not {expected}"
            );
            assert!(ratings.all_proven(vertex), "{board} {vertex:?}");
            between += usize::from(expected > 1e-9 && expected < 1.0 - 1e-9);
        }
    }
    (cyclic, between)
}

#[test]
fn boards_on_which_positions_recur_without_dice_are_rated_as_by_long_play() {
    let (cyclic, between) = compare("stronger-wins", 5);
    assert!(cyclic > 20 && between > 50, "{cyclic}, {between}");
}

#[test]
fn boards_on_which_positions_recur_with_dice_are_rated_as_by_long_play() {
    let (cyclic, between) = compare("dice-roll", 13);
    assert!(cyclic > 10 && between > 1_000, "{cyclic}, {between}");
}

/// Ratings that only have to agree with one another can have any number from 0 to 1 here; what play
/// without end is worth makes them one.
#[test]
fn the_ratings_of_a_board_on_which_play_goes_round_follow_from_what_that_is_worth() {
    let board = "b3b3a3/a2b2a3 a";
    let mut seen = Vec::new();
    for (endless, worth) in [(None, 0.5), (Some(zero()), 0.0), (Some(one()), 1.0)] {
        let rated = rated("stronger-wins", board, endless);
        assert!(rated.graph.graph().is_cyclic());
        let values = long_play(rated.graph.graph(), worth);
        let rating = rated.analysis.ratings.rating(Vertex::ROOT, Player(0));
        assert_eq!(rating.to_f64(), values[0], "{endless:?}");
        seen.push(rating.to_string());
    }
    assert_eq!(seen, ["1/2", "0", "1"]);
}
