//! Random trees and figures: of every saved board and of scripts, with all options.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use crate::diagram::{Density, Edges, Flow, Notes, Order, RatingsFor, TreeStyle};
use crate::export::{Appearance, Colors, ExportPart, Figure, Scope, Show};
use crate::game::Player;
use crate::games::{Setup, Switches};
use crate::save::{Layer, Opened, open_path};
use crate::session::{Rated, open};
use crate::tree::{Limits, Unfolding, UnfoldingNode};

/// Approximate maximum number of nodes of a figure.
const MAX_NODES: usize = 120;

/// A board with folds of many nodes.
pub(super) const LARGE: &str = "a2a2b2/a3b1a3/a3a3b3 a";

/// Moves and players with long names, chances, and ties among three.
pub(super) const SCRIPTS: [&str; 2] = [
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
pub(super) fn board(game: &str, position: &str) -> Rated {
    let setup = Setup::of_board(game, Switches::default(), position, None);
    open(&setup, Limits::default(), "")
        .expect("a board")
        .finish()
}

pub(super) fn graphs() -> Vec<Rated> {
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
pub(super) fn unfolding(rated: &Rated, random: &mut ChaCha8Rng) -> Unfolding {
    let part = match random.random_range(0..3) {
        0 => ExportPart::BestLine,
        1 => ExportPart::ToPly(random.random_range(1..4)),
        _ => ExportPart::Whole,
    };
    let scope = Scope {
        part,
        from: Vec::new(),
    };
    let most = random.random_range(8..MAX_NODES);
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
            && unfolding.preorder().count() < MAX_NODES
        {
            unfolding.unfold(rated.graph.graph(), node);
        }
    }
    unfolding
}

pub(super) fn figure(rated: &Rated, random: &mut ChaCha8Rng) -> Figure<'static> {
    let mut mostly = |of: u32| random.random_range(0..of) > 0;
    let show = Show {
        boards: !mostly(4),
        positions: mostly(2),
        moves: mostly(6),
        ends: mostly(5),
        best_line: mostly(5),
        blunders: mostly(3),
        estimates: !mostly(2),
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
