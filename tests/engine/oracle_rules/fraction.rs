//! Fractions that never lose anything: two machine words as long as they fit, then big numbers.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;

/// A fraction. Small ones are compared by cross multiplication.
#[derive(Clone, Debug)]
pub enum Fraction {
    Small { above: i128, below: i128 },
    Large(Box<BigRational>),
}

fn common_divisor(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.abs(), other.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl Fraction {
    pub fn new(above: i128, below: i128) -> Self {
        assert!(below > 0);
        Self::Small { above, below }
    }

    fn large(&self) -> BigRational {
        match self {
            Self::Small { above, below } => {
                BigRational::new(BigInt::from(*above), BigInt::from(*below))
            }
            Self::Large(number) => (**number).clone(),
        }
    }

    /// Applies one operation to small numbers, if it has room, else to large ones.
    fn combine(
        &self,
        other: &Self,
        small: impl Fn(i128, i128, i128, i128) -> Option<(i128, i128)>,
        large: impl Fn(BigRational, BigRational) -> BigRational,
    ) -> Self {
        if let (
            Self::Small { above, below },
            Self::Small {
                above: more,
                below: under,
            },
        ) = (self, other)
            && let Some((above, below)) = small(*above, *below, *more, *under)
        {
            let divisor = common_divisor(above, below).max(1);
            return Self::new(above / divisor, below / divisor);
        }
        Self::Large(Box::new(large(self.large(), other.large())))
    }

    pub fn plus(&self, other: &Self) -> Self {
        self.combine(
            other,
            |a, b, c, d| {
                let above = a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?;
                Some((above, b.checked_mul(d)?))
            },
            |a, b| a + b,
        )
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times(&Self::new(-1, 1)))
    }

    pub fn times(&self, other: &Self) -> Self {
        self.combine(
            other,
            |a, b, c, d| Some((a.checked_mul(c)?, b.checked_mul(d)?)),
            |a, b| a * b,
        )
    }

    pub fn to_f64(&self) -> f64 {
        num_traits::ToPrimitive::to_f64(&self.large()).expect("a number")
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (
            Self::Small { above, below },
            Self::Small {
                above: more,
                below: under,
            },
        ) = (self, other)
            && let (Some(left), Some(right)) = (above.checked_mul(*under), more.checked_mul(*below))
        {
            return left.cmp(&right);
        }
        self.large().cmp(&other.large())
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.large().fmt(f)
    }
}
