//! Building and rating a full 3×3 position graph, petgraph's graph filled, against a plain program
//! of flat arrays that was written by hand for these rules alone. What counts is the ratio within
//! one run; the bytes of a position and of a move are printed before.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use doomtree::game::Player;
use doomtree::games::dice_of_doom::{Board, DiceOfDoom, Position, Rules};
use doomtree::rating::{Analysis, Options, Ratings};
use doomtree::tree::{Counts, Limits, PositionGraph, Vertex};
use rustc_hash::FxHashMap;

const BOARD: &str = "a2a2b2/a3b1a3/a3a3b3 a";

/// A position of the hand-written program: two bits of dice and one of owner a hex, then the
/// mover, the mid-turn flag and the captured dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Packed(u64);

const MOVER: u32 = 27;
const TURN: u32 = 28;

impl Packed {
    fn read(text: &str) -> Self {
        let mut bits = 0;
        let mut letters = text.chars().filter(|c| *c != '/' && *c != ' ');
        for hex in 0..9 {
            let owner = u64::from(letters.next() == Some('b'));
            let dice = letters.next().and_then(|c| c.to_digit(10)).expect("dice");
            bits |= (owner | u64::from(dice) << 1) << (3 * hex);
        }
        bits |= u64::from(letters.next() == Some('b')) << MOVER;
        Self(bits)
    }

    fn owner(self, hex: usize) -> u64 {
        self.0 >> (3 * hex) & 1
    }

    fn dice(self, hex: usize) -> u64 {
        self.0 >> (3 * hex + 1) & 3
    }

    fn mover(self) -> u64 {
        self.0 >> MOVER & 1
    }

    /// 0 in a fresh position, else the captured dice.
    fn captured(self) -> u64 {
        self.0 >> TURN
    }

    fn with(self, hex: usize, owner: u64, dice: u64) -> Self {
        Self(self.0 & !(7 << (3 * hex)) | (owner | dice << 1) << (3 * hex))
    }

    fn turn(self, mover: u64, captured: u64) -> Self {
        Self(self.0 & ((1 << MOVER) - 1) | mover << MOVER | captured << TURN)
    }

    fn attack(self, from: usize, to: usize) -> Self {
        let mover = self.mover();
        self.with(from, mover, 1)
            .with(to, mover, self.dice(from) - 1)
            .turn(mover, self.captured() + self.dice(to))
    }

    fn pass(self) -> Self {
        let mut after = self;
        let mut supply = self.captured() - 1;
        for hex in 0..9 {
            if supply > 0 && self.owner(hex) == self.mover() && self.dice(hex) < 3 {
                after = after.with(hex, self.mover(), self.dice(hex) + 1);
                supply -= 1;
            }
        }
        after.turn(1 - self.mover(), 0)
    }

    /// a's payoff, in halves.
    fn payoff(self) -> u8 {
        match (0..9).filter(|hex| self.owner(*hex) == 0).count() {
            0..=4 => 0,
            _ => 2,
        }
    }
}

const NEIGHBOURS: [&[usize]; 9] = [
    &[3, 1, 4],
    &[4, 0, 2, 5],
    &[5, 1],
    &[0, 6, 4, 7],
    &[1, 7, 0, 3, 5, 8],
    &[2, 8, 1, 4],
    &[3, 7],
    &[4, 3, 6, 8],
    &[5, 4, 7],
];

/// Positions, edges and ratings in flat arrays.
struct Flat {
    positions: Vec<Packed>,
    first_edge: Vec<u32>,
    targets: Vec<u32>,
    ratings: Vec<u8>,
    sizes: Vec<u64>,
}

/// Builds breadth-first, and rates and counts backwards from the last: children of land-of-lisp
/// positions may come earlier, so an order of their own is found first.
fn flat(text: &str) -> Flat {
    let root = Packed::read(text);
    let mut positions = vec![root];
    let mut index: FxHashMap<Packed, u32> = FxHashMap::default();
    index.insert(root, 0);
    let mut first_edge = vec![0_u32];
    let mut targets: Vec<u32> = Vec::new();
    let mut next = 0;
    while next < positions.len() {
        let here = positions[next];
        next += 1;
        let mut reach = |after: Packed| {
            let number = *index.entry(after).or_insert_with(|| {
                positions.push(after);
                positions.len() as u32 - 1
            });
            targets.push(number);
        };
        if here.captured() > 0 {
            reach(here.pass());
        }
        for (from, neighbours) in NEIGHBOURS.iter().enumerate() {
            if here.owner(from) != here.mover() || here.dice(from) < 2 {
                continue;
            }
            for &to in *neighbours {
                if here.owner(to) != here.mover() && here.dice(from) > here.dice(to) {
                    reach(here.attack(from, to));
                }
            }
        }
        first_edge.push(targets.len() as u32);
    }
    let children = |vertex: usize| first_edge[vertex] as usize..first_edge[vertex + 1] as usize;
    let mut entering = vec![0_u32; positions.len()];
    targets
        .iter()
        .for_each(|target| entering[*target as usize] += 1);
    let mut order = vec![0_usize];
    let mut at = 0;
    while at < order.len() {
        for edge in children(order[at]) {
            let target = targets[edge] as usize;
            entering[target] -= 1;
            if entering[target] == 0 {
                order.push(target);
            }
        }
        at += 1;
    }
    let mut ratings = vec![0_u8; positions.len()];
    let mut sizes = vec![1_u64; positions.len()];
    for &vertex in order.iter().rev() {
        let here = positions[vertex];
        let below = targets[children(vertex)]
            .iter()
            .map(|target| *target as usize);
        sizes[vertex] = 1 + below.clone().map(|child| sizes[child]).sum::<u64>();
        let below = below.map(|child| ratings[child]);
        let rating = if here.mover() == 0 {
            below.max()
        } else {
            below.min()
        };
        ratings[vertex] = rating.unwrap_or(here.payoff());
    }
    Flat {
        positions,
        first_edge,
        targets,
        ratings,
        sizes,
    }
}

fn start() -> (Arc<DiceOfDoom<1>>, Position<1>) {
    let rules = Rules::LAND_OF_LISP;
    let board = Board::read(BOARD, &rules, None).expect("a board");
    let (game, position) = DiceOfDoom::with_board(rules, &board).expect("one word");
    (Arc::new(game), position)
}

fn built() -> PositionGraph<DiceOfDoom<1>> {
    let (game, position) = start();
    PositionGraph::new(game, position, Limits::default())
}

fn graph(criterion: &mut Criterion) {
    let ours = built();
    let analysis = Analysis::new(ours.graph(), &Options::default());
    let theirs = flat(BOARD);
    // Both did the same work.
    assert_eq!(ours.graph().len(), theirs.positions.len());
    assert_eq!(ours.graph().edge_count(), theirs.targets.len());
    assert_eq!(theirs.first_edge.len(), theirs.positions.len() + 1);
    assert_eq!(
        analysis.nodes.of(Vertex::ROOT).to_u64(),
        Some(theirs.sizes[0])
    );
    for vertex in ours.graph().vertices() {
        let rating = analysis.ratings.rating(vertex, Player(0)).to_f64();
        assert_eq!(rating, f64::from(theirs.ratings[vertex.index()]) / 2.0);
    }

    let bytes = ours.bytes() + analysis.bytes();
    let (positions, moves) = (ours.graph().len(), ours.graph().edge_count());
    // A move: petgraph's edge and one column of targets; everything else belongs to positions.
    let edge = size_of::<petgraph::graph::Edge<doomtree::games::dice_of_doom::Move>>() + 4;
    println!(
        "{positions} positions, {moves} moves, {bytes} bytes: {edge} a move, {:.1} a position",
        (bytes - moves * edge) as f64 / positions as f64
    );

    let mut group = criterion.benchmark_group("3x3 of 201,861 positions");
    group.sample_size(20);
    group.bench_function("by hand: build, rate, count", |bencher| {
        bencher.iter(|| black_box(flat(black_box(BOARD))));
    });
    group.bench_function("build, petgraph filled", |bencher| {
        bencher.iter(|| black_box(built()))
    });
    group.bench_function("build, rate, count, petgraph filled", |bencher| {
        bencher.iter(|| {
            let graph = built();
            let ratings = Ratings::new(graph.graph(), &Options::default());
            let nodes = Counts::nodes(graph.graph());
            black_box((graph, ratings, nodes))
        });
    });
    group.bench_function(
        "everything: distances, ends, longest lines too",
        |bencher| {
            bencher.iter(|| {
                let graph = built();
                let analysis = Analysis::new(graph.graph(), &Options::default());
                black_box((graph, analysis))
            });
        },
    );
    group.finish();
}

criterion_group!(benches, graph);
criterion_main!(benches);
