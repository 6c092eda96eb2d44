//! Text as glyphs of the bundled fonts, so that a picture doesn't depend on installed fonts. The
//! fonts and the shaper are those of the window, with the same fallback order.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use harfrust::{Direction, ShapeOptions, ShapePlan, ShaperData, UnicodeBuffer, script};
use rustc_hash::FxHashMap;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::pen::Pen;
use crate::diagram::{Ink, Point, Shape, Weight};

/// The font of most texts: Inter, under the SIL Open Font License.
pub const INTER: &[u8] = include_bytes!("fonts/Inter-Regular.otf");
/// The same, semi-bold.
pub const INTER_SEMI_BOLD: &[u8] = include_bytes!("fonts/Inter-SemiBold.otf");

/// The fallback fonts for characters that Inter lacks, in the window's order.
const OTHERS: [&[u8]; 3] = [
    epaint_default_fonts::UBUNTU_LIGHT,
    epaint_default_fonts::NOTO_EMOJI_REGULAR,
    epaint_default_fonts::HACK_REGULAR,
];

/// The bundled fonts hold no script that is written to the left, or that is shaped otherwise than
/// Latin.
const DIRECTION: Direction = Direction::LeftToRight;

/// Maximum number of cached texts per weight.
const MAX_SET: usize = 10_000;

/// The distance of the baseline below the middle of a line, as a fraction of the font size: half
/// the height of Inter's capitals.
pub(super) const BASELINE: f64 = 0.364;

/// The loaded fonts.
pub(super) struct Letters {
    faces: Vec<Face>,
    /// Cache of shaped texts, separately for normal weight: most occur many times in a picture.
    set: RefCell<[FxHashMap<String, Rc<TextLine>>; 2]>,
}

/// One font.
pub(super) struct Face {
    /// Its file.
    pub bytes: &'static [u8],
    /// Font units per em.
    pub units: f64,
    font: FontRef<'static>,
    /// Maps characters to glyphs.
    glyphs: Charmap<'static>,
    shaping: ShaperData,
    /// The shaping plan: cached, since making it takes longer than shaping a text.
    plan: ShapePlan,
}

/// A text in one line.
#[derive(Debug, Default)]
pub(super) struct TextLine {
    /// Its width, as a multiple of the font size.
    pub width: f64,
    /// Its parts, from left to right, each in one font.
    pub runs: Vec<Run>,
    /// Whether no font has a glyph for some of its characters, so that a box is shown.
    pub lacking: bool,
}

/// A part of a text in one font.
#[derive(Debug)]
pub(super) struct Run {
    /// Which font.
    pub face: usize,
    /// The x coordinate of its start in the line, as a multiple of the font size.
    pub x: f64,
    /// Which part of the text it is, in bytes.
    pub text: Range<usize>,
    /// Its glyphs, from left to right.
    pub glyphs: Vec<Glyph>,
}

/// A positioned glyph; lengths are multiples of the font size.
#[derive(Debug)]
pub(super) struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// The x coordinate of its start, relative to its run.
    pub x: f64,
    /// Its height above the baseline.
    pub y: f64,
    /// The distance to the start of the next glyph.
    pub advance: f64,
    /// The byte range of its run's text that it represents.
    pub text: Range<usize>,
}

/// A text of a drawing as it is set.
pub(super) struct Words<'s> {
    /// The shaped text.
    pub line: Rc<TextLine>,
    /// The text.
    pub text: &'s str,
    /// The start of the first glyph, on the baseline.
    pub start: Point,
    /// The font's size.
    pub size: f64,
    /// Their color.
    pub ink: Ink,
}

impl Letters {
    /// The bundled fonts.
    pub fn new() -> Self {
        let files = [INTER, INTER_SEMI_BOLD].into_iter().chain(OTHERS);
        let faces = files.filter_map(|bytes| {
            let font = FontRef::new(bytes).ok()?;
            let metrics = font.metrics(Size::unscaled(), LocationRef::default());
            let shaping = ShaperData::new(&font);
            let shaper = shaping.shaper(&font).build();
            let plan = ShapePlan::new(&shaper, DIRECTION, Some(script::LATIN), None, &[]);
            Some(Face {
                bytes,
                units: metrics.units_per_em.into(),
                glyphs: font.charmap(),
                shaping,
                plan,
                font,
            })
        });
        Self {
            faces: faces.collect(),
            set: RefCell::default(),
        }
    }

    /// The fonts by their numbers.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Sets the text of a shape; any other shape has none.
    pub fn words<'s>(&self, shape: &'s Shape) -> Option<Words<'s>> {
        let Shape::Text {
            at,
            anchor,
            text,
            size,
            ink,
            weight,
        } = shape
        else {
            return None;
        };
        let line = self.line(text, *weight);
        Some(Words {
            start: at.moved(-anchor.before() * line.width * size, BASELINE * size),
            line,
            text,
            size: *size,
            ink: *ink,
        })
    }

    /// Sets a text in one line.
    pub fn line(&self, text: &str, weight: Weight) -> Rc<TextLine> {
        let known = |set: &[FxHashMap<_, Rc<TextLine>>; 2]| set[first(weight)].get(text).cloned();
        if let Some(line) = known(&self.set.borrow()) {
            return line;
        }
        let line = Rc::new(self.set_line(text, weight));
        let set = &mut self.set.borrow_mut()[first(weight)];
        if set.len() >= MAX_SET {
            set.clear();
        }
        set.insert(text.to_owned(), Rc::clone(&line));
        line
    }

    fn set_line(&self, text: &str, weight: Weight) -> TextLine {
        let mut line = TextLine::default();
        let mut begun: Option<(usize, usize)> = None;
        for (at, letter) in text.char_indices() {
            let face = self.face_of(letter, weight, begun.map(|(face, _)| face));
            line.lacking |= face.is_none();
            // A character that no font has is shown as Inter's box.
            let face = face.unwrap_or_else(|| first(weight));
            match begun {
                Some((same, _)) if same == face => {}
                Some((other, from)) => {
                    self.add_run(&mut line, other, text, from..at);
                    begun = Some((face, at));
                }
                None => begun = Some((face, at)),
            }
        }
        if let Some((face, from)) = begun {
            self.add_run(&mut line, face, text, from..text.len());
        }
        line
    }

    /// The first font with a glyph for a character; `None` if there is none. A joiner or variation
    /// selector stays in the font of the character before it.
    fn face_of(&self, letter: char, weight: Weight, before: Option<usize>) -> Option<usize> {
        if matches!(letter, '\u{200d}' | '\u{fe00}'..='\u{fe0f}') && before.is_some() {
            return before;
        }
        let own = first(weight);
        std::iter::once(own)
            .chain(2..self.faces.len())
            .find(|face| self.faces[*face].has(letter))
    }

    fn add_run(&self, line: &mut TextLine, face: usize, text: &str, range: Range<usize>) {
        let Some(own) = self.faces.get(face) else {
            return;
        };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text[range.clone()]);
        buffer.set_direction(DIRECTION);
        buffer.set_script(script::LATIN);
        let shaper = own.shaping.shaper(&own.font).build();
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(Some(&own.plan)));
        let mut run = Run {
            face,
            x: line.width,
            text: range.clone(),
            glyphs: Vec::new(),
        };
        let (infos, positions) = (shaped.glyph_infos(), shaped.glyph_positions());
        let mut x = 0.0;
        for (index, (info, position)) in infos.iter().zip(positions).enumerate() {
            let from = info.cluster as usize;
            let mut later = infos[index..].iter().map(|info| info.cluster as usize);
            let to = later.find(|to| *to > from).unwrap_or(range.len());
            let advance = f64::from(position.x_advance) / own.units;
            run.glyphs.push(Glyph {
                id: u16::try_from(info.glyph_id).unwrap_or_default(),
                x: x + f64::from(position.x_offset) / own.units,
                y: f64::from(position.y_offset) / own.units,
                advance,
                text: from..to,
            });
            x += advance;
        }
        line.width += x;
        line.runs.push(run);
    }
}

/// The number of the font for a weight.
fn first(weight: Weight) -> usize {
    match weight {
        Weight::Normal => 0,
        Weight::Strong => 1,
    }
}

impl Face {
    fn has(&self, letter: char) -> bool {
        self.glyphs
            .map(letter)
            .is_some_and(|id| id != GlyphId::NOTDEF)
    }

    /// Draws the outline of a glyph in the font's units, upwards.
    pub fn draw(&self, glyph: u16, pen: &mut dyn Pen) {
        if let Some(outline) = self.font.outline_glyphs().get(GlyphId::new(glyph.into())) {
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            let mut pen = Outline {
                pen,
                at: (0.0, 0.0),
            };
            // A glyph without an outline, or with one that can't be read, stays empty.
            let _ = outline.draw(settings, &mut pen);
        }
    }
}

/// Hands a font's outlines on to a pen that knows cubic curves only.
struct Outline<'a> {
    pen: &'a mut dyn Pen,
    at: (f64, f64),
}

impl OutlinePen for Outline<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = (x.into(), y.into());
        self.pen.move_to(self.at);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = (x.into(), y.into());
        self.pen.line_to(self.at);
    }

    fn quad_to(&mut self, over_x: f32, over_y: f32, x: f32, y: f32) {
        let (over, to) = ((over_x.into(), over_y.into()), (x.into(), y.into()));
        let third = |from: (f64, f64), over: (f64, f64)| {
            (
                from.0 + (over.0 - from.0) * 2.0 / 3.0,
                from.1 + (over.1 - from.1) * 2.0 / 3.0,
            )
        };
        let (first, second) = (third(self.at, over), third(to, over));
        self.at = to;
        self.pen.curve_to(first, second, to);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.at = (x.into(), y.into());
        let points = [(x1.into(), y1.into()), (x2.into(), y2.into())];
        self.pen.curve_to(points[0], points[1], self.at);
    }

    fn close(&mut self) {
        self.pen.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::text::text_width;

    #[test]
    fn every_font_is_read_and_a_text_is_no_wider_than_the_layout_takes_it_to_be() {
        let letters = Letters::new();
        assert_eq!(letters.faces().len(), 5);
        for text in [
            "b2b2/a2b1 a",
            "AVATAR",
            "1/2",
            "~0 [0, 1]",
            "passes → 3",
            "×12",
        ] {
            for weight in [Weight::Normal, Weight::Strong] {
                let line = letters.line(text, weight);
                assert!(!line.lacking, "{text}");
                assert!(
                    line.width > 0.0 && line.width <= text_width(text, 1.0),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn a_text_is_cut_where_the_font_changes_and_every_byte_belongs_to_one_run() {
        let letters = Letters::new();
        let text = "a 😀 é Ω 漢 b";
        let line = letters.line(text, Weight::Strong);
        assert!(line.lacking, "no bundled font has the last but one");
        let mut at = 0;
        for run in &line.runs {
            assert_eq!(run.text.start, at);
            at = run.text.end;
            for glyph in &run.glyphs {
                assert!(glyph.text.start < glyph.text.end, "{run:?}");
                assert!(text[run.text.clone()].get(glyph.text.clone()).is_some());
            }
        }
        assert_eq!(at, text.len());
        assert!(line.runs.len() > 2);
        assert_eq!(line.runs[0].face, 1);
        assert!(letters.line("", Weight::Normal).runs.is_empty());
    }
}
