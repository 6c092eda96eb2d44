//! Symmetries of boards: the rearrangements of hexes that change no rating.
//!
//! A rearrangement that keeps neighbors keeps attacks. It doesn't keep the order of the board, in
//! which a pass places its dice. So with reinforcement, a rotated board is a different game. There
//! are two exceptions.
//! - With `pool` the board order is part of the position. A board rotated by 180°, with the order
//!   reversed, is equivalent to itself.
//! - If no pass can ever bring a die, the order has no effect. This holds for an empty pool, and
//!   for
//!   `last-capture-minus-one` where the stronger wins and no hex has more than two dice, so that
//!   every capture is of one die.

use super::geometry::Neighbours;
use super::pack::{BitLayout, PackedPosition};
use super::rules::{Combat, Reinforcement, Rules};

/// The rearrangements of a board's hexes that keep neighbors.
#[derive(Clone, Debug, Default)]
pub struct Symmetries {
    /// For each rearrangement except the identity: the source hex of each place.
    rearrangements: Vec<Vec<u8>>,
    /// Which of them is the rotation by 180°.
    half_turn: Option<usize>,
}

impl Symmetries {
    /// Those of a board, as far as the rules can make use of any.
    pub fn new(rules: &Rules, neighbours: &Neighbours, rows: usize, columns: usize) -> Self {
        let may_rest = rules.has_pool() || captures_are_single(rules);
        if !may_rest {
            return Self::default();
        }
        let mut rearrangements: Vec<Vec<u8>> = Vec::new();
        let hexes = rows * columns;
        let same: Vec<u8> = (0..hexes as u8).collect();
        for turned in [false, true] {
            if turned && rows != columns {
                continue;
            }
            for (down, across) in [(false, false), (false, true), (true, false), (true, true)] {
                let from = |hex: usize| {
                    let (row, column) = (hex / columns, hex % columns);
                    let row = if down { rows - 1 - row } else { row };
                    let column = if across { columns - 1 - column } else { column };
                    let (row, column) = if turned { (column, row) } else { (row, column) };
                    (row * columns + column) as u8
                };
                let rearranged: Vec<u8> = (0..hexes).map(from).collect();
                let new = rearranged != same && !rearrangements.contains(&rearranged);
                if new && keeps_neighbours(neighbours, &rearranged) {
                    rearrangements.push(rearranged);
                }
            }
        }
        let half_turn = rearrangements.iter().position(|rearranged| {
            let backwards = (0..hexes as u8).rev();
            rearranged.iter().copied().eq(backwards)
        });
        Self {
            rearrangements,
            half_turn,
        }
    }

    /// The representative of all equivalent positions.
    pub fn canonical<const W: usize>(
        &self,
        rules: &Rules,
        layout: &BitLayout,
        position: &PackedPosition<W>,
    ) -> PackedPosition<W> {
        let resting = match rules.reinforcement {
            Reinforcement::Pool => layout.pool(position) == 0,
            Reinforcement::LastCaptureMinusOne => {
                captures_are_single(rules) && layout.captured(position) <= 1
            }
            Reinforcement::CapturedMinusOne | Reinforcement::LargestCluster => false,
        };
        if resting {
            let mut still = *position;
            if rules.has_pool() {
                layout.set_pool(&mut still, 0, false);
            }
            let images = self.rearrangements.iter();
            let images = images.map(|from| rearranged(layout, &still, from));
            return images.fold(still, PackedPosition::min);
        }
        match self.half_turn {
            Some(half_turn) if layout.is_reversed(position) => {
                let mut turned = rearranged(layout, position, &self.rearrangements[half_turn]);
                layout.set_pool(&mut turned, layout.pool(position), false);
                turned
            }
            _ => *position,
        }
    }
}

/// Whether every capture in play is of one die, so that the last one brings nothing.
fn captures_are_single(rules: &Rules) -> bool {
    rules.reinforcement == Reinforcement::LastCaptureMinusOne
        && rules.combat == Combat::StrongerWins
        && rules.max_dice <= 2
}

fn keeps_neighbours(neighbours: &Neighbours, from: &[u8]) -> bool {
    (0..from.len()).all(|hex| {
        let sorted = |hexes: &mut dyn Iterator<Item = u8>| {
            let mut hexes: Vec<u8> = hexes.collect();
            hexes.sort_unstable();
            hexes
        };
        let there = neighbours.of(usize::from(from[hex]));
        let here = neighbours
            .of(hex)
            .iter()
            .map(|near| from[usize::from(*near)]);
        sorted(&mut there.iter().copied()) == sorted(&mut here.into_iter())
    })
}

/// The position with every hex where it goes, an attack that is under way with its hexes.
fn rearranged<const W: usize>(
    layout: &BitLayout,
    position: &PackedPosition<W>,
    from: &[u8],
) -> PackedPosition<W> {
    let mut after = *position;
    for (hex, from) in from.iter().enumerate() {
        layout.set_hex(&mut after, hex, layout.hex(position, usize::from(*from)));
    }
    if let Some((source, target)) = layout.attack(position) {
        let to = |hex: u8| from.iter().position(|from| *from == hex).unwrap_or(0) as u8;
        layout.set_attack(&mut after, Some((to(source), to(target))));
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dice_of_doom::notation::Board;

    /// The representative of a board with this number of rows and columns.
    fn canonical(rules: &Rules, (rows, columns): (usize, usize), text: &str) -> String {
        let neighbours = Neighbours::new(rules.geometry, rows, columns);
        let symmetries = Symmetries::new(rules, &neighbours, rows, columns);
        let layout = BitLayout::new(rules, rows * columns);
        let board = Board::read(text, rules, None).expect(text);
        let position: PackedPosition<1> = layout.pack(&board);
        let mut out = String::new();
        let canonical = symmetries.canonical(rules, &layout, &position);
        layout.unpack(&canonical, columns).write(&mut out);
        out
    }

    fn preset(name: &str) -> Rules {
        let named = Rules::PRESETS.iter().find(|(preset, _)| *preset == name);
        named.expect("a preset").1
    }

    #[test]
    fn where_every_capture_is_of_one_die_boards_stand_for_those_that_keep_neighbours() {
        let two_dice = Rules {
            max_dice: 2,
            ..preset("haskell")
        };
        let of = |text| canonical(&two_dice, (2, 2), text);
        let board = "a2b1/a1b2 a";
        // Turned by half a circle, and rows for columns, both ways.
        for same in ["b2a1/b1a2 a", "a2a1/b1b2 a", "b2b1/a1a2 a"] {
            assert_eq!(of(same), of(board), "{same}");
        }
        // Mirrored from left to right, hexes have other neighbors.
        assert_ne!(of("b1a2/b2a1 a"), of(board));
        let three_dice = preset("haskell");
        for text in [board, "b2a1/b1a2 a"] {
            assert_eq!(canonical(&three_dice, (2, 2), text), text);
        }
    }

    #[test]
    fn a_reversed_board_with_a_pool_stands_for_the_one_turned_by_half_a_circle() {
        let racket = preset("realm-of-racket");
        let of = |text| canonical(&racket, (1, 3), text);
        assert_eq!(of("a2b1b3 a pool=3 reversed"), "b3b1a2 a pool=3");
        assert_eq!(of("a2b1b3 a pool=3"), "a2b1b3 a pool=3");
        // Once the pool is empty nothing is handed out in any order.
        assert_eq!(of("a2b1b3 a pool=0 reversed"), of("b3b1a2 a pool=0"));
    }

    #[test]
    fn the_symmetries_of_a_board_do_not_include_the_identity() {
        let racket = Rules {
            geometry: Rules::LAND_OF_LISP.geometry,
            ..preset("realm-of-racket")
        };
        let found = |rows, columns| {
            let neighbours = Neighbours::new(racket.geometry, rows, columns);
            Symmetries::new(&racket, &neighbours, rows, columns)
        };
        assert_eq!(found(2, 2).rearrangements.len(), 3);
        assert_eq!(found(2, 3).rearrangements, [[5, 4, 3, 2, 1, 0]]);
        assert!(found(1, 1).rearrangements.is_empty());
    }
}
