//! Bookmarks, notes in Markdown, tours and the presentation, in the window.
#![allow(clippy::disallowed_methods, reason = "tests may look at files")]
#![cfg(feature = "gui")]

mod screen;

use doomtree::app::{Named, TourCommand};
use screen::{run_named, window};

#[test]
fn a_tour_is_made_in_the_explorer_and_played() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, Named::AddTourStep);
    let _ = TourCommand::Keep;
}
