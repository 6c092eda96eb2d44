//! Tests of the public API.

use std::ops::ControlFlow;
use std::time::Duration;

use super::*;
use crate::game::{Estimate, Game, Kind, Player, Rational, Shown, half, one, ratio, zero};
use crate::games::dice_of_doom::{Board, DiceOfDoom, Rules};
use crate::rating::{Multiplayer, Rating};
use crate::session::{Progress, Stage};

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
    fn moves(&self, &(remaining, mover): &Self::Position, out: &mut Vec<(u8, u8)>) -> Kind {
        out.extend((1..=remaining.min(2)).map(|taken| (taken as u8, 0)));
        let chooses = Kind::Decision(mover);
        if remaining == 0 { Kind::End } else { chooses }
    }
    fn play(&self, &(remaining, mover): &Self::Position, (taken, _): (u8, u8)) -> Self::Position {
        (remaining - u32::from(taken), Player(1 - mover.0))
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

fn heap(remaining: u32) -> Tree {
    Tree::open((Heap, (remaining, A))).expect("a heap")
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
    for remaining in 1..20 {
        let short = Tree::builder((Heap, (remaining, A)))
            .max_plies(1)
            .estimate(THREES)
            .build();
        let short = short.expect("a heap");
        assert_eq!(short.rating(A), heap(remaining).rating(A), "{remaining}");
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
    let tree_builder = Tree::builder(board).on_progress(|progress| {
        reports += usize::from(!progress.done);
        ControlFlow::Continue(())
    });
    assert_eq!(
        tree_builder.build().expect("a board").summary(),
        full.summary()
    );
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

/// Pig: a player rolls and adds up, as often as it likes; a one loses the sum and the turn.
struct Pig(u8);

impl Game for Pig {
    /// The scores, the sum of this turn, the player to move, and whether the die rolls.
    type Position = ([u8; 2], u8, Player, bool);
    /// 0 to hold, 7 to roll, or what the die shows.
    type Move = u8;

    fn name(&self) -> &str {
        "pig"
    }
    fn players(&self) -> usize {
        2
    }
    fn has_chance(&self) -> bool {
        true
    }
    fn moves(&self, &(scores, sum, mover, rolls): &Self::Position, out: &mut Vec<u8>) -> Kind {
        if scores.iter().any(|score| *score >= self.0) {
            return Kind::End;
        }
        match rolls {
            true => out.extend(1..=6),
            false => out.extend([7, 0].into_iter().filter(|mv| *mv > 0 || sum > 0)),
        }
        [Kind::Decision(mover), Kind::Chance(mover)][usize::from(rolls)]
    }
    fn play(&self, &(mut scores, sum, mover, _): &Self::Position, mv: u8) -> Self::Position {
        let other = Player(1 - mover.0);
        match mv {
            0 => {
                scores[mover.index()] += sum;
                (scores, 0, other, false)
            }
            1 => (scores, 0, other, false),
            7 => (scores, sum, mover, true),
            _ => (scores, sum.saturating_add(mv).min(self.0), mover, false),
        }
    }
    fn probability(&self, _: &Self::Position, _: u8) -> Rational {
        ratio(1, 6)
    }
    fn payoff(&self, (scores, ..): &Self::Position, player: Player) -> Rational {
        let won = scores[player.index()] >= self.0;
        if won { one() } else { zero() }
    }
}

impl Shown for Pig {}

#[test]
fn a_tree_whose_rating_was_stopped_says_so_and_is_not_complete() {
    let pig = || Tree::builder((Pig(20), ([0, 0], 0, A, false)));
    let whole = pig().build().expect("pig");
    assert!(whole.is_complete() && whole.stopped().is_none() && whole.root().is_proven());
    let while_rating = |progress: &Progress| match progress.stage {
        Stage::Rating => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let stopped = pig().on_progress(while_rating).build().expect("pig");
    assert_eq!(stopped.positions(), whole.positions());
    assert!(!stopped.is_complete() && !stopped.root().is_proven());
    assert_eq!(stopped.stopped(), Some(StoppedBy::Progress));
    let summary = stopped.summary();
    assert!(!summary.complete && summary.stopped.as_deref() == Some("progress"));
    let late = pig().max_time(Duration::ZERO).build().expect("pig");
    assert_eq!(late.stopped(), Some(StoppedBy::MaxTime));
    assert!(!late.is_complete());
    // A stop that comes when nothing is left to do changes nothing.
    let book = Tree::builder(BOOK).on_progress(while_rating).build();
    assert!(book.expect("a board").is_complete());
}

#[test]
fn each_limit_that_ends_the_work_is_named() {
    let board = "a2a2b2/a3b1a3/a3a3b3 a";
    let stopped = |builder: TreeBuilder<'_>| builder.build().expect("a board").stopped();
    let of = || Tree::builder(board);
    assert_eq!(
        stopped(of().max_positions(500)),
        Some(StoppedBy::MaxPositions(500))
    );
    let memory = stopped(of().max_memory(1 << 20));
    assert!(
        matches!(memory, Some(StoppedBy::MaxMemory(_))),
        "{memory:?}"
    );
    assert_eq!(
        stopped(of().max_time(Duration::ZERO)),
        Some(StoppedBy::MaxTime)
    );
    assert_eq!(stopped(of().max_plies(3)), None);
    let searched = |builder: TreeBuilder<'_>| builder.search().expect("a board").stopped();
    assert_eq!(searched(of()), None);
    assert_eq!(
        searched(of().max_positions(3)),
        Some(StoppedBy::MaxPositions(3))
    );
    let large = || Tree::builder("a2a2b3b1/b3a1a3b2/a1b3b1a3 a");
    assert_eq!(
        searched(large().max_time(Duration::ZERO)),
        Some(StoppedBy::MaxTime)
    );
}

#[test]
fn a_search_gives_the_whole_line_and_a_refusal_its_own_reason() {
    for board in [
        BOOK,
        "a2a2b2/a3b1a3/a3a3b3 a",
        "a2a2b3b1/b3a1a3b2/a1b3b1a3 a",
    ] {
        let found = Tree::builder(board).search().expect("two players");
        let line = found.best_line();
        let end = line.last().expect("a line").after();
        assert_eq!(end.kind(), NodeKind::End, "{board}: {line:?}");
        for mv in &line {
            assert!(mv.after().is_proven(), "{board}: {mv}");
            assert_eq!(mv.after().rating(A), found.rating(A), "{board}: {mv}");
            assert!(mv.before().best_moves().contains(mv), "{board}: {mv}");
        }
        assert_eq!(texts(&line), found.summary().best_line);
    }
    let whole = Tree::open("a2a2b2/a3b1a3/a3a3b3 a").expect("a board");
    let found = Tree::builder("a2a2b2/a3b1a3/a3a3b3 a").search();
    let line = texts(&found.expect("a board").best_line()).join(" ");
    let end = whole.after(&line).expect("its moves");
    assert_eq!(end.rating(A), whole.rating(A));
    let over = Tree::builder((Heap, (0, A))).search().expect("an end");
    assert_eq!(over.root().kind(), NodeKind::End);
    assert!(over.is_complete() && over.best_line().is_empty());
    let why = |builder: TreeBuilder<'_>| builder.search().expect_err("no proof").to_string();
    let pig = why(Tree::builder((Pig(9), ([0, 0], 0, A, false))));
    assert!(pig.starts_with("proof numbers know no chance"), "{pig}");
    let plies = why(Tree::builder((Heap, (7, A))).max_plies(2));
    assert!(plies.starts_with("proof numbers know no ply"), "{plies}");
}

/// Three players hand on a token without end, or one keeps it; with a fault, if it has one.
struct Token {
    players: usize,
    range: (Rational, Rational),
    has_end: bool,
}

impl Game for Token {
    type Position = (u8, bool);
    type Move = bool;

    fn name(&self) -> &str {
        "token"
    }
    fn players(&self) -> usize {
        self.players
    }
    fn moves(&self, &(holder, kept): &(u8, bool), out: &mut Vec<bool>) -> Kind {
        if kept && self.has_end {
            return Kind::End;
        }
        out.extend([true, false].into_iter().filter(|_| !kept));
        Kind::Decision(Player(holder))
    }
    fn play(&self, &(holder, _): &(u8, bool), keeps: bool) -> (u8, bool) {
        ((holder + u8::from(!keeps)) % 3, keeps)
    }
    fn payoff(&self, &(holder, _): &(u8, bool), player: Player) -> Rational {
        if holder == player.0 { half() } else { one() }
    }
    fn payoff_range(&self) -> (Rational, Rational) {
        self.range
    }
}

impl Shown for Token {}

fn token(players: usize, range: (Rational, Rational), has_end: bool) -> TreeBuilder<'static> {
    let token = Token {
        players,
        range,
        has_end,
    };
    Tree::builder((token, (0, false)))
}

#[test]
fn a_tree_says_how_it_is_rated_and_what_a_game_forgot() {
    let usual = (zero(), one());
    let tree = token(3, usual, true).build().expect("a cycle");
    assert_eq!(tree.multiplayer(), Some(Multiplayer::Paranoid));
    assert!(tree.notices()[0].contains("paranoid"), "{tree:?}");
    let asked = token(3, usual, true).multiplayer(Multiplayer::Paranoid);
    assert!(asked.build().expect("a cycle").notices().is_empty());
    let finite = token(3, usual, true).max_plies(4).build().expect("a tree");
    assert_eq!(finite.multiplayer(), Some(Multiplayer::MaxN));
    assert!(finite.notices().is_empty());
    assert_eq!(heap(3).multiplayer(), None);
    let endless = token(3, usual, false).build().expect("no end");
    let notice = endless.notices().last().expect("a notice");
    assert!(
        notice.starts_with("position '(0, true)'") && notice.contains("(3 such"),
        "{notice}"
    );
    assert!(notice.contains("return Kind::End"), "{notice}");
}

#[test]
fn impossible_players_and_payoffs_are_errors_that_name_the_method() {
    let fault = |builder: TreeBuilder<'_>| builder.build().expect_err("a fault").to_string();
    let nobody = fault(token(0, (zero(), one()), true));
    assert!(nobody.contains("Game::players says 0"), "{nobody}");
    assert!(fault(token(27, (zero(), one()), true)).contains("1 to 26"));
    let swapped = fault(token(3, (one(), zero()), true));
    assert!(
        swapped.contains("Game::payoff_range says from 1 to 0"),
        "{swapped}"
    );
}

#[cfg(feature = "pictures")]
#[test]
fn figures_have_a_possible_width_and_font_size() {
    let tree = heap(2);
    let svg = |part: TreePart<'_>| part.svg().expect("a figure");
    let part = || tree.unfold(None, 10);
    assert_eq!(svg(part().width_mm(-5.0)), svg(part().width_mm(10.0)));
    assert_eq!(svg(part().font_size(f64::NAN)), svg(part().font_size(3.0)));
}

#[cfg(feature = "pictures")]
#[test]
#[should_panic(expected = "Player(7) in a game of 2 players")]
fn a_figure_with_ratings_for_nobody_names_the_player_and_the_players() {
    let tree = heap(2);
    drop(tree.unfold(None, 10).ratings_for(Player(7)));
}

#[test]
#[should_panic(expected = "Player(2) in a game of 2 players")]
fn a_rating_for_nobody_names_the_player_and_the_players() {
    heap(3).rating(Player(2));
}

#[test]
fn a_saved_tree_of_an_own_game_is_read_as_that_game() {
    let board = Board::read(BOOK, &Rules::LAND_OF_LISP, None).expect("the book's board");
    let game = || DiceOfDoom::<1>::with_board(Rules::LAND_OF_LISP, &board).expect("four hexes");
    let tree = Tree::builder(game()).max_plies(2).build().expect("a board");
    let text = tree.unfold(None, 100).json();
    let again = Tree::read_as(game().0, &text).expect("its own file");
    assert_eq!(again.summary(), tree.summary());
    let root = again.root();
    assert_eq!(root.as_position::<DiceOfDoom<1>>(), Some(&game().1));
    let fault = |text: &str| {
        Tree::read_as(game().0, text)
            .expect_err("a fault")
            .to_string()
    };
    let wrong = fault(&text.replace("\"move\":\"2>3\"", "\"move\":\"2>0\""));
    assert!(
        wrong.contains("isn't the tree of this game: line"),
        "{wrong}"
    );
    let other = fault(&heap(2).unfold(None, 9).json());
    assert!(other.contains("game 'heap'"), "{other}");
    assert!(fault(BOOK).contains("no tree file"));
    let unread = Tree::read_as(Heap, &heap(2).unfold(None, 9).json());
    let unread = unread.expect_err("no notation").to_string();
    assert!(unread.contains("write its read_position"), "{unread}");
}

#[test]
fn what_a_file_leaves_out_is_as_little_proven_as_it_was() {
    let short = Tree::builder((Heap, (7, A))).max_plies(2).build();
    let short = short.expect("a heap");
    let read = Tree::read(&short.unfold(None, 100).json()).expect("a tree");
    assert!(
        !read.is_complete() && !read.root().is_proven(),
        "{:?} {:?} {:?}",
        read.notices(),
        read.root().proven(A),
        short.unfold(None, 100).json()
    );
    assert_eq!(read.root().proven(A), short.root().proven(A));
    assert_eq!(read.rating(A), short.rating(A));
    let leaf = read.root().moves()[0].after().moves()[0].after();
    assert_eq!(leaf.kind(), NodeKind::Limit(A));
    // What was proven stays so, and a part that is left out is no end.
    let whole = heap(7);
    let part = Tree::read(&whole.unfold(2, 100).json()).expect("a tree");
    assert!(part.root().is_proven() && !part.is_complete());
    assert_eq!(part.rating(A), whole.rating(A));
    // Written and read again, it states the same.
    let again = Tree::read(&read.unfold(None, 100).json()).expect("a tree");
    assert_eq!(again.root().proven(A), read.root().proven(A));
    assert!(!again.is_complete());
}

#[test]
fn play_goes_on_by_the_games_own_moves_and_ratings_are_ordered() {
    let tree = heap(7);
    let next = tree.root().after_move::<Heap>((2, 0)).expect("a move");
    assert_eq!(tree.find::<Heap>(&(5, Player(1))), Some(next));
    assert_eq!(tree.root().after_move::<Heap>((3, 0)), None);
    assert_eq!(tree.root().after_move::<Pig>(1), None);
    assert_eq!(tree.find::<Heap>(&(8, A)), None);
    let (exact, near) = (Rating::Exact(half()), Rating::Approximate(0.5));
    assert!(exact < near && near < Rating::Exact(one()) && near >= exact);
    assert_eq!(near.partial_cmp(&Rating::Approximate(f64::NAN)), None);
}
