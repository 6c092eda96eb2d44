//! Best moves, the length of best play, blunders, the best line, and how likely a line of play is
//! when every player chooses a best move.

use num_traits::{CheckedMul, One, Zero};
use rustc_hash::FxHashSet;

use super::{Analysis, Distances, Rating, Ratings};
use crate::game::{Player, Rational, to_f64};
use crate::tree::{Edge, Graph, Line, Vertex, VertexKind};

/// The moves of a decision that are proven best for its mover: whatever a limit hides, no other
/// move is worth more. It lists all that tie, in the rules' order. It is empty if that isn't
/// proven, and at chance nodes and leaves. If every rating is proven, any other move is
/// [worse](worse_moves).
///
/// This is the only place that decides which moves are best.
pub fn best_edges(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Vec<Edge> {
    if !ratings.has_intervals() {
        return likely_best(graph, ratings, vertex);
    }
    let VertexKind::Decision(mover) = graph.kind(vertex) else {
        return Vec::new();
    };
    // What is best at one position of an information set need not be best at the others.
    if graph.information_set(vertex).is_some() && graph.degree(vertex) > 1 {
        return Vec::new();
    }
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
    let least = bounds.iter().map(|(minimum, _)| minimum);
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
    let beaten = beaten
        .filter(|(_, maximum)| !maximum.ties_with(surest))
        .count();
    let stands_out = open == 1 && beaten > 0 && beaten + 1 == bounds.len();
    let is_best = |(min, max): &(Rating, Rating)| {
        min.ties_with(surest) && (open == 0 || stands_out && !wins(max))
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
pub enum LineEnd {
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
    pub ended: LineEnd,
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
        best.ended = LineEnd::Open;
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
        ended: LineEnd::End,
        through_chance: false,
    };
    let mut seen = FxHashSet::default();
    let mut vertex = from;
    loop {
        let edge = match graph.kind(vertex) {
            VertexKind::End => return best,
            VertexKind::Horizon(_) => {
                best.ended = LineEnd::Horizon;
                return best;
            }
            VertexKind::Decision(_) => {
                let edge = pick(vertex);
                if edge.is_none() {
                    best.ended = LineEnd::Open;
                }
                edge
            }
            VertexKind::Chance(_) => {
                best.through_chance = true;
                likeliest_branch(graph, vertex)
            }
        };
        if graph.is_cyclic() && !seen.insert(vertex) {
            best.ended = LineEnd::Repetition;
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

/// How much a move lowers its mover's rating, as a share of the range of payoffs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Loss {
    /// Less than a fiftieth.
    Slight,
    /// Less than a tenth.
    Inaccuracy,
    /// At least a tenth. Another winner, or a tie in place of a win, is at least that for up to ten
    /// players.
    Blunder,
}

impl Loss {
    /// The smallest shares of the range that count as an inaccuracy and as a blunder.
    const SHARES: [f64; 2] = [0.02, 0.1];
    /// What a share may lack by rounding.
    const ROUNDING: f64 = 1e-9;

    /// The loss from one rating to another, for a range of payoffs; `None` if the other isn't
    /// lower.
    pub fn between(from: &Rating, to: &Rating, (low, high): (Rational, Rational)) -> Option<Self> {
        if from.compare(to).is_le() || from.ties_with(to) {
            return None;
        }
        let share = (from.to_f64() - to.to_f64()) / to_f64(&(high - low)) + Self::ROUNDING;
        let [inaccuracy, blunder] = Self::SHARES;
        Some(match share {
            share if share >= blunder => Self::Blunder,
            share if share >= inaccuracy => Self::Inaccuracy,
            _ => Self::Slight,
        })
    }

    /// Its name: `blunder`.
    pub fn text(self) -> &'static str {
        match self {
            Self::Slight => "slightly worse",
            Self::Inaccuracy => "inaccuracy",
            Self::Blunder => "blunder",
        }
    }

    /// Its sign after a move, as chess has them; empty for a slight loss.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Slight => "",
            Self::Inaccuracy => "?!",
            Self::Blunder => "?",
        }
    }
}

/// The moves of a vertex that are proven to lower their mover's rating, in the rules' order, with
/// how much they lower it at least. Whatever a limit hides, another move is worth more.
pub fn worse_moves(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Vec<(Edge, Loss)> {
    let best = best_proven(graph, ratings, vertex);
    let edges = graph.edges(vertex);
    edges
        .filter_map(|edge| Some((edge, loss_from(graph, ratings, best.as_ref()?, edge)?)))
        .collect()
}

/// How much a move lowers its mover's rating at least, by the list of [`worse_moves`].
pub fn loss_among(worse: &[(Edge, Loss)], edge: Edge) -> Option<Loss> {
    let index = worse.binary_search_by_key(&edge, |(edge, _)| *edge).ok()?;
    Some(worse[index].1)
}

/// How much a move lowers its mover's rating at least; `None` if it isn't proven to.
pub fn loss(graph: &Graph, ratings: &Ratings, vertex: Vertex, edge: Edge) -> Option<Loss> {
    loss_from(graph, ratings, &best_proven(graph, ratings, vertex)?, edge)
}

/// The moves of a vertex that are [blunders](Loss::Blunder), in the rules' order.
pub fn blunders(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Vec<Edge> {
    let worse = worse_moves(graph, ratings, vertex).into_iter();
    worse
        .filter(|(_, loss)| *loss == Loss::Blunder)
        .map(|(edge, _)| edge)
        .collect()
}

/// Whether a move is a proven blunder.
pub fn is_blunder(graph: &Graph, ratings: &Ratings, vertex: Vertex, edge: Edge) -> bool {
    loss(graph, ratings, vertex, edge) == Some(Loss::Blunder)
}

/// The mover of a decision, and the least that its best move is proven to be worth.
fn best_proven(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Option<(Player, Rating)> {
    // What is worse at one position of an information set need not be at the others.
    if graph.information_set(vertex).is_some() {
        return None;
    }
    let VertexKind::Decision(mover) = graph.kind(vertex) else {
        return None;
    };
    let least = |vertex: Vertex| ratings.proven(vertex, mover).0;
    if !ratings.has_intervals() {
        // Its own rating is that of the best move.
        return Some((mover, least(vertex)));
    }
    // A search may know more of the position than of its moves.
    let known = graph.targets(vertex).iter().chain([&vertex]);
    let best = known.map(|vertex| least(*vertex));
    Some((mover, best.max_by(|a, b| a.compare(b))?))
}

fn loss_from(
    graph: &Graph,
    ratings: &Ratings,
    (mover, best): &(Player, Rating),
    edge: Edge,
) -> Option<Loss> {
    let (_, max) = ratings.proven(graph.target(edge), *mover);
    Loss::between(best, &max, graph.range())
}

/// The probability that best play follows a line from a vertex: the product of the probabilities of
/// its outcomes of chance, and 0 if a move on it isn't the one of [best play](crate::rating::best_line).
/// `None` where it isn't proven which move that is, and where the number is too long for 128 bits.
pub fn reach(
    graph: &Graph,
    analysis: &Analysis,
    from: Vertex,
    line: impl IntoIterator<Item = Edge>,
) -> Option<Rational> {
    let (mut probability, mut vertex) = (Rational::one(), from);
    for edge in line {
        let step = match graph.kind(vertex) {
            VertexKind::Chance(_) => graph.probability(edge),
            _ => match best_move(graph, &analysis.ratings, &analysis.distances, vertex)? == edge {
                true => Rational::one(),
                false => return Some(Rational::zero()),
            },
        };
        probability = probability.checked_mul(&step)?;
        vertex = graph.target(edge);
    }
    Some(probability)
}
