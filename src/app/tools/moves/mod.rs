//! The moves of the selected node.

mod cells;
mod columns;
pub(crate) mod panel;
mod places;
