//! Statistics of a rated graph and its complete tree: kinds, winners, plies and ratings.

use super::Rated;
use crate::game::{Player, Winners};
use crate::rating::{Mix, Mixing};
use crate::tree::{
    CountingLines, Graph, Lines, Ply, PlyCounting, PlyStep, Task, Total, Vertex, VertexKind,
    VertexSet,
};

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
    fn add(&mut self, lines: &Lines, vertex: Vertex, new: bool) {
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
    pub plies: Vec<Ply>,
    /// Whether the tree continues below the last of them, so that it is infinite.
    pub goes_on: bool,
    /// The ratings of every player.
    pub mixes: Vec<Mix>,
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

/// Gathers statistics step by step. Dropping it cancels.
pub struct Gathering {
    rated: Rated,
    first_with_position: Option<Vec<Vertex>>,
    /// With a ply limit: by the first vertex with each position, where it is a decision, and where
    /// it was counted, and that as certain.
    chosen: VertexSet,
    met: VertexSet,
    certain: VertexSet,
    stage: StatisticsStage,
    lines: Option<Lines>,
    found: Statistics,
    /// The number of positions that haven't occurred in a ply yet.
    unseen: u64,
    /// The number of plies counted since the last new position.
    old: usize,
}

enum StatisticsStage {
    Lines(Box<CountingLines>),
    Choices(usize),
    Kinds(usize),
    Mixing(Box<Mixing>),
    Plies(Box<PlyCounting>),
    Done,
}

impl Gathering {
    /// Starts with a rated graph.
    pub fn new(rated: Rated) -> Self {
        let graph = rated.graph.graph();
        let first_with_position = rated.graph.first_with_position();
        let stage = StatisticsStage::Lines(Box::new(CountingLines::new(graph)));
        let found = Statistics {
            at_least: graph.stopped().is_some(),
            with_plies_left: first_with_position.is_some().then_some(0),
            ..Statistics::default()
        };
        let limited = first_with_position.is_some();
        let unseen = rated.graph.distinct().positions;
        let none = || VertexSet::none(if limited { graph.len() } else { 0 });
        Self {
            chosen: none(),
            met: none(),
            certain: none(),
            first_with_position,
            stage,
            lines: None,
            found,
            unseen,
            old: 0,
            rated,
        }
    }

    /// Visits up to about `work` more vertices and edges; returns `true` when done.
    pub fn step(&mut self, work: usize) -> bool {
        let pictures = std::sync::Arc::clone(&self.rated.graph);
        let graph = pictures.graph();
        let stage = std::mem::replace(&mut self.stage, StatisticsStage::Done);
        self.stage = match stage {
            StatisticsStage::Lines(mut counting) => {
                if counting.step(graph, work) {
                    self.lines = Some(counting.finish(graph));
                    StatisticsStage::Choices(0)
                } else {
                    StatisticsStage::Lines(counting)
                }
            }
            StatisticsStage::Choices(next) => {
                let end = graph.len().min(next.saturating_add(work.max(1)));
                if self.choose(graph, next..end) && end < graph.len() {
                    StatisticsStage::Choices(end)
                } else {
                    StatisticsStage::Kinds(0)
                }
            }
            StatisticsStage::Kinds(next) => {
                let end = graph.len().min(next.saturating_add(work.max(1)));
                for vertex in (next as u32..end as u32).map(Vertex) {
                    self.look(graph, vertex);
                }
                if end < graph.len() {
                    StatisticsStage::Kinds(end)
                } else {
                    self.sort_winners();
                    StatisticsStage::Mixing(Box::new(Mixing::new(Player(0))))
                }
            }
            StatisticsStage::Mixing(mixing) => self.mix(graph, mixing, work),
            StatisticsStage::Plies(counting) => self.count_ply(graph, counting, work),
            StatisticsStage::Done => StatisticsStage::Done,
        };
        matches!(self.stage, StatisticsStage::Done)
    }

    /// Marks the positions that are decisions at some vertex. Returns `false` if every vertex has a
    /// different position, so that no marks are needed.
    fn choose(&mut self, graph: &Graph, vertices: std::ops::Range<usize>) -> bool {
        let Some(first) = &self.first_with_position else {
            return false;
        };
        for vertex in vertices {
            if let VertexKind::Decision(_) = graph.kind(Vertex(vertex as u32)) {
                self.chosen.insert(first[vertex].0);
            }
        }
        true
    }

    fn look(&mut self, graph: &Graph, vertex: Vertex) {
        let Some(lines) = &self.lines else {
            return;
        };
        let found = &mut self.found;
        let certain = self.rated.analysis.ratings.all_proven(vertex);
        // Of the vertices that share a position, one counts as a position, and one as proven.
        let (mut new, mut newly_certain) = (true, certain);
        let mut only_stopped = true;
        if let Some(first) = &self.first_with_position {
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
                let place = known.unwrap_or_else(|| {
                    found.winners.push((winners, Amounts::default()));
                    found.winners.len() - 1
                });
                found.winners[place].1.add(lines, vertex, new);
            }
        }
        if certain {
            found.proven.add(lines, vertex, newly_certain && position);
        }
    }

    fn sort_winners(&mut self) {
        let key = |winners: &Winners| (winners.len(), winners.iter().collect::<Vec<_>>());
        self.found.winners.sort_by_key(|(winners, _)| key(winners));
    }

    fn mix(&mut self, graph: &Graph, mut mixing: Box<Mixing>, work: usize) -> StatisticsStage {
        let Some(lines) = &self.lines else {
            return StatisticsStage::Done;
        };
        let first = self.first_with_position.as_deref();
        if !mixing.step(graph, first, &self.rated.analysis.ratings, lines, work) {
            return StatisticsStage::Mixing(mixing);
        }
        let mix = mixing.finish();
        let next = Player(mix.player.0 + 1);
        self.found.mixes.push(mix);
        if next.index() < graph.players() {
            return StatisticsStage::Mixing(Box::new(Mixing::new(next)));
        }
        // Two more columns as large follow.
        self.lines = None;
        StatisticsStage::Plies(Box::new(PlyCounting::new(graph, 1)))
    }

    fn count_ply(
        &mut self,
        graph: &Graph,
        mut counting: Box<PlyCounting>,
        work: usize,
    ) -> StatisticsStage {
        let first = self.first_with_position.as_deref();
        match counting.step(graph, first, work) {
            PlyStep::Going => StatisticsStage::Plies(counting),
            PlyStep::Done => StatisticsStage::Done,
            PlyStep::Ply(ply) => {
                let old = ply.new_positions == 0;
                self.old = if old { self.old + 1 } else { 0 };
                self.unseen = self.unseen.saturating_sub(ply.new_positions);
                self.found.plies.push(ply);
                let enough = self.unseen == 0 && self.old >= BEYOND;
                let many = self.found.plies.len() >= MAX_ENDLESS;
                if graph.is_cyclic() && (enough || many) {
                    self.found.goes_on = true;
                    return StatisticsStage::Done;
                }
                StatisticsStage::Plies(counting)
            }
        }
    }

    /// The current work as text.
    pub fn words(&self) -> String {
        let graph = self.rated.graph.graph();
        match &self.stage {
            StatisticsStage::Lines(counting) => {
                let all = graph.sweep_left(0).max(1);
                let left = counting.left(graph).min(all);
                let percent = 100 - 100 * left / all;
                format!("Counting the lines to every position: {percent} %")
            }
            StatisticsStage::Choices(_) => "Counting ends and winners: 0 %".to_owned(),
            StatisticsStage::Kinds(next) => {
                let percent = 100 * next / graph.len().max(1);
                format!("Counting ends and winners: {percent} %")
            }
            StatisticsStage::Mixing(mixing) => {
                let percent = (100.0 * mixing.share(graph)) as u32;
                let name = self.rated.graph.player_name(mixing.player());
                format!("Counting the ratings of {name}: {percent} %")
            }
            StatisticsStage::Plies(_) => format!("Counting ply {}", self.found.plies.len()),
            StatisticsStage::Done => "Done".to_owned(),
        }
    }

    /// Completes the count.
    pub fn finish(mut self) -> Statistics {
        while !self.step(usize::MAX) {}
        self.found
    }
}
