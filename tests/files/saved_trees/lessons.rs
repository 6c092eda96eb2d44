//! The boards and trees that show one idea each: every sentence of their notes, with what proves
//! it.

use doomtree::game::ratio;
use doomtree::session::RulesComparison;
use doomtree::tree::{Vertex, VertexKind};

use super::told::{Told, halves, proofs};

proofs! {
    the_move_to_the_largest_share_is_a_blunder: "minimax-coins.board.json", |t| {
        let splits = [("left", "9-1 7-3 1-9"), ("middle", "6-4 5-5 4-6"), ("right", "8-2 3-7 2-8")];
        t.says(
            "a chooses a side, then b chooses how ten coins are shared, a's share first.",
            t.moves("") == "left middle right" && splits.iter().all(|(side, moves)| {
                t.moves(side) == *moves && moves.split(' ').all(|mv| {
                    let line = format!("{side} {mv}");
                    let (a, b) = mv.split_once('-').expect("two shares");
                    t.winners(&line).is_some()
                        && t.rating(&line, 'a').to_string() == a
                        && t.rating(&line, 'b').to_string() == b
                        && t.rating(&line, 'a') + t.rating(&line, 'b') == ratio(10, 1)
                })
            }),
        );
        let largest = splits.iter().flat_map(|(side, moves)| {
            moves.split(' ').map(move |mv| (mv, *side))
        });
        t.says(
            "The largest share for a, 9 coins, is on the left, but left is a blunder: b leaves a only 1.",
            largest.max() == Some(("9-1", "left"))
                && t.blunders("left")
                && t.best("left") == "1-9"
                && t.rating("left", 'a') == ratio(1, 1),
        );
        t.says(
            "Middle is the only best move: b can't leave a fewer than 4 there.",
            t.best("") == "middle" && t.rating("middle", 'a') == ratio(4, 1),
        );
        assert_eq!(t.nodes(), "13");
    }

    two_orders_of_two_attacks_lead_to_one_position: "transposition-1x4.board.json", |t| {
        let (one, other) = ("0>1 3>2", "3>2 0>1");
        t.says(
            &format!("The lines {one} and {other} lead to the same position, {}.", t.position(one)),
            t.at(one) == t.at(other) && t.position(one) == t.position(other),
        );
        t.says(
            &format!(
                "So the tree has {} nodes, and the position graph has {}.",
                t.nodes(),
                t.positions()
            ),
            t.graph().len() == 7 && t.nodes() == "9",
        );
    }

    a_second_attack_loses_what_the_first_has_won: "pass-1x5.board.json", |t| {
        t.says(
            "a must attack, 1>2, and wins by passing at once: it holds 3 of the 5 hexes, and b \
             can't attack.",
            t.moves("") == "1>2"
                && t.best("1>2") == "pass"
                && t.winners("1>2 pass").as_deref() == Some("a")
                && t.holds("1>2 pass", 'a') == 3
                && t.hexes().len() == 5,
        );
        t.says(
            "A second attack, 2>3, takes a fourth hex and loses: b answers 4>3 3>2 and holds 3 of \
             the 5.",
            t.blunders("1>2 2>3")
                && t.loses("1>2 2>3", 'a')
                && t.holds("1>2 2>3", 'a') == 4
                && t.best("1>2 2>3 pass") == "4>3"
                && t.best("1>2 2>3 pass 4>3") == "3>2"
                && t.holds("1>2 2>3 pass 4>3 3>2", 'b') == 3
                && t.winners("1>2 2>3 pass 4>3 3>2 pass").as_deref() == Some("b"),
        );
    }

    the_attack_that_captures_most_loses: "trap-1x5.board.json", |t| {
        t.says(
            "2>3 captures two dice, and 2>1 only one.",
            t.moves("") == "2>1 2>3" && t.captured("2>3") == '2' && t.captured("2>1") == '1',
        );
        let reply = "2>3 pass 4>3 pass";
        t.says(
            &format!(
                "Yet 2>1 wins, and 2>3 is a blunder that loses: after {reply} a can't attack, and \
                 b holds {} of the {} hexes.",
                t.holds(reply, 'b'),
                t.hexes().len()
            ),
            t.wins("2>1", 'a')
                && t.blunders("2>3")
                && t.loses("2>3", 'a')
                && t.best("2>3 pass") == "4>3"
                && t.best("2>3 pass 4>3").contains("pass")
                && t.winners(reply).as_deref() == Some("b"),
        );
    }

    best_play_is_a_tie_that_both_could_lose: "tie-1x6.board.json", |t| {
        let best = t.best_line();
        t.says(
            &format!("Best play is {best} and ends in a tie, {} hexes each.", t.holds(&best, 'a')),
            t.winners(&best).as_deref() == Some("ab")
                && t.holds(&best, 'a') == t.holds(&best, 'b')
                && t.rating("", 'a') == halves(1)
                && t.is_proven(""),
        );
        // Where there is a choice on the way: at the start a's, after two plies b's.
        let choices = ["", "0>1", "0>1 pass", "0>1 pass 5>4"].map(|line| t.moves(line).contains(' '));
        t.says(
            "Each player has one choice on the way and could lose by it: 2>1 hands the game to b, \
             and 3>4 after 0>1 pass hands it to a.",
            best == "0>1 pass 5>4 pass"
                && choices == [true, false, true, false]
                && t.blunders("2>1")
                && t.wins("2>1", 'b')
                && t.blunders("0>1 pass 3>4")
                && t.wins("0>1 pass 3>4", 'a'),
        );
    }

    a_lost_game_goes_on_for_sixteen_plies: "long-1x7.board.json", |t| {
        t.is_called(&format!("Lost, but not for {} plies", t.plies("")));
        t.says(
            &format!("The tree has {} nodes, and best play takes {} plies.", t.nodes(), t.plies("")),
            true,
        );
        let choice = "4>5 pass 3>4 pass";
        let graph = t.graph();
        let choices: Vec<Vertex> =
            graph.vertices().filter(|vertex| graph.degree(*vertex) > 1).collect();
        let mover = graph.kind(t.at(choice)).player();
        t.says(
            &format!(
                "a has lost from the start, and in the whole tree there is one choice, a's after \
                 {choice}."
            ),
            t.loses("", 'a')
                && choices == [t.at(choice)]
                && mover.is_some_and(|mover| mover.letter() == 'a'),
        );
        let plies = |mv: &str| t.plies(&format!("{choice} {mv}")) + 1;
        t.says(
            &format!(
                "2>1 loses in {} plies there, and 2>3 in {}: a losing player takes the longest \
                 line.",
                plies("2>1"),
                plies("2>3")
            ),
            t.moves(choice) == "2>1 2>3"
                && t.best(choice) == "2>1 2>3"
                && t.best_line().starts_with(&format!("{choice} 2>3 ")),
        );
    }

    whoever_moves_first_loses: "zugzwang-2x2.board.json", |t| {
        t.says(
            &format!(
                "a has a single attack, 3>2, and nobody may pass before a first attack: so a must \
                 make it, and loses in {} plies.",
                t.plies("")
            ),
            t.moves("") == "3>2" && t.loses("", 'a'),
        );
        let other = t.with_mover('b');
        t.says(
            &format!("With b to move it is b who loses, in {} plies.", other.plies("")),
            other.loses("", 'b'),
        );
    }

    a_player_who_cannot_win_decides_who_does: "kingmaker-2x3.board.json", |t| {
        let winners = t.all_winners();
        t.says(
            "Each of the three holds 2 hexes, and no end of the tree is won by a.",
            ['a', 'b', 'c'].iter().all(|player| t.holds("", *player) == 2)
                && winners.iter().all(|winners| !winners.contains('a')),
        );
        t.says(
            "Yet a decides who wins: 1>0 gives the game to c, and 1>5 to b.",
            t.moves("") == "1>0 1>5" && t.wins("1>0", 'c') && t.wins("1>5", 'b'),
        );
        t.says(
            "A rating is what a player can guarantee if all others play against it. So all three are 0 here, although one of them wins.",
            ['a', 'b', 'c'].iter().all(|player| t.loses("", *player))
                && winners.iter().all(|winners| winners.len() == 1),
        );
    }

    a_gamble_that_mostly_succeeds_is_a_blunder: "gamble.board.json", |t| {
        let success = t.probability("raid succeeds");
        t.says(
            "The raid succeeds three times in five, and yet it is a blunder.",
            success == ratio(3, 5) && t.blunders("raid") && t.best("") == "hold",
        );
        let kept = t.probability("raid succeeds strike fails");
        t.says(
            "b strikes back, and a keeps what it won only two times in three.",
            t.best("raid succeeds") == "strike"
                && kept == ratio(2, 3)
                && t.winners("raid succeeds strike fails").as_deref() == Some("a")
                && t.winners("raid succeeds strike succeeds").as_deref() == Some("b")
                && t.winners("raid fails").as_deref() == Some("b"),
        );
        let raid = t.rating("raid", 'a');
        t.says(
            &format!(
                "So the raid is worth {success} of {kept} to a, which is {raid}, and holding {}.",
                t.rating("hold", 'a')
            ),
            success * kept == raid && t.winners("hold").as_deref() == Some("ab"),
        );
    }

    who_waits_for_ever_ties: "standoff.board.json", |t| {
        t.says(
            "A player who fights loses, so the only best move is always to wait.",
            t.winners("fight").as_deref() == Some("b")
                && t.winners("wait fight").as_deref() == Some("a")
                && t.best("") == "wait"
                && t.best("wait") == "wait",
        );
        t.says(
            &format!(
                "There are {} positions, yet the tree is infinite: after wait wait the first \
                 position repeats.",
                t.positions()
            ),
            t.at("wait wait") == Vertex::ROOT
                && t.rated.analysis.nodes.of(Vertex::ROOT).to_string() == "infinite",
        );
        t.says(
            "Endless play is worth 1/2 for both.",
            ['a', 'b'].iter().all(|player| t.rating("", *player) == halves(1)) && t.is_proven(""),
        );
    }

    a_horizon_turns_the_order_of_the_moves_round: "horizon-2x3.tree.json", |t| {
        let full = t.limited(None);
        let plies = t.graph().max_plies().expect("a limit");
        assert_eq!(t.moves(""), "1>0 1>2 1>5");
        t.says(
            &format!(
                "Stopped after {plies} plies, this tree of {} nodes takes 1>0 for a win, 1>5 for a \
                 tie and 1>2 for a loss.",
                t.nodes()
            ),
            t.best("") == "1>0"
                && t.rating("1>0", 'a') == halves(2)
                && t.rating("1>5", 'a') == halves(1)
                && t.rating("1>2", 'a') == halves(0),
        );
        t.says(
            "Played to the end, the order is reversed: 1>2 wins, and 1>0 loses.",
            full.best("") == "1>2"
                && full.blunders("1>0")
                && full.wins("1>2", 'a')
                && full.loses("1>0", 'a'),
        );
        t.says(
            &format!(
                "Only 1>5 is proven here: after it the game is over within the {plies} plies."
            ),
            t.is_proven("1>5")
                && !t.is_proven("1>0")
                && !t.is_proven("1>2")
                && t.moves("1>5") == "pass"
                && t.winners("1>5 pass").as_deref() == Some("ab"),
        );
        t.says_at(
            "1>0",
            "Estimated as a win for a, and lost when played to the end.",
            t.rating("1>0", 'a') == halves(2) && full.loses("1>0", 'a'),
        );
        t.says_at(
            "1>2",
            "Estimated as lost for a, and a win when played to the end.",
            t.rating("1>2", 'a') == halves(0) && full.wins("1>2", 'a'),
        );
    }

    behind_the_horizon_the_order_is_right: "horizon-2x3.board.json", |t| {
        t.says(&format!("The whole tree has {} nodes.", t.nodes()), true);
        t.says(
            "Played to the end, 1>2 wins, 1>5 ties and 1>0 loses.",
            t.moves("") == "1>0 1>2 1>5"
                && t.wins("1>2", 'a')
                && t.rating("1>5", 'a') == halves(1)
                && t.loses("1>0", 'a'),
        );
        let stopped = Told::file("horizon-2x3.tree.json");
        t.says(
            "Stopped after 3 plies, as horizon-2x3.tree.json is, the tree has them the other way \
             round.",
            stopped.graph().max_plies() == Some(3)
                && stopped.position("") == t.position("")
                && ["1>2", "1>5", "1>0"].iter().all(|mv| {
                    stopped.rating(mv, 'a') == halves(2) - t.rating(mv, 'a')
                }),
        );
    }

    one_position_has_two_ratings_under_a_limit: "two-ratings-2x2.tree.json", |t| {
        let plies = t.graph().max_plies().expect("a limit");
        t.says(
            &format!("This tree of {} nodes stops after {plies} plies.", t.nodes()),
            true,
        );
        let (one, other) = ("1>3 pass 0>1 pass 3>2", "1>3 3>2 pass 0>1 1>3 pass 2>3");
        let ply = |line: &str| line.split(' ').count();
        let kind = t.graph().kind(t.at(other));
        t.says(
            &format!(
                "The position {} occurs in it twice.",
                t.position(one)
            ),
            t.position(one) == t.position(other),
        );
        t.says(
            &format!(
                "At ply {}, after {one}, its rating is {} for a.",
                ply(one),
                t.rating(one, 'a')
            ),
            !matches!(t.graph().kind(t.at(one)), VertexKind::Horizon(_)),
        );
        t.says(
            &format!(
                "At ply {}, after {other}, the limit is reached, and the estimate is {}.",
                ply(other),
                t.rating(other, 'a')
            ),
            matches!(kind, VertexKind::Horizon(_)),
        );
        let left = |line: &str| t.graph().plies_left(t.at(line));
        t.says(
            "A rating belongs to a position and to the number of plies left.",
            (left(one), left(other)) == (Some(2), Some(0))
                && t.moves(one) == "pass"
                && t.rating(one, 'a') != t.rating(other, 'a'),
        );
    }

    a_bug_shows_where_two_rules_are_compared: "compare-haskell-2x2.board.json", |t| {
        t.is_called("The bug in the Haskell port");
        let lisp = t.under("land-of-lisp");
        let turn = "2>0 0>3";
        let passed = format!("{turn} pass");
        let last = t.position(turn).ends_with(" a +1") && lisp.position(turn).ends_with(" a +3");
        t.says(
            "A lesson in debugging. The Haskell port promises to reinforce for all dice captured \
             in a turn, and does it for the last capture alone.",
            last,
        );
        let dice = |told: &Told, line: &str| -> u32 {
            let position = told.position(line);
            let board = position.split(' ').next().expect("a board");
            board.chars().filter_map(|c| c.to_digit(10)).sum()
        };
        t.says(
            &format!(
                "After {turn} a has captured 3 dice, the last attack 1 of them, and a pass brings \
                 nothing; under land-of-lisp it brings 2."
            ),
            last && dice(t, &passed) == dice(t, turn)
                && dice(&lisp, &passed) == dice(&lisp, turn) + 2,
        );
        t.says(
            "So the game is shared here, 1/2 each, and under land-of-lisp a wins.",
            t.rating("", 'a') == halves(1) && t.rating("", 'b') == halves(1) && lisp.wins("", 'a'),
        );
        let book = t.changed(|setup| setup.position = "b2b2/a2b1 a".to_owned());
        let book_lisp = book.under("land-of-lisp");
        t.says(
            "The book's board has too small a tree to tell: its rating is the same under both rules.",
            book.rating("", 'a') == book_lisp.rating("", 'a')
                && book.nodes() == book_lisp.nodes()
                && book.nodes() < t.nodes(),
        );
        let sides = [t.rated.clone(), lisp.rated.clone()];
        let found = RulesComparison::of(&sides, u64::MAX);
        let first = found.headline().expect("they differ");
        let graph = &t.rated.graph;
        t.says(
            "Compare the rules, and go to the first difference.",
            graph.line_text(Vertex::ROOT, &first.lines[0]) == passed,
        );
    }

    whoever_moves_first_wins_a: "first-move-2x2-a.board.json", |t| { first_move(t, 'a', 'b'); }

    whoever_moves_first_wins_b: "first-move-2x2-b.board.json", |t| { first_move(t, 'b', 'a'); }
}

fn first_move(t: &mut Told, first: char, second: char) {
    t.is_called(&format!("The first move wins: {first} to move"));
    let hexes = t.hexes();
    let turned = hexes.iter().rev().map(|(owner, dice)| {
        let owner = if *owner == 'a' { 'b' } else { 'a' };
        (owner, *dice)
    });
    t.says(
        "Turn the board by half a turn and swap the owners: it is the same board, so neither side \
         is better.",
        turned.eq(hexes.iter().copied()),
    );
    let other = t.with_mover(second);
    t.says(
        &format!("{first} moves first and wins; with {second} to move {second} wins."),
        t.position("").ends_with(first) && t.wins("", first) && other.wins("", second),
    );
    t.says(
        &format!(
            "Either tree has {} nodes, and best play takes {} plies.",
            t.nodes(),
            t.plies("")
        ),
        other.nodes() == t.nodes() && other.plies("") == t.plies(""),
    );
}
