//! Cram: two players place dominoes by turns, in either direction. A player who can't place one loses.
//! On boards of even by even cells the second player wins by answering with the mirror image.
//!
//! `cargo run --example cram` prints:
//!
//! ```text
//! 2 by 2: 0 for a, 9 nodes, 6 positions
//! 2 by 3: 1 for a, 48 nodes, 18 positions
//! 3 by 3: 0 for a, 869 nodes, 98 positions
//! 3 by 4: 1 for a, 31752 nodes, 550 positions
//! 4 by 4: 0 for a, 6257129 nodes, 5700 positions
//! ```

use doomtree::{Error, Game, Kind, Player, Rational, Shown, Tree, one, zero};

/// Its rows and columns.
pub struct Cram(pub u8, pub u8);

impl Game for Cram {
    type Position = (u64, Player); // a bit for each covered cell, and who is to move
    type Move = (u8, u8); // the two cells of the domino
    fn name(&self) -> &str {
        "cram"
    }
    fn players(&self) -> usize {
        2
    }
    fn moves(&self, &(covered, mover): &(u64, Player), out: &mut Vec<(u8, u8)>) -> Kind {
        let (cells, columns) = (self.0 * self.1, self.1);
        let free = |cell: u8| covered >> cell & 1 == 0;
        for cell in 0..cells {
            let right = (cell + 1) % columns != 0 && free(cell + 1);
            let below = cell + columns < cells && free(cell + columns);
            out.extend((free(cell) && right).then_some((cell, cell + 1)));
            out.extend((free(cell) && below).then_some((cell, cell + columns)));
        }
        let chooses = Kind::Decision(mover);
        if out.is_empty() { Kind::End } else { chooses }
    }
    fn play(&self, (covered, mover): &(u64, Player), (a, b): (u8, u8)) -> (u64, Player) {
        (covered | 1 << a | 1 << b, Player(1 - mover.0))
    }
    fn payoff(&self, (_, mover): &(u64, Player), player: Player) -> Rational {
        let stuck = player == *mover;
        if stuck { zero() } else { one() }
    }
}

impl Shown for Cram {}

fn main() -> Result<(), Error> {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)] {
        let tree = Tree::open((Cram(rows, columns), (0, Player(0))))?;
        let rating = tree.rating(Player(0));
        let (nodes, positions) = (tree.nodes(), tree.positions());
        println!("{rows} by {columns}: {rating} for a, {nodes} nodes, {positions} positions");
    }
    Ok(())
}
