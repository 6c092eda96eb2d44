//! Nim: two players take from heaps by turns, as many objects as they like, but from one heap at a
//! time. The player who takes the last object wins.
//!
//! `cargo run --example nim` prints:
//!
//! ```text
//! 1038768 nodes, 232 positions
//! rating for a: 1
//! best: [Move((0,2))]
//! the most moves of a position: 12
//! ```
//! `nim_board` is the same game with a window, a board and notation.

use doomtree::{Error, Game, Kind, Player, Rational, Shown, Tree, one, zero};

/// Heaps; a move takes any number from one of them.
pub struct Nim;

impl Game for Nim {
    type Position = ([u8; 3], Player); // what is left of each heap, and who is to move
    type Move = (u8, u8); // from which heap, and how many: at most four bytes
    fn name(&self) -> &str {
        "nim"
    }
    fn players(&self) -> usize {
        2
    }
    fn moves(&self, (heaps, mover): &Self::Position, out: &mut Vec<Self::Move>) -> Kind {
        for (heap, left) in (0..).zip(heaps) {
            out.extend((1..=*left).map(|taken| (heap, taken)));
        }
        let chooses = Kind::Decision(*mover);
        if out.is_empty() { Kind::End } else { chooses }
    }
    fn play(&self, (heaps, mover): &Self::Position, (heap, taken): Self::Move) -> Self::Position {
        let mut heaps = *heaps;
        heaps[usize::from(heap)] -= taken;
        (heaps, Player(1 - mover.0))
    }
    fn payoff(&self, (_, mover): &Self::Position, player: Player) -> Rational {
        let took_the_last = player != *mover;
        if took_the_last { one() } else { zero() }
    }
}

impl Shown for Nim {}

fn main() -> Result<(), Error> {
    let tree = Tree::open((Nim, ([3, 4, 5], Player(0))))?;
    println!("{} nodes, {} positions", tree.nodes(), tree.positions());
    println!("rating for a: {}", tree.rating(Player(0)));
    println!("best: {:?}", tree.best_moves());
    let graph = tree.graph(|node| node.is_proven(), |_| ());
    let moves = graph.node_indices().map(|node| graph.edges(node).count());
    println!("the most moves of a position: {}", moves.max().unwrap_or(0));
    Ok(())
}
