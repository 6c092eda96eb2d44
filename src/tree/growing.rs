//! A graph that grows on demand: it has the moves of the positions that were asked for.
//! Every other position is a horizon, about which a search may have proven something.
//!
//! Vertices and edges keep their numbers while it grows, so a walk on it goes on. The moves of a
//! horizon that is expanded are appended, whatever its number. So vertices are in the order in
//! which they were found.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::batch::split;
use super::graph::{Graph, Payoffs, Stopped, Vertex, VertexKind};
use super::limits::Limits;
use super::listing::{Listing, Numbered};
use super::position_graph::PositionGraph;
use super::resume::numbered;
use super::sorting::sorted;
use crate::game::Game;
use crate::work::{Control, finished};

impl<G: Game> PositionGraph<G> {
    /// A graph of a root alone, which grows on demand. The game has neither chance nor
    /// positions that repeat.
    pub fn growing(game: Arc<G>, root: G::Position, limits: Limits) -> Self {
        let mut graph = Graph::empty(game.players(), false, Payoffs::of(&*game), None);
        graph.estimate = limits.estimate;
        graph.stopped = Some(Stopped::Frontier);
        let mut growing = Self {
            game,
            limits,
            positions: vec![root],
            moves: Vec::new(),
            digraph: OnceLock::new(),
            graph,
            distinct: None,
        };
        growing.add_leaves();
        growing.sort();
        growing
    }

    /// The same graph with the moves of these horizons. Whatever is known of a position that is
    /// found again comes with it; nothing is known of new ones.
    #[must_use]
    pub fn grown(&self, more: &[Vertex]) -> Self {
        let mut grown = Self {
            game: Arc::clone(&self.game),
            limits: self.limits,
            positions: self.positions.clone(),
            moves: self.moves.clone(),
            digraph: OnceLock::new(),
            graph: self.graph.clone(),
            distinct: None,
        };
        let mut numbers: FxHashMap<G::Position, Vertex> = FxHashMap::default();
        numbers.extend(grown.positions.iter().copied().zip(grown.graph.vertices()));
        let mut listing = Listing::new();
        for &vertex in more {
            let VertexKind::Horizon(_) = grown.graph.kind(vertex) else {
                continue;
            };
            let position = [grown.positions[vertex.index()]];
            listing.list(&*grown.game, &grown.limits, false, &position, &[]);
            let VertexKind::Decision(_) = VertexKind::unpack(listing.kinds[0]) else {
                continue;
            };
            let graph = &mut grown.graph;
            let first = graph.targets.len() as u32;
            for after in &listing.after {
                let next = Vertex(grown.positions.len() as u32);
                let target = *numbers.entry(*after).or_insert(next);
                if target == next {
                    grown.positions.push(*after);
                }
                graph.targets.push(target);
            }
            grown.moves.extend_from_slice(&listing.moves);
            graph.fault = graph.fault.take().or(listing.fault.take());
            graph.kinds[vertex.index()] = listing.kinds[0];
            graph.outcome[vertex.index()] = super::graph::NO_OUTCOME;
            graph.first_edge[vertex.index()] = first;
            graph.end_edge[vertex.index()] = graph.targets.len() as u32;
        }
        grown.add_leaves();
        grown.sort();
        grown
    }

    /// The same graph in which only these vertices have moves; all others are horizons or ends.
    #[must_use]
    pub fn pruned(&self, kept: impl Fn(Vertex) -> bool) -> Self {
        let mut pruned = self.grown(&[]);
        let graph = &mut pruned.graph;
        let decides = |vertex: &Vertex| matches!(graph.kind(*vertex), VertexKind::Decision(_));
        let cut: Vec<Vertex> = graph.vertices().filter(decides).collect();
        let cut: Vec<Vertex> = cut.into_iter().filter(|vertex| !kept(*vertex)).collect();
        let positions: Vec<_> = cut.iter().map(|vertex| *self.position(*vertex)).collect();
        let mut listing = Listing::new();
        listing.list(&*self.game, &self.limits, true, &positions, &[]);
        let players = graph.players;
        let mut outcomes = numbered(graph.outcomes.chunks(players).map(<[_]>::to_vec));
        for (place, vertex) in cut.iter().enumerate() {
            let numbers = &listing.outcomes[listing.outcome[place] as usize * players..][..players];
            let all = &mut graph.outcomes;
            graph.outcome[vertex.index()] =
                outcomes.number(numbers, || all.extend_from_slice(numbers));
            graph.kinds[vertex.index()] = listing.kinds[place];
            graph.first_edge[vertex.index()] = 0;
            graph.end_edge[vertex.index()] = 0;
            graph.complete = false;
        }
        pruned.sort();
        pruned
    }

    /// The vertex of a position.
    pub fn find(&self, position: &G::Position) -> Option<Vertex> {
        let found = self.positions.iter().position(|known| known == position)?;
        Some(Vertex(found as u32))
    }

    /// Closes the positions that have no vertex yet, as ends or horizons.
    fn add_leaves(&mut self) {
        let mut listing = Listing::new();
        let known = self.graph.len();
        let (game, limits) = (&*self.game, &self.limits);
        listing.list(game, limits, true, &self.positions[known..], &[]);
        let outcomes = self.graph.outcomes.chunks(self.graph.players);
        let mut outcomes = numbered(outcomes.map(<[_]>::to_vec));
        let (mut probabilities, mut positions) = (Numbered::new(), Vec::new());
        let (_, mut closing) = split::<G>(
            &mut self.graph,
            &mut positions,
            &mut self.moves,
            &mut outcomes,
            &mut probabilities,
        );
        closing.close_all(std::slice::from_ref(&listing));
        let graph = &mut self.graph;
        graph
            .end_edge
            .extend_from_slice(&graph.first_edge[known..graph.kinds.len()]);
        let mut kinds = graph.kinds.iter().map(|kind| VertexKind::unpack(*kind));
        graph.complete = !kinds.any(|kind| matches!(kind, VertexKind::Horizon(_)));
    }

    fn sort(&mut self) {
        let order = finished(sorted(&self.graph, &Control::default()));
        self.graph.set_order(order);
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::Proven;
    use super::*;
    use crate::game::{Player, one, zero};
    use crate::games::scripted::Scripted;
    use crate::rating::{Analysis, Rating};

    const SCRIPT: &str = "start a: l -> x, r -> y; x b: l -> z, r -> w; y b: l -> w;
        z end: 1 0; w end: 0 1";

    fn growing() -> PositionGraph<Scripted> {
        let game = Arc::new(Scripted::new(SCRIPT).expect("a good script"));
        let root = game.start();
        PositionGraph::growing(game, root, Limits::default())
    }

    #[test]
    fn vertices_and_edges_keep_their_numbers_and_moves_are_those_of_the_whole_graph() {
        let mut graph = growing();
        let whole = PositionGraph::new(
            Arc::clone(graph.game()),
            *graph.position(Vertex::ROOT),
            Limits::default(),
        );
        // The second child first.
        for more in [0, 2, 1] {
            let before = graph;
            graph = before.grown(&[Vertex(more)]);
            for vertex in before.graph().vertices() {
                assert_eq!(before.position(vertex), graph.position(vertex));
                for edge in before.graph().edges(vertex) {
                    assert_eq!(before.graph().target(edge), graph.graph().target(edge));
                    assert_eq!(before.mv(edge), graph.mv(edge));
                    assert_eq!(graph.graph().source(edge), vertex);
                }
            }
        }
        let columns = graph.graph();
        assert!(columns.is_complete() && columns.len() == whole.graph().len());
        for vertex in columns.vertices() {
            let of = whole
                .find(graph.position(vertex))
                .expect("a position of the game");
            let moves = |graph: &PositionGraph<Scripted>, vertex| {
                let edges = graph.graph().edges(vertex);
                let after = |edge| *graph.position(graph.graph().target(edge));
                edges
                    .map(|edge| (graph.mv(edge), after(edge)))
                    .collect::<Vec<_>>()
            };
            assert_eq!(moves(&graph, vertex), moves(&whole, of));
        }
    }

    #[test]
    fn what_is_proven_of_a_vertex_holds_whether_or_not_its_moves_are_known() {
        let rating = |graph: &PositionGraph<Scripted>| {
            let analysis = Analysis::new(graph.graph(), &Default::default());
            analysis.ratings.proven(Vertex::ROOT, Player(0))
        };
        let lost = || Proven {
            intervals: vec![(zero(), zero()), (one(), one())],
            wins_within: None,
        };
        let exact = |low, high| (Rating::Exact(low), Rating::Exact(high));
        let whole = exact(zero(), one());
        let mut graph = growing().grown(&[Vertex::ROOT]);
        assert_eq!(rating(&graph), whole);
        // Nothing of its moves: the root alone.
        graph.bound(Vertex::ROOT, lost());
        assert_eq!(rating(&graph), exact(zero(), zero()));
        let mut graph = growing().grown(&[Vertex::ROOT]);
        graph.bound(Vertex(1), lost());
        assert_eq!(rating(&graph), whole);
        graph.bound(Vertex(2), lost());
        assert_eq!(rating(&graph), exact(zero(), zero()));
    }
}
