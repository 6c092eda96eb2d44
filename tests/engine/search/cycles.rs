//! Where positions recur nothing is claimed that hangs on play without end.

use std::sync::Arc;

use doomtree::game::{Shown, half, one, zero};
use doomtree::search::{SearchNumber, SearchOptions};

use super::{Oracle, Trial, boards, options, script, searched, with};

/// The intervals hold the truth, and what is rated is rated right.
struct Careful {
    /// Whether everything can be rated.
    complete: Option<bool>,
}

impl Trial for Careful {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
        let oracle = Oracle::new(game, root, None);
        for table_bytes in [1 << 20, 400, 40, 0] {
            let options = SearchOptions {
                table_bytes,
                ..options()
            };
            let answer = searched(game, root, options);
            let what = format!("{table_bytes} bytes, {what}");
            oracle.holds(&answer, &what);
            assert_eq!(answer.recurs, !answer.complete, "{what}");
            if answer.complete {
                oracle.agrees(&answer, &what);
            }
            if let Some(complete) = self.complete {
                assert_eq!(answer.complete, complete, "{what}: {answer:?}");
            }
        }
    }
}

#[test]
fn a_rating_that_hangs_on_endless_play_is_not_found() {
    let endless = Careful {
        complete: Some(false),
    };
    for text in [
        "top a: on -> top",
        "top a: on -> next, out -> lost; next b: back -> top, out -> won
         won end: 1 0; lost end: 0 1",
        "top a: on -> next; next b: back -> top, out -> won; won end: 1 0; lost end: 0 1",
        "top a: toss -> coin; coin chance: x 1/2 -> top, y 1/2 -> next; next b: on -> top
         won end: 1 0; lost end: 0 1",
    ] {
        with(&script(text), &endless);
    }
}

#[test]
fn a_rating_that_does_not_hang_on_a_repetition_is_found() {
    let independent = Careful {
        complete: Some(true),
    };
    for text in [
        "top a: on -> next, out -> won; next b: back -> top, out -> lost
         won end: 1 0; lost end: 0 1",
        "top a: x -> p, y -> q; p a: back -> top, out -> won; q a: back -> p, out -> lost
         won end: 1 0; lost end: 0 1",
    ] {
        with(&script(text), &independent);
    }
}

#[test]
fn one_line_into_a_cycle_and_one_round_it_are_not_mixed_up() {
    // What is known of a position must not come from the line by which it was reached (the problem
    // of graph-history interaction): c is reached first below b, where b recurs, then below a.
    for text in [
        "a a: x -> b, y -> c; b b: x -> c, y -> d; c b: x -> b, y -> won
         d a: x -> lost, y -> b; won end: 1 0; lost end: 0 1",
        "a a: x -> b, y -> c; b a: x -> c, y -> lost; c b: x -> b, y -> half
         won end: 1 0; lost end: 0 1; half end: 1/2 1/2",
        "a a: x -> b, y -> c; b b: x -> a, y -> c; c a: x -> b, y -> a, z -> half
         won end: 1 0; lost end: 0 1; half end: 1/2 1/2",
    ] {
        with(&script(text), &Careful { complete: None });
    }
}

#[test]
fn random_graphs_with_cycles_are_never_rated_wrong() {
    // A generator that is the same for ever.
    let mut state = 12_345_u64;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    };
    for _ in 0..300 {
        let nodes = 3 + draw(6);
        let mut text = String::new();
        for node in 0..nodes {
            let mover = if draw(2) == 0 { "a" } else { "b" };
            text += &format!("n{node} {mover}: ");
            for mv in 0..=draw(3) {
                let comma = if mv > 0 { ", " } else { "" };
                let target = match draw(nodes + 3) {
                    target if target < nodes => format!("n{target}"),
                    target => format!("e{}", target - nodes),
                };
                text += &format!("{comma}m{mv} -> {target}");
            }
            text += "\n";
        }
        text += "e0 end: 1 0; e1 end: 0 1; e2 end: 1/2 1/2";
        with(&script(&text), &Careful { complete: None });
    }
}

#[test]
fn dialects_in_which_positions_recur_are_never_rated_wrong() {
    for words in [
        "land-of-lisp reinforcement=largest-cluster",
        "land-of-lisp-v4 players=2 max_dice=2",
    ] {
        for setup in boards(words, 2, 2, 0..6) {
            with(&setup, &CarefulWithTable);
        }
    }
}

/// Without a table a search walks round every cycle on every line.
struct CarefulWithTable;

impl Trial for CarefulWithTable {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
        let oracle = Oracle::new(game, root, None);
        let answer = searched(game, root, options());
        oracle.holds(&answer, what);
        if answer.complete {
            oracle.agrees(&answer, what);
        }
    }
}

#[test]
fn with_dice_the_bounds_of_recurring_positions_may_meet_all_the_same() {
    // Each time round it becomes less likely that play goes on.
    let text = "top a: toss -> coin; coin chance: again 1/2 -> top, won 1/2 -> won
                won end: 1 0; lost end: 0 1";
    with(
        &script(text),
        &Careful {
            complete: Some(true),
        },
    );
}

#[test]
fn a_ply_limit_makes_an_end_of_cycles() {
    struct Limited;
    impl Trial for Limited {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, _what: &str) {
            let options = SearchOptions {
                max_plies: Some(9),
                ..options()
            };
            let answer = searched(game, root, options);
            assert!(answer.complete && answer.cut && !answer.recurs);
            let found = answer.root[0];
            assert_eq!(found.rating, Some(SearchNumber::Exact(half())));
            assert_eq!(
                found.proven,
                (SearchNumber::Exact(zero()), SearchNumber::Exact(one()))
            );
        }
    }
    with(
        &script("top a: on -> next; next b: back -> top, out -> won; won end: 1 0; x end: 0 1"),
        &Limited,
    );
}
