//! A game of somebody's own that panics: Nim, whose positions end in the fault that is planted in
//! them. As a program of its own it is opened on a display.

use doomtree::game::{Estimate, Game, Kind, NotationError, Picture, Player, Rational, Shown};
use doomtree::game::{half, one, zero};

/// What panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Fault {
    /// The moves of the position in which nothing is left.
    Moves,
    /// The picture of a position in which one object is left.
    Picture,
    /// The notation, while a file is written.
    Writing,
    /// What is said about any position, in every frame.
    About,
}

const FAULTS: [(&str, Fault); 4] = [
    ("about", Fault::About),
    ("moves", Fault::Moves),
    ("picture", Fault::Picture),
    ("writing", Fault::Writing),
];

/// The rules.
#[derive(Clone)]
pub struct Planted;

/// A position: what is left of each heap, who is to move, and what panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps {
    left: [u8; 3],
    mover: Player,
    fault: Fault,
}

impl Heaps {
    fn all(&self) -> u32 {
        self.left.iter().map(|left| u32::from(*left)).sum()
    }
}

impl Game for Planted {
    type Position = Heaps;
    type Move = (u8, u8);

    fn name(&self) -> &str {
        "planted"
    }
    fn players(&self) -> usize {
        2
    }
    fn moves(&self, position: &Heaps, out: &mut Vec<(u8, u8)>) -> Kind {
        if position.fault == Fault::Moves && position.all() == 0 {
            panic!("planted in the moves");
        }
        out.clear();
        for (heap, left) in (0..).zip(position.left) {
            out.extend((1..=left).map(|count| (count, heap)));
        }
        let chooses = Kind::Decision(position.mover);
        if out.is_empty() { Kind::End } else { chooses }
    }
    fn play(&self, position: &Heaps, (count, heap): (u8, u8)) -> Heaps {
        let mut after = *position;
        after.left[usize::from(heap)] -= count;
        after.mover = Player(1 - position.mover.0);
        after
    }
    fn payoff(&self, position: &Heaps, player: Player) -> Rational {
        let took_the_last = player != position.mover;
        if took_the_last { one() } else { zero() }
    }
    fn estimate(&self, _: &Heaps, _: Estimate, _: Player) -> Rational {
        half()
    }
    fn write_position(&self, position: &Heaps, out: &mut String) {
        let thread = std::thread::current();
        if position.fault == Fault::Writing && thread.name() == Some("doomtree-write") {
            panic!("planted in the notation");
        }
        let left = position.left.map(|left| left.to_string()).join("/");
        let fault = FAULTS.iter().find(|(_, fault)| *fault == position.fault);
        let fault = fault.map_or("", |(name, _)| name);
        *out += &format!("{left} {} {fault}", position.mover.letter());
    }
    fn read_position(&self, text: &str) -> Result<Heaps, NotationError> {
        let bad = || NotationError::new(text, 0, "this is no position", "write 3/4/5 a moves");
        let mut words = text.split(' ');
        let heaps = words.next().unwrap_or_default().split('/');
        let left: Option<Vec<u8>> = heaps.map(|heap| heap.parse().ok()).collect();
        let left = left.and_then(|left| left.try_into().ok()).ok_or_else(bad)?;
        let mover = words.next();
        let mover = ["a", "b"].iter().position(|name| Some(*name) == mover);
        let mover = Player(mover.ok_or_else(bad)? as u8);
        let fault = words.next();
        let fault = FAULTS.iter().find(|(name, _)| Some(*name) == fault);
        let (_, fault) = *fault.ok_or_else(bad)?;
        Ok(Heaps { left, mover, fault })
    }
    fn write_move(&self, _: &Heaps, (count, heap): (u8, u8), out: &mut String) {
        *out += &format!("{count}@{}", heap + 1);
    }
}

impl Shown for Planted {
    fn picture(&self, position: &Heaps) -> Picture {
        if position.fault == Fault::Picture && position.all() == 1 {
            panic!("planted in the picture");
        }
        Picture::of_text(self.position_text(position))
    }
    fn about(&self, position: &Heaps) -> String {
        if position.fault == Fault::About {
            panic!("planted in what is said");
        }
        String::new()
    }
}

fn main() -> std::process::ExitCode {
    doomtree::cli::run_with(Planted, "1/1/1 a picture")
}
