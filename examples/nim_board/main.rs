//! Nim, a game that doomtree doesn't include, in the explorer: two players take objects by turns, as
//! many as they like from one of three heaps. The player who takes the last object wins.
//!
//! `cargo run --example nim_board` opens the explorer, and every command works too:
//! `cargo run --example nim_board -- rate '3/4/5 a' --json`

use doomtree::{Cell, Picture, Piece, Touched, half, one, zero};
use doomtree::{Estimate, Game, Kind, NotationError, Player, Rational, Shown};

/// Maximum number of objects in a heap.
const MAX: u8 = 7;

/// The rules.
#[derive(Clone)]
pub struct Nim;

/// A position: the objects left in each heap, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps {
    left: [u8; 3],
    mover: Player,
}

impl Game for Nim {
    type Position = Heaps;
    /// The number of objects taken, and their heap, counted from 0.
    type Move = (u8, u8);

    fn name(&self) -> &str {
        "nim"
    }
    fn players(&self) -> usize {
        2
    }
    fn moves(&self, position: &Heaps, out: &mut Vec<(u8, u8)>) -> Kind {
        out.clear();
        for (heap, left) in (0..).zip(position.left) {
            out.extend((1..=left).map(|count| (count, heap)));
        }
        let chooses = Kind::Decision(position.mover);
        if out.is_empty() { Kind::End } else { chooses }
    }
    fn play(&self, position: &Heaps, (count, heap): (u8, u8)) -> Heaps {
        let mut left = position.left;
        left[usize::from(heap)] -= count;
        let mover = Player(1 - position.mover.0);
        Heaps { left, mover }
    }
    fn payoff(&self, position: &Heaps, player: Player) -> Rational {
        let took_the_last = player != position.mover;
        if took_the_last { one() } else { zero() }
    }
    fn estimate(&self, _: &Heaps, _: Estimate, _: Player) -> Rational {
        half()
    }
    fn write_position(&self, position: &Heaps, out: &mut String) {
        let left = position.left.map(|left| left.to_string()).join("/");
        *out += &format!("{left} {}", position.mover.letter());
    }
    fn read_position(&self, text: &str) -> Result<Heaps, NotationError> {
        let fault = |at, what| NotationError::new(text, at, what, "write it as in 3/4/5 a");
        let (heaps, mover) = text.split_once(' ').unwrap_or((text, ""));
        let size = |heap: &str| heap.parse().ok().filter(|size| *size <= MAX);
        let sizes: Option<Vec<u8>> = heaps.split('/').map(size).collect();
        let left = sizes.and_then(|sizes| sizes.try_into().ok());
        let left = left.ok_or_else(|| fault(0, "these are not three heaps of 0 to 7"))?;
        let mover = ["a", "b"].iter().position(|name| *name == mover);
        let mover = mover.ok_or_else(|| fault(heaps.len(), "a or b must be to move"))?;
        let mover = Player(mover as u8);
        Ok(Heaps { left, mover })
    }
    fn write_move(&self, _: &Heaps, (count, heap): (u8, u8), out: &mut String) {
        *out += &format!("{count}@{}", heap + 1);
    }
}

/// The board: a row for each heap. A click takes an object, and all to the right of it.
impl Shown for Nim {
    fn picture(&self, position: &Heaps) -> Picture {
        let mut picture = Picture::of_text(self.position_text(position));
        for (row, left) in (0..).zip(position.left) {
            for column in 0..MAX {
                let number = format!("{}.{}", row + 1, column + 1);
                let piece = (column < left).then_some(Piece::Mark('●'));
                let place = Cell::square(column, row, number, piece);
                picture.cells.push(place);
            }
        }
        picture
    }
    fn touched(&self, position: &Heaps, (count, heap): (u8, u8)) -> Touched {
        let first_taken = position.left[usize::from(heap)] - count;
        Touched::cell(usize::from(heap * MAX + first_taken))
    }
}

fn main() -> std::process::ExitCode {
    doomtree::run_with(Nim, "3/4/5 a")
}
