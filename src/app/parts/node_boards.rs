//! A cache of the boards drawn in nodes.

use eframe::egui;
use rustc_hash::FxHashMap;

use crate::app::base::{Transform, paint::paint};
use crate::app::parts::cx::Cx;
use crate::diagram::{BoardDiagram, board_radius, board_thumbnail};
use crate::session::Rated;
use crate::tree::Vertex;

/// Paints a board into `room`, as large as it fits.
pub(crate) fn paint_in(
    painter: &egui::Painter,
    cx: &Cx<'_>,
    board: &BoardDiagram,
    room: egui::Rect,
) {
    let bounds = board.bounds_of_places().grown(0.5);
    let within = Transform::fit(bounds, room, f64::INFINITY);
    paint(painter, &within, cx.theme, &board.drawing);
}

/// Maximum number of cached boards; the cache is cleared when full.
const MAX: usize = 400;
/// The size of the drawings, in their own units, including a margin that isn't shown.
const SIZE: [f64; 2] = [72.0, 42.0];

/// The boards of some positions.
#[derive(Default)]
pub(crate) struct NodeBoards {
    made: FxHashMap<Vertex, Option<BoardDiagram>>,
}

impl NodeBoards {
    /// Forgets them: another graph.
    pub(crate) fn clear(&mut self) {
        self.made.clear();
    }

    /// The board of a position; `None` if its picture has no places.
    pub(crate) fn of(&mut self, rated: &Rated, vertex: Vertex) -> Option<&BoardDiagram> {
        if self.made.len() > MAX {
            self.made.clear();
        }
        let made = self.made.entry(vertex).or_insert_with(|| {
            let picture = rated.graph.picture(vertex);
            (!picture.cells.is_empty()).then(|| {
                let radius = board_radius(&picture, SIZE[0], SIZE[1]);
                board_thumbnail(&picture, radius)
            })
        });
        made.as_ref()
    }
}
