//! Why a node has its rating, in one sentence; its parts link to the nodes that they are about. By
//! max^n the mover maximizes its own rating, and the others get the rest.

use super::view::TreeView;
use super::why_leaf::{end, horizon, open, searched};
use crate::game::{Estimate, Picture, Player, visible};
use crate::rating::{LineEnd, Rating, best_edges, best_line, likely_best};
use crate::tree::{Edge, Line, Vertex, VertexKind};
use crate::words::{move_words, number_text, player_name, plural, short_number, shortened};

/// Maximum number of moves' ratings listed one by one.
pub(super) const MAX_LISTED: usize = 12;
/// Maximum number of outcomes listed one by one.
const MAX_BRANCHES: usize = 6;
/// Maximum characters of a player's name, or of a move, in the sentence.
pub(super) const MAX_LETTERS: usize = 20;
/// Maximum difference of doubles that count as equal.
pub(super) const CLOSE: f64 = 1e-9;

/// Data about a node besides its ratings.
#[derive(Clone, Copy, Debug)]
pub struct NodeContext<'a> {
    /// The position, drawn.
    pub picture: &'a Picture,
    /// The estimate at limits.
    pub estimate: Estimate,
    /// Whether the graph is still being built.
    pub building: bool,
}

/// A phrase of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The text.
    pub text: String,
    /// Whether it is emphasized: a rating.
    pub strong: bool,
    /// The node that it links to: the line to it from the node in question.
    pub target: Option<Line>,
}

/// Why a node has its rating.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Why {
    /// The player whose name starts the sentence; the first phrase is that name.
    pub mark: Option<Player>,
    /// The sentence.
    pub phrases: Vec<Phrase>,
}

impl Why {
    /// The sentence as plain text.
    pub fn text(&self) -> String {
        let words = self.phrases.iter().map(|phrase| phrase.text.as_str());
        words.collect()
    }

    pub(super) fn with_text(self, text: &str) -> Self {
        self.phrase(text, false, None)
    }

    pub(super) fn strong(self, text: &str) -> Self {
        self.phrase(text, true, None)
    }

    /// A rating that links to the node after a move.
    pub(super) fn rating(self, text: &str, edge: Edge) -> Self {
        self.phrase(text, true, Some(vec![edge]))
    }

    /// Text that links to the node at the end of a line.
    pub(super) fn link(self, text: &str, line: Line) -> Self {
        self.phrase(text, false, Some(line))
    }

    fn phrase(mut self, text: &str, strong: bool, target: Option<Line>) -> Self {
        self.phrases.push(Phrase {
            text: text.to_owned(),
            strong,
            target,
        });
        self
    }

    /// Starts with a player.
    pub(super) fn of(view: &TreeView<'_>, player: Player) -> Self {
        let why = Self {
            mark: Some(player),
            ..Self::default()
        };
        why.with_text(&name(view, player))
    }

    /// Ends with clauses, the first one after a colon.
    pub(super) fn clauses(self, clauses: &[String]) -> Self {
        if clauses.is_empty() {
            return self.with_text(".");
        }
        self.with_text(&format!(": {}.", clauses.join("; ")))
    }
}

/// A player's name, short enough for the sentence.
pub(super) fn name(view: &TreeView<'_>, player: Player) -> String {
    shortened(&player_name(view.labels, player), MAX_LETTERS)
}

/// Why a node has its rating, for the player whose ratings are shown.
pub fn why(view: &TreeView<'_>, vertex: Vertex, known: &NodeContext<'_>) -> Why {
    if view.hidden {
        return Why::default().with_text("Ratings are hidden. Press H to show them.");
    }
    let why = why_rated(view, vertex, known);
    match view.labels.unfinished() {
        Some(open) if view.labels.graph().degree(vertex) > 0 => {
            why.with_text(&format!(" Not counted: {open}."))
        }
        _ => why,
    }
}

fn why_rated(view: &TreeView<'_>, vertex: Vertex, known: &NodeContext<'_>) -> Why {
    match view.labels.graph().kind(vertex) {
        VertexKind::Decision(_) | VertexKind::Chance(_)
            if !view
                .analysis
                .ratings
                .is_proven(vertex, view.chooser(vertex)) =>
        {
            open(view, vertex, known)
        }
        VertexKind::Decision(_) if !shows_rating(view, vertex) => searched(view, vertex),
        VertexKind::End => end(view, vertex, known.picture),
        VertexKind::Horizon(_) => horizon(view, vertex, known),
        VertexKind::Chance(_) => chance(view, vertex),
        VertexKind::Decision(mover) => decision(view, vertex, mover),
    }
}

/// Whether a move of a node whose rating is proven has that rating, and is proven too.
fn shows_rating(view: &TreeView<'_>, vertex: Vertex) -> bool {
    let (graph, ratings) = (view.labels.graph(), &view.analysis.ratings);
    let viewer = view.chooser(vertex);
    let mut targets = graph.targets(vertex).iter();
    let has_it = |target: &Vertex| {
        ratings.is_proven(*target, viewer) && ratings.ties(*target, vertex, viewer)
    };
    !graph.grows() || targets.any(has_it)
}

/// The one move or outcome that there is.
fn only(view: &TreeView<'_>, vertex: Vertex, why: Why, is: &str) -> Why {
    let graph = view.labels.graph();
    let viewer = view.chooser(vertex);
    let rating = view.rating_of(vertex, viewer);
    let edge = graph.edge(vertex, 0);
    let mv = edge.map_or_else(String::new, |edge| move_name(view, vertex, edge));
    let why = why.with_text(&format!("{is}{mv}, rated "));
    let why = match edge {
        Some(edge) => why.rating(&rating, edge),
        None => why.strong(&rating),
    };
    why.with_text(&format!(" for {}", name(view, viewer)))
}

/// A move as text, shortened for the sentence.
pub(super) fn move_name(view: &TreeView<'_>, source: Vertex, edge: Edge) -> String {
    let mv = move_words(&visible(&view.labels.move_text(source, edge)));
    shortened(&mv, MAX_LETTERS)
}

fn decision(view: &TreeView<'_>, vertex: Vertex, mover: Player) -> Why {
    let graph = view.labels.graph();
    let ratings = &view.analysis.ratings;
    let viewer = view.chooser(vertex);
    let by_rating =
        |a: &Edge, b: &Edge| ratings.compare(graph.target(*a), graph.target(*b), viewer);
    let (Some(lowest), Some(highest)) = (
        graph.edges(vertex).min_by(by_rating),
        graph.edges(vertex).rev().max_by(by_rating),
    ) else {
        return Why::of(view, mover).with_text(" has no moves.");
    };
    let doubts = doubts(view, vertex);
    if graph.degree(vertex) == 1 {
        let why = only(view, vertex, Why::of(view, mover), " has only one move, ");
        let clauses: Vec<String> = doubts.into_iter().chain(for_ever(view, vertex)).collect();
        return why.clauses(&clauses);
    }
    if ratings.is_max_n()
        && viewer != mover
        && let Some((why, tie)) = left_for(view, vertex, mover, viewer)
    {
        // Its colon is before the ratings.
        let clauses = tie.into_iter().chain(doubts);
        let clauses: String = clauses.map(|clause| format!("; {clause}")).collect();
        return why.with_text(&format!("{clauses}."));
    }
    compared(view, vertex, mover, [lowest, highest])
}

/// A choice between several moves by their ratings, whose lowest and highest are at `ends`.
fn compared(view: &TreeView<'_>, vertex: Vertex, mover: Player, ends: [Edge; 2]) -> Why {
    let (graph, ratings) = (view.labels.graph(), &view.analysis.ratings);
    let viewer = view.chooser(vertex);
    let moves = graph.degree(vertex);
    // In a constant-sum game both players agree which moves are good. Elsewhere a rating assumes
    // that all others play against its player, whatever the mover's own interest is.
    let own = viewer == mover || ratings.has_constant_sum();
    let ([lowest, highest], viewer_name) = (ends, name(view, viewer));
    let (picked, which, to) = match viewer == mover {
        true => (highest, "highest", String::new()),
        false => (lowest, "lowest", format!(" for {viewer_name}")),
    };
    let ties =
        |edge: &Edge, other: Edge| ratings.ties(graph.target(*edge), graph.target(other), viewer);
    let is_tied = |edge: &Edge| ties(edge, picked);
    let tied: Vec<Edge> = graph.edges(vertex).filter(is_tied).collect();
    let is_sure = |edge: &Edge| ratings.is_proven(graph.target(*edge), viewer);
    let all_sure = graph.edges(vertex).all(|edge| is_sure(&edge));
    // If all moves have the same rating, only a win or a loss is worth mentioning.
    let all_one = moves > MAX_LISTED && all_sure && ties(&lowest, highest);
    let mut why = match all_one {
        true => Why::default(),
        false => Why::of(view, mover),
    };
    if !own && !all_one {
        why = why.with_text(&format!(" is assumed to play against {viewer_name} and"));
    }
    let rated = |why: Why, words: &str, edge: Edge| {
        let rating = view.rating_of(graph.target(edge), viewer);
        why.with_text(words).rating(&rating, edge)
    };
    let many = short_number(moves);
    why = if moves <= MAX_LISTED {
        let first = format!(" chooses the {which} of ");
        for (index, edge) in graph.edges(vertex).enumerate() {
            why = rated(why, if index > 0 { ", " } else { &first }, edge);
        }
        why.with_text(&to)
    } else if all_one {
        let why = rated(why, &format!("All {many} moves have the rating "), highest);
        why.with_text(&format!(" for {viewer_name}"))
    } else {
        why = why.with_text(&format!(" chooses the {which} of {many} ratings"));
        match tied.iter().copied().find(is_sure) {
            _ if all_sure => rated(rated(why, " between ", lowest), " and ", highest),
            // Between which ratings they are isn't known.
            Some(edge) => rated(why, ", ", edge),
            None => why,
        }
        .with_text(&to)
    };
    let ties = match decided(view, vertex, mover) {
        _ if !own || tied.len() < 2 => None,
        None if all_one => None,
        Some(what) if all_one => Some(format!("{} {what}s with every move", name(view, mover))),
        // Others may turn out to be as good.
        what if !all_sure => {
            let certain = tied.iter().copied().filter(is_sure).count();
            proven_best(what, certain, moves)
        }
        what => Some(best(what, tied.len(), moves)),
    };
    let first = (ratings.is_max_n() && tied.len() > 1).then(|| TIE.to_owned());
    let clauses = ties.into_iter().chain(first).chain(doubts(view, vertex));
    let clauses: Vec<String> = clauses.chain(for_ever(view, vertex)).collect();
    why.clauses(&clauses)
}

/// The number of proven best moves, if others may be best: `2 of 5 moves are proven wins`.
fn proven_best(what: Option<&str>, certain: usize, moves: usize) -> Option<String> {
    let what = match what {
        Some("win") => plural(certain, "a proven win", "proven wins"),
        Some(_) => plural(certain, "a proven loss", "proven losses"),
        None => "proven best",
    };
    let are = plural(certain, "is", "are");
    let of = format!("{} of {} moves", short_number(certain), short_number(moves));
    (certain > 0).then(|| format!("{of} {are} {what}"))
}

/// The number of best moves: `all three moves win`, `2 of 5 moves are best`.
fn best(what: Option<&str>, tied: usize, moves: usize) -> String {
    let who = match (tied == moves, moves) {
        (true, 2) => "both moves".to_owned(),
        (true, _) => format!("all {} moves", in_words(moves)),
        (false, _) => format!("{} of {} moves", short_number(tied), short_number(moves)),
    };
    let what = what.unwrap_or(if tied == moves {
        "are equally good"
    } else {
        "are best"
    });
    format!("{who} {what}")
}

/// Whether best play wins for the mover or loses, where that is certain and the players' losses are
/// each other's gains.
pub(super) fn decided(view: &TreeView<'_>, vertex: Vertex, mover: Player) -> Option<&'static str> {
    let ratings = &view.analysis.ratings;
    let (low, high) = view.labels.graph().range();
    if !view.labels.graph().has_winners()
        || !ratings.has_constant_sum()
        || low >= high
        || !ratings.is_proven(vertex, mover)
    {
        return None;
    }
    let rating = ratings.rating(vertex, mover);
    if rating.ties_with(&Rating::Exact(high)) {
        Some("win")
    } else if rating.ties_with(&Rating::Exact(low)) {
        Some("lose")
    } else {
        None
    }
}

/// That a rating is certain though one that it was compared with isn't.
fn doubts(view: &TreeView<'_>, vertex: Vertex) -> Option<String> {
    let ratings = &view.analysis.ratings;
    let viewer = view.chooser(vertex);
    let mut targets = view.labels.graph().targets(vertex).iter();
    targets
        .any(|target| !ratings.is_proven(*target, viewer))
        .then(|| {
            let rating = view.rating_of(vertex, viewer);
            let what = match view.labels.graph().is_chance(vertex) {
                true => "outcomes",
                false => "moves",
            };
            format!("{rating} is proven, whatever the unproven {what} turn out to be")
        })
}

/// Whether best play never ends. With more players, or where both can gain, ratings say nothing
/// about the play of all together.
fn for_ever(view: &TreeView<'_>, vertex: Vertex) -> Option<String> {
    let graph = view.labels.graph();
    let analysis = view.analysis;
    if !graph.is_cyclic() || graph.has_chance() || !analysis.ratings.has_constant_sum() {
        return None;
    }
    let draw = Rating::Exact(analysis.ratings.endless_play());
    let viewer = view.chooser(vertex);
    let line = best_line(graph, &analysis.ratings, &analysis.distances, vertex);
    (line.ended == LineEnd::Repetition && analysis.ratings.rating(vertex, viewer).ties_with(&draw))
        .then(|| "with best play the game never ends".to_owned())
}

fn chance(view: &TreeView<'_>, vertex: Vertex) -> Why {
    let graph = view.labels.graph();
    let ratings = &view.analysis.ratings;
    let viewer = view.chooser(vertex);
    let edges: Vec<_> = graph.edges(vertex).collect();
    let doubts: Vec<String> = doubts(view, vertex).into_iter().collect();
    if edges.len() == 1 {
        return only(view, vertex, Why::default(), "The only outcome is ").clauses(&doubts);
    }
    let mut why = Why::default().with_text("Chance: ");
    if edges.len() > MAX_BRANCHES {
        let order =
            |a: &Edge, b: &Edge| ratings.compare(graph.target(*a), graph.target(*b), viewer);
        let all = || edges.iter().copied();
        let outcomes = short_number(edges.len());
        why = why.with_text(&format!("the weighted average of {outcomes} outcomes"));
        // Between which ratings they are isn't known where one of them isn't.
        let ends = match doubts.is_empty() {
            true => [all().min_by(order), all().rev().max_by(order)],
            false => [None; 2],
        };
        for (end, word) in ends.into_iter().flatten().zip([" between ", " and "]) {
            why = why.with_text(word);
            why = why.rating(&view.rating_of(graph.target(end), viewer), end);
        }
    } else {
        for (index, edge) in edges.iter().enumerate() {
            if index > 0 {
                why = why.with_text(" + ");
            }
            why = why
                .with_text(&format!("{} × ", number_text(graph.probability(*edge), 9)))
                .rating(&view.rating_of(graph.target(*edge), viewer), *edge);
        }
    }
    why.with_text(if edges.len() > MAX_BRANCHES {
        " is "
    } else {
        " = "
    })
    .strong(&view.rating_of(vertex, viewer))
    .with_text(&format!(" for {}", name(view, viewer)))
    .clauses(&doubts)
}

/// A small number as a word.
pub(super) fn in_words(number: usize) -> String {
    const WORDS: [&str; 10] = [
        "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ];
    number
        .checked_sub(3)
        .and_then(|index| WORDS.get(index))
        .map_or_else(|| short_number(number), |word| (*word).to_owned())
}

/// Text about moves that tie.
pub(super) const TIE: &str = "ties go to the first listed move";

/// The ratings that the mover's choice leaves for another player. `None` without a move.
pub(super) fn left_for(
    view: &TreeView<'_>,
    vertex: Vertex,
    mover: Player,
    viewer: Player,
) -> Option<(Why, Option<String>)> {
    let graph = view.labels.graph();
    let best = likely_best(graph, &view.analysis.ratings, vertex);
    let edge = *best.first()?;
    let target = graph.target(edge);
    let mv = move_name(view, vertex, edge);
    let (who, whose) = (name(view, mover), name(view, viewer));
    let why = Why::of(view, mover);
    if !best_edges(graph, &view.analysis.ratings, vertex).contains(&edge) {
        let why = why
            .with_text(" chooses for itself. Every move that may be its best is rated ")
            .strong(&view.rating_of(vertex, viewer))
            .with_text(&format!(" for {whose}"));
        return Some((why, None));
    }
    let why = why
        .with_text(&format!(" chooses {mv}, its own best move: "))
        .rating(&view.rating_of(target, mover), edge)
        .with_text(&format!(" for {who}, "))
        .rating(&view.rating_of(target, viewer), edge)
        .with_text(&format!(" for {whose}"));
    Some((why, (best.len() > 1).then(|| TIE.to_owned())))
}
