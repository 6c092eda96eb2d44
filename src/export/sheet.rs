//! An exercise on paper: its tree with empty boxes, a line for each blank, and the key with its
//! reasons on a separate page. It is an HTML page, which any browser prints, or a PDF in A4
//! landscape, with larger pages if a tree needs them, so that a printer that scales to its paper
//! prints everything.

use std::io::{self, Write};

use super::escape::Escaped;
use super::scene::Scene;
use super::{pdf, svg};
use crate::diagram::{
    Anchor, Drawing, ExerciseSight, Ink, Point, Rect, Shape, Stroke, Weight, draw_exercise,
    exercise_bounds, exercise_legend, place_legend,
};
use crate::layout::shape::text_width;
use crate::session::exercise::{
    Attempt, Filling, Posed, Right, ShownAttempt, right_text, write_line,
};

/// The format of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SheetFormat {
    /// A page of HTML without any network request.
    #[default]
    Html,
    /// Pages of PDF.
    Pdf,
}

impl SheetFormat {
    /// The format of a file name's extension.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        if name.ends_with(".html") || name.ends_with(".htm") {
            return Some(Self::Html);
        }
        name.ends_with(".pdf").then_some(Self::Pdf)
    }
}

/// Writes the sheet of an exercise.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut dyn Write, posed: &Posed, form: SheetFormat) -> io::Result<()> {
    let content = SheetContent::new(posed);
    match form {
        SheetFormat::Html => write_html(out, &content),
        SheetFormat::Pdf => write_pdf(out, &content),
    }
}

/// The content of a sheet.
struct SheetContent {
    title: String,
    sentence: String,
    /// Which exercise it is.
    origin: Vec<String>,
    /// The questions, in their order, with the right answers and the reasons.
    rows: Vec<QuestionRow>,
    /// The number of questions that give a point.
    points: usize,
    blank: SheetFigure,
    key: SheetFigure,
}

/// A question with its answer.
struct QuestionRow {
    number: usize,
    question: String,
    answer: String,
    reason: String,
}

/// A tree with its legend.
struct SheetFigure {
    drawing: Drawing,
    frame: Rect,
    text: String,
}

impl SheetContent {
    fn new(posed: &Posed) -> Self {
        let title = format!("{} exercise", posed.task().title());
        let mut origin = Vec::new();
        if let Some(drawn) = &posed.exercise().drawn {
            origin.push(format!(
                "Seed {}, size {}.",
                drawn.seed,
                drawn.level.size.name()
            ));
        }
        if let Some(line) = write_line(posed) {
            origin.push(line);
        }
        let asked = posed.blanks().iter().enumerate();
        let asked =
            asked.filter(|(_, blank)| blank.asked || posed.task().filling() == Filling::MarkCut);
        let rows = asked.enumerate().map(|(number, (index, blank))| {
            let answer = match (&blank.right, blank.asked) {
                (_, false) => "not asked: a move above is cut".to_owned(),
                (Right::Moves(best), _) => {
                    let children = posed.children(blank.node);
                    let best = best.iter().filter_map(|slot| children.get(*slot));
                    let names: Vec<String> = best.map(|child| posed.move_words(*child)).collect();
                    names.join(", ")
                }
                (right, _) => right_text(right),
            };
            let verdict = posed
                .judge(index, &blank.right.answer(), |_| true)
                .filter(|_| blank.asked);
            QuestionRow {
                number: number + 1,
                question: posed.question(index),
                answer,
                reason: verdict.map(|verdict| verdict.text).unwrap_or_default(),
            }
        });
        Self {
            rows: rows.collect(),
            points: posed.blanks().iter().filter(|blank| blank.asked).count(),
            sentence: posed.sentence(),
            origin,
            blank: SheetFigure::new(posed, false),
            key: SheetFigure::new(posed, true),
            title,
        }
    }
}

impl SheetFigure {
    fn new(posed: &Posed, key: bool) -> Self {
        let (layout, sights) = posed.laid_out();
        let attempt = Attempt::new(posed);
        let look = ShownAttempt {
            key,
            ..ShownAttempt::of(&attempt)
        };
        let mut seen: Vec<ExerciseSight> = posed.seen(&sights, &look);
        for sight in &mut seen {
            sight.number = posed.blank_of(sight.sight.node).map(|blank| blank + 1);
        }
        let view = posed.view();
        let mut drawing = Drawing::default();
        draw_exercise(&mut drawing, &view, &seen);
        let mut frame = exercise_bounds(&layout).grown(6.0);
        let entries = exercise_legend(posed.marks(&attempt));
        if !entries.is_empty() {
            let placed = place_legend(&entries, frame.width().max(420.0), 0.0);
            drawing.append(&placed.drawing, frame.min.x, frame.max.y);
            frame.max.x = frame.max.x.max(frame.min.x + placed.width);
            frame.max.y += placed.height;
        }
        let position = posed.rated().graph.position_text(crate::tree::Vertex::ROOT);
        let nodes = posed.unfolding().len();
        let what = if key {
            "with its answers"
        } else {
            "to be filled in"
        };
        Self {
            drawing,
            frame,
            text: format!("The tree below {position}, {nodes} nodes, {what}."),
        }
    }
}

/// A drawing as a picture that the writers take.
struct SheetPicture<'a> {
    drawing: &'a Drawing,
    frame: Rect,
    title: &'a str,
    text: &'a str,
}

impl Scene for SheetPicture<'_> {
    fn frame(&self) -> Rect {
        self.frame
    }

    fn title(&self) -> &str {
        self.title
    }

    fn words(&self) -> &str {
        self.text
    }

    fn draw(&self, each: &mut dyn FnMut(&Drawing) -> io::Result<()>) -> io::Result<()> {
        each(self.drawing)
    }
}

const STYLE: &str = "\
@page { size: A4 landscape; margin: 14mm; }
body { font: 15px/1.45 Inter, Helvetica, Arial, sans-serif; color: #1c1d20; background: #fff; \
max-width: 1100px; margin: 24px auto; padding: 0 16px; }
h1 { font-size: 24px; margin: 0 0 6px; }
h2 { font-size: 19px; margin: 0 0 6px; }
.who { display: flex; gap: 32px; margin: 10px 0 14px; color: #555; }
.who span { flex: 1; border-bottom: 1px solid #999; padding-bottom: 3px; }
.origin { color: #666; font-size: 12px; overflow-wrap: anywhere; }
figure { margin: 12px 0; }
figure svg { width: 100%; height: auto; max-height: 165mm; }
ol { columns: 2; column-gap: 40px; padding-left: 30px; }
li { break-inside: avoid; margin-bottom: 10px; }
li .line { display: block; border-bottom: 1px solid #999; height: 22px; }
ol.key { columns: 1; }
ol.key b { margin-right: 6px; }
.answers { break-before: page; page-break-before: always; }
";

/// Writes the page.
fn write_html(out: &mut dyn Write, content: &SheetContent) -> io::Result<()> {
    let title = Escaped(&content.title);
    writeln!(out, "<!DOCTYPE html>")?;
    writeln!(out, "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(
        out,
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    )?;
    writeln!(
        out,
        "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>"
    )?;
    writeln!(out, "<section>\n<h1>{title}</h1>")?;
    writeln!(
        out,
        "<p class=\"who\"><span>Name</span><span>Date</span><span>Points: of {}</span></p>",
        content.points
    )?;
    writeln!(out, "<p>{}</p>", Escaped(&content.sentence))?;
    figure(out, &content.blank, &content.title)?;
    writeln!(out, "<ol>")?;
    for row in &content.rows {
        let question = Escaped(&row.question);
        writeln!(out, "<li>{question}<span class=\"line\"></span></li>")?;
    }
    writeln!(out, "</ol>")?;
    origin(out, content)?;
    writeln!(
        out,
        "</section>\n<section class=\"answers\">\n<h2>{title}: answers</h2>"
    )?;
    figure(out, &content.key, &format!("{}: answers", content.title))?;
    writeln!(out, "<ol class=\"key\">")?;
    for row in &content.rows {
        let (answer, reason) = (Escaped(&row.answer), Escaped(&row.reason));
        writeln!(out, "<li><b>{answer}</b> {reason}</li>")?;
    }
    writeln!(out, "</ol>")?;
    origin(out, content)?;
    writeln!(out, "</section>\n</body>\n</html>")
}

fn origin(out: &mut dyn Write, content: &SheetContent) -> io::Result<()> {
    for line in &content.origin {
        writeln!(out, "<p class=\"origin\">{}</p>", Escaped(line))?;
    }
    Ok(())
}

fn figure(out: &mut dyn Write, picture: &SheetFigure, title: &str) -> io::Result<()> {
    writeln!(out, "<figure>")?;
    let scene = SheetPicture {
        drawing: &picture.drawing,
        frame: picture.frame,
        title,
        text: &picture.text,
    };
    svg::write_scene(out, &scene)?;
    writeln!(out, "</figure>")
}

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
            let now = &mut self.now;
            now.weighted_text(at, Anchor::Left, line, size, ink, weight);
            self.y += size * LEADING;
        }
    }

    /// A text as wide as the page.
    fn wide(&mut self, text: &str, size: f64, weight: Weight) {
        self.text(text, MARGIN, self.room(), size, weight, Ink::Text);
    }

    /// A line to write on.
    fn rule(&mut self, left: f64, right: f64) {
        self.now.add(Shape::Segment {
            points: [Point::new(left, self.y), Point::new(right, self.y)],
            stroke: Stroke::new(0.8, Ink::Dim),
        });
    }

    /// The tree, as large as it can be.
    fn picture(&mut self, picture: &SheetFigure) {
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
        let shapes = shapes.map(|shape| shape.placed(scale, moved));
        self.now.shapes.extend(shapes);
        self.y += frame.height() * scale + 12.0;
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
fn write_pdf(out: &mut dyn Write, content: &SheetContent) -> io::Result<()> {
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
    pages.wide(&content.title, TITLE, Weight::Strong);
    pages.y += 22.0;
    for (place, name) in [(0.0, "Name"), (0.45, "Date"), (0.7, "Points")] {
        let left = MARGIN + place * room;
        let right = left + room * if place == 0.0 { 0.42 } else { 0.22 };
        let at = Point::new(left, pages.y - 8.0);
        pages.now.text(at, Anchor::Left, name, BODY, Ink::Dim);
        pages.rule(left, right);
    }
    pages.y += 12.0;
    let normal = Weight::Normal;
    pages.wide(&content.sentence, BODY, normal);
    pages.y += 8.0;
    pages.picture(&content.blank);
    pages.end_page();
    pages.wide("Reasons", TITLE * 0.75, Weight::Strong);
    pages.y += 8.0;
    for row in &content.rows {
        pages.need(BODY * LEADING + 30.0);
        let phrase = format!("{}. {}", row.number, row.question);
        pages.wide(&phrase, BODY, normal);
        pages.y += 20.0;
        pages.rule(MARGIN + 20.0, MARGIN + room);
        pages.y += 10.0;
    }
    paper_origin(&mut pages, content);
    pages.end_page();
    let title = format!("{}: answers", content.title);
    pages.wide(&title, TITLE, Weight::Strong);
    pages.y += 10.0;
    pages.picture(&content.key);
    pages.end_page();
    for row in &content.rows {
        let text = format!("{}. {}", row.number, row.answer);
        pages.need(2.0 * BODY * LEADING + 6.0);
        pages.wide(&text, BODY, Weight::Strong);
        let left = MARGIN + 20.0;
        pages.text(&row.reason, left, room - 20.0, BODY, normal, Ink::Text);
        pages.y += 6.0;
    }
    paper_origin(&mut pages, content);
    pages.end_page();
    let scenes: Vec<SheetPicture<'_>> = pages
        .done
        .iter()
        .map(|(drawing, frame)| SheetPicture {
            drawing,
            frame: *frame,
            title: &content.title,
            text: &content.sentence,
        })
        .collect();
    let scenes: Vec<&dyn Scene> = scenes.iter().map(|scene| scene as &dyn Scene).collect();
    pdf::write_scenes(out, &scenes)
}

fn paper_origin(pages: &mut Pages, content: &SheetContent) {
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
