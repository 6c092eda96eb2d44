//! What several views and tools are made of.

pub(crate) mod above;
pub(crate) mod bar;
pub(crate) mod board_pair;
pub(crate) mod buttons;
pub(crate) mod canvas;
pub(crate) mod cx;
pub(crate) mod desk;
pub(crate) mod editing;
pub(crate) mod legend;
pub(crate) mod node_boards;
pub(crate) mod node_tooltip;
pub(crate) mod prose;
pub(crate) mod room;
pub(crate) mod states;
pub(crate) mod table;
pub(crate) mod texts;
pub(crate) mod tool;
pub(crate) mod waiting;
