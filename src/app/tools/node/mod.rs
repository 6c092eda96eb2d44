//! The selected node: its ratings, why it has them, what lies below it, its note.

mod below;
mod notes;
pub(crate) mod panel;
mod ratings;
mod what_if;
mod why;
