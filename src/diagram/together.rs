//! Information sets in a drawn tree: a dashed line joins nodes that their player can't tell apart.

use std::collections::BTreeMap;

use super::moves::draw_dotted;
use super::shape::{Drawing, Ink, Point, Stroke};
use super::style::Flow;
use super::tree::Sight;
use super::view::TreeView;

/// The line between nodes of an information set.
pub(super) const TOGETHER: Stroke = Stroke::new(2.0, Ink::Dim);

/// How far the line between nodes of different rows is bent, in scene units.
const BEND: f64 = 40.0;

/// Joins the visible nodes of each information set. It is drawn below the nodes.
pub(super) fn draw_sets(drawing: &mut Drawing, view: &TreeView<'_>, sights: &[Sight]) {
    let graph = view.labels.graph();
    if !graph.hides_positions() {
        return;
    }
    let mut sets: BTreeMap<u32, Vec<Point>> = BTreeMap::new();
    for sight in sights {
        let vertex = view.unfolding.vertex(sight.node);
        if let Some(set) = graph.information_set(vertex) {
            sets.entry(set).or_default().push(sight.at);
        }
    }
    for places in sets.into_values() {
        draw_set(drawing, places, view.style.flow);
    }
}

/// Joins the nodes of one information set, given by their middles.
pub fn draw_set(drawing: &mut Drawing, mut places: Vec<Point>, flow: Flow) {
    let across = |at: &Point| match flow {
        Flow::Down => (at.x, at.y),
        Flow::Right => (at.y, at.x),
    };
    places.sort_by(|a, b| {
        let [a, b] = [a, b].map(across);
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    for pair in places.windows(2) {
        draw_dotted(drawing, curve(pair[0], pair[1], flow), TOGETHER);
    }
}

/// A straight line in a row, and a bent one between rows, so that it isn't taken for a move.
fn curve(from: Point, to: Point, flow: Flow) -> [Point; 4] {
    let bent = |at: Point, by: f64| match flow {
        Flow::Down => at.moved(by, 0.0),
        Flow::Right => at.moved(0.0, by),
    };
    let is_row = match flow {
        Flow::Down => from.y == to.y,
        Flow::Right => from.x == to.x,
    };
    let by = if is_row { 0.0 } else { BEND };
    [from, bent(from, by), bent(to, -by), to]
}
