//! Builds and rates two boards, on one thread and on two, relative to the reference.

use std::hint::black_box;
use std::sync::Arc;

use doomtree::game::Player;
use doomtree::games::dice_of_doom::{Board, DiceMove, DiceOfDoom, PackedPosition, Rules};
use doomtree::rating::{Analysis, RatingOptions, Ratings};
use doomtree::tree::{Counts, Limits, PositionGraph, Vertex};
use rayon::ThreadPool;

use super::args::{Args, BoardName, Case};
use super::figures::Figures;
use super::machine::{Pools, memory};
use super::times::{Times, timed};
use crate::plain;

/// One side's times of one board.
#[derive(Default)]
struct Side {
    build: Times,
    rate: Times,
    both: Times,
    everything: Times,
}

/// Measures every board that is wanted.
pub fn measure(args: &Args, pools: &Pools, figures: &mut Figures) {
    for board in BoardName::ALL {
        if args.wants_board(board) {
            measure_board(args, pools, board, figures);
        }
    }
}

fn measure_board(args: &Args, pools: &Pools, board: BoardName, figures: &mut Figures) {
    check(pools, board, figures);
    let runs = match board {
        BoardName::Small => 21,
        BoardName::Large => 9,
    };
    let (mut reference, mut one, mut two) = (Side::default(), Side::default(), Side::default());
    for _ in 0..args.runs(runs) {
        pools.one.install(|| theirs(args, board, &mut reference));
        ours(args, &pools.one, board, &mut one);
        ours(args, &pools.two, board, &mut two);
    }
    let sides = |times: fn(&Side) -> &Times| [&reference, &one, &two].map(times);
    for (case, name, [reference, one, two]) in [
        (Case::Build, "build", sides(|side| &side.build)),
        (Case::Rate, "rate", sides(|side| &side.rate)),
        (Case::Both, "both", sides(|side| &side.both)),
    ] {
        if args.wants(case) {
            let named = |what: &str| board.figure(&format!("{name}_{what}"));
            figures.times(named("reference_ms"), reference);
            figures.times(named("1_thread_ms"), one);
            figures.times(named("2_threads_ms"), two);
            figures.ratio(named("1_thread_ratio"), one, reference);
            figures.ratio(named("2_threads_ratio"), two, reference);
            figures.cpu_ratio(named("1_thread_cpu_ratio"), one, reference);
        }
    }
    if args.wants(Case::Everything) {
        figures.times(board.figure("everything_1_thread_ms"), &one.everything);
        figures.times(board.figure("everything_2_threads_ms"), &two.everything);
    }
}

/// Whether rating is measured, and not building alone.
fn rates(args: &Args) -> bool {
    args.wants(Case::Rate) || args.wants(Case::Both)
}

/// One run of the reference. Its result is freed after the clock has stopped, as with ours.
fn theirs(args: &Args, board: BoardName, side: &mut Side) {
    let root = plain::read(board.position()).expect("a board");
    let (graph, build) = timed(|| plain::build(black_box(root)));
    side.build.push(build);
    if rates(args) {
        let (rated, rate) = timed(|| plain::rate(&graph));
        side.rate.push(rate);
        side.both.push(build + rate);
        black_box(rated);
    }
    black_box(graph);
}

/// One run of the library: in parts, and all at once, as when a board is opened.
fn ours(args: &Args, pool: &ThreadPool, board: BoardName, side: &mut Side) {
    let (game, root) = start(board.position());
    pool.install(|| {
        if args.wants(Case::Both) {
            let (all, both) = timed(|| built_and_rated(&game, black_box(root)));
            side.both.push(both);
            black_box(all);
        }
        let (graph, build) = timed(|| built(&game, black_box(root)));
        side.build.push(build);
        if args.wants(Case::Rate) {
            let (rated, rate) = timed(|| rated(&graph));
            side.rate.push(rate);
            black_box(rated);
        }
        if args.wants(Case::Everything) {
            let (analysis, rest) =
                timed(|| Analysis::new(graph.graph(), &RatingOptions::default()));
            side.everything.push(build + rest);
            black_box(analysis);
        }
        black_box(graph);
    });
}

type Game = DiceOfDoom<1>;

/// The game on a board, and that position.
fn start(board: &str) -> (Arc<Game>, PackedPosition<1>) {
    let rules = Rules::LAND_OF_LISP;
    let board = Board::read(board, &rules, None).expect("a board");
    let (game, position) = DiceOfDoom::with_board(rules, &board).expect("one word");
    (Arc::new(game), position)
}

/// The graph of a position, including petgraph's graph.
fn built(game: &Arc<Game>, root: PackedPosition<1>) -> PositionGraph<Game> {
    PositionGraph::new(Arc::clone(game), root, Limits::default())
}

/// The results that the reference's sweep has too: ratings and tree sizes.
fn rated(graph: &PositionGraph<Game>) -> (Ratings, Counts) {
    let graph = graph.graph();
    rayon::join(
        || Ratings::new(graph, &RatingOptions::default()),
        || Counts::nodes(graph),
    )
}

/// The graph of a position, including petgraph's graph, with ratings and tree sizes.
fn built_and_rated(
    game: &Arc<Game>,
    root: PackedPosition<1>,
) -> (PositionGraph<Game>, Ratings, Counts) {
    let graph = built(game, root);
    let (ratings, sizes) = rated(&graph);
    (graph, ratings, sizes)
}

/// Checks that both sides find the same graph, ratings and sizes, on one thread and on two, and
/// adds their sizes. It also warms up for the measurements.
fn check(pools: &Pools, board: BoardName, figures: &mut Figures) {
    let reference = plain::build(plain::read(board.position()).expect("a board"));
    let theirs = plain::rate(&reference);
    let (game, root) = start(board.position());
    for pool in [&pools.one, &pools.two] {
        let (graph, ratings, sizes) = pool.install(|| built_and_rated(&game, root));
        let graph = graph.graph();
        assert_eq!(graph.len() + 1, reference.first_edge.len());
        assert_eq!(graph.edge_count(), reference.targets.len());
        for vertex in graph.vertices() {
            let index = vertex.index();
            let first = reference.first_edge[index] as usize;
            let last = reference.first_edge[index + 1] as usize;
            let targets = graph.targets(vertex).iter().map(|target| target.0);
            assert!(targets.eq(reference.targets[first..last].iter().copied()));
            let rating = ratings.rating(vertex, Player(0)).to_f64();
            assert_eq!(rating, f64::from(theirs.ratings[index]));
            // Sizes of these boards fit 64 bits.
            let size = sizes.of(vertex).to_u64();
            assert_eq!(size.map(u128::from), Some(theirs.sizes[index]));
        }
    }
    let (positions, moves) = (theirs.ratings.len(), reference.targets.len());
    assert_eq!((positions, moves, theirs.sizes[0]), board.size());
    figures.fact(board.figure("positions"), positions);
    figures.fact(board.figure("moves"), moves);
    figures.fact(board.figure("tree_nodes"), theirs.sizes[0].to_string());
    drop((reference, theirs));
    let before = memory("VmRSS:");
    let graph = built(&game, root);
    let analysis = Analysis::new(graph.graph(), &RatingOptions::default());
    let resident = memory("VmRSS:")
        .zip(before)
        .map(|(now, before)| now.saturating_sub(before));
    figures.fact(board.figure("resident_mb"), resident);
    // The position and its columns; of a move, the move and where it leads. Without petgraph's own
    // graph, which is filled for small boards alone.
    let of_moves = (size_of::<DiceMove>() + size_of::<Vertex>()) * moves;
    let of_positions = positions * size_of_val(graph.position(Vertex::ROOT));
    let bytes = of_positions + of_moves + graph.graph().bytes() - size_of::<Vertex>() * moves
        + analysis.bytes();
    let each = |bytes: usize, things: usize| bytes as f64 / things as f64;
    figures.number(
        board.figure("bytes_per_position"),
        each(bytes - of_moves, positions),
    );
    figures.number(board.figure("bytes_per_move"), each(of_moves, moves));
}
