//! Runs background work in slices between the events of the page, which has one thread.

use std::cell::Cell;
use std::io;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use js_sys::Promise;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::Background;
use crate::app::base::clock::Instant;

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
