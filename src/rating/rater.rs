//! Rates a graph in steps, with or without chance, by minimax or max^n.

use super::chance::Chance;
use super::exact::Exact;
use super::max_n::MaxN;
use super::options::{Multiplayer, Options, endless_play, fair_share};
use super::ratings::constant_sum;
use super::{Rating, Ratings};
use crate::game::{Player, Rational};
use crate::tree::{Graph, Task, side_by_side};

/// Computes ratings step by step. Dropping it cancels.
pub(super) struct Rater {
    way: Way,
    endless: Rational,
    share: Option<Rational>,
    sum: Option<Rational>,
    refused: bool,
}

enum Way {
    Exact(Exact),
    Chance(Chance),
    MaxN(MaxN),
}

impl Rater {
    /// Starts with a sorted graph.
    pub fn new(graph: &Graph, options: &Options) -> Self {
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
        let players: Vec<Player> = Player::all(rated).collect();
        let unproven = !graph.is_complete();
        let way = if asked && !graph.is_cyclic() {
            Way::MaxN(MaxN::new(graph, unproven, endless))
        } else if graph.has_chance() {
            Way::Chance(Chance::new(graph, &players, unproven, endless))
        } else {
            Way::Exact(Exact::new(graph, &players, unproven, endless))
        };
        Self {
            way,
            endless,
            share: fair_share(graph),
            sum,
            refused: asked && graph.is_cyclic() && options.multiplayer.is_some(),
        }
    }

    /// The tasks that can run now, in parallel; call [`settle`](Self::settle) after them.
    pub fn tasks(&mut self) -> Vec<&mut dyn Task> {
        match &mut self.way {
            Way::Exact(exact) => exact.tasks(),
            Way::Chance(chance) => chance.tasks(),
            Way::MaxN(max_n) => vec![max_n],
        }
    }

    /// Continues with the work that depends on finished tasks.
    pub fn settle(&mut self, graph: &Graph) {
        match &mut self.way {
            Way::Exact(exact) => exact.settle(graph),
            Way::Chance(chance) => chance.settle(graph),
            Way::MaxN(_) => {}
        }
    }

    /// Visits up to `work` more vertices and edges; returns `true` when done.
    pub fn step(&mut self, graph: &Graph, work: usize) -> bool {
        side_by_side(graph, &mut self.tasks(), work);
        self.settle(graph);
        self.left(graph) == 0
    }

    /// The approximate work left.
    pub fn left(&mut self, graph: &Graph) -> u64 {
        self.tasks().iter().map(|task| task.left(graph)).sum()
    }

    /// Says that bounds that are iterated are good enough as they are.
    pub fn stop(&self) {
        if let Way::Chance(chance) = &self.way {
            chance.stop();
        }
    }

    /// The bytes that it takes, by capacity, roughly.
    pub fn bytes(&self) -> usize {
        match &self.way {
            Way::Exact(exact) => exact.bytes(),
            Way::Chance(chance) => chance.bytes(),
            Way::MaxN(max_n) => max_n.bytes(),
        }
    }

    /// The ratings, when all is done.
    pub fn finish(self, graph: &Graph) -> Ratings {
        let max_n = matches!(self.way, Way::MaxN(_));
        let columns = match self.way {
            Way::Exact(exact) => exact.finish(),
            Way::Chance(chance) => chance.finish(graph),
            Way::MaxN(max_n) => max_n.finish(),
        };
        let count = |below: &dyn Fn(&Rating) -> bool| columns.table.partition_point(below);
        let (below_share, at_most_share) = match self.share {
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
        Ratings {
            table: columns.table,
            sorted: columns.sorted,
            share: self.share,
            below_share,
            at_most_share,
            ratings: columns.ratings,
            low: columns.low,
            high: columns.high,
            sum: self.sum,
            players: graph.players(),
            multiplayer: match max_n {
                true => Multiplayer::MaxN,
                false => Multiplayer::Paranoid,
            },
            endless: self.endless,
            refused: self.refused,
        }
    }
}

impl Ratings {
    /// Rates every vertex of a graph, once.
    pub fn new(graph: &Graph, options: &Options) -> Self {
        let mut rater = Rater::new(graph, options);
        while !rater.step(graph, usize::MAX) {}
        rater.finish(graph)
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
