//! The window as a whole: it has every view and tool, asks each in turn, and is known by none of
//! them.
//!
//! `tools` is the one list of views and tools, in the order they are asked. `run` runs a
//! command, `panels` arranges the window. A
//! presentation (`talk`) is the window at its own zoom without the panels; the tree, the recording
//! and the board are the tools' own. `fallen` handles a panic in a frame: its likely cause is
//! closed, and after a second panic an emergency page saves the document.

mod asking;
pub(crate) mod explorer;
mod fallen;
mod heading;
pub(crate) mod keys;
mod look;
mod menu;
mod opening;
mod panels;
mod panes;
mod recovering;
mod run;
mod saving;
pub(crate) mod screenshot;
mod status;
mod talk;
