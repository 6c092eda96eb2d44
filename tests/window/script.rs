//! The text of a tree that is written down: changed beside the tree, with faults where they are.

use doomtree::app::{Named, ids};
use doomtree::game::Player;
use doomtree::tree::Vertex;
use support::screen::{
    Window, click_on, found, is_there, run_named, scripted, settle, text_of, value_of, window,
};

const TREE: &str = "s a: left -> e, right -> f\ne end: 1 0\nf end: 0 1";

fn root_rating(window: &Window) -> String {
    let rated = window.state().document().session.rated();
    rated
        .analysis
        .ratings
        .rating(Vertex::ROOT, Player(0))
        .to_string()
}

fn script(window: &Window) -> &str {
    let switches = &window.state().document().setup.switches;
    switches.script.as_deref().expect("a script")
}

/// A window on a written tree, with its text shown.
fn opened() -> Window {
    let mut window = scripted(TREE);
    click_on(&mut window, &ids::tab("Script"));
    window
}

/// Types a text behind the one that stands in the field.
fn type_behind(window: &mut Window, text: &str) {
    found(window, ids::SCRIPT).focus();
    settle(window);
    found(window, ids::SCRIPT).type_text(text);
    settle(window);
}

#[test]
fn a_written_tree_is_changed_as_text_rated_anew_and_undone() {
    let mut window = opened();
    assert_eq!(value_of(&window, ids::SCRIPT), TREE);
    let before = root_rating(&window);
    type_behind(&mut window, "\nleft over, so nothing leads here");
    assert!(is_there(&window, ids::SCRIPT_FAULT));
    // The open tree stays as long as the text is no tree.
    assert_eq!(script(&window), TREE);
    let mut window = opened();
    type_behind(&mut window, " # the second end");
    assert!(!is_there(&window, ids::SCRIPT_FAULT));
    click_on(&mut window, ids::SCRIPT_APPLY);
    assert_eq!(script(&window), format!("{TREE} # the second end"));
    assert_eq!(root_rating(&window), before);
    run_named(&mut window, Named::Undo);
    assert_eq!(script(&window), TREE);
    assert_eq!(value_of(&window, ids::SCRIPT), TREE);
}

#[test]
fn what_is_wrong_is_told_below_the_text() {
    let mut window = opened();
    type_behind(&mut window, "\ng end: x 1");
    let fault = text_of(&window, ids::SCRIPT_FAULT);
    assert!(fault.contains("line 4"), "{fault}");
}

#[test]
fn only_a_written_tree_has_the_tab() {
    let window = window("b2b2/a2b1 a");
    assert!(!is_there(&window, &ids::tab("Script")));
}

#[test]
fn a_text_too_long_for_a_frame_is_not_shown_and_says_so() {
    let ends: String = (0..12_000)
        .map(|end| format!("\nend{end} end: 1 0"))
        .collect();
    let mut window = scripted(&format!("{TREE}{ends}"));
    click_on(&mut window, &ids::tab("Script"));
    assert!(!is_there(&window, ids::SCRIPT));
    assert!(!is_there(&window, ids::SCRIPT_APPLY));
}
