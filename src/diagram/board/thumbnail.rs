//! A board as small as a node: places in their owners' colors, with the numbers of their dice.

use super::data::{BoardDiagram, bounds, centre};
use super::piece::Parts;
use super::{FILLED, outline};
use crate::diagram::shape::{Anchor, Drawing, Ink, Shade, Shape, Stroke, Weight};
use crate::game::{Cell, Picture, Piece};

/// The height of a number, in radii of its place.
const NUMBER: f64 = 1.1;

/// Draws a position with `radius` scene units from a place's center to its corners, for places too
/// small for dice and arrows.
pub fn board_thumbnail(picture: &Picture, radius: f64) -> BoardDiagram {
    let mut diagram = BoardDiagram::default();
    for place in &picture.cells {
        let corners = outline(place, radius, FILLED);
        let dice = match (&place.piece, place.owner) {
            (Some(Piece::Dice(dice)), Some(owner)) => Some((*dice, owner)),
            _ => None,
        };
        let owned = |owner| Ink::Player(owner, Shade::Full);
        diagram.drawing.add(Shape::Polygon {
            points: corners.clone(),
            fill: Some(dice.map_or(Ink::Soft, |(_, owner)| owned(owner))),
            stroke: dice.is_none().then(|| Stroke::new(0.6, Ink::Line)),
        });
        match dice {
            Some(dice) => draw_number(&mut diagram.drawing, place, dice.0, radius),
            None => Parts::new(place, false, radius).draw(&mut diagram.drawing),
        }
        diagram.places.push(corners);
    }
    diagram.bounds = bounds(&diagram.places);
    diagram
}

fn draw_number(drawing: &mut Drawing, place: &Cell, dice: u8, radius: f64) {
    drawing.text(
        centre(place, radius),
        Anchor::Middle,
        dice.to_string(),
        radius * NUMBER,
        Ink::OnPlayer,
        Weight::Strong,
    );
}
