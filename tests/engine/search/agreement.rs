//! The search agrees with the graph, whichever way it goes.

use std::sync::Arc;

use doomtree::game::Shown;
use doomtree::search::{Algorithm, AlphaBetaSearch, SearchOptions, SearchOrder};
use doomtree::session::random;
use doomtree::tree::{Counts, Vertex};

use super::{Oracle, Trial, boards, dice, options, position, script, searched, with};
use support::dialects::rules;

/// Every way of searching, one thing changed at a time.
fn ways(max_plies: Option<u32>) -> Vec<(&'static str, SearchOptions)> {
    let usual = SearchOptions {
        max_plies,
        ..options()
    };
    vec![
        ("usual", usual),
        (
            "no table",
            SearchOptions {
                table_bytes: 0,
                ..usual
            },
        ),
        (
            "one entry",
            SearchOptions {
                table_bytes: 40,
                ..usual
            },
        ),
        (
            "some entries",
            SearchOptions {
                table_bytes: 500,
                ..usual
            },
        ),
        (
            "rules' order",
            SearchOptions {
                order: SearchOrder::Rules,
                ..usual
            },
        ),
        (
            "no symmetry",
            SearchOptions {
                symmetry: false,
                ..usual
            },
        ),
        (
            "whole window",
            SearchOptions {
                null_windows: false,
                ..usual
            },
        ),
        (
            "no look ahead",
            SearchOptions {
                look_ahead: false,
                ..usual
            },
        ),
        (
            "minimax",
            SearchOptions {
                algorithm: Algorithm::Minimax,
                ..usual
            },
        ),
    ]
}

/// The search agrees with the graph, whichever way it goes.
struct Agrees {
    max_plies: Option<u32>,
}

impl Trial for Agrees {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
        let oracle = Oracle::new(game, root, self.max_plies);
        for (name, options) in ways(self.max_plies) {
            let answer = searched(game, root, options);
            oracle.agrees(&answer, &format!("{name}, {:?}, {what}", self.max_plies));
        }
    }
}

/// Rules under which no position recurs.
const ACYCLIC: [&str; 8] = [
    "land-of-lisp",
    "realm-of-racket",
    "realm-of-racket pool=2",
    "haskell",
    "land-of-lisp players=3",
    "haskell max_dice=2",
    "land-of-lisp combat=dice-roll odds=exact",
    "realm-of-racket combat=dice-roll pool=1 max_dice=2",
];

#[test]
fn random_boards_are_rated_as_their_graphs_are() {
    for words in ACYCLIC {
        for setup in boards(words, 2, 2, 0..12) {
            with(&setup, &Agrees { max_plies: None });
        }
    }
}

#[test]
fn ply_limits_give_the_estimates_and_the_proven_intervals_of_the_graph() {
    for words in ACYCLIC.iter().chain(&[
        "land-of-lisp-v4",
        "land-of-lisp reinforcement=largest-cluster",
    ]) {
        for setup in boards(words, 2, 2, 20..24) {
            for plies in [0, 1, 2, 3, 5] {
                with(
                    &setup,
                    &Agrees {
                        max_plies: Some(plies),
                    },
                );
            }
        }
    }
}

#[test]
fn larger_boards_are_rated_as_their_graphs_are() {
    for words in ["land-of-lisp", "haskell", "realm-of-racket pool=3"] {
        for setup in boards(words, 2, 3, 0..6) {
            with(&setup, &AgreesUsually);
        }
        for setup in boards(words, 3, 3, 3..5) {
            with(&setup, &AgreesUsually);
        }
    }
    with(
        &dice("land-of-lisp", "a2a2b2/a3b1a3/a3a3b3 a"),
        &AgreesUsually,
    );
}

/// The usual way alone, with tables of several sizes.
struct AgreesUsually;

impl Trial for AgreesUsually {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
        let oracle = Oracle::new(game, root, None);
        for table_bytes in [1 << 20, 20_000] {
            let options = SearchOptions {
                table_bytes,
                ..options()
            };
            let answer = searched(game, root, options);
            oracle.agrees(&answer, &format!("{table_bytes} bytes, {what}"));
        }
    }
}

#[test]
fn the_games_on_cells_are_rated_as_their_graphs_are() {
    with(&position("tic-tac-toe", ".../.../... x"), &AgreesUsually);
    with(&position("trilobite", "..../..../.... a"), &AgreesUsually);
    let none = rules("");
    for game in ["tic-tac-toe", "trilobite"] {
        for seed in 0..20 {
            let board = random(game, &none, None, None, seed).expect("a board");
            let agrees = Agrees { max_plies: None };
            if game == "tic-tac-toe" {
                with(&position(game, &board), &agrees);
            }
            with(&position(game, &board), &Agrees { max_plies: Some(4) });
        }
    }
}

#[test]
fn scripts_with_any_payoffs_players_and_chance_are_rated_as_their_graphs_are() {
    for text in [
        "top end: 1/3 2/3",
        "players a\ntop a: l -> x, r -> y; x end: -7; y end: 22/7",
        "top a: l -> x, r -> y; x b: l -> p, r -> q; y b: l -> q, r -> r
         p end: 3 -1; q end: -2 5; r end: 1/7 1/7",
        "players a b c\ntop a: l -> x, r -> y; x b: l -> p, r -> q; y c: l -> q, r -> p
         p end: 1 0 0; q end: 1/3 1/3 1/3",
        "top a: toss -> coin, stop -> half
         coin chance a: heads 21/25 -> won, tails 4/25 -> lost, edge 0 -> lost
         half end: 1/2 1/2; won end: 1 0; lost end: 0 1",
        "top chance: x 1/3 -> p, y 1/3 -> q, z 1/3 -> r
         p a: l -> s, r -> u; q b: l -> s, r -> t; r chance: l 1/7 -> s, r 6/7 -> t
         s end: 1 -3; t end: -1/3 2; u end: 1/9 1/9",
    ] {
        for max_plies in [None, Some(0), Some(1), Some(2), Some(9)] {
            with(&script(text), &Agrees { max_plies });
        }
    }
}

#[test]
fn more_payoffs_than_short_names_are_rated_all_the_same() {
    // 70,000 different payoffs; a search names 65,536 of them by two bytes.
    let mut text = String::from("top a: ");
    for index in 0..700 {
        text += &format!("{}m{index} -> n{index}", if index > 0 { ", " } else { "" });
    }
    for index in 0..700 {
        text += &format!("\nn{index} b: ");
        for other in 0..100 {
            let comma = if other > 0 { ", " } else { "" };
            text += &format!("{comma}m{other} -> e{index}x{other}");
        }
        for other in 0..100 {
            let payoff = (index * 100 + other) * 7919 % 70_001;
            text += &format!("\ne{index}x{other} end: {payoff} {}", 70_001 - payoff);
        }
    }
    with(&script(&text), &AgreesUsually);
}

/// Minimax visits what the graph counts.
struct Visits;

impl Trial for Visits {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
        let oracle = Oracle::new(game, root, None);
        let minimax = |table_bytes, symmetry| {
            let options = SearchOptions {
                algorithm: Algorithm::Minimax,
                table_bytes,
                symmetry,
                ..options()
            };
            let mut search = AlphaBetaSearch::new(Arc::clone(game), root, options);
            while !search.step(10_000).done {}
            search.progress()
        };
        let nodes = Counts::nodes(oracle.graph.graph())
            .of(Vertex::ROOT)
            .to_u64();
        let tree = minimax(0, true);
        assert_eq!(Some(tree.nodes), nodes, "{what}");
        assert_eq!((tree.cutoffs, tree.table_hits), (0, 0), "{what}");
        let graph = minimax(8 << 20, false);
        assert_eq!(graph.nodes, oracle.graph.graph().len() as u64, "{what}");
        assert_eq!(graph.table_positions as u64 + 1, graph.nodes, "{what}");
    }
}

#[test]
fn minimax_without_a_table_visits_the_tree_and_with_one_every_position_once() {
    with(&dice("land-of-lisp", "b2b2/a2b1 a"), &Visits);
    for setup in boards("land-of-lisp", 2, 2, 0..10) {
        with(&setup, &Visits);
    }
    with(&position("tic-tac-toe", "x../.o./... x"), &Visits);
}

#[test]
fn alpha_beta_visits_less_than_minimax_and_a_table_and_symmetry_spare_visits() {
    struct Fewer;
    impl Trial for Fewer {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
            let nodes = |options: SearchOptions| {
                let mut search = AlphaBetaSearch::new(Arc::clone(game), root, options);
                while !search.step(100_000).done {}
                search.progress().nodes
            };
            let usual = nodes(options());
            let no_table = nodes(SearchOptions {
                table_bytes: 0,
                ..options()
            });
            let no_symmetry = nodes(SearchOptions {
                symmetry: false,
                ..options()
            });
            let minimax = |symmetry| {
                nodes(SearchOptions {
                    algorithm: Algorithm::Minimax,
                    symmetry,
                    ..options()
                })
            };
            // All positions, and all that symmetry tells apart.
            assert_eq!((minimax(false), minimax(true)), (5_478, 765), "{what}");
            assert!(
                usual < no_symmetry,
                "{what}: {usual}, not below {no_symmetry}"
            );
            assert!(no_symmetry < 5_478, "{what}: {no_symmetry}");
            assert!(usual < no_table, "{what}: {usual}, not below {no_table}");
        }
    }
    with(&position("tic-tac-toe", ".../.../... x"), &Fewer);
}

#[test]
fn one_player_may_be_asked_for_alone() {
    struct Alone;
    impl Trial for Alone {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
            let all = searched(game, root, options());
            for found in &all.root {
                let one = searched(
                    game,
                    root,
                    SearchOptions {
                        player: Some(found.player),
                        ..options()
                    },
                );
                assert_eq!(one.root, [*found], "{what}");
            }
        }
    }
    for words in ["land-of-lisp", "land-of-lisp players=3"] {
        for setup in boards(words, 2, 2, 5..9) {
            with(&setup, &Alone);
        }
    }
}

#[test]
fn the_same_search_goes_the_same_way_whatever_its_steps() {
    struct Same;
    impl Trial for Same {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
            let run = |work: u64| {
                let mut search = AlphaBetaSearch::new(Arc::clone(game), root, options());
                while !search.step(work).done {}
                (search.progress(), search.answer())
            };
            let (progress, answer) = run(u64::MAX);
            // As many nodes as it takes are enough, and one less isn't.
            let mut exact = AlphaBetaSearch::new(Arc::clone(game), root, options());
            assert!(!exact.step(progress.nodes - 1).done, "{what}");
            assert!(exact.step(1).done, "{what}");
            for work in [1, 7, 1_000] {
                assert_eq!(run(work), (progress, answer.clone()), "{what}");
            }
        }
    }
    for setup in boards("land-of-lisp", 2, 3, 0..5) {
        with(&setup, &Same);
    }
}
