//! Tic-tac-toe and Trilobite: every sentence of their notes, with what proves it. x is a here, and
//! o is b.

use super::told::{Told, halves, proofs};

proofs! {
    a_reply_in_a_corner_loses: "tic-tac-toe-fork.board.json", |t| {
        t.says(
            "x holds two opposite corners, o the center.",
            t.position("") == "x../.o./..x o",
        );
        t.says(
            "o ties with any edge, o@1, o@3, o@5 or o@7.",
            t.best("") == "o@1 o@3 o@5 o@7" && t.rating("", 'b') == halves(1) && t.is_proven(""),
        );
        // In the corner that is left x wins with its next mark, whatever o does.
        let forks = |corner: &str, last: &str| {
            let fork = format!("{corner} {last}");
            t.moves(&fork).split(' ').all(|reply| {
                let after = format!("{fork} {reply}");
                let wins = |mv: &str| t.winners(&format!("{after} {mv}")).as_deref() == Some("a");
                t.moves(&after).split(' ').any(wins)
            })
        };
        // Where x would have a line if o didn't move: both threats of the fork.
        let threats = |fork: &str| {
            let board = t.position(fork);
            let cell = |index: usize| board.as_bytes()[index + index / 3];
            let lines = [
                [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8],
                [2, 4, 6],
            ];
            lines
                .iter()
                .filter(|line| {
                    let of = |sign| line.iter().filter(|index| cell(**index) == sign).count();
                    (of(b'x'), of(b'.')) == (2, 1)
                })
                .count()
        };
        t.says(
            "A corner, o@2 or o@6, is a blunder: x takes the last corner and threatens two lines \
             at once, and whatever o does x wins with its next mark.",
            t.blunders("o@2")
                && t.blunders("o@6")
                && forks("o@2", "x@6")
                && forks("o@6", "x@2")
                && threats("o@2 x@6") == 2
                && threats("o@6 x@2") == 2,
        );
        t.says(&format!("The tree has {} nodes.", t.nodes()), true);
    }

    most_replies_to_the_openings_lose: "tic-tac-toe-2-plies.tree.json", |t| {
        t.says(
            &format!(
                "Here are the first two plies of a tree of {} nodes, all of them with their exact \
                 ratings.",
                t.nodes()
            ),
            t.in_file == Some(1 + 9 + 72) && t.is_proven(""),
        );
        let openings: Vec<String> = t.moves("").split(' ').map(str::to_owned).collect();
        t.says(
            "Every opening ties.",
            openings.len() == 9 && openings.iter().all(|mv| t.rating(mv, 'a') == halves(1)),
        );
        let replies = openings.iter().flat_map(|mv| {
            let replies = t.moves(mv);
            let lines = replies.split(' ').map(|reply| format!("{mv} {reply}"));
            lines.collect::<Vec<_>>()
        });
        let replies: Vec<String> = replies.collect();
        let lost = replies.iter().filter(|line| t.loses(line, 'b')).count();
        t.says(
            &format!("{lost} of the {} replies lose.", replies.len()),
            (replies.len(), lost) == (72, 48)
                && replies.iter().all(|line| t.rating(line, 'b') != halves(2)),
        );
        t.says(
            "Against a corner only the center ties, and against the center only a corner.",
            [0, 2, 6, 8].iter().all(|corner| t.best(&format!("x@{corner}")) == "o@4")
                && t.best("x@4") == "o@0 o@2 o@6 o@8",
        );
        t.says(
            "Against an edge four replies tie: the center, the opposite edge and the two corners \
             beside it.",
            t.best("x@1") == "o@0 o@2 o@4 o@7"
                && t.best("x@3") == "o@0 o@4 o@5 o@6"
                && t.best("x@5") == "o@2 o@3 o@4 o@8"
                && t.best("x@7") == "o@1 o@4 o@6 o@8",
        );
    }

    one_more_column_turns_a_tie: "trilobite-3x3.board.json", |t| {
        let openings = "a@col0 a@col1 a@col2";
        t.says(
            "On 3 × 3 cells with 3 in a line best play is a tie, whichever column a starts with.",
            t.best("") == openings && t.moves("") == openings && t.rating("", 'a') == halves(1),
        );
        t.says(
            &format!("The tree has {} nodes and {} positions.", t.nodes(), t.positions()),
            true,
        );
        let wider = t.changed(|setup| {
            setup.switches.width = Some(4);
            setup.position = "..../..../.... a".to_owned();
        });
        t.says(
            "Set the number of columns to 4 in Setup: now a wins, whichever column it starts with.",
            wider.wins("", 'a') && wider.best("") == "a@col0 a@col1 a@col2 a@col3",
        );
    }

    whoever_must_go_below_loses: "trilobite-4x4.board.json", |t| {
        let others = ["b@col1", "b@col2"];
        t.says(
            &format!(
                "b wins in {} plies, with b@col3 alone: any other move only ties.",
                t.plies("")
            ),
            t.wins("", 'b')
                && t.best("") == "b@col3"
                && t.moves("") == "b@col3 b@col1 b@col2"
                && others.iter().all(|mv| t.rating(mv, 'b') == halves(1)),
        );
        t.says(
            "After it two columns are left, each two cells deep.",
            t.position("b@col3") == "b..b/b..a/aaab/baab a",
        );
        let columns = [("a@col1", "b@col1", "b@col2"), ("a@col2", "b@col2", "b@col1")];
        t.says(
            "Whichever a goes into, b goes on top of it, and in the end the top row is b's.",
            columns.iter().zip(columns.iter().rev()).all(|((a, above, _), (other, last, _))| {
                let line = format!("b@col3 {a}");
                let end = format!("{line} {above} {other} {last}");
                t.best(&line) == *above
                    && t.winners(&end).as_deref() == Some("b")
                    && t.position(&end).starts_with("bbbb/")
            }),
        );
        t.says(
            "To answer in the other column is a blunder: then a wins.",
            columns.iter().all(|(a, _, other)| {
                let line = format!("b@col3 {a} {other}");
                t.blunders(&line) && t.wins(&line, 'a')
            }),
        );
        t.says(&format!("The tree has {} nodes.", t.nodes()), true);
    }
}
