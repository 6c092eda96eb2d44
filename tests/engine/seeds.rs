//! What the programs' own texts print: sessions, trees, neighbours and odds. Where a text and its
//! code differ, a test shows both readings.

use doomtree::game::{Player, Rational, one, ratio, zero};
use doomtree::games::dice_of_doom::{Geometry, Neighbours};
use doomtree::rating::Rating;
use doomtree::session::Rated;
use doomtree::tree::{Limits, Vertex, VertexKind};
use support::dialects::{after, at, dice, moves, rated, tree};

fn graph(words: &str, position: &str) -> Rated {
    rated(&dice(words, position), Limits::default())
}

/// The moves of a fresh position as the programs number them.
fn listed(words: &str, position: &str) -> Vec<String> {
    let limits = support::plies(1);
    moves(&rated(&dice(words, position), limits), Vertex::ROOT)
}

fn is_end_won_by(rated: &Rated, line: &str, winner: usize) {
    let graph = rated.graph.graph();
    let end = at(rated, line);
    assert_eq!(graph.kind(end), VertexKind::End, "{line}");
    for player in Player::all(2) {
        let payoff = if player.index() == winner {
            one()
        } else {
            zero()
        };
        assert_eq!(graph.outcome(end, player), Some(payoff), "{line}");
    }
}

#[test]
fn the_lisp_session_of_the_haskell_series_lists_its_three_moves_by_number() {
    let board = "b2a1a1/a2b2a3/b3b1b1 a";
    assert_eq!(listed("land-of-lisp", board), ["3>7", "5>8", "5>4"]);
    // The array that the same chapter prints for gen-board is this board.
    let mut array = dice(
        "",
        "#((1 2) (0 1) (0 1) (0 2) (1 2) (0 3) (1 3) (1 1) (1 1)) a",
    );
    array.columns = Some(3);
    assert_eq!(after(&rated(&array, support::plies(0)), ""), board);
}

#[test]
fn the_lisp_session_on_the_books_board_begins_with_its_only_move() {
    assert_eq!(listed("land-of-lisp", "b2b2/a2b1 a"), ["2>3"]);
}

/// The book's board, a first, as the Lisp program prints its tree: pass first, fresh positions
/// without captured dice.
const LISP_TREE: [(&str, &str); 13] = [
    ("", "b2b2/a2b1 a"),
    ("2>3", "b2b2/a1a1 a +1"),
    ("2>3 pass", "b2b2/a1a1 b"),
    ("2>3 pass 0>2", "b1b2/b1a1 b +1"),
    ("2>3 pass 0>2 pass", "b1b2/b1a1 a"),
    ("2>3 pass 0>2 1>3", "b1b1/b1b1 b +2"),
    ("2>3 pass 0>2 1>3 pass", "b2b1/b1b1 a"),
    ("2>3 pass 0>3", "b1b2/a1b1 b +1"),
    ("2>3 pass 0>3 pass", "b1b2/a1b1 a"),
    ("2>3 pass 1>3", "b2b1/a1b1 b +1"),
    ("2>3 pass 1>3 pass", "b2b1/a1b1 a"),
    ("2>3 pass 1>3 0>2", "b1b1/b1b1 b +2"),
    ("2>3 pass 1>3 0>2 pass", "b2b1/b1b1 a"),
];

fn owned(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter()
        .map(|(line, position)| ((*line).to_owned(), (*position).to_owned()))
        .collect()
}

#[test]
fn the_tree_that_the_lisp_program_prints_for_the_books_board_is_ours_node_for_node() {
    let rated = graph("land-of-lisp", "b2b2/a2b1 a");
    assert_eq!(tree(&rated), owned(&LISP_TREE));
    for (line, _) in LISP_TREE {
        if at(&rated, line) != Vertex::ROOT && line.ends_with("pass") && line != "2>3 pass" {
            is_end_won_by(&rated, line, 1);
        }
    }
    // With b first there is nothing to print but the end.
    let b_first = graph("land-of-lisp", "b2b2/a2b1 b");
    assert_eq!(tree(&b_first), owned(&[("", "b2b2/a2b1 b")]));
    is_end_won_by(&b_first, "", 1);
}

#[test]
fn the_haskell_chapter_prints_eleven_nodes_and_its_code_makes_thirteen_two_optional_passes_more() {
    let printed = [
        ("", "b2b2/a2b1 a"),
        ("2>3", "b2b2/a1a1 a +1"),
        ("2>3 pass", "b2b2/a1a1 b"),
        ("2>3 pass 0>2", "b1b2/b1a1 b +1"),
        ("2>3 pass 0>2 1>3", "b1b1/b1b1 b +1"),
        ("2>3 pass 0>2 1>3 pass", "b1b1/b1b1 a"),
        ("2>3 pass 0>3", "b1b2/a1b1 b +1"),
        ("2>3 pass 0>3 pass", "b1b2/a1b1 a"),
        ("2>3 pass 1>3", "b2b1/a1b1 b +1"),
        ("2>3 pass 1>3 0>2", "b1b1/b1b1 b +1"),
        ("2>3 pass 1>3 0>2 pass", "b1b1/b1b1 a"),
    ];
    let mut made = tree(&graph("haskell", "b2b2/a2b1 a"));
    assert_eq!(made.len(), 13);
    let missing: Vec<_> = made
        .extract_if(.., |node| !owned(&printed).contains(node))
        .collect();
    assert_eq!(
        missing,
        owned(&[
            ("2>3 pass 0>2 pass", "b1b2/b1a1 a"),
            ("2>3 pass 1>3 pass", "b2b1/a1b1 a"),
        ])
    );
    assert_eq!(made, owned(&printed));
}

#[test]
fn the_haskell_session_shows_these_boards_and_numbered_moves_and_b_wins() {
    let rated = graph("haskell", "b2b2/a2b1 a");
    for (line, board, numbered) in [
        ("", "b2b2/a2b1 a", &["2>3"][..]),
        ("2>3", "b2b2/a1a1 a +1", &["pass"]),
        ("2>3 pass", "b2b2/a1a1 b", &["0>2", "0>3", "1>3"]),
        ("2>3 pass 0>2", "b1b2/b1a1 b +1", &["1>3", "pass"]),
        ("2>3 pass 0>2 1>3", "b1b1/b1b1 b +1", &["pass"]),
        ("2>3 pass 0>2 1>3 pass", "b1b1/b1b1 a", &[]),
    ] {
        assert_eq!(after(&rated, line), board);
        assert_eq!(moves(&rated, at(&rated, line)), numbered, "{line}");
    }
    is_end_won_by(&rated, "2>3 pass 0>2 1>3 pass", 1);
}

#[test]
fn the_haskell_text_promises_the_whole_turns_captures_and_its_code_keeps_the_last() {
    // Two dice captured in the turn: the promise brings one, the code none.
    let line = "2>3 pass 0>2 1>3 pass";
    let promised = graph("haskell reinforcement=captured-minus-one", "b2b2/a2b1 a");
    assert_eq!(after(&promised, line), "b2b1/b1b1 a");
    let made = graph("haskell", "b2b2/a2b1 a");
    assert_eq!(after(&made, line), "b1b1/b1b1 a");
}

#[test]
fn attack_moves_and_neighbours_are_those_that_the_haskell_chapter_tries_out() {
    for (position, attacks) in [
        ("b2b2/a2b1 a", &["2>3"][..]),
        ("b2b2/a2b1 b", &[]),
        ("a1b2a1/b1b2a1/a1a1a3 a", &["8>4"]),
        (
            "a1b2a1/b1b2a1/a1a1a3 b",
            &["1>0", "1>2", "1>5", "4>7", "4>0", "4>5"],
        ),
    ] {
        assert_eq!(listed("haskell", position), attacks, "{position}");
    }
    let neighbours = Neighbours::new(Geometry::Parallelogram, 3, 3);
    assert_eq!(neighbours.of(4), [1, 7, 0, 3, 5, 8]);
    assert_eq!(neighbours.of(0), [3, 1, 4]);
}

#[test]
fn the_racket_chapters_two_by_one_tree_needs_an_empty_pool() {
    for (board, reinforced) in [("a2b1", "a2a2"), ("a2/b1", "a2/a2")] {
        let conquered = board.replace("2", "1").replace('b', "a");
        let worked = graph("realm-of-racket pool=0", &format!("{board} a"));
        assert_eq!(
            tree(&worked),
            owned(&[
                ("", &format!("{board} a pool=0")),
                ("0>1", &format!("{conquered} a + pool=0")),
                ("0>1 pass", &format!("{conquered} b pool=0 reversed")),
            ])
        );
        is_end_won_by(&worked, "0>1 pass", 0);
        // With the ten dice of the chapter's program the pass brings two.
        let full = graph("realm-of-racket", &format!("{board} a"));
        assert_eq!(
            after(&full, "0>1 pass"),
            format!("{reinforced} b pool=8 reversed")
        );
    }
}

#[test]
fn the_racket_chapter_turns_the_board_after_the_attack_and_its_code_only_after_the_pass() {
    // The worked tree has its list of territories turned round (b2) in the middle of the turn.
    // The code has it as it was (b1) there, and turns it round as it hands out dice.
    let rated = graph("realm-of-racket pool=0", "a2b1 a");
    let (b1, b2) = ("a1a1 a + pool=0", "a1a1 a + pool=0 reversed");
    assert_eq!(after(&rated, "0>1"), b1);
    // Both readings are positions of the game, and not the same one.
    let as_printed = graph("realm-of-racket pool=0", b2);
    assert_eq!(after(&as_printed, ""), b2);
    assert_eq!(after(&as_printed, "pass"), "a1a1 b pool=0");
    assert_eq!(after(&rated, "0>1 pass"), "a1a1 b pool=0 reversed");
}

#[test]
fn the_lisp_document_rates_the_rated_players_own_moves_by_the_smallest_and_means_the_largest() {
    fn literal(rated: &Rated, vertex: Vertex, player: Player) -> Rational {
        let graph = rated.graph.graph();
        let below = graph
            .targets(vertex)
            .iter()
            .map(|target| literal(rated, *target, player));
        match graph.kind(vertex) {
            VertexKind::Decision(mover) if mover == player => below.min(),
            _ => below.max(),
        }
        .unwrap_or_else(|| graph.outcome(vertex, player).expect("an end"))
    }
    // a can win, and can play to a tie, which the smallest of its ratings takes for the truth.
    let rated = graph("land-of-lisp", "b1a3/b1b1 a");
    for (player, largest) in [(Player(0), one()), (Player(1), zero())] {
        let meant = rated.analysis.ratings.rating(Vertex::ROOT, player);
        assert_eq!(meant, Rating::Exact(largest));
        assert_eq!(literal(&rated, Vertex::ROOT, player), ratio(1, 2));
    }
    // On the book's board every line ends alike, and both readings agree.
    let book = graph("land-of-lisp", "b2b2/a2b1 a");
    assert_eq!(literal(&book, Vertex::ROOT, Player(1)), one());
}

#[test]
fn the_lisp_documents_faster_reinforcement_lets_full_hexes_grow_and_ours_does_not() {
    // It compares the player's number with the maximum, so that hex 0 would get a fourth die.
    let rated = graph("land-of-lisp", "a3b2/a1a1 a +2");
    assert_eq!(after(&rated, "pass"), "a3b2/a2a1 b");
}

/// The fourth version's table: rows by the defender's dice 1 to 5, columns by the attacker's 2 to
/// 5, in hundredths.
const ODDS: [[i128; 4]; 5] = [
    [84, 97, 100, 100],
    [44, 78, 94, 99],
    [15, 45, 74, 91],
    [4, 19, 46, 72],
    [1, 6, 22, 46],
];

/// How often so many dice beat so many others, by counting every throw of both.
fn counted(attacker: u32, defender: u32) -> Rational {
    fn throws(dice: u32) -> Vec<i128> {
        let mut ways = vec![0; 6 * dice as usize + 1];
        for throw in 0..6_u64.pow(dice) {
            let faces = (0..dice).map(|die| throw / 6_u64.pow(die) % 6 + 1);
            ways[faces.sum::<u64>() as usize] += 1;
        }
        ways
    }
    let (ours, theirs) = (throws(attacker), throws(defender));
    let won: i128 = ours
        .iter()
        .enumerate()
        .map(|(sum, ways)| ways * theirs.iter().take(sum).sum::<i128>())
        .sum();
    ratio(won, 6_i128.pow(attacker + defender))
}

#[test]
fn the_fourth_lisp_versions_odds_are_its_table_and_the_exact_ones_can_be_had_too() {
    for defender in 1..=5 {
        for attacker in 2..=5 {
            let printed = ratio(ODDS[defender as usize - 1][attacker as usize - 2], 100);
            let exact = counted(attacker, defender);
            for (words, wins) in [
                ("land-of-lisp-v4", printed),
                ("land-of-lisp-v4 odds=exact", exact),
            ] {
                let position = format!("a{attacker}b{defender} a ?0>1");
                let rated = rated(&dice(words, &position), support::plies(1));
                let graph = rated.graph.graph();
                let probabilities: Vec<_> = graph
                    .edges(Vertex::ROOT)
                    .map(|edge| graph.probability(edge))
                    .collect();
                assert_eq!(probabilities, [wins, one() - wins], "{words} {position}");
            }
            // The table is the exact odds, rounded to hundredths: halves don't occur.
            let hundredths = (exact * ratio(100, 1) + ratio(1, 2)).floor();
            assert_eq!(printed, hundredths / ratio(100, 1));
        }
    }
    assert_eq!(counted(4, 1), ratio(2585, 2592));
}
