//! The base layer of the window, which knows neither the document nor the commands: theme, widgets,
//! painting, gestures, threads, files, texts, panics.
//!
//! `slot` is the one place for background work per key, with the states unknown, running, known,
//! canceled and failed. `panics` has the process's panic hook and the reports; start all background
//! work with `panics::spawn`. It is a future that pauses between its steps; `threads` runs it on a
//! thread of its own, or in a browser in slices. `ids` has the ids of widgets, independent of their texts.

pub(crate) mod clock;
pub(crate) mod disk;
pub(crate) mod ending;
pub(crate) mod formats;
pub(crate) mod gesture;
pub mod ids;
pub(crate) mod job;
pub(crate) mod lists;
pub(crate) mod page;
pub(crate) mod paint;
pub(crate) mod pane;
pub mod panics;
pub(crate) mod scrolled;
pub(crate) mod seed;
pub(crate) mod share_bar;
pub(crate) mod slot;
pub(crate) mod strokes;
pub(crate) mod tab_group;
pub(crate) mod theme;
pub(crate) mod threads;
pub(crate) mod wake;
pub(crate) mod widgets;
pub(crate) mod words;

pub(crate) use disk::{
    Entry, PathKind, Stamp, first_folder, home, is_missing, list, look, state_folder,
};
pub(crate) use formats::{Holds, holds, that_holds};
pub(crate) use gesture::{Gesture, Gestures, hide_pointer};
pub(crate) use ids::{Identified, part, point_at, pointed};
pub(crate) use job::{Cancelled, Job, free};
pub(crate) use lists::{entry_ui, list_ui, listed};
pub(crate) use paint::{Transform, paint_text};
pub(crate) use pane::Pane;
pub(crate) use panics::{Account, Failure, debugged, failed, held, note_command, short};
pub(crate) use scrolled::Scrolled;
pub(crate) use seed::{new_seed, window_number};
pub(crate) use slot::{Begun, SharedProgress, Slot, State};
pub(crate) use strokes::Strokes;
pub(crate) use tab_group::TabGroup;
pub(crate) use theme::{STRONG, TOOLTIP_DELAY, Theme, install, size, strong};
pub(crate) use wake::{Wake, waker};
pub(crate) use widgets::{
    MARK_RADIUS, Sign, banner, cell, fitting, font, framed, heading, letter_mark, move_text,
    paint_mark, player_button, player_mark, row, width_of, working,
};
pub(crate) use words::{
    BEST, as_sentence, blunders_text, duration, file_name, in_the_window, is_path, label,
    listed_best, memory, none_in, path_of, shown_name,
};
