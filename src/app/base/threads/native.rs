//! Runs background work, which is a future that pauses between its steps: on a thread of its own.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use super::Background;
use crate::work::finished;

/// Runs work on a thread called `name`, and passes its result or panic to `ended`.
///
/// # Errors
/// The system can't start a thread.
pub(crate) fn spawn(
    name: &str,
    work: Box<dyn FnOnce() -> Background + Send>,
    ended: impl FnOnce(thread::Result<()>) + Send + 'static,
) -> io::Result<()> {
    let thread = thread::Builder::new().name(name.to_owned());
    let thread = thread.spawn(move || {
        ended(catch_unwind(AssertUnwindSafe(|| finished(work()))));
    });
    thread.map(drop)
}

/// Lets the window have its turn if it has no thread of its own. On a thread nothing has to wait.
pub(crate) async fn pause() {}
