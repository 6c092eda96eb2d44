//! The window as a whole: it holds every view and tool, asks each in its turn, and is known by none
//! of them.

mod asking;
mod dialog;
pub(crate) mod explorer;
mod fallen;
mod keys;
mod look;
mod menu;
mod opening;
mod panels;
mod probe;
mod question;
mod ratings_switch;
mod run;
mod saving;
pub(crate) mod screenshot;
mod side_tabs;
mod status;
mod talk;
mod tools;
