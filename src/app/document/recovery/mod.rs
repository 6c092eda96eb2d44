//! What isn't saved, in files of its own: a window that is killed loses what was done in its last
//! second, and no more.
//!
//! Each window has files in a folder of the user's state. `file`: the document as it is saved
//! otherwise, what goes beside it, and its origin, which is locked as long as the window lives. The
//! system lets go of a lock however a program ends, so that whoever can lock an origin has found what
//! a window left (`left`). `beside` holds what no tree file has: steps to undo (`history`), an
//! exercise, a game, a text that isn't applied. It names the tree that it belongs to by a hash, and is
//! written first, in one of two places by turns: so a kill between the two writes leaves the pair
//! before, and whatever is wrong with it costs the document nothing.

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

/// Where recovery files lie for whoever is logged in, if the system has a place for them.
pub fn usual_folder() -> Option<PathBuf> {
    Some(crate::app::base::state_folder()?.join("recovery"))
}
