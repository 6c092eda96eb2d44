//! Runs background work in slices between the events of the page, which has one thread.
//!
//! Most work is a future that pauses. Reading and writing files is synchronous in between: where the
//! browser can suspend a program (JavaScript Promise Integration of WebAssembly), such work runs on a
//! stack of its own, and is suspended once its slice is over. Elsewhere the page waits for it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::sync::OnceLock;
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

use js_sys::Promise;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::Background;
use crate::app::base::clock::Instant;
use crate::work::finished;

/// Maximum time of a slice, if the work's steps are short.
const SLICE_BUDGET: Duration = Duration::from_millis(10);

/// How the page gives work its turns.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// A promise that is kept when the next slice may begin, for one slice at a time.
    pub next: fn() -> Promise,
    /// Asks the page to call [`work_suspendably`] when nothing else of the program runs.
    pub start: fn(),
    /// Suspends the work that runs by [`work_suspendably`] until the next slice.
    pub suspend: fn(),
    /// Whether the browser can do that.
    pub can_suspend: bool,
}

static TURNS: OnceLock<Turns> = OnceLock::new();

thread_local! {
    /// When the slice that runs ends.
    static END: Cell<Option<Instant>> = const { Cell::new(None) };
    /// The suspendable work that waits until the work before it is over: there is one stack for it.
    static WAITING: RefCell<VecDeque<Box<dyn FnOnce()>>> = const { RefCell::new(VecDeque::new()) };
    /// Whether such work has begun and isn't over.
    static HAS_BEGUN: Cell<bool> = const { Cell::new(false) };
    /// Whether such work runs at this moment, and isn't suspended.
    static IS_SUSPENDABLE: Cell<bool> = const { Cell::new(false) };
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
    if IS_SUSPENDABLE.get() {
        suspend();
    } else if is_over() {
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
        JsFuture::from((turns.next)()).await.ok();
    }
    begin_slice();
}

/// Runs work that polls [`suspend`], after all such work before it. Where it can't be suspended, its
/// pauses let the page have its turn as those of other work do.
pub(crate) async fn suspendable<T: 'static>(work: impl Future<Output = T> + 'static) -> T {
    let Some(turns) = TURNS.get().filter(|turns| turns.can_suspend) else {
        return work.await;
    };
    let ended = Rc::new(RefCell::new((None, Waker::noop().clone())));
    let theirs = Rc::clone(&ended);
    let suspended = move || {
        // Its pauses suspend it.
        let result = finished(work);
        let mut ended = theirs.borrow_mut();
        ended.0 = Some(result);
        ended.1.wake_by_ref();
    };
    WAITING.with_borrow_mut(|waiting| waiting.push_back(Box::new(suspended)));
    (turns.start)();
    std::future::poll_fn(|context| {
        let mut ended = ended.borrow_mut();
        ended.1.clone_from(context.waker());
        ended.0.take().map_or(Poll::Pending, Poll::Ready)
    })
    .await
}

/// Runs the suspendable work that waits. The page calls it, on a stack that it can suspend.
pub fn work_suspendably() {
    if HAS_BEGUN.replace(true) {
        return;
    }
    while let Some(work) = WAITING.with_borrow_mut(VecDeque::pop_front) {
        begin_slice();
        IS_SUSPENDABLE.set(true);
        work();
        IS_SUSPENDABLE.set(false);
    }
    HAS_BEGUN.set(false);
}

/// Lets the page have its turn in synchronous work, if its slice is over.
pub(crate) fn suspend() {
    if IS_SUSPENDABLE.get()
        && is_over()
        && let Some(turns) = TURNS.get()
    {
        IS_SUSPENDABLE.set(false);
        (turns.suspend)();
        IS_SUSPENDABLE.set(true);
        begin_slice();
    }
}
