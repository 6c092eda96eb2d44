//! The comparison of rules in the window.

use doomtree::app::{Command, CommandId, ids};
use doomtree::games::{Switches, first_setup};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use support::screen::{
    Opened, Window, all, click_on, is_there, line, numbers_in, numbers_of, press, press_with, run,
    run_named, scripted, settle, shows, text_of, told, window,
};

fn with(window: &mut Window, rules: &str) {
    let switches = Switches::read(rules).expect(rules);
    run(window, Command::CompareWith(Box::new(switches)));
}

fn compared(position: &str) -> Window {
    let mut window = window(position);
    run_named(&mut window, CommandId::CompareRules);
    window
}

/// Whether the boards of both rules are these.
fn boards(window: &Window, own: &str, other: &str) -> bool {
    shows(window, &ids::board_of(0), own) && shows(window, &ids::board_of(1), other)
}

/// Whether the first difference is this: hex 0 has 2 dice under land-of-lisp and 1 under haskell after
/// three moves, and 1 more hex differs.
fn has_first(window: &Window) -> bool {
    let first = all(window, ids::DIFFERENCE).next();
    let words = first.and_then(|row| row.accesskit_node().label());
    words.is_some_and(|words| {
        let rules = words.find("Land of Lisp").zip(words.find("Haskell port"));
        words.contains("2>0 0>3 pass")
            && rules.is_some_and(|(own, other)| own < other)
            && numbers_in(&words) == [2, 0, 0, 3, 0, 2, 1, 1]
    })
}

/// What the verdict counts: pairs of positions, and of those that agree and differ.
fn verdict(window: &Window) -> Vec<u64> {
    numbers_of(window, ids::COMPARISON_VERDICT)
}

/// What is said of a move under both rules.
fn moves(window: &Window, mv: &str) -> String {
    text_of(window, &ids::compared_move(mv))
}

#[test]
fn the_open_board_is_compared_with_other_rules_at_once_and_both_sides_are_shown() {
    let window = compared("b2b2/a3b1 a");
    assert_eq!(verdict(&window), [19, 17, 2, 1, 1]);
    assert!(boards(&window, "b2b2/a3b1 a", "b2b2/a3b1 a"));
    assert!(boards(&window, "Land of Lisp", "Haskell port"));
    let row = moves(&window, "2>0");
    assert!(row.contains("Land of Lisp") && row.contains("Haskell port"));
    let told = numbers_in(&row);
    assert_eq!(told, [2, 0, 1, 16, 1, 2, 8], "ratings 1 and 1/2: {row}");
    assert!(has_first(&window));
    assert!(!is_there(&window, ids::TREE), "the tree has made room");
}

#[test]
fn a_click_on_a_difference_walks_both_trees_there_and_says_which_hexes_differ() {
    let mut window = compared("b2b2/a3b1 a");
    click_on(&mut window, ids::DIFFERENCE);
    assert_eq!(line(&window), "2>0 0>3 pass");
    assert!(boards(&window, "a2b2/a2a1 b", "a1b2/a1a1 b"));
    assert!(boards(&window, "; 0, 2 ", "; 0, 2 "));
    // A move that only one of them has is told with one name.
    let rows = window.query_all_by(|node| {
        let id = node.author_id().unwrap_or_default();
        id.starts_with(&ids::compared_move(""))
    });
    let mut rows = rows.filter_map(|row| {
        let node = row.accesskit_node();
        node.label().or_else(|| node.value())
    });
    assert!(rows.any(|row| row.contains("Haskell port") && !row.contains("Land of Lisp")));
}

#[test]
fn the_next_difference_comes_at_a_key_and_after_the_last_the_first() {
    let mut window = compared("b2b2/a3b1 a");
    let mut lines = Vec::new();
    for _ in 0..4 {
        run_named(&mut window, CommandId::NextDifference);
        lines.push(line(&window));
    }
    assert_eq!(lines, ["2>0 0>3 pass", "2>0", "", "2>0 0>3 pass"]);
}

#[test]
fn a_row_makes_its_move_in_both_trees() {
    let mut window = compared("b2b2/a3b1 a");
    click_on(&mut window, &ids::compared_move("2>0"));
    assert_eq!(line(&window), "2>0");
    assert!(boards(&window, "a2b2/a1b1 a +2", "a2b2/a1b1 a +2"));
}

#[test]
fn a_line_that_the_other_rules_do_not_have_is_said_to_leave_their_tree() {
    let mut window = compared("b2b2/a3b1 a");
    with(&mut window, "realm-of-racket");
    // Under offset rows hex 2 reaches other hexes than in the parallelogram.
    let mut left = false;
    for _ in 0..6 {
        press(&mut window, Key::ArrowDown);
        left |= shows(&window, ids::DEPARTURE, "Realm of Racket");
    }
    assert!(left, "{}", line(&window));
}

#[test]
fn rules_that_make_no_difference_are_said_to_agree() {
    let mut window = compared("b2b2/a2b1 a");
    with(&mut window, "land-of-lisp");
    assert_eq!(verdict(&window), [11]);
    assert!(!is_there(&window, ids::DIFFERENCE));
    assert!(!window.state().is_enabled(CommandId::NextDifference));
}

#[test]
fn rules_are_chosen_from_a_list_and_switch_by_switch() {
    let mut window = compared("b2b2/a3b1 a");
    let passes = ids::compared_switch("pass_listed");
    assert!(!is_there(&window, &passes));
    click_on(&mut window, ids::SWITCHES);
    click_on(&mut window, &passes);
    // The value's name is that of the switch in files.
    window.get_by_label("first").click();
    settle(&mut window);
    assert_eq!(verdict(&window)[1..], [18, 1, 1]);
}

#[test]
fn a_board_that_the_other_rules_can_not_hold_is_refused_in_a_sentence() {
    let mut window = compared("b2b2/a3b1 a");
    with(&mut window, "land-of-lisp,max_dice=2");
    assert!(shows(&window, ids::MIDDLE_FAULT, "a3"));
    assert_eq!(numbers_of(&window, ids::MIDDLE_FAULT), [2, 3, 2]);
    with(&mut window, "haskell");
    assert!(has_first(&window) && !is_there(&window, ids::MIDDLE_FAULT));
}

#[test]
fn another_board_that_is_opened_is_seen_in_place_of_the_comparison() {
    let mut window = compared("b2b2/a3b1 a");
    run(&mut window, Command::OpenText("b2b2/a2b1 a".to_owned()));
    assert!(!is_there(&window, ids::COMPARISON));
    run(&mut window, Command::Named(CommandId::CompareRules));
    assert_eq!(verdict(&window)[..2], [11, 8]);
    run(&mut window, Command::Named(CommandId::LeaveComparison));
    assert!(!is_there(&window, ids::COMPARISON));
    assert!(!window.state().is_enabled(CommandId::LeaveComparison));
}

#[test]
fn a_script_can_not_be_compared() {
    let mut window = scripted("top a: l -> x, r -> y; x end: 1 0; y end: 0 1");
    assert!(!window.state().is_enabled(CommandId::CompareRules));
    run_named(&mut window, CommandId::CompareRules);
    assert!(!is_there(&window, ids::COMPARISON));
    // Why is asked for in `words`.
    assert!(!told(&window).is_empty());
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
    run(&mut window, Command::Named(CommandId::CompareRules));
    assert!(shows(&window, ids::COMPARISON, "odds: exact"));
    assert!(is_there(&window, ids::COMPARISON_VERDICT));
    assert!(is_there(&window, ids::DIFFERENCE), "they don't agree");
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
    run(&mut window, Command::Named(CommandId::CompareRules));
    assert!(shows(&window, ids::COMPARISON, "line 2"));
}

#[test]
fn hidden_ratings_are_not_told_by_a_comparison() {
    let mut window = compared("b2b2/a3b1 a");
    let differences = |window: &Window| all(window, ids::DIFFERENCE).count();
    let with_ratings = differences(&window);
    press(&mut window, Key::H);
    assert!(differences(&window) < with_ratings, "that of the ratings");
    let row = moves(&window, "2>0");
    assert_eq!(numbers_in(&row), [2, 0, 16, 8], "{row}");
    assert!(row.contains('?'));
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
        .run(&ctx, Command::Named(CommandId::CompareRules));
    assert!(window.state().is_busy());
    run(&mut window, Command::Named(CommandId::CancelWork));
    assert!(is_there(&window, ids::MIDDLE_FAULT));
    assert!(!is_there(&window, ids::COMPARISON_VERDICT));
    assert!(!window.state().is_busy());
}

#[test]
fn a_new_board_leaves_the_comparison() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::CompareRules);
    press_with(&mut window, Modifiers::COMMAND, Key::N);
    click_on(&mut window, ids::NEW_RANDOM);
    settle(&mut window);
    assert!(!is_there(&window, ids::COMPARISON));
    assert!(window.state().document().edits.undoable().is_none());
}
