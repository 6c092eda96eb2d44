//! Moves with a target only: the resulting rating is shown on the place where the chip lands.

use super::BoardMove;
use super::chip::{Chip, extent};
use super::data::centre;
use crate::diagram::shape::{Drawing, Ink, Rect, Shape};
use crate::game::{CellShape, Picture};

/// The font sizes to try; if none fits, dots replace the labels.
const SIZES: [f64; 6] = [13.0, 12.0, 11.0, 10.0, 9.0, 8.5];

/// The offset of a label from the center of a place with a piece, across and down.
const CORNER: f64 = 0.5;

fn has_piece(picture: &Picture, mv: &BoardMove) -> bool {
    let place = picture.cells.get(mv.to);
    place.is_some_and(|place| place.piece.is_some())
}

/// Draws the moves with all labels in one size: the largest in which every one fits its place. If
/// none fits, a dot marks the target of a move, and a large dot that of a best move.
pub(super) fn draw_moves(
    drawing: &mut Drawing,
    picture: &Picture,
    moves: &[BoardMove],
    radius: f64,
) {
    let room = |mv: &BoardMove| {
        let form = picture.cells.get(mv.to).map(|place| place.shape);
        let across = if form == Some(CellShape::Hex) {
            1.4
        } else {
            1.7
        };
        match has_piece(picture, mv) {
            true => (radius * 0.8, radius * 0.8),
            false => (radius * across, radius),
        }
    };
    let fits = |size: &f64| {
        moves.iter().all(|mv| {
            let ((width, height), (across, down)) = (extent(&mv.label, *size), room(mv));
            width <= across && height <= down
        })
    };
    let size = SIZES.into_iter().find(fits);
    for mv in moves {
        let Some(place) = picture.cells.get(mv.to) else {
            continue;
        };
        let middle = centre(place, radius);
        // The piece on the place stays visible beside the label.
        let middle = match has_piece(picture, mv) {
            true => middle.moved(radius * CORNER, radius * CORNER),
            false => middle,
        };
        match size.filter(|_| !mv.label.is_empty()) {
            Some(size) => {
                let (width, height) = extent(&mv.label, size);
                let rect = Rect::around(middle, width, height);
                Chip { rect, size }.draw(drawing, &mv.label, mv.strong);
            }
            None => drawing.add(Shape::Disc {
                centre: middle,
                radius: radius * if mv.strong { 0.3 } else { 0.16 },
                fill: if mv.strong { Ink::Text } else { Ink::Dim },
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Cell, Piece};

    #[test]
    fn a_label_lies_on_an_empty_place_and_beside_what_lies_on_another() {
        for (piece, offset) in [(None, 0.0), (Some(Piece::Mark('●')), 10.0)] {
            let place = Cell::square(1, 0, String::new(), piece);
            let picture = Picture {
                cells: vec![place],
                ..Picture::default()
            };
            let mv = BoardMove {
                to: 0,
                label: "1".to_owned(),
                strong: true,
            };
            let mut drawing = Drawing::default();
            draw_moves(&mut drawing, &picture, &[mv], 20.0);
            let boxes = drawing.shapes.iter().filter_map(|shape| match shape {
                Shape::Box { rect, .. } => Some(rect.centre()),
                _ => None,
            });
            let middles: Vec<_> = boxes.map(|middle| (middle.x, middle.y)).collect();
            assert_eq!(middles, [(40.0 + offset, offset)]);
        }
    }
}
