//! Sentences on the changes that assumptions make.

use super::{InForce, WhatIf};
use crate::game::{Player, visible};
use crate::rating::{AssumedNode, Backed, Spent};
use crate::save::{Assumes, Assumption};
use crate::session::Rated;
use crate::tree::{Edge, Line, Vertex, VertexKind};
use crate::words::{joined, move_words, open_text, player_name, rating_text};

/// One node that is altered, or where a change comes to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlteredNode {
    /// The line to it.
    pub line: Line,
    /// The line as text: `start`, or `2 → 3, pass`.
    pub name: String,
    /// The ratings before and after, for the chosen player; the same if unchanged.
    pub before: String,
    /// The rating under the assumptions.
    pub after: String,
    /// Why, in a sentence.
    pub why: String,
    /// Whether its rating changed.
    pub altered: bool,
}

/// Maximum number of listed nodes …
const MAX_ROWS: usize = 400;
/// … and approximate maximum of moves in their lines.
const MAX_STEPS: usize = 2_000_000;
/// Maximum number of named moves of a line, the last ones.
const MAX_NAMED: usize = 12;

/// The changes that assumptions make for a player: the head sentence, and the nodes from those
/// furthest from the root up to it. If there are very many, those at both ends.
pub fn told(rated: &Rated, what_if: &WhatIf, player: Player) -> (String, Vec<AlteredNode>) {
    let assumed = &what_if.assumed;
    let name = player_name(&*rated.graph, player);
    let Some(root) = assumed.node(0) else {
        let graph = rated.graph.graph();
        let root = Backed::of(graph, &rated.analysis.ratings, Vertex::ROOT);
        let rating = text(rated, &root, player);
        return (
            format!("The root's rating for {name} stays {rating}."),
            Vec::new(),
        );
    };
    let [before, after] = [&root.before, &root.now].map(|backed| text(rated, backed, player));
    let head = match root.now.rating(player).compare(&root.before.rating(player)) {
        // Of open ratings the estimates alone may differ.
        _ if !root.alters(player) || before == after => {
            format!("The root's rating for {name} stays {before}.")
        }
        std::cmp::Ordering::Less => {
            format!("The root's rating for {name} falls from {before} to {after}.")
        }
        _ => format!("The root's rating for {name} rises from {before} to {after}."),
    };
    let mut numbers: Vec<usize> = (0..assumed.nodes().len())
        .filter(|number| {
            let node = &assumed.nodes()[*number];
            node.is_altered() || node.spent.is_some()
        })
        .collect();
    numbers.sort_by_key(|number| std::cmp::Reverse(assumed.nodes()[*number].depth));
    // Every row has its line. If lines are very long, fewer rows are listed, from both ends.
    let deepest = numbers.first().and_then(|number| assumed.node(*number));
    let deepest = deepest.map_or(1, |node| node.depth.max(1));
    let most = (MAX_STEPS / deepest).clamp(20, MAX_ROWS);
    let left_out = numbers.len().saturating_sub(most);
    if left_out > 0 {
        numbers.drain(most / 2..most / 2 + left_out);
    }
    let rows = numbers
        .into_iter()
        .filter_map(|number| {
            let node = assumed.node(number)?;
            let line = assumed.line(number);
            Some(AlteredNode {
                name: line_words(rated, &line),
                line,
                before: text(rated, &node.before, player),
                after: text(rated, &node.now, player),
                why: why(rated, node),
                altered: node.is_altered(),
            })
        })
        .collect();
    (head, rows)
}

/// The effects of the what-if on a node, one sentence each; none if it isn't affected.
pub fn why_here(
    rated: &Rated,
    what_if: &WhatIf,
    assumptions: &[Assumption],
    number: usize,
    player: Player,
) -> Vec<String> {
    let Some(node) = what_if.assumed.node(number) else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    if node.forbids.is_some() {
        sentences.push("What if: the move that leads here is forbidden.".to_owned());
    }
    if node.is_altered() || node.spent.is_some() || node.changed.is_some() {
        let name = player_name(&*rated.graph, player);
        let [before, after] = [&node.before, &node.now].map(|backed| text(rated, backed, player));
        let rating = match node.alters(player) && before != after {
            true => format!("What if: the rating for {name} is {after} here, not {before}."),
            false => format!("What if: the rating for {name} stays {after} here."),
        };
        sentences.push(rating);
        sentences.push(why(rated, node));
    }
    if let Some(assumption) = what_if
        .assumption(node.changed)
        .and_then(|own| assumptions.get(own))
        && let Assumes::Change(position) = &assumption.what
    {
        sentences.push(format!(
            "Replaced by {}. The subtree shown still belongs to the old position.",
            visible(position)
        ));
    }
    if !node.forbidden.is_empty() {
        let moves = moves_text(rated, node.vertex, &node.forbidden);
        sentences.push(format!("Forbidden here: {moves}."));
    }
    sentences
}

impl InForce {
    /// Why an assumption is not in force, for a list; `None` if it is.
    pub fn words(&self) -> Option<String> {
        match self {
            Self::Yes => None,
            Self::Off => Some("off".to_owned()),
            Self::Waiting => Some("rating…".to_owned()),
            Self::No(why) => Some(format!("not applied: {why}")),
        }
    }
}

fn text(rated: &Rated, backed: &Backed, player: Player) -> String {
    let (low, high) = backed.proven(player);
    match backed.is_proven(player) {
        true => rating_text(&backed.rating(player)),
        false => open_text((&low, &high), rated.graph.graph().range()),
    }
}

fn line_words(rated: &Rated, line: &[Edge]) -> String {
    if line.is_empty() {
        return "start".to_owned();
    }
    let graph = rated.graph.graph();
    let first = line.len().saturating_sub(MAX_NAMED);
    let mut words = if first > 0 {
        "… ".to_owned()
    } else {
        String::new()
    };
    for (place, edge) in line.iter().enumerate().skip(first) {
        let above = place.checked_sub(1).and_then(|above| line.get(above));
        let source = above.map_or(Vertex::ROOT, |above| graph.target(*above));
        if place > first {
            words.push_str(", ");
        }
        words.push_str(&move_text(rated, source, *edge));
    }
    words
}

fn move_text(rated: &Rated, source: Vertex, edge: Edge) -> String {
    move_words(&visible(&rated.graph.move_text(source, edge)))
}

/// Maximum number of named moves.
const MAX_MOVES: usize = 3;

fn moves_text(rated: &Rated, source: Vertex, moves: &[Edge]) -> String {
    let named = moves.iter().take(MAX_MOVES);
    let mut words: Vec<String> = named.map(|edge| move_text(rated, source, *edge)).collect();
    if moves.len() > MAX_MOVES {
        words.push(format!("{} more", moves.len() - MAX_MOVES));
    }
    match words.is_empty() {
        true => "nothing".to_owned(),
        false => joined(&words),
    }
}

/// Whether every player's rating is unchanged, proven or not.
fn is_as_before(rated: &Rated, node: &AssumedNode) -> bool {
    let mut players = Player::all(rated.graph.graph().players());
    players.all(|player| {
        let (before, now) = (node.before.rating(player), node.now.rating(player));
        before.ties_with(&now)
    })
}

/// Why a node has its rating under the assumptions.
fn why(rated: &Rated, node: &AssumedNode) -> String {
    let graph = rated.graph.graph();
    let mover = match graph.kind(node.vertex) {
        VertexKind::Decision(mover) => Some(player_name(&*rated.graph, mover)),
        _ => None,
    };
    let who = mover.as_deref().unwrap_or("chance");
    match node.spent {
        Some(Spent::Pinned) => "Pinned.".to_owned(),
        Some(Spent::AsGood) => format!("The change stops here: {who} has an equally good move."),
        Some(Spent::NoBetter) => {
            format!("The change stops here: the changed move only ties for {who}.")
        }
        Some(Spent::NotTaken) => format!("The change stops here: {who} has a better move."),
        Some(Spent::Same) => "The change stops here: its probability is 0.".to_owned(),
        None if node.pinned.is_some() => "Its rating is pinned.".to_owned(),
        None if node.changed.is_some() => "Its position is replaced.".to_owned(),
        None if mover.is_none() => "The weighted average changed.".to_owned(),
        None => {
            let now = moves_text(rated, node.vertex, &node.best);
            let before = moves_text(rated, node.vertex, &node.best_before);
            let is_forbidden = |edge| node.forbidden.contains(edge);
            let known = !node.best_before.is_empty();
            let bad = known && node.best_before.iter().all(is_forbidden);
            if node.forbidden.is_empty() && is_as_before(rated, node) {
                "The rating stays; only what is certain of it has changed.".to_owned()
            } else if known && node.best == node.best_before {
                let is = if node.best.len() > 1 { "are" } else { "is" };
                format!("{now} {is} still best for {who}, with a new rating.")
            } else if bad {
                format!("{before} is forbidden, so {who} plays {now}.")
            } else if !known || node.best.is_empty() {
                "What is certain of its rating has changed.".to_owned()
            } else {
                format!("{who}'s best move: {now} (was {before}).")
            }
        }
    }
}
