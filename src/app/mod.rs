//! The window: pixels and clicks. The only folder that knows egui, eframe and rfd.

#![allow(
    clippy::disallowed_methods,
    reason = "threads and clocks are banned below app and cli, and belong here"
)]

mod asking;
mod board_pair;
mod board_panel;
mod canvas;
mod checking;
mod command;
mod compare;
mod cost;
mod dialog;
mod disk;
mod document;
mod editing;
mod edits;
mod exercise;
mod explorer;
mod exporting;
mod files;
mod find;
mod formats;
mod gesture;
mod history;
pub mod ids;
mod job;
mod keys;
mod legend;
mod line_panel;
mod made_for;
mod map_panel;
mod menu;
mod middle;
mod moves_columns;
mod moves_panel;
mod moves_row;
mod node_below;
mod node_boards;
mod node_panel;
mod node_ratings;
mod node_tooltip;
mod notes;
mod opening;
mod paint;
mod panels;
pub mod panics;
mod playing;
mod positions;
mod ratings_switch;
mod recognise;
mod recording;
mod run;
mod saving;
mod screenshot;
mod scrolled;
mod settings;
mod setup_panel;
mod share_bar;
mod side_tabs;
mod snapshot;
mod statistics;
mod status;
mod teaching;
mod theme;
mod tour;
mod tree_area;
mod tree_canvas;
mod tree_controls;
mod tree_far;
mod tree_lines;
mod tree_mesh;
mod tree_motion;
mod tree_panel;
mod tree_pointer;
mod tree_room;
mod what_if;
mod why_panel;
mod widgets;
mod worker;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use eframe::egui;

pub use asking::Answer;
pub use checking::CheckSource;
pub use command::{Command, Menu, Named, Scope};
pub use dialog::key_text;
pub use disk::Stamp;
pub use document::{Begun, Document, Words};
pub use edits::{Edit, Edits, Root};
pub use exercise::{ExercisePanel, Exercising};
pub use explorer::Explorer;
pub use files::{Ready, open_setup, read_path, window_limits};
pub use formats::Holds;
pub use map_panel::MapSeen;
pub use middle::Middle;
pub use moves_row::BEST;
pub use playing::{PlayChoices, Playing};
pub use positions::{NextStep, PositionsPanel};
pub use recognise::sentence;
pub use recording::{RecordChoices, RecordingPanel};
pub use run::Responder;
pub use settings::{EdgeChoice, Settings, ThemeChoice};
pub use statistics::StatisticsPanel;
pub use teaching::{TEACHING, Teaching};
pub use theme::{STRONG, fonts};
pub use tour::TourCommand;
pub use what_if::{Assuming, Supposing, WhatIfPanel};

use panics::Hook;
use screenshot::Screenshot;

/// The smallest window in which everything has room, in points.
const SMALLEST_WINDOW: [f32; 2] = [900.0, 560.0];

/// What wakes the window from another thread.
pub type Wake = Box<dyn Fn() + Send>;

/// Opens the first document, once there is a window to wake.
pub type OpenFirst = Box<dyn FnOnce(Wake) -> Result<(Document, Option<String>), String>>;

/// What the window opens on.
pub struct Options {
    /// The document.
    pub open: OpenFirst,
    /// The line to the node that is selected; the root where none is given.
    pub select: Option<String>,
    /// The tour that is shown, by its place.
    pub tour: Option<usize>,
    /// The file or the line of an exercise that is opened over it.
    pub exercise: Option<String>,
    /// The commands that are done at first.
    pub commands: Vec<Named>,
    /// The bytes that a build may take where nothing else is asked for; where it is `None` there is
    /// no such limit.
    pub usual_bytes: Option<u64>,
    /// The window's size in points; the default where none is given.
    pub size: Option<[f32; 2]>,
    /// Whether the theme is the dark one; the system's where nothing is given.
    pub dark: Option<bool>,
    /// Where what is remembered lies; nothing is remembered where it is nowhere.
    pub settings: Option<PathBuf>,
    /// The folder of the reports of panics; none is written where it is nowhere.
    pub reports: Option<PathBuf>,
    /// Take a picture once everything is built, and close.
    pub screenshot: Option<PathBuf>,
}

/// Opens the window, and returns when it is closed.
///
/// # Errors
/// Why no window can be opened: there is no display, or no way to draw on it.
pub fn run(options: Options) -> Result<(), String> {
    display_is_there()?;
    let (settings, told) = match &options.settings {
        Some(path) => Settings::read(path),
        None => (Settings::default(), None),
    };
    let size = options.size.or(settings.window).unwrap_or([1440.0, 900.0]);
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_maximized(settings.maximized && options.size.is_none())
            .with_title("doomtree")
            .with_app_id("doomtree")
            .with_inner_size(size)
            .with_min_inner_size(SMALLEST_WINDOW),
        ..Default::default()
    };
    let outcome = Arc::new(Mutex::new(Ok(())));
    let theirs = Arc::clone(&outcome);
    panics::name_pool();
    let hook = Hook::quiet();
    let create: eframe::AppCreator<'_> = Box::new(|creation| {
        // The display is there: what panics from now on is a fault of ours.
        hook.speak(options.reports);
        let ctx = &creation.egui_ctx;
        let (document, notice) = (options.open)(explorer::waker(ctx))?;
        let mut explorer = Explorer::with_settings(ctx, document, settings, options.settings);
        if let Some(dark) = options.dark {
            let theme = if dark {
                ThemeChoice::Dark
            } else {
                ThemeChoice::Light
            };
            explorer.use_theme(ctx, theme);
        }
        explorer.allow_bytes(options.usual_bytes);
        explorer.notify(told.or(notice));
        if let Some(path) = &options.screenshot {
            explorer.take_screenshot(Screenshot::new(path, theirs));
        }
        if let Some(line) = &options.select {
            explorer.select_line(line);
        }
        if let Some(tour) = options.tour {
            explorer.choose_tour(ctx, tour);
        }
        let commands = options.commands.into_iter().map(Command::Named);
        let opens = options.exercise.is_some();
        let exercise = options.exercise.map(Command::OpenText);
        explorer.once_built.extend(exercise);
        match options.screenshot {
            // What is done to the exercise waits until it is there.
            None if opens => explorer.once_built.extend(commands),
            // What is done to a part of the tree would not be what the picture is to show.
            Some(_) => explorer.once_built.extend(commands),
            None => explorer.commands.extend(commands),
        }
        Ok(Box::new(explorer))
    });
    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        eframe::run_native("doomtree", native, create)
    }));
    drop(hook);
    match ran {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(without_place(&error.to_string())),
        // The window is gone, and why was said.
        Err(panic) if panics::window_stands() => std::panic::resume_unwind(panic),
        Err(panic) => {
            let reason = panics::message_of(&*panic);
            return Err(format!("the window system failed: {reason}"));
        }
    }
    outcome
        .lock()
        .map_or_else(|_| Ok(()), |outcome| outcome.clone())
}

/// A message of the window system without the place in its source: `… at x11/mod.rs:76: why`.
fn without_place(message: &str) -> String {
    message
        .rsplit_once(".rs:")
        .and_then(|(_, rest)| rest.split_once(": "))
        .map_or(message, |(_, why)| why)
        .to_owned()
}

/// On systems where that can be told beforehand: whether there is a display at all.
///
/// # Errors
/// That there is none.
pub fn display_is_there() -> Result<(), String> {
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if !["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
            .into_iter()
            .any(set)
        {
            return Err("there is no display".to_owned());
        }
    }
    Ok(())
}
