//! The benchmarks measure what they say, and benches/README.md names every figure.
#![allow(
    clippy::disallowed_methods,
    dead_code,
    reason = "a benchmark reads the clock, and a test needs a part of what it has"
)]

mod frames;
mod reference;

#[path = "../../../benches/plain/mod.rs"]
mod plain;

#[path = "../../../benches/engine"]
mod engine {
    pub mod args;
    pub mod figures;
    pub mod names;
    pub mod times;
}

#[path = "../../../benches/views"]
mod views {
    pub use crate::engine::times;

    pub mod figures;
    pub mod map;
    pub mod recording;
    pub mod tree;
    pub mod window;
}
