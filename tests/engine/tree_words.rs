//! What is said of a drawn tree: where positions occur, the legend, and the facts of a node.

use doomtree::diagram::{
    Drawing, Ink, RatingsFor, Shade, Shape, badge_text, draw_far, legend, place_legend, places,
};
use doomtree::game::Player;
use doomtree::tree::{Limits, UnfoldingNode, Vertex};

use super::diagram_tree::{BOOK, Tree, row};

/// Both attacks of b, in either order.
const FIRST: &str = "2>3 pass 0>2 1>3";
const SECOND: &str = "2>3 pass 1>3 0>2";

#[test]
fn places_are_counted_over_what_is_shown_and_the_first_is_the_highest_and_leftmost() {
    let mut book = Tree::board(BOOK, None);
    let (first, second) = (book.node(FIRST), book.node(SECOND));
    let vertex = book.unfolding.vertex(first);
    assert_eq!(vertex, book.unfolding.vertex(second));
    let marks = book.marks();
    assert_eq!(marks.places(&book.view(), vertex), 2);
    assert_eq!(marks.first_place(&book.view(), vertex), Some(first));
    assert_eq!(
        badge_text(&book.view(), &marks, vertex).as_deref(),
        Some("×2")
    );
    assert!(!marks.is_seen_before(&book.view(), first));
    assert!(marks.is_seen_before(&book.view(), second));
    assert_eq!(
        places(&book.view(), &marks, second).as_deref(),
        Some("occurs 2 times in the expanded tree; first at 2>3 pass 0>2 1>3")
    );
    assert!(places(&book.view(), &marks, first).is_some_and(|words| words.contains("the first")));
    assert_eq!(badge_text(&book.view(), &marks, Vertex::ROOT), None);
    // What is folded away doesn't count.
    book.fold("2>3 pass 0>2");
    let marks = book.marks();
    assert_eq!(marks.places(&book.view(), vertex), 1);
    assert_eq!(marks.first_place(&book.view(), vertex), Some(second));
    assert_eq!(badge_text(&book.view(), &marks, vertex), None);
    assert_eq!(places(&book.view(), &marks, second), None);
}

#[test]
fn a_position_below_is_not_the_first_although_it_stands_further_left() {
    let tree = Tree::script(
        "top a: l -> left, r -> twice
         left b: x -> twice, y -> end
         twice b: z -> end
         end end: 1 0",
    );
    let marks = tree.marks();
    let (below, above) = (tree.node("l x"), tree.node("r"));
    let vertex = tree.unfolding.vertex(below);
    assert_eq!(marks.first_place(&tree.view(), vertex), Some(above));
    assert_eq!(
        marks.places(&tree.view(), tree.unfolding.vertex(tree.node("l y"))),
        3
    );
}

#[test]
fn the_legend_explains_every_mark_that_stands_in_the_tree_and_no_other() {
    let mut book = Tree::board(BOOK, None);
    let all = [
        "player to move",
        "rating for a",
        "rating split",
        "best line",
        "another best move",
        "end",
        "×n: occurrences, ↩: repeat",
    ];
    assert_eq!(book.legend(), all);
    book.fold("2>3 pass 0>2");
    let folded = [&all[..6], &["collapsed: node count"]].concat();
    assert_eq!(book.legend(), folded, "no position stands twice now");
    book.notes.0.insert(0, "look");
    assert_eq!(book.legend().last().map(String::as_str), Some("note"));
    book.ratings_for = RatingsFor::Mover;
    assert!(
        book.legend()
            .contains(&"rating for the player to move".to_owned())
    );
    book.hidden = true;
    assert_eq!(
        book.legend(),
        [
            "player to move",
            "rating hidden",
            "end",
            "collapsed: node count",
            "note"
        ]
    );
    let mut root = Tree::board(BOOK, Some(0));
    assert_eq!(
        root.legend(),
        [
            "player to move",
            "rating for a",
            "rating split",
            "collapsed: node count"
        ]
    );
    root = Tree::board("a1b1/b1a1 a", None);
    assert_eq!(root.legend(), ["end"], "the game is over at once");
    let limits = Limits {
        max_plies: Some(3),
        ..Limits::default()
    };
    let limited = Tree::new("dice-of-doom", "b3a3/b1b2 a", limits, None).legend();
    assert!(limited.contains(&"not proven: limit reached".to_owned()));
    let chance = Tree::script(CHANCE).legend();
    assert!(chance.contains(&"chance".to_owned()) && chance.contains(&"rounded".to_owned()));
    assert!(!chance.iter().any(|words| words.starts_with("not proven")));
    assert!(chance.contains(&"best line, at chance the likeliest".to_owned()));
    assert!(chance.contains(&"other move".to_owned()));
    assert!(!chance.contains(&"probability 0".to_owned()));
    let never = Tree::script(
        "s chance: yes 1 -> won, no 0 -> lost
        won end: 1 0
        lost end: 0 1",
    );
    assert!(never.legend().contains(&"probability 0".to_owned()));
    assert_eq!(
        row(&never.facts("no"), "Probability"),
        Some("probability 0")
    );
    assert_eq!(row(&never.facts("yes"), "Probability"), Some("100 %"));
}

const CHANCE: &str = "players alice bob carol
    start alice: left -> coin, negotiate-with-everybody -> end2, right -> end2
    coin chance alice: heads 12345/100000 -> end1, tails 87655/100000 -> end2
    end1 end: 1 0 0
    end2 end: 0 1/2 1/2";

#[test]
fn from_far_away_the_legend_names_who_is_ahead_and_hidden_ratings_are_not_told() {
    let mut book = Tree::board(BOOK, None);
    assert_eq!(
        book.far_legend(),
        ["b ahead", "hollow or short: end", "best line"]
    );
    let bars = |tree: &Tree| {
        let (_, sights, _) = tree.drawn(None);
        let mut drawing = Drawing::default();
        let root = UnfoldingNode::ROOT;
        draw_far(
            &mut drawing,
            &tree.view(),
            &tree.marks(),
            &sights,
            root,
            0.2,
        );
        let of = |wanted: Ink| {
            let shapes = drawing.shapes.iter();
            shapes
                .filter(|shape| matches!(shape, Shape::Box { fill, .. } if *fill == Some(wanted)))
                .count()
        };
        (of(Ink::Player(Player(1), Shade::Full)), of(Ink::Dim))
    };
    assert_eq!(bars(&book), (13, 0));
    book.hidden = true;
    assert_eq!(
        book.far_legend(),
        ["b wins", "rating hidden", "hollow or short: end"]
    );
    // Who has won an end is a fact of the rules.
    assert_eq!(bars(&book), (5, 8));
    let chance = Tree::script(CHANCE);
    assert_eq!(
        chance.far_legend(),
        ["alice ahead", "even", "hollow or short: end", "best line"]
    );
}

#[test]
fn a_node_is_told_with_ratings_bounds_distance_and_exact_counts() {
    let mut book = Tree::board(BOOK, None);
    book.notes.0.insert(2, "\n  The turning\u{7} point.\nMore.");
    let facts = book.facts("2>3 pass");
    assert_eq!(facts.head, "b to move");
    let rows: Vec<(&str, &str)> = facts
        .rows
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(
        rows,
        [
            ("Position", "b2b2/a1a1 b"),
            ("Rating for a", "0 (proven)"),
            ("Rating for b", "1 (proven)"),
            ("Game ends", "in 2 plies"),
            ("Subtree", "11 nodes, 5 ends"),
            ("Note", "The turning\\u{7} point."),
        ]
    );
    assert!(facts.hint.ends_with("to collapse"), "{}", facts.hint);
    book.ratings_for = RatingsFor::Mover;
    let facts = book.facts("2>3 pass");
    assert_eq!(row(&facts, "Rating for b, the mover"), Some("1 (proven)"));
    assert_eq!(row(&facts, "Rating for a"), Some("0 (proven)"));
    let end = book.facts("2>3 pass 0>3 pass");
    assert_eq!(end.head, "End: b wins");
    assert_eq!(row(&end, "Subtree"), None);
    book.fold("2>3");
    assert!(book.facts("2>3").hint.ends_with("to expand"));

    let large = Tree::board("a2a2b2/a3b1a3/a3a3b3 a", Some(1));
    assert_eq!(
        row(&large.facts(""), "Subtree"),
        Some("1,468,919,491 nodes, 522,206,307 ends")
    );
    let limits = Limits {
        max_plies: Some(3),
        ..Limits::default()
    };
    let limited = Tree::new("dice-of-doom", "b3a3/b1b2 a", limits, None);
    let facts = limited.facts("");
    assert_eq!(
        row(&facts, "Rating for a"),
        Some("not proven, between 0 and 1; estimate 1 (winners)")
    );
    let horizon = limited.facts("1>3 3>2 pass");
    assert_eq!(horizon.head, "b to move; limit reached");
    let chance = Tree::script(CHANCE);
    assert_eq!(chance.facts("left").head, "Chance node after alice's move");
    assert_eq!(
        row(&chance.facts("left"), "Rating for alice"),
        Some("2469/20000 (proven)")
    );
}

#[test]
fn a_legend_takes_as_many_lines_as_its_width_needs_and_never_more() {
    let book = Tree::board(BOOK, None);
    let entries = legend(&book.view(), &book.marks());
    let lines = |width: f64, less: f64| (place_legend(&entries, width, less).height / 22.0) as u32;
    assert_eq!(lines(2_000.0, 0.0), 1);
    // The tree of a window of 1,024 points with both panels has no more room.
    assert_eq!(lines(366.0, 22.0), 3);
    assert_eq!(lines(40.0, 0.0), entries.len() as u32);
    let one = place_legend(&entries, 2_000.0, 0.0).width;
    assert_eq!(lines(one, 0.0), 1);
    assert_eq!(lines(one, 1.0), 2, "what is kept free counts");
    assert_eq!(place_legend(&[], 100.0, 0.0).height, 0.0);
}
