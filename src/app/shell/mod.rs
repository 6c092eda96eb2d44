//! The window as a whole: it holds every view and tool, asks each in its turn, and is known by none
//! of them.
//!
//! `tools` is the one list of views and tools, in the order in which they are asked; `run` does a
//! command, `panels` places what is drawn, `probe` is what tests and programs look at. A
//! presentation (`talk`) is the window at its own zoom with the panels gone: the tree, the
//! recording and the board are the tools' own. `fallen` is what the window does after a panic in a
//! frame: what may have caused it closes, and after a second panic a bare page saves the document.

mod asking;
mod dialog;
pub(crate) mod explorer;
mod fallen;
mod keys;
mod look;
mod menu;
mod opening;
mod panels;
mod panes;
mod probe;
mod question;
mod ratings_switch;
mod recovering;
mod run;
mod saving;
pub(crate) mod screenshot;
mod side_tabs;
mod status;
mod talk;
mod tools;
