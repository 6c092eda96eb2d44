//! The walks of a search, one after the other, and their result: ratings where they are found, and proven
//! intervals everywhere.
//!
//! Each rated player has one walk over the tree. With a ply limit there are up to three: with the
//! smallest payoff at limit leaves, which proves lower bounds, with the largest, which proves upper
//! bounds, and with estimates.

use std::fmt;

use super::back_up::{Interval, PayoffValues, Status, TIE};
use super::method::{LimitLeafValue, SearchOptions};
use crate::game::{Game, Player, Rational, Refusal, to_f64};

/// A rating or a bound: exact, or in a game with chance a double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchNumber {
    /// The number itself.
    Exact(Rational),
    /// A double; as a bound it is rounded outwards.
    Double(f64),
}

impl SearchNumber {
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
impl SearchNumber {
    /// All its digits: a fraction, or the shortest decimal that reads back as the same double.
    pub fn digits(&self) -> String {
        match self {
            Self::Exact(number) => number.to_string(),
            Self::Double(number) => number.to_string(),
        }
    }
}

impl fmt::Display for SearchNumber {
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
    pub rating: Option<SearchNumber>,
    /// The proven interval of the true rating, whatever wasn't visited.
    pub proven: (SearchNumber, SearchNumber),
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
pub fn answer<M: Copy>(
    tasks: &Tasks,
    values: &PayoffValues,
    moves: &[M],
    done: bool,
) -> SearchAnswer<M> {
    let at = |slot: usize| -> Vec<PlayerResult> {
        let mut all: Vec<PlayerResult> = tasks
            .found
            .iter()
            .map(|found| {
                let proven = found.proven[slot];
                let rated = match proven.is_point() {
                    true => proven,
                    false => proven.and(found.estimated[slot]),
                };
                PlayerResult {
                    player: found.player,
                    rating: found.rated[slot].then(|| number(values, rated)),
                    proven: bounds(values, proven),
                }
            })
            .collect();
        if let (Some(sum), [first]) = (&tasks.sum, &all[..]) {
            let (low, high) = first.proven;
            all.push(PlayerResult {
                player: Player(1),
                rating: first
                    .rating
                    .map(|number| remaining(sum, number, |left| left)),
                proven: (
                    remaining(sum, high, f64::next_down),
                    remaining(sum, low, f64::next_up),
                ),
            });
        }
        all
    };
    let root = at(0);
    let moves: Vec<MoveAnswer<M>> = moves
        .iter()
        .enumerate()
        .map(|(index, mv)| MoveAnswer {
            mv: *mv,
            found: at(index + 1),
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

fn bounds(values: &PayoffValues, interval: Interval) -> (SearchNumber, SearchNumber) {
    match values.exact(interval) {
        Some((low, high)) => (SearchNumber::Exact(low), SearchNumber::Exact(high)),
        None => (
            SearchNumber::Double(interval.low),
            SearchNumber::Double(interval.high),
        ),
    }
}

/// The rating that an interval has shrunk to.
fn number(values: &PayoffValues, interval: Interval) -> SearchNumber {
    match values.exact(interval) {
        Some((low, _)) => SearchNumber::Exact(low),
        None => SearchNumber::Double(f64::midpoint(interval.low, interval.high)),
    }
}

/// The rest of a sum for the other of two players.
fn remaining(sum: &Rational, number: SearchNumber, away: fn(f64) -> f64) -> SearchNumber {
    match number {
        SearchNumber::Exact(number) => SearchNumber::Exact(sum - number),
        SearchNumber::Double(number) => {
            let sum = to_f64(sum);
            let left = sum - number;
            SearchNumber::Double(if sum - left == number {
                left
            } else {
                away(left)
            })
        }
    }
}

/// The results for one player: the root, then its moves in the rules' order.
#[derive(Clone, Debug)]
pub struct PlayerIntervals {
    /// The player.
    pub player: Player,
    /// The proven intervals.
    pub proven: Vec<Interval>,
    /// The intervals of ratings based on estimates, unless they are proven.
    pub estimated: Vec<Interval>,
    /// Whether the rating is found: proven, or otherwise by estimates.
    pub rated: Vec<bool>,
}

/// The pending walks, and the results of the finished ones.
#[derive(Clone, Debug)]
pub struct Tasks {
    /// One entry per player who is searched.
    pub found: Vec<PlayerIntervals>,
    /// The sum of two players' payoffs, if the second's ratings follow from the first's.
    pub sum: Option<Rational>,
    /// The player of the next or current walk, and its value at limit leaves.
    current: Option<(usize, LimitLeafValue)>,
    /// Whether there is only one walk, with estimates: it proves its results if it meets no
    /// horizon.
    whole: bool,
    chance: bool,
    /// Whether a horizon was met.
    pub cut: bool,
    /// Whether some rating couldn't be found, since positions recur.
    pub recurs: bool,
}

impl Tasks {
    /// All walks for a root with this number of moves.
    pub fn new<G: Game>(game: &G, options: &SearchOptions, range: Interval, moves: usize) -> Self {
        let sum = match options.player {
            None => constant_sum(game),
            Some(_) => None,
        };
        let players: Vec<Player> = match (options.player, sum) {
            (Some(player), _) => vec![player],
            (None, Some(_)) => vec![Player(0)],
            (None, None) => Player::all(game.players()).collect(),
        };
        let limited = options.max_plies.is_some();
        let first = match options.textbook {
            Some(_) if limited => LimitLeafValue::Estimate,
            _ => LimitLeafValue::Low,
        };
        let found = |player| PlayerIntervals {
            player,
            proven: vec![range; moves + 1],
            estimated: vec![range; moves + 1],
            rated: vec![false; moves + 1],
        };
        Self {
            found: players.into_iter().map(found).collect(),
            sum,
            current: Some((0, first)),
            whole: options.textbook.is_some(),
            chance: game.has_chance(),
            cut: false,
            recurs: false,
        }
    }

    /// The player of the next walk, its value at limit leaves, and the intervals known before it.
    pub fn current(&self) -> Option<(Player, LimitLeafValue, &[Interval])> {
        let (index, limit_value) = self.current?;
        let found = self.found.get(index)?;
        let known = match limit_value {
            LimitLeafValue::Estimate => &found.estimated,
            LimitLeafValue::Low | LimitLeafValue::High => &found.proven,
        };
        Some((found.player, limit_value, known))
    }

    /// Adds the current walk's results so far; `cut` is whether it has met a horizon.
    pub fn add(&mut self, statuses: &[Status], cut: bool) {
        let Some((index, limit_value)) = self.current else {
            return;
        };
        let found = &mut self.found[index];
        for (slot, status) in statuses.iter().enumerate() {
            let Interval { low, high } = status.interval;
            let proven = &mut found.proven[slot];
            match limit_value {
                LimitLeafValue::Low | LimitLeafValue::High if !cut => {
                    *proven = proven.and(status.interval);
                    found.rated[slot] |= status.closed && !status.stuck;
                }
                LimitLeafValue::Low => proven.low = proven.low.max(low),
                LimitLeafValue::High => proven.high = proven.high.min(high),
                LimitLeafValue::Estimate if !cut && self.whole => {
                    *proven = proven.and(status.interval);
                    found.rated[slot] |= status.closed;
                }
                LimitLeafValue::Estimate => {
                    found.estimated[slot] = found.estimated[slot].and(status.interval);
                    found.rated[slot] |= status.closed;
                }
            }
            found.rated[slot] |= proven.is_point() || self.chance && proven.meets();
        }
        self.cut |= cut;
    }

    /// Continues with the next walk, after the current one has ended.
    pub fn next(&mut self, cut: bool) {
        let Some((index, limit_value)) = self.current else {
            return;
        };
        let found = &mut self.found[index];
        let all_rated = found.rated.iter().all(|rated| *rated);
        self.recurs |= !cut && !all_rated;
        let next = match limit_value {
            LimitLeafValue::Low if cut => Some(LimitLeafValue::High),
            // With chance bounds are rounded, and never quite meet.
            LimitLeafValue::High if self.chance || !all_rated => {
                found.estimated.clone_from(&found.proven);
                Some(LimitLeafValue::Estimate)
            }
            _ => None,
        };
        self.current = match next {
            Some(limit_value) => Some((index, limit_value)),
            None if index + 1 < self.found.len() => Some((index + 1, LimitLeafValue::Low)),
            None => None,
        };
    }
}

/// Checks that a game can be searched: bounds on one player's rating are bounds on the other's, or
/// all others play against the one who is rated.
///
/// # Errors
/// A game in which each player takes what is best for itself.
pub fn check_searchable<G: Game>(game: &G) -> Result<(), Refusal> {
    if game.hides_positions() {
        return Err(needs_known_positions());
    }
    let zero_sum = game.players() == 2 && game.payoff_sum().is_some();
    match zero_sum || game.is_paranoid() || game.players() == 1 {
        true => Ok(()),
        false => Err(needs_constant_sum()),
    }
}

/// Why a game in which players don't know where they are can't be searched.
pub fn needs_known_positions() -> Refusal {
    Refusal::new(
        "players don't know where they are in this tree, so backward induction doesn't apply",
        "rate it as if players knew: the text then has 'sets known'",
    )
}

/// Why a game that is rated by max^n can't be searched.
pub fn needs_constant_sum() -> Refusal {
    Refusal::new(
        "alpha-beta and the other searches need two players whose payoffs add up to one constant",
        "these ratings are by max-n, each for itself, which a search doesn't find",
    )
}

/// The constant sum of two players' payoffs at every end and horizon, and at both ends of the
/// range.
fn constant_sum<G: Game>(game: &G) -> Option<Rational> {
    let (low, high) = game.payoff_range();
    game.payoff_sum()
        .filter(|sum| game.players() == 2 && low + high == *sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{ratio, zero};

    #[test]
    fn doubles_tie_up_to_their_limit_and_fractions_only_where_they_are_the_same() {
        let none = SearchNumber::Double(0.0);
        assert!(
            none.ties_with(&SearchNumber::Double(TIE))
                && SearchNumber::Double(TIE).ties_with(&none)
        );
        assert!(!none.ties_with(&SearchNumber::Double(2.0 * TIE)));
        let tiny = SearchNumber::Exact(ratio(1, 1 << 50));
        assert!(none.ties_with(&tiny));
        assert!(!SearchNumber::Exact(zero()).ties_with(&tiny) && tiny.ties_with(&tiny));
    }

    #[test]
    fn upper_bounds_are_searched_only_if_a_leaf_at_a_limit_was_met() {
        let range = Interval {
            low: 0.0,
            high: 1.0,
        };
        let next = |cut: bool| {
            let mut tasks = Tasks {
                found: vec![PlayerIntervals {
                    player: Player(0),
                    proven: vec![range],
                    estimated: vec![range],
                    rated: vec![true],
                }],
                sum: None,
                current: Some((0, LimitLeafValue::Low)),
                whole: false,
                chance: false,
                cut: false,
                recurs: false,
            };
            tasks.next(cut);
            tasks.current().map(|(_, limit_value, _)| limit_value)
        };
        assert_eq!([true, false].map(next), [Some(LimitLeafValue::High), None]);
    }
}
