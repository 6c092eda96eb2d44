//! Runs background work, which is a future that pauses between its steps: on a thread of its own.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::thread;

/// Runs work on a thread called `name`, and passes its result or panic to `ended`.
///
/// # Errors
/// The system can't start a thread.
pub(crate) fn spawn<T, W>(
    name: &str,
    work: impl FnOnce() -> W + Send + 'static,
    ended: impl FnOnce(thread::Result<T>) + Send + 'static,
) -> io::Result<()>
where
    W: Future<Output = T> + 'static,
{
    let thread = thread::Builder::new().name(name.to_owned());
    let thread = thread.spawn(move || {
        ended(catch_unwind(AssertUnwindSafe(|| finished(work()))));
    });
    thread.map(drop)
}

/// Lets the window have its turn if it has no thread of its own. On a thread nothing has to wait.
pub(crate) async fn pause() {}

/// Runs work that polls [`suspend`]. A thread may take its time.
pub(crate) async fn suspendable<T>(work: impl Future<Output = T> + 'static) -> T {
    work.await
}

/// Gives the page its turn in synchronous work. On a thread nothing has to wait.
pub(crate) fn suspend() {}

/// The result of work. Its pauses don't wait here, so it ends when it is first polled.
pub(crate) fn finished<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(result) = work.as_mut().poll(&mut context) {
            return result;
        }
    }
}
