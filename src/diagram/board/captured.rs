//! The dice that a player has captured in its turn, in a row below a board.

use super::piece::draw_die;
use crate::diagram::shape::{Anchor, Drawing, Ink, Point, Weight};
use crate::game::Picture;

/// The largest number of dice in a row.
const MAX_IN_ROW: u16 = 10;

/// The captured dice of a picture, in a row around the origin: `edge` is that of a die, in scene
/// units. More than ten are one die and their number.
pub fn captured_dice(picture: &Picture, edge: f64) -> Drawing {
    let mut drawing = Drawing::default();
    let Some((player, dice)) = picture.captured else {
        return drawing;
    };
    let step = edge * 2.1;
    // The middle of a die's top is half an edge above its own.
    let die = |drawing: &mut Drawing, x: f64| {
        draw_die(drawing, Point::new(x, -edge / 2.0), edge, player);
    };
    if dice > MAX_IN_ROW {
        die(&mut drawing, -step / 2.0);
        let at = Point::new(step / 4.0, 0.0);
        let number = format!("× {dice}");
        drawing.text(
            at,
            Anchor::Left,
            number,
            edge * 1.3,
            Ink::Text,
            Weight::Strong,
        );
        return drawing;
    }
    let first = -f64::from(dice - 1) / 2.0 * step;
    for index in 0..dice {
        die(&mut drawing, first + f64::from(index) * step);
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::shape::Shape;
    use crate::game::Player;

    #[test]
    fn up_to_ten_captured_dice_are_drawn_and_more_are_a_number() {
        let drawn = |captured: Option<(Player, u16)>| {
            let picture = Picture {
                captured,
                ..Picture::default()
            };
            captured_dice(&picture, 9.0)
        };
        let one = drawn(Some((Player(0), 1))).shapes.len();
        assert_eq!(drawn(None).shapes, []);
        assert_eq!(drawn(Some((Player(0), 10))).shapes.len(), 10 * one);
        let many = drawn(Some((Player(1), 11))).shapes;
        assert_eq!(many.len(), one + 1);
        let number = many.last().expect("a shape");
        assert!(matches!(number, Shape::Text { text, .. } if text == "× 11"));
    }
}
