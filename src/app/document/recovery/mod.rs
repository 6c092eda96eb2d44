//! Recovery of unsaved work: a window that is killed loses at most its last second.
//!
//! Each window has two files in a folder of the user's state. One has the document in its usual
//! format, with one more member that other readers skip: its origin, and everything that no tree
//! file holds (`beside`), such as the steps to undo (`history`). It is written as a whole, or not at
//! all (`file`). An error in that member can't harm the document. The other one is locked as long as
//! the window lives. The system releases the lock however a program ends. So one that can be locked
//! belongs to a killed window (`left`).

mod beside;
mod file;
mod left;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use file::Written;

use super::playing::GameMark;
use super::typed::Typed;
use crate::app::base::Job;
use crate::app::base::clock::Instant;
use crate::app::intent::Moment;
use crate::game::Refusal;
use crate::session::exercise::{Answer, Attempt};

pub(crate) use beside::{Beside, KeptExercise};
pub(crate) use file::{Omitted, Origin, RecoveryFile, Unsaved};
pub use left::Recovered;
#[doc(hidden)]
pub use left::beside_again;
pub(crate) use left::{OrphanFile, Restored, RestoredExercise, read};
/// The folder of recovery files, if the system has one.
pub fn usual_folder() -> Option<PathBuf> {
    Some(crate::app::base::state_folder()?.join("recovery"))
}

/// A state of the document.
#[derive(Clone, PartialEq)]
pub(crate) struct Kept {
    pub number: u64,
    pub moment: Moment,
    pub typed: Vec<Typed>,
    /// The text of an own tree that isn't applied.
    pub draft: Option<String>,
    pub exercise: Option<ExerciseMark>,
    pub game: Option<GameMark>,
    /// Whether the graph is being built, or waits for a game to come back: another form is written.
    pub unbuilt: bool,
}

/// A state of an exercise with answers that no file has.
#[derive(Clone, PartialEq)]
pub(crate) struct ExerciseMark {
    pub attempt: Attempt,
    pub current: usize,
    pub typed: Option<String>,
    pub pending: Option<Answer>,
}

/// A write of the recovery file.
pub(crate) struct Keeping {
    pub state: Kept,
    pub job: Job<Result<Written, Refusal>>,
}

/// The recovery file of this window, and those that others have left.
pub(crate) struct Recovery {
    pub folder: PathBuf,
    pub own: Option<Arc<RecoveryFile>>,
    /// The state that it holds.
    pub kept: Option<Kept>,
    pub keeping: Option<Keeping>,
    /// When the last write started, and how long making its text took.
    pub begun: Option<Instant>,
    pub took: Duration,
    /// Whether the message that it can't be written was shown.
    pub told: bool,
    /// Whether the message that something didn't fit was shown.
    pub told_left_out: bool,
    pub search: Option<Job<Vec<OrphanFile>>>,
    /// The recovery files of killed windows, and whether they were offered.
    pub left: Vec<OrphanFile>,
    pub offered: bool,
    /// Whether they are offered by a message alone: the window was opened to show something else.
    pub is_quiet: bool,
    /// The accepted one, and the document before it. It is removed once its own file is saved.
    pub taken: Option<(u64, OrphanFile)>,
}

impl Recovery {
    /// Nothing is kept in a folder yet.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            own: None,
            kept: None,
            keeping: None,
            begun: None,
            took: Duration::ZERO,
            told: false,
            told_left_out: false,
            search: None,
            left: Vec::new(),
            offered: false,
            is_quiet: false,
            taken: None,
        }
    }

    /// Waits briefly for pending writes.
    pub fn finish(&mut self) {
        if let Some(keeping) = self.keeping.take() {
            keeping.job.wait(Duration::from_secs(2));
        }
    }
}

impl Drop for Recovery {
    fn drop(&mut self) {
        // A write that is under way holds the lock: the next start would take the window for alive.
        self.finish();
    }
}
