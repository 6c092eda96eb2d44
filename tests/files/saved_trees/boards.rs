//! The boards that are known from elsewhere, and the largest ones: every sentence of their notes,
//! with what proves it.

use super::told::{Told, proofs};

proofs! {
    the_books_board_is_a_forced_loss: "book-2x2.board.json", |t| {
        t.says(&format!("The whole tree has {} nodes.", t.nodes()), true);
        t.says("a has a single attack, 2>3, and must make it.", t.moves("") == "2>3");
        t.says(
            "After that b always wins: every end of the tree is b's.",
            t.all_winners() == ["b"],
        );
        t.says(&format!("Best play takes {} plies.", t.plies("")), t.loses("", 'a'));
        t.says(
            "With b to move the game would be over at once, and b would have won it.",
            t.with_mover('b').winners("").as_deref() == Some("b"),
        );
    }

    the_books_tree_stands_in_its_file: "book-2x2.tree.json", |t| {
        t.says(
            &format!("All {} nodes stand in this file, each with its rating.", t.nodes()),
            t.in_file.map(|nodes| nodes.to_string()) == Some(t.nodes()),
        );
        let (one, other) = ("2>3 pass 0>2 1>3", "2>3 pass 1>3 0>2");
        t.says(
            &format!(
                "The lines {one} and {other} lead to the same position, so the tree has {} \
                 positions.",
                t.positions()
            ),
            t.at(one) == t.at(other) && t.positions() == "11",
        );
    }

    the_haskell_ports_board_is_won: "haskell-3x3.board.json", |t| {
        t.says(&format!("The tree has {} nodes.", t.nodes()), true);
        t.says(
            &format!(
                "a has a single attack, 8>4, and wins with it in {} plies.",
                t.plies("")
            ),
            t.moves("") == "8>4" && t.wins("", 'a'),
        );
    }

    the_haskell_ports_board_is_lost_for_b: "haskell-3x3-b.board.json", |t| {
        t.says(&format!("The tree has {} nodes.", t.nodes()), true);
        t.says(
            &format!(
                "b has six attacks, and whatever it does a wins: all {} ends of the tree are a's.",
                t.ends()
            ),
            t.moves("").split(' ').count() == 6
                && t.all_winners() == ["a"]
                && t.position("") == Told::file("haskell-3x3.board.json").with_mover('b').position(""),
        );
    }

    the_generated_board_is_won_by_every_attack: "haskell-generated-3x3.board.json", |t| {
        t.says(
            &format!("The tree has {} nodes over {} positions.", t.nodes(), t.positions()),
            true,
        );
        t.says(
            "b has three attacks and wins with each of them.",
            t.moves("").split(' ').count() == 3
                && t.moves("").split(' ').all(|mv| t.wins(mv, 'b')),
        );
        t.says(
            "With a to move the game would be over at once, and b would have won it.",
            t.with_mover('a').winners("").as_deref() == Some("b"),
        );
    }

    the_lisp_sessions_board_is_lost_by_every_attack: "lisp-session-3x3.board.json", |t| {
        t.says(
            &format!("The tree has {} nodes over {} positions.", t.nodes(), t.positions()),
            true,
        );
        t.says(
            "a has three attacks and loses with each of them.",
            t.moves("").split(' ').count() == 3
                && t.moves("").split(' ').all(|mv| t.loses(mv, 'a')),
        );
        let other = t.with_mover('b');
        let blunders: Vec<_> =
            other.moves("").split(' ').map(str::to_owned).filter(|mv| other.blunders(mv)).collect();
        t.says(
            "With b to move 0>1 would be the only blunder: it hands the game to a.",
            blunders == ["0>1"] && other.wins("0>1", 'a') && other.wins("", 'b'),
        );
    }

    a_billion_nodes_have_few_positions: "billion-3x3.board.json", |t| {
        t.is_called(&format!("A tree of {} nodes", t.nodes()));
        t.says(
            &format!(
                "These nodes share only {} positions, so every one is rated.",
                t.positions()
            ),
            t.rated.analysis.ratings.everything_proven(),
        );
        t.says(
            "A position occurs 7,277 times on average.",
            t.occurrences().round() == 7_277.0,
        );
        t.says(
            &format!(
                "a wins in {} plies, and the longest line has {}.",
                t.plies(""),
                t.longest()
            ),
            t.wins("", 'a'),
        );
    }

    the_board_of_five_by_five_is_won_by_one_attack_and_a_pass: "large-5x5.board.json", |t| {
        t.says(
            "No graph holds the positions of this board, so a search proves the rating of every \
             node that you look at.",
            t.graph().grows(),
        );
        t.look_at("");
        let position = t.position("");
        let hexes = |owner: char| position[..position.len() - 1].matches(owner).count();
        let dice = |owner: char| -> u32 {
            let hexes = position.split(owner).skip(1);
            hexes.filter_map(|rest| rest.chars().next()?.to_digit(10)).sum()
        };
        let (own, all) = (dice('a'), dice('a') + dice('b'));
        t.says(
            &format!("a has {} of 25 hexes and {own} of {all} dice, and wins.", hexes('a')),
            t.wins("", 'a') && hexes('a') + hexes('b') == 25,
        );
        let (attacks, winning): (Vec<_>, Vec<_>) = {
            let moves = t.moves("");
            let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
            let winning = moves.iter().filter(|mv| t.wins(mv, 'a')).cloned().collect();
            (moves, winning)
        };
        t.says("Of six attacks only 7>2 does so.", attacks.len() == 6 && winning == ["7>2"]);
        t.look_at("7>2");
        let moves = t.moves("7>2");
        let others: Vec<&str> = moves.split(' ').filter(|mv| *mv != "pass").collect();
        t.says(
            "After it a must pass at once: each of four more attacks loses.",
            t.wins("7>2 pass", 'a')
                && others.len() == 4
                && others.iter().all(|mv| t.loses(&format!("7>2 {mv}"), 'a')),
        );
    }

    trillions_of_nodes_have_few_positions: "trillions-3x3.board.json", |t| {
        t.is_called(&format!("A tree of {} nodes", t.nodes()));
        t.says(
            &format!(
                "These nodes share only {} positions, so every one is rated.",
                t.positions()
            ),
            t.rated.analysis.ratings.everything_proven(),
        );
        t.says(
            "A position occurs about 54 million times on average.",
            (t.occurrences() / 1e6).round() == 54.0,
        );
        t.says(
            &format!(
                "b wins in {} plies, and the longest line has {}.",
                t.plies(""),
                t.longest()
            ),
            t.wins("", 'b'),
        );
    }
}
