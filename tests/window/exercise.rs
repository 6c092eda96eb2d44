//! Exercises in the window, by the keyboard alone.

use doomtree::app::{Command, CommandId, ExerciseAction, MainView, ids};
use doomtree::diagram::RatingsFor;
use doomtree::game::Player;
use doomtree::session::exercise::{Posed, Right, Task, right_text};
use doomtree::tree::UnfoldingNode;
use eframe::egui::{Event, Key, Modifiers};
use support::screen::{
    Window, click_on, is_there, numbers_of, press, press_with, run, run_named, said_of, scripted,
    settle, shows, text_of, told, tree_view, window,
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

/// The line to the node that is asked about, as the question names it.
fn asked(window: &Window) -> String {
    let posed = posed(window);
    let blank = current(window);
    assert!(shows(window, ids::EXERCISE, &posed.question(blank)));
    posed.line_text(posed.blanks()[blank].node)
}

/// Whether it is told that the answer of a blank is wrong, and why.
fn is_told_wrong(window: &Window, blank: usize) -> bool {
    let attempt = window.state().exercise().attempt().expect("an exercise");
    let verdict = attempt.entries()[blank].verdict.as_ref();
    verdict.is_some_and(|verdict| !verdict.right && shows(window, ids::TOLD_WRONG, &verdict.text))
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
    run_named(&mut window, CommandId::ExerciseHere);
    assert_eq!(window.state().middle(), MainView::Exercise);
    assert_eq!(asked(&window), "left");
    assert_eq!(posed(&window).blanks().len(), 3);
    // b takes the smallest: the largest is a slip with a name.
    answer(&mut window, "1");
    assert!(is_told_wrong(&window, 0));
    assert_eq!(current(&window), 0);
    answer(&mut window, ".5");
    assert!(is_there(&window, ids::TOLD_RIGHT));
    assert_eq!(asked(&window), "right");
    run_named(&mut window, CommandId::Hint);
    let hinted = |window: &Window| text_of(window, ids::TOLD_HINT);
    assert!(hinted(&window).contains("r1") && hinted(&window).contains("r2"));
    assert!(!hinted(&window).contains("r1: 0"));
    run_named(&mut window, CommandId::Hint);
    assert!(hinted(&window).contains("r1: 0") && hinted(&window).contains("r2: 1"));
    answer(&mut window, "0");
    assert_eq!(asked(&window), "");
    // What isn't a number is told, and costs nothing.
    answer(&mut window, "1/");
    assert!(is_there(&window, ids::TOLD_FAULT));
    press(&mut window, Key::Escape);
    answer(&mut window, "1/2");
    assert!(is_there(&window, ids::ALL_RIGHT));
    assert_eq!(numbers_of(&window, ids::POINTS), [2, 3]);
    assert_eq!(score(&window), (1, 2, 0));
    // The sheet, by the keyboard too.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sheet.html");
    run_named(&mut window, CommandId::PrintSheet);
    assert!(is_there(&window, ids::SHEET_FILE));
    run(
        &mut window,
        Command::Exercise(ExerciseAction::Write(path.clone())),
    );
    settle(&mut window);
    let sheet = std::fs::read_to_string(&path).expect("the sheet");
    assert!(sheet.contains("<svg") && sheet.contains("b takes the lowest of l1: 1/2"));
}

#[test]
fn nothing_tells_a_rating_while_an_exercise_is_on() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::ExerciseHere);
    for named in [
        CommandId::HideRatings,
        CommandId::ShowTree,
        CommandId::ShowMap,
        CommandId::ShowStatistics,
        CommandId::ShowRecording,
        CommandId::Record,
        CommandId::Find,
        CommandId::Export,
        CommandId::CopyWhy,
        CommandId::CompareRules,
        CommandId::PlayHere,
        CommandId::ShowHistory,
        CommandId::Setup,
    ] {
        assert!(!window.state().is_enabled(named), "{named:?}");
        run_named(&mut window, named);
        assert_eq!(window.state().middle(), MainView::Exercise, "{named:?}");
    }
    press(&mut window, Key::H);
    // A word of its own that is a number would be a rating.
    for blank in posed(&window).blanks() {
        let words = text_of(&window, &ids::exercise_node(blank.node));
        let told = words
            .split([' ', ','])
            .any(|word| ["0", "1", "1/2"].contains(&word));
        assert!(!words.is_empty() && !told, "{words}");
    }
    assert!(!is_there(&window, ids::TREE) && !is_there(&window, &ids::node(UnfoldingNode::ROOT)));
    assert!(!is_there(&window, &ids::move_row(1)) || !shows(&window, &ids::move_row(1), " 0"));
    run_named(&mut window, CommandId::LeaveExercise);
    assert_eq!(window.state().middle(), MainView::Tree);
    assert!(window.state().is_enabled(CommandId::ShowMap));
    let view = tree_view(&window, RatingsFor::Player(Player(0)), false);
    let told = view.describe(UnfoldingNode::ROOT);
    assert_eq!(said_of(&window, UnfoldingNode::ROOT), told);
}

#[test]
fn best_moves_are_chosen_by_arrows_and_marked_by_space_and_a_tie_counts() {
    let mut window = window("b2b2/a2b1 a");
    line(
        &mut window,
        "exercise best-moves --rules land-of-lisp a1b2a3/b2a1b1 a --max-plies 2",
    );
    assert!(!window.state().exercise().is_on());
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
    assert!(is_there(&window, ids::RIGHT_AT_ONCE));
}

#[test]
fn bounds_are_typed_with_their_signs_and_a_number_alone_is_told_to_be_only_a_bound() {
    let mut window = scripted(TREE);
    pick(&mut window, Task::Bounds);
    run_named(&mut window, CommandId::ExerciseHere);
    answer(&mut window, "1/2");
    assert!(is_there(&window, ids::TOLD_RIGHT));
    // r is cut after r1: a has 1/2 already.
    let right = current(&window);
    answer(&mut window, "0");
    assert!(is_told_wrong(&window, right));
    let bound = text_of(&window, ids::TOLD_WRONG);
    answer(&mut window, ">=0");
    assert!(is_told_wrong(&window, right));
    assert_ne!(text_of(&window, ids::TOLD_WRONG), bound, "another reason");
    answer(&mut window, "<=0");
    assert_eq!(asked(&window), "");
    answer(&mut window, "1/2");
    assert!(is_there(&window, ids::ALL_RIGHT));
    assert_eq!(score(&window), (2, 1, 0));
}

fn pick(window: &mut Window, task: Task) {
    run_named(window, CommandId::NewExercise);
    click_on(window, &ids::task(task.name()));
}

#[test]
fn cuts_are_marked_by_space_and_what_lies_below_them_is_asked_no_more() {
    let mut window = scripted(TREE);
    pick(&mut window, Task::Cuts);
    run_named(&mut window, CommandId::ExerciseHere);
    // l2 isn't cut: nothing bounds it yet.
    press(&mut window, Key::Space);
    let node = posed(&window).blanks()[current(&window)].node;
    assert_eq!(posed(&window).line_text(node), "left l2");
    let said = |window: &Window| text_of(window, &ids::exercise_node(node));
    let cut = said(&window);
    assert!(cut.starts_with("l2: ") && cut.contains('1'), "{cut}");
    let at = current(&window);
    press(&mut window, Key::Enter);
    assert!(is_told_wrong(&window, at));
    press(&mut window, Key::Space);
    assert_ne!(said(&window), cut);
    press(&mut window, Key::Enter);
    // right isn't cut, r2 is.
    press(&mut window, Key::Enter);
    press(&mut window, Key::Space);
    press(&mut window, Key::Enter);
    assert!(is_there(&window, ids::ALL_RIGHT));
    assert_eq!(score(&window), (2, 1, 0));
}

#[test]
fn answers_can_be_checked_at_the_end_instead() {
    let mut window = scripted(TREE);
    run(
        &mut window,
        Command::Exercise(ExerciseAction::AtOnce(false)),
    );
    run_named(&mut window, CommandId::ExerciseHere);
    for text in ["1/2", "1", "1/2"] {
        answer(&mut window, text);
    }
    assert_eq!(score(&window), (0, 0, 0));
    assert!(!is_there(&window, ids::TOLD_WRONG));
    run_named(&mut window, CommandId::CheckAll);
    assert!(is_told_wrong(&window, 1));
    assert_eq!(current(&window), 1);
    assert_eq!(score(&window), (2, 0, 1));
    answer(&mut window, "0");
    run_named(&mut window, CommandId::CheckAnswer);
    assert!(is_there(&window, ids::ALL_RIGHT));
}

#[test]
fn an_exercise_is_drawn_from_a_seed_and_its_line_gives_the_same_one() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::NewExercise);
    assert!(!window.state().exercise().is_on());
    // Who asks once more takes it as it is chosen.
    run_named(&mut window, CommandId::NewExercise);
    assert!(window.state().exercise().is_on());
    let first = posed(&window).exercise().clone();
    let own = doomtree::session::exercise::write_line(posed(&window)).expect("a line");
    run_named(&mut window, CommandId::LeaveExercise);
    line(&mut window, &own);
    assert_eq!(posed(&window).exercise().setup, first.setup);
    run_named(&mut window, CommandId::LeaveExercise);
    line(&mut window, "exercise ratings --seed 1");
    assert_eq!(posed(&window).exercise().setup, first.setup);
}

#[test]
fn what_was_filled_in_is_saved_asked_about_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.exercise.json");
    let mut window = scripted(TREE);
    run_named(&mut window, CommandId::ExerciseHere);
    answer(&mut window, "1/2");
    run_named(&mut window, CommandId::LeaveExercise);
    assert!(is_there(&window, ids::QUESTION));
    press(&mut window, Key::Escape);
    assert!(window.state().exercise().is_on());
    press_with(&mut window, Modifiers::COMMAND, Key::S);
    assert!(is_there(&window, ids::EXERCISE_FILE));
    run(
        &mut window,
        Command::Exercise(ExerciseAction::Write(path.clone())),
    );
    settle(&mut window);
    run_named(&mut window, CommandId::LeaveExercise);
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
    run_named(&mut window, CommandId::ExerciseHere);
    answer(&mut window, "1/2");
    assert!(window.state().tree_view().hidden, "nothing else tells them");
    run_named(&mut window, CommandId::ShowAnswers);
    assert!(is_there(&window, ids::ANSWERS));
    assert!(
        !window.state().tree_view().hidden,
        "the moves tell them too"
    );
    assert_eq!(score(&window), (1, 0, 2));
    let node = posed(&window).blanks()[1].node;
    assert_eq!(posed(&window).line_text(node), "right");
    let shown = text_of(&window, &ids::exercise_node(node));
    assert!(shown.split(", ").any(|word| word == "0"), "{shown}");
}

#[test]
fn a_tree_that_is_too_large_is_refused_with_what_to_do() {
    let mut window = window("a2a2b2/a3b1a3/a3a3b3 a");
    run_named(&mut window, CommandId::ExerciseHere);
    assert!(!window.state().exercise().is_on());
    // What to do is asked for in `words`.
    assert!(!told(&window).is_empty());
}
