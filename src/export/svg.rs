//! Pictures for the web and for paper (SVG): the same drawing that the window shows.
//!
//! Letters are outlines of the bundled font, since most programs that take such pictures into a text or a
//! slide ignore fonts that a picture brings along, and would show another one, or none. Over them lies
//! the text itself, transparent, so that it is selected, copied, found and read aloud. A text with a
//! letter that no bundled font has is shown as text, in a font of the reader's.
//!
//! What stands in a tree again and again is defined once: letters, parts of texts in one size, and what
//! is alike in nodes, which is defined where it comes for the second time. Moves of one stroke are
//! a group. There is no style sheet, which some of those programs ignore.

use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};
use std::io::{self, Write};

use rustc_hash::{FxHashMap, FxHasher};

use super::letters::{BASELINE, Glyph, Letters, Run};
use super::pen::{Pen, Placed};
use super::scene::{Scene, fault_of, with_tree};
use super::{Figure, board};
use crate::diagram::{Anchor, Drawing, Ink, Palette, Point, Rgb, Shape, Stroke, Weight};
use crate::export::xml::escape;
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode};

/// As many nodes are opened within seconds by browsers and drawing programs.
pub const MOST_NODES: usize = 20_000;

/// A text of at most so many letters is one part; a longer one is cut behind spaces and marks, since its
/// parts occur elsewhere where it doesn't.
const PART: usize = 4;
/// As many transparent texts are written together, with what they have in common.
const TOGETHER: usize = 32;
/// Of what is alike in nodes so many bytes are remembered: beyond it nothing new is.
const MOST_REMEMBERED: usize = 32 << 20;

/// Writes the shown nodes of an unfolding as one picture.
///
/// # Errors
/// What the writer gives.
pub fn write(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    with_tree(rated, unfolding, figure, |scene| write_scene(out, scene))
}

/// Why the picture can't be written, in a sentence with the remedy; `None` where it can.
pub fn fault(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> Option<String> {
    let asked = figure.appearance;
    // Else any drawing can, and need not be laid out.
    let may = asked.width.is_some() && asked.font_size.is_some();
    may.then(|| fault_of(rated, unfolding, figure, |_| None))
        .flatten()
}

/// Writes the board of a node alone, with its moves.
///
/// # Errors
/// What the writer gives.
pub fn write_board(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    node: UnfoldingNode,
    figure: &Figure<'_>,
) -> io::Result<()> {
    let scene = board::scene(rated, unfolding, node, figure);
    write_scene(out, &scene)
}

/// Writes one picture.
///
/// # Errors
/// What the writer gives.
pub(super) fn write_scene(out: &mut dyn Write, scene: &dyn Scene) -> io::Result<()> {
    let mut svg = Svg {
        out,
        palette: scene.palette(),
        letters: Letters::new(),
        name: name_of(scene),
        names: 0,
        glyphs: FxHashMap::default(),
        parts: FxHashMap::default(),
        pairs: FxHashMap::default(),
        alike: FxHashMap::default(),
        remembered: 0,
        moves: None,
        block: Block::default(),
        over: Over::default(),
        asked: Part::default(),
        line: String::new(),
    };
    svg.begin(scene)?;
    scene.draw(&mut |drawing| svg.drawing(drawing))?;
    svg.end_moves()?;
    svg.end_over()?;
    writeln!(svg.out, "</svg>")
}

/// What all names of a picture begin with, so that several can stand in one page.
fn name_of(scene: &dyn Scene) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let mut hasher = FxHasher::default();
    (scene.title(), scene.words()).hash(&mut hasher);
    let frame = scene.frame();
    for side in [frame.min.x, frame.min.y, frame.max.x, frame.max.y] {
        side.to_bits().hash(&mut hasher);
    }
    let mut hash = hasher.finish();
    // A name begins with a letter.
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
    palette: &'a Palette,
    letters: Letters,
    name: String,
    /// How many names there are.
    names: usize,
    /// The glyphs whose outlines are written, by font and number, and the numbers they have here; none
    /// for one without an outline.
    glyphs: FxHashMap<(usize, u16), Option<usize>>,
    /// The same of parts of texts; none for one that came once.
    parts: FxHashMap<Part, Option<usize>>,
    /// The same of two glyphs after each other.
    pairs: FxHashMap<Pair, Option<usize>>,
    /// What came once in a node has no number yet.
    alike: FxHashMap<String, Option<usize>>,
    /// How many bytes that is.
    remembered: usize,
    /// The stroke of the group of moves that is open.
    moves: Option<Stroke>,
    block: Block,
    over: Over,
    asked: Part,
    line: String,
}

/// What may be alike in nodes: shapes and short texts, with places from its corner.
#[derive(Default)]
struct Block {
    corner: Point,
    markup: String,
}

/// The text itself over its letters: transparent, or seen where they aren't drawn.
#[derive(Default)]
struct Over {
    markup: String,
    texts: usize,
}

/// A part of a text in one size: its font, the size for a unit of it, and its glyphs with their places
/// in units.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Part {
    face: usize,
    scale: u64,
    places: Vec<Place>,
}

/// A glyph, and where it stands, across and down.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place(u16, i32, i32);

/// Two glyphs of a font, and how far the second is from the first, across and down.
type Pair = (usize, [u16; 2], [i32; 2]);

impl Svg<'_> {
    /// The first lines: size, font, title and ground.
    fn begin(&mut self, scene: &dyn Scene) -> io::Result<()> {
        let (frame, enlarged) = (scene.frame(), scene.enlarged());
        let mut line = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\" role=\"img\" xml:space=\"preserve\"",
        );
        attribute(&mut line, "width", frame.width() * enlarged);
        attribute(&mut line, "height", frame.height() * enlarged);
        line.push_str(" viewBox=\"");
        let sides = [frame.min.x, frame.min.y, frame.width(), frame.height()];
        numbers(&mut line, &sides);
        line.push_str("\" font-family=\"Inter, Helvetica, Arial, sans-serif\">");
        let (title, words) = (Escaped(scene.title()), Escaped(scene.words()));
        writeln!(
            self.out,
            "{line}\n<title>{title}</title>\n<desc>{words}</desc>"
        )?;
        let ground = Shape::Box {
            rect: frame,
            rounding: 0.0,
            fill: Some(Ink::Ground),
            stroke: None,
        };
        line.clear();
        self.outline(&mut line, &ground, Point::default());
        writeln!(self.out, "{line}")
    }

    /// Writes the shapes of a move, of its name, or of a node.
    fn drawing(&mut self, drawing: &Drawing) -> io::Result<()> {
        let shapes = &drawing.shapes;
        if let Some(stroke) = one_stroke(shapes) {
            return self.moves(shapes, stroke);
        }
        self.end_moves()?;
        for shape in shapes {
            match shape {
                Shape::Text { text, .. } => {
                    if !is_short(text) {
                        self.end_block()?;
                    }
                    self.text(shape)?;
                }
                other => {
                    let corner = self.corner(other);
                    let mut markup = std::mem::take(&mut self.block.markup);
                    self.outline(&mut markup, other, corner);
                    self.block.markup = markup;
                }
            }
        }
        self.end_block()?;
        match self.over.texts >= TOGETHER {
            true => self.end_over(),
            false => Ok(()),
        }
    }

    /// Lines of one stroke, in its group.
    fn moves(&mut self, shapes: &[Shape], stroke: Stroke) -> io::Result<()> {
        if self.moves != Some(stroke) {
            self.end_moves()?;
            let mut line = String::from("<g fill=\"none\"");
            self.stroke(&mut line, Some(stroke));
            writeln!(self.out, "{line}>")?;
            self.moves = Some(stroke);
        }
        let mut line = String::new();
        for shape in shapes {
            line.clear();
            path(&mut line, shape, Point::default());
            line.push_str("/>\n");
            self.out.write_all(line.as_bytes())?;
        }
        Ok(())
    }

    fn end_moves(&mut self) -> io::Result<()> {
        match self.moves.take() {
            Some(_) => writeln!(self.out, "</g>"),
            None => Ok(()),
        }
    }

    /// The corner of the block, which begins with a shape if there is none.
    fn corner(&mut self, shape: &Shape) -> Point {
        if self.block.markup.is_empty() {
            let at = match shape {
                Shape::Polygon { points, .. } => points.first().copied().unwrap_or_default(),
                Shape::Box { rect, .. } => rect.min,
                Shape::Disc { centre, .. } => *centre,
                Shape::Curve { points, .. } => points[0],
                Shape::Segment { points, .. } => points[0],
                Shape::Text { at, .. } => *at,
            };
            // As exact as it is written, so that what is alike has the same places.
            self.block.corner = Point::new(rounded(at.x), rounded(at.y));
        }
        self.block.corner
    }

    /// Writes the block, or where the same is that was defined.
    fn end_block(&mut self) -> io::Result<()> {
        let Block { corner, mut markup } = std::mem::take(&mut self.block);
        if markup.is_empty() {
            return Ok(());
        }
        let at = [corner.x, corner.y];
        let mut line = String::new();
        match self.alike.get(&markup).copied() {
            None => {
                numbers(&mut line, &at);
                writeln!(self.out, "<g transform=\"translate({line})\">{markup}</g>")?;
                if self.remembered + markup.len() <= MOST_REMEMBERED {
                    self.remembered += markup.len();
                    self.alike.insert(std::mem::take(&mut markup), None);
                }
            }
            Some(known) => {
                let number = known.unwrap_or_else(|| self.next());
                if known.is_none() {
                    let name = &self.name;
                    writeln!(
                        self.out,
                        "<defs><g id=\"{name}{number}\">{markup}</g></defs>"
                    )?;
                    self.alike.insert(markup.clone(), Some(number));
                }
                self.add_use(&mut line, number, at);
                line.push('\n');
                self.out.write_all(line.as_bytes())?;
            }
        }
        markup.clear();
        self.block.markup = markup;
        Ok(())
    }

    /// Writes the texts over what was written.
    fn end_over(&mut self) -> io::Result<()> {
        let Over { markup, texts } = std::mem::take(&mut self.over);
        match texts {
            0 => Ok(()),
            _ => writeln!(self.out, "<g fill-opacity=\"0\">\n{markup}</g>"),
        }
    }

    /// A text: short ones are a part of the block.
    fn text(&mut self, shape: &Shape) -> io::Result<()> {
        let Shape::Text {
            at,
            anchor,
            text,
            size,
            ink,
            weight,
        } = shape
        else {
            return Ok(());
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
        let mut markup = std::mem::take(&mut self.line);
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
                self.run(&mut markup, run, text, *size, from)?;
            }
        }
        match line.lacking {
            true => self.seen(shape, at),
            false => self.over(text, Point::new(left, at.y), *size, line.width),
        }
        if markup.len() == begun {
            // Nothing is seen of it.
        } else if short {
            let mut block = std::mem::take(&mut self.block.markup);
            block.push_str("<g");
            self.fill(&mut block, Some(*ink));
            block.extend([">", &markup, "</g>"]);
            self.block.markup = block;
        } else {
            markup.push_str("</g>\n");
            self.out.write_all(markup.as_bytes())?;
        }
        self.line = markup;
        Ok(())
    }

    /// The letters of a part of a text that begins at `from`.
    fn run(
        &mut self,
        markup: &mut String,
        run: &Run,
        text: &str,
        size: f64,
        from: Point,
    ) -> io::Result<()> {
        let Some(units) = self.letters.faces().get(run.face).map(|face| face.units) else {
            return Ok(());
        };
        let said = &text[run.text.clone()];
        let ends = |glyph: &Glyph| {
            let end = said[glyph.text.clone()].chars().next_back();
            !is_short(text) && end.is_some_and(|end| matches!(end, ' ' | '/' | ',' | '>' | '→'))
        };
        let scale = (size / units * 1e6).round() / 1e6;
        let mut asked = std::mem::take(&mut self.asked);
        for part in run.glyphs.split_inclusive(ends) {
            let left = part.first().map_or(0.0, |glyph| glyph.x);
            let places = part.iter().map(|glyph| {
                let (x, y) = ((glyph.x - left) * units, -glyph.y * units);
                Place(glyph.id, x.round() as i32, y.round() as i32)
            });
            // Asked of again and again: with the memory of the one before.
            asked.face = run.face;
            asked.scale = scale.to_bits();
            asked.places.clear();
            asked.places.extend(places);
            let (x, y) = (from.x + left * size, from.y);
            self.part(markup, &asked, [x, y])?;
        }
        self.asked = asked;
        Ok(())
    }

    /// A part of a text at its place; nothing where nothing of it is seen.
    fn part(&mut self, markup: &mut String, part: &Part, at: [f64; 2]) -> io::Result<()> {
        let known = self.parts.get(part).copied();
        if let Some(Some(number)) = known {
            self.add_use(markup, number, at);
            return Ok(());
        }
        let mut letters = String::new();
        self.letters_of(&mut letters, part)?;
        if letters.is_empty() {
            return Ok(());
        }
        let scale = f64::from_bits(part.scale);
        match known {
            // Once more, and it is defined.
            Some(_) => {
                let number = self.next();
                let name = &self.name;
                writeln!(
                    self.out,
                    "<defs><g id=\"{name}{number}\" transform=\"scale({scale})\">{letters}</g></defs>"
                )?;
                self.add_use(markup, number, at);
                self.parts.insert(part.clone(), Some(number));
            }
            None => {
                markup.push_str("<g transform=\"translate(");
                numbers(markup, &at);
                markup.push_str(&format!(")scale({scale})\">{letters}</g>"));
                self.parts.insert(part.clone(), None);
            }
        }
        Ok(())
    }

    /// The letters of a part in units of its font. Two after each other are defined together where they
    /// come once more.
    fn letters_of(&mut self, letters: &mut String, part: &Part) -> io::Result<()> {
        for two in part.places.chunks(2) {
            let [Place(first, x, y), Place(second, next_x, next_y)] = two else {
                for Place(glyph, x, y) in two {
                    self.letter(letters, part.face, *glyph, [*x, *y])?;
                }
                continue;
            };
            let (dx, dy) = (next_x - x, next_y - y);
            let pair = (part.face, [*first, *second], [dx, dy]);
            let number = match self.pairs.get(&pair) {
                None => {
                    self.pairs.insert(pair, None);
                    for Place(glyph, x, y) in two {
                        self.letter(letters, part.face, *glyph, [*x, *y])?;
                    }
                    continue;
                }
                Some(Some(number)) => *number,
                Some(None) => {
                    let mut both = String::new();
                    self.letter(&mut both, part.face, *first, [0, 0])?;
                    self.letter(&mut both, part.face, *second, [dx, dy])?;
                    let number = self.next();
                    let name = &self.name;
                    writeln!(self.out, "<defs><g id=\"{name}{number}\">{both}</g></defs>")?;
                    self.pairs.insert(pair, Some(number));
                    number
                }
            };
            self.add_use(letters, number, [*x, *y].map(f64::from));
        }
        Ok(())
    }

    fn letter(
        &mut self,
        letters: &mut String,
        face: usize,
        glyph: u16,
        at: [i32; 2],
    ) -> io::Result<()> {
        if let Some(number) = self.glyph(face, glyph)? {
            self.add_use(letters, number, at.map(f64::from));
        }
        Ok(())
    }

    /// What was defined under a number, at a place.
    fn add_use(&self, markup: &mut String, number: usize, at: [f64; 2]) {
        markup.extend(["<use xlink:href=\"#", &self.name]);
        integer(markup, number as u64);
        markup.push('"');
        place(markup, at);
        markup.push_str("/>");
    }

    /// The number of a glyph, whose outline is written if it is new; none for one without an outline.
    fn glyph(&mut self, face: usize, glyph: u16) -> io::Result<Option<usize>> {
        if let Some(number) = self.glyphs.get(&(face, glyph)) {
            return Ok(*number);
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
            writeln!(
                self.out,
                "<defs><path id=\"{name}{number}\" d=\"{data}\"/></defs>"
            )?;
        }
        self.glyphs.insert((face, glyph), number);
        Ok(number)
    }

    fn next(&mut self) -> usize {
        self.names += 1;
        self.names
    }

    /// The text itself over its letters, which begin at `at` and are `width` sizes wide.
    fn over(&mut self, text: &str, at: Point, size: f64, width: f64) {
        let out = &mut self.over.markup;
        out.push_str("<text");
        place(out, [at.x, at.y]);
        attribute(out, "font-size", size);
        // As wide as the letters below it, whatever the reader's font.
        if text.chars().nth(3).is_some() {
            attribute(out, "textLength", width * size);
        }
        out.push('>');
        match text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b" /+.-,".contains(&byte))
        {
            true => out.push_str(text),
            false => out.push_str(&Escaped(text).to_string()),
        }
        out.push_str("</text>\n");
        self.over.texts += 1;
    }

    /// A text whose letters the reader's font has to have.
    fn seen(&mut self, shape: &Shape, at: Point) {
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
        let over = &mut self.over;
        over.markup
            .push_str(&format!("{line}>{}</text>\n", Escaped(text)));
        over.texts += 1;
    }

    /// A shape that is no text, with its colours, its places from a corner.
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
            Shape::Text { .. } => return,
        };
        self.fill(out, shape.fill());
        self.stroke(out, stroke);
        out.push_str("/>");
    }

    fn fill(&self, out: &mut String, ink: Option<Ink>) {
        out.push_str(" fill=\"");
        match ink {
            Some(ink) => self.color(out, ink),
            None => out.push_str("none"),
        }
        out.push('"');
    }

    fn color(&self, out: &mut String, ink: Ink) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let Rgb(red, green, blue) = self.palette.color(ink);
        out.push('#');
        for part in [red, green, blue] {
            for digit in [part >> 4, part & 0xf] {
                out.push(char::from(DIGITS[usize::from(digit)]));
            }
        }
    }

    fn stroke(&self, out: &mut String, stroke: Option<Stroke>) {
        let Some(stroke) = stroke else {
            return;
        };
        out.push_str(" stroke=\"");
        self.color(out, stroke.ink);
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

/// A line as the beginning of its element.
fn path(out: &mut String, shape: &Shape, corner: Point) {
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

/// Where something stands, as attributes; none say the corner.
fn place(out: &mut String, at: [f64; 2]) {
    for (name, value) in ["x", "y"].into_iter().zip(at) {
        if rounded(value) != 0.0 {
            attribute(out, name, value);
        }
    }
}

/// A place from a corner.
fn from(corner: Point, point: Point) -> [f64; 2] {
    [point.x - corner.x, point.y - corner.y]
}

fn attribute(out: &mut String, name: &str, value: f64) {
    out.extend([" ", name, "=\""]);
    number(out, value);
    out.push('"');
}

fn numbers(out: &mut String, values: &[f64]) {
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        number(out, *value);
    }
}

/// A number to a hundredth, as it is written.
fn rounded(value: f64) -> f64 {
    hundredths(value) as f64 / 100.0
}

/// How many hundredths a number has, halves away from 0.
fn hundredths(value: f64) -> i64 {
    (value * 100.0 + 0.5_f64.copysign(value)) as i64
}

/// A number, to a hundredth.
fn number(out: &mut String, value: f64) {
    let hundredths = hundredths(value);
    if hundredths < 0 {
        out.push('-');
    }
    let (whole, part) = (
        hundredths.unsigned_abs() / 100,
        hundredths.unsigned_abs() % 100,
    );
    integer(out, whole);
    let digit = |value: u64| char::from(b'0' + (value % 10) as u8);
    if part > 0 {
        out.extend(['.', digit(part / 10)]);
    }
    if part % 10 > 0 {
        out.push(digit(part));
    }
}

fn integer(out: &mut String, value: u64) {
    let mut one = 1;
    while value / one >= 10 {
        one *= 10;
    }
    while one > 0 {
        out.push(char::from(b'0' + (value / one % 10) as u8));
        one /= 10;
    }
}

/// An outline as the attribute of a path, each place from the one before.
#[derive(Default)]
struct PathData {
    data: String,
    at: (f64, f64),
    /// Where the outline began that is being drawn.
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

/// A text between tags: markup is escaped, and what XML can't hold is replaced.
struct Escaped<'a>(&'a str);

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
