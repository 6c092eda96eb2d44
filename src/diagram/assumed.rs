//! The marks of what-ifs in a drawn tree: pins, forbidden moves, replaced positions, and the way of
//! a change up the tree.

use super::elements::{OLD_GAP, OLD_SIZE, old_text};
use super::legend_entry::{LegendEntry, boxed, of_rows, row};
use super::marks::TreeMarks;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke};
use super::view::TreeView;
use crate::rating::AssumedNode;
use crate::tree::{Edge, UnfoldingNode, Vertex};

/// The size of an assumption's icon at a node.
const SIGN: f64 = 17.0;

/// Draws the replaced rating, with an arrow to the new one, which starts at `right`.
pub(super) fn draw_old(drawing: &mut Drawing, view: &TreeView<'_>, vertex: Vertex, right: Point) {
    let Some(old) = view.old_rating(vertex) else {
        return;
    };
    let right = right.moved(-OLD_GAP, 0.0);
    drawing.text(right, Anchor::Right, old_text(&old), OLD_SIZE, Ink::Dim);
}

/// Draws a node's assumptions around its box: the frame of a changed rating, and the icons of a pin
/// and of a replaced position.
pub(super) fn draw_assumed(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    node: UnfoldingNode,
    rect: Rect,
) {
    let Some(assumed) = view.assumed_at(node).filter(|_| !view.hidden) else {
        return;
    };
    let vertex = view.unfolding.vertex(node);
    if view.at(node).old_rating(vertex).is_some() {
        drawing.add(Shape::Box {
            rect: rect.grown(2.2),
            rounding: 10.0,
            fill: None,
            stroke: Some(Stroke::dashed(1.6, Ink::Text, 3.0)),
        });
    }
    let signs = [
        (
            assumed.pinned.is_some(),
            draw_pin as fn(&mut Drawing, Point),
        ),
        (assumed.changed.is_some(), draw_changed),
    ];
    // On the lower edge at the left, where neither a fold nor a note is.
    let mut at = Point::new(rect.min.x + 8.0, rect.max.y);
    for (_, draw) in signs.into_iter().filter(|(there, _)| *there) {
        draw_sign(drawing, at, draw);
        at = at.moved(SIGN + 3.0, 0.0);
    }
}

/// An icon on a dark background.
pub(super) fn draw_sign(drawing: &mut Drawing, at: Point, draw: fn(&mut Drawing, Point)) {
    drawing.add(Shape::Box {
        rect: Rect::around(at, SIGN, SIGN),
        rounding: 4.0,
        fill: Some(Ink::Text),
        stroke: Some(Stroke::new(1.0, Ink::Ground)),
    });
    draw(drawing, at);
}

/// The icon of a replaced position: a not-equal sign.
pub(super) fn draw_changed(drawing: &mut Drawing, at: Point) {
    for down in [-2.2, 2.2] {
        drawing.add(Shape::Segment {
            points: [at.moved(-4.5, down), at.moved(4.5, down)],
            stroke: Stroke::new(1.7, Ink::Panel),
        });
    }
    drawing.add(Shape::Segment {
        points: [at.moved(-2.8, 5.2), at.moved(2.8, -5.2)],
        stroke: Stroke::new(1.5, Ink::Panel),
    });
}

/// A small pin: a head, a collar and a needle.
pub(super) fn draw_pin(drawing: &mut Drawing, at: Point) {
    drawing.add(Shape::Box {
        rect: Rect::around(at.moved(0.0, -3.0), 5.0, 4.5),
        rounding: 1.0,
        fill: Some(Ink::Panel),
        stroke: None,
    });
    drawing.add(Shape::Segment {
        points: [at.moved(-4.0, 0.3), at.moved(4.0, 0.3)],
        stroke: Stroke::new(1.5, Ink::Panel),
    });
    drawing.add(Shape::Segment {
        points: [at.moved(0.0, 0.3), at.moved(0.0, 5.5)],
        stroke: Stroke::new(1.2, Ink::Panel),
    });
}

/// Draws the assumptions on the move to a node: a cross if it is forbidden, an upward arrow head if
/// a change passes along it.
pub(super) fn draw_on_move(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    child: UnfoldingNode,
    (start, end): (Point, Point),
) {
    let Some(assumed) = view.assumed_at(child).filter(|_| !view.hidden) else {
        return;
    };
    let at = |share: f64| {
        Point::new(
            start.x + (end.x - start.x) * share,
            start.y + (end.y - start.y) * share,
        )
    };
    let middle = at(0.5);
    if assumed.forbids.is_some() {
        draw_forbidden(drawing, middle);
        return;
    }
    let Some(parent) = view.unfolding.parent(child) else {
        return;
    };
    let altered = |node: UnfoldingNode| {
        let vertex = view.unfolding.vertex(node);
        view.at(node).old_rating(vertex).is_some()
    };
    if altered(child) && altered(parent) {
        let (dx, dy) = (start.x - end.x, start.y - end.y);
        let length = dx.hypot(dy).max(1.0);
        draw_run(drawing, middle, (dx / length, dy / length));
    }
}

/// The cross on a forbidden move.
pub(super) fn draw_forbidden(drawing: &mut Drawing, at: Point) {
    drawing.add(Shape::Box {
        rect: Rect::around(at, 19.0, 19.0),
        rounding: 9.5,
        fill: Some(Ink::Ground),
        stroke: Some(Stroke::new(1.6, Ink::Text)),
    });
    for turn in [1.0, -1.0] {
        drawing.add(Shape::Segment {
            points: [at.moved(-4.6 * turn, -4.6), at.moved(4.6 * turn, 4.6)],
            stroke: Stroke::new(2.0, Ink::Text),
        });
    }
}

/// The arrow head of a change along a move, pointing in the direction `(ux, uy)`.
pub(super) fn draw_run(drawing: &mut Drawing, at: Point, (ux, uy): (f64, f64)) {
    let point =
        |along: f64, across: f64| at.moved(ux * along - uy * across, uy * along + ux * across);
    drawing.add(Shape::Polygon {
        points: vec![point(8.0, 0.0), point(-5.0, 6.5), point(-5.0, -6.5)],
        fill: Some(Ink::Text),
        stroke: Some(Stroke::new(1.5, Ink::Ground)),
    });
}

/// Whether a move of a node is one of the best there.
pub(super) fn is_best_move(
    view: &TreeView<'_>,
    marks: &TreeMarks,
    parent: UnfoldingNode,
    edge: Edge,
) -> bool {
    match view.assumed_at(parent) {
        Some(assumed) => assumed.sure_best(view.labels.graph()).contains(&edge),
        None => marks.is_best(view, view.unfolding.vertex(parent), edge),
    }
}

/// The legend for the marks of what-ifs that occur.
pub(super) fn what_if_legend(view: &TreeView<'_>) -> Vec<LegendEntry> {
    let Some(what_if) = view.what_if.filter(|_| !view.hidden) else {
        return Vec::new();
    };
    let any = |there: fn(&AssumedNode) -> bool| what_if.assumed.nodes().iter().any(there);
    of_rows([
        row(any(|node| node.pinned.is_some()), SIGN, "pinned", |sign| {
            draw_sign(sign, Point::new(SIGN / 2.0, 0.0), draw_pin);
        }),
        row(
            any(|node| node.changed.is_some()),
            SIGN,
            "replaced position",
            |sign| draw_sign(sign, Point::new(SIGN / 2.0, 0.0), draw_changed),
        ),
        row(
            any(|node| node.forbids.is_some()),
            19.0,
            "forbidden",
            |sign| {
                draw_forbidden(sign, Point::new(9.5, 0.0));
            },
        ),
        row(any(AssumedNode::is_altered), 17.0, "changed", |sign| {
            let stroke = Stroke::dashed(1.6, Ink::Text, 3.0);
            boxed(sign, [17.0, 13.0], 4.0, None, Some(stroke));
        }),
    ])
}
