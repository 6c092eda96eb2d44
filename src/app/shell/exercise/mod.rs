//! What the window does with exercises.

mod area;
mod keys;
mod run;
mod work;
