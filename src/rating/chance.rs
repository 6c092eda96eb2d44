//! Ratings with chance: exact fractions as long as they fit, else doubles.

use rustc_hash::FxHashMap;

use super::column::Column;
use super::value::TIE;
use super::{Columns, Horizons, Rating, leaf};
use crate::game::{Player, Rational, ratio, to_f64};
use crate::tree::{Graph, Vertex, VertexKind};

/// The most sweeps over the part of a graph in which positions recur. Bounds that are still apart
/// then are shown as they are.
const MOST_SWEEPS: usize = 100_000;

/// The distinct ratings, each once.
#[derive(Default)]
struct Table {
    ratings: Vec<Rating>,
    exact: FxHashMap<Rational, u32>,
    approximate: FxHashMap<u64, u32>,
}

impl Table {
    fn intern(&mut self, rating: Rating) -> u32 {
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
}

/// Rates a graph with chance for `players`.
pub(super) fn rate(
    graph: &Graph,
    players: &[Player],
    unproven: bool,
    endless_play: Rational,
) -> Columns {
    let mut table = Table::default();
    let cyclic = graph.is_cyclic();
    let mut columns = [Vec::new(), Vec::new(), Vec::new()];
    for player in players {
        let mut backed_up = [Horizons::Estimate, Horizons::Low, Horizons::High].map(|horizons| {
            let needed = horizons == Horizons::Estimate || unproven || cyclic;
            needed.then(|| back_up(graph, *player, horizons, endless_play, &mut table))
        });
        if cyclic && let [Some(rating), Some(low), Some(high)] = &mut backed_up {
            for (column, horizons) in [(&mut *low, Horizons::Low), (&mut *high, Horizons::High)] {
                iterate(graph, *player, horizons, column, &mut table);
            }
            let draw = to_f64(&endless_play);
            let endless = graph.endless();
            for vertex in graph.vertices().filter(|vertex| endless[vertex.index()]) {
                let index = vertex.index();
                let low = table.ratings[low[index] as usize].to_f64();
                let high = table.ratings[high[index] as usize].to_f64();
                let between = if high - low <= TIE {
                    f64::midpoint(low, high)
                } else {
                    draw.max(low).min(high)
                };
                rating[index] = table.intern(Rating::Approximate(between));
            }
        }
        for (columns, column) in columns.iter_mut().zip(backed_up) {
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
        return graph
            .edges(vertex)
            .fold(Rating::Exact(ratio(0, 1)), |sum, edge| {
                sum.plus(&graph.probability(edge), &rating(graph.target(edge)))
            });
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

/// Iterates a bound over the vertices that can reach a cycle, from the end of the payoffs' range
/// towards the truth, until it stands still.
fn iterate(
    graph: &Graph,
    player: Player,
    horizons: Horizons,
    column: &mut [u32],
    table: &mut Table,
) {
    let (low, high) = graph.range();
    let start = if horizons == Horizons::Low { low } else { high };
    let endless = graph.endless();
    let vertices: Vec<Vertex> = graph
        .vertices()
        .rev()
        .filter(|vertex| endless[vertex.index()])
        .collect();
    let mut bound: Vec<f64> = graph
        .vertices()
        .map(|vertex| {
            if endless[vertex.index()] {
                to_f64(&start)
            } else {
                table.ratings[column[vertex.index()] as usize].to_f64()
            }
        })
        .collect();
    for _ in 0..MOST_SWEEPS {
        let mut change: f64 = 0.0;
        for &vertex in &vertices {
            let rating = match graph.kind(vertex) {
                VertexKind::Chance(_) => graph
                    .edges(vertex)
                    .map(|edge| {
                        to_f64(&graph.probability(edge)) * bound[graph.target(edge).index()]
                    })
                    .sum(),
                kind => {
                    let ratings = graph
                        .targets(vertex)
                        .iter()
                        .map(|target| bound[target.index()]);
                    if kind == VertexKind::Decision(player) {
                        ratings.fold(f64::NEG_INFINITY, f64::max)
                    } else {
                        ratings.fold(f64::INFINITY, f64::min)
                    }
                }
            };
            let before = std::mem::replace(&mut bound[vertex.index()], rating);
            change = change.max((rating - before).abs());
        }
        if change <= f64::EPSILON {
            break;
        }
    }
    for vertex in vertices {
        column[vertex.index()] = table.intern(Rating::Approximate(bound[vertex.index()]));
    }
}
