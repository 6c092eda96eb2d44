//! SVG pictures for the web and for paper: the same drawing that the window shows.
//!
//! Characters are outlines of the bundled font, since most programs that import such pictures
//! ignore embedded fonts, and would show another one, or none. Over them is the text itself,
//! transparent, so that it can be selected, copied, found and read aloud. A text with a character
//! that no bundled font has is shown as text, in a font of the reader's.
//!
//! Repeated parts of a tree are defined once: glyphs, parts of texts in one size, and repeated
//! parts of nodes, which are defined at their second occurrence. Moves with the same stroke are a
//! group. There is no style sheet, which some of those programs ignore.

mod markup;

use std::io::{self, Write};
use std::mem;

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::Xxh3;

use super::Figure;
use super::letters::Letters;
use super::scene::{Scene, fault_of, with_picture};
use crate::diagram::{Drawing, Ink, Palette, Point, Shape, Stroke};
use crate::game::Refusal;
use crate::session::Rated;
use crate::tree::Unfolding;
use markup::{attribute, color, from, integer, numbers, path, place, rounded, write_text};

/// Maximum number of nodes that browsers and drawing programs open within seconds.
pub const MAX_NODES: usize = 20_000;

/// Maximum characters of a text that is one part. A longer one is split after spaces and marks,
/// since its parts are more likely to repeat.
const PART: usize = 4;
/// Number of transparent texts written together, with their common attributes.
const TOGETHER: usize = 32;
/// Size of the write buffer in bytes.
const READY: usize = 64 << 10;
/// Maximum bytes of remembered parts of nodes; beyond it, no new ones are remembered.
const MAX_REMEMBERED: usize = 32 << 20;

/// Writes the shown nodes of an unfolding, or the figure's board alone, as one picture.
///
/// # Errors
/// Those of the writer.
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
    let asked = figure.appearance;
    // Otherwise any drawing is possible, and needs no layout.
    let may = asked.width.is_some() && asked.font_size.is_some();
    may.then(|| fault_of(rated, unfolding, figure, |_| None))
        .flatten()
}

/// Writes one picture.
///
/// # Errors
/// Those of the writer.
pub(super) fn write_scene(out: &mut dyn Write, scene: &dyn Scene) -> io::Result<()> {
    let name = name_of(scene);
    let mut svg = Svg {
        out,
        ready: String::with_capacity(2 * READY),
        palette: scene.palette(),
        letters: Letters::bundled(),
        used: format!("<use xlink:href=\"#{name}"),
        defined: format!("<defs><g id=\"{name}"),
        name,
        names: 0,
        glyphs: FxHashMap::default(),
        parts: FxHashMap::default(),
        pairs: FxHashMap::default(),
        alike: FxHashMap::default(),
        remembered: 0,
        moves: None,
        block: Block::default(),
        over: Over::default(),
        asked: TextRun::default(),
        line: String::new(),
    };
    svg.begin(scene);
    scene.draw(&mut |drawing| {
        svg.drawing(drawing);
        svg.write(READY)
    })?;
    svg.end_moves();
    svg.end_over();
    svg.ready.push_str("</svg>\n");
    svg.write(0)
}

/// The prefix of all names in a picture, so that several pictures can be in one page.
fn name_of(scene: &dyn Scene) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    // The same name on every machine, whatever the size of its words.
    let mut hasher = Xxh3::new();
    for text in [scene.title(), scene.words()] {
        hasher.update(text.as_bytes());
        hasher.update(&[0xff]);
    }
    let frame = scene.frame();
    for side in [frame.min.x, frame.min.y, frame.max.x, frame.max.y] {
        hasher.update(&side.to_bits().to_le_bytes());
    }
    let mut hash = hasher.digest();
    // A name must start with a letter.
    let mut name = String::from("d");
    for _ in 0..3 {
        name.push(char::from(LETTERS[(hash >> 59) as usize]));
        hash <<= 5;
    }
    name
}

/// A picture that is being written.
struct Svg<'a> {
    out: &'a mut dyn Write,
    /// The write buffer.
    ready: String,
    palette: &'a Palette,
    letters: Letters,
    name: String,
    /// The markup before the name's number, for a use of a name and for the definition of a group.
    used: String,
    defined: String,
    /// The number of names.
    names: usize,
    /// The glyphs whose outlines are written, by font and number, with their numbers here; `None`
    /// for one without an outline.
    glyphs: FxHashMap<(usize, u16), Option<usize>>,
    /// The same of parts of texts; none for one that came once.
    parts: FxHashMap<TextRun, Option<usize>>,
    /// The same of two glyphs after each other.
    pairs: FxHashMap<Pair, Option<usize>>,
    /// Parts that occurred once in a node have no number yet.
    alike: FxHashMap<String, Option<usize>>,
    /// Their size in bytes.
    remembered: usize,
    /// The stroke of the group of moves that is open.
    moves: Option<Stroke>,
    block: Block,
    over: Over,
    asked: TextRun,
    line: String,
}

/// Possibly repeated content of nodes: shapes and short texts, with coordinates relative to its
/// corner.
#[derive(Default)]
struct Block {
    corner: Point,
    markup: String,
}

/// The text itself over its glyphs: transparent, or visible if those aren't drawn.
#[derive(Default)]
struct Over {
    markup: String,
    texts: usize,
}

/// A part of a text in one size: its font, its scale, and its glyphs with their places in font
/// units.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct TextRun {
    face: usize,
    scale: u64,
    places: Vec<PlacedGlyph>,
}

/// A glyph and its place, across and down.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PlacedGlyph(u16, i32, i32);

/// Two glyphs of a font, and the offset of the second from the first, across and down.
type Pair = (usize, [u16; 2], [i32; 2]);

impl Svg<'_> {
    /// Writes the buffer if it has more than `min` bytes.
    fn write(&mut self, min: usize) -> io::Result<()> {
        if self.ready.len() > min {
            self.out.write_all(self.ready.as_bytes())?;
            self.ready.clear();
        }
        Ok(())
    }

    /// The first lines: size, font, title and ground.
    fn begin(&mut self, scene: &dyn Scene) {
        let (frame, enlarged) = (scene.frame(), scene.enlarged());
        let mut line = mem::take(&mut self.ready);
        line.push_str(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\" role=\"img\" xml:space=\"preserve\"",
        );
        attribute(&mut line, "width", frame.width() * enlarged);
        attribute(&mut line, "height", frame.height() * enlarged);
        line.push_str(" viewBox=\"");
        let sides = [frame.min.x, frame.min.y, frame.width(), frame.height()];
        numbers(&mut line, &sides);
        line.push_str("\" font-family=\"Inter, Helvetica, Arial, sans-serif\">\n<title>");
        write_text(&mut line, scene.title());
        line.push_str("</title>\n<desc>");
        write_text(&mut line, scene.words());
        line.push_str("</desc>\n");
        self.outline(&mut line, &scene.ground(), Point::default());
        line.push('\n');
        self.ready = line;
    }

    /// Makes ready the shapes of a move, of its name, or of a node.
    fn drawing(&mut self, drawing: &Drawing) {
        let shapes = &drawing.shapes;
        if let Some(stroke) = one_stroke(shapes) {
            self.moves(shapes, stroke);
            return;
        }
        self.end_moves();
        for shape in shapes {
            match shape {
                Shape::Text(text) => {
                    if !is_short(&text.text) {
                        self.end_block();
                    }
                    self.text(shape);
                }
                other => {
                    let corner = self.corner(other);
                    let mut markup = mem::take(&mut self.block.markup);
                    self.outline(&mut markup, other, corner);
                    self.block.markup = markup;
                }
            }
        }
        self.end_block();
        if self.over.texts >= TOGETHER {
            self.end_over();
        }
    }

    /// Lines of one stroke, in its group.
    fn moves(&mut self, shapes: &[Shape], stroke: Stroke) {
        let same = self.moves == Some(stroke);
        if !same {
            self.end_moves();
        }
        let mut line = mem::take(&mut self.ready);
        if !same {
            line.push_str("<g fill=\"none\"");
            self.stroke(&mut line, Some(stroke));
            line.push_str(">\n");
            self.moves = Some(stroke);
        }
        for shape in shapes {
            path(&mut line, shape, Point::default());
            line.push_str("/>\n");
        }
        self.ready = line;
    }

    fn end_moves(&mut self) {
        if self.moves.take().is_some() {
            self.ready.push_str("</g>\n");
        }
    }

    /// The corner of the block, which starts with this shape if it is empty.
    fn corner(&mut self, shape: &Shape) -> Point {
        if self.block.markup.is_empty() {
            let at = match shape {
                Shape::Polygon { points, .. } => points.first().copied().unwrap_or_default(),
                Shape::Box { rect, .. } => rect.min,
                Shape::Disc { centre, .. } => *centre,
                Shape::Curve { points, .. } => points[0],
                Shape::Segment { points, .. } => points[0],
                Shape::Text(text) => text.at,
            };
            // Rounded as in the file, so that equal parts have equal coordinates.
            self.block.corner = Point::new(rounded(at.x), rounded(at.y));
        }
        self.block.corner
    }

    /// Makes the block ready, or where the same is that was defined.
    fn end_block(&mut self) {
        let Block { corner, mut markup } = mem::take(&mut self.block);
        if markup.is_empty() {
            return;
        }
        let at = [corner.x, corner.y];
        match self.alike.get(&markup).copied() {
            None => {
                let ready = &mut self.ready;
                ready.push_str("<g transform=\"translate(");
                numbers(ready, &at);
                ready.push_str(")\">");
                ready.push_str(&markup);
                ready.push_str("</g>\n");
                if self.remembered + markup.len() <= MAX_REMEMBERED {
                    self.remembered += markup.len();
                    self.alike.insert(mem::take(&mut markup), None);
                }
            }
            Some(known) => {
                let number = known.unwrap_or_else(|| {
                    let number = self.define("", &markup);
                    self.alike.insert(markup.clone(), Some(number));
                    number
                });
                let mut ready = mem::take(&mut self.ready);
                self.add_use(&mut ready, number, at);
                ready.push('\n');
                self.ready = ready;
            }
        }
        markup.clear();
        self.block.markup = markup;
    }

    /// Defines a group with these common attributes, and returns its number.
    fn define(&mut self, of_all: &str, markup: &str) -> usize {
        let number = self.next();
        let ready = &mut self.ready;
        ready.push_str(&self.defined);
        integer(ready, number as u64);
        ready.push('"');
        ready.push_str(of_all);
        ready.push('>');
        ready.push_str(markup);
        ready.push_str("</g></defs>\n");
        number
    }

    /// Completes the texts over the last drawing.
    fn end_over(&mut self) {
        if self.over.texts > 0 {
            self.ready.push_str("<g fill-opacity=\"0\">\n");
            self.ready.push_str(&self.over.markup);
            self.ready.push_str("</g>\n");
        }
        self.over.markup.clear();
        self.over.texts = 0;
    }

    /// A shape other than text, with its colors, and coordinates relative to a corner.
    fn outline(&self, out: &mut String, shape: &Shape, corner: Point) {
        let stroke = match shape {
            Shape::Polygon { points, stroke, .. } => {
                out.push_str("<polygon points=\"");
                for (index, point) in points.iter().enumerate() {
                    if index > 0 {
                        out.push(' ');
                    }
                    numbers(out, &from(corner, *point));
                }
                out.push('"');
                *stroke
            }
            Shape::Box {
                rect,
                rounding,
                stroke,
                ..
            } => {
                out.push_str("<rect");
                place(out, from(corner, rect.min));
                attribute(out, "width", rect.width());
                attribute(out, "height", rect.height());
                if *rounding > 0.0 {
                    attribute(out, "rx", *rounding);
                }
                *stroke
            }
            Shape::Disc { centre, radius, .. } => {
                let [x, y] = from(corner, *centre);
                out.push_str("<circle");
                attribute(out, "cx", x);
                attribute(out, "cy", y);
                attribute(out, "r", *radius);
                None
            }
            Shape::Curve { stroke, .. } | Shape::Segment { stroke, .. } => {
                path(out, shape, corner);
                Some(*stroke)
            }
            Shape::Text(_) => return,
        };
        self.fill(out, shape.fill());
        self.stroke(out, stroke);
        out.push_str("/>");
    }

    fn fill(&self, out: &mut String, ink: Option<Ink>) {
        out.push_str(" fill=\"");
        match ink {
            Some(ink) => color(out, self.palette.color(ink)),
            None => out.push_str("none"),
        }
        out.push('"');
    }

    fn stroke(&self, out: &mut String, stroke: Option<Stroke>) {
        let Some(stroke) = stroke else {
            return;
        };
        out.push_str(" stroke=\"");
        color(out, self.palette.color(stroke.ink));
        out.push('"');
        attribute(out, "stroke-width", stroke.width);
        if let Some(dash) = stroke.dash {
            attribute(out, "stroke-dasharray", dash);
        }
    }
}

fn is_short(text: &str) -> bool {
    text.chars().nth(PART).is_none()
}

/// The stroke of shapes that are lines of one stroke alone.
fn one_stroke(shapes: &[Shape]) -> Option<Stroke> {
    let stroke_of = |shape: &Shape| match shape {
        Shape::Curve { stroke, .. } | Shape::Segment { stroke, .. } => Some(*stroke),
        _ => None,
    };
    let first = stroke_of(shapes.first()?)?;
    let same = shapes.iter().all(|shape| stroke_of(shape) == Some(first));
    same.then_some(first)
}
