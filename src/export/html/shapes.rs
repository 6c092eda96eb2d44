//! The shapes of a diagram as JSON, for the page to draw: one array each, which starts with a
//! letter.

use std::fmt;

use super::json::{Number, Text};
use crate::diagram::{Anchor, Ink, Point, Shade, Shape, Stroke, Weight};

/// Number of players with distinct colors.
const COLOURS: u8 = 6;

/// The name of an ink, which the page's style gives a color on each ground.
pub(super) fn ink_name(ink: Ink) -> String {
    match ink {
        Ink::Player(player, shade) => {
            let shade = match shade {
                Shade::Full => "",
                Shade::Area => "a",
                Shade::Light => "l",
                Shade::Middle => "m",
                Shade::Dark => "d",
                Shade::Faint => "f",
            };
            format!("p{}{shade}", player.0 % COLOURS)
        }
        Ink::Text => "text".to_owned(),
        Ink::Dim => "dim".to_owned(),
        Ink::Line => "line".to_owned(),
        Ink::Panel => "panel".to_owned(),
        Ink::Ground => "ground".to_owned(),
        Ink::Soft => "soft".to_owned(),
        Ink::OnPlayer => "on".to_owned(),
        Ink::Nobody => "nobody".to_owned(),
        Ink::Blunder => "blunder".to_owned(),
        Ink::BlunderArea => "blunderarea".to_owned(),
    }
}

/// A shape.
pub(super) struct DrawnShape<'a>(pub &'a Shape);

impl fmt::Display for DrawnShape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Shape::Polygon {
                points,
                fill,
                stroke,
            } => {
                f.write_str("[\"p\",\"")?;
                for (index, point) in points.iter().enumerate() {
                    let space = if index > 0 { " " } else { "" };
                    write!(f, "{space}{}", Pair(*point))?;
                }
                write!(f, "\",{}{}]", Fill(*fill), StrokeStyle(*stroke))
            }
            Shape::Box {
                rect,
                rounding,
                fill,
                stroke,
            } => {
                let (x, y) = (Number(rect.min.x), Number(rect.min.y));
                let (width, height) = (Number(rect.width()), Number(rect.height()));
                let (round, fill, line) = (Number(*rounding), Fill(*fill), StrokeStyle(*stroke));
                write!(f, "[\"b\",{x},{y},{width},{height},{round},{fill}{line}]")
            }
            Shape::Disc {
                centre,
                radius,
                fill,
            } => {
                let (x, y, r) = (Number(centre.x), Number(centre.y), Number(*radius));
                write!(f, "[\"c\",{x},{y},{r},{}]", Fill(Some(*fill)))
            }
            Shape::Curve { points, stroke } => {
                let [from, over, and, to] = points.map(Pair);
                let line = StrokeStyle(Some(*stroke));
                write!(f, "[\"u\",\"M{from}C{over} {and} {to}\"{line}]")
            }
            Shape::Segment { points, stroke } => {
                let [from, to] = points.map(Pair);
                write!(f, "[\"u\",\"M{from}L{to}\"{}]", StrokeStyle(Some(*stroke)))
            }
            Shape::Text {
                at,
                anchor,
                text,
                size,
                ink,
                weight,
            } => {
                let anchor = match anchor {
                    Anchor::Left => 0,
                    Anchor::Middle => 1,
                    Anchor::Right => 2,
                };
                let (x, y, size) = (Number(at.x), Number(at.y), Number(*size));
                let strong = u8::from(*weight == Weight::Strong);
                let (text, fill) = (Text(text), Fill(Some(*ink)));
                write!(f, "[\"t\",{x},{y},{anchor},{text},{size},{fill},{strong}]")
            }
        }
    }
}

struct Pair(Point);

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", Number(self.0.x), Number(self.0.y))
    }
}

struct Fill(Option<Ink>);

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("0"),
            Some(ink) => write!(f, "\"{}\"", ink_name(ink)),
        }
    }
}

/// A stroke: its ink, its width, and its dashes if it has any; nothing if there is none.
struct StrokeStyle(Option<Stroke>);

impl fmt::Display for StrokeStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(stroke) = self.0 else {
            return Ok(());
        };
        write!(f, ",\"{}\",{}", ink_name(stroke.ink), Number(stroke.width))?;
        match stroke.dash {
            Some(dash) => write!(f, ",{}", Number(dash)),
            None => Ok(()),
        }
    }
}
