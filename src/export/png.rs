//! PNG pictures in pixels, for programs without vector graphics: the same drawing as the others, on
//! a white background.

use std::io::{self, Write};

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke as Line,
    StrokeDash, Transform,
};

use super::Figure;
use super::letters::{Letters, ShapedText, face_at};
use super::scene::{Pen, Placed, Scene, fault_of, trace, with_picture};
use crate::diagram::{Ink, Palette, Rgb, Shape, Stroke};
use crate::game::Refusal;
use crate::session::Rated;
use crate::tree::Unfolding;

/// Maximum number of pixels of a picture: with four bytes each it takes 256 MB.
pub const MAX_PIXELS: u64 = 1 << 26;
/// Maximum number of pixels of one side, since many readers store it in signed 16-bit numbers.
pub const MAX_SIDE: u64 = 32_000;
/// The scales that a picture can have, in pixels for a scene unit.
pub const SCALES: std::ops::RangeInclusive<f64> = 0.05..=20.0;

/// Scene units in a metre: 96 in an inch.
const UNITS_IN_METRE: f64 = 96.0 / 0.0254;

/// Writes the shown nodes of an unfolding, or the figure's board alone, as one picture.
///
/// # Errors
/// Those of the writer, and [`fault`]'s sentence as invalid input.
pub fn write(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    with_picture(rated, unfolding, figure, |scene| {
        write_scene(out, scene, figure.scale)
    })
}

/// A picture in memory: three bytes a pixel, red, green and blue, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// The number of pixels per row.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The bytes.
    pub rgb: Vec<u8>,
}

/// The picture of the shown nodes, or of the figure's board alone, in memory. Its scale is the
/// figure's, or smaller if it would have more pixels than `max`, across or down.
///
/// # Errors
/// Fails if it would be too large even with the smallest of [`SCALES`].
pub fn pixels(
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
    max: [u32; 2],
) -> Result<Pixels, Refusal> {
    with_picture(rated, unfolding, figure, |scene| {
        let (frame, enlarged) = (scene.frame(), scene.enlarged());
        let across = f64::from(max[0]) / (frame.width() * enlarged);
        let down = f64::from(max[1]) / (frame.height() * enlarged);
        let scale = figure.scale.min(across).min(down);
        let pixmap = drawn(scene, scale)?;
        Ok(Pixels {
            width: pixmap.width(),
            height: pixmap.height(),
            rgb: rgb(pixmap.data()).collect(),
        })
    })
}

/// Why the picture can't be written, with the remedy; `None` if it can.
pub fn fault(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> Option<Refusal> {
    fault_of(rated, unfolding, figure, |scene| {
        size(scene, figure.scale).err()
    })
}

/// The width and height of a picture, in pixels.
fn size(scene: &dyn Scene, scale: f64) -> Result<(u32, u32), Refusal> {
    if !SCALES.contains(&scale) {
        return Err(Refusal::new(
            format!("a picture can't have {scale} pixels for a unit"),
            format!("choose a scale from {} to {}", SCALES.start(), SCALES.end()),
        ));
    }
    let frame = scene.frame();
    /// What is left of a rounding of millimeters makes no pixel.
    const ROUNDED: f64 = 1e-6;
    let pixels = |length: f64| {
        (length * scale * scene.enlarged() - ROUNDED)
            .ceil()
            .max(1.0)
    };
    let (width, height) = (pixels(frame.width()), pixels(frame.height()));
    let max = MAX_SIDE as f64;
    if width > max || height > max || width * height > MAX_PIXELS as f64 {
        let millions = MAX_PIXELS / 1_000_000;
        return Err(Refusal::new(
            format!(
                "the picture would have {width} × {height} pixels, and a PNG has at most \
                 {MAX_SIDE} on a side and {millions} million in all"
            ),
            "show fewer nodes, choose a smaller scale, or write an SVG",
        ));
    }
    Ok((width as u32, height as u32))
}

pub(super) fn write_scene(out: &mut dyn Write, scene: &dyn Scene, scale: f64) -> io::Result<()> {
    let invalid = |fault| io::Error::new(io::ErrorKind::InvalidInput, fault);
    let pixmap = drawn(scene, scale).map_err(invalid)?;
    // The encoder would turn a closed pipe into words.
    let mut bytes = Vec::new();
    encode(&mut bytes, scene, scale, &pixmap)?;
    out.write_all(&bytes)
}

fn drawn(scene: &dyn Scene, scale: f64) -> Result<Pixmap, Refusal> {
    let (width, height) = size(scene, scale)?;
    let (frame, scale) = (scene.frame(), scale * scene.enlarged());
    let pixmap = Pixmap::new(width, height);
    let pixmap = pixmap.ok_or_else(|| Refusal::new("there is no memory for the picture", ""))?;
    let mut canvas = PixelCanvas {
        pixmap,
        palette: scene.palette(),
        letters: Letters::of_system(),
        origin: (-frame.min.x * scale, -frame.min.y * scale),
        scale,
    };
    let Rgb(red, green, blue) = canvas.palette.color(Ink::Ground);
    canvas.pixmap.fill(Color::from_rgba8(red, green, blue, 255));
    let painted = scene.draw(&mut |drawing| {
        drawing.shapes.iter().for_each(|shape| canvas.draw(shape));
        Ok(())
    });
    painted.map_err(Refusal::of)?;
    Ok(canvas.pixmap)
}

/// Pixels without their opacity, which is the same everywhere.
fn rgb(data: &[u8]) -> impl Iterator<Item = u8> {
    data.chunks_exact(4)
        .flat_map(|pixel| pixel[..3].iter().copied())
}

/// Writes the pixels.
fn encode(out: &mut dyn Write, scene: &dyn Scene, scale: f64, pixmap: &Pixmap) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let per_metre = (UNITS_IN_METRE * scale).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    for (name, text) in [("Title", scene.title()), ("Description", scene.words())] {
        encoder.add_itxt_chunk(name.to_owned(), text.to_owned())?;
    }
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    let mut row = Vec::new();
    for pixels in pixmap.data().chunks(4 * pixmap.width() as usize) {
        row.clear();
        row.extend(rgb(pixels));
        rows.write_all(&row)?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(())
}

/// The canvas.
struct PixelCanvas {
    pixmap: Pixmap,
    palette: &'static Palette,
    letters: Letters,
    /// The place of the scene's origin, in pixels.
    origin: (f64, f64),
    /// Pixels for a scene unit.
    scale: f64,
}

impl PixelCanvas {
    fn draw(&mut self, shape: &Shape) {
        if let Some(words) = self.letters.shaped(shape) {
            return self.text(&words);
        }
        let mut outline = PngOutline(PathBuilder::new());
        let stroke = trace(
            shape,
            &mut Placed {
                pen: &mut outline,
                origin: self.origin,
                scale: (self.scale, self.scale),
            },
        );
        let Some(path) = outline.0.finish() else {
            return;
        };
        if let Some(ink) = shape.fill() {
            self.fill(&path, ink);
        }
        if let Some(stroke) = stroke {
            self.line(&path, stroke);
        }
    }

    fn paint(&self, ink: Ink) -> Paint<'static> {
        let Rgb(red, green, blue) = self.palette.color(ink);
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, 255);
        paint
    }

    fn fill(&mut self, path: &Path, ink: Ink) {
        let at = Transform::identity();
        self.pixmap
            .fill_path(path, &self.paint(ink), FillRule::Winding, at, None);
    }

    fn line(&mut self, path: &Path, stroke: Stroke) {
        let dash = stroke.dash.and_then(|dash| {
            let dash = (dash * self.scale) as f32;
            StrokeDash::new(vec![dash, dash], 0.0)
        });
        let line = Line {
            width: (stroke.width * self.scale) as f32,
            miter_limit: 4.0,
            line_cap: LineCap::Butt,
            line_join: LineJoin::Miter,
            dash,
        };
        let at = Transform::identity();
        self.pixmap
            .stroke_path(path, &self.paint(stroke.ink), &line, at, None);
    }

    fn text(&mut self, words: &ShapedText<'_>) {
        let ShapedText {
            line, size, start, ..
        } = words;
        let mut outline = PngOutline(PathBuilder::new());
        for run in &line.runs {
            let Some(face) = face_at(run.face) else {
                continue;
            };
            let scale = size * self.scale / face.units;
            for glyph in &run.glyphs {
                let x = start.x + (run.x + glyph.x) * size;
                let y = start.y - glyph.y * size;
                face.draw(
                    glyph.id,
                    &mut Placed {
                        pen: &mut outline,
                        origin: (
                            self.origin.0 + x * self.scale,
                            self.origin.1 + y * self.scale,
                        ),
                        scale: (scale, -scale),
                    },
                );
            }
        }
        if let Some(path) = outline.0.finish() {
            self.fill(&path, words.ink);
        }
    }
}

struct PngOutline(PathBuilder);

impl Pen for PngOutline {
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
