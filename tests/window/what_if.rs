//! What-ifs in the window: pins, forbidden moves and changed positions, what they alter, and how they
//! are taken back and saved.

use doomtree::app::{Assuming, Command, Middle, Named};
use doomtree::session::Action;
use doomtree::tree::Limits;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use support::screen::{
    Opened, Window, click, click_button, has, line, press, press_with, run, run_named, says,
    settle, window,
};

/// Goes to the first move and pins its rating by keys.
fn pin(window: &mut Window, rating: &str) {
    press_with(window, Modifiers::ALT, Key::P);
    window.get_by_label("Rating to pin").type_text(rating);
    settle(window);
    press(window, Key::Enter);
}

fn assumptions(window: &Window) -> usize {
    window.state().document().layer.assumptions.len()
}

#[test]
fn a_pin_runs_up_to_the_root_is_listed_and_one_key_takes_it_back() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    pin(&mut window, "1/2");
    assert!(says(
        &window,
        "The root's rating for a rises from 0 to 1/2."
    ));
    assert!(has(
        &window,
        "start: from 0 to 1/2. 2 → 3 is still best for a, and worth something else."
    ));
    assert!(says(&window, "What if: 1 assumption"));
    assert!(says(
        &window,
        "rating 1/2 for a, rating pinned, was 0 without the what-if"
    ));
    assert!(has(&window, "Move 1: 2 → 3, rating 1/2, best") || line(&window) == "2>3");
    // The truth and back by one key.
    press(&mut window, Key::Q);
    assert!(says(&window, "set aside") && !says(&window, "rating pinned"));
    press(&mut window, Key::Q);
    assert!(says(&window, "rating pinned"));
    press_with(&mut window, Modifiers::ALT, Key::Z);
    assert_eq!(assumptions(&window), 0);
    assert!(!says(&window, "rating pinned"));
    // Undo brings it back, and takes both away.
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(assumptions(&window), 1);
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(assumptions(&window), 0);
    assert!(!window.state().document().edits.is_changed());
}

/// Frame by frame: first the end is worth something else, the root at last.
#[test]
fn a_change_is_seen_running_up_unless_motion_is_off() {
    let open = || {
        Opened {
            step: Some(0.02),
            ..Opened::default()
        }
        .open()
    };
    let pin = Command::Assume(Assuming::Pin("1/2".to_owned()));
    let root = "start: b2b2/a2b1 a, a to move, rating 1/2 for a, was 0";
    let mut window = open();
    run(&mut window, Command::Act(Action::Move(0)));
    run(&mut window, Command::Act(Action::Move(0)));
    let ctx = window.ctx.clone();
    window.state_mut().run(&ctx, pin.clone());
    window.run_steps(3);
    assert!(says(&window, "rating pinned") && !says(&window, root));
    window.run_steps(60);
    assert!(says(&window, root));
    let mut window = open();
    run_named(&mut window, Named::Motion);
    run(&mut window, Command::Act(Action::Move(0)));
    window.state_mut().run(&ctx, pin);
    window.run_steps(3);
    assert!(says(&window, root));
}

#[test]
fn what_is_no_rating_is_said_and_nothing_is_pinned() {
    let mut window = window("b2b2/a2b1 a");
    pin(&mut window, "much");
    assert!(says(&window, "'much' is no rating"));
    assert_eq!(assumptions(&window), 0);
    let typed = |window: &Window, label: &str| window.get_by_label(label).value();
    assert_eq!(typed(&window, "Rating to pin").as_deref(), Some("much"));
    // The position stands there selected: what is typed replaces it.
    press_with(&mut window, Modifiers::ALT, Key::H);
    let label = "Position to take its place";
    assert_eq!(typed(&window, label).as_deref(), Some("b2b2/a2b1 a"));
    window.get_by_label(label).type_text("a9 a");
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert!(says(&window, "The position stays: "));
    assert_eq!(typed(&window, label).as_deref(), Some("a9 a"));
    assert_eq!(assumptions(&window), 0);
    click_button(&mut window, "Pin 1");
    assert!(says(&window, "The root's rating for a rises from 0 to 1."));
}

#[test]
fn a_forbidden_move_is_crossed_out_and_the_last_one_is_refused() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    press_with(&mut window, Modifiers::ALT, Key::X);
    assert!(says(
        &window,
        "the last move that is allowed can't be forbidden"
    ));
    assert_eq!(assumptions(&window), 0);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>3 pass 0>2");
    press_with(&mut window, Modifiers::ALT, Key::X);
    assert!(says(&window, "move forbidden"));
    assert!(says(&window, "The root's rating for a stays 0."));
    press(&mut window, Key::ArrowUp);
    assert!(says(&window, "Move 1: 0 → 2, forbidden, rating 0"));
    press(&mut window, Key::Num1);
    // The same key allows it again.
    press_with(&mut window, Modifiers::ALT, Key::X);
    assert_eq!(assumptions(&window), 0);
    press(&mut window, Key::Home);
    assert!(!window.state().is_enabled(Named::ForbidMove));
}

#[test]
fn a_changed_hex_is_rated_shown_on_the_board_and_can_be_changed_back() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    run_named(&mut window, Named::WhatIf);
    click_button(&mut window, "Place 1: b2");
    click(&mut window, "a3");
    settle(&mut window);
    assert_eq!(assumptions(&window), 1);
    assert!(has(&window, "Place 1: a3, changed"));
    assert!(says(&window, "position changed"));
    assert!(has(&window, "Open the changed position"));
    click_button(&mut window, "Place 1: a3, changed");
    click(&mut window, "b2");
    settle(&mut window);
    let left = &window.state().document().layer.assumptions;
    assert!(left.is_empty(), "it is itself again: {left:?}");
}

#[test]
fn a_large_changed_position_is_rated_beside_the_window() {
    let mut window = Opened {
        position: "a1b2a1/b1b2a1/a1a1a3 a",
        limits: Limits {
            max_plies: Some(9),
            ..Limits::default()
        },
        ..Opened::default()
    }
    .open();
    press(&mut window, Key::ArrowDown);
    let position = "a3b3a3/b3a3b3/a3b3a3 b".to_owned();
    run(&mut window, Command::Assume(Assuming::Change(position)));
    settle(&mut window);
    settle(&mut window);
    assert!(says(&window, "position changed"));
    assert!(!window.state().is_busy());
}

#[test]
fn other_views_say_that_they_show_true_ratings() {
    let mut window = window("b2b2/a2b1 a");
    run(
        &mut window,
        Command::Assume(Assuming::Pin("1/2".to_owned())),
    );
    run_named(&mut window, Named::ShowStatistics);
    assert_eq!(window.state().middle(), Middle::Statistics);
    assert!(says(&window, "This view shows true ratings"));
}

#[test]
fn an_assumption_is_switched_off_and_deleted_in_its_row() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    pin(&mut window, "1");
    click(&mut window, "Assume 2>3: pinned at a 1, b 0");
    assert!(has(&window, "switched off"));
    assert!(says(&window, "The root's rating for a stays 0."));
    click(&mut window, "Assume 2>3: pinned at a 1, b 0");
    press(&mut window, Key::Home);
    click(&mut window, "2>3: pinned at a 1, b 0");
    assert_eq!(line(&window), "2>3");
    click_button(&mut window, "Delete 2>3: pinned at a 1, b 0");
    assert_eq!(assumptions(&window), 0);
}

#[test]
fn what_ifs_are_saved_with_the_tree_and_come_back() {
    let folder = std::env::temp_dir().join(format!("doomtree-what-if-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("assumed.tree.json");
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    pin(&mut window, "1/2");
    run(&mut window, Command::SaveTo(path.clone()));
    settle(&mut window);
    assert!(!window.state().document().edits.is_changed());
    let text = std::fs::read_to_string(&path).expect("the file");
    assert!(
        text.contains(r#""pins":{"2>3":{"a":"1/2","b":"1/2"}}"#),
        "{text}"
    );
    assert!(
        text.contains(r#""rating":{"a":"0","b":"1"}"#),
        "ratings stay true"
    );
    run_named(&mut window, Named::ClearWhatIfs);
    run(&mut window, Command::SaveTo(folder.join("plain.tree.json")));
    settle(&mut window);
    run(&mut window, Command::OpenFile(path));
    settle(&mut window);
    assert_eq!(assumptions(&window), 1);
    assert!(says(&window, "rating pinned"));
    std::fs::remove_dir_all(&folder).ok();
}
