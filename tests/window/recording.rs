//! Recordings of searches in the window, by their labels.

use doomtree::app::{Command, Middle, Named, RecordChoices};
use doomtree::search::{Method, Sampling};
use eframe::egui::Key;
use support::screen::{
    Window, button, click, click_button, has, line, press, run, run_named, says, scripted, settle,
    window,
};

/// Russell and Norvig's tree: three moves with three answers each.
const THREE: &str = "players a b\n\
    top a: left -> l, middle -> m, right -> r\n\
    l b: l1 -> three, l2 -> twelve, l3 -> eight\n\
    m b: m1 -> two, m2 -> four, m3 -> six\n\
    r b: r1 -> fourteen, r2 -> five, r3 -> two\n\
    two end: 2 18\nthree end: 3 17\nfour end: 4 16\nfive end: 5 15\nsix end: 6 14\n\
    eight end: 8 12\ntwelve end: 12 8\nfourteen end: 14 6";

fn recorded() -> Window {
    let mut window = scripted(THREE);
    run_named(&mut window, Named::Record);
    settle(&mut window);
    window
}

fn step(window: &Window) -> String {
    window.state().recording().step_text().unwrap_or_default()
}

#[test]
fn alpha_beta_is_recorded_walked_step_by_step_and_its_cut_is_found_and_explained() {
    let mut window = recorded();
    assert_eq!(window.state().middle(), Middle::Recording);
    assert_eq!(step(&window), "The search begins");
    run_named(&mut window, Named::StepForward);
    run_named(&mut window, Named::StepForward);
    assert_eq!(step(&window), "Looks at a left");
    // The board, the line and all else show the node at work.
    assert_eq!(line(&window), "left");
    run_named(&mut window, Named::NextCut);
    assert_eq!(
        step(&window),
        "After a middle it is ≤ 2: α 3 has met β 2, so the 2 other moves are cut"
    );
    assert!(says(&window, "m2: four, cut, 1 node"));
    assert!(says(&window, "left: l, done, 3"));
    assert!(says(&window, "right: r, not looked at yet"));
    assert!(has(&window, "if α ≥ β: leave out the other moves, at work"));
    assert!(!window.state().is_enabled(Named::NextCut));
    run_named(&mut window, Named::RecordingEnd);
    assert_eq!(step(&window), "What comes back of the start: 3");
}

#[test]
fn watching_leaves_no_trace_in_the_history_and_can_be_switched_off() {
    let mut window = recorded();
    for _ in 0..6 {
        press(&mut window, Key::I);
    }
    assert!(!line(&window).is_empty());
    assert!(!window.state().is_enabled(Named::Back));
    run_named(&mut window, Named::Root);
    click(&mut window, "Board shows the node at work");
    for _ in 0..5 {
        press(&mut window, Key::I);
    }
    assert_eq!(line(&window), "");
}

#[test]
fn two_algorithms_stand_beside_each_other_and_count_side_by_side() {
    let mut window = recorded();
    run_named(&mut window, Named::RecordingEnd);
    click_button(&mut window, "Record beside");
    settle(&mut window);
    assert_eq!(window.state().recording().shown(), 2);
    run_named(&mut window, Named::RecordingEnd);
    assert!(says(&window, "11   |   11"));
    run_named(&mut window, Named::CloseRecording);
    assert_eq!(window.state().recording().shown(), 1);
}

#[test]
fn a_recording_goes_with_its_tree_and_hidden_ratings_hide_it() {
    let mut window = recorded();
    run_named(&mut window, Named::RecordingEnd);
    run_named(&mut window, Named::HideRatings);
    assert!(says(
        &window,
        "Ratings are hidden, and a recording would tell them"
    ));
    assert!(!says(&window, "What comes back"));
    run_named(&mut window, Named::HideRatings);
    assert!(says(&window, "What comes back"));
    run(&mut window, Command::OpenText("b2b2/a2b1 a".to_owned()));
    settle(&mut window);
    assert_eq!(window.state().recording().shown(), 0);
    button(&window, "Record");
}

#[test]
fn what_can_not_be_recorded_is_told_beside_the_button() {
    let mut window = scripted(
        "top a: on -> next, out -> lost\nnext b: back -> top, out -> won\n\
         won end: 1 0\nlost end: 0 1",
    );
    run_named(&mut window, Named::ShowRecording);
    assert!(says(&window, "See step by step"));
    run_named(&mut window, Named::Record);
    assert!(says(&window, "Positions recur below this node"));
    assert!(window.state().recording().place().is_none());
    // With a ply limit nothing recurs, and what comes back rests on an estimate.
    click(&mut window, "Only so many plies");
    run_named(&mut window, Named::Record);
    run_named(&mut window, Named::RecordingEnd);
    assert!(!says(&window, "Positions recur"));
    assert!(
        step(&window).starts_with("What comes back of the start: ~"),
        "{}",
        step(&window)
    );
}

#[test]
fn a_large_tree_is_counted_to_the_last_node_that_was_cut() {
    let mut window = window("b2a1a1/a2b2a3/b3b1b1 a");
    run_named(&mut window, Named::Record);
    settle(&mut window);
    run_named(&mut window, Named::RecordingEnd);
    assert!(says(&window, "209,316"));
    assert!(says(&window, "98.3 %"));
}

#[test]
fn monte_carlo_tree_search_grows_a_tree_and_counts_its_games() {
    let mut window = window("b2a1a1/a2b2a3/b3b1b1 a");
    run_named(&mut window, Named::ShowRecording);
    let choices = RecordChoices {
        method: Method::MonteCarlo,
        sampling: Sampling {
            playouts: 100,
            seed: 1,
        },
        ..RecordChoices::default()
    };
    run(&mut window, Command::ChooseRecording(Box::new(choices)));
    assert!(says(&window, "Random games"));
    run_named(&mut window, Named::Record);
    settle(&mut window);
    run_named(&mut window, Named::RecordingStart);
    run_named(&mut window, Named::NextCut);
    assert!(
        step(&window).starts_with("A random game from a "),
        "{}",
        step(&window)
    );
    assert!(has(
        &window,
        "worth ← that of a game played at random from node to an end, at work"
    ));
    run_named(&mut window, Named::RecordingEnd);
    assert!(step(&window).starts_with("Chooses a "), "{}", step(&window));
    assert!(says(&window, "100 of 100"));
    assert!(says(&window, " on average"));
    assert!(!says(&window, "nodes cut"));
    run_named(&mut window, Named::RecordBeside);
    settle(&mut window);
    run_named(&mut window, Named::RecordingEnd);
    assert!(says(&window, "100 of 100   |   100 of 100"));
}
