//! What the window does with recordings.

mod area;
mod run;
mod work;
