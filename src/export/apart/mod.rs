//! Tests that no text overlaps another text, a node, or an unrelated line. They draw random figures
//! of all games and options, as the window, pictures and TikZ do.

mod figures;
mod planted;
mod read;
mod tikz;

use std::collections::BTreeMap;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::Figure;
use super::scene::{Scene, with_tree};
use crate::diagram::{
    Drawing, Edges, Flow, Looks, MeasuredTree, Order, ShownTree, TreeDrawn, TreeMarks, TreeStyle,
    draw_tree, in_sight, tree_bounds,
};
use crate::layout::{Layout, MAX_TIDY_NODES};
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode};
use figures::{LARGE, board, figure, graphs, unfolding};
use read::{Of, Parts, Read, Wrong, order};

const FIGURES: usize = 500;
/// Number of the same trees tested as the window draws them, with boards beside ratings.
const WINDOWS: usize = 150;

/// The drawings of a picture.
fn drawn(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>, scene: &dyn Scene) -> Parts {
    let view = figure.view(rated, unfolding);
    let root = unfolding.vertex(UnfoldingNode::ROOT);
    let marks = TreeMarks::new(&view, &figure.best_line(rated, root));
    let mut order = order(&view, &marks, scene.sights()).into_iter();
    let boarded = figure.show.boards && !rated.graph.picture(root).cells.is_empty();
    let boards = scene.sights().iter().filter(|_| boarded);
    let mut boards = boards.map(|sight| Of::Board(sight.node));
    let mut parts = Parts::new();
    let drawn = scene.draw(&mut |drawing| {
        let of = order.next().or_else(|| boards.next());
        parts.push((of.unwrap_or(Of::Legend), drawing.clone()));
        Ok(())
    });
    drawn.expect("nothing is written");
    parts
}

/// The same tree as the window draws it: blunders with their costs, perhaps boards beside ratings.
fn in_window(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>, beside: bool) -> Parts {
    let mut view = figure.view(rated, unfolding);
    view.elements.positions = false;
    view.elements.blunders = true;
    view.elements.beside = beside.then_some([52.0, 40.0]);
    let root = unfolding.vertex(UnfoldingNode::ROOT);
    let marks = TreeMarks::new(&view, &figure.best_line(rated, root));
    let looks = Looks::default();
    let tree = MeasuredTree {
        view: &view,
        looks: &looks,
        marks: &marks,
    };
    let mut layout = Layout::new(&tree, ShownTree::spacing(&view.elements));
    layout.set_rows(looks.rows(&view));
    let sights = in_sight(&layout, &tree, tree_bounds(&layout, &tree));
    let mut order = order(&view, &marks, &sights).into_iter();
    let all = TreeDrawn {
        names: view.elements.moves,
        counts: true,
        ..TreeDrawn::default()
    };
    let mut parts = Parts::new();
    let mut drawing = Drawing::default();
    draw_tree(&mut drawing, &tree, &sights, all, |drawing| {
        let of = order.next().expect("it belongs to something");
        parts.push((of, std::mem::take(drawing)));
    });
    parts
}

/// Draws figures at random, the same ones every time.
fn each_figure(number: usize, mut look: impl FnMut(&Rated, &Unfolding, &Figure<'_>)) {
    let graphs = graphs();
    let large = board("dice-of-doom", LARGE);
    let mut random = ChaCha8Rng::seed_from_u64(20);
    for number in 0..number {
        let rated = match number % 4 {
            0 => &large,
            _ => &graphs[number % graphs.len()],
        };
        let unfolding = unfolding(rated, &mut random);
        let figure = figure(rated, &mut random);
        look(rated, &unfolding, &figure);
    }
}

/// The first fault of each kind in each style, with its count.
#[derive(Default)]
struct Faults {
    texts: usize,
    /// Names on the lines of siblings, which are counted separately.
    on_siblings: usize,
    found: BTreeMap<String, (usize, String)>,
}

impl Faults {
    fn look(&mut self, rated: &Rated, unfolding: &Unfolding, style: TreeStyle, parts: &Parts) {
        let read = Read::new(parts);
        self.texts += read.texts();
        for fault in read.faults(unfolding, style.flow) {
            if fault.wrong == Wrong::NameOnSibling {
                self.on_siblings += 1;
                continue;
            }
            let root = unfolding.vertex(UnfoldingNode::ROOT);
            let position = rated.graph.position_text(root);
            let key = format!("{style:?}, {:?}, {} names", fault.wrong, fault.names);
            let words = format!("{position}: {}", fault.words);
            self.found.entry(key).or_insert((0, words)).0 += 1;
        }
    }

    /// Asserts that there are no faults, except this many names on the lines of siblings among very
    /// many siblings.
    fn expect_none(&self, texts: usize, on_siblings: usize) {
        assert!(self.found.is_empty(), "{:#?}", self.found);
        assert!(self.on_siblings <= on_siblings, "{}", self.on_siblings);
        assert!(self.texts > texts, "{} texts", self.texts);
    }
}

#[test]
fn no_text_of_a_figure_covers_another_or_a_node_or_a_line_of_others_in_tikz_neither() {
    let mut faults = Faults::default();
    let mut in_tikz = Faults::default();
    let mut written = 0;
    each_figure(FIGURES, |rated, unfolding, figure| {
        with_tree(rated, unfolding, figure, |scene| {
            let parts = drawn(rated, unfolding, figure, scene);
            faults.look(rated, unfolding, figure.style, &parts);
            if super::tikz::fault(rated, unfolding, figure).is_some() {
                return;
            }
            let mut tex = Vec::new();
            super::tikz::write(&mut tex, rated, unfolding, figure).expect("memory takes it");
            let tex = String::from_utf8(tex).expect("text");
            let drawings: Vec<&Drawing> = parts.iter().map(|(_, drawing)| drawing).collect();
            let read = tikz::read(&tex, scene.sights(), &drawings).expect("the same places");
            let again = parts.iter().map(|(of, _)| *of).zip(read).collect();
            in_tikz.look(rated, unfolding, figure.style, &again);
            written += 1;
        });
    });
    faults.expect_none(25_000, 0);
    assert!(written > FIGURES * 9 / 10, "{written} written");
    in_tikz.expect_none(20_000, 0);
}

#[test]
fn no_text_of_the_window_covers_another_or_a_node_or_a_line_of_others() {
    let mut faults = Faults::default();
    let mut number = 0;
    each_figure(WINDOWS, |rated, unfolding, figure| {
        number += 1;
        let parts = in_window(rated, unfolding, figure, number % 2 == 0);
        faults.look(rated, unfolding, figure.style, &parts);
    });
    faults.expect_none(3_000, 4);
}

#[test]
fn no_text_covers_another_where_subtrees_own_their_columns() {
    let rated = board("dice-of-doom", LARGE);
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(
        rated.graph.graph(),
        UnfoldingNode::ROOT,
        None,
        MAX_TIDY_NODES + 2_000,
    );
    // Some are folded, with their numbers beside their neighbors' moves.
    let mut random = ChaCha8Rng::seed_from_u64(21);
    let nodes: Vec<UnfoldingNode> = unfolding.preorder().collect();
    let mut left = nodes.len();
    for node in nodes.into_iter().rev() {
        let children: Vec<UnfoldingNode> = unfolding.children(node).collect();
        let last = unfolding.is_open(node) && !children.iter().any(|node| unfolding.is_open(*node));
        if last && left - children.len() > MAX_TIDY_NODES && random.random_range(0..4) == 0 {
            unfolding.fold(node);
            left -= children.len();
        }
    }
    assert!(unfolding.preorder().count() > MAX_TIDY_NODES);
    let mut faults = Faults::default();
    for (flow, edges) in [
        (Flow::Down, Edges::Curved),
        (Flow::Down, Edges::Straight),
        (Flow::Right, Edges::Curved),
        (Flow::Right, Edges::Elbowed),
    ] {
        let style = TreeStyle {
            flow,
            edges,
            order: Order::Rules,
        };
        let figure = Figure {
            style,
            ..Figure::default()
        };
        with_tree(&rated, &unfolding, &figure, |scene| {
            let parts = drawn(&rated, &unfolding, &figure, scene);
            faults.look(&rated, &unfolding, style, &parts);
        });
    }
    faults.expect_none(200_000, 5);
}
