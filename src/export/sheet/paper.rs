//! The sheet as PDF: pages in A4 landscape, larger if a tree needs it, so that a printer that
//! scales to its paper prints everything.

use std::io::{self, Write};

use super::super::pdf;
use super::{Content, Picture, Scene, SheetPicture};
use crate::diagram::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use crate::layout::text::text_width;

/// A page of A4 across, in scene units, of which 96 are an inch.
const WIDTH: f64 = 1123.0;
const HEIGHT: f64 = 794.0;
const MARGIN: f64 = 56.0;
/// Minimum scale of a tree on a page of that size; below it the page is made larger.
const MIN: f64 = 0.5;
const TITLE: f64 = 24.0;
const BODY: f64 = 13.0;
const SMALL: f64 = 9.5;
/// The line height of text, as a multiple of the font size.
const LEADING: f64 = 1.45;

/// Pages that are being filled.
struct Pages {
    done: Vec<(Drawing, Rect)>,
    now: Drawing,
    /// The size of all pages relative to A4.
    large: f64,
    y: f64,
}

impl Pages {
    fn size(&self) -> (f64, f64) {
        (WIDTH * self.large, HEIGHT * self.large)
    }

    fn room(&self) -> f64 {
        self.size().0 - 2.0 * MARGIN
    }

    fn end_page(&mut self) {
        let (width, height) = self.size();
        let frame = Rect {
            min: Point::new(0.0, 0.0),
            max: Point::new(width, height),
        };
        self.done.push((std::mem::take(&mut self.now), frame));
        self.y = MARGIN;
    }

    /// Starts another page if this height doesn't fit on this one.
    fn need(&mut self, height: f64) {
        if self.y + height > self.size().1 - MARGIN && self.y > MARGIN {
            self.end_page();
        }
    }

    fn text(&mut self, text: &str, left: f64, width: f64, size: f64, weight: Weight, ink: Ink) {
        for line in wrapped(text, width / size) {
            self.need(size * LEADING);
            let at = Point::new(left, self.y + size * LEADING / 2.0);
            self.now.text(at, Anchor::Left, line, size, ink, weight);
            self.y += size * LEADING;
        }
    }

    /// The tree, as large as it can be.
    fn picture(&mut self, picture: &Picture) {
        let frame = picture.frame;
        let room = self.room();
        let below = self.size().1 - MARGIN - self.y;
        let scale = (room / frame.width())
            .min(below.max(200.0) / frame.height())
            .min(1.0);
        let left = MARGIN + (room - frame.width() * scale) / 2.0;
        let moved = |point: Point| {
            Point::new(
                left + (point.x - frame.min.x) * scale,
                self.y + (point.y - frame.min.y) * scale,
            )
        };
        let shapes = picture.drawing.shapes.iter();
        let shapes: Vec<Shape> = shapes.map(|shape| scaled(shape, scale, &moved)).collect();
        self.now.shapes.extend(shapes);
        self.y += frame.height() * scale + 12.0;
    }
}

fn scaled(shape: &Shape, scale: f64, moved: &dyn Fn(Point) -> Point) -> Shape {
    let thin = |stroke: &Stroke| Stroke {
        width: stroke.width * scale,
        dash: stroke.dash.map(|dash| dash * scale),
        ..*stroke
    };
    match shape {
        Shape::Polygon {
            points,
            fill,
            stroke,
        } => Shape::Polygon {
            points: points.iter().map(|point| moved(*point)).collect(),
            fill: *fill,
            stroke: stroke.as_ref().map(thin),
        },
        Shape::Box {
            rect,
            rounding,
            fill,
            stroke,
        } => Shape::Box {
            rect: Rect {
                min: moved(rect.min),
                max: moved(rect.max),
            },
            rounding: rounding * scale,
            fill: *fill,
            stroke: stroke.as_ref().map(thin),
        },
        Shape::Disc {
            centre,
            radius,
            fill,
        } => Shape::Disc {
            centre: moved(*centre),
            radius: radius * scale,
            fill: *fill,
        },
        Shape::Curve { points, stroke } => Shape::Curve {
            points: points.map(moved),
            stroke: thin(stroke),
        },
        Shape::Segment { points, stroke } => Shape::Segment {
            points: points.map(moved),
            stroke: thin(stroke),
        },
        Shape::Text {
            at,
            anchor,
            text,
            size,
            ink,
            weight,
        } => Shape::Text {
            at: moved(*at),
            anchor: *anchor,
            text: text.clone(),
            size: size * scale,
            ink: *ink,
            weight: *weight,
        },
    }
}

/// A text wrapped to lines of at most that width, in font sizes; a longer word is broken.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = match line.is_empty() {
            true => word.to_owned(),
            false => format!("{line} {word}"),
        };
        if text_width(&longer, 1.0) <= width {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            line.push(letter);
            if text_width(&line, 1.0) > width && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.to_string()));
            }
        }
    }
    lines.push(line);
    lines
}

/// Writes the pages.
pub(super) fn write(out: &mut dyn Write, content: &Content) -> io::Result<()> {
    let widest = content.blank.frame.width().max(content.key.frame.width());
    let highest = content.blank.frame.height();
    let large = (widest * MIN / (WIDTH - 2.0 * MARGIN))
        .max(highest * MIN / (HEIGHT - 2.0 * MARGIN - 130.0))
        .max(1.0);
    let mut pages = Pages {
        done: Vec::new(),
        now: Drawing::default(),
        large,
        y: MARGIN,
    };
    let room = pages.room();
    pages.text(
        &content.title,
        MARGIN,
        room,
        TITLE,
        Weight::Strong,
        Ink::Text,
    );
    pages.y += 22.0;
    for (place, name) in [(0.0, "Name"), (0.45, "Date"), (0.7, "Points")] {
        let left = MARGIN + place * room;
        let right = left + room * if place == 0.0 { 0.42 } else { 0.22 };
        let base = pages.y;
        let at = Point::new(left, base - 8.0);
        let (ink, weight) = (Ink::Dim, Weight::Normal);
        pages.now.text(at, Anchor::Left, name, BODY, ink, weight);
        pages.now.add(Shape::Segment {
            points: [Point::new(left, base), Point::new(right, base)],
            stroke: Stroke::new(0.8, Ink::Dim),
        });
    }
    pages.y += 12.0;
    let normal = Weight::Normal;
    pages.text(&content.sentence, MARGIN, room, BODY, normal, Ink::Text);
    pages.y += 8.0;
    pages.picture(&content.blank);
    pages.end_page();
    pages.text(
        "Reasons",
        MARGIN,
        room,
        TITLE * 0.75,
        Weight::Strong,
        Ink::Text,
    );
    pages.y += 8.0;
    for row in &content.rows {
        pages.need(BODY * LEADING + 30.0);
        let words = format!("{}. {}", row.number, row.question);
        pages.text(&words, MARGIN, room, BODY, normal, Ink::Text);
        pages.y += 20.0;
        let base = pages.y;
        pages.now.add(Shape::Segment {
            points: [
                Point::new(MARGIN + 20.0, base),
                Point::new(MARGIN + room, base),
            ],
            stroke: Stroke::new(0.8, Ink::Dim),
        });
        pages.y += 10.0;
    }
    origin(&mut pages, content);
    pages.end_page();
    let title = format!("{}: answers", content.title);
    pages.text(&title, MARGIN, room, TITLE, Weight::Strong, Ink::Text);
    pages.y += 10.0;
    pages.picture(&content.key);
    pages.end_page();
    for row in &content.rows {
        let words = format!("{}. {}", row.number, row.answer);
        pages.need(2.0 * BODY * LEADING + 6.0);
        pages.text(&words, MARGIN, room, BODY, Weight::Strong, Ink::Text);
        let left = MARGIN + 20.0;
        pages.text(&row.reason, left, room - 20.0, BODY, normal, Ink::Text);
        pages.y += 6.0;
    }
    origin(&mut pages, content);
    pages.end_page();
    let scenes: Vec<SheetPicture<'_>> = pages
        .done
        .iter()
        .map(|(drawing, frame)| SheetPicture {
            drawing,
            frame: *frame,
            title: &content.title,
            words: &content.sentence,
        })
        .collect();
    let scenes: Vec<&dyn Scene> = scenes.iter().map(|scene| scene as &dyn Scene).collect();
    pdf::write_scenes(out, &scenes)
}

fn origin(pages: &mut Pages, content: &Content) {
    pages.y += 8.0;
    let room = pages.room();
    for line in &content.origin {
        pages.text(line, MARGIN, room, SMALL, Weight::Normal, Ink::Dim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_broken_between_words_and_a_long_word_within() {
        let lines = wrapped("one two three four", 5.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), "one two three four");
        for line in wrapped(&"x".repeat(100), 6.0) {
            assert!(text_width(&line, 1.0) <= 6.0);
        }
        assert_eq!(wrapped("", 5.0), [""]);
    }
}
