//! Resumes the build of a graph that a limit stopped: restores the builder's state.

use super::build::Builder;
use super::graph::{Graph, Vertex, VertexKind, is_win};
use super::intern::{Index, Key};
use super::limits::Limits;
use super::listing::Numbered;
use super::memory::Reckoning;
use super::position_graph::PositionGraph;
use crate::game::Game;
use std::sync::Arc;

impl<G: Game> Builder<G> {
    /// Resumes the build of a graph that was stopped. The result is byte for byte the same as
    /// without the stop. All vertices keep their numbers, and only moves of unexpanded vertices are
    /// listed.
    ///
    /// `limits` may be higher than those of the graph. With another ply limit or another estimate,
    /// the build starts again from the root, since it gives a different graph.
    pub fn resume(from: &PositionGraph<G>, limits: Limits) -> Self {
        let game = Arc::clone(&from.game);
        let begun = from.limits;
        if (begun.max_plies, begun.estimate) != (limits.max_plies, limits.estimate) {
            return Self::new(game, from.positions[0], limits);
        }
        let kept = expanded(&from.graph);
        let graph = first_of(&from.graph, kept);
        Self {
            reckoning: Reckoning::of(&*game, &limits),
            out_of_bytes: false,
            limits,
            moves: from.moves[..graph.edge_count()].to_vec(),
            index: index(&from.positions, &graph.plies_left),
            outcomes: numbered(graph.outcomes.chunks(graph.players).map(<[_]>::to_vec)),
            probabilities: numbered(graph.probabilities.iter().copied()),
            positions: from.positions.clone(),
            game,
            graph,
            unsettled: Vec::new(),
            scratch: Default::default(),
        }
    }
}

/// The number of leading vertices that are fully expanded: those before the one at which a limit
/// stopped. A horizon at the last ply counts as expanded.
fn expanded(graph: &Graph) -> usize {
    let by_budget = |vertex: &Vertex| {
        matches!(graph.kind(*vertex), VertexKind::Horizon(_))
            && (graph.is_chance(*vertex) || graph.plies_left(*vertex) != Some(0))
    };
    let first = graph.vertices().find(by_budget);
    match graph.stopped() {
        Some(_) => first.map_or(graph.len(), Vertex::index),
        None => graph.len(),
    }
}

/// The columns of the first vertices, as they were before any other was added.
fn first_of(graph: &Graph, kept: usize) -> Graph {
    let mut first = Graph::empty(
        graph.players,
        graph.chance_game,
        graph.payoffs,
        graph.max_plies,
    );
    let edges = graph.first_edge[kept] as usize;
    first.estimate = graph.estimate;
    first.kinds = graph.kinds[..kept].to_vec();
    first.first_edge = graph.first_edge[..=kept].to_vec();
    first.targets = graph.targets[..edges].to_vec();
    first.outcome = graph.outcome[..kept].to_vec();
    // Those that are waiting have it already.
    first.plies_left = graph.plies_left.clone();
    // Numbers were given in the order vertices needed them.
    let outcomes = (0..kept as u32).filter_map(|vertex| graph.outcome_index(Vertex(vertex)));
    let outcomes = outcomes.max().map_or(0, |last| last + 1);
    first.outcomes = graph.outcomes[..outcomes * graph.players].to_vec();
    first.has_winners = (0..kept as u32).map(Vertex).all(|vertex| {
        graph.kind(vertex) != VertexKind::End || graph.payoffs(vertex).is_none_or(is_win)
    });
    let kinds = || (0..kept as u32).map(|vertex| graph.kind(Vertex(vertex)));
    first.complete = !kinds().any(|kind| matches!(kind, VertexKind::Horizon(_)));
    // The columns of chance start with the first chance node.
    if kinds().any(|kind| matches!(kind, VertexKind::Chance(_))) {
        first.probability = graph.probability[..edges].to_vec();
        let last = first.probability.iter().max();
        let used = last.map_or(0, |last| *last as usize + 1);
        first.probabilities = graph.probabilities[..used].to_vec();
    }
    first
}

pub(super) fn numbered<T: Eq + std::hash::Hash + Clone>(
    things: impl Iterator<Item = T>,
) -> Numbered<T> {
    let mut numbered = Numbered::new();
    for thing in things {
        numbered.number(&thing, || ());
    }
    numbered
}

fn index<P: Copy + Eq + std::hash::Hash>(positions: &[P], plies_left: &[u32]) -> Index<P> {
    let mut index = Index::new();
    for (number, position) in (0..).zip(positions) {
        let key = Key {
            position: *position,
            plies_left: plies_left.get(number as usize).copied().unwrap_or(0),
        };
        index.number(key, key.hash(), number);
    }
    index
}
