//! One rating: exact as long as 128-bit fractions hold it, otherwise the nearest double, marked as
//! approximate.

use std::cmp::Ordering;
use std::fmt;

use num_traits::{CheckedAdd, CheckedMul, CheckedSub};

use crate::game::{Rational, to_f64};

/// Doubles that differ by no more than this tie.
pub const TIE: f64 = 1e-12;

/// A position's rating for a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// The exact number.
    Exact(Rational),
    /// The nearest double: a fraction below exceeded 128 bits, or bounds were iterated.
    Approximate(f64),
}

impl Rating {
    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        match self {
            Self::Exact(number) => to_f64(number),
            Self::Approximate(number) => *number,
        }
    }

    /// The exact number, if it is one.
    pub fn exact(&self) -> Option<Rational> {
        match self {
            Self::Exact(number) => Some(*number),
            Self::Approximate(_) => None,
        }
    }

    /// Whether two ratings count as equal: exactly where both are exact, within 1e-12 elsewhere.
    pub fn ties_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => a == b,
            _ => (self.to_f64() - other.to_f64()).abs() <= TIE,
        }
    }

    /// Compares two ratings exactly, without the tolerance of [`Self::ties_with`].
    pub fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => a.cmp(b),
            _ => self.to_f64().total_cmp(&other.to_f64()),
        }
    }

    /// The difference.
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        self.exact()
            .zip(other.exact())
            .and_then(|(a, b)| a.checked_sub(&b))
            .map_or_else(
                || Self::Approximate(self.to_f64() - other.to_f64()),
                Self::Exact,
            )
    }

    /// `self + probability × other`.
    #[must_use]
    pub fn plus(&self, probability: &Rational, other: &Self) -> Self {
        self.exact()
            .zip(other.exact())
            .and_then(|(a, b)| b.checked_mul(probability).and_then(|b| a.checked_add(&b)))
            .map_or_else(
                || Self::Approximate(self.to_f64() + to_f64(probability) * other.to_f64()),
                Self::Exact,
            )
    }

    /// The same rating as a double that says so.
    #[must_use]
    pub fn approximate(&self) -> Self {
        Self::Approximate(self.to_f64())
    }
}

/// A fraction in lowest terms, or `≈` and up to six digits.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(number) => write!(f, "{number}"),
            Self::Approximate(number) => {
                let digits = format!("{number:.6}");
                let digits = digits.trim_end_matches('0').trim_end_matches('.');
                write!(f, "≈{}", if digits == "-0" { "0" } else { digits })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, one, ratio};

    #[test]
    fn sums_stay_exact_until_they_leave_128_bits_and_then_say_so() {
        let third = ratio(1, 3);
        let sum = Rating::Exact(half()).plus(&third, &Rating::Exact(one()));
        assert_eq!(sum, Rating::Exact(ratio(5, 6)));
        let tiny = ratio(1, 1 << 100);
        let tinier = ratio(1, (1 << 99) - 1);
        let sum = Rating::Exact(tiny).plus(&tinier, &Rating::Exact(ratio(1, 3)));
        assert!(matches!(sum, Rating::Approximate(_)), "{sum:?}");
    }

    #[test]
    fn doubles_tie_within_a_millionth_of_a_millionth_and_fractions_exactly() {
        assert!(Rating::Approximate(0.5).ties_with(&Rating::Exact(half())));
        assert!(Rating::Approximate(0.5).ties_with(&Rating::Approximate(0.5 + 0.9e-12)));
        assert!(!Rating::Approximate(0.5).ties_with(&Rating::Approximate(0.5 + 1.1e-12)));
        let near = ratio((1 << 60) + 1, 1 << 61);
        assert!(!Rating::Exact(half()).ties_with(&Rating::Exact(near)));
    }

    #[test]
    fn an_approximate_rating_shows_that_it_is_one() {
        assert_eq!(Rating::Exact(half()).to_string(), "1/2");
        assert_eq!(Rating::Approximate(0.25).to_string(), "≈0.25");
        assert_eq!(Rating::Approximate(-0.0).to_string(), "≈0");
        assert_eq!(Rating::Approximate(1.0 / 3.0).to_string(), "≈0.333333");
    }
}
