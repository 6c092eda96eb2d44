//! What-ifs in the window: the tab that lists what is assumed, and the ratings under that.

pub(crate) mod panel;
mod place;

use std::time::Instant;

pub use panel::WhatIfPanel;

/// When a build began: it takes as long as it takes.
pub(crate) fn now() -> Instant {
    Instant::now()
}
