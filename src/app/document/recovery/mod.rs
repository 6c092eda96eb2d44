//! Recovery of unsaved work: a window that is killed loses at most its last second.
//!
//! Each window has two files in a folder of the user's state. One has the document in its usual
//! format, with one more member that other readers skip: its origin, and everything that no tree
//! file holds (`beside`), such as the steps to undo (`history`). It is written as a whole, or not at
//! all (`file`). An error in that member can't harm the document. The other one is locked as long as
//! the window lives. The system releases the lock however a program ends. So one that can be locked
//! belongs to a killed window (`left`). `before` reads what earlier versions have left.

mod before;
mod beside;
mod file;
mod history;
mod left;
mod state;

use std::path::PathBuf;

pub(crate) use beside::{Beside, KeptExercise};
pub(crate) use file::{LeftOut, Origin, RecoveryFile, Unsaved};
pub use left::Recovered;
#[doc(hidden)]
pub use left::beside_again;
pub(crate) use left::{Left, Restored, RestoredExercise, read};
pub(crate) use state::{ExerciseMark, Keeping, Kept, Recovery};

/// The folder of recovery files, if the system has one.
pub fn usual_folder() -> Option<PathBuf> {
    Some(crate::app::base::state_folder()?.join("recovery"))
}
