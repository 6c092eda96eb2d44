//! A position of Dice of Doom in `W` machine words, and back.
//!
//! Each hex takes the bits that its owner and its dice need, and never straddles two words; what
//! else the position holds follows the last hex, in one word.

use super::notation::{Board, Hex};
use super::rules::Rules;
use crate::game::Player;

/// A packed position. The order is that of the packed bits, and means nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<const W: usize>(pub [u64; W]);

/// Bits of the count of captured dice.
const CAPTURED_BITS: u32 = 10;

/// Where everything lies in the words of a position.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Bits of an owner.
    owner_bits: u32,
    /// Bits of a hex.
    hex_bits: u32,
    /// The word and the shift of every hex.
    hexes: Vec<(u8, u8)>,
    /// The word and the shift of what is no hex.
    rest: (u8, u8),
}

fn bits_for(values: u32) -> u32 {
    u32::BITS - values.saturating_sub(1).leading_zeros()
}

impl Layout {
    /// The layout of a board of `hexes` hexes.
    pub fn new(rules: &Rules, hexes: usize) -> Self {
        let owner_bits = bits_for(u32::from(rules.players));
        let hex_bits = owner_bits + bits_for(u32::from(rules.max_dice)).max(1);
        let rest_bits = owner_bits + 1 + CAPTURED_BITS;
        let per_word = (u64::BITS / hex_bits) as usize;
        let place = |index: usize| {
            let word = index / per_word;
            (word as u8, (index % per_word) as u8 * hex_bits as u8)
        };
        let (word, shift) = place(hexes);
        let rest = if u32::from(shift) + rest_bits <= u64::BITS {
            (word, shift)
        } else {
            (word + 1, 0)
        };
        Self {
            owner_bits,
            hex_bits,
            hexes: (0..hexes).map(place).collect(),
            rest,
        }
    }

    /// How many words a position needs: 1, 2, 4 or 8.
    pub fn words(&self) -> usize {
        (usize::from(self.rest.0) + 1).next_power_of_two()
    }

    /// How many hexes the board has.
    pub fn hexes(&self) -> usize {
        self.hexes.len()
    }

    fn field<const W: usize>(position: &Position<W>, at: (u8, u8), offset: u32, bits: u32) -> u64 {
        position.0[usize::from(at.0)] >> (u32::from(at.1) + offset) & ((1 << bits) - 1)
    }

    fn set<const W: usize>(
        position: &mut Position<W>,
        at: (u8, u8),
        offset: u32,
        bits: u32,
        value: u64,
    ) {
        let shift = u32::from(at.1) + offset;
        let word = &mut position.0[usize::from(at.0)];
        *word = *word & !(((1 << bits) - 1) << shift) | value << shift;
    }

    /// What lies on a hex.
    pub fn hex<const W: usize>(&self, position: &Position<W>, hex: usize) -> Hex {
        let bits = Self::field(position, self.hexes[hex], 0, self.hex_bits);
        Hex {
            owner: Player((bits & ((1 << self.owner_bits) - 1)) as u8),
            dice: (bits >> self.owner_bits) as u8 + 1,
        }
    }

    /// Puts something on a hex.
    pub fn set_hex<const W: usize>(&self, position: &mut Position<W>, hex: usize, to: Hex) {
        let value = u64::from(to.owner.0) | u64::from(to.dice - 1) << self.owner_bits;
        Self::set(position, self.hexes[hex], 0, self.hex_bits, value);
    }

    /// Who is to move.
    pub fn mover<const W: usize>(&self, position: &Position<W>) -> Player {
        Player(Self::field(position, self.rest, 0, self.owner_bits) as u8)
    }

    /// How many dice count as captured; `None` in a fresh position.
    pub fn captured<const W: usize>(&self, position: &Position<W>) -> Option<u16> {
        let mid_turn = Self::field(position, self.rest, self.owner_bits, 1) == 1;
        mid_turn
            .then(|| Self::field(position, self.rest, self.owner_bits + 1, CAPTURED_BITS) as u16)
    }

    /// Sets whose turn it is, and how many dice count as captured.
    pub fn set_turn<const W: usize>(
        &self,
        position: &mut Position<W>,
        mover: Player,
        captured: Option<u16>,
    ) {
        Self::set(position, self.rest, 0, self.owner_bits, u64::from(mover.0));
        let mid_turn = u64::from(captured.is_some());
        Self::set(position, self.rest, self.owner_bits, 1, mid_turn);
        let captured = u64::from(captured.unwrap_or(0));
        Self::set(
            position,
            self.rest,
            self.owner_bits + 1,
            CAPTURED_BITS,
            captured,
        );
    }

    /// Packs a position.
    pub fn pack<const W: usize>(&self, board: &Board) -> Position<W> {
        let mut position = Position([0; W]);
        for (index, hex) in board.hexes.iter().enumerate() {
            self.set_hex(&mut position, index, *hex);
        }
        self.set_turn(&mut position, board.mover, board.captured);
        position
    }

    /// Unpacks a position of a board with `columns` columns.
    pub fn unpack<const W: usize>(&self, position: &Position<W>, columns: usize) -> Board {
        Board {
            rows: self.hexes() / columns,
            columns,
            hexes: (0..self.hexes())
                .map(|hex| self.hex(position, hex))
                .collect(),
            mover: self.mover(position),
            captured: self.captured(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_up_to_four_by_four_fit_one_word_and_the_largest_fit_eight() {
        let words = |players, max_dice, hexes| {
            let rules = Rules {
                players,
                max_dice,
                ..Rules::LAND_OF_LISP
            };
            Layout::new(&rules, hexes).words()
        };
        assert_eq!(words(2, 3, 9), 1);
        assert_eq!(words(2, 3, 16), 1);
        assert_eq!(words(2, 3, 20), 2);
        assert_eq!(words(6, 9, 64), 8);
        for players in 2..=6 {
            for max_dice in 1..=9 {
                for hexes in 1..=64 {
                    assert!(words(players, max_dice, hexes) <= 8);
                }
            }
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for (players, max_dice, hexes) in [(2, 3, 16), (6, 9, 64), (3, 1, 5), (2, 9, 30)] {
            let rules = Rules {
                players,
                max_dice,
                ..Rules::LAND_OF_LISP
            };
            let layout = Layout::new(&rules, hexes);
            let board = Board {
                rows: hexes,
                columns: 1,
                hexes: (0..hexes)
                    .map(|index| Hex {
                        owner: Player((index * 5 % usize::from(players)) as u8),
                        dice: (index * 7 % usize::from(max_dice)) as u8 + 1,
                    })
                    .collect(),
                mover: Player(players - 1),
                captured: Some(999),
            };
            let position: Position<8> = layout.pack(&board);
            assert_eq!(layout.unpack(&position, 1), board);
        }
    }
}
