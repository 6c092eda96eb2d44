//! What the machine gives, or a browser: a clock, and background work, which is a future that pauses
//! between its steps. It runs on a thread of its own, or in a browser between frames.

use std::pin::Pin;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::{pause, spawn};
#[cfg(not(target_arch = "wasm32"))]
pub use std::time::{Instant, SystemTime, UNIX_EPOCH};
#[cfg(target_arch = "wasm32")]
pub use web::Turns;
#[cfg(target_arch = "wasm32")]
pub(crate) use web::{pause, set_turns, spawn};
#[cfg(target_arch = "wasm32")]
pub use web_time::{Instant, SystemTime, UNIX_EPOCH};

/// Work that pauses.
pub(crate) type Background = Pin<Box<dyn Future<Output = ()>>>;

/// Runs background work, which is a future that pauses between its steps: on a thread of its own.
#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::io;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread;

    use crate::app::base::machine::Background;
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
}

/// Runs background work in slices between the events of the page, which has one thread.
#[cfg(target_arch = "wasm32")]
mod web {
    use std::cell::Cell;
    use std::io;
    use std::sync::OnceLock;
    use std::thread;
    use std::time::Duration;

    use js_sys::Promise;
    use wasm_bindgen_futures::{JsFuture, spawn_local};

    use crate::app::base::machine::{Background, Instant};

    /// Maximum time of a slice, if the work's steps are short.
    const SLICE_BUDGET: Duration = Duration::from_millis(10);

    /// How the page gives work its turns: a promise that is kept when the next slice may begin, for one
    /// slice at a time.
    pub type Turns = fn() -> Promise;

    static TURNS: OnceLock<Turns> = OnceLock::new();

    thread_local! {
        /// When the slice that runs ends.
        static END: Cell<Option<Instant>> = const { Cell::new(None) };
    }

    /// Sets how the page gives work its turns, before any work begins.
    pub(crate) fn set_turns(turns: Turns) {
        TURNS.set(turns).ok();
    }

    /// Runs work between the events of the page, and passes its result to `ended`. A panic ends the
    /// page.
    ///
    /// # Errors
    /// None here.
    pub(crate) fn spawn(
        _name: &str,
        work: Box<dyn FnOnce() -> Background + Send>,
        ended: impl FnOnce(thread::Result<()>) + Send + 'static,
    ) -> io::Result<()> {
        spawn_local(async move {
            next_slice().await;
            ended(Ok(work().await));
        });
        Ok(())
    }

    /// Lets the page have its turn if the slice is over.
    pub(crate) async fn pause() {
        if is_over() {
            next_slice().await;
        }
    }

    fn is_over() -> bool {
        END.get().is_none_or(|end| Instant::now() >= end)
    }

    fn begin_slice() {
        END.set(Some(Instant::now() + SLICE_BUDGET));
    }

    async fn next_slice() {
        if let Some(turns) = TURNS.get() {
            JsFuture::from(turns()).await.ok();
        }
        begin_slice();
    }
}
