//! The check of somebody's program in the window, by its labels.

use doomtree::app::{CheckSource, Command, Middle, Named};
use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use support::screen::{
    Window, button, click, click_button, has, line, press, root, run, run_named, says, settle,
    window,
};

/// The board of the ratings that come with the program, and those.
const BOARD: &str = "a1b3/b1a3 a";
const LITERAL: &str = "saved_trees/literal-ratings-2x2.jsonl";

fn checked(board: &str, source: CheckSource) -> Window {
    let mut window = window(board);
    check(&mut window, source);
    window
}

fn check(window: &mut Window, source: CheckSource) {
    run(window, Command::Check(Box::new(source)));
    // Smaller boards take longer than most work does.
    settle(window);
}

fn text(text: &str) -> CheckSource {
    CheckSource::Text(text.to_owned())
}

fn program(command: &str) -> CheckSource {
    CheckSource::Program {
        command: command.to_owned(),
        seconds: 20,
    }
}

#[test]
fn the_first_and_the_smallest_disagreement_stand_beside_the_rules_with_their_cause() {
    let mut window = checked(BOARD, CheckSource::File(LITERAL.into()));
    assert_eq!(window.state().middle(), Middle::Check);
    assert!(says(
        &window,
        "15 positions compared, 10 agree; disagreements: rating 5."
    ));
    assert!(says(&window, "Minimum and maximum are swapped"));
    assert!(says(
        &window,
        "At the root (line 1; 23 tree nodes from there)"
    ));
    assert!(has(
        &window,
        "Rating: a 1/2, b 1/2 there, a 0, b 1 by the rules"
    ));
    assert!(has(&window, "Theirs: a1b3/b1a3 a"));
    run_named(&mut window, Named::OtherDisagreement);
    assert!(says(&window, "At ply 3, after 3>2 pass 1>3"));
    assert!(has(
        &window,
        "3 → 0: a 0, b 1 there, b1b1/a2b1 b +2, rated a 0, b 1 by the rules"
    ));
    click_button(&mut window, "Show in the tree");
    assert_eq!(window.state().middle(), Middle::Tree);
    assert_eq!(line(&window), "3>2 pass 1>3");
    run_named(&mut window, Named::ShowCheck);
    click(&mut window, "The first from the root");
    assert!(says(&window, "At the root"));
    run_named(&mut window, Named::CloseCheck);
    assert_eq!(window.state().middle(), Middle::Tree);
    assert!(window.state().checking().is_none());
    assert!(!has(&window, "Check"), "its tab goes with it");
}

#[test]
fn a_move_that_leads_elsewhere_is_shown_with_both_boards_and_every_kind_can_be_chosen() {
    let window = &mut checked(
        "b2b2/a2b1 a",
        text(
            "{\"position\":\"b2b2/a2b1 a\",\"rating\":{\"a\":\"1\",\"b\":\"0\"},\"moves\":[{\"move\":\"2>3\",\
             \"position\":\"b2b2/a1a2 a +1\"},\"2>0\"]}\n",
        ),
    );
    assert!(says(window, "disagreements:"));
    assert!(says(window, "Illegal move 1"));
    assert!(says(window, "Successor 1"));
    click(window, "Successor 1");
    assert!(says(
        window,
        "The move '2>3' leads to: b2b2/a1a2 a +1 there"
    ));
    assert!(has(window, "Theirs: b2b2/a1a2 a +1, after 2>3"));
    assert!(has(
        window,
        "2 → 0: is among them there, not among them by the rules"
    ));
    click(window, "Rating 1");
    assert!(says(
        window,
        "The rating: a 1, b 0 there, a 0, b 1 by the rules"
    ));
}

#[test]
fn what_is_written_otherwise_and_is_the_same_is_not_marked_as_a_difference() {
    let window = checked(
        "b2b2/a2b1 a",
        text(
            "{\"position\":\"b-2 b-2 / a-2 b-1 a\",\"rating\":[0,1.0],\"winners\":[\"a\"],\"moves\":[\"2 -> 3\",\"pass\"]}\n",
        ),
    );
    assert!(says(&window, "Illegal move 1"));
    assert!(!has(&window, "Rating 1"));
}

#[test]
fn a_program_is_asked_and_the_smallest_board_that_it_gets_wrong_can_be_opened() {
    let doomtree = env!("CARGO_BIN_EXE_doomtree");
    let mut window = checked("b2b2/a2b1 a", program(&format!("'{doomtree}' rate -")));
    assert!(says(&window, "All agrees: 11 positions compared."));
    assert!(says(&window, "smaller boards were tried: all agree."));
    check(
        &mut window,
        program("while read l; do echo '{\"rating\":\"1\"}'; done"),
    );
    assert!(says(&window, "disagreements: rating"));
    window.get_by_label_contains("The smallest board: ").click();
    settle(&mut window);
    assert!(says(&window, "disagreements: rating"));
    assert!(
        !has(&window, "Show in the tree"),
        "another board's nodes aren't in the open tree"
    );
    click_button(&mut window, "Open it");
    settle(&mut window);
    let board = root(&window);
    assert_ne!(board, "b2b2/a2b1 a");
    assert!(board.len() < "b2b2/a2b1 a".len(), "{board}");
    // What was found is of the board that was open.
    run_named(&mut window, Named::ShowCheck);
    assert!(says(&window, "have changed since: check again"));
}

#[test]
fn a_cause_that_is_a_switch_leads_to_the_rules_with_that_switch() {
    let doomtree = env!("CARGO_BIN_EXE_doomtree");
    let rules = "--rules land-of-lisp --reinforcement last-capture-minus-one";
    let mut window = checked(BOARD, program(&format!("'{doomtree}' rate - {rules}")));
    assert!(says(&window, "reinforcement last-capture-minus-one"));
    click_button(&mut window, "Compare rules…");
    settle(&mut window);
    assert_eq!(window.state().is_on(Named::CompareRules), Some(true));
    assert!(says(&window, "last-capture-minus-one"));
}

#[test]
fn what_can_not_be_checked_is_told_and_nothing_else_is_lost() {
    let mut window = checked("b2b2/a2b1 a", CheckSource::File("no-such-file.json".into()));
    assert!(says(&window, "There is no file 'no-such-file.json'"));
    check(&mut window, text("{\"position\":\"b2b2/a2b1 a\"}\n"));
    assert!(says(&window, "says nothing of any position"));
    check(&mut window, text("nonsense"));
    assert!(window.state().checking().is_none());
    check(&mut window, program("exit 3"));
    assert!(says(&window, "before it answered question 1"));
    assert_eq!(root(&window), "b2b2/a2b1 a");
}

#[test]
fn a_check_is_cancelled_and_made_again() {
    let mut window = window("b2b2/a2b1 a");
    let ctx = window.ctx.clone();
    let source = Box::new(program("sleep 60"));
    window.state_mut().run(&ctx, Command::Check(source));
    window.run_steps(2);
    assert!(window.state().is_busy());
    assert!(says(&window, "Asking about b2b2/a2b1 a") || says(&window, "Reading the program"));
    run_named(&mut window, Named::CancelWork);
    assert!(says(&window, "The check was cancelled: check again"));
    assert!(!window.state().is_busy());
    check(
        &mut window,
        CheckSource::File("saved_trees/book-2x2.tree.json".into()),
    );
    assert!(says(&window, "All agrees: 13 nodes compared."));
    assert!(!window.state().is_enabled(Named::OtherDisagreement));
}

#[test]
fn a_tree_with_a_ply_limit_is_compared_with_one_and_hidden_ratings_hide_a_check() {
    let mut window = window("b2b2/a2b1 a");
    run(&mut window, Command::OpenText("b1a3b2/b1a1b2 a".to_owned()));
    check(
        &mut window,
        CheckSource::File("saved_trees/horizon-2x3.tree.json".into()),
    );
    assert!(says(&window, "It was made to 3 plies"));
    assert!(says(&window, "All agrees"));
    run_named(&mut window, Named::HideRatings);
    assert!(says(&window, "Ratings are hidden, and a check tells them"));
    assert!(!says(&window, "All agrees"));
}

#[test]
fn the_dialog_takes_a_text_or_a_command_by_keys_alone() {
    let mut window = window(BOARD);
    press(&mut window, Key::F12);
    window.run();
    window.event(eframe::egui::Event::Text(LITERAL.to_owned()));
    window.run();
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert!(says(&window, "disagreements: rating 5."));
    // It comes up with what was checked last.
    press(&mut window, Key::F12);
    window.run();
    assert!(has(&window, "File, or the text itself"));
    click(&mut window, "A program that answers");
    window.run();
    window.event(eframe::egui::Event::Text("exit 1".to_owned()));
    window.run();
    button(&window, "Check");
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert!(says(&window, "before it answered question 1"));
}
