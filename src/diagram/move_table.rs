//! The moves of a node as a table: the content of rows, and sorting.

use std::cmp::Ordering;

use super::facts::estimated;
use super::odds::{MoveOdds, chance_text, exact_chance, odds};
use super::view::{HIDDEN, TreeView};
use crate::game::{Player, Rational, visible};
use crate::rating::{Loss, Rating, loss};
use crate::tree::{Count, Edge, Vertex, VertexKind};
use crate::words::{
    at_least_sign, capitalised, counted, move_words, narrow_count, player_name, short_count,
    short_number, shortened, whole_count,
};

/// The sort column and direction of the moves table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveSort {
    /// The column's id.
    pub column: &'static str,
    /// Whether the largest come first.
    pub descending: bool,
}

impl MoveSort {
    /// The order after a click on the head of a column: ascending, descending, and then the rules'
    /// order again.
    pub fn clicked(sort: Option<Self>, column: &'static str) -> Option<Self> {
        match sort {
            Some(sort) if sort.column == column => (!sort.descending).then_some(Self {
                column,
                descending: true,
            }),
            _ => Some(Self {
                column,
                descending: false,
            }),
        }
    }
}

/// A part of a text for natural sorting: numbers by their size, other text by characters.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub enum SortPart {
    /// A number: its count of digits, and the digits.
    Number(usize, String),
    /// Anything else.
    Text(String),
}

/// The parts of a move's notation, so that `2>10` comes after `2>9`.
fn parts(notation: &str) -> Vec<SortPart> {
    notation
        .as_bytes()
        .chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit())
        .map(|run| {
            let text = String::from_utf8_lossy(run);
            if run[0].is_ascii_digit() {
                let digits = text.trim_start_matches('0');
                SortPart::Number(digits.len(), digits.to_owned())
            } else {
                SortPart::Text(text.into_owned())
            }
        })
        .collect()
}

/// What a move is sorted by.
pub enum MoveKey<'a> {
    /// A number; of those that tie the smaller second number comes first.
    Number(Rating, u32),
    /// A notation, its numbers sorted by their size.
    Text(Vec<SortPart>),
    /// The size of a subtree.
    Count(Count<'a>),
}

impl MoveKey<'_> {
    fn exact(number: impl Into<Rational>) -> Option<Self> {
        Some(Self::Number(Rating::Exact(number.into()), 0))
    }

    fn compare(&self, other: &Self, descending: bool) -> Ordering {
        let directed = |order: Ordering| match descending {
            true => order.reverse(),
            false => order,
        };
        match (self, other) {
            (Self::Number(a, x), Self::Number(b, y)) => directed(a.compare(b)).then(x.cmp(y)),
            (Self::Text(a), Self::Text(b)) => directed(a.cmp(b)),
            (Self::Count(a), Self::Count(b)) => directed(a.compare(*b)),
            _ => Ordering::Equal,
        }
    }
}

/// An order of moves: the key of a move, if it has one.
pub type MoveSortKey = for<'a> fn(&TreeView<'a>, Vertex, Edge) -> Option<MoveKey<'a>>;

/// The rules' order.
pub fn by_number<'a>(view: &TreeView<'a>, vertex: Vertex, edge: Edge) -> Option<MoveKey<'a>> {
    MoveKey::exact(view.labels.graph().key(vertex, edge) as i128)
}

/// The order of notations.
pub fn by_move<'a>(view: &TreeView<'a>, vertex: Vertex, edge: Edge) -> Option<MoveKey<'a>> {
    Some(MoveKey::Text(parts(&view.labels.move_text(vertex, edge))))
}

/// By a branch's probability; where dice decide a move, by that of its success.
pub fn by_chance<'a>(view: &TreeView<'a>, vertex: Vertex, edge: Edge) -> Option<MoveKey<'a>> {
    let graph = view.labels.graph();
    MoveKey::exact(match graph.kind(vertex) {
        VertexKind::Chance(_) => graph.probability(edge),
        _ => odds(view.labels, edge)?.probability,
    })
}

/// By the rating for the player whose ratings are shown; of those that tie the shorter comes first.
pub fn by_rating<'a>(view: &TreeView<'a>, vertex: Vertex, edge: Edge) -> Option<MoveKey<'a>> {
    let target = view.labels.graph().target(edge);
    let rating = view.rating(target, view.chooser(vertex));
    let plies = view.distance(target).unwrap_or(u32::MAX);
    (!view.hidden).then_some(MoveKey::Number(rating, plies))
}

/// By plies to the end under best play.
pub fn by_plies<'a>(view: &TreeView<'a>, _: Vertex, edge: Edge) -> Option<MoveKey<'a>> {
    let target = view.labels.graph().target(edge);
    let plies = view.distance(target).filter(|_| !view.hidden)?;
    MoveKey::exact(i128::from(plies))
}

/// By the size of the subtree.
pub fn by_nodes<'a>(view: &TreeView<'a>, _: Vertex, edge: Edge) -> Option<MoveKey<'a>> {
    let target = view.labels.graph().target(edge);
    Some(MoveKey::Count(view.analysis.nodes.of(target)))
}

/// The moves of a vertex in an order, or in the rules'. Those that tie stay in the rules' order,
/// and those without a key are last. If ratings are hidden, none has one that would reveal them.
pub fn sorted_moves(
    view: &TreeView<'_>,
    vertex: Vertex,
    sort: Option<(MoveSortKey, bool)>,
) -> Vec<Edge> {
    let edges = view.labels.graph().edges(vertex);
    let Some((key, descending)) = sort else {
        return edges.collect();
    };
    let keyed = edges.map(|edge| (key(view, vertex, edge), edge));
    let mut keyed: Vec<_> = keyed.collect();
    keyed.sort_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) => a.compare(b, descending),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    keyed.into_iter().map(|(_, edge)| edge).collect()
}

/// A label of a move relative to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveTag {
    /// The move of best play: one alone.
    Best,
    /// Another move that wins.
    WinsToo,
    /// Another move with the best rating.
    AsGood,
    /// If all moves lose, the one that loses last.
    HoldsLongest,
    /// A move that lowers its mover's rating.
    Worse(Loss),
}

impl MoveTag {
    /// The label as text.
    pub fn text(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::WinsToo => "wins too",
            Self::AsGood => "as good",
            Self::HoldsLongest => "holds longest",
            Self::Worse(loss) => loss.text(),
        }
    }

    /// The label of a move; `best` are the mover's best moves, in the rules' order.
    fn of(view: &TreeView<'_>, vertex: Vertex, edge: Edge, best: &[Edge]) -> Option<Self> {
        let graph = view.labels.graph();
        let ratings = &view.analysis.ratings;
        let VertexKind::Decision(mover) = graph.kind(vertex) else {
            return None;
        };
        // A label for the only move would have no meaning.
        if view.hidden || graph.degree(vertex) == 1 {
            return None;
        }
        let is_best = best.binary_search(&edge).is_ok();
        if view.what_if.is_some() {
            // Which of them best play takes is known of the true ratings alone.
            let (_, maximum) = view.proven_by(edge, mover);
            let others = graph
                .edges(vertex)
                .filter(|other| !view.is_forbidden(*other));
            let least = others.map(|other| view.proven_by(other, mover).0);
            let best = least.max_by(|a, b| a.compare(b))?;
            return match is_best {
                true => Some(Self::Best),
                false if view.is_forbidden(edge) => None,
                false => Loss::between(&best, &maximum, graph.range()).map(Self::Worse),
            };
        }
        if !is_best {
            return loss(graph, ratings, vertex, edge).map(Self::Worse);
        }
        let (min, max) = graph.range();
        let rating = ratings.rating(graph.target(edge), mover);
        let is = |payoff| rating.exact() == Some(payoff);
        let picked = view.analysis.distances.pick(graph, ratings, vertex);
        let has_winners = graph.has_winners();
        match picked == Some(edge) {
            // A search says who wins, and not when.
            true if graph.grows() && is(min) && view.distance(graph.target(edge)).is_none() => None,
            true if has_winners && is(min) => Some(Self::HoldsLongest),
            true => Some(Self::Best),
            false if has_winners && is(min) => None,
            false if has_winners && is(max) => Some(Self::WinsToo),
            false => Some(Self::AsGood),
        }
    }
}

/// The proven result of a move with best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenResult {
    /// The winner; `None` for a tie.
    pub winner: Option<Player>,
    /// `a wins in 16`.
    pub text: String,
}

/// Maximum characters of a winner's name.
const MAX_NAME: usize = 12;

impl ProvenResult {
    /// Whether moves can be labeled by their winners: two players, no chance, and no payoffs except
    /// win, loss and tie.
    pub fn is_told(view: &TreeView<'_>) -> bool {
        let graph = view.labels.graph();
        graph.players() == 2
            && !graph.is_chance_game()
            && view.what_if.is_none()
            && graph.has_winners()
    }

    fn of(view: &TreeView<'_>, vertex: Vertex, target: Vertex) -> Option<Self> {
        let player = view.chooser(vertex);
        if view.hidden || !Self::is_told(view) || !view.is_proven(target, player) {
            return None;
        }
        let (min, max) = view.labels.graph().range();
        let rating = view.analysis.ratings.rating(target, player).exact()?;
        let winner = match rating {
            rating if rating == max => Some(player),
            rating if rating == min => Some(Player(1 - player.0)),
            rating if rating + rating == min + max => None,
            _ => return None,
        };
        let what = match winner {
            Some(winner) => {
                let name = player_name(view.labels, winner);
                format!("{} wins", shortened(&name, MAX_NAME))
            }
            None => "tie".to_owned(),
        };
        let text = match plies_text(view, vertex, target) {
            Some(plies) => format!("{what} in {plies}"),
            None => what,
        };
        Some(Self { winner, text })
    }
}

/// One row of the moves table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    /// The move.
    pub edge: Edge,
    /// Its index in the rules' order, counted from 1.
    pub number: usize,
    /// The move as text.
    pub mv: String,
    /// Whether it is one of the mover's best.
    pub best: bool,
    /// Its label relative to the others.
    pub tag: Option<MoveTag>,
    /// A branch's exact probability.
    pub probability: Option<Rational>,
    /// The same in few characters, in the format of its siblings.
    pub chance: Option<String>,
    /// The outcomes of chance right after the move.
    pub odds: Option<MoveOdds>,
    /// The rating for the player whose ratings are shown.
    pub rating: String,
    /// The result as text, if moves are labeled by their winners.
    pub outcome: Option<ProvenResult>,
    /// Plies to the end under best play, this move included; a dash where there is no distance.
    pub ends_in: String,
    /// The nodes of the subtree, exact as far as a count is written out.
    pub nodes: String,
    /// The same for a narrow column.
    pub narrow_nodes: String,
}

/// The row of one move; `best` are the mover's best moves, in the rules' order.
pub fn move_row(view: &TreeView<'_>, vertex: Vertex, edge: Edge, best: &[Edge]) -> MoveRow {
    let graph = view.labels.graph();
    let target = graph.target(edge);
    let nodes = view.analysis.nodes.of(target);
    let known = at_least_sign(graph);
    let mut mv = move_words(&visible(&view.labels.move_text(vertex, edge)));
    if view.is_forbidden(edge) {
        mv.push_str(", forbidden");
    }
    MoveRow {
        edge,
        number: graph.key(vertex, edge) + 1,
        mv,
        best: !view.hidden && best.binary_search(&edge).is_ok(),
        tag: MoveTag::of(view, vertex, edge, best),
        probability: graph.is_chance(vertex).then(|| graph.probability(edge)),
        chance: graph
            .is_chance(vertex)
            .then(|| chance_text(graph, vertex, edge)),
        odds: odds(view.labels, edge),
        rating: view.rating_by(edge, view.chooser(vertex)),
        outcome: ProvenResult::of(view, vertex, target),
        ends_in: if view.hidden {
            HIDDEN.to_owned()
        } else {
            plies_text(view, vertex, target).unwrap_or_else(|| "–".to_owned())
        },
        nodes: format!("{known}{}", short_count(nodes)),
        narrow_nodes: format!("{known}{}", narrow_count(nodes)),
    }
}

/// Plies from `vertex` to the end by way of `target`.
fn plies_text(view: &TreeView<'_>, vertex: Vertex, target: Vertex) -> Option<String> {
    let below = view.distance(target)?;
    let plies = u64::from(below) + u64::from(view.labels.graph().cost(vertex));
    Some(short_number(plies))
}

/// What a move costs that lowers its mover's rating: `Blunder: lowers a's rating from 1 to 0`.
/// `None` for any other move, and if ratings are hidden.
pub fn worse_text(view: &TreeView<'_>, source: Vertex, edge: Edge) -> Option<(Loss, String)> {
    let graph = view.labels.graph();
    let VertexKind::Decision(mover) = graph.kind(source) else {
        return None;
    };
    if view.hidden {
        return None;
    }
    let loss = loss(graph, &view.analysis.ratings, source, edge)?;
    let text = format!(
        "{}: lowers {}'s rating from {} to {}",
        capitalised(loss.text()),
        player_name(view.labels, mover),
        view.rating_of(source, mover),
        view.rating_of(graph.target(edge), mover)
    );
    Some((loss, text))
}

/// Maximum number of outcomes listed one by one.
const MAX_BRANCHES: usize = 6;

/// The outcomes at a chance vertex, one per line, with the ratings for the player for whom the
/// moves of `source` are compared: `wins 44 %, 11/25: rating ~7/25`.
pub fn branches(view: &TreeView<'_>, source: Vertex, chance: Vertex) -> Vec<String> {
    let graph = view.labels.graph();
    let player = view.chooser(source);
    let all = graph.degree(chance);
    let edges = graph.edges(chance).take(MAX_BRANCHES);
    let mut lines: Vec<String> = edges
        .map(|edge| {
            let name = super::odds::branch_name(view.labels, chance, edge);
            let probability = graph.probability(edge);
            if *probability.numer() == 0 {
                return format!("{name}: never happens");
            }
            let rating = view.rating_of(graph.target(edge), player);
            format!("{name} {}: rating {rating}", exact_chance(probability))
        })
        .collect();
    if all > MAX_BRANCHES {
        lines.push(format!("… and {} branches more", all - MAX_BRANCHES));
    }
    lines
}

/// The ratings of a vertex for all players in one line.
fn all_ratings(view: &TreeView<'_>, vertex: Vertex) -> String {
    let players = Player::all(view.labels.graph().players());
    let ratings: Vec<String> = players
        .map(|player| {
            let name = player_name(view.labels, player);
            format!("{name} {}", view.rating_of(vertex, player))
        })
        .collect();
    format!("Ratings: {}", ratings.join(", "))
}

/// Tooltip of a row, one fact per line.
pub fn move_tooltip(view: &TreeView<'_>, vertex: Vertex, row: &MoveRow) -> String {
    let graph = view.labels.graph();
    let target = graph.target(row.edge);
    let position = view.labels.position_text(target);
    let mut lines = vec![row.mv.clone(), format!("Position: {}", visible(&position))];
    if let Some(probability) = row.probability {
        lines.push(if *probability.numer() == 0 {
            "Probability 0".to_owned()
        } else {
            format!("Probability {}", exact_chance(probability))
        });
    }
    if matches!(graph.kind(target), VertexKind::Chance(_)) {
        lines.extend(branches(view, vertex, target));
    }
    if view.hidden {
        lines.push("Rating hidden".to_owned());
    } else {
        let player = player_name(view.labels, view.chooser(vertex));
        let ends = match (row.ends_in.as_str(), graph.kind(target)) {
            ("–", _) => String::new(),
            (_, VertexKind::End) => format!(", {}", view.winners(target)),
            ("1", _) => ", ends in 1 ply".to_owned(),
            (plies, _) => format!(", ends in {plies} plies"),
        };
        lines.push(match view.estimate_words(target, view.chooser(vertex)) {
            None => format!("Rating {} for {player}{ends}", row.rating),
            Some(guess) => format!(
                "Not proven: {} for {player}. Estimate{}: {guess}",
                view.interval_in_words(target, view.chooser(vertex)),
                estimated(view)
            ),
        });
        if graph.players() > 2 {
            lines.push(all_ratings(view, target));
        }
    }
    let nodes = whole_count(view.analysis.nodes.of(target));
    lines.push(format!(
        "{}{}",
        at_least_sign(graph),
        counted(nodes, "node")
    ));
    if row.best {
        lines.push("Best move".to_owned());
    } else if let Some((_, cost)) = worse_text(view, vertex, row.edge) {
        lines.push(cost);
    }
    lines.join("\n")
}
