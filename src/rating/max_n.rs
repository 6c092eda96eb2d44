//! Ratings by max^n (Luckhardt and Irani, *An algorithmic solution of N-person games*, 1986). Each
//! mover takes the move with its own largest rating, the first listed of those that tie. All
//! players get their ratings from that move.

use super::Rating;
use super::backed::{choosable, first_best};
use super::column::{Column, Columns, Horizons, RatingColumn, RatingTable, leaf};
use super::rater::mean;
use crate::game::{Player, Rational};
use crate::tree::{Graph, Vertex, VertexKind};
use crate::work::Control;

/// The cost of an edge relative to a sweep that reads one byte.
const SLOWER: usize = 8;

/// The approximate work of rating a graph.
pub(super) fn work(graph: &Graph, unproven: bool) -> u64 {
    SLOWER as u64 * graph.sweep_size() * if unproven { 2 } else { 1 }
}

/// Rates a graph in which no position recurs for all players.
pub(super) async fn rate(
    graph: &Graph,
    unproven: bool,
    endless: Rational,
    ctl: &Control,
) -> Columns {
    let mut table = RatingTable::default();
    let sorted = !graph.has_chance();
    if sorted {
        // No other numbers come up: then indices compare as the numbers do.
        let (low, high) = graph.range();
        let mut numbers: Vec<Rational> = graph.outcomes().flatten().copied().collect();
        numbers.extend([low, high, endless]);
        numbers.sort_unstable();
        for number in numbers {
            table.intern(Rating::Exact(number));
        }
    }
    let most = match sorted {
        true => table.ratings.len(),
        false => usize::MAX,
    };
    let players: Vec<Player> = Player::all(graph.players()).collect();
    let columns = |wanted: bool| -> Vec<Column> {
        let players = players.iter().filter(|_| wanted);
        players.map(|_| Column::new(graph.len(), most)).collect()
    };
    let (mut ratings, mut low, mut high) = (columns(true), columns(unproven), columns(unproven));
    let mut sweep = Sweep {
        graph,
        players: &players,
        endless,
        table: &mut table,
    };
    let work = |vertex| SLOWER * (1 + graph.degree(vertex));
    let rate = |place| {
        let vertex = graph.at(place);
        sweep.rate(vertex, &mut ratings);
        work(vertex)
    };
    ctl.each(0..graph.len(), rate).await;
    if unproven {
        let bound = |place| {
            let vertex = graph.at(place);
            sweep.bound(vertex, &mut low, &mut high);
            work(vertex)
        };
        ctl.each(0..graph.len(), bound).await;
    }
    let of_table = |columns: Vec<Column>| columns.into_iter().map(RatingColumn::of_table).collect();
    Columns {
        sorted,
        ratings: of_table(ratings),
        low: of_table(low),
        high: of_table(high),
        table: table.ratings,
    }
}

struct Sweep<'a> {
    graph: &'a Graph,
    players: &'a [Player],
    endless: Rational,
    table: &'a mut RatingTable,
}

impl Sweep<'_> {
    fn read(&self, column: &Column, vertex: Vertex) -> Rating {
        self.table.ratings[column.get(vertex.index())]
    }

    /// The rating of a vertex without a choice: a leaf or a chance node.
    fn unchosen(&self, vertex: Vertex, player: Player, at: Horizons, column: &Column) -> Rating {
        match (
            leaf(self.graph, vertex, player, at),
            self.graph.kind(vertex),
        ) {
            (Some(number), _) => Rating::Exact(number),
            (None, VertexKind::Chance(_)) => {
                mean(self.graph, vertex, |target| self.read(column, target))
            }
            (None, _) => Rating::Exact(self.endless),
        }
    }

    /// The ratings of a vertex, with estimates at horizons.
    fn rate(&mut self, vertex: Vertex, columns: &mut [Column]) {
        let chosen = match self.graph.kind(vertex) {
            VertexKind::Decision(mover) => self.choice(vertex, &columns[mover.index()]),
            _ => None,
        };
        for player in self.players {
            let column = &columns[player.index()];
            let index = match chosen {
                Some(target) => column.get(target.index()),
                None => {
                    let rating = self.unchosen(vertex, *player, Horizons::Estimate, column);
                    self.table.intern(rating) as usize
                }
            };
            columns[player.index()].set(vertex.index(), index);
        }
    }

    /// The target of the first listed of the mover's best moves.
    fn choice(&self, vertex: Vertex, own: &Column) -> Option<Vertex> {
        let targets = self.graph.targets(vertex);
        let ratings = targets.iter().map(|target| self.read(own, *target));
        targets.get(first_best(ratings)?).copied()
    }

    /// The proven intervals of a vertex. Whatever the ratings of horizons are, a mover gets at
    /// least the largest lower bound of its moves, and at most the largest upper bound. The other
    /// players get their rating at one of the moves that it may choose.
    fn bound(&mut self, vertex: Vertex, low: &mut [Column], high: &mut [Column]) {
        let mover = match self.graph.kind(vertex) {
            VertexKind::Decision(mover) if !self.graph.is_leaf(vertex) => Some(mover),
            _ => None,
        };
        let chosen = mover.map_or_else(Vec::new, |mover| {
            self.choosable(vertex, &low[mover.index()], &high[mover.index()])
        });
        for player in self.players {
            let index = player.index();
            let targets = || self.graph.targets(vertex).iter().copied();
            let least = |column: &Column, targets: &mut dyn Iterator<Item = Vertex>| {
                let indices = targets.map(|target| column.get(target.index()) as u32);
                indices.min_by(|a, b| self.table.compare(*a, *b))
            };
            let most = |column: &Column, targets: &mut dyn Iterator<Item = Vertex>| {
                let indices = targets.map(|target| column.get(target.index()) as u32);
                indices.max_by(|a, b| self.table.compare(*a, *b))
            };
            let found = if Some(*player) == mover {
                let least = most(&low[index], &mut targets());
                (least, most(&high[index], &mut targets()))
            } else {
                let least = least(&low[index], &mut chosen.iter().copied());
                (least, most(&high[index], &mut chosen.iter().copied()))
            };
            let (least, most) = match found {
                (Some(least), Some(most)) => (least, most),
                _ => {
                    let least = self.unchosen(vertex, *player, Horizons::Low, &low[index]);
                    let most = self.unchosen(vertex, *player, Horizons::High, &high[index]);
                    (self.table.intern(least), self.table.intern(most))
                }
            };
            low[index].set(vertex.index(), least as usize);
            high[index].set(vertex.index(), most as usize);
        }
    }

    /// The targets of the moves that the mover can choose, whatever the ratings of horizons are.
    /// For them, no earlier move is certainly as good, and no later one is certainly better.
    fn choosable(&self, vertex: Vertex, low: &Column, high: &Column) -> Vec<Vertex> {
        let targets = self.graph.targets(vertex);
        let least = |place: usize| self.read(low, targets[place]);
        let most = |place: usize| self.read(high, targets[place]);
        let places = choosable(targets.len(), least, most);
        places.into_iter().map(|place| targets[place]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::rater;
    use super::*;
    use crate::game::half;
    use crate::games::dice_of_doom::{Board, DiceOfDoom, Rules};
    use crate::games::scripted::Scripted;
    use crate::tree::{Limits, PositionGraph};
    use crate::work::finished;
    use std::cmp::Ordering;
    use std::sync::Arc;

    fn rate(graph: &Graph, unproven: bool, endless: Rational) -> Columns {
        finished(super::rate(graph, unproven, endless, &Control::default()))
    }

    /// The ratings of the start, and its proven intervals.
    fn ratings(script: &str) -> (Vec<String>, Vec<String>) {
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        let start = game.start();
        let graph = PositionGraph::new(game, start, Limits::default());
        let columns = rate(graph.graph(), true, half());
        let text = |column: &RatingColumn| column.rating(0, &columns.table).to_string();
        let bounds = columns.low.iter().zip(&columns.high);
        (
            columns.ratings.iter().map(text).collect(),
            bounds
                .map(|(low, high)| format!("{} to {}", text(low), text(high)))
                .collect(),
        )
    }

    #[test]
    fn a_tie_goes_to_the_first_listed_and_decides_what_the_others_get() {
        let rest = "bs b: x -> p, y -> q; cs c: x -> q, y -> p; p end: 0 1/2 1/2; q end: 1 1/2 0";
        let start = |moves| format!("players a b c; start a: {moves}; {rest}");
        // b is indifferent and takes its first move, which is bad for a; c takes the same end.
        let (ratings, bounds) = super::tests::ratings(&start("l -> bs, r -> cs"));
        assert_eq!(ratings, ["0", "1/2", "1/2"]);
        assert_eq!(bounds, ["0 to 0", "1/2 to 1/2", "1/2 to 1/2"]);
        let turned = start("l -> bs, r -> cs").replace("x -> p, y -> q", "x -> q, y -> p");
        assert_eq!(super::tests::ratings(&turned).0, ["1", "1/2", "0"]);
    }

    /// In a constant-sum game of two players, max^n is minimax.
    #[test]
    fn two_players_with_a_constant_sum_are_rated_as_by_minimax() {
        let rules = Rules::LAND_OF_LISP;
        let (mut horizons, mut split) = (0, 0);
        for number in (0..1296_usize).step_by(17) {
            let hexes: Vec<String> = (0..4)
                .map(|hex| number / 6_usize.pow(hex) % 6)
                .map(|hex| format!("{}{}", ["a", "b"][hex / 3], hex % 3 + 1))
                .collect();
            let text = format!("{}{}/{}{} a", hexes[0], hexes[1], hexes[2], hexes[3]);
            let board = Board::read(&text, &rules, None).expect("a board");
            let (game, position) = DiceOfDoom::<1>::with_board(rules, &board).expect("one word");
            let game = Arc::new(game);
            for max_plies in [None, Some(3)] {
                let limits = Limits {
                    max_plies,
                    ..Limits::default()
                };
                let graph = PositionGraph::new(Arc::clone(&game), position, limits);
                let graph = graph.graph();
                let players: Vec<Player> = Player::all(2).collect();
                let unproven = !graph.is_complete();
                let ours = rate(graph, unproven, half());
                let ctl = Control::default();
                let minimax =
                    finished(rater::rate_exactly(graph, &players, unproven, half(), &ctl));
                let numbers = |columns: &Columns, column: &RatingColumn| -> Vec<Rating> {
                    let vertices = 0..column.len();
                    vertices
                        .map(|vertex| column.rating(vertex, &columns.table))
                        .collect()
                };
                for (a, b) in ours.ratings.iter().zip(&minimax.ratings) {
                    assert_eq!(numbers(&ours, a), numbers(&minimax, b), "{text}");
                }
                // The intervals don't use the sum, and so may be wider.
                for (ours_at, minimax_at, turn) in [
                    (&ours.low, &minimax.low, Ordering::Greater),
                    (&ours.high, &minimax.high, Ordering::Less),
                ] {
                    assert_eq!(ours_at.len(), minimax_at.len());
                    for (a, b) in ours_at.iter().zip(minimax_at) {
                        let (a, b) = (numbers(&ours, a), numbers(&minimax, b));
                        let wrong = a.iter().zip(&b).find(|(a, b)| a.compare(b) == turn);
                        assert_eq!(wrong, None, "{text}");
                    }
                }
                horizons += usize::from(unproven);
                split += usize::from(numbers(&ours, &ours.ratings[0])[0] == Rating::Exact(half()));
            }
        }
        assert!(horizons > 10 && split > 5, "{horizons}, {split}");
    }

    #[test]
    fn what_others_are_worth_is_proven_where_the_choice_is() {
        // The second move is never worth more to a than the first is proven to be.
        let certain = "players a b c; start a: l -> won, r -> far; won end: 1 0 1/2; \
                       far b estimate 1/2 1/2 1/2: x -> won";
        let (_, bounds) = ratings(certain);
        assert_eq!(bounds, ["1 to 1", "0 to 0", "1/2 to 1/2"]);
        // Listed first, it can be.
        let (ratings, bounds) =
            ratings(&certain.replace("l -> won, r -> far", "l -> far, r -> won"));
        assert_eq!(ratings, ["1", "0", "1/2"]);
        assert_eq!(bounds[0], "1 to 1");
    }
}
