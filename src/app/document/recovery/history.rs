//! The undo history in a recovery file: the parts of edits are listed once, and referenced by
//! index. An unreadable part ends the history there.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::root::KeptRoot;
use crate::app::intent::{Edit, Edits, Root};
use crate::game::parse_rational;
use crate::save::{Assumes, Assumption, Signposts};

/// Maximum number of steps kept, the newest.
pub(super) const MAX_STEPS: usize = 200;
/// Maximum size in bytes.
pub(super) const MAX_BYTES: usize = 4 << 20;
/// The approximate size of a step without its parts, in bytes.
const STEP: usize = 64;

/// The history of a document.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct History {
    /// Roots, notes, assumptions, bookmarks and tours.
    parts: Vec<Box<RawValue>>,
    /// The steps to undo, the newest first.
    undo: Vec<Box<RawValue>>,
    /// The steps to redo, the next first.
    redo: Vec<Box<RawValue>>,
    /// The number of steps between now and the saved state.
    saved: Option<i64>,
}

/// A step, with its parts by index.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Step {
    Root {
        before: usize,
        after: usize,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_game: bool,
    },
    Tree {
        before: usize,
        after: usize,
        told: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        renamed: Option<[String; 2]>,
    },
    Note {
        line: String,
        before: usize,
        after: usize,
    },
    Assume {
        before: usize,
        after: usize,
    },
    Signposts {
        before: usize,
        after: usize,
    },
}

/// An assumption about a node.
#[derive(Debug, Serialize, Deserialize)]
struct KeptAssumption {
    line: String,
    what: KeptAssumes,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    off: bool,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptAssumes {
    Pin(Vec<(String, String)>),
    Forbid,
    Change(String),
}

/// Parts, each of them once.
#[derive(Default)]
struct Parts {
    all: Vec<Box<RawValue>>,
    places: FxHashMap<String, usize>,
    bytes: usize,
}

impl Parts {
    fn place(&mut self, part: &impl Serialize) -> Option<usize> {
        self.keep(to_raw_value(part).ok()?)
    }

    fn keep(&mut self, raw: Box<RawValue>) -> Option<usize> {
        if let Some(place) = self.places.get(raw.get()) {
            return Some(*place);
        }
        self.bytes += raw.get().len();
        self.places.insert(raw.get().to_owned(), self.all.len());
        self.all.push(raw);
        Some(self.all.len() - 1)
    }

    fn root(&mut self, root: &Root) -> Option<usize> {
        self.place(&KeptRoot::of(root))
    }

    fn assumptions(&mut self, all: &[Assumption]) -> Option<usize> {
        let all: Vec<KeptAssumption> = all.iter().map(KeptAssumption::of).collect();
        self.place(&all)
    }

    fn signposts(&mut self, signposts: &Signposts) -> Option<usize> {
        self.keep(RawValue::from_string(signposts.to_object()).ok()?)
    }

    fn step(&mut self, edit: &Edit) -> Option<Box<RawValue>> {
        let step = match edit {
            Edit::Root {
                before,
                after,
                by_game,
            } => Step::Root {
                before: self.root(before)?,
                after: self.root(after)?,
                by_game: *by_game,
            },
            Edit::Tree {
                before,
                after,
                told,
                renamed,
            } => Step::Tree {
                before: self.root(before)?,
                after: self.root(after)?,
                told: told.clone(),
                renamed: renamed.clone(),
            },
            Edit::Note {
                line,
                before,
                after,
            } => Step::Note {
                line: line.clone(),
                before: self.place(before)?,
                after: self.place(after)?,
            },
            Edit::Assume { before, after } => Step::Assume {
                before: self.assumptions(before)?,
                after: self.assumptions(after)?,
            },
            Edit::Signposts { before, after } => Step::Signposts {
                before: self.signposts(before)?,
                after: self.signposts(after)?,
            },
        };
        to_raw_value(&step).ok()
    }

    /// The steps of edits, from the first on, as far as they fit in `most` bytes.
    fn steps<'a>(
        &mut self,
        edits: impl Iterator<Item = &'a Edit>,
        most: usize,
    ) -> Vec<Box<RawValue>> {
        let mut steps = Vec::new();
        for edit in edits.take(MAX_STEPS) {
            let there = (self.all.len(), self.bytes);
            let step = self.step(edit);
            let Some(step) = step.filter(|step| self.bytes + step.get().len() + STEP <= most)
            else {
                // Its parts go with it.
                self.all.truncate(there.0);
                self.bytes = there.1;
                self.places.retain(|_, place| *place < there.0);
                break;
            };
            self.bytes += step.get().len() + STEP;
            steps.push(step);
        }
        steps
    }
}

impl History {
    /// The newest steps of a document, within a size limit.
    pub fn of(edits: &Edits, most: usize) -> Self {
        let mut parts = Parts::default();
        let undo = parts.steps(edits.in_force().rev(), most);
        let redo = parts.steps(edits.undone_ones(), most);
        Self {
            parts: parts.all,
            undo,
            redo,
            saved: edits.saved_from_here(),
        }
    }

    /// The number of steps that can be undone.
    pub fn undoable(&self) -> usize {
        self.undo.len()
    }

    /// The steps, as far as they can be read.
    pub fn edits(&self) -> Edits {
        let read = |steps: &[Box<RawValue>]| -> VecDeque<Edit> {
            let edits = steps.iter().map(|step| self.edit(step.get()));
            edits.map_while(|edit| edit).collect()
        };
        let undo = read(&self.undo).into_iter().rev().collect();
        Edits::restored(undo, read(&self.redo).into(), self.saved)
    }

    fn part<'a, T: Deserialize<'a>>(&'a self, place: usize) -> Option<T> {
        serde_json::from_str(self.parts.get(place)?.get()).ok()
    }

    fn root(&self, place: usize) -> Option<Box<Root>> {
        self.part::<KeptRoot>(place)?.root().map(Box::new)
    }

    fn assumptions(&self, place: usize) -> Option<Vec<Assumption>> {
        let all = self.part::<Vec<KeptAssumption>>(place)?;
        all.into_iter().map(KeptAssumption::assumption).collect()
    }

    fn signposts(&self, place: usize) -> Option<Box<Signposts>> {
        Signposts::of_object(self.parts.get(place)?.get()).map(Box::new)
    }

    fn edit(&self, step: &str) -> Option<Edit> {
        Some(match serde_json::from_str(step).ok()? {
            Step::Root {
                before,
                after,
                by_game,
            } => Edit::Root {
                before: self.root(before)?,
                after: self.root(after)?,
                by_game,
            },
            Step::Tree {
                before,
                after,
                told,
                renamed,
            } => Edit::Tree {
                before: self.root(before)?,
                after: self.root(after)?,
                told,
                renamed,
            },
            Step::Note {
                line,
                before,
                after,
            } => Edit::Note {
                line,
                before: self.part(before)?,
                after: self.part(after)?,
            },
            Step::Assume { before, after } => Edit::Assume {
                before: self.assumptions(before)?,
                after: self.assumptions(after)?,
            },
            Step::Signposts { before, after } => Edit::Signposts {
                before: self.signposts(before)?,
                after: self.signposts(after)?,
            },
        })
    }
}

impl KeptAssumption {
    fn of(own: &Assumption) -> Self {
        let what = match &own.what {
            Assumes::Pin(pins) => {
                let pins = pins
                    .iter()
                    .map(|(name, rating)| (name.clone(), rating.to_string()));
                KeptAssumes::Pin(pins.collect())
            }
            Assumes::Forbid => KeptAssumes::Forbid,
            Assumes::Change(position) => KeptAssumes::Change(position.clone()),
        };
        Self {
            line: own.line.clone(),
            what,
            off: own.off,
        }
    }

    fn assumption(self) -> Option<Assumption> {
        let what = match self.what {
            KeptAssumes::Pin(pins) => {
                let pins = pins
                    .into_iter()
                    .map(|(name, text)| Some((name, parse_rational(&text)?)));
                Assumes::Pin(pins.collect::<Option<_>>()?)
            }
            KeptAssumes::Forbid => Assumes::Forbid,
            KeptAssumes::Change(position) => Assumes::Change(position),
        };
        Some(Assumption {
            line: self.line,
            what,
            off: self.off,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::half;
    use crate::games::{Switches, scripted};
    use crate::save::{Bookmark, Tour, TourStep};
    use crate::tree::Limits;

    fn root(script: &str) -> Box<Root> {
        Box::new(Root {
            setup: Setup::of_board(scripted::NAME, Switches::default(), script, None),
            limits: Limits {
                max_plies: Some(3),
                max_nodes: Some(9),
                ..Limits::default()
            },
            options: crate::rating::Options {
                endless: Some(half()),
                ..Default::default()
            },
        })
    }

    use crate::games::Setup;

    fn one_of_each() -> Vec<Edit> {
        let assumption = |what| Assumption {
            line: "2>3".to_owned(),
            what,
            off: true,
        };
        let signposts = Signposts {
            bookmarks: vec![Bookmark {
                line: "2>3".to_owned(),
                name: "here \"and\" there".to_owned(),
            }],
            tours: vec![Tour {
                title: "a tour".to_owned(),
                steps: vec![TourStep {
                    line: "2>3".to_owned(),
                    text: "a step\nof two lines".to_owned(),
                    ..TourStep::default()
                }],
                ..Tour::default()
            }],
        };
        vec![
            Edit::Root {
                before: root("s end: 1 0"),
                after: root("s end: 0 1"),
                by_game: true,
            },
            Edit::Tree {
                before: root("s end: 0 1"),
                after: root("s end: 1 1"),
                told: "a payoff".to_owned(),
                renamed: Some(["left".to_owned(), "right".to_owned()]),
            },
            Edit::Note {
                line: String::new(),
                before: String::new(),
                after: "mine \u{1f600}".to_owned(),
            },
            Edit::Assume {
                before: vec![assumption(Assumes::Forbid)],
                after: vec![
                    assumption(Assumes::Pin(vec![("a".to_owned(), half())])),
                    assumption(Assumes::Change("b2b2/a2b1 b".to_owned())),
                ],
            },
            Edit::Signposts {
                before: Box::default(),
                after: Box::new(signposts),
            },
        ]
    }

    fn all() -> Edits {
        let mut edits = Edits::new();
        for edit in one_of_each() {
            edits.push(edit);
        }
        edits.undone();
        edits
    }

    fn again(history: &History) -> Edits {
        let text = serde_json::to_string(history).expect("a text");
        let read: History = serde_json::from_str(&text).expect("a history");
        read.edits()
    }

    #[test]
    fn every_kind_of_edit_is_read_again() {
        let edits = again(&History::of(&all(), MAX_BYTES));
        let in_force: Vec<Edit> = edits.in_force().cloned().collect();
        let undone: Vec<Edit> = edits.undone_ones().cloned().collect();
        let all = one_of_each();
        let (before, after) = all.split_at(4);
        assert_eq!(in_force, before);
        assert_eq!(undone, after);
        assert_eq!(edits.saved_from_here(), Some(-4));
    }

    #[test]
    fn a_step_that_can_not_be_read_ends_the_history_there() {
        let mut history = History::of(&all(), MAX_BYTES);
        history.undo[2] = RawValue::from_string("{\"kind\":\"later\"}".to_owned()).expect("JSON");
        let edits = again(&history);
        let in_force: Vec<Edit> = edits.in_force().cloned().collect();
        assert_eq!(in_force, one_of_each()[2..4]);
        assert_eq!(edits.undone_ones().count(), 1);
        assert!(edits.is_changed(), "what was saved is beyond that");
        // A missing part has the same effect.
        history.parts.truncate(1);
        assert_eq!(again(&history).undoable(), None);
    }

    #[test]
    fn what_has_no_room_is_left_out_the_oldest_first() {
        let mut edits = Edits::new();
        let note = |number: usize| format!("{number}{}", "x".repeat(1_000));
        for number in 0..=MAX_STEPS {
            edits.push(Edit::Note {
                line: String::new(),
                before: note(number),
                after: note(number + 1),
            });
        }
        let newest = edits.undoable().cloned();
        let history = History::of(&edits, MAX_BYTES);
        assert_eq!(history.undoable(), MAX_STEPS);
        let history = History::of(&edits, 20_000);
        // A part that one step removes and another adds is stored once.
        assert_eq!(history.undoable(), 17);
        assert_eq!(history.parts.len(), 18);
        assert_eq!(again(&history).undoable().cloned(), newest);
        let text = serde_json::to_string(&history).expect("a text");
        assert!(text.len() <= 20_000, "{}", text.len());
        assert_eq!(History::of(&edits, 10).undoable(), 0);
    }
}
