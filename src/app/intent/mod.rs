//! What somebody wants: the commands, and what they carry.

pub(crate) mod command;
pub(crate) mod edits;
pub(crate) mod export_choice;
pub(crate) mod payload;
pub(crate) mod places;
pub(crate) mod play_choices;
pub(crate) mod queue;
pub(crate) mod record_choices;
pub(crate) mod tooltip;
pub(crate) mod tour_choices;
