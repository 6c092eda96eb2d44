//! Tests of the rules: moves, passes, pools, dice, groups and estimates.

use super::*;
use crate::game::play_line;

fn game(text: &str) -> (DiceOfDoom<1>, PackedPosition<1>) {
    let rules = Rules::LAND_OF_LISP;
    let board = Board::read(text, &rules, None).expect(text);
    DiceOfDoom::with_board(rules, &board).expect("one word is enough")
}

fn moves(text: &str) -> Vec<String> {
    let (game, position) = game(text);
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    moves
        .into_iter()
        .map(|mv| game.move_text(&position, mv))
        .collect()
}

fn after(text: &str, mv: DiceMove) -> String {
    let (game, position) = game(text);
    game.position_text(&game.play(&position, mv))
}

#[test]
fn a_position_of_another_size_is_refused_where_it_starts() {
    let (game, _) = game("b2b2/a2b1 a");
    let error = game.read_position("b2b2 a").expect_err("another size");
    assert_eq!(error.column, 1);
    let text = "the board has 1 × 2 hexes, this game 2 × 2";
    assert!(error.to_string().contains(text), "{error}");
}

#[test]
fn moves_are_those_that_the_haskell_chapter_prints() {
    assert_eq!(moves("b2b2/a2b1 a"), ["2>3"]);
    assert_eq!(moves("b2b2/a2b1 b"), [""; 0]);
    assert_eq!(moves("a1b2a1/b1b2a1/a1a1a3 a"), ["8>4"]);
    assert_eq!(
        moves("a1b2a1/b1b2a1/a1a1a3 b"),
        ["1>0", "1>2", "1>5", "4>7", "4>0", "4>5"]
    );
    assert_eq!(moves("b2a1a1/a2b2a3/b3b1b1 a"), ["3>7", "5>8", "5>4"]);
}

#[test]
fn pass_is_illegal_before_the_first_attack_and_listed_first_after_it() {
    assert_eq!(moves("b2b2/a1a1 b"), ["0>2", "0>3", "1>3"]);
    assert_eq!(moves("b2b2/a1a1 b +1"), ["pass", "0>2", "0>3", "1>3"]);
}

#[test]
fn an_attack_leaves_one_die_and_moves_the_others() {
    assert_eq!(
        after("b2b2/a2b1 a", DiceMove::Attack(2, 3)),
        "b2b2/a1a1 a +1"
    );
    assert_eq!(
        after("b2b2/a3b2 a +1", DiceMove::Attack(2, 3)),
        "b2b2/a1a2 a +3"
    );
}

#[test]
fn a_pass_brings_one_die_less_than_were_captured_and_never_above_the_maximum() {
    assert_eq!(after("b2b2/a1a1 a +1", DiceMove::Pass), "b2b2/a1a1 b");
    assert_eq!(after("a3b2/a1a1 a +2", DiceMove::Pass), "a3b2/a2a1 b");
    assert_eq!(after("a3a3/a3a3 a +9", DiceMove::Pass), "a3a3/a3a3 b");
    assert_eq!(after("a1a1/a1b1 a +9", DiceMove::Pass), "a2a2/a2b1 b");
}

fn under(rules: &Rules, text: &str, line: &str) -> String {
    let board = Board::read(text, rules, None).expect(text);
    let (game, position) = DiceOfDoom::<8>::with_board(*rules, &board).expect("eight words");
    let after = play_line(&game, &position, line).expect(line);
    game.position_text(&after)
}

fn preset(name: &str) -> Rules {
    let named = Rules::PRESETS.iter().find(|(preset, _)| *preset == name);
    named.expect("a preset").1
}

#[test]
fn the_haskell_port_reinforces_for_the_last_capture_of_a_turn_alone() {
    for (rules, after, passed) in [
        ("land-of-lisp", "a1a1a1 a +3", "a2a2a1 b"),
        ("haskell", "a1a1a1 a +1", "a1a1a1 b"),
    ] {
        let rules = preset(rules);
        assert_eq!(under(&rules, "a3b2b1 a", "0>1 1>2"), after);
        assert_eq!(under(&rules, "a3b2b1 a", "0>1 1>2 pass"), passed);
    }
}

#[test]
fn a_pool_is_shared_never_refilled_and_each_pass_turns_the_board_order_round() {
    let racket = preset("realm-of-racket");
    let pool = Rules { pool: 3, ..racket };
    assert_eq!(
        under(&pool, "a2b1b1 a", "0>1"),
        "a1a1b1 a + pool=3",
        "captured dice are lost"
    );
    assert_eq!(
        under(&pool, "a2b1b1 a", "0>1 pass"),
        "a2a2b1 b pool=1 reversed"
    );
    let last = "a1a1b2/b1b1a1 b + pool=1 reversed";
    assert_eq!(under(&pool, last, "pass"), "a1a1b2/b1b2a1 a pool=0");
    assert_eq!(
        under(&pool, "a1a1b2/b1b1a1 b + pool=1", "pass"),
        "a1a1b3/b1b1a1 a pool=0 reversed"
    );
    assert_eq!(under(&racket, "b2b2/a2b1 a", ""), "b2b2/a2b1 a pool=10");
}

#[test]
fn the_reversed_board_order_lists_the_attacks_from_the_other_end() {
    let racket = preset("realm-of-racket");
    let listed = |text: &str| {
        let board = Board::read(text, &racket, None).expect(text);
        let (game, position) = DiceOfDoom::<1>::with_board(racket, &board).expect("one word");
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let texts: Vec<_> = moves
            .iter()
            .map(|mv| game.move_text(&position, *mv))
            .collect();
        texts.join(" ")
    };
    assert_eq!(listed("a2b1a2 a"), "0>1 2>1");
    assert_eq!(listed("a2b1a2 a reversed"), "2>1 0>1");
    assert_eq!(listed("a2b1a2 a + reversed"), "pass 2>1 0>1");
}

#[test]
fn dice_are_rolled_at_a_chance_node_whose_branches_are_wins_and_fails() {
    let v4 = preset("land-of-lisp-v4");
    assert_eq!(under(&v4, "b2b2/a2b1 a", "2>0"), "b2b2/a2b1 a ?2>0");
    assert_eq!(under(&v4, "b2b2/a2b1 a", "2>0 wins"), "a1b2/a1b1 a +");
    assert_eq!(under(&v4, "b2b2/a2b1 a", "2>0 fails"), "b2b2/a1b1 a +");
    let counted = Rules {
        reinforcement: Reinforcement::CapturedMinusOne,
        ..v4
    };
    assert_eq!(
        under(&counted, "b2b2/a2b1 a", "2>0 fails"),
        "b2b2/a1b1 a +0"
    );
    assert_eq!(
        under(&counted, "b2b2/a2b1 a", "2>0 fails pass"),
        "b2b2/a1b1 b"
    );
    assert_eq!(under(&counted, "b2b2/a2b1 a", "2>0 wins"), "a1b2/a1b1 a +2");
    let board = Board::read("b2b2/a2b1 a ?2>0", &v4, None).expect("a chance node");
    let (game, position) = DiceOfDoom::<1>::with_board(v4, &board).expect("one word");
    assert_eq!(game.kind(&position), Kind::Chance(Player(0)));
    assert_eq!(game.probability(&position, DiceMove::Wins), ratio(11, 25));
    assert_eq!(game.probability(&position, DiceMove::Fails), ratio(14, 25));
}

#[test]
fn the_largest_group_of_hexes_brings_as_many_dice() {
    let v4 = preset("land-of-lisp-v4");
    // Hexes 0 and 3 touch, and 8 is apart from them.
    assert_eq!(
        under(&v4, "a1b1c1/a1b1c1/d1d1a1 a +", "pass"),
        "a2b1c1/a2b1c1/d1d1a1 b"
    );
    assert_eq!(
        under(&v4, "a5b1c1/a1b1c1/d1d1a1 a +", "pass"),
        "a5b1c1/a2b1c1/d1d1a2 b"
    );
    assert_eq!(under(&v4, "b1b1/b1b1 a +", "pass"), "b1b1/b1b1 b");
}

#[test]
fn the_count_of_captured_dice_stays_within_the_notation() {
    assert_eq!(
        after("a3b1/a1a1 a +999", DiceMove::Attack(0, 1)),
        "a1a2/a1a1 a +999"
    );
}

#[test]
fn a_game_has_at_least_one_hex_and_at_most_sixty_four() {
    for (rows, columns) in [(0, 3), (3, 0), (5, 13), (256, 21), (usize::MAX, 2)] {
        assert!(DiceOfDoom::<8>::new(Rules::LAND_OF_LISP, rows, columns).is_none());
    }
    assert!(DiceOfDoom::<8>::new(Rules::LAND_OF_LISP, 1, 64).is_some());
}

#[test]
fn most_hexes_win_and_ties_share() {
    let (game, position) = game("b2b2/a2b1 b");
    assert_eq!(game.payoff(&position, Player(0)), zero());
    assert_eq!(game.payoff(&position, Player(1)), ratio(1, 1));
    let tied = game.read_position("b1b1/a1a1 b").expect("a board");
    assert_eq!(game.payoff(&tied, Player(0)), ratio(1, 2));
}

#[test]
fn estimates_of_all_players_sum_to_one() {
    let (game, position) = game("b2a1a1/a2b2a3/b3b1b1 a");
    for estimate in ESTIMATES {
        let sum: Rational = Player::all(2)
            .map(|player| game.estimate(&position, estimate, player))
            .sum();
        assert_eq!(sum, ratio(1, 1), "{estimate:?}");
    }
    assert_eq!(
        game.estimate(&position, Estimate::SHARE, Player(0)),
        ratio(4, 9)
    );
    // a: hexes 1 and 3 are threatened, 2 and 5 are not: 1 + 2 + 1 + 2 − 5 + 9 = 10.
    // b: hexes 4, 7 and 8 are threatened, 0 and 6 are not: 2 + 1 + 2 + 1 + 1 − 4 + 9 = 12.
    assert_eq!(
        game.estimate(&position, TERRITORY, Player(0)),
        ratio(10, 22)
    );
}
