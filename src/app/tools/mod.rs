//! The tools beside and below the middle of the window; no tool knows another one, or a view.

pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod exercise;
pub(crate) mod find;
pub(crate) mod history;
pub(crate) mod lesson;
pub(crate) mod line;
pub(crate) mod moves;
pub(crate) mod node;
pub(crate) mod play;
pub(crate) mod setup;
pub(crate) mod start;
pub(crate) mod tour;
pub(crate) mod tree_editor;
pub(crate) mod what_if;
