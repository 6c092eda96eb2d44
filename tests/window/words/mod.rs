//! The words of the window, where they are what is tested: labels, and sentences that tell why. All
//! other tests of the window find things by their names in `app::ids` or by their commands.

mod board;
mod files;
mod tree;

pub use board::no_dice_and_no_hexes;
