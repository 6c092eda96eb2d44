//! The export dialog: what of the tree, in which format, how it is seen, and what is told of it
//! before it is written.

use doomtree::app::{Command, CommandId, ids};
use doomtree::export::Format;
use eframe::egui::{Key, Modifiers};

use support::screen::{
    Window, click_on, found, is_there, numbers_of, press, press_with, run, run_named, settle,
    shows, value_of, window,
};

/// The dialog with a format.
fn choosing(window: &mut Window, format: &str) {
    press_with(window, Modifiers::COMMAND, Key::E);
    choosing_again(window, format);
}

fn choosing_again(window: &mut Window, format: &str) {
    click_on(window, ids::FORMAT);
    click_on(window, &ids::format(format));
}

fn choose_part(window: &mut Window, part: &str) {
    click_on(window, &ids::export_part(part));
}

/// How many nodes, positions or boards would be written.
fn amount(window: &Window) -> Option<u64> {
    numbers_of(window, ids::EXPORT_AMOUNT).first().copied()
}

#[test]
fn the_dialog_of_the_file_tells_the_same_amount_and_size_as_the_one_before_it() {
    let mut window = window("b2b2/a2b1 a");
    choosing(&mut window, "svg");
    choose_part(&mut window, "best-line");
    let before = numbers_of(&window, ids::EXPORT_AMOUNT);
    click_on(&mut window, ids::EXPORT_TO_FILE);
    settle(&mut window);
    let told = numbers_of(&window, ids::WRITE_TOLD);
    assert!(
        before.len() >= 2 && told.starts_with(&before),
        "{before:?} {told:?}"
    );
}

#[test]
fn a_part_of_the_tree_is_counted_before_it_is_written() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Num1);
    choosing(&mut window, "text");
    choose_part(&mut window, "whole");
    assert_eq!(amount(&window), Some(13));
    click_on(&mut window, ids::EXPORT_FROM);
    assert_eq!(amount(&window), Some(12));
    choose_part(&mut window, "line");
    assert_eq!(amount(&window), Some(2));
    choose_part(&mut window, "best-line");
    assert!(amount(&window).is_some_and(|nodes| nodes > 2));
}

#[test]
fn the_menu_of_a_node_exports_what_lies_below_it_and_the_next_time_all_is_asked_for_again() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Num1);
    choosing(&mut window, "text");
    choose_part(&mut window, "whole");
    press(&mut window, Key::Escape);
    run(&mut window, Command::ExportFromHere);
    choose_part(&mut window, "whole");
    assert_eq!(amount(&window), Some(12));
    press(&mut window, Key::Escape);
    run_named(&mut window, CommandId::Export);
    choose_part(&mut window, "whole");
    assert_eq!(amount(&window), Some(13));
}

#[test]
fn what_was_chosen_is_written_and_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = window("b2b2/a2b1 a");
    choosing(&mut window, "text");
    choose_part(&mut window, "line");
    click_on(&mut window, ids::EXPORT_TO_FILE);
    press(&mut window, Key::Escape);
    let path = folder.path().join("line.txt");
    run(&mut window, Command::ExportTo(path.clone()));
    let written = std::fs::read_to_string(&path).expect("the file");
    assert!(written.contains("12 nodes left out below"), "{written}");
    press_with(&mut window, Modifiers::COMMAND, Key::E);
    settle(&mut window);
    assert_eq!(amount(&window), Some(1), "the walked line is still chosen");
}

#[test]
fn a_graph_of_positions_offers_no_part_of_a_tree() {
    let mut window = window("b2b2/a2b1 a");
    choosing(&mut window, "positions");
    assert_eq!(amount(&window), Some(11));
    assert!(!is_there(&window, &ids::export_part("line")));
    choosing_again(&mut window, "html");
    assert!(is_there(&window, &ids::export_part("line")));
    assert!(is_there(&window, &ids::export_shows("boards")));
}

#[test]
fn a_tree_too_large_for_latex_is_refused_before_a_file_is_chosen() {
    let mut window = window("a2a2b2/a3b1a3/a3a3b3 a");
    choosing(&mut window, "tikz");
    choose_part(&mut window, "whole");
    settle(&mut window);
    assert!(shows(&window, ids::FAULT, "LaTeX"));
    click_on(&mut window, ids::EXPORT_TO_FILE);
    assert!(!is_there(&window, ids::EXPORT_FILE), "it can't be written");
    choose_part(&mut window, "best-line");
    settle(&mut window);
    click_on(&mut window, ids::EXPORT_TO_FILE);
    assert!(is_there(&window, ids::EXPORT_FILE));
}

#[test]
fn a_picture_is_shown_before_it_is_written_and_a_board_alone_in_a_picture_only() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Num1);
    choosing(&mut window, "png");
    assert!(is_there(&window, ids::EXPORT_PICTURE));
    assert!(is_there(&window, ids::EXPORT_PIXELS));
    choose_part(&mut window, "board");
    settle(&mut window);
    assert!(is_there(&window, ids::EXPORT_PICTURE));
    assert_eq!(amount(&window), Some(1));
    choosing_again(&mut window, "tikz");
    assert_eq!(amount(&window), Some(1), "LaTeX draws it too");
    choosing_again(&mut window, "text");
    assert!(!is_there(&window, ids::EXPORT_PICTURE));
    assert_ne!(amount(&window), Some(1));
    assert!(!is_there(&window, ids::EXPORT_PIXELS));
    choose_part(&mut window, "board");
    settle(&mut window);
    assert_ne!(
        amount(&window),
        Some(1),
        "a text has no place for a board alone"
    );
}

#[test]
fn an_export_that_is_given_up_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tree.svg");
    std::fs::write(&path, "what was there").expect("a file");
    let mut window = window("a2a2b2/a3b1a3/a3a3b3 a");
    choosing(&mut window, "svg");
    choose_part(&mut window, "whole");
    settle(&mut window);
    assert!(is_there(&window, ids::EXPORT_STOPPED));
    click_on(&mut window, ids::EXPORT_TO_FILE);
    press(&mut window, Key::Escape);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .run(&ctx, Command::ExportTo(path.clone()));
    window.run_steps(2);
    assert!(window.state().is_busy());
    run_named(&mut window, CommandId::CancelWork);
    assert!(shows(&window, ids::NOTICE, "tree.svg"));
    assert!(!window.state().is_busy(), "nobody writes any more");
    let there = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(there, "what was there");
}

#[test]
fn the_best_line_is_no_part_for_those_who_see_no_ratings() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::HideRatings);
    choosing(&mut window, "text");
    choose_part(&mut window, "best-line");
    assert!(is_there(&window, ids::FAULT) && !is_there(&window, ids::EXPORT_AMOUNT));
    click_on(&mut window, ids::EXPORT_TO_FILE);
    assert!(!is_there(&window, ids::EXPORT_FILE));
    choose_part(&mut window, "whole");
    assert_eq!(amount(&window), Some(13));
}

#[test]
fn a_list_opens_again_after_a_click_beside_it() {
    let mut window = window("b2b2/a2b1 a");
    choosing(&mut window, "text");
    choose_part(&mut window, "best-line");
    choosing_again(&mut window, "pdf");
    let format = Format::of_id("pdf").expect("a format");
    assert!(shows(&window, ids::EXPORT, format.text));
}

#[test]
fn a_list_begins_at_what_is_chosen_and_enter_chooses_and_closes_it() {
    let mut window = window("b2b2/a2b1 a");
    choosing(&mut window, "svg");
    let formats = doomtree::export::FORMATS;
    let entry = |window: &Window| is_there(window, &ids::format("svg"));
    found(&window, ids::FORMAT).focus();
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert!(entry(&window));
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    assert!(!entry(&window));
    let place = formats.iter().position(|format| format.id == "svg");
    let next = &formats[place.expect("a format") + 1];
    assert!(value_of(&window, ids::FORMAT).contains(next.name));
    // Escape closes the list and leaves the dialog.
    press(&mut window, Key::Enter);
    assert!(entry(&window));
    press(&mut window, Key::Escape);
    assert!(!entry(&window) && is_there(&window, ids::EXPORT));
}

#[test]
fn a_drawing_that_is_written_as_text_is_shown_as_its_readers_see_it_before_its_source() {
    let mut window = window("b2b2/a2b1 a");
    choosing(&mut window, "svg");
    for (format, is_laid_out_by_others) in [
        ("html", false),
        ("tikz", false),
        ("dot", true),
        ("mermaid", true),
    ] {
        choosing_again(&mut window, format);
        settle(&mut window);
        assert!(is_there(&window, ids::EXPORT_PICTURE), "{format}");
        assert!(!is_there(&window, ids::EXPORT_TEXT), "{format}");
        let laid_out = is_there(&window, ids::EXPORT_LAID_OUT);
        assert_eq!(laid_out, is_laid_out_by_others, "{format}");
        click_on(&mut window, ids::EXPORT_SOURCE);
        assert!(is_there(&window, ids::EXPORT_TEXT), "{format}");
        assert!(!is_there(&window, ids::EXPORT_PICTURE), "{format}");
        click_on(&mut window, ids::EXPORT_LOOK);
        assert!(is_there(&window, ids::EXPORT_PICTURE), "{format}");
    }
    click_on(&mut window, ids::EXPORT_SOURCE);
    for format in ["json", "csv", "md", "text"] {
        choosing_again(&mut window, format);
        settle(&mut window);
        assert!(is_there(&window, ids::EXPORT_TEXT), "{format}");
        assert!(!is_there(&window, ids::EXPORT_SOURCE), "{format}");
    }
    choosing_again(&mut window, "png");
    settle(&mut window);
    assert!(is_there(&window, ids::EXPORT_PICTURE), "it has no source");
}
