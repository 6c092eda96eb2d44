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

pub use self::base::disk::Holds;
pub use self::base::job::Ending;
pub use self::base::job::Wake;
pub use self::base::paint::{STRONG, fonts};
pub use self::base::widgets::BEST;
pub use self::dialogs::palette::{KEY_ROWS, KeyRow};
pub use self::intent::payload::PlayChoices;
pub use self::intent::payload::RecordChoices;
pub use self::intent::payload::ThemeChoice;
pub use self::intent::payload::TourCommand;
pub use self::intent::places::key_text;
pub use crate::words::capitalised as sentence;
pub use base::disk::Stamp;
pub use base::ids;
#[cfg(target_arch = "wasm32")]
pub use base::page::read_aloud;
pub use base::panics;
#[cfg(target_arch = "wasm32")]
pub use base::threads::Turns;
pub use document::files::{Ready, open_setup, read_path, window_limits};
pub use document::model::{Begun, Document, Words};
pub use document::playing::Playing;
#[doc(hidden)]
pub use document::recovery::beside_again;
pub use document::recovery::usual_folder as recovery_folder;
pub use document::settings::Settings;
pub use document::supposing::Supposing;
pub use document::teaching::{TEACHING, Teaching};
pub use intent::command::{Command, CommandId, Home, Menu, Scope, Spot};
pub use intent::edits::{Edit, Edits, Root};
pub use intent::export_choice::ExportRequest;
pub use intent::payload::{Assuming, CheckSource, Exercising, FirstBoard, PromptAnswer};
pub use intent::places::{MainView, SidePanel};
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
