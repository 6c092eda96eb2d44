//! The window (egui/eframe): the only folder that uses egui, eframe and rfd.

#![allow(
    clippy::disallowed_methods,
    reason = "threads and clocks are banned below app and cli, and belong here"
)]

pub(crate) mod base;
pub(crate) mod dialogs;
pub(crate) mod document;
pub(crate) mod intent;
pub(crate) mod parts;
pub(crate) mod shell;
pub(crate) mod start;
pub(crate) mod tools;
pub(crate) mod views;

pub use crate::words::capitalised as sentence;
pub use base::disk::{DocumentContent, Stamp};
pub use base::job::{ExitQuestion, Wake};
#[cfg(target_arch = "wasm32")]
pub use base::machine::Turns;
#[cfg(target_arch = "wasm32")]
pub use base::page::read_aloud;
pub use base::paint::{STRONG, fonts};
pub use base::widgets::BEST;
pub use base::{ids, panics};
pub use dialogs::palette::{KEY_ROWS, KeyRow};
pub use document::examples::{IncludedExample, TEACHING};
pub use document::files::{Ready, open_setup, read_path, window_limits};
pub use document::model::{Document, DocumentNames, StartedDocument};
pub use document::playing::Playing;
#[doc(hidden)]
pub use document::recovery::beside_again;
pub use document::recovery::usual_folder as recovery_folder;
pub use document::settings::Settings;
pub use document::what_if_ratings::WhatIfRatings;
pub use intent::command::{Command, CommandId};
pub use intent::command_data::{
    CheckSource, ExerciseAction, FirstBoard, PlayChoices, PromptAnswer, RecordChoices, ThemeChoice,
    TourCommand, WhatIfAction,
};
pub use intent::edits::{Edit, Edits, Root};
pub use intent::export_choice::ExportRequest;
pub use intent::places::{
    ButtonPlace, CommandPlace, KeyScope, MainView, Menu, SidePanel, key_text,
};
pub use parts::Framed;
pub use parts::tool::Responder;
pub use shell::explorer::Explorer;
pub use shell::keys::{heard_key_names, hears_key};
#[cfg(target_arch = "wasm32")]
pub use start::start;
#[cfg(not(target_arch = "wasm32"))]
pub use start::{OpenFirst, WindowOptions, display_is_there, run};
pub use tools::exercise::ExercisePanel;
pub use tools::what_if::WhatIfPanel;
pub use views::map::MapSeen;
pub use views::positions::{NextStep, PositionsPanel};
pub use views::recording::RecordingPanel;
pub use views::statistics::StatisticsPanel;
