//! The export dialog: what of the tree, in which format, how it is seen, and what is told of it
//! before it is written.

use doomtree::app::{Command, Named};
use eframe::egui::{Key, Modifiers};

use support::screen::{Window, click, press, press_with, run, run_named, says, settle, window};

/// The dialog with a format.
fn choosing(window: &mut Window, format: &str) {
    press_with(window, Modifiers::COMMAND, Key::E);
    click(window, "Format");
    click(window, format);
    settle(window);
}

#[test]
fn a_part_of_the_tree_is_counted_before_it_is_written() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Num1);
    choosing(&mut window, "Text");
    click(&mut window, "The whole tree");
    assert!(says(&window, "13 nodes, "));
    click(&mut window, "From the selected node");
    assert!(says(&window, "12 nodes, "));
    click(&mut window, "The walked line");
    assert!(says(&window, "2 nodes, "));
    click(&mut window, "The best line");
    assert!(says(&window, " nodes, "));
}

#[test]
fn what_was_chosen_is_written_and_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = window("b2b2/a2b1 a");
    choosing(&mut window, "Text");
    click(&mut window, "The walked line");
    click(&mut window, "To a file…");
    press(&mut window, Key::Escape);
    let path = folder.path().join("line.txt");
    run(&mut window, Command::ExportTo(path.clone()));
    let written = std::fs::read_to_string(&path).expect("the file");
    assert!(written.contains("12 nodes left out below"), "{written}");
    press_with(&mut window, Modifiers::COMMAND, Key::E);
    settle(&mut window);
    assert!(says(&window, "1 node, "), "the walked line is still chosen");
}

#[test]
fn a_graph_of_positions_offers_no_part_of_a_tree() {
    let mut window = window("b2b2/a2b1 a");
    choosing(&mut window, "Positions (JSON)");
    assert!(says(&window, "11 positions, "));
    assert!(!says(&window, "The walked line"));
    choosing_again(&mut window, "Interactive page");
    assert!(says(&window, "The walked line"));
    assert!(says(&window, "Boards in nodes"));
}

fn choosing_again(window: &mut Window, format: &str) {
    click(window, "Format");
    click(window, format);
    settle(window);
}

#[test]
fn what_readers_do_not_take_is_told_before_it_is_written() {
    let mut window = window("a2a2b2/a3b1a3/a3a3b3 a");
    choosing(&mut window, "LaTeX (TikZ)");
    click(&mut window, "The whole tree");
    settle(&mut window);
    assert!(says(&window, "LaTeX"));
    click(&mut window, "To a file…");
    assert!(!says(&window, "File name"), "it can't be written");
    click(&mut window, "The best line");
    settle(&mut window);
    click(&mut window, "To a file…");
    assert!(says(&window, "File name"));
}

#[test]
fn a_picture_is_shown_before_it_is_written_and_a_board_alone_in_a_picture_only() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Num1);
    choosing(&mut window, "Picture (PNG)");
    let shown = "The picture, all of it or close";
    assert!(says(&window, shown));
    assert!(says(&window, "Pixels"));
    click(&mut window, "The board alone");
    settle(&mut window);
    assert!(says(&window, shown));
    assert!(says(&window, "1 board, "));
    choosing_again(&mut window, "Text");
    assert!(!says(&window, shown) && !says(&window, "1 board, "));
    assert!(!says(&window, "Pixels"));
    click(&mut window, "The board alone");
    settle(&mut window);
    assert!(
        !says(&window, "1 board, "),
        "a text has no place for a board alone"
    );
}

#[test]
fn an_export_that_is_given_up_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tree.svg");
    std::fs::write(&path, "what was there").expect("a file");
    let mut window = window("a2a2b2/a3b1a3/a3a3b3 a");
    choosing(&mut window, "Picture (SVG)");
    click(&mut window, "The whole tree");
    settle(&mut window);
    assert!(says(&window, "not all of it"));
    click(&mut window, "To a file…");
    press(&mut window, Key::Escape);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .run(&ctx, Command::ExportTo(path.clone()));
    window.run_steps(2);
    assert!(window.state().is_busy());
    press(&mut window, Key::Escape);
    assert!(says(&window, "tree.svg was not written"));
    assert!(!window.state().is_busy(), "nobody writes any more");
    let there = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(there, "what was there");
}

#[test]
fn the_best_line_is_no_part_for_those_who_see_no_ratings() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, Named::HideRatings);
    choosing(&mut window, "Text");
    click(&mut window, "The best line");
    assert!(says(&window, "The best line would tell what is hidden"));
    click(&mut window, "To a file…");
    assert!(!says(&window, "File name"));
    click(&mut window, "The whole tree");
    assert!(says(&window, "13 nodes, "));
}

#[test]
fn a_list_opens_again_after_a_click_beside_it() {
    let mut window = window("b2b2/a2b1 a");
    choosing(&mut window, "Text");
    click(&mut window, "The best line");
    choosing_again(&mut window, "Picture (PDF)");
    assert!(says(&window, "the same drawing on one page"));
}
