//! Combines the intervals of moves into that of a position: the only place that derives bounds.
//! Ratings are doubles, in the same order as the exact numbers that they represent.
//!
//! Without chance a search only chooses among payoffs, so it only needs their order. Each payoff is
//! its nearest double. If two payoffs have the same double, it represents both, and the result is
//! the interval of the two. With chance every bound is rounded outwards.

use rustc_hash::FxHashMap;

use crate::game::{Rational, to_f64};

/// Who decides at a position, for the rating of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The player who is rated.
    Max,
    /// Another player.
    Min,
    /// Chance.
    Chance,
}

/// The known interval of a position, and its state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Status {
    /// The interval of its rating.
    pub interval: Interval,
    /// Whether searching it again would bring nothing: the interval is as narrow as it gets.
    pub closed: bool,
    /// Whether it is closed only for now, since a position recurs below it.
    pub stuck: bool,
}

impl Status {
    /// Nothing is known but the range of payoffs.
    pub fn open(range: Interval) -> Self {
        Self {
            interval: range,
            closed: false,
            stuck: false,
        }
    }

    /// Nothing is left to be known.
    pub fn closed(interval: Interval) -> Self {
        Self {
            interval,
            closed: true,
            stuck: false,
        }
    }

    /// The intersection of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let interval = self.interval.and(other.interval);
        let closed = self.closed || other.closed || interval.is_point();
        Self {
            interval,
            closed,
            stuck: closed && !interval.is_point() && (self.stuck || other.stuck),
        }
    }
}

/// Combines the statuses of a position's moves, with probabilities at a chance node. `known` is the
/// interval known before.
pub fn back_up(
    turn: Turn,
    moves: impl Iterator<Item = (Status, f64)> + Clone,
    known: Interval,
) -> Status {
    let interval = match turn {
        Turn::Max => best(moves.clone(), f64::max, f64::NEG_INFINITY),
        Turn::Min => best(moves.clone(), f64::min, f64::INFINITY),
        Turn::Chance => mean(moves.clone()),
    }
    .and(known);
    let mut open = false;
    let mut stuck = false;
    for (status, probability) in moves {
        let matters = match turn {
            Turn::Max => status.interval.high > interval.low,
            Turn::Min => status.interval.low < interval.high,
            Turn::Chance => probability > 0.0,
        };
        open |= matters && !status.closed;
        stuck |= matters && status.stuck;
    }
    let closed = !open || interval.is_point();
    Status {
        interval,
        closed,
        stuck: closed && stuck && !interval.is_point(),
    }
}

fn best(
    moves: impl Iterator<Item = (Status, f64)>,
    pick: fn(f64, f64) -> f64,
    start: f64,
) -> Interval {
    moves.fold(Interval::point(start), |best, (status, _)| Interval {
        low: pick(best.low, status.interval.low),
        high: pick(best.high, status.interval.high),
    })
}

/// The mean, rounded outwards. Since probabilities sum to 1, it lies between the smallest and the
/// largest interval with nonzero probability. So a value that all outcomes share stays exact.
fn mean(moves: impl Iterator<Item = (Status, f64)>) -> Interval {
    let mut sum = Interval::point(0.0);
    let mut min = f64::INFINITY;
    let mut max = f64::NEG_INFINITY;
    for (status, probability) in moves {
        if probability <= 0.0 {
            continue;
        }
        let Interval { low, high } = status.interval;
        min = min.min(low);
        max = max.max(high);
        // The probability is rounded too.
        let (less, more) = (probability.next_down(), probability.next_up());
        let below = (less * low).min(more * low).next_down();
        let above = (less * high).max(more * high).next_up();
        sum = Interval {
            low: (sum.low + below).next_down(),
            high: (sum.high + above).next_up(),
        };
    }
    sum.and(Interval {
        low: min,
        high: max,
    })
}

/// Doubles that differ by no more than this tie.
pub const TIE: f64 = 1e-12;

/// A lower and an upper bound of a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound …
    pub low: f64,
    /// … and the upper bound.
    pub high: f64,
}

/// No bounds at all.
pub const UNBOUNDED: Interval = Interval {
    low: f64::NEG_INFINITY,
    high: f64::INFINITY,
};

impl Interval {
    /// One number.
    pub fn point(number: f64) -> Self {
        Self {
            low: number,
            high: number,
        }
    }

    /// The intersection of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    /// Whether its ends are so near that they count as one number, where bounds are rounded.
    pub fn meets(self) -> bool {
        self.high - self.low <= TIE
    }

    /// Whether it is one number.
    pub fn is_point(self) -> bool {
        self.low >= self.high
    }
}

/// All payoffs that a double represents.
#[derive(Clone, Copy, Debug)]
struct ExactPayoffs {
    number: f64,
    min: Rational,
    max: Rational,
}

/// The payoffs that a search has met, and the range of those that it can meet.
#[derive(Clone, Debug)]
pub struct PayoffValues {
    chance: bool,
    range: Interval,
    exact_range: (Rational, Rational),
    /// In the order in which they were met; the first two are the ends of the range.
    known: Vec<ExactPayoffs>,
    /// The index of each among them, by its bits.
    places: FxHashMap<u64, u32>,
    /// The double or doubles of a payoff, those met first in front.
    recent: Vec<(Rational, Interval)>,
    doubles: FxHashMap<Rational, Interval>,
}

/// Number of recent payoffs that are searched before the map.
const RECENT: usize = 8;

impl PayoffValues {
    /// The values of a game with this range of payoffs.
    pub fn new(range: (Rational, Rational), chance: bool) -> Self {
        let mut values = Self {
            chance,
            range: Interval {
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
            },
            exact_range: range,
            known: Vec::new(),
            places: FxHashMap::default(),
            recent: Vec::new(),
            doubles: FxHashMap::default(),
        };
        values.range = Interval {
            low: values.of(range.0).low,
            high: values.of(range.1).high,
        };
        values
    }

    /// Removes the known range of payoffs, so that nothing is known of a rating before it is found.
    #[must_use]
    pub fn without_range(mut self) -> Self {
        self.range = UNBOUNDED;
        self
    }

    /// The range of all payoffs.
    pub fn range(&self) -> Interval {
        self.range
    }

    /// Whether bounds are rounded, since chance has a part in the game.
    pub fn has_chance(&self) -> bool {
        self.chance
    }

    /// The double that represents a payoff, or the two next to it.
    pub fn of(&mut self, exact: Rational) -> Interval {
        if let Some((_, interval)) = self.recent.iter().find(|(known, _)| *known == exact) {
            return *interval;
        }
        if let Some(interval) = self.doubles.get(&exact) {
            return *interval;
        }
        let number = to_f64(&exact);
        let interval = if !self.chance || is_double(&exact) {
            Interval::point(number)
        } else {
            Interval {
                low: number.next_down(),
                high: number.next_up(),
            }
        };
        if self.recent.len() < RECENT {
            self.recent.push((exact, interval));
        } else {
            self.doubles.insert(exact, interval);
        }
        if !self.chance {
            self.learn(number, exact);
        }
        interval
    }

    fn learn(&mut self, number: f64, exact: Rational) {
        if let Some(index) = self.place(number) {
            let known = &mut self.known[index];
            known.min = known.min.min(exact);
            known.max = known.max.max(exact);
            return;
        }
        self.places
            .insert(number.to_bits(), self.known.len() as u32);
        self.known.push(ExactPayoffs {
            number,
            min: exact,
            max: exact,
        });
    }

    fn place(&self, number: f64) -> Option<usize> {
        let index = self.places.get(&number.to_bits())?;
        Some(*index as usize)
    }

    /// The payoffs and estimates that were met; none with chance.
    pub fn payoffs(&self) -> impl Iterator<Item = Rational> {
        self.known.iter().flat_map(|known| [known.min, known.max])
    }

    /// A short code for a double that represents payoffs; `None` after 65,536 others.
    pub fn code(&self, number: f64) -> Option<u16> {
        let few = self.known.len().min(RECENT);
        let found = self.known[..few]
            .iter()
            .position(|known| known.number == number);
        let index = found.or_else(|| self.place(number))?;
        u16::try_from(index).ok()
    }

    /// The double of that short name.
    pub fn decode(&self, code: u16) -> f64 {
        self.known[usize::from(code)].number
    }

    /// The exact bounds that an interval of doubles represents; `None` with chance.
    pub fn exact(&self, interval: Interval) -> Option<(Rational, Rational)> {
        if self.chance {
            return None;
        }
        let find = |number: f64| self.place(number).map(|index| &self.known[index]);
        let low = find(interval.low).map_or(self.exact_range.0, |known| known.min);
        let high = find(interval.high).map_or(self.exact_range.1, |known| known.max);
        Some((low, high))
    }
}

/// Whether a double holds the number to the last bit.
fn is_double(number: &Rational) -> bool {
    const MAX: i128 = 1 << f64::MANTISSA_DIGITS;
    let (above, below) = (*number.numer(), *number.denom());
    (-MAX..=MAX).contains(&above) && below <= MAX && below & (below - 1) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, one, ratio, zero};

    fn interval(low: f64, high: f64) -> Interval {
        Interval { low, high }
    }

    const RANGE: Interval = Interval {
        low: 0.0,
        high: 1.0,
    };

    fn status(low: f64, high: f64) -> (Status, f64) {
        let known = interval(low, high);
        match known.is_point() {
            true => (Status::closed(known), 0.5),
            false => (Status::open(known), 0.5),
        }
    }

    #[test]
    fn a_maximiser_has_the_larger_of_both_bounds_and_a_minimiser_the_smaller() {
        let moves = [status(0.0, 0.5), status(0.25, 1.0)];
        let max = back_up(Turn::Max, moves.into_iter(), RANGE);
        assert_eq!((max.interval, max.closed), (interval(0.25, 1.0), false));
        let min = back_up(Turn::Min, moves.into_iter(), RANGE);
        assert_eq!((min.interval, min.closed), (interval(0.0, 0.5), false));
    }

    #[test]
    fn a_decision_is_finished_once_no_open_move_can_be_better() {
        let moves = [status(0.5, 0.5), status(0.0, 0.5)];
        let max = back_up(Turn::Max, moves.into_iter(), RANGE);
        assert_eq!(max, Status::closed(Interval::point(0.5)));
        let min = back_up(Turn::Min, moves.into_iter(), RANGE);
        assert!(!min.closed);
    }

    #[test]
    fn a_mean_is_enclosed_and_exact_where_all_branches_agree() {
        let moves = [status(1.0, 1.0), status(1.0, 1.0)];
        let mean = back_up(Turn::Chance, moves.into_iter(), RANGE);
        assert_eq!(mean, Status::closed(Interval::point(1.0)));
        let third = 1.0 / 3.0;
        let moves = [
            (Status::closed(Interval::point(1.0)), third),
            (Status::closed(Interval::point(0.0)), 1.0 - third),
        ];
        let mean = back_up(Turn::Chance, moves.into_iter(), RANGE).interval;
        assert!(mean.low < third && third < mean.high && mean.high - mean.low < 1e-14);
    }

    #[test]
    fn a_chance_node_is_finished_without_its_outcomes_of_probability_zero() {
        let moves = [
            (Status::closed(Interval::point(1.0)), 1.0),
            (Status::open(RANGE), 0.0),
        ];
        let mean = back_up(Turn::Chance, moves.into_iter(), RANGE);
        assert_eq!(mean, Status::closed(Interval::point(1.0)));
    }

    #[test]
    fn a_repeated_position_leaves_a_rating_unproven_only_if_the_rating_depends_on_it() {
        let stuck = Status {
            interval: RANGE,
            closed: true,
            stuck: true,
        };
        let backed = |turn| back_up(turn, [(stuck, 0.5), status(1.0, 1.0)].into_iter(), RANGE);
        assert_eq!(backed(Turn::Max), Status::closed(Interval::point(1.0)));
        let min = backed(Turn::Min);
        assert!(min.closed && min.stuck && min.interval == RANGE);
    }

    /// Closed for now, with these bounds.
    fn stuck(low: f64, high: f64) -> Status {
        Status {
            interval: interval(low, high),
            closed: true,
            stuck: true,
        }
    }

    #[test]
    fn bounds_that_meet_prove_a_rating_even_if_one_holds_only_for_this_pass() {
        let met = stuck(0.5, 1.0).and(Status::open(interval(0.0, 0.5)));
        assert_eq!(met, Status::closed(Interval::point(0.5)));
        assert_eq!(stuck(0.5, 1.0).and(Status::open(RANGE)), stuck(0.5, 1.0));
    }

    #[test]
    fn a_move_that_cannot_be_better_than_a_proven_bound_is_not_searched_further() {
        for (turn, known, other) in [
            (Turn::Max, stuck(0.5, 1.0), status(0.0, 0.5)),
            (Turn::Min, stuck(0.0, 0.5), status(0.5, 1.0)),
        ] {
            assert_eq!(
                back_up(turn, [(known, 1.0), other].into_iter(), RANGE),
                known
            );
        }
    }

    #[test]
    fn payoffs_come_back_exactly_in_a_game_without_chance() {
        let mut values = PayoffValues::new((zero(), one()), false);
        for number in [ratio(1, 3), half(), ratio(1, 7), zero()] {
            let interval = values.of(number);
            assert!(interval.is_point());
            assert_eq!(values.exact(interval), Some((number, number)));
            let code = values.code(interval.low).expect("a short name");
            assert_eq!(values.decode(code), interval.low);
        }
    }

    #[test]
    fn payoffs_that_no_double_tells_apart_are_told_as_an_interval() {
        let mut values = PayoffValues::new((zero(), one()), false);
        let near = ratio((1 << 60) + 1, 1 << 61);
        let interval = values.of(near);
        assert_eq!(values.of(half()), interval);
        assert_eq!(values.exact(interval), Some((half(), near)));
    }

    #[test]
    fn with_chance_a_payoff_that_is_no_double_is_enclosed() {
        let mut values = PayoffValues::new((zero(), one()), true);
        let third = values.of(ratio(1, 3));
        assert!(third.low < third.high && third.high - third.low < 1e-15);
        assert!(values.of(half()).is_point());
    }
}
