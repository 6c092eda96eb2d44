//! Our trees as `.efg`, and back.

use doomtree::diagram::{SiblingOrder, TreeStyle};
use doomtree::export::{Figure, Show, efg};
use doomtree::games::scripted;
use doomtree::rating::{Multiplayer, RatingOptions};
use doomtree::save::setup_of_text;
use doomtree::session::{GraphRequest, Rated, open};
use doomtree::tree::{Limits, Unfolding, UnfoldingNode};
use doomtree::work::{Control, finished};

use super::{build, build_by, compare, read};
use support::dialects::{self, dice};
use support::plies;

fn whole(rated: &Rated) -> Unfolding {
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(rated.graph.graph(), UnfoldingNode::ROOT, None, 100_000);
    unfolding
}

fn written(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> String {
    assert_eq!(efg::fault(rated, unfolding), None);
    let mut bytes = Vec::new();
    finished(efg::write(
        &Control::default(),
        &mut bytes,
        rated,
        unfolding,
        figure,
    ))
    .expect("a file in memory");
    String::from_utf8(bytes).expect("text")
}

fn of_script(script: &str, options: RatingOptions) -> Rated {
    let setup = setup_of_text(script, Some(scripted::NAME));
    let limits = Limits::default();
    open(&setup, GraphRequest { limits, options }, "")
        .expect(script)
        .finish()
}

#[test]
fn nodes_of_an_information_set_have_its_number_and_one_name() {
    let script = "players a b; r a: up -> u, down -> d; u b: left -> e, right -> f; \
                  d b: left -> f, right -> e; e end: 1 0; f end: 0 1; set u d";
    let rated = of_script(script, RatingOptions::default());
    let text = written(&rated, &whole(&rated), &Figure::default());
    for node in ["u", "d"] {
        let line = format!("p \"{node}\" 2 1 \"u\" {{ \"left\" \"right\" }} 0");
        assert!(text.contains(&line), "{text}");
    }
}

#[test]
fn every_dialects_trees_come_back_with_their_ratings() {
    for (words, position, limits) in [
        ("land-of-lisp", "b2b2/a2b1 a", Limits::default()),
        ("haskell", "b2b2/a2b1 a", Limits::default()),
        ("land-of-lisp", "a3b1/b3a2 a", Limits::default()),
        ("realm-of-racket", "b2a1/a2b2 a pool=3", plies(5)),
        (
            "land-of-lisp-v4 players=2 max_dice=3",
            "a3b2/b1a2 a",
            plies(3),
        ),
        ("land-of-lisp-v4 players=3", "a3b2/c1a2 a", plies(2)),
        ("land-of-lisp players=4", "a3b2/c1d2 a", plies(5)),
    ] {
        let own = dialects::rated(&dice(words, position), limits);
        let unfolding = whole(&own);
        let imported = read(&written(&own, &unfolding, &Figure::default())).expect(words);
        assert_eq!(imported.nodes, unfolding.len(), "{words}");
        // Other programs' trees of several players are rated by max-n.
        let same = RatingOptions {
            multiplayer: Some(own.analysis.ratings.multiplayer()),
            ..RatingOptions::default()
        };
        let nodes = compare(&own, &build_by(&imported, same), |own, theirs| {
            assert!(theirs.ends_with(own), "{own} in {theirs}");
        });
        assert_eq!(nodes, unfolding.len(), "{words}");
    }
}

#[test]
fn a_scripts_players_payoffs_and_chances_come_back() {
    let script = "players a \"b c\"\nr a: x -> \"ä  \\\\ \\\"\", \"é\" -> c, \"è\" -> f\n\
        \"ä  \\\\ \\\"\" end: -7/3 0.001\nc chance \"b c\": h 1/3 -> d, t 0 -> e, u 2/3 -> d\n\
        d \"b c\": m -> f\ne end: 123456789012345678 0\nf end: 1 1";
    let options = RatingOptions {
        multiplayer: Some(Multiplayer::MaxN),
        ..RatingOptions::default()
    };
    let own = of_script(script, options);
    let text = written(&own, &whole(&own), &Figure::default());
    assert!(
        text.contains("<U+00E9>") && text.contains("<U+0020><U+005C> <U+0022>"),
        "{text}"
    );
    let imported = read(&text).expect("what was written");
    // Letters that readers refuse are seen in moves.
    let theirs = build(&imported);
    assert_eq!(
        theirs.analysis.nodes.of(doomtree::tree::Vertex::ROOT),
        own.analysis.nodes.of(doomtree::tree::Vertex::ROOT)
    );
    assert_eq!(
        super::ratings(&theirs, doomtree::tree::Vertex::ROOT),
        super::ratings(&own, doomtree::tree::Vertex::ROOT)
    );
}

#[test]
fn what_is_left_out_stands_as_terminals_and_the_title_says_so() {
    let own = dialects::rated(&dice("land-of-lisp", "b2b2/a2b1 a"), plies(4));
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(own.graph.graph(), UnfoldingNode::ROOT, Some(2), 100);
    let text = written(&own, &unfolding, &Figure::default());
    let first = text.lines().next().expect("a title");
    assert!(
        first.contains("1 node has moves that are left out, worth its rating"),
        "{text}"
    );
    assert!(text.contains(" left out\" { 0, 1 }"), "{text}");
    let text = written(&own, &whole(&own), &Figure::default());
    let first = text.lines().next().expect("a title");
    assert!(first.contains("worth their estimates by winners"), "{text}");
    assert!(text.contains(" estimated\" { "), "{text}");
}

#[test]
fn hidden_ratings_are_told_by_nothing() {
    let own = dialects::rated(&dice("land-of-lisp", "b2b2/a2b1 a"), Limits::default());
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(own.graph.graph(), UnfoldingNode::ROOT, Some(2), 100);
    let figure = Figure {
        hidden: true,
        ..Figure::default()
    };
    let text = written(&own, &unfolding, &figure);
    assert!(
        text.contains("left out\" { 1/2, 1/2 }") && !text.contains("{ 0, 1 }"),
        "{text}"
    );
    assert!(text.contains("since ratings are hidden"), "{text}");
}

#[test]
fn what_is_not_to_be_shown_is_left_out() {
    let own = dialects::rated(&dice("land-of-lisp", "b2b2/a2b1 a"), Limits::default());
    let figure = Figure {
        title: Some("Fig. 1 \"é\""),
        show: Show {
            positions: false,
            moves: false,
            ends: false,
            ..Show::default()
        },
        ..Figure::default()
    };
    let text = written(&own, &whole(&own), &figure);
    let begins = "EFG 2 R \"Fig. 1 <U+0022><U+00E9><U+0022>\" { \"a\" \"b\" }\n\"\"\n\n\
                  p \"0\" 1 1 \"0\" { \"1\" } 0\n";
    assert!(text.starts_with(begins), "{text}");
    assert!(text.ends_with("t \"12\" 5 \"12\" { 0, 1 }\n"), "{text}");
}

#[test]
fn a_part_of_a_tree_begins_at_its_own_node() {
    let own = dialects::rated(&dice("land-of-lisp", "b2b2/a2b1 a"), Limits::default());
    let unfolding = whole(&own);
    let text = written(&own, &unfolding, &Figure::default());
    assert_eq!(text.lines().count(), 3 + 13);
    assert!(text.is_ascii());
}

#[test]
fn children_stay_below_their_own_moves_whatever_order_is_asked_for() {
    let own = of_script(
        "r a: x -> e, y -> f\ne end: 0 1\nf end: 1 0",
        RatingOptions::default(),
    );
    let style = TreeStyle {
        order: SiblingOrder::BestFirst,
        ..TreeStyle::default()
    };
    let best = Figure {
        style,
        ..Figure::default()
    };
    let [plain, best] =
        [Figure::default(), best].map(|figure| written(&own, &whole(&own), &figure));
    assert_eq!(best, plain);
}

#[test]
fn trees_that_are_too_deep_for_readers_are_refused() {
    let chain = |plies: usize| {
        let mut script = String::from("players a b\n");
        for ply in 0..plies {
            script.push_str(&format!("n{ply} a: m -> n{}\n", ply + 1));
        }
        script.push_str(&format!("n{plies} end: 1 0\n"));
        of_script(&script, RatingOptions::default())
    };
    let own = chain(efg::MAX_PLIES);
    assert_eq!(efg::fault(&own, &whole(&own)), None);
    let own = chain(efg::MAX_PLIES + 1);
    let fault = efg::fault(&own, &whole(&own)).expect("too deep");
    let fault = fault.to_string();
    assert!(
        fault.contains("10001 moves deep") && fault.contains("json"),
        "{fault}"
    );
}

#[test]
fn a_file_with_information_sets_is_written_word_for_word_and_those_of_a_script_get_numbers() {
    let imported = super::read(super::efg::PENNIES).expect("a good game");
    let rated = super::build(&imported);
    let figure = Figure {
        title: imported.title.as_deref(),
        ..Figure::default()
    };
    let text = written(&rated, &whole(&rated), &figure);
    assert_eq!(
        text,
        super::efg::PENNIES.replace("t \"\" 2\n", "t \"\" 2 \"\" { -1, 1 }\n")
    );
    let script = "players a b\ns a: l -> x, r -> y\nx b: u -> e, d -> f\ny b: u -> f, d -> e\n\
                  e end: 1 0\nf end: 0 1\nset x y";
    let rated = of_script(script, RatingOptions::default());
    let text = written(&rated, &whole(&rated), &Figure::default());
    let sets: Vec<&str> = text.lines().filter(|line| line.contains(" 2 1 ")).collect();
    assert_eq!(sets.len(), 2, "{text}");
}
