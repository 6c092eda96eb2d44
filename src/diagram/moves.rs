//! The lines between nodes: moves with their names, the best line heavy, other best moves medium, the
//! rest thin; and the dashed lines of information sets, whose nodes a player can't tell apart.

use std::collections::BTreeMap;

use super::assumed::{draw_on_move, is_best_move};
use super::blunders::{BLUNDER, is_marked_at};
use super::elements::{ACROSS, MOVE_SIZE, node_size};
use super::marks::TreeMarks;
use super::measured_nodes::MeasuredTree;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use super::style::{EdgeStyle, GrowthDirection};
use super::view::{TreeView, never_happens};
use crate::layout::shape::text_width;
use crate::tree::UnfoldingNode;

/// The vertical position of a move's name, as a share of the way, at the horizontal share `ACROSS`.
const DOWN: f64 = 0.735;

/// The height of a name's background.
const NAME_HEIGHT: f64 = 16.0;

/// The stroke of the best line.
pub(super) const BEST_LINE: Stroke = Stroke::new(3.4, Ink::Text);

/// The stroke of the best line where it follows estimates: nothing of it is proven.
pub(super) const BY_ESTIMATE: Stroke = Stroke::new(3.4, Ink::Dim);

/// The stroke of a best move beside it.
pub(super) const BEST_MOVE: Stroke = Stroke::new(2.0, Ink::Text);

/// The stroke of any other move.
pub(super) const OTHER: Stroke = Stroke::new(1.0, Ink::Dim);

/// The stroke of a move.
fn stroke_of(view: &TreeView<'_>, marks: &TreeMarks, child: UnfoldingNode) -> Stroke {
    if !view.marks_best() || view.is_cut_off(child) {
        return OTHER;
    }
    let (Some(parent), Some(edge)) = (view.unfolding.parent(child), view.unfolding.edge(child))
    else {
        return OTHER;
    };
    if marks.on_best_line(child) {
        let source = view.unfolding.vertex(parent);
        return match view.shows_estimates() && !marks.is_best(view, source, edge) {
            true => BY_ESTIMATE,
            false => BEST_LINE,
        };
    }
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
        EdgeStyle::Straight => [fork, fork, bend, bend],
        EdgeStyle::Curved | EdgeStyle::Elbowed => [
            fork,
            flow.point(flow.across(fork), middle),
            flow.point(flow.across(bend), middle),
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
        match view.style.edges {
            EdgeStyle::Elbowed => {
                for pair in points.windows(2).filter(|pair| pair[0] != pair[1]) {
                    draw_dotted(drawing, [pair[0], pair[0], pair[1], pair[1]], stroke);
                }
            }
            EdgeStyle::Curved | EdgeStyle::Straight => draw_dotted(drawing, points, stroke),
        }
        draw_on_move(drawing, view, child, (fork, bend));
        return;
    }
    let straight = |points| Shape::Segment { points, stroke };
    let is_straight = flow.across(start) == flow.across(end);
    match view.style.edges {
        EdgeStyle::Curved if is_straight && flow == GrowthDirection::Right => {
            drawing.add(straight([start, end]))
        }
        EdgeStyle::Elbowed if is_straight => drawing.add(straight([start, end])),
        EdgeStyle::Curved | EdgeStyle::Straight => {
            for [from, to] in [[start, fork], [bend, end]] {
                if from != to {
                    drawing.add(straight([from, to]));
                }
            }
            drawing.add(match view.style.edges {
                EdgeStyle::Curved => Shape::Curve { points, stroke },
                _ => straight([fork, bend]),
            });
        }
        EdgeStyle::Elbowed => {
            let points = [start, points[1], points[2], end];
            for pair in points.windows(2) {
                let mut points = [pair[0], pair[1]];
                // Corners are filled.
                let (from, to) = (flow.across(points[0]), flow.across(points[1]));
                if from != to {
                    let more = stroke.width / 2.0 * (to - from).signum();
                    let along = flow.along(points[0]);
                    points = [flow.point(from - more, along), flow.point(to + more, along)];
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
    let named = view.elements.moves && view.style.flow == GrowthDirection::Down;
    if view.style.edges != EdgeStyle::Elbowed || !named {
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
        GrowthDirection::Down => {
            let half = view.elements.node_height() / 2.0;
            let (start, end) = (from.moved(0.0, half), to.moved(0.0, -half));
            [start, start, end, end]
        }
        GrowthDirection::Right => {
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
        (GrowthDirection::Down, EdgeStyle::Curved) if down < DOWN => (aside(down), down),
        (GrowthDirection::Down, EdgeStyle::Curved) => (ACROSS, down),
        (GrowthDirection::Down, EdgeStyle::Straight) => (down, down),
        (GrowthDirection::Down, EdgeStyle::Elbowed) => (1.0, down),
        (GrowthDirection::Right, _) => (1.0, 1.0 - (width / 2.0 + 6.0) / way),
    };
    let at = flow.point(
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
    let (ink, weight) = match best {
        true => (Ink::Text, Weight::Strong),
        false if is_marked_at(view, child) => (Ink::Blunder, Weight::Normal),
        false => (Ink::Dim, Weight::Normal),
    };
    drawing.weighted_text(at, Anchor::Middle, text, MOVE_SIZE, ink, weight);
}

/// The line between nodes of an information set.
pub(super) const TOGETHER: Stroke = Stroke::new(2.0, Ink::Dim);

/// How far the line between nodes of different rows is bent, in scene units.
const BEND: f64 = 40.0;

/// The distance of a line from the nodes that it goes around.
const AROUND: f64 = 7.0;

/// The distance between two lines that go around nodes beside each other.
const LANE: f64 = 6.0;

/// The distance from a node's middle to where such a line leaves it, beside the moves.
const ASIDE: f64 = 20.0;

/// The size of its corners.
const CORNER: f64 = 9.0;

/// A visible node.
#[derive(Clone, Copy, Debug)]
pub struct SetNode {
    /// The middle of its box.
    pub at: Point,
    /// Half of its size in the direction in which the tree grows.
    pub half: f64,
    /// Its information set, if it is in one.
    pub set: Option<u32>,
}

/// Joins the nodes of each information set: neighbors in a row by a straight line; others by one
/// that goes around the nodes between them, beside the lines of other sets. Nodes of different rows
/// are joined by a bent line, so that it isn't taken for a move.
pub fn draw_information_sets(
    drawing: &mut Drawing,
    mut nodes: Vec<SetNode>,
    flow: GrowthDirection,
) {
    let place = |at: &Point| (flow.along(*at), flow.across(*at));
    nodes.sort_by(|a, b| {
        let (a, b) = (place(&a.at), place(&b.at));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let mut sets: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, node) in nodes.iter().enumerate() {
        if let Some(set) = node.set {
            sets.entry(set).or_default().push(index);
        }
    }
    let mut around = Vec::new();
    for mut set in sets.into_values() {
        set.sort_by(|a, b| {
            flow.across(nodes[*a].at)
                .total_cmp(&flow.across(nodes[*b].at))
        });
        for pair in set.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let is_row = flow.along(nodes[from].at) == flow.along(nodes[to].at);
            match is_row && to > from + 1 {
                true => around.push((from, to)),
                false => {
                    let bend = if is_row { 0.0 } else { BEND };
                    let points = bent(nodes[from].at, nodes[to].at, bend, flow);
                    draw_dotted(drawing, points, TOGETHER);
                }
            }
        }
    }
    around.sort_unstable();
    // For each lane, the node that its last line goes to.
    let mut lanes: Vec<usize> = Vec::new();
    for (from, to) in around {
        let free = lanes.iter().position(|last| *last <= from);
        let lane = free.unwrap_or(lanes.len());
        lanes.resize(lanes.len().max(lane + 1), 0);
        lanes[lane] = to;
        let half = nodes[from..=to].iter().map(|node| node.half);
        let beyond = half.fold(0.0, f64::max) + AROUND + LANE * lane as f64;
        draw_around(drawing, [nodes[from], nodes[to]], beyond, flow);
    }
}

/// A curve that leaves and reaches its points across the tree.
fn bent(from: Point, to: Point, by: f64, flow: GrowthDirection) -> [Point; 4] {
    let moved = |at: Point, by: f64| flow.point(flow.across(at) + by, flow.along(at));
    [from, moved(from, by), moved(to, -by), to]
}

/// A line in a row's nodes that runs so far beyond their middles.
fn draw_around(drawing: &mut Drawing, ends: [SetNode; 2], beyond: f64, flow: GrowthDirection) {
    let line = flow.along(ends[0].at) + beyond;
    let [from, to] = [0, 1].map(|index| {
        let (node, toward) = (ends[index], if index == 0 { 1.0 } else { -1.0 });
        let across = flow.across(node.at) + ASIDE * toward;
        let edge = flow.point(across, flow.along(node.at) + node.half);
        let corner = flow.point(across, line);
        let turned = flow.point(across + CORNER * toward, line);
        draw_dotted(drawing, [edge, corner, corner, turned], TOGETHER);
        turned
    });
    draw_dotted(drawing, [from, from, to, to], TOGETHER);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Shape;

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
        let (min, max) = lengths.fold((f64::MAX, 0.0), |(minimum, maximum), length| {
            (length.min(minimum), length.max(maximum))
        });
        assert!(min > 0.8 * max && max < 8.0, "{min} {max}");
    }

    /// The places of the dashes for nodes in a row, each in a set.
    fn drawn(sets: &[Option<u32>], flow: GrowthDirection) -> Vec<(f64, f64)> {
        let nodes = sets.iter().enumerate().map(|(index, set)| SetNode {
            at: flow.point(100.0 * index as f64, 50.0),
            half: 20.0,
            set: *set,
        });
        let mut drawing = Drawing::default();
        draw_information_sets(&mut drawing, nodes.collect(), flow);
        let ends = drawing.shapes.iter().map(|shape| match shape {
            Shape::Segment { points, .. } => points[0],
            other => panic!("{other:?}"),
        });
        ends.map(|at| (flow.across(at), flow.along(at))).collect()
    }

    #[test]
    fn neighbors_are_joined_straight_and_others_around_what_is_between_them() {
        for flow in [GrowthDirection::Down, GrowthDirection::Right] {
            let straight = drawn(&[Some(1), Some(1), None], flow);
            assert!(!straight.is_empty() && straight.iter().all(|(_, along)| *along == 50.0));
            let around = drawn(&[Some(1), None, Some(1)], flow);
            let meets = |(across, along): &(f64, f64)| {
                (60.0..140.0).contains(across) && *along < 50.0 + 20.0 + AROUND - 0.01
            };
            assert!(
                !around.is_empty() && !around.iter().any(meets),
                "{around:?}"
            );
        }
    }

    #[test]
    fn sets_that_alternate_in_a_row_have_lines_of_their_own() {
        let places = drawn(&[Some(1), Some(2), Some(1), Some(2)], GrowthDirection::Down);
        let lines: std::collections::BTreeSet<i64> = places
            .iter()
            .filter(|(across, _)| (130.0..170.0).contains(across))
            .map(|(_, along)| *along as i64)
            .collect();
        assert_eq!(lines.len(), 2, "{lines:?}");
        // One after the other they need no second line.
        let places = drawn(
            &[Some(1), None, Some(1), None, Some(1)],
            GrowthDirection::Down,
        );
        let depth = places.iter().map(|(_, along)| *along).fold(0.0, f64::max);
        assert!(depth <= 50.0 + 20.0 + AROUND, "{depth}");
    }
}
