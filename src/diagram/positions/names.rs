//! Where the names of moves stand between positions: on their lines, and on no other name and no
//! position.

use std::collections::BTreeMap;

use super::edges::{EdgeDrawn, EdgeWay, on_curve};
use super::scene::{POSITION_ROW, PositionDrawn};
use crate::diagram::node::{NODE_HEIGHT, node_size};
use crate::diagram::shape::{Point, Rect};
use crate::diagram::view::TreeView;
use crate::layout::text::text_width;

/// The size of a name.
pub(super) const NAME_SIZE: f64 = 13.0;
/// How high the ground of a name is.
const NAME_HEIGHT: f64 = 16.0;
/// Where on a curve a name can stand, the best places first.
const SHARES: [f64; 7] = [0.62, 0.5, 0.72, 0.38, 0.8, 0.28, 0.88];

/// The box of a name whose middle is `at`.
pub(super) fn name_rect(text: &str, at: Point) -> Rect {
    Rect::around(at, text_width(text, NAME_SIZE) + 8.0, NAME_HEIGHT)
}

/// Finds a place for as many names as there is room for: those of the walked line first, then those
/// of the selected position, of best moves, and all others.
pub(super) fn place_names(
    view: &TreeView<'_>,
    positions: &[PositionDrawn],
    edges: &mut [EdgeDrawn],
    selected: Option<usize>,
) {
    let mut taken = Taken::default();
    for position in positions {
        let size = node_size(view, position.vertex);
        taken.take(Rect::around(position.at, size.width, NODE_HEIGHT).grown(4.0));
    }
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|number| {
        let edge = &edges[*number];
        let near = selected == Some(edge.from) || selected == Some(edge.to);
        (!edge.walked, !near, !edge.best || view.hidden)
    });
    for number in order {
        let edge = &mut edges[number];
        let text = edge.text();
        // Where it arrives, going down, and where it leaves, going up: there it is alone.
        let curve = match edge.way {
            EdgeWay::Up => edge.curves.first(),
            _ => edge.curves.last(),
        };
        let Some(curve) = curve.copied() else {
            continue;
        };
        let mut places = SHARES.iter().map(|share| on_curve(curve, *share));
        edge.name_at = places.find(|at| taken.is_free(name_rect(&text, *at)));
        if let Some(at) = edge.name_at {
            taken.take(name_rect(&text, at).grown(1.0));
        }
    }
}

/// What has its place, by bands as high as a row.
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
