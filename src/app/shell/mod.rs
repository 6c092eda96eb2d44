//! The window as a whole: it holds every view and tool, asks each in its turn, and is known by none
//! of them.

mod asking;
mod board;
mod check;
mod compare;
mod dialog;
mod editing;
mod exercise;
pub(crate) mod explorer;
mod fallen;
mod find;
mod history;
mod keys;
mod map;
mod menu;
mod middle;
mod notes;
mod opening;
mod panels;
mod play;
mod positions;
mod question;
mod ratings_switch;
mod recording;
pub(crate) mod run;
mod saving;
pub(crate) mod screenshot;
mod side_tabs;
mod statistics;
mod status;
mod tour;
mod tree;
mod what_if;
