//! User intents: the commands, and their parameters.
//!
//! [`command`] lists every intent; `CommandId` those with a text, a tooltip, an icon, a menu and
//! shortcuts. Menus, palette, keys, the list of shortcuts and the guide's table are generated from
//! it. Edits are a list of before and after, which undo, redo and the prompt before closing share.

pub(crate) mod command;
pub(crate) mod command_data;
pub(crate) mod edits;
pub(crate) mod export_choice;
pub(crate) mod kept;
pub(crate) mod places;

pub(crate) use command::{Command, CommandId, MOVE_KEYS};
pub(crate) use command_data::{
    CheckSource, ExerciseAction, FirstBoard, MAX_PLIES, PlayChoices, PromptAnswer, RecordChoices,
    ThemeChoice, TourCommand, WhatIfAction,
};
pub(crate) use edits::{Edit, Edits, Moment, Root, TreeEdit};
pub(crate) use export_choice::{ExportChoice, ExportLook, ExportRequest, PartChoice};
pub(crate) use kept::KeptLimits;
pub(crate) use places::{CommandPlace, KeyScope, MainView, Menu, Queue, SidePanel, key_text};
