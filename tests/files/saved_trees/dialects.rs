//! The boards that show what a dialect does, dice, several players and games without end: every
//! sentence of their notes, with what proves it.

use doomtree::game::{one, ratio, zero};

use super::told::{Told, halves, proofs};

/// The dice of a position, hex by hex.
fn dice(position: &str) -> Vec<u32> {
    let board = position.split(' ').next().expect("a board");
    board.chars().filter_map(|dice| dice.to_digit(10)).collect()
}

/// The hexes that a pass at the end of a line brings dice to.
fn brought(t: &Told, line: &str) -> Vec<usize> {
    let (before, after) = (
        dice(&t.position(line)),
        dice(&t.position(&format!("{line} pass"))),
    );
    let more = before
        .iter()
        .zip(&after)
        .enumerate()
        .filter(|(_, (before, after))| after > before);
    more.map(|(hex, _)| hex).collect()
}

proofs! {
    two_captures_of_one_turn_count: "bug-lisp-2x2.board.json", |t| {
        t.says(
            "1>3 3>0 captures one die each in one turn, so the pass brings 1 die, to hex 0, and a \
             wins.",
            t.hexes()[3].1 == '1'
                && t.hexes()[0].1 == '1'
                && t.position("1>3 3>0").ends_with(" a +2")
                && brought(t, "1>3 3>0") == [0]
                && t.wins("", 'a'),
        );
        let haskell = Told::file("bug-haskell-2x2.board.json");
        t.says(
            "The same board under the rules of the Haskell port is bug-haskell-2x2.board.json: \
             there it is a tie.",
            haskell.position("") == t.position("") && haskell.rating("", 'a') == halves(1),
        );
    }

    a_capture_before_the_last_is_forgotten: "bug-haskell-2x2.board.json", |t| {
        t.says(
            "1>3 3>0 captures one die each in one turn, but these rules keep only the last capture \
             in mind, as the code of the Haskell port does: the pass brings no die, and best play \
             is a tie.",
            t.hexes()[3].1 == '1'
                && t.hexes()[0].1 == '1'
                && t.position("1>3 3>0").ends_with(" a +1")
                && brought(t, "1>3 3>0").is_empty()
                && t.rating("", 'a') == halves(1)
                && t.winners(&t.best_line()).as_deref() == Some("ab"),
        );
        let lisp = Told::file("bug-lisp-2x2.board.json");
        t.says(
            "Its text promises the whole turn, and with that a wins: bug-lisp-2x2.board.json.",
            lisp.position("") == t.position("") && lisp.wins("", 'a'),
        );
    }

    an_empty_pool_brings_nothing: "pool-2x1.board.json", |t| {
        t.says(
            &format!("The whole tree has {} nodes: an attack, a pass, and the end.", t.nodes()),
            t.moves("") == "0>1"
                && t.moves("0>1") == "pass"
                && t.winners("0>1 pass").as_deref() == Some("a"),
        );
        t.says("The pool is empty, so the pass brings no die.", brought(t, "0>1").is_empty());
        t.says(
            "It reverses the board order, which is part of a position: it leads to a1a1 b pool=0 reversed.",
            t.position("0>1 pass") == "a1a1 b pool=0 reversed",
        );
    }

    the_last_hex_comes_first_after_a_pass: "reversed-1x4.board.json", |t| {
        let line = "2>1 pass 0>1";
        t.says(
            "a takes hex 1, and its pass takes 2 dice from the pool and reverses the board order.",
            t.moves("") == "2>1"
                && brought(t, "2>1").len() == 2
                && t.position("2>1 pass").ends_with(" pool=1 reversed"),
        );
        t.says(
            "So b's pass brings the last die of the pool to hex 3, the last of its hexes, and none \
             to hex 0 or hex 1.",
            brought(t, line) == [3]
                && t.position(&format!("{line} pass")).ends_with(" pool=0")
                && t.position(line).starts_with("b1b2a2b2 "),
        );
    }

    offset_rows_have_other_neighbours: "offset-rows-3x2.board.json", |t| {
        t.says(
            "In offset rows hex 4 touches hex 3, so a has three attacks, and 4>3 is the only one \
             that wins.",
            t.moves("") == "4>3 4>2 4>5"
                && t.wins("4>3", 'a')
                && t.loses("4>2", 'a')
                && t.loses("4>5", 'a'),
        );
        let other = t.ruled(|switches| switches.geometry = Some("parallelogram".to_owned()));
        t.says(
            "In a parallelogram it doesn't: two attacks are left, and the best that a can do is a \
             tie.",
            other.moves("") == "4>2 4>5" && other.rating("", 'a') == halves(1),
        );
    }

    a_failed_attack_captures_nothing: "failed-1x2.board.json", |t| {
        let lisp = Told::file("book-2x2.board.json").rated.setup().switches;
        let strong = t.ruled(|switches| *switches = lisp);
        t.says(
            "The rules of Land of Lisp, but with dice.",
            strong.winners("").as_deref() == Some("ab") && t.moves("0>1") == "wins fails",
        );
        t.says(
            "An attack that succeeds captures 2 dice, so the pass brings 1, and a wins.",
            t.position("0>1 wins").ends_with(" +2")
                && brought(t, "0>1 wins").len() == 1
                && t.winners("0>1 wins pass").as_deref() == Some("a"),
        );
        t.says(
            "One that fails captures none: the notation says +0, and the pass adds no die.",
            t.position("0>1 fails").ends_with(" a +0")
                && t.position("0>1 fails pass") == "a1b2 b",
        );
        let (wins, fails) = (t.probability("0>1 wins"), t.probability("0>1 fails"));
        let holds = "0>1 fails pass 1>0 fails";
        t.says(
            &format!(
                "b then attacks, and a holds its hex only 4 times in 25, for a tie: a's rating is \
                 {wins} + {fails} × {} × 1/2, which is {}.",
                t.probability(holds),
                t.rating("", 'a')
            ),
            t.moves("0>1 fails pass") == "1>0"
                && t.probability(holds) == ratio(4, 25)
                && t.winners(&format!("{holds} pass")).as_deref() == Some("ab")
                && t.winners("0>1 fails pass 1>0 wins pass").as_deref() == Some("b")
                && t.rating("", 'a') == wins + fails * t.probability(holds) * halves(1),
        );
    }

    the_books_table_says_that_an_attack_never_fails: "odds-book-1x2.board.json", |t| {
        t.says("Four dice against one.", t.hexes() == [('a', '4'), ('b', '1')]);
        t.says(
            "The table in the book is rounded to hundredths, so the attack succeeds with \
             probability 1: its failure is in the tree, with probability 0.",
            t.probability("0>1 wins") == one()
                && t.probability("0>1 fails") == zero()
                && t.rating("", 'a') == one(),
        );
        let exact = Told::file("odds-exact-1x2.board.json");
        t.says(
            "With the true odds it happens 7 times in 2,592: odds-exact-1x2.board.json.",
            exact.position("") == t.position("")
                && exact.probability("0>1 fails") == ratio(7, 2592),
        );
    }

    with_the_true_odds_an_attack_hardly_ever_fails: "odds-exact-1x2.board.json", |t| {
        // The throws of four dice and one, counted: the four sum up to 4, 5 or 6 at most.
        let throws = |sum: u32| -> u32 {
            (0..6_u32.pow(4))
                .filter(|throw| (0..4).map(|die| throw / 6_u32.pow(die) % 6 + 1).sum::<u32>() == sum)
                .count() as u32
        };
        let losing = (4..=6).map(|sum| throws(sum) * (6 - sum + 1)).sum::<u32>();
        t.says(
            "Four dice against one, with the true odds: the attack fails only if the four dice show \
             6 or less together.",
            t.hexes() == [('a', '4'), ('b', '1')] && ratio(losing.into(), 7_776) == ratio(7, 2592),
        );
        t.says(
            &format!(
                "That happens 7 times in 2,592, and then the game is a tie, so a's rating is {} and \
                 not 1.",
                t.rating("", 'a')
            ),
            t.probability("0>1 fails") == ratio(7, 2592)
                && t.winners("0>1 fails pass").as_deref() == Some("ab")
                && t.rating("", 'a') != one(),
        );
    }

    four_players_roll_for_a_row: "four-1x4.board.json", |t| {
        t.says(
            "a must attack, 0>1, and succeeds in 44 of 100 games: then it has won, since nobody can \
             attack it.",
            t.moves("") == "0>1"
                && t.probability("0>1 wins") == ratio(44, 100)
                && t.moves("0>1 wins") == "pass"
                && t.winners("0>1 wins pass").as_deref() == Some("a"),
        );
        let failed = "0>1 fails pass";
        t.says(
            "If it fails, b has two attacks: 1>0 succeeds in 44 of 100 games, and 1>2 in 84.",
            t.moves(failed) == "1>0 1>2"
                && t.probability(&format!("{failed} 1>0 wins")) == ratio(44, 100)
                && t.probability(&format!("{failed} 1>2 wins")) == ratio(84, 100),
        );
        let largest = ['a', 'b', 'c', 'd'].into_iter().max_by_key(|player| t.rating("", *player));
        t.says(
            &format!(
                "So the largest of the four ratings is b's, {}, though a moves first: a's is {}.",
                t.rating("", 'b'),
                t.rating("", 'a')
            ),
            largest == Some('b') && t.best(failed) == "1>2",
        );
    }

    four_players_go_round: "four-2x2.board.json", |t| {
        t.says(
            &format!(
                "Attacks that fail bring positions back, so the tree is infinite, over {} positions.",
                t.positions()
            ),
            t.is_infinite() && {
                let round = "0>1 fails pass 1>0 fails pass 2>0 fails pass 3>0 fails pass";
                t.position(round) == t.position("")
            },
        );
        t.says(
            "The only best move is 0>1: where it succeeds the game is over at once, and a has won.",
            t.best("") == "0>1" && t.winners("0>1 wins pass").as_deref() == Some("a"),
        );
    }

    ratings_have_more_than_one_fixed_point: "fixed-points-2x3.board.json", |t| {
        t.says(
            &format!(
                "The tree is infinite, and best play repeats forever over {} positions.",
                t.positions()
            ),
            t.is_infinite() && t.positions() == "270" && t.winners(&t.best_line()).is_none(),
        );
        t.says(
            "Every position's rating is the best of those below it, and here that doesn't say what \
             a's is: if backing up starts with 0 everywhere but at the ends, it stays 0; if it \
             starts with 1, it stays 1.",
            t.backed_up('a', zero()) == zero() && t.backed_up('a', one()) == one(),
        );
        t.says(
            "Endless play is worth 1/2 for both, and that decides.",
            ['a', 'b'].iter().all(|player| t.rating("", *player) == halves(1)) && t.is_proven(""),
        );
    }
}
