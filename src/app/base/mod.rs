//! The base layer of the window, which knows neither the document nor the commands: theme, widgets,
//! painting, gestures, threads, files, texts, panics.
//!
//! `slot` is the one place for background work per key, with the states unknown, running, known,
//! canceled and failed. `panics` has the process's panic hook and the reports; start all background
//! work with `panics::spawn`. It is a future that pauses between its steps; `threads` runs it on a
//! thread of its own, or in a browser in slices. `ids` has the ids of widgets, independent of their texts.

pub(crate) mod aloud;
pub(crate) mod clock;
pub(crate) mod disk;
pub mod ids;
pub(crate) mod job;
pub(crate) mod page;
pub(crate) mod paint;
pub mod panics;
pub(crate) mod strokes;
pub(crate) mod threads;
pub(crate) mod widgets;

use std::hash::{BuildHasher, RandomState};

pub(crate) use self::disk::{Holds, holds, that_holds};
pub(crate) use self::job::{Begun, SharedProgress, Slot, State};
pub(crate) use self::job::{Wake, waker};
pub(crate) use self::paint::{STRONG, TOOLTIP_DELAY, Theme, install, size, strong};
pub(crate) use self::strokes::Pane;
pub(crate) use self::strokes::Scrolled;
pub(crate) use self::strokes::TabGroup;
pub(crate) use self::strokes::{Gesture, Gestures, hide_pointer};
pub(crate) use self::widgets::{
    BEST, as_sentence, blunders_text, duration, fault_text, file_name, in_the_window, is_path,
    label, listed_best, memory, none_in, path_of, shown_name,
};
pub(crate) use self::widgets::{entry_ui, list_ui, listed};
pub(crate) use disk::{
    FolderEntry, PathKind, Stamp, first_folder, home, is_missing, list, path_kind, state_folder,
};
pub(crate) use ids::{Identified, name_region, point_at, pointed};
pub(crate) use job::{Cancelled, Job, drop_in_background};
pub(crate) use paint::{Transform, paint_text};
pub(crate) use panics::{Account, Failure, debugged, failed, held, note_command, short};
pub(crate) use strokes::Strokes;
pub(crate) use widgets::{
    MARK_RADIUS, Sign, banner, cell, fitting, font, framed, heading, letter_mark, move_text,
    paint_mark, player_button, player_mark, row, text_field, width_of, working,
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
