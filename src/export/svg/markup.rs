//! Writes numbers, coordinates, paths and texts of an SVG as short as possible.

use std::fmt::{self, Write as _};

use crate::diagram::{Point, Rgb, Shape};
use crate::export::pen::Pen;
use crate::export::xml::escape;

/// A line as the beginning of its element.
pub(super) fn path(out: &mut String, shape: &Shape, corner: Point) {
    let (letter, points): (char, &[Point]) = match shape {
        Shape::Curve { points, .. } => ('c', points),
        Shape::Segment { points, .. } => ('l', points),
        _ => return,
    };
    out.push_str("<path d=\"M");
    let start = from(corner, points[0]);
    numbers(out, &start);
    // From where the pen is after rounding, so that ends are exact.
    let [x, y] = start.map(rounded);
    for (index, point) in points[1..].iter().enumerate() {
        out.push(if index == 0 { letter } else { ' ' });
        let [to_x, to_y] = from(corner, *point);
        numbers(out, &[to_x - x, to_y - y]);
    }
    out.push('"');
}

/// A place as attributes; none at the corner.
pub(super) fn place(out: &mut String, at: [f64; 2]) {
    for (name, value) in ["x", "y"].into_iter().zip(at) {
        if rounded(value) != 0.0 {
            attribute(out, name, value);
        }
    }
}

/// A place relative to a corner.
pub(super) fn from(corner: Point, point: Point) -> [f64; 2] {
    [point.x - corner.x, point.y - corner.y]
}

pub(super) fn attribute(out: &mut String, name: &str, value: f64) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    number(out, value);
    out.push('"');
}

pub(super) fn numbers(out: &mut String, values: &[f64]) {
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        number(out, *value);
    }
}

/// A number to a hundredth, as it is written.
pub(super) fn rounded(value: f64) -> f64 {
    hundredths(value) as f64 / 100.0
}

/// A number in hundredths, with halves rounded away from 0.
fn hundredths(value: f64) -> i64 {
    (value * 100.0 + 0.5_f64.copysign(value)) as i64
}

/// A number, to a hundredth.
pub(super) fn number(out: &mut String, value: f64) {
    let hundredths = hundredths(value);
    if hundredths < 0 {
        out.push('-');
    }
    let (whole, part) = (
        hundredths.unsigned_abs() / 100,
        hundredths.unsigned_abs() % 100,
    );
    integer(out, whole);
    let part = 2 * part as usize;
    match &PAIRS.as_bytes()[part..part + 2] {
        b"00" => {}
        [tenths, b'0'] => {
            out.push('.');
            out.push(char::from(*tenths));
        }
        _ => {
            out.push('.');
            out.push_str(&PAIRS[part..part + 2]);
        }
    }
}

/// The numbers below a hundred, two digits each.
const PAIRS: &str = "\
    00010203040506070809101112131415161718192021222324\
    25262728293031323334353637383940414243444546474849\
    50515253545556575859606162636465666768697071727374\
    75767778798081828384858687888990919293949596979899";

pub(super) fn integer(out: &mut String, value: u64) {
    out.push_str(itoa::Buffer::new().format(value));
}

/// A color, as it is written.
pub(super) fn color(out: &mut String, Rgb(red, green, blue): Rgb) {
    const DIGITS: &str = "0123456789abcdef";
    out.push('#');
    for part in [red, green, blue] {
        for digit in [usize::from(part >> 4), usize::from(part & 0xf)] {
            out.push_str(&DIGITS[digit..=digit]);
        }
    }
}

/// An outline as the attribute of a path, each coordinate relative to the one before.
#[derive(Default)]
pub(super) struct PathData {
    pub(super) data: String,
    at: (f64, f64),
    /// The start of the current outline.
    start: (f64, f64),
}

impl PathData {
    fn add(&mut self, letter: char, points: &[(f64, f64)]) {
        self.data.push(letter);
        let at = self.at;
        for (index, (x, y)) in points.iter().enumerate() {
            for (place, value) in [x - at.0, y - at.1].into_iter().enumerate() {
                // A minus separates too.
                if index + place > 0 && rounded(value) >= 0.0 {
                    self.data.push(' ');
                }
                number(&mut self.data, value);
            }
        }
        let (x, y) = points.last().copied().unwrap_or(at);
        self.at = (rounded(x), rounded(y));
    }
}

impl Pen for PathData {
    fn move_to(&mut self, to: (f64, f64)) {
        self.add('m', &[to]);
        self.start = self.at;
    }

    fn line_to(&mut self, to: (f64, f64)) {
        self.add('l', &[to]);
    }

    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64)) {
        self.add('c', &[first, second, to]);
    }

    fn close(&mut self) {
        self.data.push('z');
        self.at = self.start;
    }
}

/// Writes a text between tags.
pub(super) fn text(out: &mut String, text: &str) {
    // Most texts need no escaping. Forbidden characters start with one of these two bytes.
    let plain = |byte: u8| match byte {
        0xc2 | 0xef => false,
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | 0x80.. => true,
        _ => b" /+.-,".contains(&byte),
    };
    match text.bytes().all(plain) {
        true => out.push_str(text),
        // A String takes everything.
        false => _ = write!(out, "{}", Escaped(text)),
    }
}

/// A text between tags: markup is escaped, and characters that XML can't hold are replaced.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(f, self.0, |f, character| match character {
            '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER),
            other if other.is_control() => f.write_char(char::REPLACEMENT_CHARACTER),
            other => f.write_char(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_zero_has_no_sign() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.005_1, "1.01"),
            (-72.25, "-72.25"),
            (1e6, "1000000"),
            (0.1, "0.1"),
            (-0.05, "-0.05"),
        ] {
            let mut written = String::new();
            number(&mut written, value);
            assert_eq!(written, text);
        }
    }

    #[test]
    fn markup_and_what_xml_can_not_hold_does_not_pass() {
        let text = Escaped("a<b>&\"c\"\u{0}\u{1b}\u{ffff}漢").to_string();
        assert_eq!(
            text,
            "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}\u{fffd}\u{fffd}漢"
        );
    }
}
