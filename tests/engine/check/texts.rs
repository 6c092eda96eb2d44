//! What agrees, in every form and in part, and what can't be read.

use std::fmt::Write as _;

use doomtree::games::{Setup, Switches};
use doomtree::session::check::{ComparedData as What, DisagreementKind, facts, moves, verdict};
use doomtree::tree::Limits;

use super::writing::{Told, dice, graph_of, lines, lisp, node_link, right, setup};
use super::{check, try_check};

#[test]
fn a_correct_answer_agrees_in_every_form() {
    for (rules, position) in [
        ("", "b2b2/a2b1 a"),
        ("", "a1b1a3b2b3 a"),
        ("haskell", "a3b1/b3a2 a"),
        ("realm-of-racket pool=4", "a2b1b1/b2a3a1 a"),
        ("land-of-lisp-v4 players=2 max_dice=2", "a2b1 a"),
        ("land-of-lisp players=3", "a2b2c1/c3a1b1 a"),
    ] {
        let setup = setup("dice-of-doom", rules, position);
        let graph = graph_of(&setup, None);
        let rates = right(&*graph);
        let mut texts = vec![
            lines(&*graph, &rates, Told::ByName),
            lines(&*graph, &rates, Told::ForMover),
            lines(&*graph, &rates, Told::AsDecimals),
            node_link(&*graph, &rates),
        ];
        if !graph.graph().has_chance() && !graph.graph().is_cyclic() {
            texts.push(lisp(&*graph));
        }
        for text in texts {
            let report = check(&setup, &text);
            let words = report.first().map(|first| &first.text);
            assert!(report.agrees(), "{position}: {words:?}\n{text}");
            // Ratings that weren't given never agree, and leaves of a whole tree aren't cut off.
            let rated = report.coverage.count(What::Ratings);
            assert_eq!(rated > 0, !text.starts_with('('), "{text}");
            assert_eq!(verdict(&report).contains("no ratings given"), rated == 0);
            assert_eq!(report.tally.left_out, 0, "{position}");
            assert!(report.tally.compared >= report.nodes, "{position}\n{text}");
        }
    }
}

#[test]
fn what_is_left_out_or_lies_beyond_a_limit_is_not_missing() {
    let setup = dice("a1b1a3b2b3 a");
    let graph = graph_of(&setup, None);
    let rates = right(&*graph);
    let all = lines(&*graph, &rates, Told::ByName);
    // Any part of the lines.
    let part: String = all
        .lines()
        .step_by(3)
        .flat_map(|line| [line, "\n"])
        .collect();
    assert!(check(&setup, &part).agrees());
    // Moves without positions or ratings, and ratings without moves.
    for text in [
        "{\"position\":\"a1b1a3b2b3 a\",\"moves\":[\"2>1\",\"2->3\"]}",
        "{\"position\":\"a1 b1 a3 b2 b3 a\",\"rating\":1}",
        "{\"position\":\"a1b1a3b2b3 a\",\"winners\":null}",
        "{\"position\":\"a1b1a3b2b3 a\",\"rating\":{\"1\":0,\"0\":1}}",
        "{\"position\":\"a1b1a3b2b3 a\",\"rating\":[1,0],\"player\":0}",
    ] {
        assert!(check(&setup, text).agrees(), "{text}");
    }
    // What is said by number, or of nobody, is compared too.
    for rating in ["{\"0\":0,\"1\":1}", "{\"x\":1}", "[0,1]", "[1]", "0.999"] {
        let text = format!("{{\"position\":\"a1b1a3b2b3 a\",\"rating\":{rating}}}");
        let report = check(&setup, &text);
        let kind = report.first().map(|first| first.kind);
        assert_eq!(kind, Some(DisagreementKind::Rating), "{rating}");
    }
    // A tree to a ply limit, as a Lisp program prints it, where all leaves are equally deep.
    let cut = "(0 ((0 1) (1 1) (0 3) (1 2) (1 3)) (((2 1) (0 ((0 1) (0 2) (0 1) (1 2) (1 3)) NIL)) \
               ((2 3) (0 ((0 1) (1 1) (0 1) (0 2) (1 3)) NIL))))";
    let report = check(&setup, cut);
    assert!(report.agrees(), "{:?}", report.first());
    assert_eq!((report.tally.left_out, report.tally.last_ply), (2, 2));
    // A tree that is deeper than we build.
    let limits = Limits {
        max_plies: Some(1),
        ..Limits::default()
    };
    let moves_only: String = all
        .lines()
        .map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let moves = &value["moves"];
            let names: Vec<_> = moves
                .as_array()
                .expect("a list")
                .iter()
                .map(|mv| mv["move"].clone())
                .collect();
            let line = serde_json::json!({"position": value["position"], "moves": names});
            format!("{line}\n")
        })
        .collect();
    let report = try_check(&setup, &moves_only, limits).expect("a good text");
    assert!(report.agrees(), "{:?}", report.first());
}

#[test]
fn the_first_disagreement_stands_at_the_smallest_ply_and_the_smallest_has_the_fewest_nodes() {
    let script = "players a b\ntop a: l -> x, r -> y\nx b: m -> z\nz a: n -> e\ny b: o -> f, p -> g\n\
                  e end: 1 0\nf end: 0 1\ng end: 1 0\n";
    let setup = Setup::of_board("scripted", Switches::default(), script, None);
    let edges = [
        ("top", "x", "l"),
        ("top", "y", "r"),
        ("x", "z", "m"),
        ("z", "e", "nn"),
        ("y", "f", "oo"),
        ("y", "g", "p"),
    ];
    let edges = edges.map(|(source, target, mv)| {
        format!("{{\"source\":\"{source}\",\"target\":\"{target}\",\"move\":\"{mv}\"}}")
    });
    let nodes = ["top", "x", "y", "z", "e", "f", "g"]
        .map(|name| format!("{{\"id\":\"{name}\",\"position\":\"{name}\"}}"));
    let text = format!(
        "{{\"nodes\":[\n{}\n],\"edges\":[{}]}}",
        nodes.join(",\n"),
        edges.join(",")
    );
    let report = check(&setup, &text);
    let first = report.first().expect("a disagreement");
    assert_eq!(first.kind, DisagreementKind::IllegalMove);
    assert_eq!(
        (first.ply, first.line.as_deref(), first.text_line),
        (Some(1), Some("r"), 4)
    );
    assert_eq!(
        (first.mv.as_deref(), first.tree_nodes.as_str()),
        (Some("oo"), "3")
    );
    let smallest = report.smallest().expect("a disagreement");
    assert_eq!(
        (smallest.ply, smallest.line.as_deref()),
        (Some(2), Some("l m"))
    );
    assert_eq!(smallest.tree_nodes, "2");
    assert_eq!(report.kinds[1].kind, DisagreementKind::MissingMove);
}

#[test]
fn positions_that_are_not_reached_are_said_so_and_checked() {
    let setup = dice("b2b2/a2b1 a");
    let good = "{\"position\":\"a3b1 a\",\"moves\":[\"0>1\"],\"rating\":1}\n";
    let report = check(&setup, good);
    assert_eq!((report.tally.unreached, report.agrees()), (1, true));
    let bad = "{\"position\":\"a3b1 a\",\"moves\":[\"pass\"],\"rating\":0}\n";
    let report = check(&setup, &format!("{good}{bad}"));
    assert_eq!((report.tally.unreached, report.tally.repeated), (2, 1));
    let first = report.first().expect("a disagreement");
    assert_eq!((first.ply, first.text_line), (None, 2));
    assert_eq!(first.ours.position.as_deref(), Some("a3b1 a"));
}

#[test]
fn hostile_texts_are_refused_in_one_sentence_with_their_line() {
    let setup = dice("b2b2/a2b1 a");
    for (text, line) in [
        ("", None),
        ("   \n", None),
        ("hello", Some(1)),
        ("{\"position\":\"b2b2/a2b1 a\",\"rating\":NaN}", Some(1)),
        (
            "{\"position\":\"b2b2/a2b1 a\"}\n{\"position\":\"b2b2/a2b1 a\",\"rating\":\"NaN\"}",
            Some(2),
        ),
        (
            "{\"position\":\"b2b2/a2b1 a\"}\n{\"position\":\"b2b2",
            Some(2),
        ),
        ("{\"position\":7}", Some(1)),
        ("{\"rating\":7}", Some(1)),
        ("{\"position\":\"b2b2/a2b1 a\",\"moves\":[7]}", Some(1)),
        (
            "{\"position\":\"b2b2/a2b1 a\",\"rating\":1,\"rating\":2}",
            Some(1),
        ),
        ("{\"position\":\"b2b2/a2b1 a\",\"rating\":{}}", Some(1)),
        ("{\"error\":\"out of memory\",\"line\":1}", Some(1)),
        ("{\"nodes\":[],\"edges\":[]}", None),
        (
            "{\"nodes\":[{\"id\":0}],\n\"edges\":[{\"source\":0,\"target\":1}]}",
            Some(2),
        ),
        (
            "{\"nodes\":[{\"id\":0},\n{\"id\":0}],\"edges\":[]}",
            Some(2),
        ),
        ("{\"nodes\":[{\"id\":0,\n", Some(2)),
        ("(0 #((0 2) (1 1)) (((0 1)", Some(1)),
        ("(0 #((0 2) (1 1)) NIL) (", Some(1)),
        ("(0 ... NIL)", Some(1)),
    ] {
        let Err(error) = try_check(&setup, text, Limits::default()) else {
            panic!("{text} was read");
        };
        assert_eq!(error.place.map(|place| place.0), line, "{text}: {error}");
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
    // Long, deep and odd, but no fault.
    let long = format!(
        "{{\"position\":\"b2b2/a2b1 a\",\"note\":\"{}\"}}",
        "x".repeat(1 << 20)
    );
    assert!(check(&setup, &long).agrees());
    let nested = format!(
        "{{\"position\":\"b2b2/a2b1 a\",\"note\":{}{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert!(check(&setup, &nested).agrees());
    let unreadable = check(&setup, "{\"position\":\"nonsense\",\"rating\":1}");
    assert_eq!(unreadable.unreadable, Some((1, "nonsense".to_owned())));
    // More dice than the rules allow are a disagreement, not nonsense.
    let beyond = check(&setup, "{\"position\":\"b2b2/a2b4 a\",\"rating\":1}");
    assert_eq!(
        beyond.first().map(|first| first.kind),
        Some(DisagreementKind::Position)
    );
}

#[test]
fn a_tree_of_a_hundred_thousand_plies_is_walked() {
    let mut script = String::new();
    let mut nodes = Vec::new();
    let mut links = Vec::new();
    let plies = 100_000;
    for ply in 0..plies {
        writeln!(script, "n{ply} a: m -> n{}", ply + 1).expect("a text");
        nodes.push(format!(
            "{{\"id\":{ply},\"position\":\"n{ply}\",\"rating\":1}}"
        ));
        links.push(format!(
            "{{\"source\":{ply},\"target\":{},\"move\":\"m\"}}",
            ply + 1
        ));
    }
    script.push_str(&format!("n{plies} end: 1 0\n"));
    nodes.push(format!("{{\"id\":{plies},\"winners\":[\"b\"]}}"));
    let text = format!(
        "{{\"nodes\":[{}],\"edges\":[{}]}}",
        nodes.join(",\n"),
        links.join(",\n")
    );
    let script = format!("players a b\n{script}");
    let setup = Setup::of_board("scripted", Switches::default(), &script, None);
    let report = check(&setup, &text);
    let first = report.first().expect("a disagreement");
    assert_eq!(
        (first.kind, first.ply),
        (DisagreementKind::Winners, Some(plies))
    );
}

#[test]
fn only_what_is_not_the_same_is_marked_however_it_is_written() {
    let setup = dice("b2b2/a2b1 a");
    let first = "{\"position\":\"b-2 b-2 / a-2 b-1 a\",\"rating\":[1,0.0],\"moves\":[{\"move\":\"2 -> 3\",\
                 \"position\":\"b2 b2/a1 a1 a +1\"},\"2>0\"]}\n";
    let second = "{\"position\":\"b2b2/a1a1 a +1\",\"rating\":\"0\",\"moves\":[{\"move\":\"pass\",\"rating\":1}]}\n";
    let report = check(&setup, &format!("{first}{second}"));
    let rating = report.kinds.iter();
    let mut rating = rating.filter(|found| found.kind == DisagreementKind::Rating);
    let rating = rating.next().expect("a wrong rating");
    // The root: its rating is wrong, and so is the second move; the first leads where it should, to a
    // position that is rated rightly in another line.
    let marks = facts(&rating.first);
    let marks: Vec<_> = marks.iter().map(|fact| (fact.name, fact.differs)).collect();
    assert_eq!(marks, [("position", false), ("rating", true)]);
    let both = moves(&rating.first);
    let both: Vec<_> = both.iter().map(|mv| (mv.name(), mv.differs())).collect();
    assert_eq!(
        both,
        [("2 -> 3".to_owned(), false), ("2>0".to_owned(), true)]
    );
    // After it: the rating is right, that of the pass isn't.
    let smallest = &rating.smallest;
    assert_eq!(smallest.line.as_deref(), Some("2>3"));
    let marks = facts(smallest);
    assert!(marks.iter().all(|fact| !fact.differs), "{marks:?}");
    let both = moves(smallest);
    assert_eq!(both.iter().filter(|mv| mv.differs()).count(), 1);
    assert!(both[0].differs());
}
