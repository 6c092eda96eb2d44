//! Rates a graph by minimax or max^n. Without chance, ratings are indices into the sorted table of
//! all numbers that can occur; with chance, exact fractions as long as they fit, otherwise doubles.
//! The players' columns are joined at the end.

use rustc_hash::FxHashMap;

use super::backed::{mean_of, picked};
use super::column::{Columns, Horizons, NumberColumn, RatingColumn, RatingTable, leaf};
use super::cycles::{self, EndlessValues, Recurring, RetrogradePart, ValueBounds};
use super::ratings::{Multiplayer, RatingOptions, TIE, constant_sum, endless_play, fair_share};
use super::{Rating, Ratings, special};
use crate::game::{Player, Rational, to_f64};
use crate::tree::{Graph, Vertex, VertexKind};
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
    fn of(graph: &Graph, options: &RatingOptions) -> Self {
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
    pub fn new(graph: &Graph, options: &RatingOptions) -> Self {
        finished(Self::rate(graph, options, &Control::default()))
    }

    /// The approximate work of rating a sorted graph.
    pub(super) fn work(graph: &Graph, options: &RatingOptions) -> u64 {
        let plan = Plan::of(graph, options);
        let bounds = if plan.unproven { 3 } else { 1 };
        let columns = bounds * plan.players.len() as u64;
        match plan.way {
            Way::Exact => exact_work(graph, columns),
            Way::Chance => columns * work(graph),
            Way::MaxN => special::work(graph, plan.unproven),
        }
    }

    /// The approximate bytes that the ratings of a sorted graph take.
    pub(super) fn bytes_of(graph: &Graph, options: &RatingOptions) -> usize {
        let plan = Plan::of(graph, options);
        let bounds =
            plan.unproven || graph.hides_positions() || (graph.is_cyclic() && graph.has_chance());
        let columns = plan.players.len() * if bounds { 3 } else { 1 };
        let each = if graph.has_chance() { 4 } else { 1 };
        columns * each * graph.len()
    }

    /// Rates every vertex of a sorted graph.
    pub(super) async fn rate(graph: &Graph, options: &RatingOptions, ctl: &Control) -> Self {
        let Plan {
            way,
            players,
            endless,
            sum,
            unproven,
            refused,
        } = Plan::of(graph, options);
        let mut columns = match way {
            Way::Exact => rate_exactly(graph, &players, unproven, endless, ctl).await,
            Way::Chance => rate(graph, &players, unproven, endless, ctl).await,
            Way::MaxN => special::rate(graph, unproven, endless, ctl).await,
        };
        if graph.hides_positions() {
            special::open(graph, &mut columns);
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
    let mut found: Vec<RatingSource> = Vec::new();
    found.resize_with(players.len() * kinds.len(), RatingSource::default);
    let parts = found.iter_mut().enumerate().map(|(index, source)| {
        let (player, horizons) = (players[index / kinds.len()], kinds[index % kinds.len()]);
        ctl.part(work(graph), async move |ctl| {
            *source = column(graph, player, horizons, endless, &ctl).await;
        })
    });
    ctl.all(parts.collect()).await;
    let cyclic = graph.is_cyclic();
    let number = |number: NumberKind| cyclic.then_some(number);
    let mut wanted: Vec<(usize, Option<NumberKind>)> = Vec::new();
    for first in (0..found.len()).step_by(kinds.len()) {
        wanted.push((first, number(NumberKind::Between(to_f64(&endless)))));
        if unproven || cyclic {
            let bounds = if unproven {
                [first + 1, first + 2]
            } else {
                [first; 2]
            };
            wanted.push((bounds[0], number(NumberKind::Low)));
            wanted.push((bounds[1], number(NumberKind::High)));
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
pub(super) enum NumberKind {
    Low,
    High,
    /// The middle if the bounds meet, otherwise the value of endless play, or the nearer bound.
    Between(f64),
}

impl NumberKind {
    pub fn of(self, ValueBounds { low, high }: ValueBounds) -> f64 {
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
) -> RatingSource {
    let mut table = RatingTable::default();
    // Those that can reach a cycle stay at 0.
    let mut column = vec![0; graph.len()];
    // Expectiminimax over all vertices that can't reach a cycle.
    let rate = |index| {
        let vertex = graph.at(index);
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
    RatingSource {
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

/// The approximate work of rating a graph in this many columns.
pub(super) fn exact_work(graph: &Graph, columns: u64) -> u64 {
    let recurring = match graph.is_cyclic() {
        true => RetrogradePart::work(graph) + columns * cycles::work(graph),
        false => 0,
    };
    columns * acyclic(graph) + recurring
}

fn acyclic(graph: &Graph) -> u64 {
    graph.sweep_size() - graph.sweep_left(graph.acyclic_len())
}

/// Rates a graph without chance.
pub(super) async fn rate_exactly(
    graph: &Graph,
    players: &[Player],
    unproven: bool,
    endless: Rational,
    ctl: &Control,
) -> Columns {
    let (low, high) = graph.range();
    let mut table: Vec<Rational> = graph.outcomes().flatten().copied().collect();
    table.extend([low, high, endless]);
    let bounds = players.iter().flat_map(|player| graph.bounds_of(*player));
    table.extend(bounds.flat_map(|(_, (low, high))| [low, high]));
    table.sort_unstable();
    table.dedup();
    let index_of = |number: Rational| table.partition_point(|other| *other < number);
    let draw = index_of(endless);
    // The ratings of every player, then their lower bounds, then the upper ones.
    let mut columns: Vec<(Player, NumberColumn)> = Horizons::all(unproven)
        .iter()
        .flat_map(|_| players)
        .map(|player| (*player, NumberColumn::new(graph.len(), table.len())))
        .collect();
    let mut recurring = RetrogradePart::default();
    let mut parts = Vec::with_capacity(columns.len() + 1);
    if graph.is_cyclic() {
        let recurring = &mut recurring;
        parts.push(ctl.part(RetrogradePart::work(graph), async move |ctl| {
            *recurring = RetrogradePart::find(graph, &ctl).await;
        }));
    }
    for (index, (player, column)) in columns.iter_mut().enumerate() {
        let of_player = |bounds: (Rational, Rational)| (index_of(bounds.0), index_of(bounds.1));
        let bounds = graph.bounds_of(*player);
        let leaves = LeafRatings {
            bounds: bounds
                .map(|(vertex, bounds)| (vertex, of_player(bounds)))
                .collect(),
            by_outcome: graph
                .outcomes()
                .map(|outcome| index_of(outcome[player.index()]))
                .collect(),
            horizon: match Horizons::all(unproven)[index / players.len()] {
                Horizons::Estimate => None,
                Horizons::Low => Some(index_of(low)),
                Horizons::High => Some(index_of(high)),
            },
            draw,
        };
        parts.push(ctl.part(acyclic(graph), async move |ctl| {
            sweep(graph, *player, leaves, column, &ctl).await;
        }));
    }
    ctl.all(parts).await;
    if graph.is_cyclic() {
        let values = EndlessValues {
            draw,
            number: table.len(),
        };
        let recurring = &recurring;
        let parts = columns.iter_mut().map(|(player, column)| {
            ctl.part(cycles::work(graph), async move |ctl| {
                cycles::rate(graph, recurring, *player, values, column, &ctl).await;
            })
        });
        ctl.all(parts.collect()).await;
    }
    let mut columns = columns
        .into_iter()
        .map(|(_, column)| RatingColumn::of_table(column));
    Columns {
        sorted: true,
        ratings: columns.by_ref().take(players.len()).collect(),
        low: columns.by_ref().take(players.len()).collect(),
        high: columns.collect(),
        table: table.into_iter().map(Rating::Exact).collect(),
    }
}

/// The indices of what leaves are worth, and of what is known otherwise.
struct LeafRatings {
    /// What a search has proven.
    bounds: FxHashMap<Vertex, (usize, usize)>,
    by_outcome: Vec<usize>,
    /// The value of a horizon, unless it is its estimate.
    horizon: Option<usize>,
    /// The value of endless play.
    draw: usize,
}

impl LeafRatings {
    fn of(&self, graph: &Graph, vertex: Vertex) -> usize {
        match (graph.kind(vertex), self.horizon) {
            (VertexKind::Horizon(_), Some(bound)) => bound,
            _ => graph
                .outcome_index(vertex)
                .map_or(self.draw, |index| self.by_outcome[index]),
        }
    }

    /// What a vertex is worth by its moves, or as a leaf, within what a search has proven.
    fn value<I: Copy + Ord>(
        &self,
        graph: &Graph,
        vertex: Vertex,
        by_moves: Option<I>,
        index: impl Fn(usize) -> I,
    ) -> I {
        let value = by_moves.unwrap_or_else(|| index(self.of(graph, vertex)));
        if self.bounds.is_empty() {
            return value;
        }
        match self.bounds.get(&vertex) {
            Some(&(low, high)) => value.clamp(index(low), index(high)),
            None => value,
        }
    }
}

/// One player's ratings, or bounds of them, of the vertices that can't reach a cycle.
async fn sweep(
    graph: &Graph,
    player: Player,
    leaves: LeafRatings,
    column: &mut NumberColumn,
    ctl: &Control,
) {
    match column {
        NumberColumn::Narrow(column) => {
            back_up(
                graph,
                player,
                |vertex, by_moves| leaves.value(graph, vertex, by_moves, |index| index as u8),
                column,
                ctl,
            )
            .await;
        }
        NumberColumn::Wide(column) => {
            back_up(
                graph,
                player,
                |vertex, by_moves| leaves.value(graph, vertex, by_moves, |index| index as u32),
                column,
                ctl,
            )
            .await;
        }
    }
}

/// A sweep from the leaves up.
async fn back_up<I: Copy + Ord>(
    graph: &Graph,
    player: Player,
    value: impl Fn(Vertex, Option<I>) -> I,
    column: &mut [I],
    ctl: &Control,
) {
    let visit = |vertex: Vertex| {
        let targets = graph.targets(vertex);
        let ratings = targets.iter().map(|target| column[target.index()]);
        let rating = if graph.kind(vertex) == VertexKind::Decision(player) {
            ratings.max()
        } else {
            ratings.min()
        };
        column[vertex.index()] = value(vertex, rating);
    };
    graph.visit(0..graph.acyclic_len(), ctl, visit).await;
}

/// A column of indices into its own table, and the bounds of vertices without a rating.
#[derive(Default)]
pub(super) struct RatingSource {
    pub table: RatingTable,
    pub column: Vec<u32>,
    pub recurring: Option<Recurring>,
}

/// Joins columns in the order they are wanted: which source, and which of the numbers between its
/// bounds. Returns the ratings, and the columns.
pub(super) async fn join(
    graph: &Graph,
    mut sources: Vec<RatingSource>,
    wanted: &[(usize, Option<NumberKind>)],
    ctl: &Control,
) -> (Vec<Rating>, Vec<RatingColumn>) {
    let mut table = RatingTable::default();
    let mut columns = Vec::with_capacity(wanted.len());
    for (place, &(index, number)) in wanted.iter().enumerate() {
        let source = &mut sources[index];
        let again = wanted[place + 1..].iter().any(|(other, _)| *other == index);
        let column = if table.ratings.is_empty() && !again {
            // The only column: its table is the table.
            table = std::mem::take(&mut source.table);
            std::mem::take(&mut source.column)
        } else {
            let old = &source.table.ratings;
            // The new indices of the source's entries.
            let mut map = Vec::with_capacity(old.len());
            let intern = |entry: usize| {
                map.push(table.intern(old[entry]));
                1
            };
            ctl.each(0..old.len(), intern).await;
            let mut column = Vec::with_capacity(source.column.len());
            let translate = |vertex: usize| {
                // Before any vertex has a rating the map is empty.
                let new = map.get(source.column[vertex] as usize);
                column.push(new.copied().unwrap_or(0));
                1
            };
            ctl.each(0..source.column.len(), translate).await;
            column
        };
        columns.push(match (number, &source.recurring) {
            (Some(number), Some(recurring)) => {
                let nodes = graph.components().nodes();
                let mut doubles = Vec::with_capacity(nodes.len());
                let write = |slot: usize| {
                    doubles.push(number.of(recurring.of(Vertex(nodes[slot]))));
                    1
                };
                ctl.each(0..nodes.len(), write).await;
                RatingColumn::with_doubles(column, nodes, doubles)
            }
            _ => RatingColumn::of_table(NumberColumn::Wide(column)),
        });
        if !again {
            *source = RatingSource::default();
        }
    }
    (table.ratings, columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, ratio};
    use crate::tree::Vertex;
    use crate::tree::tests::graph;
    use crate::work::finished;

    #[test]
    fn with_a_constant_sum_of_payoffs_one_column_holds_both_players_ratings() {
        for (ends, columns, other) in [("1/4 3/4", 1, ratio(3, 4)), ("1/4 1/2", 2, ratio(1, 2))] {
            let script = format!("start a: l -> x, r -> y; x end: 0 1; y end: {ends}");
            let graph = graph(&script, None);
            let ratings = Ratings::new(graph.graph(), &RatingOptions::default());
            assert_eq!(ratings.ratings.len(), columns, "{ends}");
            let root = |player| ratings.rating(Vertex::ROOT, player);
            assert_eq!(root(Player(0)), Rating::Exact(ratio(1, 4)));
            assert_eq!(root(Player(1)), Rating::Exact(other));
        }
    }

    #[test]
    fn ratings_and_bounds_of_every_player_take_a_byte_a_vertex() {
        let graph = graph("start a: l -> x, r -> y; x end: 1 0; y end: 1/2 1/4", None);
        let graph = graph.graph();
        let players = [Player(0), Player(1)];
        let bytes = |unproven| {
            let ctl = Control::default();
            let found = finished(rate_exactly(graph, &players, unproven, half(), &ctl));
            let columns = [found.ratings, found.low, found.high];
            let columns = columns.iter().flatten().map(RatingColumn::bytes);
            columns.sum::<usize>()
        };
        assert_eq!(
            (bytes(false), bytes(true)),
            (2 * graph.len(), 6 * graph.len())
        );
    }
}
