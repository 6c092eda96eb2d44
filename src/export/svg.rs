//! Pictures for the web and for paper (SVG): the same drawing that the window shows, in the colours
//! for a light ground.
//!
//! Letters are outlines of the bundled font, each defined once, since most programs that take such
//! pictures into a text or a slide ignore fonts that a picture brings along, and would show another
//! one, or none. Over them lies the text itself, transparent, so that it is selected, copied, found
//! and read aloud. A text with a letter that no bundled font has is shown as text, in a font of the
//! reader's.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use rustc_hash::FxHashSet;

use super::letters::{BASELINE, Letters, Run};
use super::pen::{Pen, Placed};
use super::scene::{Scene, with_tree};
use super::{Figure, board};
use crate::diagram::{Anchor, Ink, Palette, Point, Rect, Shape, Stroke, Weight};
use crate::export::xml::escape;
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode};

const COLOURS: Palette = Palette::PAPER;

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
        letters: Letters::new(),
        defined: FxHashSet::default(),
        marks: String::new(),
    };
    svg.begin(scene)?;
    scene.draw(&mut |drawing| {
        let mut shapes = drawing.shapes.iter();
        shapes.try_for_each(|shape| svg.shape(shape))
    })?;
    writeln!(svg.out, "</svg>")
}

/// A picture that is being written.
struct Svg<'a> {
    out: &'a mut dyn Write,
    letters: Letters,
    /// The glyphs whose outlines are written, by font and number.
    defined: FxHashSet<(usize, u16)>,
    marks: String,
}

impl Svg<'_> {
    /// The first lines: size, font, title and ground.
    fn begin(&mut self, scene: &dyn Scene) -> io::Result<()> {
        let frame: Rect = scene.frame();
        let (x, y) = (Number(frame.min.x), Number(frame.min.y));
        let (width, height) = (Number(frame.width()), Number(frame.height()));
        writeln!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\" role=\"img\" xml:space=\"preserve\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\" \
             font-family=\"Inter, Helvetica, Arial, sans-serif\">"
        )?;
        let (title, words) = (Escaped(scene.title()), Escaped(scene.words()));
        writeln!(self.out, "<title>{title}</title>")?;
        writeln!(self.out, "<desc>{words}</desc>")?;
        self.shape(&Shape::Box {
            rect: frame,
            rounding: 0.0,
            fill: Some(Ink::Ground),
            stroke: None,
        })
    }

    fn shape(&mut self, shape: &Shape) -> io::Result<()> {
        let out = &mut *self.out;
        match shape {
            Shape::Polygon {
                points,
                fill,
                stroke,
            } => {
                let points: Vec<String> = points.iter().map(|point| pair(*point)).collect();
                let (points, fill, stroke) = (points.join(" "), Fill(*fill), Outline(*stroke));
                writeln!(out, "<polygon points=\"{points}\"{fill}{stroke}/>")
            }
            Shape::Box {
                rect,
                rounding,
                fill,
                stroke,
            } => {
                let (x, y) = (Number(rect.min.x), Number(rect.min.y));
                let (width, height) = (Number(rect.width()), Number(rect.height()));
                write!(
                    out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
                )?;
                if *rounding > 0.0 {
                    write!(out, " rx=\"{}\"", Number(*rounding))?;
                }
                writeln!(out, "{}{}/>", Fill(*fill), Outline(*stroke))
            }
            Shape::Disc {
                centre,
                radius,
                fill,
            } => {
                let (x, y, r) = (Number(centre.x), Number(centre.y), Number(*radius));
                let fill = Fill(Some(*fill));
                writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{fill}/>")
            }
            Shape::Curve { points, stroke } => {
                let [from, over, and, to] = points.map(pair);
                let (fill, stroke) = (Fill(None), Outline(Some(*stroke)));
                writeln!(out, "<path d=\"M{from}C{over} {and} {to}\"{fill}{stroke}/>")
            }
            Shape::Segment { points, stroke } => {
                let [from, to] = points.map(pair);
                writeln!(out, "<path d=\"M{from}L{to}\"{}/>", Outline(Some(*stroke)))
            }
            Shape::Text {
                at,
                anchor,
                text,
                size,
                ink,
                weight,
            } => {
                let at = at.moved(0.0, BASELINE * size);
                self.text(at, *anchor, text, *size, *ink, *weight)
            }
        }
    }

    /// A text whose letters stand on a line at `at`.
    fn text(
        &mut self,
        at: Point,
        anchor: Anchor,
        text: &str,
        size: f64,
        ink: Ink,
        weight: Weight,
    ) -> io::Result<()> {
        let line = self.letters.line(text, weight);
        let (from, anchored) = match anchor {
            Anchor::Left => (0.0, ""),
            Anchor::Middle => (0.5, " text-anchor=\"middle\""),
            Anchor::Right => (1.0, " text-anchor=\"end\""),
        };
        let mut over = String::new();
        if !line.lacking {
            let left = at.x - from * line.width * size;
            for run in &line.runs {
                self.run(run, Point::new(left + run.x * size, at.y), size, ink)?;
            }
            // As wide as the letters below it, whatever the reader's font.
            if text.chars().nth(1).is_some() {
                over = format!(" textLength=\"{}\"", Number(line.width * size));
            }
            over.push_str(" fill-opacity=\"0\"");
        }
        let weight = match weight {
            Weight::Normal => "",
            Weight::Strong => " font-weight=\"600\"",
        };
        let (x, y, size) = (Number(at.x), Number(at.y), Number(size));
        let (fill, text) = (Fill(Some(ink)), Escaped(text));
        writeln!(
            self.out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchored}{weight}{fill}{over}>{text}</text>"
        )
    }

    /// The letters of a part of a text that begins at `at`.
    fn run(&mut self, run: &Run, at: Point, size: f64, ink: Ink) -> io::Result<()> {
        let Some(face) = self.letters.faces().get(run.face) else {
            return Ok(());
        };
        self.marks.clear();
        for glyph in &run.glyphs {
            let name = (run.face, glyph.id);
            if !self.defined.contains(&name) {
                let mut data = PathData::default();
                face.draw(
                    glyph.id,
                    &mut Placed {
                        pen: &mut data,
                        origin: (0.0, 0.0),
                        scale: (1.0, -1.0),
                    },
                );
                // A space has no outline.
                if data.0.is_empty() {
                    continue;
                }
                let (face, id, data) = (name.0, name.1, data.0);
                writeln!(
                    self.out,
                    "<defs><path id=\"f{face}g{id}\" d=\"{data}\"/></defs>"
                )?;
                self.defined.insert(name);
            }
            let (x, y) = (glyph.x * face.units, -glyph.y * face.units);
            let at = |name: &str, value: f64| match value.round() as i64 {
                0 => String::new(),
                value => format!(" {name}=\"{value}\""),
            };
            self.marks.push_str(&format!(
                "<use xlink:href=\"#f{}g{}\"{}{}/>",
                name.0,
                name.1,
                at("x", x),
                at("y", y)
            ));
        }
        if self.marks.is_empty() {
            return Ok(());
        }
        let (x, y, fill) = (Number(at.x), Number(at.y), Fill(Some(ink)));
        let scale = (size / face.units * 1e6).round() / 1e6;
        writeln!(
            self.out,
            "<g aria-hidden=\"true\" transform=\"translate({x} {y}) scale({scale})\"{fill}>{}</g>",
            self.marks
        )
    }
}

/// An outline as the attribute of a path.
#[derive(Default)]
struct PathData(String);

impl PathData {
    fn add(&mut self, letter: char, points: &[(f64, f64)]) {
        self.0.push(letter);
        for (index, (x, y)) in points.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            self.0
                .push_str(&format!("{space}{} {}", Number(*x), Number(*y)));
        }
    }
}

impl Pen for PathData {
    fn move_to(&mut self, to: (f64, f64)) {
        self.add('M', &[to]);
    }

    fn line_to(&mut self, to: (f64, f64)) {
        self.add('L', &[to]);
    }

    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64)) {
        self.add('C', &[first, second, to]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}

fn pair(point: Point) -> String {
    format!("{} {}", Number(point.x), Number(point.y))
}

/// A coordinate, to a hundredth.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A sum with zero has no minus before a zero.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

struct Fill(Option<Ink>);

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str(" fill=\"none\""),
            Some(ink) => write!(f, " fill=\"{}\"", COLOURS.color(ink).hex()),
        }
    }
}

struct Outline(Option<Stroke>);

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(stroke) = self.0 else {
            return Ok(());
        };
        let colour = COLOURS.color(stroke.ink).hex();
        let width = Number(stroke.width);
        write!(f, " stroke=\"{colour}\" stroke-width=\"{width}\"")?;
        match stroke.dash {
            Some(dash) => write!(f, " stroke-dasharray=\"{}\"", Number(dash)),
            None => Ok(()),
        }
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
        for (number, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.005_1, "1.01"),
            (-72.25, "-72.25"),
            (1e6, "1000000"),
        ] {
            assert_eq!(Number(number).to_string(), text);
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
