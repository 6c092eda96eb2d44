//! Proof and disproof numbers: how much is left to be shown until a question is answered. An entry
//! of the table has what is proven about a position (bounds of its rating, and how soon they are
//! reached), and the numbers of the last question.

use std::hash::Hash;

use crate::search::back_up::{Interval, PayoffValues};
use crate::search::slot::{TableKey, TablePlace};

/// More than any number: impossible.
pub const INFINITE: u32 = 1 << 30;

/// About how many leaves are left to be won for a "yes", and for a "no".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ProofNumbers {
    /// For a "yes"; 0: it is proven.
    pub proof: u32,
    /// For a "no"; 0: it is proven.
    pub disproof: u32,
}

impl ProofNumbers {
    /// The answer is yes.
    pub const YES: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    /// The answer is no.
    pub const NO: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };

    /// The answer that bounds give to "is it at least `threshold`?".
    pub fn of(interval: Interval, threshold: f64) -> Option<Self> {
        if interval.low >= threshold {
            Some(Self::YES)
        } else if interval.high < threshold {
            Some(Self::NO)
        } else {
            None
        }
    }

    /// The number of the side that chooses, then the other's: proof first where the rated player does.
    pub fn seen_by(self, max: bool) -> (u32, u32) {
        match max {
            true => (self.proof, self.disproof),
            false => (self.disproof, self.proof),
        }
    }

    /// The inverse of [`seen_by`](Self::seen_by).
    pub fn as_seen_by(max: bool, own: u32, other: u32) -> Self {
        match max {
            true => Self {
                proof: own,
                disproof: other,
            },
            false => Self {
                proof: other,
                disproof: own,
            },
        }
    }
}

/// The numbers of a position that isn't answered yet, from those of its moves, and where to go on.
#[derive(Clone, Copy, Debug)]
pub struct MoveNumbers {
    /// Of the side that chooses: that of the best move.
    pub own: u32,
    /// Of the other: at least that of the hardest move.
    pub other: u32,
    /// The index of the best move.
    pub best: usize,
    /// The number of the move that is next to the best.
    second: u32,
    /// What `other` has beside the number of the best move's line.
    rest: u32,
}

impl MoveNumbers {
    /// Sums up moves, each with its own and the other's number.
    ///
    /// One move is enough for the side that chooses. All of them must be shown to fail for the other. The
    /// tree merges lines, and a sum would count what they share again and again. So it is the
    /// largest number, and 1 for each further move (*weak* proof numbers: Ueda, Hashimoto,
    /// Hashimoto and Iida, 2008).
    pub fn of(moves: impl Iterator<Item = (u32, u32)>) -> Self {
        let (mut own, mut second, mut best) = (u32::MAX, u32::MAX, 0);
        let (mut max, mut open) = (0, 0_u32);
        for (index, (mine, others)) in moves.enumerate() {
            if mine < own {
                (second, own, best) = (own, mine, index);
            } else if mine < second {
                second = mine;
            }
            if others > 0 {
                open += 1;
                max = max.max(others);
            }
        }
        let rest = open.saturating_sub(1);
        Self {
            own,
            other: (max + rest).min(INFINITE - 1),
            best,
            second,
            rest,
        }
    }

    /// The numbers at which the best move isn't worth more work, from those of its position. It
    /// keeps going until it is a quarter worse than the second, so that the search doesn't jump to
    /// and fro (1 + ε: Pawlewicz and Lew 2007).
    pub fn limits(&self, limits: (u32, u32)) -> (u32, u32) {
        let second = self.second.min(INFINITE);
        let own = limits.0.min((second + 1).max(second + second / 4));
        (own.min(INFINITE), limits.1.saturating_sub(self.rest).max(1))
    }
}

/// A position's entry: 16 bytes beside the position.
#[derive(Clone, Copy, Debug)]
pub struct ProofEntry<P> {
    position: P,
    numbers: ProofNumbers,
    low: u16,
    high: u16,
    plies_to_low: u8,
    plies_to_high: u8,
    /// The question to which the numbers belong, from 1.
    question: u8,
    effort: u8,
}

impl<P: Copy + Hash + Eq> TablePlace<P> for ProofEntry<P> {
    fn empty(position: P) -> Self {
        Self {
            position,
            numbers: ProofNumbers::default(),
            low: 0,
            high: 0,
            plies_to_low: 0,
            plies_to_high: 0,
            question: 0,
            effort: 0,
        }
    }

    fn is_used(&self) -> bool {
        self.question > 0
    }

    fn effort(&self) -> u8 {
        self.effort
    }

    fn is(&self, key: &TableKey<P>) -> bool {
        self.position == key.position
    }

    fn key(&self) -> TableKey<P> {
        TableKey::new(self.position, 0)
    }
}

impl<P: Copy + Hash + Eq> ProofEntry<P> {
    /// An entry. A payoff without a short code becomes the end of the range, which proves less.
    pub fn new(
        key: &TableKey<P>,
        bounds: ProvenBounds,
        numbers: ProofNumbers,
        question: u8,
        effort: u8,
        values: &PayoffValues,
    ) -> Self {
        let range = values.range();
        let code = |number: f64, end: f64, plies: u8| match values.code(number) {
            Some(code) => (code, plies),
            None => (values.code(end).unwrap_or_default(), UNKNOWN),
        };
        let (low, plies_to_low) = code(bounds.interval.low, range.low, bounds.plies_to_low);
        let (high, plies_to_high) = code(bounds.interval.high, range.high, bounds.plies_to_high);
        Self {
            position: key.position,
            numbers,
            low,
            high,
            plies_to_low,
            plies_to_high,
            question,
            effort,
        }
    }

    /// What is proven.
    pub fn bounds(&self, values: &PayoffValues) -> ProvenBounds {
        ProvenBounds {
            interval: Interval {
                low: values.decode(self.low),
                high: values.decode(self.high),
            },
            plies_to_low: self.plies_to_low,
            plies_to_high: self.plies_to_high,
        }
    }

    /// The numbers, if they belong to this question, and answer none.
    pub fn numbers(&self, question: u8) -> Option<ProofNumbers> {
        let open = self.numbers.proof > 0 && self.numbers.disproof > 0;
        (self.question == question && open).then_some(self.numbers)
    }
}

/// The number of plies that stands for "unknown, or more than can be stored".
pub const UNKNOWN: u8 = u8::MAX;

/// What is proven about a position for the rated player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProvenBounds {
    /// The interval of its rating.
    pub interval: Interval,
    /// The player can reach an end that pays at least the lower bound within this many plies.
    pub plies_to_low: u8,
    /// The others can reach an end that pays at most the upper bound within this many plies.
    pub plies_to_high: u8,
}

impl ProvenBounds {
    /// Nothing but the range of payoffs.
    pub fn open(range: Interval) -> Self {
        Self {
            interval: range,
            plies_to_low: UNKNOWN,
            plies_to_high: UNKNOWN,
        }
    }

    /// An end.
    pub fn end(payoff: Interval) -> Self {
        Self {
            interval: payoff,
            plies_to_low: 0,
            plies_to_high: 0,
        }
    }

    /// The tighter bound of both on either side; the sooner one if they are equal.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let (a, b) = (self.interval, other.interval);
        let plies = |own: f64, others: f64, plies: u8, other_plies: u8, tighter: bool| {
            if own == others {
                plies.min(other_plies)
            } else if tighter {
                plies
            } else {
                other_plies
            }
        };
        Self {
            interval: a.and(b),
            plies_to_low: plies(
                a.low,
                b.low,
                self.plies_to_low,
                other.plies_to_low,
                a.low > b.low,
            ),
            plies_to_high: plies(
                a.high,
                b.high,
                self.plies_to_high,
                other.plies_to_high,
                a.high < b.high,
            ),
        }
    }

    /// Within how many plies one of the players reaches the best or the worst end of the range, if
    /// the rating is one of the two.
    pub fn wins_within(&self, range: Interval) -> Option<u32> {
        let Interval { low, high } = self.interval;
        let plies = if low == range.high {
            self.plies_to_low
        } else if high == range.low {
            self.plies_to_high
        } else {
            UNKNOWN
        };
        (plies < UNKNOWN).then(|| u32::from(plies))
    }

    /// The same from the other side: what is a gain is a loss.
    fn turned(self) -> Self {
        Self {
            interval: Interval {
                low: -self.interval.high,
                high: -self.interval.low,
            },
            plies_to_low: self.plies_to_high,
            plies_to_high: self.plies_to_low,
        }
    }
}

/// The bounds of a position, from those of all its moves, at least one. `max` is whether the rated
/// player chooses.
pub fn back_up(max: bool, moves: impl Iterator<Item = ProvenBounds>) -> ProvenBounds {
    let seen = |bounds: ProvenBounds| if max { bounds } else { bounds.turned() };
    let mut best = ProvenBounds {
        interval: Interval::point(f64::NEG_INFINITY),
        plies_to_low: UNKNOWN,
        plies_to_high: 0,
    };
    for found in moves.map(seen) {
        let (low, high) = (found.interval.low, found.interval.high);
        // One move is enough to reach the lower bound; the upper one holds after each of them.
        if low > best.interval.low {
            (best.interval.low, best.plies_to_low) = (low, found.plies_to_low);
        } else if low == best.interval.low {
            best.plies_to_low = best.plies_to_low.min(found.plies_to_low);
        }
        best.interval.high = best.interval.high.max(high);
        best.plies_to_high = best.plies_to_high.max(found.plies_to_high);
    }
    seen(ProvenBounds {
        plies_to_low: best.plies_to_low.saturating_add(1),
        plies_to_high: best.plies_to_high.saturating_add(1),
        ..best
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, one, zero};

    #[test]
    fn bounds_answer_a_question_only_where_they_are_on_one_side() {
        let interval = |low, high| Interval { low, high };
        assert_eq!(
            ProofNumbers::of(interval(0.5, 1.0), 0.5),
            Some(ProofNumbers::YES)
        );
        assert_eq!(
            ProofNumbers::of(interval(0.0, 0.4), 0.5),
            Some(ProofNumbers::NO)
        );
        assert_eq!(ProofNumbers::of(interval(0.0, 0.5), 0.5), None);
    }

    #[test]
    fn the_easiest_move_is_followed_until_it_is_a_quarter_worse_than_the_second() {
        let sum = MoveNumbers::of([(20, 5), (8, 7), (12, 0)].into_iter());
        assert_eq!((sum.own, sum.other, sum.best), (8, 8, 1));
        assert_eq!(sum.limits((100, 50)), (15, 49));
        assert_eq!(sum.limits((10, 50)), (10, 49));
        let only = MoveNumbers::of([(3, 4)].into_iter());
        assert_eq!(only.limits((INFINITE, INFINITE)), (INFINITE, INFINITE));
    }

    #[test]
    fn an_entry_on_a_board_of_4_by_4_takes_24_bytes() {
        assert_eq!(size_of::<ProofEntry<u64>>(), 24);
    }

    #[test]
    fn an_entry_keeps_its_bounds_and_its_numbers_for_their_question_alone() {
        let mut values = PayoffValues::new((zero(), one()), false);
        let low = values.of(half()).low;
        let bounds = ProvenBounds {
            interval: Interval { low, high: 1.0 },
            plies_to_low: 7,
            plies_to_high: UNKNOWN,
        };
        let numbers = ProofNumbers {
            proof: 3,
            disproof: 5,
        };
        let key = TableKey::new(1_u64, 0);
        let stored = |bounds, numbers| ProofEntry::new(&key, bounds, numbers, 2, 9, &values);
        let kept = stored(bounds, numbers);
        assert_eq!(kept.bounds(&values), bounds);
        assert_eq!((kept.numbers(2), kept.numbers(1)), (Some(numbers), None));
        // An answer belongs to one threshold, and questions of the same number may have several.
        assert_eq!(stored(bounds, ProofNumbers::YES).numbers(2), None);
        // A number that has no short code proves less.
        let unknown = ProvenBounds {
            interval: Interval {
                low: 0.25,
                high: 1.0,
            },
            ..bounds
        };
        let wide = stored(unknown, numbers).bounds(&values);
        assert_eq!(wide, ProvenBounds::open(values.range()));
    }

    fn bounds(low: f64, high: f64, plies_to_low: u8, plies_to_high: u8) -> ProvenBounds {
        ProvenBounds {
            interval: Interval { low, high },
            plies_to_low,
            plies_to_high,
        }
    }

    #[test]
    fn the_chooser_proves_a_lower_bound_by_one_move_and_an_upper_bound_by_all_moves() {
        let moves = [
            bounds(0.5, 1.0, 4, 2),
            bounds(0.5, 0.5, 2, 6),
            bounds(0.0, 0.0, 0, 0),
        ];
        assert_eq!(back_up(true, moves.into_iter()), bounds(0.5, 1.0, 3, 7));
        assert_eq!(back_up(false, moves.into_iter()), bounds(0.0, 0.0, 5, 1));
    }

    #[test]
    fn the_plies_of_an_upper_bound_are_unknown_if_those_of_one_move_are() {
        let moves = [bounds(1.0, 1.0, 3, UNKNOWN), bounds(1.0, 1.0, UNKNOWN, 1)];
        let found = back_up(true, moves.into_iter());
        assert_eq!(found, bounds(1.0, 1.0, 4, UNKNOWN));
    }

    #[test]
    fn of_two_bounds_the_tighter_one_keeps_its_plies_and_of_equal_ones_the_sooner() {
        let (wide, narrow) = (bounds(0.0, 1.0, 1, 1), bounds(0.5, 1.0, 9, 3));
        assert_eq!(wide.and(narrow), bounds(0.5, 1.0, 9, 1));
        assert_eq!(narrow.and(wide), bounds(0.5, 1.0, 9, 1));
    }
}
