//! What the window does with the board.

mod edit;
mod play;
