//! The position graph without its positions: kinds, moves, payoffs and probabilities as columns.
//!
//! All algorithms on it are ordinary functions on vertex numbers, compiled once for all games.

use std::ops::Range;

use num_traits::CheckedAdd as _;
use rustc_hash::FxHashMap;

use super::components::{Components, Directed};
use super::sorting::Sources;
use super::vertex::{Edge, HIDES_CHANCE, InformationSets, TopologicalOrder, Vertex, VertexKind};
use crate::game::{
    Estimate, Game, Player, Rational, Refusal, Winners, one, whole, winners_of, zero,
};
use crate::work::{Control, finished};

/// Why a graph is incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The maximum number of positions was reached; building again with this number gives this
    /// graph.
    MaxNodes(u64),
    /// It grows on demand: it has the moves of the positions that were asked for.
    Frontier,
}

pub(super) const NO_OUTCOME: u32 = u32::MAX;

/// The columns of a position graph.
#[derive(Clone, Debug)]
pub struct Graph {
    pub(super) players: usize,
    pub(super) chance_game: bool,
    pub(super) kinds: Vec<u8>,
    pub(super) first_edge: Vec<u32>,
    /// One per vertex in a graph that grows, where the moves of a vertex may be added at any time;
    /// empty in any other, where they end where those of the next vertex start.
    pub(super) end_edge: Vec<u32>,
    pub(super) targets: Vec<Vertex>,
    /// One per vertex: which outcome an end or a horizon has.
    pub(super) outcome: Vec<u32>,
    /// The distinct outcomes, `players` numbers each.
    pub(super) outcomes: Vec<Rational>,
    /// One an edge, an index into `probabilities`; empty in a graph without chance.
    pub(super) probability: Vec<u32>,
    pub(super) probabilities: Vec<Rational>,
    /// One per vertex; empty without a ply limit.
    pub(super) plies_left: Vec<u32>,
    pub(super) payoffs: Payoffs,
    pub(super) max_plies: Option<u32>,
    pub(super) estimate: Estimate,
    pub(super) stopped: Option<Stopped>,
    /// What a search has proven of some vertices.
    bounds: FxHashMap<Vertex, Proven>,
    /// Whether no vertex is a horizon.
    pub(super) complete: bool,
    /// Whether every end is won, lost or shared equally.
    pub(super) has_winners: bool,
    pub(super) fault: Option<Refusal>,
    /// The information sets of several vertices.
    pub(super) sets: InformationSets,
    /// Vertices that can't reach a cycle, children before parents.
    order: TopologicalOrder,
    /// The strongly connected parts of all others.
    components: Components,
}

/// What a search has proven of a vertex.
#[derive(Clone, Debug)]
pub struct Proven {
    /// For each player, the interval of its rating.
    pub intervals: Vec<(Rational, Rational)>,
    /// The plies within which one of two players wins.
    pub wins_within: Option<u32>,
}

/// Whether payoffs are those of a win, a loss or an equal share of a win, for all players together.
pub(super) fn is_win(payoffs: &[Rational]) -> bool {
    let winners = payoffs.iter().filter(|payoff| **payoff != zero()).count();
    let lost_alone = winners == 0 && payoffs.len() == 1;
    let share = |payoff: &Rational| *payoff == zero() || *payoff * whole(winners as i128) == one();
    lost_alone || winners > 0 && payoffs.iter().all(share)
}

/// What a game says of its payoffs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payoffs {
    range: (Rational, Rational),
    sum: Option<Rational>,
    paranoid: bool,
}

impl Payoffs {
    pub(super) fn of<G: Game>(game: &G) -> Self {
        Self {
            range: game.payoff_range(),
            sum: game.payoff_sum(),
            paranoid: game.is_paranoid(),
        }
    }
}

impl Graph {
    pub(super) fn empty(
        players: usize,
        chance_game: bool,
        payoffs: Payoffs,
        max_plies: Option<u32>,
    ) -> Self {
        Self {
            players,
            chance_game,
            kinds: Vec::new(),
            first_edge: vec![0],
            end_edge: Vec::new(),
            targets: Vec::new(),
            outcome: Vec::new(),
            outcomes: Vec::new(),
            probability: Vec::new(),
            probabilities: Vec::new(),
            plies_left: Vec::new(),
            payoffs,
            max_plies,
            estimate: Estimate::default(),
            stopped: None,
            bounds: FxHashMap::default(),
            complete: true,
            has_winners: true,
            fault: None,
            sets: InformationSets::default(),
            order: TopologicalOrder::Listed(Vec::new()),
            components: Components::default(),
        }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is no vertex, which is never so once a graph is built.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// Every vertex, in order.
    pub fn vertices(&self) -> impl DoubleEndedIterator<Item = Vertex> + use<> {
        (0..self.kinds.len() as u32).map(Vertex)
    }

    /// The kind of a vertex.
    pub fn kind(&self, vertex: Vertex) -> VertexKind {
        VertexKind::unpack(self.kinds[vertex.index()])
    }

    /// Whether a vertex has no player to move: a chance node, or a horizon that replaces one where
    /// a position limit stopped the build.
    pub fn is_chance(&self, vertex: Vertex) -> bool {
        matches!(self.kind(vertex), VertexKind::Chance(_))
            || self.kinds[vertex.index()] & HIDES_CHANCE != 0
    }

    /// The moves of a vertex, in the rules' order.
    pub fn edges(&self, vertex: Vertex) -> impl DoubleEndedIterator<Item = Edge> + use<> {
        self.edge_range(vertex).map(Edge)
    }

    pub(super) fn edge_range(&self, vertex: Vertex) -> Range<u32> {
        let end = match self.end_edge.get(vertex.index()) {
            Some(end) => *end,
            None => self.first_edge[vertex.index() + 1],
        };
        let range = self.first_edge[vertex.index()]..end;
        #[cfg(test)]
        visits::count(range.len() as u32);
        range
    }

    /// The targets of a vertex's moves, in the rules' order.
    pub fn targets(&self, vertex: Vertex) -> &[Vertex] {
        let range = self.edge_range(vertex);
        &self.targets[range.start as usize..range.end as usize]
    }

    /// The number of moves of a vertex.
    pub fn degree(&self, vertex: Vertex) -> usize {
        self.edge_range(vertex).len()
    }

    /// The `index`-th move of a vertex, counted from 0.
    pub fn edge(&self, vertex: Vertex, index: usize) -> Option<Edge> {
        self.edge_range(vertex).nth(index).map(Edge)
    }

    /// The target of a move.
    pub fn target(&self, edge: Edge) -> Vertex {
        self.targets[edge.index()]
    }

    /// The source of a move.
    pub fn source(&self, edge: Edge) -> Vertex {
        if !self.end_edge.is_empty() {
            let mut vertices = self.vertices();
            let source = vertices.find(|vertex| self.edge_range(*vertex).contains(&edge.0));
            return source.unwrap_or(Vertex::ROOT);
        }
        let after = self.first_edge.partition_point(|first| *first <= edge.0);
        Vertex(after as u32 - 1)
    }

    /// The index of a move among those of its source, counted from 0.
    pub fn key(&self, source: Vertex, edge: Edge) -> usize {
        (edge.0 - self.first_edge[source.index()]) as usize
    }

    /// Whether a vertex has no moves here, whatever the reason.
    pub fn is_leaf(&self, vertex: Vertex) -> bool {
        self.edge_range(vertex).is_empty()
    }

    /// Whether the graph has a chance node.
    pub fn has_chance(&self) -> bool {
        !self.probabilities.is_empty()
    }

    /// Whether chance has a part in the game, be it on another board.
    pub fn is_chance_game(&self) -> bool {
        self.chance_game || self.has_chance()
    }

    /// The probability of an outcome of chance; 1 for a move of a player.
    pub fn probability(&self, edge: Edge) -> Rational {
        self.probability
            .get(edge.index())
            .map_or_else(crate::game::one, |&index| {
                self.probabilities[index as usize]
            })
    }

    /// A player's payoff at an end, or estimate at a horizon; `None` elsewhere.
    pub fn outcome(&self, vertex: Vertex, player: Player) -> Option<Rational> {
        Some(self.payoffs(vertex)?[player.index()])
    }

    /// The payoffs of an end, or the estimates at a horizon, one per player; `None` elsewhere.
    pub fn payoffs(&self, vertex: Vertex) -> Option<&[Rational]> {
        let index = self.outcome_index(vertex)?;
        Some(&self.outcomes[index * self.players..][..self.players])
    }

    /// The winners of an end: the players with the largest payoff. `None` elsewhere.
    pub fn winners(&self, vertex: Vertex) -> Option<Winners> {
        let payoffs = self.payoffs(vertex)?;
        (self.kind(vertex) == VertexKind::End).then(|| winners_of(payoffs))
    }

    /// Which of the distinct outcomes a leaf has, counted from 0.
    pub fn outcome_index(&self, vertex: Vertex) -> Option<usize> {
        let index = self.outcome[vertex.index()];
        (index != NO_OUTCOME).then_some(index as usize)
    }

    /// The distinct outcomes of the leaves, one number per player each.
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = &[Rational]> {
        self.outcomes.chunks_exact(self.players)
    }

    /// The smallest and the largest payoff that an end of the game can have.
    pub fn range(&self) -> (Rational, Rational) {
        self.payoffs.range
    }

    /// The sum of all players' payoffs, if it is one constant: at every end of a graph that is
    /// complete, otherwise by the word of the game, or if one of two players has won every end.
    pub fn payoff_sum(&self) -> Option<Rational> {
        let sum_of = |outcome: &[Rational]| {
            let mut numbers = outcome.iter();
            numbers.try_fold(zero(), |sum, number| sum.checked_add(number))
        };
        let sum = match self.complete {
            true => sum_of(self.outcomes().next()?)?,
            false if self.players == 2 && self.has_winners() => {
                self.payoffs.sum.unwrap_or_else(one)
            }
            false => self.payoffs.sum?,
        };
        let constant = |outcome: &[Rational]| sum_of(outcome) == Some(sum);
        self.outcomes().all(constant).then_some(sum)
    }

    /// Whether every end is won or lost, or shared equally by those who win, and nothing else can
    /// be paid. Otherwise ends have payoffs, of which nobody can say that a player wins.
    pub fn has_winners(&self) -> bool {
        let (low, high) = self.payoffs.range;
        self.has_winners && low >= zero() && high <= one()
    }

    /// What the game contradicts itself in, if the build has met something: a position, and the
    /// remedy. Ratings mean nothing then.
    pub fn fault(&self) -> Option<&Refusal> {
        self.fault.as_ref()
    }

    /// The number of the information set of a vertex: its player can't tell it from the others with
    /// this number. `None` if its player knows it.
    pub fn information_set(&self, vertex: Vertex) -> Option<u32> {
        self.sets.number(vertex)
    }

    /// Whether players can't tell some vertices apart.
    pub fn hides_positions(&self) -> bool {
        !self.sets.is_empty()
    }

    /// Whether the game rates positions as if all others play against the one who is rated.
    pub fn is_paranoid(&self) -> bool {
        self.payoffs.paranoid
    }

    /// The estimate that replaces a rating at a horizon.
    pub fn estimate(&self) -> Estimate {
        self.estimate
    }

    /// The ply limit that the graph was built to.
    pub fn max_plies(&self) -> Option<u32> {
        self.max_plies
    }

    /// The number of plies a vertex has left; `None` without a ply limit.
    pub fn plies_left(&self, vertex: Vertex) -> Option<u32> {
        self.plies_left.get(vertex.index()).copied()
    }

    /// Why the graph is incomplete.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Whether no limit cut anything off.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The number of plies that a move from a vertex takes: 0 for an outcome of chance, otherwise
    /// 1.
    pub fn cost(&self, source: Vertex) -> u32 {
        u32::from(!matches!(self.kind(source), VertexKind::Chance(_)))
    }

    /// The vertices that can't reach a cycle, children before parents: all of them unless the
    /// graph [is cyclic](Self::is_cyclic).
    pub fn order(&self) -> impl DoubleEndedIterator<Item = Vertex> + use<'_> {
        (0..self.order.len()).map(|index| Vertex(self.order.at(index)))
    }

    /// The vertex at an index of that order, counted from 0; `None` after the last.
    pub fn in_order(&self, index: usize) -> Option<Vertex> {
        (index < self.order.len()).then(|| Vertex(self.order.at(index)))
    }

    /// Whether some position can recur: then the tree is infinite.
    pub fn is_cyclic(&self) -> bool {
        self.order.len() < self.len()
    }

    /// One flag per vertex: whether it can reach a cycle, so that its tree is infinite. Empty if
    /// the graph isn't cyclic.
    pub fn endless(&self) -> Vec<bool> {
        if !self.is_cyclic() {
            return Vec::new();
        }
        let mut endless = vec![true; self.len()];
        for vertex in self.order() {
            endless[vertex.index()] = false;
        }
        endless
    }

    /// The strongly connected parts of the vertices that [can reach a cycle](Self::endless),
    /// children before parents. A part of one vertex recurs only if that has a move to itself.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// The edges that lead to each vertex, as sources, grouped by target.
    pub fn sources(&self) -> Sources {
        finished(Sources::find(self, &Control::default()))
    }

    /// Memory size of the columns in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        self.kinds.capacity()
            + 4 * (self.first_edge.capacity()
                + self.end_edge.capacity()
                + self.targets.capacity()
                + self.outcome.capacity()
                + self.probability.capacity()
                + self.plies_left.capacity())
            + self.order.bytes()
            + self.components.bytes()
            + size_of::<Rational>() * (self.outcomes.capacity() + self.probabilities.capacity())
    }

    pub(super) fn shrink(&mut self) {
        let Self {
            players: _,
            chance_game: _,
            kinds,
            first_edge,
            end_edge: _,
            targets,
            outcome,
            outcomes,
            probability,
            probabilities,
            plies_left,
            payoffs: _,
            max_plies: _,
            estimate: _,
            stopped: _,
            bounds: _,
            complete: _,
            has_winners: _,
            fault: _,
            sets: _,
            // They come later, as small as they can be.
            order: _,
            components: _,
        } = self;
        kinds.shrink_to_fit();
        first_edge.shrink_to_fit();
        targets.shrink_to_fit();
        outcome.shrink_to_fit();
        outcomes.shrink_to_fit();
        probability.shrink_to_fit();
        probabilities.shrink_to_fit();
        plies_left.shrink_to_fit();
    }

    /// Notes what a search has proven of a vertex.
    pub(super) fn bound(&mut self, vertex: Vertex, proven: Proven) {
        self.bounds.insert(vertex, proven);
    }

    /// The same of a leaf that another game rated, whose payoffs may leave the range of this one.
    pub(super) fn bound_beyond(&mut self, vertex: Vertex, proven: Proven) {
        let (mut low, mut high) = self.payoffs.range;
        for interval in &proven.intervals {
            (low, high) = (low.min(interval.0), high.max(interval.1));
        }
        self.payoffs.range = (low, high);
        self.bound(vertex, proven);
    }

    /// The interval of a player's rating that a search has proven; `None` if it has found nothing.
    pub fn bounds(&self, vertex: Vertex, player: Player) -> Option<(Rational, Rational)> {
        Some(self.bounds.get(&vertex)?.intervals[player.index()])
    }

    /// The plies within which one of two players wins, if a search has proven that. There may be a
    /// shorter win.
    pub fn wins_within(&self, vertex: Vertex) -> Option<u32> {
        self.bounds.get(&vertex)?.wins_within
    }

    /// All these intervals of a player.
    pub fn bounds_of(
        &self,
        player: Player,
    ) -> impl Iterator<Item = (Vertex, (Rational, Rational))> {
        let all = self.bounds.iter();
        all.map(move |(vertex, proven)| (*vertex, proven.intervals[player.index()]))
    }

    /// Whether it grows on demand.
    pub fn grows(&self) -> bool {
        self.stopped == Some(Stopped::Frontier)
    }

    /// Stores the result of sorting.
    pub(super) fn set_order(&mut self, (order, components): (TopologicalOrder, Components)) {
        self.order = order;
        self.components = components;
    }

    /// The number of vertices that can't reach a cycle.
    pub fn acyclic_len(&self) -> usize {
        self.order.len()
    }

    /// The vertex at an index of the whole order. After the acyclic vertices it has those that can
    /// reach a cycle, component by component. Children come before parents there too, except within
    /// a component.
    pub fn at(&self, slot: usize) -> Vertex {
        Vertex(match slot.checked_sub(self.order.len()) {
            None => self.order.at(slot),
            Some(index) => self.components.nodes()[index],
        })
    }

    /// Visits the vertices at these indices of the order, in turns.
    pub async fn visit(&self, indices: Range<usize>, ctl: &Control, mut visit: impl FnMut(Vertex)) {
        ctl.each(indices, |index| {
            let vertex = self.at(index);
            visit(vertex);
            1 + self.degree(vertex)
        })
        .await;
    }

    /// The work of a sweep over all vertices and edges.
    pub fn sweep_size(&self) -> u64 {
        (self.len() + self.edge_count()) as u64
    }

    /// The approximate work left in a sweep from the index `next` on.
    pub fn sweep_left(&self, next: usize) -> u64 {
        let (vertices, edges) = (self.len() as u64, self.edge_count() as u64);
        (vertices + edges) * (vertices - next as u64) / vertices.max(1)
    }
}

impl Directed for Graph {
    fn arrows(&self, node: u32) -> Range<u32> {
        self.edge_range(Vertex(node))
    }

    fn target_of(&self, arrow: u32) -> u32 {
        self.targets[arrow as usize].0
    }
}

/// Counts visits, for tests of the work that a step does.
#[cfg(test)]
pub(crate) mod visits {
    use std::cell::Cell;

    thread_local! {
        static LOOKS: Cell<usize> = const { Cell::new(0) };
    }

    /// Counts a visit of a vertex and of this many edges.
    pub(crate) fn count(edges: u32) {
        LOOKS.set(LOOKS.get() + 1 + edges as usize);
    }

    /// The number of visits since the last call.
    pub(crate) fn take() -> usize {
        LOOKS.take()
    }
}
