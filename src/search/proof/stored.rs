//! An entry of the table: what is proven about a position, and the numbers of the last question.

use std::hash::Hash;

use super::super::slot::{Key, Place};
use super::super::values::{Interval, Values};
use super::bounds::{Bounds, UNKNOWN};
use super::numbers::Numbers;

/// A position's entry: 16 bytes beside the position.
#[derive(Clone, Copy, Debug)]
pub struct Stored<P> {
    position: P,
    numbers: Numbers,
    low: u16,
    high: u16,
    plies_to_low: u8,
    plies_to_high: u8,
    /// The question to which the numbers belong, from 1.
    question: u8,
    effort: u8,
}

impl<P: Copy + Hash + Eq> Place<P> for Stored<P> {
    fn empty(position: P) -> Self {
        Self {
            position,
            numbers: Numbers::default(),
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

    fn is(&self, key: &Key<P>) -> bool {
        self.position == key.position
    }

    fn key(&self) -> Key<P> {
        Key::new(self.position, 0)
    }
}

impl<P: Copy + Hash + Eq> Stored<P> {
    /// An entry. A payoff without a short code becomes the end of the range, which proves less.
    pub fn new(
        key: &Key<P>,
        bounds: Bounds,
        numbers: Numbers,
        question: u8,
        effort: u8,
        values: &Values,
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
    pub fn bounds(&self, values: &Values) -> Bounds {
        Bounds {
            interval: Interval {
                low: values.decode(self.low),
                high: values.decode(self.high),
            },
            plies_to_low: self.plies_to_low,
            plies_to_high: self.plies_to_high,
        }
    }

    /// The numbers, if they belong to this question, and answer none.
    pub fn numbers(&self, question: u8) -> Option<Numbers> {
        let open = self.numbers.proof > 0 && self.numbers.disproof > 0;
        (self.question == question && open).then_some(self.numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, one, zero};

    #[test]
    fn an_entry_on_a_board_of_4_by_4_takes_24_bytes() {
        assert_eq!(size_of::<Stored<u64>>(), 24);
    }

    #[test]
    fn an_entry_keeps_its_bounds_and_its_numbers_for_their_question_alone() {
        let mut values = Values::new((zero(), one()), false);
        let low = values.of(half()).low;
        let bounds = Bounds {
            interval: Interval { low, high: 1.0 },
            plies_to_low: 7,
            plies_to_high: UNKNOWN,
        };
        let numbers = Numbers {
            proof: 3,
            disproof: 5,
        };
        let key = Key::new(1_u64, 0);
        let stored = |bounds, numbers| Stored::new(&key, bounds, numbers, 2, 9, &values);
        let kept = stored(bounds, numbers);
        assert_eq!(kept.bounds(&values), bounds);
        assert_eq!((kept.numbers(2), kept.numbers(1)), (Some(numbers), None));
        // An answer belongs to one threshold, and questions of the same number may have several.
        assert_eq!(stored(bounds, Numbers::YES).numbers(2), None);
        // A number that has no short code proves less.
        let unknown = Bounds {
            interval: Interval {
                low: 0.25,
                high: 1.0,
            },
            ..bounds
        };
        let wide = stored(unknown, numbers).bounds(&values);
        assert_eq!(wide, Bounds::open(values.range()));
    }
}
