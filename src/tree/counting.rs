//! Counts the nodes of a whole tree on its position graph: for each vertex the nodes below it,
//! children before parents; or ply by ply, to any depth, by carrying the number of lines to each
//! vertex from ply to ply.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use super::counts::{Count, Counts, EndsByWinners, LongestLines, PlyCounts, Total, WideCounts};
use super::graph::Graph;
use super::hits::Marked;
use super::vertex::{Edge, Vertex, VertexKind};
use super::vertex_set::VertexSet;
use crate::game::{Winners, winners_of};
use crate::work::Control;

/// Which nodes of a tree are counted.
#[derive(Clone, Debug)]
pub(super) enum Counted {
    Nodes,
    Ends,
    Leaves,
    /// Ends with some of the outcomes.
    Outcomes(Vec<bool>),
    /// Nodes that marked moves lead to, the vertex itself left out.
    Marked(Arc<Marked>),
}

impl Counted {
    #[inline]
    fn holds(&self, graph: &Graph, vertex: Vertex) -> bool {
        match self {
            Self::Nodes => true,
            Self::Ends => graph.kind(vertex) == VertexKind::End,
            Self::Leaves => graph.is_leaf(vertex),
            Self::Outcomes(wanted) => {
                graph.kind(vertex) == VertexKind::End
                    && graph
                        .outcome_index(vertex)
                        .is_some_and(|outcome| wanted[outcome])
            }
            Self::Marked(marked) => marked.moves_of(graph, vertex) > 0,
        }
    }

    /// The number of nodes counted at a vertex itself.
    #[inline]
    fn at(&self, graph: &Graph, vertex: Vertex) -> u64 {
        match self {
            Self::Marked(marked) => marked.moves_of(graph, vertex),
            _ => u64::from(self.holds(graph, vertex)),
        }
    }

    /// Whether the nodes below a move are counted.
    #[inline]
    fn leads(&self, edge: Edge) -> bool {
        match self {
            Self::Marked(marked) => marked.leads(edge),
            _ => true,
        }
    }

    /// The targets of the moves whose nodes are counted.
    fn targets<'a>(
        &'a self,
        graph: &'a Graph,
        vertex: Vertex,
    ) -> impl Iterator<Item = Vertex> + 'a {
        graph
            .edges(vertex)
            .filter(|edge| self.leads(*edge))
            .map(|edge| graph.target(edge))
    }
}

/// The vertices with infinite counts: those from which a cycle can be reached that leads to
/// something counted. Empty unless the graph is cyclic.
async fn infinite(graph: &Graph, counted: &Counted, ctl: &Control) -> Vec<bool> {
    if !graph.is_cyclic() {
        return Vec::new();
    }
    // Below which vertices there is something to count.
    let mut reaches = vec![false; graph.len()];
    graph
        .visit(0..graph.acyclic_len(), ctl, |vertex| {
            let mut targets = counted.targets(graph, vertex);
            reaches[vertex.index()] =
                counted.holds(graph, vertex) || targets.any(|target| reaches[target.index()]);
        })
        .await;
    let mut infinite = vec![false; graph.len()];
    for part in graph.components().iter() {
        let (mut reach, mut endless, mut recurs) = (false, false, part.len() > 1);
        ctl.each(0..part.len(), |index| {
            let vertex = Vertex(part[index]);
            reach |= counted.holds(graph, vertex);
            for target in counted.targets(graph, vertex) {
                recurs |= target == vertex;
                reach |= reaches[target.index()];
                endless |= infinite[target.index()];
            }
            1 + graph.degree(vertex)
        })
        .await;
        endless |= reach && recurs;
        ctl.each(0..part.len(), |index| {
            reaches[part[index] as usize] = reach;
            infinite[part[index] as usize] = endless;
            1
        })
        .await;
    }
    infinite
}

/// Sums finite counts from an index of the order on, where all before it are known. An overflow
/// starts it again with twice the words.
async fn sum(
    graph: &Graph,
    counted: &Counted,
    infinite: &[bool],
    (mut wide, mut from): (WideCounts, usize),
    ctl: &Control,
) -> WideCounts {
    loop {
        let words = wide.words;
        let sum = |index: usize| {
            let vertex = graph.at(index);
            let index = vertex.index();
            let mut fits = true;
            if infinite.get(index) != Some(&true) {
                wide.start(index, counted.at(graph, vertex));
                fits = if let Counted::Marked(_) = counted {
                    let mut targets = counted.targets(graph, vertex);
                    targets.all(|target| wide.add_own(index, target.index()))
                } else {
                    let mut targets = graph.targets(vertex).iter();
                    targets.all(|target| wide.add_own(index, target.index()))
                };
            }
            // Wide counts take longer.
            fits.then(|| words * (1 + graph.degree(vertex)))
        };
        if ctl.each_while(from..graph.len(), sum).await {
            return wide;
        }
        // One after the other, so that both need not have room at once.
        drop(wide);
        wide = WideCounts::new(2 * words, graph.len());
        from = 0;
    }
}

impl Counts {
    /// Counts what is `counted` below each vertex of a sorted graph.
    pub(super) async fn count(graph: &Graph, counted: &Counted, ctl: &Control) -> Self {
        let infinite = infinite(graph, counted, ctl).await;
        let begun = (WideCounts::new(1, graph.len()), 0);
        let wide = sum(graph, counted, &infinite, begun, ctl).await;
        Self { wide, infinite }
    }
}

/// The sizes of the trees below every vertex.
#[derive(Clone, Debug, Default)]
pub struct TreeSizes {
    /// Nodes, the vertex included.
    pub nodes: Counts,
    /// Ends; horizons are not among them.
    pub ends: Counts,
    /// The longest lines.
    pub longest: LongestLines,
}

impl TreeSizes {
    /// Counts nodes, ends and longest lines of a sorted graph, in turns and in one sweep, as long
    /// as one word is enough for both counts. Most of the cost is the access to each child, not the
    /// additions.
    pub async fn count(graph: &Graph, ctl: &Control) -> Self {
        let all_infinite = infinite(graph, &Counted::Nodes, ctl).await;
        let ends_infinite = infinite(graph, &Counted::Ends, ctl).await;
        let acyclic = graph.acyclic_len();
        let (mut nodes, mut ends) = (
            WideCounts::new(1, graph.len()),
            WideCounts::new(1, graph.len()),
        );
        let mut plies = vec![0; graph.len()];
        // A sum that overflows one word is computed again; sums that depend on it aren't known.
        let (mut over, mut over_ends) = (false, false);
        let (many, few) = (&mut nodes.data, &mut ends.data);
        graph
            .visit(0..acyclic, ctl, |vertex| {
                let targets = graph.targets(vertex);
                let end = graph.kind(vertex) == VertexKind::End;
                let (mut here, mut below, mut longest) = (1_u64, u64::from(end), 0);
                let mut carried = (false, false);
                for target in targets {
                    let (sum, carry) = here.overflowing_add(many[target.index()]);
                    here = sum;
                    carried.0 |= carry;
                    let (sum, carry) = below.overflowing_add(few[target.index()]);
                    below = sum;
                    carried.1 |= carry;
                    longest = longest.max(plies[target.index()]);
                }
                many[vertex.index()] = here;
                few[vertex.index()] = below;
                plies[vertex.index()] = match targets {
                    [] => 1,
                    _ => longest + graph.cost(vertex),
                };
                over |= carried.0;
                over_ends |= carried.1;
            })
            .await;
        // No vertex on a way to a cycle has a finite number of nodes; its ends may be finite.
        if over {
            drop(nodes);
            let begun = (WideCounts::new(2, graph.len()), 0);
            nodes = sum(graph, &Counted::Nodes, &all_infinite, begun, ctl).await;
        }
        let begun = match over_ends {
            true => {
                drop(ends);
                (WideCounts::new(2, graph.len()), 0)
            }
            false => (ends, acyclic),
        };
        let ends = sum(graph, &Counted::Ends, &ends_infinite, begun, ctl).await;
        Self {
            nodes: Counts {
                wide: nodes,
                infinite: all_infinite,
            },
            ends: Counts {
                wide: ends,
                infinite: ends_infinite,
            },
            longest: LongestLines { plies },
        }
    }
}

impl EndsByWinners {
    /// Counts the ends of a sorted graph by winners, in turns, the classes side by side.
    pub async fn count(graph: &Graph, ctl: &Control) -> Self {
        let winners: Vec<Winners> = graph.outcomes().map(winners_of).collect();
        let mut present = vec![false; winners.len()];
        ctl.each(0..graph.len(), |index| {
            let vertex = Vertex(index as u32);
            if let (VertexKind::End, Some(outcome)) =
                (graph.kind(vertex), graph.outcome_index(vertex))
            {
                present[outcome] = true;
            }
            1
        })
        .await;
        let mut classes: Vec<(Winners, Counts)> = Vec::new();
        for (winners, _) in winners.iter().zip(present).filter(|(_, present)| *present) {
            classes.push((*winners, Counts::default()));
        }
        // Each player alone first, then ties, each in the players' order.
        classes.sort_by_key(|(winners, _)| (winners.len(), winners.iter().collect::<Vec<_>>()));
        classes.dedup_by_key(|(winners, _)| *winners);
        let mut parts = Vec::new();
        for (class, counts) in &mut classes {
            let wanted = winners.iter().map(|winners| winners == class);
            let counted = Counted::Outcomes(wanted.collect());
            parts.push(ctl.part(graph.sweep_size(), async move |ctl| {
                *counts = Counts::count(graph, &counted, &ctl).await;
            }));
        }
        ctl.all(parts).await;
        Self { classes }
    }
}

/// The counts of one ply of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyCount {
    /// Tree nodes, chance nodes included.
    pub nodes: Total,
    /// The ends among them.
    pub ends: Total,
    /// Those at which a limit stopped the tree.
    pub horizons: Total,
    /// Those at which a player chooses.
    pub decisions: Total,
    /// The moves of all those together.
    pub moves: Total,
    /// Positions that no earlier ply has; chance nodes left out.
    pub new_positions: u64,
}

impl PlyCount {
    /// The average number of moves at a decision; `None` if the ply has no decisions.
    pub fn branching(&self) -> Option<f64> {
        self.moves.over(&self.decisions)
    }

    /// The counts as text.
    pub(super) fn counts(&self) -> PlyCounts {
        PlyCounts {
            nodes: self.nodes.count().to_string(),
            ends: self.ends.count().to_string(),
            new_positions: self.new_positions,
        }
    }
}

/// The number of lines to each vertex, carried from ply to ply.
#[derive(Debug)]
pub(super) struct Carrying {
    here: WideCounts,
    next: WideCounts,
    /// The vertices of this ply that are to come, each once: without chance in any order …
    waiting: Vec<Vertex>,
    /// … and with it by rank.
    ranked: BinaryHeap<Reverse<(u32, Vertex)>>,
    is_waiting: VertexSet,
    /// Those of the next ply.
    following: Vec<Vertex>,
    is_following: VertexSet,
    /// One per vertex: a rank above that of every chance node that leads to it by chance alone.
    /// Empty in a graph without chance.
    rank: Vec<u32>,
    /// The lines to the vertex that is visited.
    amount: Vec<u64>,
}

/// Receives every vertex of a ply once, with the number of lines to it.
pub(super) trait Carried {
    /// Takes a vertex with the number of lines to it.
    fn visit(&mut self, graph: &Graph, vertex: Vertex, lines: Count<'_>);

    /// Whether lines go on by a move of a vertex.
    fn leads(&self, _graph: &Graph, _from: Vertex, _edge: Edge) -> bool {
        true
    }
}

impl Carrying {
    /// Starts at the root. Counts have this many words at first, and grow if needed.
    pub fn new(graph: &Graph, words: usize) -> Self {
        let mut here = WideCounts::new(words, graph.len());
        here.start(0, 1);
        let mut carrying = Self {
            here,
            next: WideCounts::new(words, graph.len()),
            waiting: Vec::new(),
            ranked: BinaryHeap::new(),
            is_waiting: VertexSet::none(graph.len()),
            following: Vec::new(),
            is_following: VertexSet::none(graph.len()),
            rank: chance_ranks(graph),
            amount: Vec::new(),
        };
        carrying.wait(Vertex::ROOT);
        carrying
    }

    /// A vertex of this ply that is still to come.
    fn wait(&mut self, vertex: Vertex) {
        match self.rank.get(vertex.index()) {
            Some(rank) => self.ranked.push(Reverse((*rank, vertex))),
            None => self.waiting.push(vertex),
        }
    }

    /// Whether the ply is complete. Before its first vertex, that means that no line is this long.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty() && self.ranked.is_empty()
    }

    /// Carries the lines through the ply, in turns. It stops when the work of `max`, which is
    /// counted down, is used up; returns whether the ply has come to its end.
    pub async fn ply(
        &mut self,
        graph: &Graph,
        to: &mut impl Carried,
        max: &mut usize,
        ctl: &Control,
    ) -> bool {
        // An outcome of chance stays in the ply. Its target is visited after all vertices that lead
        // to it, so every vertex is visited once, with all its lines.
        ctl.repeat(|| {
            let vertex = if *max == 0 { None } else { self.pop() }?;
            self.visit(graph, to, vertex);
            let work = (1 + graph.degree(vertex)) * self.here.words;
            *max = max.saturating_sub(work);
            Some(work)
        })
        .await;
        if !self.is_done() {
            return false;
        }
        std::mem::swap(&mut self.is_waiting, &mut self.is_following);
        let mut following = std::mem::take(&mut self.following);
        following
            .drain(..)
            .rev()
            .for_each(|vertex| self.wait(vertex));
        // Its memory serves again.
        self.following = following;
        std::mem::swap(&mut self.here, &mut self.next);
        true
    }

    fn pop(&mut self) -> Option<Vertex> {
        let ranked = || self.ranked.pop().map(|Reverse((_, vertex))| vertex);
        self.waiting.pop().or_else(ranked)
    }

    fn visit(&mut self, graph: &Graph, to: &mut impl Carried, vertex: Vertex) {
        let index = vertex.index();
        self.is_waiting.remove(vertex.0);
        let mut words = std::mem::take(&mut self.amount);
        words.clear();
        let amount = match self.here.get(index) {
            Count::Exact(exact) => {
                words.extend_from_slice(exact);
                Count::Exact(&words)
            }
            Count::Beyond | Count::Infinite => Count::Beyond,
        };
        self.here.clear(index);
        to.visit(graph, vertex, amount);
        let chance = matches!(graph.kind(vertex), VertexKind::Chance(_));
        for edge in graph.edges(vertex) {
            if !to.leads(graph, vertex, edge) {
                continue;
            }
            let target = graph.target(edge);
            let into = if chance {
                &mut self.here
            } else {
                &mut self.next
            };
            into.add_and_grow(target.index(), amount);
            if !chance {
                if self.is_following.visit(target) {
                    self.following.push(target);
                }
            } else if self.is_waiting.visit(target) {
                self.wait(target);
            }
        }
        self.amount = words;
    }
}

/// Counts the tree ply by ply. A cyclic graph never ends, so the caller sets the limit.
#[derive(Debug)]
pub struct PlyCounting {
    carrying: Carrying,
    seen: VertexSet,
}

/// Numbers the vertices so that every outcome of chance leads to a larger number (Kahn's order of
/// the branches alone, which never form a cycle).
pub(super) fn chance_ranks(graph: &Graph) -> Vec<u32> {
    if !graph.has_chance() {
        return Vec::new();
    }
    let branches = |vertex: Vertex| match graph.kind(vertex) {
        VertexKind::Chance(_) => graph.targets(vertex),
        _ => &[],
    };
    let mut entering = vec![0_u32; graph.len()];
    for vertex in graph.vertices() {
        for target in branches(vertex) {
            entering[target.index()] += 1;
        }
    }
    let mut order: Vec<Vertex> = graph
        .vertices()
        .filter(|vertex| entering[vertex.index()] == 0)
        .collect();
    let mut rank = vec![0; graph.len()];
    let mut next = 0;
    while let Some(&vertex) = order.get(next) {
        rank[vertex.index()] = next as u32;
        next += 1;
        for target in branches(vertex) {
            let entering = &mut entering[target.index()];
            *entering -= 1;
            if *entering == 0 {
                order.push(*target);
            }
        }
    }
    rank
}

impl PlyCounting {
    /// Starts at the root. Counts have this many words at first, and grow if needed.
    pub fn new(graph: &Graph, words: usize) -> Self {
        Self {
            carrying: Carrying::new(graph, words),
            seen: VertexSet::none(graph.len()),
        }
    }

    /// The next ply, counted in turns; `None` if no line is longer than the last.
    /// `first_with_position` maps each vertex to the first one with the same position.
    pub async fn ply(
        &mut self,
        graph: &Graph,
        first_with_position: Option<&[Vertex]>,
        ctl: &Control,
    ) -> Option<PlyCount> {
        if self.carrying.is_done() {
            return None;
        }
        let mut tally = PlyTally {
            seen: &mut self.seen,
            ply: PlyCount::default(),
            first_with_position,
        };
        self.carrying
            .ply(graph, &mut tally, &mut usize::MAX.clone(), ctl)
            .await;
        Some(tally.ply)
    }
}

/// The counts of the vertices of a ply.
struct PlyTally<'a> {
    seen: &'a mut VertexSet,
    ply: PlyCount,
    first_with_position: Option<&'a [Vertex]>,
}

impl Carried for PlyTally<'_> {
    fn visit(&mut self, graph: &Graph, vertex: Vertex, lines: Count<'_>) {
        self.ply.nodes.add(lines);
        match graph.kind(vertex) {
            VertexKind::End => self.ply.ends.add(lines),
            VertexKind::Decision(_) => {
                self.ply.decisions.add(lines);
                let moves = graph.degree(vertex) as u64;
                self.ply.moves.add_times(lines, moves);
            }
            VertexKind::Horizon(_) => self.ply.horizons.add(lines),
            VertexKind::Chance(_) => {}
        }
        let first = self
            .first_with_position
            .map_or(vertex, |first| first[vertex.index()]);
        if !graph.is_chance(vertex) && self.seen.visit(first) {
            self.ply.new_positions += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::tests::graph;
    use crate::work::{TurnLength, by_turns};

    #[test]
    fn sizes_are_those_of_each_count_alone_in_turns_of_any_size() {
        for script in [
            "start a: l -> x, r -> y; x b: back -> start, on -> y; y a: on -> z; z end: 1 0",
            "start a: l -> x, r -> y; x b: on -> y; y end: 1 0",
        ] {
            let positions = graph(script, None);
            let graph = positions.graph();
            let (nodes, ends) = (Counts::nodes(graph), Counts::ends(graph));
            for work in [1, 5, 1_000] {
                let count = async |ctl: &Control| TreeSizes::count(graph, ctl).await;
                let (sizes, turns) = by_turns(TurnLength::Work(work), count);
                assert!(turns * work >= graph.len(), "{turns} turns");
                for vertex in graph.vertices() {
                    assert_eq!(sizes.nodes.of(vertex), nodes.of(vertex));
                    assert_eq!(sizes.ends.of(vertex), ends.of(vertex));
                }
            }
        }
    }
}
