//! What the window does with the tree.

mod area;
mod controls;
