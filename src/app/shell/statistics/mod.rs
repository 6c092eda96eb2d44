//! What the window does with the statistics.

mod area;
mod run;
