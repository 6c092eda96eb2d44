//! Proven bounds of a rating, and how soon they are reached.

use super::super::values::Interval;

/// The number of plies that stands for "unknown, or more than can be stored".
pub const UNKNOWN: u8 = u8::MAX;

/// What is proven about a position for the rated player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The interval of its rating.
    pub interval: Interval,
    /// The player can reach an end that pays at least the lower bound within this many plies.
    pub plies_to_low: u8,
    /// The others can reach an end that pays at most the upper bound within this many plies.
    pub plies_to_high: u8,
}

impl Bounds {
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
pub fn back_up(max: bool, moves: impl Iterator<Item = Bounds>) -> Bounds {
    let seen = |bounds: Bounds| if max { bounds } else { bounds.turned() };
    let mut best = Bounds {
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
    seen(Bounds {
        plies_to_low: best.plies_to_low.saturating_add(1),
        plies_to_high: best.plies_to_high.saturating_add(1),
        ..best
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(low: f64, high: f64, plies_to_low: u8, plies_to_high: u8) -> Bounds {
        Bounds {
            interval: Interval { low, high },
            plies_to_low,
            plies_to_high,
        }
    }

    #[test]
    fn one_move_reaches_a_lower_bound_and_all_of_them_keep_an_upper_one() {
        let moves = [
            bounds(0.5, 1.0, 4, 2),
            bounds(0.5, 0.5, 2, 6),
            bounds(0.0, 0.0, 0, 0),
        ];
        assert_eq!(back_up(true, moves.into_iter()), bounds(0.5, 1.0, 3, 7));
        assert_eq!(back_up(false, moves.into_iter()), bounds(0.0, 0.0, 5, 1));
    }

    #[test]
    fn what_is_unknown_of_one_move_is_unknown_of_all() {
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
