//! The result of a search: ratings where they are found, and proven intervals everywhere.

use std::fmt;

use super::back_up::{Interval, TIE, Values};
use super::tasks::Tasks;
use crate::game::{Player, Rational, to_f64};

/// A rating or a bound: exact, or in a game with chance a double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// The number itself.
    Exact(Rational),
    /// A double; as a bound it is rounded outwards.
    Double(f64),
}

impl Number {
    /// Whether two numbers count as equal: exactly where both are exact, within 1e-12 elsewhere.
    pub fn ties_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => a == b,
            _ => (self.to_f64() - other.to_f64()).abs() <= TIE,
        }
    }

    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        match self {
            Self::Exact(number) => to_f64(number),
            Self::Double(number) => *number,
        }
    }
}

/// A fraction in lowest terms, or up to six digits.
impl Number {
    /// All its digits: a fraction, or the shortest decimal that reads back as the same double.
    pub fn digits(&self) -> String {
        match self {
            Self::Exact(number) => number.to_string(),
            Self::Double(number) => number.to_string(),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(number) => write!(f, "{number}"),
            Self::Double(number) => {
                let digits = format!("{number:.6}");
                let digits = digits.trim_end_matches('0').trim_end_matches('.');
                f.write_str(if digits == "-0" { "0" } else { digits })
            }
        }
    }
}

/// The result for the root or for a move, for one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerResult {
    /// The player.
    pub player: Player,
    /// The rating; with a ply limit it may depend on estimates. `None`: not found.
    pub rating: Option<Number>,
    /// The proven interval of the true rating, whatever wasn't visited.
    pub proven: (Number, Number),
}

impl PlayerResult {
    /// Whether the rating is certain. With chance bounds are rounded, and count as met within
    /// 1e-12.
    pub fn is_proven(&self) -> bool {
        self.proven.0.ties_with(&self.proven.1)
    }
}

/// A move of the root.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnswer<M> {
    /// The move.
    pub mv: M,
    /// One entry per player.
    pub found: Vec<PlayerResult>,
}

/// The results of a search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchAnswer<M> {
    /// The root, one entry per player who is rated.
    pub root: Vec<PlayerResult>,
    /// Its moves, in the rules' order.
    pub moves: Vec<MoveAnswer<M>>,
    /// A best line to an end, if it was searched for: each move keeps the rating.
    pub line: Vec<M>,
    /// Within how many plies the winner wins, if that is proven. It may win sooner.
    pub wins_within: Option<u32>,
    /// Whether all ratings are found.
    pub complete: bool,
    /// Whether a ply limit hid something.
    pub cut: bool,
    /// Whether ratings are missing because positions recur. They depend on endless play, or their
    /// bounds hadn't converged after the maximum number of passes.
    pub recurs: bool,
}

/// The answer that the tasks come to.
pub fn answer<M: Copy>(tasks: &Tasks, values: &Values, moves: &[M], done: bool) -> SearchAnswer<M> {
    let at = |place: usize| -> Vec<PlayerResult> {
        let mut all: Vec<PlayerResult> = tasks
            .found
            .iter()
            .map(|found| {
                let proven = found.proven[place];
                let rated = match proven.is_point() {
                    true => proven,
                    false => proven.and(found.estimated[place]),
                };
                PlayerResult {
                    player: found.player,
                    rating: found.rated[place].then(|| number(values, rated)),
                    proven: bounds(values, proven),
                }
            })
            .collect();
        if let (Some(sum), [first]) = (&tasks.sum, &all[..]) {
            let (low, high) = first.proven;
            all.push(PlayerResult {
                player: Player(1),
                rating: first.rating.map(|number| left(sum, number, |left| left)),
                proven: (
                    left(sum, high, f64::next_down),
                    left(sum, low, f64::next_up),
                ),
            });
        }
        all
    };
    let root = at(0);
    let moves: Vec<MoveAnswer<M>> = moves
        .iter()
        .enumerate()
        .map(|(place, mv)| MoveAnswer {
            mv: *mv,
            found: at(place + 1),
        })
        .collect();
    let all = moves.iter().flat_map(|mv| &mv.found).chain(&root);
    let complete = done && all.clone().all(|found| found.rating.is_some());
    SearchAnswer {
        complete,
        cut: tasks.cut,
        recurs: tasks.recurs,
        root,
        moves,
        line: Vec::new(),
        wins_within: None,
    }
}

fn bounds(values: &Values, interval: Interval) -> (Number, Number) {
    match values.exact(interval) {
        Some((low, high)) => (Number::Exact(low), Number::Exact(high)),
        None => (Number::Double(interval.low), Number::Double(interval.high)),
    }
}

/// The rating that an interval has shrunk to.
fn number(values: &Values, interval: Interval) -> Number {
    match values.exact(interval) {
        Some((low, _)) => Number::Exact(low),
        None => Number::Double(f64::midpoint(interval.low, interval.high)),
    }
}

/// The rest of a sum for the other of two players.
fn left(sum: &Rational, number: Number, away: fn(f64) -> f64) -> Number {
    match number {
        Number::Exact(number) => Number::Exact(sum - number),
        Number::Double(number) => {
            let sum = to_f64(sum);
            let left = sum - number;
            Number::Double(if sum - left == number {
                left
            } else {
                away(left)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::game::{ratio, zero};

    #[test]
    fn doubles_tie_up_to_their_limit_and_fractions_only_where_they_are_the_same() {
        let none = Number::Double(0.0);
        assert!(none.ties_with(&Number::Double(TIE)) && Number::Double(TIE).ties_with(&none));
        assert!(!none.ties_with(&Number::Double(2.0 * TIE)));
        let tiny = Number::Exact(ratio(1, 1 << 50));
        assert!(none.ties_with(&tiny));
        assert!(!Number::Exact(zero()).ties_with(&tiny) && tiny.ties_with(&tiny));
    }
}
