//! What the window does with the position graph.

mod area;
mod work;
