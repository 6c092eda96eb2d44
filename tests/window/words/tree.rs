//! The tree, what-ifs, comparisons, checks, exercises and tours.

use doomtree::app::TourCommand;
use doomtree::app::{Command, CommandId, WhatIfAction, ids};
use doomtree::save::{Tour, TourStep};
use eframe::egui::Key;
use support::screen::{
    Window, is_there, press, run, run_named, scripted, shows, text_of, told, window,
};

#[test]
fn what_is_refused_is_refused_with_its_reason_and_what_to_do() {
    let told = |window: &Window, words: &str| {
        let status = told(window);
        assert!(status.contains(words), "{status}");
    };
    let mut board = window("b2b2/a2b1 a");
    press(&mut board, Key::ArrowDown);
    run_named(&mut board, CommandId::ForbidMove);
    told(&board, "at least one move must stay legal");
    run_named(&mut board, CommandId::HideRatings);
    run_named(&mut board, CommandId::BestEnd);
    told(&board, "Ratings are hidden");
    let mut over = window("a1b1/b1a1 a");
    run_named(&mut over, CommandId::ToggleFold);
    told(&over, "nothing to expand");
    let mut script = scripted("top a: l -> x, r -> y; x end: 1 0; y end: 0 1");
    run_named(&mut script, CommandId::CompareRules);
    told(&script, "a script has only one rule set");
    let mut large = window("a2a2b2/a3b1a3/a3a3b3 a");
    run_named(&mut large, CommandId::ExerciseHere);
    told(&large, "give a lower ply limit");
}

#[test]
fn a_tour_that_a_board_file_can_not_hold_is_said_to_need_a_tree_file() {
    let mut window = window("b2b2/a2b1 a");
    let mut signposts = window.state().document().signposts().clone();
    signposts.tours.push(Tour {
        title: "Mine".to_owned(),
        steps: vec![TourStep::default()],
        ..Tour::default()
    });
    let change = TourCommand::Change(Box::new(signposts));
    run(&mut window, Command::Tour(change));
    let folder = tempfile::tempdir().expect("a folder");
    let board = folder.path().join("mine.board.json");
    run(&mut window, Command::SaveTo(board.clone()));
    assert!(!board.exists());
    assert!(is_there(&window, ids::SAVE_FILE) || told(&window).contains("tour"));
    let everywhere = [text_of(&window, ids::SAVE_FILE), told(&window)];
    let said = |words: &String| words.contains("A board file can't store a tour");
    assert!(everywhere.iter().any(said), "{everywhere:?}");
}

#[test]
fn other_views_than_the_tree_say_that_they_show_true_ratings() {
    let mut window = window("b2b2/a2b1 a");
    run(
        &mut window,
        Command::Assume(WhatIfAction::Pin("1/2".to_owned())),
    );
    assert!(shows(&window, ids::WHAT_IF_BANNER, "What if: 1 assumption"));
    run_named(&mut window, CommandId::ShowTruth);
    assert!(shows(&window, ids::WHAT_IF_BANNER, "set aside"));
    run_named(&mut window, CommandId::ShowStatistics);
    let words = "This view shows true ratings";
    assert!(shows(&window, ids::WHAT_IF_BANNER, words));
}
