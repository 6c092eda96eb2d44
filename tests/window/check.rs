//! The check of somebody's program in the window.

use doomtree::app::{CheckSource, Command, CommandId, MainView, ids};
use doomtree::session::check::{self, CheckReport};
use eframe::egui::Key;
use egui_kittest::kittest::NodeT as _;
use support::cli::program_path;
use support::screen::{
    Window, click_on, found, is_there, line, numbers_of, press, root, run, run_named, settle,
    shows, text_of, window,
};

/// The board of the ratings that come with the program, and those.
const BOARD: &str = "a1b3/b1a3 a";
const LITERAL: &str = "../../saved_trees/literal-ratings-2x2.jsonl";

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

/// What was found of the open board.
fn report(window: &Window) -> &CheckReport {
    window.state().checking().expect("a report")
}

/// Whether the verdict on a report stands there.
fn is_told(window: &Window, report: &CheckReport) -> bool {
    text_of(window, ids::CHECK_VERDICT) == check::verdict(report)
}

/// How many disagreements of a kind are told, where there are some.
fn count(window: &Window, kind: &str) -> Option<u64> {
    let id = ids::kind(kind);
    is_there(window, &id).then(|| numbers_of(window, &id)[0])
}

/// Whether these stand beside each other: theirs, and the rules'.
fn beside(window: &Window, what: &str, theirs: &str, ours: &str) -> bool {
    let text = text_of(window, &ids::both_say(what));
    let theirs = text.find(theirs);
    theirs.is_some_and(|at| text[at..].contains(ours))
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

/// The numbers in what went wrong.
fn fault(window: &Window) -> Vec<u64> {
    numbers_of(window, ids::MIDDLE_FAULT)
}

#[test]
fn the_first_and_the_smallest_disagreement_stand_beside_the_rules_with_their_cause() {
    let mut window = checked(BOARD, CheckSource::File(LITERAL.into()));
    assert_eq!(window.state().middle(), MainView::Check);
    assert!(is_told(&window, report(&window)));
    assert_eq!(numbers_of(&window, ids::CHECK_VERDICT), [15, 10, 5, 5]);
    assert_eq!(numbers_of(&window, ids::COVERED), [15, 15, 4, 4, 15]);
    assert_eq!(report(&window).causes[0].name, "min-max-swapped");
    let (_, causes) = check::causes(report(&window));
    assert!(text_of(&window, ids::CAUSE).eq_ignore_ascii_case(&causes[0]));
    let place = |window: &Window| numbers_of(window, ids::DISAGREEMENT_PLACE);
    // The smallest is what can be followed by hand.
    assert_eq!(place(&window)[0], 3, "the ply");
    assert!(shows(&window, ids::DISAGREEMENT_PLACE, "3>2 pass 1>3"));
    let ours = "b1b1/a2b1 b +2, rated a 0, b 1";
    assert!(beside(&window, "3>0", "a 0, b 1", ours));
    click_on(&mut window, ids::SHOW_IN_TREE);
    assert_eq!(window.state().middle(), MainView::Tree);
    assert_eq!(line(&window), "3>2 pass 1>3");
    run_named(&mut window, CommandId::ShowCheck);
    run_named(&mut window, CommandId::OtherDisagreement);
    assert_eq!(place(&window), [1, 23], "line 1, and tree nodes from there");
    assert!(beside(&window, "rating", "a 1/2, b 1/2", "a 0, b 1"));
    assert!(shows(&window, &ids::board_of(0), "a1b3/b1a3 a"));
    click_on(&mut window, &ids::which(true));
    assert_eq!(place(&window)[0], 3, "the ply");
    run_named(&mut window, CommandId::CloseCheck);
    assert_eq!(window.state().middle(), MainView::Tree);
    assert!(window.state().checking().is_none());
    assert!(
        !is_there(&window, CommandId::ShowCheck.id()),
        "its tab goes with it"
    );
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
    assert!(!report(window).agrees() && is_told(window, report(window)));
    assert_eq!(count(window, "illegal-move"), Some(1));
    assert_eq!(count(window, "successor"), Some(1));
    click_on(window, &ids::kind("successor"));
    assert!(shows(window, ids::DISAGREEMENT, "'2>3'"));
    assert!(shows(window, ids::DISAGREEMENT, "b2b2/a1a2 a +1"));
    assert!(shows(window, &ids::board_of(0), "b2b2/a1a2 a +1"));
    assert!(shows(window, &ids::board_of(0), "2>3"));
    assert!(is_there(window, &ids::both_say("2>0")));
    let kinds = &report(window).kinds;
    let found = kinds.iter().find(|found| found.kind.name() == "successor");
    let found = &found.expect("a successor").first;
    let own = check::moves(found);
    let own = own.iter().find(|mv| mv.name() == "2>0");
    let own = own.expect("the move");
    assert!(own.theirs.is_some() && own.ours.is_none());
    click_on(window, &ids::kind("rating"));
    assert!(beside(window, "rating", "a 1, b 0", "a 0, b 1"));
    assert!(shows(window, ids::DISAGREEMENT, "a 1, b 0"));
}

#[test]
fn what_is_written_otherwise_and_is_the_same_is_not_marked_as_a_difference() {
    let window = checked(
        "b2b2/a2b1 a",
        text(
            "{\"position\":\"b-2 b-2 / a-2 b-1 a\",\"rating\":[0,1.0],\"winners\":[\"a\"],\"moves\":[\"2 -> 3\",\"pass\"]}\n",
        ),
    );
    assert_eq!(count(&window, "illegal-move"), Some(1));
    assert_eq!(count(&window, "rating"), None);
}

#[test]
fn a_program_is_asked_and_the_smallest_board_that_it_gets_wrong_can_be_opened() {
    let doomtree = program_path();
    let mut window = checked("b2b2/a2b1 a", program(&format!("'{doomtree}' rate -")));
    assert!(report(&window).agrees() && is_told(&window, report(&window)));
    assert_eq!(numbers_of(&window, ids::CHECK_VERDICT), [11]);
    assert!(numbers_of(&window, ids::TRIED)[0] > 1);
    assert!(!is_there(&window, &ids::of_board(true)));
    check(
        &mut window,
        program("while read l; do echo '{\"rating\":\"1\"}'; done"),
    );
    assert!(count(&window, "rating").is_some());
    assert!(is_told(&window, report(&window)));
    assert!(is_there(&window, ids::SHOW_IN_TREE));
    click_on(&mut window, &ids::of_board(true));
    assert!(count(&window, "rating").is_some());
    assert!(!is_told(&window, report(&window)), "but the smallest's");
    assert!(
        !is_there(&window, ids::SHOW_IN_TREE),
        "another board's nodes aren't in the open tree"
    );
    click_on(&mut window, ids::OPEN_SMALLER);
    let board = root(&window);
    assert_ne!(board, "b2b2/a2b1 a");
    assert!(board.len() < "b2b2/a2b1 a".len(), "{board}");
    // What was found is of the board that was open; the same program can be asked about this one.
    assert_eq!(window.state().middle(), MainView::Tree);
    assert!(!window.state().is_enabled(CommandId::CloseCheck));
    run_named(&mut window, CommandId::CheckAgain);
    assert!(count(&window, "rating").is_some() && !is_there(&window, ids::STALE));
}

#[test]
fn a_cause_that_is_a_switch_leads_to_the_rules_with_that_switch() {
    let doomtree = program_path();
    let rules = "--rules land-of-lisp --reinforcement last-capture-minus-one";
    let mut window = checked(BOARD, program(&format!("'{doomtree}' rate - {rules}")));
    assert!(shows(
        &window,
        ids::CAUSE,
        "reinforcement = last-capture-minus-one"
    ));
    click_on(&mut window, ids::COMPARE_CAUSE);
    assert_eq!(window.state().is_on(CommandId::CompareRules), Some(true));
    assert!(shows(&window, ids::COMPARISON, "last capture − 1"));
}

#[test]
fn what_can_not_be_checked_is_told_and_nothing_else_is_lost() {
    let mut window = checked("b2b2/a2b1 a", CheckSource::File("no-such-file.json".into()));
    assert!(shows(&window, ids::MIDDLE_FAULT, "'no-such-file.json'"));
    check(&mut window, text("{\"position\":\"b2b2/a2b1 a\"}\n"));
    assert!(shows(&window, ids::MIDDLE_FAULT, "'payoffs'"));
    check(&mut window, text("nonsense"));
    assert!(window.state().checking().is_none());
    check(&mut window, program("exit 3"));
    assert_eq!(fault(&window)[..2], [3, 1], "the status, the question");
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
    assert!(is_there(&window, ids::WORKING));
    run_named(&mut window, CommandId::CancelWork);
    assert!(!is_there(&window, ids::WORKING) && is_there(&window, ids::MIDDLE_FAULT));
    assert!(!window.state().is_busy());
    check(
        &mut window,
        CheckSource::File("../../saved_trees/book-2x2.tree.json".into()),
    );
    assert!(report(&window).agrees() && is_told(&window, report(&window)));
    assert_eq!(numbers_of(&window, ids::CHECK_VERDICT), [13]);
    assert!(!window.state().is_enabled(CommandId::OtherDisagreement));
}

#[test]
fn a_tree_with_a_ply_limit_is_compared_with_one_and_hidden_ratings_hide_a_check() {
    let mut window = window("b2b2/a2b1 a");
    run(&mut window, Command::OpenText("b1a3b2/b1a1b2 a".to_owned()));
    check(
        &mut window,
        CheckSource::File("../../saved_trees/horizon-2x3.tree.json".into()),
    );
    assert_eq!(numbers_of(&window, ids::CHECK_NOTICE)[0], 3, "plies");
    assert!(report(&window).agrees() && is_told(&window, report(&window)));
    run_named(&mut window, CommandId::HideRatings);
    assert!(is_there(&window, ids::MIDDLE_FAULT));
    assert!(!is_there(&window, ids::CHECK_VERDICT));
}

#[test]
fn the_dialog_takes_a_text_or_a_command_by_keys_alone() {
    let mut window = window(BOARD);
    run_named(&mut window, CommandId::CheckProgram);
    window.run();
    window.event(eframe::egui::Event::Text(LITERAL.to_owned()));
    window.run();
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert_eq!(count(&window, "rating"), Some(5));
    // It comes up with what was checked last.
    run_named(&mut window, CommandId::CheckProgram);
    window.run();
    assert!(shows(&window, ids::TO_CHECK, LITERAL));
    click_on(&mut window, &ids::checked(true));
    window.run();
    window.event(eframe::egui::Event::Text("exit 1".to_owned()));
    window.run();
    assert!(!found(&window, ids::CHECK_IT).accesskit_node().is_disabled());
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert_eq!(fault(&window)[..2], [1, 1], "the status, the question");
}
