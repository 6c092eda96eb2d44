//! Ratings with chance: exact fractions as long as they fit, otherwise doubles.

use super::Rating;
use super::backed::{mean_of, picked};
use super::columns::{Columns, Horizons, leaf};
use super::cycles::Bounds;
use super::joining::{Source, join};
use super::recurring::Recurring;
use super::table::RatingTable;
use super::value::TIE;
use crate::game::{Player, Rational, to_f64};
use crate::tree::{Graph, Vertex, VertexKind};
use crate::work::Control;

/// The mean rating of a chance node's outcomes.
pub(super) fn mean(graph: &Graph, vertex: Vertex, rating: impl Fn(Vertex) -> Rating) -> Rating {
    mean_of(
        graph
            .edges(vertex)
            .map(|edge| (graph.probability(edge), rating(graph.target(edge)))),
    )
}

/// The cost of an edge with chance relative to one without: fractions take longer.
const SLOWER: usize = 8;
/// The typical number of sweeps in which bounds meet.
const SWEEPS: u64 = 100;

/// The approximate work of a column.
pub(super) fn work(graph: &Graph) -> u64 {
    let cyclic = graph.sweep_left(graph.acyclic_len());
    SLOWER as u64 * (graph.sweep_size() - cyclic) + SWEEPS * cyclic
}

/// Rates a graph with chance. The columns are computed in parallel, each with a table of its own.
/// Then their tables are joined in a fixed order.
pub(super) async fn rate(
    graph: &Graph,
    players: &[Player],
    unproven: bool,
    endless: Rational,
    ctl: &Control,
) -> Columns {
    let kinds = Horizons::all(unproven);
    let mut found: Vec<Source> = Vec::new();
    found.resize_with(players.len() * kinds.len(), Source::default);
    let parts = found.iter_mut().enumerate().map(|(index, source)| {
        let (player, horizons) = (players[index / kinds.len()], kinds[index % kinds.len()]);
        ctl.part(work(graph), async move |ctl| {
            *source = column(graph, player, horizons, endless, &ctl).await;
        })
    });
    ctl.all(parts.collect()).await;
    let cyclic = graph.is_cyclic();
    let number = |number: Number| cyclic.then_some(number);
    let mut wanted: Vec<(usize, Option<Number>)> = Vec::new();
    for first in (0..found.len()).step_by(kinds.len()) {
        wanted.push((first, number(Number::Between(to_f64(&endless)))));
        if unproven || cyclic {
            let bounds = if unproven {
                [first + 1, first + 2]
            } else {
                [first; 2]
            };
            wanted.push((bounds[0], number(Number::Low)));
            wanted.push((bounds[1], number(Number::High)));
        }
    }
    let (table, columns) = join(graph, found, &wanted, ctl).await;
    let mut sorted = [Vec::new(), Vec::new(), Vec::new()];
    for (index, column) in columns.into_iter().enumerate() {
        let kind = if unproven || cyclic { index % 3 } else { 0 };
        sorted[kind].push(column);
    }
    let [ratings, low, high] = sorted;
    Columns {
        table,
        sorted: false,
        ratings,
        low,
        high,
    }
}

/// Which number a vertex that can reach a cycle gets from its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Low,
    High,
    /// The middle if the bounds meet, otherwise the value of endless play, or the nearer bound.
    Between(f64),
}

impl Number {
    pub fn of(self, Bounds { low, high }: Bounds) -> f64 {
        match self {
            Self::Low => low,
            Self::High => high,
            Self::Between(_) if high - low <= TIE => f64::midpoint(low, high),
            Self::Between(endless) => endless.max(low).min(high),
        }
    }
}

/// One player's ratings, or bounds of them.
async fn column(
    graph: &Graph,
    player: Player,
    horizons: Horizons,
    endless: Rational,
    ctl: &Control,
) -> Source {
    let mut table = RatingTable::default();
    // Those that can reach a cycle stay at 0.
    let mut column = vec![0; graph.len()];
    // Expectiminimax over all vertices that can't reach a cycle.
    let rate = |place| {
        let vertex = graph.at(place);
        let rating = match leaf(graph, vertex, player, horizons) {
            Some(number) => Rating::Exact(number),
            None => combine(graph, vertex, player, endless, |target: Vertex| {
                table.ratings[column[target.index()] as usize]
            }),
        };
        column[vertex.index()] = table.intern(rating);
        SLOWER * (1 + graph.degree(vertex))
    };
    ctl.each(0..graph.acyclic_len(), rate).await;
    let recurring = match graph.is_cyclic() {
        true => {
            let rated = |vertex: u32| table.ratings[column[vertex as usize] as usize].to_f64();
            Some(Recurring::find(graph, player, to_f64(&endless), rated, ctl).await)
        }
        false => None,
    };
    Source {
        table,
        column,
        recurring,
    }
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
    let own = graph.kind(vertex) == VertexKind::Decision(player);
    picked(ratings, own).unwrap_or(Rating::Exact(endless))
}
