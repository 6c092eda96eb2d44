//! The window as pictures, painted the same on every machine.
#![cfg(feature = "gui")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at files and clocks"
)]

mod raster;
mod slides;
mod snapshots;
