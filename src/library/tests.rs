//! Tests of the public API.

use std::ops::ControlFlow;
use std::time::Duration;

use super::*;
use crate::game::{Estimate, Game, Kind, Player, Rational, Shown, half, one, ratio, zero};
use crate::games::dice_of_doom::{Board, DiceOfDoom, Rules};

const BOOK: &str = "b2b2/a2b1 a";
const A: Player = Player(0);

/// One heap, from which one or two are taken. The player who takes the last one wins. It has no
/// notation.
#[derive(Debug)]
struct Heap;

impl Game for Heap {
    type Position = (u32, Player);
    type Move = (u8, u8);

    fn name(&self) -> &str {
        "heap"
    }
    fn players(&self) -> usize {
        2
    }
    fn moves(&self, &(left, mover): &Self::Position, out: &mut Vec<(u8, u8)>) -> Kind {
        out.extend((1..=left.min(2)).map(|taken| (taken as u8, 0)));
        let chooses = Kind::Decision(mover);
        if left == 0 { Kind::End } else { chooses }
    }
    fn play(&self, &(left, mover): &Self::Position, (taken, _): (u8, u8)) -> Self::Position {
        (left - u32::from(taken), Player(1 - mover.0))
    }
    fn payoff(&self, &(_, mover): &Self::Position, player: Player) -> Rational {
        if player == mover { zero() } else { one() }
    }
    fn payoff_range(&self) -> (Rational, Rational) {
        (zero(), one())
    }
    fn payoff_sum(&self) -> Option<Rational> {
        Some(one())
    }
    fn may_recur(&self) -> bool {
        false
    }
    fn estimates(&self) -> &[Estimate] {
        &[Estimate::WINNERS, THREES]
    }
    fn estimate(&self, position: &Self::Position, estimate: Estimate, player: Player) -> Rational {
        match estimate {
            THREES if position.0 % 3 == 0 => self.payoff(position, player),
            THREES => one() - self.payoff(position, player),
            _ => half(),
        }
    }
}

/// Its own estimate: a heap of a multiple of three is lost.
const THREES: Estimate = Estimate::new("threes");

impl Shown for Heap {}

fn heap(left: u32) -> Tree {
    Tree::open((Heap, (left, A))).expect("a heap")
}

fn texts(moves: &[Move<'_>]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

#[test]
fn a_board_in_words_and_a_typed_one_give_the_same_tree() {
    let board = Board::read(BOOK, &Rules::LAND_OF_LISP, None).expect("the book's board");
    let (game, root) =
        DiceOfDoom::<1>::with_board(Rules::LAND_OF_LISP, &board).expect("four hexes");
    let typed = Tree::open((game, root)).expect("a board");
    let named = Tree::open(BOOK).expect("a board");
    assert_eq!(typed.summary(), named.summary());
    assert_eq!(
        typed.unfold(None, 100).json(),
        named.unfold(None, 100).json()
    );
    assert_eq!(typed.unfold(None, 100).len(), 13);
}

#[test]
fn a_game_without_notation_is_rated_walked_written_and_read_again() {
    let tree = heap(7);
    assert_eq!(tree.rating(A).to_string(), "1");
    assert_eq!(texts(&tree.best_moves()), ["(1,0)"]);
    assert!(tree.root().moves()[1].is_blunder());
    let line = texts(&tree.best_line()).join(" ");
    let end = tree.after(&line).expect("its own line");
    assert_eq!((end.kind(), end.mover()), (NodeKind::End, None));
    assert_eq!(end.position(), "(0, Player(1))");
    let again = Tree::read(&tree.unfold(None, 100).json()).expect("its own file");
    assert_eq!(again.game(), "scripted");
    assert_eq!(again.nodes().to_string(), tree.nodes().to_string());
    assert_eq!(again.rating(A), tree.rating(A));
    // At a limit nothing is known.
    let short = Tree::builder((Heap, (7, A)))
        .max_plies(1)
        .build()
        .expect("a heap");
    assert_eq!(short.rating(A).exact(), Some(half()));
    assert_eq!(short.root().proven(A).1.exact(), Some(one()));
    assert!(short.best_moves().is_empty());
}

#[test]
fn a_game_brings_an_estimate_of_its_own() {
    for left in 1..20 {
        let short = Tree::builder((Heap, (left, A)))
            .max_plies(1)
            .estimate(THREES)
            .build();
        let short = short.expect("a heap");
        assert_eq!(short.rating(A), heap(left).rating(A), "{left}");
    }
}

#[test]
fn the_graphs_for_petgraph_have_positions_by_index_and_moves_in_the_rules_order() {
    let tree = heap(4);
    let graph = tree.graph(|node| node.index(), |mv| mv.after().index());
    assert_eq!(graph.node_count() as u64, tree.positions());
    for node in graph.node_indices() {
        assert_eq!(graph[node], node.index());
        for edge in graph.edges(node) {
            use petgraph::visit::EdgeRef;
            assert_eq!(*edge.weight(), edge.target().index());
        }
    }
    let first: Vec<usize> = graph.neighbors(0.into()).map(|node| node.index()).collect();
    let moves = tree.root().moves();
    let after: Vec<usize> = moves.iter().map(|mv| mv.after().index()).collect();
    assert_eq!(first, after);
    let part = tree.unfold(None, 1_000);
    let unfolded = part.graph(|node| node.position(), |mv| mv.to_string());
    assert_eq!(unfolded.node_count().to_string(), tree.nodes().to_string());
    let root = unfolded.edges(0.into()).map(|edge| edge.weight().clone());
    assert_eq!(root.collect::<Vec<_>>(), texts(&moves));
}

#[test]
fn every_limit_leaves_proven_bounds_and_a_stopped_build_is_a_tree_too() {
    let board = "a2a2b2/a3b1a3/a3a3b3 a";
    let full = Tree::open(board).expect("a board");
    let limited = [
        Tree::builder(board).max_positions(500).build(),
        Tree::builder(board).max_plies(4).build(),
        Tree::builder(board).max_time(Duration::ZERO).build(),
        Tree::builder(board).max_memory(1 << 20).build(),
        Tree::builder(board)
            .on_progress(|_| ControlFlow::Break(()))
            .build(),
    ];
    for tree in limited {
        let tree = tree.expect("a board");
        assert!(!tree.is_complete() && full.is_complete());
        let (low, high) = tree.root().proven(A);
        let right = full.rating(A);
        assert!(low.compare(&right).is_le() && high.compare(&right).is_ge());
    }
    let mut reports = 0;
    let told = Tree::builder(board).on_progress(|progress| {
        reports += usize::from(!progress.done);
        ControlFlow::Continue(())
    });
    assert_eq!(told.build().expect("a board").summary(), full.summary());
    assert!(reports > 10, "{reports}");
}

#[test]
fn rules_settings_and_ways_of_rating_are_those_that_were_chosen() {
    let tree = Tree::builder("a3b2/c1a2 a")
        .game("dice-of-doom")
        .rule("players", 3)
        .multiplayer(crate::rating::Multiplayer::MaxN)
        .max_plies(4)
        .estimate(Estimate::SHARE)
        .build()
        .expect("three players");
    assert_eq!((tree.players(), tree.game()), (3, "dice-of-doom"));
    let script = Tree::builder("r a: x -> r, y -> e; e end: 1 0").game("scripted");
    let tree = script.endless(ratio(3, 4)).build().expect("a script");
    assert!(tree.is_cyclic());
    assert_eq!(tree.root().longest_line(), None);
    let second = tree.rating(Player(1));
    assert_eq!(second.exact(), Some(zero()));
}

#[test]
fn a_fault_names_the_place_and_the_remedy() {
    let fault = |tree: Result<Tree, Error>| tree.expect_err("a fault").to_string();
    let position = fault(Tree::open("b2b2/a2c1 a"));
    assert!(position.contains("(column 8)"), "{position}");
    let rule = fault(Tree::builder(BOOK).rule("max_dice", "many").build());
    assert!(rule.contains("'max_dice'"), "{rule}");
    let estimate = Tree::builder((Heap, (7, A))).estimate(Estimate::SHARE);
    assert!(fault(estimate.build()).contains("use winners or threes"));
    let tree = Tree::open(BOOK).expect("a board");
    let line = tree
        .after("2>3 2>1")
        .expect_err("an illegal move")
        .to_string();
    assert!(line.contains("pass"), "{line}");
    let own = heap(3).unfold(2, 100).json();
    let read = Tree::read(&own).expect("a tree");
    assert!(read.notices()[0].contains("heap"), "{:?}", read.notices());
    assert!(tree.notices().is_empty());
    let file = fault(Tree::read("{\"format\":\"doomtree-tree\""));
    assert!(file.contains("line 1"), "{file}");
}

#[test]
fn a_part_is_as_large_as_its_limits_allow() {
    let tree = Tree::open("a2a2b2/a3b1a3/a3a3b3 a").expect("a board");
    let (plies, nodes) = (tree.unfold(2, 1_000_000), tree.unfold(None, 100));
    assert!(!plies.is_limited() && nodes.is_limited());
    assert!(nodes.len() <= 100 && !nodes.is_empty());
    let deepest = plies.graph(|node| node.kind(), |_| ());
    assert!(deepest.node_count() == plies.len() && plies.len() > 10);
    assert!(nodes.title("Part").json().contains("\"title\":\"Part\""));
}

#[test]
fn rules_for_a_game_of_ones_own_are_refused_and_a_search_knows_its_types() {
    let heap = || Tree::builder((Heap, (7, Player(0))));
    for refused in [
        heap().rules("haskell"),
        heap().game("heap"),
        heap().rule("max_dice", 2),
    ] {
        let fault = refused
            .build()
            .expect_err("it brings its rules")
            .to_string();
        assert!(fault.contains("set them in the game"), "{fault}");
    }
    let found = heap().search().expect("two players with a constant sum");
    assert_eq!(found.best_moves()[0].as_move::<Heap>(), Some(&(1, 0)));
    assert_eq!(found.root().as_position::<Heap>(), Some(&(7, Player(0))));
    let tree = heap().build().expect("a heap");
    assert_eq!(tree.root(), tree.after("").expect("the root"));
    assert_ne!(tree.root(), tree.after("(1,0)").expect("a move"));
    let moves: std::collections::HashSet<_> = tree.root().moves().into_iter().collect();
    assert!(moves.contains(&tree.best_moves()[0]));
    assert!(format!("{:?}", heap()).starts_with("TreeBuilder"));
}
