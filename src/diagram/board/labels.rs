//! The labels of arrows on a board: the rating after a move, and probabilities of outcomes, in as
//! much detail as fits.

use super::{BoardArrow, BoardDiagram};
use crate::diagram::odds::{branch_name, odds, percent_text};
use crate::diagram::view::TreeView;
use crate::tree::{Edge, Vertex, VertexKind};

/// Labels smaller than this are read only where there is no other way, in points.
const READABLE: f64 = 15.0;

/// An outcome as text: `wins 44 %`; `fails: never` if it is impossible.
pub fn branch_text(view: &TreeView<'_>, vertex: Vertex, edge: Edge) -> String {
    let name = branch_name(view.labels, vertex, edge);
    let probability = view.labels.graph().probability(edge);
    if *probability.numer() == 0 {
        format!("{name}: probability 0")
    } else {
        format!("{name} {}", percent_text(probability))
    }
}

/// The labels of an attack, the most detailed first; the first that fits is used.
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

/// Draws the board with the most detailed labels that fit, and returns which of the three they are.
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
    // If all labels are the same there is no choice.
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
