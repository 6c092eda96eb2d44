//! User intents: the commands, and their parameters.
//!
//! [`command`] lists every intent; `CommandId` those with a text, a tooltip, an icon, a menu and
//! shortcuts. Menus, palette, keys, the list of shortcuts and the guide's table are generated from
//! it. Edits are a list of before and after, which undo, redo and the prompt before closing share.

pub(crate) mod by_key;
pub(crate) mod command;
pub(crate) mod edits;
pub(crate) mod export_choice;
pub(crate) mod kept;
pub(crate) mod payload;
pub(crate) mod places;

pub(crate) use self::payload::RecordChoices;
pub(crate) use self::payload::ThemeChoice;
pub(crate) use self::payload::TourCommand;
pub(crate) use self::payload::{MAX_PLIES, PlayChoices};
pub(crate) use self::places::Queue;
pub(crate) use self::places::key_text;
pub(crate) use command::{Command, CommandId, Home, MOVE_KEYS, Menu, Scope};
pub(crate) use edits::{Edit, Edits, Moment, Root, TreeEdit};
pub(crate) use export_choice::{ExportChoice, ExportLook, ExportRequest, PartChoice};
pub(crate) use kept::KeptLimits;
pub(crate) use payload::{Assuming, CheckSource, Exercising, FirstBoard, PromptAnswer};
pub(crate) use places::{MainView, SidePanel};
