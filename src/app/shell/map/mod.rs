//! What the window does with the map.

mod area;
mod run;
