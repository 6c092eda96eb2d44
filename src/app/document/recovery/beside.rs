//! Recovery data beside the document: everything that no tree file holds. It is the last member of
//! the tree file, on a line of its own. The undo history is part of it, and ends before the first
//! step that can't be read.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::file::Origin;
use crate::app::document::playing::KeptGame;
use crate::app::intent::{Edit, Edits, KeptLimits};
use crate::save::UNSAVED;
use crate::tree::Limits;
use crate::words::counted;

/// The data beside the document.
#[derive(Default, Serialize)]
pub(crate) struct DataBesideTree {
    pub origin: Origin,
    /// The line to the selected node.
    pub selected: Option<String>,
    /// The text of an own tree that isn't applied.
    pub draft: Option<String>,
    /// The exercise in progress.
    pub exercise: Option<KeptExercise>,
    /// The game in progress.
    pub game: Option<KeptGame>,
    /// The limits of the graph, if the tree file doesn't have them.
    pub(super) bounds: Option<StoredLimits>,
    /// The steps to undo.
    pub(super) history: Option<UndoHistory>,
    /// The parts that can't be read, as text.
    #[serde(skip)]
    pub(super) lost: Vec<String>,
}

/// An exercise in progress.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KeptExercise {
    /// The content of its own file.
    pub file: Box<RawValue>,
    /// The line in the document to its root.
    pub prefix: String,
    /// The file that it came from.
    pub path: Option<PathBuf>,
    /// The blank that is filled in.
    pub current: usize,
    /// The text being typed there.
    pub typed: Option<String>,
}

/// The limits of a graph.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredLimits(#[serde(with = "KeptLimits")] pub Limits);

/// The text before the data in a recovery file. No text of a tree has a line that starts so.
fn mark() -> Vec<u8> {
    format!("\n,\"{UNSAVED}\":").into_bytes()
}

impl DataBesideTree {
    pub fn of(origin: Origin, selected: Option<String>, game: Option<KeptGame>) -> Self {
        Self {
            origin,
            selected,
            game,
            ..Self::default()
        }
    }

    /// Appends the data and a brace to a tree file that lacks its last one.
    pub(super) fn end(&self, tree: &mut Vec<u8>) -> serde_json::Result<()> {
        tree.extend(mark());
        serde_json::to_writer(&mut *tree, self)?;
        tree.extend(b"}\n");
        Ok(())
    }

    /// The two parts of a recovery file; `None` if it has only the first.
    pub(super) fn split(text: &[u8]) -> Option<(Vec<u8>, Self)> {
        let mark = mark();
        let at = text.windows(mark.len()).rposition(|part| part == mark)?;
        let beside = text[at + mark.len()..].trim_ascii_end();
        let beside = Self::read(beside.strip_suffix(b"}").unwrap_or(beside));
        Some(([&text[..at], b"}\n"].concat(), beside))
    }

    /// Reads the data. An error in one member doesn't affect the others.
    pub(super) fn read(text: &[u8]) -> Self {
        let mut all = RecoveryMembers::default();
        match serde_json::from_slice(text) {
            Ok(members) => all.members = members,
            Err(_) => all.lost.push(unread("what isn't in the tree")),
        }
        Self {
            origin: all.take("origin", "its file's name").unwrap_or_default(),
            selected: all.take("selected", "what was selected"),
            draft: all.take("draft", "a text that isn't applied"),
            exercise: all.take("exercise", "an exercise"),
            game: all.take("game", "a game"),
            bounds: all.take("bounds", "a limit"),
            history: all.take("history", "the steps to undo"),
            lost: all.lost,
        }
    }

    /// The parts that the user would miss, as text.
    pub(super) fn messages(&self) -> Vec<String> {
        let mut told = Vec::new();
        if let Some(exercise) = &self.exercise {
            // A line of its file each.
            let answers = exercise.file.get().matches("\"line\":").count();
            told.push(match answers {
                0 => "an exercise".to_owned(),
                answers => format!("an exercise with {}", counted(answers, "answer")),
            });
        }
        if let Some(game) = &self.game {
            told.push(format!("a game of {}", counted(game.moves.len(), "move")));
        }
        if self.draft.is_some() {
            told.push("a text that isn't applied".to_owned());
        }
        if let Some(history) = &self.history {
            let (edits, (_, all)) = (history.edits(), history.steps());
            let steps = edits.in_force().len();
            if steps > 0 {
                told.push(format!("{} to undo", counted(steps, "step")));
            }
            let unread = all - steps - edits.undone_ones().count();
            if unread > 0 {
                told.push(format!("{} that can't be read", counted(unread, "step")));
            }
        }
        told.extend(self.lost.iter().cloned());
        told
    }
}

/// The members that are left to read.
#[derive(Default)]
struct RecoveryMembers {
    members: BTreeMap<String, Box<RawValue>>,
    lost: Vec<String>,
}

impl RecoveryMembers {
    /// A member, if there is one that can be read; `what` it is, as text.
    fn take<T: DeserializeOwned>(&mut self, name: &str, what: &str) -> Option<T> {
        let raw = self.members.remove(name)?;
        serde_json::from_str(raw.get()).unwrap_or_else(|_| {
            self.lost.push(unread(what));
            None
        })
    }
}

/// That a part can't be read, as text.
pub(super) fn unread(what: &str) -> String {
    format!("{what} can't be read")
}

/// Maximum number of steps kept, the newest.
pub(super) const MAX_STEPS: usize = 200;
/// Maximum size in bytes.
pub(super) const MAX_BYTES: usize = 4 << 20;

/// The history of a document.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct UndoHistory {
    /// The steps to undo, the newest first.
    undo: Vec<Box<RawValue>>,
    /// The steps to redo, the next first.
    redo: Vec<Box<RawValue>>,
    /// The number of steps between now and the saved state.
    saved: Option<i64>,
}

impl UndoHistory {
    /// The newest steps of a document, within a size limit.
    pub fn of(edits: &Edits, max: usize) -> Self {
        let mut room = max;
        let mut step = |edit: &Edit| {
            let step = to_raw_value(edit).ok()?;
            // With a comma.
            room = room.checked_sub(step.get().len() + 1)?;
            Some(step)
        };
        let undo = edits.in_force().rev().take(MAX_STEPS);
        let undo = undo.map_while(&mut step).collect();
        let redo = edits.undone_ones().take(MAX_STEPS);
        Self {
            undo,
            redo: redo.map_while(step).collect(),
            saved: edits.saved_from_here(),
        }
    }

    /// The number of steps to undo, and that of all.
    pub fn steps(&self) -> (usize, usize) {
        (self.undo.len(), self.undo.len() + self.redo.len())
    }

    /// The steps, as far as they can be read.
    pub fn edits(&self) -> Edits {
        let read = |steps: &[Box<RawValue>]| -> Vec<Edit> {
            let edits = steps
                .iter()
                .map(|step| serde_json::from_str(step.get()).ok());
            edits.map_while(|edit| edit).collect()
        };
        let mut undo = read(&self.undo);
        undo.reverse();
        Edits::restored(undo, read(&self.redo), self.saved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::intent::Root;
    use crate::game::half;
    use crate::games::{Setup, Switches, scripted};
    use crate::save::{Assumes, Assumption, Bookmark, BookmarksAndTours, Tour, TourStep};
    use crate::tree::Limits;

    fn root(script: &str) -> Box<Root> {
        Box::new(Root {
            setup: Setup::of_board(scripted::NAME, Switches::default(), script, None),
            limits: Limits {
                max_plies: Some(3),
                max_nodes: Some(9),
                ..Limits::default()
            },
            options: crate::rating::RatingOptions {
                endless: Some(half()),
                ..Default::default()
            },
        })
    }

    fn one_of_each() -> Vec<Edit> {
        let assumption = |what| Assumption {
            line: "2>3".to_owned(),
            what,
            off: true,
        };
        let signposts = BookmarksAndTours {
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

    fn again(history: &UndoHistory) -> Edits {
        let text = serde_json::to_string(history).expect("a text");
        let read: UndoHistory = serde_json::from_str(&text).expect("a history");
        read.edits()
    }

    #[test]
    fn every_kind_of_edit_is_read_again() {
        let edits = again(&UndoHistory::of(&all(), MAX_BYTES));
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
        let mut history = UndoHistory::of(&all(), MAX_BYTES);
        history.undo[2] = RawValue::from_string("{\"kind\":\"later\"}".to_owned()).expect("JSON");
        let edits = again(&history);
        let in_force: Vec<Edit> = edits.in_force().cloned().collect();
        assert_eq!(in_force, one_of_each()[2..4]);
        assert_eq!(edits.undone_ones().count(), 1);
        assert!(edits.is_changed(), "what was saved is beyond that");
    }

    #[test]
    fn undo_steps_beyond_the_size_limit_are_left_out_the_oldest_first() {
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
        let history = UndoHistory::of(&edits, MAX_BYTES);
        assert_eq!(history.steps().0, MAX_STEPS);
        let history = UndoHistory::of(&edits, 20_000);
        assert_eq!(history.steps(), (9, 9));
        assert_eq!(again(&history).undoable().cloned(), newest);
        let text = serde_json::to_string(&history).expect("a text");
        assert!(text.len() <= 20_000, "{}", text.len());
        assert_eq!(UndoHistory::of(&edits, 10).steps(), (0, 0));
    }
}
