//! Where somebody new begins: the card, what each of its ways leads to, the guide, and the boards in
//! the nodes of a small tree.

use doomtree::app::{Command, CommandId, MainView, Settings, ids};
use eframe::egui::{Event, Key};
use egui_kittest::kittest::NodeT as _;

use support::screen::{Opened, Window, all, found, is_there, press, run, settle, window};

/// The board that somebody new sees first.
const FIRST: &str = "b1a3/b2b2 a";

fn greeted(position: &str) -> Window {
    let mut window = window(position);
    window.state_mut().greet();
    settle(&mut window);
    window
}

/// Waits until a document of that position is open.
fn opens(window: &mut Window, position: &str) -> bool {
    (0..2_000).any(|_| {
        window.run_steps(2);
        std::thread::sleep(std::time::Duration::from_millis(1));
        window.state().document().setup.position == position
    })
}

fn choose(window: &mut Window, way: &str) {
    found(window, &ids::start_way(way)).click();
    window.run_steps(3);
}

#[test]
fn the_card_stands_in_the_nodes_place_until_it_is_closed_and_help_brings_it_back() {
    let mut window = greeted(FIRST);
    assert!(is_there(&window, ids::START));
    assert!(!is_there(&window, ids::RATINGS));
    press(&mut window, Key::ArrowDown);
    assert!(is_there(&window, ids::START), "walking doesn't close it");
    found(&window, ids::START_CLOSE).click();
    settle(&mut window);
    assert!(!is_there(&window, ids::START) && is_there(&window, ids::RATINGS));
    run(&mut window, Command::Named(CommandId::StartHere));
    assert!(is_there(&window, ids::START));
}

#[test]
fn the_start_card_stays_for_its_own_entries_and_closes_when_something_else_is_opened() {
    let mut window = greeted(FIRST);
    choose(&mut window, "Book");
    assert!(opens(&mut window, "b2b2/a2b1 a"));
    settle(&mut window);
    assert!(is_there(&window, ids::START), "there are more ways to try");
    run(&mut window, Command::OpenText("a1b3/b1a3 a".to_owned()));
    assert!(opens(&mut window, "a1b3/b1a3 a"));
    settle(&mut window);
    assert!(!is_there(&window, ids::START) && is_there(&window, ids::WHY));
}

#[test]
fn in_a_narrow_window_the_closed_card_leaves_the_board_beside_the_tree() {
    let mut window = Opened {
        position: FIRST,
        size: [1024.0, 700.0],
        ..Opened::default()
    }
    .open();
    window.state_mut().greet();
    settle(&mut window);
    assert!(found(&window, ids::TREE).rect().width() > 0.6 * 1024.0);
    found(&window, ids::START_CLOSE).click();
    settle(&mut window);
    assert!(is_there(&window, ids::BOARD) && !is_there(&window, ids::RATINGS));
    assert!(found(&window, ids::TREE).rect().width() > 0.6 * 1024.0);
}

#[test]
fn a_start_card_that_was_turned_off_is_not_shown_again() {
    let mut window = greeted(FIRST);
    found(&window, ids::START_ALWAYS).click();
    settle(&mut window);
    assert!(!window.state().settings().start_here);
    assert!(
        is_there(&window, ids::START),
        "it is closed by its own button"
    );
    found(&window, ids::START_CLOSE).click();
    settle(&mut window);
    window.state_mut().greet();
    settle(&mut window);
    assert!(!is_there(&window, ids::START));
    assert!(Settings::default().start_here);
}

#[test]
fn the_boards_of_the_card_open() {
    let mut window = greeted(FIRST);
    for (way, position) in [
        ("Book", "b2b2/a2b1 a"),
        ("TicTacToe", ".../.../... x"),
        ("Billion", "a2a2b2/a3b1a3/a3a3b3 a"),
    ] {
        choose(&mut window, way);
        assert!(opens(&mut window, position), "{way}");
        assert!(is_there(&window, ids::START), "the card stays after {way}");
    }
}

#[test]
fn the_lesson_of_the_card_begins_on_its_own_board() {
    let mut window = greeted("b2b2/a2b1 a");
    choose(&mut window, "Tour");
    assert!(opens(&mut window, FIRST));
    settle(&mut window);
    assert!(is_there(&window, ids::LESSON));
}

#[test]
fn the_puzzle_of_the_card_is_begun_at_once() {
    let mut window = greeted(FIRST);
    choose(&mut window, "Puzzle");
    settle(&mut window);
    assert_eq!(window.state().middle(), MainView::Exercise);
}

#[test]
fn a_tree_of_ones_own_is_drawn_at_once() {
    let mut window = greeted(FIRST);
    choose(&mut window, "Draw");
    settle(&mut window);
    assert_eq!(window.state().middle(), MainView::Editor);
}

#[test]
fn every_way_to_begin_is_reached_and_done_by_the_keyboard() {
    let mut window = greeted(FIRST);
    let way = ids::start_way("Book");
    let found = (0..80).any(|_| {
        press(&mut window, Key::Tab);
        all(&window, &way).any(|node| node.accesskit_node().is_focused())
    });
    assert!(found, "Tab never leads there");
    press(&mut window, Key::Enter);
    assert!(opens(&mut window, "b2b2/a2b1 a"));
}

#[test]
fn all_of_the_card_has_room_in_the_smallest_window() {
    let mut window = Opened {
        position: FIRST,
        size: [1024.0, 700.0],
        ..Opened::default()
    }
    .open();
    window.state_mut().greet();
    settle(&mut window);
    let last = found(&window, ids::START_ALWAYS).rect();
    assert!(last.bottom() < 672.0, "{last:?}");
}

#[test]
fn the_guide_finds_the_page_with_the_words_that_are_typed() {
    let mut window = window("b2b2/a2b1 a");
    run(&mut window, Command::Named(CommandId::Guide));
    let pages = |window: &Window| {
        (0..60)
            .filter(|page| is_there(window, &ids::guide_page(*page)))
            .count()
    };
    let before = pages(&window);
    assert!(before > 10);
    window.event(Event::Text("transposition".to_owned()));
    settle(&mut window);
    let after = pages(&window);
    assert!((1..before).contains(&after), "{after} of {before}");
    press(&mut window, Key::Escape);
    assert!(!is_there(&window, ids::GUIDE));
}

#[test]
fn nodes_of_a_small_tree_are_higher_for_their_boards_and_those_of_a_large_one_are_not() {
    let height = |window: &Window| window.state().tree_view().elements.node_height();
    let mut small = window(FIRST);
    let with = height(&small);
    run(&mut small, Command::Named(CommandId::NodeBoards));
    let without = height(&small);
    assert!(with > without + 8.0, "{with} {without}");
    let large = window("a1b2a1/b1b2a1/a1a1a3 a");
    assert_eq!(height(&large), without);
}
