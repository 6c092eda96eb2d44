//! A race: a player walks two cells, or tosses a coin and walks one or four. The first one home wins.
//!
//! `cargo run --example race` prints:
//!
//! ```text
//! 4 cells: 11/16 for a, best [Move(0)]
//! 6 cells: 179/256 for a, best [Move(0)]
//! 8 cells: 2611/4096 for a, best [Move(0)]
//! ```

use doomtree::{Error, Game, Kind, Player, Rational, Shown, Tree, half, one, zero};

/// A race of two players, who toss a coin for each step.
pub struct Race;

type Cells = ([u8; 2], Player, bool); // what each has to walk, who moves, is the coin tossed

impl Game for Race {
    type Position = Cells;
    type Move = u8; // how far, or 0 to throw the coin
    fn name(&self) -> &str {
        "race"
    }
    fn players(&self) -> usize {
        2
    }
    fn has_chance(&self) -> bool {
        true
    }
    fn moves(&self, &(left, mover, thrown): &Cells, out: &mut Vec<u8>) -> Kind {
        if left.contains(&0) {
            return Kind::End;
        }
        out.extend(if thrown { [1, 4] } else { [2, 0] });
        [Kind::Decision(mover), Kind::Chance(mover)][usize::from(thrown)]
    }
    fn play(&self, &(mut left, mover, _): &Cells, far: u8) -> Cells {
        left[mover.index()] = left[mover.index()].saturating_sub(far);
        (left, Player(mover.0 ^ u8::from(far > 0)), far == 0)
    }
    fn probability(&self, _: &Cells, _: u8) -> Rational {
        half()
    }
    fn payoff(&self, (left, ..): &Cells, player: Player) -> Rational {
        let home = left[player.index()] == 0;
        if home { one() } else { zero() }
    }
}

impl Shown for Race {}

fn main() -> Result<(), Error> {
    for left in [4, 6, 8] {
        let tree = Tree::open((Race, ([left, left], Player(0), false)))?;
        let rating = tree.rating(Player(0));
        println!("{left} cells: {rating} for a, best {:?}", tree.best_moves());
    }
    Ok(())
}
