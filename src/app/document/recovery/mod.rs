//! Recovery of unsaved work: a window that is killed loses at most its last second.
//!
//! Each window has files in a folder of the user's state. `file` has the document in its usual
//! format, the data beside it, and its origin, which is locked as long as the window lives. The
//! system releases the lock however a program ends. So an origin that can be locked belongs to a
//! killed window (`left`). `beside` has the data that no tree file holds: undo steps (`history`),
//! an exercise, a game, a text that isn't applied. It names its tree by a hash, and is written
//! first, alternating between two files. So a kill between the two writes leaves the previous pair,
//! and an error in it can't harm the document.

mod beside;
mod file;
mod history;
mod left;
mod root;
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
