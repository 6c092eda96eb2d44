//! Proof and disproof numbers: how much is left to be shown until a question is answered.

use super::super::values::Interval;

/// More than any number: impossible.
pub const INFINITE: u32 = 1 << 30;

/// About how many leaves are left to be won for a "yes", and for a "no".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Numbers {
    /// For a "yes"; 0: it is proven.
    pub proof: u32,
    /// For a "no"; 0: it is proven.
    pub disproof: u32,
}

impl Numbers {
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
pub struct Summary {
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

impl Summary {
    /// Sums up moves, each with its own and the other's number.
    ///
    /// One move is enough for the side that chooses. All of them must be shown to fail for the other. The
    /// tree merges lines, and a sum would count what they share again and again. So it is the
    /// largest number, and 1 for each further move (*weak* proof numbers: Ueda, Hashimoto,
    /// Hashimoto and Iida, 2008).
    pub fn of(moves: impl Iterator<Item = (u32, u32)>) -> Self {
        let (mut own, mut second, mut best) = (u32::MAX, u32::MAX, 0);
        let (mut most, mut open) = (0, 0_u32);
        for (index, (mine, others)) in moves.enumerate() {
            if mine < own {
                (second, own, best) = (own, mine, index);
            } else if mine < second {
                second = mine;
            }
            if others > 0 {
                open += 1;
                most = most.max(others);
            }
        }
        let rest = open.saturating_sub(1);
        Self {
            own,
            other: (most + rest).min(INFINITE - 1),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_answer_a_question_only_where_they_are_on_one_side() {
        let interval = |low, high| Interval { low, high };
        assert_eq!(Numbers::of(interval(0.5, 1.0), 0.5), Some(Numbers::YES));
        assert_eq!(Numbers::of(interval(0.0, 0.4), 0.5), Some(Numbers::NO));
        assert_eq!(Numbers::of(interval(0.0, 0.5), 0.5), None);
    }

    #[test]
    fn the_easiest_move_is_followed_until_it_is_a_quarter_worse_than_the_second() {
        let sum = Summary::of([(20, 5), (8, 7), (12, 0)].into_iter());
        assert_eq!((sum.own, sum.other, sum.best), (8, 8, 1));
        assert_eq!(sum.limits((100, 50)), (15, 49));
        assert_eq!(sum.limits((10, 50)), (10, 49));
        let only = Summary::of([(3, 4)].into_iter());
        assert_eq!(only.limits((INFINITE, INFINITE)), (INFINITE, INFINITE));
    }
}
