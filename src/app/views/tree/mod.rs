//! The tree, as far as it is unfolded.

mod canvas;
mod far;
mod lines;
mod mesh;
mod motion;
pub(crate) mod panel;
mod pointer;
