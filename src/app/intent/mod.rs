//! User intents: the commands, and their parameters.
//!
//! [`command`] lists every intent; `Named` those with a text, a tooltip, an icon, a menu and
//! shortcuts. Menus, palette, keys, the list of shortcuts and the guide's table are generated from
//! it. Edits are a list of before and after, which undo, redo and the prompt before closing share.

pub(crate) mod by_key;
pub(crate) mod command;
pub(crate) mod edits;
pub(crate) mod export_choice;
pub(crate) mod kept;
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
pub(crate) use export_choice::{ExportChoice, ExportLook, ExportRequest, PartChoice};
pub(crate) use kept::KeptLimits;
pub(crate) use payload::{Assuming, CheckSource, Exercising, FirstBoard, PromptAnswer};
pub(crate) use places::{Middle, Side};
pub(crate) use play_choices::{MAX_PLIES, PlayChoices};
pub(crate) use queue::Queue;
pub(crate) use record_choices::RecordChoices;
pub(crate) use theme_choice::ThemeChoice;
pub(crate) use tooltip::key_text;
pub(crate) use tour_choices::TourCommand;
