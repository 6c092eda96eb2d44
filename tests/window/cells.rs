//! Tic-tac-toe and Trilobite in the window without a screen: played with clicks and keys, pointed
//! at, set up and changed, and no word of dice or hexes anywhere.

use doomtree::app::{BEST, CommandId, ids};
use doomtree::diagram::end_text;
use doomtree::game::{Estimate, Player};
use doomtree::games::{Setup, first_setup};
use egui_kittest::kittest::Queryable;

use eframe::egui::Key;

use super::words::no_dice_and_no_hexes;
use support::screen::run_named;
use support::screen::{
    Opened, Window, click_on, found, hover, is_there, line, numbers_of, press, root,
    run_named as run, settle, shows, text_of, value_of,
};

const FORK: &str = "x../.o./..x o";

fn window_of(game: &str, position: &str) -> Window {
    let setup = Setup {
        game: game.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    };
    Opened {
        setup: Some(setup),
        size: [1440.0, 1190.0],
        ..Opened::default()
    }
    .open()
}

fn tic_tac_toe(position: &str) -> Window {
    window_of("tic-tac-toe", position)
}

fn trilobite(position: &str) -> Window {
    window_of("trilobite", position)
}

/// Clicks a place.
fn click(window: &mut Window, place: usize) {
    click_on(window, &ids::place(place));
}

/// Whether all of this is read out of a place.
fn place_shows(window: &Window, place: usize, data: &[&str]) -> bool {
    let told = text_of(window, &ids::place(place));
    data.iter().all(|data| told.contains(data))
}

/// Whether nothing but its owner is read out of a place.
fn is_owned(window: &Window, place: usize, owner: &str) -> bool {
    text_of(window, &ids::place(place)).ends_with(&format!(" {place}: {owner}"))
}

#[test]
fn a_game_without_a_pass_has_no_button_for_one() {
    assert!(!is_there(&tic_tac_toe(FORK), ids::PASS));
}

#[test]
fn a_click_on_an_empty_cell_plays_there_and_its_rating_stands_on_it() {
    let mut window = tic_tac_toe(FORK);
    no_dice_and_no_hexes(&window);
    assert!(place_shows(&window, 1, &["o@1", "1/2", BEST]));
    assert!(is_owned(&window, 0, "x"));
    assert!(place_shows(&window, 2, &["o@2", " 1"]));
    assert!(!place_shows(&window, 2, &[BEST]));
    click(&mut window, 2);
    assert_eq!(line(&window), "o@2");
    assert!(is_owned(&window, 2, "o"));
    // A taken cell is no move.
    click(&mut window, 0);
    assert_eq!(line(&window), "o@2");
    assert!(place_shows(&window, 6, &["x@6"]));
    click(&mut window, 6);
    assert_eq!(line(&window), "o@2 x@6");
    press(&mut window, Key::Num1);
    assert_eq!(line(&window), "o@2 x@6 o@1");
    no_dice_and_no_hexes(&window);
}

#[test]
fn pointing_at_a_cell_tells_what_the_move_leads_to() {
    let mut window = tic_tac_toe(FORK);
    hover(&mut window, &ids::place(2));
    assert!(shows(&window, ids::TIP, "x.o/.o./..x x"));
    assert_eq!(numbers_of(&window, ids::TIP), [2, 2, 1], "o@2 is worth 1");
    no_dice_and_no_hexes(&window);
    press(&mut window, Key::H);
    assert!(place_shows(&window, 2, &["o@2", "?"]));
    for place in 0..9 {
        assert!(!place_shows(&window, place, &[BEST]), "{place}");
    }
    assert_eq!(numbers_of(&window, ids::TIP), [2, 2], "no rating");
}

#[test]
fn arrows_step_over_the_empty_cells_and_enter_plays() {
    let mut window = tic_tac_toe(FORK);
    run_named(&mut window, CommandId::FocusBoard);
    assert!(shows(&window, ids::HINT, "o@1: ") && shows(&window, ids::HINT, BEST));
    assert_eq!(numbers_of(&window, ids::HINT), [1, 1, 1, 2], "worth 1/2");
    press(&mut window, Key::ArrowRight);
    assert!(shows(&window, ids::HINT, "o@2: ") && !shows(&window, ids::HINT, BEST));
    assert_eq!(numbers_of(&window, ids::HINT), [2, 2, 1], "worth 1");
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::ArrowRight);
    assert!(shows(&window, ids::HINT, "o@5: "), "the centre is taken");
    press(&mut window, Key::ArrowLeft);
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "o@3");
    no_dice_and_no_hexes(&window);
    press(&mut window, Key::ArrowUp);
    assert_eq!(line(&window), "", "up goes on walking the tree");
}

#[test]
fn a_chip_falls_where_the_column_says_and_only_there() {
    let mut window = trilobite("..../..../..../.... a");
    no_dice_and_no_hexes(&window);
    click(&mut window, 1);
    assert_eq!(line(&window), "", "no chip stays up there");
    assert!(place_shows(&window, 13, &["a@col1", "1/2"]));
    click(&mut window, 13);
    assert_eq!(line(&window), "a@col1");
    assert!(place_shows(&window, 9, &["b@col1"]));
    click(&mut window, 9);
    assert_eq!(line(&window), "a@col1 b@col1");
    assert!(is_owned(&window, 9, "b"));
    assert_eq!(numbers_of(&window, ids::TURN), [14], "empty cells");
    no_dice_and_no_hexes(&window);
}

#[test]
fn an_end_tells_who_has_won_with_a_line_or_that_it_is_a_tie() {
    let mut window = tic_tac_toe("x.o/.x./x.o o");
    let end = |window: &Window| {
        let session = &window.state().document().session;
        end_text(&*session.rated().graph, session.vertex()).expect("an end")
    };
    assert!(place_shows(&window, 5, &["o@5", " 0", BEST]));
    click(&mut window, 5);
    assert!(shows(&window, ids::MOVER, &end(&window)));
    assert!(is_there(&window, ids::NO_MOVES));
    let won = text_of(&window, ids::WHY);
    assert!(won.contains(&end(&window)), "{won}");
    assert_eq!(numbers_of(&window, ids::WHY), [0, 1], "worth");
    no_dice_and_no_hexes(&window);
    let window = tic_tac_toe("xox/oxx/oxo o");
    assert!(shows(&window, ids::MOVER, &end(&window)));
    assert_eq!(numbers_of(&window, ids::WHY), [1, 2, 1, 2], "half each");
}

#[test]
fn in_the_setup_clicks_and_keys_put_and_take_chips_that_fit() {
    let mut window = tic_tac_toe("x../.../... o");
    run(&mut window, CommandId::Setup);
    assert!(is_there(&window, ids::EDITING));
    assert!(is_there(&window, ids::HINT));
    no_dice_and_no_hexes(&window);
    click(&mut window, 4);
    assert_eq!(root(&window), "x../.o./... x");
    click(&mut window, 4);
    assert_eq!(root(&window), "x../.../... o");
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::O);
    assert_eq!(root(&window), "x../..o/... x");
    press(&mut window, Key::Delete);
    assert_eq!(root(&window), "x../.../... o");
    press(&mut window, Key::X);
    assert_eq!(root(&window), "x../.../... o");
    assert!(shows(&window, ids::TROUBLE, "x "), "why it can't be");
    run(&mut window, CommandId::Undo);
    assert_eq!(root(&window), "x../..o/... x");
    found(&window, &ids::place(8)).click_secondary();
    settle(&mut window);
    window.get_by_label("x").click();
    settle(&mut window);
    assert_eq!(root(&window), "x../..o/..x o");
}

#[test]
fn in_the_setup_chips_of_trilobite_rest_on_others() {
    let mut window = trilobite(".../b../a.. a");
    run(&mut window, CommandId::Setup);
    click(&mut window, 1);
    assert_eq!(root(&window), ".../b../a.. a");
    click(&mut window, 0);
    assert_eq!(root(&window), "a../b../a.. b");
    click(&mut window, 3);
    assert_eq!(root(&window), "a../b../a.. b", "a chip lies on it");
}

fn enter(window: &mut Window, name: &str, text: &str) {
    support::screen::enter(window, &ids::field(name), text);
}

fn choose(window: &mut Window, name: &str, value: &str) {
    click_on(window, &ids::field(name));
    click_on(window, &ids::option(name, value));
}

#[test]
fn both_games_can_be_chosen_sized_and_drawn_in_the_setup() {
    let book = first_setup("dice-of-doom").expect("the book's board");
    let mut window = window_of("dice-of-doom", &book.position);
    run(&mut window, CommandId::Setup);
    choose(&mut window, "Estimate", Estimate::SHARE.name());
    // tic-tac-toe has no such estimate, and is opened all the same.
    choose(&mut window, "Game", "tic-tac-toe");
    assert_eq!(root(&window), ".../.../... x");
    assert_eq!(numbers_of(&window, ids::SIZE)[0], 549_946);
    let missing = ["rows", "width", "Estimate", "max_dice"].map(ids::field);
    let mover = ids::option("Player to move", &Player(0).letter().to_string());
    for missing in missing.iter().chain([&mover]) {
        assert!(!is_there(&window, missing), "{missing}");
    }
    enter(&mut window, "Seed", "1");
    assert_eq!(root(&window), "..o/x../xo. x");
    no_dice_and_no_hexes(&window);
    choose(&mut window, "Game", "trilobite");
    assert_eq!(root(&window), "..../..../..../.... a");
    assert_eq!(numbers_of(&window, ids::SIZE)[1], 161_029);
    enter(&mut window, "width", "3");
    assert_eq!(root(&window), ".../.../.../... a");
    enter(&mut window, "height", "3");
    assert_eq!(value_of(&window, &ids::field("line")), "3");
    assert_eq!(numbers_of(&window, ids::SIZE)[1], 694);
    enter(&mut window, "Seed", "5");
    let drawn = root(&window);
    assert_eq!(drawn.matches('/').count(), 2);
    no_dice_and_no_hexes(&window);
    // A typed position may have another size.
    enter(&mut window, "Position", "../ab a");
    assert_eq!(root(&window), "../ab a");
    run(&mut window, CommandId::Undo);
    assert_eq!(root(&window), drawn);
    enter(&mut window, "Position", "../b.. a");
    let fault = numbers_of(&window, &ids::fault("Position"));
    assert!(fault.starts_with(&[2, 3]), "row 2 has 3: {fault:?}");
}
