//! Bookmarks on nodes, and tours (nodes in an order with a text each). Nodes are named by their
//! lines, so that a tour survives a change of the unfolding.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::fields::{FieldError, JsonRecord};
use super::json::{
    Json, array, entries, offset, push_name, push_object, push_string, push_text, small_number,
    string, text, whole_number,
};
use super::kinds::shown;
use super::lines::Members;
use crate::search::Method;

/// The members of `graph` that hold it.
const BOOKMARKS: &str = "bookmarks";
const TOURS: &str = "tours";

/// Members for the state of a recording, which require an algorithm.
const OF_RECORDINGS: [&str; 3] = ["player", "plies", "step"];

/// A bookmark: a named node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bookmark {
    /// The line to it.
    pub line: String,
    /// Its name; may be empty.
    pub name: String,
}

/// Nodes in an order, with a text each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    /// The title.
    pub title: String,
    /// The steps in order.
    pub steps: Vec<TourStep>,
    /// Members that this version doesn't know.
    pub members: Members,
}

/// A node of a tour, and its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TourStep {
    /// The line to the node.
    pub line: String,
    /// The text, in Markdown.
    pub text: String,
    /// Whether ratings are hidden, so that an audience can guess.
    pub hidden: bool,
    /// A recording that is shown instead of the tree.
    pub recording: Option<TourRecording>,
    /// The view of the node, if no recording is shown.
    pub view: TourView,
    /// Members that this version doesn't know.
    pub members: Members,
}

/// How a step of a tour shows its node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TourView {
    /// In the tree.
    #[default]
    Tree,
    /// On the map of the whole tree.
    Map,
    /// Among the positions.
    Positions,
}

impl TourView {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tree, Self::Map, Self::Positions];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Map => "map",
            Self::Positions => "positions",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }
}

/// A recorded search, shown at one of its steps. It starts at the node of its tour's step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourRecording {
    /// Which algorithm.
    pub method: Method,
    /// The player whose rating is searched, by name; default: the first player.
    pub player: Option<String>,
    /// The search depth in plies.
    pub plies: Option<u32>,
    /// The step, counted from 1 as in the window; a higher number is the last step.
    pub step: u64,
}

/// Bookmarks and tours, in the order they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookmarksAndTours {
    /// The bookmarks; no two of one line.
    pub bookmarks: Vec<Bookmark>,
    /// The tours.
    pub tours: Vec<Tour>,
}

impl BookmarksAndTours {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bookmarks.is_empty() && self.tours.is_empty()
    }

    /// The bookmark of a line, if there is one.
    pub fn bookmark(&self, line: &str) -> Option<&Bookmark> {
        self.bookmarks.iter().find(|bookmark| bookmark.line == line)
    }

    /// The bookmarks and tours at and below the end of a line, with lines starting there. A tour
    /// without steps there is left out.
    #[must_use]
    pub fn below(self, from: &str) -> Self {
        let rest = |line: &str| {
            let rest = line.strip_prefix(from)?;
            match rest.strip_prefix(' ') {
                Some(rest) => Some(rest.to_owned()),
                None => (rest.is_empty() || from.is_empty()).then(|| rest.to_owned()),
            }
        };
        let bookmarks = self.bookmarks.into_iter().filter_map(|bookmark| {
            let line = rest(&bookmark.line)?;
            Some(Bookmark { line, ..bookmark })
        });
        let tours = self.tours.into_iter().filter_map(|tour| {
            let steps = tour.steps.into_iter().filter_map(|step| {
                let line = rest(&step.line)?;
                Some(TourStep { line, ..step })
            });
            let steps: Vec<TourStep> = steps.collect();
            (!steps.is_empty()).then_some(Tour { steps, ..tour })
        });
        Self {
            bookmarks: bookmarks.collect(),
            tours: tours.collect(),
        }
    }

    /// Takes those over that were made below the end of a line, under lines from its beginning.
    pub fn take_from(&mut self, way: &str, away: Self) {
        let line = |line: &str| format!("{way} {line}").trim().to_owned();
        for bookmark in away.bookmarks {
            let line = line(&bookmark.line);
            if self.bookmark(&line).is_none() {
                self.bookmarks.push(Bookmark { line, ..bookmark });
            }
        }
        for mut tour in away.tours {
            for step in &mut tour.steps {
                step.line = line(&step.line);
            }
            self.tours.push(tour);
        }
    }

    /// The text of an object with the members that a file has of them.
    fn to_object(&self) -> String {
        let mut members = String::new();
        self.push(&mut members);
        format!("{{{}}}", members.trim_start_matches(','))
    }

    /// Parses such an object; `None` if the text isn't one.
    fn of_object(json: &str) -> Option<Self> {
        let mut record = JsonRecord::within("the object", json, json, (1, 1)).ok()?;
        Self::read(&mut record).ok()
    }

    /// Takes bookmarks and tours out of the record of `graph`.
    pub(super) fn read(record: &mut JsonRecord<'_>) -> Result<Self, FieldError> {
        let mut signposts = Self::default();
        if let Some(raw) = record.optional(BOOKMARKS, "an object of lines with names", Some)? {
            let inside = |fault| record.inside(raw, fault);
            // A list of lines is as good: bookmarks without names.
            let lines = array(raw);
            for line in lines.iter().flatten() {
                let Some(line) = string(line) else {
                    let what = format!("a bookmark must be a line, not {}", shown(line));
                    return Err(inside((what, offset(raw, line))));
                };
                signposts.bookmarks.push(Bookmark {
                    line: line.into_owned(),
                    name: String::new(),
                });
            }
            let members = match lines {
                Some(_) => Vec::new(),
                None => entries(raw).map_err(inside)?,
            };
            for member in members {
                let Some(name) = string(member.raw) else {
                    let what = format!(
                        "the name of a bookmark must be a text, not {}",
                        shown(member.raw)
                    );
                    return Err(inside((what, offset(raw, member.raw))));
                };
                signposts.bookmarks.push(Bookmark {
                    line: member.key.into_owned(),
                    name: name.into_owned(),
                });
            }
        }
        let tours = record.optional(TOURS, "a list of tours", array)?;
        for raw in tours.into_iter().flatten() {
            let tour = record.item("a tour", raw)?;
            signposts.tours.push(Tour::read(tour)?);
        }
        Ok(signposts)
    }

    /// Appends the members of `graph` that hold them, a comma before each.
    pub(super) fn push(&self, out: &mut String) {
        let bookmarks = self.bookmarks.iter();
        let bookmarks = bookmarks.map(|bookmark| (&bookmark.line, &bookmark.name));
        push_object(out, BOOKMARKS, bookmarks);
        if !self.tours.is_empty() {
            push_name(out, TOURS);
            for (index, tour) in self.tours.iter().enumerate() {
                out.push(if index == 0 { '[' } else { ',' });
                tour.push(out);
            }
            out.push(']');
        }
    }
}

impl Serialize for BookmarksAndTours {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Json(&self.to_object()).serialize(to)
    }
}

impl<'de> Deserialize<'de> for BookmarksAndTours {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let object = Box::<RawValue>::deserialize(from)?;
        let read = Self::of_object(object.get());
        read.ok_or_else(|| D::Error::custom("no bookmarks and tours"))
    }
}

impl Tour {
    fn read(mut record: JsonRecord<'_>) -> Result<Self, FieldError> {
        let title = record.required("title", "a text", text)?;
        let mut steps = Vec::new();
        for raw in record.required("steps", "a list of steps", array)? {
            let step = record.item("a step of a tour", raw)?;
            steps.push(TourStep::read(step)?);
        }
        Ok(Self {
            title,
            steps,
            members: record.rest()?,
        })
    }

    fn push(&self, out: &mut String) {
        out.push_str("\n           {\"title\":");
        push_string(out, &self.title);
        push_name(out, "steps");
        out.push('[');
        for (index, step) in self.steps.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            step.push(out);
        }
        out.push(']');
        self.members.push(out);
        out.push('}');
    }
}

impl TourStep {
    fn read(mut record: JsonRecord<'_>) -> Result<Self, FieldError> {
        let line = record.required("line", "a line: moves with spaces between them", text)?;
        let phrase = record.required("text", "a text", text)?;
        let hidden = record.optional("ratings", "\"hidden\", or left out", |raw| {
            (string(raw)? == "hidden").then_some(())
        })?;
        let method = record.optional("algorithm", "the name of an algorithm", |raw| {
            Method::from_name(&string(raw)?)
        })?;
        let recording = match method {
            None => {
                for name in OF_RECORDINGS {
                    record.forbidden(name, "no 'algorithm' is named")?;
                }
                None
            }
            Some(method) => Some(TourRecording {
                method,
                player: record.optional("player", "a player's name", text)?,
                plies: record.optional("plies", "a whole number", small_number)?,
                step: record
                    .optional("step", "a whole number from 1", |raw| {
                        whole_number(raw).filter(|step| *step > 0)
                    })?
                    .unwrap_or(1),
            }),
        };
        if recording.is_some() {
            record.forbidden("view", "an 'algorithm' is named")?;
        }
        let view = record.optional("view", "\"tree\", \"map\" or \"positions\"", |raw| {
            TourView::from_name(&string(raw)?)
        })?;
        Ok(Self {
            line,
            text: phrase,
            hidden: hidden.is_some(),
            recording,
            view: view.unwrap_or_default(),
            members: record.rest()?,
        })
    }

    fn push(&self, out: &mut String) {
        out.push_str("\n            {\"line\":");
        push_string(out, &self.line);
        push_text(out, "text", &self.text);
        if self.hidden {
            out.push_str(",\"ratings\":\"hidden\"");
        }
        if let Some(recording) = &self.recording {
            push_text(out, "algorithm", recording.method.name());
            if let Some(player) = &recording.player {
                push_text(out, "player", player);
            }
            if let Some(plies) = recording.plies {
                out.push_str(&format!(",\"plies\":{plies}"));
            }
            out.push_str(&format!(",\"step\":{}", recording.step));
        } else if self.view != TourView::Tree {
            push_text(out, "view", self.view.name());
        }
        self.members.push(out);
        out.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(line: &str) -> TourStep {
        TourStep {
            line: line.to_owned(),
            ..TourStep::default()
        }
    }

    #[test]
    fn a_hundred_thousand_tours_and_steps_are_read_and_a_fault_in_the_last_is_found_at_its_line() {
        let many = |one: &dyn Fn(u32) -> String, last: &str| {
            let mut items: Vec<String> = (0..100_000).map(one).collect();
            items.push(last.to_owned());
            items.join(",\n")
        };
        let read = |tours: &str| {
            let text = format!("{{\"tours\":[\n{tours}]}}");
            let mut record =
                JsonRecord::within("the graph", &text, &text, (10, 1)).expect("an object");
            BookmarksAndTours::read(&mut record).map_err(|fault| (fault.what, fault.line_column))
        };
        let tour = |number| format!("{{\"title\":\"t{number}\",\"steps\":[]}}");
        let tours = read(&many(&tour, r#"{"title":"last","steps":[]}"#));
        assert_eq!(tours.expect("tours").tours.len(), 100_001);
        let (what, place) = read(&many(&tour, r#"{"title":3,"steps":[]}"#)).expect_err("a number");
        assert!(what.contains("'title' must be a text"), "{what}");
        assert_eq!(place, (100_011, 10));
        let step = |number| format!("{{\"line\":\"pass\",\"text\":\"{number}\"}}");
        let steps = |last| format!("{{\"title\":\"t\",\"steps\":[\n{}]}}", many(&step, last));
        let tours = read(&steps(r#"{"line":"","text":"last"}"#)).expect("a tour");
        assert_eq!(tours.tours[0].steps.len(), 100_001);
        let (what, place) = read(&steps(r#"{"text":"last"}"#)).expect_err("no line");
        assert!(what.contains("has no 'line'"), "{what}");
        assert_eq!(place, (100_012, 1));
    }

    #[test]
    fn bookmarks_and_tours_below_a_node_are_kept_with_their_lines_from_that_node() {
        let bookmark = |line: &str| Bookmark {
            line: line.to_owned(),
            name: String::new(),
        };
        let signposts = BookmarksAndTours {
            bookmarks: ["", "2>3", "2>3 pass", "2>31"].map(bookmark).to_vec(),
            tours: vec![
                Tour {
                    steps: vec![step("2>3 pass"), step("pass")],
                    ..Tour::default()
                },
                Tour {
                    steps: vec![step("")],
                    ..Tour::default()
                },
            ],
        };
        let whole = signposts.clone().below("");
        assert_eq!(whole, signposts);
        let below = signposts.below("2>3");
        let lines: Vec<&str> = below.bookmarks.iter().map(|mark| &*mark.line).collect();
        assert_eq!(lines, ["", "pass"]);
        assert_eq!(below.tours.len(), 1);
        assert_eq!(below.tours[0].steps, [step("pass")]);
        let mut home = BookmarksAndTours::default();
        home.take_from("2>3", below);
        assert_eq!(home.bookmarks[1].line, "2>3 pass");
        assert_eq!(home.tours[0].steps[0].line, "2>3 pass");
    }
}
