//! Texts of what isn't certain: probabilities of outcomes, proven intervals, and estimates.

use num_traits::{One, Zero};

use super::view::TreeView;
use crate::game::{Player, Rational, to_f64, visible};
use crate::rating::Rating;
use crate::tree::{Edge, Graph, Labels, Vertex, VertexKind};
use crate::words::{plies_text, rating_text, shortened, unrounded};

/// Maximum characters of an outcome's name.
const MAX_BRANCH_LETTERS: usize = 14;
/// Maximum characters of a fraction that is easier to read than a percentage.
const SHORT_FRACTION: usize = 3;

/// A probability in percent, with one decimal place if it isn't whole. Only the probability 0 is `0
/// %`, and only 1 is `100 %`.
pub fn percent_text(probability: Rational) -> String {
    if probability.is_zero() {
        return "0 %".to_owned();
    }
    if probability.is_one() {
        return "100 %".to_owned();
    }
    if 100 % *probability.denom() == 0 {
        let percent = *probability.numer() * (100 / *probability.denom());
        return format!("{percent} %");
    }
    match format!("{:.1}", 100.0 * to_f64(&probability)).as_str() {
        "0.0" => "<0.1 %".to_owned(),
        "100.0" => ">99.9 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

/// The probability of an outcome in few characters: as a fraction if all outcomes of its chance
/// node have short ones, otherwise all of them in percent, so that they can be compared.
pub fn chance_text(graph: &Graph, source: Vertex, edge: Edge) -> String {
    let all = || graph.edges(source).map(|edge| graph.probability(edge));
    let are_short = all().all(|one| one.to_string().len() <= SHORT_FRACTION);
    let probability = graph.probability(edge);
    match are_short && !all().all(|one| one.is_integer()) {
        true => probability.to_string(),
        false => percent_text(probability),
    }
}

/// A probability in percent and exactly: `44 %, 11/25`.
pub fn exact_chance(probability: Rational) -> String {
    let percent = percent_text(probability);
    if probability.is_integer() {
        percent
    } else {
        format!("{percent}, {probability}")
    }
}

/// The first of two branches between which chance decides right after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOdds {
    /// The name of the outcome: `wins`.
    pub branch: String,
    /// Its exact probability.
    pub probability: Rational,
}

/// The outcomes of chance right after a move; `None` without chance, or with more than two
/// outcomes.
pub fn odds(labels: &dyn Labels, edge: Edge) -> Option<MoveOdds> {
    let graph = labels.graph();
    let target = graph.target(edge);
    if !matches!(graph.kind(target), VertexKind::Chance(_)) || graph.degree(target) != 2 {
        return None;
    }
    let branch = graph.edge(target, 0)?;
    Some(MoveOdds {
        branch: branch_name(labels, target, branch),
        probability: graph.probability(branch),
    })
}

/// The common name of the first outcomes after the moves of a vertex. `None` if no move has odds,
/// and an empty name if the names differ.
pub fn odds_name(labels: &dyn Labels, vertex: Vertex) -> Option<String> {
    let graph = labels.graph();
    if !graph.has_chance() || !matches!(graph.kind(vertex), VertexKind::Decision(_)) {
        return None;
    }
    let mut names = graph.edges(vertex).filter_map(|edge| odds(labels, edge));
    let first = names.next()?.branch;
    Some(if names.all(|other| other.branch == first) {
        first
    } else {
        String::new()
    })
}

/// The name of an outcome, shortened for a list.
pub fn branch_name(labels: &dyn Labels, vertex: Vertex, edge: Edge) -> String {
    let name = labels.move_text(vertex, edge);
    shortened(&visible(&name), MAX_BRANCH_LETTERS)
}

/// Maximum characters of a player's name in an estimate.
const MAX_NAME: usize = 16;

impl TreeView<'_> {
    /// The proven interval of a vertex's rating: `between 0 and 1`.
    pub fn interval_in_words(&self, vertex: Vertex, player: Player) -> String {
        let (low, high) = self.proven(vertex, player);
        format!("between {} and {}", rating_text(&low), rating_text(&high))
    }

    /// The estimate of an unproven rating: `a wins`, or a number; `None` if the rating is proven,
    /// or if ratings are hidden.
    pub fn estimate_words(&self, vertex: Vertex, player: Player) -> Option<String> {
        let has_estimates = self.analysis.ratings.has_estimates();
        if self.hidden || !has_estimates || self.is_proven(vertex, player) {
            return None;
        }
        let rating = self.rating(vertex, player);
        let name = |player| shortened(&self.name(player), MAX_NAME);
        let (min, max) = self.labels.graph().range();
        let is_win = self.analysis.ratings.has_constant_sum() && self.labels.graph().has_winners();
        let is = |end| is_win && min < max && rating.ties_with(&Rating::Exact(end));
        Some(match () {
            () if is(max) => format!("{} wins", name(player)),
            () if is(min) => {
                format!("{} wins", name(Player(1 - player.0.min(1))))
            }
            () => {
                let about = rating_text(&rating);
                format!("about {} for {}", unrounded(&about), name(player))
            }
        })
    }

    /// Whether some rating of the graph may be unproven, so that proven ones need a mark. Iterated
    /// bounds are kept even if they have met.
    pub fn is_partly_open(&self) -> bool {
        let ratings = &self.analysis.ratings;
        let complete = || self.labels.graph().is_complete();
        ratings.has_intervals() && (!complete() || !ratings.all_proven(Vertex::ROOT))
    }

    /// Who wins within how many plies, where a search has proven that: `a wins within 22 plies`.
    pub fn wins_within(&self, vertex: Vertex) -> Option<String> {
        let plies = self
            .labels
            .graph()
            .wins_within(vertex)
            .filter(|_| !self.hidden)?;
        let (_, max) = self.labels.graph().range();
        let first = self
            .rating(vertex, Player(0))
            .ties_with(&Rating::Exact(max));
        let winner = shortened(&self.name(Player(u8::from(!first))), MAX_NAME);
        Some(format!("{winner} wins within {}", plies_text(plies)))
    }

    /// The plies to the end under best play, where that is proven.
    pub fn distance(&self, vertex: Vertex) -> Option<u32> {
        self.analysis.proven_distance(vertex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{one, ratio, zero};

    #[test]
    fn only_what_is_certain_is_a_hundred_percent_and_only_what_never_happens_none() {
        for (number, text) in [
            (zero(), "0 %"),
            (one(), "100 %"),
            (ratio(11, 25), "44 %"),
            (ratio(1, 2), "50 %"),
            (ratio(2585, 2592), "99.7 %"),
            (ratio(1079, 1296), "83.3 %"),
            (ratio(1, 10_000), "<0.1 %"),
            (ratio(9_999, 10_000), ">99.9 %"),
            (ratio(1, i128::MAX), "<0.1 %"),
        ] {
            assert_eq!(percent_text(number), text);
        }
    }

    #[test]
    fn a_probability_is_given_in_percent_and_exactly() {
        assert_eq!(exact_chance(ratio(11, 25)), "44 %, 11/25");
        assert_eq!(exact_chance(one()), "100 %");
    }
}
