//! Text as glyphs of the bundled fonts, so that a picture doesn't depend on installed fonts. The
//! fonts and the shaper are those of the window, with the same fallback order. Only letters that no
//! bundled font has come from the system's fonts, where the writer of the picture wants them.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

use harfrust::{Direction, ShapeOptions, ShapePlan, ShaperData, UnicodeBuffer, script};
use rustc_hash::FxHashMap;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use unicode_script::{Script, UnicodeScript};

use super::scene::Pen;
use super::system_fonts;
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

/// Maximum number of cached texts per weight.
const MAX_SET: usize = 10_000;

/// The distance of the baseline below the middle of a line, as a fraction of the font size: half
/// the height of Inter's capitals.
pub(super) const BASELINE: f64 = 0.364;

/// The bundled fonts.
static BUNDLED: LazyLock<Vec<Face>> = LazyLock::new(|| {
    let files = [INTER, INTER_SEMI_BOLD].into_iter().chain(OTHERS);
    files.filter_map(|bytes| Face::new(bytes, 0)).collect()
});

/// Sets texts, and remembers them.
pub(super) struct Letters {
    /// Whether the system's fonts help out.
    system: bool,
    /// Cache of shaped texts, separately for normal weight: most occur many times in a picture.
    set: RefCell<[FxHashMap<String, Rc<TextLine>>; 2]>,
}

/// One font.
pub(super) struct Face {
    /// Its file.
    pub bytes: &'static [u8],
    /// Its number in the file.
    pub index: u32,
    /// Font units per em.
    pub units: f64,
    font: FontRef<'static>,
    /// Maps characters to glyphs.
    glyphs: Charmap<'static>,
    shaping: ShaperData,
    /// The shaping plan of Latin text: cached, since making it takes longer than shaping a text.
    plan: ShapePlan,
}

/// A text in one line.
#[derive(Debug, Default)]
pub(super) struct TextLine {
    /// Its width, as a multiple of the font size.
    pub width: f64,
    /// Its parts, from left to right, each in one font.
    pub runs: Vec<FontRun>,
    /// Whether no font has a glyph for some of its characters, so that a box is shown.
    pub lacking: bool,
}

/// A part of a text in one font.
#[derive(Debug)]
pub(super) struct FontRun {
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
pub(super) struct ShapedText<'s> {
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
    /// With the bundled fonts alone: the same picture on every machine.
    pub fn bundled() -> Self {
        Self {
            system: false,
            set: RefCell::default(),
        }
    }

    /// With the system's fonts for what the bundled ones lack.
    pub fn of_system() -> Self {
        Self {
            system: true,
            ..Self::bundled()
        }
    }

    /// Sets the text of a shape; any other shape has none.
    pub fn shaped<'s>(&self, shape: &'s Shape) -> Option<ShapedText<'s>> {
        let Shape::Text(text) = shape else {
            return None;
        };
        let (line, size) = (self.line(&text.text, text.weight), text.size);
        let before = text.anchor.before() * line.width * size;
        Some(ShapedText {
            start: text.at.moved(-before, BASELINE * size),
            line,
            text: &text.text,
            size,
            ink: text.ink,
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
        for (part, to_the_left) in system_fonts::parts(text) {
            let mut runs = self.runs(text, part, weight, &mut line.lacking);
            if to_the_left {
                runs.reverse();
            }
            for (face, range) in runs {
                self.add_run(&mut line, face, text, range, to_the_left);
            }
        }
        line
    }

    /// A part of a text, cut where the font or the script changes, in the order of the text.
    fn runs(
        &self,
        text: &str,
        part: Range<usize>,
        weight: Weight,
        lacking: &mut bool,
    ) -> Vec<(usize, Range<usize>)> {
        let mut runs: Vec<(usize, Range<usize>)> = Vec::new();
        let mut script = None;
        for (at, letter) in text[part.clone()].char_indices() {
            let range = part.start + at..part.start + at + letter.len_utf8();
            let face = self.face_of(letter, weight, runs.last().map(|(face, _)| *face));
            *lacking |= face.is_none();
            // A character that no font has is shown as Inter's box.
            let face = face.unwrap_or_else(|| first(weight));
            let own = Some(letter.script());
            let own = own.filter(|own| !matches!(own, Script::Common | Script::Inherited));
            // The bundled fonts have no script that is shaped otherwise than Latin.
            let other = face >= BUNDLED.len() && own.is_some() && script.is_some() && own != script;
            match runs.last_mut() {
                Some((same, run)) if *same == face && !other => run.end = range.end,
                _ => runs.push((face, range)),
            }
            script = own.or(script);
        }
        runs
    }

    /// The first font with a glyph for a character; `None` if there is none. A joiner or variation
    /// selector stays in the font of the character before it, and so does a space.
    fn face_of(&self, letter: char, weight: Weight, before: Option<usize>) -> Option<usize> {
        if matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}') && before.is_some() {
            return before;
        }
        let system = before.filter(|before| *before >= BUNDLED.len());
        if letter == ' ' && system.is_some() {
            return system;
        }
        let bundled = std::iter::once(first(weight)).chain(2..BUNDLED.len());
        let mut bundled = bundled.filter(|face| BUNDLED[*face].draws(letter));
        bundled.next().or_else(|| {
            let number = self.system.then(|| system_fonts::find(letter)).flatten()?;
            Some(BUNDLED.len() + number)
        })
    }

    fn add_run(
        &self,
        line: &mut TextLine,
        face: usize,
        text: &str,
        range: Range<usize>,
        to_the_left: bool,
    ) {
        let Some(own) = face_at(face) else {
            return;
        };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text[range.clone()]);
        let latin = face < BUNDLED.len() && !to_the_left;
        match latin {
            true => {
                buffer.set_direction(Direction::LeftToRight);
                buffer.set_script(script::LATIN);
            }
            false => {
                buffer.guess_segment_properties();
                buffer.set_direction(match to_the_left {
                    true => Direction::RightToLeft,
                    false => Direction::LeftToRight,
                });
            }
        }
        let shaper = own.shaping.shaper(&own.font).build();
        let plan = latin.then_some(&own.plan);
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(plan));
        let mut run = FontRun {
            face,
            x: line.width,
            text: range.clone(),
            glyphs: Vec::new(),
        };
        let (infos, positions) = (shaped.glyph_infos(), shaped.glyph_positions());
        let mut starts: Vec<usize> = infos.iter().map(|info| info.cluster as usize).collect();
        starts.sort_unstable();
        let mut x = 0.0;
        for (info, position) in infos.iter().zip(positions) {
            let from = info.cluster as usize;
            let next = starts.partition_point(|start| *start <= from);
            let to = starts.get(next).copied().unwrap_or(range.len());
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

/// The font with this number: the bundled ones come first.
pub(super) fn face_at(number: usize) -> Option<&'static Face> {
    match BUNDLED.get(number) {
        Some(face) => Some(face),
        None => system_fonts::face(number - BUNDLED.len()),
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
    /// Reads a font; `None` if it can't be read.
    pub fn new(bytes: &'static [u8], index: u32) -> Option<Self> {
        let font = FontRef::from_index(bytes, index).ok()?;
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        let shaping = ShaperData::new(&font);
        let shaper = shaping.shaper(&font).build();
        let direction = Direction::LeftToRight;
        let plan = ShapePlan::new(&shaper, direction, Some(script::LATIN), None, &[]);
        Some(Self {
            bytes,
            index,
            units: metrics.units_per_em.into(),
            glyphs: font.charmap(),
            shaping,
            plan,
            font,
        })
    }

    /// Whether it has a glyph for a character.
    pub fn draws(&self, letter: char) -> bool {
        self.glyphs
            .map(letter)
            .is_some_and(|id| id != GlyphId::NOTDEF)
    }

    /// Draws the outline of a glyph in the font's units, upwards.
    pub fn draw(&self, glyph: u16, pen: &mut dyn Pen) {
        if let Some(outline) = self.font.outline_glyphs().get(GlyphId::new(glyph.into())) {
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            let mut pen = CubicOutline {
                pen,
                at: (0.0, 0.0),
            };
            // A glyph without an outline, or with one that can't be read, stays empty.
            let _ = outline.draw(settings, &mut pen);
        }
    }
}

/// Hands a font's outlines on to a pen that knows cubic curves only.
struct CubicOutline<'a> {
    pen: &'a mut dyn Pen,
    at: (f64, f64),
}

impl OutlinePen for CubicOutline<'_> {
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
    use crate::layout::shape::text_width;

    #[test]
    fn every_font_is_read_and_a_text_is_no_wider_than_the_layout_takes_it_to_be() {
        let letters = Letters::bundled();
        assert_eq!(BUNDLED.len(), 5);
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
        let letters = Letters::bundled();
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

    #[test]
    fn a_text_to_the_left_has_its_parts_in_the_order_of_the_drawing() {
        for letters in [Letters::bundled(), Letters::of_system()] {
            let text = "a אב (גד) مرحبا 12";
            let line = letters.line(text, Weight::Normal);
            let mut at = 0.0;
            for run in &line.runs {
                assert_eq!(run.x, at);
                at += run.glyphs.iter().map(|glyph| glyph.advance).sum::<f64>();
                let said = &text[run.text.clone()];
                for glyph in &run.glyphs {
                    assert!(!said[glyph.text.clone()].is_empty(), "{run:?}");
                }
            }
            assert_eq!(&text[line.runs[0].text.clone()][..1], "a");
            // With fonts for all of it, or with a box for each letter.
            let first = line.runs.iter().find(|run| run.text.contains(&2));
            let last = line
                .runs
                .iter()
                .find(|run| text[run.text.clone()].contains("12"));
            assert!(first.map(|run| run.x) > last.map(|run| run.x), "{line:?}");
        }
    }
}
