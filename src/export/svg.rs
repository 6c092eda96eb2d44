//! The tree as a picture on the web and on paper (SVG): the same drawing that the window shows, in
//! the colours for a light ground.

use std::fmt;
use std::io::{self, Write};

use super::{Figure, heading};
use crate::diagram::{
    Anchor, Drawing, Ink, Looks, MeasuredTree, Palette, Point, Rect, Shape, ShownTree, Stroke,
    TreeDrawn, TreeMarks, Weight, draw_tree, in_sight, legend, place_legend, tree_bounds,
};
use crate::layout::Layout;
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode};

/// Around everything, in scene units.
const MARGIN: f64 = 12.0;
/// Between the tree and the legend.
const ABOVE_LEGEND: f64 = 14.0;
/// The legend of a narrower tree is as wide as this.
const LEAST_LEGEND: f64 = 480.0;
/// How far below the middle of a line its letters stand, as a share of their size: half the height
/// of Inter's capitals.
const BASELINE: f64 = 0.364;

const COLOURS: Palette = Palette::LIGHT;

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
    let view = figure.view(rated, unfolding);
    let root = unfolding.vertex(UnfoldingNode::ROOT);
    let best = figure.best_line(rated, root);
    let marks = TreeMarks::new(&view, &best);
    let looks = Looks::default();
    let shape = MeasuredTree {
        view: &view,
        looks: &looks,
        marks: &marks,
    };
    let mut layout = Layout::new(&shape, ShownTree::SPACING);
    layout.set_level_height(looks.level_height(&view));
    let bounds = tree_bounds(&layout, &view, &marks);
    let mut frame = bounds;
    let mut below = Drawing::default();
    if figure.show.legend {
        let width = bounds.width().max(LEAST_LEGEND);
        let placed = place_legend(&legend(&view, &marks), width, 0.0);
        let left = (bounds.centre().x - placed.width / 2.0).min(bounds.min.x);
        let top = bounds.max.y + ABOVE_LEGEND;
        below.append(&placed.drawing, left, top);
        frame.min.x = frame.min.x.min(left);
        frame.max.x = frame.max.x.max(left + placed.width);
        frame.max.y = top + placed.height;
    }
    let title = heading(rated, unfolding, figure.title);
    begin(out, frame.grown(MARGIN), &title)?;
    let sights = in_sight(&layout, &shape, bounds);
    let drawn = TreeDrawn {
        selected: None,
        names: figure.show.moves,
        counts: true,
        ..TreeDrawn::default()
    };
    // Written as it is drawn, so that the picture of a large tree is never held whole.
    let mut written = Ok(());
    let mut drawing = Drawing::default();
    draw_tree(&mut drawing, &view, &marks, &sights, drawn, |drawing| {
        if written.is_ok() {
            written = write_shapes(out, drawing);
        }
        drawing.shapes.clear();
    });
    written?;
    write_shapes(out, &below)?;
    writeln!(out, "</svg>")
}

/// The first lines: size, font, title and ground.
fn begin(out: &mut dyn Write, frame: Rect, title: &str) -> io::Result<()> {
    let (x, y) = (Number(frame.min.x), Number(frame.min.y));
    let (width, height) = (Number(frame.width()), Number(frame.height()));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" xml:space=\"preserve\" \
         width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\" \
         font-family=\"Inter, Helvetica, Arial, sans-serif\">"
    )?;
    writeln!(out, "<title>{}</title>", Escaped(title))?;
    let ground = Shape::Box {
        rect: frame,
        rounding: 0.0,
        fill: Some(Ink::Ground),
        stroke: None,
    };
    write_shape(out, &ground)
}

fn write_shapes(out: &mut dyn Write, drawing: &Drawing) -> io::Result<()> {
    drawing
        .shapes
        .iter()
        .try_for_each(|shape| write_shape(out, shape))
}

fn write_shape(out: &mut dyn Write, shape: &Shape) -> io::Result<()> {
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
            let (x, y) = (Number(at.x), Number(at.y + BASELINE * size));
            let anchor = match anchor {
                Anchor::Left => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::Right => " text-anchor=\"end\"",
            };
            let weight = match weight {
                Weight::Normal => "",
                Weight::Strong => " font-weight=\"600\"",
            };
            let (size, fill, text) = (Number(*size), Fill(Some(*ink)), Escaped(text));
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{weight}{fill}>{text}</text>"
            )
        }
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
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\u{fffe}' | '\u{ffff}' => write!(f, "{}", char::REPLACEMENT_CHARACTER)?,
                other if other.is_control() => write!(f, "{}", char::REPLACEMENT_CHARACTER)?,
                other => write!(f, "{other}")?,
            }
        }
        Ok(())
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
