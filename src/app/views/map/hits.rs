//! Marks the filter's matches in the map: a band below every match, with a ring if there is space,
//! and a thin band below neighbors that are drawn as one and contain a match.

use eframe::egui::{self, Painter, Pos2, Rect, Stroke, Vec2};

use super::MapPanel;
use super::mesh::Rects;
use crate::app::parts::Cx;
use crate::diagram::MapTree;
use crate::layout::map::Step;
use crate::tree::Hits;

/// The height of the band of a match, in points …
const BAND: f32 = 4.0;
/// … and that of neighbors that hold one.
const BELOW: f32 = 2.0;
/// Minimum width of a rectangle with a ring beside its text.
const ROOM: f32 = 64.0;
const RING: f32 = 5.5;

/// Whether a node is a match, and its ply if its line is followed.
#[derive(Clone, Copy, Debug, Default)]
struct HitPly {
    hit: bool,
    ply: Option<u32>,
}

/// The same for a child.
fn below(tree: &MapTree<'_>, hits: &Hits, above: (Step, HitPly), step: Step) -> HitPly {
    let source = tree.vertex(above.0.node);
    let edge = tree.graph.edge(source, step.index as usize);
    let (Some(edge), Some(ply)) = (edge, above.1.ply) else {
        return HitPly::default();
    };
    if !hits.follows(edge) {
        return HitPly::default();
    }
    let ply = ply + tree.graph.cost(source);
    HitPly {
        hit: hits.is_hit(edge, ply),
        ply: Some(ply),
    }
}

impl MapPanel {
    /// Marks the visible matches.
    pub(super) fn paint_hits(&self, painter: &Painter, cx: &Cx<'_>, tree: &MapTree<'_>) {
        let Some(hits) = self.hits.as_deref() else {
            return;
        };
        let rows = self.rows_in_sight();
        let root = HitPly {
            hit: hits.is_root_hit(),
            ply: Some(0),
        };
        let path = self.view.as_ref().map_or(&[][..], |view| view.anchor());
        let mut anchor = vec![root];
        for pair in path.windows(2) {
            let above = (pair[0], anchor[anchor.len() - 1]);
            anchor.push(below(tree, hits, above, pair[1]));
        }
        let mut bands = Rects::default();
        let mut rings = Vec::new();
        let mut places: Vec<HitPly> = Vec::with_capacity(self.frame.cells.len());
        for cell in &self.frame.cells {
            let row = cell.row as usize;
            let above = match cell.parent() {
                Some(parent) => Some((self.frame.cells[parent].step, places[parent])),
                None => row
                    .checked_sub(1)
                    .and_then(|above| Some((*path.get(above)?, *anchor.get(above)?))),
            };
            let place = above.map_or(root, |above| below(tree, hits, above, cell.step));
            places.push(place);
            if !place.hit || !rows.contains(&row) {
                continue;
            }
            let rect = self.rect(cell.row, cell.span).intersect(self.screen);
            band(&mut bands, cx, rect, BAND);
            if rect.width() >= ROOM {
                rings.push(rect.right_center() - Vec2::new(RING + 5.0, BAND / 2.0));
            }
        }
        for run in &self.frame.runs {
            if !rows.contains(&(run.row as usize)) {
                continue;
            }
            let parent = run.parent as usize;
            let above = (self.frame.cells[parent].step, places[parent]);
            let source = tree.vertex(above.0.node);
            let targets = tree.graph.targets(source);
            let holds = (run.first..run.end).any(|index| {
                let step = Step { index, ..above.0 };
                let place = below(tree, hits, above, step);
                let target = targets.get(index as usize).zip(place.ply);
                place.hit || target.is_some_and(|(target, ply)| !hits.below(*target, ply).is_zero())
            });
            if holds {
                let rect = self.rect(run.row, run.span).intersect(self.screen);
                band(&mut bands, cx, rect, BELOW);
            }
        }
        painter.add(egui::Shape::mesh(bands.mesh));
        for at in rings {
            ring(painter, cx, at);
        }
    }
}

/// A band along the lower edge of a rectangle, set off by a line.
fn band(bands: &mut Rects, cx: &Cx<'_>, rect: Rect, high: f32) {
    // At least one point wide, so that it is visible.
    let right = rect.right().max(rect.left() + 1.0);
    let bottom = rect.bottom() - 1.0;
    let part = |from: f32, to: f32| {
        Rect::from_min_max(
            Pos2::new(rect.left(), bottom - from),
            Pos2::new(right, bottom - to),
        )
    };
    bands.line(part(high + 1.0, high), cx.theme.panel);
    bands.line(part(high, 0.0), cx.theme.text);
}

fn ring(painter: &Painter, cx: &Cx<'_>, at: Pos2) {
    painter.circle(at, RING, cx.theme.panel, Stroke::new(1.5, cx.theme.text));
    painter.circle_filled(at, 0.42 * RING, cx.theme.text);
}
