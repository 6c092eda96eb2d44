//! What a player has on a board: hexes, the largest group of them, and territory.

use super::{DiceOfDoom, PackedPosition};
use crate::game::{Game as _, Player, Winners};

impl<const W: usize> DiceOfDoom<W> {
    /// The number of hexes of the player's largest connected group.
    pub(super) fn largest_cluster(&self, position: &PackedPosition<W>, player: Player) -> u16 {
        // One bit per hex; a board has at most 64.
        let mut open = (0..self.layout.hexes())
            .filter(|hex| self.layout.hex(position, *hex).owner == player)
            .fold(0_u64, |hexes, hex| hexes | 1 << hex);
        let mut largest = 0;
        while open != 0 {
            let mut waiting = open & open.wrapping_neg();
            open &= !waiting;
            let mut size = 0;
            while waiting != 0 {
                let hex = waiting.trailing_zeros() as usize;
                waiting &= waiting - 1;
                size += 1;
                for &near in self.neighbours.of(hex) {
                    let near = 1_u64 << near & open;
                    waiting |= near;
                    open &= !near;
                }
            }
            largest = largest.max(size);
        }
        largest
    }

    /// The number of hexes of each player.
    pub(super) fn tally(&self, position: &PackedPosition<W>) -> [usize; 6] {
        let mut tally = [0; 6];
        for player in Player::all(usize::from(self.rules.players)) {
            let others = self.layout.others(position, player);
            let others: u32 = others.iter().map(|word| word.count_ones()).sum();
            tally[player.index()] = self.layout.hexes() - others as usize;
        }
        tally
    }

    /// The players with the most hexes.
    pub fn winners(&self, position: &PackedPosition<W>) -> Winners {
        let tally = self.tally(position);
        let max = tally.iter().max();
        let mut winners = Winners::default();
        for player in Player::all(usize::from(self.rules.players)) {
            if Some(&tally[player.index()]) == max {
                winners.insert(player);
            }
        }
        winners
    }

    /// Whether a neighbor of a hex is among `hexes`.
    fn touches(&self, hex: usize, hexes: &[u64; W]) -> bool {
        let near = &self.near[hex];
        (0..W).any(|word| near[word] & hexes[word] != 0)
    }

    /// The estimate of the book's later chapter, for one player and for all together. An own hex
    /// counts 2, or 1 if an enemy neighbor has more dice; an enemy hex counts −1. The number of
    /// hexes is added, so that no score is negative: that is 3 or 2 for each own hex.
    pub(super) fn territory(&self, position: &PackedPosition<W>, player: Player) -> (i128, i128) {
        let (mut own, mut all) = (0, 0);
        for owner in Player::all(self.players()) {
            let others = self.layout.others(position, owner);
            let theirs = self.layout.all_but(&others);
            let mut score =
                3 * i128::from(theirs.iter().map(|word| word.count_ones()).sum::<u32>());
            let mut fewer = [0; W];
            for dice in 1..self.rules.max_dice {
                let up_to = self.layout.weaker(position, dice + 1);
                let stronger = std::array::from_fn(|word| others[word] & !up_to[word]);
                for word in 0..W {
                    let mut hexes = theirs[word] & up_to[word] & !fewer[word];
                    while hexes != 0 {
                        let hex = self.layout.hex_at(word, hexes.trailing_zeros());
                        score -= i128::from(self.touches(hex, &stronger));
                        hexes &= hexes - 1;
                    }
                }
                fewer = up_to;
            }
            all += score;
            own += if owner == player { score } else { 0 };
        }
        (own, all)
    }
}
