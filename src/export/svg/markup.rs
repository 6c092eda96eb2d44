//! Writes the parts of an SVG: numbers, coordinates, paths and texts, as short as possible. A text
//! is glyph outlines, which are defined once, and the transparent text over them.

use std::fmt::{self, Write as _};
use std::mem;

use super::{PlacedGlyph, Svg, TextRun, is_short};
use crate::diagram::{Anchor, Point, Rgb, Shape, Text, Weight};
use crate::export::escape::escape;
use crate::export::letters::{BASELINE, FontRun, Glyph, face_at};
use crate::export::scene::{Pen, Placed};

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
            for (slot, value) in [x - at.0, y - at.1].into_iter().enumerate() {
                // A minus separates too.
                if index + slot > 0 && rounded(value) >= 0.0 {
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
pub(super) fn write_text(out: &mut String, text: &str) {
    // Most texts need no escaping. Forbidden characters start with one of these two bytes.
    let plain = |byte: u8| match byte {
        0xc2 | 0xef => false,
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | 0x80.. => true,
        _ => b" /+.-,".contains(&byte),
    };
    match text.bytes().all(plain) {
        true => out.push_str(text),
        // A String takes everything.
        false => _ = write!(out, "{}", MarkupEscaped(text)),
    }
}

/// A text between tags: markup is escaped, and characters that XML can't hold are replaced.
pub(super) struct MarkupEscaped<'a>(pub(super) &'a str);

impl fmt::Display for MarkupEscaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(f, self.0, |f, character| match character {
            '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER),
            other if other.is_control() => f.write_char(char::REPLACEMENT_CHARACTER),
            other => f.write_char(other),
        })
    }
}

impl Svg<'_> {
    /// A text: short ones are a part of the block.
    pub(super) fn text(&mut self, shape: &Shape) {
        let Shape::Text(drawn) = shape else {
            return;
        };
        let (text, size, ink) = (&drawn.text, drawn.size, drawn.ink);
        let line = self.letters.line(text, drawn.weight);
        let short = is_short(text);
        let at = drawn.at.moved(0.0, BASELINE * size);
        let left = at.x - drawn.anchor.before() * line.width * size;
        let corner = match short {
            true => self.corner(shape),
            false => Point::new(rounded(left), rounded(at.y)),
        };
        // With the memory of the one before.
        let mut markup = mem::take(&mut self.line);
        markup.clear();
        if !short {
            markup.push_str("<g transform=\"translate(");
            numbers(&mut markup, &[corner.x, corner.y]);
            markup.push_str(")\"");
            self.fill(&mut markup, Some(ink));
            markup.push('>');
        }
        let begun = markup.len();
        if !line.lacking {
            for run in &line.runs {
                let from = Point::new(left + run.x * size - corner.x, at.y - corner.y);
                self.run(&mut markup, run, text, size, from);
            }
        }
        match line.lacking {
            true => self.seen(drawn, at),
            false => self.over(text, Point::new(left, at.y), size, line.width),
        }
        if markup.len() == begun {
            // Nothing of it is visible.
        } else if short {
            let mut block = mem::take(&mut self.block.markup);
            block.push_str("<g");
            self.fill(&mut block, Some(ink));
            block.push('>');
            block.push_str(&markup);
            block.push_str("</g>");
            self.block.markup = block;
        } else {
            self.ready.push_str(&markup);
            self.ready.push_str("</g>\n");
        }
        self.line = markup;
    }

    /// The glyphs of a part of a text that starts at `from`.
    fn run(&mut self, markup: &mut String, run: &FontRun, text: &str, size: f64, from: Point) {
        let Some(units) = face_at(run.face).map(|face| face.units) else {
            return;
        };
        let said = &text[run.text.clone()];
        let ends = |glyph: &Glyph| {
            let end = said[glyph.text.clone()].chars().next_back();
            !is_short(text) && end.is_some_and(|end| matches!(end, ' ' | '/' | ',' | '>' | '→'))
        };
        let scale = (size / units * 1e6).round() / 1e6;
        let mut asked = mem::take(&mut self.asked);
        for part in run.glyphs.split_inclusive(ends) {
            let left = part.first().map_or(0.0, |glyph| glyph.x);
            let places = part.iter().map(|glyph| {
                let (x, y) = ((glyph.x - left) * units, -glyph.y * units);
                PlacedGlyph(glyph.id, x.round() as i32, y.round() as i32)
            });
            // Reuses the memory of the previous lookup.
            asked.face = run.face;
            asked.scale = scale.to_bits();
            asked.places.clear();
            asked.places.extend(places);
            let (x, y) = (from.x + left * size, from.y);
            self.part(markup, &asked, [x, y]);
        }
        self.asked = asked;
    }

    /// A part of a text at its place; nothing if it has no visible glyphs.
    fn part(&mut self, markup: &mut String, part: &TextRun, at: [f64; 2]) {
        let known = self.parts.get(part).copied();
        if let Some(Some(number)) = known {
            self.add_use(markup, number, at);
            return;
        }
        let mut letters = String::new();
        self.letters_of(&mut letters, part);
        if letters.is_empty() {
            return;
        }
        let scale = f64::from_bits(part.scale);
        let number = match known {
            // Again, and it is defined.
            Some(_) => {
                let scale = format!(" transform=\"scale({scale})\"");
                let number = self.define(&scale, &letters);
                self.add_use(markup, number, at);
                Some(number)
            }
            None => {
                markup.push_str("<g transform=\"translate(");
                numbers(markup, &at);
                markup.push_str(&format!(")scale({scale})\">{letters}</g>"));
                None
            }
        };
        self.parts.insert(part.clone(), number);
    }

    /// The glyphs of a part in font units. Pairs of glyphs that repeat are defined together.
    fn letters_of(&mut self, letters: &mut String, part: &TextRun) {
        for two in part.places.chunks(2) {
            let [
                PlacedGlyph(first, x, y),
                PlacedGlyph(second, next_x, next_y),
            ] = two
            else {
                for PlacedGlyph(glyph, x, y) in two {
                    self.letter(letters, part.face, *glyph, [*x, *y]);
                }
                continue;
            };
            let (dx, dy) = (next_x - x, next_y - y);
            let pair = (part.face, [*first, *second], [dx, dy]);
            let number = match self.pairs.get(&pair) {
                None => {
                    self.pairs.insert(pair, None);
                    for PlacedGlyph(glyph, x, y) in two {
                        self.letter(letters, part.face, *glyph, [*x, *y]);
                    }
                    continue;
                }
                Some(Some(number)) => *number,
                Some(None) => {
                    let mut both = String::new();
                    self.letter(&mut both, part.face, *first, [0, 0]);
                    self.letter(&mut both, part.face, *second, [dx, dy]);
                    let number = self.define("", &both);
                    self.pairs.insert(pair, Some(number));
                    number
                }
            };
            self.add_use(letters, number, [*x, *y].map(f64::from));
        }
    }

    fn letter(&mut self, letters: &mut String, face: usize, glyph: u16, at: [i32; 2]) {
        if let Some(number) = self.glyph(face, glyph) {
            self.add_use(letters, number, at.map(f64::from));
        }
    }

    /// A use of the definition with this number, at a place.
    pub(super) fn add_use(&self, markup: &mut String, number: usize, at: [f64; 2]) {
        markup.push_str(&self.used);
        integer(markup, number as u64);
        markup.push('"');
        place(markup, at);
        markup.push_str("/>");
    }

    /// The number of a glyph, whose outline is written if it is new; `None` for one without an
    /// outline.
    fn glyph(&mut self, face: usize, glyph: u16) -> Option<usize> {
        if let Some(number) = self.glyphs.get(&(face, glyph)) {
            return *number;
        }
        let mut data = PathData::default();
        let mut pen = Placed {
            pen: &mut data,
            origin: (0.0, 0.0),
            scale: (1.0, -1.0),
        };
        if let Some(face) = face_at(face) {
            face.draw(glyph, &mut pen);
        }
        let number = (!data.data.is_empty()).then(|| self.next());
        if let Some(number) = number {
            let (name, data) = (&self.name, data.data);
            let path = format!("<defs><path id=\"{name}{number}\" d=\"{data}\"/></defs>\n");
            self.ready.push_str(&path);
        }
        self.glyphs.insert((face, glyph), number);
        number
    }

    pub(super) fn next(&mut self) -> usize {
        self.names += 1;
        self.names
    }

    /// The transparent text over its glyphs, which start at `at` and are `width` font sizes wide.
    fn over(&mut self, text: &str, at: Point, size: f64, width: f64) {
        let out = &mut self.over.markup;
        out.push_str("<text");
        place(out, [at.x, at.y]);
        attribute(out, "font-size", size);
        // As wide as the glyphs below it, whatever the reader's font.
        if text.chars().nth(3).is_some() {
            attribute(out, "textLength", width * size);
        }
        out.push('>');
        write_text(out, text);
        out.push_str("</text>\n");
        self.over.texts += 1;
    }

    /// A visible text, which needs a font of the reader's.
    pub(super) fn seen(&mut self, text: &Text, at: Point) {
        let mut line = String::from("<text fill-opacity=\"1\"");
        place(&mut line, [at.x, at.y]);
        attribute(&mut line, "font-size", text.size);
        line.push_str(match text.anchor {
            Anchor::Left => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::Right => " text-anchor=\"end\"",
        });
        if text.weight == Weight::Strong {
            line.push_str(" font-weight=\"600\"");
        }
        self.fill(&mut line, Some(text.ink));
        line.push('>');
        write_text(&mut line, &text.text);
        line.push_str("</text>\n");
        self.over.markup.push_str(&line);
        self.over.texts += 1;
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
    fn markup_is_escaped_and_characters_that_xml_forbids_are_replaced() {
        let text = MarkupEscaped("a<b>&\"c\"\u{0}\u{1b}\u{ffff}漢").to_string();
        assert_eq!(
            text,
            "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}\u{fffd}\u{fffd}漢"
        );
    }
}
