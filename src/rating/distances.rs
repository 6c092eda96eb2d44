//! The number of plies to the end under best play (distances).

use std::collections::BTreeMap;

use super::Ratings;
use super::best::played;
use super::column::NumberColumn;
use super::part::turned;
use crate::tree::{Edge, Graph, Vertex, VertexKind};
use crate::work::{Control, PIECE, finished};

/// The plies to the end under best play. A mover whose rating is at least its
/// [fair share](Ratings::is_share) takes the shortest of its best moves, any other mover the
/// longest; ties go to the rules' order. Without a constant sum everyone takes the shortest. With
/// max^n these are the moves that give every player what the first listed best move does. There is
/// no distance through chance, to a horizon, or if best play never ends.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// One more than the plies; 0 if there is no distance.
    plies: Vec<u32>,
    /// The same within which the best play that is known ends, in a graph that grows; empty in any
    /// other. There a better move may end the game sooner or later.
    within: Vec<u32>,
}

impl Distances {
    /// Finds the distances of a rated graph.
    pub fn new(graph: &Graph, ratings: &Ratings) -> Self {
        finished(Self::find(graph, ratings, &Control::default()))
    }

    pub(super) async fn find(graph: &Graph, ratings: &Ratings, ctl: &Control) -> Self {
        let mut distances = Self {
            plies: vec![0; graph.len()],
            within: Vec::new(),
        };
        if graph.grows() {
            distances.within = vec![0; graph.len()];
            let back_up = |vertex| distances.back_up_known(graph, ratings, vertex);
            graph.visit(0..graph.len(), ctl, back_up).await;
            return distances;
        }
        let back_up = |vertex: Vertex| {
            distances.plies[vertex.index()] = distances.back_up(graph, ratings, vertex);
        };
        graph.visit(0..graph.acyclic_len(), ctl, back_up).await;
        if graph.acyclic_len() < graph.len() {
            distances.spread(graph, ratings, ctl).await;
        }
        distances
    }

    /// Finds the distances of vertices that can reach a cycle: backwards from the others, ply by
    /// ply.
    async fn spread(&mut self, graph: &Graph, ratings: &Ratings, ctl: &Control) {
        let cyclic = graph.acyclic_len()..graph.len();
        let mut first = vec![0; graph.len() + 1];
        // The number of a vertex's best moves whose distances are still needed.
        let mut waiting = vec![0_u32; graph.len()];
        let count = |vertex: Vertex| {
            let mut moves = 0;
            for edge in played(graph, ratings, vertex) {
                first[graph.target(edge).index()] += 1;
                moves += 1;
            }
            // A mover who takes the shortest is done with the first best move that is, any other
            // with the last.
            waiting[vertex.index()] = match takes_shortest(graph, ratings, vertex) {
                true => 1,
                false => moves,
            };
        };
        graph.visit(cyclic.clone(), ctl, count).await;
        let best = |index| {
            let vertex = graph.at(index);
            let targets = played(graph, ratings, vertex).map(|edge| graph.target(edge).0);
            (vertex.0, 1 + graph.degree(vertex), targets)
        };
        let sources = turned(first, cyclic, best, ctl).await;
        // Vertices by distance; new ones always come one ply later.
        let mut by_distance: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let begin = |vertex: Vertex| {
            if let Some(plies) = self.of(vertex)
                && !sources.of(vertex.index()).is_empty()
            {
                by_distance.entry(plies).or_default().push(vertex.0);
            }
        };
        graph.visit(0..graph.acyclic_len(), ctl, begin).await;
        while let Some((plies, vertices)) = by_distance.pop_first() {
            let plies = plies.saturating_add(1);
            let mut next = Vec::new();
            for vertex in vertices {
                for sources in sources.of(vertex as usize).chunks(PIECE) {
                    for source in sources {
                        let waiting = &mut waiting[*source as usize];
                        if *waiting > 0 {
                            *waiting -= 1;
                            if *waiting == 0 {
                                self.plies[*source as usize] = plies.saturating_add(1);
                                next.push(*source);
                            }
                        }
                    }
                    ctl.tick(sources.len()).await;
                }
                ctl.tick(1).await;
            }
            if !next.is_empty() {
                by_distance.entry(plies).or_default().append(&mut next);
            }
        }
    }

    /// The plies to the end under best play.
    pub fn of(&self, vertex: Vertex) -> Option<u32> {
        self.plies[vertex.index()].checked_sub(1)
    }

    /// Memory size of the distances in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        4 * (self.plies.capacity() + self.within.capacity())
    }

    /// Finds the entries of a vertex of a graph that grows. Its distance is known only if nothing below
    /// it is a horizon.
    fn back_up_known(&mut self, graph: &Graph, ratings: &Ratings, vertex: Vertex) {
        let index = vertex.index();
        let mut targets = graph.targets(vertex).iter();
        let known = !matches!(graph.kind(vertex), VertexKind::Horizon(_))
            && targets.all(|target| self.plies[target.index()] > 0);
        let by_moves = self.back_up(graph, ratings, vertex);
        if known {
            self.plies[index] = by_moves;
        }
        let proven = graph.wins_within(vertex).map(|plies| plies + 1);
        self.within[index] = proven.filter(|_| !known).unwrap_or(by_moves);
    }

    /// The plies, or the largest number where there is no distance: that is longer than any.
    fn key(&self, vertex: Vertex) -> u32 {
        let plies = match self.within.get(vertex.index()) {
            Some(within) => within,
            None => &self.plies[vertex.index()],
        };
        plies.wrapping_sub(1)
    }

    /// The move of best play: among the best moves the one with the right distance. `None` at
    /// chance nodes and leaves.
    pub fn pick(&self, graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Option<Edge> {
        self.pick_of(graph, ratings, vertex, played(graph, ratings, vertex))
    }

    /// The one of these moves of a vertex with the right distance.
    pub(super) fn pick_of(
        &self,
        graph: &Graph,
        ratings: &Ratings,
        vertex: Vertex,
        best: impl DoubleEndedIterator<Item = Edge>,
    ) -> Option<Edge> {
        let plies = |edge: &Edge| self.key(graph.target(*edge));
        if takes_shortest(graph, ratings, vertex) {
            best.min_by_key(plies)
        } else {
            // The first of the longest; an unknown distance counts as the longest.
            best.rev().max_by_key(plies)
        }
    }

    /// The entry of a vertex whose children's distances are known.
    fn back_up(&self, graph: &Graph, ratings: &Ratings, vertex: Vertex) -> u32 {
        match graph.kind(vertex) {
            VertexKind::End => 1,
            VertexKind::Chance(_) | VertexKind::Horizon(_) => 0,
            VertexKind::Decision(mover) => {
                let key = match ratings.sorted_column(mover) {
                    Some((column, turned)) if !ratings.is_max_n() => {
                        let shortest = ratings.is_share(vertex, mover);
                        self.longest_or_shortest(graph, column, turned, vertex, shortest)
                    }
                    _ => self
                        .pick(graph, ratings, vertex)
                        .map_or(u32::MAX, |edge| self.key(graph.target(edge))),
                };
                match key {
                    u32::MAX => 0,
                    plies => plies.saturating_add(2),
                }
            }
        }
    }

    /// The distance of the move of best play. The column's indices compare as ratings do, or in
    /// reverse.
    fn longest_or_shortest(
        &self,
        graph: &Graph,
        column: &NumberColumn,
        turned: bool,
        vertex: Vertex,
        shortest: bool,
    ) -> u32 {
        let mut best = None;
        let mut found = u32::MAX;
        for target in graph.targets(vertex) {
            let index = column.get(target.index());
            let key = self.key(*target);
            let better = best.is_none_or(|best| if turned { index < best } else { index > best });
            if better {
                (best, found) = (Some(index), key);
            } else if best == Some(index) {
                found = if shortest {
                    found.min(key)
                } else {
                    found.max(key)
                };
            }
        }
        found
    }
}

fn takes_shortest(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> bool {
    match graph.kind(vertex) {
        VertexKind::Decision(mover) => ratings.is_share(vertex, mover),
        _ => true,
    }
}
