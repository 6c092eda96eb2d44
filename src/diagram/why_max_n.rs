//! Why a node has its rating by max^n: the mover takes what is best for itself, and the others have
//! what that leaves them.

use super::view::TreeView;
use super::why::{Why, move_name, name};
use crate::game::Player;
use crate::rating::likely_best;
use crate::tree::Vertex;

/// What is said of moves that tie.
pub(super) const TIE: &str = "a tie goes to the first listed";

/// What the mover's choice leaves for somebody else. `None` where there is no move.
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
    let why = Why::of(view, mover)
        .words(&format!(" takes what is best for itself, {mv}, worth "))
        .rating(&view.rating_of(target, mover), edge)
        .words(" to it and ")
        .rating(&view.rating_of(target, viewer), edge)
        .words(&format!(" to {}", name(view, viewer)));
    Some((why, (best.len() > 1).then(|| TIE.to_owned())))
}
