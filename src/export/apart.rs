//! Tests draw figures at random, of all games with all choices, and look whether any text covers another
//! one, a node, or a line that it doesn't belong to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::scene::{Scene, with_tree};
use super::{Appearance, Colors, Figure, Part, Scope, Show};
use crate::diagram::{
    Density, Drawing, Edges, Flow, Notes, Order, Point, RatingsFor, Rect, Shape, TreeMarks,
    TreeStyle,
};
use crate::game::Player;
use crate::games::{Setup, Switches};
use crate::layout::text::text_width;
use crate::save::{Layer, Opened, open_path};
use crate::session::{Rated, open};
use crate::tree::{Limits, Unfolding, UnfoldingNode};

const FIGURES: usize = 500;
/// As many nodes has the largest figure, and a little more.
const MOST_NODES: usize = 120;

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

fn graphs() -> Vec<Rated> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saved_trees");
    let names = include_str!("../../saved_trees/README.md").split('`');
    let names = names.filter(|name| name.ends_with(".board.json"));
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
        0 => Part::BestLine,
        1 => Part::ToPly(random.random_range(1..4)),
        _ => Part::Whole,
    };
    let scope = Scope {
        part,
        from: Vec::new(),
    };
    let most = random.random_range(8..MOST_NODES);
    let shown = Unfolding::new();
    let gathered = scope.gather(rated, &shown, &Layer::default(), most);
    let mut unfolding = gathered.expect("the root is there").unfolding;
    let fold = random.random_range(0..4);
    let unfold = random.random_range(0..3);
    for node in unfolding.preorder().collect::<Vec<_>>() {
        if node != UnfoldingNode::ROOT && fold > 0 && random.random_range(0..8) < fold {
            unfolding.fold(node);
        } else if unfold > 0
            && random.random_range(0..12) < unfold
            && unfolding.preorder().count() < MOST_NODES
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
        ends: mostly(5),
        best_line: mostly(5),
        intervals: mostly(2),
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
            flow: [Flow::Down, Flow::Right][random.random_range(0..2)],
            edges: [Edges::Curved, Edges::Straight, Edges::Elbowed][random.random_range(0..3)],
            order: [Order::Rules, Order::BestFirst][random.random_range(0..2)],
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

/// What a shape of a scene belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Of {
    Move(UnfoldingNode),
    Name(UnfoldingNode),
    Node(UnfoldingNode),
    Board(UnfoldingNode),
    Legend,
}

/// The parts of a scene, in the order in which they are drawn.
fn parts(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>, scene: &dyn Scene) -> Vec<Of> {
    let view = figure.view(rated, unfolding);
    let line = figure.best_line(rated, unfolding.vertex(UnfoldingNode::ROOT));
    let marks = TreeMarks::new(&view, &line);
    let nodes = || scene.sights().iter().map(|sight| sight.node);
    let below = || nodes().filter(|node| *node != UnfoldingNode::ROOT);
    let mut parts: Vec<Of> = Vec::new();
    for is_heavy in [false, true] {
        let moves = below().filter(|node| marks.on_best_line(*node) == is_heavy);
        parts.extend(moves.map(Of::Move));
    }
    if figure.show.moves {
        parts.extend(below().map(Of::Name));
    }
    parts.extend(nodes().map(Of::Node));
    parts
}

/// A text with the ground that is painted below it.
#[derive(Debug)]
#[expect(dead_code, reason = "a fault is told with its text")]
struct Word {
    of: Of,
    text: String,
    rect: Rect,
    ground: Rect,
    /// Whether it stands in the box of its node.
    inside: bool,
}

#[derive(Default)]
struct Read {
    words: Vec<Word>,
    /// The boxes of nodes and what else stands there.
    solid: Vec<(Of, Rect)>,
    /// The pieces of lines, by the child that they lead to.
    lines: Vec<(UnfoldingNode, [Point; 2])>,
}

/// Where a text is seen: in LaTeX's letters it may be a tenth of its size wider than it was measured.
fn text_rect(at: Point, before: f64, text: &str, size: f64) -> Rect {
    let width = text_width(text, size) + 0.1 * size;
    Rect::around(at.moved(width * (0.5 - before), 0.0), width, 0.8 * size)
}

/// The rectangle around the corners of something.
fn around(points: &[Point]) -> Rect {
    let first = Rect::around(points[0], 0.0, 0.0);
    points
        .iter()
        .fold(first, |all, at| all.and(Rect::around(*at, 0.0, 0.0)))
}

impl Read {
    fn part(&mut self, of: Of, drawing: &Drawing) {
        let mut own: Option<Rect> = None;
        let mut before: Option<Rect> = None;
        for shape in &drawing.shapes {
            let ground = before.take();
            match (shape, of) {
                (Shape::Segment { points, .. }, Of::Move(node)) => self.lines.push((node, *points)),
                (Shape::Curve { points, .. }, Of::Move(node)) => {
                    let curve = (0..=32).map(|step| on_curve(points, f64::from(step) / 32.0));
                    let curve: Vec<Point> = curve.collect();
                    let pieces = curve.windows(2).map(|pair| (node, [pair[0], pair[1]]));
                    self.lines.extend(pieces);
                }
                (Shape::Box { rect, fill, .. }, _) => {
                    if fill.is_some() {
                        before = Some(*rect);
                    }
                    if let (None, Of::Node(_)) = (own, of) {
                        own = Some(*rect);
                        self.solid.push((of, *rect));
                    }
                }
                (Shape::Polygon { points, .. }, Of::Node(_)) => {
                    let rect = around(points);
                    own = own.or(Some(rect));
                    self.solid.push((of, rect));
                }
                (
                    Shape::Text {
                        at,
                        anchor,
                        text,
                        size,
                        ..
                    },
                    _,
                ) => {
                    let rect = text_rect(*at, anchor.before(), text, *size);
                    let inside = match of {
                        Of::Node(_) => own.is_some_and(|own| own.grown(0.1).holds(&rect)),
                        Of::Board(_) | Of::Legend => true,
                        Of::Move(_) | Of::Name(_) => false,
                    };
                    let ground = ground.filter(|ground| !inside && ground.grown(0.1).holds(&rect));
                    self.words.push(Word {
                        of,
                        text: text.clone(),
                        rect,
                        ground: ground.unwrap_or(rect),
                        inside,
                    });
                }
                _ => {}
            }
        }
    }

    /// What covers what.
    fn faults(&self, unfolding: &Unfolding) -> Vec<String> {
        let mut faults = Vec::new();
        for (index, word) in self.words.iter().enumerate() {
            let others = self.words[index + 1..].iter();
            for other in others.filter(|other| word.ground.overlaps(&other.ground)) {
                let same = matches!((word.of, other.of), (Of::Board(a), Of::Board(b)) if a == b);
                if !same && (word.ground.overlaps(&other.rect) || word.rect.overlaps(&other.ground))
                {
                    faults.push(format!("text on text: {word:?} {other:?}"));
                }
            }
            if word.inside {
                continue;
            }
            for (of, rect) in &self.solid {
                let own = word.of == *of;
                if !own && rect.overlaps(&word.ground) {
                    faults.push(format!("text on node: {word:?} {of:?} {rect:?}"));
                }
            }
            let (Of::Name(node) | Of::Node(node)) = word.of else {
                continue;
            };
            let family = unfolding.parent(node);
            for (child, piece) in &self.lines {
                if unfolding.parent(*child) != family && crosses(*piece, &word.ground) {
                    faults.push(format!("text on line: {word:?} {child:?} {piece:?}"));
                }
            }
        }
        faults
    }
}

fn on_curve([a, b, c, d]: &[Point; 4], t: f64) -> Point {
    let s = 1.0 - t;
    let mix = |a: f64, b: f64, c: f64, d: f64| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    Point::new(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y))
}

/// Whether a piece of a line runs through a rectangle.
fn crosses([from, to]: [Point; 2], rect: &Rect) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (at, by, low, high) in [
        (from.x, to.x - from.x, rect.min.x, rect.max.x),
        (from.y, to.y - from.y, rect.min.y, rect.max.y),
    ] {
        if by == 0.0 {
            if at <= low || at >= high {
                return false;
            }
            continue;
        }
        let (one, two) = ((low - at) / by, (high - at) / by);
        first = first.max(one.min(two));
        last = last.min(one.max(two));
    }
    first < last
}

/// Reads a scene and hands it over with its figure.
fn each_figure(mut look: impl FnMut(&Rated, &Unfolding, &Figure<'_>, &dyn Scene)) {
    let graphs = graphs();
    let large = Setup::of_board("dice-of-doom", Switches::default(), LARGE, None);
    let large = open(&large, Limits::default(), "")
        .expect("a board")
        .finish();
    let mut random = ChaCha8Rng::seed_from_u64(20);
    for number in 0..FIGURES {
        let rated = match number % 4 {
            0 => &large,
            _ => &graphs[number % graphs.len()],
        };
        let unfolding = unfolding(rated, &mut random);
        let figure = figure(rated, &mut random);
        with_tree(rated, &unfolding, &figure, |scene| {
            look(rated, &unfolding, &figure, scene);
        });
    }
}

#[test]
fn no_text_of_a_figure_covers_another_or_a_node_or_a_line_of_others() {
    let mut faults = BTreeMap::<String, String>::new();
    let mut words = 0;
    each_figure(|rated, unfolding, figure, scene| {
        let parts = parts(rated, unfolding, figure, scene);
        let mut boards = scene.sights().iter().map(|sight| Of::Board(sight.node));
        let mut parts = parts.into_iter();
        let boarded = figure.show.boards
            && !rated
                .graph
                .picture(unfolding.vertex(UnfoldingNode::ROOT))
                .places
                .is_empty();
        let mut read = Read::default();
        let drawn = scene.draw(&mut |drawing| {
            let of = parts
                .next()
                .or_else(|| boards.next().filter(|_| boarded))
                .unwrap_or(Of::Legend);
            read.part(of, drawing);
            Ok(())
        });
        drawn.expect("nothing is written");
        words += read.words.len();
        for fault in read.faults(unfolding) {
            let kind = fault.split(':').next().unwrap_or_default();
            let of = |name: &str| fault.matches(name).count();
            let names = of("Name(");
            let position = rated
                .graph
                .position_text(unfolding.vertex(UnfoldingNode::ROOT));
            let key = format!("{:?}, {kind}, {names} names", figure.style);
            faults
                .entry(key)
                .or_insert_with(|| format!("{position}: {fault}"));
        }
    });
    assert!(words > 25_000, "{words} texts");
    assert!(faults.is_empty(), "{faults:#?}");
}
