//! Rates a graph with or without chance, by minimax or max^n.

use super::options::{Multiplayer, Options, endless_play, fair_share};
use super::ratings::constant_sum;
use super::{Rating, Ratings, chance, exact, hidden, max_n};
use crate::game::{Player, Rational};
use crate::tree::Graph;
use crate::work::{Control, finished};

/// How a graph is rated.
struct Plan {
    way: Way,
    players: Vec<Player>,
    endless: Rational,
    sum: Option<Rational>,
    /// Whether some horizon hides what follows.
    unproven: bool,
    refused: bool,
}

enum Way {
    Exact,
    Chance,
    MaxN,
}

impl Plan {
    fn of(graph: &Graph, options: &Options) -> Self {
        let endless = endless_play(graph, options);
        let sum = constant_sum(graph, endless);
        // For one player, or two with a constant sum, max^n is the same as minimax.
        let by_game = match graph.is_paranoid() {
            true => Multiplayer::Paranoid,
            false => Multiplayer::MaxN,
        };
        let asked = options.multiplayer.unwrap_or(by_game) == Multiplayer::MaxN
            && sum.is_none()
            && graph.players() > 1;
        let rated = if sum.is_some() { 1 } else { graph.players() };
        Self {
            way: if asked && !graph.is_cyclic() {
                Way::MaxN
            } else if graph.has_chance() {
                Way::Chance
            } else {
                Way::Exact
            },
            players: Player::all(rated).collect(),
            endless,
            sum,
            unproven: !graph.is_complete(),
            refused: asked && graph.is_cyclic() && options.multiplayer.is_some(),
        }
    }
}

impl Ratings {
    /// Rates every vertex of a graph, once.
    pub fn new(graph: &Graph, options: &Options) -> Self {
        finished(Self::rate(graph, options, &Control::default()))
    }

    /// The approximate work of rating a sorted graph.
    pub(super) fn work(graph: &Graph, options: &Options) -> u64 {
        let plan = Plan::of(graph, options);
        let bounds = if plan.unproven { 3 } else { 1 };
        let columns = bounds * plan.players.len() as u64;
        match plan.way {
            Way::Exact => exact::work(graph, columns),
            Way::Chance => columns * chance::work(graph),
            Way::MaxN => max_n::work(graph, plan.unproven),
        }
    }

    /// The approximate bytes that the ratings of a sorted graph take.
    pub(super) fn bytes_of(graph: &Graph, options: &Options) -> usize {
        let plan = Plan::of(graph, options);
        let bounds =
            plan.unproven || graph.hides_positions() || (graph.is_cyclic() && graph.has_chance());
        let columns = plan.players.len() * if bounds { 3 } else { 1 };
        let each = if graph.has_chance() { 4 } else { 1 };
        columns * each * graph.len()
    }

    /// Rates every vertex of a sorted graph.
    pub(super) async fn rate(graph: &Graph, options: &Options, ctl: &Control) -> Self {
        let Plan {
            way,
            players,
            endless,
            sum,
            unproven,
            refused,
        } = Plan::of(graph, options);
        let mut columns = match way {
            Way::Exact => exact::rate(graph, &players, unproven, endless, ctl).await,
            Way::Chance => chance::rate(graph, &players, unproven, endless, ctl).await,
            Way::MaxN => max_n::rate(graph, unproven, endless, ctl).await,
        };
        if graph.hides_positions() {
            hidden::open(graph, &mut columns);
        }
        let share = fair_share(graph);
        let count = |below: &dyn Fn(&Rating) -> bool| columns.table.partition_point(below);
        let (below_share, at_most_share) = match share {
            Some(share) if columns.sorted => {
                let share = Rating::Exact(share);
                // The fair share of one of two players leaves the same to the other.
                (
                    count(&|rating| rating.compare(&share).is_lt()),
                    count(&|rating| rating.compare(&share).is_le()),
                )
            }
            _ => (0, 0),
        };
        Self {
            table: columns.table,
            sorted: columns.sorted,
            share,
            below_share,
            at_most_share,
            ratings: columns.ratings,
            low: columns.low,
            high: columns.high,
            sum,
            players: graph.players(),
            multiplayer: match way {
                Way::MaxN => Multiplayer::MaxN,
                Way::Exact | Way::Chance => Multiplayer::Paranoid,
            },
            endless,
            refused,
            hides: graph.hides_positions(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ratio;
    use crate::tree::Vertex;
    use crate::tree::scripts::tests::graph;

    #[test]
    fn where_one_gains_what_the_other_loses_one_column_tells_both() {
        for (ends, columns, other) in [("1/4 3/4", 1, ratio(3, 4)), ("1/4 1/2", 2, ratio(1, 2))] {
            let script = format!("start a: l -> x, r -> y; x end: 0 1; y end: {ends}");
            let graph = graph(&script, None);
            let ratings = Ratings::new(graph.graph(), &Options::default());
            assert_eq!(ratings.ratings.len(), columns, "{ends}");
            let root = |player| ratings.rating(Vertex::ROOT, player);
            assert_eq!(root(Player(0)), Rating::Exact(ratio(1, 4)));
            assert_eq!(root(Player(1)), Rating::Exact(other));
        }
    }
}
