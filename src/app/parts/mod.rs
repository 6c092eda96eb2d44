//! What several views and tools are made of.

pub(crate) mod bar;
pub(crate) mod board_pair;
pub(crate) mod canvas;
pub(crate) mod legend;
pub(crate) mod node_boards;
pub(crate) mod node_tooltip;
pub(crate) mod prose;
pub(crate) mod room;
