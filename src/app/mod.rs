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
pub use base::disk::Stamp;
pub use base::ending::Ending;
pub use base::formats::Holds;
pub use base::ids;
pub use base::panics;
pub use base::theme::{STRONG, fonts};
#[cfg(target_arch = "wasm32")]
pub use base::threads::Turns;
pub use base::wake::Wake;
pub use base::words::BEST;
pub use dialogs::keys::{KEY_ROWS, KeyRow};
pub use document::files::{Ready, open_setup, read_path, window_limits};
pub use document::model::{Begun, Document, Words};
pub use document::playing::Playing;
#[doc(hidden)]
pub use document::recovery::beside_again;
pub use document::recovery::usual_folder as recovery_folder;
pub use document::settings::Settings;
pub use document::supposing::Supposing;
pub use document::teaching::{TEACHING, Teaching};
pub use intent::command::{Command, Home, Menu, Named, Scope, Spot};
pub use intent::edits::{Edit, Edits, Root};
pub use intent::export_choice::ExportRequest;
pub use intent::payload::{Assuming, CheckSource, Exercising, FirstBoard, PromptAnswer};
pub use intent::places::{Middle, Side};
pub use intent::play_choices::PlayChoices;
pub use intent::record_choices::RecordChoices;
pub use intent::theme_choice::ThemeChoice;
pub use intent::tooltip::key_text;
pub use intent::tour_choices::TourCommand;
pub use parts::Framed;
pub use parts::tool::Responder;
pub use shell::explorer::Explorer;
pub use shell::keys::{heard_key_names, hears_key};
#[cfg(target_arch = "wasm32")]
pub use start::start;
#[cfg(not(target_arch = "wasm32"))]
pub use start::{OpenFirst, Options, display_is_there, run};
pub use tools::exercise::ExercisePanel;
pub use tools::what_if::WhatIfPanel;
pub use views::map::MapSeen;
pub use views::positions::{NextStep, PositionsPanel};
pub use views::recording::RecordingPanel;
pub use views::statistics::StatisticsPanel;
