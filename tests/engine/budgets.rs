//! Budgets of positions and of bytes: where a build stops, whatever the threads and the steps, and
//! that the number which it tells stops it there again.

use std::sync::Arc;

use doomtree::games::dice_of_doom::{Board, DiceOfDoom, Rules};
use doomtree::tree::{Builder, Limits, PositionGraph, Stopped};
use support::Draws;

type Game = DiceOfDoom<1>;

const BOARD: &str = "a2a2b2/a3b1a3/a3a3b3 a";

fn build(
    limits: Limits,
    threads: usize,
    mut work: impl FnMut() -> usize + Send,
) -> PositionGraph<Game> {
    let rules = Rules::LAND_OF_LISP;
    let board = Board::read(BOARD, &rules, None).expect("a board");
    let (game, root) = Game::with_board(rules, &board).expect("one word");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads").install(|| {
        let mut builder = Builder::new(Arc::new(game), root, limits);
        while !builder.step(work()).done {}
        builder.finish()
    })
}

fn assert_same(some: &PositionGraph<Game>, other: &PositionGraph<Game>, what: &str) {
    assert_eq!(some.graph().stopped(), other.graph().stopped(), "{what}");
    assert_eq!(
        some.graph().edge_count(),
        other.graph().edge_count(),
        "{what}"
    );
    assert_eq!(
        format!("{:?}", some.graph()),
        format!("{:?}", other.graph()),
        "{what}"
    );
    for vertex in some.graph().vertices() {
        assert_eq!(some.position(vertex), other.position(vertex), "{what}");
    }
}

/// The budgets lie where plies are wide, so that whole batches are listed ahead when a build stops.
#[test]
fn a_budget_stops_at_the_same_position_on_any_number_of_threads_and_in_any_steps() {
    let mut draws = Draws::new(5);
    let positions = |most: u64| Limits {
        max_nodes: Some(most),
        ..Limits::default()
    };
    let bytes = |most: u64| Limits {
        max_bytes: Some(most),
        ..Limits::default()
    };
    for limits in [
        positions(1 + draws.below(3_000) as u64),
        positions(3_000 + draws.below(27_000) as u64),
        positions(30_000 + draws.below(50_000) as u64),
        bytes(2_500_000 + draws.below(1_000_000) as u64),
        bytes(4_000_000 + draws.below(6_000_000) as u64),
    ] {
        let alone = build(limits, 1, || usize::MAX);
        let Some(Stopped::MaxNodes(number)) = alone.graph().stopped() else {
            panic!("{limits:?} doesn't stop the build");
        };
        assert_eq!(number, alone.graph().len() as u64);
        let again = build(positions(number), 1, || usize::MAX);
        assert_same(&again, &alone, "the number that is told");
        for threads in [2, 3, 4] {
            let shared = build(limits, threads, || usize::MAX);
            assert_same(&shared, &alone, &format!("{limits:?} on {threads} threads"));
        }
        let mut steps = Draws::new(number);
        let cut = build(limits, 2, || 1 + steps.below(5_000));
        assert_same(&cut, &alone, &format!("{limits:?} in steps"));
    }
}
