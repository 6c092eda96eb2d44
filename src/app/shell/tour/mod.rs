//! What the window does with tours and presentations.

mod editing;
mod talk;
mod talk_ui;
