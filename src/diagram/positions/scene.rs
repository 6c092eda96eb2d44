//! The visible part of a position graph, laid out: positions in rows, the moves between them, and
//! their marks.

use rustc_hash::FxHashSet;

use super::edges::{EdgeDrawn, merged, route};
use super::names::place_names;
use crate::diagram::elements::NODE_HEIGHT;
use crate::diagram::looks::position_marks;
use crate::diagram::marks::Occurring;
use crate::diagram::measure::node_size;
use crate::diagram::shape::{Point, Rect};
use crate::diagram::view::TreeView;
use crate::layout::{Layered, LayeredGraph, LayeredSpacing};
use crate::tree::{Count, Edge, Neighbourhood, Side, Vertex, Ways};
use crate::words::{at_least, narrow_count};

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
pub struct Walked<'a> {
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
        ways: &Ways,
        shown: &Neighbourhood,
        walked: &Walked<'_>,
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
        let width = |(place, vertex): (usize, &Vertex)| {
            let side = if loops.contains(&place) {
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
        let place = |(place, vertex): (usize, &Vertex)| PositionDrawn {
            vertex: *vertex,
            at: Point::new(layout.x(place), y(layers[place])),
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
        let selected = shown.place(walked.selected);
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
        found.ok().map(|place| &self.positions[place])
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
fn badge(view: &TreeView<'_>, ways: &Ways, vertex: Vertex) -> Option<String> {
    let lines = ways.lines.to(vertex);
    (lines != Count::Exact(&[1]) && lines.to_u64() != Some(1)).then(|| {
        let least = at_least(view.labels.graph());
        format!("{least}{} lines", narrow_count(lines))
    })
}

fn rows(ways: &Ways, vertices: &[Vertex], layers: &[u32]) -> Vec<PositionRow> {
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
    there.never = edges.iter().any(|edge| edge.never);
    there
}
