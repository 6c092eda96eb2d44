//! A sum of counts, of any size.

use super::counts::{Count, MAX_WORDS};

/// A sum that grows with its addends, up to 4,096 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Lowest word first, without zeros at the end.
    words: Vec<u64>,
    beyond: bool,
    infinite: bool,
}

impl Total {
    /// Adds a count.
    pub fn add(&mut self, count: Count<'_>) {
        self.add_times(count, 1);
    }

    /// Adds a count several times.
    pub fn add_times(&mut self, count: Count<'_>, times: u64) {
        if times == 0 {
            return;
        }
        let words = match count {
            Count::Exact(words) => words,
            Count::Beyond => {
                self.beyond = true;
                return;
            }
            Count::Infinite => {
                self.infinite = true;
                return;
            }
        };
        let mut carry = 0_u128;
        let mut place = 0;
        while place < words.len() || carry > 0 {
            if place == self.words.len() {
                self.words.push(0);
            }
            let word = words.get(place).copied().unwrap_or(0);
            let sum = u128::from(self.words[place]) + u128::from(word) * u128::from(times) + carry;
            self.words[place] = sum as u64;
            carry = sum >> 64;
            place += 1;
        }
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
        if self.words.len() > MAX_WORDS {
            self.beyond = true;
            self.words = Vec::new();
        }
    }

    /// The sum.
    pub fn count(&self) -> Count<'_> {
        if self.infinite {
            Count::Infinite
        } else if self.beyond {
            Count::Beyond
        } else if self.words.is_empty() {
            Count::Exact(&[0])
        } else {
            Count::Exact(&self.words)
        }
    }

    /// Whether nothing was added.
    pub fn is_zero(&self) -> bool {
        self.words.is_empty() && !self.beyond && !self.infinite
    }

    /// The logarithm to the base 10; `None` for 0 and where there is no exact number.
    pub fn log10(&self) -> Option<f64> {
        let Count::Exact(words) = self.count() else {
            return None;
        };
        if self.is_zero() {
            return None;
        }
        let top = words.len().checked_sub(1)?;
        let next = top.checked_sub(1).map_or(0, |next| words[next]);
        let leading = words[top] as f64 + next as f64 / 2_f64.powi(64);
        Some(leading.log10() + 64.0 * top as f64 * 2_f64.log10())
    }

    /// The ratio of this to another; `None` if that is 0, or either has no exact value.
    pub fn over(&self, other: &Self) -> Option<f64> {
        let (Count::Exact(_), true) = (self.count(), !other.is_zero()) else {
            return None;
        };
        if let (Some(a), Some(b)) = (self.count().to_u64(), other.count().to_u64()) {
            return Some(a as f64 / b as f64);
        }
        let difference = self.log10()? - other.log10()?;
        Some(10_f64.powf(difference))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn sums_of_any_size_are_exact() {
        let mut total = Total::default();
        let mut expected = BigUint::ZERO;
        assert!(total.is_zero() && total.log10().is_none());
        for (words, times) in [
            (&[7_u64][..], 3),
            (&[u64::MAX, u64::MAX], u64::MAX),
            (&[0, 0, 5], 1),
            (&[u64::MAX, u64::MAX, u64::MAX], 2),
            (&[1, 0, 0, 0, 0, 0], 1),
            (&[9], 0),
        ] {
            total.add_times(Count::Exact(words), times);
            expected += Count::Exact(words).exact().unwrap_or_default() * times;
            assert_eq!(total.count().exact(), Some(expected.clone()));
        }
        let digits = expected.to_string().len() as f64;
        let log = total.log10().unwrap_or_default();
        assert!(log < digits && log >= digits - 1.0, "{log} and {digits}");
        let mut twice = total.clone();
        twice.add(total.count());
        let ratio = twice.over(&total).unwrap_or_default();
        assert!((ratio - 2.0).abs() < 1e-9, "{ratio}");
    }

    #[test]
    fn what_has_no_number_stays_without() {
        let mut total = Total::default();
        for _ in 0..2 {
            total.add_times(Count::Exact(&[u64::MAX; MAX_WORDS]), u64::MAX);
        }
        assert_eq!(total.count(), Count::Beyond);
        total.add(Count::Infinite);
        total.add(Count::Beyond);
        assert_eq!(total.count(), Count::Infinite);
        assert_eq!(total.over(&total.clone()), None);
    }
}
