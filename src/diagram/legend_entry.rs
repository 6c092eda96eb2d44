//! Legends: rows of icons with their meaning, limited to the marks that occur.

use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke};
use crate::layout::shape::text_width;

/// An icon and its meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    /// The width of the icon.
    pub width: f64,
    /// The icon; its left end is at the origin, in the middle of the line.
    pub sign: Drawing,
    /// The meaning.
    pub text: String,
}

/// A legend with placed entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LegendDrawn {
    /// Icons and texts; the origin is the upper left corner.
    pub drawing: Drawing,
    /// The width of the widest line.
    pub width: f64,
    /// The height of all lines.
    pub height: f64,
}

/// A row of a legend; `None` if its mark doesn't occur.
pub(crate) type LegendRow = Option<LegendEntry>;

/// The height of a line.
const LINE: f64 = 22.0;

const WORDS_SIZE: f64 = 12.0;

/// The gap between an icon and its text.
const SIGN_GAP: f64 = 5.0;

/// Between two entries.
const ENTRY_GAP: f64 = 13.0;

/// The entries of the rows whose marks occur.
pub(crate) fn of_rows(rows: impl IntoIterator<Item = LegendRow>) -> Vec<LegendEntry> {
    rows.into_iter().flatten().collect()
}

/// A row: whether its mark occurs, the width of its icon, its meaning, and the drawing of the icon.
pub(crate) fn row(
    occurs: bool,
    width: f64,
    text: impl Into<String>,
    draw: impl FnOnce(&mut Drawing),
) -> LegendRow {
    occurs.then(|| {
        let mut sign = Drawing::default();
        draw(&mut sign);
        LegendEntry {
            width,
            sign,
            text: text.into(),
        }
    })
}

/// The font size of a text that is an icon.
pub(super) const NUMBER_SIZE: f64 = 14.0;

/// A row with a text as its icon.
pub(super) fn number(occurs: bool, text: &str, phrase: impl Into<String>) -> LegendRow {
    row(occurs, text_width(text, NUMBER_SIZE), phrase, |sign| {
        let at = Point::default();
        sign.strong_text(at, Anchor::Left, text, NUMBER_SIZE, Ink::Text);
    })
}

/// A row with a line as its icon.
pub(super) fn line(occurs: bool, text: &str, stroke: Stroke) -> LegendRow {
    row(occurs, 18.0, text, |sign| {
        segments(sign, stroke, [[(0.0, 0.0), (18.0, 0.0)]]);
    })
}

/// The line to the selected node: light between dark edges.
pub(super) fn selected_line() -> LegendRow {
    row(true, 18.0, "selected line", |sign| {
        for (width, ink) in [(5.0, Ink::Text), (2.0, Ink::Panel)] {
            segments(sign, Stroke::new(width, ink), [[(0.0, 0.0), (18.0, 0.0)]]);
        }
    })
}

/// Draws lines of an icon.
pub(crate) fn segments<const N: usize>(
    sign: &mut Drawing,
    stroke: Stroke,
    lines: [[(f64, f64); 2]; N],
) {
    for ends in lines {
        let points = ends.map(|(x, y)| Point::new(x, y));
        sign.add(Shape::Segment { points, stroke });
    }
}

/// Draws an area of an icon by its corners.
pub(crate) fn filled<const N: usize>(sign: &mut Drawing, ink: Ink, corners: [(f64, f64); N]) {
    sign.add(Shape::Polygon {
        points: corners.map(|(x, y)| Point::new(x, y)).to_vec(),
        fill: Some(ink),
        stroke: None,
    });
}

/// Draws a box of an icon, from its left end.
pub(crate) fn boxed(
    sign: &mut Drawing,
    [width, height]: [f64; 2],
    rounding: f64,
    fill: Option<Ink>,
    stroke: Option<Stroke>,
) {
    sign.add(Shape::Box {
        rect: Rect::around(Point::new(width / 2.0, 0.0), width, height),
        rounding,
        fill,
        stroke,
    });
}

/// Places the entries in lines of a width; `less` of the first line is kept free.
pub fn place_legend(entries: &[LegendEntry], width: f64, less: f64) -> LegendDrawn {
    let mut legend = LegendDrawn {
        height: if entries.is_empty() { 0.0 } else { LINE },
        ..LegendDrawn::default()
    };
    let mut x = 0.0;
    for LegendEntry {
        width: sign_width,
        sign,
        text,
    } in entries
    {
        let taken = sign_width + SIGN_GAP + text_width(text, WORDS_SIZE);
        let first = legend.height <= LINE;
        if x > 0.0 && x + taken > width - if first { less } else { 0.0 } {
            x = 0.0;
            legend.height += LINE;
        }
        let middle = legend.height - LINE / 2.0;
        legend.drawing.append(sign, x, middle);
        let at = Point::new(x + sign_width + SIGN_GAP, middle);
        let drawing = &mut legend.drawing;
        drawing.text(at, Anchor::Left, text.as_str(), WORDS_SIZE, Ink::Dim);
        legend.width = legend.width.max(x + taken);
        x += taken + ENTRY_GAP;
    }
    legend
}
