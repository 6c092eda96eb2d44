//! Stopped at any moment, a search tells intervals that hold the truth and only shrink.

use std::sync::Arc;

use doomtree::game::Shown;
use doomtree::search::{AlphaBetaSearch, SearchAnswer, SearchOptions};

use super::{Oracle, Trial, boards, dice, options, position, script, with};

/// Looks at the answer after every step.
struct Stops {
    max_plies: Option<u32>,
    work: u64,
}

pub fn intervals<M>(answer: &SearchAnswer<M>) -> Vec<(f64, f64)> {
    let moves = answer.moves.iter().flat_map(|mv| &mv.found);
    let all = answer.root.iter().chain(moves);
    all.map(|found| (found.proven.0.to_f64(), found.proven.1.to_f64()))
        .collect()
}

impl Trial for Stops {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
        let oracle = Oracle::new(game, root, self.max_plies);
        for table_bytes in [1 << 16, 0] {
            let options = SearchOptions {
                max_plies: self.max_plies,
                table_bytes,
                ..options()
            };
            let mut search = AlphaBetaSearch::new(Arc::clone(game), root, options);
            let mut before = intervals(&search.answer());
            assert!(!search.answer().complete, "{what}");
            let mut steps = 0;
            loop {
                let done = search.step(self.work).done;
                let answer = search.answer();
                oracle.holds(&answer, what);
                let now = intervals(&answer);
                for (now, before) in now.iter().zip(&before) {
                    let shrinks = before.0 <= now.0 && now.1 <= before.1;
                    assert!(shrinks, "{what}: {before:?} became {now:?}");
                }
                assert!(done || !answer.complete, "{what}");
                before = now;
                steps += 1;
                if done {
                    break;
                }
            }
            assert!(steps > 1 || search.progress().nodes <= self.work, "{what}");
            oracle.agrees(&search.answer(), what);
        }
    }
}

#[test]
fn after_every_single_node_the_intervals_hold_the_truth_and_only_shrink() {
    for words in ["land-of-lisp", "haskell", "land-of-lisp players=3"] {
        for setup in boards(words, 2, 2, 30..38) {
            for max_plies in [None, Some(3)] {
                with(&setup, &Stops { max_plies, work: 1 });
            }
        }
    }
    for setup in boards("land-of-lisp combat=dice-roll max_dice=2", 2, 2, 30..34) {
        with(
            &setup,
            &Stops {
                max_plies: None,
                work: 3,
            },
        );
    }
}

#[test]
fn a_long_search_may_be_stopped_anywhere() {
    let stops = |work| Stops {
        max_plies: None,
        work,
    };
    with(
        &dice("land-of-lisp", "a2a2b2/a3b1a3/a3a3b3 a"),
        &stops(5_003),
    );
    with(&position("tic-tac-toe", ".../.../... x"), &stops(997));
    with(
        &script("top a: l -> x, r -> y; x end: 1/3 2/3; y b: l -> x, r -> z; z end: 1 0"),
        &stops(1),
    );
}

#[test]
fn nothing_is_found_before_anything_is_visited() {
    struct Fresh;
    impl Trial for Fresh {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
            let (low, high) = game.payoff_range();
            let answer = AlphaBetaSearch::new(Arc::clone(game), root, options()).answer();
            for found in answer
                .moves
                .iter()
                .flat_map(|mv| &mv.found)
                .chain(&answer.root)
            {
                assert_eq!(found.rating, None, "{what}");
                let ends = (found.proven.0.to_f64(), found.proven.1.to_f64());
                let range = [low, high].map(|end| doomtree::game::to_f64(&end));
                assert_eq!(ends, (range[0], range[1]), "{what}");
            }
        }
    }
    with(&dice("land-of-lisp", "b2b2/a2b1 a"), &Fresh);
    with(&script("top a: l -> x; x end: -2 7"), &Fresh);
}
