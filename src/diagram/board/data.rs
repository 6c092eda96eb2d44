//! What stands on a board, and what is drawn of it.

use crate::diagram::shape::{Drawing, Point, Rect};
use crate::game::Place;

/// An arrow on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardArrow {
    /// The place where it starts.
    pub from: usize,
    /// The place to which it points.
    pub to: usize,
    /// What it carries, such as a rating; may be empty.
    pub label: String,
    /// Whether it is a best move, or the move that led here.
    pub strong: bool,
    /// Whether it is the move that led here: drawn hollow.
    pub last: bool,
}

/// What is marked on a board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BoardMarks {
    /// The place that is marked as the source of an attack: its targets are shown, and every other
    /// arrow steps back.
    pub marked: Option<usize>,
    /// The place that the keys point at.
    pub cursor: Option<usize>,
    /// The places that the last move has changed.
    pub touched: Vec<usize>,
    /// The moves that lead to a place from nowhere: each is written on its place.
    pub moves: Vec<BoardMove>,
}

/// A move that leads to a place from nowhere, as a chip that is put there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMove {
    /// The place.
    pub to: usize,
    /// What it carries, such as a rating; may be empty.
    pub label: String,
    /// Whether it is a best move.
    pub strong: bool,
}

/// Where an arrow can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArrowDrawn {
    /// Around its label, or around its middle where it has none.
    pub hit: Rect,
    /// Whether the label is there: it is left out where it would cover something.
    pub labelled: bool,
}

/// A board as shapes, with what can be pointed at.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BoardDiagram {
    /// The shapes.
    pub drawing: Drawing,
    /// Where everything lies, with a margin.
    pub bounds: Rect,
    /// The outline of every place, in the order of the picture.
    pub places: Vec<Vec<Point>>,
    /// The rectangle around what lies on every place, in the same order; `None` where nothing does.
    pub pieces: Vec<Option<Rect>>,
    /// The arrows, in the order in which they were given; `None` for one that leads nowhere.
    pub arrows: Vec<Option<ArrowDrawn>>,
}

impl BoardDiagram {
    /// Where the places lie, without a margin.
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

pub(super) fn centre(place: &Place, radius: f64) -> Point {
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

/// Whether a point lies in a convex polygon whose corners go clockwise on the screen.
fn inside(corners: &[Point], point: Point) -> bool {
    let next = corners.iter().cycle().skip(1);
    !corners.is_empty()
        && corners
            .iter()
            .zip(next)
            .all(|(a, b)| (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= 0.0)
}
