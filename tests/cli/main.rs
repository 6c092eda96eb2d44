//! The real program on the command line.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at files and clocks"
)]

mod answers;
mod basics;
mod cells;
mod check;
mod compare;
mod export;
mod guide;
mod help;
mod input;
mod kinds;
mod limits;
mod outputs;
mod play;
mod progress;
mod rules;
mod saving;
mod search;
mod survey;
mod survey_example;
