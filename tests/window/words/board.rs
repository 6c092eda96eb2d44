//! The board, the tables, the setup and games that are played.

use doomtree::app::{Command, CommandId, ids};
use doomtree::session::play::Seat;
use eframe::egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable};

use support::screen::{Window, click, click_on, press, run, run_named, says, scripted, window};

/// No label on the screen has a word of the game with dice and hexes.
#[track_caller]
pub fn no_dice_and_no_hexes(window: &Window) {
    for word in [
        "hex", "Hex", "dice", "Dice ", "die", "ttack", "Square", "owned",
    ] {
        let found = window
            .query_all_by_label_contains(word)
            .filter_map(|node| node.accesskit_node().label())
            .find(|label| !label.contains("dice-of-doom"));
        assert_eq!(found, None, "{word}");
    }
}

#[test]
fn the_board_reads_out_its_places_and_why_an_attack_can_not_be_made() {
    let mut window = window("b2b2/a2b1 a");
    assert!(says(&window, "Attack 2 → 3, rating 0, best"));
    run_named(&mut window, CommandId::FocusBoard);
    assert!(says(&window, "Board, keyboard focus"));
    press(&mut window, Key::Enter);
    assert!(says(&window, "Hex 2: a, 2 dice, can attack 3, marked"));
    assert!(says(&window, "Hex 3: b, 1 die, can be attacked by 2"));
    press(&mut window, Key::ArrowLeft);
    assert!(says(&window, "2 can't attack 1. Esc: deselect."));
}

#[test]
fn heads_and_blunders_are_read_out_as_such() {
    let mut window = scripted(
        "start a: m1 -> win, m2 -> lose
        win end: 1 0
        lose end: 0 1",
    );
    click(&mut window, "Sort by rating");
    click(&mut window, "Sort by rating, now ascending");
    window.get_by_label("Sort by rating, now descending");
    press(&mut window, Key::Num2);
    window.get_by_label("a m2, a blunder");
}

#[test]
fn a_limit_tells_how_to_have_more() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::Setup);
    let mut root = window.state().document().root();
    root.limits.max_nodes = Some(4);
    run(&mut window, Command::EditRoot(Box::new(root)));
    assert!(says(&window, "limit reached at "));
    assert!(says(&window, "Raise the limit or set a ply limit."));
    let mut root = window.state().document().root();
    root.limits.max_nodes = None;
    root.limits.max_bytes = Some(1_000_000);
    root.setup.position = "a3b2a1b3/b1a3b2a1/a2b3a1b2/b3a1b2a3 a".to_owned();
    run(&mut window, Command::EditRoot(Box::new(root)));
    assert!(says(&window, "Memory limit (1 MB) reached at "));
    assert!(says(&window, "Raise the limit or set a ply limit."));
}

#[test]
fn computers_that_repeat_themselves_say_so() {
    let mut window = scripted(
        "top a: on -> next, out -> lost; next b: back -> top, out -> won; \
         won end: 1 0; lost end: 0 1",
    );
    let choices = window.state().settings().play.clone();
    let players = doomtree::game::Player::all(2);
    let choices = players.fold(choices, |choices, player| {
        choices.with_seat(player, Seat::Computer)
    });
    run(&mut window, Command::ChoosePlay(Box::new(choices)));
    run_named(&mut window, CommandId::PlayHere);
    window.get_by_label("Stopped: the computers repeat moves");
}

#[test]
fn a_game_that_stops_says_why() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::PlayHere);
    run_named(&mut window, CommandId::StopGame);
    assert!(says(&window, "Game stopped"));
    run_named(&mut window, CommandId::PlayHere);
    run_named(&mut window, CommandId::RandomBoard);
    assert!(says(&window, "because the board changed"));
}

#[test]
fn what_can_not_be_chosen_in_the_setup_says_why() {
    let mut window = scripted(
        "players a b c
        start a: on -> back, out -> lost
        back b: round -> start, out -> won
        won end: 1 0 0
        lost end: 0 1 0",
    );
    run_named(&mut window, CommandId::Setup);
    assert!(says(
        &window,
        "Only limits and rating options can be changed"
    ));
    click_on(&mut window, &ids::field("Multiplayer"));
    window.get_by_label_contains("Not available: positions repeat. Set a ply limit.");
    press(&mut window, Key::Escape);
    click_on(&mut window, &ids::field("Game"));
    window.get_by_label("Written tree: Use File › Open");
}
