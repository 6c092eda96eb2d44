//! The base layer of the window, which knows neither the document nor the commands: theme, widgets,
//! painting, gestures, threads, files, texts, panics.
//!
//! `slot` is the one place for background work per key, with the states unknown, running, known,
//! canceled and failed. `panics` has the process's panic hook and the reports; start all background
//! work with `panics::spawn`. It is a future that pauses between its steps; `machine` runs it on a
//! thread of its own, or in a browser in slices. `ids` has the ids of widgets, independent of their texts.

pub(crate) mod disk;
pub(crate) mod identified;
pub mod ids;
pub(crate) mod job;
pub(crate) mod keystrokes;
pub(crate) mod machine;
pub(crate) mod page;
pub(crate) mod paint;
pub mod panics;
pub(crate) mod screen_reader;
mod tool_ids;
pub(crate) mod widgets;

use std::hash::{BuildHasher, RandomState};

pub(crate) use disk::{
    DocumentContent, FolderEntry, PathKind, Stamp, first_folder, format_for, holds, home,
    is_missing, list, path_kind, state_folder,
};
pub(crate) use identified::{Identified, name_region, point_at, pointed};
pub(crate) use job::{
    Cancelled, Job, SharedProgress, Slot, SlotStart, SlotState, Wake, drop_in_background, waker,
};
pub(crate) use keystrokes::{
    Gesture, Gestures, Keystrokes, Pane, Scrolled, TabGroup, hide_pointer,
};
pub(crate) use paint::{
    STRONG, TOOLTIP_DELAY, Theme, Transform, install, paint_text, size, strong,
};
pub(crate) use panics::{Account, Failure, debugged, failed, held, note_command, short};
pub(crate) use widgets::{
    BEST, BannerIcon, MARK_RADIUS, as_sentence, banner, blunders_text, cell, duration, entry_ui,
    fault_text, file_name, fitting, font, framed, heading, in_the_window, is_path, label,
    letter_mark, list_ui, listed, listed_best, memory, move_text, none_found_text, paint_mark,
    path_of, player_button, player_mark, row, shown_name, text_field, width_of,
    work_in_progress_ui,
};

/// A new random seed.
pub(crate) fn new_seed() -> u64 {
    // The standard library seeds its hash maps from the system's randomness.
    RandomState::new().hash_one(())
}

/// A number that no other window has: that of its process, or in a browser a random one.
pub(crate) fn window_number() -> u64 {
    #[cfg(not(target_arch = "wasm32"))]
    {
        std::process::id().into()
    }
    #[cfg(target_arch = "wasm32")]
    new_seed()
}
