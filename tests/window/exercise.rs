//! Exercises in the window, by their labels and by the keyboard alone.

use doomtree::app::{Command, Exercising, Middle, Named};
use doomtree::session::exercise::{Posed, Right, right_text};
use eframe::egui::{Event, Key, Modifiers};
use support::screen::{
    Window, click, has, press, press_with, run, run_named, says, scripted, settle, window,
};

/// Two moves with two answers each, in which alpha-beta cuts one.
const TREE: &str = "players a b\n\
    top a: left -> l, right -> r\n\
    l b: l1 -> half, l2 -> one\n\
    r b: r1 -> none, r2 -> one\n\
    half end: 1/2 1/2\none end: 1 0\nnone end: 0 1";

fn write(window: &mut Window, text: &str) {
    for letter in text.chars() {
        window
            .input_mut()
            .events
            .push(Event::Text(letter.to_string()));
        settle(window);
    }
}

fn posed(window: &Window) -> &Posed {
    window.state().exercise().posed().expect("an exercise")
}

fn current(window: &Window) -> usize {
    window.state().exercise().current().expect("an exercise")
}

fn answer(window: &mut Window, text: &str) {
    write(window, text);
    press(window, Key::Enter);
}

fn line(window: &mut Window, line: &str) {
    run(window, Command::OpenText(line.to_owned()));
}

fn score(window: &Window) -> (usize, usize, usize) {
    let attempt = window.state().exercise().attempt().expect("an exercise");
    let score = attempt.score(posed(window));
    (score.first, score.helped, score.wrong)
}

#[test]
fn a_whole_exercise_is_done_by_keyboard_with_a_wrong_answer_a_hint_and_a_score() {
    let mut window = scripted(TREE);
    press_with(&mut window, Modifiers::SHIFT, Key::Y);
    assert_eq!(window.state().middle(), Middle::Exercise);
    assert!(says(&window, "b moves at the node after left"));
    assert_eq!(posed(&window).blanks().len(), 3);
    // b takes the smallest: the largest is a slip with a name.
    answer(&mut window, "1");
    assert!(has(&window, "Not right yet"));
    assert!(says(
        &window,
        "You took the largest rating, but b moves here"
    ));
    assert_eq!(current(&window), 0);
    answer(&mut window, ".5");
    assert!(has(&window, "Right"));
    assert!(says(&window, "b moves at the node after right"));
    press_with(&mut window, Modifiers::ALT, Key::I);
    assert!(has(&window, "Hint"));
    assert!(says(&window, "look at the ratings of r1 and r2"));
    press_with(&mut window, Modifiers::ALT, Key::I);
    assert!(says(&window, "Take the smallest of r1: 0 and r2: 1"));
    answer(&mut window, "0");
    assert!(says(&window, "a moves at the start"));
    // What isn't a number is told, and costs nothing.
    answer(&mut window, "1/");
    assert!(has(&window, "Not understood"));
    press(&mut window, Key::Escape);
    answer(&mut window, "1/2");
    assert!(has(&window, "Well done: all is right."));
    assert!(has(&window, "2 of 3 points"));
    assert_eq!(score(&window), (1, 2, 0));
    // The sheet, by the keyboard too.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sheet.html");
    press_with(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::P);
    assert!(has(&window, "Sheet's file"));
    run(
        &mut window,
        Command::Exercise(Exercising::Write(path.clone())),
    );
    settle(&mut window);
    let sheet = std::fs::read_to_string(&path).expect("the sheet");
    assert!(sheet.contains("<svg") && sheet.contains("b takes the smallest of l1: 1/2"));
}

#[test]
fn nothing_tells_a_rating_while_an_exercise_is_on() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, Named::ExerciseHere);
    for named in [
        Named::HideRatings,
        Named::ShowTree,
        Named::ShowMap,
        Named::ShowStatistics,
        Named::ShowRecording,
        Named::Record,
        Named::Find,
        Named::Export,
        Named::CopyWhy,
        Named::CompareRules,
        Named::PlayHere,
        Named::ShowHistory,
        Named::Setup,
    ] {
        assert!(!window.state().is_enabled(named), "{named:?}");
        run_named(&mut window, named);
        assert_eq!(window.state().middle(), Middle::Exercise, "{named:?}");
    }
    press(&mut window, Key::H);
    assert!(!says(&window, "rating 0"));
    assert!(!says(&window, "rating 1"));
    run_named(&mut window, Named::LeaveExercise);
    assert_eq!(window.state().middle(), Middle::Tree);
    assert!(window.state().is_enabled(Named::ShowMap));
    assert!(says(&window, "rating 0 for a"));
}

#[test]
fn best_moves_are_chosen_by_arrows_and_marked_by_space_and_a_tie_counts() {
    let mut window = window("b2b2/a2b1 a");
    line(
        &mut window,
        "exercise best-moves --rules land-of-lisp a1b2a3/b2a1b1 a --max-plies 2",
    );
    assert!(says(&window, "means nothing") || !window.state().exercise().is_on());
    line(
        &mut window,
        "exercise best-moves --max-plies 3 --rules land-of-lisp b2a3/a2b1 a",
    );
    assert!(window.state().exercise().is_on());
    let blanks: Vec<Right> = posed(&window)
        .blanks()
        .iter()
        .map(|blank| blank.right.clone())
        .collect();
    for right in blanks {
        let Right::Moves(best) = right else {
            panic!("marks are asked for")
        };
        let mut place = 0;
        for wanted in best {
            while place < wanted {
                press(&mut window, Key::ArrowRight);
                place += 1;
            }
            press(&mut window, Key::Space);
        }
        press(&mut window, Key::Enter);
    }
    assert!(has(&window, "All right at the first try!"));
}

#[test]
fn bounds_are_typed_with_their_signs_and_a_number_alone_is_told_to_be_only_a_bound() {
    let mut window = scripted(TREE);
    pick(&mut window, "Bounds");
    run_named(&mut window, Named::ExerciseHere);
    answer(&mut window, "1/2");
    assert!(has(&window, "Right"));
    // r is cut after r1: a has 1/2 already.
    answer(&mut window, "0");
    assert!(says(&window, "it is only a bound"));
    answer(&mut window, ">=0");
    assert!(says(&window, "the sign points the wrong way"));
    answer(&mut window, "<=0");
    assert!(says(&window, "a moves at the start") || says(&window, "the start when it leaves"));
    answer(&mut window, "1/2");
    assert!(has(&window, "Well done: all is right."));
    assert_eq!(score(&window), (2, 1, 0));
}

fn pick(window: &mut Window, task: &str) {
    run_named(window, Named::NewExercise);
    click(window, task);
}

#[test]
fn cuts_are_marked_by_space_and_what_lies_below_them_is_asked_no_more() {
    let mut window = scripted(TREE);
    pick(&mut window, "Cuts");
    run_named(&mut window, Named::ExerciseHere);
    // l2 isn't cut: nothing bounds it yet.
    press(&mut window, Key::Space);
    assert!(says(&window, "l2: an end, worth 1, cut"));
    press(&mut window, Key::Enter);
    assert!(says(&window, "It isn't cut: the bounds don't meet"));
    press(&mut window, Key::Space);
    press(&mut window, Key::Enter);
    // right isn't cut, r2 is.
    press(&mut window, Key::Enter);
    press(&mut window, Key::Space);
    press(&mut window, Key::Enter);
    assert!(has(&window, "Well done: all is right."));
    assert_eq!(score(&window), (2, 1, 0));
}

#[test]
fn answers_can_be_checked_at_the_end_instead() {
    let mut window = scripted(TREE);
    run(&mut window, Command::Exercise(Exercising::AtOnce(false)));
    run_named(&mut window, Named::ExerciseHere);
    for text in ["1/2", "1", "1/2"] {
        answer(&mut window, text);
    }
    assert_eq!(score(&window), (0, 0, 0));
    assert!(!has(&window, "Not right yet"));
    run_named(&mut window, Named::CheckAll);
    assert!(has(&window, "Not right yet"));
    assert_eq!(current(&window), 1);
    assert_eq!(score(&window), (2, 0, 1));
    answer(&mut window, "0");
    run_named(&mut window, Named::CheckAnswer);
    assert!(has(&window, "Well done: all is right."));
}

#[test]
fn an_exercise_is_drawn_from_a_seed_and_its_line_gives_the_same_one() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, Named::NewExercise);
    assert!(!window.state().exercise().is_on());
    // Who asks once more takes it as it is chosen.
    press(&mut window, Key::Y);
    assert!(window.state().exercise().is_on());
    let first = posed(&window).exercise().clone();
    let own = doomtree::session::exercise::write_line(posed(&window)).expect("a line");
    run_named(&mut window, Named::LeaveExercise);
    line(&mut window, &own);
    assert_eq!(posed(&window).exercise().setup, first.setup);
    run_named(&mut window, Named::LeaveExercise);
    line(&mut window, "exercise ratings --seed 1");
    assert_eq!(posed(&window).exercise().setup, first.setup);
}

#[test]
fn what_was_filled_in_is_saved_asked_about_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.exercise.json");
    let mut window = scripted(TREE);
    run_named(&mut window, Named::ExerciseHere);
    answer(&mut window, "1/2");
    run_named(&mut window, Named::LeaveExercise);
    assert!(has(&window, "Save what you have filled in?"));
    press(&mut window, Key::Escape);
    assert!(window.state().exercise().is_on());
    press_with(&mut window, Modifiers::COMMAND, Key::S);
    assert!(has(&window, "Exercise's file"));
    run(
        &mut window,
        Command::Exercise(Exercising::Write(path.clone())),
    );
    settle(&mut window);
    run_named(&mut window, Named::LeaveExercise);
    assert!(!window.state().exercise().is_on());
    run(&mut window, Command::OpenFile(path));
    settle(&mut window);
    assert!(window.state().exercise().is_on());
    assert_eq!(score(&window), (1, 0, 0));
    assert_eq!(current(&window), 1);
    let right = right_text(&posed(&window).blanks()[1].right);
    answer(&mut window, &right);
    assert_eq!(score(&window), (2, 0, 0));
}

#[test]
fn the_answers_are_shown_and_end_the_exercise() {
    let mut window = scripted(TREE);
    run_named(&mut window, Named::ExerciseHere);
    answer(&mut window, "1/2");
    run_named(&mut window, Named::ShowAnswers);
    assert!(has(&window, "Here are the answers."));
    assert_eq!(score(&window), (1, 0, 2));
    assert!(says(&window, "right: b to move, 0, shown"));
}

#[test]
fn a_tree_that_is_too_large_is_refused_with_what_to_do() {
    let mut window = window("a2a2b2/a3b1a3/a3a3b3 a");
    run_named(&mut window, Named::ExerciseHere);
    assert!(!window.state().exercise().is_on());
    assert!(says(&window, "give a lower ply limit"));
}
