//! What knows neither the document nor the commands: theme, widgets, paint, gestures, threads, files,
//! words, panics.

pub(crate) mod disk;
pub(crate) mod formats;
pub(crate) mod gesture;
pub mod ids;
pub(crate) mod job;
pub(crate) mod paint;
pub mod panics;
pub(crate) mod scrolled;
pub(crate) mod share_bar;
pub(crate) mod slot;
pub(crate) mod theme;
pub(crate) mod wake;
pub(crate) mod widgets;
pub(crate) mod words;
