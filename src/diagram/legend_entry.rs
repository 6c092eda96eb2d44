//! An entry of a legend, and where entries have their places.

use super::shape::{Anchor, Drawing, Ink, Point, Shape, Stroke, Weight};
use crate::layout::text::text_width;

/// A sign and its meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    /// How wide the sign is.
    pub width: f64,
    /// The sign; its left end is at the origin, in the middle of the line.
    pub sign: Drawing,
    /// What it means.
    pub words: String,
}

/// A legend whose entries have their places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LegendDrawn {
    /// Signs and words; the origin is the upper left corner.
    pub drawing: Drawing,
    /// How wide the widest line is.
    pub width: f64,
    /// How high all lines are together.
    pub height: f64,
}

/// How high a line of the legend is.
pub(super) const LINE: f64 = 22.0;
pub(super) const WORDS_SIZE: f64 = 12.0;
/// Between a sign and its words.
pub(super) const SIGN_GAP: f64 = 5.0;
/// Between two entries.
pub(super) const ENTRY_GAP: f64 = 13.0;

pub(super) fn entry(
    width: f64,
    words: impl Into<String>,
    draw: impl FnOnce(&mut Drawing),
) -> LegendEntry {
    let mut sign = Drawing::default();
    draw(&mut sign);
    LegendEntry {
        width,
        sign,
        words: words.into(),
    }
}

pub(super) fn number(text: &str, words: impl Into<String>) -> LegendEntry {
    let size = 14.0;
    entry(text_width(text, size), words, |sign| {
        let at = Point::default();
        sign.text(at, Anchor::Left, text, size, Ink::Text, Weight::Strong);
    })
}

pub(super) fn line(words: &str, stroke: Stroke) -> LegendEntry {
    entry(18.0, words, |sign| {
        sign.add(Shape::Segment {
            points: [Point::default(), Point::new(18.0, 0.0)],
            stroke,
        });
    })
}

/// The line to the selected node: light between dark edges.
pub(super) fn selected_line() -> LegendEntry {
    entry(18.0, "selected line", |sign| {
        for (width, ink) in [(5.0, Ink::Text), (2.0, Ink::Panel)] {
            sign.add(Shape::Segment {
                points: [Point::default(), Point::new(18.0, 0.0)],
                stroke: Stroke::new(width, ink),
            });
        }
    })
}

/// Gives entries their places in lines of a width; `less` of the first line is kept free.
pub fn place_legend(entries: &[LegendEntry], width: f64, less: f64) -> LegendDrawn {
    let mut legend = LegendDrawn {
        height: if entries.is_empty() { 0.0 } else { LINE },
        ..LegendDrawn::default()
    };
    let mut x = 0.0;
    for LegendEntry {
        width: sign_width,
        sign,
        words,
    } in entries
    {
        let taken = sign_width + SIGN_GAP + text_width(words, WORDS_SIZE);
        let first = legend.height <= LINE;
        if x > 0.0 && x + taken > width - if first { less } else { 0.0 } {
            x = 0.0;
            legend.height += LINE;
        }
        let middle = legend.height - LINE / 2.0;
        legend.drawing.append(sign, x, middle);
        legend.drawing.text(
            Point::new(x + sign_width + SIGN_GAP, middle),
            Anchor::Left,
            words.as_str(),
            WORDS_SIZE,
            Ink::Dim,
            Weight::Normal,
        );
        legend.width = legend.width.max(x + taken);
        x += taken + ENTRY_GAP;
    }
    legend
}
