//! The moves of a tree as lines with names: the best line heavy, other best moves medium, the rest
//! thin.

use super::assumed::{draw_on_move, is_best_move};
use super::blundered::{BLUNDER, is_marked_at};
use super::elements::{ACROSS, MOVE_SIZE, node_size};
use super::looks::MeasuredTree;
use super::marks::TreeMarks;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use super::style::{Edges, Flow};
use super::view::{TreeView, never_happens};
use crate::layout::text::text_width;
use crate::tree::UnfoldingNode;

/// The vertical position of a move's name, as a share of the way, at the horizontal share `ACROSS`.
const DOWN: f64 = 0.735;

/// The height of a name's background.
const NAME_HEIGHT: f64 = 16.0;

/// The stroke of the best line.
pub(super) const BEST_LINE: Stroke = Stroke::new(3.4, Ink::Text);
/// The stroke of a best move beside it.
pub(super) const BEST_MOVE: Stroke = Stroke::new(2.0, Ink::Text);
/// The stroke of any other move.
pub(super) const OTHER: Stroke = Stroke::new(1.0, Ink::Dim);

/// The stroke of a move.
fn stroke_of(view: &TreeView<'_>, marks: &TreeMarks, child: UnfoldingNode) -> Stroke {
    if !view.marks_best() || view.is_cut_off(child) {
        return OTHER;
    }
    if marks.on_best_line(child) {
        return BEST_LINE;
    }
    let (Some(parent), Some(edge)) = (view.unfolding.parent(child), view.unfolding.edge(child))
    else {
        return OTHER;
    };
    if is_best_move(view, marks, parent, edge) {
        BEST_MOVE
    } else {
        OTHER
    }
}

/// Draws the move from the parent, centered at `from`, to `child` at `to`.
pub(super) fn draw_move(
    drawing: &mut Drawing,
    tree: &MeasuredTree<'_>,
    child: UnfoldingNode,
    from: Point,
    to: Point,
) {
    let MeasuredTree { view, marks, .. } = *tree;
    let [start, fork, bend, end] = way_of(tree, child, from, to);
    let flow = view.style.flow;
    let middle = crossing(view, flow.along(fork), flow.along(bend));
    let points = match view.style.edges {
        Edges::Straight => [fork, fork, bend, bend],
        Edges::Curved | Edges::Elbowed => [
            fork,
            flow.place(flow.across(fork), middle),
            flow.place(flow.across(bend), middle),
            bend,
        ],
    };
    let blunder = is_marked_at(view, child) && !view.is_cut_off(child);
    let stroke = match blunder {
        true => BLUNDER,
        false => stroke_of(view, marks, child),
    };
    if blunder || never_happens(view, child) || view.is_cut_off(child) {
        for [from, to] in [[start, fork], [bend, end]] {
            if from != to {
                draw_dotted(drawing, [from, from, to, to], stroke);
            }
        }
        draw_dotted(drawing, points, stroke);
        draw_on_move(drawing, view, child, (fork, bend));
        return;
    }
    let straight = |points| Shape::Segment { points, stroke };
    let is_straight = flow.across(start) == flow.across(end);
    match view.style.edges {
        Edges::Curved if is_straight && flow == Flow::Right => drawing.add(straight([start, end])),
        Edges::Elbowed if is_straight => drawing.add(straight([start, end])),
        Edges::Curved | Edges::Straight => {
            for [from, to] in [[start, fork], [bend, end]] {
                if from != to {
                    drawing.add(straight([from, to]));
                }
            }
            drawing.add(match view.style.edges {
                Edges::Curved => Shape::Curve { points, stroke },
                _ => straight([fork, bend]),
            });
        }
        Edges::Elbowed => {
            let points = [start, points[1], points[2], end];
            for pair in points.windows(2) {
                let mut points = [pair[0], pair[1]];
                // Corners are filled.
                let (from, to) = (flow.across(points[0]), flow.across(points[1]));
                if from != to {
                    let more = stroke.width / 2.0 * (to - from).signum();
                    let along = flow.along(points[0]);
                    points = [flow.place(from - more, along), flow.place(to + more, along)];
                }
                drawing.add(Shape::Segment { points, stroke });
            }
        }
    }
    draw_on_move(drawing, view, child, (fork, bend));
}

/// The vertical position of a move's name as a share of its way, if the tree grows down.
fn name_down(view: &TreeView<'_>, way: f64) -> f64 {
    // If rows are close, the ring of the node below needs the space.
    DOWN.min(1.0 - view.elements.above() / way).max(0.5)
}

/// Where moves cross from the parent's middle to their own: half way. Right-angled lines that grow
/// down cross no lower than beside the names of siblings.
fn crossing(view: &TreeView<'_>, from: f64, to: f64) -> f64 {
    let middle = f64::midpoint(from, to);
    let named = view.elements.moves && view.style.flow == Flow::Down;
    if view.style.edges != Edges::Elbowed || !named {
        return middle;
    }
    let way = (to - from).max(1.0);
    middle.min(from + name_down(view, way) * way - NAME_HEIGHT / 2.0 - BEST_LINE.width)
}

/// The points of a move's line: its start at the parent, the start and the end of its crossing to
/// the child's row, and its end. If the tree grows to the right, the counts of folds are before the
/// crossing and the names of moves after it, so that lines run beside them.
fn way_of(tree: &MeasuredTree<'_>, child: UnfoldingNode, from: Point, to: Point) -> [Point; 4] {
    let view = tree.view;
    match view.style.flow {
        Flow::Down => {
            let half = view.elements.node_height() / 2.0;
            let (start, end) = (from.moved(0.0, half), to.moved(0.0, -half));
            [start, start, end, end]
        }
        Flow::Right => {
            let half = |node: UnfoldingNode| {
                node_size(&view.at(node), view.unfolding.vertex(node)).width / 2.0
            };
            let above = view.unfolding.parent(child).map_or(0.0, half);
            let (start, end) = (from.moved(above, 0.0), to.moved(-half(child), 0.0));
            let after = view.unfolding.parent(child);
            let after = after.map_or(0.0, |above| tree.looks.column(view, above).after);
            let before = tree.looks.column(view, child).before;
            // While a tree moves, its columns may be close.
            let fork = (from.x + after).min(end.x).max(start.x);
            let bend = (to.x - before).min(end.x).max(fork);
            [
                start,
                Point::new(fork, start.y),
                Point::new(bend, end.y),
                end,
            ]
        }
    }
}

/// A curve in short dashes.
pub(super) fn draw_dotted(drawing: &mut Drawing, points: [Point; 4], stroke: Stroke) {
    /// The length of a dash and the gap after it.
    const PIECE: f64 = 7.0;
    /// The number of straight pieces that the curve is measured by.
    const STEPS: usize = 32;
    let [a, b, c, d] = points;
    let on_curve = |share: f64| {
        let (t, s) = (share, 1.0 - share);
        let mix = |a: f64, b: f64, c: f64, d: f64| {
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        Point::new(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y))
    };
    let curve: [Point; STEPS + 1] =
        std::array::from_fn(|step| on_curve(step as f64 / STEPS as f64));
    let mut lengths = [0.0; STEPS + 1];
    for step in 1..=STEPS {
        let (from, to) = (curve[step - 1], curve[step]);
        lengths[step] = lengths[step - 1] + (to.x - from.x).hypot(to.y - from.y);
    }
    let length = lengths[STEPS];
    let pieces = (length / PIECE).ceil().clamp(3.0, 60.0) as u32;
    // At a share of the length, so that all dashes are as long.
    let at = |share: f64| {
        let wanted = share * length;
        let step = lengths.partition_point(|length| *length < wanted);
        let step = step.clamp(1, STEPS);
        let piece = (lengths[step] - lengths[step - 1]).max(f64::MIN_POSITIVE);
        let part = (wanted - lengths[step - 1]) / piece;
        let (from, to) = (curve[step - 1], curve[step]);
        from.moved((to.x - from.x) * part, (to.y - from.y) * part)
    };
    for piece in 0..pieces {
        let from = f64::from(piece) / f64::from(pieces);
        drawing.add(Shape::Segment {
            points: [at(from), at(from + 0.6 / f64::from(pieces))],
            stroke,
        });
    }
}

/// The horizontal share of a curve at a vertical share near `DOWN`.
fn aside(down: f64) -> f64 {
    // The curve's parameter there, along its tangent at `DOWN`.
    let at = 0.78 + (down - DOWN) / 0.99;
    at * at * (3.0 - 2.0 * at)
}

/// Draws the move's name on it; separate from [`draw_move`], since names are above all lines.
pub(super) fn draw_move_name(
    drawing: &mut Drawing,
    tree: &MeasuredTree<'_>,
    child: UnfoldingNode,
    from: Point,
    to: Point,
) {
    let MeasuredTree { view, marks, .. } = *tree;
    let Some(text) = view.move_name(child) else {
        return;
    };
    let [start, _, _, end] = way_of(tree, child, from, to);
    let flow = view.style.flow;
    let width = text_width(&text, MOVE_SIZE) + 8.0;
    let way = (flow.along(end) - flow.along(start)).max(1.0);
    let down = name_down(view, way);
    let (across, along) = match (flow, view.style.edges) {
        (Flow::Down, Edges::Curved) if down < DOWN => (aside(down), down),
        (Flow::Down, Edges::Curved) => (ACROSS, down),
        (Flow::Down, Edges::Straight) => (down, down),
        (Flow::Down, Edges::Elbowed) => (1.0, down),
        (Flow::Right, _) => (1.0, 1.0 - (width / 2.0 + 6.0) / way),
    };
    let at = flow.place(
        flow.across(start) + (flow.across(end) - flow.across(start)) * across,
        flow.along(start) + (flow.along(end) - flow.along(start)) * along,
    );
    drawing.add(Shape::Box {
        rect: Rect::around(at, width, NAME_HEIGHT),
        rounding: 4.0,
        fill: Some(Ink::Ground),
        stroke: None,
    });
    let best = marks.on_best_line(child) && view.marks_best();
    drawing.text(
        at,
        Anchor::Middle,
        text,
        MOVE_SIZE,
        match best {
            true => Ink::Text,
            false if is_marked_at(view, child) => Ink::Blunder,
            false => Ink::Dim,
        },
        if best { Weight::Strong } else { Weight::Normal },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dashes_of_a_bent_line_are_equally_long() {
        let points = [(0.0, 0.0), (0.0, 60.0), (400.0, 60.0), (400.0, 120.0)];
        let points = points.map(|(x, y)| Point::new(x, y));
        let mut drawing = Drawing::default();
        draw_dotted(&mut drawing, points, BLUNDER);
        let lengths = drawing.shapes.iter().map(|shape| match shape {
            Shape::Segment {
                points: [from, to], ..
            } => (to.x - from.x).hypot(to.y - from.y),
            other => panic!("{other:?}"),
        });
        let (least, most) = lengths.fold((f64::MAX, 0.0), |(least, most), length| {
            (length.min(least), length.max(most))
        });
        assert!(least > 0.8 * most && most < 8.0, "{least} {most}");
    }
}
