//! Ratings that backward induction for two players doesn't give.
//!
//! With max^n (Luckhardt and Irani, *An algorithmic solution of N-person games*, 1986) each mover takes
//! the move with its own largest rating, the first listed of those that tie. All players get their
//! ratings from that move.
//!
//! Where players can't tell positions apart, what a player does at one position of an information set it
//! does at all of them, so backward induction says nothing of such a set, nor of the positions before
//! it. Of these it is only certain that the rating is within the bounds of what follows. Any other
//! position is rated as usual, since its subtree has no such set.

use super::Rating;
use super::backed::{choosable, first_best};
use super::column::{Columns, Horizons, NumberColumn, RatingColumn, RatingTable, leaf};
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
    let max = match sorted {
        true => table.ratings.len(),
        false => usize::MAX,
    };
    let players: Vec<Player> = Player::all(graph.players()).collect();
    let columns = |wanted: bool| -> Vec<NumberColumn> {
        let players = players.iter().filter(|_| wanted);
        players
            .map(|_| NumberColumn::new(graph.len(), max))
            .collect()
    };
    let (mut ratings, mut low, mut high) = (columns(true), columns(unproven), columns(unproven));
    let mut sweep = Sweep {
        graph,
        players: &players,
        endless,
        table: &mut table,
    };
    let work = |vertex| SLOWER * (1 + graph.degree(vertex));
    let rate = |slot| {
        let vertex = graph.at(slot);
        sweep.rate(vertex, &mut ratings);
        work(vertex)
    };
    ctl.each(0..graph.len(), rate).await;
    if unproven {
        let bound = |index| {
            let vertex = graph.at(index);
            sweep.bound(vertex, &mut low, &mut high);
            work(vertex)
        };
        ctl.each(0..graph.len(), bound).await;
    }
    let of_table =
        |columns: Vec<NumberColumn>| columns.into_iter().map(RatingColumn::of_table).collect();
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
    fn read(&self, column: &NumberColumn, vertex: Vertex) -> Rating {
        self.table.ratings[column.get(vertex.index())]
    }

    /// The rating of a vertex without a choice: a leaf or a chance node.
    fn unchosen(
        &self,
        vertex: Vertex,
        player: Player,
        at: Horizons,
        column: &NumberColumn,
    ) -> Rating {
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
    fn rate(&mut self, vertex: Vertex, columns: &mut [NumberColumn]) {
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
    fn choice(&self, vertex: Vertex, column: &NumberColumn) -> Option<Vertex> {
        let targets = self.graph.targets(vertex);
        let ratings = targets.iter().map(|target| self.read(column, *target));
        targets.get(first_best(ratings)?).copied()
    }

    /// The proven intervals of a vertex. Whatever the ratings of horizons are, a mover gets at
    /// least the largest lower bound of its moves, and at most the largest upper bound. The other
    /// players get their rating at one of the moves that it may choose.
    fn bound(&mut self, vertex: Vertex, low: &mut [NumberColumn], high: &mut [NumberColumn]) {
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
            let least = |column: &NumberColumn, targets: &mut dyn Iterator<Item = Vertex>| {
                let indices = targets.map(|target| column.get(target.index()) as u32);
                indices.min_by(|a, b| self.table.compare(*a, *b))
            };
            let most = |column: &NumberColumn, targets: &mut dyn Iterator<Item = Vertex>| {
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
            let (min, max) = match found {
                (Some(least), Some(most)) => (least, most),
                _ => {
                    let minimum = self.unchosen(vertex, *player, Horizons::Low, &low[index]);
                    let maximum = self.unchosen(vertex, *player, Horizons::High, &high[index]);
                    (self.table.intern(minimum), self.table.intern(maximum))
                }
            };
            low[index].set(vertex.index(), min as usize);
            high[index].set(vertex.index(), max as usize);
        }
    }

    /// The targets of the moves that the mover can choose, whatever the ratings of horizons are.
    /// For them, no earlier move is certainly as good, and no later one is certainly better.
    fn choosable(&self, vertex: Vertex, low: &NumberColumn, high: &NumberColumn) -> Vec<Vertex> {
        let targets = self.graph.targets(vertex);
        let least = |place: usize| self.read(low, targets[place]);
        let most = |slot: usize| self.read(high, targets[slot]);
        let places = choosable(targets.len(), least, most);
        places.into_iter().map(|index| targets[index]).collect()
    }
}

/// Opens the ratings that depend on an information set of several positions.
pub(super) fn open(graph: &Graph, columns: &mut Columns) {
    let is_open = opened(graph);
    if columns.low.is_empty() {
        columns.low.clone_from(&columns.ratings);
        columns.high.clone_from(&columns.ratings);
    }
    let table = &columns.table;
    for (column, is_less) in [(&mut columns.low, true), (&mut columns.high, false)] {
        for column in column {
            *column = widened(graph, column, table, (&is_open, is_less));
        }
    }
}

/// The vertices with an open rating: those of such sets, and all before them. Where positions
/// repeat, all that have moves.
fn opened(graph: &Graph) -> Vec<bool> {
    let mut open = vec![false; graph.len()];
    if graph.is_cyclic() {
        let decided = graph.vertices().filter(|vertex| !graph.is_leaf(*vertex));
        decided.for_each(|vertex| open[vertex.index()] = true);
        return open;
    }
    for vertex in graph.order() {
        let mut targets = graph.targets(vertex).iter();
        open[vertex.index()] =
            graph.information_set(vertex).is_some() || targets.any(|target| open[target.index()]);
    }
    open
}

/// The column of bounds with the smallest or the largest one of what follows an open vertex.
fn widened(
    graph: &Graph,
    column: &RatingColumn,
    table: &[Rating],
    (open, is_less): (&[bool], bool),
) -> RatingColumn {
    let better = |a: usize, b: usize| match table[a].compare(&table[b]).is_lt() == is_less {
        true => a,
        false => b,
    };
    let mut indices = NumberColumn::new(graph.len(), table.len());
    // All that an endless tree can pay.
    let extreme = (0..table.len()).reduce(better).unwrap_or(0);
    let own = |vertex: Vertex| match open[vertex.index()] && graph.is_cyclic() {
        true => extreme,
        false => column.indices().get(vertex.index()).min(table.len() - 1),
    };
    graph
        .vertices()
        .for_each(|vertex| indices.set(vertex.index(), own(vertex)));
    if !graph.is_cyclic() {
        for vertex in graph.order().filter(|vertex| open[vertex.index()]) {
            let targets = graph.targets(vertex).iter();
            let bounds = targets.map(|target| indices.get(target.index()));
            if let Some(bound) = bounds.reduce(better) {
                indices.set(vertex.index(), bound);
            }
        }
    }
    RatingColumn::of_table(indices)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;
    use std::sync::Arc;

    use super::super::{Rating, RatingOptions, Ratings, best_edges, rater};
    use super::*;
    use crate::game::{Player, half, ratio};
    use crate::games::dice_of_doom::{Board, DiceOfDoom, Rules};
    use crate::games::scripted::Scripted;
    use crate::tree::tests::graph;
    use crate::tree::{Limits, PositionGraph, Vertex};
    use crate::work::finished;

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
        let (ratings, bounds) = self::ratings(&start("l -> bs, r -> cs"));
        assert_eq!(ratings, ["0", "1/2", "1/2"]);
        assert_eq!(bounds, ["0 to 0", "1/2 to 1/2", "1/2 to 1/2"]);
        let turned = start("l -> bs, r -> cs").replace("x -> p, y -> q", "x -> q, y -> p");
        assert_eq!(self::ratings(&turned).0, ["1", "1/2", "0"]);
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
    fn all_players_ratings_are_proven_once_the_movers_choice_is() {
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

    /// Matching pennies with a move before it, and a branch in which everything is known.
    const PENNIES: &str = "s a: play -> t, stop -> k\nt a: heads -> h, tails -> i\n\
        h b: heads -> won, tails -> lost\ni b: heads -> lost, tails -> won\n\
        k b: up -> won, down -> even\nwon end: 1 0\nlost end: 0 1\neven end: 1/2 1/2";

    #[test]
    fn ratings_that_depend_on_an_information_set_are_intervals_and_all_others_are_exact() {
        let graph = graph(&format!("{PENNIES}\nset h i"), None);
        let graph = graph.graph();
        let ratings = Ratings::new(graph, &RatingOptions::default());
        let proven = |vertex: u32| ratings.proven(Vertex(vertex), Player(0));
        let number = |over: i128| Rating::Exact(ratio(over, 2));
        let targets = graph.targets(Vertex::ROOT);
        let (play, stop) = (targets[0], targets[1]);
        assert_eq!(proven(0), (number(0), number(2)));
        assert_eq!(proven(play.0), (number(0), number(2)));
        assert_eq!(proven(stop.0), (number(1), number(1)));
        assert!(!ratings.everything_proven());
        for vertex in graph.targets(play) {
            assert!(graph.information_set(*vertex).is_some());
            assert!(!ratings.is_proven(*vertex, Player(1)));
            assert!(best_edges(graph, &ratings, *vertex).is_empty());
        }
    }

    #[test]
    fn with_known_positions_information_sets_do_not_change_the_ratings() {
        for script in [
            PENNIES.to_owned(),
            format!("{PENNIES}\nset h i\nsets known"),
        ] {
            let graph = graph(&script, None);
            let ratings = Ratings::new(graph.graph(), &RatingOptions::default());
            assert!(!ratings.has_intervals());
            let root = ratings.rating(Vertex::ROOT, Player(0));
            assert_eq!(root, Rating::Exact(ratio(1, 2)));
        }
    }

    #[test]
    fn a_move_into_an_information_set_is_best_if_its_worst_payoff_beats_the_other_moves() {
        let script = "s a: play -> t, stop -> k\nt a: heads -> h, tails -> i\n\
            h b: x -> e, y -> f\ni b: x -> f, y -> e\nk end: 1 9\ne end: 2 8\nf end: 3 7\nset h i";
        let graph = graph(script, None);
        let graph = graph.graph();
        let ratings = Ratings::new(graph, &RatingOptions::default());
        let best = best_edges(graph, &ratings, Vertex::ROOT);
        assert_eq!(best, [graph.edge(Vertex::ROOT, 0).expect("a move")]);
    }

    #[test]
    fn with_information_sets_and_cycles_only_ends_are_proven() {
        let script = "s a: on -> h, other -> i\nh b: x -> s, y -> e\ni b: x -> s, y -> f\n\
            e end: 1 0\nf end: 0 1\nset h i";
        let graph = graph(script, None);
        let graph = graph.graph();
        let ratings = Ratings::new(graph, &RatingOptions::default());
        for vertex in graph.vertices() {
            assert_eq!(ratings.is_proven(vertex, Player(0)), graph.is_leaf(vertex));
        }
    }
}
