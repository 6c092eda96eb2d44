//! Situations that a window can be in, for the tests that go through all of them.

use std::path::PathBuf;

use doomtree::app::{
    CheckSource, Command, CommandId, ExerciseAction, FirstBoard, TourCommand, WhatIfAction,
};
use support::screen::Window;

/// The board of the book.
pub const BOOK: &str = "b2b2/a2b1 a";

/// A file that comes with the program.
pub fn saved(name: &str) -> PathBuf {
    support::root().join("saved_trees").join(name)
}

/// Does a command, and waits no longer than for what was begun: a test that gets into a situation a
/// thousand times has no frames to spare.
fn run(window: &mut Window, command: Command) {
    let ctx = window.ctx.clone();
    window.state_mut().run(&ctx, command);
    window.run_steps(1);
    for _ in 0..4_000 {
        if !window.state().is_busy() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
        window.run_steps(1);
    }
    panic!("the window is still busy");
}

fn run_named(window: &mut Window, named: CommandId) {
    run(window, Command::Named(named));
}

pub fn nothing(_: &mut Window) {}

/// At the end of the best line.
pub fn leaf(window: &mut Window) {
    run_named(window, CommandId::BestEnd);
}

pub fn map(window: &mut Window) {
    run_named(window, CommandId::ShowMap);
}

pub fn positions(window: &mut Window) {
    run_named(window, CommandId::ShowPositions);
}

pub fn statistics(window: &mut Window) {
    run_named(window, CommandId::ShowStatistics);
}

/// A step into a recording.
pub fn recording(window: &mut Window) {
    run_named(window, CommandId::Record);
    run_named(window, CommandId::StepForward);
}

/// A check of two wrong ratings.
pub fn check(window: &mut Window) {
    let text = "{\"position\":\"b2b2/a2b1 a\",\"rating\":\"1\"}\n\
                {\"position\":\"b2b2/a1a1 a +1\",\"rating\":\"1\"}\n";
    let source = CheckSource::Text(text.to_owned());
    run(window, Command::Check(Box::new(source)));
}

pub fn comparison(window: &mut Window) {
    run_named(window, CommandId::CompareRules);
}

/// An exercise with an answer that is filled in, and not checked.
pub fn exercise(window: &mut Window) {
    run(window, Command::Exercise(ExerciseAction::AtOnce(false)));
    run_named(window, CommandId::ExerciseHere);
    run(window, Command::Exercise(ExerciseAction::Type('7')));
    run(window, Command::Exercise(ExerciseAction::Give));
}

/// A game against the computer, after the first move.
pub fn game(window: &mut Window) {
    run_named(window, CommandId::PlayHere);
    run(window, Command::Act(doomtree::session::Action::Move(0)));
}

/// A presentation without a tour.
pub fn talk(window: &mut Window) {
    run_named(window, CommandId::Present);
}

/// A tour of two steps in its panel.
pub fn tour(window: &mut Window) {
    run_named(window, CommandId::AddTourStep);
    run_named(window, CommandId::BestEnd);
    run_named(window, CommandId::AddTourStep);
    // The step's text has the keyboard.
    window.key_press(eframe::egui::Key::Escape);
    window.run_steps(2);
    run_named(window, CommandId::Bookmark);
    run(window, Command::Tour(TourCommand::Step(1)));
}

/// Its presentation.
pub fn tour_talk(window: &mut Window) {
    tour(window);
    run_named(window, CommandId::Present);
}

/// With a rating that is pinned.
pub fn what_if(window: &mut Window) {
    run_named(window, CommandId::Child);
    let pin = WhatIfAction::Pin("1/2".to_owned());
    run(window, Command::Assume(pin));
    run_named(window, CommandId::WhatIf);
}

/// With a change that no file has.
pub fn edited(window: &mut Window) {
    let mut root = window.state().document().root();
    root.setup.position = "b2b2/a3b1 a".to_owned();
    run(window, Command::EditRoot(Box::new(root)));
}

/// With hits.
pub fn find(window: &mut Window) {
    run(window, Command::Find("mover:b".to_owned()));
    run_named(window, CommandId::NextHit);
}

/// While a text is typed.
pub fn typing(window: &mut Window) {
    run_named(window, CommandId::Find);
}

pub fn board(window: &mut Window) {
    run_named(window, CommandId::FocusBoard);
}

pub fn setup(window: &mut Window) {
    run_named(window, CommandId::Setup);
}

pub fn hidden(window: &mut Window) {
    run_named(window, CommandId::HideRatings);
}

pub fn keys(window: &mut Window) {
    run_named(window, CommandId::Keys);
}

pub fn palette(window: &mut Window) {
    run_named(window, CommandId::Palette);
}

/// Asked before something is lost.
pub fn question(window: &mut Window) {
    edited(window);
    run(window, Command::New(FirstBoard::Board("dice-of-doom")));
}
