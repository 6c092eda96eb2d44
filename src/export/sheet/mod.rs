//! An exercise on paper: its tree with empty boxes, a line for each blank, and the key with its
//! reasons on a separate page; as HTML or PDF.

mod html;
mod paper;

use std::io::{self, Write};

use super::scene::Scene;
use crate::diagram::{
    Drawing, ExerciseSight, Rect, draw_exercise, exercise_bounds, exercise_legend, place_legend,
};
use crate::session::exercise::{
    Attempt, Filling, Posed, Right, ShownAttempt, right_text, write_line,
};

/// The format of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A page of HTML without any network request.
    #[default]
    Html,
    /// Pages of PDF.
    Pdf,
}

impl Form {
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
pub fn write(out: &mut dyn Write, posed: &Posed, form: Form) -> io::Result<()> {
    let content = Content::new(posed);
    match form {
        Form::Html => html::write(out, &content),
        Form::Pdf => paper::write(out, &content),
    }
}

/// The content of a sheet.
struct Content {
    title: String,
    sentence: String,
    /// Which exercise it is.
    origin: Vec<String>,
    /// The questions, in their order, with the right answers and the reasons.
    rows: Vec<QuestionRow>,
    blank: Picture,
    key: Picture,
}

/// A question with its answer.
struct QuestionRow {
    number: usize,
    question: String,
    answer: String,
    reason: String,
}

/// A tree with its legend.
struct Picture {
    drawing: Drawing,
    frame: Rect,
    words: String,
}

impl Content {
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
                    let best = best.iter().filter_map(|place| children.get(*place));
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
                reason: verdict.map(|verdict| verdict.words).unwrap_or_default(),
            }
        });
        Self {
            rows: rows.collect(),
            sentence: posed.sentence(),
            origin,
            blank: Picture::new(posed, false),
            key: Picture::new(posed, true),
            title,
        }
    }
}

impl Picture {
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
            words: format!("The tree below {position}, {nodes} nodes, {what}."),
        }
    }
}

/// A drawing as a picture that the writers take.
struct SheetPicture<'a> {
    drawing: &'a Drawing,
    frame: Rect,
    title: &'a str,
    words: &'a str,
}

impl Scene for SheetPicture<'_> {
    fn frame(&self) -> Rect {
        self.frame
    }

    fn title(&self) -> &str {
        self.title
    }

    fn words(&self) -> &str {
        self.words
    }

    fn draw(&self, each: &mut dyn FnMut(&Drawing) -> io::Result<()>) -> io::Result<()> {
        each(self.drawing)
    }
}
