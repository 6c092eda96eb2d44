//! The ratings of a graph (`Ratings`), their proven intervals, and the options: how players are rated,
//! and the payoff of endless play. A [`Rating`] is exact as long as 128-bit fractions hold it, otherwise
//! the nearest double, marked as approximate.

use std::cmp::Ordering;
use std::fmt;

use num_traits::{CheckedAdd, CheckedMul, CheckedSub};

use super::column::{NumberColumn, RatingColumn};
use crate::game::{
    OpenError, Player, Rational, Refusal, parse_rational, quoted, ratio, to_f64, whole,
};
use crate::tree::{Graph, Vertex};

/// The rating of every position for every player, exact if possible, with the proven interval if a
/// limit hides part of the tree.
///
/// The rating of a position for player p (*Land of Lisp*, chapter 15, as it is meant) is p's payoff
/// at an end. If p is to move, it is the largest rating among the moves. If another player is to
/// move, it is the smallest. At a chance node it is the mean of the outcomes by their
/// probabilities. With more than two players this is the paranoid rating: all others play against
/// p. With max^n, each mover maximizes its own rating instead; ties go to the first listed move.
///
/// If positions recur, endless play has the same payoff for all players, 1/players by default. That
/// makes ratings unique. Without chance they are found by retrograde sweeps, as endgame tables are.
/// With chance a lower and an upper bound are iterated until they meet (bounded value iteration,
/// Kelmendi et al. 2018). A few positions with slow convergence are solved exactly. Bounds still
/// apart at the work limit are shown as the proven interval.
#[derive(Clone, Debug, Default)]
pub struct Ratings {
    pub(super) table: Vec<Rating>,
    /// Whether the table holds exact numbers in ascending order, so that indices compare as they
    /// do.
    pub(super) sorted: bool,
    /// The fair share: the constant sum of payoffs divided by the number of players.
    pub(super) share: Option<Rational>,
    /// The number of values in a sorted table below the fair share …
    pub(super) below_share: usize,
    /// … and the number that leave the other of two players at least that much.
    pub(super) at_most_share: usize,
    /// One per player, or the first player's alone where payoffs of two players have one sum.
    pub(super) ratings: Vec<RatingColumn>,
    /// Lower and upper bounds, like `ratings`; empty if every rating is proven.
    pub(super) low: Vec<RatingColumn>,
    pub(super) high: Vec<RatingColumn>,
    /// The sum of two players' payoffs, if it is constant.
    pub(super) sum: Option<Rational>,
    pub(super) players: usize,
    /// How the graph was rated.
    pub(super) multiplayer: Multiplayer,
    pub(super) endless: Rational,
    /// Whether another way was requested.
    pub(super) refused: bool,
    /// Whether players can't tell some positions apart.
    pub(super) hides: bool,
}

impl Ratings {
    /// How the graph was rated: paranoid if max^n isn't possible, since positions repeat, or
    /// gives the same ratings.
    pub fn multiplayer(&self) -> Multiplayer {
        self.multiplayer
    }

    /// The payoff of endless play for every player.
    pub fn endless_play(&self) -> Rational {
        self.endless
    }

    /// Why the graph isn't rated by max^n though that was requested, in one sentence; `None` if it
    /// is rated as requested.
    pub fn refused(&self) -> Option<&'static str> {
        self.refused
            .then_some("Max-n needs a ply limit here, because positions repeat. Or use paranoid.")
    }

    /// Whether each mover maximizes its own rating, rather than all others playing against one.
    pub fn is_max_n(&self) -> bool {
        self.multiplayer == Multiplayer::MaxN
    }

    /// Whether paranoid and max^n are different questions: for several players, except two with a
    /// constant sum of payoffs.
    pub fn has_choice_of_rating(&self) -> bool {
        self.players > 1 && self.sum.is_none()
    }

    /// How the graph was rated, where another way would give other ratings: what a reader has to be
    /// told.
    pub fn way_to_tell(&self) -> Option<Multiplayer> {
        self.has_choice_of_rating().then_some(self.multiplayer)
    }

    /// The rating of a vertex for a player.
    pub fn rating(&self, vertex: Vertex, player: Player) -> Rating {
        self.read(&self.ratings, &self.ratings, vertex, player)
    }

    /// The proven interval of the rating, whatever a limit hides.
    pub fn proven(&self, vertex: Vertex, player: Player) -> (Rating, Rating) {
        if self.low.is_empty() {
            let rating = self.rating(vertex, player);
            return (rating, rating);
        }
        (
            self.read(&self.low, &self.high, vertex, player),
            self.read(&self.high, &self.low, vertex, player),
        )
    }

    /// Whether the rating is certain: its proven interval is one number.
    pub fn is_proven(&self, vertex: Vertex, player: Player) -> bool {
        let (low, high) = self.proven(vertex, player);
        low.ties_with(&high)
    }

    /// Whether the rating is certain for every player.
    pub fn all_proven(&self, vertex: Vertex) -> bool {
        // With a constant sum, one player's interval determines the other's.
        (0..self.ratings.len()).all(|player| self.is_proven(vertex, Player(player as u8)))
    }

    /// Whether bounds are kept beside the ratings, since a limit hides something.
    pub fn has_intervals(&self) -> bool {
        !self.low.is_empty()
    }

    /// Whether a rating that isn't proven is an estimate. Where it depends on what a player doesn't
    /// know, it says nothing.
    pub fn has_estimates(&self) -> bool {
        !self.hides
    }

    /// Whether every rating of the graph is certain.
    pub fn everything_proven(&self) -> bool {
        let vertices = self.low.first().map_or(0, RatingColumn::len);
        (0..vertices as u32).all(|vertex| self.all_proven(Vertex(vertex)))
    }

    /// Compares two vertices for a player, ignoring ties: as [`Rating::compare`] does, but without
    /// reading the numbers if the table is sorted.
    pub fn compare(&self, a: Vertex, b: Vertex, player: Player) -> Ordering {
        if !self.sorted {
            return self.rating(a, player).compare(&self.rating(b, player));
        }
        let (index, turned) = self.column_of(player);
        let column = self.ratings[index].indices();
        let order = column.get(a.index()).cmp(&column.get(b.index()));
        if turned { order.reverse() } else { order }
    }

    /// Whether two vertices count as equally good for a player, as [`Rating::ties_with`] has it.
    pub fn ties(&self, a: Vertex, b: Vertex, player: Player) -> bool {
        if self.sorted {
            return self.compare(a, b, player).is_eq();
        }
        self.rating(a, player).ties_with(&self.rating(b, player))
    }

    /// The fair share: the constant sum of payoffs divided by the number of players. `None` without
    /// a constant sum.
    pub fn fair_share(&self) -> Option<Rational> {
        self.share
    }

    /// Whether a player's rating of a vertex is at least its fair share: the constant sum of
    /// payoffs divided by the number of players. Always without a constant sum.
    pub fn is_share(&self, vertex: Vertex, player: Player) -> bool {
        let Some(share) = self.share else {
            return true;
        };
        if !self.sorted {
            let share = Rating::Exact(share);
            let rating = self.rating(vertex, player);
            return rating.ties_with(&share) || rating.compare(&share).is_ge();
        }
        let (index, turned) = self.column_of(player);
        let rating = self.ratings[index].indices().get(vertex.index());
        if turned {
            rating < self.at_most_share
        } else {
            rating >= self.below_share
        }
    }

    /// Whether there are two players with a constant sum of payoffs.
    pub fn has_constant_sum(&self) -> bool {
        self.sum.is_some()
    }

    /// A player's column if its indices compare as ratings do, and whether the other way round.
    pub(super) fn sorted_column(&self, player: Player) -> Option<(&NumberColumn, bool)> {
        let (index, turned) = self.column_of(player);
        self.sorted.then(|| (self.ratings[index].indices(), turned))
    }

    /// The column with a player's ratings, and whether it is the other player's.
    pub(super) fn column_of(&self, player: Player) -> (usize, bool) {
        match (self.sum, player.index()) {
            (Some(_), 1) => (0, true),
            (_, index) => (index, false),
        }
    }

    /// Reads a column. If only the first player's is stored, the second's rating is the rest of the
    /// sum by the column of the opposite bound.
    pub(super) fn read(
        &self,
        columns: &[RatingColumn],
        opposite: &[RatingColumn],
        vertex: Vertex,
        player: Player,
    ) -> Rating {
        match (self.sum, player.index()) {
            (Some(sum), 1) => {
                Rating::Exact(sum).less(&opposite[0].rating(vertex.index(), &self.table))
            }
            (_, index) => columns[index].rating(vertex.index(), &self.table),
        }
    }

    /// The bytes that ratings and bounds take, by capacity.
    pub fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<Rating>()
            + [&self.ratings, &self.low, &self.high]
                .into_iter()
                .flatten()
                .map(RatingColumn::bytes)
                .sum::<usize>()
    }
}

/// The sum of both players' numbers, if it is the same at every leaf, and for endless play. `None`
/// for other numbers of players, or if the sums differ.
pub(super) fn constant_sum(graph: &Graph, endless: Rational) -> Option<Rational> {
    if graph.players() != 2 {
        return None;
    }
    let endless = graph.is_cyclic().then(|| endless + endless);
    let sum = match graph.outcomes().len() {
        0 => endless?,
        _ => graph.payoff_sum()?,
    };
    let constant = endless.is_none_or(|endless| endless == sum);
    constant.then_some(sum)
}

/// Doubles that differ by no more than this tie.
pub const TIE: f64 = 1e-12;

/// A position's rating for a player. Ratings are ordered by their numbers; an exact one comes before
/// the approximate one of the same number.
///
/// ```
/// use doomtree::{Player, Rating, Tree, half};
///
/// let rating = Tree::open("b2b2/a2b1 a")?.rating(Player(0));
/// assert_eq!(rating.exact(), Some(doomtree::zero()));
/// assert!(rating < Rating::Exact(half()) && rating.to_f64() == 0.0);
/// # Ok::<(), doomtree::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// The exact number.
    Exact(Rational),
    /// The nearest double: a fraction below exceeded 128 bits, or bounds were iterated.
    Approximate(f64),
}

impl Rating {
    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        match self {
            Self::Exact(number) => to_f64(number),
            Self::Approximate(number) => *number,
        }
    }

    /// The exact number, if it is one.
    pub fn exact(&self) -> Option<Rational> {
        match self {
            Self::Exact(number) => Some(*number),
            Self::Approximate(_) => None,
        }
    }

    /// Whether two ratings count as equal: exactly where both are exact, within 1e-12 elsewhere.
    pub fn ties_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => a == b,
            _ => (self.to_f64() - other.to_f64()).abs() <= TIE,
        }
    }

    /// Compares two ratings exactly, without the tolerance of [`Self::ties_with`].
    pub fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => a.cmp(b),
            _ => self.to_f64().total_cmp(&other.to_f64()),
        }
    }

    /// The difference.
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        self.exact()
            .zip(other.exact())
            .and_then(|(a, b)| a.checked_sub(&b))
            .map_or_else(
                || Self::Approximate(self.to_f64() - other.to_f64()),
                Self::Exact,
            )
    }

    /// `self + probability × other`.
    #[must_use]
    pub fn plus(&self, probability: &Rational, other: &Self) -> Self {
        self.exact()
            .zip(other.exact())
            .and_then(|(a, b)| b.checked_mul(probability).and_then(|b| a.checked_add(&b)))
            .map_or_else(
                || Self::Approximate(self.to_f64() + to_f64(probability) * other.to_f64()),
                Self::Exact,
            )
    }

    /// The same rating as a double that says so.
    #[must_use]
    pub fn approximate(&self) -> Self {
        Self::Approximate(self.to_f64())
    }
}

impl PartialOrd for Rating {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if let (Self::Exact(a), Self::Exact(b)) = (self, other) {
            return Some(a.cmp(b));
        }
        let rounded = |rating: &Self| matches!(rating, Self::Approximate(_));
        let order = self.to_f64().partial_cmp(&other.to_f64())?;
        Some(order.then(rounded(self).cmp(&rounded(other))))
    }
}

/// A fraction in lowest terms, or `≈` and up to six digits.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(number) => write!(f, "{number}"),
            Self::Approximate(number) => {
                let digits = format!("{number:.6}");
                let digits = digits.trim_end_matches('0').trim_end_matches('.');
                write!(f, "≈{}", if digits == "-0" { "0" } else { digits })
            }
        }
    }
}

/// How players are rated. For two players whose payoffs have a constant sum, both are minimax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Multiplayer {
    /// Everyone against the one who is rated (the reading of the books on Dice of Doom).
    #[default]
    Paranoid,
    /// Backward induction: each mover maximizes its own rating; ties go to the first listed move
    /// (Luckhardt and Irani, *An algorithmic solution of N-person games*, 1986).
    MaxN,
}

impl Multiplayer {
    /// Every way, in the order they are offered.
    pub const ALL: [Self; 2] = [Self::Paranoid, Self::MaxN];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paranoid => "paranoid",
            Self::MaxN => "max-n",
        }
    }

    /// The option with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

/// Options for rating a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct RatingOptions {
    /// How players are rated; `None`: as the game says, which is max^n unless it is
    /// [paranoid](crate::Game::is_paranoid).
    pub multiplayer: Option<Multiplayer>,
    /// The payoff of endless play for every player; `None`: a tie, which is the fair share of the
    /// constant sum, or otherwise 1/players, or the nearest number that an end can pay. For one
    /// player it is the lowest payoff.
    pub endless: Option<Rational>,
}

/// The word for the default payoff of endless play, on the command line and in the window.
pub const DRAW: &str = "draw";

impl RatingOptions {
    /// Parses the payoff of endless play: `draw`, or a number.
    ///
    /// # Errors
    /// Fails if the text is neither.
    pub fn read_endless(text: &str) -> Result<Option<Rational>, Refusal> {
        if text.trim() == DRAW {
            return Ok(None);
        }
        match parse_rational(text.trim()) {
            Some(number) => Ok(Some(number)),
            None => Err(Refusal::new(
                format!("play without end can't be worth {}", quoted(text.trim())),
                format!("use {DRAW} or a fraction such as 1/2"),
            )),
        }
    }

    /// Checks that the payoff of endless play is one that an end could have.
    ///
    /// # Errors
    /// One sentence, if the number is outside the range of payoffs.
    pub fn check(&self, range: (Rational, Rational)) -> Result<(), OpenError> {
        let (low, high) = range;
        match self.endless {
            Some(endless) if endless < low || endless > high => Err(OpenError::rules(
                format!("play without end can't be worth {endless} in this game"),
                format!("use {DRAW} or a number from {low} to {high}"),
            )),
            _ => Ok(()),
        }
    }
}

/// The payoff of endless play for every player in a graph.
pub fn endless_play(graph: &Graph, options: &RatingOptions) -> Rational {
    let (low, high) = graph.range();
    let draw = || fair_share(graph).unwrap_or_else(|| ratio(1, graph.players() as i128));
    let usual = || match graph.players() {
        // A puzzle that is never solved isn't worth a solution.
        1 => low,
        _ => draw(),
    };
    options.endless.unwrap_or_else(usual).clamp(low, high)
}

/// What each player gets if the constant sum of payoffs is divided equally. `None` without one.
pub(super) fn fair_share(graph: &Graph) -> Option<Rational> {
    Some(graph.payoff_sum()? / whole(graph.players() as i128))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, one, ratio, zero};
    use crate::rating::RatingOptions;
    use crate::tree::tests::graph;

    #[test]
    fn rating_indices_sort_positions_in_the_order_of_their_ratings() {
        for ends in [
            "0 1; y end: 1/4 3/4; z end: 1/2 1/2",
            "0 1; y end: 1/4 0; z end: 1/2 2/3",
        ] {
            let script = format!("start a: l -> x, r -> y, m -> z; x end: {ends}");
            let graph = graph(&script, None);
            let graph = graph.graph();
            let ratings = Ratings::new(graph, &RatingOptions::default());
            for player in Player::all(2) {
                let (column, turned) = ratings.sorted_column(player).expect("a sorted table");
                for (a, b) in graph
                    .vertices()
                    .flat_map(|a| graph.vertices().map(move |b| (a, b)))
                {
                    let order = column.get(a.index()).cmp(&column.get(b.index()));
                    let order = if turned { order.reverse() } else { order };
                    let (one, other) = (ratings.rating(a, player), ratings.rating(b, player));
                    assert_eq!(order, one.compare(&other), "{ends}");
                }
            }
        }
    }

    #[test]
    fn sums_stay_exact_until_they_leave_128_bits_and_then_say_so() {
        let third = ratio(1, 3);
        let sum = Rating::Exact(half()).plus(&third, &Rating::Exact(one()));
        assert_eq!(sum, Rating::Exact(ratio(5, 6)));
        let tiny = ratio(1, 1 << 100);
        let tinier = ratio(1, (1 << 99) - 1);
        let sum = Rating::Exact(tiny).plus(&tinier, &Rating::Exact(ratio(1, 3)));
        assert!(matches!(sum, Rating::Approximate(_)), "{sum:?}");
    }

    #[test]
    fn doubles_tie_within_a_millionth_of_a_millionth_and_fractions_exactly() {
        assert!(Rating::Approximate(0.5).ties_with(&Rating::Exact(half())));
        assert!(Rating::Approximate(0.5).ties_with(&Rating::Approximate(0.5 + 0.9e-12)));
        assert!(!Rating::Approximate(0.5).ties_with(&Rating::Approximate(0.5 + 1.1e-12)));
        let near = ratio((1 << 60) + 1, 1 << 61);
        assert!(!Rating::Exact(half()).ties_with(&Rating::Exact(near)));
    }

    #[test]
    fn an_approximate_rating_shows_that_it_is_one() {
        assert_eq!(Rating::Exact(half()).to_string(), "1/2");
        assert_eq!(Rating::Approximate(0.25).to_string(), "≈0.25");
        assert_eq!(Rating::Approximate(-0.0).to_string(), "≈0");
        assert_eq!(Rating::Approximate(1.0 / 3.0).to_string(), "≈0.333333");
    }

    #[test]
    fn ways_of_rating_are_found_by_their_names() {
        for way in Multiplayer::ALL {
            assert_eq!(Multiplayer::from_name(way.name()), Some(way));
        }
        assert_eq!(Multiplayer::from_name("maxn"), None);
    }

    #[test]
    fn endless_play_is_a_draw_or_any_number_that_an_end_could_pay() {
        assert_eq!(RatingOptions::read_endless("draw"), Ok(None));
        assert_eq!(RatingOptions::read_endless(" 1/2 "), Ok(Some(half())));
        let fault = RatingOptions::read_endless("much").expect_err("no number");
        let fault = fault.to_string();
        assert!(
            fault.contains("'much'") && fault.contains("draw"),
            "{fault}"
        );
        let options = |endless| RatingOptions {
            endless,
            ..RatingOptions::default()
        };
        let worth = |ends: &str, endless| {
            let script = format!("start a: l -> x, r -> y; x end: {ends}");
            let graph = graph(&script, None);
            endless_play(graph.graph(), &options(endless))
        };
        assert_eq!(worth("0 1; y end: 1 0", None), half());
        assert_eq!(worth("-1 1; y end: 1 -1", None), zero());
        assert_eq!(worth("0 10; y end: 4 6", None), whole(5));
        // Without a constant sum.
        assert_eq!(worth("0 0; y end: 0 1", None), half());
        assert_eq!(worth("2 3; y end: 2 2", None), whole(2));
        assert_eq!(worth("0 1; y end: 1 0", Some(one())), one());
        let range = (zero(), one());
        assert!(options(Some(zero())).check(range).is_ok());
        let fault = options(Some(whole(2))).check(range).expect_err("too much");
        assert!(fault.to_string().contains("from 0 to 1"), "{fault}");
    }
}
