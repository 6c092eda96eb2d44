//! The window as pictures, painted the same on every machine.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at files and clocks"
)]

mod raster;
mod slides;
mod snapshots;
