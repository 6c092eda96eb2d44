//! Why a node has its rating by max^n: the mover maximizes its own rating, and the others get the
//! rest.

use super::view::TreeView;
use super::why::{Why, move_name, name};
use crate::game::Player;
use crate::rating::{best_edges, likely_best};
use crate::tree::Vertex;

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
            .words(" chooses for itself. Every move that may be its best is rated ")
            .strong(&view.rating_of(vertex, viewer))
            .words(&format!(" for {whose}"));
        return Some((why, None));
    }
    let why = why
        .words(&format!(" chooses {mv}, its own best move: "))
        .rating(&view.rating_of(target, mover), edge)
        .words(&format!(" for {who}, "))
        .rating(&view.rating_of(target, viewer), edge)
        .words(&format!(" for {whose}"));
    Some((why, (best.len() > 1).then(|| TIE.to_owned())))
}
