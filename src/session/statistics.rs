//! Statistics of a rated graph and its complete tree: kinds, winners, plies and ratings.

use super::{Rated, ShowProgress};
use crate::game::{Player, Winners};
use crate::rating::RatingDistribution;
use crate::tree::{Graph, LineCounts, PlyCount, PlyCounting, Total, Vertex, VertexKind, VertexSet};
use crate::work::{Control, PIECE, finished};

/// Number of plies counted in an infinite tree beyond the first occurrence of its last position …
const BEYOND: usize = 8;
/// … but to no more than this.
const MAX_ENDLESS: usize = 400;

/// The numbers of positions of one kind, and of their nodes in the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amounts {
    /// Distinct positions, each once however many plies it has left.
    pub positions: u64,
    /// Nodes of the complete tree.
    pub nodes: Total,
}

impl Amounts {
    fn add(&mut self, lines: &LineCounts, vertex: Vertex, new: bool) {
        self.positions += u64::from(new);
        self.nodes.add(lines.to(vertex));
    }
}

/// The result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// All positions, which chance nodes are not among, and all nodes, which they are.
    pub all: Amounts,
    /// Decisions of a player.
    pub decisions: Amounts,
    /// Chance nodes, which are no positions.
    pub chance: Amounts,
    /// Ends.
    pub ends: Amounts,
    /// Leaves at a limit; as positions, those that are never a decision.
    pub horizons: Amounts,
    /// Proven ratings for every player; as positions, those proven for some number of plies left.
    pub proven: Amounts,
    /// Positions with each number of plies that they have left, chance nodes left out; `None`
    /// without a ply limit.
    pub with_plies_left: Option<u64>,
    /// The ends by who has won: each player alone, then ties.
    pub winners: Vec<(Winners, Amounts)>,
    /// The complete tree ply by ply.
    pub plies: Vec<PlyCount>,
    /// Whether the tree continues below the last of them, so that it is infinite.
    pub goes_on: bool,
    /// The ratings of every player.
    pub mixes: Vec<RatingDistribution>,
    /// Whether a limit stopped the graph, so that all numbers are lower bounds.
    pub at_least: bool,
}

impl Statistics {
    /// Whether there may be more in a ply than was counted: a budget stopped the tree before it.
    pub fn is_least(&self, ply: usize) -> bool {
        self.at_least
            && self.plies[..ply.min(self.plies.len())]
                .iter()
                .any(|ply| !ply.horizons.is_zero())
    }
}

impl Statistics {
    /// The statistics of a graph.
    pub fn of(rated: &Rated) -> Self {
        finished(Self::find(rated, &Control::default(), &|_| {}))
    }

    /// The same in pieces. The progress is a text.
    pub async fn find(rated: &Rated, ctl: &Control, show: &ShowProgress<'_, String>) -> Self {
        let graph = rated.graph.graph();
        let first_with_position = rated.graph.first_with_position();
        let first = first_with_position.as_deref();
        let (begun, all) = (ctl.done(), graph.sweep_size().max(1));
        let report = |done: u64| {
            let percent = (100 * (done - begun) / all).min(100);
            show(format!("Counting the lines to every position: {percent} %"));
        };
        let lines = ctl.reporting(LineCounts::count(graph, ctl), report).await;
        let mut found = Self {
            at_least: graph.stopped().is_some(),
            with_plies_left: first.map(|_| 0),
            ..Self::default()
        };
        KindCounts::new(rated, first, &lines, &mut found)
            .count(ctl, show)
            .await;
        let key = |winners: &Winners| (winners.len(), winners.iter().collect::<Vec<_>>());
        found.winners.sort_by_key(|(winners, _)| key(winners));
        for player in Player::all(graph.players()) {
            let name = rated.graph.player_name(player);
            let (begun, all) = (ctl.done(), 2 * graph.len().max(1) as u64);
            let report = |done: u64| {
                let percent = (100 * (done - begun) / all).min(100);
                show(format!("Counting the ratings of {name}: {percent} %"));
            };
            let ratings = &rated.analysis.ratings;
            let mix = RatingDistribution::find(graph, player, first, ratings, &lines, ctl);
            found.mixes.push(ctl.reporting(mix, report).await);
        }
        // Two more columns as large follow.
        drop(lines);
        let unseen = rated.graph.distinct().positions;
        found.count_plies(graph, first, unseen, ctl, show).await;
        found
    }

    /// Counts the complete tree ply by ply; `unseen` positions occur in it.
    async fn count_plies(
        &mut self,
        graph: &Graph,
        first: Option<&[Vertex]>,
        mut unseen: u64,
        ctl: &Control,
        show: &ShowProgress<'_, String>,
    ) {
        let mut counting = PlyCounting::new(graph, 1);
        // The number of plies counted since the last new position.
        let mut old = 0;
        while let Some(ply) = {
            show(format!("Counting ply {}", self.plies.len()));
            counting.ply(graph, first, ctl).await
        } {
            old = if ply.new_positions == 0 { old + 1 } else { 0 };
            unseen = unseen.saturating_sub(ply.new_positions);
            self.plies.push(ply);
            let enough = unseen == 0 && old >= BEYOND;
            let many = self.plies.len() >= MAX_ENDLESS;
            if graph.is_cyclic() && (enough || many) {
                self.goes_on = true;
                return;
            }
        }
    }
}

/// Counts positions and nodes by their kind.
struct KindCounts<'a> {
    rated: &'a Rated,
    first_with_position: Option<&'a [Vertex]>,
    lines: &'a LineCounts,
    /// With a ply limit: by the first vertex with each position, where it is a decision, and where
    /// it was counted, and that as certain.
    chosen: VertexSet,
    met: VertexSet,
    certain: VertexSet,
    found: &'a mut Statistics,
}

impl<'a> KindCounts<'a> {
    fn new(
        rated: &'a Rated,
        first_with_position: Option<&'a [Vertex]>,
        lines: &'a LineCounts,
        found: &'a mut Statistics,
    ) -> Self {
        let none = || VertexSet::none(first_with_position.map_or(0, <[_]>::len));
        Self {
            chosen: none(),
            met: none(),
            certain: none(),
            rated,
            first_with_position,
            lines,
            found,
        }
    }

    async fn count(mut self, ctl: &Control, show: &ShowProgress<'_, String>) {
        let graph = self.rated.graph.graph();
        if let Some(first) = self.first_with_position {
            // The positions that are decisions at some vertex.
            ctl.each(0..graph.len(), |vertex| {
                if let VertexKind::Decision(_) = graph.kind(Vertex(vertex as u32)) {
                    self.chosen.insert(first[vertex].0);
                }
                1
            })
            .await;
        }
        for start in (0..graph.len()).step_by(PIECE) {
            let percent = 100 * start / graph.len();
            show(format!("Counting ends and winners: {percent} %"));
            ctl.each(start..graph.len().min(start + PIECE), |vertex| {
                self.count_vertex(graph, Vertex(vertex as u32));
                1
            })
            .await;
        }
    }

    fn count_vertex(&mut self, graph: &Graph, vertex: Vertex) {
        let (lines, found) = (self.lines, &mut *self.found);
        let certain = self.rated.analysis.ratings.all_proven(vertex);
        // Of the vertices that share a position, one counts as a position, and one as proven.
        let (mut new, mut newly_certain) = (true, certain);
        let mut only_stopped = true;
        if let Some(first) = self.first_with_position {
            let first = first[vertex.index()].0;
            only_stopped = !self.chosen.contains(first);
            let kind = graph.kind(vertex);
            // A position that is a decision at some vertex counts there.
            let here = only_stopped || !matches!(kind, VertexKind::Horizon(_));
            new = here && !self.met.contains(first);
            if new {
                self.met.insert(first);
            }
            newly_certain = certain && !self.certain.contains(first);
            if newly_certain {
                self.certain.insert(first);
            }
        }
        let position = !graph.is_chance(vertex);
        found.all.add(lines, vertex, new && position);
        if let Some(all) = &mut found.with_plies_left {
            *all += u64::from(position);
        }
        match graph.kind(vertex) {
            VertexKind::Decision(_) => found.decisions.add(lines, vertex, new),
            VertexKind::Chance(_) => found.chance.add(lines, vertex, new),
            VertexKind::Horizon(_) => found.horizons.add(lines, vertex, new && only_stopped),
            VertexKind::End => {
                found.ends.add(lines, vertex, new);
                let winners = graph.winners(vertex).unwrap_or_default();
                let known = found
                    .winners
                    .iter()
                    .position(|(class, _)| *class == winners);
                let index = known.unwrap_or_else(|| {
                    found.winners.push((winners, Amounts::default()));
                    found.winners.len() - 1
                });
                found.winners[index].1.add(lines, vertex, new);
            }
        }
        if certain {
            found.proven.add(lines, vertex, newly_certain && position);
        }
    }
}
