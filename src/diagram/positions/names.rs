//! Places the names of moves between positions: on their lines, without covering another name,
//! position or badge, and with the fewest crossing lines.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::draw::{position_badge_rect, position_more_rect};
use super::edges::{EdgeDrawn, EdgeWay, on_curve};
use super::scene::{POSITION_ROW, PositionDrawn};
use crate::diagram::elements::NODE_HEIGHT;
use crate::diagram::measure::node_size;
use crate::diagram::node::badge_width;
use crate::diagram::shape::{Point, Rect};
use crate::diagram::view::TreeView;
use crate::layout::text::text_width;
use crate::tree::Side;

/// The size of a name.
pub(super) const NAME_SIZE: f64 = 14.5;
/// The height of a name's background.
const NAME_HEIGHT: f64 = 16.0;
/// The gap between the cycle sign and a name.
const TURN_GAP: f64 = 3.0;
/// The candidate places of a name on its curve, the best first.
const SHARES: [f64; 9] = [0.62, 0.5, 0.72, 0.4, 0.8, 0.3, 0.88, 0.56, 0.22];
/// Number of sample points on a curve.
const SAMPLES: usize = 20;
/// The width and height of the grid cells that index them.
const FIELD: [f64; 2] = [48.0, 24.0];

/// The width of the cycle sign before the name of a move that has one.
pub(super) fn turn_width(edge: &EdgeDrawn) -> f64 {
    if edge.has_turn() {
        badge_width("", true) + TURN_GAP
    } else {
        0.0
    }
}

/// The box of a name centered at `at`, with the cycle sign before it.
pub(super) fn name_rect(edge: &EdgeDrawn, at: Point) -> Rect {
    let width = text_width(&edge.text(), NAME_SIZE) + 8.0 + turn_width(edge);
    Rect::around(at, width, NAME_HEIGHT)
}

/// The box of a cycle sign alone.
pub(super) fn turn_rect(at: Point) -> Rect {
    Rect::around(at, badge_width("", true), NAME_HEIGHT)
}

/// Places as many names as fit: those of the walked line first, then those of the selected
/// position, of best moves, and all others.
pub(super) fn place_names(
    view: &TreeView<'_>,
    positions: &[PositionDrawn],
    edges: &mut [EdgeDrawn],
    selected: Option<usize>,
) {
    let mut taken = Taken::default();
    for position in positions {
        let size = node_size(view, position.vertex);
        taken.take(Rect::around(position.at, size.width, NODE_HEIGHT).grown(5.0));
        let badges = [
            position_badge_rect(view, position),
            position_more_rect(view, position, Side::Above),
            position_more_rect(view, position, Side::Below),
        ];
        badges
            .into_iter()
            .flatten()
            .for_each(|rect| taken.take(rect));
    }
    let lines = Lines::of(edges);
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|number| {
        let edge = &edges[*number];
        let near = selected == Some(edge.from) || selected == Some(edge.to);
        (!edge.walked, !near, !edge.best || view.hidden)
    });
    for number in order {
        let edge = &mut edges[number];
        // Near its end when going down, and near its start when going up: there it has no
        // neighbors.
        let curve = match edge.way {
            EdgeWay::Up => edge.curves.first(),
            _ => edge.curves.last(),
        };
        let Some(curve) = curve.copied() else {
            continue;
        };
        let places = || SHARES.iter().map(|share| on_curve(curve, *share));
        let best = |rect: &dyn Fn(Point) -> Rect| {
            let free = places().filter(|at| taken.is_free(rect(*at)));
            // Of equally good places the first.
            free.min_by_key(|at| lines.crossing(rect(*at), number))
        };
        edge.name_at = best(&|at| name_rect(edge, at));
        if let Some(at) = edge.name_at {
            taken.take(name_rect(edge, at).grown(1.0));
            let left = name_rect(edge, at).min.x;
            edge.turn_at = edge
                .has_turn()
                .then(|| Point::new(left + badge_width("", true) / 2.0, at.y));
        } else if edge.has_turn() {
            let at = best(&turn_rect).unwrap_or_else(|| on_curve(curve, SHARES[0]));
            taken.take(turn_rect(at).grown(1.0));
            edge.turn_at = Some(at);
        }
    }
}

/// Points on lines, by fields.
struct Lines {
    fields: FxHashMap<(i64, i64), Vec<(Point, usize)>>,
}

impl Lines {
    fn of(edges: &[EdgeDrawn]) -> Self {
        let mut fields: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for (number, edge) in edges.iter().enumerate() {
            for curve in &edge.curves {
                for step in 0..=SAMPLES {
                    let at = on_curve(*curve, step as f64 / SAMPLES as f64);
                    fields.entry(field(at)).or_default().push((at, number));
                }
            }
        }
        Self { fields }
    }

    /// The number of points of other lines in a rectangle.
    fn crossing(&self, rect: Rect, own: usize) -> usize {
        let ((left, top), (right, bottom)) = (field(rect.min), field(rect.max));
        let fields = (left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y)));
        let points = fields.filter_map(|field| self.fields.get(&field)).flatten();
        points
            .filter(|(at, number)| *number != own && rect.contains(*at))
            .count()
    }
}

fn field(at: Point) -> (i64, i64) {
    (
        (at.x / FIELD[0]).floor() as i64,
        (at.y / FIELD[1]).floor() as i64,
    )
}

/// The placed boxes, indexed by bands of row height.
#[derive(Default)]
struct Taken {
    bands: BTreeMap<i64, Vec<Rect>>,
}

impl Taken {
    fn bands(rect: &Rect) -> std::ops::RangeInclusive<i64> {
        let band = |y: f64| (y / POSITION_ROW).floor() as i64;
        band(rect.min.y)..=band(rect.max.y)
    }

    fn take(&mut self, rect: Rect) {
        for band in Self::bands(&rect) {
            self.bands.entry(band).or_default().push(rect);
        }
    }

    fn is_free(&self, rect: Rect) -> bool {
        let bands = Self::bands(&rect).filter_map(|band| self.bands.get(&band));
        !bands.flatten().any(|other| other.overlaps(&rect))
    }
}
