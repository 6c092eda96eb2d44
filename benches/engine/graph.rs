//! Building and rating two boards, on one thread and on two, beside the yardstick.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use doomtree::game::Player;
use doomtree::games::dice_of_doom::{Board, DiceOfDoom, Move, Position, Rules};
use doomtree::rating::{Analysis, Options, Ratings};
use doomtree::tree::{Counts, Limits, PositionGraph, Vertex};
use rayon::ThreadPool;

use super::args::{Args, BoardName, Case};
use super::figures::Figures;
use super::machine::Pools;
use super::times::{Times, timed};
use crate::plain;

/// A board, what it is called in figures, and how often it is usually measured.
pub struct Named {
    name: BoardName,
    prefix: &'static str,
    /// In notation.
    pub position: &'static str,
    runs: usize,
}

/// The boards.
pub const BOARDS: [Named; 2] = [
    Named {
        name: BoardName::Small,
        prefix: "small",
        position: "a2a2b2/a3b1a3/a3a3b3 a",
        runs: 21,
    },
    Named {
        name: BoardName::Large,
        prefix: "large",
        position: "a3b2b3/a3b3a3/b2a2b3 a",
        runs: 7,
    },
];

/// One side's times of one board.
#[derive(Default)]
struct Side {
    build: Times,
    rate: Times,
    both: Times,
}

impl Side {
    fn push(&mut self, build: Duration, rate: Duration) {
        self.build.push(build);
        self.rate.push(rate);
        self.both.push(build + rate);
    }
}

/// Measures every board that is wanted.
pub fn measure(args: &Args, pools: &Pools, figures: &mut Figures) {
    for board in BOARDS {
        if args.wants_board(board.name) {
            measure_board(args, pools, &board, figures);
        }
    }
}

fn measure_board(args: &Args, pools: &Pools, board: &Named, figures: &mut Figures) {
    let prefix = board.prefix;
    check(pools, board, figures);
    let (mut reference, mut one, mut two) = (Side::default(), Side::default(), Side::default());
    for _ in 0..args.runs(board.runs) {
        pools.one.install(|| theirs(board, &mut reference));
        ours(&pools.one, board, &mut one);
        ours(&pools.two, board, &mut two);
    }
    let sides = |times: fn(&Side) -> &Times| [&reference, &one, &two].map(times);
    for (case, name, [reference, one, two]) in [
        (Case::Build, "build", sides(|side| &side.build)),
        (Case::Rate, "rate", sides(|side| &side.rate)),
        (Case::Both, "both", sides(|side| &side.both)),
    ] {
        if !args.wants(case) {
            continue;
        }
        figures.times(format!("{prefix}_{name}_reference_ms"), reference);
        figures.times(format!("{prefix}_{name}_1_thread_ms"), one);
        figures.times(format!("{prefix}_{name}_2_threads_ms"), two);
        figures.ratio(format!("{prefix}_{name}_1_thread_ratio"), one, reference);
        figures.ratio(format!("{prefix}_{name}_2_threads_ratio"), two, reference);
    }
}

/// One run of the yardstick. What it built is freed after the clock has stopped, as with ours.
fn theirs(board: &Named, side: &mut Side) {
    let root = plain::read(board.position).expect("a board");
    let (graph, build) = timed(|| plain::build(black_box(root)));
    let (rated, rate) = timed(|| plain::rate(&graph));
    black_box((graph, rated));
    side.push(build, rate);
}

/// One run of the library.
fn ours(pool: &ThreadPool, board: &Named, side: &mut Side) {
    let (game, root) = start(board.position);
    pool.install(|| {
        let (graph, build) = timed(|| built(&game, black_box(root)));
        let (rated, rate) = timed(|| rated(&graph));
        black_box((graph, rated));
        side.push(build, rate);
    });
}

type Game = DiceOfDoom<1>;

/// The game on a board, and that position.
pub fn start(board: &str) -> (Arc<Game>, Position<1>) {
    let rules = Rules::LAND_OF_LISP;
    let board = Board::read(board, &rules, None).expect("a board");
    let (game, position) = DiceOfDoom::with_board(rules, &board).expect("one word");
    (Arc::new(game), position)
}

/// The graph of a position, petgraph's graph filled.
pub fn built(game: &Arc<Game>, root: Position<1>) -> PositionGraph<Game> {
    PositionGraph::new(Arc::clone(game), root, Limits::default())
}

/// What is compared with the yardstick's sweep: ratings and tree sizes.
fn rated(graph: &PositionGraph<Game>) -> (Ratings, Counts) {
    let ratings = Ratings::new(graph.graph(), &Options::default());
    (ratings, Counts::nodes(graph.graph()))
}

/// Sees that both sides find the same graph, ratings and sizes, on one thread and on two, and adds
/// how large they are.
fn check(pools: &Pools, board: &Named, figures: &mut Figures) {
    let reference = plain::build(plain::read(board.position).expect("a board"));
    let theirs = plain::rate(&reference);
    let (game, root) = start(board.position);
    for pool in [&pools.one, &pools.two] {
        let (graph, (ratings, sizes)) = pool.install(|| {
            let graph = built(&game, root);
            let rated = rated(&graph);
            (graph, rated)
        });
        let graph = graph.graph();
        assert_eq!(graph.len() + 1, reference.first_edge.len());
        assert_eq!(graph.edge_count(), reference.targets.len());
        for vertex in graph.vertices() {
            let index = vertex.index();
            let edges =
                reference.first_edge[index] as usize..reference.first_edge[index + 1] as usize;
            let targets = graph.targets(vertex).iter().map(|target| target.0);
            assert!(targets.eq(reference.targets[edges].iter().copied()));
            let rating = ratings.rating(vertex, Player(0)).to_f64();
            assert_eq!(rating, f64::from(theirs.ratings[index]));
            // Sizes of these boards fit 64 bits.
            let size = sizes.of(vertex).to_u64();
            assert_eq!(size.map(u128::from), Some(theirs.sizes[index]));
        }
    }
    let prefix = board.prefix;
    let (positions, moves) = (theirs.ratings.len(), reference.targets.len());
    figures.fact(format!("{prefix}_positions"), positions);
    figures.fact(format!("{prefix}_moves"), moves);
    figures.fact(format!("{prefix}_tree_nodes"), theirs.sizes[0].to_string());
    drop((reference, theirs));
    let graph = built(&game, root);
    let analysis = Analysis::new(graph.graph(), &Options::default());
    let bytes = graph.bytes() + analysis.bytes();
    // A move: petgraph's edge and one column of targets; everything else belongs to positions.
    let edge = size_of::<petgraph::graph::Edge<Move>>() + size_of::<Vertex>();
    let (_, edges) = graph.digraph().capacity();
    let of_moves = edge * edges.max(moves);
    let each = |bytes: usize, things: usize| bytes as f64 / things as f64;
    figures.number(
        format!("{prefix}_bytes_per_position"),
        each(bytes - of_moves, positions),
    );
    figures.number(format!("{prefix}_bytes_per_move"), each(of_moves, moves));
}
