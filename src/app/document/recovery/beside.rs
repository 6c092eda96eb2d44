//! Recovery data beside the document: everything that no tree file holds.

use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::history::History;
use super::root::Bounds;
use crate::app::document::playing::KeptGame;
use crate::words::counted;

/// The form of the file.
const VERSION: u32 = 1;

/// The data beside the document.
#[derive(Default)]
pub(crate) struct Beside {
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

type Raw = Option<Box<RawValue>>;

/// All of it as it is written. An error in one member doesn't affect the others.
#[derive(Serialize, Deserialize)]
struct Written {
    version: u32,
    /// Counts the writes of a window: of two for the same tree, the later one is used.
    number: u64,
    /// The hash of the tree that it belongs to.
    tree: String,
    #[serde(default)]
    selected: Raw,
    #[serde(default)]
    draft: Raw,
    #[serde(default)]
    exercise: Raw,
    #[serde(default)]
    game: Raw,
    #[serde(default)]
    bounds: Raw,
    #[serde(default)]
    history: Raw,
}

fn raw<T: Serialize>(member: Option<&T>) -> Raw {
    to_raw_value(member?).ok()
}

fn read<T: DeserializeOwned>(raw: Raw) -> Option<T> {
    serde_json::from_str(raw?.get()).ok()
}

/// The hash by which a tree file is known.
pub(super) fn hash(tree: &[u8]) -> String {
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(tree))
}

impl Beside {
    pub fn of(selected: Option<String>, game: Option<KeptGame>) -> Self {
        Self {
            selected,
            game,
            ..Self::default()
        }
    }

    /// The file for a tree, the `number`th of its window.
    pub(super) fn written(&self, tree: &[u8], number: u64) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(&Written {
            version: VERSION,
            number,
            tree: hash(tree),
            selected: raw(self.selected.as_ref()),
            draft: raw(self.draft.as_ref()),
            exercise: raw(self.exercise.as_ref()),
            game: raw(self.game.as_ref()),
            bounds: raw(self.bounds.as_ref()),
            history: raw(self.history.as_ref()),
        })
    }

    /// Reads such a file, with its number; `None` if it belongs to another tree, or can't be read.
    pub(super) fn read(text: &[u8], tree: &str) -> Option<(u64, Self)> {
        let written: Written = serde_json::from_slice(text).ok()?;
        let beside = (written.version == VERSION && written.tree == tree).then(|| Self {
            selected: read(written.selected),
            draft: read(written.draft),
            exercise: read(written.exercise),
            game: read(written.game),
            bounds: read(written.bounds),
            history: read(written.history),
        })?;
        Some((written.number, beside))
    }

    /// The same whatever tree the file belongs to.
    pub(super) fn read_of_any_tree(text: &[u8]) -> Option<(u64, Self)> {
        let written: Written = serde_json::from_slice(text).ok()?;
        Self::read(text, &written.tree)
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
        let steps = self.history.as_ref().map_or(0, History::undoable);
        if steps > 0 {
            told.push(format!("{} to undo", counted(steps, "step")));
        }
        told
    }
}
