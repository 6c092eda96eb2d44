//! `doomtree open`, and `doomtree` alone: the explorer, or the tree in the terminal where there is
//! no window.

use super::args::OpenArgs;
use super::fault::{Done, Fault, say};
use super::input::{self, Opened};
use super::tree;

/// The board that is opened unless another is asked for: the book's.
const BOARD: &str = "b2b2/a2b1 a";

/// Runs the command.
pub fn run(args: &OpenArgs) -> Result<Done, Fault> {
    let asked = tree::asked(&args.show);
    let opened = input::open(args.board.as_deref().unwrap_or(BOARD), &asked)?;
    let Err(reason) = window(&opened) else {
        return Ok(Done::Complete);
    };
    say(&format!(
        "no window can be opened ({reason}); here is the tree instead"
    ));
    tree::print(&opened, &asked, &args.show)
}

/// Shows the explorer until it is closed; the error says why there is no window.
fn window(_opened: &Opened) -> Result<(), String> {
    Err("this build has no window".to_owned())
}
