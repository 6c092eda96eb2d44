//! Ratings by max^n (Luckhardt and Irani, *An algorithmic solution of N-person games*, 1986): each
//! mover takes the move that is worth most to itself, of moves that tie the first listed, and all
//! players have their ratings from that move.

use super::chance::{Table, mean};
use super::column::Column;
use super::{Columns, Horizons, Rating, leaf};
use crate::game::{Player, Rational};
use crate::tree::{Graph, Vertex, VertexKind};

/// Rates a graph in which no position recurs, for all players.
pub(super) fn rate(graph: &Graph, unproven: bool, endless: Rational) -> Columns {
    let mut table = Table::default();
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
    let mut sweep = Sweep {
        graph,
        players: Player::all(graph.players()).collect(),
        endless,
        table,
    };
    let ratings = sweep.ratings();
    let (low, high) = if unproven {
        sweep.bounds()
    } else {
        (Vec::new(), Vec::new())
    };
    let table = sweep.table.ratings;
    let narrow = |columns: Vec<Vec<u32>>| -> Vec<Column> {
        columns
            .into_iter()
            .map(|indices| Column::of(indices, table.len()))
            .collect()
    };
    Columns {
        sorted,
        ratings: narrow(ratings),
        low: narrow(low),
        high: narrow(high),
        table,
    }
}

struct Sweep<'a> {
    graph: &'a Graph,
    players: Vec<Player>,
    endless: Rational,
    table: Table,
}

impl Sweep<'_> {
    fn read(&self, column: &[u32], vertex: Vertex) -> Rating {
        self.table.ratings[column[vertex.index()] as usize]
    }

    fn empty(&self) -> Vec<Vec<u32>> {
        vec![vec![0; self.graph.len()]; self.players.len()]
    }

    /// What a vertex without moves to choose from is worth: a leaf, or one that chance decides.
    fn unchosen(&self, vertex: Vertex, player: Player, at: Horizons, column: &[u32]) -> Rating {
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

    /// The ratings, with estimates at horizons.
    fn ratings(&mut self) -> Vec<Vec<u32>> {
        let mut columns = self.empty();
        for vertex in self.graph.order() {
            let chosen = match self.graph.kind(vertex) {
                VertexKind::Decision(mover) => self.choice(vertex, &columns[mover.index()]),
                _ => None,
            };
            for player in self.players.clone() {
                let column = &columns[player.index()];
                let index = match chosen {
                    Some(target) => column[target.index()],
                    None => {
                        let rating = self.unchosen(vertex, player, Horizons::Estimate, column);
                        self.table.intern(rating)
                    }
                };
                columns[player.index()][vertex.index()] = index;
            }
        }
        columns
    }

    /// Where the first listed of the mover's best moves leads.
    fn choice(&self, vertex: Vertex, own: &[u32]) -> Option<Vertex> {
        let targets = self.graph.targets(vertex).iter().copied();
        let rating = |target| self.read(own, target);
        let top = targets.clone().map(rating).max_by(Rating::compare)?;
        targets
            .into_iter()
            .find(|target| rating(*target).ties_with(&top))
    }

    /// The proven intervals: whatever the horizons are worth, a mover gets at least the largest of
    /// the least, and at most the largest of the most, that its moves are worth to it; the others
    /// get what they get by some move that it can choose.
    fn bounds(&mut self) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
        let (mut low, mut high) = (self.empty(), self.empty());
        for vertex in self.graph.order() {
            let mover = match self.graph.kind(vertex) {
                VertexKind::Decision(mover) if !self.graph.is_leaf(vertex) => Some(mover),
                _ => None,
            };
            let chosen = mover.map_or_else(Vec::new, |mover| {
                self.choosable(vertex, &low[mover.index()], &high[mover.index()])
            });
            for player in self.players.clone() {
                let index = player.index();
                let targets = || self.graph.targets(vertex).iter().copied();
                let least = |column: &[u32], targets: &mut dyn Iterator<Item = Vertex>| {
                    let indices = targets.map(|target| column[target.index()]);
                    indices.min_by(|a, b| self.table.compare(*a, *b))
                };
                let most = |column: &[u32], targets: &mut dyn Iterator<Item = Vertex>| {
                    let indices = targets.map(|target| column[target.index()]);
                    indices.max_by(|a, b| self.table.compare(*a, *b))
                };
                let found = if Some(player) == mover {
                    let least = most(&low[index], &mut targets());
                    (least, most(&high[index], &mut targets()))
                } else {
                    let least = least(&low[index], &mut chosen.iter().copied());
                    (least, most(&high[index], &mut chosen.iter().copied()))
                };
                let (least, most) = match found {
                    (Some(least), Some(most)) => (least, most),
                    _ => {
                        let least = self.unchosen(vertex, player, Horizons::Low, &low[index]);
                        let most = self.unchosen(vertex, player, Horizons::High, &high[index]);
                        (self.table.intern(least), self.table.intern(most))
                    }
                };
                low[index][vertex.index()] = least;
                high[index][vertex.index()] = most;
            }
        }
        (low, high)
    }

    /// Where those moves lead that the mover can choose whatever the horizons are worth: no earlier
    /// move is certain to be as good, and no later one to be better.
    fn choosable(&self, vertex: Vertex, low: &[u32], high: &[u32]) -> Vec<Vertex> {
        let targets = self.graph.targets(vertex);
        let can = |(place, target): &(usize, &Vertex)| {
            let most = self.read(high, **target);
            targets.iter().enumerate().all(|(other, rival)| {
                let least = self.read(low, *rival);
                match other.cmp(place) {
                    std::cmp::Ordering::Less => least.compare(&most).is_lt(),
                    std::cmp::Ordering::Equal => true,
                    std::cmp::Ordering::Greater => {
                        least.compare(&most).is_le() || least.ties_with(&most)
                    }
                }
            })
        };
        let targets = targets.iter().enumerate();
        targets.filter(can).map(|(_, target)| *target).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::half;
    use crate::games::dice_of_doom::{Board, DiceOfDoom, Rules};
    use crate::games::scripted::Scripted;
    use crate::tree::{Limits, PositionGraph};
    use std::cmp::Ordering;
    use std::sync::Arc;

    /// The ratings of the start, and its proven intervals.
    fn ratings(script: &str) -> (Vec<String>, Vec<String>) {
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        let start = game.start();
        let graph = PositionGraph::new(game, start, Limits::default());
        let columns = rate(graph.graph(), true, half());
        let text = |column: &Column| columns.table[column.get(0)].to_string();
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

    /// Where one player gains what the other loses, max^n is minimax.
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
                let minimax = crate::rating::exact::rate(graph, &players, unproven, half());
                let numbers = |columns: &Columns, column: &Column| -> Vec<Rating> {
                    let indices = (0..column.len()).map(|index| column.get(index));
                    indices.map(|index| columns.table[index]).collect()
                };
                for (a, b) in ours.ratings.iter().zip(&minimax.ratings) {
                    assert_eq!(numbers(&ours, a), numbers(&minimax, b), "{text}");
                }
                // What is proven knows nothing of the sum, and so may be less.
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
        // The second move is never worth more to a than the first is for certain.
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
