//! The board beside the tree: hexes or squares in the owner's tint, dice as isometric stacks,
//! attacks as arrows that carry the rating they lead to.

use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, Weight};
use crate::game::{Form, Picture, Piece, Place};
use crate::layout::text::text_width;

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

/// A board as shapes, with the places that can be pointed at.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BoardDiagram {
    /// The shapes.
    pub drawing: Drawing,
    /// Where everything lies, with a margin.
    pub bounds: Rect,
    /// The outline of every place, in the order of the picture.
    pub places: Vec<Vec<Point>>,
}

impl BoardDiagram {
    /// The place at a point of the scene.
    pub fn place_at(&self, point: Point) -> Option<usize> {
        self.places
            .iter()
            .position(|corners| inside(corners, point))
    }
}

/// Scene units of the distance from a hex's centre to its corners.
const RADIUS: f64 = 66.0;
/// The size of the ratings on arrows.
const LABEL_SIZE: f64 = 13.0;
/// The edge of a die.
const DIE: f64 = 21.0;
/// How far a die stands above the one below it.
const STACKED: f64 = 22.0;

/// Draws a position. `marked` is the place that a click has marked as the source of an attack.
pub fn board(picture: &Picture, arrows: &[BoardArrow], marked: Option<usize>) -> BoardDiagram {
    let mut diagram = BoardDiagram::default();
    for (index, place) in picture.places.iter().enumerate() {
        let corners = outline(place, 0.95);
        draw_place(&mut diagram.drawing, place, &corners, marked == Some(index));
        diagram.places.push(corners);
    }
    diagram.bounds = bounds(&diagram.places).grown(6.0);
    for place in &picture.places {
        draw_piece(&mut diagram.drawing, place);
    }
    for arrow in arrows.iter().filter(|arrow| arrow.last) {
        draw_hollow_arrow(&mut diagram.drawing, picture, arrow);
    }
    for arrow in arrows.iter().filter(|arrow| !arrow.last) {
        draw_arrow(&mut diagram.drawing, picture, arrow);
    }
    // Labels lie on top of every arrow, so that none is crossed out.
    for arrow in arrows.iter().filter(|arrow| !arrow.label.is_empty()) {
        draw_label(&mut diagram.drawing, picture, arrow);
    }
    diagram
}

fn centre(place: &Place) -> Point {
    Point::new(place.x * RADIUS, place.y * RADIUS)
}

fn outline(place: &Place, scale: f64) -> Vec<Point> {
    let middle = centre(place);
    let (corners, turn, radius) = match place.form {
        Form::Hex => (6, 0.0, RADIUS * scale),
        Form::Square => (4, 0.125, RADIUS * scale * std::f64::consts::SQRT_2),
    };
    (0..corners)
        .map(|corner| {
            let angle = (f64::from(corner) / f64::from(corners) + turn) * std::f64::consts::TAU;
            middle.moved(radius * angle.sin(), -radius * angle.cos())
        })
        .collect()
}

fn bounds(places: &[Vec<Point>]) -> Rect {
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

fn draw_place(drawing: &mut Drawing, place: &Place, corners: &[Point], marked: bool) {
    let (fill, ink) = match place.owner {
        Some(owner) => (
            Ink::Player(owner, Shade::Area),
            Ink::Player(owner, Shade::Full),
        ),
        None => (Ink::Panel, Ink::Line),
    };
    let stroke = if marked {
        Stroke::new(4.0, Ink::Text)
    } else {
        Stroke::new(1.5, ink)
    };
    drawing.add(Shape::Polygon {
        points: corners.to_vec(),
        fill: Some(fill),
        stroke: Some(stroke),
    });
    let middle = centre(place);
    drawing.text(
        middle.moved(-RADIUS * 0.64, RADIUS * 0.36),
        Anchor::Middle,
        &*place.number,
        13.0,
        Ink::Dim,
        Weight::Normal,
    );
    drawing.text(
        middle.moved(RADIUS * 0.62, RADIUS * 0.36),
        Anchor::Middle,
        &*place.label,
        15.0,
        ink,
        Weight::Strong,
    );
}

fn draw_piece(drawing: &mut Drawing, place: &Place) {
    let middle = centre(place);
    match (&place.piece, place.owner) {
        (Some(Piece::Dice(dice)), Some(owner)) => {
            // A tall stack is pressed together, so that nine dice stay on their hex.
            let step = STACKED.min(RADIUS * 1.1 / f64::from((*dice).max(1)));
            let lift = f64::from(dice.saturating_sub(1)) * step;
            let bottom = middle.moved(0.0, 10.0 + (lift / 2.0).min(8.0));
            for level in 0..*dice {
                let ink = |shade| Ink::Player(owner, shade);
                draw_die(drawing, bottom.moved(0.0, -f64::from(level) * step), ink);
            }
        }
        (Some(Piece::Mark(sign)), owner) => {
            let ink = owner.map_or(Ink::Text, |owner| Ink::Player(owner, Shade::Full));
            let size = RADIUS;
            drawing.text(
                middle,
                Anchor::Middle,
                sign.to_string(),
                size,
                ink,
                Weight::Strong,
            );
        }
        _ => {}
    }
}

/// One die, seen from above at a corner: its top, its left and its right side, and a pip.
fn draw_die(drawing: &mut Drawing, at: Point, ink: impl Fn(Shade) -> Ink) {
    let (wide, half) = (DIE * 0.87, DIE * 0.5);
    let edge = Some(Stroke::new(1.0, Ink::Panel));
    let mut face = |points: [(f64, f64); 4], shade| {
        drawing.add(Shape::Polygon {
            points: points.iter().map(|(x, y)| at.moved(*x, *y)).collect(),
            fill: Some(ink(shade)),
            stroke: edge,
        });
    };
    face(
        [(0.0, -half), (wide, 0.0), (0.0, half), (-wide, 0.0)],
        Shade::Light,
    );
    face(
        [(-wide, 0.0), (0.0, half), (0.0, half + DIE), (-wide, DIE)],
        Shade::Middle,
    );
    face(
        [(wide, 0.0), (wide, DIE), (0.0, half + DIE), (0.0, half)],
        Shade::Dark,
    );
    drawing.add(Shape::Polygon {
        points: (0..12)
            .map(|corner| {
                let angle = f64::from(corner) / 12.0 * std::f64::consts::TAU;
                at.moved(3.2 * angle.cos(), 1.9 * angle.sin())
            })
            .collect(),
        fill: Some(Ink::OnPlayer),
        stroke: None,
    });
}

/// The ends of an arrow, clear of both centres, and its direction.
fn ends(picture: &Picture, arrow: &BoardArrow) -> Option<(Point, Point, f64, f64)> {
    let from = centre(picture.places.get(arrow.from)?);
    let to = centre(picture.places.get(arrow.to)?);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    if length <= 0.0 {
        return None;
    }
    let (ux, uy) = (dx / length, dy / length);
    Some((
        from.moved(ux * RADIUS * 0.55, uy * RADIUS * 0.55),
        to.moved(-ux * RADIUS * 0.55, -uy * RADIUS * 0.55),
        ux,
        uy,
    ))
}

fn draw_arrow(drawing: &mut Drawing, picture: &Picture, arrow: &BoardArrow) {
    let Some((from, to, ux, uy)) = ends(picture, arrow) else {
        return;
    };
    let (width, ink) = if arrow.strong {
        (3.4, Ink::Text)
    } else {
        (1.8, Ink::Dim)
    };
    drawing.add(Shape::Segment {
        points: [from, to],
        stroke: Stroke::new(width, ink),
    });
    drawing.add(Shape::Polygon {
        points: tip(to, ux, uy, 10.0, 6.5),
        fill: Some(ink),
        stroke: None,
    });
}

/// The corners of an arrow's tip that points along `(ux, uy)` from `at`.
fn tip(at: Point, ux: f64, uy: f64, length: f64, side: f64) -> Vec<Point> {
    vec![
        at.moved(ux * length, uy * length),
        at.moved(-uy * side, ux * side),
        at.moved(uy * side, -ux * side),
    ]
}

/// The move that led here: an outline, so that it is no legal move.
fn draw_hollow_arrow(drawing: &mut Drawing, picture: &Picture, arrow: &BoardArrow) {
    let Some((from, to, ux, uy)) = ends(picture, arrow) else {
        return;
    };
    for (width, length, side, ink) in [(9.0, 15.0, 12.0, Ink::Text), (6.0, 11.0, 8.5, Ink::Panel)] {
        let inset = if ink == Ink::Panel { 1.5 } else { 0.0 };
        drawing.add(Shape::Segment {
            points: [from.moved(ux * inset, uy * inset), to],
            stroke: Stroke::new(width, ink),
        });
        drawing.add(Shape::Polygon {
            points: tip(to.moved(ux * inset, uy * inset), ux, uy, length, side),
            fill: Some(ink),
            stroke: None,
        });
    }
}

fn draw_label(drawing: &mut Drawing, picture: &Picture, arrow: &BoardArrow) {
    let Some((from, to, ..)) = ends(picture, arrow) else {
        return;
    };
    let middle = Point::new(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
    let width = (text_width(&arrow.label, LABEL_SIZE) + 12.0).max(20.0);
    drawing.add(Shape::Box {
        rect: Rect::around(middle, width, 20.0),
        rounding: 10.0,
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(1.0, Ink::Line)),
    });
    drawing.text(
        middle,
        Anchor::Middle,
        &*arrow.label,
        LABEL_SIZE,
        Ink::Text,
        if arrow.strong {
            Weight::Strong
        } else {
            Weight::Normal
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Shown;
    use crate::games::dice_of_doom::{Board, DiceOfDoom, Rules};

    fn picture() -> Picture {
        let rules = Rules::LAND_OF_LISP;
        let board = Board::read("b2b2/a2b1 a", &rules, None).expect("the book's board");
        let (game, position) = DiceOfDoom::<1>::with_board(rules, &board).expect("one word");
        game.picture(&position)
    }

    #[test]
    fn every_place_can_be_pointed_at_in_its_middle_and_nowhere_else() {
        let picture = picture();
        let diagram = board(&picture, &[], None);
        for (index, place) in picture.places.iter().enumerate() {
            assert_eq!(diagram.place_at(centre(place)), Some(index));
        }
        assert_eq!(diagram.place_at(Point::new(-1_000.0, 0.0)), None);
    }

    #[test]
    fn a_stack_has_a_die_for_each_of_its_dice() {
        let diagram = board(&picture(), &[], None);
        let tops = diagram
            .drawing
            .shapes
            .iter()
            .filter(|shape| {
                matches!(
                    shape,
                    Shape::Polygon {
                        fill: Some(Ink::Player(_, Shade::Light)),
                        ..
                    }
                )
            })
            .count();
        assert_eq!(tops, 2 + 2 + 2 + 1);
    }

    #[test]
    fn everything_lies_within_the_bounds() {
        let diagram = board(&picture(), &[], None);
        for shape in &diagram.drawing.shapes {
            if let Shape::Polygon { points, .. } = shape {
                assert!(points.iter().all(|point| diagram.bounds.contains(*point)));
            }
        }
    }
}
