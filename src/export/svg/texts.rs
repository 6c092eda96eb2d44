//! The texts of an SVG: glyph outlines, which are defined once, and the transparent text over them.

use std::mem;

use super::markup::{self, PathData, attribute, integer, numbers, place, rounded};
use super::{PlacedGlyph, Svg, TextRun, is_short};
use crate::diagram::{Anchor, Point, Shape, Weight};
use crate::export::letters::{BASELINE, Glyph, Run};
use crate::export::pen::Placed;

impl Svg<'_> {
    /// A text: short ones are a part of the block.
    pub(super) fn text(&mut self, shape: &Shape) {
        let Shape::Text {
            at,
            anchor,
            text,
            size,
            ink,
            weight,
        } = shape
        else {
            return;
        };
        let line = self.letters.line(text, *weight);
        let short = is_short(text);
        let at = at.moved(0.0, BASELINE * size);
        let left = at.x - anchor.before() * line.width * size;
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
            self.fill(&mut markup, Some(*ink));
            markup.push('>');
        }
        let begun = markup.len();
        if !line.lacking {
            for run in &line.runs {
                let from = Point::new(left + run.x * size - corner.x, at.y - corner.y);
                self.run(&mut markup, run, text, *size, from);
            }
        }
        match line.lacking {
            true => self.seen(shape, at),
            false => self.over(text, Point::new(left, at.y), *size, line.width),
        }
        if markup.len() == begun {
            // Nothing of it is visible.
        } else if short {
            let mut block = mem::take(&mut self.block.markup);
            block.push_str("<g");
            self.fill(&mut block, Some(*ink));
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
    fn run(&mut self, markup: &mut String, run: &Run, text: &str, size: f64, from: Point) {
        let Some(units) = self.letters.faces().get(run.face).map(|face| face.units) else {
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
        self.letters.faces()[face].draw(
            glyph,
            &mut Placed {
                pen: &mut data,
                origin: (0.0, 0.0),
                scale: (1.0, -1.0),
            },
        );
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
        markup::text(out, text);
        out.push_str("</text>\n");
        self.over.texts += 1;
    }

    /// A visible text, which needs a font of the reader's.
    pub(super) fn seen(&mut self, shape: &Shape, at: Point) {
        let Shape::Text {
            anchor,
            text,
            size,
            ink,
            weight,
            ..
        } = shape
        else {
            return;
        };
        let mut line = String::from("<text fill-opacity=\"1\"");
        place(&mut line, [at.x, at.y]);
        attribute(&mut line, "font-size", *size);
        line.push_str(match anchor {
            Anchor::Left => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::Right => " text-anchor=\"end\"",
        });
        if *weight == Weight::Strong {
            line.push_str(" font-weight=\"600\"");
        }
        self.fill(&mut line, Some(*ink));
        line.push('>');
        markup::text(&mut line, text);
        line.push_str("</text>\n");
        self.over.markup.push_str(&line);
        self.over.texts += 1;
    }
}
