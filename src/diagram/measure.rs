//! The sizes of nodes and of move names, before they are drawn.

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
    /// The width of a node.
    pub width: f64,
    /// The height of every node.
    pub height: f64,
}

/// The length of a chance node's tips at either side.
pub(super) const CHANCE_TIP: f64 = 11.0;

pub(super) const RATING_SIZE: f64 = 18.0;
pub(super) const WINS_SIZE: f64 = 14.0;
/// The font size of payoffs.
const PAYOFF_SIZE: f64 = 20.0;
/// The font size of a proven interval.
pub(super) const INTERVAL_SIZE: f64 = 10.0;
/// The font size of a position on a separate line …
pub(super) const POSITION_LINE_SIZE: f64 = 11.0;
/// … and its maximum number of characters.
const MAX_POSITION: usize = 40;

/// The reduction of the space for mover and rating beside a board, if possible.
const BESIDE_LESS: f64 = 12.0;
/// Between a node's left edge and the board beside mover and rating.
pub(super) const BESIDE_AT: f64 = 8.0;

/// The width at a node's left for the board beside mover and rating.
pub(super) fn beside_width(view: &TreeView<'_>) -> f64 {
    view.elements.beside.map_or(0.0, |[board, _]| board + 2.0)
}

/// The size of a node.
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

/// The font size of an end's text: payoffs have the size of ratings.
pub(super) fn end_text_size(view: &TreeView<'_>, vertex: Vertex) -> f64 {
    match view.payoffs_text(vertex).is_empty() {
        true => WINS_SIZE,
        false => PAYOFF_SIZE,
    }
}

/// The proven interval of an unproven rating: `[0, 1/2]`; `None` if it is proven, or hidden.
pub(super) fn interval_text(view: &TreeView<'_>, vertex: Vertex) -> Option<String> {
    let player = view.rated_player(vertex).filter(|_| !view.hidden)?;
    if view.labels.graph().kind(vertex) == VertexKind::End || view.is_proven(vertex, player) {
        return None;
    }
    let (low, high) = view.proven(vertex, player);
    Some(format!("[{}, {}]", rating_text(&low), rating_text(&high)))
}

/// The notation of a position, shortened to fit a node.
pub(super) fn position_text(view: &TreeView<'_>, vertex: Vertex) -> String {
    let text = view.labels.position_text(vertex);
    shortened(&visible(&text), MAX_POSITION)
}

/// The box of a node centered at `at`.
pub fn node_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Rect {
    let size = node_size(&view.at(node), view.unfolding.vertex(node));
    Rect::around(at, size.width, size.height)
}

/// The font size of move names, in scene units.
pub const MOVE_SIZE: f64 = 14.5;
/// Minimum scale for readable names: they and the counts are 12 points high then. If everything is
/// larger, points are too. The script of the page has the same value.
pub const READABLE: f64 = 12.0 / MOVE_SIZE;
/// The horizontal position of a name, as a share of the way to its node: on the curve (0.78 of its
/// parameter), beyond the lines to siblings further away.
pub(super) const ACROSS: f64 = 0.88;

/// The width of the name of the move to a node, with its background and margins.
pub(super) fn name_width_slowly(view: &TreeView<'_>, node: UnfoldingNode) -> f64 {
    let name = view.move_name(node).unwrap_or_default();
    name_width_of(text_width(&name, 1.0))
}

/// The same for a name that is so wide at a font size of 1.
pub(super) fn name_width_of(width: f64) -> f64 {
    width * MOVE_SIZE + 14.0
}

/// The space that a name of that width needs between its neighbors, if names are at `across` of
/// their nodes' offset.
pub(super) fn name_room(width: f64, across: f64, elements: &Elements) -> f64 {
    width / (across * elements.aside()) - elements.density.sibling_gap()
}

/// The font size of a rating that a what-if has replaced.
pub(super) const OLD_SIZE: f64 = 13.0;
/// Between a rating that was replaced and the new one.
pub(super) const OLD_GAP: f64 = 5.0;

/// The text before the rating that has replaced another.
pub(super) fn old_text(old: &str) -> String {
    format!("{old} →")
}

/// The additional width of a node for the replaced rating.
pub(super) fn old_width(view: &TreeView<'_>, vertex: Vertex) -> f64 {
    // As wide as at the end of the animation.
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
