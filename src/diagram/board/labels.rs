//! What stands on the arrows of a board: the rating that a move leads to, and where chance decides
//! how likely that is, in as many words as there is room for.

use super::{BoardArrow, BoardDiagram};
use crate::diagram::odds::{branch_name, odds, percent_text};
use crate::diagram::view::TreeView;
use crate::tree::{Edge, Vertex, VertexKind};

/// Labels smaller than this are read only where there is no other way, in points.
const READABLE: f64 = 15.0;

/// A branch in words: `wins 44 %`; `fails: never` where that can't happen.
pub fn branch_text(view: &TreeView<'_>, vertex: Vertex, edge: Edge) -> String {
    let name = branch_name(view.labels, vertex, edge);
    let probability = view.labels.graph().probability(edge);
    if *probability.numer() == 0 {
        format!("{name}: probability 0")
    } else {
        format!("{name} {}", percent_text(probability))
    }
}

/// How an attack is labeled: the best words first, to be taken as far as there is room.
pub fn arrow_labels(view: &TreeView<'_>, vertex: Vertex, edge: Edge) -> [String; 3] {
    let graph = view.labels.graph();
    let rating = view.rating_by(edge, view.chooser(vertex));
    if let VertexKind::Chance(_) = graph.kind(vertex) {
        let branch = branch_text(view, vertex, edge);
        let short = percent_text(graph.probability(edge));
        return match view.hidden {
            true => [branch.clone(), branch, short],
            false => [format!("{branch} · {rating}"), branch, short],
        };
    }
    match odds(view.labels, edge) {
        None => [rating.clone(), rating.clone(), rating],
        Some(odds) => {
            let percent = percent_text(odds.probability);
            let words = format!("{} {percent}", odds.branch);
            match view.hidden {
                true => [words, percent.clone(), percent],
                false => [
                    format!("{words} · {rating}"),
                    format!("{percent} · {rating}"),
                    rating,
                ],
            }
        }
    }
}

/// Draws the board with the best words that fit on it, and says which of the three that are.
pub fn best_labelled(
    arrows: &[BoardArrow],
    labels: &[[String; 3]],
    draw: impl Fn(&[BoardArrow]) -> BoardDiagram,
) -> BoardDiagram {
    let with = |which: usize| {
        let mut arrows = arrows.to_vec();
        for (arrow, labels) in arrows.iter_mut().zip(labels) {
            arrow.label.clone_from(&labels[which]);
        }
        arrows
    };
    // Where all words are the same there is nothing to choose.
    if labels.iter().all(|labels| labels[0] == labels[2]) {
        return draw(&with(2));
    }
    for which in [0, 1] {
        let diagram = draw(&with(which));
        let readable = diagram.arrows.iter().take(labels.len()).all(|arrow| {
            arrow.is_none_or(|arrow| arrow.labelled && arrow.hit.height() >= READABLE)
        });
        if readable {
            return diagram;
        }
    }
    draw(&with(2))
}
