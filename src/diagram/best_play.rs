//! Best play below a node as text, move by move, to its end.

use super::view::TreeView;
use super::why::{MAX_LETTERS, Why, move_name};
use crate::rating::{Ended, best_line};
use crate::tree::Vertex;
use crate::words::{end_shortened, horizon_name, plural, short_number};

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
    let mut words = Why::default().words(if best.through_chance {
        "Best line (most likely outcomes): "
    } else {
        "Best line: "
    });
    let mut source = vertex;
    for (index, &edge) in best.line.iter().take(MAX_MOVES).enumerate() {
        if index > 0 {
            words = words.words(", ");
        }
        let line = best.line.iter().take(index + 1).copied().collect();
        words = words.link(&move_name(view, source, edge), line);
        source = graph.target(edge);
    }
    let more = best.line.len().saturating_sub(MAX_MOVES);
    if more > 0 {
        let moves = plural(more, "move", "moves");
        words = words.words(&format!(", … {} more {moves}", short_number(more)));
    }
    let end = match best.ended {
        Ended::End => end_shortened(view.labels, last, MAX_LETTERS),
        Ended::Horizon => {
            let viewer = view.chooser(vertex);
            let rated = match view.is_proven(last, viewer) {
                true => format!("rated {}", view.rating_of(last, viewer)),
                false => view.open_words(last, viewer),
            };
            Some(format!("{}, {rated}", horizon_name(graph)))
        }
        Ended::Open => Some("further on no move is proven to be best".to_owned()),
        Ended::Repetition => Some("and repeats forever".to_owned()),
    };
    Some(match end {
        Some(end) if best.ended == Ended::Repetition => {
            words.words(", ").link(&end, best.line).words(".")
        }
        Some(end) => words.words(": ").link(&end, best.line).words("."),
        None => words.words("."),
    })
}
