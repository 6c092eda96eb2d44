//! The moves of the selected node.

mod columns;
pub(crate) mod panel;
