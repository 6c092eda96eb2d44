//! The tree of the small board: unfolding a million nodes, laying them out, saving, loading, and
//! drawing a picture.

use std::hint::black_box;
use std::io;

use doomtree::diagram::{NoNotes, RatingsFor, ShownTree, TreeView};
use doomtree::export::{Figure, svg};
use doomtree::game::Player;
use doomtree::games::Setup;
use doomtree::games::dice_of_doom;
use doomtree::layout::Layout;
use doomtree::save::{Layer, Opened, open_reader, write_positions, write_tree};
use doomtree::session::{self, Loaded, Rated};
use doomtree::tree::{Limits, Unfolding, UnfoldingNode};

use super::args::{Args, BoardName, Case};
use super::figures::Figures;
use super::machine::Pools;
use super::times::{Times, timed};

/// Maximum number of unfolded nodes.
const NODES: usize = 1_000_000;
/// Their maximum in a quick run.
const QUICK_NODES: usize = 20_000;
/// Maximum number of nodes in a picture.
const DRAWN_NODES: usize = 100_000;

/// A board under the rules of *Land of Lisp*.
pub fn setup(position: &str) -> Setup {
    Setup {
        game: dice_of_doom::NAME.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    }
}

/// Measures the selected cases, on one thread.
pub fn measure(args: &Args, pools: &Pools, figures: &mut Figures) {
    pools.one.install(|| {
        let setup = setup(BoardName::Small.position());
        let build = session::open(&setup, Limits::default(), "").expect("a board");
        let rated = build.finish();
        let budget = if args.quick { QUICK_NODES } else { NODES };
        let unfolding = unfolded(&rated, budget);
        if args.wants(Case::Unfold) {
            let times = runs(args, 11, || unfolded(&rated, budget));
            figures.fact("unfold_nodes", unfolding.len());
            figures.times("unfold_ms", &times);
        }
        if args.wants(Case::Layout) {
            let view = TreeView {
                labels: &*rated.graph,
                analysis: &rated.analysis,
                unfolding: &unfolding,
                notes: &NoNotes,
                what_if: None,
                ratings_for: RatingsFor::Player(Player(0)),
                hidden: false,
                ends: None,
                style: Default::default(),
                elements: Default::default(),
            };
            let laid_out = || Layout::new(&ShownTree(&view), ShownTree::SPACING);
            let times = runs(args, 7, laid_out);
            figures.fact("layout_nodes", laid_out().shown_nodes());
            figures.times("layout_ms", &times);
        }
        if args.wants(Case::Save) || args.wants(Case::Load) {
            files(args, &rated, &unfolding, budget, figures);
        }
        if args.wants(Case::Svg) {
            picture(
                args,
                &rated,
                &unfolded(&rated, DRAWN_NODES.min(budget)),
                figures,
            );
        }
    });
}

fn unfolded(rated: &Rated, budget: usize) -> Unfolding {
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(rated.graph.graph(), UnfoldingNode::ROOT, None, budget);
    unfolding
}

/// Times of some work; its results are freed after the clock has stopped.
fn runs<T>(args: &Args, usual: usize, mut work: impl FnMut() -> T) -> Times {
    let mut times = Times::default();
    for _ in 0..args.runs(usual) {
        let (result, time) = timed(&mut work);
        times.push(time);
        black_box(result);
    }
    times
}

/// Everything that a picture has unless something is left out.
fn picture(args: &Args, rated: &Rated, unfolding: &Unfolding, figures: &mut Figures) {
    let figure = Figure::default();
    let write = |out: &mut dyn io::Write| svg::write(out, rated, unfolding, &figure);
    let mut bytes = Vec::new();
    write(&mut bytes).expect("memory takes everything");
    figures.fact("svg_nodes", unfolding.len());
    figures.fact("svg_bytes", bytes.len());
    let times = runs(args, 11, || write(&mut io::sink()));
    figures.times("svg_ms", &times);
}

/// A file with every position, and one with the unfolded part of the tree.
fn files(args: &Args, rated: &Rated, unfolding: &Unfolding, budget: usize, figures: &mut Figures) {
    let layer = Layer::default();
    let source = rated.source();
    let positions = |out: &mut dyn io::Write| write_positions(out, &source, &layer);
    let budget = Some(budget as u64);
    let tree = |out: &mut dyn io::Write| write_tree(out, &source, unfolding, budget, &layer);
    let mut bytes = (Vec::new(), Vec::new());
    positions(&mut bytes.0).expect("memory takes everything");
    tree(&mut bytes.1).expect("memory takes everything");
    if args.wants(Case::Save) {
        figures.fact("save_positions_bytes", bytes.0.len());
        let times = runs(args, 5, || positions(&mut io::sink()));
        figures.times("save_positions_ms", &times);
        figures.fact("save_tree_bytes", bytes.1.len());
        let times = runs(args, 5, || tree(&mut io::sink()));
        figures.times("save_tree_ms", &times);
    }
    if args.wants(Case::Load) {
        let times = runs(args, 5, || load(&bytes.0));
        figures.times("load_positions_ms", &times);
        let times = runs(args, 5, || load(&bytes.1));
        figures.times("load_tree_ms", &times);
        let shown = load(&bytes.1).unfolding.map(|unfolding| unfolding.len());
        assert_eq!(shown, Some(unfolding.len()));
    }
}

/// Opens a file as the programs do: reads it, builds and rates its graph again, and compares.
fn load(bytes: &[u8]) -> Loaded {
    let Ok(Opened::Tree(file)) = open_reader(bytes, "a file") else {
        panic!("what was saved doesn't open");
    };
    let loaded = Loaded::of(*file, None).expect("a good file");
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    loaded
}
