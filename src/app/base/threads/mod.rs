//! Runs background work, which is a future that pauses between its steps: on a thread of its own, or
//! in a browser between frames.

use std::pin::Pin;

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::{pause, spawn};
#[cfg(target_arch = "wasm32")]
pub use web::Turns;
#[cfg(target_arch = "wasm32")]
pub(crate) use web::{pause, set_turns, spawn};

/// Work that pauses.
pub(crate) type Background = Pin<Box<dyn Future<Output = ()>>>;
