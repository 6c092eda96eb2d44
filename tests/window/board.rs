//! The board of the window without a screen: played with clicks and keys, pointed at, and changed.

use doomtree::app::{BEST, CommandId, ids, window_limits};
use doomtree::diagram::end_text;
use doomtree::games::Setup;

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, vec2,
};
use egui_kittest::kittest::{NodeT, Queryable};

use support::screen::run_named;
use support::screen::{
    Opened, Window, click_on, found, is_on, is_there, line, numbers_in, numbers_of, press,
    press_with, root, run_named as run, settle, shows, text_of, window,
};

const BOOK: &str = "b2b2/a2b1 a";

fn window_of(setup: Setup, size: [f32; 2]) -> Window {
    Opened {
        setup: Some(setup),
        size,
        ..Opened::default()
    }
    .open()
}

/// Clicks a place.
fn click(window: &mut Window, place: usize) {
    click_on(window, &ids::place(place));
}

/// Clicks the arrow of an attack.
fn attack(window: &mut Window, from: usize, to: usize) {
    click_on(window, &ids::attack(from, to));
}

/// Points at something, and waits for its tooltip.
fn hover(window: &mut Window, id: &str) {
    found(window, id).hover();
    settle(window);
}

/// Whether the tooltip says this.
fn tells(window: &Window, data: &str) -> bool {
    shows(window, ids::TIP, data)
}

/// The places that are marked.
fn marked(window: &Window) -> Vec<usize> {
    let places = (0..64).filter(|place| is_there(window, &ids::place(*place)));
    places
        .filter(|place| is_on(window, &ids::place(*place)))
        .collect()
}

/// What is read out of a place.
fn place(window: &Window, place: usize) -> String {
    text_of(window, &ids::place(place))
}

/// The numbers in what is read out of a place: its own, its dice, and those of other places that it
/// can attack or be attacked by.
fn place_numbers(window: &Window, place: usize) -> Vec<u64> {
    numbers_of(window, &ids::place(place))
}

/// Whether the keys play on the board.
fn has_keys(window: &Window) -> bool {
    window.state().board_cursor().is_some()
}

/// Who has won at the selected node.
fn end(window: &Window) -> String {
    let session = &window.state().document().session;
    end_text(&*session.rated().graph, session.vertex()).expect("an end")
}

fn at(window: &Window, place: usize) -> Pos2 {
    found(window, &ids::place(place)).rect().center()
}

/// Turns the wheel by so many notches in one frame.
fn wheel(window: &mut Window, place: usize, notches: &[f32]) {
    let pos = at(window, place);
    window.hover_at(pos);
    settle(window);
    let events = notches.iter().map(|notch| Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, *notch),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.input_mut().events.extend(events);
    settle(window);
}

#[test]
fn a_click_on_the_source_and_one_on_the_target_attack() {
    let mut window = window(BOOK);
    assert_eq!(place_numbers(&window, 2), [2, 2, 3], "2 dice, attacks 3");
    click(&mut window, 2);
    assert_eq!(marked(&window), [2]);
    assert_eq!(place_numbers(&window, 3), [3, 1, 2], "1 die, attacked by 2");
    click(&mut window, 3);
    assert_eq!(line(&window), "2>3");
    assert_eq!(marked(&window), [0; 0]);
}

#[test]
fn a_click_on_a_place_that_only_one_attack_reaches_makes_it() {
    let mut book = window(BOOK);
    click(&mut book, 3);
    assert_eq!(line(&book), "2>3");
    let mut window = window("a3b1/b1a3 a");
    click(&mut window, 1);
    assert_eq!(line(&window), "", "0 and 3 reach it");
    click(&mut window, 0);
    click(&mut window, 1);
    assert_eq!(line(&window), "0>1");
}

#[test]
fn a_second_click_on_the_source_one_beside_the_hexes_and_one_on_another_hex_unmark() {
    let mut window = window(BOOK);
    click(&mut window, 2);
    assert_eq!(marked(&window), [2]);
    click(&mut window, 2);
    assert_eq!(marked(&window), [0; 0]);
    click(&mut window, 2);
    click(&mut window, 0);
    assert_eq!(marked(&window), [0; 0], "0 can't be attacked");
    click(&mut window, 2);
    assert!(has_keys(&window));
    let board = found(&window, ids::BOARD).rect();
    let corner = board.min + vec2(4.0, 4.0);
    for pressed in [true, false] {
        window.event(Event::PointerMoved(corner));
        window.event(Event::PointerButton {
            pos: corner,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    settle(&mut window);
    assert_eq!(marked(&window), [0; 0]);
    assert_eq!(line(&window), "");
}

#[test]
fn the_upper_corner_of_a_hex_belongs_to_it() {
    let mut window = window(BOOK);
    let hex = found(&window, &ids::place(2)).rect();
    // The rectangle is 1.2 radii high, and the corner lies 0.95 above its middle.
    let radius = hex.height() / 1.2;
    let corner = hex.center() - vec2(0.0, 0.85 * radius);
    assert!(!hex.contains(corner));
    for pressed in [true, false] {
        window.event(Event::PointerMoved(corner));
        window.event(Event::PointerButton {
            pos: corner,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    settle(&mut window);
    assert_eq!(marked(&window), [2]);
}

#[test]
fn folding_leaves_the_mark_and_walking_takes_it_away() {
    let mut window = window(BOOK);
    click(&mut window, 2);
    press(&mut window, Key::Space);
    assert_eq!(marked(&window), [2]);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowUp);
    assert_eq!(marked(&window), [0; 0]);
}

#[test]
fn a_click_on_the_rating_of_an_attack_makes_it() {
    let mut window = window(BOOK);
    let arrow = text_of(&window, &ids::attack(2, 3));
    assert!(arrow.contains("2 → 3") && arrow.contains(BEST), "{arrow}");
    assert_eq!(numbers_of(&window, &ids::attack(2, 3)), [2, 3, 0]);
    attack(&mut window, 2, 3);
    assert_eq!(line(&window), "2>3");
    press(&mut window, Key::Num1);
    attack(&mut window, 1, 3);
    assert_eq!(line(&window), "2>3 pass 1>3");
}

#[test]
fn pointing_tells_what_a_hex_is_and_what_an_attack_leads_to() {
    let mut window = window(BOOK);
    hover(&mut window, &ids::place(2));
    // Its number and its dice; then the attack with what it captures, where it leads and its rating.
    let result = [2, 3, 1, 2, 2, 1, 1, 1, 0];
    let place = |window: &Window| numbers_of(window, ids::TIP);
    assert_eq!(place(&window), [&[2, 2][..], &result].concat());
    assert!(tells(&window, "b2b2/a1a1 a +1") && tells(&window, BEST));
    window.remove_cursor();
    settle(&mut window);
    assert!(!is_there(&window, ids::TIP));
    hover(&mut window, &ids::attack(2, 3));
    assert_eq!(place(&window), result);
    assert!(tells(&window, "2 → 3") && tells(&window, BEST));
    // With a source marked, its target tells it too.
    click(&mut window, 2);
    hover(&mut window, &ids::place(3));
    assert_eq!(place(&window), [&[3, 1][..], &result].concat());
    hover(&mut window, &ids::place(1));
    assert_eq!(place(&window), [1, 2, 2, 1], "2 can't attack 1");
}

#[test]
fn pointing_tells_what_the_last_move_has_changed_and_who_has_nobody_to_attack() {
    let mut window = window(BOOK);
    attack(&mut window, 2, 3);
    hover(&mut window, &ids::place(3));
    let told = text_of(&window, ids::TIP);
    let [what, before, nobody] = told.lines().collect::<Vec<_>>()[..] else {
        panic!("not what it is, what it was, and whom it can attack: {told}");
    };
    assert_eq!(numbers_in(what), [3, 1]);
    assert!(before.contains(" b, 1 "), "{before}");
    assert_eq!(numbers_in(nobody), [0; 0], "{nobody}");
}

#[test]
fn the_turn_is_passed_with_a_button_where_that_is_legal() {
    let mut window = window(BOOK);
    let state = |window: &Window| {
        let session = &window.state().document().session;
        session.rated().graph.picture(session.vertex()).state
    };
    let fresh = state(&window);
    let disabled = |window: &Window| {
        let pass = found(window, ids::PASS).accesskit_node();
        pass.is_disabled()
    };
    assert!(disabled(&window), "nobody passes before an attack");
    attack(&mut window, 2, 3);
    assert_ne!(state(&window), fresh);
    assert!(shows(&window, ids::TURN, &state(&window)));
    assert_eq!(numbers_of(&window, ids::PASS), [0]);
    assert!(shows(&window, ids::PASS, BEST));
    hover(&mut window, ids::PASS);
    assert!(tells(&window, "b2b2/a1a1 b,") && tells(&window, BEST));
    click_on(&mut window, ids::PASS);
    assert_eq!(line(&window), "2>3 pass");
    assert!(shows(&window, ids::TURN, &fresh));
    assert_eq!(numbers_of(&window, ids::PLY), [2, 5]);
    run_named(&mut window, CommandId::BestEnd);
    assert!(disabled(&window), "the game is over");
}

#[test]
fn hidden_ratings_are_nowhere_on_the_board() {
    let mut window = window("a3b2/b1b1 a");
    press(&mut window, Key::H);
    let is_hidden = |window: &Window, id: &str| {
        let told = text_of(window, id);
        told.contains('?') && !told.contains(BEST)
    };
    assert!(is_hidden(&window, &ids::attack(0, 1)));
    hover(&mut window, &ids::attack(0, 1));
    // What it captures, and the position that it leads to, and no more.
    assert_eq!(numbers_of(&window, ids::TIP).len(), 3 + 5);
    assert!(!tells(&window, BEST));
    attack(&mut window, 0, 1);
    assert!(is_hidden(&window, ids::PASS));
}

#[test]
fn the_keys_of_the_racket_chapter_play_while_the_board_has_the_focus() {
    let mut window = window(BOOK);
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "", "the board doesn't have the keys yet");
    run_named(&mut window, CommandId::FocusBoard);
    assert_eq!(window.state().board_cursor(), Some(2), "a's only hex");
    assert_eq!(numbers_of(&window, ids::HINT), [2, 2]);
    press(&mut window, Key::ArrowRight);
    assert_eq!(window.state().board_cursor(), Some(2));
    press(&mut window, Key::Enter);
    assert_eq!(marked(&window), [2]);
    press(&mut window, Key::Escape);
    assert_eq!(marked(&window), [0; 0]);
    press(&mut window, Key::Enter);
    // With a mark the arrows step over the hexes of the others.
    press(&mut window, Key::ArrowLeft);
    assert_eq!(window.state().board_cursor(), Some(1));
    assert_eq!(
        numbers_of(&window, ids::HINT),
        [1, 2, 2, 1],
        "2 can't attack 1"
    );
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "", "an illegal attack leaves all as it is");
    assert_eq!(marked(&window), [2]);
    press(&mut window, Key::ArrowLeft);
    press(&mut window, Key::ArrowLeft);
    assert!(shows(&window, ids::HINT, "2 → 3") && shows(&window, ids::HINT, BEST));
    assert_eq!(
        numbers_of(&window, ids::HINT),
        [2, 3, 1, 0],
        "1 die, rating 0"
    );
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "2>3");
    press(&mut window, Key::P);
    assert_eq!(line(&window), "2>3 pass");
    press(&mut window, Key::P);
    assert_eq!(line(&window), "2>3 pass", "a fresh turn isn't passed");
    // Up and down go on walking the tree.
    press(&mut window, Key::ArrowUp);
    assert_eq!(line(&window), "2>3");
    run_named(&mut window, CommandId::FocusBoard);
    assert!(!has_keys(&window));
    // The tree has the keys again, and passes as well.
    press(&mut window, Key::P);
    assert_eq!(line(&window), "2>3 pass");
}

#[test]
fn escape_unmarks_first_and_then_leaves_the_board() {
    let mut window = window(BOOK);
    run_named(&mut window, CommandId::FocusBoard);
    press(&mut window, Key::Enter);
    assert_eq!(marked(&window), [2]);
    press(&mut window, Key::Escape);
    assert_eq!(marked(&window), [0; 0]);
    assert!(has_keys(&window));
    press(&mut window, Key::Escape);
    assert!(!has_keys(&window));
}

#[test]
fn a_click_on_the_board_gives_it_the_keys_and_one_on_the_tree_takes_them() {
    let mut window = window(BOOK);
    click(&mut window, 0);
    assert!(has_keys(&window));
    window.get_by_label_contains("2>3: b2b2/a1a1").click();
    settle(&mut window);
    assert_eq!(line(&window), "2>3");
    assert!(!has_keys(&window));
}

#[test]
fn an_end_tells_who_has_won_or_that_it_is_a_tie() {
    let mut window = window(BOOK);
    press(&mut window, Key::End);
    assert!(shows(&window, ids::MOVER, &end(&window)));
    assert_eq!(numbers_of(&window, ids::MOVER), [3, 4], "3 of 4 hexes");
    let tie = self::window("b1b1/a1a1 a");
    assert!(shows(&tie, ids::MOVER, &end(&tie)));
    assert_eq!(numbers_of(&tie, ids::MOVER), [2], "each");
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: "a1b1c1/c1a1b1 a".to_owned(),
        switches: doomtree::games::Switches {
            players: Some(3),
            ..Default::default()
        },
        ..Setup::default()
    };
    let three = window_of(setup, [1024.0, 700.0]);
    assert!(shows(&three, ids::MOVER, &end(&three)));
    assert_eq!(numbers_of(&three, ids::MOVER), [2], "each");
}

#[test]
fn chance_is_told_below_the_board_and_a_game_without_places_takes_no_keys() {
    let script = "players a b
        start a: left -> coin
        coin chance a: heads 1/3 -> won, tails 2/3 -> start
        won end: 1 0";
    let mut setup = Setup {
        game: "scripted".to_owned(),
        ..Setup::default()
    };
    setup.switches.script = Some(script.to_owned());
    let mut window = window_of(setup, [1440.0, 900.0]);
    press(&mut window, Key::Num1);
    assert!(is_there(&window, &ids::branch(1)), "chance decides");
    run_named(&mut window, CommandId::FocusBoard);
    assert!(!has_keys(&window), "there is no board");
    press(&mut window, Key::Num1);
    assert!(shows(&window, ids::MOVER, &end(&window)));
}

#[test]
fn in_the_setup_a_click_gives_a_hex_of_the_root_to_the_next_player() {
    let mut window = window(BOOK);
    press(&mut window, Key::ArrowDown);
    run(&mut window, CommandId::Setup);
    assert!(is_there(&window, ids::EDITING));
    let three = place(&window, 3);
    assert!(three.contains(" b, 1 "), "the root is shown: {three}");
    assert!(!is_there(&window, &ids::attack(2, 3)));
    click(&mut window, 3);
    assert_eq!(root(&window), "b2b2/a2a1 a");
    click(&mut window, 3);
    assert_eq!(root(&window), BOOK);
    run(&mut window, CommandId::Undo);
    assert_eq!(root(&window), "b2b2/a2a1 a");
    run(&mut window, CommandId::Undo);
    run(&mut window, CommandId::Redo);
    assert_eq!(root(&window), "b2b2/a2a1 a");
    run(&mut window, CommandId::Setup);
    assert!(!is_there(&window, ids::EDITING));
}

#[test]
fn in_the_setup_the_wheel_changes_dice_and_one_frame_makes_one_change() {
    let mut window = window(BOOK);
    run(&mut window, CommandId::Setup);
    wheel(&mut window, 3, &[1.0]);
    assert_eq!(root(&window), "b2b2/a2b2 a");
    wheel(&mut window, 3, &[-1.0]);
    assert_eq!(root(&window), BOOK);
    wheel(&mut window, 3, &[1.0; 10]);
    assert_eq!(root(&window), "b2b2/a2b3 a");
    run(&mut window, CommandId::Undo);
    assert_eq!(root(&window), BOOK, "ten notches were one change");
    wheel(&mut window, 3, &[-1.0; 10]);
    assert_eq!(root(&window), BOOK, "a hex has at least one die");
}

#[test]
fn in_the_setup_keys_choose_a_hex_its_owner_and_its_dice() {
    let mut window = window(BOOK);
    run(&mut window, CommandId::Setup);
    run_named(&mut window, CommandId::FocusBoard);
    assert!(has_keys(&window));
    // From the mover's hex, which the focus begins at.
    press(&mut window, Key::ArrowLeft);
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::A);
    assert_eq!(root(&window), "a2b2/a2b1 a");
    press(&mut window, Key::Num3);
    assert_eq!(root(&window), "a3b2/a2b1 a");
    press(&mut window, Key::Minus);
    assert_eq!(root(&window), "a2b2/a2b1 a");
    press(&mut window, Key::Plus);
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::Space);
    assert_eq!(root(&window), "a3a2/a2b1 a");
    press(&mut window, Key::B);
    assert_eq!(root(&window), "a3b2/a2b1 a", "b is a player here");
    press(&mut window, Key::Num9);
    assert_eq!(root(&window), "a3b2/a2b1 a");
    assert_eq!(
        numbers_of(&window, ids::TROUBLE),
        [9],
        "no hex can have them"
    );
    press(&mut window, Key::Escape);
    assert!(!has_keys(&window));
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(root(&window), "a3a2/a2b1 a");
}

#[test]
fn keys_for_two_hexes_in_one_frame_change_both() {
    let mut window = window(BOOK);
    run(&mut window, CommandId::Setup);
    run_named(&mut window, CommandId::FocusBoard);
    let keys = [Key::Num1, Key::ArrowUp, Key::A, Key::Num3];
    let events = keys.map(|key| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    });
    window.input_mut().events.extend(events);
    settle(&mut window);
    assert_eq!(root(&window), "a3b2/a1b1 a");
}

#[test]
fn the_right_button_lists_all_that_a_hex_of_the_root_can_be() {
    let mut window = window(BOOK);
    found(&window, &ids::place(3)).click_secondary();
    settle(&mut window);
    window.get_by_label("a3").click();
    settle(&mut window);
    assert_eq!(root(&window), "b2b2/a2a3 a");
    // Only the root can be changed.
    press(&mut window, Key::Num1);
    assert!(!line(&window).is_empty());
    found(&window, &ids::place(3)).click_secondary();
    settle(&mut window);
    assert!(window.query_by_label("a1").is_none());
}

#[test]
fn the_page_of_keys_tells_those_of_the_board_editor() {
    let mut window = window(BOOK);
    press(&mut window, Key::F1);
    let owners = window.query_all_by_label("A – Z, 1 – 9");
    assert_eq!(owners.count(), 1, "the keys that choose an owner");
}

#[test]
fn a_large_board_and_a_small_window_are_played_too() {
    let rows = ["a3b2a1b3a3b1a2b2", "b1a3b2a2b1a3b2a2"].repeat(4).join("/");
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: format!("{rows} a"),
        ..Setup::default()
    };
    let mut limits = window_limits();
    limits.max_plies = Some(1);
    let mut window = Opened {
        setup: Some(setup),
        limits,
        size: [1024.0, 700.0],
        ..Opened::default()
    }
    .open();
    click(&mut window, 0);
    assert_eq!(marked(&window), [0]);
    click(&mut window, 1);
    assert_eq!(line(&window), "0>1");
    assert!(is_there(&window, ids::NO_MOVES), "a limit stopped the tree");
}
