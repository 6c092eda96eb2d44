//! Trees that Lisp programs print; `tests/trees.lisp`, run by SBCL, is one of them.
//!
//! Where there is no `sbcl` the test that needs it says loudly that it is skipped; with
//! `DOOMTREE_SKIP_NOTHING=1`, as the continuous integration sets it, it fails.

use doomtree::tree::Limits;

use super::{build, compare, rated, ratings, read, refused};
use support::dialects::{self, dice};
use support::outside::{has, tool};

/// The book's board, as the printer breaks its lines, with comments and in another case.
const BOOK: &str = "
; (game-tree *board* 0 0 t)
(0 #((1 2) (1 2) (0 2) (1 1))
 (((2 3)
   (0 #((1 2) (1 2) (0 1) (0 1))
    ((NIL
      (1 #((1 2) (1 2) (0 1) (0 1))
       (((0 2)
         (1 #((1 1) (1 2) (1 1) (0 1)) #| pass
            #| or |# attack |#
          ((NIL (0 #((1 1) (1 2) (1 1) (0 1)) NIL))
           ((1 3) (1 #((1 1) (1 1) (1 1) (1 1))
             ((nil (0 #((1 2) (1 1) (1 1) (1 1)) NIL))))))))
        ((0 3) (1 #((1 1) (1 2) (0 1) (1 1)) ((NIL (0 #((1 1) (1 2) (0 1) (1 1)) ())))))
        ((1 3)
         (1 #((1 2) (1 1) (0 1) (1 1))
          ((( ) (0 #((1 2) (1 1) (0 1) (1 1)) NIL))
           ((0 2)
            (1 #((1 1) (1 1) (1 1) (1 1))
             ((NIL (0 #((1 2) (1 1) (1 1) (1 1)) NIL))))))))))))))))
";

#[test]
fn the_books_tree_is_ours_node_by_node() {
    let own = dialects::rated(&dice("land-of-lisp", "b2b2/a2b1 a"), Limits::default());
    let imported = read(BOOK).expect("the book's tree");
    assert_eq!(imported.nodes, 13);
    assert!(
        imported.notices[0].contains("most hexes"),
        "{:?}",
        imported.notices
    );
    let theirs = build(&imported);
    // A position's name has a number behind it where several nodes have that position.
    let nodes = compare(&own, &theirs, |own, theirs| {
        assert_eq!(theirs.split(" #").next(), Some(own));
    });
    assert_eq!(nodes, 13);
}

#[test]
fn a_position_is_not_mistaken_for_a_lisp_tree() {
    for text in ["#((1 2) (1 2) (0 2) (1 1)) a", "b2b2/a2b1 a"] {
        assert_eq!(
            read(text).expect_err(text),
            "it was taken for something else"
        );
    }
}

#[test]
fn what_sbcl_prints_is_our_tree() {
    let words = "there is no sbcl (apt-get install sbcl)";
    if !has(tool("sbcl").arg("--version"), words) {
        return;
    }
    for (words, max_dice, position, chance, plies, least) in [
        ("land-of-lisp", 3, "b2b2/a2b1 a", 0, 99, 13),
        ("land-of-lisp", 3, "b2a1a1/a2b2a3/b3b1b1 a", 0, 6, 100),
        ("land-of-lisp", 3, "a3b1/b3a2 a", 0, 99, 10),
        (
            "land-of-lisp-v4 players=2 max_dice=3",
            3,
            "a3b2/b1a2 a",
            1,
            4,
            200,
        ),
        ("land-of-lisp-v4 players=2", 5, "b5a2/a1b4 a", 1, 3, 50),
    ] {
        let side = 1 + position.matches('/').count() as u32;
        let hexes = position
            .split(' ')
            .next()
            .expect("a board")
            .replace('/', "");
        let hexes: Vec<String> = hexes
            .as_bytes()
            .chunks(2)
            .map(|hex| format!("{}{}", hex[0] - b'a', char::from(hex[1])))
            .collect();
        let output = tool("sbcl")
            .arg("--script")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trees.lisp"))
            .args([side, max_dice, chance, plies].map(|number: u32| number.to_string()))
            .args(&hexes)
            .output()
            .expect("sbcl runs");
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        let imported = read(&text).unwrap_or_else(|error| panic!("{position}: {error}"));
        let own = dialects::rated(&dice(words, position), support::plies(plies));
        let nodes = compare(&own, &build(&imported), |own, theirs| {
            assert_eq!(theirs.split(" #").next(), Some(own), "{position}");
        });
        assert_eq!(nodes, imported.nodes, "{position}");
        assert!(nodes >= least, "{position}: {nodes}");
    }
}

#[test]
fn boards_that_are_no_square_and_more_players_are_read() {
    let text = "(2 ((0 1) (1 12) (2 3)) (((2 0) (2 ((2 2) (1 12) (2 1)) nil))))";
    let rated = rated(text);
    let graph = rated.graph.graph();
    assert_eq!(graph.players(), 3);
    let root = doomtree::tree::Vertex::ROOT;
    assert_eq!(rated.graph.position_text(root), "a1b12c3 c");
    assert_eq!(ratings(&rated, root)[2], doomtree::game::one());
}

#[test]
fn faults_are_told_with_their_places() {
    for (text, place, words) in [
        ("(0 #((0 1)) NIL", "line 1, column 16", "')' after the tree"),
        (
            "(0 #((0 1)) NIL))",
            "line 1, column 17",
            "the tree is complete",
        ),
        ("(0\n #((0 1)) #<FUNCTION x>)", "line 2, column 11", "lazy"),
        ("(0 #1=((0 1)) NIL)", "line 1, column 4", "*print-circle*"),
        (
            "(0 #((0 1) ...) NIL)",
            "line 1, column 12",
            "*print-length*",
        ),
        ("(0 # NIL)", "line 1, column 4", "cut off"),
        (
            "(a #((0 1)) NIL)",
            "line 1, column 2",
            "'a' stands in the tree",
        ),
        ("(-1 #((0 1)) NIL)", "line 1, column 2", "'-1'"),
        ("(26 #((0 1)) NIL)", "line 1, column 2", "player 26"),
        ("(0 #() NIL)", "line 1, column 6", "a hex"),
        ("(0 #((0)) NIL)", "line 1, column 8", "a number of dice"),
        ("(0 #((0 1)) ((0 1)))", "line 1, column 15", "a move"),
        (
            "(0 #((0 1)) (((0 1) (0 #((0 1)) NIL))))",
            "line 1, column 18",
            "a hex from 0 to 0",
        ),
        (
            "(0 #((0 1)) ((NIL (0 #((0 1)) NIL) (0 #((0 1)) NIL))))",
            "line 1, column 36",
            "a pass has two trees",
        ),
        (
            "(0 #((0 1)) (#| x",
            "line 1, column 14",
            "comment isn't closed",
        ),
        (
            "(0 #((0 1)) ((NIL (0 #((0 1)) NIL)) .",
            "line 1, column 37",
            "'.'",
        ),
        ("(((((", "line 1, column 2", "the player's number"),
    ] {
        refused(text, place, words);
    }
}
