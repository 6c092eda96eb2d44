//! How a tree is drawn: to the right as it is downwards, with the best of siblings first, and with
//! moves of every form.

use doomtree::diagram::{
    Drawing, EdgeStyle, Elements, GrowthDirection, Ink, MeasuredTree, NoNotes, NodeMeasures,
    PlacedNode, RatingsFor, Shape, ShownTree, SiblingOrder, TreeDrawn, TreeMarks, TreeStyle,
    TreeView, draw_tree, end_shares, far_in_sight, in_sight, node_rect, tree_bounds,
};
use doomtree::game::Player;
use doomtree::games::{Setup, Switches};
use doomtree::layout::{Layout, Rect};
use doomtree::rating::best_edges;
use doomtree::session::{self, Action, Rated, Session};
use doomtree::tree::{EndsByWinners, Limits, Unfolding, UnfoldingNode, Vertex, VertexKind};

const BOARDS: [&str; 3] = ["b2b2/a2b1 a", "a1b2a3/b2a1b1 a", "a2a2b2/a3b1a3/a3a3b3 a"];

fn session(board: &str, plies: u32) -> Session {
    let setup = Setup::of_board("dice-of-doom", Switches::default(), board, None);
    let rated = session::open(&setup, Limits::default(), "").expect("a board");
    let mut session = Session::new(rated.finish());
    session.apply(Action::UnfoldToPly(plies));
    session
}

/// How a tree is looked at for the first player.
pub fn view<'a>(rated: &'a Rated, unfolding: &'a Unfolding, style: TreeStyle) -> TreeView<'a> {
    TreeView {
        labels: &*rated.graph,
        analysis: &rated.analysis,
        unfolding,
        notes: &NoNotes,
        what_if: None,
        ratings_for: RatingsFor::Player(Player(0)),
        hidden: false,
        ends: None,
        style,
        elements: Default::default(),
    }
}

/// Everything that is drawn in a style: the nodes, the shapes, and the layout.
fn drawn(session: &Session, style: TreeStyle) -> (Vec<PlacedNode>, Drawing) {
    drawn_with(session, style, Elements::default())
}

/// The same with other things on the nodes.
fn drawn_with(
    session: &Session,
    style: TreeStyle,
    elements: Elements,
) -> (Vec<PlacedNode>, Drawing) {
    let mut view = view(session.rated(), session.unfolding(), style);
    view.elements = elements;
    let marks = TreeMarks::new(&view, session.best_line());
    let looks = NodeMeasures::default();
    let tree = MeasuredTree {
        view: &view,
        looks: &looks,
        marks: &marks,
    };
    let mut layout = Layout::new(&tree, ShownTree::spacing(&view.elements));
    layout.set_rows(looks.rows(&view));
    let bounds = tree_bounds(&layout, &tree);
    let sights = in_sight(&layout, &tree, bounds);
    let rects: Vec<_> = sights
        .iter()
        .map(|sight| node_rect(&view, sight.node, sight.at))
        .collect();
    for (index, rect) in rects.iter().enumerate() {
        assert!(bounds.holds(rect), "{rect:?} in {bounds:?}");
        for other in &rects[..index] {
            assert!(!rect.overlaps(other), "{style:?}: {rect:?} {other:?}");
        }
    }
    let mut drawing = Drawing::default();
    let all = TreeDrawn {
        names: true,
        counts: elements.beside.is_some(),
        ..TreeDrawn::default()
    };
    draw_tree(&mut drawing, &tree, &sights, all, |_| {});
    (sights, drawing)
}

fn of(flow: GrowthDirection, edges: EdgeStyle, order: SiblingOrder) -> TreeStyle {
    TreeStyle { flow, edges, order }
}

#[test]
fn a_tree_that_grows_right_has_the_order_of_the_downward_tree_and_a_column_for_each_ply() {
    for board in BOARDS {
        let session = session(board, 3);
        let (down, _) = drawn(
            &session,
            of(
                GrowthDirection::Down,
                EdgeStyle::Curved,
                SiblingOrder::Rules,
            ),
        );
        let (right, _) = drawn(
            &session,
            of(
                GrowthDirection::Right,
                EdgeStyle::Curved,
                SiblingOrder::Rules,
            ),
        );
        assert_eq!(down.len(), session.unfolding().preorder().count());
        assert_eq!(down.len(), right.len());
        let column = |ply: u32| {
            let of_ply = right
                .iter()
                .filter(|sight| session.unfolding().ply(sight.node) == ply);
            of_ply.map(|sight| sight.at).collect::<Vec<_>>()
        };
        for (one, other) in down.iter().zip(&right) {
            assert_eq!(one.node, other.node, "the same order");
        }
        for ply in 0..4 {
            let column = column(ply);
            for pair in column.windows(2) {
                assert_eq!(pair[0].x, pair[1].x, "one ply is one column");
                assert!(pair[1].y - pair[0].y >= 44.0, "from the top to the bottom");
            }
        }
    }
}

#[test]
fn a_column_takes_the_room_of_its_own_nodes_and_lines_to_an_only_child_are_short() {
    // At the third and the fifth ply somebody has a choice.
    let session = session("b2b2/a2b1 a", 9);
    let (sights, _) = drawn(
        &session,
        of(
            GrowthDirection::Right,
            EdgeStyle::Curved,
            SiblingOrder::Rules,
        ),
    );
    let mut columns: Vec<f64> = sights.iter().map(|sight| sight.at.x).collect();
    columns.sort_by(f64::total_cmp);
    columns.dedup();
    let ways: Vec<f64> = columns.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(ways.len(), 5, "{ways:?}");
    let choices = [ways[2], ways[3]];
    for (ply, way) in ways.iter().enumerate() {
        if ![2, 3].contains(&ply) {
            let shorter = choices.iter().all(|choice| way + 30.0 < *choice);
            assert!(shorter, "{ways:?}");
        }
    }
}

#[test]
fn what_a_blunder_cost_covers_neither_a_node_nor_a_name_nor_another_cost() {
    for board in ["b1a3/b2b2 a", "a1b2a3/b2a1b1 a", "a2a3b1/b3a1b2 a"] {
        for flow in [GrowthDirection::Down, GrowthDirection::Right] {
            for edges in [EdgeStyle::Curved, EdgeStyle::Straight, EdgeStyle::Elbowed] {
                let session = session(board, 5);
                let elements = Elements {
                    beside: Some([64.0, 48.0]),
                    blunders: true,
                    ..Elements::default()
                };
                let (sights, drawing) =
                    drawn_with(&session, of(flow, edges, SiblingOrder::Rules), elements);
                let boxes = |wanted: fn(Option<Ink>) -> bool| -> Vec<Rect> {
                    let shapes = drawing.shapes.iter();
                    let boxes = shapes.filter_map(|shape| match shape {
                        Shape::Box { rect, fill, .. } if wanted(*fill) => Some(*rect),
                        _ => None,
                    });
                    boxes.collect()
                };
                let costs = boxes(|fill| fill == Some(Ink::BlunderArea));
                assert!(costs.len() > 1, "{board}");
                let mut view = view(session.rated(), session.unfolding(), TreeStyle::default());
                view.elements = elements;
                let nodes = sights
                    .iter()
                    .map(|sight| node_rect(&view, sight.node, sight.at));
                let names = boxes(|fill| fill == Some(Ink::Ground));
                let others: Vec<Rect> = nodes.chain(names).collect();
                for (index, cost) in costs.iter().enumerate() {
                    let mut all = others.iter().chain(&costs[..index]);
                    let covered = all.find(|other| cost.overlaps(other));
                    assert_eq!(covered, None, "{board} {flow:?} {edges:?} {cost:?}");
                }
            }
        }
    }
}

#[test]
fn with_the_best_first_every_family_goes_down_in_worth_and_ties_keep_the_rules_order() {
    for board in BOARDS {
        let session = session(board, 3);
        let (sights, _) = drawn(
            &session,
            of(
                GrowthDirection::Down,
                EdgeStyle::Curved,
                SiblingOrder::BestFirst,
            ),
        );
        let unfolding = session.unfolding();
        let ratings = &session.rated().analysis.ratings;
        let graph = session.rated().graph.graph();
        let mut moved = 0;
        for parent in unfolding.preorder() {
            let mut family: Vec<_> = sights
                .iter()
                .filter(|sight| unfolding.parent(sight.node) == Some(parent))
                .collect();
            assert_eq!(family.len(), unfolding.children(parent).len());
            family.sort_by(|a, b| a.at.x.total_cmp(&b.at.x));
            let VertexKind::Decision(mover) = graph.kind(unfolding.vertex(parent)) else {
                continue;
            };
            for pair in family.windows(2) {
                let [a, b] = [pair[0].node, pair[1].node];
                let order = ratings.compare(unfolding.vertex(a), unfolding.vertex(b), mover);
                assert!(order.is_ge());
                assert!(order.is_gt() || a < b);
                moved += usize::from(a > b);
            }
            if let Some(first) = family.first() {
                let best = best_edges(graph, ratings, unfolding.vertex(parent));
                assert!(
                    unfolding
                        .edge(first.node)
                        .is_some_and(|edge| best.contains(&edge))
                );
            }
        }
        assert!(
            board != BOARDS[1] || moved > 0,
            "{board}: an order of its own"
        );
    }
}

#[test]
fn moves_are_curves_or_straight_or_have_right_angles() {
    let session = session(BOARDS[0], 9);
    for flow in [GrowthDirection::Down, GrowthDirection::Right] {
        let count = |edges, wanted: fn(&Shape) -> bool| {
            let (_, drawing) = drawn(&session, of(flow, edges, SiblingOrder::Rules));
            drawing.shapes.iter().filter(|shape| wanted(shape)).count()
        };
        let curves =
            |shape: &Shape| matches!(shape, Shape::Curve { stroke, .. } if stroke.width != 1.4);
        let upright = |shape: &Shape| matches!(shape, Shape::Segment { points: [a, b], .. } if a.x == b.x || a.y == b.y);
        let lines = |shape: &Shape| matches!(shape, Shape::Segment { .. });
        let curved = count(EdgeStyle::Curved, curves);
        let straight = count(EdgeStyle::Curved, lines);
        assert_eq!(count(EdgeStyle::Straight, curves), 0);
        if flow == GrowthDirection::Down {
            assert_eq!((curved, straight), (12, 0));
            assert_eq!(count(EdgeStyle::Straight, lines), 12);
        } else {
            // Before and after it crosses to its row a move runs straight; to an only child all along.
            assert!((1..12).contains(&curved), "{curved}");
            assert_eq!(straight, 2 * curved + (12 - curved));
            assert_eq!(count(EdgeStyle::Straight, lines), 3 * 12);
        }
        assert_eq!(count(EdgeStyle::Elbowed, curves), 0);
        // An only child lies straight ahead; to another there are two corners, if it lies aside.
        let unfolding = session.unfolding();
        let only = |node: &UnfoldingNode| unfolding.children(*node).len() == 1;
        let only = unfolding.preorder().filter(only).count();
        let elbowed = count(EdgeStyle::Elbowed, lines);
        assert!((12..=3 * 12 - 2 * only).contains(&elbowed), "{elbowed}");
        assert_eq!(count(EdgeStyle::Elbowed, upright), elbowed);
    }
}

#[test]
fn from_far_away_nodes_and_blocks_together_are_every_shown_node_once() {
    let session = session(BOARDS[2], 5);
    for flow in [GrowthDirection::Down, GrowthDirection::Right] {
        let style = of(flow, EdgeStyle::Curved, SiblingOrder::Rules);
        let view = view(session.rated(), session.unfolding(), style);
        let marks = TreeMarks::new(&view, session.best_line());
        let looks = NodeMeasures::default();
        let tree = MeasuredTree {
            view: &view,
            looks: &looks,
            marks: &marks,
        };
        let layout = Layout::new(&tree, ShownTree::SPACING);
        let bounds = tree_bounds(&layout, &tree);
        let mut blocks = 0;
        for scale in [1.0, 0.1, 0.03, 0.01, 0.001, 1e-5] {
            let far = far_in_sight(&layout, &tree, bounds, scale, 1.25);
            let hidden: usize = far.blocks.iter().map(|block| block.shown).sum();
            assert_eq!(far.nodes.len() + hidden, layout.shown_nodes(), "{scale}");
            let mut drawn: Vec<UnfoldingNode> = far.nodes.iter().map(|sight| sight.node).collect();
            drawn.dedup();
            assert_eq!(drawn.len(), far.nodes.len());
            blocks = blocks.max(far.blocks.len());
        }
        assert!(blocks > 10, "{blocks}");
    }
}

#[test]
fn a_fold_shows_the_mix_of_the_ends_that_it_hides_unless_ratings_are_hidden() {
    let session = session(BOARDS[1], 1);
    let ends = EndsByWinners::new(session.rated().graph.graph());
    let mut view = TreeView {
        ends: Some(&ends),
        ..view(session.rated(), session.unfolding(), TreeStyle::default())
    };
    let shares = end_shares(&view, Vertex::ROOT);
    let sum: f64 = shares.iter().map(|(_, share)| share).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    let counted: Vec<(u32, f64)> = ends
        .of(Vertex::ROOT)
        .map(|(winners, count)| (winners.0, count.to_u64().expect("few") as f64))
        .collect();
    let all: f64 = counted.iter().map(|(_, count)| count).sum();
    for (player, share) in &shares {
        let bits = player.map(|player| 1 << player.0);
        let own: f64 = counted
            .iter()
            .filter(|(winners, _)| match bits {
                Some(bits) => *winners == bits,
                None => winners.count_ones() != 1,
            })
            .map(|(_, count)| count)
            .sum();
        assert!((own / all - share).abs() < 1e-6, "{player:?}");
    }
    view.hidden = true;
    assert!(end_shares(&view, Vertex::ROOT).is_empty());
}
