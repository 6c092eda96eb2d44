//! Games that doomtree doesn't know. They are added for a whole process, so this is a program of
//! its own.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at files and clocks"
)]

mod examples;
mod library;
#[path = "../../examples/nim_board/main.rs"]
#[allow(dead_code, reason = "its main is a program's")]
mod nim;
#[path = "../../examples/subtract/main.rs"]
#[allow(dead_code, reason = "its main is a program's")]
mod subtract;
mod switches;

use std::sync::Once;

use doomtree::session::add_game;

/// Makes the games known, once for all tests of this program.
fn add() {
    static ADDED: Once = Once::new();
    ADDED.call_once(|| {
        add_game(nim::Nim, "3/4/5 a").expect("a game of its own");
        add_game(subtract::USUAL, "7 a").expect("a game with switches");
    });
}
