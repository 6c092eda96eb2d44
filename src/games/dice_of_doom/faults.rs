//! Planted faults that change more than a number: legal moves, neighbors, and where attackers leave
//! their dice. Faults that only add a condition are in the rules themselves.

use super::geometry::{Neighbours, candidates};
use super::notation::{Board, Hex};
use super::pack::{BitLayout, PackedPosition};
use super::rules::{Combat, Geometry, PassListed, Rules};
use super::{DiceMove, DiceOfDoom, with_board};
use crate::game::{Game, Kind, OpenError, Player};
use crate::games::planted::{DOUBLED, MISSING, Plant, PlantedFaults};
use crate::games::{Setup, WithGame};

/// Maximum number of dice that are counted. It is halved if positions would take too much memory.
const MAX_DICE: u8 = 31;

/// Sets the game up with faults in it. Dice beyond the maximum, which a fault may have brought,
/// are read.
pub fn open_planted<H: WithGame>(
    setup: &Setup,
    plants: PlantedFaults,
    then: H,
) -> Result<H::Output, OpenError> {
    let rules = Rules::from_switches(&setup.switches)?;
    let board = Board::read(&setup.position, &reading(&rules), setup.columns)?;
    Ok(with_board(rules, plants, &board, then))
}

/// The rules under which positions are read.
pub(super) fn reading(rules: &Rules) -> Rules {
    Rules {
        max_dice: 9,
        ..*rules
    }
}

/// The layout of positions in which a hex may have no dice, or too many.
pub(super) fn layout(rules: &Rules, hexes: usize) -> BitLayout {
    let layout = BitLayout::holding(rules, 0..=MAX_DICE, hexes);
    if layout.words() <= 8 {
        return layout;
    }
    BitLayout::holding(rules, 0..=MAX_DICE / 2, hexes)
}

/// The faults that change which hexes are neighbors, and don't only leave one out.
const OF_NEIGHBOURS: [Plant; 6] = [
    Plant::WrapAround,
    Plant::FourNeighbours,
    Plant::OtherSlant,
    Plant::RowsForColumns,
    Plant::WrapLeft,
    Plant::WrapRight,
];

/// The fault that changes which hexes are neighbors, if there is one.
pub(super) fn of_neighbours(plants: PlantedFaults) -> Option<Plant> {
    let missing = || plants.first_of(&MISSING);
    plants.first_of(&OF_NEIGHBOURS).or_else(missing)
}

/// The faults that change what an attack captures.
const OF_CAPTURES: [Plant; 4] = [
    Plant::AttackersCounted,
    Plant::MoversCounted,
    Plant::SurplusCounted,
    Plant::SurplusToo,
];

/// The faults that change how the supply is shared.
pub(super) const OF_SUPPLY: [Plant; 6] = [
    Plant::SupplyUnlimited,
    Plant::SupplyNotAsked,
    Plant::AllOnFirst,
    Plant::AllOnFirstOwn,
    Plant::FirstFilled,
    Plant::FillsUp,
];

/// The neighbors of every hex, as the fault has them.
pub(super) fn neighbours(
    plant: Plant,
    geometry: Geometry,
    rows: usize,
    columns: usize,
) -> Neighbours {
    let missing = MISSING.iter().position(|one| *one == plant);
    // On a board of one column such programs have a neighbor twice.
    let once = !matches!(plant, Plant::WrapLeft | Plant::WrapRight);
    Neighbours::among_all(rows, columns, once, |hex| {
        if let Some(missing) = missing {
            let mut all = candidates(geometry, hex, columns);
            all[missing] = None;
            return all;
        }
        if plant == Plant::RowsForColumns {
            return candidates(geometry, hex, rows);
        }
        let steps = steps(plant, geometry, hex, columns);
        steps.map(|step| step.map(|step| hex as isize + step))
    })
}

/// How far it is from a hex to each neighbor that the fault gives it.
fn steps(plant: Plant, geometry: Geometry, hex: usize, columns: usize) -> [Option<isize>; 6] {
    let width = columns as isize;
    let not_first = !hex.is_multiple_of(columns);
    let not_last = !(hex + 1).is_multiple_of(columns);
    let (left, right) = match plant {
        Plant::WrapLeft => (true, not_last),
        Plant::WrapRight => (not_first, true),
        _ => (not_first, not_last),
    };
    match (plant, geometry) {
        (Plant::WrapLeft | Plant::WrapRight, Geometry::Parallelogram) => [
            Some(-width),
            Some(width),
            left.then_some(-width - 1),
            left.then_some(-1),
            right.then_some(1),
            right.then_some(width + 1),
        ],
        (Plant::WrapLeft | Plant::WrapRight, Geometry::OffsetRows) => {
            let (above, below) = match (hex / columns).is_multiple_of(2) {
                true => (right.then_some(1 - width), right.then_some(width + 1)),
                false => (left.then_some(-width - 1), left.then_some(width - 1)),
            };
            let (after, before) = (right.then_some(1), left.then_some(-1));
            [Some(-width), Some(width), above, below, after, before]
        }
        (Plant::WrapAround, Geometry::Parallelogram) => {
            [-width, width, -width - 1, -1, 1, width + 1].map(Some)
        }
        (Plant::WrapAround, Geometry::OffsetRows) => {
            if (hex / columns).is_multiple_of(2) {
                [1 - width, width + 1, -width, width, 1, -1].map(Some)
            } else {
                [-width, width, -width - 1, width - 1, 1, -1].map(Some)
            }
        }
        (Plant::FourNeighbours, _) => [
            Some(-width),
            Some(width),
            not_first.then_some(-1),
            not_last.then_some(1),
            None,
            None,
        ],
        _ => [
            Some(-width),
            Some(width),
            not_last.then_some(1 - width),
            not_first.then_some(-1),
            not_last.then_some(1),
            not_first.then_some(width - 1),
        ],
    }
}

/// The dice on the source and on the target of an attack that has won with `dice`, against a hex
/// with `lost`.
pub(super) fn divided(plants: PlantedFaults, dice: u8, lost: u8) -> (u8, u8) {
    let stay = if plants.has(Plant::LeavesNone) || plants.has(Plant::AllMove) {
        0
    } else if plants.has(Plant::KeepsAll) {
        dice
    } else {
        1
    };
    let moved = if plants.has(Plant::AllMove) || plants.has(Plant::MovesAll) {
        dice
    } else if plants.has(Plant::KeepsTheirs) {
        lost
    } else {
        dice - 1
    };
    (stay, moved)
}

impl<const W: usize> DiceOfDoom<W> {
    fn allows(&self, mover: Player, from: Hex, to: Hex) -> bool {
        let any = self.has(Plant::AnySource);
        let may_start = from.owner == mover || any || self.has(Plant::OthersAttack);
        // Without the source's owner, the target is compared with the mover alone.
        let player = if any { mover } else { from.owner };
        if !may_start || player == to.owner && !self.has(Plant::OwnHexes) {
            return false;
        }
        if self.has(Plant::AnyDice) || self.rules.combat != Combat::StrongerWins {
            return from.dice >= 2;
        }
        from.dice > to.dice || self.has(Plant::EqualDice) && from.dice >= to.dice.max(2)
    }

    /// The position from which attacks start, as the faults have it.
    pub(super) fn attacked_from(&self, position: &PackedPosition<W>) -> PackedPosition<W> {
        if !self.has(Plant::PassChangesBoard) || !self.layout.is_mid_turn(position) {
            return *position;
        }
        let passed = self.pass(position);
        let mut after = *position;
        for hex in 0..self.layout.hexes() {
            self.layout
                .set_hex(&mut after, hex, self.layout.hex(&passed, hex));
        }
        after
    }

    /// The dice that an attack captures, as the faults have it.
    pub(super) fn captures(&self, dice: u8, lost: u8) -> u8 {
        let surplus = dice.saturating_sub(lost);
        match self.plants.first_of(&OF_CAPTURES) {
            Some(Plant::AttackersCounted) => dice,
            Some(Plant::MoversCounted) => dice.saturating_sub(1),
            Some(Plant::SurplusCounted) => surplus,
            Some(Plant::SurplusToo) => lost + surplus.saturating_sub(1),
            _ => lost,
        }
    }

    /// The dice that a hex gets of the supply, as the faults have it.
    pub(super) fn gets(&self, dice: u8, supply: u16, is_first: bool) -> u8 {
        let room = self.rules.max_dice.saturating_sub(dice);
        let supply = u8::try_from(supply).unwrap_or(u8::MAX);
        let max = self.layout.most_dice().saturating_sub(dice);
        match self.plants.first_of(&OF_SUPPLY) {
            Some(Plant::AllOnFirst) if is_first && room > 0 => supply.min(max),
            Some(Plant::AllOnFirstOwn) if is_first => supply.min(max),
            Some(Plant::FirstFilled) if is_first => supply.min(room),
            Some(Plant::FillsUp) => supply.min(room),
            Some(Plant::SupplyUnlimited | Plant::SupplyNotAsked) => room.min(1),
            _ => 0,
        }
    }

    /// The moves of the mover, as the faults have them.
    pub(super) fn faulty_moves(
        &self,
        position: &PackedPosition<W>,
        mover: Player,
        out: &mut Vec<DiceMove>,
    ) -> Kind {
        let position = &self.attacked_from(position);
        let doubled = self.plants.first_of(&DOUBLED);
        let doubled = DOUBLED.iter().position(|one| Some(*one) == doubled);
        for source in self.board_order(self.layout.is_reversed(position)) {
            let from = self.layout.hex(position, source);
            let twice = doubled
                .and_then(|index| candidates(self.rules.geometry, source, self.columns)[index]);
            for &target in self.neighbours.of(source) {
                let to = self.layout.hex(position, usize::from(target));
                if self.allows(mover, from, to) {
                    out.push(DiceMove::Attack(source as u8, target));
                    if twice == Some(target as isize) {
                        out.push(DiceMove::Attack(source as u8, target));
                    }
                }
            }
        }
        let mid_turn = self.layout.is_mid_turn(position);
        let passes = !self.has(Plant::PassNever)
            && (self.has(Plant::PassAlways)
                || mid_turn && (out.is_empty() || !self.has(Plant::PassWhenStuck))
                || self.has(Plant::PassFirst) && !out.is_empty());
        match self.rules.pass_listed {
            PassListed::First if passes => out.insert(0, DiceMove::Pass),
            PassListed::Last if passes => out.push(DiceMove::Pass),
            _ => {}
        }
        if self.has(Plant::MovesSorted) {
            out.sort_by_key(|mv| self.move_text(position, *mv));
        }
        match out.is_empty() {
            true => Kind::End,
            false => Kind::Decision(mover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offset_rows_that_wrap_around_go_on_in_the_next_row() {
        let wrapped = neighbours(Plant::WrapAround, Geometry::OffsetRows, 3, 3);
        let of = |hex| {
            let mut hexes = wrapped.of(hex).to_vec();
            hexes.sort_unstable();
            hexes
        };
        assert_eq!(of(1), [0, 2, 4, 5]);
        assert_eq!(of(3), [0, 2, 4, 5, 6]);
        assert_eq!(of(8), [5, 6, 7]);
    }

    #[test]
    fn a_hex_beyond_the_maximum_is_read_and_one_of_two_digits_is_not() {
        let reading = reading(&Rules::LAND_OF_LISP);
        let read = |text: &str| Board::read(text, &reading, Some(1));
        let board = read("#((1 9)) a").expect("as many as one digit can say");
        assert_eq!(board.hexes[0].dice, 9);
        let error = read("#((1 10)) a").expect_err("ten dice");
        assert!(error.to_string().contains("10 dice, maximum 9"), "{error}");
    }

    #[test]
    fn a_hex_has_room_for_dice_from_none_to_the_most() {
        for (players, max) in [(2, MAX_DICE), (6, MAX_DICE / 2)] {
            let rules = Rules {
                players,
                ..Rules::LAND_OF_LISP
            };
            let layout = layout(&rules, 64);
            assert_eq!((layout.words(), layout.most_dice()), (8, max));
            let owner = Player(players - 1);
            let hexes = [0, max, 1].map(|dice| Hex { owner, dice });
            let mut position = PackedPosition([0; 8]);
            for (slot, hex) in hexes.into_iter().enumerate() {
                layout.set_hex(&mut position, slot, hex);
            }
            let kept = [0, 1, 2].map(|index| layout.hex(&position, index));
            assert_eq!(kept, hexes);
        }
    }
}
