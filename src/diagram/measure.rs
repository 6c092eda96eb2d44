//! How much room nodes and the names of moves take, before they are drawn.

use super::elements::Elements;
use super::shape::{Point, Rect};
use super::supposed::Supposed;
use super::view::TreeView;
use crate::game::visible;
use crate::layout::text::text_width;
use crate::tree::{UnfoldingNode, Vertex, VertexKind};
use crate::words::{rating_text, shortened};

/// The size of a drawn node, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeSize {
    /// How wide a node is.
    pub width: f64,
    /// How high every node is.
    pub height: f64,
}

/// How far the tips of a chance node reach out at either side.
pub(super) const CHANCE_TIP: f64 = 11.0;

pub(super) const RATING_SIZE: f64 = 18.0;
pub(super) const WINS_SIZE: f64 = 14.0;
/// The letters of payoffs.
const PAYOFF_SIZE: f64 = 20.0;
/// The letters of what is proven of a rating.
pub(super) const INTERVAL_SIZE: f64 = 10.0;
/// The letters of a position's notation that has a line of its own …
pub(super) const POSITION_LINE_SIZE: f64 = 11.0;
/// … and as many letters of it.
const MAX_POSITION: usize = 40;

/// How much less room mover and rating take where a board stands beside them, if they can.
const BESIDE_LESS: f64 = 12.0;
/// Between a node's left edge and the board beside mover and rating.
pub(super) const BESIDE_AT: f64 = 8.0;

/// How much of a node's left is the board's that stands beside mover and rating.
pub(super) fn beside_width(view: &TreeView<'_>) -> f64 {
    view.elements.beside.map_or(0.0, |[board, _]| board + 2.0)
}

/// How large a node is.
pub fn node_size(view: &TreeView<'_>, vertex: Vertex) -> NodeSize {
    let text = view.node_text(vertex);
    let kind = view.labels.graph().kind(vertex);
    let sides = match kind {
        VertexKind::Chance(_) => 2.0 * CHANCE_TIP,
        _ => 0.0,
    };
    let tighter = 2.0 * view.elements.density.tighter();
    let width = if kind == VertexKind::End {
        text_width(&text, end_text_size(view, vertex)) + 26.0 - tighter
    } else {
        text_width(&text, RATING_SIZE) + 50.0 + sides - tighter
    };
    let Elements {
        intervals,
        positions,
        board,
        beside,
        ..
    } = view.elements;
    let least = if kind == VertexKind::End { 52.0 } else { 72.0 };
    let needed = width + old_width(view, vertex);
    let mut width = needed.max(least - tighter);
    if let Some([board, _]) = beside {
        if kind != VertexKind::End {
            width = needed.max(width - BESIDE_LESS);
        }
        width += board;
    }
    if intervals && let Some(text) = interval_text(view, vertex) {
        width = width.max(text_width(&text, INTERVAL_SIZE) + 18.0 + sides);
    }
    if positions {
        let text = position_text(view, vertex);
        width = width.max(text_width(&text, POSITION_LINE_SIZE) + 20.0 + sides);
    }
    if let Some([board, _]) = board {
        width = width.max(board + 18.0 + sides);
    }
    NodeSize {
        width,
        height: view.elements.node_height(),
    }
}

/// How large the letters of an end are: payoffs are as large as what matters most.
pub(super) fn end_text_size(view: &TreeView<'_>, vertex: Vertex) -> f64 {
    match view.payoffs_text(vertex).is_empty() {
        true => WINS_SIZE,
        false => PAYOFF_SIZE,
    }
}

/// What is proven of a rating that isn't: `[0, 1/2]`; `None` where it is, or is hidden.
pub(super) fn interval_text(view: &TreeView<'_>, vertex: Vertex) -> Option<String> {
    let player = view.rated_player(vertex).filter(|_| !view.hidden)?;
    if view.labels.graph().kind(vertex) == VertexKind::End || view.is_proven(vertex, player) {
        return None;
    }
    let (low, high) = view.proven(vertex, player);
    Some(format!("[{}, {}]", rating_text(&low), rating_text(&high)))
}

/// The notation of a position, as much of it as stands in a node.
pub(super) fn position_text(view: &TreeView<'_>, vertex: Vertex) -> String {
    let text = view.labels.position_text(vertex);
    shortened(&visible(&text), MAX_POSITION)
}

/// The box of a node whose middle is `at`.
pub fn node_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Rect {
    let size = node_size(&view.at(node), view.unfolding.vertex(node));
    Rect::around(at, size.width, size.height)
}

/// How high the names of moves are, in scene units.
pub const MOVE_SIZE: f64 = 14.5;
/// The least scale at which names can be read: their letters, and those of counts, are 12 points
/// high then. Where everything is larger, points are too. The script of the page has the same.
pub const READABLE: f64 = 12.0 / MOVE_SIZE;
/// How far along the way down a name stands: on the curve (0.78 of its parameter), where lines to
/// siblings further away have passed.
pub(super) const ACROSS: f64 = 0.88;

/// How wide the name of a node's move from above is, with its ground and what is free around it.
pub(super) fn name_width_slowly(view: &TreeView<'_>, node: UnfoldingNode) -> f64 {
    let name = view.move_name(node).unwrap_or_default();
    name_width_of(text_width(&name, 1.0))
}

/// The same for a name that is so wide at a font size of 1.
pub(super) fn name_width_of(width: f64) -> f64 {
    width * MOVE_SIZE + 14.0
}

/// How much room a name of that width needs between its neighbors, where names stand `across` of
/// their nodes' way aside.
pub(super) fn name_room(width: f64, across: f64, elements: &Elements) -> f64 {
    width / (across * elements.aside()) - elements.density.sibling_gap()
}

/// How large the letters of a rating are that a what-if has replaced.
pub(super) const OLD_SIZE: f64 = 13.0;
/// Between a rating that was replaced and the new one.
pub(super) const OLD_GAP: f64 = 5.0;

/// What stands before the rating that has replaced another.
pub(super) fn old_text(old: &str) -> String {
    format!("{old} →")
}

/// How much wider a node is for the rating that was replaced.
pub(super) fn old_width(view: &TreeView<'_>, vertex: Vertex) -> f64 {
    // As wide as it will be when the change has run all the way.
    let view = TreeView {
        what_if: view.what_if.map(|what_if| Supposed {
            reached: None,
            ..what_if
        }),
        ..*view
    };
    let old = view.old_rating(vertex);
    old.map_or(0.0, |old| text_width(&old_text(&old), OLD_SIZE) + OLD_GAP)
}
