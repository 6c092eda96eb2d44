//! The number of plies to the end under best play (distances), computed in steps.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::Ratings;
use super::best::played;
use super::column::Column;
use crate::tree::{Edge, Graph, Task, Vertex, VertexKind};

/// The plies to the end under best play. A mover whose rating is at least its
/// [fair share](Ratings::is_share) takes the shortest of its best moves, any other mover the
/// longest; ties go to the rules' order. Without a constant sum everyone takes the shortest. With
/// max^n these are the moves that give every player what the first listed best move does. There is
/// no distance through chance, to a horizon, or if best play never ends.
#[derive(Clone, Debug)]
pub struct Distances {
    /// One more than the plies; 0 if there is no distance.
    plies: Vec<u32>,
}

impl Distances {
    /// Finds the distances of a rated graph.
    pub fn new(graph: &Graph, ratings: &Ratings) -> Self {
        let mut measuring = Measuring::new(graph, ratings);
        while !measuring.step(graph, usize::MAX) {}
        measuring.finish().1
    }

    /// The plies to the end under best play.
    pub fn of(&self, vertex: Vertex) -> Option<u32> {
        self.plies[vertex.index()].checked_sub(1)
    }

    /// Memory size of the distances in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        4 * self.plies.capacity()
    }

    /// The plies, or the largest number where there is no distance: that is longer than any.
    fn key(&self, vertex: Vertex) -> u32 {
        self.plies[vertex.index()].wrapping_sub(1)
    }

    /// The move of best play: among the best moves the one with the right distance. `None` at
    /// chance nodes and leaves.
    pub fn pick(&self, graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Option<Edge> {
        let best = played(graph, ratings, vertex);
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
        column: &Column,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DistanceStage {
    Sweeping,
    /// Counts the best moves to each vertex from those that can reach a cycle.
    Counting,
    Summing,
    /// Notes where they start.
    Filling,
    /// Finds those vertices that have a distance already.
    Beginning,
    /// Continues backwards, ply by ply.
    Spreading,
    Done,
}

/// Computes distances step by step. Dropping it cancels.
pub(super) struct Measuring<R> {
    ratings: R,
    distances: Distances,
    stage: DistanceStage,
    next: usize,
    /// The start of the best moves to each vertex in `sources`.
    first: Vec<u32>,
    sources: Vec<u32>,
    /// The number of a vertex's best moves whose distances are still needed.
    waiting: Vec<u32>,
    /// Vertices by distance; new ones always come one ply later.
    by_distance: BTreeMap<u32, Vec<u32>>,
    /// Those that are dealt with now, and the best moves to the last of them.
    plies: u32,
    here: Vec<u32>,
    to_last: Range<u32>,
}

impl<R: Borrow<Ratings>> Measuring<R> {
    /// Starts with a rated graph.
    pub fn new(graph: &Graph, ratings: R) -> Self {
        Self {
            ratings,
            distances: Distances {
                plies: vec![0; graph.len()],
            },
            stage: DistanceStage::Sweeping,
            next: 0,
            first: Vec::new(),
            sources: Vec::new(),
            waiting: Vec::new(),
            by_distance: BTreeMap::new(),
            plies: 0,
            here: Vec::new(),
            to_last: 0..0,
        }
    }

    /// The result, and the ratings that it is based on.
    pub fn finish(self) -> (R, Distances) {
        (self.ratings, self.distances)
    }

    pub fn bytes(&self) -> usize {
        let waiting: usize = self.by_distance.values().map(Vec::capacity).sum();
        self.distances.bytes()
            + 4 * (self.first.capacity() + self.sources.capacity())
            + 4 * (self.waiting.capacity() + self.here.capacity() + waiting)
    }

    fn go_on(&mut self, graph: &Graph, left: &mut usize) {
        let Self {
            ratings,
            distances,
            next,
            first,
            sources,
            waiting,
            ..
        } = self;
        let ratings: &Ratings = (*ratings).borrow();
        let (acyclic, all) = (graph.acyclic_len(), graph.len());
        let (done, then) = match self.stage {
            DistanceStage::Sweeping => {
                let done = graph.sweep(next, acyclic, left, |vertex| {
                    distances.plies[vertex.index()] = distances.back_up(graph, ratings, vertex);
                    true
                });
                if done && acyclic < all {
                    *first = vec![0; all];
                    *waiting = vec![0; all];
                }
                (
                    done,
                    if acyclic < all {
                        DistanceStage::Counting
                    } else {
                        DistanceStage::Done
                    },
                )
            }
            DistanceStage::Counting => {
                let done = graph.sweep(next, all, left, |vertex| {
                    let mut moves = 0;
                    for edge in played(graph, ratings, vertex) {
                        first[graph.target(edge).index()] += 1;
                        moves += 1;
                    }
                    // A mover who takes the shortest is done with the first best move that is, any
                    // other with the last.
                    waiting[vertex.index()] = match takes_shortest(graph, ratings, vertex) {
                        true => 1,
                        false => moves,
                    };
                    true
                });
                (done, DistanceStage::Summing)
            }
            DistanceStage::Summing => {
                let end = all.min(next.saturating_add(*left));
                *left -= end - *next;
                for index in *next..end {
                    first[index] += index.checked_sub(1).map_or(0, |before| first[before]);
                }
                *next = end;
                if end == all {
                    *sources = vec![0; first.last().map_or(0, |last| *last as usize)];
                }
                (end == all, DistanceStage::Filling)
            }
            DistanceStage::Filling => {
                let done = graph.sweep(next, all, left, |vertex| {
                    for edge in played(graph, ratings, vertex) {
                        let place = &mut first[graph.target(edge).index()];
                        *place -= 1;
                        sources[*place as usize] = vertex.0;
                    }
                    true
                });
                (done, DistanceStage::Beginning)
            }
            DistanceStage::Beginning => {
                let by_distance = &mut self.by_distance;
                let done = graph.sweep(next, acyclic, left, |vertex| {
                    let index = vertex.index();
                    let end = first
                        .get(index + 1)
                        .copied()
                        .unwrap_or(sources.len() as u32);
                    if let Some(plies) = distances.of(vertex)
                        && first[index] < end
                    {
                        by_distance.entry(plies).or_default().push(vertex.0);
                    }
                    true
                });
                (done, DistanceStage::Spreading)
            }
            DistanceStage::Spreading => (self.spread(left), DistanceStage::Done),
            DistanceStage::Done => return,
        };
        if done {
            self.stage = then;
            self.next = match then {
                DistanceStage::Counting | DistanceStage::Filling => acyclic,
                _ => 0,
            };
        }
    }

    fn spread(&mut self, left: &mut usize) -> bool {
        while *left > 0 {
            *left -= 1;
            if let Some(place) = self.to_last.next() {
                let source = self.sources[place as usize];
                let waiting = &mut self.waiting[source as usize];
                if *waiting > 0 {
                    *waiting -= 1;
                    if *waiting == 0 {
                        let plies = self.plies.saturating_add(1);
                        self.distances.plies[source as usize] = plies.saturating_add(1);
                        self.by_distance.entry(plies).or_default().push(source);
                    }
                }
            } else if let Some(vertex) = self.here.pop() {
                let end = self.first.get(vertex as usize + 1).copied();
                let end = end.unwrap_or(self.sources.len() as u32);
                self.to_last = self.first[vertex as usize]..end;
            } else if let Some((plies, vertices)) = self.by_distance.pop_first() {
                (self.plies, self.here) = (plies, vertices);
            } else {
                return true;
            }
        }
        false
    }
}

impl<R: Borrow<Ratings> + Send> Task for Measuring<R> {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work;
        while left > 0 && self.stage != DistanceStage::Done {
            self.go_on(graph, &mut left);
        }
        self.stage == DistanceStage::Done
    }

    fn left(&self, graph: &Graph) -> u64 {
        let acyclic = graph.sweep_left(0) - graph.sweep_left(graph.acyclic_len());
        let cyclic = graph.sweep_left(graph.acyclic_len());
        match self.stage {
            DistanceStage::Sweeping => graph.sweep_left(self.next) + 4 * cyclic,
            DistanceStage::Counting => acyclic + cyclic + 2 * graph.sweep_left(self.next),
            DistanceStage::Summing => acyclic + 2 * cyclic,
            DistanceStage::Filling => acyclic + cyclic + graph.sweep_left(self.next),
            DistanceStage::Beginning => cyclic + acyclic,
            DistanceStage::Spreading => cyclic,
            DistanceStage::Done => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::Options;
    use crate::tree::scripts::tests::graph;

    #[test]
    fn something_is_left_until_all_is_measured_and_each_vertex_takes_a_number_a_column() {
        let cyclic =
            "start a: l -> x, r -> y; x b: back -> start, on -> y; y a: on -> z; z end: 1 0";
        let acyclic = "start a: l -> y; y end: 1 0";
        for script in [cyclic, acyclic] {
            let graph = graph(script, None);
            let graph = graph.graph();
            let ratings = Ratings::new(graph, &Options::default());
            let mut measuring = Measuring::new(graph, &ratings);
            assert_eq!(measuring.bytes(), 4 * graph.len());
            let mut bytes = 0;
            while !measuring.step(graph, 1) {
                assert!(measuring.left(graph) > 0, "{:?}", measuring.stage);
                if measuring.stage == DistanceStage::Counting {
                    bytes = measuring.bytes();
                }
            }
            assert_eq!(measuring.left(graph), 0);
            if graph.is_cyclic() {
                // The distances, the starts of the moves to each vertex, and the numbers still
                // needed.
                assert_eq!(bytes, 3 * 4 * graph.len());
            }
            let (_, distances) = measuring.finish();
            let whole = Distances::new(graph, &ratings);
            assert_eq!(distances.plies, whole.plies);
        }
    }
}
