//! Building blocks shared by views and tools.
//!
//! [`desk`] has their shared state, [`cx`] is their read access to it during a frame, [`tool`] is
//! the trait that they implement. `editing` has the undoable edits, `keeping` the data for a
//! recovery file. `texts` and `buttons` are pieces that panels repeat.

pub(crate) mod above;
pub(crate) mod bar;
pub(crate) mod board_pair;
pub(crate) mod build_step;
pub(crate) mod buttons;
pub(crate) mod canvas;
pub(crate) mod columns;
pub(crate) mod cx;
pub(crate) mod desk;
pub(crate) mod editing;
pub(crate) mod keeping;
pub(crate) mod legend;
pub(crate) mod node_boards;
pub(crate) mod node_tooltip;
pub(crate) mod prose;
pub(crate) mod room;
pub(crate) mod states;
pub(crate) mod table;
pub(crate) mod texts;
mod tip;
pub(crate) mod tool;
pub(crate) mod waiting;

pub(crate) use above::above_ui;
pub(crate) use bar::{TWO_ROWS, height, percent_text, scale_ui};
pub(crate) use board_pair::{BoardCard, BoardPair, apart};
pub(crate) use build_step::BuildStep;
pub(crate) use buttons::BUTTON;
pub use canvas::Framed;
pub(crate) use canvas::{Canvas, Limits, MIN_TARGET, moves, scene_ui, under};
pub(crate) use columns::{Cell, Column, Look, measured as measured_columns, wide};
pub(crate) use cx::Cx;
pub(crate) use desk::{Desk, Tightness};
pub(crate) use editing::step_of;
pub(crate) use legend::{legend_layer, legend_ui, measured};
pub(crate) use node_boards::{NodeBoards, paint_in};
pub(crate) use node_tooltip::{facts_ui, values_ui};
pub(crate) use prose::{prose_height, prose_ui};
pub(crate) use room::{Room, clipped_ui};
pub(crate) use states::States;
pub(crate) use table::{BODY, DIM, Print, SMALL, TableLine, Tint};
pub(crate) use texts::{marked, select, select_all};
pub(crate) use tip::{follow_tips, keep_free, tip_text, tip_ui};
pub(crate) use tool::{BackgroundWork, Responder, Tool};
pub(crate) use waiting::{Waiting, waiting_ui};
