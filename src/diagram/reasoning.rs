//! The complete reasoning behind a node's rating, in plain sentences and as a formula: who chooses
//! what, the moves by rating, tie-breaking, hidden parts at a limit, and best play to its end.
//! Phrases about a node link to it.

use super::facts::best_play;
use super::view::TreeView;
use super::why::{CLOSE, MAX_LISTED, NodeContext, Why, decided, in_words, move_name, name, why};
use crate::game::{Player, zero};
use crate::rating::{Rating, best_edges, best_move, likely_best, played};
use crate::tree::{Edge, UnfoldingNode, Vertex, VertexKind};
use crate::words::{
    capitalised, number_text, plies_text, plural, rating_text, short_number, whole_count,
    winners_text,
};

/// Number of terms written of a formula with more than [`MAX_LISTED`].
const MAX_TERMS: usize = 8;
/// Maximum number of named moves with one rating …
const MAX_NAMED: usize = 6;
/// … and approximate maximum of characters for those of all ratings.
const MAX_LETTERS: usize = 170;
/// Maximum number of distinguished ratings of moves.
const MAX_RATINGS: usize = 5;
/// Maximum number of outcomes listed with their terms.
const MAX_BRANCHES: usize = 6;

/// The kind of a part of the reasoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// The sentence that says it all.
    Sentence,
    /// The same as a formula.
    Formula,
    /// More about it.
    Detail,
}

/// A part of the reasoning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasonPart {
    /// The kind.
    pub tone: Tone,
    /// The phrases.
    pub words: Why,
}

/// The complete reasoning behind a node's rating, for the player whose ratings are shown. If
/// ratings are hidden, it is one sentence that reveals none.
pub fn reasoning(view: &TreeView<'_>, vertex: Vertex, known: &NodeContext<'_>) -> Vec<ReasonPart> {
    let mut reasons = vec![ReasonPart {
        tone: Tone::Sentence,
        words: why(view, vertex, known),
    }];
    if view.hidden {
        return reasons;
    }
    let mut add = |tone: Tone, words: Option<Why>| {
        reasons.extend(words.map(|words| ReasonPart { tone, words }));
    };
    let sure = view
        .analysis
        .ratings
        .is_proven(vertex, view.chooser(vertex));
    match view.labels.graph().kind(vertex) {
        // An unproven rating isn't a sum of other unproven ones.
        _ if !sure => {}
        VertexKind::Decision(mover) => {
            add(Tone::Formula, formula(view, vertex, mover));
            add(Tone::Detail, by_rating(view, vertex, mover));
            add(Tone::Detail, tie(view, vertex, mover));
        }
        VertexKind::Chance(_) => add(Tone::Detail, terms(view, vertex)),
        VertexKind::End | VertexKind::Horizon(_) => {}
    }
    if !known.building {
        add(Tone::Detail, hidden_by_limit(view, vertex));
        add(Tone::Detail, ends_decide(view, vertex));
    }
    add(Tone::Detail, best_play(view, vertex));
    reasons
}

/// The reasoning as Markdown, under a heading with the node.
pub fn reasoning_markdown(
    view: &TreeView<'_>,
    node: UnfoldingNode,
    known: &NodeContext<'_>,
) -> String {
    let vertex = view.unfolding.vertex(node);
    let viewer = view.chooser(vertex);
    let rating = match view.hidden {
        true => "has its rating".to_owned(),
        false if !view.at(node).is_proven(vertex, viewer) => format!(
            "isn't proven, {} for {}",
            view.at(node).interval_in_words(vertex, viewer),
            escaped(&name(view, viewer))
        ),
        false => format!(
            "is rated {} for {}",
            view.rating_of(vertex, viewer),
            escaped(&name(view, viewer))
        ),
    };
    let position = code(&view.labels.position_text(vertex));
    let line = match view.unfolding.parent(node) {
        Some(_) => format!("Line: {}\n\n", code(&view.line_words(node))),
        None => String::new(),
    };
    let mut text = format!("### Why {position} {rating}\n\n{line}");
    for reason in reasoning(view, vertex, known) {
        let phrase = reason.words.text();
        text.push_str(&match reason.tone {
            Tone::Formula => code(&phrase),
            Tone::Sentence | Tone::Detail => escaped(&phrase),
        });
        text.push_str("\n\n");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// A text as code in Markdown, whatever it holds.
fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let runs = text.split(|letter| letter != '`').map(str::len);
    let ticks = "`".repeat(runs.max().unwrap_or_default() + 1);
    if text.starts_with('`') || text.ends_with('`') {
        format!("{ticks} {text} {ticks}")
    } else {
        format!("{ticks}{text}{ticks}")
    }
}

/// A text in which nothing means anything in Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if matches!(
            letter,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '~' | '#'
        ) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// The edges with terms in the formula, and the number of further ones.
fn listed(view: &TreeView<'_>, vertex: Vertex) -> (Vec<Edge>, usize) {
    let graph = view.labels.graph();
    let moves = graph.degree(vertex);
    let max = match moves <= MAX_LISTED {
        true => moves,
        false => MAX_TERMS,
    };
    (graph.edges(vertex).take(max).collect(), moves - max)
}

/// A formula with a term for every move.
fn over_moves(
    view: &TreeView<'_>,
    vertex: Vertex,
    head: &str,
    term: impl Fn(Vertex) -> String,
) -> Why {
    let graph = view.labels.graph();
    let (edges, more) = listed(view, vertex);
    let mut formula = Why::default().with_text(&format!("{head}("));
    for (index, edge) in edges.into_iter().enumerate() {
        if index > 0 {
            formula = formula.with_text(", ");
        }
        formula = formula.rating(&term(graph.target(edge)), edge);
    }
    match more {
        0 => formula.with_text(") = "),
        _ => formula.with_text(&format!(", … {} more) = ", short_number(more))),
    }
}

/// The formula of a decision: `max(0, 1/2, 1) = 1`. `None` if the rating is none of the moves'
/// ratings, since bounds on positions that recur have not met.
fn formula(view: &TreeView<'_>, vertex: Vertex, mover: Player) -> Option<Why> {
    let graph = view.labels.graph();
    let ratings = &view.analysis.ratings;
    let viewer = view.chooser(vertex);
    if graph.degree(vertex) < 2 {
        // The sentence has said it.
        return None;
    }
    if ratings.is_max_n() {
        let edge = *likely_best(graph, ratings, vertex).first()?;
        // All ratings of a node; the mover's own is the one that counts.
        let tuple = |of: Vertex| {
            let each: Vec<String> = Player::all(graph.players())
                .map(|player| view.rating_of(of, player))
                .collect();
            format!("({})", each.join(", "))
        };
        let head = format!("max by {}", name(view, mover));
        let formula = over_moves(view, vertex, &head, tuple);
        return Some(formula.rating(&tuple(graph.target(edge)), edge));
    }
    let largest = viewer == mover;
    let best = extreme(view, vertex, viewer, largest)?;
    let rating = ratings.rating(vertex, viewer).to_f64();
    let same = (ratings.rating(best, viewer).to_f64() - rating).abs() <= CLOSE;
    let head = if largest { "max" } else { "min" };
    let term = |of| view.rating_of(of, viewer);
    same.then(|| over_moves(view, vertex, head, term).strong(&view.rating_of(vertex, viewer)))
}

/// The target of the move with the largest or the smallest rating for a player.
fn extreme(view: &TreeView<'_>, vertex: Vertex, player: Player, largest: bool) -> Option<Vertex> {
    let ratings = &view.analysis.ratings;
    let targets = view.labels.graph().targets(vertex).iter().copied();
    let order = |a: &Vertex, b: &Vertex| ratings.compare(*a, *b, player);
    match largest {
        true => targets.max_by(order),
        false => targets.min_by(order),
    }
}

/// The moves by their ratings, those first that are picked: `Rated 1: 0 → 2, 0 → 3; 0: pass.`
fn by_rating(view: &TreeView<'_>, vertex: Vertex, mover: Player) -> Option<Why> {
    let graph = view.labels.graph();
    let ratings = &view.analysis.ratings;
    let viewer = view.chooser(vertex);
    let mut edges: Vec<Edge> = graph.edges(vertex).collect();
    if edges.len() < 2 {
        return None;
    }
    let sure = |edge: &Edge| ratings.is_proven(graph.target(*edge), viewer);
    edges.sort_by(|a, b| {
        let order = ratings.compare(graph.target(*a), graph.target(*b), viewer);
        let order = if viewer == mover || ratings.is_max_n() {
            order.reverse()
        } else {
            order
        };
        order.then_with(|| sure(b).cmp(&sure(a)))
    });
    let alike = |a: &Edge, b: &Edge| {
        ratings.ties(graph.target(*a), graph.target(*b), viewer) && sure(a) == sure(b)
    };
    let groups: Vec<&[Edge]> = edges.chunk_by(alike).collect();
    let mut list = Why::default();
    let mut letters = 0;
    for (index, group) in groups.iter().take(MAX_RATINGS).enumerate() {
        let Some(&first) = group.first() else {
            continue;
        };
        list = list.with_text(if index == 0 { "Rated " } else { "; " });
        list = list.rating(&view.rating_of(graph.target(first), viewer), first);
        list = list.with_text(": ");
        let mut named = 0;
        let room = MAX_LETTERS * (index + 1) / groups.len().min(MAX_RATINGS);
        for &edge in group.iter().take(MAX_NAMED) {
            let name = move_name(view, vertex, edge);
            letters += name.chars().count() + 2;
            if named > 0 && letters > room {
                break;
            }
            if named > 0 {
                list = list.with_text(", ");
            }
            list = list.link(&name, vec![edge]);
            named += 1;
        }
        if group.len() > named {
            let more = short_number(group.len() - named);
            let and = if named > 1 { ", and" } else { " and" };
            list = list.with_text(&format!("{and} {more} more"));
        }
    }
    let rest = groups.iter().skip(MAX_RATINGS);
    let moves: usize = rest.map(|group| group.len()).sum();
    Some(match (moves, edges.last()) {
        (1.., Some(&last)) => list
            .with_text(&format!(
                "; {} more, {} ",
                short_number(moves),
                match viewer == mover || ratings.is_max_n() {
                    _ if !sure(&last) => "the last rated",
                    true => "down to",
                    false => "up to",
                }
            ))
            .rating(&view.rating_of(graph.target(last), viewer), last)
            .with_text("."),
        _ => list.with_text("."),
    })
}

/// Which of several best moves best play takes, and by which rule.
fn tie(view: &TreeView<'_>, vertex: Vertex, mover: Player) -> Option<Why> {
    let graph = view.labels.graph();
    let analysis = view.analysis;
    let ratings = &analysis.ratings;
    let best = best_edges(graph, ratings, vertex);
    if best.len() < 2 {
        return None;
    }
    let taken = best_move(graph, ratings, &analysis.distances, vertex)?;
    let who = name(view, mover);
    let tie = match best.len() {
        2 => "Two".to_owned(),
        many => capitalised(&in_words(many)),
    };
    // Another player's ratings may be shown, but ties are decided by the mover's own rating.
    let own = match view.chooser(vertex) == mover || ratings.has_constant_sum() {
        true => String::new(),
        false => format!(" for {who}"),
    };
    let why = Why::default()
        .with_text(&format!("{tie} moves tie{own}. The best line takes "))
        .link(&move_name(view, vertex, taken), vec![taken])
        .with_text(", ");
    let alike: Vec<Edge> = played(graph, ratings, vertex).collect();
    if ratings.is_max_n() && alike.len() == 1 {
        return Some(why.with_text("the first listed."));
    }
    let why = match alike.len() < best.len() {
        true => why.with_text("of those with the same payoffs as the first listed, "),
        false => why,
    };
    let best = alike;
    let plies = |edge: Edge| {
        let below = analysis.distances.of(graph.target(edge))?;
        Some(u64::from(below) + u64::from(graph.cost(vertex)))
    };
    let here = plies(taken);
    let alike = best.iter().filter(|edge| plies(**edge) == here).count();
    if here.is_none() && graph.grows() {
        return Some(why.with_text("by the ends that are known."));
    }
    if here.is_none() && alike == best.len() {
        return Some(why.with_text("the first listed: no end is known."));
    }
    let is_quick = ratings.is_share(vertex, mover);
    let cause = match decided(view, vertex, mover) {
        _ if is_quick => String::new(),
        Some("lose") => format!(", because {who} is losing"),
        _ => {
            let share = ratings.fair_share().unwrap_or_default();
            format!(", because {who}'s rating is below {share}")
        }
    };
    let (quickest, quick) = match is_quick {
        true => ("quickest", "quick"),
        false => ("slowest", "slow"),
    };
    let here = match here {
        None => "which has no known end".to_owned(),
        Some(plies) => format!("the {quickest} end ({})", plies_text(plies)),
    };
    let first = match alike {
        1 => String::new(),
        _ => format!(
            "; {} moves are equally {quick}, and the first listed is used",
            short_number(alike)
        ),
    };
    Some(why.with_text(&format!("{here}{cause}{first}.")))
}

/// The terms of a mean: `wins: 21/25 × 1/2 = 21/50`.
fn terms(view: &TreeView<'_>, vertex: Vertex) -> Option<Why> {
    let graph = view.labels.graph();
    let ratings = &view.analysis.ratings;
    let viewer = view.chooser(vertex);
    let edges: Vec<Edge> = graph.edges(vertex).collect();
    if edges.len() < 2 {
        return None;
    }
    let mut list = Why::default();
    for (index, &edge) in edges.iter().take(MAX_BRANCHES).enumerate() {
        let target = graph.target(edge);
        let probability = graph.probability(edge);
        let rating = ratings.rating(target, viewer);
        let term = Rating::Exact(zero()).plus(&probability, &rating);
        let sure = ratings.is_proven(target, viewer) || probability == zero();
        if index > 0 {
            list = list.with_text("; ");
        }
        list = list
            .link(&move_name(view, vertex, edge), vec![edge])
            .with_text(&format!(": {} × ", number_text(probability, 9)))
            .rating(&view.rating_of(target, viewer), edge)
            .with_text(&match sure {
                true => format!(" = {}", rating_text(&term)),
                // A guess times its probability is no part of the rating.
                false => String::new(),
            });
    }
    if edges.len() > MAX_BRANCHES {
        let more = edges.len() - MAX_BRANCHES;
        let outcomes = plural(more, "outcome", "outcomes");
        let more = short_number(more);
        list = list.with_text(&format!("; and {more} more {outcomes}"));
    }
    Some(list.with_text("."))
}

/// What is proven if the rating isn't: the two bounds, and their origin.
fn hidden_by_limit(view: &TreeView<'_>, vertex: Vertex) -> Option<Why> {
    let graph = view.labels.graph();
    let ratings = &view.analysis.ratings;
    let viewer = view.chooser(vertex);
    if ratings.is_proven(vertex, viewer) {
        return None;
    }
    let mover = match graph.kind(vertex) {
        VertexKind::Decision(mover) => mover,
        VertexKind::Chance(_) => return Some(interval(view, vertex, viewer).with_text(".")),
        VertexKind::End | VertexKind::Horizon(_) => return None,
    };
    let moves = graph.degree(vertex);
    let open = graph
        .targets(vertex)
        .iter()
        .filter(|target| !ratings.is_proven(**target, viewer))
        .count();
    let mut why = interval(view, vertex, viewer);
    let estimates = match !graph.is_complete() && moves > 1 {
        true => {
            let are = plural(open, "is", "are");
            let (open, moves) = (short_number(open), short_number(moves));
            format!(" {open} of {moves} moves {are} estimated.")
        }
        false => String::new(),
    };
    if moves > MAX_LISTED || ratings.is_max_n() {
        return Some(why.with_text(&format!(".{estimates}")));
    }
    // Each bound comes from bounds as the rating does from ratings.
    let largest = viewer == mover;
    let head = if largest { "max" } else { "min" };
    let bound = |of: Vertex, lower: bool| {
        let (low, high) = ratings.proven(of, viewer);
        if lower { low } else { high }
    };
    let mut between = ". At";
    for lower in [true, false] {
        let own = bound(vertex, lower);
        let each: Vec<(Edge, Rating)> = graph
            .edges(vertex)
            .map(|edge| (edge, bound(graph.target(edge), lower)))
            .collect();
        if each.iter().all(|(_, bound)| bound.ties_with(&own)) {
            // A list of equal numbers says nothing more.
            continue;
        }
        let order = |a: &&(Edge, Rating), b: &&(Edge, Rating)| a.1.compare(&b.1);
        let picked = match largest {
            true => each.iter().max_by(order),
            false => each.iter().min_by(order),
        };
        if !picked.is_some_and(|(_, picked)| picked.ties_with(&own)) {
            continue;
        }
        let side = if lower { "least" } else { "most" };
        why = why.with_text(&format!("{between} {side} {head}("));
        between = "; at";
        for (index, (edge, bound)) in each.iter().enumerate() {
            if index > 0 {
                why = why.with_text(", ");
            }
            why = why.rating(&rating_text(bound), *edge);
        }
        why = why.with_text(&format!(") = {}", rating_text(&own)));
    }
    Some(why.with_text(&format!(".{estimates}")))
}

/// That one player wins, or all tie, at every end below, whatever is played: no move matters there.
fn ends_decide(view: &TreeView<'_>, vertex: Vertex) -> Option<Why> {
    let graph = view.labels.graph();
    let count = view.analysis.ends.of(vertex);
    count.exact()?;
    if graph.is_leaf(vertex)
        || !graph.is_complete()
        || !graph.has_winners()
        || count.to_u64() == Some(1)
    {
        return None;
    }
    let mut won = view
        .ends?
        .of(vertex)
        .filter(|(_, count)| count.to_u64() != Some(0));
    let (winners, None) = (won.next()?.0, won.next()) else {
        return None;
    };
    let text = winners_text(view.labels, winners);
    let ends = whole_count(count);
    Some(Why::default().with_text(&format!("All {ends} ends below: {text}.")))
}

fn interval(view: &TreeView<'_>, vertex: Vertex, viewer: Player) -> Why {
    let (low, high) = view.analysis.ratings.proven(vertex, viewer);
    Why::default()
        .with_text("Proven interval: ")
        .strong(&rating_text(&low))
        .with_text(" to ")
        .strong(&rating_text(&high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_in_names_are_escaped_in_markdown() {
        assert_eq!(code("2>3"), "`2>3`");
        assert_eq!(code("a`b``c"), "```a`b``c```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(escaped("a*b_[c]<d>~1/2"), "a\\*b\\_\\[c\\]\\<d>\\~1/2");
    }
}
