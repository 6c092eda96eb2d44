//! Recovery data beside the document: everything that no tree file holds. It is the last member of
//! the tree file, on a line of its own.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::file::Origin;
use super::history::History;
use crate::app::document::playing::KeptGame;
use crate::app::intent::KeptLimits;
use crate::save::UNSAVED;
use crate::tree::Limits;
use crate::words::counted;

/// The data beside the document.
#[derive(Default, Serialize)]
pub(crate) struct Beside {
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
    pub(super) bounds: Option<Bounds>,
    /// The steps to undo.
    pub(super) history: Option<History>,
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
pub(super) struct Bounds(#[serde(with = "KeptLimits")] pub Limits);

/// The text before the data in a recovery file. No text of a tree has a line that starts so.
fn mark() -> Vec<u8> {
    format!("\n,\"{UNSAVED}\":").into_bytes()
}

impl Beside {
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

    /// The two parts of a recovery file; `None` if it has only the first, as those of earlier
    /// versions.
    pub(super) fn split(text: &[u8]) -> Option<(Vec<u8>, Self)> {
        let mark = mark();
        let at = text.windows(mark.len()).rposition(|part| part == mark)?;
        let beside = text[at + mark.len()..].trim_ascii_end();
        let beside = Self::read(beside.strip_suffix(b"}").unwrap_or(beside));
        Some(([&text[..at], b"}\n"].concat(), beside))
    }

    /// Reads the data. An error in one member doesn't affect the others.
    pub(super) fn read(text: &[u8]) -> Self {
        let mut all = Members::default();
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
    pub(super) fn told(&self) -> Vec<String> {
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
struct Members {
    members: BTreeMap<String, Box<RawValue>>,
    lost: Vec<String>,
}

impl Members {
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
