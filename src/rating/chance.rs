//! Ratings with chance: exact fractions as long as they fit, otherwise doubles.

use super::Rating;
use super::backed::{mean_of, picked};
use super::columns::{Columns, Horizons, leaf};
use super::cycles::Bounds;
use super::joining::{Joining, Source};
use super::pieces::WorkBudget;
use super::recurring::Recurring;
use super::table::RatingTable;
use super::value::TIE;
use crate::game::{Player, Rational, to_f64};
use crate::tree::{Graph, Task, Vertex, VertexKind};

/// The mean rating of a chance node's outcomes.
pub(super) fn mean(graph: &Graph, vertex: Vertex, rating: impl Fn(Vertex) -> Rating) -> Rating {
    mean_of(
        graph
            .edges(vertex)
            .map(|edge| (graph.probability(edge), rating(graph.target(edge)))),
    )
}

/// Computes the ratings of a graph with chance. The columns are computed in parallel, each with a
/// table of its own. Then their tables are joined in a fixed order.
pub(super) struct Chance {
    endless: f64,
    unproven: bool,
    columns: Vec<ChanceColumn>,
    joining: Option<Joining>,
    work: Vec<WorkBudget>,
}

impl Chance {
    pub fn new(graph: &Graph, players: &[Player], unproven: bool, endless: Rational) -> Self {
        let horizons: &[Horizons] = match unproven {
            true => &[Horizons::Estimate, Horizons::Low, Horizons::High],
            false => &[Horizons::Estimate],
        };
        let mut columns = Vec::new();
        for player in players {
            for horizons in horizons {
                columns.push(ChanceColumn::new(graph, *player, *horizons, endless));
            }
        }
        Self {
            endless: to_f64(&endless),
            unproven,
            work: columns.iter().map(|column| column.work.clone()).collect(),
            columns,
            joining: None,
        }
    }

    pub fn tasks(&mut self) -> Vec<&mut dyn Task> {
        match &mut self.joining {
            Some(joining) => vec![joining],
            None => {
                let columns = self.columns.iter_mut();
                columns.map(|column| column as &mut dyn Task).collect()
            }
        }
    }

    /// Joins the columns once they are there.
    pub fn settle(&mut self, graph: &Graph) {
        if self.joining.is_some() || self.columns.iter().any(|column| column.left(graph) > 0) {
            return;
        }
        let cyclic = graph.is_cyclic();
        let found: Vec<Source> = self.columns.drain(..).map(ChanceColumn::finish).collect();
        let mut wanted: Vec<(usize, Option<Number>)> = Vec::new();
        let number = |number: Number| cyclic.then_some(number);
        if self.unproven {
            for player in (0..found.len()).step_by(3) {
                wanted.push((player, number(Number::Between(self.endless))));
                wanted.push((player + 1, number(Number::Low)));
                wanted.push((player + 2, number(Number::High)));
            }
        } else {
            for player in 0..found.len() {
                wanted.push((player, number(Number::Between(self.endless))));
                if cyclic {
                    wanted.push((player, number(Number::Low)));
                    wanted.push((player, number(Number::High)));
                }
            }
        }
        self.joining = Some(Joining::new(found, wanted));
    }

    /// Says that the bounds are good enough as they are.
    pub fn stop(&self) {
        self.work.iter().for_each(WorkBudget::stop);
    }

    pub fn finish(self, graph: &Graph) -> Columns {
        let (table, columns) = match self.joining {
            Some(joining) => joining.finish(),
            None => (Vec::new(), Vec::new()),
        };
        let bounds = self.unproven || graph.is_cyclic();
        let mut sorted = [Vec::new(), Vec::new(), Vec::new()];
        for (index, column) in columns.into_iter().enumerate() {
            let kind = if bounds { index % 3 } else { 0 };
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

    pub fn bytes(&self) -> usize {
        let columns: usize = self.columns.iter().map(ChanceColumn::bytes).sum();
        columns + self.joining.as_ref().map_or(0, Joining::bytes)
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
struct ChanceColumn {
    player: Player,
    horizons: Horizons,
    endless: Rational,
    table: RatingTable,
    /// Those that can reach a cycle stay at 0.
    column: Vec<u32>,
    next: usize,
    /// The bounds of those; `None` in a graph without a cycle.
    recurring: Option<Recurring>,
    work: WorkBudget,
}

impl ChanceColumn {
    fn new(graph: &Graph, player: Player, horizons: Horizons, endless: Rational) -> Self {
        let work = WorkBudget::default();
        let recurring = graph
            .is_cyclic()
            .then(|| Recurring::new(graph, player, to_f64(&endless), work.clone()));
        Self {
            player,
            horizons,
            endless,
            table: RatingTable::default(),
            column: vec![0; graph.len()],
            next: 0,
            recurring,
            work,
        }
    }

    fn finish(self) -> Source {
        Source {
            table: self.table,
            column: self.column,
            recurring: self.recurring.map(|mut recurring| {
                recurring.settle();
                recurring
            }),
        }
    }

    fn bytes(&self) -> usize {
        let recurring = self.recurring.as_ref();
        4 * self.column.capacity() + self.table.bytes() + recurring.map_or(0, Recurring::bytes)
    }
}

/// The cost of an edge with chance relative to one without.
const SLOWER: usize = 8;

impl Task for ChanceColumn {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let Self {
            player,
            horizons,
            endless,
            table,
            column,
            next,
            recurring,
            ..
        } = self;
        // Fractions take longer.
        let mut left = work.div_ceil(SLOWER);
        // Expectiminimax over all vertices that can't reach a cycle.
        let swept = graph.sweep(next, graph.acyclic_len(), &mut left, |vertex| {
            let rating = match leaf(graph, vertex, *player, *horizons) {
                Some(number) => Rating::Exact(number),
                None => combine(graph, vertex, *player, *endless, |target: Vertex| {
                    table.ratings[column[target.index()] as usize]
                }),
            };
            column[vertex.index()] = table.intern(rating);
            true
        });
        if !swept {
            return false;
        }
        let Some(recurring) = recurring else {
            return true;
        };
        let rated = |vertex: u32| table.ratings[column[vertex as usize] as usize].to_f64();
        let mut left = left.saturating_mul(SLOWER);
        recurring.advance(graph, rated, &mut left)
    }

    fn left(&self, graph: &Graph) -> u64 {
        let acyclic = graph.sweep_left(self.next) - graph.sweep_left(graph.acyclic_len());
        let recurring = self.recurring.as_ref();
        SLOWER as u64 * acyclic + recurring.map_or(0, |recurring| recurring.left(graph))
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
