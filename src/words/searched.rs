//! Text of the numbers in a recorded search.

use super::ratings::{estimate_text, rating_text};
use crate::game::{Rational, to_f64};
use crate::rating::Rating;
use crate::search::Interval;

/// Doubles this close count as equal.
const TIE: f64 = 1e-12;

/// The exact numbers that the doubles of a search stand for.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// In ascending order.
    exact: Vec<Rational>,
    /// Maximum distance between a double and the exact number that it represents.
    near: f64,
}

impl Numbers {
    /// The numbers of a search that met these payoffs, estimates and ratings. In a tree with
    /// chance, where bounds are rounded, a double represents any number within `TIE` of it.
    pub fn new(mut exact: Vec<Rational>, chance: bool) -> Self {
        exact.sort_unstable();
        exact.dedup();
        let near = if chance { TIE } else { 0.0 };
        Self { exact, near }
    }

    /// A number: a fraction if it is known, otherwise a decimal with the usual number of digits.
    pub fn text(&self, number: f64) -> String {
        if number == f64::INFINITY {
            return "+∞".to_owned();
        }
        if number == f64::NEG_INFINITY {
            return "−∞".to_owned();
        }
        match self.exact(number) {
            Some(exact) => rating_text(&Rating::Exact(exact)),
            None => rating_text(&Rating::Approximate(number)),
        }
    }

    /// The exact number that a double represents, if it is known.
    pub fn exact(&self, number: f64) -> Option<Rational> {
        let least = number - self.near;
        let place = self.exact.partition_point(|exact| to_f64(exact) < least);
        let exact = self.exact.get(place).copied();
        exact.filter(|exact| (to_f64(exact) - number).abs() <= self.near)
    }

    /// The same with `~` before a number that may depend on an estimate.
    pub fn told(&self, known: Interval, estimated: bool) -> Option<String> {
        let bounds = self.bounds(known)?;
        Some(match estimated {
            true => estimate_text(&bounds),
            false => bounds,
        })
    }

    /// Bounds as text: `1/2`, `≥ 1/2`, `≤ 0`, `0 … 1/2`; `None` if they exclude nothing.
    pub fn bounds(&self, known: Interval) -> Option<String> {
        let Interval { low, high } = known;
        if high - low <= TIE {
            return Some(self.text(f64::midpoint(low, high)));
        }
        match (low.is_finite(), high.is_finite()) {
            (true, true) => Some(format!("{} … {}", self.text(low), self.text(high))),
            (true, false) => Some(format!("≥ {}", self.text(low))),
            (false, true) => Some(format!("≤ {}", self.text(high))),
            (false, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, ratio};
    use crate::search::UNBOUNDED;

    #[test]
    fn numbers_are_fractions_where_they_are_known_and_bounds_say_what_they_bound() {
        let numbers = Numbers::new(vec![half(), ratio(1, 3)], false);
        assert_eq!(numbers.text(1.0 / 3.0), "1/3");
        assert_eq!(numbers.text(f64::NEG_INFINITY), "−∞");
        let bounds = |low, high| numbers.bounds(Interval { low, high });
        assert_eq!(bounds(0.5, 0.5).as_deref(), Some("1/2"));
        assert_eq!(bounds(0.5, f64::INFINITY).as_deref(), Some("≥ 1/2"));
        assert_eq!(bounds(f64::NEG_INFINITY, 0.5).as_deref(), Some("≤ 1/2"));
        assert_eq!(bounds(1.0 / 3.0, 0.5).as_deref(), Some("1/3 … 1/2"));
        assert_eq!(numbers.bounds(UNBOUNDED), None);
        let near = (1.0_f64 / 3.0).next_up();
        assert_eq!(numbers.exact(near), None);
        let rounded = Numbers::new(vec![half(), ratio(1, 3)], true);
        assert_eq!(rounded.exact(near), Some(ratio(1, 3)));
    }
}
