//! Best moves, the length of best play, blunders, and the best line.

use rustc_hash::FxHashSet;

use super::{Distances, Rating, Ratings};
use crate::game::Player;
use crate::tree::{Edge, Graph, Line, Vertex, VertexKind};

/// The moves of a decision that are proven best for its mover: whatever a limit hides, no other
/// move is worth more. It lists all that tie, in the rules' order. It is empty if that isn't
/// proven, and at chance nodes and leaves. If every rating is proven, any other move is a blunder.
///
/// This is the only place that decides which moves are best.
pub fn best_edges(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Vec<Edge> {
    if !ratings.has_intervals() {
        return likely_best(graph, ratings, vertex);
    }
    let VertexKind::Decision(mover) = graph.kind(vertex) else {
        return Vec::new();
    };
    // No move is worth more than the position, of which a search may know more than of its moves.
    let (_, top) = ratings.proven(vertex, mover);
    let within = |(least, most): (Rating, Rating)| match most.compare(&top).is_gt() {
        true => (least, top),
        false => (least, most),
    };
    let targets = graph.targets(vertex);
    let bounds: Vec<_> = targets
        .iter()
        .map(|target| within(ratings.proven(*target, mover)))
        .collect();
    let least = bounds.iter().map(|(least, _)| least);
    let Some(surest) = least.max_by(|a, b| a.compare(b)) else {
        return Vec::new();
    };
    let wins = |most: &Rating| surest.compare(most).is_ge() || surest.ties_with(most);
    // The number of moves that may be worth more than that. If it is one, that move is best only if
    // all others are worth less; otherwise it may turn out to be no better than they are.
    let open = bounds.iter().filter(|(_, most)| !wins(most)).count();
    let beaten = bounds
        .iter()
        .filter(|(_, most)| most.compare(surest).is_lt());
    let beaten = beaten.filter(|(_, most)| !most.ties_with(surest)).count();
    let stands_out = open == 1 && beaten > 0 && beaten + 1 == bounds.len();
    let is_best = |(least, most): &(Rating, Rating)| {
        least.ties_with(surest) && (open == 0 || stands_out && !wins(most))
    };
    let edges = graph.edges(vertex).zip(&bounds);
    edges
        .filter(|(_, bounds)| is_best(bounds))
        .map(|(edge, _)| edge)
        .collect()
}

/// The moves of a decision that give its mover the largest rating, be it an estimate: all that tie,
/// in the rules' order. Empty at chance nodes and leaves.
pub fn likely_best(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Vec<Edge> {
    best(graph, ratings, vertex).collect()
}

/// [`likely_best`], one after the other.
pub(super) fn best<'a>(
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

/// Those of the [best](likely_best) moves that lead to the ratings of best play: all of them, but
/// by max^n only those that give every player what the first listed one does, since the choice
/// affects the others' payoffs.
pub fn played<'a>(
    graph: &'a Graph,
    ratings: &'a Ratings,
    vertex: Vertex,
) -> impl DoubleEndedIterator<Item = Edge> + 'a {
    let first = match ratings.is_max_n() {
        true => best(graph, ratings, vertex).next(),
        false => None,
    };
    best(graph, ratings, vertex).filter(move |edge| {
        first.is_none_or(|first| {
            let [one, other] = [first, *edge].map(|edge| graph.target(edge));
            Player::all(graph.players()).all(|player| ratings.ties(one, other, player))
        })
    })
}

/// Why a best line goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// At an end of the game.
    End,
    /// At a horizon.
    Horizon,
    /// At a position that occurred earlier on the line.
    Repetition,
    /// At a position without a proven best move.
    Open,
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

/// The line of best play below a vertex, as far as it is [proven](best_edges): of tied moves the
/// one that [`Distances`] picks, at chance the likeliest branch, the first of those that are
/// equally likely.
pub fn best_line(
    graph: &Graph,
    ratings: &Ratings,
    distances: &Distances,
    from: Vertex,
) -> BestLine {
    line_by(graph, from, |vertex| {
        best_move(graph, ratings, distances, vertex)
    })
}

/// The same, as far as all ratings on it are proven: for formats that programs read.
pub fn proven_line(
    graph: &Graph,
    ratings: &Ratings,
    distances: &Distances,
    from: Vertex,
) -> BestLine {
    let mut best = best_line(graph, ratings, distances, from);
    let open = |edge: &Edge| !ratings.all_proven(graph.target(*edge));
    let proven = match ratings.all_proven(from) {
        true => best.line.iter().position(open),
        false => Some(0),
    };
    if let Some(proven) = proven {
        best.line.truncate(proven);
        best.ended = Ended::Open;
    }
    best
}

/// The same by ratings that may be estimates: for formats of other programs, which store it beside
/// each rating's interval.
pub fn likely_line(
    graph: &Graph,
    ratings: &Ratings,
    distances: &Distances,
    from: Vertex,
) -> BestLine {
    line_by(graph, from, |vertex| distances.pick(graph, ratings, vertex))
}

fn line_by(graph: &Graph, from: Vertex, pick: impl Fn(Vertex) -> Option<Edge>) -> BestLine {
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
            VertexKind::Decision(_) => {
                let edge = pick(vertex);
                if edge.is_none() {
                    best.ended = Ended::Open;
                }
                edge
            }
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

/// The move of best play, where it is proven which one that is.
pub fn best_move(
    graph: &Graph,
    ratings: &Ratings,
    distances: &Distances,
    vertex: Vertex,
) -> Option<Edge> {
    if !ratings.has_intervals() {
        return distances.pick(graph, ratings, vertex);
    }
    let sure = best_edges(graph, ratings, vertex);
    distances.pick_of(graph, ratings, vertex, sure.into_iter())
}

/// The likeliest branch of a chance node, the first of those that are equally likely; `None` if
/// chance doesn't decide.
pub fn likeliest_branch(graph: &Graph, vertex: Vertex) -> Option<Edge> {
    let VertexKind::Chance(_) = graph.kind(vertex) else {
        return None;
    };
    let edges = graph.edges(vertex).rev();
    edges.max_by_key(|edge| graph.probability(*edge))
}

/// The moves of a vertex that are [blunders](is_blunder), in the rules' order.
pub fn blunders(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Vec<Edge> {
    let VertexKind::Decision(mover) = graph.kind(vertex) else {
        return Vec::new();
    };
    let proven = |target: Vertex| ratings.proven(target, mover);
    // A search may know more of the position than of its moves.
    let known = graph.targets(vertex).iter().chain([&vertex]);
    let least = known.map(|vertex| proven(*vertex).0);
    let Some(best) = least.max_by(|a, b| a.compare(b)) else {
        return Vec::new();
    };
    let worse = |edge: &Edge| {
        let (_, most) = proven(graph.target(*edge));
        best.compare(&most).is_gt() && !best.ties_with(&most)
    };
    graph.edges(vertex).filter(worse).collect()
}

/// Whether a move is a proven blunder: it lowers its mover's rating. Whatever a limit hides,
/// another move is worth more.
pub fn is_blunder(graph: &Graph, ratings: &Ratings, vertex: Vertex, edge: Edge) -> bool {
    match graph.kind(vertex) {
        VertexKind::Decision(mover) => {
            let (_, most) = ratings.proven(graph.target(edge), mover);
            let is_more = |other: Vertex| {
                let (least, _) = ratings.proven(other, mover);
                least.compare(&most).is_gt() && !least.ties_with(&most)
            };
            match ratings.has_intervals() {
                true => {
                    let mut known = graph.targets(vertex).iter().chain([&vertex]);
                    known.any(|vertex| is_more(*vertex))
                }
                // Its own rating is that of the best move.
                false => is_more(vertex),
            }
        }
        _ => false,
    }
}
