//! Files that differ from their own rules, or whose game isn't known, open as they are written.

use doomtree::rating::Rating;
use doomtree::save::Layer;
use doomtree::session::{Loaded, Progress, verify};
use doomtree::tree::{Limits, Vertex};
use doomtree::work::{TurnLength, by_turns};

use super::helpers::*;

fn book() -> String {
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    String::from_utf8(whole_tree(&rated)).expect("text")
}

#[test]
fn a_right_file_has_no_problems() {
    assert_eq!(
        verify(read(book().as_bytes()).expect("a file"), None),
        Ok(Vec::new())
    );
}

#[test]
fn every_difference_is_named_with_its_line_and_the_tree_opens_as_written() {
    let text = book();
    for (from, to, line, words) in [
        (
            "\"rating\":{\"a\":\"0\",\"b\":\"1\"}",
            "\"rating\":{\"a\":\"1\",\"b\":\"0\"}",
            6,
            "rating",
        ),
        (
            "\"position\":\"b2b2/a1a1 a +1\"",
            "\"position\":\"b2b2/a1a1 a +2\"",
            7,
            "position",
        ),
        ("\"player\":\"a\"", "\"player\":\"b\"", 6, "player"),
        (
            "\"payoffs\":{\"a\":\"0\"",
            "\"payoffs\":{\"a\":\"1/3\"",
            10,
            "payoffs",
        ),
        ("\"winners\":[\"b\"]", "\"winners\":[\"a\"]", 10, "winners"),
        ("\"move\":\"2>3\"", "\"move\":\"2>1\"", 21, "move"),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        let broken = text.replacen(from, to, 1);
        let loaded = load(broken.as_bytes());
        assert!(loaded.as_written, "{from}");
        assert_eq!(loaded.rated.game, "scripted");
        assert_eq!(
            loaded.rated.analysis.nodes.of(Vertex::ROOT).to_u64(),
            Some(13)
        );
        assert!(
            loaded.problems[0].starts_with(&format!("line {line}: "))
                && loaded.problems[0].contains(words),
            "{:?}",
            loaded.problems
        );
        assert!(
            loaded
                .notices
                .iter()
                .any(|notice| notice.contains("hown as written"))
        );
        // What is shown is a file of its own, which is right.
        comes_back(&write_again(&loaded));
    }
}

#[test]
fn an_unknown_game_opens_as_written_and_keeps_notes() {
    let mut layer = Layer::default();
    layer.nodes.entry(2).or_default().note = Some("look here".to_owned());
    for chance in [false, true] {
        let setup = if chance {
            script(FINITE)
        } else {
            dice("b2b2/a2b1 a")
        };
        let rated = rated(&setup, Limits::default());
        for bytes in [
            tree(&rated, &unfolded(&rated, None, 100), &layer),
            positions(&rated, &layer),
        ] {
            let text = String::from_utf8(bytes).expect("text");
            let game = format!("\"game\":\"{}\"", rated.game);
            let loaded = load(text.replacen(&game, "\"game\":\"chess\"", 1).as_bytes());
            assert!(loaded.as_written);
            assert!(
                loaded.problems[0].contains("'chess'"),
                "{:?}",
                loaded.problems
            );
            assert!(
                loaded
                    .layer
                    .nodes
                    .values()
                    .any(|node| node.note.as_deref() == Some("look here"))
            );
            let graph = loaded.rated.graph.graph();
            for player in doomtree::game::Player::all(graph.players()) {
                let ours = rated.analysis.ratings.rating(Vertex::ROOT, player);
                let theirs = loaded.rated.analysis.ratings.rating(Vertex::ROOT, player);
                assert!(ours.ties_with(&theirs));
            }
            assert!(comes_back(&write_again(&loaded)).contains("look here"));
        }
    }
}

#[test]
fn what_a_partial_tree_leaves_out_becomes_an_end_worth_its_rating() {
    let rated = rated(&dice("a2a2b2/a3b1a3/a3a3b3 a"), Limits::default());
    let bytes = tree(&rated, &unfolded(&rated, Some(1), 100), &Layer::default());
    let text = String::from_utf8(bytes).expect("text");
    let loaded = load(text.replacen("land-of-lisp", "nobody-knows", 1).as_bytes());
    assert!(loaded.as_written);
    assert!(
        loaded
            .notices
            .iter()
            .any(|notice| notice.contains("shown as leaves")),
        "{:?}",
        loaded.notices
    );
    let player = doomtree::game::Player(0);
    let rating = loaded.rated.analysis.ratings.rating(Vertex::ROOT, player);
    assert_eq!(rating, rated.analysis.ratings.rating(Vertex::ROOT, player));
    assert!(matches!(rating, Rating::Exact(_)));
}

#[test]
fn a_false_number_of_positions_does_not_take_the_memory() {
    let text = book().replacen(
        "\"position\":\"b2b2/a2b1 a\",\"players\"",
        "\"position\":\"a3b2b3/a3b3a3/b2a2b3 a\",\"players\"",
        1,
    );
    let file = read(text.as_bytes()).expect("a file");
    let show = |progress: Progress| assert!(progress.positions <= 14, "{progress:?}");
    let (loaded, _) = by_turns(TurnLength::Work(1), async |ctl| {
        Loaded::find(file, None, ctl, &show).await
    });
    let loaded = loaded.expect("shown as written");
    assert!(loaded.as_written && !loaded.problems.is_empty());
}

#[test]
fn a_partial_tree_that_does_not_say_why_is_a_problem() {
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    let bytes = tree(&rated, &unfolded(&rated, Some(1), 100), &Layer::default());
    let text = String::from_utf8(bytes).expect("text");
    let silent = text.replacen("\"stopped\":\"scope\"", "\"stopped\":null", 1);
    let problems = verify(read(silent.as_bytes()).expect("a file"), None).expect("a tree");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].starts_with("line 3: 'stopped'"), "{problems:?}");
}
