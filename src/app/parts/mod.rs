//! Building blocks shared by views and tools.
//!
//! [`desk`] has their shared state, [`Cx`] is their read access to it during a frame, [`tool`] is
//! the trait that they implement. `editing` has the undoable edits, and the data for a
//! recovery file. `texts` has pieces that panels repeat.

pub(crate) mod bar;
pub(crate) mod canvas;
pub(crate) mod desk;
pub(crate) mod editing;
pub(crate) mod node_boards;
pub(crate) mod prose;
pub(crate) mod table;
pub(crate) mod texts;
pub(crate) mod tool;

pub(crate) use self::bar::above_ui;
pub(crate) use self::bar::{FreeArea, clipped_ui};
pub(crate) use self::bar::{PhoneSheet, THUMB, show_focused};
pub(crate) use self::bar::{legend_layer, legend_ui, measured};
pub(crate) use self::node_boards::{BoardCard, BoardPair, apart};
pub(crate) use self::node_boards::{facts_ui, values_ui};
pub(crate) use self::node_boards::{follow_tips, keep_free, tip_text, tip_ui};
pub(crate) use self::table::{Column, RowLook, TableCell, measured as measured_columns, wide};
pub(crate) use self::texts::BuildStep;
pub(crate) use self::texts::{WhyUnknown, waiting_ui};
pub(crate) use self::tool::Cx;
pub(crate) use self::tool::States;
pub(crate) use bar::{percent_text, scale_ui, zoom_ui};
pub use canvas::Framed;
pub(crate) use canvas::{Canvas, MIN_TARGET, ZoomLimits, moves, scene_ui, under};
pub(crate) use desk::{Desk, Tightness};
pub(crate) use editing::step_of;
pub(crate) use node_boards::{NodeBoards, paint_in};
pub(crate) use prose::{prose_height, prose_ui};
pub(crate) use table::{BODY, DIM, PrintStyle, SMALL, TableLine, Tint};
pub(crate) use texts::{for_a_thumb, marked, select_all, select_text};
pub(crate) use tool::{BackgroundWork, Responder, Tool};
