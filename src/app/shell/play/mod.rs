//! What the window does with a game that is on.

mod game;
mod input;
