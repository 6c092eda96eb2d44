//! PDF pictures for print: vector graphics, with text that can be selected and searched. The
//! bundled fonts are embedded as subsets.
//!
//! The page is as large as the picture, and the file contains no creation time.

use std::io::{self, Write};
use std::ops::Range;

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point as At};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke as Line, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{ContentTag, Node, Tag, TagGroup, TagTree};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustc_hash::FxHashMap;

use super::Figure;
use super::letters::{Glyph, Letters, ShapedText, face_at};
use super::scene::{Pen, Placed, Scene, fault_of, trace, with_picture};
use crate::diagram::{Ink, Palette, Rgb, Shape, Stroke};
use crate::game::Refusal;
use crate::session::Rated;
use crate::tree::Unfolding;

/// The longest side of a page, in points: Acrobat shows no longer one. A larger picture is made
/// smaller.
pub const MAX_POINTS: f64 = 14_400.0;
/// Maximum factor by which a picture is scaled down for that. Beyond it, no reader's zoom makes its
/// text readable.
const MAX_SMALLER: f64 = 50.0;
/// The language of the text.
const LANGUAGE: &str = "en";
/// Points for a scene unit: 72 points are an inch, and 96 units.
const POINTS: f64 = 0.75;

/// Writes the shown nodes of an unfolding, or the figure's board alone, as one page.
///
/// # Errors
/// Those of the writer, and [`fault`]'s sentence as invalid input.
pub fn write(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    with_picture(rated, unfolding, figure, |scene| write_scene(out, scene))
}

/// Why the picture can't be written, with the remedy; `None` if it can.
pub fn fault(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> Option<Refusal> {
    fault_of(rated, unfolding, figure, |scene| {
        points_for_unit(scene).err()
    })
}

/// The number of points per scene unit.
fn points_for_unit(scene: &dyn Scene) -> Result<f64, Refusal> {
    let (frame, points) = (scene.frame(), POINTS * scene.enlarged());
    let longest = frame.width().max(frame.height()) * points;
    if longest > MAX_POINTS * MAX_SMALLER {
        let what = format!(
            "on a page of a PDF, of {MAX_POINTS} points at most, the picture's letters would be \
             too small to be read"
        );
        return Err(Refusal::new(what, "show fewer nodes, or write an SVG"));
    }
    Ok(points * (MAX_POINTS / longest).min(1.0))
}

/// Writes a picture as a page, with a text alternative for screen readers.
pub(super) fn write_scene(out: &mut dyn Write, scene: &dyn Scene) -> io::Result<()> {
    write_pages(out, &[scene], |content| {
        let figure = Tag::Figure(Some(scene.words().to_owned()));
        let mut tree = TagTree::new().with_lang(Some(LANGUAGE.to_owned()));
        tree.push(TagGroup::with_children(figure, content));
        tree
    })
}

/// Writes pages of text and pictures, one after the other. The title of the document is that of the
/// first page.
///
/// # Errors
/// Those of the writer, and a page without a size or too large a one as invalid input.
pub(super) fn write_scenes(out: &mut dyn Write, scenes: &[&dyn Scene]) -> io::Result<()> {
    write_pages(out, scenes, |content| {
        let mut tree = TagTree::new().with_lang(Some(LANGUAGE.to_owned()));
        for page in content {
            tree.push(TagGroup::with_children(Tag::Div, vec![page]));
        }
        tree
    })
}

/// Writes pages. `tagged` takes the tags of their contents, one per page, for screen readers.
fn write_pages(
    out: &mut dyn Write,
    scenes: &[&dyn Scene],
    tagged: impl FnOnce(Vec<Node>) -> TagTree,
) -> io::Result<()> {
    let mut document = Document::new();
    let Some(first) = scenes.first() else {
        return Ok(());
    };
    document.set_metadata(
        Metadata::new()
            .title(first.title().to_owned())
            .description(first.words().to_owned())
            .creator("doomtree".to_owned())
            .language(LANGUAGE.to_owned()),
    );
    let mut content = Vec::new();
    for scene in scenes {
        content.push(write_page(&mut document, *scene)?);
    }
    document.set_tag_tree(tagged(content));
    let mut bytes = document
        .finish()
        .map_err(|error| io::Error::other(format!("the PDF can't be written: {error:?}")))?;
    leave_out_suspects(&mut bytes);
    out.write_all(&bytes)
}

/// Replaces a member of the catalog by spaces, so that nothing moves. Its value is the default, and
/// poppler warns of it.
fn leave_out_suspects(bytes: &mut [u8]) {
    const CATALOG: &[u8] = b"/MarkInfo<</Marked true/Suspects false>>";
    const MEMBER: std::ops::Range<usize> = 23..38;
    // The catalog is one of the last objects.
    let at = bytes
        .windows(CATALOG.len())
        .rposition(|window| window == CATALOG);
    if let Some(at) = at {
        bytes[at + MEMBER.start..at + MEMBER.end].fill(b' ');
    }
}

fn write_page(document: &mut Document, scene: &dyn Scene) -> io::Result<Node> {
    let invalid = |fault| io::Error::new(io::ErrorKind::InvalidInput, fault);
    let frame = scene.frame();
    let scale = points_for_unit(scene).map_err(invalid)?;
    let size = |length: f64| (length * scale) as f32;
    let settings = PageSettings::from_wh(size(frame.width()), size(frame.height()));
    let settings = settings.ok_or_else(|| invalid(Refusal::new("the picture has no size", "")))?;
    let mut page = document.start_page_with(settings);
    let content = {
        let mut sheet = Sheet {
            surface: page.surface(),
            palette: scene.palette(),
            fonts: FxHashMap::default(),
            letters: Letters::of_system(),
            origin: (-frame.min.x * scale, -frame.min.y * scale),
            scale,
        };
        let content = sheet.surface.start_tagged(ContentTag::Other);
        // Paper is white.
        if scene.palette().color(Ink::Ground) != Rgb::WHITE {
            sheet.draw(&scene.ground());
        }
        let drawn = scene.draw(&mut |drawing| {
            drawing.shapes.iter().for_each(|shape| sheet.draw(shape));
            Ok(())
        });
        sheet.surface.end_tagged();
        drawn.map(|()| content)?
    };
    page.finish();
    Ok(content.into())
}

/// The page that is drawn on.
struct Sheet<'a> {
    surface: Surface<'a>,
    palette: &'a Palette,
    letters: Letters,
    /// The fonts that were needed so far, for the file.
    fonts: FxHashMap<usize, Option<Font>>,
    /// The place of the scene's origin, in points.
    origin: (f64, f64),
    /// Points for a scene unit.
    scale: f64,
}

impl Sheet<'_> {
    fn draw(&mut self, shape: &Shape) {
        if let Some(words) = self.letters.shaped(shape) {
            return self.text(&words);
        }
        let mut outline = PdfOutline(PathBuilder::new());
        let stroke = trace(
            shape,
            &mut Placed {
                pen: &mut outline,
                origin: self.origin,
                scale: (self.scale, self.scale),
            },
        );
        if let Some(path) = outline.0.finish() {
            self.path(&path, shape.fill(), stroke);
        }
    }

    fn color(&self, ink: Ink) -> rgb::Color {
        let Rgb(red, green, blue) = self.palette.color(ink);
        rgb::Color::new(red, green, blue)
    }

    fn filled(&self, ink: Ink) -> Fill {
        Fill {
            paint: self.color(ink).into(),
            opacity: NormalizedF32::ONE,
            rule: FillRule::NonZero,
        }
    }

    fn path(&mut self, path: &Path, fill: Option<Ink>, stroke: Option<Stroke>) {
        let line = stroke.map(|stroke| {
            let dash = stroke.dash.map(|dash| StrokeDash {
                array: vec![(dash * self.scale) as f32; 2],
                offset: 0.0,
            });
            Line {
                paint: self.color(stroke.ink).into(),
                width: (stroke.width * self.scale) as f32,
                miter_limit: 4.0,
                line_cap: LineCap::Butt,
                line_join: LineJoin::Miter,
                opacity: NormalizedF32::ONE,
                dash,
            }
        });
        if fill.is_none() && line.is_none() {
            return;
        }
        self.surface.set_fill(fill.map(|ink| self.filled(ink)));
        self.surface.set_stroke(line);
        self.surface.draw_path(path);
    }

    fn text(&mut self, words: &ShapedText<'_>) {
        let ShapedText {
            line, size, start, ..
        } = words;
        self.surface.set_fill(Some(self.filled(words.ink)));
        self.surface.set_stroke(None);
        for run in &line.runs {
            let font = self.fonts.entry(run.face).or_insert_with(|| {
                let face = face_at(run.face)?;
                Font::new(face.bytes.into(), face.index)
            });
            let Some(font) = font else {
                continue;
            };
            let mut x = 0.0;
            let glyphs: Vec<KrillaGlyph> = run
                .glyphs
                .iter()
                .enumerate()
                .map(|(index, glyph)| {
                    let aside = glyph.x - x;
                    x += glyph.advance;
                    KrillaGlyph {
                        glyph_id: GlyphId::new(glyph.id.into()),
                        text_range: text_range(&run.glyphs, index),
                        x_advance: glyph.advance as f32,
                        x_offset: aside as f32,
                        y_offset: glyph.y as f32,
                        y_advance: 0.0,
                        location: None,
                    }
                })
                .collect();
            let at = At::from_xy(
                (self.origin.0 + (start.x + run.x * size) * self.scale) as f32,
                (self.origin.1 + start.y * self.scale) as f32,
            );
            let size = (size * self.scale) as f32;
            self.surface.draw_glyphs(
                at,
                &glyphs,
                font.clone(),
                &words.text[run.text.clone()],
                size,
                false,
            );
        }
    }
}

/// The byte range of a run's text that a glyph represents. Neighboring boxes for missing characters
/// represent all of those together, since a reader maps a glyph to the same text everywhere.
fn text_range(glyphs: &[Glyph], index: usize) -> Range<usize> {
    if glyphs[index].id != 0 {
        return glyphs[index].text.clone();
    }
    let is_box = |glyph: &&Glyph| glyph.id == 0;
    let before = glyphs[..index].iter().rev().take_while(is_box);
    let boxes = before.chain(glyphs[index..].iter().take_while(is_box));
    // Those of a text to the left come in reverse order.
    boxes.fold(glyphs[index].text.clone(), |all, one| {
        all.start.min(one.text.start)..all.end.max(one.text.end)
    })
}

struct PdfOutline(PathBuilder);

impl Pen for PdfOutline {
    fn move_to(&mut self, (x, y): (f64, f64)) {
        self.0.move_to(x as f32, y as f32);
    }

    fn line_to(&mut self, (x, y): (f64, f64)) {
        self.0.line_to(x as f32, y as f32);
    }

    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64)) {
        let [(a, b), (c, d), (x, y)] = [first, second, to].map(|(x, y)| (x as f32, y as f32));
        self.0.cubic_to(a, b, c, d, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
