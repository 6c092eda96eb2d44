//! What is drawn of a tree, and what is said of it: marks, legend, facts, shapes and their places.

use std::collections::BTreeMap;

use doomtree::diagram::{
    Drawing, Ink, LEVEL_HEIGHT, Looks, MeasuredTree, NodeFacts, Notes, PlacedNode, Point,
    RatingsFor, Rect, Shade, Shape, ShownTree, TreeDrawn, TreeMarks, TreeView, badge_rect,
    badge_text, draw_far, draw_tree, far_legend, fold_rect, fold_text, in_sight, legend,
    node_facts, node_rect, place_legend, places, tree_bounds,
};
use doomtree::game::Player;
use doomtree::games::{Setup, Switches};
use doomtree::layout::Layout;
use doomtree::rating::best_line;
use doomtree::session::{self, Rated};
use doomtree::tree::{Limits, Unfolding, UnfoldingNode, Vertex};

const A: RatingsFor = RatingsFor::Player(Player(0));

/// Notes by the numbers of nodes.
#[derive(Default)]
struct Written(BTreeMap<u32, &'static str>);

impl Notes for Written {
    fn note(&self, node: UnfoldingNode) -> Option<&str> {
        self.0.get(&node.0).copied()
    }
}

/// A tree with all that is needed to draw it.
struct Tree {
    rated: Rated,
    unfolding: Unfolding,
    notes: Written,
    ratings_for: RatingsFor,
    hidden: bool,
}

impl Tree {
    fn new(game: &str, position: &str, limits: Limits, to: Option<u32>) -> Self {
        let setup = Setup::of_board(game, Switches::default(), position, None);
        let rated = session::open(&setup, limits, "").expect("a board").finish();
        let mut unfolding = Unfolding::new();
        unfolding.unfold_below(rated.graph.graph(), UnfoldingNode::ROOT, to, 100_000);
        Self {
            rated,
            unfolding,
            notes: Written::default(),
            ratings_for: A,
            hidden: false,
        }
    }

    fn board(position: &str, to: Option<u32>) -> Self {
        Self::new("dice-of-doom", position, Limits::default(), to)
    }

    fn script(script: &str) -> Self {
        Self::new("scripted", script, Limits::default(), None)
    }

    fn view(&self) -> TreeView<'_> {
        TreeView {
            labels: &*self.rated.graph,
            analysis: &self.rated.analysis,
            unfolding: &self.unfolding,
            notes: &self.notes,
            what_if: None,
            ratings_for: self.ratings_for,
            hidden: self.hidden,
            ends: None,
            style: Default::default(),
            elements: Default::default(),
        }
    }

    fn marks(&self) -> TreeMarks {
        let (graph, analysis) = (self.rated.graph.graph(), &self.rated.analysis);
        let best = best_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT);
        TreeMarks::new(&self.view(), &best.line)
    }

    /// The node at the end of a line.
    fn node(&self, line: &str) -> UnfoldingNode {
        let graph = &self.rated.graph;
        let line = graph.read_line(Vertex::ROOT, line).expect("a line");
        line.iter().fold(UnfoldingNode::ROOT, |node, edge| {
            self.unfolding.child(node, *edge).expect("an unfolded node")
        })
    }

    fn fold(&mut self, line: &str) {
        let node = self.node(line);
        self.unfolding.fold(node);
    }

    fn facts(&self, line: &str) -> NodeFacts {
        node_facts(&self.view(), &self.marks(), self.node(line))
    }

    fn legend(&self) -> Vec<String> {
        let entries = legend(&self.view(), &self.marks());
        entries.into_iter().map(|entry| entry.words).collect()
    }

    fn far_legend(&self) -> Vec<String> {
        let entries = far_legend(&self.view(), &self.marks());
        entries.into_iter().map(|entry| entry.words).collect()
    }

    /// Everything drawn, the nodes' places, and the rectangle around it all.
    fn drawn(&self, selected: Option<UnfoldingNode>) -> (Drawing, Vec<PlacedNode>, Rect) {
        let (view, marks) = (self.view(), self.marks());
        let layout = Layout::new(&ShownTree(&view), ShownTree::SPACING);
        let looks = Looks::default();
        let shown = MeasuredTree {
            view: &view,
            looks: &looks,
            marks: &marks,
        };
        let bounds = tree_bounds(&layout, &shown);
        let sights = in_sight(&layout, &shown, bounds);
        let drawn = TreeDrawn {
            selected,
            names: true,
            counts: true,
            ..TreeDrawn::default()
        };
        let mut drawing = Drawing::default();
        draw_tree(&mut drawing, &shown, &sights, drawn, |_| {});
        (drawing, sights, bounds)
    }
}

fn texts(drawing: &Drawing) -> Vec<&str> {
    let shapes = drawing.shapes.iter();
    shapes
        .filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

fn row<'a>(facts: &'a NodeFacts, name: &str) -> Option<&'a str> {
    let rows = facts.rows.iter();
    rows.filter(|row| row.0 == name)
        .map(|row| row.1.as_str())
        .next()
}

const BOOK: &str = "b2b2/a2b1 a";
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
        "best, other move",
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
    assert!(limited.contains(&"limit reached".to_owned()));
    assert!(limited.contains(&"not proven".to_owned()));
    let chance = Tree::script(CHANCE).legend();
    assert!(chance.contains(&"chance".to_owned()) && chance.contains(&"rounded".to_owned()));
    assert!(!chance.contains(&"limit reached".to_owned()));
    assert!(chance.contains(&"best line, at chance the likeliest".to_owned()));
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
fn hidden_ratings_leave_no_trace_but_the_winners_and_what_folds_hide() {
    let mut book = Tree::board(BOOK, None);
    book.fold("2>3 pass 1>3");
    let heavy = |drawing: &Drawing| {
        let shapes = drawing.shapes.iter();
        shapes
            .filter(|shape| matches!(shape, Shape::Curve { stroke, .. } if stroke.width > 1.5))
            .count()
    };
    let bars = |drawing: &Drawing| {
        let shapes = drawing.shapes.iter();
        shapes
            .filter(|shape| matches!(shape, Shape::Box { rect, .. } if rect.height() == 4.0))
            .count()
    };
    let (seen, ..) = book.drawn(None);
    assert!(heavy(&seen) > 0);
    assert_eq!(bars(&seen), 7);
    book.hidden = true;
    let (hidden, ..) = book.drawn(None);
    assert_eq!((heavy(&hidden), bars(&hidden)), (0, 0));
    let hidden = texts(&hidden);
    assert_eq!(hidden.iter().filter(|text| **text == "?").count(), 7);
    assert!(!hidden.contains(&"0"));
    assert_eq!(hidden.iter().filter(|text| **text == "b wins").count(), 3);
    assert!(hidden.contains(&"4"), "four nodes from the folded one on");
    let facts = book.facts("2>3 pass");
    assert_eq!(row(&facts, "Ratings"), Some("hidden"));
    assert_eq!(row(&facts, "Game ends"), None);
    assert_eq!(row(&facts, "Rating for a"), None);
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
fn everything_lies_in_the_bounds_and_badges_and_folds_where_they_are_hit() {
    let mut tree = Tree::board("b2a1a1/a2b2a3/b3b1b1 a", Some(3));
    tree.notes.0.insert(0, "look");
    tree.notes.0.insert(5, "here");
    let (drawing, sights, bounds) = tree.drawn(Some(UnfoldingNode(1)));
    let inside = |point: Point| assert!(bounds.contains(point), "{point:?} in {bounds:?}");
    for shape in &drawing.shapes {
        match shape {
            Shape::Box { rect, .. } => {
                inside(rect.min);
                inside(rect.max);
            }
            Shape::Polygon { points, .. } => points.iter().copied().for_each(inside),
            Shape::Text { at, .. } => inside(*at),
            _ => {}
        }
    }
    let (view, marks) = (tree.view(), tree.marks());
    let (mut folds, mut badges) = (0, 0);
    let text_in = |text: &str, rect: Rect| {
        drawing.shapes.iter().any(|shape| {
            matches!(shape, Shape::Text { at, text: said, .. } if said == text && rect.contains(*at))
        })
    };
    for PlacedNode { node, at, .. } in &sights {
        if let Some(rect) = fold_rect(&view, *node, *at) {
            folds += 1;
            assert!(text_in(&fold_text(&view, *node).expect("a count"), rect));
            assert!(rect.max.y < at.y + LEVEL_HEIGHT / 2.0 + 10.0);
        }
        if let Some(rect) = badge_rect(&view, &marks, *node, *at) {
            badges += 1;
            let text = badge_text(&view, &marks, view.unfolding.vertex(*node)).expect("a badge");
            assert!(text_in(&text, rect));
            // The rating below stays to be read, and the move above to be followed.
            let node = node_rect(&view, *node, *at);
            assert!(
                rect.max.y <= node.min.y + 8.0 && rect.min.x > at.x,
                "{rect:?}"
            );
        }
    }
    assert!(folds > 10 && badges > 4, "{folds} {badges}");
}

#[test]
fn long_names_of_moves_are_cut_and_keep_their_distance() {
    let tree = Tree::script(
        "start a: an-extremely-long-name-for-a-move-that-nobody-reads -> x, \
         another-quite-long-name -> y, and-a-third-one-of-them -> x
         x end: 1 0; y end: 0 1",
    );
    let (drawing, ..) = tree.drawn(None);
    let halos: Vec<Rect> = drawing
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Box { rect, fill, .. } if *fill == Some(Ink::Ground) => Some(*rect),
            _ => None,
        })
        .collect();
    assert_eq!(halos.len(), 3);
    for (index, halo) in halos.iter().enumerate() {
        for other in &halos[index + 1..] {
            assert!(!halo.meets(*other), "{halo:?} {other:?}");
        }
    }
    let texts = texts(&drawing);
    assert!(texts.contains(&"an-extremely-long-name-for-…"), "{texts:?}");
    assert!(texts.contains(&"another-quite-long-name"));
}

/// The parts of the bars of a drawn tree.
fn bar_parts(script: &str) -> Vec<(Rect, Ink)> {
    let tree = Tree::script(script);
    let (drawing, ..) = tree.drawn(None);
    drawing
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Box {
                rect,
                fill: Some(ink @ Ink::Player(_, Shade::Full)),
                stroke: None,
                ..
            } if rect.height() == 4.0 => Some((*rect, *ink)),
            _ => None,
        })
        .collect()
}

#[test]
fn the_bar_is_shared_as_the_players_share_and_the_smallest_part_can_be_seen() {
    for (first, second, share) in [("1/2", "1/2", 0.5), ("1/100", "99/100", 0.01)] {
        let parts = bar_parts(&format!(
            "start chance: h {first} -> won, t {second} -> lost\nwon end: 1 0\nlost end: 0 1"
        ));
        let inks: Vec<Ink> = parts.iter().map(|part| part.1).collect();
        let expected: Vec<Ink> = Player::all(2)
            .map(|player| Ink::Player(player, Shade::Full))
            .collect();
        assert_eq!(inks, expected);
        let (a, b) = (parts[0].0, parts[1].0);
        assert!(a.width() >= 1.5, "{a:?}");
        let shown = a.width() / (a.width() + b.width());
        assert!((shown - share).abs() < 0.03, "{shown} {share}");
        assert!(a.max.x < b.min.x, "a gap tells them apart");
    }
}

#[test]
fn payoffs_and_what_three_players_are_sure_of_are_no_shares_of_a_whole() {
    assert!(bar_parts("start a: go -> end\nend end: 1/4 3/4").is_empty());
    let script = "players a b c
         start a: go -> end
         end end: 1/4 1/4 1/2";
    assert!(bar_parts(script).is_empty());
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

#[test]
fn no_move_crosses_the_count_of_a_fold() {
    let at = |[a, b, c, d]: [Point; 4], t: f64| {
        let s = 1.0 - t;
        let mix = |a: f64, b: f64, c: f64, d: f64| {
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        Point::new(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y))
    };
    let mut folds = 0;
    for (position, to) in [("a2b2a1/a3b3a2/b2a2b3 a", 3), ("a3b2/a2b3/b1a2 a", 5)] {
        let mut tree = Tree::board(position, Some(to));
        // Every third node is folded again, so that subtrees of all depths stand side by side.
        let nodes: Vec<UnfoldingNode> = tree.unfolding.preorder().collect();
        for node in nodes.into_iter().skip(1).step_by(3) {
            tree.unfolding.fold(node);
        }
        let (view, marks) = (tree.view(), tree.marks());
        let looks = Looks::default();
        let measured = MeasuredTree {
            view: &view,
            looks: &looks,
            marks: &marks,
        };
        let layout = Layout::new(&measured, ShownTree::SPACING);
        let sights = in_sight(&layout, &measured, layout.extent().grown(50.0));
        let mut drawing = Drawing::default();
        draw_tree(
            &mut drawing,
            &measured,
            &sights,
            TreeDrawn::default(),
            |_| {},
        );
        let curves = drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Curve { points, .. } => Some(*points),
            _ => None,
        });
        let curves: Vec<[Point; 4]> = curves.collect();
        for sight in &sights {
            let Some(fold) = fold_rect(&view, sight.node, sight.at) else {
                continue;
            };
            folds += 1;
            for curve in &curves {
                for step in 0..=40 {
                    let point = at(*curve, f64::from(step) / 40.0);
                    assert!(!fold.contains(point), "{curve:?} crosses {fold:?}");
                }
            }
        }
    }
    assert!(folds >= 9, "{folds} folds");
}
