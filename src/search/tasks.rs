//! The walks of a search, one after the other, and their results.
//!
//! Each rated player has one walk over the tree. With a ply limit there are up to three: with the
//! smallest payoff at horizons, which proves lower bounds, with the largest, which proves upper
//! bounds, and with estimates.

use super::back_up::{Interval, Status};
use super::options::{Horizons, Options};
use crate::game::{Game, Player, Rational, Refusal};

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
    /// The player of the next or current walk, and its value at horizons.
    current: Option<(usize, Horizons)>,
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
    pub fn new<G: Game>(game: &G, options: &Options, range: Interval, moves: usize) -> Self {
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
            Some(_) if limited => Horizons::Estimate,
            _ => Horizons::Low,
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

    /// The player of the next walk, its value at horizons, and the intervals known before it.
    pub fn current(&self) -> Option<(Player, Horizons, &[Interval])> {
        let (index, horizons) = self.current?;
        let found = self.found.get(index)?;
        let known = match horizons {
            Horizons::Estimate => &found.estimated,
            Horizons::Low | Horizons::High => &found.proven,
        };
        Some((found.player, horizons, known))
    }

    /// Adds the current walk's results so far; `cut` is whether it has met a horizon.
    pub fn add(&mut self, statuses: &[Status], cut: bool) {
        let Some((index, horizons)) = self.current else {
            return;
        };
        let found = &mut self.found[index];
        for (place, status) in statuses.iter().enumerate() {
            let Interval { low, high } = status.interval;
            let proven = &mut found.proven[place];
            match horizons {
                Horizons::Low | Horizons::High if !cut => {
                    *proven = proven.and(status.interval);
                    found.rated[place] |= status.closed && !status.stuck;
                }
                Horizons::Low => proven.low = proven.low.max(low),
                Horizons::High => proven.high = proven.high.min(high),
                Horizons::Estimate if !cut && self.whole => {
                    *proven = proven.and(status.interval);
                    found.rated[place] |= status.closed;
                }
                Horizons::Estimate => {
                    found.estimated[place] = found.estimated[place].and(status.interval);
                    found.rated[place] |= status.closed;
                }
            }
            found.rated[place] |= proven.is_point() || self.chance && proven.meets();
        }
        self.cut |= cut;
    }

    /// Continues with the next walk, after the current one has ended.
    pub fn next(&mut self, cut: bool) {
        let Some((index, horizons)) = self.current else {
            return;
        };
        let found = &mut self.found[index];
        let all_rated = found.rated.iter().all(|rated| *rated);
        self.recurs |= !cut && !all_rated;
        let next = match horizons {
            Horizons::Low if cut => Some(Horizons::High),
            // With chance bounds are rounded, and never quite meet.
            Horizons::High if self.chance || !all_rated => {
                found.estimated.clone_from(&found.proven);
                Some(Horizons::Estimate)
            }
            _ => None,
        };
        self.current = match next {
            Some(horizons) => Some((index, horizons)),
            None if index + 1 < self.found.len() => Some((index + 1, Horizons::Low)),
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

    #[test]
    fn upper_bounds_are_asked_for_only_where_a_horizon_was_met() {
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
                current: Some((0, Horizons::Low)),
                whole: false,
                chance: false,
                cut: false,
                recurs: false,
            };
            tasks.next(cut);
            tasks.current().map(|(_, horizons, _)| horizons)
        };
        assert_eq!([true, false].map(next), [Some(Horizons::High), None]);
    }
}
