//! The published figures: every 2×2 board, and the 3×3 boards whose sizes are known.

use doomtree::game::{Player, ratio};
use doomtree::rating::{Analysis, RatingOptions};
use doomtree::tree::{EndsByWinners, Graph, Labels, Limits, Vertex};
use support::dialects::{dice, rated};
use support::{plies, small_graph};

/// The ends of the tree by winners, as the published table writes them: `ab:3 b:4`.
fn ends_by_winners(graph: &Graph) -> String {
    let ends = EndsByWinners::new(graph);
    let mut classes: Vec<_> = ends
        .of(Vertex::ROOT)
        .map(|(winners, count)| {
            let names: String = winners.iter().map(Player::letter).collect();
            (names, count.to_string())
        })
        .filter(|(_, count)| count != "0")
        .collect();
    classes.sort();
    classes
        .into_iter()
        .map(|(names, count)| format!("{names}:{count}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// All 1,296 boards as published with part 3 of the Haskell port's series.
const BOARDS: &str = include_str!("../golden/land-of-lisp-2x2.csv");

#[test]
fn every_two_by_two_board_has_the_published_tree() {
    let mut boards = 0;
    for line in BOARDS.lines().filter(|line| !line.starts_with('#')) {
        let [board, a_nodes, b_nodes, a_ends, b_ends] = line.split(',').collect::<Vec<_>>()[..]
        else {
            panic!("five fields a line: {line}");
        };
        if board == "board" {
            continue;
        }
        boards += 1;
        for (mover, nodes, ends) in [("a", a_nodes, a_ends), ("b", b_nodes, b_ends)] {
            let text = format!("{board} {mover}");
            let graph = small_graph(&text, Limits::default());
            assert_eq!(support::tree_nodes(graph.graph()), nodes, "{text}");
            assert_eq!(ends_by_winners(graph.graph()), ends, "{text}");
        }
    }
    assert_eq!(boards, 1_296);
}

#[test]
fn three_by_three_boards_have_the_published_sizes() {
    for (board, a_nodes, b_nodes) in [
        ("a1b2a1/b1b2a1/a1a1a3", "75", "1307"),
        ("a3a1b2/b2a3a2/b1b2b1", "845109", "137339"),
        ("a1a3a1/b2b2b3/a2b1b2", "3890171", "5065637"),
        ("a2a2b2/a3b1a3/a3a3b3", "1468919491", "1"),
        ("b2a1a1/a2b2a3/b3b1b1", "212957", "155085"),
    ] {
        for (mover, nodes) in [("a", a_nodes), ("b", b_nodes)] {
            let graph = small_graph(&format!("{board} {mover}"), Limits::default());
            assert_eq!(support::tree_nodes(graph.graph()), nodes, "{board} {mover}");
        }
    }
}

#[test]
fn the_large_board_has_the_published_positions_moves_and_longest_line() {
    let graph = small_graph("a2a2b2/a3b1a3/a3a3b3 a", Limits::default());
    let distinct = graph.distinct();
    assert_eq!((distinct.positions, distinct.moves), (201_861, 472_108));
    let analysis = Analysis::new(graph.graph(), &RatingOptions::default());
    assert_eq!(analysis.longest.of(Vertex::ROOT), Some(39));
}

#[test]
fn the_tree_of_220_trillion_nodes_is_counted_exactly() {
    let graph = small_graph("a3b2b3/a3b3a3/b2a2b3 a", Limits::default());
    assert_eq!(graph.distinct().positions, 4_071_139);
    assert_eq!(support::tree_nodes(graph.graph()), "220228222172925");
}

#[test]
fn the_books_board_has_the_published_figures() {
    let graph = small_graph("b2b2/a2b1 a", Limits::default());
    let analysis = Analysis::new(graph.graph(), &RatingOptions::default());
    assert_eq!(analysis.nodes.of(Vertex::ROOT).to_string(), "13");
    assert_eq!(analysis.ends.of(Vertex::ROOT).to_string(), "5");
    assert_eq!(ends_by_winners(graph.graph()), "b:5");
    let distinct = graph.distinct();
    assert_eq!((distinct.positions, distinct.moves), (11, 11));
    let b_first = small_graph("b2b2/a2b1 b", Limits::default());
    assert_eq!(support::tree_nodes(b_first.graph()), "1");
    assert_eq!(ends_by_winners(b_first.graph()), "b:1");
}

/// rules.md's trap: a memo by position alone would rate both occurrences alike.
#[test]
fn a_position_reached_at_two_plies_has_two_ratings_under_a_ply_limit() {
    let graph = small_graph("b3a3/b1b2 a", plies(7));
    let analysis = Analysis::new(graph.graph(), &RatingOptions::default());
    let ratings: Vec<_> = graph
        .graph()
        .vertices()
        .filter(|vertex| graph.position_text(*vertex) == "b2b2/a1a1 a +1")
        .map(|vertex| {
            (
                graph.graph().plies_left(vertex),
                analysis.ratings.rating(vertex, Player(0)).to_string(),
                analysis.ratings.rating(vertex, Player(1)).to_string(),
            )
        })
        .collect();
    let expected = |left, a: &str, b: &str| (Some(left), a.to_owned(), b.to_owned());
    assert!(ratings.contains(&expected(2, "0", "1")), "{ratings:?}");
    assert!(ratings.contains(&expected(0, "1/2", "1/2")), "{ratings:?}");
}

/// The published sizes of one board under three dialects, a first and b first.
#[test]
fn the_lisp_sessions_board_has_the_published_size_under_every_dialect() {
    for (rules, a_nodes, b_nodes) in [
        ("land-of-lisp", "212957", "155085"),
        ("haskell", "18743", "10263"),
        ("realm-of-racket", "10802483", "11864819"),
    ] {
        for (mover, nodes) in [("a", a_nodes), ("b", b_nodes)] {
            let board = dice(rules, &format!("b2a1a1/a2b2a3/b3b1b1 {mover}"));
            let rated = rated(&board, Limits::default());
            assert_eq!(
                rated.analysis.nodes.of(Vertex::ROOT).to_string(),
                nodes,
                "{rules} {mover}"
            );
        }
    }
}

#[test]
fn the_books_board_has_the_published_sizes_under_the_racket_rules_with_and_without_a_pool() {
    for (rules, a_nodes, b_nodes) in [
        ("realm-of-racket", "3", "1"),
        ("realm-of-racket pool=0", "13", "1"),
    ] {
        for (mover, nodes) in [("a", a_nodes), ("b", b_nodes)] {
            let board = dice(rules, &format!("b2b2/a2b1 {mover}"));
            let rated = rated(&board, Limits::default());
            let found = rated.analysis.nodes.of(Vertex::ROOT).to_string();
            assert_eq!(found, nodes, "{rules} {mover}");
        }
    }
}

#[test]
fn the_books_board_with_dice_has_the_published_sizes_and_ratings_ply_by_ply() {
    let board = dice("land-of-lisp-v4 players=2 max_dice=3", "b2b2/a2b1 a");
    for (max_plies, nodes, millionths) in [
        (0, "1", None),
        (1, "7", Some(420_000)),
        (2, "11", Some(420_000)),
        (3, "29", Some(235_200)),
        (4, "59", Some(131_712)),
        (5, "146", Some(288_992)),
    ] {
        let rated = rated(&board, plies(max_plies));
        let found = rated.analysis.nodes.of(Vertex::ROOT).to_string();
        assert_eq!(found, nodes, "{max_plies} plies");
        if let Some(millionths) = millionths {
            let rating = rated.analysis.ratings.rating(Vertex::ROOT, Player(0));
            assert_eq!(
                rating.exact(),
                Some(ratio(millionths, 1_000_000)),
                "{max_plies} plies"
            );
        }
    }
}
