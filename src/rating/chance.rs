//! Ratings with chance: exact fractions as long as they fit, else doubles.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::column::Column;
use super::cycles::{self, Bounds};
use super::part::Part;
use super::value::TIE;
use super::{Columns, Horizons, Rating, leaf};
use crate::game::{Player, Rational, ratio, to_f64};
use crate::tree::{Graph, Vertex, VertexKind};

/// The distinct ratings, each once.
#[derive(Default)]
pub(super) struct Table {
    pub ratings: Vec<Rating>,
    exact: FxHashMap<Rational, u32>,
    approximate: FxHashMap<u64, u32>,
}

impl Table {
    pub fn intern(&mut self, rating: Rating) -> u32 {
        let new = self.ratings.len() as u32;
        let index = match rating {
            Rating::Exact(number) => *self.exact.entry(number).or_insert(new),
            Rating::Approximate(number) => *self.approximate.entry(number.to_bits()).or_insert(new),
        };
        if index == new {
            self.ratings.push(rating);
        }
        index
    }

    /// Which of two entries is larger.
    pub fn compare(&self, a: u32, b: u32) -> Ordering {
        self.ratings[a as usize].compare(&self.ratings[b as usize])
    }
}

/// What the branches of a chance node are worth together.
pub(super) fn mean(graph: &Graph, vertex: Vertex, rating: impl Fn(Vertex) -> Rating) -> Rating {
    graph
        .edges(vertex)
        .fold(Rating::Exact(ratio(0, 1)), |sum, edge| {
            sum.plus(&graph.probability(edge), &rating(graph.target(edge)))
        })
}

/// Rates a graph with chance for `players`.
pub(super) fn rate(
    graph: &Graph,
    players: &[Player],
    unproven: bool,
    endless: Rational,
) -> Columns {
    let mut table = Table::default();
    let mut columns = [Vec::new(), Vec::new(), Vec::new()];
    for player in players {
        let (rating, bounds) = rated(graph, *player, Horizons::Estimate, endless, &mut table);
        let (low, high) = if unproven {
            let (low, below) = rated(graph, *player, Horizons::Low, endless, &mut table);
            let (high, above) = rated(graph, *player, Horizons::High, endless, &mut table);
            let of = |column, bound: Option<Vec<f64>>, table: &mut Table| match bound {
                Some(bound) => write(graph, table, column, |vertex| bound[vertex.index()]),
                None => column,
            };
            (
                Some(of(low, below.map(|bounds| bounds.low), &mut table)),
                Some(of(high, above.map(|bounds| bounds.high), &mut table)),
            )
        } else if let Some(Bounds { low, high }) = &bounds {
            let mut of = |bound: &[f64]| {
                write(graph, &mut table, rating.clone(), |vertex| {
                    bound[vertex.index()]
                })
            };
            (Some(of(low)), Some(of(high)))
        } else {
            (None, None)
        };
        let rating = match &bounds {
            Some(bounds) => write(graph, &mut table, rating, |vertex| {
                between(bounds, vertex.index(), to_f64(&endless))
            }),
            None => rating,
        };
        for (columns, column) in columns.iter_mut().zip([Some(rating), low, high]) {
            columns.extend(column.map(Column::Wide));
        }
    }
    let [ratings, low, high] = columns;
    Columns {
        table: table.ratings,
        sorted: false,
        ratings,
        low,
        high,
    }
}

/// A player's column, in which those that can reach a cycle stay at 0, and the bounds of those.
fn rated(
    graph: &Graph,
    player: Player,
    horizons: Horizons,
    endless: Rational,
    table: &mut Table,
) -> (Vec<u32>, Option<Bounds>) {
    let column = back_up(graph, player, horizons, endless, table);
    let bounds = graph
        .is_cyclic()
        .then(|| recurring(graph, player, &column, table, to_f64(&endless)));
    (column, bounds)
}

/// The rating between two bounds: their middle where they meet, else what play without end is worth,
/// or the bound that is nearer to it.
fn between(bounds: &Bounds, index: usize, endless: f64) -> f64 {
    let (low, high) = (bounds.low[index], bounds.high[index]);
    if high - low <= TIE {
        f64::midpoint(low, high)
    } else {
        endless.max(low).min(high)
    }
}

/// A column with numbers at the vertices that can reach a cycle.
fn write(
    graph: &Graph,
    table: &mut Table,
    mut column: Vec<u32>,
    number: impl Fn(Vertex) -> f64,
) -> Vec<u32> {
    for vertex in graph.components().iter().flatten().copied().map(Vertex) {
        column[vertex.index()] = table.intern(Rating::Approximate(number(vertex)));
    }
    column
}

/// The bounds of all vertices, where those that can't reach a cycle have the ratings of a column.
fn recurring(graph: &Graph, player: Player, column: &[u32], table: &Table, endless: f64) -> Bounds {
    let known: Vec<f64> = column
        .iter()
        .map(|index| {
            table
                .ratings
                .get(*index as usize)
                .map_or(0.0, Rating::to_f64)
        })
        .collect();
    let mut all = Bounds {
        low: known.clone(),
        high: known,
    };
    let mut place = vec![u32::MAX; graph.len()];
    let mut vertices = Vec::new();
    for component in graph.components().iter() {
        vertices.clear();
        vertices.extend_from_slice(component);
        // What was discovered last is nearest to the ends: their numbers come in one sweep.
        vertices.sort_unstable_by_key(|vertex| std::cmp::Reverse(*vertex));
        let (part, exits) = Part::new(graph, player, &vertices, &mut place);
        let gather = |bound: &[f64]| {
            let inner = std::iter::repeat_n(0.0, vertices.len());
            let exits = exits.iter().map(|exit| bound[*exit as usize]);
            inner.chain(exits).collect::<Vec<f64>>()
        };
        let mut bounds = Bounds {
            low: gather(&all.low),
            high: gather(&all.high),
        };
        cycles::solve(&part, endless, &mut bounds);
        for (index, vertex) in vertices.iter().enumerate() {
            all.low[*vertex as usize] = bounds.low[index];
            all.high[*vertex as usize] = bounds.high[index];
        }
    }
    all
}

/// Expectiminimax over all vertices that can't reach a cycle; the others stay at 0.
fn back_up(
    graph: &Graph,
    player: Player,
    horizons: Horizons,
    endless: Rational,
    table: &mut Table,
) -> Vec<u32> {
    let mut column = vec![0; graph.len()];
    for vertex in graph.order() {
        let rating = match leaf(graph, vertex, player, horizons) {
            Some(number) => Rating::Exact(number),
            None => combine(graph, vertex, player, endless, |target: Vertex| {
                table.ratings[column[target.index()] as usize]
            }),
        };
        column[vertex.index()] = table.intern(rating);
    }
    column
}

/// The rating of a vertex from those of its moves.
fn combine(
    graph: &Graph,
    vertex: Vertex,
    player: Player,
    endless: Rational,
    rating: impl Fn(Vertex) -> Rating,
) -> Rating {
    if let VertexKind::Chance(_) = graph.kind(vertex) {
        return mean(graph, vertex, rating);
    }
    let ratings = graph.targets(vertex).iter().map(|target| rating(*target));
    let picked = if graph.kind(vertex) == VertexKind::Decision(player) {
        ratings.clone().max_by(Rating::compare)
    } else {
        ratings.clone().min_by(Rating::compare)
    };
    let Some(picked) = picked else {
        return Rating::Exact(endless);
    };
    // What was compared with a double is one: it could have been the larger by less than the
    // double can tell.
    if ratings.clone().all(|rating| rating.exact().is_some()) {
        picked
    } else {
        picked.approximate()
    }
}
