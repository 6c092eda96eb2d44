//! What somebody wants: the commands, and what they carry.
//!
//! [`command`] lists every intent; `Named` those with a text, a tooltip, a sign, a menu and keys,
//! from which menus, palette, keys, the page of keys and the guide's table are made. Edits are a
//! list of before and after, so that undo, redo and the question before a document is lost read the
//! same thing.

pub(crate) mod command;
pub(crate) mod edits;
pub(crate) mod export_choice;
pub(crate) mod payload;
pub(crate) mod places;
pub(crate) mod play_choices;
pub(crate) mod queue;
pub(crate) mod record_choices;
pub(crate) mod theme_choice;
pub(crate) mod tooltip;
pub(crate) mod tour_choices;

pub(crate) use command::{Command, Home, MOVE_KEYS, Menu, Named, Scope};
pub(crate) use edits::{Edit, Edits, Moment, Root, TreeEdit};
pub(crate) use export_choice::{ExportChoice, ExportRequest, Look, PartChoice};
pub(crate) use payload::{Answer, Assuming, CheckSource, Exercising, FirstBoard, SetupLead};
pub(crate) use places::{Middle, Side};
pub(crate) use play_choices::{MAX_PLIES, PlayChoices};
pub(crate) use queue::Queue;
pub(crate) use record_choices::RecordChoices;
pub(crate) use theme_choice::ThemeChoice;
pub(crate) use tooltip::key_text;
pub(crate) use tour_choices::TourCommand;
