//! What is drawn of a tree: shapes, their places, and what hidden ratings leave.

use std::collections::BTreeMap;

use doomtree::diagram::{
    Drawing, Ink, LEVEL_HEIGHT, MeasuredTree, NodeFacts, NodeMeasures, Notes, PlacedNode, Point,
    RatingsFor, Rect, Shade, Shape, ShownTree, TreeDrawn, TreeMarks, TreeView, badge_rect,
    badge_text, draw_tree, far_legend, fold_rect, fold_text, in_sight, legend, node_facts,
    node_rect, tree_bounds,
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
pub(super) struct Written(pub(super) BTreeMap<u32, &'static str>);

impl Notes for Written {
    fn note(&self, node: UnfoldingNode) -> Option<&str> {
        self.0.get(&node.0).copied()
    }
}

/// A tree with all that is needed to draw it.
pub(super) struct Tree {
    pub(super) rated: Rated,
    pub(super) unfolding: Unfolding,
    pub(super) notes: Written,
    pub(super) ratings_for: RatingsFor,
    pub(super) hidden: bool,
}

impl Tree {
    pub(super) fn new(game: &str, position: &str, limits: Limits, to: Option<u32>) -> Self {
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

    pub(super) fn board(position: &str, to: Option<u32>) -> Self {
        Self::new("dice-of-doom", position, Limits::default(), to)
    }

    pub(super) fn script(script: &str) -> Self {
        Self::new("scripted", script, Limits::default(), None)
    }

    pub(super) fn view(&self) -> TreeView<'_> {
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

    pub(super) fn marks(&self) -> TreeMarks {
        let (graph, analysis) = (self.rated.graph.graph(), &self.rated.analysis);
        let best = best_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT);
        TreeMarks::new(&self.view(), &best.line)
    }

    /// The node at the end of a line.
    pub(super) fn node(&self, line: &str) -> UnfoldingNode {
        let graph = &self.rated.graph;
        let line = graph.read_line(Vertex::ROOT, line).expect("a line");
        line.iter().fold(UnfoldingNode::ROOT, |node, edge| {
            self.unfolding.child(node, *edge).expect("an unfolded node")
        })
    }

    pub(super) fn fold(&mut self, line: &str) {
        let node = self.node(line);
        self.unfolding.fold(node);
    }

    pub(super) fn facts(&self, line: &str) -> NodeFacts {
        node_facts(&self.view(), &self.marks(), self.node(line))
    }

    pub(super) fn legend(&self) -> Vec<String> {
        let entries = legend(&self.view(), &self.marks());
        entries.into_iter().map(|entry| entry.text).collect()
    }

    pub(super) fn far_legend(&self) -> Vec<String> {
        let entries = far_legend(&self.view(), &self.marks());
        entries.into_iter().map(|entry| entry.text).collect()
    }

    /// Everything drawn, the nodes' places, and the rectangle around it all.
    pub(super) fn drawn(
        &self,
        selected: Option<UnfoldingNode>,
    ) -> (Drawing, Vec<PlacedNode>, Rect) {
        let (view, marks) = (self.view(), self.marks());
        let layout = Layout::new(&ShownTree(&view), ShownTree::SPACING);
        let looks = NodeMeasures::default();
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
            Shape::Text(text) => Some(text.text.as_str()),
            _ => None,
        })
        .collect()
}

pub(super) fn row<'a>(facts: &'a NodeFacts, name: &str) -> Option<&'a str> {
    let rows = facts.rows.iter();
    rows.filter(|row| row.0 == name)
        .map(|row| row.1.as_str())
        .next()
}

pub(super) const BOOK: &str = "b2b2/a2b1 a";

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
            Shape::Text(text) => inside(text.at),
            _ => {}
        }
    }
    let (view, marks) = (tree.view(), tree.marks());
    let (mut folds, mut badges) = (0, 0);
    let text_in = |text: &str, rect: Rect| {
        drawing.shapes.iter().any(|shape| {
            matches!(shape, Shape::Text(said) if said.text == text && rect.contains(said.at))
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
        let looks = NodeMeasures::default();
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
