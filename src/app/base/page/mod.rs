//! The page of a browser that the window is in: its address, what it reads aloud, and files dropped
//! on it. A window of the desktop is in none.

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::*;
#[cfg(target_arch = "wasm32")]
pub use web::read_aloud;
#[cfg(target_arch = "wasm32")]
pub(crate) use web::*;

use serde::Serialize;

use crate::app::base::clock::Instant;
use crate::tree::UnfoldingNode;

/// An element that stands for a widget.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Element {
    /// The widget's id.
    pub id: String,
    /// The name of its element in HTML.
    pub tag: &'static str,
    /// What is read.
    pub text: String,
    /// Whether it is switched on, or selected; `None` if it can't be.
    pub on: Option<bool>,
    /// Whether it can't be used now.
    pub off: bool,
}

/// What the page's address shows.
#[derive(Debug, Default)]
pub(crate) struct Address {
    /// The tree and the node that it shows.
    pub(crate) shown: Option<(u64, UnfoldingNode)>,
    /// When the last step was made since a link was opened.
    pub(crate) last_step: Option<Instant>,
    /// The link that it is.
    pub(crate) link: String,
    /// Whether the last step is one that a phone's way back takes to close a dialog.
    pub(crate) has_guard: bool,
    /// The index of the included tour that is presented.
    pub(crate) tour: usize,
    /// What was read aloud last.
    pub(crate) said: String,
}
