//! The panel of the selected node: its ratings, their reasons, the tree below it, its note.

mod below;
mod notes;
pub(crate) mod panel;
mod ratings;
mod what_if;
mod why;
