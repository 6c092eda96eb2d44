//! The moves between visible positions, and the curves of their lines.

use rustc_hash::FxHashSet;

use super::names::name_rect;
use super::scene::PositionDrawn;
use crate::diagram::elements::NODE_HEIGHT;
use crate::diagram::measure::node_size;
use crate::diagram::moves::{BEST_LINE, BEST_MOVE, OTHER};
use crate::diagram::shape::{Point, Rect, Stroke};
use crate::diagram::view::TreeView;
use crate::rating::best_edges;
use crate::tree::{Edge, Neighbourhood, VertexKind, Ways};

/// Which way a move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeWay {
    /// To a position further below.
    Down,
    /// To a position further above, which a shorter line reaches.
    Up,
    /// To another position of the same row.
    Level,
    /// To the position itself.
    Itself,
}

/// All moves from one position to another one.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeDrawn {
    /// The index of their source position.
    pub from: usize,
    /// The index of their target position.
    pub to: usize,
    /// The moves, in the rules' order.
    pub edges: Vec<Edge>,
    /// Their names.
    pub names: Vec<String>,
    /// Which way they go.
    pub way: EdgeWay,
    /// Whether they are on a cycle.
    pub recurs: bool,
    /// Whether one of them is among the mover's best.
    pub best: bool,
    /// Whether one of them is on the root's best line.
    pub best_line: bool,
    /// Whether one of them is on the line to the selected node.
    pub walked: bool,
    /// Whether they are outcomes of chance with probability 0.
    pub never: bool,
    /// The curves that they are drawn as, one after the other; straight lines between them.
    pub curves: Vec<[Point; 4]>,
    /// The place of their name, if there is space for it; on a cycle, the cycle sign is before it.
    pub name_at: Option<Point>,
    /// The place of the cycle sign alone, if names aren't drawn, or this one doesn't fit.
    pub turn_at: Option<Point>,
    pub(super) bounds: Rect,
}

impl EdgeDrawn {
    /// Its text: the names, shortened if there are many.
    pub fn text(&self) -> String {
        const MAX: usize = 3;
        let mut text = self.names[..self.names.len().min(MAX)].join(", ");
        if self.names.len() > MAX {
            text.push_str(&format!(" +{}", self.names.len() - MAX));
        }
        text
    }

    /// The stroke.
    pub(super) fn stroke(&self, hidden: bool) -> Stroke {
        match self {
            _ if hidden => OTHER,
            Self {
                best_line: true, ..
            } => BEST_LINE,
            Self { best: true, .. } => BEST_MOVE,
            _ => OTHER,
        }
    }

    /// The box of its name at a place, with the cycle sign before it.
    pub fn name_box(&self, at: Point) -> Rect {
        name_rect(self, at)
    }

    /// Whether it has the cycle sign.
    pub fn has_turn(&self) -> bool {
        self.recurs && self.has_arrow()
    }

    /// Whether it ends in an arrow: it doesn't go down.
    pub fn has_arrow(&self) -> bool {
        self.way != EdgeWay::Down
    }
}

/// The moves between the positions that are shown, those from one to the same other one together;
/// in the order of the positions, then of the moves.
pub(super) fn merged(
    view: &TreeView<'_>,
    ways: &Ways,
    shown: &Neighbourhood,
    layers: &[u32],
    walked: &FxHashSet<Edge>,
    best_line: &FxHashSet<Edge>,
) -> Vec<EdgeDrawn> {
    let graph = view.labels.graph();
    let mut all: Vec<EdgeDrawn> = Vec::new();
    for (from, &source) in shown.vertices().iter().enumerate() {
        let first = all.len();
        let best = best_edges(graph, &view.analysis.ratings, source);
        for edge in graph.edges(source) {
            let Some(to) = shown.place(graph.target(edge)) else {
                continue;
            };
            let own = all[first..].iter().position(|drawn| drawn.to == to);
            let place = own.map_or(all.len(), |place| first + place);
            if place == all.len() {
                all.push(EdgeDrawn {
                    from,
                    to,
                    edges: Vec::new(),
                    names: Vec::new(),
                    way: match layers[to].cmp(&layers[from]) {
                        _ if from == to => EdgeWay::Itself,
                        std::cmp::Ordering::Greater => EdgeWay::Down,
                        std::cmp::Ordering::Equal => EdgeWay::Level,
                        std::cmp::Ordering::Less => EdgeWay::Up,
                    },
                    recurs: ways.recurs(graph, source, edge),
                    best: false,
                    best_line: false,
                    walked: false,
                    never: true,
                    curves: Vec::new(),
                    name_at: None,
                    turn_at: None,
                    bounds: Rect::default(),
                });
            }
            let chance = matches!(graph.kind(source), VertexKind::Chance(_));
            let drawn = &mut all[place];
            drawn.edges.push(edge);
            drawn.names.push(view.edge_name(source, edge));
            drawn.best |= best.contains(&edge);
            drawn.best_line |= best_line.contains(&edge);
            drawn.walked |= walked.contains(&edge);
            drawn.never &= chance && *graph.probability(edge).numer() == 0;
        }
    }
    all
}

/// Half of a box.
const HALF: f64 = NODE_HEIGHT / 2.0;
/// The distance that a move within a row, or to the position itself, reaches out.
const OUT: f64 = 46.0;

/// Gives a move its curves. `way` are the points at which it passes rows.
pub(super) fn route(
    view: &TreeView<'_>,
    edge: &mut EdgeDrawn,
    positions: &[PositionDrawn],
    way: &[Point],
) {
    let (from, to) = (&positions[edge.from], &positions[edge.to]);
    let side = |position: &PositionDrawn| node_size(view, position.vertex).width / 2.0;
    edge.curves = match edge.way {
        EdgeWay::Down => passing(from.at.moved(0.0, HALF), way, to.at.moved(0.0, -HALF), HALF),
        EdgeWay::Up => {
            // Beside the start of downward moves, on the side without a badge.
            let start = from.at.moved(-side(from) * 0.55, -HALF);
            let end = to.at.moved(-side(to) * 0.55, HALF);
            passing(start, way, end, -HALF)
        }
        EdgeWay::Level => {
            let right = if to.at.x > from.at.x { 1.0 } else { -1.0 };
            let start = from.at.moved(right * side(from) * 0.6, HALF);
            let end = to.at.moved(-right * side(to) * 0.6, HALF);
            // The wider, the deeper, so that such moves don't overlap.
            let deep = OUT + ((end.x - start.x).abs() * 0.04).min(24.0);
            vec![[start, start.moved(0.0, deep), end.moved(0.0, deep), end]]
        }
        EdgeWay::Itself => {
            // Outside the frame of a selected position.
            let right = from.at.moved(side(from) + 6.5, 0.0);
            let (start, end) = (right.moved(0.0, -11.0), right.moved(0.0, 11.0));
            vec![[start, start.moved(OUT, -22.0), end.moved(OUT, 22.0), end]]
        }
    };
    let points = edge.curves.iter().flatten();
    let mut bounds = Rect {
        min: from.at,
        max: from.at,
    };
    for point in points {
        bounds.min = Point::new(bounds.min.x.min(point.x), bounds.min.y.min(point.y));
        bounds.max = Point::new(bounds.max.x.max(point.x), bounds.max.y.max(point.y));
    }
    edge.bounds = bounds;
}

/// Curves that leave and arrive vertically, and pass every row straight. `half` is the extent of a
/// row from its middle in the direction of the move.
fn passing(start: Point, way: &[Point], end: Point, half: f64) -> Vec<[Point; 4]> {
    let mut curves = Vec::with_capacity(way.len() + 1);
    let mut last = start;
    let arrivals = way.iter().map(|at| (at.moved(0.0, -half), Some(*at)));
    for (arrival, passed) in arrivals.chain([(end, None)]) {
        let middle = f64::midpoint(last.y, arrival.y);
        curves.push([
            last,
            Point::new(last.x, middle),
            Point::new(arrival.x, middle),
            arrival,
        ]);
        last = passed.map_or(arrival, |at| at.moved(0.0, half));
    }
    curves
}

/// The point of a curve at a share of its parameter.
pub(super) fn on_curve([a, b, c, d]: [Point; 4], share: f64) -> Point {
    let (t, s) = (share, 1.0 - share);
    let mix = |a: f64, b: f64, c: f64, d: f64| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    Point::new(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y))
}
