//! The data of a drawn board: arrows between places with their paths and weights, marks, and shapes
//! for hit testing.

use super::piece::Parts;
use crate::diagram::shape::{Drawing, Ink, Point, Rect, Shape, Stroke};
use crate::game::{Cell, Picture};

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

pub(super) fn centre(cell: &Cell, radius: f64) -> Point {
    Point::new(cell.x * radius, cell.y * radius)
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

/// The emphasis of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Emphasis {
    /// The move that led here.
    Hollow,
    /// A move from another place than the marked one.
    Dimmed,
    /// A move.
    Thin,
    /// A move from the marked place.
    Offered,
    /// A best move.
    Heavy,
}

/// The path of an arrow.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) last: bool,
    look: Emphasis,
    /// Its start, which dice may cover.
    start: Point,
    /// Its direction, of length 1.
    pub(super) along: (f64, f64),
    /// The distance from its start to where it emerges from behind the dice.
    pub(super) clear: f64,
    /// The distance from its start to its tip.
    pub(super) length: f64,
    radius: f64,
}

/// The paths of all arrows; `None` for one that leads nowhere.
pub(super) fn paths(
    picture: &Picture,
    parts: &[Parts],
    arrows: &[BoardArrow],
    marked: Option<usize>,
    radius: f64,
) -> Vec<Option<Path>> {
    let offers = arrows
        .iter()
        .any(|arrow| !arrow.last && Some(arrow.from) == marked);
    let pair = |arrow: &BoardArrow| (arrow.from.min(arrow.to), arrow.from.max(arrow.to));
    arrows
        .iter()
        .enumerate()
        .map(|(index, arrow)| {
            let look = match arrow {
                BoardArrow { last: true, .. } => Emphasis::Hollow,
                _ if offers && Some(arrow.from) != marked => Emphasis::Dimmed,
                BoardArrow { strong: true, .. } => Emphasis::Heavy,
                _ if offers => Emphasis::Offered,
                _ => Emphasis::Thin,
            };
            // Arrows between the same two places run side by side.
            let same = arrows.iter().enumerate();
            // Branches of one attack are one arrow.
            let is_branch = |at: usize| {
                let twin = |other: &BoardArrow| {
                    (other.from, other.to, other.last)
                        == (arrows[at].from, arrows[at].to, arrows[at].last)
                };
                arrows[..at].iter().position(twin)
            };
            let same: Vec<usize> = same
                .filter(|(at, other)| pair(other) == pair(arrow) && is_branch(*at).is_none())
                .map(|(index, _)| index)
                .collect();
            let index = is_branch(index).unwrap_or(index);
            let rank = same.iter().position(|other| *other == index).unwrap_or(0);
            let aside = (rank as f64 - (same.len() - 1) as f64 / 2.0) * radius * 0.36;
            // The same side for both directions.
            let aside = if arrow.from < arrow.to { aside } else { -aside };
            Path::new(picture, parts, arrow, look, aside, radius)
        })
        .collect()
}

impl Path {
    fn new(
        picture: &Picture,
        parts: &[Parts],
        arrow: &BoardArrow,
        look: Emphasis,
        aside: f64,
        radius: f64,
    ) -> Option<Self> {
        let from = centre(picture.cells.get(arrow.from)?, radius);
        let to = centre(picture.cells.get(arrow.to)?, radius);
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let distance = dx.hypot(dy);
        if distance <= 0.0 {
            return None;
        }
        let (ux, uy) = (dx / distance, dy / distance);
        let from = from.moved(-uy * aside, ux * aside);
        let to = to.moved(-uy * aside, ux * aside);
        let leaves = |index: usize, at: Point, ux: f64, uy: f64| {
            let piece = parts.get(index).and_then(Parts::piece);
            piece.map_or(0.0, |piece| exit(piece, at, ux, uy))
        };
        let gap = (radius * 0.07).max(1.5);
        let clear = (leaves(arrow.from, from, ux, uy) + gap * 0.5).max(radius * 0.2);
        let before = (leaves(arrow.to, to, -ux, -uy) + gap)
            .max(radius * 0.32)
            .min(distance * 0.45);
        Some(Self {
            from: arrow.from,
            to: arrow.to,
            last: arrow.last,
            look,
            start: from,
            along: (ux, uy),
            clear: clear.min(distance * 0.45),
            length: distance - before,
            radius,
        })
    }

    /// The point at a distance along the arrow, and at a distance to its side.
    pub(super) fn at(&self, far: f64, aside: f64) -> Point {
        let (ux, uy) = self.along;
        self.start
            .moved(ux * far - uy * aside, uy * far + ux * aside)
    }

    pub(super) fn is_heavy(&self) -> bool {
        self.look == Emphasis::Heavy
    }

    /// Whether it may carry a label.
    pub(super) fn is_offered(&self) -> bool {
        !matches!(self.look, Emphasis::Hollow | Emphasis::Dimmed)
    }

    /// The length of its tip.
    pub(super) fn tip(&self) -> f64 {
        let share = match self.look {
            Emphasis::Heavy => 0.19,
            Emphasis::Hollow => 0.22,
            Emphasis::Thin | Emphasis::Offered | Emphasis::Dimmed => 0.15,
        };
        (self.radius * share).max(4.5)
    }

    /// The rectangle around its tip.
    pub(super) fn tip_rect(&self) -> Rect {
        let side = self.tip() * 0.9;
        Rect::around(self.at(self.length - self.tip() * 0.5, 0.0), side, side)
    }

    /// A rectangle around the middle of its visible part.
    pub(super) fn middle(&self) -> Rect {
        let side = (self.radius * 0.4).clamp(9.0, 20.0);
        Rect::around(
            self.at(f64::midpoint(self.clear, self.length), 0.0),
            side,
            side,
        )
    }

    pub(super) fn draw(&self, drawing: &mut Drawing) {
        let share = |share: f64, min: f64, max: f64| (self.radius * share).clamp(min, max);
        let (width, ink) = match self.look {
            Emphasis::Heavy => (share(0.055, 2.2, 3.6), Ink::Text),
            Emphasis::Offered => (share(0.03, 1.3, 2.0), Ink::Text),
            Emphasis::Thin | Emphasis::Hollow => (share(0.025, 1.0, 1.6), Ink::Dim),
            Emphasis::Dimmed => (share(0.014, 0.6, 0.9), Ink::Dim),
        };
        self.shaft(drawing, 0.0, self.length - self.tip() * 0.6, width, ink);
        self.point(drawing, self.length, self.tip(), 0.42, ink);
    }

    /// The move that led here: an outline, so that it is no legal move.
    pub(super) fn draw_hollow(&self, drawing: &mut Drawing) {
        let width = (self.radius * 0.13).clamp(4.0, 8.5);
        let line = (self.radius * 0.022).clamp(0.9, 1.5);
        let tip = self.tip();
        let begin = self.clear.min(self.length * 0.5);
        self.shaft(drawing, begin, self.length - tip * 0.8, width, Ink::Text);
        self.point(drawing, self.length, tip, 0.7, Ink::Text);
        let inner = self.length - line * 2.0;
        let to = inner - (tip - line * 3.2) * 0.8;
        self.shaft(drawing, begin + line, to, width - 2.0 * line, Ink::Panel);
        self.point(drawing, inner, tip - line * 3.2, 0.7, Ink::Panel);
    }

    fn shaft(&self, drawing: &mut Drawing, from: f64, to: f64, width: f64, ink: Ink) {
        if to > from {
            drawing.add(Shape::Segment {
                points: [self.at(from, 0.0), self.at(to, 0.0)],
                stroke: Stroke::new(width, ink),
            });
        }
    }

    /// A triangle whose corner is at `end` along the arrow.
    fn point(&self, drawing: &mut Drawing, end: f64, length: f64, slim: f64, ink: Ink) {
        drawing.add(Shape::Polygon {
            points: vec![
                self.at(end, 0.0),
                self.at(end - length, length * slim),
                self.at(end - length, -length * slim),
            ],
            fill: Some(ink),
            stroke: None,
        });
    }
}

/// The distance from a point inside a rectangle to its border; 0 for a point outside.
fn exit(rect: Rect, from: Point, ux: f64, uy: f64) -> f64 {
    if !rect.contains(from) {
        return 0.0;
    }
    let axis = |at: f64, low: f64, high: f64, step: f64| {
        if step > 1e-9 {
            (high - at) / step
        } else if step < -1e-9 {
            (low - at) / step
        } else {
            f64::INFINITY
        }
    };
    axis(from.x, rect.min.x, rect.max.x, ux).min(axis(from.y, rect.min.y, rect.max.y, uy))
}
