//! Tests that no text overlaps another text, a node, or an unrelated line. They draw random trees
//! and figures, of every saved board and of scripts, with all options, as the window, pictures and
//! TikZ do.

mod planted;
mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use read::{DrawnPart, Parts, ReadTikz, Wrong, order};

use super::scene::{Scene, with_tree};
use super::{Appearance, Colors, ExportPart, Figure, Scope, Show};
use crate::diagram::{
    Density, Drawing, EdgeStyle, GrowthDirection, MeasuredTree, NodeMeasures, Notes, RatingsFor,
    ShownTree, SiblingOrder, TreeDrawn, TreeMarks, TreeStyle, draw_tree, in_sight, tree_bounds,
};
use crate::game::Player;
use crate::games::{Setup, Switches};
use crate::layout::{Layout, MAX_TIDY_NODES};
use crate::save::{Layer, Opened, open_path};
use crate::session::{Rated, open};
use crate::tree::{Limits, Unfolding, UnfoldingNode};

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
    let mut boards = boards.map(|sight| DrawnPart::Board(sight.node));
    let mut parts = Parts::new();
    let drawn = scene.draw(&mut |drawing| {
        let of = order.next().or_else(|| boards.next());
        parts.push((of.unwrap_or(DrawnPart::Legend), drawing.clone()));
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
    let looks = NodeMeasures::default();
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
    fn check_drawing(
        &mut self,
        rated: &Rated,
        unfolding: &Unfolding,
        style: TreeStyle,
        parts: &Parts,
    ) {
        let read = ReadTikz::new(parts);
        self.texts += read.texts();
        for fault in read.faults(unfolding, style.flow) {
            if fault.wrong == Wrong::NameOnSibling {
                self.on_siblings += 1;
                continue;
            }
            let root = unfolding.vertex(UnfoldingNode::ROOT);
            let position = rated.graph.position_text(root);
            let key = format!("{style:?}, {:?}, {} names", fault.wrong, fault.names);
            let text = format!("{position}: {}", fault.text);
            self.found.entry(key).or_insert((0, text)).0 += 1;
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
fn no_text_of_a_figure_covers_another_text_a_node_or_another_moves_line_also_in_tikz() {
    let mut faults = Faults::default();
    let mut in_tikz = Faults::default();
    let mut written = 0;
    each_figure(FIGURES, |rated, unfolding, figure| {
        with_tree(rated, unfolding, figure, |scene| {
            let parts = drawn(rated, unfolding, figure, scene);
            faults.check_drawing(rated, unfolding, figure.style, &parts);
            if super::tikz::fault(rated, unfolding, figure).is_some() {
                return;
            }
            let mut tex = Vec::new();
            super::tikz::write(&mut tex, rated, unfolding, figure).expect("memory takes it");
            let tex = String::from_utf8(tex).expect("text");
            let drawings: Vec<&Drawing> = parts.iter().map(|(_, drawing)| drawing).collect();
            let read = read::read(&tex, scene.sights(), &drawings).expect("the same places");
            let again = parts.iter().map(|(of, _)| *of).zip(read).collect();
            in_tikz.check_drawing(rated, unfolding, figure.style, &again);
            written += 1;
        });
    });
    faults.expect_none(25_000, 4);
    assert!(written > FIGURES * 9 / 10, "{written} written");
    in_tikz.expect_none(20_000, 4);
}

#[test]
fn no_text_of_the_window_covers_another_or_a_node_or_a_line_of_others() {
    let mut faults = Faults::default();
    let mut number = 0;
    each_figure(WINDOWS, |rated, unfolding, figure| {
        number += 1;
        let parts = in_window(rated, unfolding, figure, number % 2 == 0);
        faults.check_drawing(rated, unfolding, figure.style, &parts);
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
    let mut remaining = nodes.len();
    for node in nodes.into_iter().rev() {
        let children: Vec<UnfoldingNode> = unfolding.children(node).collect();
        let last = unfolding.is_open(node) && !children.iter().any(|node| unfolding.is_open(*node));
        if last && remaining - children.len() > MAX_TIDY_NODES && random.random_range(0..4) == 0 {
            unfolding.fold(node);
            remaining -= children.len();
        }
    }
    assert!(unfolding.preorder().count() > MAX_TIDY_NODES);
    let mut faults = Faults::default();
    for (flow, edges) in [
        (GrowthDirection::Down, EdgeStyle::Curved),
        (GrowthDirection::Down, EdgeStyle::Straight),
        (GrowthDirection::Right, EdgeStyle::Curved),
        (GrowthDirection::Right, EdgeStyle::Elbowed),
    ] {
        let style = TreeStyle {
            flow,
            edges,
            order: SiblingOrder::Rules,
        };
        let figure = Figure {
            style,
            ..Figure::default()
        };
        with_tree(&rated, &unfolding, &figure, |scene| {
            let parts = drawn(&rated, &unfolding, &figure, scene);
            faults.check_drawing(&rated, &unfolding, style, &parts);
        });
    }
    faults.expect_none(200_000, 5);
}

/// Approximate maximum number of nodes of a figure.
const MAX_NODES: usize = 120;

/// A board with folds of many nodes.
const LARGE: &str = "a2a2b2/a3b1a3/a3a3b3 a";

/// Moves and players with long names, chances, and ties among three.
const SCRIPTS: [&str; 2] = [
    "players alice bob carol\n\
     start alice: an-extremely-long-name-for-a-move-that-nobody-reads -> x, go -> y, \
     and-a-third-one-of-them -> z, w -> x\n\
     x bob: left -> z, right-to-the-end -> won, i -> tied\n\
     y chance alice: heads 1/3 -> x, tails 2/3 -> z, edge 0 -> won\n\
     z carol: stay -> tied, leave-all-of-it-behind -> won, l -> lost\n\
     won end: 1 0 0; tied end: 1/3 1/3 1/3; lost end: 12345/100000 1/7 2/3",
    "players a b\n\
     start a: a -> n, b -> n, c -> n, d -> n, e -> n, f -> n, g -> n, h -> n, i -> n, j -> n, k -> m\n\
     n b: x -> m, y -> m, z -> won\n\
     m a: aa -> won, bb -> lost, cc -> roll\n\
     roll chance a: six 1/6 -> won, other 5/6 -> lost\n\
     won end: 1 0; lost end: 0 1",
];

/// A board, rated whole.
fn board(game: &str, position: &str) -> Rated {
    let setup = Setup::of_board(game, Switches::default(), position, None);
    open(&setup, Limits::default(), "")
        .expect("a board")
        .finish()
}

fn graphs() -> Vec<Rated> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saved_trees");
    let names = include_str!("../../../saved_trees/README.md").split('`');
    // No graph holds the board called large.
    let is_board = |name: &&str| name.ends_with(".board.json") && !name.starts_with("large-");
    let names = names.filter(is_board);
    let paths: BTreeSet<PathBuf> = names.map(|name| folder.join(name)).collect();
    assert!(paths.len() > 30, "{paths:?}");
    let limits = Limits {
        max_plies: Some(12),
        max_nodes: Some(20_000),
        ..Limits::default()
    };
    let open = |setup: Setup| open(&setup, limits, "").expect("a board").finish();
    let scripts = SCRIPTS.map(|script| {
        open(Setup::of_board(
            "scripted",
            Switches::default(),
            script,
            None,
        ))
    });
    let boards = paths.iter().map(|path| match open_path(path) {
        Ok(Opened::Board(board)) => open(board.setup().expect("a setup")),
        _ => panic!("{path:?} is no board"),
    });
    boards.chain(scripts).collect()
}

/// Notes and bookmarks on every seventh node.
struct Some7;

impl Notes for Some7 {
    fn note(&self, node: UnfoldingNode) -> Option<&str> {
        node.0.is_multiple_of(7).then_some("a note")
    }

    fn is_bookmarked(&self, node: UnfoldingNode) -> bool {
        node.0 % 7 < 2
    }
}

/// A part of a tree, with some of its nodes folded.
fn unfolding(rated: &Rated, random: &mut ChaCha8Rng) -> Unfolding {
    let part = match random.random_range(0..3) {
        0 => ExportPart::BestLine,
        1 => ExportPart::ToPly(random.random_range(1..4)),
        _ => ExportPart::Whole,
    };
    let scope = Scope {
        part,
        from: Vec::new(),
    };
    let max = random.random_range(8..MAX_NODES);
    let shown = Unfolding::new();
    let gathered = scope.gather(rated, &shown, &Layer::default(), max);
    let mut unfolding = gathered.expect("the root is there").unfolding;
    let fold = random.random_range(0..4);
    let unfold = random.random_range(0..3);
    for node in unfolding.preorder().collect::<Vec<_>>() {
        if node != UnfoldingNode::ROOT && fold > 0 && random.random_range(0..8) < fold {
            unfolding.fold(node);
        } else if unfold > 0
            && random.random_range(0..12) < unfold
            && unfolding.preorder().count() < MAX_NODES
        {
            unfolding.unfold(rated.graph.graph(), node);
        }
    }
    unfolding
}

fn figure(rated: &Rated, random: &mut ChaCha8Rng) -> Figure<'static> {
    let mut mostly = |of: u32| random.random_range(0..of) > 0;
    let show = Show {
        boards: !mostly(4),
        positions: mostly(2),
        moves: mostly(6),
        payoffs: true,
        ends: mostly(5),
        best_line: mostly(5),
        blunders: mostly(3),
        estimates: !mostly(2),
        intervals: mostly(2),
        reach: !mostly(4),
        notes: mostly(2),
        legend: mostly(2),
    };
    let players = rated.graph.graph().players() as u8;
    Figure {
        title: Some("A figure at random"),
        ratings_for: match random.random_range(0..3) {
            0 => RatingsFor::Mover,
            _ => RatingsFor::Player(Player(random.random_range(0..players))),
        },
        hidden: random.random_range(0..8) == 0,
        notes: &Some7,
        style: TreeStyle {
            flow: [GrowthDirection::Down, GrowthDirection::Right][random.random_range(0..2)],
            edges: [EdgeStyle::Curved, EdgeStyle::Straight, EdgeStyle::Elbowed]
                [random.random_range(0..3)],
            order: [SiblingOrder::Rules, SiblingOrder::BestFirst][random.random_range(0..2)],
        },
        show,
        appearance: Appearance {
            density: [Density::Compact, Density::Normal, Density::Roomy][random.random_range(0..3)],
            colors: [Colors::Color, Colors::Grey][random.random_range(0..2)],
            ..Appearance::default()
        },
        ..Figure::default()
    }
}
