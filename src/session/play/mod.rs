//! A game in progress: a seat for every player (who makes its moves), the moves made so far, and
//! the dice. It has no clock, no thread and no screen; the caller asks whose turn it is and acts on
//! it.
//!
//! # Randomness
//! Random numbers depend only on the seed and on the number of moves and outcomes made before. So
//! the same seed and moves always give the same game. A move that is undone and made again meets
//! the same dice.
//!
//! A place in the game is a rated graph and a vertex. If a graph ends, `Rated::build_from` starts
//! the next, so a game needs no complete graph and no notation. `Review` judges every move by the
//! graph in which it was played, the last ones by the open tree.

mod game;
mod thinking;

use crate::game::{Battle, Player, Rational, to_f64};
use crate::games;

pub use game::{By, MAX_PLIES, MadeMove, Play, Roll, WhoseTurn};
pub use thinking::{LossyMove, PlayPosition, Review, Skill, Thought};

/// Who makes a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Seat {
    /// The user.
    Human,
    /// The program, by best play within its search depth.
    #[default]
    Computer,
    /// The program, by a uniform draw among the moves.
    Random,
}

impl Seat {
    /// Every seat, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::Human, Self::Computer, Self::Random];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Computer => "computer",
            Self::Random => "random",
        }
    }

    /// The seat of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.name() == name)
    }
}

/// The seats of all players, in their order. A player without one is the computer's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats(pub Vec<Seat>);

impl Default for Seats {
    /// The first player is human, all others are played by the computer.
    fn default() -> Self {
        Self(vec![Seat::Human])
    }
}

impl Seats {
    /// The seat of a player.
    pub fn of(&self, player: Player) -> Seat {
        self.0.get(player.index()).copied().unwrap_or_default()
    }

    /// Gives a player another seat.
    pub fn set(&mut self, player: Player, seat: Seat) {
        if self.0.len() <= player.index() {
            self.0.resize(player.index() + 1, Seat::default());
        }
        self.0[player.index()] = seat;
    }

    /// Whether any of the first `players` has this seat.
    pub fn any(&self, players: usize, seat: Seat) -> bool {
        Player::all(players).any(|player| self.of(player) == seat)
    }
}

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
pub(super) struct GameRandom(games::SeededRandom);

impl GameRandom {
    /// The draws after `made` moves and branches.
    pub fn new(seed: u64, made: usize) -> Self {
        Self(games::SeededRandom::at(seed, made as u64))
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
        let mut remaining = loop {
            let word = self.word_of(bits);
            if word < common {
                break word;
            }
        };
        let taken = probabilities.iter().position(|probability| {
            let weight =
                probability.numer().unsigned_abs() * (common / probability.denom().unsigned_abs());
            let here = remaining < weight;
            remaining = remaining.saturating_sub(weight);
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
            GameRandom::new(seed, made).throw(Battle {
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
            let throw = GameRandom::new(1, made).throw(Battle {
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
            taken[GameRandom::new(3, made).branch(&odds)] += 1;
        }
        assert_eq!(taken[0], 0);
        for (times, expected) in taken[1..].iter().zip([500, 1_500, 1_000]) {
            assert!((times - expected).abs() < 120, "{taken:?}");
        }
        assert_eq!(GameRandom::new(3, 0).branch(&[one(), zero()]), 0);
    }

    #[test]
    fn a_denominator_beyond_all_bounds_is_drawn_by_doubles() {
        let tiny = ratio(1, i128::MAX);
        let odds = [tiny, one() - tiny];
        for made in 0..50 {
            assert_eq!(GameRandom::new(9, made).branch(&odds), 1);
        }
    }
}
