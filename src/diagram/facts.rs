//! The facts of one node as names and values, for a tooltip; and best play below it as text, move
//! by move, to its end.

use super::elements::reach_text;
use super::marks::TreeMarks;
use super::odds::exact_chance;
use super::view::TreeView;
use super::why::{MAX_LETTERS, Why, move_name};
use crate::game::{Player, visible};
use crate::rating::{LineEnd, best_line};
use crate::tree::{UnfoldingNode, Vertex, VertexKind};
use crate::words::{
    at_least_sign, capitalised, counted, end_shortened, horizon_name, number_text, plies_text,
    plural, rating_text, short_number, shortened, state_text, whole_count,
};

/// All facts of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeFacts {
    /// The kind of node and the player to move: `a to move`.
    pub head: String,
    /// Names with their values, in the order they are read.
    pub rows: Vec<(String, String)>,
    /// The effect of a click.
    pub hint: String,
}

/// Maximum characters of a fraction.
const MAX_FRACTION: usize = 24;
/// Maximum number of ratings shown; with more players only their number is shown.
const MAX_PLAYERS: usize = 8;
/// Maximum characters of a line of moves and of a note.
const MAX_LINE: usize = 60;
const MAX_NOTE: usize = 120;

/// The facts of a node.
pub fn node_facts(view: &TreeView<'_>, marks: &TreeMarks, node: UnfoldingNode) -> NodeFacts {
    let view = &view.at(node);
    let vertex = view.unfolding.vertex(node);
    let mut rows = vec![(
        "Position".to_owned(),
        visible(&view.labels.position_text(vertex)).into_owned(),
    )];
    if let Some(words) = chance(view, node) {
        rows.push(("Probability".to_owned(), words));
    }
    ratings(view, vertex, &mut rows);
    let decided = view.labels.graph().has_chance() || !view.labels.graph().has_winners();
    if decided && let Some(words) = reach_text(view, node) {
        rows.push(("In best play".to_owned(), words));
    }
    if let Some(phrase) = distance(view, vertex) {
        rows.push(("Game ends".to_owned(), phrase));
    }
    if !view.labels.graph().is_leaf(vertex) {
        rows.push(("Subtree".to_owned(), from_here(view, vertex)));
    }
    if let Some(text) = places(view, marks, node) {
        rows.push(("Occurrences".to_owned(), text));
    }
    if let Some(note) = view.notes.note(node) {
        let first = note.lines().find(|line| !line.trim().is_empty());
        let first = visible(first.unwrap_or_default().trim()).into_owned();
        rows.push(("Note".to_owned(), shortened(&first, MAX_NOTE)));
    }
    NodeFacts {
        head: head(view, vertex),
        rows,
        hint: hint(view, node, vertex),
    }
}

/// The facts of a position, at any of its nodes.
pub(super) fn facts_of(view: &TreeView<'_>, vertex: Vertex) -> NodeFacts {
    let mut rows = vec![(
        "Position".to_owned(),
        visible(&view.labels.position_text(vertex)).into_owned(),
    )];
    ratings(view, vertex, &mut rows);
    rows.extend(distance(view, vertex).map(|text| ("Game ends".to_owned(), text)));
    if !view.labels.graph().is_leaf(vertex) {
        rows.push(("Subtree".to_owned(), from_here(view, vertex)));
    }
    NodeFacts {
        head: head(view, vertex),
        rows,
        hint: String::new(),
    }
}

/// The probability of the outcome that leads here: `44 %, 11/25`. `None` after a player's move.
fn chance(view: &TreeView<'_>, node: UnfoldingNode) -> Option<String> {
    let source = view.unfolding.vertex(view.unfolding.parent(node)?);
    let edge = view.unfolding.edge(node)?;
    let graph = view.labels.graph();
    let VertexKind::Chance(_) = graph.kind(source) else {
        return None;
    };
    let probability = graph.probability(edge);
    Some(match *probability.numer() {
        0 => "probability 0".to_owned(),
        _ => exact_chance(probability),
    })
}

/// The state of a position, as a title.
pub fn head(view: &TreeView<'_>, vertex: Vertex) -> String {
    let state = state_text(view.labels, vertex);
    match view.labels.graph().kind(vertex) {
        VertexKind::End => format!("End: {state}"),
        VertexKind::Chance(_) => capitalised(&state),
        // A player's name stays as it is.
        _ => state,
    }
}

fn ratings(view: &TreeView<'_>, vertex: Vertex, rows: &mut Vec<(String, String)>) {
    let graph = view.labels.graph();
    if view.hidden && graph.kind(vertex) != VertexKind::End {
        rows.push(("Ratings".to_owned(), "hidden".to_owned()));
        return;
    }
    let mover = graph.kind(vertex).player();
    let on_node = view.rated_player(vertex);
    for player in Player::all(graph.players()).take(MAX_PLAYERS) {
        let by_mover = view.ratings_for.player().is_none() && on_node == mover;
        let whose = if by_mover && mover == Some(player) {
            ", the mover"
        } else {
            ""
        };
        let name = format!("Rating for {}{whose}", view.name(player));
        rows.push((name, rating(view, vertex, player)));
    }
    if graph.players() > MAX_PLAYERS {
        let more = graph.players() - MAX_PLAYERS;
        rows.push((String::new(), format!("and {more} more players")));
    }
}

/// A rating with its certainty: `1/2 (proven)`, `not proven, between 0 and 1; estimate 1/2
/// (winners)`.
fn rating(view: &TreeView<'_>, vertex: Vertex, player: Player) -> String {
    let text = |rating: &crate::rating::Rating| match rating.exact() {
        Some(exact) => number_text(exact, MAX_FRACTION),
        None => rating_text(rating),
    };
    if view.is_proven(vertex, player) {
        return format!("{} (proven)", text(&view.rating(vertex, player)));
    }
    let (low, high) = view.proven(vertex, player);
    format!(
        "not proven, between {} and {}; estimate {}{}",
        text(&low),
        text(&high),
        text(&view.rating(vertex, player)),
        estimated(view),
    )
}

/// The estimate behind unproven ratings: ` (winners)`. Empty if no limit stopped the graph.
pub(super) fn estimated(view: &TreeView<'_>) -> String {
    let graph = view.labels.graph();
    if graph.is_complete() {
        String::new()
    } else {
        format!(" ({})", graph.estimate().name())
    }
}

/// The number of plies of best play from here; `None` if it is unknown, or hidden.
fn distance(view: &TreeView<'_>, vertex: Vertex) -> Option<String> {
    if view.hidden {
        return None;
    }
    match (
        view.distance(vertex),
        view.labels.graph().wins_within(vertex),
    ) {
        (Some(0), _) | (None, None) => None,
        (Some(plies), _) => Some(format!("in {}", plies_text(plies))),
        (None, Some(plies)) => Some(format!("within {}", plies_text(plies))),
    }
}

/// The exact numbers of nodes and ends below a vertex.
fn from_here(view: &TreeView<'_>, vertex: Vertex) -> String {
    let ends = whole_count(view.analysis.ends.of(vertex));
    format!(
        "{}{}, {}",
        at_least_sign(view.labels.graph()),
        counted(whole_count(view.analysis.nodes.of(vertex)), "node"),
        counted(ends, "end")
    )
}

/// Other occurrences of a position: `3 shown here, this is the first`.
pub fn places(view: &TreeView<'_>, marks: &TreeMarks, node: UnfoldingNode) -> Option<String> {
    let vertex = view.unfolding.vertex(node);
    let count = marks.places(view, vertex);
    if count < 2 {
        return None;
    }
    let first = marks.first_place(view, vertex)?;
    Some(if first == node {
        format!("occurs {count} times in the expanded tree; this is the first")
    } else {
        format!(
            "occurs {count} times in the expanded tree; first at {}",
            first_line(view, first)
        )
    })
}

/// The line to a node, its beginning left out where it is long.
fn first_line(view: &TreeView<'_>, node: UnfoldingNode) -> String {
    let line = view.line_words(node);
    let letters = line.chars().count();
    if letters <= MAX_LINE {
        return line;
    }
    let end: String = line.chars().skip(letters - MAX_LINE).collect();
    let plies = view.unfolding.ply(node);
    format!("ply {plies}, … {}", end.trim_start())
}

/// The effect of a double-click.
fn hint(view: &TreeView<'_>, node: UnfoldingNode, vertex: Vertex) -> String {
    if view.labels.graph().is_leaf(vertex) {
        "Click to select".to_owned()
    } else if view.unfolding.is_open(node) {
        "Click to select; double-click or Space to collapse".to_owned()
    } else {
        "Click to select; double-click or Space to expand".to_owned()
    }
}

/// Maximum number of listed moves of best play.
const MAX_MOVES: usize = 6;

/// The moves of best play below a node, and where they lead: `Best line: 0 → 2, pass: b wins.`
/// `None` at leaves and where ratings are hidden.
pub fn best_play(view: &TreeView<'_>, vertex: Vertex) -> Option<Why> {
    if view.hidden {
        return None;
    }
    let graph = view.labels.graph();
    let analysis = view.analysis;
    let best = best_line(graph, &analysis.ratings, &analysis.distances, vertex);
    let last = graph.target(*best.line.last()?);
    let mut why = Why::default().with_text(if best.through_chance {
        "Best line (most likely outcomes): "
    } else {
        "Best line: "
    });
    let mut source = vertex;
    for (index, &edge) in best.line.iter().take(MAX_MOVES).enumerate() {
        if index > 0 {
            why = why.with_text(", ");
        }
        let line = best.line.iter().take(index + 1).copied().collect();
        why = why.link(&move_name(view, source, edge), line);
        source = graph.target(edge);
    }
    let more = best.line.len().saturating_sub(MAX_MOVES);
    if more > 0 {
        let moves = plural(more, "move", "moves");
        why = why.with_text(&format!(", … {} more {moves}", short_number(more)));
    }
    let end = match best.ended {
        LineEnd::End => end_shortened(view.labels, last, MAX_LETTERS),
        LineEnd::Horizon => {
            let viewer = view.chooser(vertex);
            let rated = match view.is_proven(last, viewer) {
                true => format!("rated {}", view.rating_of(last, viewer)),
                false => view.interval_in_words(last, viewer),
            };
            Some(format!("{}, {rated}", horizon_name(graph)))
        }
        LineEnd::Open => Some("further on no move is proven to be best".to_owned()),
        LineEnd::Repetition => Some("and repeats forever".to_owned()),
    };
    Some(match end {
        Some(end) if best.ended == LineEnd::Repetition => {
            why.with_text(", ").link(&end, best.line).with_text(".")
        }
        Some(end) => why.with_text(": ").link(&end, best.line).with_text("."),
        None => why.with_text("."),
    })
}
