//! The comparison of rules in the window, by its labels.

use doomtree::app::{Command, Named};
use doomtree::games::{Switches, first_setup};
use eframe::egui::{Key, Role};
use egui_kittest::kittest::{NodeT, Queryable};
use support::screen::{Opened, Window, click, has, line, press, run, says, scripted, window};

const FIRST: &str = "board, after 2>0 0>3 pass: hex 0 has 2 dice under land-of-lisp, 1 under haskell; \
                     1 more hex differs";

fn with(window: &mut Window, rules: &str) {
    let switches = Switches::read(rules).expect(rules);
    run(window, Command::CompareWith(Box::new(switches)));
}

fn compared(position: &str) -> Window {
    let mut window = window(position);
    press(&mut window, Key::F3);
    window
}

#[test]
fn the_open_board_is_compared_with_other_rules_at_once_and_both_sides_are_shown() {
    let window = compared("b2b2/a3b1 a");
    assert!(has(
        &window,
        "19 pairs of positions compared: 17 agree, 2 differ (board 1, order 1)"
    ));
    assert!(says(&window, "Under land-of-lisp: b2b2/a3b1 a, a to move"));
    assert!(says(&window, "Under haskell: b2b2/a3b1 a, a to move"));
    assert!(has(
        &window,
        "2 → 0: rating 1 for a, best, and 16 nodes under land-of-lisp, rating 1/2 for a, best, and 8 \
         nodes under haskell"
    ));
    assert!(has(&window, FIRST));
    assert!(!says(&window, "Zoom out"), "the tree has made room");
}

#[test]
fn a_click_on_a_difference_walks_both_trees_there_and_says_which_hexes_differ() {
    let mut window = compared("b2b2/a3b1 a");
    click(&mut window, FIRST);
    assert_eq!(line(&window), "2>0 0>3 pass");
    assert!(says(&window, "Under land-of-lisp: a2b2/a2a1 b"));
    assert!(says(&window, "Under haskell: a1b2/a1a1 b"));
    assert!(says(&window, "; 0, 2 differ"));
    assert!(says(&window, "only haskell has it"));
}

#[test]
fn the_next_difference_comes_at_a_key_and_after_the_last_the_first() {
    let mut window = compared("b2b2/a3b1 a");
    let mut lines = Vec::new();
    for _ in 0..4 {
        press(&mut window, Key::N);
        lines.push(line(&window));
    }
    assert_eq!(lines, ["2>0 0>3 pass", "2>0", "", "2>0 0>3 pass"]);
}

#[test]
fn a_row_makes_its_move_in_both_trees() {
    let mut window = compared("b2b2/a3b1 a");
    let row = window.query_all_by_label_contains("2 → 0: rating").next();
    row.expect("the move").click();
    support::screen::settle(&mut window);
    assert_eq!(line(&window), "2>0");
    assert!(says(&window, "Under land-of-lisp: a2b2/a1b1 a +2"));
    assert!(says(&window, "Under haskell: a2b2/a1b1 a +2"));
}

#[test]
fn a_line_that_the_other_rules_do_not_have_is_said_to_leave_their_tree() {
    let mut window = compared("b2b2/a3b1 a");
    with(&mut window, "realm-of-racket");
    // Under offset rows hex 2 reaches other hexes than in the parallelogram.
    let mut left = false;
    for _ in 0..6 {
        press(&mut window, Key::ArrowDown);
        left |= says(
            &window,
            "Under realm-of-racket this line doesn't exist: it has no move",
        );
    }
    assert!(left, "{}", line(&window));
}

#[test]
fn rules_that_make_no_difference_are_said_to_agree() {
    let mut window = compared("b2b2/a2b1 a");
    with(&mut window, "land-of-lisp");
    assert!(has(
        &window,
        "The trees agree (11 pairs of positions compared)"
    ));
    assert!(!window.state().is_enabled(Named::NextDifference));
}

#[test]
fn rules_are_chosen_from_a_list_and_switch_by_switch() {
    let mut window = compared("b2b2/a3b1 a");
    click(&mut window, "Switches");
    assert!(has(&window, "Pass listed"));
    let field = window
        .query_all_by_label("Pass listed")
        .find(|node| node.accesskit_node().role() != Role::Label);
    field.expect("a list").click();
    support::screen::settle(&mut window);
    click(&mut window, "first");
    assert!(says(&window, "compared: 18 agree, 1 differ (board 1)"));
}

#[test]
fn a_board_that_the_other_rules_can_not_hold_is_refused_in_a_sentence() {
    let mut window = compared("b2b2/a3b1 a");
    with(&mut window, "land-of-lisp,max_dice=2");
    assert!(says(
        &window,
        "The board can't be had under these rules: hex 2 is a3, more than 2 dice"
    ));
    with(&mut window, "haskell");
    assert!(has(&window, FIRST));
}

#[test]
fn another_board_is_compared_in_its_turn_and_leaving_shows_the_tree_again() {
    let mut window = compared("b2b2/a3b1 a");
    run(&mut window, Command::OpenText("b2b2/a2b1 a".to_owned()));
    assert!(says(&window, "11 pairs of positions compared: 8 agree"));
    run(&mut window, Command::Named(Named::LeaveComparison));
    assert!(!says(&window, "pairs of positions"));
    assert!(!window.state().is_enabled(Named::LeaveComparison));
}

#[test]
fn a_script_can_not_be_compared() {
    let mut window = scripted("top a: l -> x, r -> y; x end: 1 0; y end: 0 1");
    assert!(!window.state().is_enabled(Named::CompareRules));
    press(&mut window, Key::F3);
    assert!(!says(&window, "compared with"));
    assert!(says(&window, "a script has no other rules to compare with"));
}

#[test]
fn a_board_that_no_other_preset_fits_is_compared_under_another_switch() {
    let mut setup = first_setup("dice-of-doom").expect("the book's board");
    setup.switches.preset = Some("land-of-lisp-v4".to_owned());
    setup.position = "a2b1/c1d1 a".to_owned();
    let mut window = Opened {
        setup: Some(setup),
        ..Opened::default()
    }
    .open();
    run(&mut window, Command::Named(Named::CompareRules));
    assert!(says(&window, "odds=exact"));
    assert!(!says(&window, "The trees agree"));
}

#[test]
fn trilobite_is_compared_with_another_line() {
    let mut setup = first_setup("trilobite").expect("a board");
    setup.position = ".../.../... a".to_owned();
    let mut window = Opened {
        setup: Some(setup),
        ..Opened::default()
    }
    .open();
    run(&mut window, Command::Named(Named::CompareRules));
    assert!(says(&window, "line=2"));
}

#[test]
fn hidden_ratings_are_not_told_by_a_comparison() {
    let mut window = compared("b2b2/a3b1 a");
    assert!(says(&window, "the rating for a is 1 under land-of-lisp"));
    press(&mut window, Key::H);
    assert!(!says(&window, "the rating for a is"));
    assert!(!says(&window, "2 → 0: rating 1"));
    assert!(says(&window, "2 → 0: rating ? for a"));
}

#[test]
fn a_large_comparison_can_be_cancelled_and_the_window_goes_on() {
    let mut window = Opened {
        position: "a3b2b3/a3b3a3/b2a2b3 a",
        limits: doomtree::tree::Limits {
            max_nodes: Some(60_000),
            ..Default::default()
        },
        ..Opened::default()
    }
    .open();
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .run(&ctx, Command::Named(Named::CompareRules));
    assert!(window.state().is_busy());
    run(&mut window, Command::Named(Named::CancelWork));
    assert!(says(&window, "The comparison was cancelled"));
    assert!(!window.state().is_busy());
}
