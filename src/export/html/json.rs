//! JSON inside a page: no text in it can end the element that contains it. The shapes of a diagram
//! are arrays for the page to draw, one each, which starts with a letter.

use std::fmt;

use crate::diagram::{Anchor, Ink, Point, Shade, Shape, Stroke, Weight};

/// A text as JSON. Markup can't start in it, and invisible characters that affect their neighbors
/// are written as escapes.
pub(super) struct Text<'a>(pub &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        let mut rest = self.0;
        while let Some(at) = rest.find(must_be_escaped) {
            f.write_str(&rest[..at])?;
            rest = &rest[at..];
            let Some(character) = rest.chars().next() else {
                break;
            };
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                other => {
                    for unit in other.encode_utf16(&mut [0; 2]) {
                        write!(f, "\\u{unit:04x}")?;
                    }
                }
            }
            rest = &rest[character.len_utf8()..];
        }
        write!(f, "{rest}\"")
    }
}

fn must_be_escaped(character: char) -> bool {
    character.is_control()
        || matches!(character, '"' | '\\' | '<' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{feff}'
            | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// A coordinate, to a hundredth.
#[derive(Clone, Copy)]
pub(super) struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A sum with zero has no minus before a zero.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// The separator between list items: nothing before the first.
#[derive(Default)]
pub(super) struct Between {
    begun: bool,
}

impl Between {
    /// The comma before the next item.
    pub fn next(&mut self) -> &'static str {
        if std::mem::replace(&mut self.begun, true) {
            ","
        } else {
            ""
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_end_its_element_or_turn_what_follows_around() {
        let hostile = "</script><!-- \"\\\u{2028}\u{202e}\u{0}\r\n\u{7f}\u{ffff}é🎲";
        let written = Text(hostile).to_string();
        assert_eq!(
            written,
            "\"\\u003c/script>\\u003c!-- \\\"\\\\\\u2028\\u202e\\u0000\\u000d\\n\\u007f\\uffffé🎲\""
        );
        let read: String = serde_json::from_str(&written).expect("JSON");
        assert_eq!(read, hostile);
    }

    #[test]
    fn every_character_comes_back() {
        for character in (0..=0x3000).chain([0xfffe, 0x1_f3b2]) {
            let Some(character) = char::from_u32(character) else {
                continue;
            };
            let text = format!("a{character}b");
            let read: String = serde_json::from_str(&Text(&text).to_string()).expect("JSON");
            assert_eq!(read, text);
        }
    }
}
