//! Packs a position of Dice of Doom into `W` machine words, and unpacks it.
//!
//! Each hex takes the bits for its owner and its dice, and never straddles two words. The rest of
//! the position follows the last hex, in one word.

use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use super::notation::{Board, Hex, TurnState};
use super::rules::{Combat, Rules};
use crate::game::Player;

/// A packed position. The order is that of the packed bits, and has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackedPosition<const W: usize>(pub [u64; W]);

impl<const W: usize> Hash for PackedPosition<W> {
    /// Word by word: the number of words is the same for all positions of a game.
    fn hash<H: Hasher>(&self, state: &mut H) {
        for word in self.0 {
            state.write_u64(word);
        }
    }
}

/// Bits for a count of captured dice, and for the dice left in the pool.
const COUNT_BITS: u32 = 10;
/// Bits of the number of a hex.
const NUMBER_BITS: u32 = 6;

/// A bit field in the word for the rest of a position: its offset and its size. Size 0 means that
/// the rules don't have it.
#[derive(Clone, Copy, Debug, Default)]
struct Bits {
    offset: u32,
    size: u32,
}

/// The layout of a position: word and bit of each part.
#[derive(Clone, Debug)]
pub struct BitLayout {
    /// Bits of an owner.
    owner_bits: u32,
    /// Bits of a hex.
    hex_bits: u32,
    /// The fewest dice of a hex.
    fewest: u8,
    /// The word and the shift of every hex.
    hexes: Vec<(u8, u8)>,
    /// One per word: the lowest bit of every hex in it.
    ones: Vec<u64>,
    /// Maximum number of hexes in a word.
    per_word: usize,
    /// One per bit of a word: the hex that starts there.
    hex_of_bit: [u8; 64],
    /// The word and the shift of the fields that aren't hexes.
    rest: (u8, u8),
    mover: Bits,
    mid_turn: Bits,
    captured: Bits,
    pool: Bits,
    reversed: Bits,
    /// Whether dice are about to be rolled, the source and the target.
    attack: Bits,
}

fn bits_for(values: u32) -> u32 {
    u32::BITS - values.saturating_sub(1).leading_zeros()
}

impl BitLayout {
    /// The layout of a board of `hexes` hexes.
    pub fn new(rules: &Rules, hexes: usize) -> Self {
        Self::holding(rules, 1..=rules.max_dice, hexes)
    }

    /// The layout of a board of `hexes` hexes with a number of dice in this range each.
    pub(super) fn holding(rules: &Rules, dice: RangeInclusive<u8>, hexes: usize) -> Self {
        let owner_bits = bits_for(u32::from(rules.players));
        let hex_bits = owner_bits + bits_for(dice.len() as u32).max(1);
        let mut rest_bits = 0;
        let mut bits = |size: u32| {
            let offset = rest_bits;
            rest_bits += size;
            Bits { offset, size }
        };
        let mover = bits(owner_bits);
        let mid_turn = bits(1);
        let captured = bits(if rules.counts_captured() {
            COUNT_BITS
        } else {
            0
        });
        let pool = bits(if rules.has_pool() { COUNT_BITS } else { 0 });
        let reversed = bits(u32::from(rules.has_pool()));
        let rolls = rules.combat == Combat::DiceRoll;
        let attack = bits(if rolls { 1 + 2 * NUMBER_BITS } else { 0 });
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
            fewest: *dice.start(),
            hexes: (0..hexes).map(place).collect(),
            ones: (0..hexes)
                .map(place)
                .fold(vec![0; 8], |mut ones, (word, shift)| {
                    ones[usize::from(word)] |= 1 << shift;
                    ones
                }),
            per_word,
            hex_of_bit: std::array::from_fn(|bit| (bit as u32 / hex_bits) as u8),
            rest,
            mover,
            mid_turn,
            captured,
            pool,
            reversed,
            attack,
        }
    }

    /// The number of words of a position: 1, 2, 4 or 8.
    pub fn words(&self) -> usize {
        (usize::from(self.rest.0) + 1).next_power_of_two()
    }

    /// The number of hexes of the board.
    pub fn hexes(&self) -> usize {
        self.hexes.len()
    }

    /// The word and the bit at which a hex starts.
    pub fn word_and_bit(&self, hex: usize) -> (u8, u8) {
        self.hexes[hex]
    }

    /// The hex that starts at a bit of a word.
    pub fn hex_at(&self, word: usize, bit: u32) -> usize {
        word * self.per_word + usize::from(self.hex_of_bit[bit as usize % 64])
    }

    /// The hexes that aren't the player's, each as the bit at which it starts. All hexes of a word
    /// are compared at once, as fields of one number without carries between them.
    pub fn others<const W: usize>(&self, position: &PackedPosition<W>, player: Player) -> [u64; W] {
        let max = (1 << self.owner_bits) - 1;
        std::array::from_fn(|word| {
            let ones = self.ones[word];
            let owners = position.0[word] & (ones * max);
            let differ = owners ^ (ones * u64::from(player.0));
            // Only 0 doesn't reach the bit above the owner.
            (differ + ones * max) >> self.owner_bits & ones
        })
    }

    /// All hexes except these, each as the bit at which it starts.
    pub fn all_but<const W: usize>(&self, hexes: &[u64; W]) -> [u64; W] {
        std::array::from_fn(|word| self.ones[word] & !hexes[word])
    }

    /// The hexes with fewer than `dice` dice (at least 1), each as the bit at which it starts.
    /// Requires a layout where no hex is without dice.
    pub fn weaker<const W: usize>(&self, position: &PackedPosition<W>, dice: u8) -> [u64; W] {
        let dice_bits = self.hex_bits - self.owner_bits;
        std::array::from_fn(|word| {
            let ones = self.ones[word];
            let all = (position.0[word] >> self.owner_bits) & (ones * ((1 << dice_bits) - 1));
            // A hex has one die more than its field says. The bit above the field stays set if the
            // subtraction didn't borrow from it.
            let remaining = (all | ones << dice_bits) - ones * u64::from(dice - 1);
            !(remaining >> dice_bits) & ones
        })
    }

    fn field<const W: usize>(
        position: &PackedPosition<W>,
        at: (u8, u8),
        offset: u32,
        bits: u32,
    ) -> u64 {
        position.0[usize::from(at.0)] >> (u32::from(at.1) + offset) & ((1 << bits) - 1)
    }

    fn set<const W: usize>(
        position: &mut PackedPosition<W>,
        at: (u8, u8),
        offset: u32,
        bits: u32,
        value: u64,
    ) {
        let shift = u32::from(at.1) + offset;
        let word = &mut position.0[usize::from(at.0)];
        *word = *word & !(((1 << bits) - 1) << shift) | value << shift;
    }

    /// The content of a hex.
    pub fn hex<const W: usize>(&self, position: &PackedPosition<W>, hex: usize) -> Hex {
        let bits = Self::field(position, self.hexes[hex], 0, self.hex_bits);
        Hex {
            owner: Player((bits & ((1 << self.owner_bits) - 1)) as u8),
            dice: (bits >> self.owner_bits) as u8 + self.fewest,
        }
    }

    /// Puts something on a hex.
    pub fn set_hex<const W: usize>(&self, position: &mut PackedPosition<W>, hex: usize, to: Hex) {
        let value = u64::from(to.owner.0) | u64::from(to.dice - self.fewest) << self.owner_bits;
        Self::set(position, self.hexes[hex], 0, self.hex_bits, value);
    }

    /// Maximum number of dice that a hex has bits for.
    pub(super) fn most_dice(&self) -> u8 {
        self.fewest + ((1_u32 << (self.hex_bits - self.owner_bits)) - 1) as u8
    }

    fn read<const W: usize>(&self, position: &PackedPosition<W>, bits: Bits) -> u64 {
        // A field of size 0 may have an offset past the last bit of its word.
        if bits.size == 0 {
            return 0;
        }
        Self::field(position, self.rest, bits.offset, bits.size)
    }

    fn write<const W: usize>(&self, position: &mut PackedPosition<W>, bits: Bits, value: u64) {
        if bits.size == 0 {
            return;
        }
        Self::set(position, self.rest, bits.offset, bits.size, value);
    }

    /// The player to move.
    pub fn mover<const W: usize>(&self, position: &PackedPosition<W>) -> Player {
        Player(self.read(position, self.mover) as u8)
    }

    /// Whether the mover has attacked in this turn.
    pub fn is_mid_turn<const W: usize>(&self, position: &PackedPosition<W>) -> bool {
        self.read(position, self.mid_turn) == 1
    }

    /// The number of captured dice: 0 at the start of a turn, and if the rules don't count them.
    pub fn captured<const W: usize>(&self, position: &PackedPosition<W>) -> u16 {
        self.read(position, self.captured) as u16
    }

    /// The number of dice left in the pool: 0 if the rules have none.
    pub fn pool<const W: usize>(&self, position: &PackedPosition<W>) -> u16 {
        self.read(position, self.pool) as u16
    }

    /// Whether the board order runs from the last hex to the first.
    pub fn is_reversed<const W: usize>(&self, position: &PackedPosition<W>) -> bool {
        self.read(position, self.reversed) == 1
    }

    /// The attack for which dice are about to be rolled: its source and its target.
    pub fn attack<const W: usize>(&self, position: &PackedPosition<W>) -> Option<(u8, u8)> {
        let bits = self.read(position, self.attack);
        let number = |shift: u32| (bits >> shift & ((1 << NUMBER_BITS) - 1)) as u8;
        (bits & 1 == 1).then(|| (number(1), number(1 + NUMBER_BITS)))
    }

    /// Starts the turn of `mover`.
    pub fn set_fresh<const W: usize>(&self, position: &mut PackedPosition<W>, mover: Player) {
        self.write(position, self.mover, u64::from(mover.0));
        self.write(position, self.mid_turn, 0);
        self.write(position, self.captured, 0);
    }

    /// Sets the number of captured dice, if the rules count them, in any turn.
    pub(super) fn set_captured<const W: usize>(
        &self,
        position: &mut PackedPosition<W>,
        captured: u16,
    ) {
        self.write(position, self.captured, u64::from(captured));
    }

    /// Makes the position one in the middle of a turn; `captured` is kept where the rules count.
    pub fn set_mid_turn<const W: usize>(&self, position: &mut PackedPosition<W>, captured: u16) {
        // The two fields are adjacent.
        let both = Bits {
            offset: self.mid_turn.offset,
            size: self.mid_turn.size + self.captured.size,
        };
        let captured = match self.captured.size {
            0 => 0,
            _ => u64::from(captured) << self.mid_turn.size,
        };
        self.write(position, both, 1 | captured);
    }

    /// Sets the dice left in the pool, and the board order.
    pub fn set_pool<const W: usize>(
        &self,
        position: &mut PackedPosition<W>,
        dice: u16,
        reversed: bool,
    ) {
        self.write(position, self.pool, u64::from(dice));
        self.write(position, self.reversed, u64::from(reversed));
    }

    /// Sets the attack for which dice are about to be rolled.
    pub fn set_attack<const W: usize>(
        &self,
        position: &mut PackedPosition<W>,
        attack: Option<(u8, u8)>,
    ) {
        let bits = attack.map_or(0, |(source, target)| {
            1 | u64::from(source) << 1 | u64::from(target) << (1 + NUMBER_BITS)
        });
        self.write(position, self.attack, bits);
    }

    /// Packs a position.
    pub fn pack<const W: usize>(&self, board: &Board) -> PackedPosition<W> {
        let mut position = PackedPosition([0; W]);
        for (index, hex) in board.hexes.iter().enumerate() {
            self.set_hex(&mut position, index, *hex);
        }
        self.set_fresh(&mut position, board.mover);
        if let TurnState::MidTurn(captured) = board.turn {
            self.set_mid_turn(&mut position, captured.unwrap_or(0));
        }
        self.set_pool(&mut position, board.pool.unwrap_or(0), board.reversed);
        self.set_attack(&mut position, board.attack);
        position
    }

    /// Unpacks a position of a board with `columns` columns.
    pub fn unpack<const W: usize>(&self, position: &PackedPosition<W>, columns: usize) -> Board {
        let counted = self.captured.size > 0;
        Board {
            rows: self.hexes() / columns,
            columns,
            hexes: (0..self.hexes())
                .map(|hex| self.hex(position, hex))
                .collect(),
            mover: self.mover(position),
            turn: if self.is_mid_turn(position) {
                TurnState::MidTurn(counted.then(|| self.captured(position)))
            } else {
                TurnState::Fresh
            },
            pool: (self.pool.size > 0).then(|| self.pool(position)),
            reversed: self.is_reversed(position),
            attack: self.attack(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_up_to_four_by_four_fit_one_word_and_the_largest_fit_eight() {
        let text_of = |players, max_dice, hexes| {
            let rules = Rules {
                players,
                max_dice,
                ..Rules::LAND_OF_LISP
            };
            BitLayout::new(&rules, hexes).words()
        };
        assert_eq!(text_of(2, 3, 9), 1);
        assert_eq!(text_of(2, 3, 16), 1);
        assert_eq!(text_of(2, 3, 20), 2);
        assert_eq!(text_of(6, 9, 64), 8);
        for (_, preset) in Rules::PRESETS {
            for players in 2..=6 {
                for max_dice in 1..=9 {
                    for hexes in 1..=64 {
                        let rules = Rules {
                            players,
                            max_dice,
                            combat: Combat::DiceRoll,
                            ..preset
                        };
                        assert!(BitLayout::new(&rules, hexes).words() <= 8);
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for (_, preset) in Rules::PRESETS {
            for combat in [Combat::StrongerWins, Combat::DiceRoll] {
                for (players, max_dice) in [(2, 3), (6, 9), (3, 1), (2, 9), (4, 5), (5, 2)] {
                    for hexes in 1..=64 {
                        let rules = Rules {
                            players,
                            max_dice,
                            combat,
                            ..preset
                        };
                        comes_back(&rules, hexes);
                    }
                }
            }
        }
    }

    fn comes_back(rules: &Rules, hexes: usize) {
        let layout = BitLayout::new(rules, hexes);
        let board = Board {
            rows: hexes,
            columns: 1,
            hexes: (0..hexes)
                .map(|index| Hex {
                    owner: Player((index * 5 % usize::from(rules.players)) as u8),
                    dice: (index * 7 % usize::from(rules.max_dice)) as u8 + 1,
                })
                .collect(),
            mover: Player(rules.players - 1),
            turn: TurnState::MidTurn(rules.counts_captured().then_some(999)),
            pool: rules.has_pool().then_some(998),
            reversed: rules.has_pool(),
            attack: (rules.combat == Combat::DiceRoll).then_some((hexes as u8 - 1, 0)),
        };
        let position: PackedPosition<8> = layout.pack(&board);
        assert_eq!(layout.unpack(&position, 1), board, "{rules:?}");
        let mut fresh = position;
        layout.set_fresh(&mut fresh, Player(0));
        let fresh = layout.unpack(&fresh, 1);
        assert_eq!((fresh.mover, fresh.turn), (Player(0), TurnState::Fresh));
        assert_eq!(fresh.hexes, board.hexes);
    }
}
