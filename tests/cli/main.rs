//! The real program on the command line.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at files and clocks"
)]

mod answers;
mod asked_programs;
mod cells;
mod check;
mod compare;
mod export;
mod figure_looks;
mod files_and_streams;
mod guide;
mod help;
mod input;
mod kinds;
mod limits;
mod outputs;
mod play;
mod progress;
mod rate_and_tree;
mod rules;
mod saving;
mod scripted_figures;
mod search;
mod survey;
mod survey_example;
mod textbook_algorithms;
