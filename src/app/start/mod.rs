//! Starts the window: on the desktop, or in a page of a browser.

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use native::{OpenFirst, Options, display_is_there, run};
#[cfg(target_arch = "wasm32")]
pub use web::start;
