//! The visible part of a position graph, laid out: positions in rows, the moves between them as
//! curves, and their marks.

use rustc_hash::FxHashSet;

use super::draw::{name_rect, place_names};
use crate::diagram::elements::{NODE_HEIGHT, node_size};
use crate::diagram::marks::Occurring;
use crate::diagram::measured_nodes::position_marks;
use crate::diagram::moves::{BEST_LINE, BEST_MOVE, OTHER};
use crate::diagram::shape::{Point, Rect, Stroke};
use crate::diagram::view::TreeView;
use crate::layout::{Layered, LayeredGraph, LayeredSpacing};
use crate::rating::best_edges;
use crate::tree::{Count, Edge, LinesToPositions, Neighbourhood, Side, Vertex, VertexKind};
use crate::words::{at_least_sign, narrow_count};

/// From one row to the next, middle to middle.
pub const POSITION_ROW: f64 = 128.0;

const SPACING: LayeredSpacing = LayeredSpacing {
    node_gap: 44.0,
    edge_gap: 26.0,
};

/// The distance that badges, the ring and returning moves reach around the positions.
const AROUND: f64 = 52.0;

/// The parts of a session that are marked in a position graph.
#[derive(Clone, Copy, Debug)]
pub struct WalkedMarks<'a> {
    /// The selected position.
    pub selected: Vertex,
    /// The moves that lead to the selected node.
    pub line: &'a [Edge],
    /// The best line of the root.
    pub best: &'a [Edge],
}

/// A placed position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionDrawn {
    /// Which position.
    pub vertex: Vertex,
    /// The middle of its box.
    pub at: Point,
    /// The number of lines to it, as short text; `None` if it is one.
    pub badge: Option<String>,
    /// The number of hidden positions with a move to it.
    pub above: usize,
    /// The number of hidden positions that its moves lead to.
    pub below: usize,
}

/// A row of positions with the same distance from the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionRow {
    /// Its middle.
    pub y: f64,
    /// The first ply at which any of its positions is reached, and the last.
    pub plies: (u32, u32),
}

/// The visible part of a position graph, laid out.
#[derive(Clone, Debug, Default)]
pub struct PositionScene {
    pub(super) positions: Vec<PositionDrawn>,
    pub(super) edges: Vec<EdgeDrawn>,
    rows: Vec<PositionRow>,
    pub(super) occurring: Occurring,
    bounds: Rect,
}

impl PositionScene {
    /// Lays out the visible positions.
    pub fn new(
        view: &TreeView<'_>,
        ways: &LinesToPositions,
        shown: &Neighbourhood,
        walked: &WalkedMarks<'_>,
    ) -> Self {
        let graph = view.labels.graph();
        let vertices = shown.vertices();
        // Empty rows take no space.
        let mut depths: Vec<u32> = vertices.iter().map(|v| ways.reached.row(*v)).collect();
        let layers = depths.clone();
        depths.sort_unstable();
        depths.dedup();
        let layer = |depth: &u32| depths.partition_point(|other| other < depth) as u32;
        let layers: Vec<u32> = layers.iter().map(layer).collect();
        let mut scene = Self::default();
        let (marked, best) = (set(walked.line), set(walked.best));
        let edges = merged(view, ways, shown, &layers, &marked, &best);
        let loops: FxHashSet<usize> = edges
            .iter()
            .filter(|edge| edge.from == edge.to)
            .map(|edge| edge.from)
            .collect();
        let width = |(slot, vertex): (usize, &Vertex)| {
            let side = if loops.contains(&slot) {
                2.0 * AROUND
            } else {
                0.0
            };
            node_size(view, *vertex).width + side
        };
        let input = LayeredGraph {
            widths: vertices.iter().enumerate().map(width).collect(),
            layers: layers.clone(),
            edges: edges
                .iter()
                .map(|edge| (edge.from as u32, edge.to as u32))
                .collect(),
        };
        let layout = Layered::new(&input, SPACING);
        let y = |layer: u32| f64::from(layer) * POSITION_ROW;
        let place = |(index, vertex): (usize, &Vertex)| PositionDrawn {
            vertex: *vertex,
            at: Point::new(layout.x(index), y(layers[index])),
            badge: badge(view, ways, *vertex),
            above: shown.missing(graph, &ways.sources, *vertex, Side::Above),
            below: shown.missing(graph, &ways.sources, *vertex, Side::Below),
        };
        scene.positions = vertices.iter().enumerate().map(place).collect();
        scene.edges = edges;
        for (number, edge) in scene.edges.iter_mut().enumerate() {
            let way: Vec<Point> = layout
                .way(number)
                .iter()
                .map(|(layer, x)| Point::new(*x, y(*layer)))
                .collect();
            route(view, edge, &scene.positions, &way);
        }
        scene.rows = rows(ways, vertices, &layers);
        scene.occurring = occurring(view, vertices, &scene.edges);
        let selected = shown.index_of(walked.selected);
        place_names(view, &scene.positions, &mut scene.edges, selected);
        scene.find_bounds(view);
        scene
    }

    fn find_bounds(&mut self, view: &TreeView<'_>) {
        let rects = self.positions.iter().map(|position| {
            let width = node_size(view, position.vertex).width;
            Rect::around(position.at, width, NODE_HEIGHT).grown(AROUND / 2.0)
        });
        let curves = self.edges.iter().map(|edge| edge.bounds);
        self.bounds = rects
            .chain(curves)
            .reduce(|all, rect| Rect {
                min: Point::new(all.min.x.min(rect.min.x), all.min.y.min(rect.min.y)),
                max: Point::new(all.max.x.max(rect.max.x), all.max.y.max(rect.max.y)),
            })
            .unwrap_or_default();
    }

    /// The positions, in the order of their vertices.
    pub fn positions(&self) -> &[PositionDrawn] {
        &self.positions
    }

    /// The moves between them; those that lead from one position to the same other one are one.
    pub fn edges(&self) -> &[EdgeDrawn] {
        &self.edges
    }

    /// The rows, from the top.
    pub fn rows(&self) -> &[PositionRow] {
        &self.rows
    }

    /// The bounding rectangle of everything drawn.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// A position that is shown.
    pub fn position(&self, vertex: Vertex) -> Option<&PositionDrawn> {
        let found = self
            .positions
            .binary_search_by_key(&vertex, |position| position.vertex);
        found.ok().map(|index| &self.positions[index])
    }

    /// Whether a move between two positions leads back to where play may have come from.
    pub fn has_cycles(&self) -> bool {
        self.edges.iter().any(|edge| edge.recurs)
    }
}

fn set(line: &[Edge]) -> FxHashSet<Edge> {
    line.iter().copied().collect()
}

/// The number of lines to a position, unless it is one.
fn badge(view: &TreeView<'_>, ways: &LinesToPositions, vertex: Vertex) -> Option<String> {
    let lines = ways.lines.to(vertex);
    (lines != Count::Exact(&[1]) && lines.to_u64() != Some(1)).then(|| {
        let min = at_least_sign(view.labels.graph());
        format!("{min}{} lines", narrow_count(lines))
    })
}

fn rows(ways: &LinesToPositions, vertices: &[Vertex], layers: &[u32]) -> Vec<PositionRow> {
    let mut rows: Vec<PositionRow> = Vec::new();
    let mut in_order: Vec<(u32, u32)> = vertices
        .iter()
        .zip(layers)
        .map(|(vertex, layer)| (*layer, ways.reached.ply(*vertex)))
        .collect();
    in_order.sort_unstable();
    for (layer, ply) in in_order {
        match rows.get_mut(layer as usize) {
            Some(row) => row.plies.1 = ply,
            None => rows.push(PositionRow {
                y: f64::from(layer) * POSITION_ROW,
                plies: (ply, ply),
            }),
        }
    }
    rows
}

/// The kinds of marks that are there.
fn occurring(view: &TreeView<'_>, vertices: &[Vertex], edges: &[EdgeDrawn]) -> Occurring {
    let marks = vertices.iter().map(|vertex| position_marks(view, *vertex));
    let mut there = Occurring::of_bits(view, marks.fold(0, |any, marks| any | marks));
    there.best_line = edges.iter().any(|edge| edge.best_line) && !view.hidden;
    there.best_moves = edges.iter().any(|edge| edge.best && !edge.best_line) && !view.hidden;
    there.other_moves = edges
        .iter()
        .any(|edge| !edge.best && !edge.best_line && !edge.never);
    let by_chance = |edge: &EdgeDrawn| {
        let kind = view.labels.graph().kind(vertices[edge.from]);
        edge.best_line && matches!(kind, VertexKind::Chance(_))
    };
    there.likeliest = edges.iter().any(by_chance);
    there.never = edges.iter().any(|edge| edge.never);
    there
}

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
    ways: &LinesToPositions,
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
            let Some(to) = shown.index_of(graph.target(edge)) else {
                continue;
            };
            let own = all[first..].iter().position(|drawn| drawn.to == to);
            let index = own.map_or(all.len(), |slot| first + slot);
            if index == all.len() {
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
            let drawn = &mut all[index];
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
