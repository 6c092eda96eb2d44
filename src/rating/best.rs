//! Best moves, how long best play takes, and the best line.

use rustc_hash::FxHashSet;

use super::Ratings;
use crate::tree::{Edge, Graph, Line, Vertex, VertexKind};

/// The moves of a decision that give its mover the largest rating: all that tie, in the rules'
/// order. Empty at chance nodes and leaves. Any other move is a blunder.
pub fn best_edges(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Vec<Edge> {
    best(graph, ratings, vertex).collect()
}

/// [`best_edges`], one after the other.
fn best<'a>(
    graph: &'a Graph,
    ratings: &'a Ratings,
    vertex: Vertex,
) -> impl DoubleEndedIterator<Item = Edge> + 'a {
    let mover = match graph.kind(vertex) {
        VertexKind::Decision(mover) => Some(mover),
        _ => None,
    };
    let top = mover.and_then(|mover| {
        let targets = graph.targets(vertex).iter().copied();
        Some((
            mover,
            targets.max_by(|a, b| ratings.compare(*a, *b, mover))?,
        ))
    });
    graph.edges(vertex).filter(move |edge| {
        top.is_some_and(|(mover, top)| ratings.ties(graph.target(*edge), top, mover))
    })
}

const UNKNOWN: u32 = u32::MAX;

/// The plies to the end under best play: a mover whose rating is at least 1/players takes the
/// shortest of its best moves, any other the longest, then the rules' order; by max^n everyone takes
/// the first listed. There is no distance
/// through chance, to a horizon, or where best play never ends.
#[derive(Clone, Debug)]
pub struct Distances {
    plies: Vec<u32>,
}

impl Distances {
    /// Finds the distances of a rated graph.
    pub fn new(graph: &Graph, ratings: &Ratings) -> Self {
        let mut distances = Self {
            plies: vec![UNKNOWN; graph.len()],
        };
        for vertex in graph.order() {
            distances.plies[vertex.index()] = match graph.kind(vertex) {
                VertexKind::End => 0,
                VertexKind::Chance(_) | VertexKind::Horizon(_) => UNKNOWN,
                VertexKind::Decision(_) => distances
                    .pick(graph, ratings, vertex)
                    .map(|edge| distances.plies[graph.target(edge).index()])
                    .map_or(UNKNOWN, |plies| plies.saturating_add(1)),
            };
        }
        if graph.is_cyclic() {
            distances.back_up_cycles(graph, ratings);
        }
        distances
    }

    /// The plies to the end under best play.
    pub fn of(&self, vertex: Vertex) -> Option<u32> {
        let plies = self.plies[vertex.index()];
        (plies != UNKNOWN).then_some(plies)
    }

    /// The bytes that the distances take, by capacity.
    pub fn bytes(&self) -> usize {
        4 * self.plies.capacity()
    }

    /// The move of best play: among the best moves the one with the right distance. `None` at
    /// chance nodes and leaves.
    pub fn pick(&self, graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Option<Edge> {
        let mut best = best(graph, ratings, vertex);
        if ratings.is_max_n() {
            // What the others get depends on it.
            return best.next();
        }
        let plies = |edge: &Edge| self.plies[graph.target(*edge).index()];
        if takes_shortest(graph, ratings, vertex) {
            best.min_by_key(plies)
        } else {
            // The first of the longest; what has no end known is longer than all that has.
            best.rev().max_by_key(plies)
        }
    }

    /// Distances of vertices that can reach a cycle, in the order of their length: a mover who
    /// takes the shortest is done with the first best move that is, any other with the last.
    fn back_up_cycles(&mut self, graph: &Graph, ratings: &Ratings) {
        let endless = graph.endless();
        let mut waiting: Vec<u32> = vec![0; graph.len()];
        let mut comes_from: Vec<(Vertex, Vertex)> = Vec::new();
        for vertex in graph.vertices().filter(|vertex| endless[vertex.index()]) {
            let best = best_edges(graph, ratings, vertex);
            waiting[vertex.index()] = if takes_shortest(graph, ratings, vertex) {
                1
            } else {
                best.len() as u32
            };
            comes_from.extend(best.iter().map(|edge| (graph.target(*edge), vertex)));
        }
        comes_from.sort_unstable();
        let sources = |target: Vertex| {
            let first = comes_from.partition_point(|(other, _)| *other < target);
            comes_from[first..]
                .iter()
                .take_while(move |(other, _)| *other == target)
                .map(|(_, source)| *source)
        };
        // Vertices by distance; new ones always come one ply later.
        let mut by_distance: std::collections::BTreeMap<u32, Vec<Vertex>> =
            std::collections::BTreeMap::new();
        for vertex in graph.order() {
            if let Some(plies) = self.of(vertex) {
                by_distance.entry(plies).or_default().push(vertex);
            }
        }
        while let Some((plies, vertices)) = by_distance.pop_first() {
            for vertex in vertices {
                for source in sources(vertex) {
                    let waiting = &mut waiting[source.index()];
                    if *waiting == 0 {
                        continue;
                    }
                    *waiting -= 1;
                    if *waiting == 0 {
                        let plies = plies.saturating_add(1);
                        self.plies[source.index()] = plies;
                        by_distance.entry(plies).or_default().push(source);
                    }
                }
            }
        }
    }
}

fn takes_shortest(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> bool {
    match graph.kind(vertex) {
        VertexKind::Decision(mover) => ratings.is_share(vertex, mover),
        _ => true,
    }
}

/// Why a best line goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// At an end of the game.
    End,
    /// At a horizon.
    Horizon,
    /// At a position that the line has had before.
    Repetition,
}

/// Best play from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    /// The moves.
    pub line: Line,
    /// Why it stops.
    pub ended: Ended,
    /// Whether it went through chance, where it follows the likelier branch.
    pub through_chance: bool,
}

/// The line of best play below a vertex: of tied moves the one that [`Distances`] picks, at chance
/// the likeliest branch, the first of those that are equally likely.
pub fn best_line(
    graph: &Graph,
    ratings: &Ratings,
    distances: &Distances,
    from: Vertex,
) -> BestLine {
    let mut best = BestLine {
        line: Vec::new(),
        ended: Ended::End,
        through_chance: false,
    };
    let mut seen = FxHashSet::default();
    let mut vertex = from;
    loop {
        let edge = match graph.kind(vertex) {
            VertexKind::End => return best,
            VertexKind::Horizon(_) => {
                best.ended = Ended::Horizon;
                return best;
            }
            VertexKind::Decision(_) => distances.pick(graph, ratings, vertex),
            VertexKind::Chance(_) => {
                best.through_chance = true;
                likeliest_branch(graph, vertex)
            }
        };
        if graph.is_cyclic() && !seen.insert(vertex) {
            best.ended = Ended::Repetition;
            return best;
        }
        let Some(edge) = edge else {
            return best;
        };
        best.line.push(edge);
        vertex = graph.target(edge);
    }
}

/// The likeliest branch of a chance node, the first of those that are equally likely; `None` where
/// chance doesn't decide.
pub fn likeliest_branch(graph: &Graph, vertex: Vertex) -> Option<Edge> {
    let VertexKind::Chance(_) = graph.kind(vertex) else {
        return None;
    };
    let edges = graph.edges(vertex).rev();
    edges.max_by_key(|edge| graph.probability(*edge))
}

/// Whether a move certainly worsens its mover's rating: whatever a limit hides, another move is
/// worth more.
pub fn is_blunder(graph: &Graph, ratings: &Ratings, vertex: Vertex, edge: Edge) -> bool {
    match graph.kind(vertex) {
        VertexKind::Decision(mover) => {
            let (_, most) = ratings.proven(graph.target(edge), mover);
            graph.targets(vertex).iter().any(|target| {
                let (least, _) = ratings.proven(*target, mover);
                least.compare(&most).is_gt() && !least.ties_with(&most)
            })
        }
        _ => false,
    }
}
