//! Ratings where players can't tell positions apart. What a player does at one position of an
//! information set it does at all of them, so backward induction says nothing of such a set, nor of
//! the positions before it. Of these it is only certain that the rating is within the bounds of what
//! follows. Any other position is rated as usual, since its subtree has no such set.

use super::column::{Column, Columns, RatingColumn};
use super::ratings::Rating;
use crate::tree::{Graph, Vertex};

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
    let mut indices = Column::new(graph.len(), table.len());
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
    use crate::game::{Player, ratio};
    use crate::rating::{Options, Rating, Ratings, best_edges};
    use crate::tree::Vertex;
    use crate::tree::scripts::tests::graph;

    /// Matching pennies with a move before it, and a branch in which everything is known.
    const PENNIES: &str = "s a: play -> t, stop -> k\nt a: heads -> h, tails -> i\n\
        h b: heads -> won, tails -> lost\ni b: heads -> lost, tails -> won\n\
        k b: up -> won, down -> even\nwon end: 1 0\nlost end: 0 1\neven end: 1/2 1/2";

    #[test]
    fn what_depends_on_a_set_is_open_between_the_payoffs_that_can_come_and_all_else_is_rated() {
        let graph = graph(&format!("{PENNIES}\nset h i"), None);
        let graph = graph.graph();
        let ratings = Ratings::new(graph, &Options::default());
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
    fn as_if_players_knew_everything_is_rated() {
        for script in [
            PENNIES.to_owned(),
            format!("{PENNIES}\nset h i\nsets known"),
        ] {
            let graph = graph(&script, None);
            let ratings = Ratings::new(graph.graph(), &Options::default());
            assert!(!ratings.has_intervals());
            let root = ratings.rating(Vertex::ROOT, Player(0));
            assert_eq!(root, Rating::Exact(ratio(1, 2)));
        }
    }

    #[test]
    fn a_move_is_best_before_a_set_only_if_all_that_can_come_is_better() {
        let script = "s a: play -> t, stop -> k\nt a: heads -> h, tails -> i\n\
            h b: x -> e, y -> f\ni b: x -> f, y -> e\nk end: 1 9\ne end: 2 8\nf end: 3 7\nset h i";
        let graph = graph(script, None);
        let graph = graph.graph();
        let ratings = Ratings::new(graph, &Options::default());
        let best = best_edges(graph, &ratings, Vertex::ROOT);
        assert_eq!(best, [graph.edge(Vertex::ROOT, 0).expect("a move")]);
    }

    #[test]
    fn where_positions_repeat_nothing_but_ends_is_certain() {
        let script = "s a: on -> h, other -> i\nh b: x -> s, y -> e\ni b: x -> s, y -> f\n\
            e end: 1 0\nf end: 0 1\nset h i";
        let graph = graph(script, None);
        let graph = graph.graph();
        let ratings = Ratings::new(graph, &Options::default());
        for vertex in graph.vertices() {
            assert_eq!(ratings.is_proven(vertex, Player(0)), graph.is_leaf(vertex));
        }
    }
}
