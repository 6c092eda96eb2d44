//! Runs background work, which is a future that pauses between its steps: on a thread of its own, or
//! in a browser between frames.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::{pause, spawn, suspend, suspendable};
#[cfg(target_arch = "wasm32")]
pub use web::{Turns, work_suspendably};
#[cfg(target_arch = "wasm32")]
pub(crate) use web::{pause, set_turns, spawn, suspend, suspendable};

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
