//! Blunders in a tree: a dashed move in a color of no player, with its cost beside the node.

use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke};
use super::style::GrowthDirection;
use super::view::TreeView;
use crate::layout::shape::text_width;
use crate::rating::is_blunder;
use crate::tree::{Edge, UnfoldingNode, Vertex, VertexKind};
use crate::words::worse_move;

/// The stroke of a blunder.
pub(super) const BLUNDER: Stroke = Stroke::new(1.8, Ink::Blunder);

/// The font size of a blunder's cost.
const SIZE: f64 = 14.5;

/// The height of that text.
const HEIGHT: f64 = 20.0;

/// Between that and its node.
const GAP: f64 = 8.0;

/// The distance that the text reaches below an end.
pub(super) const BELOW_END: f64 = GAP / 2.0 + HEIGHT;

/// Whether a move of `source` is drawn as a blunder. Under assumptions none is, since blunders are
/// determined by the true ratings.
pub(super) fn is_marked(view: &TreeView<'_>, source: Vertex, edge: Edge) -> bool {
    view.elements.blunders
        && view.marks_best()
        && view.what_if.is_none()
        && is_blunder(view.labels.graph(), &view.analysis.ratings, source, edge)
}

/// Whether the move to a node is drawn as a blunder.
pub(super) fn is_marked_at(view: &TreeView<'_>, child: UnfoldingNode) -> bool {
    let edge = view.unfolding.parent(child).zip(view.unfolding.edge(child));
    edge.is_some_and(|(parent, edge)| is_marked(view, view.unfolding.vertex(parent), edge))
}

/// The cost of the move to a node: `blunder 1 → 0`; `None` if it isn't a blunder, or if there is no
/// space for text beside nodes.
fn cost(view: &TreeView<'_>, child: UnfoldingNode) -> Option<String> {
    view.elements.beside?;
    let parent = view.unfolding.parent(child)?;
    let (source, edge) = (view.unfolding.vertex(parent), view.unfolding.edge(child)?);
    if !is_marked(view, source, edge) {
        return None;
    }
    let blunder = worse_move(view.labels, view.analysis, source, edge)?;
    Some(format!("blunder {} → {}", blunder.from, blunder.to))
}

fn width(text: &str) -> f64 {
    text_width(text, SIZE) + 16.0
}

/// Whether a blunder's cost is after its node, rather than before it.
fn stands_after(view: &TreeView<'_>, child: UnfoldingNode) -> bool {
    let kind = view.labels.graph().kind(view.unfolding.vertex(child));
    kind == VertexKind::End || view.style.flow == GrowthDirection::Right
}

/// The additional width of a node for the cost of the blunder before it, both sides together, if
/// the tree grows down.
pub(super) fn room(view: &TreeView<'_>, child: UnfoldingNode) -> f64 {
    if view.elements.beside.is_none() || stands_after(view, child) {
        return 0.0;
    }
    cost(view, child).map_or(0.0, |text| 2.0 * (width(&text) + GAP))
}

/// The width of the cost of the blunder before a node, and the additional height of the node, both
/// sides together, if the tree grows to the right.
pub(super) fn room_below(view: &TreeView<'_>, child: UnfoldingNode) -> Option<[f64; 2]> {
    let text = cost(view, child)?;
    Some([width(&text), 2.0 * BELOW_END])
}

/// Draws the cost of the blunder before a node, if it was one; `rect` is the node's box.
pub(super) fn draw_cost(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    node: UnfoldingNode,
    rect: Rect,
) {
    let Some(text) = cost(view, node) else {
        return;
    };
    let wide = width(&text);
    let at = match stands_after(view, node) {
        true => Point::new(rect.centre().x, rect.max.y + (GAP + HEIGHT) / 2.0),
        false => Point::new(rect.min.x - GAP - wide / 2.0, rect.centre().y),
    };
    drawing.add(Shape::Box {
        rect: Rect::around(at, wide, HEIGHT),
        rounding: HEIGHT / 2.0,
        fill: Some(Ink::BlunderArea),
        stroke: None,
    });
    drawing.strong_text(at, Anchor::Middle, text, SIZE, Ink::Blunder);
}
