//! Random boards are the same for ever. The boards told here come from a ChaCha8 and from draws
//! that were written once more, in another language.

use doomtree::games::random;
use support::dialects::rules;

#[track_caller]
fn drawn(words: &str, (rows, columns): (u64, u64), seed: u64) -> String {
    random(
        "dice-of-doom",
        &rules(words),
        Some(rows),
        Some(columns),
        seed,
    )
    .expect(words)
}

#[test]
fn the_lisp_dialects_draw_an_owner_and_then_dice_hex_by_hex() {
    for (words, size, seed, board) in [
        ("land-of-lisp", (3, 3), 0, "a1b1a1/a1a2b2/b2a2a2 a"),
        ("land-of-lisp", (3, 3), 1, "b3a1a2/a3a1a1/a2a3a2 a"),
        ("land-of-lisp", (3, 3), u64::MAX, "b3a3a3/a2a1b2/b3b2b1 a"),
        ("haskell", (2, 5), 0, "a1b1a1a1a2/b2b2a2a2b3 a"),
        ("haskell", (2, 5), 7, "b2b3a1a1b2/a2b1a1b2a2 a"),
        ("land-of-lisp-v4", (3, 4), 0, "c1d2a2a4/a5d5b5a2/c4d2a1a5 a"),
        ("land-of-lisp-v4", (3, 4), 7, "d2b4c4a2/d5a4b2a5/b3c3c3d5 a"),
        (
            "land-of-lisp-v4",
            (3, 4),
            20_260,
            "d1c4c1c1/c2d2d2a4/a1d5b4d4 a",
        ),
        (
            "reinforcement=largest-cluster players=5 max_dice=7",
            (2, 2),
            11,
            "d1d6/b2d4 a",
        ),
        (
            "players=6 max_dice=9",
            (8, 8),
            5,
            "a2e8d8f3b4a1f4e3/a3c5e3d9d5b8d5e7/b8a6b7a4a7f8d1f5/a3f7a9f1f8b6e2c2/\
             a4f9f1a7b2a9a2c5/b3e7b5e9e5b9d3e5/b1d4a7d7d5e4e3e4/c1e9f7e1d9c7a9c5 a",
        ),
    ] {
        assert_eq!(drawn(words, size, seed), board, "{words} {seed}");
    }
}

#[test]
fn racket_boards_alternate_owners_draw_dice_alone_and_are_drawn_again_without_a_first_move() {
    for (words, size, seed, board) in [
        ("", (3, 3), 0, "a1b1a2/b1a2b1/a2b1a1 a pool=10"),
        ("", (3, 3), 1, "a2b3a2/b1a3b2/a3b3a2 a pool=10"),
        ("", (3, 3), u64::MAX, "a2b3a3/b3a2b3/a3b2a2 a pool=10"),
        ("players=3 max_dice=4", (2, 3), 3, "a4b1c4/a4b1c4 a pool=10"),
        // The fifth, the fourth and the thirteenth draw are the first with a move.
        ("", (1, 2), 5, "a2b1 a pool=10"),
        ("pool=0", (1, 2), 6, "a3b1 a pool=0"),
        ("", (1, 2), 12, "a3b1 a pool=10"),
        ("", (1, 2), 13, "a3b2 a pool=10"),
    ] {
        let words = format!("realm-of-racket {words}");
        assert_eq!(drawn(&words, size, seed), board, "{words} {seed}");
    }
}

#[test]
fn only_the_racket_rules_alternate_owners_whatever_their_other_switches() {
    for (words, alternate) in [
        ("realm-of-racket", true),
        ("realm-of-racket players=3 max_dice=9", true),
        ("realm-of-racket combat=dice-roll", true),
        ("realm-of-racket geometry=parallelogram", false),
        ("realm-of-racket reinforcement=largest-cluster", false),
        ("land-of-lisp-v4", false),
    ] {
        let mut alternating = 0;
        for seed in 0..20 {
            let board = drawn(words, (4, 4), seed);
            let players = rules(words).players.unwrap_or(2) as u8;
            let owners = board.split(' ').next().expect("a board").chars();
            let owners = owners.filter(char::is_ascii_lowercase).enumerate();
            let in_turn = |index: usize| char::from(b'a' + index as u8 % players);
            alternating += usize::from(
                owners
                    .into_iter()
                    .all(|(index, owner)| owner == in_turn(index)),
            );
        }
        assert_eq!(alternating, if alternate { 20 } else { 0 }, "{words}");
    }
}

#[test]
fn a_board_that_could_never_have_a_first_move_is_refused_where_one_is_promised() {
    for (words, rows, columns) in [("", 1, 1), ("max_dice=1", 3, 3)] {
        let switches = rules(&format!("realm-of-racket {words}"));
        let error =
            random("dice-of-doom", &switches, Some(rows), Some(columns), 0).expect_err(words);
        assert!(error.to_string().contains("has a first move"), "{error}");
    }
}
