//! The board of the window without a screen: played with clicks and keys, pointed at, and changed.

use doomtree::app::{Explorer, Named, open_setup, window_limits};
use doomtree::games::Setup;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, vec2,
};

use support::screen::{
    Opened, Window, button, click_button as click, line, press, root, run_named as run,
    says as shows, settle, window,
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

/// Points at something, and waits for its tooltip.
fn hover(window: &mut Window, label: &str) {
    button(window, label).hover();
    settle(window);
}

fn at(window: &Window, label: &str) -> Pos2 {
    button(window, label).rect().center()
}

/// Turns the wheel by so many notches in one frame.
fn wheel(window: &mut Window, label: &str, notches: &[f32]) {
    let pos = at(window, label);
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
    click(&mut window, "Hex 2: a, 2 dice, can attack 3");
    assert!(shows(&window, "Hex 2: a, 2 dice, can attack 3, marked"));
    click(&mut window, "Hex 3: b, 1 die, can be attacked by 2");
    assert_eq!(line(&window), "2>3");
    assert!(!shows(&window, "marked"));
}

#[test]
fn a_second_click_on_the_source_one_beside_the_hexes_and_one_on_another_hex_unmark() {
    let mut window = window(BOOK);
    let source = "Hex 2: a, 2 dice";
    click(&mut window, source);
    assert!(shows(&window, ", marked"));
    click(&mut window, source);
    assert!(!shows(&window, ", marked"));
    click(&mut window, source);
    click(&mut window, "Hex 0: b, 2 dice");
    assert!(!shows(&window, ", marked"), "0 can't be attacked");
    click(&mut window, source);
    let board = window.get_by_label_contains("Board, has the keys").rect();
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
    assert!(!shows(&window, ", marked"));
    assert_eq!(line(&window), "");
}

#[test]
fn the_upper_corner_of_a_hex_belongs_to_it() {
    let mut window = window(BOOK);
    let hex = button(&window, "Hex 2: a, 2 dice").rect();
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
    assert!(shows(&window, "Hex 2: a, 2 dice, can attack 3, marked"));
}

#[test]
fn folding_leaves_the_mark_and_walking_takes_it_away() {
    let mut window = window(BOOK);
    click(&mut window, "Hex 2: a, 2 dice");
    press(&mut window, Key::Space);
    assert!(shows(&window, ", marked"));
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowUp);
    assert!(!shows(&window, ", marked"));
}

#[test]
fn a_click_on_the_rating_of_an_attack_makes_it() {
    let mut window = window(BOOK);
    click(&mut window, "Attack 2 → 3, rating 0, best");
    assert_eq!(line(&window), "2>3");
    press(&mut window, Key::Num1);
    click(&mut window, "Attack 1 → 3");
    assert_eq!(line(&window), "2>3 pass 1>3");
}

#[test]
fn pointing_tells_what_a_hex_is_and_what_an_attack_leads_to() {
    let mut window = window(BOOK);
    hover(&mut window, "Hex 2: a, 2 dice");
    assert!(shows(&window, "Hex 2, owned by a, 2 dice"));
    let result = "2 → 3: captures 1 die, leads to b2b2/a1a1 a +1, rating 0 for a (best)";
    assert!(shows(&window, result));
    window.remove_cursor();
    settle(&mut window);
    assert!(!shows(&window, result));
    hover(&mut window, "Attack 2 → 3");
    assert!(shows(&window, result));
    // With a source marked, its target tells it too.
    click(&mut window, "Hex 2: a, 2 dice");
    hover(&mut window, "Hex 3: b, 1 die");
    assert!(shows(&window, "Hex 3, owned by b, 1 die"));
    assert!(shows(&window, result));
    hover(&mut window, "Hex 1: b, 2 dice");
    assert!(shows(&window, "2 can't attack 1 now"));
}

#[test]
fn pointing_tells_what_the_last_move_has_changed_and_who_has_nobody_to_attack() {
    let mut window = window(BOOK);
    click(&mut window, "Attack 2 → 3");
    hover(&mut window, "Hex 3: a, 1 die");
    assert!(shows(&window, "Before the last move: b, 1 die"));
    assert!(shows(&window, "It has nobody to attack now"));
}

#[test]
fn the_turn_is_passed_with_a_button_where_that_is_legal() {
    let mut window = window(BOOK);
    assert!(
        !shows(&window, "Pass, rating"),
        "nobody passes before an attack"
    );
    click(&mut window, "Attack 2 → 3");
    assert!(shows(&window, "mid-turn, 1 die captured"));
    hover(&mut window, "Pass, rating 0, best");
    assert!(shows(
        &window,
        "pass: leads to b2b2/a1a1 b, rating 0 for a (best)"
    ));
    click(&mut window, "Pass, rating 0, best");
    assert_eq!(line(&window), "2>3 pass");
    assert!(shows(&window, "fresh"));
    assert!(shows(&window, "ply 2 of 5"));
}

#[test]
fn hidden_ratings_are_nowhere_on_the_board() {
    let mut window = window("a3b2/b1b1 a");
    press(&mut window, Key::H);
    assert!(shows(&window, "Attack 0 → 1, rating ?"));
    assert!(!shows(&window, ", best"));
    hover(&mut window, "Attack 0 → 1");
    assert!(shows(&window, "rating hidden"));
    assert!(!shows(&window, "(best)"));
    click(&mut window, "Attack 0 → 1");
    assert!(shows(&window, "Pass, rating ?"));
}

#[test]
fn the_keys_of_the_racket_chapter_play_while_the_board_has_the_focus() {
    let mut window = window(BOOK);
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "", "the board doesn't have the keys yet");
    press(&mut window, Key::B);
    assert!(shows(&window, "Board, has the keys"));
    assert!(
        shows(&window, "Hex 2: a, 2 dice. Enter marks it"),
        "a's only hex"
    );
    press(&mut window, Key::ArrowRight);
    assert!(shows(&window, "Hex 2: a, 2 dice. Enter marks it"));
    press(&mut window, Key::Enter);
    assert!(shows(&window, "can attack 3, marked"));
    press(&mut window, Key::D);
    assert!(!shows(&window, ", marked"));
    press(&mut window, Key::Enter);
    // With a mark the arrows step over the hexes of the others.
    press(&mut window, Key::ArrowLeft);
    assert!(shows(&window, "2 can't attack 1 now"));
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "", "an illegal attack leaves all as it is");
    assert!(shows(&window, ", marked"));
    press(&mut window, Key::ArrowLeft);
    press(&mut window, Key::ArrowLeft);
    assert!(shows(
        &window,
        "2 → 3 captures 1 die, rating 0 (best). Enter attacks"
    ));
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "2>3");
    press(&mut window, Key::P);
    assert_eq!(line(&window), "2>3 pass");
    press(&mut window, Key::P);
    assert_eq!(line(&window), "2>3 pass", "a fresh turn isn't passed");
    // Up and down go on walking the tree.
    press(&mut window, Key::ArrowUp);
    assert_eq!(line(&window), "2>3");
    press(&mut window, Key::B);
    assert!(!shows(&window, "Board, has the keys"));
    press(&mut window, Key::P);
    assert_eq!(line(&window), "2>3", "the tree has the keys again");
}

#[test]
fn escape_unmarks_first_and_then_leaves_the_board() {
    let mut window = window(BOOK);
    press(&mut window, Key::B);
    press(&mut window, Key::Enter);
    assert!(shows(&window, ", marked"));
    press(&mut window, Key::Escape);
    assert!(!shows(&window, ", marked"));
    assert!(shows(&window, "Board, has the keys"));
    press(&mut window, Key::Escape);
    assert!(!shows(&window, "Board, has the keys"));
}

#[test]
fn a_click_on_the_board_gives_it_the_keys_and_one_on_the_tree_takes_them() {
    let mut window = window(BOOK);
    click(&mut window, "Hex 0: b, 2 dice");
    assert!(shows(&window, "Board, has the keys"));
    window.get_by_label_contains("2>3: b2b2/a1a1").click();
    settle(&mut window);
    assert_eq!(line(&window), "2>3");
    assert!(!shows(&window, "Board, has the keys"));
}

#[test]
fn an_end_tells_who_has_won_or_that_it_is_a_tie() {
    let mut window = window(BOOK);
    press(&mut window, Key::End);
    assert!(shows(&window, "b wins, 3 of 4 hexes"));
    let tie = self::window("b1b1/a1a1 a");
    assert!(shows(&tie, "a and b tie, 2 hexes each"));
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
    assert!(shows(&three, "a, b and c tie, 2 hexes each"));
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
    assert!(shows(&window, "chance decides"));
    press(&mut window, Key::B);
    assert!(!shows(&window, "has the keys"), "there is no board");
    press(&mut window, Key::Num1);
    assert!(shows(&window, "a wins"));
}

#[test]
fn in_the_setup_a_click_gives_a_hex_of_the_root_to_the_next_player() {
    let mut window = window(BOOK);
    press(&mut window, Key::ArrowDown);
    run(&mut window, Named::Setup);
    assert!(shows(&window, "Editing the root"));
    assert!(shows(&window, "Hex 3: b, 1 die"), "the root is shown");
    assert!(!shows(&window, "Attack 2"));
    click(&mut window, "Hex 3: b, 1 die");
    assert_eq!(root(&window), "b2b2/a2a1 a");
    click(&mut window, "Hex 3: a, 1 die");
    assert_eq!(root(&window), BOOK);
    run(&mut window, Named::Undo);
    assert_eq!(root(&window), "b2b2/a2a1 a");
    run(&mut window, Named::Undo);
    run(&mut window, Named::Redo);
    assert_eq!(root(&window), "b2b2/a2a1 a");
    run(&mut window, Named::Setup);
    assert!(!shows(&window, "Editing the root"));
}

#[test]
fn in_the_setup_the_wheel_changes_dice_and_one_frame_makes_one_change() {
    let mut window = window(BOOK);
    run(&mut window, Named::Setup);
    wheel(&mut window, "Hex 3: b", &[1.0]);
    assert_eq!(root(&window), "b2b2/a2b2 a");
    wheel(&mut window, "Hex 3: b", &[-1.0]);
    assert_eq!(root(&window), BOOK);
    wheel(&mut window, "Hex 3: b", &[1.0; 10]);
    assert_eq!(root(&window), "b2b2/a2b3 a");
    run(&mut window, Named::Undo);
    assert_eq!(root(&window), BOOK, "ten notches were one change");
    wheel(&mut window, "Hex 3: b", &[-1.0; 10]);
    assert_eq!(root(&window), BOOK, "a hex has at least one die");
}

#[test]
fn in_the_setup_keys_choose_a_hex_its_owner_and_its_dice() {
    let mut window = window(BOOK);
    run(&mut window, Named::Setup);
    press(&mut window, Key::B);
    assert!(shows(&window, "Board, has the keys"));
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
    assert!(shows(&window, "No hex can have 9 dice"));
    press(&mut window, Key::Escape);
    assert!(!shows(&window, "Board, has the keys"));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(root(&window), "a3a2/a2b1 a");
}

#[test]
fn keys_for_two_hexes_in_one_frame_change_both() {
    let mut window = window(BOOK);
    run(&mut window, Named::Setup);
    press(&mut window, Key::B);
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
    button(&window, "Hex 3: b, 1 die").click_secondary();
    settle(&mut window);
    window.get_by_label("a3").click();
    settle(&mut window);
    assert_eq!(root(&window), "b2b2/a2a3 a");
    // Only the root can be changed.
    press(&mut window, Key::Num1);
    assert!(!line(&window).is_empty());
    button(&window, "Hex 3:").click_secondary();
    settle(&mut window);
    assert!(window.query_by_label("a1").is_none());
}

#[test]
fn the_page_of_keys_tells_those_of_the_board_editor() {
    let mut window = window(BOOK);
    press(&mut window, Key::F1);
    assert!(shows(&window, "Owner, in the setup"));
}

#[test]
fn a_large_board_and_a_small_window_are_played_too() {
    let rows = ["a3b2a1b3a3b1a2b2", "b1a3b2a2b1a3b2a2"].repeat(4).join("/");
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: format!("{rows} a"),
        ..Setup::default()
    };
    let mut setup_limits = window_limits();
    setup_limits.max_plies = Some(1);
    let mut window = Harness::builder()
        .with_size(vec2(1024.0, 700.0))
        .with_max_steps(20)
        .build_eframe(move |creation| {
            let ctx = creation.egui_ctx.clone();
            let wake = Box::new(move || ctx.request_repaint());
            let document = open_setup(setup, setup_limits, wake).expect("a good setup");
            Explorer::new(&creation.egui_ctx, document)
        });
    settle(&mut window);
    click(&mut window, "Hex 0: a, 3 dice");
    click(&mut window, "Hex 1: b, 2 dice, can be attacked by 0");
    assert_eq!(line(&window), "0>1");
    assert!(shows(&window, "a limit stopped the tree here"));
}
