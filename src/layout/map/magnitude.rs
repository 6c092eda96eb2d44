//! Numbers of 53 bits with an extended exponent, so that a subtree with 2^3000 leaves has an
//! ordinary width.

use std::cmp::Ordering;

/// Between 2 to the minus and to the plus this, a number is kept with exponent 0.
const PLAIN: i64 = 500;

/// A number that isn't negative: `mantissa` × 2^`exponent`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Magnitude {
    mantissa: f64,
    exponent: i64,
}

/// 2 to the power of a number that a double's exponent can be.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1_023) as u64) << 52)
}

impl Magnitude {
    /// Nothing.
    pub const ZERO: Self = Self {
        mantissa: 0.0,
        exponent: 0,
    };

    /// `mantissa` × 2^`exponent`, of a finite mantissa that isn't negative.
    pub fn new(mantissa: f64, exponent: i64) -> Self {
        let size = ((mantissa.to_bits() >> 52) & 0x7ff) as i64 - 1_023;
        if exponent == 0 && size.abs() <= PLAIN {
            return Self { mantissa, exponent };
        }
        if mantissa <= 0.0 || mantissa.is_nan() {
            return Self::ZERO;
        }
        let whole = size.saturating_add(exponent);
        if whole.abs() <= PLAIN && size.abs() < 1_000 && exponent.abs() < 1_000 {
            return Self {
                mantissa: mantissa * power_of_two(exponent),
                exponent: 0,
            };
        }
        // The largest and the smallest doubles are taken apart in two steps.
        if size.abs() > 1_000 {
            let step = if size > 0 { 500 } else { -500 };
            let nearer = mantissa * power_of_two(-step);
            return Self::new(nearer, exponent.saturating_add(step));
        }
        Self {
            mantissa: mantissa * power_of_two(-size),
            exponent: whole,
        }
    }

    /// The product of two numbers.
    #[must_use]
    #[inline]
    pub fn times(self, other: Self) -> Self {
        Self::new(
            self.mantissa * other.mantissa,
            self.exponent.saturating_add(other.exponent),
        )
    }

    /// This number as a part of another one, which isn't zero.
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        if other.mantissa <= 0.0 {
            return Self::ZERO;
        }
        Self::new(
            self.mantissa / other.mantissa,
            self.exponent.saturating_sub(other.exponent),
        )
    }

    /// The sum of two numbers.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let (large, small) = match self.compare(other) {
            Ordering::Less => (other, self),
            _ => (self, other),
        };
        if small.mantissa <= 0.0 {
            return large;
        }
        let less = small.over(large).to_f64();
        Self::new(large.mantissa * (1.0 + less), large.exponent)
    }

    /// Compares two numbers.
    pub fn compare(self, other: Self) -> Ordering {
        if self.exponent == other.exponent {
            return self.mantissa.total_cmp(&other.mantissa);
        }
        let size = |number: Self| match number.mantissa {
            mantissa if mantissa <= 0.0 => i64::MIN,
            mantissa => ((mantissa.to_bits() >> 52) & 0x7ff) as i64 - 1_023 + number.exponent,
        };
        let mantissa =
            |number: Self| number.mantissa * power_of_two(number.exponent - size(number));
        match size(self).cmp(&size(other)) {
            Ordering::Equal if self.mantissa > 0.0 => mantissa(self).total_cmp(&mantissa(other)),
            order => order,
        }
    }

    /// The number as a double: 0 if it is too small for one, and infinity where it is too large.
    #[inline]
    pub fn to_f64(self) -> f64 {
        match self.exponent {
            0 => self.mantissa,
            exponent if exponent > 1_020 => f64::INFINITY,
            exponent if exponent < -1_020 => 0.0,
            exponent => self.mantissa * power_of_two(exponent),
        }
    }

    /// The mantissa and the exponent.
    pub fn parts(self) -> (f64, i64) {
        (self.mantissa, self.exponent)
    }

    /// The power of two that is as large, roughly; of nothing there is none.
    pub fn log2(self) -> f64 {
        self.mantissa.log2() + self.exponent as f64
    }
}

impl From<f64> for Magnitude {
    fn from(number: f64) -> Self {
        Self::new(number, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_far_beyond_a_double_are_multiplied_divided_and_compared() {
        let two = Magnitude::from(2.0);
        let (mut large, mut small) = (Magnitude::from(1.0), Magnitude::from(1.0));
        for _ in 0..5_000 {
            large = large.times(two);
            small = small.over(two);
        }
        assert_eq!(large.log2(), 5_000.0);
        assert_eq!(small.log2(), -5_000.0);
        assert_eq!(large.to_f64(), f64::INFINITY);
        assert_eq!(small.to_f64(), 0.0);
        assert_eq!(large.times(small).to_f64(), 1.0);
        assert_eq!(large.plus(large).over(large).to_f64(), 2.0);
        assert_eq!(large.plus(small), large);
        assert_eq!(large.plus(Magnitude::ZERO), large);
        assert_eq!(Magnitude::ZERO.plus(small), small);
        let ascending = [
            Magnitude::ZERO,
            small,
            small.plus(small),
            Magnitude::from(0.3),
            Magnitude::from(1.0),
            Magnitude::new(1.5, 700),
            Magnitude::new(1.75, 700),
            large,
            large.times(Magnitude::from(3.0)),
        ];
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!(a.compare(*b), i.cmp(&j), "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn a_double_comes_back_as_it_was() {
        for number in [0.0, 1.0, 1e-300, 1e300, 220_228_222_172_925.0, 0.1] {
            assert_eq!(Magnitude::from(number).to_f64(), number);
        }
        assert_eq!(Magnitude::new(1.0, 40).to_f64(), (1_u64 << 40) as f64);
    }
}
