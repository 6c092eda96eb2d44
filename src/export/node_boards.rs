//! The boards in the nodes of a picture, all of one size.

use std::io;

use crate::diagram::{
    BoardDiagram, BoardMarks, Drawing, Elements, LegendEntry, MAX_WITH_BOARDS, NODE_BOARD, Point,
    Sight, TreeView, board, board_radius, board_rect,
};
use crate::game::{Picture, Piece, Player};
use crate::session::Rated;
use crate::tree::Vertex;
use crate::words::player_letter;

/// Maximum width and height of a board in a node, in scene units.
const MAX: [f64; 2] = [132.0, 108.0];
/// Maximum radius of a place, from its center to its corners.
const MAX_RADIUS: f64 = 15.0;

/// The space of boards in a tree's nodes.
pub(super) struct BoardRoom {
    radius: f64,
    size: [f64; 2],
    /// Whether boards are beside mover and rating, as the window draws a small tree.
    beside: bool,
    /// A player who has dice on the board.
    dice: Option<Player>,
}

impl BoardRoom {
    /// The space for positions of a graph that look like this one; `None` if its picture has no
    /// places.
    pub fn of(rated: &Rated, vertex: Vertex) -> Option<Self> {
        let picture = rated.graph.picture(vertex);
        if picture.cells.is_empty() {
            return None;
        }
        let beside = is_small(rated);
        let [width, height] = if beside { NODE_BOARD } else { MAX };
        let radius = board_radius(&picture, width, height).min(MAX_RADIUS);
        let bounds = drawn(picture.clone(), radius).bounds_of_places().grown(0.5);
        let mut dice = picture.cells.iter().filter_map(|place| match place.piece {
            Some(Piece::Dice(_)) => place.owner,
            _ => None,
        });
        Some(Self {
            radius,
            size: [bounds.width(), bounds.height()],
            beside,
            dice: dice.next(),
        })
    }

    /// Adds it to what is drawn of a tree.
    pub fn add_to(&self, elements: &mut Elements) {
        match self.beside {
            true => elements.beside = Some(NODE_BOARD),
            false => elements.board = Some(self.size),
        }
    }

    /// The legend for the mark on a place, if it needs one.
    pub fn legend(&self, rated: &Rated) -> Option<LegendEntry> {
        let player = self.dice?;
        let mut sign = Drawing::default();
        let text = format!("{}2", player_letter(&*rated.graph, player));
        sign.player_mark(Point::new(8.5, 0.0), 8.0, player, &text);
        Some(LegendEntry {
            width: 17.0,
            sign,
            words: "owner and dice of a hex".to_owned(),
        })
    }
}

/// Whether a tree has boards in its nodes unless they are left out: it is small, and its positions
/// have pictures.
pub fn has_boards(rated: &Rated) -> bool {
    is_small(rated) && !rated.graph.picture(Vertex::ROOT).cells.is_empty()
}

fn is_small(rated: &Rated) -> bool {
    let nodes = rated.analysis.nodes.of(Vertex::ROOT).to_u64();
    nodes.is_some_and(|nodes| nodes <= MAX_WITH_BOARDS)
}

/// Draws the board of every node in sight into it.
pub(super) fn draw_node_boards(
    rated: &Rated,
    view: &TreeView<'_>,
    room: &BoardRoom,
    sights: &[Sight],
    each: &mut dyn FnMut(&Drawing) -> io::Result<()>,
) -> io::Result<()> {
    let mut drawing = Drawing::default();
    for sight in sights {
        let picture = rated.graph.picture(view.unfolding.vertex(sight.node));
        let diagram = drawn(picture, room.radius);
        let (from, to) = (
            diagram.bounds_of_places().centre(),
            board_rect(view, sight.node, sight.at).centre(),
        );
        drawing.append(&diagram.drawing, to.x - from.x, to.y - from.y);
        each(&drawing)?;
        drawing.shapes.clear();
    }
    Ok(())
}

/// A position's board alone, without the names of columns.
fn drawn(mut picture: Picture, radius: f64) -> BoardDiagram {
    picture.columns.clear();
    board(&picture, &[], &BoardMarks::default(), radius)
}
