//! Seeded random numbers of a game: determined by the seed and the place in the game, stable across
//! versions.

use crate::game::{Battle, Rational, to_f64};
use crate::games;

/// The dice of an attack, as they fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The faces of the attacker's dice.
    pub attacker: Vec<u8>,
    /// The faces of the defender's dice.
    pub defender: Vec<u8>,
}

impl Throw {
    /// The sum of the attacker's dice.
    pub fn attacker_sum(&self) -> u32 {
        sum(&self.attacker)
    }

    /// The sum of the defender's dice.
    pub fn defender_sum(&self) -> u32 {
        sum(&self.defender)
    }

    /// Whether the attack succeeds: the attacker's sum is greater.
    pub fn wins(&self) -> bool {
        self.attacker_sum() > self.defender_sum()
    }
}

fn sum(faces: &[u8]) -> u32 {
    faces.iter().map(|face| u32::from(*face)).sum()
}

/// The random numbers at one place of a game.
pub struct Draws(games::Draws);

impl Draws {
    /// The draws after `made` moves and branches.
    pub fn new(seed: u64, made: usize) -> Self {
        Self(games::Draws::at(seed, made as u64))
    }

    /// A uniform choice among this number of moves.
    pub fn one_of(&mut self, moves: usize) -> usize {
        self.0.index(u32::try_from(moves).unwrap_or(u32::MAX)) as usize
    }

    /// The dice of an attack: the attacker's first.
    pub fn throw(&mut self, battle: Battle) -> Throw {
        let mut faces = |dice: u8| (0..dice).map(|_| self.0.index(6) as u8 + 1).collect();
        Throw {
            attacker: faces(battle.attacker),
            defender: faces(battle.defender),
        }
    }

    /// An outcome with these probabilities. It is exact if their common denominator has at most 126
    /// bits, otherwise by the nearest doubles.
    pub fn branch(&mut self, probabilities: &[Rational]) -> usize {
        // A branch of probability 0 is never the last resort of rounding.
        let possible = |probability: &&Rational| *probability.numer() > 0;
        let last = probabilities.iter().rposition(|p| possible(&p));
        let last = last.unwrap_or_default();
        let Some(common) = common_denominator(probabilities) else {
            let mut left = self.word_of(53) as f64 / (1_u64 << 53) as f64;
            let taken = probabilities.iter().position(|probability| {
                left -= to_f64(probability);
                left < 0.0
            });
            return taken.unwrap_or(last);
        };
        let bits = u128::BITS - (common - 1).leading_zeros();
        let mut left = loop {
            let word = self.word_of(bits);
            if word < common {
                break word;
            }
        };
        let taken = probabilities.iter().position(|probability| {
            let weight =
                probability.numer().unsigned_abs() * (common / probability.denom().unsigned_abs());
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        });
        taken.unwrap_or(last)
    }

    /// A uniform number of this many bits, at most 126.
    fn word_of(&mut self, bits: u32) -> u128 {
        let words = (0..4).fold(0_u128, |word, _| word << 32 | u128::from(self.0.word()));
        words & ((1_u128 << bits) - 1)
    }
}

fn common_denominator(probabilities: &[Rational]) -> Option<u128> {
    probabilities
        .iter()
        .try_fold(1_u128, |common, probability| {
            let denominator = probability.denom().unsigned_abs();
            let (mut a, mut b) = (common, denominator);
            while b > 0 {
                (a, b) = (b, a % b);
            }
            let common = (common / a).checked_mul(denominator)?;
            (common < 1 << 126).then_some(common)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, one, ratio, zero};

    #[test]
    fn a_seed_and_a_place_give_the_same_dice_for_ever() {
        let throw = |seed, made| {
            Draws::new(seed, made).throw(Battle {
                attacker: 3,
                defender: 2,
            })
        };
        assert_eq!(throw(7, 4), throw(7, 4));
        assert_ne!(throw(7, 4), throw(7, 5));
        assert_ne!(throw(7, 4), throw(8, 4));
    }

    #[test]
    fn every_face_falls_about_as_often_as_the_others() {
        let mut fallen = [0_u32; 7];
        for made in 0..2_000 {
            let throw = Draws::new(1, made).throw(Battle {
                attacker: 2,
                defender: 1,
            });
            for face in throw.attacker.iter().chain(&throw.defender) {
                fallen[usize::from(*face)] += 1;
            }
        }
        assert_eq!(fallen[0], 0);
        assert!(
            fallen[1..].iter().all(|times| (900..1_100).contains(times)),
            "{fallen:?}"
        );
    }

    #[test]
    fn the_attacker_needs_the_greater_sum() {
        let throw = |attacker: &[u8], defender: &[u8]| Throw {
            attacker: attacker.to_vec(),
            defender: defender.to_vec(),
        };
        assert!(throw(&[6, 6], &[6, 5]).wins());
        assert!(!throw(&[6, 5], &[6, 5]).wins());
        assert!(!throw(&[1, 1], &[3]).wins());
    }

    #[test]
    fn branches_are_drawn_by_their_probabilities_and_the_impossible_never() {
        let mut taken = [0_i32; 4];
        let odds = [zero(), ratio(1, 6), half(), ratio(1, 3)];
        for made in 0..3_000 {
            taken[Draws::new(3, made).branch(&odds)] += 1;
        }
        assert_eq!(taken[0], 0);
        for (times, expected) in taken[1..].iter().zip([500, 1_500, 1_000]) {
            assert!((times - expected).abs() < 120, "{taken:?}");
        }
        assert_eq!(Draws::new(3, 0).branch(&[one(), zero()]), 0);
    }

    #[test]
    fn a_denominator_beyond_all_bounds_is_drawn_by_doubles() {
        let tiny = ratio(1, i128::MAX);
        let odds = [tiny, one() - tiny];
        for made in 0..50 {
            assert_eq!(Draws::new(9, made).branch(&odds), 1);
        }
    }
}
