//! The boards that are drawn in nodes where there is room: each is made once.

use rustc_hash::FxHashMap;

use crate::diagram::{BoardDiagram, BoardMarks, board, board_radius};
use crate::session::Rated;
use crate::tree::Vertex;

/// As many boards are kept; when there are more, all are made anew.
const MOST: usize = 400;
/// How large they are drawn, in units of their own, with the margin that isn't shown.
const SIZE: [f64; 2] = [72.0, 42.0];

/// The boards of some positions.
#[derive(Default)]
pub(super) struct NodeBoards {
    made: FxHashMap<Vertex, Option<BoardDiagram>>,
}

impl NodeBoards {
    /// Forgets them: another graph.
    pub(super) fn clear(&mut self) {
        self.made.clear();
    }

    /// The board of a position; `None` where its picture has no places.
    pub(super) fn of(&mut self, rated: &Rated, vertex: Vertex) -> Option<&BoardDiagram> {
        if self.made.len() > MOST {
            self.made.clear();
        }
        let made = self.made.entry(vertex).or_insert_with(|| {
            let picture = rated.graph.picture(vertex);
            (!picture.places.is_empty()).then(|| {
                let radius = board_radius(&picture, SIZE[0], SIZE[1]);
                board(&picture, &[], &BoardMarks::default(), radius)
            })
        });
        made.as_ref()
    }
}
