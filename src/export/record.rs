//! The exact data of a node: the same fields in every format that programs read.

use num_traits::Zero;

use super::nodes::{Above, Node};
use super::told::NodeTexts;
use crate::game::{Player, Rational, line_of, to_f64};
use crate::rating::{Rating, best_edges};
use crate::tree::VertexKind;
use crate::words::end_winners;

/// The kind of a node, as tree files write it.
pub(super) fn kind_name(kind: VertexKind) -> &'static str {
    match kind {
        VertexKind::Decision(_) => "decision",
        VertexKind::Chance(_) => "chance",
        VertexKind::End => "terminal",
        VertexKind::Horizon(_) => "horizon",
    }
}

/// A node's rating for one player.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Worth {
    /// The rating as the nearest double; `None` if ratings are hidden.
    pub rating: Option<f64>,
    /// The rating as a fraction; `None` too where it is known as a double alone.
    pub exact: Option<String>,
    /// The proven interval of an unproven rating: `[0, 1/2]`.
    pub proven: Option<String>,
    /// The payoff of an end as a fraction.
    pub payoff: Option<String>,
}

impl NodeTexts<'_> {
    /// A node's rating for a player, as far as it is shown.
    pub fn worth(&self, item: &Node, player: Player) -> Worth {
        let ratings = &self.rated.analysis.ratings;
        let vertex = item.vertex;
        let mut worth = Worth::default();
        if self.show.ends {
            let payoff = self.rated.graph.graph().outcome(vertex, player);
            let end = self.rated.graph.graph().kind(vertex) == VertexKind::End;
            worth.payoff = payoff.filter(|_| end).map(|payoff| payoff.to_string());
        }
        if self.hidden {
            return worth;
        }
        let rating = ratings.rating(vertex, player);
        worth.rating = Some(finite(rating.to_f64()));
        worth.exact = rating.exact().map(|exact| exact.to_string());
        if self.show.intervals && !ratings.is_proven(vertex, player) {
            let (low, high) = ratings.proven(vertex, player);
            worth.proven = Some(format!("[{}, {}]", number(&low), number(&high)));
        }
        worth
    }

    /// Whether the ratings of all players are proven.
    pub fn is_proven(&self, item: &Node) -> bool {
        self.rated.analysis.ratings.all_proven(item.vertex)
    }

    /// Whether the move to a node is proven to be one of its player's best.
    pub fn is_best_move(&self, item: &Node) -> bool {
        let (graph, ratings) = (self.rated.graph.graph(), &self.rated.analysis.ratings);
        let above = item.above.as_ref();
        above.is_some_and(|above| best_edges(graph, ratings, above.vertex).contains(&above.edge))
    }

    /// The plies to the end under best play, where that is proven.
    pub fn distance(&self, item: &Node) -> Option<String> {
        let plies = self.rated.analysis.proven_distance(item.vertex)?;
        Some(plies.to_string())
    }

    /// The winners of an end, as names with spaces between them, in quotes where they have spaces
    /// themselves; `None` elsewhere, and if ends aren't shown.
    pub fn winner_names(&self, item: &Node) -> Option<String> {
        let winners = end_winners(&*self.rated.graph, item.vertex).filter(|_| self.show.ends)?;
        let names: Vec<String> = winners
            .iter()
            .map(|player| self.rated.graph.player_name(player))
            .collect();
        Some(line_of(&names))
    }

    /// The exact probability of an outcome of chance; `None` if a player chooses, and where moves
    /// aren't shown.
    pub fn exact_probability(&self, above: &Above) -> Option<Rational> {
        let graph = self.rated.graph.graph();
        (self.show.moves && graph.is_chance(above.vertex)).then(|| graph.probability(above.edge))
    }
}

/// A yes or no, as programs write it.
pub(super) fn truth(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

/// A bound as it reads back: a fraction, or the shortest decimal of a double.
fn number(rating: &Rating) -> String {
    match rating.exact() {
        Some(exact) => exact.to_string(),
        None => decimal(rating.to_f64()),
    }
}

/// The shortest decimal that reads back as the same double.
pub(super) fn decimal(number: f64) -> String {
    finite(number).to_string()
}

/// The nearest double to a fraction, in decimals.
pub(super) fn decimal_of(number: &Rational) -> String {
    match number.is_zero() {
        true => "0".to_owned(),
        false => decimal(to_f64(number)),
    }
}

/// A number without a minus before its zero. No rating is infinite or no number.
fn finite(number: f64) -> f64 {
    debug_assert!(number.is_finite(), "{number} as a rating");
    number + 0.0
}
