//! Combines the intervals of moves into that of a position: the only place that derives bounds.

use super::values::Interval;

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
    let mut least = f64::INFINITY;
    let mut most = f64::NEG_INFINITY;
    for (status, probability) in moves {
        if probability <= 0.0 {
            continue;
        }
        let Interval { low, high } = status.interval;
        least = least.min(low);
        most = most.max(high);
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
        low: least,
        high: most,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_can_not_be_better_any_more_is_not_waited_for() {
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
    fn what_never_happens_is_not_waited_for() {
        let moves = [
            (Status::closed(Interval::point(1.0)), 1.0),
            (Status::open(RANGE), 0.0),
        ];
        let mean = back_up(Turn::Chance, moves.into_iter(), RANGE);
        assert_eq!(mean, Status::closed(Interval::point(1.0)));
    }

    #[test]
    fn a_recurring_position_keeps_what_hangs_on_it_open_and_nothing_else() {
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
    fn bounds_that_meet_are_certain_though_one_of_them_was_known_only_for_now() {
        let met = stuck(0.5, 1.0).and(Status::open(interval(0.0, 0.5)));
        assert_eq!(met, Status::closed(Interval::point(0.5)));
        assert_eq!(stuck(0.5, 1.0).and(Status::open(RANGE)), stuck(0.5, 1.0));
    }

    #[test]
    fn a_move_that_can_be_no_better_than_what_is_sure_keeps_nothing_open() {
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
}
