//! The data of a drawn board: arrows, marks, and shapes for hit testing.

use crate::diagram::shape::{Drawing, Point, Rect};
use crate::game::Cell;

/// An arrow on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardArrow {
    /// The source place.
    pub from: usize,
    /// The target place.
    pub to: usize,
    /// Its label, such as a rating; may be empty.
    pub label: String,
    /// Whether it is a best move, or the move that led here.
    pub strong: bool,
    /// Whether it is the move that led here: drawn hollow.
    pub last: bool,
}

/// The marks on a board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BoardMarks {
    /// The marked source of an attack: its targets are shown, and all other arrows are dimmed.
    pub marked: Option<usize>,
    /// The keyboard cursor.
    pub cursor: Option<usize>,
    /// The places that the last move changed.
    pub touched: Vec<usize>,
    /// The moves that have a target only: each is labeled on its place.
    pub moves: Vec<BoardMove>,
}

/// A move that has a target only, such as placing a chip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMove {
    /// The place.
    pub to: usize,
    /// Its label, such as a rating; may be empty.
    pub label: String,
    /// Whether it is a best move.
    pub strong: bool,
}

/// The clickable area of an arrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArrowDrawn {
    /// Around its label, or around its middle where it has none.
    pub hit: Rect,
    /// Whether the label is there: it is left out where it would cover something.
    pub labelled: bool,
}

/// A board as shapes, with its clickable areas.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BoardDiagram {
    /// The shapes.
    pub drawing: Drawing,
    /// The bounds with a margin.
    pub bounds: Rect,
    /// The outline of every place, in the order of the picture.
    pub places: Vec<Vec<Point>>,
    /// The bounds of every place's piece, in the same order; `None` without a piece.
    pub pieces: Vec<Option<Rect>>,
    /// The arrows, in the order they were given; `None` for one that leads nowhere.
    pub arrows: Vec<Option<ArrowDrawn>>,
}

impl BoardDiagram {
    /// The bounds of the places, without a margin.
    pub fn bounds_of_places(&self) -> Rect {
        bounds(&self.places)
    }

    /// The place at a point of the scene.
    pub fn place_at(&self, point: Point) -> Option<usize> {
        self.places
            .iter()
            .position(|corners| inside(corners, point))
    }
}

pub(super) fn centre(place: &Cell, radius: f64) -> Point {
    Point::new(place.x * radius, place.y * radius)
}

pub(super) fn bounds(places: &[Vec<Point>]) -> Rect {
    let mut points = places.iter().flatten();
    let Some(first) = points.next() else {
        return Rect::default();
    };
    points.fold(
        Rect {
            min: *first,
            max: *first,
        },
        |rect, point| Rect {
            min: Point::new(rect.min.x.min(point.x), rect.min.y.min(point.y)),
            max: Point::new(rect.max.x.max(point.x), rect.max.y.max(point.y)),
        },
    )
}

/// Whether a point is in a convex polygon with corners clockwise on the screen.
fn inside(corners: &[Point], point: Point) -> bool {
    let next = corners.iter().cycle().skip(1);
    !corners.is_empty()
        && corners
            .iter()
            .zip(next)
            .all(|(a, b)| (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= 0.0)
}
